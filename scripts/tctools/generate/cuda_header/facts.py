# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program for the host that prints what the CUDA headers say of fragments and descriptors.

test/unit/ModelFacts.cpp prints the same of the model.
"""

from tctools import model
from tctools.generate.cuda_header import descriptor, mma, move, shared_tile, wgmma

SHARED = ("build",)
_SPELLINGS = {"Metadata": "sparsity metadata", "ScaleA": "scale_A", "ScaleB": "scale_B"}


def _of_mma(variant):
    operands = [*"DABC", *(["Metadata"] if variant.selectors else []),
                *(["ScaleA", "ScaleB"] if variant.scales else [])]
    name = mma.class_of(variant)
    return [f'printLayout<{name}::Layout{o}>("{variant.name} {_SPELLINGS.get(o, o)}");'
            for o in operands]


def _of_move(variant):
    name = variant.name
    if variant.family == "movmatrix":
        return [f'printLayout<movmatrix_source_layout>("{name} A");',
                f'printLayout<movmatrix_result_layout>("{name} D");']
    shape, count, element, transposed = move.key_of(variant)
    m, n, _ = variant.shape
    rows = int(count) * (n if transposed == "true" else m)
    arguments = [count, shape, transposed]
    if variant.family == "ldmatrix":
        arguments.insert(2, element)
    family, arguments = f"{variant.family}_", ", ".join(arguments)
    operand = "D" if variant.family == "ldmatrix" else "C"
    return [f'printLayout<{family}layout<{arguments}>>("{name} {operand}");',
            f'printLayout<{family}address<{arguments}>>("{name} row address", {rows});']


def _of_wgmma(variant):
    d, a, b = variant.types[:3]
    arguments = f"{variant.shape[1]}, {d}, {a}, {b}"
    return [f'printAccumulator<wgmma<{arguments}>>("{variant.name} D", {2 if d == "f16" else 1});']


def run(options):
    tables, lines = model.load(options.build_dir), []
    for family, write in ((mma, _of_mma), (move, _of_move), (wgmma, _of_wgmma)):
        for variant in family.variants_of(tables):
            lines += write(variant)
    records = model.tables(options.build_dir)
    for tile, consumer, name in shared_tile.facts_of(records):
        is_wgmma = "true" if consumer == "wgmma" else "false"
        lines.append(f'printTile<{tile}, {is_wgmma}>("tile {consumer} {name}");')
    for key, number in descriptor.kind_numbers(records).items():
        lines.append(f'printInstructionDescriptors("{key}", Kind::{key}, {number});')
    body = "".join(f"  {line}\n" for line in [*lines, "printMatrixDescriptors();"])
    print(f'#include "header_facts.h"\n\nint main() {{\n{body}}}\n')
    return 0
