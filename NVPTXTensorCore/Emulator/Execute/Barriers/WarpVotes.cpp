//===- WarpVotes.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions by which the threads of a warp exchange bits and sums: vote, match, redux, elect,
// activemask, bar.warp.sync. None but the last orders accesses to memory.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Barriers/WarpMembers.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Machine/Reduction.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Member masks
//===----------------------------------------------------------------------===//

LaneMask emulator::takeMembers(const Instruction &I, ThreadGroup &G, LaneMask &Left) {
  if (!I.MemberMask)
    return std::exchange(Left, 0);
  const uint32_t *Masks = G.lanes<uint32_t>(I.MemberMask);
  const LaneMask Mask = Masks[llvm::countr_zero(Left)];
  LaneMask Set = 0;
  for (LaneMask M = Left; M; M &= M - 1)
    if (Masks[llvm::countr_zero(M)] == Mask)
      Set |= M & -M;
  Left &= ~Set;
  const std::string Printed = "0x" + utohexstr(Mask, true);
  if (const LaneMask Strangers = Set & ~Mask) {
    G.fault(I, Check::Divergence, Strangers,
            "a thread executes it that is not in the member mask " + Printed +
                "; expected one of its members");
    return 0;
  }
  Set |= G.Met ? Mask & G.Met->Lanes : 0;
  if (const LaneMask Missing = Mask & G.getWarp().getAlive() & ~Set) {
    G.fault(I, Check::Divergence, Missing,
            "threads of the member mask " + Printed +
                " do not execute it with this mask; expected all of them that have not ended");
    return 0;
  }
  return Set;
}

void emulator::takeMemberMask(InstructionReader &R) {
  R.Result.MemberMask = R.Result.Operands.back();
  R.Result.Operands = R.Result.Operands.drop_back();
  R.Result.Needs = Convergence::Members;
}

static Step meet(const Instruction &I, ThreadGroup &G) {
  return forEachMembers(I, G,
                        [&](LaneMask Members) { G.getCluster().Order.synchronize(G, Members); });
}

//===----------------------------------------------------------------------===//
// vote, activemask
//===----------------------------------------------------------------------===//

static Step vote(const Instruction &I, ThreadGroup &G) {
  const auto Is = I.details<words::Vote>();
  bool Values[WarpSize];
  getMemberValues(I, G, Values);
  LaneMask P = 0;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    P |= LaneMask(Values[Lane]) << Lane;
  LaneMask Holds = 0;
  uint32_t Ballots[WarpSize] = {};
  forEachMembers(I, G, [&](LaneMask Members) {
    const LaneMask Yes = P & Members;
    const bool Result = Is == words::Vote::All   ? Yes == Members
                        : Is == words::Vote::Any ? Yes != 0
                                                 : Yes == Members || !Yes;
    Holds |= Result ? Members : 0;
    for (LaneMask M = Members; M; M &= M - 1)
      Ballots[llvm::countr_zero(M)] = Yes;
  });
  if (Is == words::Vote::Ballot)
    G.set(I.Results[0], Ballots);
  else
    G.setPredicate(I.Results[0], Holds);
  return Step::Next;
}

static Step getActiveMask(const Instruction &I, ThreadGroup &G) {
  G.forEachLane([&](unsigned Lane) { G.set(I.Results[0], Lane, G.getActive()); });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// match
//===----------------------------------------------------------------------===//

static Step matchAny(const Instruction &I, ThreadGroup &G) {
  uint64_t Keys[WarpSize];
  getMemberValues(I, G, Keys);
  uint32_t Values[WarpSize] = {};
  forEachMembers(I, G, [&](LaneMask Members) {
    for (LaneMask M = Members; M; M &= M - 1)
      for (LaneMask N = Members; N; N &= N - 1) {
        const unsigned A = llvm::countr_zero(M), B = llvm::countr_zero(N);
        if (Keys[A] == Keys[B])
          Values[A] |= LaneMask(1) << B;
      }
  });
  G.set(I.Results[0], Values);
  return Step::Next;
}

static Step matchAll(const Instruction &I, ThreadGroup &G) {
  uint64_t Keys[WarpSize];
  getMemberValues(I, G, Keys);
  uint32_t Values[WarpSize] = {};
  LaneMask Holds = 0;
  forEachMembers(I, G, [&](LaneMask Members) {
    const uint64_t First = Keys[llvm::countr_zero(Members)];
    bool AreSame = true;
    for (LaneMask M = Members; M; M &= M - 1)
      AreSame &= Keys[llvm::countr_zero(M)] == First;
    for (LaneMask M = AreSame ? Members : 0; M; M &= M - 1)
      Values[llvm::countr_zero(M)] = Members;
    Holds |= AreSame ? Members : 0;
  });
  G.set(I.Results[0], Values);
  G.setPredicate(I.Results[1], Holds);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// redux
//===----------------------------------------------------------------------===//

namespace {
struct ReductionDetails {
  AtomicOperation Is;
  bool IsAbsolute, PropagatesNaN;
};

template <class T> T reduce(const ReductionDetails &Of, T A, T B) {
  return combineIntegers(Of.Is, A, B);
}
template <> float reduce(const ReductionDetails &Of, float A, float B) {
  if (A != A || B != B)
    return Of.PropagatesNaN || A == A ? (Of.PropagatesNaN ? NAN : A) : B;
  const bool IsLess = A < B || (A == B && std::signbit(A));
  return IsLess == (Of.Is == AtomicOperation::Min) ? A : B;
}

template <class T> Step reduceMembers(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ReductionDetails>();
  uint32_t Codes[WarpSize];
  getMemberValues(I, G, Codes);
  T X[WarpSize], Values[WarpSize] = {};
  std::memcpy(X, Codes, sizeof(X));
  const auto Get = [&](LaneMask M) {
    const T Value = X[llvm::countr_zero(M)];
    return Of.IsAbsolute ? T(std::fabs(float(Value))) : Value;
  };
  forEachMembers(I, G, [&](LaneMask Members) {
    T Sum = Get(Members);
    for (LaneMask M = Members & (Members - 1); M; M &= M - 1)
      Sum = reduce(Of, Sum, Get(M));
    for (LaneMask M = Members; M; M &= M - 1)
      Values[llvm::countr_zero(M)] = Sum;
  });
  if constexpr (std::is_same_v<T, float>)
    for (T &Value : Values)
      if (Value != Value)
        Value = llvm::bit_cast<float>(0x7fffffff);
  G.set(I.Results[0], Values);
  return Step::Next;
}
} // namespace

//===----------------------------------------------------------------------===//
// elect
//===----------------------------------------------------------------------===//

/// The leader is the lowest member.
static Step elect(const Instruction &I, ThreadGroup &G) {
  uint32_t Leaders[WarpSize] = {};
  LaneMask IsLeader = 0;
  forEachMembers(I, G, [&](LaneMask Members) {
    IsLeader |= Members & -Members;
    for (LaneMask M = Members; M; M &= M - 1)
      Leaders[llvm::countr_zero(M)] = uint32_t(llvm::countr_zero(Members));
  });
  G.set(I.Results[0], Leaders);
  G.setPredicate(I.Results[1], IsLeader);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

template <Handler Execute> static Error readAsMembers(InstructionReader &R) {
  takeMemberMask(R);
  return readAs<Execute>(R);
}

static Error readActiveVote(InstructionReader &R) {
  R.setDetails(R.get<words::Vote>());
  return readAs<vote>(R);
}

static Error readVote(InstructionReader &R) {
  takeMemberMask(R);
  return readActiveVote(R);
}

template <class T> static Error readReduction(InstructionReader &R) {
  R.setDetails(ReductionDetails{R.get<words::AtomicOperation>(),
                                R.get<words::Abs>() == words::Abs::Abs,
                                R.get<words::NaN>() == words::NaN::NaN});
  return readAsMembers<reduceMembers<T>>(R);
}

static Error readIntegerReduction(InstructionReader &R) {
  return R.type().isSigned() ? readReduction<int32_t>(R) : readReduction<uint32_t>(R);
}

ArrayRef<RowReader> emulator::getWarpRows() {
  static constexpr RowReader Rows[] = {
      {PTX_ACTIVEMASK, readAs<getActiveMask>},
      {PTX_BAR_WARP_SYNC, readAsMembers<meet>},
      {PTX_ELECT, readAsMembers<elect>},
      {PTX_MATCH_ANY, readAsMembers<matchAny>},
      {PTX_MATCH_ALL, readAsMembers<matchAll>},
      {PTX_REDUX, readIntegerReduction},
      {PTX_REDUX_LOGIC, readIntegerReduction},
      {PTX_REDUX_FLOAT, readReduction<float>},
      {PTX_VOTE, readVote},
      {PTX_VOTE_BALLOT, readVote},
      {PTX_VOTE_ACTIVE, readActiveVote},
      {PTX_VOTE_BALLOT_ACTIVE, readActiveVote},
  };
  return Rows;
}
