# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sources of the web pages: Markdown of the project, as MyST reads it.

A page keeps its path. The root's README.md becomes index.md, with the pages of docs/README.md in the
order of its tables in front of it as a tree. Examples become pages with their source. A link to a
page or an example stays; a link to any other file of the project becomes plain text, because readers
of an installed package have no sources.

A comment in a page may ask for more than its text:

  <!-- web: TEXT -->             text for the web pages alone
  <!-- picture: ARGUMENTS -->    a picture of what `mma-explain ARGUMENTS` answers
  <!-- output: ARGUMENTS -->     what `mma-explain ARGUMENTS` prints
  <!-- table: NAME -->           a table of _TABLES
"""

import os
import re
import subprocess
from pathlib import Path

from tctools.conformance import table
from tctools.generate.documents import pictures
from tctools.oracle import undocumented
from tctools.toolchain import REPO_ROOT

_GUIDE = "docs/README.md"
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_PAGE_NAME = re.compile(r"[\w./-]+\.md")
#: Tables that are made of data when the web pages are.
_TABLES = {"conformance": lambda: table.table(table.stored_results()),
           "undocumented-forms": lambda: undocumented.Rows().table()}
_COMMENT = re.compile(r"^<!-- (.*?) -->\n", re.M | re.S)
_SOURCES = {".cu": "c++", ".h": "c++", ".cpp": "c++", ".ll": "llvm", ".mlir": "text", ".py": "python",
            ".ptx": "text"}
_SHELL = re.compile(r"(\$ |build/bin/|scripts/|cmake |ninja |apt-get |ptxas |clang\+\+|python3 |env |"
                    r"[A-Z_]+=\S+ (build|python3)|cd |export )")
_IR = re.compile(r"(declare|define|target triple|attributes|  ?%|%|call|  call) ?")
_CPP = re.compile(r"(#include|template <|constexpr|__device__|struct|using|///|for \(|auto |int )")


def _listed():
    """Yields the sections of the guide, and the paths of the pages in the tables of each."""
    text = (REPO_ROOT / _GUIDE).read_text(encoding="utf-8")
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        title = section.split("\n", 1)[0]
        rows = re.findall(r"^\| (\[.*?) \|", section, re.M)
        links = [target for row in rows for _, _, target in _LINK.findall(row)]
        paths = [os.path.normpath(Path(_GUIDE).parent / link) for link in links if "#" not in link]
        yield title, list(dict.fromkeys(path for path in paths if path.endswith(".md")))


def _staged(path):
    """Where a page is among the sources of the web pages."""
    return "index.md" if path == "README.md" else path


def _language(lines):
    """The language of a block of code, by its first line that says something."""
    first = next((line for line in lines if line.strip() and not line.startswith(("# ", "; "))), "")
    if first.startswith("$ "):
        return "console"
    for pattern, language in ((_SHELL, "bash"), (_IR, "llvm"), (_CPP, "c++")):
        if pattern.match(first):
            return language
    return "text"


def _fence_code(text):
    """Blocks of code with their languages; those that are indented get fences."""
    lines, result, at, in_list = text.split("\n"), [], 0, False
    while at < len(lines):
        line = lines[at]
        if line.startswith("```"):
            end = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("```")) + 1
            result += lines[at:end]
            at = end
            continue
        if re.match(r"([-*]|\d+\.) ", line):
            in_list = True
        elif line.strip() and not line.startswith(" "):
            in_list = False
        if not line.startswith("    ") or in_list or (at and lines[at - 1].strip()):
            result.append(line)
            at += 1
            continue
        end = at
        while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
            end += 1
        while not lines[end - 1].strip():
            end -= 1
        body = [code[4:] for code in lines[at:end]]
        before = next((line for line in reversed(result) if line.strip()), "")
        shown = re.match(r"<!-- (?:quote|file): (\S+) -->", before)
        language = _SOURCES.get(Path(shown[1]).suffix) if shown else None
        result += ["```" + (language or _language(body)), *body, "```"]
        at = end
    return "\n".join(result)


def _outside_code(text, change):
    """The text with what is not code changed."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else change(part) for part in parts)


class Writer:
    def __init__(self, folder, build_dir):
        self.folder, self.build_dir = folder, build_dir
        self.groups = dict(_listed())
        self.pages = {"README.md", _GUIDE, *(page for group in self.groups.values() for page in group)}
        self.examples = {}

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def _follow(self, page, target):
        """What a link of a page becomes, or None if there is nothing where it leads."""
        if "://" in target or target.startswith("#"):
            return target
        path, _, anchor = target.partition("#")
        path = os.path.normpath(Path(page).parent / path)
        if path not in self.pages and f"{path}/README.md" in self.pages:
            path = f"{path}/README.md"
        if path.startswith("examples/") and Path(path).suffix in _SOURCES:
            self.examples[path] = f"{path}.md"
            path = f"{path}.md"
        elif path not in self.pages:
            return None
        relative = os.path.relpath(_staged(path), Path(_staged(page)).parent)
        return relative + ("#" + anchor if anchor else "")

    @staticmethod
    def _title(page, target):
        """The title of a page, which says more than the name of its file."""
        text = (REPO_ROOT / Path(page).parent / target.partition("#")[0]).read_text(encoding="utf-8")
        return text.partition("# ")[2].partition("\n")[0]

    def _change_links(self, page, text):
        def change(match):
            mark, name, target = match.groups()
            followed = self._follow(page, target)
            if followed and _PAGE_NAME.fullmatch(name):
                name = self._title(page, target)
            return f"{mark}[{name}]({followed})" if followed else name
        return _LINK.sub(change, text)

    def _change_comments(self, page, text):
        def change(match):
            kind, _, value = match[1].partition(": ")
            if kind == "web":
                return value + "\n"
            if kind == "table":
                return "\n".join(_TABLES[value]()) + "\n"
            if kind == "output":
                command = [self.build_dir / "bin/mma-explain", *value.split()]
                output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
                return f"```text\n{output}```\n"
            if kind == "picture":
                name = pictures.name(value)
                self.write(f"docs/pictures/{name}.svg", pictures.draw(self.build_dir, value))
                up = os.path.relpath("docs/pictures", Path(_staged(page)).parent)
                return f"![{pictures.caption(value)}]({up}/{name}.svg)\n"
            return ""
        return _COMMENT.sub(change, text)

    def write_page(self, page):
        text = _fence_code((REPO_ROOT / page).read_text(encoding="utf-8"))
        text = _outside_code(text, lambda part: self._change_links(page, part))
        text = self._change_comments(page, text)
        if page == "README.md":
            text += "\n" + "\n".join(self._trees())
        self.write(_staged(page), text)

    def _trees(self):
        """The pages as trees, which the side of each page shows."""
        yield "```{toctree}\n:hidden:\n\n/docs/README\n```\n"
        for title, group in self.groups.items():
            pages = "".join(f"/{page.removesuffix('.md')}\n" for page in group)
            yield f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n{pages}```\n"

    def write_examples(self):
        for path, page in sorted(self.examples.items()):
            source = (REPO_ROOT / path).read_text(encoding="utf-8").rstrip()
            self.write(page, f"---\norphan: true\n---\n\n# {Path(path).name}\n\n"
                             f"```{_SOURCES[Path(path).suffix]}\n{source}\n```\n")

    def write_header(self):
        """The functions of the CUDA header, a page for each of its files."""
        signatures = self.build_dir / "share/doc/nvptx-tensorcore/cuda-header.md"
        if not signatures.exists():
            return
        sections = re.split(r"^## ", signatures.read_text(encoding="utf-8"), flags=re.M)[1:]
        names = []
        for section in sections:
            title, text = section.split("\n", 1)
            names.append(title.strip().removesuffix(".h"))
            self.write(f"docs/functions/{names[-1]}.md", f"# {title.strip()}\n{text}")
        listed = "".join(f"{name}\n" for name in names)
        self.write("docs/functions/index.md",
                   "# Functions of the CUDA header\n\nAll are in the namespace `nvptx_tensorcore`. "
                   "[cuda-header.md](../cuda-header.md) explains them and has examples.\n\n"
                   f"```{{toctree}}\n:maxdepth: 1\n\n{listed}```\n")
        reference = next((title for title in self.groups if title == "Reference"), None)
        self.groups[reference].append("docs/functions/index.md")


def write_all(folder, build_dir):
    """Writes the sources of the web pages."""
    writer = Writer(folder, build_dir)
    writer.write_header()
    for page in sorted(writer.pages):
        writer.write_page(page)
    writer.write_examples()
