//===- PlainIntrinsics.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of intrinsics without rows.
//
//===----------------------------------------------------------------------===//

#include "Explain/Subjects/PlainIntrinsics.h"
#include "IR/Verifier/NVVMIntrinsics.h"
#include "Model/Instructions/Companions.h"
#include "Model/Instructions/MMACatalogue.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

struct LLVMInstruction {
  StringLiteral Statement;
  StringLiteral Intrinsic;
};

constexpr LLVMInstruction Instructions[] = {
#include "NVVMInstructions.inc"
};

} // namespace

static bool hasRow(StringRef Name) { return lookupMMAVariant(Name) || lookupCompanion(Name); }

/// Returns true if an intrinsic makes a descriptor.
static bool isEncoder(StringRef Name) {
  LLVMContext Context;
  Module M("", Context);
  const NVVMIntrinsic *Intrinsic = getNVVMIntrinsic(
      *Function::Create(FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false),
                        GlobalValue::ExternalLinkage, Name, M));
  return Intrinsic && Intrinsic->getDescriptorField(0);
}

ArrayRef<PlainIntrinsic> explain::getPlainIntrinsics() {
  static const std::vector<PlainIntrinsic> Intrinsics = [] {
    MapVector<StringRef, PlainIntrinsic> Found;
    for (const LLVMInstruction &Instruction : Instructions) {
      const Intrinsic::ID ID = Intrinsic::lookupIntrinsicID(Instruction.Intrinsic);
      if (ID == Intrinsic::not_intrinsic || Intrinsic::isOverloaded(ID) ||
          hasRow(Instruction.Intrinsic))
        continue;
      PlainIntrinsic &Plain = Found[Instruction.Intrinsic];
      Plain.Name = Instruction.Intrinsic;
      Plain.ID = ID;
      Plain.Statements.push_back(Instruction.Statement);
    }
    for (StringRef Name : getProjectNames())
      if (!hasRow(Name) && Name.contains(".encode") && isEncoder(Name))
        Found.insert({Name, {Name, Intrinsic::not_intrinsic, {}}});
    std::vector<PlainIntrinsic> Result;
    for (auto &[Name, Plain] : Found)
      Result.push_back(std::move(Plain));
    return Result;
  }();
  return Intrinsics;
}

StringRef explain::getMnemonic(StringRef Statement) {
  return Statement.take_until([](char C) { return C == ' ' || C == ';'; });
}

StringRef explain::getSpecialRegister(StringRef Statement) {
  return Statement.split('%').second.take_until([](char C) { return C == ',' || C == ';'; });
}

StringRef explain::getCurrentName(StringRef Name) {
  // LLVM has no table of these names: it replaces the calls alone.
  return StringSwitch<StringRef>(Name)
      .Cases({"llvm.nvvm.barrier0", "llvm.nvvm.barrier.n", "llvm.nvvm.bar.sync"},
             "llvm.nvvm.barrier.cta.sync.aligned.all")
      .Case("llvm.nvvm.barrier", "llvm.nvvm.barrier.cta.sync.aligned.count")
      .Case("llvm.nvvm.barrier.sync", "llvm.nvvm.barrier.cta.sync.all")
      .Case("llvm.nvvm.barrier.sync.cnt", "llvm.nvvm.barrier.cta.sync.count")
      .Default(Name);
}
