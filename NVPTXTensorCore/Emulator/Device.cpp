//===- Device.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks a launch, and runs it.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Device.h"
#include "Emulator/Checks/ClusterChecks.h"
#include "Emulator/Execute/Control/Builtins.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/ProgramReader.h"
#include "Model/RegisterBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <thread>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

Expected<const Program *> Device::load(StringRef PTX, unsigned MaxRegisters) {
  Expected<std::unique_ptr<Program>> P = readProgram(PTX, Memory);
  if (!P)
    return P.takeError();
  (*P)->MaxRegisters = MaxRegisters;
  Programs.push_back(std::move(*P));
  return Programs.back().get();
}

void Device::unload(const Program *P) {
  for (const Variable &V : P->Variables)
    if (V.In == Space::Global || V.In == Space::Constant)
      Memory.free(V.Location);
  erase_if(Programs, [&](const auto &Each) { return Each.get() == P; });
}

static Error fail(const Twine &Sentence) {
  return createStringError(inconvertibleErrorCode(), Sentence);
}

/// The kernel and what it calls.
static SmallVector<const Function *> collectFunctions(const Program &P, const Function &Kernel) {
  SmallVector<const Function *> Result = {&Kernel};
  SmallPtrSet<const Function *, 8> Seen = {&Kernel};
  auto Visit = [&](const Function *F) {
    if (Seen.insert(F).second)
      Result.push_back(F);
  };
  for (size_t Index = 0; Index != Result.size(); ++Index) {
    const Function *F = Result[Index];
    for (const Function *Callee : F->Callees)
      Visit(Callee);
    if (F->HasIndirectCall)
      for (const Function &Each : P.Functions)
        if (!Each.IsEntry)
          Visit(&Each);
  }
  return Result;
}

/// The shared variables that functions name.
static SmallVector<const Variable *> collectShared(ArrayRef<const Function *> Functions) {
  SmallPtrSet<const Variable *, 8> Known;
  SmallVector<const Variable *> Result;
  for (const Function *F : Functions)
    for (const Variable *V : F->Shared)
      if (Known.insert(V).second)
        Result.push_back(V);
  llvm::sort(Result,
             [](const Variable *A, const Variable *B) { return A->Location < B->Location; });
  return Result;
}

uint32_t emulator::getStaticSharedBytes(const Program &P, const Function &Kernel) {
  uint64_t Bytes = 0;
  for (const Variable *V : collectShared(collectFunctions(P, Kernel)))
    Bytes = V->IsExtern ? Bytes : SaturatingAdd(alignTo(Bytes, V->Alignment), V->Size);
  return uint32_t(Bytes);
}

/// Reports the statements that ptxas rejects for the module's own target.
static void reportIllegal(const Program &P, ArrayRef<const Function *> Functions,
                          ReportList &Reports) {
  auto Report = [&](const Location &At, std::string Sentence) {
    if (!Reports.isOn(Check::Legality) || Reports.repeat(Check::Legality, At))
      return;
    emulator::Report R;
    R.Kind = Check::Legality;
    R.Level = Reports.getSeverity(R.Kind);
    R.Sentence = std::move(Sentence);
    R.At = At;
    Reports.add(std::move(R));
  };
  if (P.Target && P.Target->PTXVersion < P.Target->GPU->MinimumPTX)
    Report({}, "`.target " + P.Target->Name + "` needs PTX ISA " +
                   printPTXVersion(P.Target->GPU->MinimumPTX) + " or later; `.version` says " +
                   P.getVersion().str());
  for (const Function *F : Functions)
    for (const IllegalStatement &I : F->Illegal) {
      Location At;
      At.Instruction = I.Source;
      At.SourceLine = I.SourceLine;
      Report(At, I.Sentence);
    }
}

/// Returns the address at which dynamic shared memory begins, which is `First` or later. With the
/// first seed it is `First`, as on today's hardware. With other seeds it is a multiple of the
/// alignment that CUDA promises and of no more, so that a kernel which relies on more fails.
static uint64_t chooseSharedBase(uint64_t First, uint64_t Alignment, uint64_t Seed) {
  constexpr uint64_t Span = 1024; // what kernels align tiles to
  if (uint32_t(Seed) == 1 || Alignment >= Span)
    return First;
  const uint64_t Choices = Span / (2 * Alignment);
  const uint64_t Chosen = (Seed * 0x9E3779B97F4A7C15 >> 32) % Choices;
  const uint64_t Base = alignDown(First, 2 * Alignment) + Alignment;
  return Base + (Base < First ? 2 * Alignment : 0) + Chosen * 2 * Alignment;
}

/// Gives shared variables their offsets. Dynamic shared memory, `.extern .shared`, begins after all
/// others. Fails if a block does not have that much.
static Error placeShared(Launch &L, ArrayRef<const Function *> Functions) {
  const Program &P = *L.Request.Module;
  L.SharedOffsets.assign(P.SharedVariables.size(), ~0u);
  uint64_t Next = DeviceLimits::ReservedSharedBytes;
  if (any_of(Functions, [](const Function *F) { return F->ReadsReservedShared; }))
    L.FirstSharedByte = 0;
  const auto Used = collectShared(Functions);
  unsigned DynamicAlignment = 16;
  for (const Variable *V : Used) {
    if (V->IsExtern || !V->Size) {
      DynamicAlignment = std::max(DynamicAlignment, V->Alignment);
      continue;
    }
    Next = alignTo(Next, V->Alignment);
    L.SharedOffsets[V->Location] = uint32_t(Next);
    Next = SaturatingAdd(Next, V->Size);
  }
  L.StaticSharedBytes = uint32_t(Next - DeviceLimits::ReservedSharedBytes);
  if (L.StaticSharedBytes > MaxStaticSharedBytes)
    return fail("'" + L.Request.Kernel->Name + "' declares " + Twine(L.StaticSharedBytes) +
                " bytes of shared memory; it may declare at most " + Twine(MaxStaticSharedBytes) +
                ", and ask for more as dynamic shared memory, `.extern .shared`");
  if (L.Request.DynamicSharedBytes || Next == DeviceLimits::ReservedSharedBytes)
    Next = alignTo(Next, DynamicAlignment);
  const uint64_t Base = L.Request.DynamicSharedBytes
                            ? chooseSharedBase(Next, DynamicAlignment, L.Options.Seed)
                            : Next;
  L.SharedPadding = uint32_t(Base - Next);
  if (L.SharedPadding) {
    L.Statistics.MovedSharedBase = uint32_t(Base);
    L.Statistics.SharedAlignment = DynamicAlignment;
  }
  for (const Variable *V : Used)
    if (V->IsExtern || !V->Size)
      L.SharedOffsets[V->Location] = uint32_t(Base);
  Next = SaturatingAdd<uint64_t>(Next, L.Request.DynamicSharedBytes);
  const uint64_t Bytes = Next - DeviceLimits::ReservedSharedBytes;
  const unsigned SM = P.Target ? P.Target->GPU->FullSmVersion / 10 : DeviceLimits::UnknownSM;
  const unsigned Maximum = getMultiprocessorLimits(SM).getSharedBytesOfBlock();
  if (Bytes > Maximum)
    return fail("'" + L.Request.Kernel->Name + "' needs " + Twine(Bytes) +
                " bytes of shared memory; a block of " +
                (P.Target ? P.Target->Name : "the device") + " has at most " + Twine(Maximum));
  L.SharedBytes = uint32_t(Bytes);
  return Error::success();
}

static std::string print(Dim3 D) {
  return (Twine(D.X) + " x " + Twine(D.Y) + " x " + Twine(D.Z)).str();
}

/// Chooses the cluster that the kernel requires, or else that of the launch. Fails if it is
/// illegal.
static Error chooseCluster(LaunchRequest &R) {
  const auto &Required = R.Kernel->RequiredCluster;
  if (Required[0]) {
    const Dim3 OfKernel = {Required[0], Required[1], Required[2]};
    if (R.HasCluster && !(R.Cluster == OfKernel))
      return fail("'" + R.Kernel->Name + "' requires clusters of " + print(OfKernel) +
                  " blocks, not " + print(R.Cluster));
    R.Cluster = OfKernel;
    R.HasCluster = true;
  }
  if (R.Cluster.getCount() > MaxClusterBlocks || !R.Cluster.getCount())
    return fail("a cluster of " + Twine(R.Cluster.getCount()) + " blocks; it may have 1 to " +
                Twine(MaxClusterBlocks));
  if (R.Grid.X % R.Cluster.X || R.Grid.Y % R.Cluster.Y || R.Grid.Z % R.Cluster.Z)
    return fail("a grid of " + print(R.Grid) + " blocks is not a multiple of the cluster, " +
                print(R.Cluster) + " blocks");
  return Error::success();
}

static Error checkBlock(const LaunchRequest &R) {
  const Function &K = *R.Kernel;
  if (!R.Block.getCount() || R.Block.getCount() > MaxBlockThreads)
    return fail("a block of " + Twine(R.Block.getCount()) + " threads; it may have 1 to " +
                Twine(MaxBlockThreads));
  if (!R.Grid.getCount())
    return fail("a grid without blocks");
  const Dim3 Required = {K.RequiredBlock[0], K.RequiredBlock[1], K.RequiredBlock[2]};
  if (Required.X && !(R.Block == Required))
    return fail("'" + K.Name + "' requires blocks of " + print(Required) + " threads (.reqntid)");
  const uint64_t Max =
      uint64_t(K.MaxBlock[0]) * std::max(K.MaxBlock[1], 1u) * std::max(K.MaxBlock[2], 1u);
  if (Max && R.Block.getCount() > Max)
    return fail("'" + K.Name + "' has blocks of at most " + Twine(Max) + " threads (.maxntid)");
  return Error::success();
}

void Launch::chooseChecks(bool IsAsynchronous) {
  const auto IsOn = [&](Check Kind) { return Options.HasChecks && Reports.isOn(Kind); };
  // Without asynchronous instructions, races alone need an order. With them, reports also name
  // what leaves an operation in flight.
  ChecksOrder =
      Options.HasChecks && (IsAsynchronous || IsOn(Check::Race) || IsOn(Check::EqualWrites));
  ChecksWritten = IsOn(Check::Uninitialized);
  ChecksGlobalWritten = IsOn(Check::UninitializedGlobal);
  ChecksDefined = IsOn(Check::Uninitialized);
  ChecksAccesses = ChecksOrder || ChecksWritten || ChecksGlobalWritten;
}

/// Returns how many clusters the device has at once if registers do not limit them.
static uint64_t getMaxResident(const Launch &L) {
  const std::optional<TargetVersion> &Target = L.Request.Module->Target;
  const MultiprocessorLimits Limits =
      getMultiprocessorLimits(Target ? Target->GPU->FullSmVersion / 10 : DeviceLimits::UnknownSM);
  const uint64_t Threads = alignTo(L.Request.Block.getCount(), WarpThreads);
  const uint64_t Blocks =
      std::min({uint64_t(Limits.Blocks), Limits.Threads / Threads,
                uint64_t(Limits.SharedBytes / (L.SharedBytes + Limits.ReservedSharedBytes))});
  return std::max<uint64_t>(1,
                            Blocks * L.Options.NumMultiprocessors / L.Request.Cluster.getCount());
}

using ClusterQueue = std::deque<std::unique_ptr<Cluster>>;

static LoopWait findWait(const ClusterQueue &Resident) {
  LoopWait Least = LoopWait::ForEver;
  for (const auto &C : Resident)
    if (Least != LoopWait::None)
      Least = std::min(Least, C->findWait());
  return Least;
}

/// Stops a launch whose clusters all wait for each other.
static void stopDeadlock(const ClusterQueue &Resident) {
  std::vector<Cluster *> Waiting;
  for (const auto &C : Resident)
    Waiting.push_back(C.get());
  Waiting.front()->getObserver().reportDeadlock(Waiting);
}

/// Stops a launch that has executed as many instructions as it may.
static void stopAtLimit(Launch &L) {
  Report R;
  R.Kind = Check::StepLimit;
  R.Level = Severity::Error;
  R.Sentence = "more than " + std::to_string(L.Options.MaxSteps) + " instructions of warps";
  R.At.Kernel = L.Request.Kernel->Name;
  L.Reports.add(std::move(R));
  L.IsStopped = true;
}

/// Runs a cluster for a turn, or up to the limit of steps. Returns true if it has not ended.
static bool runTurn(Launch &L, Cluster &C) {
  constexpr uint64_t Turn = 200000;
  const uint64_t Before = C.Progress;
  const uint64_t Left = L.Options.MaxSteps ? L.StepsLeft + 1 : Turn;
  const bool HasMore = C.run(std::min(Turn, Left));
  const uint64_t Steps = C.Progress - Before;
  if (L.Options.MaxSteps && L.StepsLeft.fetch_sub(Steps) < Steps && !L.IsStopped)
    stopAtLimit(L);
  return HasMore;
}

/// Returns true if all clusters wait, and others than the threads of the launch may help. Stops the
/// launch if nobody can.
static bool waitForOutside(const Launch &L, const ClusterQueue &Resident) {
  const LoopWait How = findWait(Resident);
  if (How == LoopWait::None)
    return false;
  if (L.Request.HasOthers &&
      any_of(Resident, [](const auto &C) { return C->waitsForGlobalMemory(); }))
    return true;
  if (How == LoopWait::ForEver)
    stopDeadlock(Resident);
  return false;
}

/// Notes whether the clusters of a thread of the host only spin. Returns true if those of all do.
static bool noteBusy(Launch &L, bool &IsBusy, bool IsBusyNow) {
  if (IsBusy != IsBusyNow)
    L.NumBusyThreads += IsBusyNow ? 1 : -1;
  IsBusy = IsBusyNow;
  return !L.NumBusyThreads;
}

/// Runs the next cluster of a queue for a turn. Returns true if none has ended or begun.
static bool runNext(Launch &L, uint64_t NumClusters, uint64_t MaxOpen, ClusterQueue &Resident,
                    RunStatistics &Sum) {
  bool HasBegun = false;
  uint64_t Number;
  if (Resident.size() < MaxOpen && (Number = L.NextCluster++) < NumClusters) {
    Resident.push_back(
        std::make_unique<Cluster>(L, Number, L.Options.Seed * 0x9E3779B97F4A7C15 + Number));
    HasBegun = true;
  }
  if (Resident.empty())
    return false;
  std::unique_ptr<Cluster> C = std::move(Resident.front());
  Resident.pop_front();
  const bool HasEnded = !runTurn(L, *C);
  if (HasEnded)
    Sum.add(C->Statistics);
  else
    Resident.push_back(std::move(C));
  return !HasBegun && !HasEnded;
}

/// Runs clusters in turns, because some wait for others through global memory. Returns those that
/// wait for others than the threads of the launch, or for clusters of other threads of the host.
static ClusterQueue runClusters(Launch &L, uint64_t NumClusters, uint64_t Patience,
                                ClusterQueue Resident = {}) {
  RunStatistics Sum;
  // Mostly, one on each multiprocessor is enough. Blocks of a cooperative launch wait for each
  // other: all of them are there.
  uint64_t MaxOpen = L.Request.IsCooperative
                         ? NumClusters
                         : std::max<uint64_t>(L.Options.NumMultiprocessors, Resident.size());
  uint64_t NumTurns = 0; // of all since the last one began or ended
  for (bool IsBusy = true, Waits = false; !L.IsStopped && !Waits;) {
    NumTurns = runNext(L, NumClusters, MaxOpen, Resident, Sum) ? NumTurns + 1 : 0;
    if (Resident.empty() && L.NextCluster >= NumClusters) {
      noteBusy(L, IsBusy, false);
      break;
    }
    if (Resident.empty() || NumTurns < Patience * Resident.size())
      continue;
    NumTurns = 0;
    const bool AreSpinning = all_of(Resident, [](const auto &C) { return C->isSpinning(); });
    if (AreSpinning && L.NextCluster < NumClusters && MaxOpen < getMaxResident(L))
      MaxOpen += L.Options.NumMultiprocessors; // they may wait for those
    else if (L.NumThreads > 1)                 // those of other threads may write
      Waits = noteBusy(L, IsBusy, findWait(Resident) == LoopWait::None);
    else if (!(Waits = waitForOutside(L, Resident)))
      Patience *= 2;
  }
  if (L.IsStopped)
    for (const auto &C : Resident)
      Sum.add(C->Statistics);
  std::lock_guard<std::mutex> Guard(L.OutputLock);
  L.Statistics.add(Sum);
  return L.IsStopped ? ClusterQueue() : std::move(Resident);
}

BegunLaunch::BegunLaunch(LaunchRequest Request, const RunOptions &Options, GlobalMemory &Memory,
                         ReportList &Reports, raw_ostream &Output)
    : Request(std::move(Request)), Options(Options),
      L(this->Request, this->Options, Memory, Reports, Output, ClusterChecks::make) {}

BegunLaunch::~BegunLaunch() {
  if (L.Workspace)
    L.Global.free(L.Workspace);
}

bool BegunLaunch::proceed(bool IsAlone) {
  Patience = IsAlone ? std::min<uint64_t>(2 * Patience, 16) : 4; // other threads want to call
  const uint64_t NumClusters = Request.Grid.getCount() / Request.Cluster.getCount();
  L.NumThreads = L.NumBusyThreads =
      unsigned(std::clamp<uint64_t>(Options.NumThreads, 1, NumClusters));
  std::vector<ClusterQueue> OfOthers(L.NumThreads - 1);
  std::vector<std::thread> Others;
  for (ClusterQueue &Of : OfOthers)
    Others.emplace_back([&] { Of = runClusters(L, NumClusters, Patience); });
  Waiting = runClusters(L, NumClusters, Patience, std::move(Waiting));
  for (std::thread &T : Others)
    T.join();
  for (ClusterQueue &Of : OfOthers)
    Waiting.insert(Waiting.end(), std::make_move_iterator(Of.begin()),
                   std::make_move_iterator(Of.end()));
  // One thread finds out what clusters wait for that all spin.
  if (L.NumThreads.exchange(1) > 1 && !Waiting.empty())
    Waiting = runClusters(L, NumClusters, Patience, std::move(Waiting));
  return Waiting.empty();
}

LoopWait BegunLaunch::findWait() const {
  return Waiting.empty() ? LoopWait::None : ::findWait(Waiting);
}

void BegunLaunch::stop() {
  stopDeadlock(Waiting);
  for (const auto &C : Waiting)
    L.Statistics.add(C->Statistics);
  Waiting.clear();
}

/// Executes a copy or a memset that a thread of a kernel asked for.
static Error runCopy(GlobalMemory &Memory, const ChildLaunch &C) {
  const auto IsThere = [&](uint64_t Address) {
    const Allocation *A = Memory.find(Address);
    return !C.Bytes || (A && C.Bytes <= A->End() - Address);
  };
  const StringRef What = C.Value ? "memset" : "copy";
  if (!IsThere(C.To) || (!C.Value && !IsThere(C.From)))
    return fail("a " + What + " of " + Twine(C.Bytes) +
                " bytes by a kernel is not in one allocation");
  if (C.Value) {
    std::memset(reinterpret_cast<void *>(C.To), *C.Value, C.Bytes);
    Memory.write(C.To, C.Bytes);
  } else {
    std::memmove(reinterpret_cast<void *>(C.To), reinterpret_cast<const void *>(C.From), C.Bytes);
    Memory.copy(C.To, C.From, C.Bytes);
  }
  return Error::success();
}

/// Runs what a kernel has launched, each with all that it launches. Of the streams that have work
/// left, the seed chooses the next. The tail of a kernel comes after all others.
Error Device::runChildren(Launch &Parent, RunStatistics &Statistics) {
  std::map<uint64_t, std::deque<const ChildLaunch *>> Streams;
  std::deque<const ChildLaunch *> Tail;
  uint64_t OfItsOwn = ~uint64_t(0);
  for (const ChildLaunch &C : Parent.Children)
    if (C.Stream == DeviceStreams::Tail)
      Tail.push_back(&C);
    else
      Streams[C.Stream == DeviceStreams::FireAndForget ? OfItsOwn-- : C.Stream].push_back(&C);
  uint64_t Number = 0;
  while ((!Streams.empty() || !Tail.empty()) && !Parent.IsStopped) {
    ++Number;
    auto Chosen = Streams.begin();
    const uint64_t Random = (Parent.Options.Seed + Number) * 0x9E3779B97F4A7C15 >> 33;
    std::advance(Chosen, Streams.empty() ? 0 : Random % Streams.size());
    std::deque<const ChildLaunch *> &From = Streams.empty() ? Tail : Chosen->second;
    const ChildLaunch &C = *From.front();
    From.pop_front();
    if (&From != &Tail && From.empty())
      Streams.erase(Chosen);
    if (!C.Kernel) {
      if (Error E = runCopy(Memory, C))
        return E;
      continue;
    }
    LaunchRequest Request;
    Request.Module = Parent.Request.Module;
    Request.Kernel = C.Kernel;
    Request.Grid = C.Grid;
    Request.Block = C.Block;
    Request.DynamicSharedBytes = C.DynamicSharedBytes;
    Request.Parameters = C.Parameters;
    Request.Depth = Parent.Request.Depth + 1;
    RunOptions Options = Parent.Options;
    Options.Seed += Number << 48; // the lower bits are those of ptx-run's --seed
    RunStatistics OfChild;
    if (Error E = run(std::move(Request), Options, Parent.Reports, Parent.Output, &OfChild))
      return fail("the launch of '" + C.Kernel->Name + "' by '" + Parent.Request.Kernel->Name +
                  "': " + toString(std::move(E)));
    Statistics.add(OfChild);
    Parent.IsStopped = any_of(Parent.Reports.getReports(),
                              [](const Report &R) { return getCheckInfo(R.Kind).IsFault; });
  }
  return Error::success();
}

Error Device::run(LaunchRequest Request, const RunOptions &Options, ReportList &Reports,
                  raw_ostream &Output, RunStatistics *Statistics) {
  auto B = begin(std::move(Request), Options, Reports, Output);
  if (!B)
    return B.takeError();
  (*B)->proceed();
  return end(**B, Statistics);
}

Expected<std::unique_ptr<BegunLaunch>> Device::begin(LaunchRequest Request,
                                                     const RunOptions &Options, ReportList &Reports,
                                                     raw_ostream &Output) {
  if (!Request.Kernel->Source->HasBody)
    return fail("'" + Request.Kernel->Name + "' is declared, but has no body");
  if (Error E = chooseCluster(Request))
    return E;
  if (Error E = checkBlock(Request))
    return E;
  if (Request.Parameters.size() < Request.Kernel->ParameterBytes)
    return fail("'" + Request.Kernel->Name + "' has " + Twine(Request.Kernel->ParameterBytes) +
                " bytes of parameters, not " + Twine(Request.Parameters.size()));
  if (!Request.After)
    Request.After = std::make_shared<GridHistory>();
  if (Request.Kernel->FrameBytes > MaxLocalBytes)
    return fail("'" + Request.Kernel->Name + "' needs " + Twine(Request.Kernel->FrameBytes) +
                " bytes of local memory; a thread has " + Twine(MaxLocalBytes));
  auto B = std::make_unique<BegunLaunch>(std::move(Request), Options, Memory, Reports, Output);
  Launch &L = B->L;
  L.StepsLeft = Options.MaxSteps;
  const auto Functions = collectFunctions(*B->Request.Module, *B->Request.Kernel);
  if (Error E = placeShared(L, Functions))
    return E;
  reportIllegal(*B->Request.Module, Functions, Reports);
  L.chooseChecks(any_of(Functions, [](const Function *F) { return F->IsAsynchronous; }));
  if (B->Request.IsCooperative) {
    L.Workspace = Memory.allocate(L.WorkspaceBytes, 1, "workspace of the grid");
    if (!L.Workspace)
      return fail("no memory for the workspace of a cooperative launch");
    std::memset(reinterpret_cast<void *>(L.Workspace), 0, L.WorkspaceBytes);
  }
  return B;
}

Error Device::end(BegunLaunch &B, RunStatistics *Statistics) {
  Launch &L = B.L;
  GridHistory &H = L.History;
  const bool AreSeen = H.SeenAtBegin >= L.FirstCluster; // all kernels before it
  // A kernel that waits ends after those before it.
  H.SeenByWait = AreSeen || L.HasWaited ? 0 : L.FirstCluster;
  if (L.HasWaitedFirst)
    H.SeenAtBegin = L.FirstCluster;
  const LaunchRequest &R = B.Request;
  const uint64_t NumClusters = R.Grid.getCount() / R.Cluster.getCount();
  H.Grids.push_back({L.FirstCluster + NumClusters, R.Module, R.Kernel->Name});
  // The next kernel needs no wait if this one has not let it begin (PTX ISA, griddepcontrol, Note).
  if (!L.HasLetDependentsBegin && (AreSeen || L.HasWaited))
    H.SeenAtBegin = L.FirstCluster + NumClusters;
  for (const auto &[Address, C] : L.Prepared)
    Memory.free(Address);
  Error OfChildren = runChildren(L, L.Statistics);
  if (Statistics)
    *Statistics = L.Statistics;
  if (Statistics)
    Statistics->SharedBytes = L.SharedBytes;
  return OfChildren;
}
