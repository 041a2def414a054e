//===- PlainFacts.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts of intrinsics without rows: their forms.
//
//===----------------------------------------------------------------------===//

#include "Explain/Facts/Facts.h"
#include "Explain/Subjects/Targets.h"
#include "IR/Intrinsics/NVVMRequirements.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

static FormFact getFormFact(const PlainIntrinsic &Plain, StringRef Statement) {
  FormFact Fact = {};
  Fact.Mnemonic = getMnemonic(Statement).str();
  Fact.Statement = Statement.str();
  Fact.Source = "LLVM's selection patterns";
  for (const GPUTarget &GPU : getGPUTargets())
    for (const PTXVersion &PTX : getPTXVersions()) {
      TargetVersion Target = getTargetVersion(GPU.Name, GPU.FullSmVersion, PTX.Version);
      if (GPU.MinimumPTX > PTX.Version || errorToBool(checkNVVMRequirements(Plain.ID, Target)))
        continue;
      Fact.Targets.push_back(GPU.Name.str());
      Fact.FirstPTX = Fact.FirstPTX ? std::min<unsigned>(Fact.FirstPTX, PTX.Version) : PTX.Version;
      break;
    }
  // A target has what older ones have, unless it is one of a family's own instructions.
  const ArrayRef<GPUTarget> All = getGPUTargets();
  if (!Fact.Targets.empty() && Fact.Targets.back() == All.back().Name &&
      Fact.Targets.front() == All[All.size() - Fact.Targets.size()].Name)
    Fact.TargetText = Fact.Targets.front() + " or higher";
  return Fact;
}

void explain::addPlainForms(InstructionFacts &Facts, const PlainIntrinsic &Plain) {
  for (StringRef Statement : Plain.Statements)
    if (Facts.Forms.empty())
      Facts.Forms.push_back(getFormFact(Plain, Statement));
    else if (StringRef Mnemonic = getMnemonic(Statement); Mnemonic != Facts.Forms[0].Mnemonic)
      Facts.Forms[0].Others.push_back(Mnemonic.str());
  Facts.Rules.push_back(
      Plain.Statements.empty()
          ? "becomes instructions of integers, or a constant"
          : "LLVM's own intrinsic: what it becomes is what stock llc makes of it");
}
