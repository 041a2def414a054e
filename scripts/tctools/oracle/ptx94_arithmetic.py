# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packed arithmetic as PTX 9.4 has it and 9.0 has not: mixed precision, FP8 to FP4, comparisons.

`.rn` is what they round to unless they are told. The PTX ISA prints the halves of b of the mixed
fma as 16 bits wide; its type says .f32x2, and so does ptxas 13.4. The order is `.rz.ftz` with add
and sub, and `.ftz.rz` with mul.
"""

from itertools import product

from tctools.oracle.targets import architectures, families

_RUBIN = families(107)
_RESULTS = ("e5m2x4", "e4m3x4")
_QUADRUPLES = (*_RESULTS, "e3m2x4", "e2m3x4", "e2m1x4", "e2m1p4x4", "ue8m0x4")


def _mixed():
    name = "mixed precision"
    yield (name, "{add|sub}{.rz|.rm|.rp|<.rn>}.f32x2.{f16x2|bf16x2}.f32x2", "q r q", 94, _RUBIN)
    yield (name, "{add|sub}.rz.{ftz.f16x2|bf16x2}.f32x2.f32x2", "r q q", 94, _RUBIN)
    yield (name, "fma.{rn|rz|rm|rp}.f32x2.{f16x2|bf16x2}.f32x2.f32x2", "q r q q", 94, _RUBIN)
    yield (name, "mul.{ftz.rz.f16x2|rz.bf16x2}.f32x2.f32x2", "r q q", 94, _RUBIN)
    yield (name, "mul.{bf16x2.bf16x2.f16x2|f16x2.f16x2.bf16x2}", "r r r", 94, _RUBIN)


def _register(type_):
    """Of four values; e2m1x4 has four bits each."""
    return "h" if type_ == "e2m1x4" else "r"


def _quadruples():
    name, targets, head = "FP8 to FP4 arithmetic", architectures(100, 103), "<.rn>{.satfinite}"
    for result, a in product(_RESULTS, _QUADRUPLES):
        yield (name, f"{{add|sub}}{head}.{result}.{a}", f"r {_register(a)} r", 94, targets)
        for b in _QUADRUPLES:
            operands = f"r {_register(a)} {_register(b)}"
            yield (name, f"mul{head}.{result}.{a}.{b}", operands, 94, targets)
            yield (name, f"fma{head}.{result}.{a}.{b}", operands + " r", 94, targets)


def _comparisons():
    yield ("set", "set.{eq|ne|lt|le|gt|ge}.{u8x4|s8x4|u16x2|s16x2}", "r r r", 94, _RUBIN)
    yield ("set", "set.{lo|ls|hi|hs}.{u8x4|u16x2}", "r r r", 94, _RUBIN)


def rows():
    """(group, pattern of mnemonics, operands, first PTX version, targets)."""
    yield from _mixed()
    yield from _quadruples()
    yield from _comparisons()
