# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PTX text: the functions of a module, and the tensor-core instruction of a function.

Reads what llc prints for variants.module_ir, of this or another LLVM; knows nothing of the
model. Standard library only.
"""

import re

_FUNCTION = re.compile(r"^\.visible \.func.*?^\}", re.MULTILINE | re.DOTALL)
_FUNCTION_NAME = re.compile(r"\)\s+([a-z]\w*)\(|\.func\s+([a-z]\w*)\(")
_INSTRUCTION = re.compile(r"^\s*((?:wgmma|wmma|mma|ldmatrix|stmatrix|movmatrix|tcgen05)\.[^;]*);", re.MULTILINE)
#: Those that llc may put something around: fences, commits and waits.
_ASYNCHRONOUS = re.compile(r"^\s*((?:wgmma\.mma_async\.|tcgen05\.(?!wait::))[^;]*);", re.MULTILINE)
_REGISTER = re.compile(r"%[a-z]+\d+")
#: A parameter that is read or a part of the result that is written: (opcode, registers, name, offset).
_LOAD = re.compile(r"ld\.param(?:\.v\d)?\.[a-z](\d+)\s+\{?([^}\[]*?)\}?,\s*\[\w+_(param_\d+)(?:\+(\d+))?\];")
_STORE = re.compile(r"st\.param(?:\.v\d)?\.[a-z](\d+)\s+\[func_(retval\d+)(?:\+(\d+))?\],\s*\{?([^}]*?)\}?;")
#: How an i1 parameter becomes a predicate: (register, register) of one value.
_PREDICATE = (re.compile(r"and\.b16\s+(%rs\d+), (%rs\d+), 1;"),
              re.compile(r"setp\.(?:ne\.[bsu]16\s+(?=%p\d+, %rs\d+, 0;)|eq\.[bsu]16\s+(?=%p\d+, %rs\d+, 1;))(%p\d+), (%rs\d+), [01];"))
_UNKNOWN = "<unknown>"


def functions(text):
    """The functions of a module: {name: text}."""
    found = _FUNCTION.findall(text)
    return {next(filter(None, _FUNCTION_NAME.search(function).groups())): function for function in found}


def instruction(function):
    """The one tensor-core instruction of a function, on one line; None if there is another number."""
    found = _ASYNCHRONOUS.findall(function) or _INSTRUCTION.findall(function)
    return " ".join(found[0].split()) if len(found) == 1 else None


def mnemonic(function):
    """The tensor-core instruction without its operands."""
    return instruction(function).split()[0]


def roles(function):
    """What each register carries: a parameter or a part of the result."""
    found = {}
    for width, registers, name, offset in _LOAD.findall(function):
        for index, register in enumerate(re.split(r",\s*", registers)):
            found[register] = f"<{name}+{int(offset or 0) + index * int(width) // 8}>"
    for width, name, offset, registers in _STORE.findall(function):
        for index, register in enumerate(re.split(r",\s*", registers)):
            found[register] = f"<{name}+{int(offset or 0) + index * int(width) // 8}>"
    for step in _PREDICATE:
        found |= {to: found[from_] for to, from_ in step.findall(function) if from_ in found}
    return found


def instruction_by_roles(function):
    """The tensor-core instruction with each register named for the parameter or the part of the
    result that it carries, so that the same text means the same instruction on the same data."""
    text, known = instruction(function), roles(function)
    return text and _REGISTER.sub(lambda match: known.get(match[0], _UNKNOWN), text)


def same_instruction(one, other):
    """Whether two functions have the same tensor-core instruction on the same data."""
    text = instruction_by_roles(one)
    return text is not None and _UNKNOWN not in text and text == instruction_by_roles(other)
