# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cvt as PTX 9.1 to 9.4 have it and 9.0 has not: narrow types, scales, `.pzo`.

What the older forms have not is `.rz`, `.pzo` or a scale, of conversions to narrow types. The PTX
ISA's section of cvt lists sm_107a for s2f6x2, its table of targets does not.
"""

from itertools import product

from tctools.oracle.targets import architectures, families

_RUBIN = families(107)
_NARROW = families(100, 110, 120)
_EXACT = architectures(100, 103, 107, 110, 120, 121)
_TYPES = ("e4m3x2", "e5m2x2", "e2m3x2", "e3m2x2", "e2m1x2")
_N1 = (("", ""), (".scaled::n1::ue8m0", " b"))
_N2 = (("", ""), (".scaled::n2::ue8m0", " h"))


def _register(type_):
    """Of a pair of narrow values."""
    return "b" if type_ == "e2m1x2" else "h"


def _pzo():
    for types, operands in (("{f16|bf16}", "h f"), ("{f16x2|bf16x2}", "r f f")):
        yield ("cvt pzo", f"cvt.{{rn|rz}}{{.relu}}{{.satfinite}}.pzo.{types}.f32", operands, 94,
               _RUBIN)
    yield ("cvt pzo", "cvt.{rn|rz}{.satfinite}{.relu}.pzo.tf32.f32", "r f", 94, _RUBIN)


def _to_narrow():
    for rounding, pzo, (scaled, scale), type_ in product(("rn", "rz"), ("", ".pzo"), _N1, _TYPES):
        if rounding == "rn" and not pzo and not scaled:
            continue
        for source, registers in (("f32", "f f"), ("{f16x2|bf16x2}", "r")):
            yield ("cvt to narrow",
                   f"cvt.{rounding}.satfinite{{.relu}}{pzo}{scaled}.{type_}.{source}",
                   f"{_register(type_)} {registers}{scale}", 94, _RUBIN)
    for type_ in _TYPES:
        for source in ("f16x2", "bf16x2") if type_ in ("e2m1x2", "e2m3x2", "e3m2x2") else ("bf16x2",):
            # ptxas 13.0 has this one since 8.6.
            first = 86 if (type_, source) == ("e2m1x2", "f16x2") else 91
            yield ("cvt to narrow", f"cvt.rn.satfinite{{.relu}}.{type_}.{source}",
                   f"{_register(type_)} r", first, _NARROW)


def _from_narrow():
    for type_, (scaled, scale) in product(_TYPES, _N2):
        yield ("cvt to bf16x2", f"cvt.rn{{.relu}}{{.satfinite}}{scaled}.bf16x2.{type_}",
               f"r {_register(type_)}{scale}", 92, _NARROW)


def _s2f6():
    for scaled, scale in _N2:
        for source, registers in (("f32", "f f"), ("bf16x2", "r")):
            yield ("cvt s2f6x2", f"cvt.{{rn|rz}}.satfinite{{.relu}}{scaled}.s2f6x2.{source}",
                   f"h {registers}{scale}", 91, _EXACT)
        yield ("cvt s2f6x2", f"cvt.rn{{.satfinite}}{{.relu}}{scaled}.bf16x2.s2f6x2",
               f"r h{scale}", 91, _EXACT)


def _ue5m3():
    name = "cvt ue5m3x2"
    for source, registers in (("f32", "f f"), ("{f16x2|bf16x2}", "r")):
        yield (name, f"cvt.{{rn|rz|rp}}{{.satfinite}}.ue5m3x2.{source}", f"h {registers}", 94,
               _RUBIN)
        yield (name, f"cvt.{{rn|rz}}{{.satfinite}}.scaled::n1::ue8m0.ue5m3x2.{source}",
               f"h {registers} b", 94, _RUBIN)
    yield (name, "cvt.rn.f16x2.ue5m3x2", "r h", 94, _RUBIN)
    for scaled, scale in _N2:
        yield (name, f"cvt.rn{{.satfinite}}{scaled}.bf16x2.ue5m3x2", f"r h{scale}", 94, _RUBIN)


def rows():
    """(group, pattern of mnemonics, operands, first PTX version, targets)."""
    yield from _pzo()
    yield from _to_narrow()
    yield from _from_narrow()
    yield from _s2f6()
    yield from _ue5m3()
