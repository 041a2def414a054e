//===- Launch.h -------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes a launch of a kernel, and the state of the device while it runs.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_LAUNCH_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_LAUNCH_H

#include "Emulator/Machine/GlobalMemory.h"
#include "Emulator/Machine/Ordering.h"
#include "Emulator/Machine/Profile.h"
#include "Emulator/Machine/Reports.h"
#include "Emulator/Machine/ShadowMemory.h"
#include "llvm/ADT/DenseMap.h"
#include <atomic>

namespace llvm::tensorcore::emulator {

class Cluster;
class ClusterObserver;
class Warp;

/// Says how threads wait that poll memory: not at all; unless a loop that counts its rounds, or
/// reads a clock, ends by that; or until memory changes.
enum class LoopWait : uint8_t { None, WhileCounting, ForEver };

struct Dim3 {
  unsigned X = 1, Y = 1, Z = 1;
  uint64_t getCount() const { return uint64_t(X) * Y * Z; }
  /// Returns the position with a number in the order x, y, z.
  Dim3 getPosition(uint64_t Number) const {
    return {unsigned(Number % X), unsigned(Number / X % Y), unsigned(Number / X / Y)};
  }
  uint64_t getNumber(Dim3 Position) const {
    return Position.X + uint64_t(X) * (Position.Y + uint64_t(Y) * Position.Z);
  }
  bool operator==(const Dim3 &O) const { return X == O.X && Y == O.Y && Z == O.Z; }
};

/// Holds what kernels have in common that may run at the same time, although one is executed after
/// the other here: a kernel, and those after it that are launched with programmatic stream
/// serialization. These begin when all blocks of the one before have executed
/// griddepcontrol.launch_dependents or ended; what it wrote is seen after griddepcontrol.wait. The
/// clusters have numbers that go on from kernel to kernel.
struct GridHistory {
  /// A kernel that was executed.
  struct Grid {
    uint64_t EndCluster; ///< behind its last one
    const Program *Module;
    StringRef Kernel;
  };
  std::vector<Grid> Grids;
  /// The clusters before this one have ended, and what they wrote is seen, when the next one
  /// begins.
  uint64_t SeenAtBegin = 0;
  /// Those from this one on are seen after griddepcontrol.wait of the next kernel.
  uint64_t SeenByWait = 0;

  /// Holds what atomic accesses released, by address. Shared addresses have the number of the
  /// cluster in their upper bits.
  DenseMap<uint64_t, Flag> Flags;
  SyncClock SequentialFences; ///< what a fence.sc of the scope .gpu or .sys released
  std::mutex FlagsLock;
  GlobalShadow Shadow;

  uint64_t getNumClusters() const { return Grids.empty() ? 0 : Grids.back().EndCluster; }
};

/// A launch, copy or memset that a thread of a kernel gives a stream. Here it begins after all of
/// the kernel.
struct ChildLaunch {
  const Function *Kernel = nullptr; ///< null of copies and memsets
  uint64_t To = 0, From = 0, Bytes = 0;
  std::optional<uint8_t> Value; ///< of a memset
  Dim3 Grid, Block;
  unsigned DynamicSharedBytes = 0;
  uint64_t Stream = 0; ///< launches of one stream follow each other
  std::vector<uint8_t> Parameters;
};

/// Holds the number that a conditional node of a graph depends on. Its address is the handle.
struct ConditionalNumber {
  uint32_t Value, NumSets; ///< how often kernels have set it in a launch of the graph
  static constexpr StringLiteral Name = "number of a conditional node";
  /// Null if there is none at the address.
  static ConditionalNumber *find(const GlobalMemory &In, uint64_t Address) {
    const Allocation *A = In.find(Address);
    const bool IsThere = A && A->Address == Address && A->What == Name;
    return IsThere ? reinterpret_cast<ConditionalNumber *>(Address) : nullptr;
  }
};

struct LaunchRequest {
  const Program *Module = nullptr;
  const Function *Kernel = nullptr;
  Dim3 Grid, Block, Cluster;
  bool HasCluster = false; ///< the launch or the kernel says so
  unsigned DynamicSharedBytes = 0;
  std::vector<uint8_t> Parameters; ///< as the kernel's parameters lie
  bool IsCooperative = false;
  /// The host or other kernels may change memory while this one runs.
  bool HasOthers = false;
  unsigned Depth = 0; ///< of launches from kernels: how many kernels are around it
  static constexpr unsigned MaxDepth = 24;
  /// The history of kernels that may still run when this one begins; null if there are none.
  std::shared_ptr<GridHistory> After;
};

/// Makes what observes a cluster.
using ObserverMaker = std::unique_ptr<ClusterObserver> (*)(Cluster &Of);

struct RunOptions {
  uint64_t Seed = 1;
  unsigned NumThreads = 1;           ///< of the host
  unsigned NumMultiprocessors = 132; ///< of the device
  uint64_t MaxSteps = 0;             ///< instructions of warps; 0: no limit
  bool IsAdversary = true;           ///< asynchronous operations happen at random times
  bool HasChecks = true;             ///< races, initialisation, registers in flight
  bool Profiles = false;             ///< counts each instruction
  bool HasTimeline = false;          ///< keeps when warps wait
  bool ExplainsResults = false;      ///< looks for what may explain a wrong result
  bool PerturbsNumbers = false;      ///< sums differ within what is allowed
  bool HasHopperSums = false;        ///< those of wgmma of 8 bits are short
  Severities Levels = getDefaultSeverities();
};

struct RunStatistics {
  uint64_t WarpInstructions = 0, ThreadInstructions = 0, MultiplyAdds = 0;
  uint64_t BulkBytes = 0;   ///< that bulk copies move
  uint64_t SharedBytes = 0; ///< of a block
  /// Where dynamic shared memory begins, if the seed has moved it, and the alignment that it has.
  uint32_t MovedSharedBase = 0, SharedAlignment = 0;
  Profile Instructions; ///< if they are counted
  std::vector<TimelineEvent> Timeline;
  void add(const RunStatistics &O) {
    WarpInstructions += O.WarpInstructions;
    ThreadInstructions += O.ThreadInstructions;
    MultiplyAdds += O.MultiplyAdds;
    BulkBytes += O.BulkBytes;
    Timeline.insert(Timeline.end(), O.Timeline.begin(), O.Timeline.end());
    for (const auto &[At, Counts] : O.Instructions)
      Instructions[At].add(Counts);
  }
};

/// A launch that runs.
struct Launch {
  Launch(const LaunchRequest &Request, const RunOptions &Options, GlobalMemory &Global,
         ReportList &Reports, raw_ostream &Output, ObserverMaker MakeObserver)
      : Request(Request), Options(Options), Global(Global), Reports(Reports), Output(Output),
        MakeObserver(MakeObserver), History(*Request.After),
        FirstCluster(History.getNumClusters()) {}

  /// Decides what is remembered of accesses and registers: what no check asks for costs nothing.
  void chooseChecks(bool IsAsynchronous);

  const LaunchRequest &Request;
  const RunOptions &Options;
  GlobalMemory &Global;
  ReportList &Reports;
  raw_ostream &Output; ///< of vprintf
  const ObserverMaker MakeObserver;
  std::mutex OutputLock;
  std::atomic<bool> IsStopped{false}; ///< a fault has ended the run
  std::atomic<uint64_t> StepsLeft{0};
  /// Threads of the host that run clusters, and those of them whose clusters do not only spin.
  std::atomic<unsigned> NumThreads{1}, NumBusyThreads{1};
  /// The number of the next cluster that starts, or whose work another one takes over.
  std::atomic<uint64_t> NextCluster{0};
  /// Where the shared variables of the kernel are: by their numbers; ~0u of those it has not.
  std::vector<uint32_t> SharedOffsets;
  uint32_t StaticSharedBytes = 0, SharedBytes = 0;
  /// Bytes before dynamic shared memory that the seed chooses: CUDA promises its alignment alone.
  uint32_t SharedPadding = 0;
  /// The first byte of a block's shared memory that the kernel may access. It is 0 if the kernel
  /// reads the address of the memory that the system reserves, which lies before the variables.
  uint32_t FirstSharedByte = DeviceLimits::ReservedSharedBytes;
  bool ChecksOrder = false;         ///< of accesses: races, fences
  bool ChecksWritten = false;       ///< what is read of shared and tensor memory
  bool ChecksGlobalWritten = false; ///< and of global memory
  bool ChecksDefined = false;       ///< registers
  bool ChecksAccesses = false;      ///< the first three: any
  RunStatistics Statistics;
  /// Holds the launches of the kernel's threads, in their order, and those that wait for their
  /// parameters, by the address of the memory for them.
  std::vector<ChildLaunch> Children;
  std::map<uint64_t, ChildLaunch> Prepared;
  std::atomic<uint64_t> NumStreams{0}; ///< that threads have made
  /// The error of the last launch of a thread that failed: by its warp and lane.
  std::map<std::pair<const Warp *, unsigned>, uint64_t> ErrorsOfThreads;
  std::mutex ChildrenLock;
  /// In a cooperative launch, the address of zeros, where cooperative groups count the blocks at a
  /// barrier of the grid. CUDA's header knows it (cooperative_groups/details/driver_abi.h); 0 of
  /// other launches.
  uint64_t Workspace = 0;
  static constexpr unsigned WorkspaceBytes = 64;
  bool isInWorkspace(uint64_t Address) const {
    return Workspace && Address - Workspace < WorkspaceBytes;
  }
  /// A block comes to a barrier of the grid.
  void noteGridArrival(Dim3 Block) {
    std::lock_guard<std::mutex> Guard(GridArrivalsLock);
    ++GridArrivals[Request.Grid.getNumber(Block)];
  }
  /// Counts how often each block, by its number in the grid, has come to a barrier of the grid.
  std::map<uint64_t, uint64_t> GridArrivals;
  std::mutex GridArrivalsLock;
  GridHistory &History;
  uint64_t FirstCluster; ///< the number of the first one, among those of the history
  /// Threads have executed griddepcontrol.wait; and some did so in a block that had not let
  /// dependent kernels begin before that: these begin after all that was waited for.
  std::atomic<bool> HasWaited{false}, HasWaitedFirst{false}, HasLetDependentsBegin{false};
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_LAUNCH_H
