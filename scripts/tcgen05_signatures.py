# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Signatures of the model's tcgen05 variants, and what their immediates may be.

A row says its signature in words, `void(p6 d, i64 b, i32 !kind)`: pN is a pointer into address space N,
vN a vector of N, `!` marks an immediate. What an immediate's values are follows from its name, as
LLVM 22 has it. Where a variant is legal may depend on the kind that it is called with: those are
the rows of TCGen05Form. Standard library only.
"""

import re
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

_TYPE = re.compile(r"(?:v(\d+))?([pif])(\d+)")
_SCALARS = {"f32": "float", "f64": "double", "f16": "half"}
#: In LLVM 22's order.
KINDS = ("f16", "tf32", "f8f6f4", "i8")
_SCALED_KINDS = ("f16", "tf32")
_USAGES = ("discard", "lastuse", "fill", "use")
_SHIFTED_USAGES = ("discard", "lastuse")
#: What an offset between two halves is tried with; it has no range.
_OFFSETS = (0, 2, 4096, -1)
_SCALES = (0, 15)


@dataclass(frozen=True)
class Immediate:
    """A constant argument: its IR type and PTX's name, its place among all arguments, the values that
    it may have (None: any), and those that it is tried with together with all others."""
    type: str
    name: str
    place: int
    range: tuple
    values: tuple


class Signature(NamedTuple):
    results: tuple     # IR types
    arguments: tuple   # IR types, without the immediates
    roles: tuple       # of all arguments: (IR type, PTX's name, whether it is an immediate)
    immediates: tuple  # of Immediate


def ir_type(word):
    """The IR type that a word of a signature names."""
    match = _TYPE.fullmatch(word)
    if not match:
        raise SystemExit(f"no type of a signature: {word}")
    count, letter, size = match.groups()
    scalar = (f"ptr addrspace({size})" if size != "0" else "ptr") if letter == "p" else _SCALARS.get(letter + size, letter + size)
    return f"<{count} x {scalar}>" if count else scalar


def _immediate(kind, name, place, words):
    """`words` are those of the variant's name."""
    ranges = {
        "kind": (0, len(_SCALED_KINDS if "scale_d" in words else KINDS)),
        "cta_group": (1, 3),
        "collector_usage": (0, len(_SHIFTED_USAGES if "ashift" in words else _USAGES)),
        "collector_buffer": (0, 4),
        "scale_input_d": (0, 16),
    }
    bounds = ranges.get(name)
    values = _SCALES if name == "scale_input_d" else range(*bounds) if bounds else (0, 1) if kind == "i1" else _OFFSETS
    return Immediate(kind, name, place, bounds, tuple(values))


def parse(text, name):
    """The signature of the variant of that name."""
    results, _, arguments = text.removesuffix(")").partition("(")
    results = [word for word in re.split(r",\s*", results.strip("{}")) if word != "void"]
    plain, immediates, roles, words = [], [], [], name.split(".")
    for place, argument in enumerate(filter(None, re.split(r",\s*", arguments))):
        kind, _, role = argument.partition(" ")
        roles.append((ir_type(kind), role.removeprefix("!"), role.startswith("!")))
        if role.startswith("!"):
            immediates.append(_immediate(ir_type(kind), role[1:], place, words))
        else:
            plain.append(ir_type(kind))
    return Signature(tuple(map(ir_type, results)), tuple(plain), tuple(roles), tuple(immediates))


def choices(immediates):
    """The values that the immediates are tried with: all with all others, and each of a long range by itself."""
    if not immediates:
        return (None,)
    found = dict.fromkeys(product(*(immediate.values for immediate in immediates)))
    usual = [immediate.values[0] for immediate in immediates]
    for number, immediate in enumerate(immediates):
        if immediate.range and len(immediate.values) < len(range(*immediate.range)):
            found |= dict.fromkeys((*usual[:number], value, *usual[number + 1:]) for value in range(*immediate.range))
    return tuple(found)


def bits(values):
    return sum(bit << index for index, bit in enumerate(values))


class Forms:
    """Where a kind word, without the CTA group, is legal: the rows of TCGen05Form."""

    def __init__(self, records):
        rows = [records[name] for name in records["!instanceof"].get("TCGen05Form", ())]
        self.rows = {bits(row["KindWord"]): (bits(row["Targets"]), bits(row["FirstPTX"])) for row in rows}
        if rows:
            words = records["MMAField_MMAKind"]["Values"]
            self.kinds = [words.index(f".kind::{kind}") << records["MMASlot_TCGen05MMA_MMAKind"]["Low"] for kind in KINDS]
            above = records["MMASlot_TCGen05MMA_Stationary"]["High"] + 1
            self.mask = (1 << above) - 1 & ~(3 << records["MMASlot_TCGen05MMA_CTAGroup"]["Low"])

    def legality(self, fields, immediates):
        """(targets, first PTX version) by the number of the kind; empty where the kind is no immediate."""
        kinds = next((range(*immediate.range) for immediate in immediates if immediate.name == "kind"), ())
        return tuple(self.rows[fields & self.mask | self.kinds[kind]] for kind in kinds)
