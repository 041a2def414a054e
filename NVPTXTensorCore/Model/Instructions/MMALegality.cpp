//===- MMALegality.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality, from the rows alone.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAAlternatives.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// `.aligned` became part of wmma's mnemonic with PTX ISA 6.3 (PTX ISA, "wmma.mma",
/// target notes); every other family has had it from its first version.
static constexpr unsigned FirstPTXWithAligned = 63;

/// LLVM's address spaces of the NVPTX target.
namespace AddressSpace {
enum : unsigned { Generic = 0, Global = 1, Shared = 3 };
} // namespace AddressSpace

/// Values of MMAField_Space.
namespace StateSpace {
enum : unsigned { Generic = 0, Global = 1, Shared = 2 };
} // namespace StateSpace

bool tensorcore::isLegal(const MMAVariant &V, const TargetVersion &Target) {
  return isLegal(V.Legality, Target) && V.Legality.Rejected.empty();
}

/// The name of the nearest variant that the target has; empty if it has none.
static std::string suggestVariant(const MMAVariant &V, const TargetVersion &Target) {
  const MMAVariant *Nearest = findNearestLegalVariant(V, Target);
  return Nearest ? Nearest->Name.str() : std::string();
}

static bool isTensorMemoryFamily(MMAFamily Family) {
  return Family == MMAFamily_TCGen05 || Family == MMAFamily_TCGen05Copy ||
         Family == MMAFamily_TCGen05Access || Family == MMAFamily_TCGen05MMA;
}

Error tensorcore::checkLegal(const MMAVariant &V, const TargetVersion &Target, bool AsUpstream) {
  bool LacksTensorMemory = isTensorMemoryFamily(V.Family) && !hasTensorMemory(Target);
  // The targets of a tcgen05.mma depend on its words, which only calls have.
  if (V.Family == MMAFamily_TCGen05MMA && !LacksTensorMemory)
    return Error::success();
  if (Error Illegal = require(
          V.Legality, Target, [&] { return V.Name.str(); },
          [&] { return suggestVariant(V, Target); }))
    return Illegal;
  if (!V.Legality.Rejected.empty() && !AsUpstream)
    return makeError(V.Name + " is rejected by ptxas on every target; " + V.Legality.Rejected);
  return Error::success();
}

std::string MMASelectorRange::print() const {
  if (Maximum == 0)
    return "0";
  return ((Maximum == Step ? "0 or " : "from 0 to ") + Twine(Maximum)).str();
}

MMASelectorRange tensorcore::getSparsitySelectorRange(const MMAVariant &V) {
  return {V.Selectors - 1u};
}

MMASelectorRange tensorcore::getScaleByteRange(const MMAVariant &V) {
  // Four bytes in a register, and the scales of a row side by side.
  return {4u - V.ScaleCount, V.ScaleCount};
}

MMASelectorRange tensorcore::getScaleThreadRange(const MMAVariant &, bool IsOfA) {
  // A quad of threads has two rows of A to hold scales for, and one column of B.
  return {IsOfA ? 1u : 3u};
}

static bool isSharedOnly(const MMAVariant &V) {
  return V.Family == MMAFamily_LdMatrix || V.Family == MMAFamily_StMatrix;
}

static Error rejectSpace(const MMAVariant &V, const Twine &Memory) {
  return makeError(V.Name + " cannot address " + Memory + "; expected generic pointers" +
                   (isSharedOnly(V) ? "" : ", global memory (addrspace(1))") +
                   " and shared memory (addrspace(3))");
}

Error tensorcore::checkStateSpace(const MMAVariant &V, MMADescriptor Descriptor) {
  bool IsGlobal =
      Descriptor.has(MMAField_Space) && Descriptor.get(MMAField_Space) == StateSpace::Global;
  return IsGlobal && isSharedOnly(V) ? rejectSpace(V, ".global memory") : Error::success();
}

Expected<MMADescriptor> tensorcore::describe(const MMAVariant &V, unsigned AS,
                                             unsigned PTXVersion) {
  MMADescriptor Result = getMMADescriptor(V);
  if (Result.has(MMAField_Space)) {
    unsigned Space;
    if (AS == AddressSpace::Generic)
      Space = StateSpace::Generic;
    else if (AS == AddressSpace::Shared)
      Space = StateSpace::Shared;
    else if (AS == AddressSpace::Global && !isSharedOnly(V))
      Space = StateSpace::Global;
    else
      return rejectSpace(V, "memory in addrspace(" + Twine(AS) + ")");
    Result = cantFail(Result.with(MMAField_Space, Space));
  }
  if (!Result.has(MMAField_Aligned))
    return Result;
  return Result.with(MMAField_Aligned, PTXVersion >= FirstPTXWithAligned);
}
