# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A cubin's machine code, a line for each instruction: opcode, destination and scoreboards.

An instruction that finishes later sets one of six scoreboards: when its results are
written, or when its operands have been read. Whoever needs that awaits it. On sm_70 and
later these are bits 110 to 121 of an instruction's 128.
"""

import struct
import sys

SECTION = struct.Struct("<IIQQQQIIQQ")


def text_sections(elf):
    start = struct.unpack_from("<Q", elf, 0x28)[0]
    size, count, names_index = struct.unpack_from("<HHH", elf, 0x3A)
    sections = [SECTION.unpack_from(elf, start + i * size) for i in range(count)]
    names = sections[names_index][4]
    for section in sections:
        name = elf[names + section[0] :].split(b"\0", 1)[0].decode()
        if name.startswith(".text."):
            yield name, elf[section[4] : section[4] + section[5]]


def describe(word):
    def field(low, width):
        return word >> low & (1 << width) - 1

    parts = [f"opcode={field(0, 12):03x}", f"d={field(16, 8)}"]
    for name, low in ("written", 110), ("read", 113):
        if field(low, 3) != 7:
            parts.append(f"{name}={field(low, 3)}")
    awaited = [f"<{i}>" for i in range(6) if field(116, 6) >> i & 1]
    return " ".join(parts + (["awaits="] + awaited if awaited else []))


for name, code in text_sections(open(sys.argv[1], "rb").read()):
    print(name)
    for low, high in struct.iter_unpack("<QQ", code):
        print(describe(high << 64 | low))
