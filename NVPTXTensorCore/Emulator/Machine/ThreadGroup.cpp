//===- ThreadGroup.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of threads: operands, control flow, faults.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Block.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// Registers of frames that have ended, by their size: those of the next call.
static std::vector<std::unique_ptr<uint8_t[]>> &getSpareRegisters(uint32_t Bytes) {
  static thread_local DenseMap<uint32_t, std::vector<std::unique_ptr<uint8_t[]>>> Spare;
  return Spare[Bytes];
}

Frame::Frame(const Function &F, uint64_t LocalBegin, std::shared_ptr<Frame> Caller,
             unsigned ReturnTo)
    : Callee(F), LocalBegin(LocalBegin), Caller(std::move(Caller)), ReturnTo(ReturnTo) {
  auto &Spare = getSpareRegisters(F.RegisterBytes);
  if (Spare.empty()) {
    Registers.reset(new uint8_t[F.RegisterBytes + F.RegisterBytes / Unit * sizeof(LaneMask)]);
  } else {
    Registers = std::move(Spare.back());
    Spare.pop_back();
  }
  constexpr uint8_t Untouched = 0xCD;
  std::memset(Registers.get(), Untouched, F.RegisterBytes);
  Undefined = reinterpret_cast<LaneMask *>(Registers.get() + F.RegisterBytes);
  std::fill_n(Undefined, F.RegisterBytes / Unit, AllLanes);
}

void UndefinedValue::change(unsigned Lane, uint64_t Number) {
  // All bits change in one of the two, random ones in the other.
  const uint64_t Random =
      xxh3_64bits(ArrayRef(reinterpret_cast<uint8_t *>(&Number), sizeof(Number)));
  Changes[0][Lane] = ~uint128_t(0);
  Changes[1][Lane] = uint128_t(Random) << 64 | ~Random;
}

void Frame::forget(LaneMask Lanes) {
  for (LaneMask &Mask : MutableArrayRef(Undefined, Callee.RegisterBytes / Unit))
    Mask |= Lanes;
  for (auto &[Offset, Value] : UndefinedValues)
    for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
      const unsigned Lane = llvm::countr_zero(Left);
      Value->forget(Lane, Offset + Lane);
    }
}

Frame::~Frame() {
  constexpr size_t MaxSpare = 64;
  auto &Spare = getSpareRegisters(Callee.RegisterBytes);
  if (Spare.size() < MaxSpare)
    Spare.push_back(std::move(Registers));
}

ThreadGroup::ThreadGroup(Warp &Of, LaneMask Threads, std::shared_ptr<Frame> Top)
    : Of(Of), Threads(Threads) {
  Banks[Slot::OfWarp] = Of.getSpecialRegisters();
  Banks[Slot::OfBlock] = Of.getBlock().getSharedSymbols();
  setFrame(std::move(Top));
}

void ThreadGroup::setFrame(std::shared_ptr<Frame> F) {
  Top = std::move(F);
  Of.reserveLocal(Top->getLocalEnd());
  Banks[Slot::Registers] = Top->Registers.get();
  Banks[Slot::Constants] =
      reinterpret_cast<uint8_t *>(const_cast<uint64_t *>(Top->Callee.ConstantPool.data()));
}

Block &ThreadGroup::getBlock() const { return Of.getBlock(); }
Cluster &ThreadGroup::getCluster() const { return getBlock().getCluster(); }
Launch &ThreadGroup::getLaunch() const { return getBlock().getLaunch(); }

uint64_t ThreadGroup::get(Slot S, unsigned Lane) const {
  switch (S.Bits) {
  case 1:
    return getPredicate(S) >> Lane & 1;
  case 8:
    return lanes<uint8_t>(S)[Lane];
  case 16:
    return lanes<uint16_t>(S)[Lane];
  case 32:
    return lanes<uint32_t>(S)[Lane];
  default:
    return lanes<uint64_t>(S)[Lane];
  }
}

void ThreadGroup::set(Slot S, unsigned Lane, uint64_t Value) const {
  switch (S.Bits) {
  case 1: {
    LaneMask &Bits = *lanes<LaneMask>(S);
    Bits = (Bits & ~(LaneMask(1) << Lane)) | (LaneMask(Value & 1) << Lane);
    return;
  }
  case 8:
    lanes<uint8_t>(S)[Lane] = uint8_t(Value);
    return;
  case 16:
    lanes<uint16_t>(S)[Lane] = uint16_t(Value);
    return;
  case 32:
    lanes<uint32_t>(S)[Lane] = uint32_t(Value);
    return;
  default:
    lanes<uint64_t>(S)[Lane] = Value;
  }
}

uint64_t ThreadGroup::getAddress(const emulator::Address &A, unsigned Lane) const {
  switch (A.Is) {
  case Address::Absolute:
    return uint64_t(A.Offset);
  case Address::InFrame:
    return Top->LocalBegin + uint64_t(A.Offset);
  case Address::InSlot:
    break;
  }
  if (A.Base.Bits == 32)
    return lanes<uint32_t>(A.Base)[Lane] + uint64_t(A.Offset);
  return lanes<uint64_t>(A.Base)[Lane] + uint64_t(A.Offset);
}

void ThreadGroup::getAddresses(const emulator::Address &A, uint64_t (&Result)[WarpSize]) const {
  const auto Offset = uint64_t(A.Offset);
  if (A.Is != Address::InSlot)
    std::fill_n(Result, WarpSize, getAddress(A, 0));
  else if (A.Base.Bits == 32)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Result[Lane] = lanes<uint32_t>(A.Base)[Lane] + Offset;
  else
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Result[Lane] = lanes<uint64_t>(A.Base)[Lane] + Offset;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

Location ThreadGroup::getLocation(const Instruction &I, LaneMask Lanes) const {
  return Of.getLocation(I, Lanes);
}

Step ThreadGroup::fault(const Instruction &I, Check Kind, LaneMask Lanes, const Twine &Sentence,
                        const Twine &Missing) {
  report(I, Kind, Lanes, Sentence, Missing);
  getLaunch().IsStopped = true;
  return Step::Next;
}

void ThreadGroup::report(const Instruction &I, Check Kind, LaneMask Lanes, const Twine &Sentence,
                         const Twine &Missing) {
  Report R;
  R.Kind = Kind;
  R.Level = getLaunch().Reports.getSeverity(Kind);
  R.Sentence = Sentence.str();
  R.Missing = Missing.str();
  R.At = getLocation(I, Lanes);
  getLaunch().Reports.add(std::move(R));
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

/// Leaves the lanes that do not take part at the next instruction, as a group of their own.
Step ThreadGroup::branch(unsigned Target) {
  if (const LaneMask Others = Threads & ~Active) {
    auto Rest = std::make_unique<ThreadGroup>(Of, Others, Top);
    Rest->PC = PC + 1;
    Of.Groups.push_back(std::move(Rest));
    Threads = Active;
  }
  PC = Target;
  return Step::Jump;
}

Step ThreadGroup::branchIndirect(const unsigned (&Targets)[WarpSize]) {
  LaneMask Left = Active;
  if (const LaneMask Others = Threads & ~Active) {
    auto Rest = std::make_unique<ThreadGroup>(Of, Others, Top);
    Rest->PC = PC + 1;
    Of.Groups.push_back(std::move(Rest));
  }
  bool IsFirst = true;
  while (Left) {
    const unsigned Target = Targets[llvm::countr_zero(Left)];
    LaneMask Same = 0;
    for (LaneMask M = Left; M; M &= M - 1)
      if (Targets[llvm::countr_zero(M)] == Target)
        Same |= M & -M;
    Left &= ~Same;
    if (IsFirst) {
      Threads = Same;
      PC = Target;
      IsFirst = false;
      continue;
    }
    auto Part = std::make_unique<ThreadGroup>(Of, Same, Top);
    Part->PC = Target;
    Of.Groups.push_back(std::move(Part));
  }
  return Step::Jump;
}

void ThreadGroup::leaveHere(LaneMask Lanes) {
  auto Rest = std::make_unique<ThreadGroup>(Of, Lanes, Top);
  Rest->PC = PC;
  Of.Groups.push_back(std::move(Rest));
  Threads &= ~Lanes;
  Active &= ~Lanes;
}

Step ThreadGroup::call(const Function &Callee, const Instruction &I) {
  const uint64_t LocalBegin = Top->getLocalEnd();
  if (LocalBegin + Callee.FrameBytes > MaxLocalBytes)
    return fault(I, Check::OutOfBounds, Active,
                 "the call of '" + Callee.Name + "' needs more than " + Twine(MaxLocalBytes) +
                     " bytes of local memory");
  if (Of.Groups.size() > 1)
    noteApart(PC);
  branch(0);
  std::shared_ptr<Frame> Shared = findFrame(Callee, I);
  if (!Shared) {
    const unsigned ReturnTo = unsigned(&I - Top->Callee.Code.data()) + 1;
    Shared = std::make_shared<Frame>(Callee, LocalBegin, Top, ReturnTo);
    Shared->CallSite = &I;
  }
  setFrame(std::move(Shared));
  Top->forget(Active);
  return Step::Jump;
}

std::shared_ptr<Frame> ThreadGroup::findFrame(const Function &Callee, const Instruction &I) const {
  for (const auto &Other : Of.Groups)
    for (std::shared_ptr<Frame> F = Other->Top; F; F = F->Caller)
      if (F->CallSite == &I && F->Caller == Top && &F->Callee == &Callee)
        return F;
  return nullptr;
}

Step ThreadGroup::returnFromCall() {
  if (!Top->Caller)
    return exit();
  const unsigned ReturnTo = Top->ReturnTo;
  branch(ReturnTo);
  setFrame(Top->Caller);
  return Step::Jump;
}

Step ThreadGroup::exit() {
  // PTX lets a thread end that has not waited for its cp.async: main loops prefetch once too often.
  // The block keeps its shared memory until they have written it.
  bool AreCopying = false;
  forEachLane([&](unsigned Lane) { AreCopying |= Of.Copies.areCopying(Lane); });
  if (AreCopying)
    return wait("its cp.async, to end");
  if (getLaunch().Options.HasChecks)
    getCluster().getObserver().exit(Top->Callee.Code[PC], *this);
  if (Apart.Last.Lanes && Of.Alive != Active)
    Of.EndedApart.push_back({Active, Apart});
  Of.Alive &= ~Active;
  Threads &= ~Active;
  return Threads ? Step::Next : Step::Ended;
}
