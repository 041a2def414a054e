# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The notation of PTX forms, and the way from a form to PTX and back.

A form is one line: a mnemonic with all of its modifiers, then the operands, with a blank
between any two. Operands say what stands there, not which register:

    {r4}     four registers in braces; h .b16, r .b32, q .b64, f .f32, d .f64, p .pred
    {0:1}    two immediates in braces
    r        one register
    [q]      the address that a register holds
    -1       an immediate

Knows nothing of what is legal, of intrinsics, or of where forms come from. Next:
ptx_lattice.py lists forms, form_calls.py makes intrinsic calls of them, ptxas_judge.py asks
ptxas about them. Standard library only.
"""

import csv
import re
from pathlib import Path

REGISTER_TYPES = {"h": ".b16", "r": ".b32", "q": ".b64", "f": ".f32", "d": ".f64", "p": ".pred"}

#: In the order in which they are swept and shown.
FAMILIES = ("wmma.load", "wmma.store", "wmma.mma", "mma", "mma.sp", "mma.block_scale", "ldmatrix", "stmatrix", "movmatrix")

_VECTOR = re.compile(r"\{([hrqfdp])(\d+)\}")
_IMMEDIATES = re.compile(r"\{-?\d+(?::-?\d+)*\}")
_ADDRESS = re.compile(r"\[([rq])\]")
_LLC_PREFIXES = {"%rs": "h", "%rd": "q", "%r": "r", "%fd": "d", "%f": "f", "%p": "p"}
_PRINTED = re.compile(r"^\s*((?:wgmma|wmma|mma|ldmatrix|stmatrix|movmatrix)\.[^;]*);", re.MULTILINE)
_PRINTED_OPERAND = re.compile(r"\{[^}]*\}|\[[^]]*\]|[^\s,]+")


def split(form):
    """(mnemonic, operands)."""
    mnemonic, *operands = form.split()
    return mnemonic, operands


def vector_of(operand):
    """(register letter, how many) of a vector or a bare register, else None."""
    match = _VECTOR.fullmatch(operand)
    if match:
        return match[1], int(match[2])
    return (operand, 1) if operand in REGISTER_TYPES else None


def immediates_of(operand):
    """The numbers of `7` or `{0:1}`, else None."""
    if _IMMEDIATES.fullmatch(operand):
        return [int(number) for number in operand[1:-1].split(":")]
    return [int(operand)] if re.fullmatch(r"-?\d+", operand) else None


def family_of(form):
    """The family that a form belongs to, or None."""
    mnemonic = split(form)[0]
    words = mnemonic.split(".")
    if words[0] == "mma":
        if "block_scale" in words or any(word.startswith("scale_vec") for word in words):
            return "mma.block_scale"
        return "mma.sp" if any(re.match(r"sp(?:$|::)", word) for word in words) else "mma"
    name = ".".join(words[:2]) if words[0] == "wmma" else words[0]
    return name if name in FAMILIES else None


def ptx_of(form):
    """(the instruction, declarations of its registers)."""
    used = dict.fromkeys(REGISTER_TYPES, 0)

    def register(letter):
        used[letter] += 1
        return f"%{letter}{used[letter] - 1}"

    def spell(operand):
        address, vector = _ADDRESS.fullmatch(operand), _VECTOR.fullmatch(operand)
        if address:
            return f"[{register(address[1])}]"
        if vector:
            return "{" + ", ".join(register(vector[1]) for _ in range(int(vector[2]))) + "}"
        return register(operand) if operand in used else operand.replace(":", ", ")

    mnemonic, operands = split(form)
    instruction = f"{mnemonic} {', '.join(map(spell, operands))}".rstrip() + ";"
    declarations = " ".join(f".reg {REGISTER_TYPES[letter]} %{letter}<{count}>;" for letter, count in used.items() if count)
    return instruction, declarations


def entry_of(form, name):
    """A kernel on one line that consists of the form."""
    instruction, declarations = ptx_of(form)
    return f".visible .entry {name}() {{ {declarations} {instruction} ret; }}"


def canonical(form):
    """The form among those that say the same which llc prints: `.shared` for `.shared::cta`,
    64-bit addresses, and registers where the PTX ISA lets an immediate stand for one (the
    stride of wmma, the byte-id and thread-id of scales)."""
    mnemonic, operands = split(form)
    operands = ["[q]" if _ADDRESS.fullmatch(o) else "{h2}" if re.fullmatch(r"\{\d+:\d+\}", o) else o for o in operands]
    if mnemonic.startswith(("wmma.load", "wmma.store")) and operands[2:] and operands[2].isdigit():
        operands[2] = "r"
    return " ".join([mnemonic.replace(".shared::cta", ".shared"), *operands])


def first_ptx(form):
    """The first PTX version that can spell the form's words; what they mean may be older."""
    return 78 if ".shared::cta" in form else 0


def printed_form(ptx):
    """The form of the first matrix instruction in a function that llc printed, or None."""
    match = _PRINTED.search(ptx)
    if not match:
        return None

    def letter(register):
        prefix = re.match(r"%[a-z]+", register)
        return _LLC_PREFIXES.get(prefix[0], "?") if prefix else register

    def spell(operand):
        if operand.startswith("["):
            return f"[{letter(operand[1:-1])}]"
        if not operand.startswith("{"):
            return letter(operand)
        letters = [letter(register.strip()) for register in operand[1:-1].split(",")]
        return f"{{{letters[0]}{len(letters)}}}" if len(set(letters)) == 1 else "{" + ":".join(letters) + "}"

    mnemonic, _, rest = match[1].replace("\n", " ").replace("\t", " ").partition(" ")
    return " ".join([mnemonic, *map(spell, _PRINTED_OPERAND.findall(rest))])


def read_forms(path):
    """The forms of a file: one a line (`#` begins a comment), or the column `variant` of a
    CSV file."""
    path = Path(path)
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".csv":
            return [row["variant"] for row in csv.DictReader(file)]
        lines = (line.partition("#")[0].strip() for line in file)
        return [" ".join(line.split()) for line in lines if line]
