# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies of tensors (TMA) as PTX 9.4 has them and 9.0 has not.

Overrides of what the tensor map says, reports, masks of 32 bits, im2col_no_offs::w, and what
becomes of lines in the L2 cache. The sizes of an override have eight or sixteen bits a dimension.
"""

from itertools import product

from tctools.oracle.ptx94_copies import REPORTS
from tctools.oracle.targets import families, from_

_RUBIN = families(107)
_HINTS = (("", ""), (".L2::cache_hint", " q"))
_ADDRESS = ".override::global_address"
_OPERATORS = "{add|min|max|inc|dec|and|or|xor}"


def _loads(dimension):
    """(mode, how many coordinates, operand of im2col) of what reads global memory."""
    yield "<.tile>", dimension, ""
    if dimension == 2:
        yield ".tile::gather4", 5, ""
    if dimension >= 3:
        yield ".im2col", dimension, f" {{h{dimension - 2}}}"
        yield ".im2col::w", dimension, " {h2}"
        yield ".im2col::w::128", dimension, " {h2}"


def _stores(dimension):
    yield "<.tile>", dimension, ""
    if dimension == 2:
        yield ".tile::scatter4", 5, ""
    if dimension >= 3:
        yield ".im2col_no_offs", dimension, ""
        yield ".im2col_no_offs::w", dimension, ""


def _shapes(modes):
    """(dimension, mode, override, the tensor's operand, operand of im2col); the attributes of a
    tile alone can be overridden, and only together with the address."""
    for dimension in range(1, 6):
        for mode, count, info in modes(dimension):
            yield dimension, mode, "", f"[q,{{r{count}}}]", info
            yield dimension, mode, _ADDRESS, f"[q,q,{{r{count}}}]", info
        yield (1, "<.tile>", f"{_ADDRESS}.override::global_dim", "[q,q,{h1},{r1}]", "") \
            if dimension == 1 else \
            (dimension, "<.tile>", f"{_ADDRESS}.override::global_dim_stride",
             f"[q,q,{{h{dimension}}},{{r{dimension - 1}}},h,{{r{dimension}}}]", "")


def _to_shared():
    masks = {"cta": (("", ""),),
             "cluster": (("", ""), (".multicast::cluster<::16b>", " h"),
                         (".multicast::cluster::32b", " r"))}
    for (dimension, mode, override, tensor, info), space in product(_shapes(_loads), masks):
        for report, (multicast, mask), (hint, policy) in product(("", *REPORTS), masks[space],
                                                                _HINTS):
            has_attributes = "global_dim" in override
            if not (override or report or mask == " r") or has_attributes and mask == " h":
                continue
            yield ("TMA to shared::" + space,
                   f"cp.async.bulk.tensor.{dimension}d.shared::{space}.global{mode}"
                   f".mbarrier::complete_tx::bytes{report}{multicast}{{.cta_group::{{1|2}}}}{hint}"
                   f"{override}", f"[q] {tensor} [q]{info}{mask}{policy}", 94, _RUBIN)


def _printed_masks():
    """Masks of 16 bits by the name that PTX 9.4 gave them; nothing else is new."""
    for dimension, mode, override, tensor, info in _shapes(_loads):
        if override:
            continue
        for pair, (hint, policy) in product(("", ".cta_group::{1|2}"), _HINTS):
            is_old = not pair and mode in ("<.tile>", ".im2col")
            yield ("TMA multicast::16b", f"cp.async.bulk.tensor.{dimension}d.shared::cluster.global"
                   f"{mode}.mbarrier::complete_tx::bytes.multicast::cluster::16b{pair}{hint}",
                   f"[q] {tensor} [q]{info} h{policy}", 94,
                   from_(90) if is_old else families(100, 110))


def _from_shared():
    for (dimension, mode, override, tensor, _), (hint, policy) in product(_shapes(_stores), _HINTS):
        if not override and mode != ".im2col_no_offs::w":
            continue
        head = f"async.bulk.tensor.{dimension}d.global.shared::cta"
        tail = f".bulk_group{hint}{override}"
        yield ("TMA to global", f"cp.{head}{mode}{tail}", f"{tensor} [q]{policy}", 94, _RUBIN)
        if mode != ".tile::scatter4":
            yield ("TMA reductions", f"cp.reduce.{head}.{_OPERATORS}{mode}{tail}",
                   f"{tensor} [q]{policy}", 94, _RUBIN)


def _caches():
    for dimension, mode, override, tensor, info in _shapes(_loads):
        for hint, policy in (*_HINTS, (".L2::evict_last", "")):
            if override or hint == ".L2::evict_last":
                yield ("TMA prefetch", f"cp.async.bulk.prefetch.tensor.{dimension}d.L2.global{mode}"
                       f"{hint}{override}", f"{tensor}{info}{policy}", 94, _RUBIN)
        yield ("TMA applypriority", f"applypriority.async.bulk.tensor.{dimension}d<.global>"
               f".bulk_group{mode}.L2::evict_normal{override}", f"{tensor}{info}", 94, _RUBIN)


def rows():
    """(group, pattern of mnemonics, operands, first PTX version, targets)."""
    yield from _to_shared()
    yield from _printed_masks()
    yield from _from_shared()
    yield from _caches()
