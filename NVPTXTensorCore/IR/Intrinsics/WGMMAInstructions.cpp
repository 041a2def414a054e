//===- WGMMAInstructions.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classification of calls.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/WGMMAInstructions.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "IR/Intrinsics/RegisterParts.h"
#include "PTX/Reader.h"
#include "TensorCoreModel/MMAWords.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The text of inline assembly. Not of asm goto: nothing can be put behind it.
static const InlineAsm *getAsm(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && !isa<CallBrInst>(Call) ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
}

static bool hasAsm(const Instruction &I, StringRef Mnemonic) {
  const InlineAsm *Asm = getAsm(I);
  return Asm && ptx::hasInstruction(Asm->getAsmString(), Mnemonic);
}

/// The variant of a family that a call is of. Not of a declaration with another type than the
/// variant's, nor of a call that has not the type of its declaration: these wait for the verifier.
static const MMAVariant *getVariant(const Instruction &I, MMAFamily Family) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  const MMAVariant *Variant = Callee ? getMMAVariant(*Callee) : nullptr;
  bool IsMeant =
      Variant && Variant->Family == Family &&
      Callee->getFunctionType() == getMMAFunctionType(I.getContext(), *Variant, /*AddressSpace=*/0);
  return IsMeant ? Variant : nullptr;
}

/// Returns true if a call is of what orders wgmma, with that word of its name.
static bool isSync(const Instruction &I, mma::Action Action) {
  const MMAVariant *Variant = getVariant(I, MMAFamily_WGMMASync);
  return Variant && Variant->get<mma::Action>() == Action;
}

bool tensorcore::isWGMMACall(const Instruction &I) { return getVariant(I, MMAFamily_WGMMA); }

bool tensorcore::isWGMMAIssueAsm(const Instruction &I) { return hasAsm(I, "wgmma.mma_async"); }

bool tensorcore::isWGMMAIssue(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? getCallee(*Call) : nullptr;
  std::optional<MMAOpcode> Opcode = Callee ? getRegisterFormOpcode(*Callee) : std::nullopt;
  return (Opcode && getMMAOpcodeInfo(*Opcode).Family == MMAFamily_WGMMA) || isWGMMAIssueAsm(I);
}

bool tensorcore::isWGMMAWait(const Instruction &I) {
  return isSync(I, mma::Action::WaitGroup) || hasAsm(I, "wgmma.wait_group");
}

bool tensorcore::isWGMMAFence(const Instruction &I) {
  return isSync(I, mma::Action::Fence) || hasAsm(I, "wgmma.fence");
}

bool tensorcore::isWGMMACommit(const Instruction &I) {
  return isSync(I, mma::Action::CommitGroup) || hasAsm(I, "wgmma.commit_group");
}

WGMMAInputs::WGMMAInputs(CallBase &Issue) {
  if (Issue.isInlineAsm()) {
    const auto Called = getAssemblyArguments(*cast<InlineAsm>(Issue.getCalledOperand()));
    for (auto [U, Argument] : zip(Issue.args(), Called)) {
      if (!isRegisterType(U->getType()))
        continue;
      if (Argument.IsTied)
        Accumulators.push_back(&U);
      else if (!isa<Constant>(U))
        Fragments.push_back(&U);
    }
    return;
  }
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(*getRegisterFormOpcode(*getCallee(Issue)));
  for (unsigned I = 0; I < Info.DCount; ++I)
    Accumulators.push_back(&Issue.getArgOperandUse(I));
  for (unsigned I = 0; Info.ACount > 1 && I < Info.ACount; ++I)
    Fragments.push_back(&Issue.getArgOperandUse(Info.DCount + I));
}
