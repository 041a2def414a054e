# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that each patch of LLVM has a head that git am reads, and a row in the README.

usage: check_patches.py PATCHES
"""

import re
import sys
from pathlib import Path

HEAD = re.compile(r"From: NVPTXTensorCore <>\n"
                  r"Subject: \[PATCH\] \[NVPTX\] [A-Z].*[^.\n]\n\n"
                  r"(?P<text>(?:(?!--- ?).*\n)+)---\n--- a/")


def find_faults(folder):
    listed = re.findall(r"^[^#\s]+", (folder / "series").read_text(), re.M)
    readme = (folder / "README.md").read_text()
    for name in sorted({*listed, *(path.name for path in folder.glob("*.patch"))}):
        if name not in listed:
            yield f"{name}: series does not list it"
        if f"({name})" not in readme:
            yield f"{name}: README.md has no row for it"
        head = HEAD.match((folder / name).read_text())
        if not head:
            yield f"{name}: the head is not as README.md describes it"
        elif "\nLLVM 22.1.8: " not in head["text"]:
            yield f"{name}: the head does not say whether LLVM 22.1.8 has the change"


def main():
    faults = list(find_faults(Path(sys.argv[1])))
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
