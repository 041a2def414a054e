//===- MMAPTXSyntax.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX words of an MMA descriptor, by query key. The order in which an
// instruction's words stand is in its assembly string (TableGen/TensorCore.td).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAPTXSYNTAX_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAPTXSYNTAX_H

#include "Model/Instructions/MMADescriptor.h"

namespace llvm {
class raw_ostream;
}

namespace llvm::tensorcore {

/// Prints what a query asks for of an MMA descriptor's word: a field's key
/// (TableGen/MMADescriptor.td), or "immediates" for what follows scale-d of a wgmma. False, with
/// nothing printed, if the word has no such field or the field no such value; the rest of the word
/// is not looked at.
bool printMMAQuery(raw_ostream &OS, uint64_t Word, StringRef Query);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAPTXSYNTAX_H
