//===- Launch.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches: what is checked before them, how parameters come to them, and what becomes of reports.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/PendingWork.h"
#include "Emulator/Interface/ElementTypes.h"
#include "Emulator/Interface/StatisticsText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using namespace llvm::tensorcore::emulator;

/// Returns what a fault is called by CUDA.
static Result getResult(Check Kind) {
  switch (Kind) {
  case Check::OutOfBounds:
    return IllegalAddress;
  case Check::Misaligned:
    return MisalignedAddress;
  case Check::IllegalInstruction:
    return cuda::IllegalInstruction;
  case Check::Deadlock:
  case Check::StepLimit:
    return LaunchTimeout;
  default:
    return LaunchFailed;
  }
}

Result Driver::report(ArrayRef<Report> Reports, const LoadedModule &M) {
  const run::SourceText Source(M.File, *M.Of);
  Result Worst = Success;
  std::string Lines;
  raw_string_ostream OS(Lines);
  for (const Report &R : groupReports(Reports)) {
    const bool IsText = With.Format == run::ReportFormat::Text;
    json::Object Line = makeJSON(R, Source, With.Options.Seed);
    const bool IsNew = Known.insert(run::printSubject(Line)).second;
    if (IsText && IsNew)
      printReport(R, Source, errs());
    if (!IsText || IsNew)
      OS << formatv("{0}\n", json::Value(std::move(Line)));
    if (getCheckInfo(R.Kind).IsFault && Worst == Success)
      Worst = getResult(R.Kind);
  }
  writeReports(OS.str());
  return Worst;
}

/// CU_LAUNCH_PARAM_BUFFER_POINTER and its size, in the list `Extra`.
static Error fillFromBuffer(void **Extra, std::vector<uint8_t> &To) {
  const void *Buffer = nullptr;
  size_t Size = 0;
  for (; *Extra; Extra += 2) {
    if (*Extra == reinterpret_cast<void *>(1))
      Buffer = Extra[1];
    else if (*Extra == reinterpret_cast<void *>(2))
      Size = *static_cast<size_t *>(Extra[1]);
    else
      return run::fail("an extra launch option that is neither a buffer nor its size");
  }
  if (!Buffer || Size < To.size())
    return run::fail("a buffer of " + Twine(Size) + " bytes of parameters; the kernel has " +
                     Twine(To.size()));
  std::memcpy(To.data(), Buffer, To.size());
  return Error::success();
}

Error Driver::fillParameters(const Function &F, void **Parameters, void **Extra,
                             std::vector<uint8_t> &To) {
  To.resize(F.ParameterBytes);
  if (To.empty())
    return Error::success();
  if (!Parameters)
    return Extra ? fillFromBuffer(Extra, To) : run::fail("the launch has no parameters");
  for (const auto &[Number, V] : enumerate(F.Parameters)) {
    if (!Parameters[Number])
      return run::fail("parameter " + Twine(Number) + " is a null pointer");
    std::memcpy(To.data() + V->Location, Parameters[Number], V->Size);
  }
  return Error::success();
}

/// Returns what the driver refuses, and the emulator alone would not.
Result Driver::checkLaunch(LoadedFunction &F, const LaunchConfig &Config, LaunchRequest &Request) {
  for (unsigned I = 0; I != Config.NumAttributes; ++I) {
    const LaunchAttribute &A = Config.Attributes[I];
    if (A.ID == AttributeClusterDimension) {
      Request.Cluster = {A.Value.ClusterDim[0], A.Value.ClusterDim[1], A.Value.ClusterDim[2]};
      Request.HasCluster = true;
    } else if (A.ID == AttributeProgrammaticSerialization) {
      if (A.Value.AllowsProgrammaticSerialization)
        Request.After = Overlapping[Config.On];
    } else if (A.ID == AttributeCooperative) {
      Request.IsCooperative = A.Value.Cooperative != 0;
    } else if (A.ID < 0 || A.ID > LastKnownAttribute) {
      return complain(InvalidValue, "launch attribute " + Twine(A.ID) + " is not known");
    }
  }
  const uint64_t MaxBlocks =
      Request.IsCooperative
          ? uint64_t(getBlocksAtOnce(F, unsigned(Request.Block.getCount()), Config.SharedBytes)) *
                With.Options.NumMultiprocessors
          : UINT64_MAX;
  if (Request.Grid.getCount() > MaxBlocks)
    return complain(CooperativeLaunchTooLarge,
                    "'" + F.Of->Name + "' is launched cooperatively with " +
                        Twine(Request.Grid.getCount()) + " blocks; the device has at most " +
                        Twine(MaxBlocks) +
                        " of these at once (cudaOccupancyMaxActiveBlocksPerMultiprocessor)");
  const unsigned Static = emulator::getStaticSharedBytes(*F.In->Of, *F.Of);
  if (Config.SharedBytes + Static > MaxStaticSharedBytes &&
      int(Config.SharedBytes) > F.MaxDynamicSharedBytes)
    return complain(InvalidValue,
                    "'" + F.Of->Name + "' is launched with " + Twine(Config.SharedBytes) +
                        " bytes of dynamic shared memory; more than 48 KiB must be allowed first: "
                        "cudaFuncSetAttribute(kernel, "
                        "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)");
  if (Request.Cluster.getCount() > PortableClusterBlocks && !F.AllowsLargeClusters)
    return complain(InvalidClusterSize,
                    "'" + F.Of->Name + "' is launched in clusters of " +
                        Twine(Request.Cluster.getCount()) +
                        " blocks; more than 8 must be allowed first: cudaFuncSetAttribute(kernel, "
                        "cudaFuncAttributeNonPortableClusterSizeAllowed, 1)");
  return Success;
}

void Driver::tellStatistics(const RunStatistics &S, const LaunchRequest &R,
                            const LoadedModule &M) const {
  const run::SourceText Source(M.File, *M.Of);
  if (With.PrintsStatistics)
    run::printStatistics(S, R, Source, errs());
  if (With.StatisticsFile.empty())
    return;
  if (std::FILE *File = std::fopen(With.StatisticsFile.c_str(), "a")) {
    const json::Value Line = run::makeStatisticsJSON(S, R, Source);
    std::fprintf(File, "%s\n", formatv("{0}", Line).str().c_str());
    std::fclose(File);
  }
}

void Driver::tellTimeline(const RunStatistics &S, const LaunchRequest &R, const LoadedModule &M) {
  std::FILE *File = std::fopen(With.TimelineFile.c_str(), "a");
  if (!File)
    return; // ptx-run says it
  for (const json::Value &Event : run::makeTimeline(S, R, run::SourceText(M.File, *M.Of), Timeline))
    std::fprintf(File, "%s\n", formatv("{0}", Event).str().c_str());
  std::fclose(File);
}

Result Driver::launch(LoadedFunction &F, const LaunchConfig &Config,
                      std::vector<uint8_t> Parameters) {
  const Result R = start(F, Config, std::move(Parameters));
  HasRefusedLaunch |= R != Success;
  return R;
}

Result Driver::refuseKernel() {
  if (Sticky != Success) // no kernel is found any more
    return Sticky;
  HasRefusedLaunch = true;
  return complain(NotFound,
                  "a kernel is launched that no binary of the program has registered; relocatable "
                  "device code must be linked: nvcc -rdc=true, or clang++ --offload-link");
}

Result Driver::start(LoadedFunction &F, const LaunchConfig &Config,
                     std::vector<uint8_t> Parameters) {
  LaunchRequest Request;
  Request.Module = F.In->Of;
  Request.Kernel = F.Of;
  Request.Grid = {Config.Grid[0], Config.Grid[1], Config.Grid[2]};
  Request.Block = {Config.Block[0], Config.Block[1], Config.Block[2]};
  Request.DynamicSharedBytes = Config.SharedBytes;
  if (Result R = checkLaunch(F, Config, Request); R != Success)
    return R;
  Request.Parameters = std::move(Parameters);
  Request.HasOthers = true;
  RunOptions Options = With.Options;
  Options.Seed += NumKernels << 32; // no other seed's
  Overlapping.erase(Config.On);
  auto K = std::make_unique<BegunKernel>(F, Config.On, With.Options.Levels);
  auto Begun = Machine.begin(std::move(Request), Options, K->Reports, K->Output);
  if (!Begun)
    return complain(InvalidValue, "launch: " + toString(Begun.takeError()));
  K->Launch = std::move(*Begun);
  ++NumKernels;
  if (K->Launch->proceed())
    return finish(*K);
  Waiting.push_back(std::move(K));
  return Success;
}

Result Driver::finish(BegunKernel &K) {
  const LaunchRequest &Request = K.Launch->Request;
  const RunOptions &Options = K.Launch->Options;
  const LoadedModule &M = *K.F.In;
  RunStatistics Statistics;
  if (Error E = Machine.end(*K.Launch, &Statistics))
    return complain(InvalidValue, "launch: " + toString(std::move(E)));
  Overlapping[K.On] = Request.After;
  Order.access(Request.After->Shadow, K.F.Of->Name, M.File);
  if (With.PrintsStatistics)
    errs() << K.F.Of->Name << ": " << Statistics.ThreadInstructions << " instructions of threads, "
           << Statistics.WarpInstructions << " of warps, " << Statistics.MultiplyAdds
           << " multiply-adds\n";
  if (Options.Profiles)
    tellStatistics(Statistics, Request, M);
  if (Options.HasTimeline)
    tellTimeline(Statistics, Request, M);
  // As on hardware: the launch succeeds, and later calls say what became of it.
  const Result Outcome = report(K.Reports.getReports(), M);
  Sticky = With.KeepsGoing ? Success : Outcome;
  if (K.Reports.hasErrors() && With.Format == run::ReportFormat::Text)
    run::printSharedBase(Statistics, errs());
  return Success;
}
