//===- Driver.h -------------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of the replacement for libcuda: one device, what is loaded and allocated on it, and the
// error that a fault of a kernel leaves, which all later calls return.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CUDA_DRIVER_H
#define NVPTXTENSORCORE_EMULATOR_CUDA_DRIVER_H

#include "Emulator/CUDA/FatBinary.h"
#include "Emulator/CUDA/StreamOrder.h"
#include "Emulator/Device.h"
#include "Emulator/Interface/Settings.h"
#include "Emulator/Interface/StatisticsText.h"
#include "llvm/ADT/StringMap.h"
#include <chrono>
#include <functional>
#include <list>
#include <set>

namespace llvm::tensorcore::cuda {

struct LoadedFunction {
  LoadedModule *In = nullptr;
  const emulator::Function *Of = nullptr;
  int MaxDynamicSharedBytes = 0;
  bool AllowsLargeClusters = false;
};

struct LoadedModule {
  std::string File; ///< what its PTX is called in reports
  const emulator::Program *Of = nullptr;
  std::map<const emulator::Function *, std::unique_ptr<LoadedFunction>> Functions;

  LoadedFunction *get(const emulator::Function *F);
};

struct ContextObject {
  int Flags = 0;
};
struct CaptureObject;
struct StreamObject {
  unsigned Flags = 0;
  int Priority = 0;
  std::shared_ptr<CaptureObject> Capture;
  std::vector<GraphNode> Frontier;              ///< of a capture: what the next node depends on
  unsigned Number = StreamOrder::DefaultStream; ///< of the order; given when it is asked for
  std::map<int, LaunchAttribute> Attributes;    ///< that the program has set
};
struct EventObject {
  void record(uint64_t Now, StreamClock After);

  bool IsRecorded = false;
  uint64_t Time = 0; ///< in kernels
  std::shared_ptr<CaptureObject> Capture;
  std::vector<GraphNode> After; ///< the nodes of a capture that were before it
  StreamClock Seen;             ///< what comes before it
};
struct PoolObject {
  uint64_t ReleaseThreshold = 0;
};

/// Holds the options with which modules are loaded and linked. Those of machine code alone are not
/// among them.
struct JITOptions {
  unsigned MaxRegisters = 0; ///< of a thread; 0: no limit
  char *Log = nullptr;       ///< of errors
  size_t LogBytes = 0;
  JITOptions() = default;
  JITOptions(unsigned Count, const int *Options, void *const *Values);
};

struct BegunKernel;
struct BegunWork;
struct PendingWork;

class Driver {
public:
  static Driver &get();

  Result initialize();
  /// "sm_90a"
  StringRef getTarget();
  unsigned getArchitecture() { return cuda::getArchitecture(getTarget()); }
  /// The device becomes one that can run the newest PTX that is known before the first question.
  void noteImage(const void *Data);

  Result load(const void *Data, ModuleHandle &To, const JITOptions &With = {});
  Result unload(ModuleHandle M);
  /// `Parameters` are as the kernel's lie.
  Result launch(LoadedFunction &F, const LaunchConfig &Config, std::vector<uint8_t> Parameters);
  /// Refuses the launch of a kernel that the runtime does not know.
  Result refuseKernel();
  Error fillParameters(const emulator::Function &F, void **Parameters, void **Extra,
                       std::vector<uint8_t> &To);

  Result copy(const Memcpy3D &M);
  Result fill(const MemsetParameters &M);
  /// Returns the size of memory that programs are told. More can be allocated, as only pages that
  /// are written take memory of the host; but programs choose sizes by this number, and write all.
  size_t getMemorySize() const;
  /// Returns memory of a node, which lasts as long as the program; 0 if there is none left.
  DevicePointer allocateForGraph(size_t Bytes);

  /// Says why a call fails, on stderr.
  Result complain(Result R, const Twine &Sentence);
  /// The same of a call that a GPU's driver would have carried out. It is an error among the
  /// reports, so that the program's exit code cannot be 0.
  Result refuse(Result R, const Twine &Sentence);
  /// Checks that `Bytes` bytes of device memory, which a call names, are allocated; prints a
  /// sentence if they are not.
  Result checkRange(DevicePointer Address, size_t Bytes, const char *What);

  /// Reports what a check finds that is of no instruction, if no earlier report differs from it by
  /// an address alone.
  void report(emulator::Check Kind, const Twine &Sentence);
  /// Reports bytes that are copied to memory of the host, and that nobody wrote.
  void checkCopied(DevicePointer From, DevicePointer To, size_t Bytes);

  /// The blocks of a kernel that a multiprocessor has at once.
  int getBlocksAtOnce(const LoadedFunction &F, unsigned Threads, size_t SharedBytes);

  emulator::Device Machine;
  run::Settings With;
  bool IsInitialized = false;
  Result Sticky = Success;
  ContextObject Primary;
  StreamObject Default;
  PoolObject DefaultPool;
  std::map<LoadedModule *, std::unique_ptr<LoadedModule>> Modules;
  /// The limit of registers of what cuLinkComplete made, by its address.
  std::map<const void *, unsigned> RegistersOfLinked;
  std::map<int, size_t> Limits; ///< that the program has set, by their numbers
  std::map<Graph, std::shared_ptr<GraphObject>> Graphs;
  std::set<DevicePointer> Managed, OfHost, OfGraphs; ///< allocations
  uint64_t NumAllocations = 0, NumKernels = 0;
  run::TimelinePosition Timeline{/*Kernel=*/1}; ///< behind the kernels that have run
  /// For each stream, what the last kernel may still do when the next one begins that is launched
  /// with programmatic stream serialization. All other work waits for its end.
  std::map<Stream, std::shared_ptr<emulator::GridHistory>> Overlapping;

  /// The clock of what follows in a stream.
  StreamClock &getClock(Stream S);
  /// Does work of a stream, when what comes before it is done.
  Result work(Stream S, function_ref<Result()> Do);
  /// The same of work that the host does not wait for.
  Result workLater(Stream S, std::function<Result()> Do);
  /// The host waits for what a clock has seen. Returns what became of it.
  Result wait(const StreamClock &For);
  Result waitForAll();
  void finishAll() { finish(Order.getAll()); }
  /// Returns NotReady if some of it is not done.
  Result query(const StreamClock &For);
  StreamOrder Order;
  /// Returns true if some of what a clock has seen is not done.
  bool isPending(const StreamClock &Clock) const;
  /// Returns the clock of all that is done.
  StreamClock getDone() const;
  Result finish(BegunKernel &K);
  /// Holds what the work at hand has begun that waits.
  std::vector<std::unique_ptr<BegunWork>> Waiting;

private:
  /// Lets what is pending go on as far as it can. Returns true if some of it did. `IsAlone`: nobody
  /// else can, so that loops which count go on for some time.
  bool proceed(bool IsAlone = false);
  bool proceed(PendingWork &P, bool IsAlone);
  bool canProceed(const PendingWork &P, bool IsAlone) const;
  /// Waits until what a clock has seen is done. A kernel that waits for what nobody changes for a
  /// second, or ten if the program has other threads, is a deadlock.
  void finish(const StreamClock &For);
  /// Ends work that has begun, unless it is a kernel that waits. Returns true if it is not.
  bool end(unsigned Stream, uint64_t Number, const StreamClock &Seen);
  /// Looks after what is pending while the host does something else.
  void watch();

  std::list<std::unique_ptr<PendingWork>> Pending; ///< in the order of the program
  std::chrono::steady_clock::time_point LastProgress;
  bool IsWatching = false, IsProceeding = false;

  Driver();
  Result report(ArrayRef<emulator::Report> Reports, const LoadedModule &M);
  void tellStatistics(const emulator::RunStatistics &S, const emulator::LaunchRequest &R,
                      const LoadedModule &M) const;
  void tellTimeline(const emulator::RunStatistics &S, const emulator::LaunchRequest &R,
                    const LoadedModule &M);
  /// Hands ptx-run an error of what the emulator does not have.
  void writeRefusal(const Twine &Sentence);
  void reportLeaks();
  /// Hands lines of JSON to ptx-run.
  void writeReports(StringRef Lines) const;
  Result start(LoadedFunction &F, const LaunchConfig &Config, std::vector<uint8_t> Parameters);
  Result checkLaunch(LoadedFunction &F, const LaunchConfig &Config,
                     emulator::LaunchRequest &Request);

  std::string LastComplaint;
  /// Holds what was reported; in text, by earlier runs of the program, too.
  std::set<std::string> Known;
  std::set<std::string> OfEarlierRuns; ///< why calls failed in these
  bool HasRefused = false, HasRefusedLaunch = false;
  std::string Target;
  bool IsTargetFixed = false; ///< somebody has asked for it
};

/// Arrays in a copy become the memory that they are.
void resolveArrays(Memcpy3D &M);

/// The contexts of this thread: the last one is current.
std::vector<Context> &getContexts();

/// Describes what each call of the API begins with: one at a time, and only if the device works.
class Call {
public:
  enum Needs { Nothing, Initialized, CurrentContext };
  /// Lets other threads call for some time.
  static void pause();
  explicit Call(Needs N = CurrentContext);
  ~Call();
  Driver *operator->() { return &D; }
  Driver &operator*() { return D; }
  /// The error that the call returns at once.
  explicit operator bool() const { return Error != Success; }
  Result Error = Success;

private:
  Driver &D;
};

} // namespace llvm::tensorcore::cuda

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_DRIVER_H
