# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds private words: find_words.py ROOT PATTERN...

In pages their text counts, and in C++ and TableGen the strings, which are messages, and comments.
"""

import re
import sys
from pathlib import Path

#: Words with a sense that only this project gives them, by what says the same.
WORDS = {
    "fix": r"mend(s|ed|ing)?",
    "name them, or 'and related functions'": r"(their|its) kin|kindred",
    "random": r"by chance",
    "in addition to, next to": r"beside",
    "verifier, check": r"gates?",
    "location, memory": r"rooms?",
    "replacement library, placeholder": r"stand-ins?",
    "the number": r"so many",
    "a noun": r"whoever|for who wants",
    "print, write": r"to_text(s|ed|ing)?",
    "pass on": r"hands? on",
    "in place of, instead of": r"in the place of",
    "except for": r"but for",
}

#: Names in code, in which such a word is a part.
NAMES = {
    "print": r"[sS]pell(?!ing)\w*",
    "Location": r"\w*Places?(?![a-z])\w*",
}


def text_of(line):
    """The line without code and the targets of links."""
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "``", line))


def comment_of(line):
    """The comment of a line, without paths, code and LLVM's word for how something is written."""
    comment = re.sub(r"`[^`]*`|\S*[/\\]\S+|\bspellings?\b|===-.*", "", line[line.find("//") + 2:], flags=re.I)
    return comment if "//" in line else ""


def find_in_source(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for better, words in WORDS.items():
            if found := re.search(rf"\b({words})\b", comment_of(line), re.I):
                yield f"{number}: '{found[0]}' ({better}): {line.strip()}"
        code = re.sub(r'//.*|"(?:[^"\\]|\\.)*"', "", line)
        for better, words in NAMES.items():
            if found := re.search(rf"\b{words}\b", code):
                yield f"{number}: '{found[0]}' ({better}): {line.strip()}"
        for message in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
            for better, words in WORDS.items():
                found = " " in message and re.search(rf"\b({words})\b", message, re.I)
                if found and not line.lstrip().startswith("//"):
                    yield f"{number}: '{found[0]}' ({better}): {message}"


def find_in_page(path):
    in_fence = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        in_fence ^= line.startswith("```")
        if in_fence or line.startswith("    "):
            continue
        text = text_of(line)
        for better, words in WORDS.items():
            if found := re.search(rf"\b({words})\b", text, re.I):
                yield f"{number}: '{found[0]}' ({better}): {line}"


def main():
    root = Path(sys.argv[1])
    found = [f"{path.relative_to(root)}:{fault}" for pattern in sys.argv[2:]
             for path in sorted(root.glob(pattern))
             for fault in (find_in_page if path.suffix == ".md" else find_in_source)(path)]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
