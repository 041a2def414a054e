# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mbarriers, fences, and memory accesses as PTX 9.1 to 9.4 have them and 9.0 has not.

Where semantics and scope are not written, they are those in angle brackets. PTX ISA 9.4 lists
`.phase_type` and reports in its first chapter; its sections and the release notes of 9.3 have them
since 9.3.
"""

from itertools import product

from tctools.oracle.targets import families, from_

_RUBIN = families(107)
_SHARED = "<.shared|.shared::cta>"
_RELAXED = "{.relaxed.cluster|<.relaxed.cta>}"
_RELEASE = "{.relaxed.{cta|cluster}|.release.cluster|<.release.cta>}"
_ACQUIRE = "{.relaxed.{cta|cluster}|.acquire.cluster|<.acquire.cta>}"


def _layouts():
    yield ("mbarrier layout", f"mbarrier.init.layout::{{v0|v1}}{_SHARED}.b64", "[q] r", 93,
           from_(90))
    yield ("mbarrier layout", f"mbarrier.check_layout.layout::{{v0|v1}}{_SHARED}.b64", "p [q]", 93,
           from_(90))
    yield ("mbarrier layout", "mbarrier.pending_count.layout::v0.b64", "r q", 93, from_(90))


def _multicast():
    tail = ".multicast::cluster::32b.b64"
    yield ("mbarrier multicast",
           f"mbarrier.{{expect_tx|complete_tx}}{_RELAXED}.shared::cluster{tail}", "[q] r r", 94,
           _RUBIN)
    arrive = f"mbarrier.{{arrive|arrive_drop}}{_RELEASE}<.shared::cluster>{tail}"
    yield ("mbarrier multicast", arrive, "_ [q] r", 94, _RUBIN)
    yield ("mbarrier multicast", arrive, "_ [q] r r", 94, _RUBIN)
    yield ("mbarrier multicast",
           f"mbarrier.{{arrive|arrive_drop}}.expect_tx{_RELEASE}<.shared::cluster>{tail}",
           "_ [q] r r", 94, _RUBIN)


def _waits():
    """`waitComplete|reportPredicate {, reportValue}` with the phase type primary."""
    ends = (("test_wait", ""), ("try_wait", ""), ("try_wait", " r"))
    for (wait, hint), (parity, state) in product(ends, (("", "q"), (".parity", "r"))):
        for phase in ("primary", "conditional") if parity else ("primary",):
            head = f"mbarrier.{wait}{parity}.phase_type::{phase}{_ACQUIRE}{_SHARED}.b64"
            results = ("p", "p|p", "p|p b") if phase == "primary" else ("p",)
            yield from (("mbarrier phase_type" if result == "p" else "mbarrier report", head,
                         f"{result} [q] {state}{hint}", 93, from_(90)) for result in results)


def _fences():
    yield ("fence", "fence.proxy.alias.{acquire|release}.sys", "", 94, from_(90))
    yield ("fence", "fence.proxy.async::generic.release"
           ".sync_restrict::shared::cluster::read.cluster", "", 94, from_(90))
    yield ("fence", "fence.proxy.{generic::fabric|fabric::generic|fabric::fabric}.alias"
           ".{acquire|release}.sys", "", 93, from_(100))


def _register(type_):
    """The register that a value of a type is loaded to; eight bits stand in one of sixteen."""
    return "f" if type_ == "f32" else "d" if type_ == "f64" else \
        {8: "h", 16: "h", 32: "r", 64: "q"}[int(type_[1:])]


_INTEGERS = [f"{letter}{bits}" for letter, bits in product("bus", (8, 16, 32, 64))]


def _accesses():
    yield ("st.async", "st.async<.weak><.shared::cluster>.mbarrier::complete_tx::bytes.b128",
           "[q] o [q]", 92, from_(90))
    for type_ in (*_INTEGERS, "f32", "f64"):
        stored = "b" if type_.endswith("8") else _register(type_)
        yield ("multimem.async", f"multimem.st.async.release.{{gpu|sys}}<.global>.{type_}",
               f"[q] {stored}", 93, from_(100))
        yield ("ld readonly", f"ld<.global>.{type_}.proxy::readonly", f"{_register(type_)} [q]", 94,
               from_(90))
    for type_ in ("u32", "s32", "u64"):
        yield ("multimem.async", f"multimem.red.async.release.{{gpu|sys}}<.global>.add.{type_}",
               f"[q] {_register(type_)}", 93, from_(100))
    yield ("prefetch", "prefetch<.global>.L1::32B.valid_addr", "[q]", 94, from_(90))


def _atomics():
    """add.noftz.f32; the vectors are in global memory only."""
    scope = "{.cta|.cluster|.sys|<.gpu>}"
    anywhere = "<.global|.shared|.shared::cta|.shared::cluster>"
    for (letters, space, vector), (hint, policy) in product(
            (("f", anywhere, ""), ("{f2}", "<.global>", ".v2"), ("{f4}", "<.global>", ".v4")),
            (("", ""), (".L2::cache_hint", " q"))):
        tail = f"{scope}{space}.add.noftz{hint}{vector}.f32"
        yield ("add.noftz", "atom{.acquire|.release|.acq_rel|<.relaxed>}" + tail,
               f"{letters} [q] {letters}{policy}", 94, from_(90))
        yield ("add.noftz", "red{.release|<.relaxed>}" + tail, f"[q] {letters}{policy}", 94,
               from_(90))


def rows():
    """(group, pattern of mnemonics, operands, first PTX version, targets)."""
    yield from _layouts()
    yield from _multicast()
    yield from _waits()
    yield from _fences()
    yield from _accesses()
    yield from _atomics()
