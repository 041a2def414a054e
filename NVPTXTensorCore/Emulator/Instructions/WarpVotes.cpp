//===- WarpVotes.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the threads of a warp tell each other as bits and sums: vote, match, redux, elect,
// activemask, bar.warp.sync. None but the last orders accesses to memory.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/WarpMembers.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
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
  const std::string Spelled = "0x" + utohexstr(Mask, true);
  if (const LaneMask Strangers = Set & ~Mask) {
    G.fault(I, Check::Divergence, Strangers,
            "a thread executes it that is not in the member mask " + Spelled +
                "; expected one of its members");
    return 0;
  }
  Set |= G.Met ? Mask & G.Met->Lanes : 0;
  if (const LaneMask Missing = Mask & G.getWarp().getAlive() & ~Set) {
    G.fault(I, Check::Divergence, Missing,
            "threads of the member mask " + Spelled +
                " do not execute it with this mask; expected all of them that have not ended");
    return 0;
  }
  return Set;
}

Error emulator::readMembers(InstructionReader &R, const ptx::Operand &Mask) {
  Expected<Slot> S = R.read(Mask, getBitsType(32));
  if (!S)
    return S.takeError();
  R.Result.MemberMask = *S;
  R.Result.Needs = Convergence::Members;
  return Error::success();
}

Error emulator::readWarpBarrier(InstructionReader &R) {
  if (!R.take(".sync"))
    return R.fail("expected '.sync'");
  R.take(".aligned");
  if (Error E = R.expectOperands(1))
    return E;
  R.Result.Execute = [](const Instruction &I, ThreadGroup &G) {
    return forEachMembers(I, G,
                          [&](LaneMask Members) { G.getCluster().Order.synchronize(G, Members); });
  };
  return readMembers(R, R.operand(0));
}

//===----------------------------------------------------------------------===//
// vote, activemask
//===----------------------------------------------------------------------===//

namespace {
struct VoteDetails {
  enum Kind : uint8_t { All, Any, Uniform, Ballot } Is;
};
} // namespace

template <bool IsNegated> static Step vote(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<VoteDetails>();
  bool Values[WarpSize];
  getMemberValues(I, G, Values);
  LaneMask P = 0;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    P |= LaneMask(Values[Lane] != IsNegated) << Lane;
  LaneMask Holds = 0;
  uint32_t Ballots[WarpSize] = {};
  forEachMembers(I, G, [&](LaneMask Members) {
    const LaneMask Yes = P & Members;
    const bool Result = Of.Is == VoteDetails::All   ? Yes == Members
                        : Of.Is == VoteDetails::Any ? Yes != 0
                                                    : Yes == Members || !Yes;
    Holds |= Result ? Members : 0;
    for (LaneMask M = Members; M; M &= M - 1)
      Ballots[llvm::countr_zero(M)] = Yes;
  });
  if (Of.Is == VoteDetails::Ballot)
    G.set(I.Results[0], Ballots);
  else
    G.setPredicate(I.Results[0], Holds);
  return Step::Next;
}

static Error readVote(InstructionReader &R) {
  const bool IsSync = R.take(".sync");
  VoteDetails Of;
  const auto Kind = StringSwitch<std::optional<VoteDetails::Kind>>(R.peek())
                        .Case(".all", VoteDetails::All)
                        .Case(".any", VoteDetails::Any)
                        .Case(".uni", VoteDetails::Uniform)
                        .Case(".ballot", VoteDetails::Ballot)
                        .Default(std::nullopt);
  if (!Kind)
    return R.fail("expected '.all', '.any', '.uni' or '.ballot'");
  R.take(R.peek());
  Of.Is = *Kind;
  const bool IsBallot = Of.Is == VoteDetails::Ballot;
  if (!R.take(IsBallot ? ".b32" : ".pred"))
    return R.fail(Twine("expected '") + (IsBallot ? ".b32'" : ".pred'"));
  if (Error E = R.expectOperands(IsSync ? 3 : 2))
    return E;
  ptx::Operand P = R.operand(1);
  const bool IsNegated =
      P.is(ptx::Operand::Kind::Expression) && P.Text == "!" && P.Parts.size() == 1;
  if (IsNegated)
    P = ptx::Operand(P.Parts[0]);
  R.setDetails(Of);
  R.Result.Execute = IsNegated ? vote<true> : vote<false>;
  if (IsSync)
    if (Error E = readMembers(R, R.operand(2)))
      return E;
  return readSlots(R, R.operand(0), getBitsType(IsBallot ? 32 : 1), P, getBitsType(1));
}

static Error readActiveMask(InstructionReader &R) {
  if (!R.take(".b32"))
    return R.fail("expected '.b32'");
  R.Result.Execute = [](const Instruction &I, ThreadGroup &G) {
    G.forEachLane([&](unsigned Lane) { G.set(I.Results[0], Lane, G.getActive()); });
    return Step::Next;
  };
  return readLaneOperands(R, getBitsType(32), {});
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

static Error readMatch(InstructionReader &R) {
  const StringRef Kind = R.takeOneOf({".any", ".all"});
  const bool IsSync = R.take(".sync");
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (Kind.empty() || !IsSync || (!T->is("b32") && !T->is("b64")))
    return R.fail("expected '.any' or '.all', '.sync', and '.b32' or '.b64'");
  if (Error E = R.expectOperands(3))
    return E;
  if (Error E = readMembers(R, R.operand(2)))
    return E;
  R.Result.Execute = Kind == ".any" ? matchAny : matchAll;
  SmallVector<Type, 2> Results = {getBitsType(32)};
  if (Kind == ".all")
    Results.push_back(getBitsType(1));
  return readSlots(R, R.operand(0), Results, R.operand(1), *T);
}

//===----------------------------------------------------------------------===//
// redux
//===----------------------------------------------------------------------===//

namespace {
enum class Reduction : uint8_t { Add, Min, Max, And, Or, Xor };
struct ReductionDetails {
  Reduction Is;
  bool IsAbsolute = false, PropagatesNaN = false;
};

template <class T> T reduce(const ReductionDetails &Of, T A, T B) {
  switch (Of.Is) {
  case Reduction::Add:
    return T(uint32_t(A) + uint32_t(B));
  case Reduction::Min:
    return std::min(A, B);
  case Reduction::Max:
    return std::max(A, B);
  case Reduction::And:
    return T(uint32_t(A) & uint32_t(B));
  case Reduction::Or:
    return T(uint32_t(A) | uint32_t(B));
  case Reduction::Xor:
    return T(uint32_t(A) ^ uint32_t(B));
  }
  return A;
}
template <> float reduce(const ReductionDetails &Of, float A, float B) {
  if (A != A || B != B)
    return Of.PropagatesNaN || A == A ? (Of.PropagatesNaN ? NAN : A) : B;
  const bool IsLess = A < B || (A == B && std::signbit(A));
  return IsLess == (Of.Is == Reduction::Min) ? A : B;
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

static Error readReduction(InstructionReader &R) {
  ReductionDetails Of;
  const bool IsSync = R.take(".sync");
  const auto Kind = StringSwitch<std::optional<Reduction>>(R.peek())
                        .Case(".add", Reduction::Add)
                        .Case(".min", Reduction::Min)
                        .Case(".max", Reduction::Max)
                        .Case(".and", Reduction::And)
                        .Case(".or", Reduction::Or)
                        .Case(".xor", Reduction::Xor)
                        .Default(std::nullopt);
  if (!IsSync || !Kind)
    return R.fail("expected '.sync' and a reduction, not '" + R.peek() + "'");
  R.take(R.peek());
  Of.Is = *Kind;
  Of.IsAbsolute = R.take(".abs");
  Of.PropagatesNaN = R.take(".NaN");
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  const bool IsFloat = T->is("f32");
  const bool IsExtremum = Of.Is == Reduction::Min || Of.Is == Reduction::Max;
  if (T->getBits() != 32 || T->Count != 1 || (IsFloat && !IsExtremum) ||
      (!IsFloat && (Of.IsAbsolute || Of.PropagatesNaN)))
    return R.fail("the emulator does not know this reduction");
  R.setDetails(Of);
  R.Result.Execute = IsFloat         ? reduceMembers<float>
                     : T->isSigned() ? reduceMembers<int32_t>
                                     : reduceMembers<uint32_t>;
  if (Error E = R.expectOperands(3))
    return E;
  if (Error E = readMembers(R, R.operand(2)))
    return E;
  return readSlots(R, R.operand(0), *T, R.operand(1), *T);
}

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

static Error readElect(InstructionReader &R) {
  if (!R.take(".sync"))
    return R.fail("expected '.sync'");
  if (Error E = R.expectOperands(2))
    return E;
  if (Error E = readMembers(R, R.operand(1)))
    return E;
  R.Result.Execute = elect;
  return readSlots(R, R.operand(0), {getBitsType(32), getBitsType(1)}, {}, {});
}

ArrayRef<InstructionFamily> emulator::getWarpInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"vote", readVote},       {"activemask", readActiveMask}, {"match", readMatch},
      {"redux", readReduction}, {"elect", readElect},
  };
  return Families;
}
