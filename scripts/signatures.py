# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Signatures of the model's intrinsics and instructions (TableGen/Signatures.td), as Python sees them.

Standard library only.
"""

import re
from typing import NamedTuple

_TYPE = re.compile(r"(?:v(\d+))?(p|i|f|bf)(\d+)")
_SCALARS = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double"}


class Argument(NamedTuple):
    """An argument or an operand; `kind` is its type as TableGen spells it."""
    kind: str
    name: str
    is_immediate: bool


class Signature(NamedTuple):
    results: tuple    # types as TableGen spells them
    arguments: tuple  # of Argument

    def place(self, name):
        """The position of the argument with a name, or None."""
        return next((place for place, argument in enumerate(self.arguments) if argument.name == name), None)


def read(records, row):
    """The signature of a row of the model's dump."""
    record = records[row["Signature"]["def"]]
    values = (records[value["def"]] for value in record["Arguments"])
    def name(value):
        return records[value["def"]]["Name"]
    return Signature(tuple(map(name, record["Results"])), tuple(Argument(name(v["Type"]), v["Name"], bool(v["IsImmediate"])) for v in values))


def ir_type(kind):
    """A type in LLVM IR; that of p* is a generic pointer's."""
    if kind == "p*":
        return "ptr"
    match = _TYPE.fullmatch(kind)
    if not match:
        raise SystemExit(f"no type of a signature: {kind}")
    count, letter, size = match.groups()
    scalar = (f"ptr addrspace({size})" if size != "0" else "ptr") if letter == "p" else _SCALARS.get(letter + size, letter + size)
    return f"<{count} x {scalar}>" if count else scalar
