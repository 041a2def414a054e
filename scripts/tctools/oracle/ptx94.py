# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The forms that PTX 9.1 to 9.4 added, and the targets that accept each in PTX 9.4.

The modules ptx94_*.py have them, family by family, typed from the PTX ISA. Forms that mean the same
are one, with all of its spellings (patterns.py). Operands are in the notation of notation.py. Two
facts are of no one form: what sm_107 has of the forms of PTX 9.0, and which spellings are newer
than the form.
"""

import re
from collections import defaultdict
from dataclasses import dataclass

from tctools.oracle import (notation, patterns, ptx94_arithmetic, ptx94_barriers,
                            ptx94_conversions, ptx94_copies, ptx94_mma, ptx94_tensor_copies,
                            ptx94_warp)

_MODULES = (ptx94_mma, ptx94_warp, ptx94_barriers, ptx94_copies, ptx94_tensor_copies,
            ptx94_conversions, ptx94_arithmetic)
#: Words that are newer than what they mean.
_NEWER_WORDS = (("multicast::cluster::16b", 94), ("cp.async.bulk.weak.", 93))
#: Which of its older forms sm_107a has, and sm_107f has not.
_OWN_OF_107A = re.compile(r"tcgen05\.shift\.|tcgen05\.mma\.sp\.[^ ]*kind::mxf4(nvf4)?\."
                          r"|tensormap\.replace\.tile\.swizzle_mode\.[^ ]* \[q\] 4$"
                          r"|cvt\.rs\.|cvt\.[^ ]*s2f6x2")
#: Operands of one size are one to ptxas: .f32 and .b32.
_ALIKE = str.maketrans("fd", "rq")


@dataclass(frozen=True)
class Form:
    group: str
    mnemonic: str       # the canonical spelling
    spellings: tuple    # all of them
    operands: tuple     # in the notation
    first_ptx: int
    targets: frozenset  # that accept it in PTX 9.4

    def __str__(self):
        return " ".join([self.mnemonic, *self.operands])


def forms():
    """All of them, each once."""
    found = {}
    for module in _MODULES:
        for group, pattern, operands, first_ptx, targets in module.rows():
            for mnemonic, spellings in patterns.spellings(pattern).items():
                form = Form(group, mnemonic, tuple(spellings), tuple(operands.split()), first_ptx,
                            targets)
                other = found.setdefault((mnemonic, form.operands), form)
                if (other.first_ptx, other.targets) != (first_ptx, targets):
                    raise ValueError(f"{form}: typed twice, and not alike")
    return list(found.values())


def first_ptx_of_words(mnemonic):
    """The first PTX version that can write it; what it means may be older."""
    return max((ptx for words, ptx in _NEWER_WORDS if words in mnemonic), default=0)


def own_of_107a(printed):
    """Whether sm_107a has this form of PTX 9.0, and sm_107f has not."""
    return bool(_OWN_OF_107A.match(printed))


def _fits(printed, expected):
    """Whether an operand is the expected one: numbers may stand for registers, and one register
    for a vector of one. What fills eight bits of an address's vector may be a wider register."""
    def plain(operand):
        operand = re.sub(r"^\{([a-z])1\}$", r"\1", operand).translate(_ALIKE)
        return operand.replace("{b", "{h") if operand.startswith("[") else operand

    printed, expected = plain(printed), plain(expected)
    if re.fullmatch(r"-?\d+", printed):
        return expected in ("h", "r", "q") or bool(re.fullmatch(r"-?\d+", expected))
    return printed == expected


class Lookup:
    """Which form a printed instruction is."""

    def __init__(self, found):
        self._by_spelling = defaultdict(list)
        for form in found:
            for spelling in form.spellings:
                self._by_spelling[spelling].append(form)

    def has(self, mnemonic):
        """Whether it is a spelling of one of the forms."""
        return mnemonic in self._by_spelling

    def form_of(self, printed):
        """The form that it is, or None."""
        mnemonic, operands = notation.split(printed)
        for form in self._by_spelling.get(mnemonic, ()):
            if len(operands) == len(form.operands) and all(map(_fits, operands, form.operands)):
                return form
        return None

    def canonical(self, mnemonic):
        """The canonical spelling of a mnemonic; itself if no form has it."""
        return next((form.mnemonic for form in self._by_spelling.get(mnemonic, ())), mnemonic)
