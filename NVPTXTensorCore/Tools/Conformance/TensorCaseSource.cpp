//===- TensorCaseSource.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types are those of Blackwell.
//
//===----------------------------------------------------------------------===//

#include "TensorCaseSource.h"
#include "KernelTests.h"
#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Descriptors/InstructionDescriptorShapes.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns what the kernels are for: what all its relatives have.
static const TargetVersion &getTarget() {
  static const GPUTarget *GPU = lookupGPUTarget("sm_100a");
  static const TargetVersion Target = {GPU->Name.str(), GPU, GPU->FullSmVersion, 90};
  return Target;
}

static SmallVector<StringRef> getTypes(StringRef Kind, InstructionDescriptorField Field) {
  SmallVector<StringRef> Types;
  if (const BitSlot *Slot = getLayout(*parseInstructionDescriptorKind(Kind)).find(Field))
    for (const BitValue &V : Slot->Values)
      Types.push_back(V.Meaning);
  return Types;
}

std::vector<TensorCase> TensorCaseSource::makeTypes() const {
  SmallVector<StringRef> D = getTypes(Use.Kind, InstructionDescriptorField_TypeD),
                         Scales = getTypes(Use.Kind, InstructionDescriptorField_ScaleType);
  // Block-scaled kinds have no such field.
  if (D.empty())
    D = {"f32"};
  if (Scales.empty())
    Scales = {""};
  std::vector<TensorCase> Types;
  for (StringRef TypeA : getTypes(Use.Kind, InstructionDescriptorField_TypeA))
    for (StringRef TypeB : getTypes(Use.Kind, InstructionDescriptorField_TypeB))
      for (StringRef TypeD : D)
        for (StringRef Scale : Scales)
          Types.push_back(makeCase(TypeD, TypeA, TypeB, Scale));
  return Types;
}

/// Small matrices more often.
void TensorCaseSource::chooseColumns(TensorCase &Case) const {
  Case.M = 32u << Random.below(4);
  Case.N = 8 * unsigned(1 + Random.below(Random.below(4) ? 8 : 32));
  Case.Mask = 0;
  if (!HasColumnMask || Random.below(4) == 0)
    return;
  // Three columns are zeros, four are not, and so on; B may begin at its column 8.
  Case.Mask = uint64_t(1) << 39 | uint64_t(2) << 40 | uint64_t(3) << 48;
  if (Random.flip())
    Case.Mask |= uint64_t(8) << 56;
}

/// Returns what of a case the instruction says.
TensorCase TensorCaseSource::makeCase(StringRef D, StringRef A, StringRef B,
                                      StringRef Scale) const {
  TensorCase Case = {Use.Kind, D, A, B, 0, 0};
  Case.CTAGroup = Use.CTAGroup;
  Case.IsSparse = Use.IsSparse;
  Case.IsStationary = Use.IsWeightStationary;
  Case.HasAShift = Use.HasAShift;
  Case.ScaleVector = Use.ScaleVector;
  Case.ScaleType = Scale;
  const InstructionDescriptorKind Kind = *parseInstructionDescriptorKind(Use.Kind);
  for (const InstructionDescriptorScaling &S : getInstructionDescriptorScalings(Kind))
    if (S.Vector == Use.ScaleVector) {
      const SharedMemoryElement *Element =
          cantFail(findSharedMemoryElement(MatrixDescriptorFormat_TCGen05, A, Use.Kind));
      Case.ScaleCount = 256 / Element->StoredBits / S.BlockSize;
    }
  return Case;
}

void TensorCaseSource::chooseLayouts(TensorCase &Case) const {
  constexpr StringLiteral Swizzles[] = {"none", "32", "64", "128", "128-atom-32"};
  const auto Any = [&] { return Swizzles[Random.below(std::size(Swizzles))]; };
  Case.SwizzleA = Use.IsAInTensorMemory ? StringRef("tensor") : StringRef(Any());
  Case.SwizzleB = Any();
  Case.IsAKMajor = Random.flip();
  Case.IsBKMajor = Random.flip();
  Case.NegatesA = Random.flip();
  Case.Selector = Case.IsSparse && !Case.ScaleCount ? unsigned(Random.below(4)) : 0;
  Case.ScaleID = Case.ScaleCount ? unsigned(Random.below(4)) : 0;
}

/// Draws until the instruction can have it, and it fits.
std::optional<TensorOperands> TensorCaseSource::choose(TensorCase &Case) const {
  constexpr unsigned Tries = 2000;
  for (unsigned Try = 0; Try != Tries; ++Try) {
    chooseColumns(Case);
    chooseLayouts(Case);
    // PTX does not say where the metadata of other M is.
    if (Case.IsSparse && Case.M != Case.CTAGroup * TensorBlock::Lanes)
      continue;
    Expected<TensorOperands> Operands =
        TensorOperands::make(Case, TensorFirstByteOfB, &getTarget());
    if (!Operands) {
      consumeError(Operands.takeError());
      continue;
    }
    const auto [BytesOfA, BytesOfB] = Operands->getSharedBytes();
    if (BytesOfA <= TensorFirstByteOfB &&
        TensorFirstByteOfB + BytesOfB <= TensorSharedWords * sizeof(uint64_t) * TensorBlock::Lanes)
      return *Operands;
  }
  return std::nullopt;
}

std::string tensorcore::describe(const TensorCase &Case) {
  std::string Text =
      (Case.TypeD + " = " + Case.TypeA + " * " + Case.TypeB + ", " + Twine(Case.M) + " x " +
       Twine(Case.N) + ", A " + Case.SwizzleA + (Case.IsAKMajor ? "" : " M-major") + ", B " +
       Case.SwizzleB + (Case.IsBKMajor ? "" : " N-major"))
          .str();
  if (Case.getShift())
    Text += ", shifted by " + utostr(Case.getShift());
  return Text;
}
