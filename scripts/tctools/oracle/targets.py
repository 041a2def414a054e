# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The targets of PTX 9.4 and which includes which, typed from the PTX ISA (section ".target").

A target without a suffix has what those before it have. With the suffix f it also has what earlier
members of its family have with f; families do not include each other. With the suffix a it has what
it has with f, and something of its own, which no other target includes. sm_101 is the older name of
sm_110.
"""

import re

ALL = ("sm_70", "sm_72", "sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_90a",
       *(f"sm_{number}{suffix}" for number in (100, 101, 103, 107, 110, 120, 121)
         for suffix in ("", "f", "a")))
_FAMILIES = ((100, 103, 107), (110,), (120, 121))


def number_of(name):
    """The number; 110 of sm_101."""
    number = int(re.search(r"\d+", name)[0])
    return 110 if number == 101 else number


def from_(first):
    """Every target from this number on."""
    return frozenset(name for name in ALL if number_of(name) >= first)


def architectures(*numbers):
    """The targets of these numbers with the suffix a."""
    return frozenset(name for name in ALL if name[-1] == "a" and number_of(name) in numbers)


def families(*numbers):
    """What has the features of these targets with the suffix f."""
    members = {member for family in _FAMILIES for first in numbers if first in family
               for member in family if member >= first}
    return frozenset(name for name in ALL if name[-1] in "fa" and number_of(name) in members)
