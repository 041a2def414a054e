//===- TensorMemory.h - operands of tcgen05.mma -----------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The accumulators of a tcgen05.mma, which are in tensor memory: the CTA, the lane and the column
// of each element of D. M and N are in the instruction descriptor, so they must be said.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_TENSORMEMORY_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_TENSORMEMORY_H

#include "Explain/Layouts/Layouts.h"

namespace llvm::tensorcore::explain {

/// Returns true if all of these are tcgen05.mma.
bool isMultiplicationInTensorMemory(ArrayRef<Subject> Subjects);

/// Prints the layouts of D for each cta_group, sparsity and .ws of the subjects' forms: one
/// element where the question is of a location, else blocks of rows and columns; as CSV and JSON
/// element by element, as SVG the blocks of one layout. Fails on other questions, and where there
/// is no layout.
Error printTensorMemory(raw_ostream &OS, ArrayRef<Subject> Subjects, const LayoutQuestion &Question,
                        unsigned M, unsigned N, OutputFormat Format);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_TENSORMEMORY_H
