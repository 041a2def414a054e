//===- RegisterParts.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits values that stand for many registers - vectors of accumulators, structs that
// inline assembly returns - into a value for each register, through phis, selects, casts and
// the instructions that take such values apart and put them together. What is built
// whole again is built right before the user that wants it whole, so that no register
// is read earlier than it was. LLVM's Scalarizer leaves structs and calls alone, and builds whole
// values where their parts are made.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_REGISTERPARTS_H
#define NVPTXTENSORCORE_IR_INTRINSICS_REGISTERPARTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class Function;
class Instruction;
class PHINode;
class Type;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

/// The type of one register of a vector or struct: f16, bf16 and i16 go two by two. Null
/// if the type is not made of registers of one kind.
Type *getRegisterPartType(Type *Whole);

/// Returns true if a value of the type has a register of 32 bits to itself.
bool isRegisterType(const Type *T);

class RegisterParts {
public:
  explicit RegisterParts(Function &F) : F(F) {}

  /// Says that an instruction has been replaced by others that make these parts. It is
  /// removed in `finish`.
  void replace(Instruction &Whole, ArrayRef<Value *> Parts);

  /// The parts of a value. What feeds a phi is asked for in `finish`.
  SmallVector<Value *, 0> get(Value *Whole);

  /// Splits what the split values flow into, gives users that want a whole one what
  /// they want, and removes what is left over. With `AsLLVM`, arguments are taken apart at their
  /// first user; without, at the entry, where no wgmma is in flight.
  void finish(bool AsLLVM);

private:
  void setParts(Value *Whole, ArrayRef<Value *> Parts);
  SmallVector<Value *, 0> make(Value *Whole);
  SmallVector<Value *, 0> takeApart(Instruction &Whole);
  SmallVector<Value *, 0> splitPHI(PHINode &Phi);
  SmallVector<Value *, 0> extract(Value *Whole);
  Value *build(Type *Whole, ArrayRef<Value *> Parts, Instruction *Before);
  void fillPHIs();
  void followUsers();
  void replaceUses(Value *Whole);
  void sinkExtractions();

  Function &F;
  /// The handles follow what others take out of a split value, which goes in the end.
  MapVector<Value *, SmallVector<WeakTrackingVH, 0>> Split;
  SmallSetVector<Instruction *, 16> Replaced; ///< whose parts are not taken out of them
  SmallVector<PHINode *> Unfilled;
  SmallVector<WeakTrackingVH> OfArguments; ///< taken out at the entry
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_REGISTERPARTS_H
