//===- MMAWork.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of three numbers that tables have, and the one shape of which a warp executes
// several at once.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMAWork.h"
#include "Model/Descriptors/InstructionDescriptorShapes.h"
#include "TensorCoreModel/MMAShape.h"
#include "TensorCoreModel/MMAType.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Volta's m8n8k4 of f16 is done by each of the four quad pairs of a warp, on matrices of its
/// own (PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f16"); that of f64 by the warp.
static unsigned getTileCount(const MMAVariant &Variant) {
  bool IsOfQuadPairs = Variant.Family == MMAFamily_MMA && Variant.getShape() == MMAShape_M8N8K4 &&
                       Variant.getA() == MMAType_F16;
  return IsOfQuadPairs ? 4 : 1;
}

std::optional<uint64_t> tensorcore::getMultiplyAdds(const MMAVariant &Variant) {
  if (!is_contained({MMAFamily_WMMA, MMAFamily_MMA, MMAFamily_WGMMA}, Variant.Family))
    return std::nullopt;
  const MMAShapeInfo &Shape = *lookupMMAShape(Variant.getShape());
  return uint64_t(getTileCount(Variant)) * Shape.Rows * Shape.Columns * Shape.Depth;
}

unsigned tensorcore::getDepth(const InstructionDescriptor &Descriptor) {
  bool IsSparse = Descriptor.get(InstructionDescriptorField_Sparse);
  unsigned KField = getKField(Descriptor.getLayout(), Descriptor.getWord());
  // A word that was decoded has a row; those of other Ms and CTA groups have the same K.
  return find_if(getInstructionDescriptorShapes(Descriptor.getKind()),
                 [=](const InstructionDescriptorShape &Shape) {
                   return Shape.IsSparse == IsSparse && Shape.KField == KField;
                 })
      ->K;
}

uint64_t tensorcore::getMultiplyAdds(const InstructionDescriptor &Descriptor) {
  return uint64_t(Descriptor.get(InstructionDescriptorField_M)) *
         Descriptor.get(InstructionDescriptorField_N) * getDepth(Descriptor);
}
