# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The part of the lattice that is tcgen05 without its multiplications: tensor memory allocated,
copied to, loaded and stored, and what orders all of it.

Promised is what stands in the PTX ISA's grammar. Column counts are the powers of two from 32 to
512. lattice_tcgen05_mma.py has the multiplications.

Typed here and nowhere derived, like the rest of the lattice in lattice.py, which takes the
forms from here.
"""

from collections import namedtuple
from itertools import product

from tctools.oracle.points import disturbed, join, neighbours

GROUPS = ("cta_group::1", "cta_group::2")
WRONG_GROUPS = ("", "cta_group::0", "cta_group::3", "cta_group::4")
_ORDERS = ("sync.aligned", "sync", "aligned", "", "aligned.sync")
_SPACES = ("", "shared::cta", "shared", "shared::cluster", "global", "local", "const")
_TYPES = ("b32", "b64", "b16", "u32", "s32", "f32", "")
_ADDRESSES = ("[q]", "[r]", "r", "q", "{r1}", "0")
_COLUMNS = ("r", "32", "64", "128", "256", "512")
_WRONG_COLUMNS = ("0", "1", "16", "31", "33", "48", "96", "384", "513", "1024", "4096", "-32", "q",
                  "h", "p", "f", "{r1}", "[r]", "")


def _printed(name, words, operands):
    return " ".join(filter(None, [join("tcgen05", name, *words), *operands]))


# Tensor memory that is had and given back, and who waits for whom.

Allocation = namedtuple("Allocation", "name group order space type address columns")


def _allocation_form(point):
    return _printed(point.name, (point.group, point.order, point.space, point.type),
                    (point.address, point.columns))


def _allocations():
    axes = Allocation((), GROUPS + WRONG_GROUPS, _ORDERS, _SPACES, _TYPES, _ADDRESSES,
                      _COLUMNS + _WRONG_COLUMNS)
    promised = [Allocation("alloc", group, "sync.aligned", space, "b32", address, columns)
                for group, space, address, columns in product(GROUPS, ("", "shared::cta"), ("[q]", "[r]"), _COLUMNS)]
    promised += [Allocation("dealloc", group, "sync.aligned", "", "b32", "r", columns)
                 for group, columns in product(GROUPS, _COLUMNS)]
    few = [Allocation("alloc", "cta_group::1", "sync.aligned", "shared::cta", "b32", "[r]", "64"),
           Allocation("dealloc", "cta_group::2", "sync.aligned", "", "b32", "r", "r")]
    yield from map(_allocation_form, neighbours(promised, axes, 1))
    yield from map(_allocation_form, neighbours(few, axes, 2))
    yield from (other for point in few for other in disturbed(_allocation_form(point)))


Commit = namedtuple("Commit", "group mechanism space multicast type address mask")


def _commit_form(point):
    words = (point.group, point.mechanism, point.space, point.multicast, point.type)
    return _printed("commit", words, (point.address, point.mask))


def _commits():
    axes = Commit(GROUPS + WRONG_GROUPS, ("mbarrier::arrive::one", "mbarrier::arrive",
                                          "mbarrier::arrive::all", ""), _SPACES,
                  ("", "multicast::cluster", "multicast::cta", "multicast"), _TYPES, _ADDRESSES,
                  ("", "h", "r", "q", "p", "0", "1", "3", "65535", "65536", "-1", "{h1}"))
    promised = [Commit(group, "mbarrier::arrive::one", space, multicast, "b64", address, mask)
                for group, space, (multicast, mask), address in product(
                    GROUPS, ("", "shared::cluster"), (("", ""), ("multicast::cluster", "h")),
                    ("[q]", "[r]"))]
    yield from map(_commit_form, neighbours(promised, axes, 1))
    yield from map(_commit_form, neighbours(promised[2:8:5], axes, 2))
    yield from (other for point in promised[:8:3] for other in disturbed(_commit_form(point)))


def manage():
    yield from _allocations()
    yield from _commits()
    for group, order, extra in product(GROUPS + WRONG_GROUPS, (*_ORDERS, "sync.aligned.b32"),
                                       ("", "r", "32", "[r]")):
        yield _printed("relinquish_alloc_permit", (group, order), (extra,))
    for group, direction, address in product(GROUPS + WRONG_GROUPS, ("down", "up", "left", ""),
                                             (*_ADDRESSES, "")):
        yield _printed("shift", (group, direction), (address,))
    for what, order, extra in product(("wait::ld", "wait::st", "wait::mma", "wait::cp", "wait"),
                                      _ORDERS, ("", "0", "r")):
        yield _printed(what, (order,), (extra,))
    for what, order, extra in product(("before_thread_sync", "after_thread_sync", "thread_sync",
                                       ""), ("", *_ORDERS), ("", "0")):
        yield _printed(f"fence::{what}" if what else "fence", (order,), (extra,))
    for form in ("relinquish_alloc_permit.cta_group::2.sync.aligned", "shift.cta_group::1.down [r]",
                 "wait::ld.sync.aligned", "wait::st.sync.aligned 0", "fence::before_thread_sync"):
        yield from disturbed(f"tcgen05.{form}")


# Shared memory to tensor memory.

Copy = namedtuple("Copy", "group shape multicast format address source")


def _copy_form(point):
    return _printed("cp", (point.group, point.shape, point.multicast, point.format),
                    (point.address, point.source))


def cp():
    axes = Copy(GROUPS + WRONG_GROUPS,
                ("128x256b", "4x256b", "128x128b", "64x128b", "32x128b", "16x128b", "64x256b",
                 "32x256b", "16x256b", "128x64b", ""),
                ("", "warpx2::02_13", "warpx2::01_23", "warpx4", "warpx2", "warpx4::02_13"),
                ("", "b8x16.b6x16_p32", "b8x16.b4x16_p64", "b8x16", "b6x16_p32", "b4x16_p64", "b8",
                 "b8x16.b6x16_p64", "b8x16.b4x16_p32"),
                _ADDRESSES, ("q", "r", "d", "[q]", "{q1}", "0", "4096", ""))
    places = (("128x256b", ""), ("4x256b", ""), ("128x128b", ""), ("64x128b", "warpx2::02_13"),
              ("64x128b", "warpx2::01_23"), ("32x128b", "warpx4"))
    promised = [Copy(group, shape, multicast, format_, "[r]", "q")
                for group, (shape, multicast), format_ in product(GROUPS, places, axes.format[:3])]
    yield from map(_copy_form, neighbours(promised, axes, 1))
    yield from map(_copy_form, neighbours(promised[::13], axes, 2))
    for shape, multicast, format_ in product(axes.shape, axes.multicast, axes.format):
        yield _copy_form(Copy("cta_group::1", shape, multicast, format_, "[r]", "q"))
    for point in promised[::5]:
        yield from disturbed(_copy_form(point))


# Tensor memory to registers, and back.

#: Registers for .x1.
SHAPES = {"16x64b": 1, "16x128b": 2, "16x256b": 4, "32x32b": 1, "16x32bx2": 1}
_WRONG_SHAPES = {"32x64b": 2, "32x128b": 4, "64x32b": 2, "16x32b": 1, "32x32bx2": 1, "16x64bx2": 1,
                 "": 1}
_COUNTS = (1, 2, 4, 8, 16, 32, 64, 128)
_WRONG_COUNTS = (0, 3, 6, 256)
_OFFSETS = ("-1", "1", "16", "32", "64", "2000", "4294967296", "9223372036854775807", "r", "q",
            "{r1}", "[r]", "p")

Move = namedtuple("Move", "name order shape count pack type letter address offset")


def _split_offset(shape):
    return "2" if shape == "16x32bx2" else ""


def _move_form(point):
    words = (point.order, point.shape, f"x{point.count}" if point.count else "", point.pack,
             point.type)
    registers = (SHAPES | _WRONG_SHAPES)[point.shape] * (point.count or 1)
    vector, address = (f"{{{point.letter}{registers}}}",), (point.address, point.offset)
    return _printed(point.name, words, vector + address if point.name == "ld" else address + vector)


def _move(name, shape, count, pack="", offset=None):
    return Move(name, "sync.aligned", shape, count, pack, "b32", "r", "[r]",
                _split_offset(shape) if offset is None else offset)


def _moves(name):
    shapes = (*SHAPES, *_WRONG_SHAPES)
    for shape, count, pack, offset in product(SHAPES, (*_COUNTS, *_WRONG_COUNTS),
                                              ("", "pack::16b", "unpack::16b"), ("", "0", "2")):
        yield _move_form(_move(name, shape, count, pack, offset))
    axes = Move(("ld", "st"), _ORDERS, shapes, (1, 2, 16, 128, 0, 3),
                ("", "pack::16b", "unpack::16b", "pack::8b", "pack"), _TYPES,
                ("f", "q", "h"), _ADDRESSES, ("", "0", *_OFFSETS))
    yield from map(_move_form, neighbours([_move(name, shape, 4) for shape in SHAPES], axes, 1))
    yield from map(_move_form, neighbours([_move(name, "16x32bx2", 2)],
                                          axes._replace(offset=("", "0", "-1", "r")), 2))
    yield from (other for shape in ("16x256b", "16x32bx2")
                for other in disturbed(_move_form(_move(name, shape, 2, offset=None))))
    yield f"tcgen05.{name}.sync.aligned.32x32b.x1.b32 " + ("r [r]" if name == "ld" else "[r] r")


Reduction = namedtuple("Reduction",
                       "order shape count operation type letter reduced address offset")


def _reduction_form(point):
    words = (point.order, point.shape, f"x{point.count}" if point.count else "", point.operation,
             point.type)
    letter = point.letter or ("f" if point.type == "f32" else "r")
    registers = (SHAPES | _WRONG_SHAPES)[point.shape] * (point.count or 1)
    return _printed("ld.red", words, (f"{{{letter}{registers}}}", point.reduced or letter,
                                      point.address, point.offset))


def _reductions():
    operations = [join(operation, *flags) for operation in ("min", "max")
                  for flags in ((), ("abs",), ("NaN",), ("abs", "NaN"))]
    wrong = ("", "add", "abs", "min.NaN.abs", "min.min", "min.max", "min.ftz")
    types = ("f32", "u32", "s32", "f16", "b32", "f16x2", "u16", "")

    def point(shape, count, operation, type_):
        return Reduction("sync.aligned", shape, count, operation, type_, "", "", "[r]",
                         _split_offset(shape))

    for shape, count, operation, type_ in product(SHAPES, _COUNTS, operations, types[:3]):
        yield _reduction_form(point(shape, count, operation, type_))
    axes = Reduction(_ORDERS, (*SHAPES, *_WRONG_SHAPES), (*_COUNTS, *_WRONG_COUNTS),
                     (*operations, *wrong), types, ("f", "r", "q", "h"),
                     ("f", "r", "q", "{r1}", "{f1}", "{r2}", "0"), _ADDRESSES, ("", "0", *_OFFSETS))
    few = [point("32x32b", 2, "min.abs", "f32"), point("16x32bx2", 8, "max", "s32")]
    yield from map(_reduction_form, neighbours(few, axes, 1))
    yield from map(_reduction_form, neighbours(few[:1], axes._replace(offset=("", "0", "r")), 2))
    yield from (other for start in few for other in disturbed(_reduction_form(start)))


def ldst():
    yield from _moves("ld")
    yield from _moves("st")
    yield from _reductions()
