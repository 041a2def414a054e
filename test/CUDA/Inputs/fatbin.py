# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the images of a fat binary of CUDA's, a line each: "elf sm_100a".

The format is not documented; this is what fatbinary 13.0 writes: a header of 16 bytes,
then images, each with a header that holds its kind, the sizes, the SM number and flags.

Usage: fatbin.py FILE
"""

import struct
import sys
from pathlib import Path

MAGIC = 0xBA55ED50
KINDS = {1: "ptx", 2: "elf"}
SUFFIXES = {0: "", 0x100000: "a", 0x200000: "f"}


def main():
    data = Path(sys.argv[1]).read_bytes()
    magic, _, at, size = struct.unpack_from("<IHHQ", data)
    assert magic == MAGIC and at + size == len(data)
    while at < len(data):
        kind, _, header, size = struct.unpack_from("<HHIQ", data, at)
        number, = struct.unpack_from("<I", data, at + 28)
        flags, = struct.unpack_from("<I", data, at + 40)
        print(f"{KINDS[kind]} sm_{number}{SUFFIXES[flags & 0x300000]}")
        at += header + size


main()
