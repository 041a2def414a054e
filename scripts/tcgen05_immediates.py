# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the immediates of the model's tcgen05 variants may be.

That follows from their names, as LLVM 22 has it. Where a variant is legal may depend on the kind that it
is called with: those are the rows of TCGen05Form. Standard library only.
"""

from dataclasses import dataclass
from itertools import product

from signatures import Ruled, bits, ir_type, read_rule

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


def of(signature, name):
    """The immediates in the signature of the variant of that name."""
    return tuple(_immediate(ir_type(argument.kind), argument.name, place, name.split("."))
                 for place, argument in enumerate(signature.arguments) if argument.is_immediate)


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


class Forms:
    """Where a kind word, without the CTA group, is legal: the rows of TCGen05Form."""

    def __init__(self, records):
        rows = [records[name] for name in records["!instanceof"].get("TCGen05Form", ())]
        rules = {bits(row["KindWord"]): Ruled(*read_rule(records, row["Legality"])) for row in rows}
        self.rows = {word: (rule.targets, rule.first_ptx) for word, rule in rules.items()}
        if rows:
            words = records["MMAField_MMAKind"]["Values"]
            self.kinds = [words.index(f".kind::{kind}") << records["MMASlot_TCGen05MMA_MMAKind"]["Low"] for kind in KINDS]
            above = records["MMASlot_TCGen05MMA_Stationary"]["High"] + 1
            self.mask = (1 << above) - 1 & ~(3 << records["MMASlot_TCGen05MMA_CTAGroup"]["Low"])

    def legality(self, fields, immediates):
        """(targets, first PTX version) by the number of the kind; empty where the kind is no immediate."""
        kinds = next((range(*immediate.range) for immediate in immediates if immediate.name == "kind"), ())
        return tuple(self.rows[fields & self.mask | self.kinds[kind]] for kind in kinds)
