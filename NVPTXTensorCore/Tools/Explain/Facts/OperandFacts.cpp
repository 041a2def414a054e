//===- OperandFacts.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands of instructions, by roles and registers.
//
//===----------------------------------------------------------------------===//

#include "Explain/Facts/Facts.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Layouts/MMAFragments.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAType.h"
using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// Returns what the registers of a fragment are in PTX.
static std::string getRegisterType(MMAType Element) {
  StringRef Spelling = lookupMMAType(Element)->Spelling;
  return Element == MMAType_F32 || Element == MMAType_F64 ? ("." + Spelling).str() : ".b32";
}

static void addFragment(InstructionFacts &Facts, const MMAVariant &V, MMAOperand Operand,
                        unsigned Registers, MMAType Element) {
  if (!Registers)
    return;
  StringRef Spelling = Element == MMAType_None ? "" : lookupMMAType(Element)->Spelling;
  OperandFact Fact = {lookupMMAOperand(Operand)->Spelling.str(), Registers,
                      Element == MMAType_None ? ".b32" : getRegisterType(Element), Spelling.str()};
  if (Expected<MMAFragmentLayout> Layout = getMMAFragmentLayout(V, Operand)) {
    Fact.Rows = Layout->getNumRows();
    Fact.Columns = Layout->getNumColumns();
  } else {
    consumeError(Layout.takeError());
  }
  Facts.Operands.push_back(std::move(Fact));
}

/// The operands of families whose registers are fragments.
static void addFragments(InstructionFacts &Facts, const MMAVariant &V) {
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(V.Opcode);
  bool IsMoved = V.getElement() != MMAType_None;
  bool IsWarpgroup = V.Family == MMAFamily_WGMMA;
  auto AddOther = [&](StringRef Name, unsigned Registers, StringRef Type) {
    Facts.Operands.push_back({Name.str(), Registers, Type.str(), ""});
  };
  if (getMMADescriptor(V).has(MMAField_Space))
    AddOther("address", 1, "pointer");
  addFragment(Facts, V, MMAOperand_D, Opcode.DCount, IsMoved ? V.getElement() : V.getD());
  if (IsWarpgroup && !V.get(MMAField_Residency))
    AddOther("A", 1, ".b64 matrix descriptor");
  else
    addFragment(Facts, V, MMAOperand_A, Opcode.ACount, IsMoved ? V.getElement() : V.getA());
  if (IsWarpgroup)
    AddOther("B", 1, ".b64 matrix descriptor");
  else
    addFragment(Facts, V, MMAOperand_B, Opcode.BCount, V.getB());
  if (!IsWarpgroup)
    addFragment(Facts, V, MMAOperand_C, Opcode.CCount, IsMoved ? V.getElement() : V.getC());
  if (Opcode.HasStride)
    AddOther("stride", 1, ".b32");
  if (Opcode.HasMetadata) {
    addFragment(Facts, V, MMAOperand_Metadata, 1, MMAType_None);
    AddOther("sparsity selector", 0, "immediate, " + getSparsitySelectorRange(V).print());
  }
  for (MMAOperand Scale : {MMAOperand_ScaleA, MMAOperand_ScaleB})
    if (Opcode.HasScales) {
      addFragment(Facts, V, Scale, 1, MMAType_None);
      bool IsOfA = Scale == MMAOperand_ScaleA;
      StringRef Matrix = IsOfA ? "A" : "B";
      AddOther(("byte-id of " + Matrix).str(), 1, ".b16, " + getScaleByteRange(V).print());
      AddOther(("thread-id of " + Matrix).str(), 1,
               ".b16, " + getScaleThreadRange(V, IsOfA).print());
    }
  if (Opcode.HasCount)
    AddOther("count", 0, "immediate");
  if (IsWarpgroup) {
    AddOther("scale-d", 1, ".pred");
    if (V.Signature.find("imm_scale_a"))
      AddOther("imm-scale-a, imm-scale-b", 0, "immediates, -1 or 1");
    if (V.Signature.find("imm_trans_b"))
      AddOther(V.get(MMAField_Residency) ? "imm-trans-b" : "imm-trans-a, imm-trans-b", 0,
               "immediates, 0 or 1");
  }
}

static std::string printOperand(const MMAOperandGroup &Group) {
  std::string Register = Group.Bits == 1 ? ".pred" : ".b" + std::to_string(Group.Bits);
  switch (Group.Form) {
  case MMAOperandForm_Immediate:
    return "immediate";
  case MMAOperandForm_Address:
    return Register + " address of tensor memory";
  default:
    return Register;
  }
}

static void addListedOperands(InstructionFacts &Facts, const MMAVariant &V) {
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(V.Opcode);
  addFragment(Facts, V, MMAOperand_D, Opcode.DCount, V.getElement());
  if (Opcode.HasReduced)
    Facts.Operands.push_back({"reduced", 1, getRegisterType(V.getElement()), ""});
  for (const MMAOperandGroup &Group : getMMAOpcodeInfo(V.Opcode).Operands)
    Facts.Operands.push_back({Group.Role.str(),
                              Group.Form == MMAOperandForm_Immediate ? 0 : Group.Count,
                              printOperand(Group), ""});
}

static void addCompanionOperands(InstructionFacts &Facts, CompanionForm Form) {
  const MMASignature &Signature = getCompanionFormInfo(Form).Signature;
  for (const MMAArgumentType &Type : Signature.Results)
    Facts.Operands.push_back({"result", 1, Type.Name.str(), ""});
  for (const MMAArgument &Argument : Signature.Arguments)
    Facts.Operands.push_back({Argument.Name.str(), !Argument.IsImmediate,
                              (Argument.IsImmediate ? "immediate " : "") + Argument.Type.Name.str(),
                              ""});
}

void explain::addOperands(InstructionFacts &Facts, const Subject &S) {
  if (S.Variant && isTCGen05(*S.Variant))
    addListedOperands(Facts, *S.Variant);
  else if (S.Variant)
    addFragments(Facts, *S.Variant);
  if (!S.CompanionForms.empty())
    addCompanionOperands(Facts, S.CompanionForms.front());
}
