# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The part of the lattice that is wgmma: the forms that the PTX ISA promises, and their neighbours.

Promised is what stands in the PTX ISA's grammar, in its table of matrix shapes (N of 240 and 256
for integers) or in its examples (`.satfinite` behind the types, 0 and 1 for scale-d). Every N is
tried with every set of types; what does not depend on N, at one N.

Typed here and nowhere derived, like the rest of the lattice in lattice.py, which takes the
forms from here.
"""

from collections import namedtuple
from itertools import product

from tctools.oracle.points import disturbed, fragment, join, neighbours

FP8 = ("e4m3", "e5m2")
NARROW = ("e3m2", "e2m3", "e2m1")
BYTES = ("s8", "u8")
NIBBLES = ("s4", "u4")

# K is the dense one, a sparse form has twice as much. The last cells: how many immediates there
# are for signs, and for transposes of matrices in shared memory.
WGMMATypes = namedtuple("WGMMATypes", "types modifier k signs transposes")


def _sets(d, a, b, modifiers, *rest):
    return [WGMMATypes(f"{x}.{y}.{z}", modifier, *rest)
            for x, y, z, modifier in product(d.split(), a, b, modifiers.split(" "))]


WGMMA_TYPES = (
    #      D               A                        B                       modifier      K    signs
    # transposes
    *_sets("f16 f32",      ("f16",),                ("f16",),               "",           16,  2,    2),
    *_sets("f32",          ("bf16",),               ("bf16",),              "",           16,  2,    2),
    *_sets("f32",          ("tf32",),               ("tf32",),              "",           8,   2,    0),
    *_sets("f16 f32",      FP8,                     FP8,                    "",           32,  2,    0),
    *_sets("s32",          BYTES,                   BYTES,                  " satfinite", 32,  0,    0),
    *_sets("s32",          ("b1",),                 ("b1",),                "and.popc",   256, 0,    0),
)
# What they would look like if there were any.
WRONG_TYPES = (
    *_sets("f16 bf16",     ("bf16",),               ("bf16",),              "",           16,  2,    2),
    *_sets("f32",          ("f16",),                ("bf16", "e4m3"),       "",           16,  2,    2),
    *_sets("f32 f16",      ("bf16",),               ("f16",),               "",           16,  2,    2),
    *_sets("bf16 f64 s32", ("f16",),                ("f16",),               "",           16,  2,    2),
    *_sets("f16 tf32",     ("tf32",),               ("tf32",),              "",           8,   2,    0),
    *_sets("f32",          ("f32", "f16", "bf16"),  ("f32", "tf32"),        "",           8,   2,    0),
    *_sets("f64",          ("f64",),                ("f64",),               "",           4,   2,    0),
    *_sets("f64",          ("f64",),                ("f64",),               "",           8,   2,    0),
    *_sets("bf16",         FP8,                     FP8,                    "",           32,  2,    0),
    *_sets("f32",          ("e4m3",),               ("f16", "s8", *NARROW), "",           32,  2,    0),
    *_sets("f16 f32",      NARROW,                  NARROW,                 "",           32,  2,    0),
    *_sets("f32",          ("e2m1",),               ("e2m1",),              "",           64,  2,    0),
    *_sets("s32",          NIBBLES,                 NIBBLES,                " satfinite", 64,  0,    0),
    *_sets("s32",          BYTES,                   ("s4", "s16"),          "",           32,  0,    0),
    *_sets("u32 f32 f16 s8", BYTES,                 BYTES,                  "",           32,  0,    0),
    *_sets("u32 f32",      ("b1",),                 ("b1",),                "and.popc",   256, 0,    0),
)
COLUMNS = (*range(8, 257, 8), 0, 4, 12, 20, 260, 264, 272, 512)

WGMMA = namedtuple("WGMMA", "sparsity order m n k before types modifier d a b metadata selector "
                            "scale_d immediates")
_PLACES_OF_A = ("q", "{r4}")
_ORDERS = ("sync.aligned", "sync", "aligned", "", "aligned.sync", "sync.aligned.row.col")
_MODIFIERS = ("", "satfinite", "and.popc", "xor.popc", "or.popc", "and", "popc", "xor", "rn")


def wgmma_form(point):
    """Of a point, in which `d` is empty where it follows from type and shape."""
    name = join("wgmma.mma_async", point.sparsity, point.order, f"m{point.m}n{point.n}k{point.k}",
                point.before, point.types, point.modifier)
    d = point.d or fragment(64 * point.n, point.types.split(".")[0], threads=128)
    sparse = (point.metadata, point.selector) if point.sparsity else ()
    return " ".join(filter(None, [name, d, point.a, point.b, *sparse, point.scale_d,
                                  *point.immediates]))


def _transposes(types, a):
    return types.transposes if a == "q" else types.transposes // 2


def _immediates(types, a):
    return ("1",) * types.signs + ("0",) * _transposes(types, a)


def _point(types, sparse, a, n=64):
    return WGMMA(sparsity="sp" if sparse else "", order="sync.aligned", m=64, n=n,
                 k=types.k * (2 if sparse else 1), before="", types=types.types,
                 modifier=types.modifier, d="", a=a, b="q", metadata="r", selector="0", scale_d="p",
                 immediates=_immediates(types, a))


def _other_immediates(types, a):
    """All that are legal; each out of range, in a register, or not there; more than there are;
    those of other types."""
    usual = _immediates(types, a)
    yield from product(*[("1", "-1")] * types.signs, *[("0", "1")] * _transposes(types, a))
    for place in range(len(usual)):
        wrong = ("0", "2", "-2", "r") if place < types.signs else ("-1", "2", "r")
        yield from (usual[:place] + (value,) + usual[place + 1:] for value in wrong)
        yield usual[:place]
    yield from (usual + (value,) * count for value, count in product(("0", "1", "-1"), (1, 2, 4)))
    yield from (("1", "1"), ("1", "1", "0"), ("1", "1", "0", "0"))


def _columns(sparse):
    """Every N with every set of types, and types that there are not."""
    for types, a in product(WGMMA_TYPES, _PLACES_OF_A):
        point = _point(types, sparse, a)
        yield from (point._replace(n=n) for n in COLUMNS)
        yield from (point._replace(n=n, before=point.modifier, modifier="")
                    for n in (8, 40, 64, 240, 256))
    for types, a, n in product(WRONG_TYPES, _PLACES_OF_A, (8, 64, 256)):
        yield _point(types, sparse, a, n)


def _one_of_each():
    """A set of types for each K, modifier and list of operands."""
    return list({types[1:]: types for types in WGMMA_TYPES}.values())


def _other_operands(sparse):
    """What stands in place of each operand, with every set of types."""
    nothing = WGMMA(*[()] * len(WGMMA._fields))
    for types, a in product(WGMMA_TYPES, _PLACES_OF_A):
        axes = nothing._replace(
            d=("{r8}", "{r16}", "{r32}", "{r64}", "{f16}", "{f32}", "{f64}", "{h64}"),  # legal are 16 or 32
            a=("[q]", "{r1}", "{r2}", "{r8}", "{f4}", "{h4}", "{q2}", "r"),
            b=("[q]", "r", "{r2}", "{r4}", "0"),
            scale_d=("0", "1", "2", "-1", "!p", "r", "h", "{p1}", ""),
            immediates=tuple(_other_immediates(types, a)))
        if sparse:
            axes = axes._replace(metadata=("{r1}", "q", "0"),
                                 selector=("1", "2", "3", "4", "-1", "r"))
        yield from neighbours([_point(types, sparse, a)], axes, 1)


def _other_words(sparse):
    """What stands in place of each word, other types among them; selector against scale-d."""
    every = [types.types for types in (*WGMMA_TYPES, *WRONG_TYPES)]
    for types, a in product(_one_of_each(), _PLACES_OF_A):
        point = _point(types, sparse, a)
        yield from (point._replace(order=order) for order in _ORDERS)
        yield from (point._replace(m=m) for m in (0, 8, 16, 32, 128))
        yield from (point._replace(before=before) for before in _MODIFIERS)
        yield from (point._replace(types=other) for other in every)
        yield from (point._replace(modifier=modifier) for modifier in _MODIFIERS)
        yield from (point._replace(k=k) for k in (4, 8, 16, 32, 64, 128, 256, 512))
        if sparse:
            yield from (point._replace(sparsity=other)
                        for other in ("sp::ordered_metadata", "sp::unordered"))
            yield from (point._replace(selector=selector, scale_d=scale_d)
                        for selector, scale_d in product("012", "p01"))


def _forms(sparse):
    yield from map(wgmma_form, (*_columns(sparse), *_other_operands(sparse), *_other_words(sparse)))
    for types, a in product(_one_of_each(), _PLACES_OF_A):
        yield from disturbed(wgmma_form(_point(types, sparse, a, n=8)))


def wgmma():
    yield from _forms(sparse=False)


def wgmma_sp():
    yield from _forms(sparse=True)


def wgmma_sync():
    counts = (0, 1, 7, 8, 63, 64, 255, 1000, 2**31, 2**32, 2**63 - 1, 2**63, -1, -2**31, -2**63)
    for action, order in product(("fence", "commit_group", "wait_group"), _ORDERS):
        name = join("wgmma", action, order)
        yield name
        yield from (f"{name} {operand}"
                    for operand in (*counts, "r", "q", "p", "{r1}", "[q]", "0 0"))
        yield from disturbed(f"{name} 0")
