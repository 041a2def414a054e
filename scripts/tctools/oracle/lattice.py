# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lattice: the forms that the PTX ISA promises, and their neighbours, most of them illegal.

Each family is a set of points: one value on each of its axes (shape, types, layouts and so on).
The promised points are typed from the PTX ISA's tables, and a sweep takes them with every point
that differs from one of them in a few axes. What a fragment's operand looks like follows from
shape and type. Forms whose words or operands are disturbed (swapped, left out, of another
size or class) are made of a few. points.py has the means; lattice_wgmma.py,
lattice_tcgen05.py and lattice_tcgen05_mma.py have the forms of wgmma and tcgen05.

Typed here and nowhere derived: neither the model nor llc is asked, so that a row that is missing
or wrong there is found. The notation is that of notation.py.
"""

import re
from collections import namedtuple
from itertools import product

from tctools.oracle import lattice_tcgen05, lattice_tcgen05_mma, lattice_wgmma, notation
from tctools.oracle.points import disturbed, extents, fragment, join, neighbours, quadruples, rows

LAYOUT_PAIRS = ("row.col", "row.row", "col.row", "col.col")
FP8 = ("e4m3", "e5m2")
NARROW = (*FP8, "e3m2", "e2m3", "e2m1")
BYTES = ("s8", "u8")
NIBBLES = ("s4", "u4")
SPACES = ("", "global", "shared", "shared::cta", "shared::cluster", "local", "const", "param")

# wmma.

WMMA_SHAPES = ("m16n16k16", "m8n32k16", "m32n8k16", "m16n16k8", "m8n8k4", "m8n8k32", "m8n8k128",
               "m16n8k16", "m8n8k16")
WMMA_TYPES = ("f16", "bf16", "tf32", "f32", "f64", "s8", "u8", "s4", "u4", "b1", "s32", "e4m3")
_LARGE = "m16n16k16 m8n32k16 m32n8k16"

WMMAMove = namedtuple("WMMAMove", "matrix layout shape type aligned")
WMMA_MULTIPLICANDS = list(rows(WMMAMove, (
    ("a b", "row col", _LARGE,      "f16 bf16 s8 u8", "aligned"),
    ("a b", "row col", "m16n16k8",  "tf32",           "aligned"),
    ("a b", "row col", "m8n8k4",    "f64",            "aligned"),
    ("a",   "row",     "m8n8k32",   "s4 u4",          "aligned"),
    ("b",   "col",     "m8n8k32",   "s4 u4",          "aligned"),
    ("a",   "row",     "m8n8k128",  "b1",             "aligned"),
    ("b",   "col",     "m8n8k128",  "b1",             "aligned"),
)))
_WMMA_ACCUMULATORS = (
    ("row col", _LARGE,             "f16 f32 s32",    "aligned"),
    ("row col", "m16n16k8",         "f32",            "aligned"),
    ("row col", "m8n8k4",           "f64",            "aligned"),
    ("row col", "m8n8k32 m8n8k128", "s32",            "aligned"),
)


def wmma_fragment(matrix, shape, type_):
    m, n, k = extents(shape)
    if matrix in "ab" and type_ == "f16":
        return "{r8}"  # held twice
    return fragment({"a": m * k, "b": k * n, "c": m * n, "d": m * n}[matrix], type_)


def _wmma_moves(action, promised, matrices):
    def form(point, space="", *stride):
        name = join(f"wmma.{action}", point.matrix, "sync", point.aligned, point.layout,
                    point.shape, space, point.type)
        operands = [wmma_fragment(point.matrix, point.shape, point.type), "[q]"]
        return " ".join([name, *(operands if action == "load" else operands[::-1]), *stride])

    axes = (matrices, ("row", "col"), WMMA_SHAPES, WMMA_TYPES, ("aligned", ""))
    yield from map(form, neighbours(promised, axes, 2))
    for point, space in product(promised, SPACES):
        yield form(point, space)
        yield form(point, space, "r")
    yield from (form(point, "", stride) for point in promised[::7] for stride in ("16", "q", "d"))
    for point in promised[::17]:
        yield from disturbed(form(point, "shared", "r"))


def wmma_load():
    accumulators = list(rows(WMMAMove, [("c", *row) for row in _WMMA_ACCUMULATORS]))
    yield from _wmma_moves("load", WMMA_MULTIPLICANDS + accumulators, ("a", "b", "c", "d"))


def wmma_store():
    yield from _wmma_moves("store",
                           list(rows(WMMAMove, [("d", *row) for row in _WMMA_ACCUMULATORS])),
                           ("c", "d"))


WMMA = namedtuple("WMMA", "operation aligned layouts shape rounding types satfinite")
_HALF_ACCUMULATORS = "f16.f16 f16.f32 f32.f16 f32.f32"
WMMA_POINTS = list(rows(WMMA, (
    ("",                  "aligned", LAYOUT_PAIRS, _LARGE,     "",               _HALF_ACCUMULATORS,               " satfinite"),
    ("",                  "aligned", LAYOUT_PAIRS, _LARGE,     "",               "f32.bf16.bf16.f32",              ""),
    ("",                  "aligned", LAYOUT_PAIRS, "m16n16k8", "",               "f32.tf32.tf32.f32",              ""),
    ("",                  "aligned", LAYOUT_PAIRS, "m8n8k4",   " rn rz rm rp",   "f64.f64.f64.f64",                ""),
    ("",                  "aligned", LAYOUT_PAIRS, _LARGE,     "",               "s32.s8.s8.s32 s32.u8.u8.s32",    " satfinite"),
    ("",                  "aligned", "row.col",    "m8n8k32",  "",               "s32.s4.s4.s32 s32.u4.u4.s32",    " satfinite"),
    ("xor.popc and.popc", "aligned", "row.col",    "m8n8k128", "",               "s32.b1.b1.s32",                  ""),
)))
_WMMA_ODD_TYPES = ("bf16.f32", "f32.f16.f16.f32", "f16.bf16.bf16.f16", "f32.bf16.f16.f32",
                   "f16.tf32.tf32.f16", "f32.e4m3.e4m3.f32", "s32.s8.u8.s32", "s32.s4.u4.s32",
                   "s32.s8.s4.s32", "f32.s8.s8.f32")
_OPERATIONS = ("", "xor.popc", "and.popc", "or.popc", "xor", "popc")


def wmma_form(point):
    types = point.types.split(".")
    types = [types[0], "f16", "f16", types[1]] if len(types) == 2 else types
    name = join("wmma.mma", point.operation, "sync", point.aligned, point.layouts, point.shape,
                point.rounding, point.types, point.satfinite)
    return " ".join([name, *(wmma_fragment(matrix, point.shape, type_)
                             for matrix, type_ in zip("dabc", types))])


def wmma_mma():
    types = (*dict.fromkeys(point.types for point in WMMA_POINTS), *_WMMA_ODD_TYPES)
    axes = WMMA(_OPERATIONS, ("aligned", ""), LAYOUT_PAIRS, WMMA_SHAPES, ("", "rn"), types,
                ("", "satfinite"))
    each = list({(point.types, point.rounding): point for point in reversed(WMMA_POINTS)
                 if not point.satfinite}.values())
    each = [point for point in each if not point.rounding]
    yield from map(wmma_form, neighbours(WMMA_POINTS, axes._replace(types=()), 1))
    yield from map(wmma_form, neighbours(each, axes, 2))
    for point in each[::3]:
        yield from disturbed(wmma_form(point))


# mma.sync, dense and sparse.

MMA_SHAPES = (*(f"m8n8k{k}" for k in (4, 8, 16, 32, 64, 128, 256)),
              *(f"m16n8k{k}" for k in (4, 8, 16, 32, 64, 128, 256, 512)),
              "m16n16k16", "m8n32k16")
_KINDS = ("", "f8f6f4", "mxf8f6f4", "mxf4")
_ROUNDINGS = ("rn", "rz", "rm", "rp")
_ODD_TYPES = ("f16.f16.f16.f32", "f32.f16.f16.f16", "f32.f16.bf16.f32", "f16.bf16.bf16.f16",
              "bf16.bf16.bf16.bf16", "f16.tf32.tf32.f16", "f32.tf32.bf16.f32", "f32.f32.f32.f32",
              "bf16.e4m3.e4m3.bf16", "f32.e4m3.f16.f32", "f16.e4m3.e4m3.f32", "f32.e4m3.e4m3.f16",
              "f32.s8.s8.f32", "s32.s16.s16.s32", "s32.s8.s4.s32", "s32.u4.u8.s32",
              "u32.u8.u8.u32", "f64.f32.f32.f64")
_NARROW_TYPES = quadruples(("f16", "f32"), NARROW, NARROW)
_FP8_TYPES = quadruples(("f16", "f32"), FP8, FP8)
_BYTE_TYPES = quadruples(("s32",), BYTES, BYTES)
_NIBBLE_TYPES = quadruples(("s32",), NIBBLES, NIBBLES)
_PLAIN = ("",)

MMA = namedtuple("MMA", "shape layouts kind modifier types operation")
MMA_POINTS = list(rows(MMA, (
    ("m8n8k4",                           LAYOUT_PAIRS, _PLAIN,   _PLAIN,            "f16.f16.f16.f16 f32.f16.f16.f16 f32.f16.f16.f32", _PLAIN),
    ("m16n8k8 m16n8k16",                 "row.col",    _PLAIN,   _PLAIN,            "f16.f16.f16.f16 f32.f16.f16.f32 f32.bf16.bf16.f32", _PLAIN),
    ("m16n8k4 m16n8k8",                  "row.col",    _PLAIN,   _PLAIN,            "f32.tf32.tf32.f32", _PLAIN),
    ("m8n8k4 m16n8k4 m16n8k8 m16n8k16",  "row.col",    _PLAIN,   ("", *_ROUNDINGS), "f64.f64.f64.f64",   _PLAIN),
    ("m8n8k16 m16n8k16 m16n8k32",        "row.col",    _PLAIN,   " satfinite",      _BYTE_TYPES,         _PLAIN),
    ("m8n8k32 m16n8k32 m16n8k64",        "row.col",    _PLAIN,   " satfinite",      _NIBBLE_TYPES,       _PLAIN),
    ("m8n8k128 m16n8k128 m16n8k256",     "row.col",    _PLAIN,   _PLAIN,            "s32.b1.b1.s32",     "xor.popc and.popc"),
    ("m16n8k16 m16n8k32",                "row.col",    _PLAIN,   _PLAIN,            _FP8_TYPES,          _PLAIN),
    ("m16n8k32",                         "row.col",    "f8f6f4", _PLAIN,            _NARROW_TYPES,       _PLAIN),
)))


def _kind(kind):
    return f"kind::{kind}" if kind else ""


def mma_operands(shape, types, sparse=False, bits=None):
    """D, A, B, C; a sparse A is held without its zeros, m8n8k4 is one mma for every quad pair."""
    m, n, k = extents(shape)
    d, a, b, c = types.split(".")
    threads = 8 if shape == "m8n8k4" and a != "f64" else 32
    return [fragment(m * n, d, threads), fragment(m * k // (2 if sparse else 1), a, threads, bits),
            fragment(k * n, b, threads, bits), fragment(m * n, c, threads)]


def mma_form(point):
    name = join("mma.sync.aligned", point.shape, point.layouts, _kind(point.kind), point.modifier,
                point.types, point.operation)
    return " ".join([name, *mma_operands(point.shape, point.types)])


def _one_of_each(points):
    """One promised point for each kind of types: signs and floating-point formats aside."""
    seen = {}
    for point in points:
        kind = re.sub(r"u(?=\d)", "s", re.sub(r"e\dm\d", "e4m3", point.types))
        seen.setdefault((kind, point.kind), point)
    return list(seen.values())


def _with_all_types(points, types):
    """Each shape and kind of the points with each of their types and those of `types`."""
    types = dict.fromkeys([*(point.types for point in points), *types])
    places = {(point.shape, point.kind): point for point in reversed(points)}
    return [point._replace(types=type_) for point, type_ in product(places.values(), types)]


def mma():
    each = _one_of_each(MMA_POINTS)
    few_types = (*dict.fromkeys(point.types for point in each), *_ODD_TYPES)
    axes = MMA(MMA_SHAPES, LAYOUT_PAIRS, _KINDS, ("", "satfinite", "rn"), few_types, _OPERATIONS)
    yield from map(mma_form, neighbours(MMA_POINTS, axes._replace(types=()), 1))
    yield from map(mma_form, neighbours(each, axes, 2))
    yield from map(mma_form, _with_all_types(MMA_POINTS, few_types))
    for point in each:
        yield from disturbed(mma_form(point))


MMASp = namedtuple("MMASp", "sparsity shape layouts kind modifier types selector")
_EITHER = ("sp", "sp::ordered_metadata")
_ORDERED = ("sp::ordered_metadata",)
MMA_SP_POINTS = list(rows(MMASp, (
    (_EITHER,  "m16n8k16 m16n8k32",  "row.col", _PLAIN,   _PLAIN,       "f16.f16.f16.f16 f32.f16.f16.f32 f32.bf16.bf16.f32", "0 1"),
    (_EITHER,  "m16n8k16",           "row.col", _PLAIN,   _PLAIN,       "f16.f16.f16.f16 f32.f16.f16.f32 f32.bf16.bf16.f32", "2 3"),
    (_EITHER,  "m16n8k8",            "row.col", _PLAIN,   _PLAIN,       "f32.tf32.tf32.f32", "0 1 2 3"),
    (_EITHER,  "m16n8k16",           "row.col", _PLAIN,   _PLAIN,       "f32.tf32.tf32.f32", "0 1"),
    (_EITHER,  "m16n8k32",           "row.col", _PLAIN,   " satfinite", _BYTE_TYPES,         "0 1"),
    (_EITHER,  "m16n8k64",           "row.col", _PLAIN,   " satfinite", _BYTE_TYPES,         "0"),
    (_EITHER,  "m16n8k64",           "row.col", _PLAIN,   " satfinite", _NIBBLE_TYPES,       "0 1"),
    (_EITHER,  "m16n8k128",          "row.col", _PLAIN,   " satfinite", _NIBBLE_TYPES,       "0"),
    (_EITHER,  "m16n8k64",           "row.col", _PLAIN,   _PLAIN,       quadruples(("f32",), FP8, FP8), "0"),
    (_ORDERED, "m16n8k64",           "row.col", "f8f6f4", _PLAIN,       _NARROW_TYPES,       "0"),
)))


def mma_sp_form(point):
    name = join("mma", point.sparsity, "sync.aligned", point.shape, point.layouts,
                _kind(point.kind), point.modifier, point.types)
    return " ".join([name, *mma_operands(point.shape, point.types, sparse=True), "r",
                     point.selector])


def mma_sp():
    each = _one_of_each(MMA_SP_POINTS)
    few_types = (*dict.fromkeys(point.types for point in each), *_ODD_TYPES, "s32.b1.b1.s32")
    shapes = [*(f"m16n8k{k}" for k in (4, 8, 16, 32, 64, 128, 256)), "m8n8k16", "m16n16k16"]
    axes = MMASp((*_EITHER, "sp::unordered"), shapes, LAYOUT_PAIRS, _KINDS, ("", "satfinite"),
                 few_types, ("0", "1", "2", "3", "4", "-1", "r"))
    yield from map(mma_sp_form, neighbours(MMA_SP_POINTS, axes._replace(types=()), 1))
    yield from map(mma_sp_form, _with_all_types(MMA_SP_POINTS, few_types))
    yield from map(mma_sp_form, neighbours(each, axes, 2))
    for point in each[::4]:
        yield from disturbed(mma_sp_form(point))


# mma with .block_scale.

Scaled = namedtuple("Scaled", "sparsity shape layouts kind block scales types scale_type selector "
                              "operands")
_VECTORS = "r {h2} r {h2}"
_UNSCALED = ("",)
SCALED_POINTS = list(rows(Scaled, (
    (_UNSCALED, "m16n8k32",  "row.col", "mxf8f6f4", "block_scale", " scale_vec::1X",  quadruples(("f32",), NARROW, NARROW), "ue8m0", _PLAIN, (_VECTORS,)),
    (_ORDERED,  "m16n8k64",  "row.col", "mxf8f6f4", "block_scale", " scale_vec::1X",  quadruples(("f32",), NARROW, NARROW), "ue8m0", "0",    (_VECTORS,)),
    (_UNSCALED, "m16n8k64",  "row.col", "mxf4",     "block_scale", " scale_vec::2X",  "f32.e2m1.e2m1.f32",                  "ue8m0", _PLAIN, (_VECTORS,)),
    (_ORDERED,  "m16n8k128", "row.col", "mxf4",     "block_scale", " scale_vec::2X",  "f32.e2m1.e2m1.f32",                  "ue8m0", "0",    (_VECTORS,)),
    (_UNSCALED, "m16n8k64",  "row.col", "mxf4nvf4", "block_scale", "scale_vec::2X",   "f32.e2m1.e2m1.f32",                  "ue8m0", _PLAIN, (_VECTORS,)),
    (_ORDERED,  "m16n8k128", "row.col", "mxf4nvf4", "block_scale", "scale_vec::2X",   "f32.e2m1.e2m1.f32",                  "ue8m0", "0",    (_VECTORS,)),
    (_UNSCALED, "m16n8k64",  "row.col", "mxf4nvf4", "block_scale", "scale_vec::4X",   "f32.e2m1.e2m1.f32",                  "ue4m3", _PLAIN, (_VECTORS,)),
    (_ORDERED,  "m16n8k128", "row.col", "mxf4nvf4", "block_scale", "scale_vec::4X",   "f32.e2m1.e2m1.f32",                  "ue4m3", "0",    (_VECTORS,)),
)))
_SCALE_OPERANDS = (_VECTORS, "r {r2} r {r2}", "r h r h", "q {h2} q {h2}", "r r",
                   "{r1} {h2} {r1} {h2}", *(f"r {{{byte}:{thread}}} r {{h2}}"
                                            for byte, thread in product(range(5), range(5))),
                   *(f"r {{h2}} r {{{byte}:{thread}}}"
                     for byte, thread in product(range(5), range(5))))


def scaled_form(point):
    name = join("mma", point.sparsity, "sync.aligned", point.shape, point.layouts,
                _kind(point.kind), point.block, point.scales,
                point.types, point.scale_type)
    operands = mma_operands(point.shape, point.types, bool(point.sparsity),
                            4 if point.kind in ("mxf4", "mxf4nvf4") else None)
    metadata = ["r", point.selector] if point.sparsity else []
    return " ".join([name, *operands, *metadata, point.operands])


def mma_block_scale():
    types = (*dict.fromkeys(point.types for point in SCALED_POINTS), "f16.e4m3.e4m3.f16",
             "f16.e2m1.e2m1.f16", "f32.e4m3.e4m3.f16", "f32.f16.f16.f32", "f32.s8.s8.f32")
    axes = (("", *_EITHER), [f"m16n8k{k}" for k in (16, 32, 64, 128, 256)], LAYOUT_PAIRS,
            (*_KINDS, "mxf4nvf4"), ("", "block_scale"),
            ("", "scale_vec::1X", "scale_vec::2X", "scale_vec::4X", "block16", "block32"), types,
            ("", "ue8m0", "ue4m3", "e4m3"), ("0", "1", "2", "r"), _SCALE_OPERANDS)
    each = {point[:1] + point[3:6]: point for point in SCALED_POINTS}.values()
    yield from map(scaled_form, neighbours(SCALED_POINTS, axes[:6], 1))
    yield from map(scaled_form, neighbours(list(each), axes, 1))
    yield from map(scaled_form, neighbours(list(each), axes[:6], 2))
    yield from map(scaled_form, neighbours(list(each)[::4], axes[:9], 2))
    for point in list(each)[::4]:
        yield from disturbed(scaled_form(point))


# ldmatrix, stmatrix, movmatrix.

_REGISTERS_A_MATRIX = {"m8n8": 1, "m16n16": 2, "m8n16": 1, "m16n8": 1}
_MATRIX_SPACES = ("", "global", "shared", "shared::cta", "shared::cluster")
_FORMATS = ("b16", "b8", "b32", "b8x16.b6x16_p32", "b8x16.b4x16_p64", "b8x16", "b6x16_p32")


def _matrix_moves(action):
    for shape, count, transpose, space, format_ in product(_REGISTERS_A_MATRIX, (1, 2, 4, 8),
                                                           ("", "trans"), _MATRIX_SPACES, _FORMATS):
        name = join(f"{action}.sync.aligned", shape, f"x{count}", transpose, space, format_)
        operands = [f"{{r{_REGISTERS_A_MATRIX[shape] * count}}}", "[q]"]
        yield " ".join([name, *(operands if action == "ldmatrix" else operands[::-1])])
    large = "m16n16" if action == "ldmatrix" else "m16n8"
    for end, count, size in product(("m8n8.{}.b16", f"{large}.{{}}.trans.b8"),
                                    ("x8", "x16", "x128"), (1, 2, 4)):
        operands = [f"{{r{size}}}", "[q]"]
        yield " ".join([f"{action}.sync.aligned.{end.format(count)}", *(operands if action == "ldmatrix" else operands[::-1])])


def ldmatrix():
    yield from _matrix_moves("ldmatrix")
    yield from disturbed("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {r2} [q]")
    yield from disturbed("ldmatrix.sync.aligned.m8n8.x1.b16 {r1} [q]")
    yield from disturbed("ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 {r4} [q]")
    yield from disturbed("ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b4x16_p64 {r4} [q]")


def stmatrix():
    yield from _matrix_moves("stmatrix")
    yield from disturbed("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [q] {r2}")
    yield from disturbed("stmatrix.sync.aligned.m16n8.x4.trans.shared.b8 [q] {r4}")


def movmatrix():
    for shape, transpose, format_ in product(_REGISTERS_A_MATRIX, ("", "trans"), ("", *_FORMATS)):
        yield f"{join('movmatrix.sync.aligned', shape, transpose, format_)} r r"
    yield from disturbed("movmatrix.sync.aligned.m8n8.trans.b16 r r")


_GENERATORS = dict(zip(notation.FAMILIES, (
    wmma_load, wmma_store, wmma_mma, mma, mma_sp, mma_block_scale, ldmatrix, stmatrix, movmatrix,
    lattice_wgmma.wgmma, lattice_wgmma.wgmma_sp, lattice_wgmma.wgmma_sync,
    lattice_tcgen05.manage, lattice_tcgen05.cp, lattice_tcgen05.ldst,
    lattice_tcgen05_mma.mma, lattice_tcgen05_mma.mma_sp, lattice_tcgen05_mma.mma_ws)))


def forms_of(family):
    """The forms of a family, each once."""
    return list(dict.fromkeys(_GENERATORS[family]()))
