# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the catalogue that a build made.

HTML is well-formed, identifiers are there once, links and their anchors lead somewhere, also those
in the pages' scripts; pictures are XML; every instruction that mma-explain lists has its anchor on
exactly one page, and its name in the search; no page is large.
"""

import json
import re
import xml.etree.ElementTree
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

from tctools import cli
from tctools.model import PREFIX

_VOID = {"meta", "link", "input", "br", "wbr", "img", "hr"}
_LARGEST_PAGE = 1_500_000
_LARGEST_CATALOGUE = 30_000_000


class Document(HTMLParser):
    """A page's anchors and links, and what is wrong with its form."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.problems = set(), [], []
        self._open = []
        self.feed(text)
        self.close()
        self.problems += [f"<{tag}> is not closed" for tag in self._open]

    def handle_starttag(self, tag, attributes):
        if tag not in _VOID:
            self._open.append(tag)
        for key, value in attributes:
            if key == "id":
                if value in self.anchors:
                    self.problems.append(f"two elements are called {value}")
                self.anchors.add(value)
            elif key in ("href", "src") and not value.startswith("data:"):
                self.links.append(value)

    def handle_endtag(self, tag):
        if not self._open or self._open.pop() != tag:
            self.problems.append(f"line {self.getpos()[0]}: </{tag}> closes what is not open")


def script_value(path):
    """The object that a script of data assigns."""
    text = path.read_text(encoding="utf-8")
    return json.loads(text[text.index("{"):text.rindex("}") + 1])


def linked_by_data(path, page):
    """What a page's script leads to: relatives and pictures."""
    for row in script_value(path)["rows"]:
        facts = json.loads(re.sub("‹[rw]›", "0", row["text"])) if "text" in row else row
        for n in row.get("n", [""]):
            for _, name, *other in facts.get("relatives", []):
                yield f"{other[0] if other else page}#{PREFIX}{name.replace('‹n›', str(n))}"
        for _, slug, _ in facts.get("layouts", []):
            yield f"layouts/{slug}.svg"
            yield f"layouts.html#{slug}"


class Catalogue:
    def __init__(self, folder):
        self.folder = folder
        self.documents = {path.name: Document(path.read_text(encoding="utf-8"))
                          for path in sorted(folder.glob("*.html"))}

    def problems(self):
        for name, document in self.documents.items():
            yield from (f"{name}: {problem}" for problem in document.problems)
            yield from (f"{name}: {link} leads nowhere" for link in document.links
                        if not self.leads_somewhere(name, link))
            if (self.folder / name).stat().st_size > _LARGEST_PAGE:
                yield f"{name} is larger than {_LARGEST_PAGE} bytes"
        for name in self.documents:
            script = self.folder / "data" / name.replace(".html", ".js")
            if script.exists():
                links = dict.fromkeys(linked_by_data(script, name))
                yield from (f"data/{script.name}: {link} leads nowhere" for link in links
                            if not self.leads_somewhere(name, link))
        yield from self.picture_problems()
        read = (path for path in self.folder.rglob("*") if path.is_file()
                and path.suffix != ".json")
        if sum(path.stat().st_size for path in read) > _LARGEST_CATALOGUE:
            yield f"the catalogue is larger than {_LARGEST_CATALOGUE} bytes"

    def leads_somewhere(self, page, link):
        parts = urlsplit(link)
        if parts.scheme:
            return False  # nothing outside is needed
        path = self.folder / unquote(parts.path) if parts.path else self.folder / page
        if not path.is_file():
            return False
        document = self.documents.get(path.name) if path.parent == self.folder else None
        return not parts.fragment or (document is not None
                                      and unquote(parts.fragment) in document.anchors)

    def picture_problems(self):
        for path in sorted(self.folder.glob("layouts/*.svg")):
            try:
                root = xml.etree.ElementTree.parse(path).getroot()
            except xml.etree.ElementTree.ParseError as error:
                yield f"layouts/{path.name}: {error}"
                continue
            if root.tag != "{http://www.w3.org/2000/svg}svg":
                yield f"layouts/{path.name}: not a picture"

    def missing(self, names):
        """Instructions that are not on exactly one page, or that the search does not know."""
        searched = set()
        for _, name, _, _, *many in script_value(self.folder / "data" / "search.js")["entries"]:
            searched |= {PREFIX + name.replace("m64nNk", f"m64n{n}k")
                         for n in many[0]} if many else {PREFIX + name}
        for name in names:
            pages = [page for page, document in self.documents.items() if name in document.anchors]
            if len(pages) != 1:
                yield f"{name} is on {len(pages)} pages"
            if name not in searched:
                yield f"the search does not know {name}"


def check(folder, names):
    """Whether a catalogue is whole; prints what is wrong, and the exit code is the answer."""
    catalogue = Catalogue(folder)
    problems = [*catalogue.problems(), *catalogue.missing(names)]
    code = cli.report(problems)
    links = sum(len(document.links) for document in catalogue.documents.values())
    print(f"{len(catalogue.documents)} pages, {links} links, {len(names)} instructions, "
          f"{len(problems)} problems")
    return code
