# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the links between the pages of a folder, and from them to its files.

usage: check_links.py FOLDER

A link must lead to a file, its anchor to a heading or an `id` of the page. Where the text of a link
to a source file is code, as [`describe`](Legality.cpp), the file must have the name in it.
"""

import re
import sys
from pathlib import Path

LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
SOURCES = (".cpp", ".h", ".td", ".py")
#: Folders of which no page is written by hand.
SKIPPED = ("build", ".git", "node_modules")


def find_pages(root):
    return [page for page in sorted(root.rglob("*.md"))
            if not any(part.startswith(SKIPPED) for part in page.relative_to(root).parts)]


def remove_code(text):
    """The page without its blocks of code, where brackets are no links."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return re.sub(r"^    .*$", "", text, flags=re.M)


def get_anchor(heading):
    """The anchor that GitHub makes of a heading."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.lower()).replace("`", "")
    return re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")


def find_anchors(page):
    text = page.read_text()
    return ({get_anchor(heading) for heading in re.findall(r"^#+ (.*)$", text, re.M)}
            | set(re.findall(r'id="([^"]+)"', text)))


def find_fault(page, text, target):
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists():
        return f"{path} does not exist"
    if anchor and file.suffix == ".md" and anchor not in find_anchors(file):
        return f"{path} has no heading #{anchor}"
    name = re.fullmatch(r"`(\w+)(?:::(\w+))?`", text)
    if name and file.suffix in SOURCES and name[name.lastindex] not in file.read_text():
        return f"{path} has no {name[name.lastindex]}"
    return None


def main():
    root = Path(sys.argv[1]).resolve()
    faults = [f"{page.relative_to(root)}: {fault}" for page in find_pages(root)
              for text, target in LINK.findall(remove_code(page.read_text()))
              if "://" not in target and (fault := find_fault(page, text, target))]
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
