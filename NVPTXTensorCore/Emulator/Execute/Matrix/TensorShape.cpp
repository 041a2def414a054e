//===- TensorShape.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the shape of a tcgen05.mma off its instruction descriptor, which was checked before.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Matrix/TensorProduct.h"
#include "Model/Descriptors/InstructionDescriptorShapes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Field = InstructionDescriptorField;

/// The type that a field names; mxf4 and mxf4nvf4 have one alone.
static const BitValue &getType(const BitLayout &Layout, uint32_t Word, Field F) {
  return *Layout.find(F)->find(int64_t(Layout.get(Word, F)));
}

static LineFormat getFormat(const BitLayout &Layout, uint32_t Word, Field F,
                            InstructionDescriptorKind Kind) {
  const BitValue &Type = getType(Layout, Word, F);
  const bool IsPadded =
      Kind == InstructionDescriptorKind_F8F6F4 || Kind == InstructionDescriptorKind_MXF8F6F4;
  return {NumberFormat(Type.Meaning), Type.ElementBits, IsPadded ? 8u : Type.ElementBits};
}

static NumberFormat getFormatOfD(const BitLayout &Layout, uint32_t Word) {
  if (!Layout.find(InstructionDescriptorField_TypeD))
    return NumberFormat("f32");
  return NumberFormat(getType(Layout, Word, InstructionDescriptorField_TypeD).Meaning);
}

static unsigned getK(const TensorMultiplyDetails &Of, const BitLayout &Layout, uint32_t Word) {
  const int64_t M = int64_t(Layout.get(Word, InstructionDescriptorField_M));
  const int64_t N = int64_t(Layout.get(Word, InstructionDescriptorField_N));
  for (const InstructionDescriptorShape &S : getInstructionDescriptorShapes(Of.Kind))
    if (S.IsSparse == Of.Use.IsSparse && S.IsWeightStationary == Of.Use.IsWeightStationary &&
        S.CTAGroup == Of.Use.CTAGroup && isInstructionDescriptorM(S.Ms, M) &&
        isInstructionDescriptorN(S.Ns, N) && S.KField == getKField(Layout, Word))
      return S.K;
  return 0;
}

/// The block of elements that a scale is for, by the words of the instruction.
static const InstructionDescriptorScaling *findScaling(const TensorMultiplyDetails &Of) {
  for (const InstructionDescriptorScaling &S : getInstructionDescriptorScalings(Of.Kind))
    if (S.Vector == Of.Use.ScaleVector)
      return &S;
  return nullptr;
}

static TensorMemoryLayout getMemoryLayout(const TensorMultiplyDetails &Of, unsigned M, unsigned N) {
  return cantFail(
      getTensorMemoryLayout({M, N, Of.Use.CTAGroup, Of.Use.IsSparse, Of.Use.IsWeightStationary}));
}

TensorShape::TensorShape(const TensorMultiplyDetails &Of, uint32_t Word)
    : M(unsigned(getLayout(Of.Kind).get(Word, InstructionDescriptorField_M))),
      N(unsigned(getLayout(Of.Kind).get(Word, InstructionDescriptorField_N))),
      K(getK(Of, getLayout(Of.Kind), Word)),
      A(getFormat(getLayout(Of.Kind), Word, InstructionDescriptorField_TypeA, Of.Kind)),
      B(getFormat(getLayout(Of.Kind), Word, InstructionDescriptorField_TypeB, Of.Kind)),
      Mul(getFormatOfD(getLayout(Of.Kind), Word), A.Format, B.Format, M, N, K),
      Layout(getMemoryLayout(Of, M, N)) {
  const BitLayout &Fields = getLayout(Of.Kind);
  const auto Get = [&](Field F) { return unsigned(Fields.get(Word, F)); };
  IsAKMajor = !Get(InstructionDescriptorField_TransposeA);
  IsBKMajor = !Get(InstructionDescriptorField_TransposeB);
  NegatesA = Get(InstructionDescriptorField_NegateA);
  NegatesB = Get(InstructionDescriptorField_NegateB);
  Selector = Get(InstructionDescriptorField_Selector);
  const unsigned Shifts = Get(InstructionDescriptorField_MaximumShift);
  MaxShift = Shifts ? 4u << Shifts : 0;
  Mul.Saturates = Get(InstructionDescriptorField_Saturate);
  if (Of.Use.IsSparse)
    Mul.Group = lookupMMASparsityGroup(A.StoredBits);
  if (const InstructionDescriptorScaling *Scaling = findScaling(Of)) {
    Mul.ScaleCount = (Of.Use.IsSparse ? K / 2 : K) / Scaling->BlockSize;
    Mul.Scale = NumberFormat(getType(Fields, Word, InstructionDescriptorField_ScaleType).Meaning);
    ScaleIDA = Get(InstructionDescriptorField_ScaleIDA);
    ScaleIDB = Get(InstructionDescriptorField_ScaleIDB);
  }
}
