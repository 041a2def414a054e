# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From what llc printed to the form of the instruction that is meant.

llc may print others around it: fences and waits that make it right, moves of constants into
registers. The notation is that of ptx_forms.py. Standard library only.
"""

import re

_LLC_PREFIXES = {"%rs": "h", "%rd": "q", "%r": "r", "%fd": "d", "%f": "f", "%p": "p"}
#: In the order of preference: what llc puts around an instruction is not meant where there is another.
_PRINTED = tuple(re.compile(rf"^\s*({words}[^;]*);", re.MULTILINE) for words in (
    r"wgmma\.mma_async\.", r"(?:wg?mma|mma|ldmatrix|stmatrix|movmatrix)\.", r"tcgen05\.(?!wait::)", r"tcgen05\."))
_OPERAND = re.compile(r"\{[^}]*\}|\[[^]]*\]|[^\s,]+")
# How llc prints a predicate that is a constant.
_CONSTANT_PREDICATE = re.compile(r"^\s*mov\.pred\s+(%p\d+), (-?\d+);", re.MULTILINE)
_CONSTANT = re.compile(r"^\s*mov\.\w+\s+(%r\w*\d+), (-?\d+);", re.MULTILINE)
_COMPARED = re.compile(r"^\s*setp\.(eq|ne)\.\w+\s+(%p\d+), (%r\w*\d+), (-?\d+);", re.MULTILINE)


def _constant_predicates(ptx):
    """The predicates in a function that llc printed which are constants: {register: "0" or "1"}."""
    found = {register: value != "0" for register, value in _CONSTANT_PREDICATE.findall(ptx)}
    constants = dict(_CONSTANT.findall(ptx))
    for comparison, predicate, register, value in _COMPARED.findall(ptx):
        if register in constants:
            found[predicate] = (constants[register] == value) == (comparison == "eq")
    return {register: str(int(value)) for register, value in found.items()}


def _constants(ptx, instruction):
    """The registers that are immediates in the form: constant predicates, and with tcgen05, where
    a number may stand for a register that llc has it in, all that are constant."""
    numbers = dict(_CONSTANT.findall(ptx)) if instruction.startswith("tcgen05.") else {}
    return numbers | _constant_predicates(ptx)


def printed_form(ptx):
    """The form of the matrix instruction in a function that llc printed, or None: of the first, if there
    are several alike. Constants are immediates."""
    match = next(filter(None, (printed.search(ptx) for printed in _PRINTED)), None)
    if not match:
        return None
    constants = _constants(ptx, match[1])

    def letter(register):
        if register in constants:
            return constants[register]
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
    return " ".join([mnemonic, *map(spell, _OPERAND.findall(rest))])
