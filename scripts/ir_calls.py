# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of intrinsics as LLVM IR: what a form's operands are in a call, and modules of functions
that are one call each.

Knows no intrinsic and no grammar of names: form_calls.py has those. Standard library only.
"""

from dataclasses import dataclass

import ptx_forms

#: What llc has to be told so that it prints nothing but the instruction, by the beginning of the family's name.
_OPTIONS = {"wgmma": ("-nvptx-wgmma-hazards=off",)}


def _is_long(kind):
    """Whether it is a vector that a function takes and returns in memory."""
    return kind.startswith(("<", "{<")) and kind != "<2 x half>" and not kind.startswith("{<2 x half>")


@dataclass(frozen=True)
class FormCall:
    """A call: the callee, its result, and its operands, each a type and a constant or None."""
    callee: str
    result: str
    operands: tuple
    options: tuple = ()

    @property
    def signature(self):
        return f"{self.result} ({', '.join(kind for kind, _ in self.operands)})"

    def declaration(self):
        return f"declare {self.result} @{self.callee}({', '.join(kind for kind, _ in self.operands)})\n"

    def function(self, name):
        """A function that is the call and returns what it returns. Long vectors come from memory
        and go there: LLVM 19 aborts where `<12 x half>` is a parameter."""
        parameters, operands, lines = [], [], []
        for i, (kind, value) in enumerate(self.operands):
            operands.append(f"{kind} {f'%a{i}' if value is None else value}")
            if value is None and _is_long(kind):
                parameters.append(f"ptr %p{i}")
                lines.append(f"%a{i} = load {kind}, ptr %p{i}")
            elif value is None:
                parameters.append(f"{kind} %a{i}")
        call, result = f"call {self.result} @{self.callee}({', '.join(operands)})", self.result
        if result == "void":
            lines += [call, "ret void"]
        elif _is_long(result):
            parameters.append("ptr %p")
            lines += [f"%d = {call}", f"store {result} %d, ptr %p", "ret void"]
            result = "void"
        else:
            lines += [f"%d = {call}", f"ret {result} %d"]
        body = "\n  ".join(lines)
        return f"define {result} @{name}({', '.join(parameters)}) {{\n  {body}\n}}\n"


def values_of(operand, element=""):
    """What an operand adds to a call: a list of (type, constant or None), or None."""
    immediates, vector = ptx_forms.immediates_of(operand), ptx_forms.vector_of(operand)
    if immediates is not None:
        return [("i16" if operand.startswith("{") else "i32", value) for value in immediates]
    if not vector:
        return None
    kinds = {"h": "i16", "r": "<2 x half>" if element == "f16" else "i32", "q": "i64", "f": "float", "d": "double", "p": "i1"}
    return [(kinds[vector[0]], None)] * vector[1]


def vector_of(operand, element):
    """What a fragment in braces adds to a call that takes it as one vector."""
    values = values_of(operand)
    if not operand.startswith("{") or not values:
        return values
    kind, count = values[0][0], len(values)
    if element == "f16" and kind == "i32":
        kind, count = "half", 2 * count
    return [(f"<{count} x {kind}>", None)]


def predicate_of(operand):
    """What a predicate adds to a call: i1, where the operand can be one."""
    return [("i1", int(operand))] if operand in ("0", "1") else values_of(operand)


def call_to(name, result, *parts):
    """The call, unless a part has no meaning in IR."""
    if result is None or None in parts:
        return None
    kinds = [kind for kind, value in result if value is None]
    if len(kinds) != len(result):
        return None
    returned = "void" if not kinds else kinds[0] if len(kinds) == 1 else "{" + ", ".join(kinds) + "}"
    options = next((options for family, options in _OPTIONS.items() if name.startswith(family)), ())
    return FormCall(f"llvm.nvvm.{name}", returned, tuple(value for part in parts for value in part), options)


def module_of(calls):
    """A module with one function for each (name, call), and a kernel, which makes it a
    program. Calls of one callee must agree in their signature."""
    return "".join(['target triple = "nvptx64-nvidia-cuda"\n',
                    *dict.fromkeys(call.declaration() for _, call in calls),
                    *(call.function(name) for name, call in calls),
                    "define ptx_kernel void @kernel() {\n  ret void\n}\n"])
