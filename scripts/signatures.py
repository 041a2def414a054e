# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Signatures and rules of the model's rows (TableGen/Signatures.td, Legality.td), as Python sees them.

Standard library only.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

_TYPE = re.compile(r"(?:v(\d+))?(p|i|f|bf)(\d+)")
_SCALARS = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double"}


def bits(values):
    """The number that TableGen's JSON has as a list of bits."""
    return sum(bit << index for index, bit in enumerate(values))


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


@dataclass(frozen=True)
class Ruled:
    """What is legal where a rule says so, an MMALegality record."""
    rule: str
    targets: int
    target_text: str   # what a diagnostic says of the targets
    first_ptx: int
    last_ptx: int
    source: str        # section of the PTX ISA
    rejected: str      # why ptxas rejects it everywhere, though LLVM 19 prints it; empty if it does not


def read_rule(records, reference):
    """The values of a Ruled, by a reference to its record."""
    rule = records[reference["def"]]
    targets = records[rule["Targets"]["def"]]
    return (rule["Rule"], bits(targets["Mask"]), targets["Description"], bits(rule["FirstPTX"]), bits(rule["LastPTX"]),
            rule["Source"], rule["Rejected"])
