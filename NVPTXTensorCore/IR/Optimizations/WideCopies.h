//===- WideCopies.h - Copies by the widest accesses -------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM copies 8 bytes at a time, and more than 64 bytes byte by byte.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_WIDECOPIES_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_WIDECOPIES_H

#include <cstdint>

namespace llvm {
class LLVMContext;
class Module;
class Type;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns the type of an access of memory that is aligned to some bytes: a vector of four
/// registers at most.
Type *getAccessType(LLVMContext &Context, uint64_t Bytes);

/// Copies and sets memory by accesses as wide as its alignment allows, up to four registers. There
/// are loops only of many accesses. Returns true if there was any.
bool widenCopies(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_WIDECOPIES_H
