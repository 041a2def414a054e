# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds comments that are noun clauses, such as "What a call does.", and no sentences.

usage: check_comments.py ROOT FOLDER...
"""

import re
import sys
from pathlib import Path

SUFFIXES = (".h", ".cpp", ".td", ".def")
_CLAUSE = r"//[/!]?<? *(What|Whether|Who|Whoever|Whose|Of|Which|How) "
_BEGIN = re.compile(rf"\s*{_CLAUSE}")
_BEHIND_CODE = re.compile(rf"[^\"]*[;,{{}})] +{_CLAUSE}")


def find_clauses(text):
    """Yields the numbers of lines with such a comment, and the lines."""
    in_comment = False
    for number, line in enumerate(text.splitlines(), 1):
        is_comment = line.lstrip().startswith("//")
        if (is_comment and not in_comment and _BEGIN.match(line)
                or not is_comment and _BEHIND_CODE.match(line)):
            yield number, line.strip()
        in_comment = is_comment and line.strip() != "//"  # which ends a paragraph


def main():
    root = Path(sys.argv[1]).resolve()
    found = [f"{path.relative_to(root)}:{number}: {line}"
             for folder in sys.argv[2:] for path in sorted((root / folder).rglob("*"))
             if path.suffix in SUFFIXES
             for number, line in find_clauses(path.read_text(encoding="utf-8"))]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
