//===- ValueOrdering.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes values on at points of a function, so that their users behind a point use
// what the point makes of them there, and cannot be moved up past it. What is passed on
// where is the caller's to say.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ORDERING_VALUEORDERING_H
#define NVPTXTENSORCORE_IR_ORDERING_VALUEORDERING_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class DominatorTree;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

/// Holds registers where `Builder` stands: as many instructions as it takes, each for a power of
/// two. The values come back, in their order.
SmallVector<Value *, 0> createHolds(IRBuilder<> &Builder, ArrayRef<Value *> Values);

/// A point, and the values that it passes on.
struct OrderingPoint {
  Instruction *At;
  SmallVector<Instruction *, 0> Values;
};

class ValueOrdering {
public:
  ValueOrdering(Function &F, DominatorTree &DT) : F(F), DT(DT) {}

  /// Points with the values that are there and are used behind them. `At` has the points of a
  /// block one behind the other, in its order.
  SmallVector<OrderingPoint, 0> findPoints(ArrayRef<Instruction *> Values,
                                           ArrayRef<Instruction *> At) const;

  /// Makes new values of old ones, built where the builder stands: right behind the point.
  using PassFunction =
      function_ref<SmallVector<Value *, 0>(IRBuilder<> &, Instruction &Point, ArrayRef<Value *>)>;

  /// Passes on what is alive behind each point.
  void thread(ArrayRef<OrderingPoint> Points, PassFunction Pass);

private:
  void forEachLiveBlock(const Instruction &V,
                        function_ref<void(BasicBlock &, Instruction *)> Visit) const;
  void makeVariable(Instruction &V);

  Function &F;
  DominatorTree &DT;
  MapVector<Instruction *, AllocaInst *> Variables; ///< in the order of their making: phis have it
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ORDERING_VALUEORDERING_H
