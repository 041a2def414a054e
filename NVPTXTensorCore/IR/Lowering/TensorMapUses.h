//===- TensorMapUses.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds memory that is a tensor map: by the intrinsics and the inline assembly that its address,
// as a pointer or as a number, comes to.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_TENSORMAPUSES_H
#define NVPTXTENSORCORE_IR_LOWERING_TENSORMAPUSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

namespace llvm {
class Argument;
class ReturnInst;
class StoreInst;
} // namespace llvm

namespace llvm::tensorcore {

/// The operands of a call or of inline assembly that are addresses of tensor maps.
SmallVector<const Use *, 1> findTensorMaps(const CallBase &Call);

/// Returns the memory that an address certainly points to, through numbers and through variables
/// that hold one address only, or the last value that is known.
const Value *findMemory(const Value &Address);

/// Follows the address of a kernel's parameter through the module, and collects the uses of its
/// memory.
class ParameterUses {
public:
  bool IsTensorMap = false; ///< of a copy
  bool IsChosen = false;    ///< its address is one of several that a phi or select is
  bool IsOnlyRead = true;   ///< as far as its address can be followed

  explicit ParameterUses(const Argument &Parameter) { follow(Parameter); }

private:
  void follow(const Value &Address);
  void visit(const Use &U);
  void followVariable(const StoreInst &Store);
  void followReturn(const Function &F);
  void visitCall(const CallBase &Call, const Use &U);
  void visitAssembly(const CallBase &Call, const Use &U);

  SmallPtrSet<const Value *, 16> Followed;
  /// Calls that the address went into, of functions that may give it back.
  DenseMap<const Function *, SmallVector<const CallBase *, 2>> Calls;
  SmallPtrSet<const Function *, 4> GiveBack;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_TENSORMAPUSES_H
