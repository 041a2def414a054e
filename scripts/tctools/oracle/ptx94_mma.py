# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tcgen05.mma as PTX 9.4 has it and 9.0 has not: kind::ti16, collector::b, decompress::lut::b.

`.discard` is what a collector buffer does unless it is told, and `.block32` what mxf8f6f4 and mxf4
have unless they are told. The PTX ISA's line of sparse ti16 with collector::b lacks the sparsity
metadata; ptxas 13.4 wants it.
"""

from itertools import product

from tctools.oracle.targets import architectures, families

_RUBIN = families(107)
_A = "{.collector::a::{fill|use|lastuse}|<.collector::a::discard>}"
_A_SHIFTED = "{.collector::a::lastuse|<.collector::a::discard>}"
_B = "{.collector::b::{fill|use|lastuse}|<.collector::b::discard>}"
_B_NAMED = ".collector::b::{fill|use|lastuse}"
_BUFFERS = ("{.collector::b0::{fill|use|lastuse}|.collector::b{1|2|3}::{fill|use|lastuse|discard}"
            "|<.collector::b0::discard>}")
_BLOCK_SCALED = (("mxf8f6f4", "<.block32>"), ("mxf4", "<.block32>"), ("mxf4nvf4", ".block32"),
                 ("mxf4nvf4", ".block16"))


def _operands(sparsity, a, rest, lut=""):
    """D, A, the descriptor of B, tables, metadata, the instruction descriptor, and the rest."""
    return " ".join(filter(None, ["[r]", a, "q", lut, "[r]" if sparsity else "", "r", rest]))


def _masked(group, scales=("",)):
    """Ends of the operands: with and without a mask of lanes, and an immediate that scales D."""
    lanes = "{r4}" if group == 1 else "{r8}"
    return [" ".join(filter(None, [mask, "p", scale])) for mask in ("", lanes) for scale in scales]


def _unscaled(name, kinds, collector_b, scales=("",)):
    for sparsity, group, kind, a in product(("", ".sp"), (1, 2), kinds, ("q", "[r]")):
        head = f"tcgen05.mma{sparsity}.cta_group::{group}.kind::{kind}"
        tails = [_A] if a == "q" else [_A, f".ashift{_A_SHIFTED}"]
        for tail, rest in product(tails, _masked(group, scales)):
            yield (name, head + tail + collector_b, _operands(sparsity, a, rest), 94, _RUBIN)


def _weight_stationary():
    for sparsity, a, mask in product(("", ".sp"), ("q", "[r]"), ("", " q")):
        yield ("tcgen05.mma ti16", f"tcgen05.mma.ws{sparsity}.cta_group::1.kind::ti16{_BUFFERS}",
               _operands(sparsity, a, "p" + mask), 94, _RUBIN)


def _block_scaled():
    for sparsity, (kind, size), a in product(("", ".sp"), _BLOCK_SCALED, ("q", "[r]")):
        head = f"tcgen05.mma{sparsity}.cta_group::{{1|2}}.kind::{kind}"
        is_own = sparsity and kind != "mxf8f6f4"
        yield ("tcgen05.mma block_scale collector::b", f"{head}.block_scale{size}{_A}{_B_NAMED}",
               _operands(sparsity, a, "[r] [r] p"), 94, architectures(107) if is_own else _RUBIN)


def _decompressed():
    name = "tcgen05.mma decompress::lut::b"
    for group, a in product((1, 2), ("q", "[r]")):
        head = f"tcgen05.mma.cta_group::{group}.kind"
        for rest in _masked(group):
            yield (name, f"{head}::f8f6f4.decompress::lut::b{_A}{_B}",
                   _operands("", a, rest, "[r]"), 94, _RUBIN)
        yield (name, f"{head}::mxf8f6f4.block_scale.decompress::lut::b<.block32>{_A}{_B}",
               _operands("", a, "[r] [r] p", "[r]"), 94, _RUBIN)


def is_nowhere(immediates):
    """Whether no target has such an immediate with another: kind::i8 (3) has no .collector::b."""
    return immediates.get("kind") == 3 and bool(immediates.get("collector_usage_b"))


def rows():
    """(group, pattern of mnemonics, operands, first PTX version, targets)."""
    yield from _unscaled("tcgen05.mma ti16", ("ti16",), _B)
    yield from _weight_stationary()
    yield from _unscaled("tcgen05.mma collector::b", ("f16", "tf32"), _B_NAMED, ("", "15"))
    yield from _unscaled("tcgen05.mma collector::b", ("f8f6f4",), _B_NAMED)
    yield from _block_scaled()
    yield from _decompressed()
