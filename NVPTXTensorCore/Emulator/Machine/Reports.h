//===- Reports.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the reports of a run: faults that end it and findings of the checks, each with its
// location. Equal findings of one instruction are one, with a count.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_REPORTS_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_REPORTS_H

#include "Emulator/Program/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace llvm::tensorcore::emulator {

/// Describes what is looked for. Each has a name and a severity (Checks.cpp, docs/ptx-run.md).
enum class Check : uint8_t {
  // Faults: what hardware would stop at, or what is undefined in PTX. The run ends.
  OutOfBounds,
  Misaligned,
  IllegalInstruction, ///< operands that no instruction takes
  Trap,
  Deadlock,
  StepLimit,
  // Findings.
  Divergence,      ///< `.aligned` and `.sync` without threads that it needs
  Legality,        ///< instructions that the module's target lacks
  Race,            ///< accesses that nothing orders
  EqualWrites,     ///< writes of one value that nothing orders
  WarpgroupOrder,  ///< reads of wgmma after what not all warps of its warpgroup have seen
  StreamOrder,     ///< accesses of work of two streams that nothing orders
  WarpSynchronous, ///< volatile accesses of lanes of a warp that nothing orders
  RelaxedOrder,    ///< writes after reads of other blocks, which relaxed accesses alone order
  ProxyFence,      ///< accesses of two proxies without a fence between them
  RegistersInFlight,
  FenceCopies,         ///< copies of registers of wgmma behind its fence
  Uninitialized,       ///< values of registers and memory that nobody wrote
  UninitializedShared, ///< values that depend on what a store to shared memory passed on of them
  UninitializedGlobal, ///< the same of global memory, which a kernel may copy without use
  UninitializedCopy,   ///< copies to the host with uninitialized bytes
  Barriers,            ///< counts and phases
  MBarrierOverwritten, ///< mbarriers that a store has written over, and nobody has used since
  PassedPhase,         ///< of an mbarrier, that threads which wait for it may miss
  CopyProxyFence,      ///< after cp.async, where libraries leave the fence out
  ReadProxyFence,      ///< between reads and an asynchronous write, where they do so, too
  TensorFence,         ///< tcgen05 of two threads without tcgen05.fence
  TensorPipeline,      ///< tcgen05 of one thread, in an order that PTX does not promise
  TensorMemoryPair,    ///< an allocation in a pair whose other block may not have begun
  TensorMemory,        ///< not allocated, another warp's lanes, not given back
  Descriptors,
  Permit,         ///< to allocate tensor memory, not given back
  MBarrierScope,  ///< .cta at mbarriers of other blocks
  MBarrierAtExit, ///< phases that some have arrived in, and others have not
  Unfinished,     ///< asynchronous operations at the end that nobody waited for
  Leak,           ///< memory that a program has not freed when it ends
};
inline constexpr unsigned NumChecks = unsigned(Check::Leak) + 1;

enum class Severity : uint8_t { Off, Warning, Error };

struct CheckInfo {
  Check Kind;
  StringLiteral Name;
  Severity Default;
  bool IsFault; ///< ends the run, and cannot be turned off
  StringLiteral Description;
};
ArrayRef<CheckInfo> getChecks();
const CheckInfo &getCheckInfo(Check Kind);

using Severities = std::array<Severity, NumChecks>;
Severities getDefaultSeverities();

/// "0-3, 8": the lanes of a mask, from a number on.
std::string printNumbers(LaneMask Lanes, unsigned First);
/// "lane 3", "lanes 0-3, 8", "lanes 0-31"
std::string printLanes(LaneMask Lanes);

/// Where something happened.
struct Location {
  const ptx::Statement *Instruction = nullptr;
  const ptx::Statement *SourceLine = nullptr;
  StringRef Kernel;
  std::array<unsigned, 3> Block = {};
  unsigned Warp = 0;
  LaneMask Lanes = 0;
};

struct Report {
  Check Kind;
  Severity Level;
  std::string Sentence;
  Location At;
  std::vector<std::pair<std::string, Location>> Others; ///< "the other access": its location
  std::string Missing;                                  ///< what would fix it; may be empty
  std::string MissingIfLate; ///< the same, if a write of another block comes too late
  unsigned Remedy = 0;       ///< what Missing names, whatever its numbers: a check's own numbers
  unsigned Distance = 0;     ///< between the two: what orders farther ones orders these, too
  std::optional<size_t> ByDistance; ///< where Missing says what would order accesses so far apart
  bool IsAfterAsync = false;        ///< the other access is of an operation that goes on
  uint64_t Count = 1;               ///< how often
  /// It says why phases of an mbarrier end too early, of which any disorder may come.
  bool EndsPhases = false;
  std::optional<unsigned> SharedOf; ///< the rank of the block whose shared memory it is of
  Location AddressFrom;             ///< the load that the address comes from
  std::optional<uint32_t> MBarrier; ///< whose phase ends too early, or by an operation that does
  bool HasCause = false;            ///< the sentence says why what is there does not do
  bool IsOfPhase = false;     ///< a wait is for an earlier phase: maybe this one came too early
  bool IsNowhere = false;     ///< the kernel has nothing that Missing names
  std::vector<Location> Same; ///< other instructions, for the same cause
  /// Holds what comes of it: the sentences of other reports.
  std::vector<std::pair<std::string, Location>> Consequences;
};

/// Reports of one cause as one: the one that names it, with the others below it. Those that name a
/// cause come first.
std::vector<Report> groupReports(ArrayRef<Report> All);

/// Collects reports; threads of the host may call it together.
class ReportList {
public:
  explicit ReportList(const Severities &Levels) : Levels(Levels) {}

  Severity getSeverity(Check Kind) const { return Levels[unsigned(Kind)]; }
  bool isOn(Check Kind) const { return getSeverity(Kind) != Severity::Off; }
  void add(Report R);
  /// Counts a report of an instruction that has one of the kind, and adds its lanes to those of the
  /// same warp. False if there is none: the report has to be made.
  bool repeat(Check Kind, const Location &At);
  /// Changes what is missing in the report of an instruction if that is by the distance of the two
  /// accesses, and accesses of the same instructions are farther from each other.
  void widen(Check Kind, const Location &At, const ptx::Statement *Other, unsigned Distance,
             function_ref<std::string()> GetMissing);
  /// In the order in which they came.
  ArrayRef<Report> getReports() const { return Reports; }
  bool hasErrors() const { return NumErrors != 0; }
  /// Adds a report of something that is not wrong by itself, but explains a result that is. Those
  /// of the same instructions are one, and so are those of one kind, which `Missing` names, of
  /// other instructions with the same mnemonics.
  void addHint(Report R);
  ArrayRef<Report> getHints() const { return Hints; }
  void clear();

private:
  const Severities Levels;
  std::mutex Lock;
  std::vector<Report> Reports, Hints;
  std::map<std::pair<const ptx::Statement *, Check>, size_t> Known;
  uint64_t NumErrors = 0;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_REPORTS_H
