//===- SharedAddresses.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses that must be in shared memory: of ldmatrix and stmatrix, of mbarriers and copies, and
// in matrix descriptors.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_VERIFIER_SHAREDADDRESSES_H
#define NVPTXTENSORCORE_IR_VERIFIER_SHAREDADDRESSES_H

#include "llvm/Support/Alignment.h"

namespace llvm {
class DataLayout;
class Module;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns the pointer that an integer is made of; null if there is none, or more than one.
const Value *findPointer(const Value &Word);

/// Returns the alignment of an address, also where it was cast from the space of a variable.
Align getAlignmentInAnySpace(const Value &Pointer, const DataLayout &Layout);

/// Reports addresses that are certainly elsewhere or not aligned, and variables whose alignment
/// is too small for the swizzle of a matrix descriptor. The intrinsics that encode descriptors have
/// been lowered.
void verifySharedAddresses(const Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_VERIFIER_SHAREDADDRESSES_H
