//===- MMAWords.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The legality of MMA descriptors and of the two words of a tcgen05.mma: whether there is an
// instruction that has the word.
//
//===----------------------------------------------------------------------===//

#include "Explain/Subjects/Subjects.h"
#include "Explain/Words/WordFormats.h"
#include "Model/Instructions/MMAAlternatives.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMAForms.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// Returns what the rules say of it on a target that has everything else.
static std::string explainNoForm(MMADescriptor Words) {
  for (const GPUTarget &GPU : getGPUTargets()) {
    TargetVersion Target = getTargetVersion(GPU.Name, GPU.FullSmVersion, GPU.MinimumPTX);
    if (!hasTensorMemory(Target))
      continue;
    if (Error E = checkTCGen05MMA("tcgen05.mma", Words, /*IsAInTensorMemory=*/true, Target))
      return toString(std::move(E));
  }
  return "there is no such form";
}

Error explain::describeMultiplication(MMADescriptor Words, std::vector<std::string> &Notes) {
  const TCGen05Form *Form = lookupTCGen05Form(getFormKey(Words));
  bool HasGroup = Words.get(MMAField_CTAGroup) != 0;
  if (!Form || !HasGroup)
    return makeError("no tcgen05.mma has the kind word 0x" + utohexstr(getKindWord(Words)) + ": " +
                     (HasGroup ? explainNoForm(Words) : "cta_group is 1 or 2"));
  std::string Text = "tcgen05.mma";
  for (MMAField Field :
       {MMAField_Stationary, MMAField_Sparsity, MMAField_CTAGroup, MMAField_MMAKind,
        MMAField_BlockScale, MMAField_Decompress, MMAField_Scales, MMAField_BlockSize})
    Text += printMMAField(Words.getWord(), Field);
  Notes.push_back(Text);
  const MMALegality &Rule = Form->Legality;
  Notes.push_back((Rule.Targets.Description + ", PTX ISA " + printPTXVersion(Rule.FirstPTX) + " (" +
                   Rule.Source + ")")
                      .str());
  return Error::success();
}

/// The nearest instruction.
static std::string explainNoVariant(MMADescriptor Descriptor) {
  const BitLayout &Layout = getLayout(Descriptor.getFamily());
  if (Expected<uint64_t> Other = completeMMADescriptor(Layout, Layout.unpack(Descriptor.getWord()));
      !Other)
    return toString(Other.takeError());
  return ("there is no such instruction of " + Layout.Key).str();
}

Error explain::describeInstruction(MMADescriptor Descriptor, std::vector<std::string> &Notes) {
  if (Descriptor.getFamily() == MMAFamily_TCGen05MMA)
    return describeMultiplication(Descriptor, Notes);
  const MMAVariant *Variant = lookupMMAVariant(Descriptor);
  if (Variant)
    if (Expected<const MMAVariant *> Checked =
            lookupMMAVariant(Descriptor.getWord(), Variant->Opcode);
        !Checked)
      return Checked.takeError();
  if (!Variant)
    return makeError("no instruction has the MMA descriptor 0x" + utohexstr(Descriptor.getWord()) +
                     ": " +
                     (explainNoCopy(Descriptor).empty() ? explainNoVariant(Descriptor)
                                                        : explainNoCopy(Descriptor)));
  Notes.push_back(printMnemonic(Variant->Opcode, Descriptor));
  Notes.push_back(Variant->Name.str());
  Notes.push_back("opcode " + getMMAOpcodeInfo(Variant->Opcode).Name.str());
  return Error::success();
}

Error explain::checkCollector(MMADescriptor Words) {
  static const DenseSet<uint32_t> Known = [] {
    DenseSet<uint32_t> Result;
    for (const MMAVariant &Variant : getMMAVariants())
      if (Variant.Family == MMAFamily_TCGen05MMA)
        for (const MMAForm &Form : getMMAForms(Variant))
          if (isLegalSomewhere(Variant, Form))
            Result.insert(getCollectorWord(Form.Descriptor));
    return Result;
  }();
  if (Known.contains(getCollectorWord(Words)))
    return Error::success();
  return makeError("no tcgen05.mma has the collector word 0x" + utohexstr(getCollectorWord(Words)) +
                   ": .ashift goes with usage discard or lastuse, and without .ws, which "
                   "alone has other buffers than b0");
}
