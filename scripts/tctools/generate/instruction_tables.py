# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Divides the output of llvm-tblgen -gen-instr-info by purpose; the build runs it.

C++ asks for a part of NVPTXGenInstrInfo.inc by a macro (GET_INSTRINFO_ENUM). Each part becomes a
file of its own, which is written only if its text changes, and NVPTXGenInstrInfo.inc includes the
part that is asked for. A change of the operand tables thus rebuilds the one file that has them.

The opcodes of companions, which are numbered behind all others, are a header of their own,
Companions.h: LLVM's files do not see them, and a new one does not rebuild these.

MCInstrDesc holds offsets into the table of operands in 16 bits. A table that does not fit is an
error here. The list of implicit registers stands behind the operands, so that its offset is the
first that does not fit; as long as no instruction of the target has implicit registers, nothing
reads the offset, and it is written as 0. LLVM 22 writes the list in front of the operands.
"""

import re
import sys
from pathlib import Path

#: How many entries 16 bits reach.
LIMIT = 1 << 16
_CONDITION = re.compile(r"#\s*(if|endif)")


def check_size(text, name):
    """The sentence that says what does not fit; nothing if all does."""
    operands = int(re.search(r"MCOperandInfo OperandInfo\[(\d+)\];", text)[1])
    implicit = int(re.search(r"MCPhysReg ImplicitOps\[(\d+)\];", text)[1])
    print(f"{name}: {operands} of {LIMIT} entries in the table of operands")
    if operands > LIMIT:
        return (f"{name}: the instructions need {operands} entries in the table of operands, and "
                f"MCInstrDesc::OpInfoOffset reaches {LIMIT}; instructions with the same operands "
                "share entries, so give new ones the operands of others, or remove some")
    if "ImpOpBase" in text and implicit > 1 and operands * 3 + implicit > LIMIT:  # in units of two bytes
        return (f"{name}: an instruction has implicit registers, whose list stands behind "
                f"{operands} operands, where MCInstrDesc::ImplicitOffset does not reach")
    return None


def correct_implicit_offset(text):
    if int(re.search(r"MCPhysReg ImplicitOps\[(\d+)\];", text)[1]) > 1:
        return text
    return re.sub(r"(ImpOpBase = )sizeof [^;]*;", r"\g<1>0; // no instruction has implicit registers",
                  text)


def divide(text):
    """(condition, text) of each block at the top level that #if or #ifdef begins."""
    depth, block = 0, []
    for line in text.splitlines():
        match = _CONDITION.match(line)
        if match and match[1] == "endif":
            depth -= 1
            if depth == 0:
                yield block[0], "\n".join(block[1:]) + "\n"
                block = []
                continue
        if depth:
            block.append(line)
        if match and match[1] == "if":
            if depth == 0:
                block = [line]
            depth += 1


def divide_enumeration(text):
    """The text without the companions' opcodes, and a header with these.

    LLVM 22 says behind each opcode at which line its record is, which would change both with each
    line of the records' file.
    """
    text = re.sub(r"(= \d+,) //.*", r"\1", text)
    first = re.search(r"^ *x_\w+\s*=", text, re.MULTILINE)
    end = text.index("};", first.start())
    header = ("#ifndef NVPTX_COMPANION_OPCODES\n#define NVPTX_COMPANION_OPCODES\n"
              f"namespace llvm::NVPTX {{\nenum {{\n{text[first.start():end]}}};\n}}\n#endif\n")
    return text[:first.start()] + text[end:], header


def part_name(condition):
    """GET_INSTRINFO_MC_DESC of `#ifdef GET_INSTRINFO_MC_DESC`."""
    return "_or_".join(re.findall(r"\b[A-Z][A-Z_]+\b", condition))


def write_if_changed(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def add_options(parser):
    parser.add_argument("raw", type=Path, help="output of llvm-tblgen -gen-instr-info")
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE",
                        help="the file that C++ includes; the parts are in a folder of the same "
                             "name")
    parser.add_argument("--parts", default="", metavar="NAME,...",
                        help="the expected parts; others are an error")


def run(options):
    text = options.raw.read_text(encoding="utf-8")
    if problem := check_size(text, options.output.name):
        print(f"error: {problem}", file=sys.stderr)
        return 1
    blocks = [(condition, part_name(condition), block)
              for condition, block in divide(correct_implicit_offset(re.sub(r"\\\n", " ", text)))]
    names = [name for _, name, _ in blocks]
    if options.parts and set(names) != set(options.parts.split(",")):
        print(f"error: {options.output.name}: TableGen/CMakeLists.txt lists other parts than "
              f"{','.join(names)}", file=sys.stderr)
        return 1
    folder = options.output.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    for _, name, block in blocks:
        if name == "GET_INSTRINFO_ENUM":
            block, header = divide_enumeration(block)
            write_if_changed(folder / "Companions.h", header)
        write_if_changed(folder / f"{name}.inc", block)
    write_if_changed(options.output, "".join(
        f'{condition}\n#include "{folder.name}/{name}.inc"\n#endif\n'
        for condition, name, _ in blocks))
    return 0
