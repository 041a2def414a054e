//===- WGMMA.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wgmma: what each warp does that comes to one. What happens after that is in
// Emulator/Tensor/Warpgroup.h.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Matrix/WGMMA.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Tensor/MatrixUnits.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Warpgroups
//===----------------------------------------------------------------------===//

namespace {

/// A warp at an instruction of wgmma.
struct AtWarpgroup {
  AtWarpgroup(ThreadGroup &G)
      : Units(getMatrixUnits(G.getBlock())), Number(G.getWarp().getNumber()),
        Group(Units.Warpgroups[Number / WarpsOfGroup]), Rank(Number % WarpsOfGroup),
        Progress(Group.Warps[Rank]) {}

  MatrixUnits &Units;
  const unsigned Number;
  Warpgroup &Group;
  const unsigned Rank;
  WarpProgress &Progress;
};

} // namespace

/// Returns true if the whole warp is here, and in a warpgroup. Reports what is not.
static bool checkWarp(const Instruction &I, ThreadGroup &G) {
  const size_t First = G.getWarp().getNumber() / WarpsOfGroup * WarpsOfGroup;
  const size_t NumWarps = G.getBlock().Warps.size();
  if (G.getActive() != AllLanes) {
    G.fault(I, Check::Divergence, AllLanes & ~G.getActive(),
            "wgmma is executed without these threads of the warp; expected all 32");
    return false;
  }
  if (First + WarpsOfGroup <= NumWarps)
    return true;
  G.fault(I, Check::Divergence, G.getActive(),
          "wgmma is for the four warps of a warpgroup; this block has " + Twine(NumWarps) +
              " warps, and warps " + Twine(First) + " to " + Twine(NumWarps - 1) +
              " are not a warpgroup");
  return false;
}

static const WGMMARegisters &getRegisters(MatrixUnits &Units, const Function &F) {
  return Units.Registers.try_emplace(&F, F).first->second;
}

//===----------------------------------------------------------------------===//
// fence
//===----------------------------------------------------------------------===//

Step emulator::executeWGMMAFence(const Instruction &I, ThreadGroup &G) {
  if (!checkWarp(I, G))
    return Step::Next;
  AtWarpgroup At(G);
  FencedRegisters &Fenced = At.Progress.Fenced;
  Fenced.begin(G.getFrame(), getRegisters(At.Units, G.getFunction()));
  G.getWarp().Fenced = &Fenced;
  return Step::Next;
}

static bool haveSameShape(const Instruction &A, const Instruction &B) {
  const Multiplication &OfA = A.details<WGMMADetails>().Mul, &OfB = B.details<WGMMADetails>().Mul;
  return OfA.M == OfB.M && OfA.N == OfB.N && OfA.K == OfB.K;
}

/// Describes what the wgmmas that the warp has not waited for do with a register.
enum class FlightState : uint8_t { None, SameAccumulators, Other };

static void findInFlight(const AtWarpgroup &At, const Instruction &I,
                         const WGMMARegisters &Registers, std::vector<FlightState> &States) {
  States.assign(Registers.getCount(), FlightState::None);
  const Instruction *Last = nullptr;
  for (uint64_t N = std::max(At.Progress.NumWaitedFor, At.Group.First); N != At.Progress.NumBegun;
       ++N) {
    const Instruction &Other = *At.Group.get(N).At;
    if (&Other == Last)
      continue;
    Last = &Other;
    // Accumulators of the same shape: hardware keeps the order.
    const bool IsSame = haveSameShape(Other, I);
    ArrayRef<unsigned> Numbers = Registers.getNumbers(Other).take_front(Other.Results.size());
    for (unsigned Number : Numbers)
      States[Number] = IsSame ? FlightState::SameAccumulators : FlightState::Other;
  }
}

/// Returns true if two wgmmas use a register in ways that need no fence between them: both as an
/// accumulator of the same shape, or both as an input.
static bool isLikeUse(const WGMMARegisters &Registers, unsigned Number, const Instruction &Before,
                      const Instruction &I) {
  const auto IsAccumulator = [&](const Instruction &Of) {
    return is_contained(Registers.getNumbers(Of).take_front(Of.Results.size()), Number);
  };
  return IsAccumulator(Before) == IsAccumulator(I) &&
         (!IsAccumulator(I) || haveSameShape(Before, I));
}

/// Returns true if the access copies a register. ptxas accepts such copies after wgmma.fence, where
/// compilers place them.
static bool isCopy(const Instruction &Access) { return Access.Operation == OperationKind_Move; }

static void reportAccess(const Instruction &I, ThreadGroup &G, const Instruction &Access) {
  const bool IsCopy = isCopy(Access);
  Report R;
  R.Kind = IsCopy ? Check::FenceCopies : Check::RegistersInFlight;
  if (G.getLaunch().Reports.repeat(R.Kind, G.getLocation(I, G.getActive())))
    return;
  R.Level = G.getLaunch().Reports.getSeverity(R.Kind);
  R.At = G.getLocation(I, G.getActive());
  R.Sentence = isWGMMA(Access)
                   ? "a register of this wgmma.mma_async was used by another one, as another "
                     "operand or with another shape, after the last wgmma.fence"
               : IsCopy ? "a register of this wgmma.mma_async was copied after the last wgmma.fence"
                        : "a register of this wgmma.mma_async was read or written after the last "
                          "wgmma.fence";
  R.Missing = IsCopy
                  ? "asm volatile(\"\" : \"+f\"(d[i]) :: \"memory\") for each register before the "
                    "wgmma.fence, so that the compiler copies it there"
                  : "wgmma.fence.sync.aligned before this instruction";
  R.Others.push_back({IsCopy ? "the copy" : "the access", G.getLocation(Access, G.getActive())});
  G.getLaunch().Reports.add(std::move(R));
}

/// Reports registers that were accessed after the last fence, or before the first one. Metadata
/// need no fence: PTX wants one for accumulators and fragments of A (PTX ISA, wgmma.fence).
static void checkFence(const Instruction &I, ThreadGroup &G, AtWarpgroup &At) {
  const FencedRegisters &Fenced = At.Progress.Fenced;
  constexpr StringLiteral Missing = "wgmma.fence.sync.aligned before this instruction";
  if (!Fenced.Of)
    return G.report(I, Check::RegistersInFlight, G.getActive(),
                    "the warp's first wgmma.mma_async, and no wgmma.fence was before it", Missing);
  if (Fenced.Of != &G.getFrame())
    return; // a fence of the caller
  const WGMMARegisters &Registers = getRegisters(At.Units, G.getFunction());
  thread_local std::vector<FlightState> States;
  findInFlight(At, I, Registers, States);
  const Instruction *Copy = nullptr;
  const size_t NumFenced = I.Results.size() + I.details<WGMMADetails>().RegistersOfA.size();
  for (const auto &[Index, Number] : enumerate(Registers.getNumbers(I).take_front(NumFenced))) {
    if (States[Number] == FlightState::SameAccumulators && Index < I.Results.size())
      continue;
    if (States[Number] != FlightState::None)
      return G.report(I, Check::RegistersInFlight, G.getActive(),
                      "an accumulator of an earlier wgmma.mma_async, of another shape, that was "
                      "not waited for",
                      "wgmma.wait_group.sync.aligned before this instruction");
    const Instruction *Access = Fenced.Accesses[Number];
    if (!Access || (isWGMMA(*Access) && isLikeUse(Registers, Number, *Access, I)))
      continue;
    if (!isCopy(*Access))
      return reportAccess(I, G, *Access);
    Copy = Copy ? Copy : Access;
  }
  if (Copy)
    reportAccess(I, G, *Copy);
}

//===----------------------------------------------------------------------===//
// mma_async
//===----------------------------------------------------------------------===//

/// The value that all lanes have.
static uint64_t getUniform(const Instruction &I, ThreadGroup &G, Slot S, const char *What) {
  const uint64_t Value = G.get(S, 0);
  for (unsigned Lane = 1; Lane != WarpSize; ++Lane)
    if (G.get(S, Lane) != Value) {
      G.report(I, Check::Descriptors, LaneMask(1) << Lane,
               Twine(What) + " is not that of lane 0; expected the same in the whole warpgroup");
      break;
    }
  return Value;
}

/// The matrix that a descriptor is of. An invalid one ends the run.
static bool readDescriptor(const Instruction &I, ThreadGroup &G, uint64_t Word, bool IsKMajor,
                           unsigned Rows, unsigned Columns, MatrixRequest &Result) {
  Expected<MatrixRequest> Request = readMatrixDescriptor(Word, MatrixDescriptorFormat_WGMMA);
  if (!Request) {
    G.fault(I, Check::Descriptors, G.getActive(), toString(Request.takeError()));
    return false;
  }
  const unsigned Bits = I.details<WGMMADetails>().Mul.ElementBits;
  Result = *Request;
  Result.IsKMajor = IsKMajor;
  Result.Lines = IsKMajor ? Rows : Columns;
  Result.LineBytes = (IsKMajor ? Columns : Rows) * Bits / 8;
  if (const std::string Wrong = findMatrixFault(Result); !Wrong.empty())
    G.report(I, Check::Descriptors, G.getActive(), Wrong);
  return true;
}

static void addInFlight(const Instruction &I, ThreadGroup &G, uint64_t Number) {
  std::vector<RegisterInFlight> &InFlight = G.getWarp().InFlight;
  const SmallVector<Slot, 0> Slots = getAsynchronousRegisters(I);
  const auto IsOf = [&](const RegisterInFlight &R) { return R.In == &G.getFrame() && R.By == &I; };
  // The same instruction in a loop: its registers are there already.
  const auto First = find_if(InFlight, IsOf);
  const bool AreThere = First != InFlight.end();
  for (const auto &[Index, S] : enumerate(Slots)) {
    const bool IsWritten = Index < I.Results.size();
    if (AreThere)
      First[Index].Group = Number;
    else
      InFlight.push_back({&G.getFrame(), S, IsWritten, Number, &I});
  }
}

/// Reports accumulators and registers of A that nobody wrote.
static void checkDefined(const Instruction &I, ThreadGroup &G, bool AddsD) {
  const auto &Of = I.details<WGMMADetails>();
  const Frame &F = G.getFrame();
  const auto GetUndefined = [&](ArrayRef<Slot> Slots) {
    LaneMask Lanes = 0;
    for (Slot S : Slots)
      Lanes |= F.Undefined[S.Offset / Frame::Unit];
    return Lanes;
  };
  if (const LaneMask Lanes = AddsD ? GetUndefined(I.Results) : 0)
    G.report(I, Check::Uninitialized, Lanes, "an uninitialized accumulator is added to",
             "a false scale-d, or zeros in the accumulators");
  if (const LaneMask Lanes = GetUndefined(Of.RegistersOfA))
    G.report(I, Check::Uninitialized, Lanes, "a register of A is uninitialized");
}

/// The first warp says what is multiplied; the others must say the same.
static bool joinMultiply(const Instruction &I, ThreadGroup &G, WarpgroupMultiply &Op) {
  const auto &Of = I.details<WGMMADetails>();
  const uint64_t B = getUniform(I, G, Of.DescriptorB, "the matrix descriptor of B");
  const uint64_t A =
      Of.HasSharedA ? getUniform(I, G, Of.DescriptorA, "the matrix descriptor of A") : 0;
  const LaneMask Adds = G.getPredicate(Of.ScaleD);
  if (Adds && Adds != AllLanes)
    G.report(I, Check::Descriptors, Adds,
             "scale-d is true in these lanes only; expected the same "
             "in the whole warpgroup");
  if (G.getLaunch().Options.HasChecks)
    checkDefined(I, G, Adds & 1);
  if (!Op.NumWarps) {
    const Multiplication &Mul = Of.Mul;
    Op.At = &I;
    Op.DescriptorA = A;
    Op.DescriptorB = B;
    Op.AddsD = Adds & 1;
    if (!readDescriptor(I, G, B, Of.IsBKMajor, Mul.N, Mul.K, Op.B) ||
        (Of.HasSharedA &&
         !readDescriptor(I, G, A, Of.IsAKMajor, Mul.M, Mul.getKeptColumns(), Op.A)))
      return false;
    Op.A.Type = Mul.A.getSpelling();
    Op.B.Type = Mul.B.getSpelling();
    Op.A.LinesOfWarp = Op.A.IsKMajor ? Mul.M / WarpsOfGroup : 0;
    return true;
  }
  if (Op.At != &I) {
    G.fault(I, Check::Divergence, G.getActive(),
            "another warp of the warpgroup has come to another wgmma.mma_async; expected the same "
            "instruction in all four");
    return false;
  }
  if (Op.DescriptorA != A || Op.DescriptorB != B || Op.AddsD != (Adds & 1))
    G.report(I, Check::Descriptors, G.getActive(),
             "a matrix descriptor or scale-d is not that of the other warps of the warpgroup; "
             "expected the same in all four");
  return true;
}

Step emulator::executeWGMMAMultiply(const Instruction &I, ThreadGroup &G) {
  if (!checkWarp(I, G))
    return Step::Next;
  AtWarpgroup At(G);
  checkFence(I, G, At);
  if (At.Progress.Fenced.Of == &G.getFrame())
    At.Progress.Fenced.accessByMultiply(I);
  const uint64_t Number = At.Progress.NumBegun;
  if (Number == At.Group.First + At.Group.Begun.size())
    At.Group.Begun.push_back(std::make_shared<WarpgroupMultiply>());
  const std::shared_ptr<WarpgroupMultiply> Op = At.Group.Begun[Number - At.Group.First];
  if (!joinMultiply(I, G, *Op))
    return Step::Next;
  ++At.Progress.NumBegun;
  if (!At.Group.Chain)
    At.Group.Chain = G.getCluster().Pending.makeChain();
  Ordering &Order = G.getCluster().Order;
  if (Op->Author)
    Order.addIssuer(*Op->Author, G, G.getActive());
  else
    Op->Author = Order.issue(G, G.getFirstActive(), I, At.Group.Chain);
  Order.noteIssuer(*Op->Author, G, At.Rank, WarpsOfGroup);
  if (AsyncRecord *R = Order.findRecord(*Op->Author))
    R->Group = Number;
  Op->Warps[At.Rank] = &G.getWarp();
  Op->Frames[At.Rank] = G.shareFrame();
  addInFlight(I, G, Number);
  if (++Op->NumWarps == WarpsOfGroup)
    beginMultiply(G.getCluster(), G.getBlock(), At.Group, Op);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// commit_group, wait_group
//===----------------------------------------------------------------------===//

Step emulator::executeWGMMACommit(const Instruction &I, ThreadGroup &G) {
  if (!checkWarp(I, G))
    return Step::Next;
  WarpProgress &Progress = AtWarpgroup(G).Progress;
  Progress.Committed.push_back(Progress.NumBegun);
  Progress.LastCommitted = Progress.NumBegun;
  return Step::Next;
}

/// Notes for reports which multiplications a wait was for, and which it left.
static void remember(const Instruction &I, ThreadGroup &G, WarpProgress &Progress, uint64_t End,
                     size_t NumGroups) {
  const Ordering &Order = G.getCluster().Order;
  for (uint64_t N = Progress.NumWaitedFor; N != End; ++N)
    if (GroupFate *F = Progress.History.get(N))
      F->WaitedAt = G.getCluster().Order.getTime(Order.getClusterWarp(G));
  for (uint64_t N = End; N != Progress.NumBegun; ++N) {
    GroupFate *F = Progress.History.get(N);
    if (!F)
      continue;
    F->LeftBy = &I;
    F->NumAfter.reset();
    const auto Of = find_if(drop_begin(Progress.Committed, NumGroups),
                            [&](uint64_t GroupEnd) { return N < GroupEnd; });
    if (Of != Progress.Committed.end())
      F->NumAfter = size_t(Progress.Committed.end() - Of) - 1;
  }
}

Step emulator::executeWGMMAWait(const Instruction &I, ThreadGroup &G) {
  if (!checkWarp(I, G))
    return Step::Next;
  AtWarpgroup At(G);
  WarpProgress &Progress = At.Progress;
  const uint64_t MaxPending = G.get(I.Operands[0], 0);
  uint64_t End = Progress.NumWaitedFor;
  size_t NumGroups = 0;
  if (Progress.Committed.size() > MaxPending)
    NumGroups = Progress.Committed.size() - size_t(MaxPending);
  if (NumGroups)
    End = Progress.Committed[NumGroups - 1];
  for (uint64_t N = Progress.NumWaitedFor; N != End; ++N) {
    const WarpgroupMultiply &Op = At.Group.get(N);
    if (!Op.IsDone)
      return G.wait(Op.NumWarps == WarpsOfGroup ? "wgmma.wait_group" : WaitReason::ForWarpgroup);
  }
  for (uint64_t N = Progress.NumWaitedFor; N != End; ++N)
    G.getCluster().Order.acquire(G, G.getActive(), At.Group.get(N).Done);
  if (G.getLaunch().Options.HasChecks)
    remember(I, G, Progress, End, NumGroups);
  Progress.NumWaitedFor = End;
  Progress.Committed.erase(Progress.Committed.begin(), Progress.Committed.begin() + NumGroups);
  erase_if(G.getWarp().InFlight,
           [&](const RegisterInFlight &R) { return isWGMMA(*R.By) && R.Group < End; });
  At.Group.forget();
  return Step::Next;
}
