# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operands of a form (notation.py) in a call of an intrinsic. Knows no intrinsic."""

from tctools import ir
from tctools.oracle import notation


def values_of(operand, element=""):
    """What an operand adds to a call: a list of (type, constant or None), or None."""
    immediates, vector = notation.immediates_of(operand), notation.vector_of(operand)
    if immediates is not None:
        return [("i16" if operand.startswith("{") else "i32", value) for value in immediates]
    if not vector:
        return None
    kinds = {"h": "i16", "r": "<2 x half>" if element == "f16" else "i32", "q": "i64",
             "f": "float", "d": "double", "p": "i1"}
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
    if result is None or None in parts or any(value is not None for _, value in result):
        return None
    operands = tuple(value for part in parts for value in part)
    return ir.Call("call", f"llvm.nvvm.{name}", tuple(kind for kind, _ in result), operands, True)
