//===- MMAAlternatives.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distances between variants, and between names.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMAAlternatives.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Weights of the differences.
namespace Weight {
constexpr unsigned Operands = 16, Unit = 12, Accumulator = 8, Type = 2, Width = 1, Doubling = 2,
                   Modifier = 1;
} // namespace Weight

static unsigned getTypeDistance(MMAType L, MMAType R) {
  if (L == R)
    return 0;
  const MMATypeInfo *Left = lookupMMAType(L), *Right = lookupMMAType(R);
  if (!Left || !Right || Left->Unit != Right->Unit)
    return Weight::Unit;
  return Weight::Type + (Left->Width == Right->Width ? 0 : Weight::Width);
}

/// About how often one number has to be doubled or halved to become the other.
static unsigned getDoublings(unsigned L, unsigned R) {
  if (L == R)
    return 0;
  return L && R ? std::max(1, std::abs(int(Log2_32(L)) - int(Log2_32(R)))) : 32;
}

static unsigned getShapeDistance(MMAShape L, MMAShape R) {
  const MMAShapeInfo *Left = lookupMMAShape(L), *Right = lookupMMAShape(R);
  if (!Left || !Right)
    return L == R ? 0 : 32 * Weight::Doubling;
  return Weight::Doubling *
         (getDoublings(Left->Rows, Right->Rows) + getDoublings(Left->Columns, Right->Columns) +
          getDoublings(Left->Depth, Right->Depth));
}

/// The distance of two values of a field.
static unsigned getFieldDistance(MMAField Field, unsigned L, unsigned R) {
  if (L == R)
    return 0;
  switch (Field) {
  case MMAField_Shape:
    return getShapeDistance(MMAShape(L), MMAShape(R));
  case MMAField_C:
  case MMAField_D:
    return Weight::Accumulator + getTypeDistance(MMAType(L), MMAType(R));
  case MMAField_A:
  case MMAField_B:
  case MMAField_Element:
    return getTypeDistance(MMAType(L), MMAType(R));
  case MMAField_Stride:
  case MMAField_Matrix:
  case MMAField_Residency:
    return Weight::Operands;
  case MMAField_Action:
  case MMAField_Management:
    return 2 * Weight::Operands;
  case MMAField_Immediates: // the types say them
    return 0;
  default:
    return Weight::Modifier;
  }
}

/// Returns how different two variants of a family are.
static unsigned getDistance(const MMAVariant &L, const MMAVariant &R) {
  const MMAOpcodeInfo &LeftOpcode = getMMAOpcodeInfo(L.Opcode);
  const MMAOpcodeInfo &RightOpcode = getMMAOpcodeInfo(R.Opcode);
  unsigned Distance = Weight::Operands * ((LeftOpcode.HasMetadata != RightOpcode.HasMetadata) +
                                          (LeftOpcode.HasScales != RightOpcode.HasScales)) +
                      Weight::Modifier * (LeftOpcode.Operands != RightOpcode.Operands);
  for (const BitSlot &Slot : getLayout(L.Family).Slots)
    Distance += getFieldDistance(MMAField(Slot.Field), Slot.extract(L.Descriptor),
                                 Slot.extract(R.Descriptor));
  return Distance;
}

const MMAVariant *tensorcore::findNearestLegalVariant(const MMAVariant &Variant,
                                                      const TargetVersion &Target) {
  const MMAVariant *Nearest = nullptr;
  unsigned Min = 2 * Weight::Operands; // further away is no alternative
  for (const MMAVariant &Candidate : getMMAVariants()) {
    if (Candidate.Family != Variant.Family || !isLegal(Candidate, Target))
      continue;
    unsigned Distance = getDistance(Variant, Candidate);
    if (Distance < Min) {
      Min = Distance;
      Nearest = &Candidate;
    }
  }
  return Nearest;
}

bool tensorcore::isLegalSomewhere(const MMAVariant &Variant, const MMAForm &Form) {
  const unsigned PTX =
      std::min<unsigned>(getPTXVersions().back().Version, Variant.Legality.LastPTX);
  return any_of(getGPUTargets(), [&](const GPUTarget &GPU) {
    const TargetVersion Target = getTargetVersion(GPU.Name, GPU.FullSmVersion, PTX);
    // Without the words of an error, which look for what is near.
    const bool IsDecidedByForm = Variant.Family == MMAFamily_TCGen05MMA;
    return (IsDecidedByForm ? hasTensorMemory(Target) : isLegal(Variant, Target)) &&
           !errorToBool(checkLegal(Variant, Form, Target));
  });
}

SmallVector<MMAForm, 0> tensorcore::getLegalForms(const MMAVariant &Variant) {
  SmallVector<MMAForm, 0> All = getMMAForms(Variant), Legal;
  copy_if(All, std::back_inserter(Legal), [&](const MMAForm &Form) {
    return Variant.Family != MMAFamily_TCGen05MMA || isLegalSomewhere(Variant, Form);
  });
  return Legal.empty() ? All : Legal;
}
