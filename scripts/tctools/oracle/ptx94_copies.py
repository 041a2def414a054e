# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bulk copies and reductions as PTX 9.1 to 9.4 have them and 9.0 has not, but those of tensors.

`.weak` is what a copy is unless it is told (since PTX 9.3). `.multicast::cluster::16b` (9.4) is
what `.multicast::cluster` means; where nothing else is new, it is a form of its own.
"""

from itertools import product

from tctools.oracle.targets import architectures, families, from_

_RUBIN = families(107)
#: Of copies with semantics and scope, which move 16 bytes at a time.
_RELAXED_COPIES = families(100, 110) | architectures(90)
_ANY_SCOPE = ".relaxed.{cta|cluster|gpu|sys}"
_HINTS = (("", ""), (".L2::cache_hint", " q"))
DISABLED = ".mbarrier::report::disabled"
REPORTS = (DISABLED,
           *(f".mbarrier::report::validity::per_16bytes::{mask}" for mask in ("80000000", "8000",
                                                                              "80", "8")),
           ".mbarrier::report::validity::per_element::ff")
_BARRIER = ".mbarrier::complete_tx::bytes"
#: Of reductions of global memory: operator and types.
_REDUCTIONS = (("add", "u32 s32 u64 f32 f64"), ("add.noftz", "f16 bf16"),
               ("{min|max}", "u32 s32 u64 s64 f16 bf16"), ("{inc|dec}", "u32"),
               ("{and|or|xor}", "b32 b64"))
_SHARED_REDUCTIONS = (("add", "u32 s32 u64"), ("{min|max}", "u32 s32"), ("{inc|dec}", "u32"),
                      ("{and|or|xor}", "b32"))


def _pairs(table):
    return "{" + "|".join(f"{operator}.{{{types.replace(' ', '|')}}}"
                          for operator, types in table) + "}"


def _to_cta():
    """Global to shared memory of the CTA; bytes at both ends can be left out."""
    for (semantics, end), report, (hint, policy), (ignored, ends) in product(
            (("<.weak>", ""), (_ANY_SCOPE, ".b128")), ("", *REPORTS), _HINTS,
            (("", ""), (".ignore_oob", " r r"))):
        is_new = semantics == _ANY_SCOPE or ignored or report
        if not is_new or ignored and report not in ("", DISABLED):
            continue
        first, targets = (94, _RUBIN) if report else \
            (93, _RELAXED_COPIES) if end else (92, from_(90))
        yield ("cp.async.bulk",
               f"cp.async.bulk{semantics}.shared::cta.global{_BARRIER}{report}{hint}{ignored}{end}",
               f"[q] [q] r{ends} [q]{policy}", first, targets)


def _to_cluster():
    """Global to shared memory of CTAs of the cluster."""
    multicast = ".multicast::cluster"
    new = [(report, masks, 94, _RUBIN) for report in REPORTS
           for masks in (("", ""), (multicast + "<::16b>", " h"))]
    new += [(report, (multicast + "::32b", " r"), 94, _RUBIN) for report in ("", *REPORTS)]
    for hint, policy in _HINTS:
        for semantics, end, others in (
                ("<.weak>", "", [("", (multicast + "::16b", " h"), 94, from_(90))]),
                (_ANY_SCOPE, ".b128", [("", (multicast + "::16b", " h"), 94, _RELAXED_COPIES),
                                       ("", (multicast, " h"), 93, _RELAXED_COPIES),
                                       ("", ("", ""), 93, _RELAXED_COPIES)])):
            head = f"cp.async.bulk{semantics}.shared::cluster.global{_BARRIER}"
            yield from (("cp.async.bulk", f"{head}{report}{words}{hint}{end}",
                         f"[q] [q] r [q]{mask}{policy}", first, targets)
                        for report, (words, mask), first, targets in (*new, *others))


def _from_cta():
    yield ("cp.async.bulk",
           f"cp.async.bulk.relaxed.{{cta|cluster}}.shared::cluster.shared::cta{_BARRIER}.b128",
           "[q] [q] r [q]", 93, _RELAXED_COPIES)
    for (hint, policy), (masked, mask) in product(_HINTS, (("", ""), (".cp_mask", " h"))):
        yield ("cp.async.bulk",
               f"cp.async.bulk{_ANY_SCOPE}.global.shared::cta.bulk_group{hint}{masked}.b128",
               f"[q] [q] r{policy}{mask}", 93,
               _RELAXED_COPIES & from_(100) if masked else _RELAXED_COPIES)
    yield ("cp.async.bulk", "cp.async.bulk.prefetch.L2.global.L2::evict_last", "[q] r", 94, _RUBIN)
    yield ("cp.async.bulk", "applypriority.async.bulk<.global>.bulk_group.L2::evict_normal",
           "[q] r", 94, _RUBIN)


def _reductions():
    head = "cp.reduce.async.bulk"
    for hint, policy in _HINTS:
        tail = f".global.shared::cta.bulk_group{hint}"
        yield (head, f"{head}{_ANY_SCOPE}{tail}.{_pairs(_REDUCTIONS)}", f"[q] [q] r{policy}", 93,
               from_(90))
        yield (head, f"{head}{{{_ANY_SCOPE}}}{tail}.add.noftz.f32", f"[q] [q] r{policy}", 94,
               from_(90))
    yield (head, f"{head}.relaxed.{{cta|cluster}}.shared::cluster.shared::cta{_BARRIER}"
           f".{_pairs(_SHARED_REDUCTIONS)}", "[q] [q] r [q]", 93, from_(90))


def _multimem():
    tail = ".global.shared::cta.bulk_group"
    copy, reduce = "multimem.cp.async.bulk", "multimem.cp.reduce.async.bulk"
    for masked, mask, first in (("", "", 90), (".cp_mask", " h", 100)):
        yield (copy, f"{copy}<.weak>{tail}{masked}", f"[q] [q] r{mask}", 91, from_(first))
        yield (copy, f"{copy}{_ANY_SCOPE}{tail}{masked}.b128", f"[q] [q] r{mask}", 93,
               _RELAXED_COPIES & from_(first))
    yield (reduce, f"{reduce}{tail}.{_pairs(_REDUCTIONS)}", "[q] [q] r", 91, from_(90))
    yield (reduce, f"{reduce}{_ANY_SCOPE}{tail}.{_pairs(_REDUCTIONS)}", "[q] [q] r", 93, from_(90))
    yield (reduce, f"{reduce}{{{_ANY_SCOPE}}}{tail}.add.noftz.f32", "[q] [q] r", 94, from_(90))


def rows():
    """(group, pattern of mnemonics, operands, first PTX version, targets)."""
    yield from _to_cta()
    yield from _to_cluster()
    yield from _from_cta()
    yield from _reductions()
    yield from _multimem()
