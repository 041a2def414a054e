//===- SparseSelection.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the two of four elements that spcompress and tcgen05.ld.spcompress keep (PTX ISA,
// "spcompress").
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_SPARSESELECTION_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_SPARSESELECTION_H

#include <array>
#include <cstdint>

namespace llvm::tensorcore::emulator {

/// As the descriptor of spcompress has it.
enum class SparseCriterion : uint8_t { Max, MaxAbs, Min, MinAbs };

/// Elements of which two are kept, and how many are.
inline constexpr unsigned SparseGroup = 4, SparseKept = 2;

/// The locations of the two that are kept, the first one first. NaN is kept before numbers, and -0
/// is less than +0. Of equal elements, among which PTX leaves the choice open, the first are.
std::array<uint8_t, SparseKept> selectSparse(const std::array<double, SparseGroup> &Values,
                                             SparseCriterion Criterion);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_SPARSESELECTION_H
