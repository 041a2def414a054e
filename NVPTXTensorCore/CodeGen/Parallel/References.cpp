//===- References.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Parallel/References.h"
#include "IR/Analysis/AddressSpaces.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool matters(const GlobalValue &Used) {
  if (auto *F = dyn_cast<Function>(&Used))
    return !F->isIntrinsic();
  return !isa<GlobalVariable>(Used) || Used.hasPrivateLinkage() ||
         (Used.hasInternalLinkage() && Used.getAddressSpace() == SharedSpace);
}

static void addOfConstant(const Constant &C, References &Found,
                          SmallPtrSetImpl<const Constant *> &Visited) {
  if (isa<ConstantData>(C) || !Visited.insert(&C).second)
    return;
  if (auto *Global = dyn_cast<GlobalValue>(&C)) {
    if (matters(*Global))
      Found.insert({Global, false});
    return;
  }
  for (const Use &U : C.operands())
    if (auto *Operand = dyn_cast<Constant>(U))
      addOfConstant(*Operand, Found, Visited);
}

References tensorcore::getReferences(const Function &F) {
  References Found;
  SmallPtrSet<const Constant *, 16> Visited;
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    for (const Use &U : I.operands()) {
      auto *C = dyn_cast<Constant>(U);
      if (!C)
        continue;
      auto *Callee = Call && Call->isCallee(&U) ? dyn_cast<Function>(C) : nullptr;
      if (!Callee)
        addOfConstant(*C, Found, Visited);
      else if (matters(*Callee))
        Found.insert({Callee, true});
    }
  }
  return Found;
}

bool tensorcore::dependsOnOthers(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return false;
    auto *Assembly = dyn_cast<InlineAsm>(Call->getCalledOperand());
    if (!Assembly)
      return Call->getFunctionType()->isVarArg();
    const StringRef Text = Assembly->getAsmString();
    return Text.contains(":uid") || Text.contains(".loc") || Text.contains("$L__");
  });
}
