//===- FormFacts.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forms of instructions: PTX, opcodes, and where each is legal.
//
//===----------------------------------------------------------------------===//

#include "Explain/Facts/Facts.h"
#include "Explain/Subjects/Targets.h"
#include "Model/Instructions/MMADescriptorText.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/TCGen05Words.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

struct PTXRange {
  unsigned First = 0, Last = 0;
};

} // namespace

/// The PTX versions that write a form so: `.aligned` came with one.
static PTXRange getPTXRange(const MMAVariant &V, const MMAForm &Form) {
  PTXRange Range;
  for (const PTXVersion &PTX : getPTXVersions()) {
    if (PTX.Version < V.Legality.FirstPTX || PTX.Version > V.Legality.LastPTX)
      continue;
    MMADescriptor Described = cantFail(describe(V, /*AddressSpace=*/0, PTX.Version));
    if (Described.get(MMAField_Aligned) != Form.Descriptor.get(MMAField_Aligned))
      continue;
    Range.First = Range.First ? Range.First : PTX.Version;
    Range.Last = PTX.Version;
  }
  return Range;
}

/// Targets that have a form in some PTX version.
static std::vector<std::string> findTargets(const MMAVariant &V, const MMAForm &Form,
                                            PTXRange Range) {
  std::vector<std::string> Names;
  for (const GPUTarget &GPU : getGPUTargets()) {
    TargetVersion Target = getTargetVersion(GPU.Name, GPU.FullSmVersion, Range.Last);
    if (GPU.MinimumPTX <= Range.Last && !errorToBool(checkLegal(V, Form, Target)))
      Names.push_back(GPU.Name.str());
  }
  return Names;
}

/// The first PTX version in which a target has a form: a rule of modifiers may be younger than the
/// form's row.
static unsigned findFirstPTX(const MMAVariant &V, const MMAForm &Form, unsigned FirstOfRow) {
  auto IsLegal = [&](const GPUTarget &GPU, unsigned PTX) {
    return GPU.MinimumPTX <= PTX &&
           !errorToBool(checkLegal(V, Form, getTargetVersion(GPU.Name, GPU.FullSmVersion, PTX)));
  };
  for (const PTXVersion &PTX : getPTXVersions())
    if (PTX.Version >= FirstOfRow &&
        any_of(getGPUTargets(), [&](const GPUTarget &GPU) { return IsLegal(GPU, PTX.Version); }))
      return PTX.Version;
  return FirstOfRow;
}

/// Returns the source of a rule, and who has verified it if that is not this project.
static std::string printSource(const MMALegality &Rule) {
  constexpr StringLiteral Own = "ptxas 13.0";
  return (Rule.Source + (Rule.Verified == Own ? "" : "; verified by " + Rule.Verified)).str();
}

static FormFact getFormFact(const MMAVariant &V, const MMAForm &Form) {
  PTXRange Range = getPTXRange(V, Form);
  FormFact Fact = {printMnemonic(Form.Opcode, Form.Descriptor),
                   printStatement(Form.Opcode, Form.Descriptor),
                   getMMAOpcodeInfo(Form.Opcode).Name.str(),
                   formatv("{0}", format_hex(Form.Descriptor.getWord(), 18, /*Upper=*/true)),
                   {},
                   findTargets(V, Form, Range),
                   V.Legality.Targets.Description.str(),
                   Range.First,
                   Range.Last == getPTXVersions().back().Version ? 0 : Range.Last,
                   printSource(V.Legality),
                   "",
                   printMMADescriptor(Form.Descriptor)};
  if (V.Family != MMAFamily_TCGen05MMA)
    return Fact;
  if (const TCGen05Form *Row = lookupTCGen05Form(getFormKey(Form.Descriptor))) {
    Fact.TargetText = Row->Legality.Targets.Description.str();
    Fact.FirstPTX = findFirstPTX(V, Form, Row->Legality.FirstPTX);
    Fact.Source = printSource(Row->Legality);
  }
  return Fact;
}

static FormFact getFormFact(CompanionForm Form, ArrayRef<unsigned> Words) {
  const CompanionFormInfo &Info = getCompanionFormInfo(Form);
  const MMALegality &First = Info.Legality.front();
  std::string Targets = First.Targets.Description.str();
  uint64_t Mask = First.Targets.Mask;
  for (const MMALegality &Rule : Info.Legality.drop_front()) {
    Mask |= Rule.Targets.Mask;
    Targets +=
        "; " + Rule.Targets.Description.str() + " since PTX ISA " + printPTXVersion(Rule.FirstPTX);
  }
  return {printMnemonic(CompanionWord{Form, WordValues(Words)}),
          printStatement(Form),
          Info.Name.str(),
          "",
          {},
          getTargetNames(Mask),
          Targets,
          First.FirstPTX,
          0,
          printSource(First),
          printChoices(Form),
          ""};
}

/// Puts a form to those that are legal where it is, and have its opcode.
static void addForm(std::vector<FormFact> &Forms, FormFact Fact) {
  auto IsAlike = [&](const FormFact &F) {
    return F.Targets == Fact.Targets && F.FirstPTX == Fact.FirstPTX && F.LastPTX == Fact.LastPTX &&
           F.Opcode == Fact.Opcode && F.Choices == Fact.Choices;
  };
  auto It = find_if(Forms, IsAlike);
  if (It == Forms.end())
    Forms.push_back(std::move(Fact));
  else if (Fact.Mnemonic != It->Mnemonic)
    It->Others.push_back(Fact.Mnemonic);
}

void explain::addForms(InstructionFacts &Facts, const Subject &S) {
  for (const MMAForm &Form : S.Forms)
    addForm(Facts.Forms, getFormFact(*S.Variant, Form));
  for (CompanionForm Form : S.CompanionForms)
    for (const WordValues &Words : getWordValues(Form))
      addForm(Facts.Forms, getFormFact(Form, Words));
}
