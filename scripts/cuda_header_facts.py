# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program for the host that prints what the CUDA header says of fragments and descriptors, as
test/unit/ModelFacts.cpp prints it of the model. Standard library only.
"""

import cuda_header_descriptor
import cuda_header_mma
import cuda_header_move
import cuda_header_wgmma

_SPELLINGS = {"Metadata": "sparsity metadata", "ScaleA": "scale_A", "ScaleB": "scale_B"}


def _of_mma(variant):
    operands = [*"DABC", *(["Metadata"] if variant.selectors else []), *(["ScaleA", "ScaleB"] if variant.scale_count else [])]
    name = cuda_header_mma.class_of(variant)
    return [f'printLayout<{name}::Layout{operand}>("{variant.name} {_SPELLINGS.get(operand, operand)}");' for operand in operands]


def _of_move(variant):
    if variant.family == "MovMatrix":
        return [f'printLayout<movmatrix_source_layout>("{variant.name} A");', f'printLayout<movmatrix_result_layout>("{variant.name} D");']
    shape, count, element, transposed = cuda_header_move.key_of(variant)
    m, n, _ = variant.shape
    rows = int(count) * (n if transposed == "true" else m)
    if variant.family == "LdMatrix":
        arguments, operand, name = f"{count}, {shape}, {element}, {transposed}", "D", "ldmatrix"
    else:
        arguments, operand, name = f"{count}, {shape}, {transposed}", "C", "stmatrix"
    return [f'printLayout<{name}_layout<{arguments}>>("{variant.name} {operand}");',
            f'printLayout<{name}_address<{arguments}>>("{variant.name} row address", {rows});']


def _of_wgmma(variant):
    d, a, b = variant.types[:3]
    return [f'printAccumulator<wgmma<{variant.shape[1]}, {d}, {a}, {b}>>("{variant.name} D", {2 if d == "f16" else 1});']


def write_facts(model, records):
    lines = []
    for family, write in ((cuda_header_mma, _of_mma), (cuda_header_move, _of_move), (cuda_header_wgmma, _of_wgmma)):
        for variant in family.variants_of(model):
            lines += write(variant)
    for key, number in cuda_header_descriptor.kind_numbers(records).items():
        lines.append(f'printInstructionDescriptors("{key}", Kind::{key}, {number});')
    body = "".join(f"  {line}\n" for line in [*lines, "printMatrixDescriptors();"])
    return f'#include "header_facts.h"\n\nint main() {{\n{body}}}\n'
