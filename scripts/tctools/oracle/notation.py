# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The notation of PTX forms, and the way from a form to PTX.

A form is one line: a mnemonic with all of its modifiers, then the operands, with a blank
between any two. Operands say what stands there, not which register:

    {r4}     four registers in braces; b .b8, h .b16, r .b32, q .b64, o .b128, f .f32, d .f64,
             p .pred
    {0:1}    two immediates in braces
    r        one register
    !p       a predicate, negated
    p|p      two results
    [q]      the address that a register holds; [q,{r2}] is one of a tensor, with coordinates
    _        a result that is not used
    -1       an immediate

Knows nothing of what is legal, of intrinsics, or of where forms come from. Next:
lattice.py lists forms, calls.py makes intrinsic calls of them, judge.py asks
ptxas about them, ptxtext.py finds them in what llc prints.
"""

import csv
import re
from pathlib import Path

REGISTER_TYPES = {"b": ".b8", "h": ".b16", "r": ".b32", "q": ".b64", "o": ".b128", "f": ".f32",
                  "d": ".f64", "p": ".pred"}

#: In the order in which they are swept and shown.
FAMILIES = ("wmma.load", "wmma.store", "wmma.mma", "mma", "mma.sp", "mma.block_scale", "ldmatrix",
            "stmatrix", "movmatrix",
            "wgmma", "wgmma.sp", "wgmma.sync",
            "tcgen05.manage", "tcgen05.cp", "tcgen05.ldst", "tcgen05.mma", "tcgen05.mma.sp",
            "tcgen05.mma.ws")

_TCGEN05_FAMILIES = {**dict.fromkeys(("alloc", "dealloc", "relinquish_alloc_permit", "shift",
                                      "commit", "wait", "fence"), "tcgen05.manage"),
                     **dict.fromkeys(("ld", "st"), "tcgen05.ldst"), "cp": "tcgen05.cp"}

_VECTOR = re.compile(r"\{([bhrqofdp])(\d+)\}")
#: Registers anywhere in an operand: a vector, or one by itself.
_REGISTERS = re.compile(_VECTOR.pattern + r"|(?<!\w)[bhrqofdp](?!\w)")
_IMMEDIATES = re.compile(r"\{-?\d+(?::-?\d+)*\}")
_ADDRESS = re.compile(r"\[([rq])\]")
# LLVM has no registers of floating-point types.
_FLOAT = re.compile(r"(?<!\w)[fd](?=\d*(?!\w))")
_SATURATED_SHAPE = re.compile(r"(wgmma\.mma_async\.[^ ]*?\.m\d+n\d+k\d+)\.satfinite((?:\.\w+)*)$")


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


def _tcgen05_family(words):
    """The family of a mnemonic that begins with tcgen05."""
    action = words[1].partition("::")[0] if words[1:] else ""
    if action == "mma":
        sparse = any(re.match(r"sp(?:$|::)", word) for word in words)
        return "tcgen05.mma.ws" if "ws" in words else "tcgen05.mma.sp" if sparse else "tcgen05.mma"
    return _TCGEN05_FAMILIES.get(action)


def family_of(form):
    """The family that a form belongs to, or None."""
    mnemonic = split(form)[0]
    words = mnemonic.split(".")
    if words[0] == "mma":
        if "block_scale" in words or any(word.startswith("scale_vec") for word in words):
            return "mma.block_scale"
        return "mma.sp" if any(re.match(r"sp(?:$|::)", word) for word in words) else "mma"
    if words[0] == "wgmma":
        if words[1:2] == ["mma_async"]:
            return "wgmma.sp" if any(word.startswith("sp") for word in words) else "wgmma"
        return "wgmma.sync" if words[1:2] and words[1] in ("fence", "commit_group",
                                                           "wait_group") else None
    if words[0] == "tcgen05":
        return _tcgen05_family(words)
    name = ".".join(words[:2]) if words[0] == "wmma" else words[0]
    return name if name in FAMILIES else None


def ptx_of(form):
    """(the instruction, declarations of its registers)."""
    used = dict.fromkeys(REGISTER_TYPES, 0)

    def register(letter):
        used[letter] += 1
        return f"%{letter}{used[letter] - 1}"

    def to_text(match):
        if not match[1]:
            return register(match[0])
        return "{" + ", ".join(register(match[1]) for _ in range(int(match[2]))) + "}"

    mnemonic, operands = split(form)
    printed = (re.sub(r"[:,](?! )", ", ", _REGISTERS.sub(to_text, operand)) for operand in operands)
    instruction = f"{mnemonic} {', '.join(printed)}".rstrip() + ";"
    declarations = " ".join(f".reg {REGISTER_TYPES[letter]} %{letter}<{count}>;" for letter,
                            count in used.items() if count)
    return instruction, declarations


def entry_of(form, name):
    """A kernel on one line that consists of the form."""
    instruction, declarations = ptx_of(form)
    return f".visible .entry {name}() {{ {declarations} {instruction} ret; }}"


def saturated_behind(mnemonic):
    """The mnemonic of wgmma with `.satfinite` behind the types, where the PTX ISA's examples have
    it, for behind the shape, where its grammar has it."""
    return _SATURATED_SHAPE.sub(r"\1\2.satfinite", mnemonic)


def _canonical_tcgen05(mnemonic, operands):
    """Addresses in tensor memory have 32 bits; what else is addressed may have 64. ptxas makes the
    same of tcgen05.commit with and without `.shared::cluster`. What a collector buffer does unless
    it is told is `.discard`; `.ashift` may stand behind it."""
    if mnemonic.startswith(("tcgen05.alloc.", "tcgen05.commit.")):
        operands = ["[q]" if operand == "[r]" else operand for operand in operands]
    if mnemonic.startswith("tcgen05.commit."):
        mnemonic = mnemonic.replace(".shared::cluster", "")
    mnemonic = re.sub(r"(\.collector::\w+::\w+)\.ashift$", r".ashift\1", mnemonic)
    default = ".collector::b0::discard" if ".ws." in mnemonic else ".collector::a::discard"
    return " ".join([mnemonic.removesuffix(default), *operands])


def untyped(form):
    """The form with registers that say how many bits they have, and no more."""
    mnemonic, *operands = form.split(" ", 1)
    return " ".join([mnemonic, *(_FLOAT.sub(lambda letter: "r" if letter[0] == "f" else "q", o)
                                 for o in operands)])


def canonical(form):
    """The form among those that say the same which llc prints: `.shared` for `.shared::cta`,
    64-bit addresses, untyped registers, registers where the PTX ISA lets an immediate stand for one (the
    stride of wmma, the byte-id and thread-id of scales), one place for `.satfinite` of wgmma, and
    no words of tcgen05.mma that are understood."""
    mnemonic, operands = split(untyped(form))
    if mnemonic.startswith("tcgen05."):
        return _canonical_tcgen05(mnemonic, operands)
    operands = ["[q]" if _ADDRESS.fullmatch(o) else "{h2}" if re.fullmatch(r"\{\d+:\d+\}", o)
                else o for o in operands]
    if mnemonic.startswith(("wmma.load", "wmma.store")) and operands[2:] and operands[2].isdigit():
        operands[2] = "r"
    return " ".join([saturated_behind(mnemonic).replace(".shared::cta", ".shared"), *operands])


def first_ptx(form):
    """The first PTX version that can write the form's words; what they mean may be older."""
    return 78 if ".shared::cta" in form else 0


def read_forms(path):
    """The forms of a file: one a line (`#` begins a comment), or the column `variant` of a
    CSV file."""
    path = Path(path)
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".csv":
            return [row["variant"] for row in csv.DictReader(file)]
        lines = (line.partition("#")[0].strip() for line in file)
        return [" ".join(line.split()) for line in lines if line]
