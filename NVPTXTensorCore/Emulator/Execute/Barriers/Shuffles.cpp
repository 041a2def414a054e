//===- Shuffles.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// shfl: values of other lanes. The value of a lane that takes no part is whatever its register
// holds.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/UndefinedBits.h"
#include "Emulator/Execute/Barriers/WarpMembers.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
using words::Shuffle;

struct Lookup {
  unsigned Lane;
  bool IsInRange;
};
} // namespace

/// PTX ISA, "shfl.sync": c has a clamp in bits 0 to 4 and a mask of segments in bits 8 to 12.
static Lookup findSource(Shuffle Mode, unsigned Lane, uint32_t B, uint32_t C) {
  const unsigned By = B & 31, Clamp = C & 31, Segments = C >> 8 & 31;
  const int Max = int((Lane & Segments) | (Clamp & ~Segments)), Min = int(Lane & Segments);
  int Source = 0;
  bool IsInRange = false;
  switch (Mode) {
  case Shuffle::Up:
    Source = int(Lane) - int(By);
    IsInRange = Source >= Max;
    break;
  case Shuffle::Down:
    Source = int(Lane + By);
    IsInRange = Source <= Max;
    break;
  case Shuffle::Bfly:
    Source = int(Lane ^ By);
    IsInRange = Source <= Max;
    break;
  case Shuffle::Idx:
    Source = Min | int(By & ~Segments);
    IsInRange = Source <= Max;
    break;
  }
  return {IsInRange ? unsigned(Source) : Lane, IsInRange};
}

/// For the checks: the values that lanes take are undefined as those that lanes of the group give,
/// or if they are of lanes outside of the member mask.
static void passUndefined(const Instruction &I, ThreadGroup &G, const unsigned (&Sources)[WarpSize],
                          LaneMask Outside) {
  Warp &W = G.getWarp();
  const LaneMask Given = getUndefinedLanes(G.getFrame(), I.Operands[0]) & G.getActive();
  if (Outside)
    W.LastUndefinedShuffle = &I;
  if (!Outside && !Given)
    return;
  UndefinedValue From = getUndefined(G.getFrame(), I.Operands[0]), To;
  To.Load = From.Load;
  G.forEachLane([&](unsigned Lane) {
    const unsigned Source = Sources[Lane];
    if (Outside >> Lane & 1)
      To.forget(Lane, ++W.NumUndefined);
    else if (Given >> Source & 1)
      To.copyLane(Lane, From, Source);
  });
  W.Undefined = {std::move(To), UndefinedValue()};
}

static Step shuffle(const Instruction &I, ThreadGroup &G) {
  const Shuffle Mode = I.details<Shuffle>();
  uint32_t A[WarpSize];
  getMemberValues(I, G, A);
  const uint32_t *B = G.lanes<uint32_t>(I.Operands[1]), *C = G.lanes<uint32_t>(I.Operands[2]);
  LaneMask Members[WarpSize] = {};
  const Step Result = forEachMembers(I, G, [&](LaneMask Together) {
    for (LaneMask Left = Together; Left; Left &= Left - 1)
      Members[llvm::countr_zero(Left)] = Together;
  });
  uint32_t Values[WarpSize];
  unsigned Sources[WarpSize];
  LaneMask InRange = 0, Outside = 0;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const Lookup L = findSource(Mode, Lane, B[Lane], C[Lane]);
    Values[Lane] = A[L.Lane];
    InRange |= LaneMask(L.IsInRange) << Lane;
    Sources[Lane] = L.Lane;
    Outside |= LaneMask(~Members[Lane] >> L.Lane & 1) << Lane;
  }
  if (G.getLaunch().ChecksDefined)
    passUndefined(I, G, Sources, Outside & G.getActive());
  G.set(I.Results[0], Values);
  G.setPredicate(I.Results[1], InRange);
  return Result;
}

static Error readActiveShuffle(InstructionReader &R) {
  R.setDetails(R.get<Shuffle>());
  return readAs<shuffle>(R);
}

static Error readShuffle(InstructionReader &R) {
  takeMemberMask(R);
  return readActiveShuffle(R);
}

ArrayRef<RowReader> emulator::getShuffleRows() {
  static constexpr RowReader Rows[] = {{PTX_SHFL, readShuffle},
                                       {PTX_SHFL_ACTIVE, readActiveShuffle}};
  return Rows;
}
