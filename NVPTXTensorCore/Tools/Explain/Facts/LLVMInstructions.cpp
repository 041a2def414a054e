//===- LLVMInstructions.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts of LLVM's own intrinsics, without the overloaded ones, whose names say types; and of those
// that the compiler replaces by ordinary instructions.
//
//===----------------------------------------------------------------------===//

#include "Explain/Facts/LLVMInstructions.h"
#include "Explain/Subjects/Targets.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/NVVMRequirements.h"
#include "IR/Verifier/NVVMIntrinsics.h"
#include "Model/Instructions/PTXInstructions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

struct LLVMInstruction {
  StringLiteral Mnemonic;
  StringLiteral Intrinsic;
};

constexpr LLVMInstruction Instructions[] = {
#include "NVVMInstructions.inc"
};

} // namespace

/// Prints a declaration as LLVM does, on a line and without the group of attributes.
static std::string printDeclaration(Intrinsic::ID ID) {
  LLVMContext Context;
  Module M("", Context);
  std::string Text;
  raw_string_ostream(Text) << *Intrinsic::getOrInsertDeclaration(&M, ID);
  StringRef Line = StringRef(Text).substr(Text.find("declare")).split('\n').first;
  return Line.take_front(Line.rfind(')') + 1).str();
}

static FormFact makeFormFact(StringRef Mnemonic, Intrinsic::ID ID) {
  FormFact Fact = {};
  Fact.Mnemonic = Mnemonic.str();
  Fact.Statement = Mnemonic.str();
  Fact.Source = "LLVM's selection patterns";
  for (const GPUTarget &GPU : getGPUTargets())
    for (const PTXVersion &PTX : getPTXVersions()) {
      TargetVersion Target = getTargetVersion(GPU.Name, GPU.FullSmVersion, PTX.Version);
      if (GPU.MinimumPTX > PTX.Version || errorToBool(checkNVVMRequirements(ID, Target)))
        continue;
      Fact.Targets.push_back(GPU.Name.str());
      Fact.FirstPTX = Fact.FirstPTX ? std::min<unsigned>(Fact.FirstPTX, PTX.Version) : PTX.Version;
      break;
    }
  return Fact;
}

static InstructionFacts makeFacts(const LLVMInstruction &Instruction, Intrinsic::ID ID) {
  InstructionFacts Facts;
  Facts.Name = Instruction.Intrinsic.str();
  Facts.Family = Instruction.Mnemonic.split('.').first.str();
  Facts.Declaration = printDeclaration(ID);
  Facts.Forms.push_back(makeFormFact(Instruction.Mnemonic, ID));
  Facts.Rules.push_back("LLVM's own intrinsic: what it becomes is what stock llc makes of it");
  return Facts;
}

/// Returns the facts of an intrinsic that makes a descriptor, if the name is of one.
static std::optional<InstructionFacts> findLoweredIntrinsic(StringRef Name) {
  LLVMContext Context;
  Module M("", Context);
  const auto Declare = [&](FunctionType *T) {
    return Function::Create(T, GlobalValue::ExternalLinkage, Name, M);
  };
  Function *Untyped = Declare(FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false));
  const NVVMIntrinsic *Lowered = getNVVMIntrinsic(*Untyped);
  FunctionType *T = Lowered ? Lowered->getType(*Untyped) : nullptr;
  if (!T || Lowered->getArgumentName(0).empty())
    return std::nullopt;
  Untyped->eraseFromParent();
  Function &F = *Declare(T);
  std::vector<std::string> Arguments;
  for (const auto &[Index, Parameter] : enumerate(T->params()))
    Arguments.push_back(printType(*Parameter) + " %" + Lowered->getArgumentName(Index).str());
  InstructionFacts Facts;
  Facts.Name = Name.str();
  Facts.Family = Name.drop_front(StringRef(NVVMPrefix).size()).split('.').first.str();
  Facts.Declaration = printDeclaration(*T, Name, Arguments);
  Facts.Effects = getIntrinsicFacts(F, *Lowered);
  return Facts;
}

std::vector<InstructionFacts> explain::findLLVMInstructions(StringRef Name) {
  std::string Full = Name.starts_with(NVVMPrefix) ? Name.str() : (NVVMPrefix + Name).str();
  std::vector<InstructionFacts> Found;
  for (const LLVMInstruction &Instruction : Instructions) {
    if (Instruction.Intrinsic != Full && !areSameMnemonics(Name, Instruction.Mnemonic))
      continue;
    Intrinsic::ID ID = Intrinsic::lookupIntrinsicID(Instruction.Intrinsic);
    if (ID != Intrinsic::not_intrinsic && !Intrinsic::isOverloaded(ID))
      Found.push_back(makeFacts(Instruction, ID));
  }
  if (std::optional<InstructionFacts> Lowered =
          Found.empty() ? findLoweredIntrinsic(Full) : std::nullopt)
    Found.push_back(std::move(*Lowered));
  return Found;
}
