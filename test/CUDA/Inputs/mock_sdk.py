# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a folder that clang takes for a CUDA SDK of a version. It is none: ptxas and
fatbinary are shell scripts that write down what they were asked, and the only header
is a cuda.h with a version.

Usage: mock_sdk.py DIR VERSION [--without TOOL] [--libdevice BITCODE]
"""

import argparse
import shutil
from pathlib import Path

# Both write their arguments to the file that they are to make. A file that begins with
# FAIL is one that ptxas refuses.
PTXAS = """#!/bin/sh
args=$*
while [ $# -gt 1 ]; do
  [ "$1" = --output-file ] && output=$2
  shift
done
if grep -q FAIL "$1"; then
  echo half a cubin > "$output"
  echo "ptxas fatal   : mock" >&2
  exit 3
fi
echo "ptxas $args" > "$output"
"""
FATBINARY = """#!/bin/sh
args=$*
while [ $# -gt 1 ]; do
  [ "$1" = --create ] && output=$2
  shift
done
echo "fatbinary $args" > "$output"
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("version")
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--libdevice", type=Path)
    args = parser.parse_args()

    for folder in ("bin", "include", "nvvm/libdevice"):
        (args.folder / folder).mkdir(parents=True)
    for name, text in (("ptxas", PTXAS), ("fatbinary", FATBINARY)):
        if name not in args.without:
            (args.folder / "bin" / name).write_text(text)
            (args.folder / "bin" / name).chmod(0o755)
    major, minor = args.version.split(".")
    (args.folder / "include/cuda.h").write_text(
        f"#define CUDA_VERSION {int(major) * 1000 + int(minor) * 10}\n")
    libdevice = args.folder / "nvvm/libdevice/libdevice.10.bc"
    if args.libdevice:
        shutil.copy(args.libdevice, libdevice)
    else:
        libdevice.touch()


main()
