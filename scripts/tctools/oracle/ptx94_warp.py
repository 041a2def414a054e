# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other tensor-core instructions as PTX 9.1 to 9.4 have them and 9.0 has not.

Tensor memory, compression to 2:4 sparsity and back, ldmatrix of narrow types, and mma with a scale
for 16 elements in ue8m0.
"""

from itertools import product

from tctools.oracle.targets import architectures, families

_RUBIN, _RUBIN_A = families(107), architectures(107)
_COUNTS = (1, 2, 4, 8, 16, 32, 64)


def _words(bits, width=32):
    return -(-bits // width)


def _tensor_memory():
    # The PTX ISA's section names the families 100f and 110f, its table 107f; ptxas 13.4 takes the
    # section's side.
    exclusive = families(100, 110)
    yield ("tcgen05.alloc exclusive",
           "tcgen05.alloc.exclusive.cta_group::{1|2}.sync.aligned<.shared::cta>.b32",
           "[q] r", 94, exclusive)
    yield ("tcgen05.alloc exclusive",
           "tcgen05.dealloc.exclusive.cta_group::{1|2}.sync.aligned.b32", "r r", 94, exclusive)
    for count in _COUNTS[2:] + (128,):
        compressed = f"{{r{_words(count)}}} {{r{count // 2}}}"
        tail = f".sync.aligned.32x32b.x{count}.{{min|max}}.sp::2:4{{.abs}}"
        yield ("tcgen05.ld spcompress", f"tcgen05.ld.spcompress{tail}.f32.b2",
               f"{compressed} [r]", 94, _RUBIN_A)
        yield ("tcgen05.ld spcompress", f"tcgen05.ld.red.spcompress{tail}{{.NaN}}.f32.b2",
               f"{compressed} f [r]", 94, _RUBIN_A)


def _commit():
    head = "tcgen05.commit.cta_group::{1|2}.mbarrier::arrive::one"
    restricted = ".sync_restrict::shared::read::mma::a"
    cluster = "<.shared::cluster>"
    for tail, operands in ((".b64", "[q]"), (".multicast::cluster<::16b>.b64", "[q] h")):
        yield ("tcgen05.commit", head + restricted + cluster + tail, operands, 94, _RUBIN)
    yield ("tcgen05.commit", f"{head}{cluster}.multicast::cluster::16b.b64", "[q] h", 94,
           families(100, 110))
    yield ("tcgen05.commit", f"{head}{{{restricted}}}{cluster}.multicast::cluster::32b.b64",
           "[q] r", 94, _RUBIN)


def _compression():
    for element, index, count in product((8, 16), (2, 4), _COUNTS):
        yield ("spcompress", f"spcompress.b{element}.b{index}.sp::2:4.x{count}",
               f"{{r{_words(count * index, element)}}} {{r{count}}} {{r{2 * count}}} r", 94,
               _RUBIN_A)


def _decompression():
    """S of D elements are kept; an index says which."""
    ratios = ((1, 2), (1, 4), (1, 8), (1, 16), (2, 4), (2, 8), (2, 16), (4, 8), (4, 16))
    for element, index, (kept, of), count in product((8, 16), (2, 4), ratios, _COUNTS):
        bits = of * element * count
        registers = [_words(bits), _words(kept * index * count), _words(kept * element * count)]
        if (kept * element <= 32 and 2 ** index >= of and 32 <= bits <= 4096
                and sum(registers) <= 253):
            yield ("spdecompress", f"spdecompress.b{element}.b{index}.sp::{kept}:{of}.x{count}",
                   " ".join(f"{{r{number}}}" for number in registers), 94, _RUBIN_A)


def _matrices():
    narrow = families(100, 110, 120) | architectures(90)
    for count in (1, 2, 4):
        yield ("ldmatrix s8.s4", "ldmatrix.sync.aligned"
               f".m8n16.x{count}<.shared|.shared::cta>.s8.s4", f"{{r{count}}} [q]", 94, narrow)
    tail = ".row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue8m0"
    yield ("mma ue8m0 4X", f"mma.sync.aligned.m16n8k64{tail}",
           "{f4} {r4} {r2} {f4} r {h2} r {h2}", 91, families(120))
    yield ("mma ue8m0 4X", f"mma.sp::ordered_metadata.sync.aligned.m16n8k128{tail}",
           "{f4} {r4} {r4} {f4} r 0 r {h2} r {h2}", 91, architectures(120, 121))


def rows():
    """(group, pattern of mnemonics, operands, first PTX version, targets)."""
    yield from _tensor_memory()
    yield from _commit()
    yield from _compression()
    yield from _decompression()
    yield from _matrices()
