# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that each file that git tracks is text, and that the top level has what belongs there. What
others made is fetched, not committed, and a trial stays outside of the checkout.

usage: check_text.py CHECKOUT
"""

import subprocess
import sys
from pathlib import Path

TOP_LEVEL = {".ci", ".clang-format", ".clang-tidy", ".dockerignore", ".editorconfig", ".github",
             ".gitignore", "CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json", "CONTRIBUTING.md",
             "Dockerfile", "LICENSE", "NVPTXTensorCore", "README.md", "SECURITY.md", "TableGen", "docs",
             "examples", "llvm-patches", "scripts", "test"}


def main():
    root = Path(sys.argv[1])
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], check=True, capture_output=True)
    names = listed.stdout.decode().split("\0")[:-1]
    faults = [f"{name} is not text" for name in names if b"\0" in (root / name).read_bytes()]
    faults += [f"{name} does not belong at the top level" for name in names
               if name.split("/")[0] not in TOP_LEVEL]
    print("".join(f"{fault}\n" for fault in faults), end="")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
