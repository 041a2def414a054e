//===- SelectedIntrinsic.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IDs after LLVM's: of the variants, then of the opcodes, then of those of companions.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/SelectedIntrinsic.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "Model/Instructions/MMACatalogue.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace llvm::tensorcore;

SelectedIntrinsic SelectedIntrinsic::get(unsigned ID) {
  SelectedIntrinsic Result;
  if (ID < Intrinsic::num_intrinsics) {
    Result.Variant = lookupMMAVariantByName(Intrinsic::getBaseName(ID));
    return Result;
  }
  size_t Index = ID - Intrinsic::num_intrinsics;
  if (Index < getMMAVariants().size()) {
    Result.Variant = &getMMAVariants()[Index];
    return Result;
  }
  Index -= getMMAVariants().size();
  if (Index < getMMAOpcodes().size())
    Result.Opcode = MMAOpcode(Index);
  return Result;
}

SelectedIntrinsic SelectedIntrinsic::get(const Function &F) {
  return {getMMAVariant(F), getRegisterFormOpcode(F)};
}

unsigned SelectedIntrinsic::getID() const {
  unsigned First = Intrinsic::num_intrinsics;
  if (Variant)
    return First + (Variant - getMMAVariants().data());
  First += getMMAVariants().size();
  return Opcode ? First + *Opcode : unsigned(Intrinsic::not_intrinsic);
}

StringRef SelectedIntrinsic::getName() const {
  if (Variant)
    return Variant->Name;
  return Opcode ? StringRef(getMMAOpcodeInfo(*Opcode).Name) : StringRef();
}
