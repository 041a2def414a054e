# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The part of the lattice that is tcgen05.mma: dense, sparse, block-scaled, weight-stationary.

Promised is what stands in the PTX ISA's grammar, with what its prose adds: a disable-output-lane
vector of four registers for one CTA and of eight for two, scale-input-d from 0 to 15 and with the
kinds f16 and tf32 only, .ashift for a matrix A in tensor memory and not with .collector::a::fill
and ::use, the sizes of scale vectors of each kind. All qualifiers are tried with all others; what
stands in place of an operand, with one of each.

Typed here and nowhere derived, like the rest of the lattice in lattice.py, which takes the
forms from here.
"""

from collections import namedtuple
from itertools import product

from tctools.oracle.points import disturbed, join, neighbours
from tctools.oracle.lattice_tcgen05 import GROUPS, WRONG_GROUPS

PLAIN_KINDS = ("f16", "tf32", "f8f6f4", "i8")
SCALE_VECTORS = {
    "mxf8f6f4": ("", "scale_vec::1X", "block32"),
    "mxf4":     ("", "scale_vec::2X", "block32"),
    "mxf4nvf4": ("scale_vec::2X", "scale_vec::4X", "block16", "block32"),
}
_KINDS = (*PLAIN_KINDS, *SCALE_VECTORS)
_WRONG_KINDS = ("", "bf16", "f8", "f32", "f64", "s8", "mxf8", "mxf6", "nvf4", "b1")
_VECTORS = ("", "scale_vec::1X", "scale_vec::2X", "scale_vec::4X", "block16", "block32")
_USAGES = ("discard", "lastuse", "fill", "use")
COLLECTORS_A = ("", *(f"collector::a::{usage}" for usage in _USAGES))
COLLECTORS_B = ("", *(f"collector::b{buffer}::{usage}"
                      for buffer, usage in product(range(4), _USAGES)))
_WRONG_COLLECTORS = ("collector::a", "collector::a::keep", "collector::b::fill",
                     "collector::b0::fill", "collector::b4::fill", "collector::b0",
                     "collector::d::fill", "collector::a0::fill")
_PLACES_OF_A = ("q", "[r]")

#: The words as they stand, then the operands. `scales` are those of the block scales, a blank
#: between two.
MMA = namedtuple("MMA", "weight sparsity group kind block vector ashift collector d a b metadata "
                        "idesc scales lanes enable scale_d mask")


def mma_form(point):
    name = join("tcgen05.mma", point.weight, point.sparsity, point.group,
                f"kind::{point.kind}" if point.kind else "", point.block,
                point.vector, point.ashift, point.collector)
    metadata = point.metadata if point.sparsity else ""
    return " ".join(filter(None, [name, point.d, point.a, point.b, metadata, point.idesc,
                                  point.scales, point.lanes, point.enable,
                                  point.scale_d, point.mask]))


def _point(sparsity, group, kind, a, block=False, vector="", ashift="", collector="", lanes="",
           scale_d=""):
    return MMA("", sparsity, group, kind, "block_scale" if block else "", vector, ashift, collector, "[r]", a, "q", "[r]", "r",
               "[r] [r]" if block else "", lanes, "p", scale_d, "")


def _weight_stationary(sparsity, kind, a, collector="", mask=""):
    return _point(sparsity, GROUPS[0], kind, a,
                  collector=collector)._replace(weight="ws", mask=mask)


def _lanes(group):
    return "{r4}" if group == GROUPS[0] else "{r8}"


def _promised(sparsity):
    for group, kind, a, collector in product(GROUPS, PLAIN_KINDS, _PLACES_OF_A, COLLECTORS_A):
        shifts = ("",) if a == "q" or collector.endswith(("fill", "use")) and not collector.endswith("lastuse") else ("", "ashift")
        scales = ("", "0", "15") if kind in ("f16", "tf32") else ("",)
        for ashift, lanes, scale_d in product(shifts, ("", _lanes(group)), scales):
            yield _point(sparsity, group, kind, a, ashift=ashift, collector=collector, lanes=lanes,
                         scale_d=scale_d)
    for group, (kind, vectors), a, collector in product(GROUPS, SCALE_VECTORS.items(), _PLACES_OF_A,
                                                        COLLECTORS_A):
        yield from (_point(sparsity, group, kind, a, True, vector, collector=collector)
                    for vector in vectors)


def _qualifiers(sparsity):
    """All with all others."""
    for group, kind, a, ashift, collector in product(GROUPS, _KINDS, _PLACES_OF_A, ("", "ashift"),
                                                     COLLECTORS_A):
        for lanes, scale_d in product(("", "{r4}", "{r8}"), ("", "0")):
            yield _point(sparsity, group, kind, a, ashift=ashift, collector=collector, lanes=lanes,
                         scale_d=scale_d)
        yield from (_point(sparsity, group, kind, a, True, vector, ashift, collector)
                    for vector in _VECTORS)


#: What stands in place of each word and each operand.
_AXES = MMA(
    weight=("ws",), sparsity=("", "sp", "sp::ordered_metadata"), group=GROUPS + WRONG_GROUPS,
    kind=_KINDS + _WRONG_KINDS, block=("", "block_scale"),
    vector=(*_VECTORS, "block64", "scale_vec::8X"), ashift=("", "ashift"),
    collector=(*COLLECTORS_A, *_WRONG_COLLECTORS),
    d=("r", "[q]", "{f4}", "q"), a=("q", "[r]", "r", "[q]", "d", "0", "{r4}"),
    b=("[r]", "[q]", "r", "d", "0"), metadata=("r", "q", "[q]", "0", ""),
    idesc=("q", "[r]", "f", "0", "{r1}", "138412048", ""),
    scales=("", "[r]", "[r] [r]", "[r] [r] [r]", "r r", "[r] r", "[q] [q]", "q [r]"),
    lanes=("", "r", "{r1}", "{r2}", "{r4}", "{r8}", "{r16}", "{f4}", "{f8}", "{0:0:0:0}"),
    enable=("0", "1", "2", "-1", "!p", "r", "{p1}", ""),
    scale_d=("", *map(str, range(17)), "-1", "r", "p", "[r]"), mask=("", "q", "p", "p 0", "0 0"))

#: Of these, two at once.
_PAIRS = MMA(
    weight=("ws",), sparsity=("", "sp"), group=("cta_group::2", ""),
    kind=("tf32", "i8", "mxf4", ""), block=("", "block_scale"),
    vector=("", "scale_vec::4X", "block32"), ashift=("", "ashift"),
    collector=("", "collector::a::use", "collector::b1::fill"),
    d=("r",), a=("q", "[r]", "r"), b=("[r]",), metadata=("r", ""), idesc=("q", "0", ""),
    scales=("", "[r]", "[r] [r]"), lanes=("", "r", "{r4}", "{r8}"), enable=("1", "!p", "r", ""),
    scale_d=("", "0", "16", "r"), mask=("", "q", "p"))


def _one_of_each(sparsity):
    for number, (kind, a) in enumerate(product(PLAIN_KINDS, _PLACES_OF_A)):
        one, other = GROUPS[::-1] if number // 2 % 2 else GROUPS
        yield _point(sparsity, one, kind, a)
        yield _point(sparsity, other, kind, a, ashift="ashift" if a == "[r]" else "", collector="collector::a::lastuse", lanes=_lanes(other))
    for (kind, vectors), a in product(SCALE_VECTORS.items(), _PLACES_OF_A):
        yield from (_point(sparsity, GROUPS[number % 2], kind, a, True, vector)
                    for number, vector in enumerate(vectors))


def _few(sparsity):
    yield _point(sparsity, GROUPS[0], "f16", "q")
    yield _point(sparsity, GROUPS[1], "i8", "[r]", collector="collector::a::fill")
    yield _point(sparsity, GROUPS[0], "mxf4nvf4", "[r]", True, "block16")


def _forms(sparsity):
    yield from map(mma_form, (*_promised(sparsity), *_qualifiers(sparsity),
                              *neighbours(list(_one_of_each(sparsity)), _AXES, 1),
                              *neighbours(list(_few(sparsity)), _PAIRS, 2)))
    for point in (*_few(sparsity), _point(sparsity, GROUPS[1], "tf32", "[r]", ashift="ashift",
                                          collector="collector::a::lastuse",
                                          lanes="{r8}", scale_d="3")):
        yield from disturbed(mma_form(point))


def mma():
    yield from _forms("")


def mma_sp():
    yield from _forms("sp")


def mma_ws():
    axes = _AXES._replace(weight=("", "ws"),
                          collector=(*COLLECTORS_B, *COLLECTORS_A[1:], *_WRONG_COLLECTORS),
                          mask=("", "q", "r", "[r]", "0", "15", "-1", "p", "d", "q q"))
    for sparsity, kind, a in product(("", "sp"), PLAIN_KINDS, _PLACES_OF_A):
        yield from (mma_form(_weight_stationary(sparsity, kind, a, collector, mask))
                    for collector, mask in product(COLLECTORS_B, ("", "q")))
    each = [_weight_stationary(sparsity, kind, a)
            for sparsity, kind, a in product(("", "sp"), PLAIN_KINDS, _PLACES_OF_A)]
    few = [_weight_stationary("", "f16", "q"),
           _weight_stationary("sp", "i8", "[r]", "collector::b2::use", "q")]
    yield from map(mma_form, (*neighbours(each, axes, 1), *neighbours(few, _PAIRS, 2)))
    for sparsity, kind, vector, a in product(("", "sp"), _KINDS, _VECTORS, _PLACES_OF_A):
        scaled = _weight_stationary(sparsity, kind, a)._replace(block="block_scale", vector=vector)
        yield from (mma_form(point) for point in (scaled, scaled._replace(scales="[r] [r]")))
    for point in few:
        yield from disturbed(mma_form(point))
