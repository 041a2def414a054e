//===- Program.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module as the emulator runs it: instructions with a function to call and operands that are
// locations in registers. A ProgramReader makes it of a ptx::Module, once; running it changes
// nothing here.
//
// A register is an array of 32 lanes, of the width of its type; a predicate is a word with a bit
// for each lane. What is constant is an array, too, so that a handler of an instruction reads
// all operands alike.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_PROGRAM_PROGRAM_H
#define NVPTXTENSORCORE_EMULATOR_PROGRAM_PROGRAM_H

#include "Model/Legality/Legality.h"
#include "Model/RegisterBudget.h"
#include "PTX/Syntax.h"
#include "PTX/Types.h"
#include "TensorCoreModel/BitFlow.h"
#include "TensorCoreModel/OperationKind.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include <array>
#include <deque>
#include <memory>

namespace llvm::tensorcore::emulator {

class ThreadGroup;
struct Function;
using ptx::getBitsType;
using ptx::parseType;
using ptx::Type;

inline constexpr unsigned WarpSize = WarpThreads;
/// A bit for each lane of a warp.
using LaneMask = uint32_t;
inline constexpr LaneMask AllLanes = ~LaneMask(0);

/// Numbers of the emulator's device; Model/RegisterBudget.h has those of targets.
struct DeviceLimits {
  static constexpr unsigned UnknownSM = 90; ///< that a target is like which the model does not know
  static constexpr unsigned ReservedSharedBytes = 1024; ///< before the variables
};

/// The location of an operand: the same number of bits in each lane.
struct Slot {
  enum Bank : uint8_t {
    Registers, ///< of the frame of the call
    Constants, ///< of the function
    OfWarp,    ///< special registers: see WarpRegister
    OfBlock,   ///< addresses of shared variables
  };
  uint32_t Offset = 0;
  Bank In = Registers;
  uint8_t Bits = 0;       ///< 0 of no operand
  bool IsNegated = false; ///< a predicate that is read behind '!'

  explicit operator bool() const { return Bits != 0; }
  bool isPredicate() const { return Bits == 1; }
};
inline constexpr unsigned NumBanks = 4;

/// Returns how many bytes a slot takes up.
inline uint32_t getSlotBytes(unsigned Bits) {
  return Bits == 1 ? sizeof(LaneMask) : WarpSize * Bits / 8;
}

/// Special registers that do not change while a warp runs, each with 32 bits, in their order in
/// the bank OfWarp.
enum class WarpRegister : uint8_t {
  TidX,
  TidY,
  TidZ,
  NTidX,
  NTidY,
  NTidZ,
  CTAIdX,
  CTAIdY,
  CTAIdZ,
  NCTAIdX,
  NCTAIdY,
  NCTAIdZ,
  LaneId,
  WarpId,
  NWarpId,
  LaneMaskEq,
  LaneMaskLe,
  LaneMaskLt,
  LaneMaskGe,
  LaneMaskGt,
  ClusterIdX,
  ClusterIdY,
  ClusterIdZ,
  NClusterIdX,
  NClusterIdY,
  NClusterIdZ,
  ClusterCTAIdX,
  ClusterCTAIdY,
  ClusterCTAIdZ,
  ClusterNCTAIdX,
  ClusterNCTAIdY,
  ClusterNCTAIdZ,
  ClusterCTARank,
  ClusterNCTARank,
  IsExplicitCluster,
  SMId,
  NSMId,
  GridId,
  EnvReg1,
  EnvReg2,
  TotalSharedSize,
  AggregatedSharedSize,
  DynamicSharedSize,
  WarpSz,
  SharedBase,
  Zero,
};
inline constexpr unsigned NumWarpRegisters = unsigned(WarpRegister::Zero) + 1;

/// Where an address comes from: a register or a variable's location, and an offset in bytes.
struct Address {
  enum Kind : uint8_t {
    Absolute, ///< Offset alone
    InSlot,   ///< 32 or 64 bits
    InFrame,  ///< in the local memory of the threads, from the frame on
  };
  Kind Is = Absolute;
  Slot Base;
  int64_t Offset = 0;
};

enum class Space : uint8_t {
  Generic,
  Global,
  Constant,
  SharedCTA,
  SharedCluster,
  Local,
  EntryParam, ///< parameters of kernels. Those of other functions are Local
};

/// Describes what became of an instruction.
enum class Step : uint8_t {
  Next,  ///< done: on to the next one
  Jump,  ///< done, and the group is where it should go on
  Wait,  ///< not done: again later. The group says what it waits for
  Ended, ///< the group has no thread left
};

struct Instruction;
using Handler = Step (*)(const Instruction &I, ThreadGroup &G);

inline bool isTCGen05(OperationKind Is) {
  switch (Is) {
  case OperationKind_TCGen05:
  case OperationKind_TCGen05Commit:
  case OperationKind_TCGen05Load:
  case OperationKind_TCGen05Store:
  case OperationKind_TCGen05Multiply:
  case OperationKind_TCGen05Copy:
  case OperationKind_TCGen05Copy4:
  case OperationKind_TCGen05Shift:
    return true;
  default:
    return false;
  }
}
/// Returns true for barriers of a block or cluster, also for what only arrives there.
inline bool isBarrier(OperationKind Is) {
  switch (Is) {
  case OperationKind_Bar:
  case OperationKind_BarArrive:
  case OperationKind_Barrier:
  case OperationKind_BarrierArrive:
  case OperationKind_ClusterArrive:
  case OperationKind_ClusterWait:
    return true;
  default:
    return false;
  }
}
inline bool isMBarrier(OperationKind Is) {
  return Is == OperationKind_MBarrierInit || Is == OperationKind_MBarrierArrive ||
         Is == OperationKind_MBarrier;
}
/// Returns true for what lets other threads go on, and waits for nothing.
inline bool isArrival(OperationKind Is) {
  return Is == OperationKind_BarArrive || Is == OperationKind_BarrierArrive ||
         Is == OperationKind_ClusterArrive || Is == OperationKind_MBarrierArrive;
}
/// Returns true for what a loop that only waits consists of: it changes registers alone. Atomic
/// operations may change memory.
inline bool isForWaitLoops(OperationKind Is) {
  switch (Is) {
  case OperationKind_Atomic:
  case OperationKind_Branch:
  case OperationKind_Convert:
  case OperationKind_IndexedBranch:
  case OperationKind_Load:
  case OperationKind_Move:
  case OperationKind_MultiplyAdd:
  case OperationKind_Other:
  case OperationKind_Reduction:
  case OperationKind_Select:
  case OperationKind_Shuffle:
  case OperationKind_WarpBarrier:
    return true;
  default:
    return false;
  }
}
/// Returns true for copies of cp.async.bulk, also of tensors.
inline bool isBulkCopy(OperationKind Is) {
  return Is == OperationKind_BulkCopy || Is == OperationKind_TensorCopy ||
         Is == OperationKind_BulkGroupCopy;
}

/// Describes which threads must be together for an instruction.
enum class Convergence : uint8_t {
  None,
  Members, ///< the threads that the operand MemberMask names: .sync
  Warp,    ///< the warp: .aligned
};

/// Describes how bits of operands reach the results.
struct FlowRule {
  BitFlow Is = BitFlow_Whole;
  uint8_t ElementBits = 0;  ///< of the result
  uint8_t SourceBits = 0;   ///< of an element of an operand
  uint8_t FirstControl = 0; ///< the first operand that all bits depend on
};

struct Instruction {
  Handler Execute = nullptr;
  OperationKind Operation = OperationKind_Other;
  Slot Guard;
  bool IsGuardNegated = false;
  Convergence Needs = Convergence::None;
  Slot MemberMask;               ///< of Convergence::Members
  unsigned Row = 0;              ///< of Convergence::Members: a PTXInstruction,
  ArrayRef<uint8_t> Words;       ///< and the words of its modifiers
  bool OrdersMemory = true;      ///< of Convergence::Warp: what its threads did is seen by all
  ArrayRef<Slot> Results;        ///< in PTX's order
  ArrayRef<Slot> Operands;       ///< in PTX's order, without results and addresses
  ArrayRef<LaneMask> LanesRead;  ///< of each operand, whose other lanes do nothing; empty: all
  ArrayRef<Address> Addresses;   ///< in PTX's order
  Space In = Space::Generic;     ///< of the (first) address
  bool IsReadOnly = false;       ///< a load that may read what its cache had before
  bool Polls = false;            ///< where its results repeat, others have to go on first
  Type On;                       ///< the type that decides
  FlowRule Bits;                 ///< of an instruction of registers alone
  const void *Details = nullptr; ///< what one family alone knows
  unsigned Target = 0;           ///< of a branch: the number of an instruction
  const ptx::Statement *Source = nullptr;
  const ptx::Statement *SourceLine = nullptr; ///< the .loc before it

  template <class T> const T &details() const { return *static_cast<const T *>(Details); }
};

/// A statement that the module's target does not have, with the reason.
struct IllegalStatement {
  const ptx::Statement *Source, *SourceLine;
  std::string Sentence;
};

/// A variable of a module or a function.
struct Variable {
  StringRef Name;
  Space In = Space::Global;
  uint64_t Size = 0;
  unsigned Alignment = 1;
  bool IsExtern = false;
  bool IsTensorMapArray = false;
  std::vector<uint8_t> Initial; ///< empty: zeros, or nothing
  uint64_t Location = 0; ///< Global, Constant: address. Local: offset in the frame. EntryParam:
                         ///< offset. Shared: the number of the variable in the module
};

/// A parameter or result of a function that is called, or what a call gives it: a register, or
/// bytes of the frame.
struct Passed {
  Slot Register;
  uint64_t Offset = 0, Size = 0;
};

struct Function {
  StringRef Name;
  bool IsEntry = false;
  const ptx::Function *Source = nullptr;
  std::vector<Instruction> Code;
  uint32_t RegisterBytes = 0;
  std::vector<uint64_t> ConstantPool; ///< the bank Constants
  uint64_t FrameBytes = 0;            ///< of local memory
  std::vector<const Variable *> Parameters, Results;
  std::vector<Passed> Takes, Gives;      ///< of a function that is called
  uint64_t ParameterBytes = 0;           ///< of an entry
  std::vector<const Variable *> Shared;  ///< that it names
  std::vector<const Function *> Callees; ///< that it names
  bool HasIndirectCall = false;
  bool ReadsReservedShared = false; ///< where the memory is that the system reserves
  bool IsAsynchronous = false;      ///< it has copies, wgmma or tcgen05
  std::array<unsigned, 3> RequiredBlock = {}, MaxBlock = {}, RequiredCluster = {};
  unsigned MaxRegisters = 0, MinBlocks = 0;
  std::vector<IllegalStatement> Illegal;
  unsigned RegistersAtEntry = 0; ///< of a thread; 0 if setmaxnreg has no effect
  uint64_t Address = 0;          ///< what a pointer to it is
};

class Program {
public:
  Program();
  ~Program();

  StringRef getVersion() const { return Syntax.getVersion(); }
  /// "sm_90a"
  StringRef getTarget() const { return Syntax.getTarget(); }

  const Function *findFunction(StringRef Name) const;
  const Variable *findVariable(StringRef Name) const;
  /// The function that a pointer points to; null if it points to none.
  const Function *findFunction(uint64_t Address) const;
  ArrayRef<const Function *> getEntries() const { return Entries; }

  /// True if a tcgen05.commit waits for the reads of A in shared memory alone.
  bool CommitsReadsOfA = false;

  std::optional<TargetVersion> Target; ///< none if the model does not know it
  /// Registers that a thread has at most, as the loader of the module has said; 0: no limit.
  unsigned MaxRegisters = 0;

  /// Shared variables of the module, by their numbers.
  std::vector<const Variable *> SharedVariables;

  std::string Text; ///< what it was read from
  ptx::Module Syntax;
  std::deque<Function> Functions;
  std::deque<Variable> Variables;
  StringMap<Function *> FunctionsByName;
  StringMap<Variable *> VariablesByName;
  std::vector<const Function *> Entries;
  std::vector<const Function *> FunctionsByAddress;
  /// Variables of global and constant memory that functions declare.
  DenseMap<const ptx::Declaration *, const Variable *> VariablesOfFunctions;
  /// `.reg` and `.local` outside of functions, which PTX had before version 3.0: of each thread.
  std::vector<const ptx::Declaration *> VariablesOfThreads;
  /// Statements whose operands name the elements of vectors of registers.
  std::deque<ptx::Statement> Expanded;

  /// Keeps arrays and details of instructions as long as the program.
  template <class T> ArrayRef<T> keep(ArrayRef<T> Values) { return Values.copy(Arena); }
  template <class T> const T *keep(T Details) {
    auto Kept = std::make_shared<const T>(std::move(Details));
    Owned.push_back(Kept);
    return Kept.get();
  }

  /// Where pointers to functions begin.
  static constexpr uint64_t FunctionWindow = 0x0400'0000'0000'0000;

private:
  BumpPtrAllocator Arena;
  std::vector<std::shared_ptr<const void>> Owned;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_PROGRAM_PROGRAM_H
