//===- DescriptorOperands.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's analysis of known bits follows constants through arithmetic.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/DescriptorOperands.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Arithmetic is followed no deeper: the constants of a descriptor are near its end.
static constexpr unsigned Depth = 3;

static Error checkKnownBits(const KnownBits &Known, MatrixDescriptorFormat Format,
                            const TargetVersion &Target) {
  if (Known.isConstant())
    return checkMatrixDescriptor(Known.getConstant().getZExtValue(), Format, &Target);
  const BitLayout &Layout = getLayout(Format);
  uint64_t Ones = Known.One.getZExtValue(), Both = Ones | Known.Zero.getZExtValue();
  if (Error E = Layout.checkBits(Ones))
    return E;
  BitAssignments Fields;
  for (const BitSlot &Slot : Layout.Slots)
    if ((Both & Slot.getMask()) == Slot.getMask())
      Fields.push_back({Slot.Field, int64_t(Slot.extract(Ones))});
  return checkMatrixDescriptorFields(Format, Fields, &Target);
}

Error tensorcore::checkMatrixDescriptorOperands(const MMAVariant &Variant, const CallBase &Call,
                                                MatrixDescriptorFormat Format,
                                                const TargetVersion &Target) {
  for (auto [Index, Argument] : enumerate(Variant.Signature.Arguments)) {
    const Value *Word = Call.getArgOperand(Index);
    if (!is_contained({"a", "b", "source"}, Argument.Name) || !Word->getType()->isIntegerTy(64))
      continue;
    KnownBits Known = computeKnownBits(Word, Call.getModule()->getDataLayout(),
                                       MaxAnalysisRecursionDepth - Depth);
    if (Error E = checkKnownBits(Known, Format, Target))
      return makeError("operand " + Twine(Index) + " of " + Variant.Name + ": " +
                       toString(std::move(E)));
  }
  return Error::success();
}
