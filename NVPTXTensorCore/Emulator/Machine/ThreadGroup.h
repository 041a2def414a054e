//===- ThreadGroup.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a warp that are at the same instruction of the same call, and execute it together. A
// branch that they do not agree on makes two groups of one; groups that meet become one again.
// Handlers of instructions see the machine from here.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_THREADGROUP_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_THREADGROUP_H

#include "Emulator/Machine/Actor.h"
#include "Emulator/Machine/Launch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"

namespace llvm::tensorcore::emulator {

class Warp;
class Block;
class Cluster;

/// Holds what a register of .b128 holds in a lane.
using uint128_t = unsigned __int128;

/// A word of bits for each lane, as wide as any register.
using LaneBits = std::array<uint128_t, WarpSize>;

/// Describes a register in lanes that nobody wrote, or whose value depends on such a register or on
/// shared memory that nobody wrote.
struct UndefinedValue {
  LaneBits Bits = {}; ///< those that are undefined
  /// The bits that two other values change of what nobody wrote. Neither changes a sum that takes
  /// away what it has added.
  std::array<LaneBits, 2> Changes = {};
  LaneMask OfShared = 0;             ///< lanes whose value came through shared memory
  const Instruction *Load = nullptr; ///< the load that took it from there
  /// The addresses of elements in shared memory that nobody wrote; 0 where a store wrote what
  /// nobody wrote.
  std::array<uint32_t, WarpSize> Unwritten = {};

  /// Gives a lane changes that it shares with no other value of another number.
  void change(unsigned Lane, uint64_t Number);
  /// Makes all bits of a lane undefined, of a value that depends on no other.
  void forget(unsigned Lane, uint64_t Number) {
    Bits[Lane] = ~uint128_t(0);
    OfShared &= ~(LaneMask(1) << Lane);
    change(Lane, Number);
  }
  void copyLane(unsigned To, const UndefinedValue &From, unsigned Lane) {
    Bits[To] = From.Bits[Lane];
    for (unsigned Other = 0; Other != 2; ++Other)
      Changes[Other][To] = From.Changes[Other][Lane];
    OfShared = (OfShared & ~(LaneMask(1) << To)) | (From.OfShared >> Lane & 1) << To;
    Unwritten[To] = From.Unwritten[Lane];
  }
};

/// A call that goes on: its registers and its part of the threads' local memory.
struct Frame {
  /// Registers begin at multiples of it.
  static constexpr uint32_t Unit = 64;
  Frame(const Function &F, uint64_t LocalBegin, std::shared_ptr<Frame> Caller, unsigned ReturnTo);
  ~Frame();

  const Function &Callee;
  std::unique_ptr<uint8_t[]> Registers;
  uint64_t LocalBegin; ///< in the local memory of each thread
  std::shared_ptr<Frame> Caller;
  unsigned ReturnTo;         ///< an instruction of the caller
  uint64_t DynamicBytes = 0; ///< of alloca, after the frame
  /// Where the frame of a function that is called now begins.
  uint64_t getLocalEnd() const { return LocalBegin + Callee.FrameBytes + DynamicBytes; }
  const Instruction *CallSite = nullptr;
  /// For checks: of each register, by its offset / Unit, the lanes that nobody wrote.
  LaneMask *Undefined;
  /// Some of these registers, by their offset; all bits of the others are undefined.
  DenseMap<uint32_t, std::unique_ptr<UndefinedValue>> UndefinedValues;
  /// Forgets what these lanes wrote.
  void forget(LaneMask Lanes);
};

/// Describes what a group waits for, for the report of a deadlock.
struct WaitReason {
  static constexpr const char *ForOthersOfWarp = "the other threads of the warp";
  static constexpr const char *ForPhase = "a phase of an mbarrier"; ///< Address says of which
  static constexpr const char *ForConditionalPhase = "a conditional phase of an mbarrier";
  static constexpr const char *ForBarrier = "a barrier of the block"; ///< Address is its number
  static constexpr const char *ForRegisters =
      "registers that other warps give back (setmaxnreg.dec)"; ///< Value of them
  static constexpr const char *ForWarpgroup =
      "the other warps of the warpgroup at a wgmma.mma_async";
  static constexpr const char *ForPeerAlloc = "tcgen05.alloc in the other block of the pair";
  static constexpr const char *ForChange =
      "a change of memory, in a loop"; ///< Address says of which; it is generic
  static constexpr const char *ForEver = "the end of a loop that changes nothing";
  static constexpr const char *ForSleep = "the end of nanosleep";
  const char *What = nullptr;
  uint64_t Address = 0;
  uint64_t Value = 0; ///< the phase; the count
};

/// Threads of several groups that execute an instruction with a member mask together.
struct Meeting {
  LaneMask Lanes = 0;
  std::array<uint64_t, WarpSize> Values; ///< the first operand
};

/// An instruction of the kernel that threads executed while others of the warp were elsewhere.
struct ApartExecution {
  unsigned PC = 0;
  LaneMask Lanes = 0; ///< 0: none
};
/// The first and the last one since the threads parted or met, without branches and returns.
struct ApartExecutions {
  ApartExecution First, Last;
};

class ThreadGroup {
public:
  ThreadGroup(Warp &Of, LaneMask Threads, std::shared_ptr<Frame> Top);

  Warp &getWarp() const { return Of; }
  Block &getBlock() const;
  Cluster &getCluster() const;
  Launch &getLaunch() const;
  const Function &getFunction() const { return Top->Callee; }
  Frame &getFrame() const { return *Top; }
  std::shared_ptr<Frame> shareFrame() const { return Top; }

  /// Threads that execute the instruction: those of the group for which its guard holds.
  LaneMask getActive() const { return Active; }
  LaneMask getThreads() const { return Threads; }
  bool isActive(unsigned Lane) const { return Active >> Lane & 1; }
  unsigned getFirstActive() const { return llvm::countr_zero(Active); }

  /// The 32 lanes of an operand.
  template <class T> T *lanes(Slot S) const {
    return reinterpret_cast<T *>(Banks[S.In] + S.Offset);
  }
  LaneMask getPredicate(Slot S) const {
    return S.IsNegated ? ~*lanes<LaneMask>(S) : *lanes<LaneMask>(S);
  }
  /// Sets the bits of the active threads.
  void setPredicate(Slot S, LaneMask Value) const {
    LaneMask &Bits = *lanes<LaneMask>(S);
    Bits = (Bits & ~Active) | (Value & Active);
  }
  /// Sets the active lanes of a result from an array of all lanes.
  template <class T> void set(Slot S, const T (&Values)[WarpSize]) const {
    T *To = lanes<T>(S);
    if (Active == AllLanes)
      for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
        To[Lane] = Values[Lane];
    else
      for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
        To[Lane] = Active >> Lane & 1 ? Values[Lane] : To[Lane];
  }
  /// Calls a function with the number of each active lane.
  template <class F> void forEachLane(F Visit) const {
    for (LaneMask Left = Active; Left; Left &= Left - 1)
      Visit(unsigned(llvm::countr_zero(Left)));
  }
  /// The value of a lane, whatever the width of the register.
  uint64_t get(Slot S, unsigned Lane) const;
  /// Sets a lane, whatever the width of the register.
  void set(Slot S, unsigned Lane, uint64_t Value) const;

  /// The addresses of all lanes.
  void getAddresses(const emulator::Address &A, uint64_t (&Result)[WarpSize]) const;
  uint64_t getAddress(const emulator::Address &A, unsigned Lane) const;

  /// Host memory for an access of a lane; null after a fault, which is reported. Bytes must not be
  /// 0. The address must be a multiple of Alignment.
  uint8_t *access(const Instruction &I, unsigned Lane, Space In, uint64_t Address, unsigned Bytes,
                  unsigned Alignment, Access How, Strength Order = Strength::Weak,
                  Scope Within = Scope::System);
  Actor getActor(const Instruction &I, unsigned Lane) {
    Actor A;
    A.Group = this;
    A.Lane = Lane;
    A.Through = I.IsReadOnly ? Proxy::ReadOnly : Proxy::Generic;
    A.At = &I;
    A.Of = &getBlock();
    return A;
  }

  /// Where the lanes are, for a report.
  Location getLocation(const Instruction &I, LaneMask Lanes) const;
  /// Reports something that ends the run.
  Step fault(const Instruction &I, Check Kind, LaneMask Lanes, const Twine &Sentence,
             const Twine &Missing = "");
  /// Reports what a check found; the run goes on.
  void report(const Instruction &I, Check Kind, LaneMask Lanes, const Twine &Sentence,
              const Twine &Missing = "");

  // Control.

  unsigned PC = 0;
  /// Goes on at an instruction with the active threads; the others stay behind it.
  Step branch(unsigned Target);
  /// Each active lane goes on where Targets says.
  Step branchIndirect(const unsigned (&Targets)[WarpSize]);
  /// Calls with the active threads. They are a group of their own, if there are others.
  Step call(const Function &Callee, const Instruction &I);
  /// Leaves active threads before the instruction at hand, as a group of their own.
  void leaveHere(LaneMask Lanes);
  Step returnFromCall();
  /// Ends the active threads.
  Step exit();

  /// Says how often the instruction at hand was begun and had to wait: 0 at its beginning.
  uint32_t NumWaits = 0;
  uint64_t WaitBegin = 0; ///< for a timeline
  /// Holds what a handler keeps between the beginning and the end of an instruction that waits.
  uint64_t WaitState[2] = {0, 0};
  WaitReason Reason;
  /// The last instruction that may poll, and a hash of what it gave. If it gives the same again,
  /// the group spins, and its turn ends.
  const Instruction *LastPoll = nullptr;
  uint64_t LastPolled = 0;
  bool IsSpinning = false;
  /// Whom it executes the instruction at hand with, in addition to its own threads; mostly null.
  const Meeting *Met = nullptr;
  /// Not done: the instruction is executed again later. `What` is for the report of a deadlock.
  Step wait(const char *What, uint64_t Address = 0, uint64_t Value = 0) {
    Reason = {What, Address, Value};
    return Step::Wait;
  }

  /// Notes that the threads executed an instruction while others of the warp were elsewhere.
  void noteApart(unsigned At) {
    if (Top->Caller)
      return;
    Apart.Last = {At, Threads};
    if (!Apart.First.Lanes)
      Apart.First = Apart.Last;
  }

private:
  friend class Warp;
  friend class Cluster;
  /// The frame of this call that other threads of the warp are still in: threads that meet there
  /// go on as one group. Null if there is none.
  std::shared_ptr<Frame> findFrame(const Function &Callee, const Instruction &I) const;
  void setFrame(std::shared_ptr<Frame> F);

  Warp &Of;
  LaneMask Threads, Active = 0;
  ApartExecutions Apart;
  std::shared_ptr<Frame> Top;
  uint8_t *Banks[NumBanks];
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_THREADGROUP_H
