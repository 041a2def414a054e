//===- MatrixInstructions.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls by the model's tables, inline assembly by the opcodes in its text.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "PTX/Reader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace llvm::tensorcore;

static StringRef getAsmText(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  return Asm ? StringRef(Asm->getAsmString()) : StringRef();
}

static std::optional<MMAFamily> getFamily(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? getCallee(*Call) : nullptr;
  if (!Callee || !Callee->isDeclaration())
    return std::nullopt;
  if (const MMAVariant *Variant = getMMAVariant(*Callee))
    return Variant->Family;
  std::optional<MMAOpcode> Opcode = getRegisterFormOpcode(*Callee);
  return Opcode && !isCompanion(*Opcode) ? std::optional(getMMAOpcodeInfo(*Opcode).Family)
                                         : std::nullopt;
}

static constexpr StringRef MatrixOpcodes[] = {"mma",      "wmma",     "wgmma",    "tcgen05",
                                              "ldmatrix", "stmatrix", "movmatrix"};
static constexpr StringRef MultiplicationOpcodes[] = {"mma", "wmma.mma", "wgmma.mma_async"};
static constexpr StringRef AsynchronousOpcodes[] = {"wgmma.mma_async", "tcgen05.mma"};

bool tensorcore::isMatrixInstruction(const Instruction &I) {
  return getFamily(I) || !ptx::findMnemonic(getAsmText(I), MatrixOpcodes).empty();
}

bool tensorcore::hasMatrixInstruction(const Function &F) {
  return any_of(instructions(F), isMatrixInstruction);
}

bool tensorcore::isRegisterMultiplication(MMAFamily Family) {
  return is_contained({MMAFamily_WMMA, MMAFamily_MMA, MMAFamily_WGMMA}, Family);
}

bool tensorcore::isRegisterMultiplication(StringRef AsmText) {
  return !ptx::findMnemonic(AsmText, MultiplicationOpcodes).empty();
}

bool tensorcore::isRegisterMultiplication(const Instruction &I) {
  std::optional<MMAFamily> Family = getFamily(I);
  return Family ? isRegisterMultiplication(*Family) : isRegisterMultiplication(getAsmText(I));
}

bool tensorcore::isAsynchronousMultiplication(const Instruction &I) {
  if (std::optional<MMAFamily> Family = getFamily(I))
    return is_contained({MMAFamily_WGMMA, MMAFamily_TCGen05MMA}, *Family);
  return !ptx::findMnemonic(getAsmText(I), AsynchronousOpcodes).empty();
}

bool tensorcore::isHold(const Instruction &I) { return getFamily(I) == MMAFamily_Hold; }

std::string tensorcore::getMatrixInstructionName(const CallBase &Call) {
  if (Call.isInlineAsm())
    return ptx::findMnemonic(getAsmText(Call), MatrixOpcodes);
  return getCallee(Call)->getName().str();
}
