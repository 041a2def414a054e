# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that each file that git tracks is text: what others made is fetched, not committed.

usage: check_text.py CHECKOUT
"""

import subprocess
import sys
from pathlib import Path


def main():
    root = Path(sys.argv[1])
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], check=True, capture_output=True)
    names = listed.stdout.decode().split("\0")[:-1]
    faults = [name for name in names if b"\0" in (root / name).read_bytes()]
    print(*(f"{name} is not text" for name in faults), sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
