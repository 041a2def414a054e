//===- ParameterOrder.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says where loads of parameters stand among the instructions of a function's first block. LLVM
// schedules the load of parameter N with the instruction at position N; what calls in register
// form need in front of them, and behind them, would change the positions of all that follows.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/Hooks.h"
#include "IR/Analysis/AddressSpaces.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool isInRegisterForm(const Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getIntrinsicID() >= Intrinsic::num_intrinsics; // SelectionScope
}

/// Returns true if an instruction only gives calls in register form their registers, or takes those
/// of their results.
static bool isOfRegisterForm(const Instruction &I) {
  if (auto *Extract = dyn_cast<ExtractValueInst>(&I);
      Extract && isInRegisterForm(Extract->getAggregateOperand()))
    return true;
  const bool IsPart = isa<ExtractElementInst, ExtractValueInst, ShuffleVectorInst>(I);
  auto *Cast = dyn_cast<PtrToIntInst>(&I);
  const bool IsAddress = Cast && Cast->getPointerAddressSpace() == TensorMemorySpace;
  return (IsPart || IsAddress) && !I.use_empty() && all_of(I.users(), isInRegisterForm);
}

SmallVector<unsigned, 16> tensorcore::getParameterOrders(const Function &F) {
  // LLVM counts instructions from 2; the first parameter's load precedes them.
  SmallVector<unsigned, 16> Orders = {1};
  unsigned Position = 2;
  for (const Instruction &I : F.getEntryBlock()) {
    if (Orders.size() >= F.arg_size())
      break;
    if (!isOfRegisterForm(I))
      Orders.push_back(Position);
    ++Position;
  }
  while (Orders.size() < F.arg_size())
    Orders.push_back(Position++);
  return Orders;
}
