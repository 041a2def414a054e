//===- ModuleUses.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/ModuleUses.h"
#include "IR/Analysis/Calls.h"
#include "IR/Checks/AsynchronousCopies.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "IR/Intrinsics/WGMMAInstructions.h"
#include "IR/Lowering/AssemblyTexts.h"
#include "IR/Lowering/TensorMapUses.h"
#include "IR/Lowering/WideConversions.h"
#include "IR/RegisterBudget/SetMaxNReg.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

void ModuleUses::add(CallBase &Call) {
  if (isMatrixInstruction(Call))
    Matrix.insert(Call.getFunction());
  if (isWGMMAIssueAsm(Call))
    WGMMAAssembly.insert(Call.getFunction());
  if (isReadWithCopies(Call))
    AsynchronousCopies.insert(Call.getFunction());
  if (getCalledText(Call).contains_insensitive("tcgen05"))
    TCGen05.insert(Call.getFunction());
  HasTensorMaps |= !findTensorMaps(Call).empty();
  if (!getSetMaxNRegs(Call).empty())
    SetMaxNReg.insert(Call.getFunction());
}

ModuleUses::ModuleUses(Module &M) {
  DenseMap<const Value *, const Function *> LastCaller; // what is called says it all
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (isWideConversion(I)) {
        WideConversions.emplace_back(&I);
      } else if (Call && isa<CallInst>(Call) && Call->isInlineAsm()) {
        Assembly.push_back(cast<CallInst>(Call));
      } else if (Call) {
        const Function *&Last = LastCaller[Call->getCalledOperand()];
        if (Last != &F)
          add(*Call);
        Last = &F;
      }
    }
  HasInsertedTexts = insertAssemblyTexts(Assembly);
  for (CallInst *Call : Assembly)
    add(*Call);
}

SmallPtrSet<Function *, 16> tensorcore::findFunctionsToLower(Module &M, const ModuleUses &Uses) {
  SmallPtrSet<Function *, 16> Found(Uses.WGMMAAssembly.begin(), Uses.WGMMAAssembly.end());
  for (const Function &Declaration : M) {
    const MMAVariant *Variant = Declaration.isDeclaration() ? getMMAVariant(Declaration) : nullptr;
    std::optional<MMAOpcode> Opcode =
        Variant ? std::optional(Variant->Opcode) : getRegisterFormOpcode(Declaration);
    if (Opcode && hasRegisterForm(*Opcode) && !isCompanion(*Opcode))
      for (const User *U : Declaration.users())
        if (auto *Call = dyn_cast<CallBase>(U))
          Found.insert(const_cast<Function *>(Call->getFunction()));
  }
  return Found;
}
