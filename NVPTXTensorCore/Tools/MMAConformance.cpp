//===- MMAConformance.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma-conformance: runs the kernels of a folder on a GPU and compares what they compute
// with the reference; or, without a GPU, goes the same way with the emulator, or with a
// simulated one. The folder is made by scripts/conformance folder; results are shown here and
// written as JSON. All that is decided is decided in Conformance/.
//
//===----------------------------------------------------------------------===//

#include "CommandLine/ParseErrors.h"
#include "Conformance/Devices.h"
#include "Conformance/Report.h"
#include "Model/Tables/Errors.h"
#include "Model/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace llvm::tensorcore;

static cl::OptionCategory Category("mma-conformance");

static cl::opt<std::string> Bundle(cl::Positional, cl::desc("<folder with manifest.json and PTX>"),
                                   cl::init("."), cl::cat(Category));
static cl::opt<std::string> Filter("filter", cl::desc("Run only kernels whose names match"),
                                   cl::init("."), cl::value_desc("regex"), cl::cat(Category));
static cl::opt<uint64_t> Seed("seed", cl::desc("The seed of the random inputs"), cl::init(1),
                              cl::cat(Category));
static cl::opt<unsigned> Ordinal("device", cl::desc("The number of the GPU"), cl::init(0),
                                 cl::cat(Category));
static cl::opt<std::string> Driver("driver", cl::desc("The CUDA driver's library"),
                                   cl::init("libcuda.so.1"), cl::value_desc("file"),
                                   cl::cat(Category));
static cl::opt<std::string> JSONFile("json", cl::desc("Write the results to a file"),
                                     cl::value_desc("file"), cl::cat(Category));
static cl::opt<unsigned> MaximumFailures("failures", cl::desc("The number of failures to show"),
                                         cl::init(10), cl::cat(Category));
static cl::opt<bool>
    OnlyComputeCapability("compute-capability",
                          cl::desc("Print the GPU's compute capability, such as 90, and exit"),
                          cl::cat(Category));
static cl::opt<bool> Simulate("simulate", cl::desc("Simulate the results of a GPU on the host"),
                              cl::cat(Category));
static cl::opt<bool> Emulate("emulate",
                             cl::desc("Run the kernels' PTX in the emulator, without a GPU"),
                             cl::cat(Category));
static cl::opt<bool> Perturb("perturb",
                             cl::desc("With --emulate: vary sums within the limits of PTX"),
                             cl::cat(Category));
static cl::opt<Fault> SimulatedFault(
    "simulate-fault", cl::desc("Simulate with an error that the comparison must find:"),
    cl::init(Fault::None),
    cl::values(
        clEnumValN(Fault::SwappedLanes, "swapped-lanes", "the results of two lanes are swapped"),
        clEnumValN(Fault::FlippedBit, "flipped-bit", "one bit of a result is wrong"),
        clEnumValN(Fault::DroppedProduct, "dropped-product", "a column of A is ignored"),
        clEnumValN(Fault::WrongSelector, "wrong-selector",
                   "the sparsity selector or thread-id is wrong"),
        clEnumValN(Fault::NoSaturation, "no-saturation", ".satfinite has no effect"),
        clEnumValN(Fault::WrongRounding, "wrong-rounding", ".rm, .rp, .rz round to nearest")),
    cl::cat(Category));

/// Exit codes: right, wrong, nothing could be run.
enum { Passed = 0, Failed = 1, NotRun = 2 };

static Expected<std::unique_ptr<MemoryBuffer>> readFile(const Twine &Name) {
  SmallString<256> Path(Bundle);
  sys::path::append(Path, Name);
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return makeError(Path.str() + ": " + Buffer.getError().message());
  return std::move(*Buffer);
}

static KernelResult runKernel(ConformanceDevice &Device, const ConformanceKernel &Kernel) {
  KernelResult Result;
  Result.Kernel = Kernel.Name;
  Result.Variant = Kernel.Variant;
  auto Fail = [&Result](Error E) {
    Result.IsRight = false;
    Result.Message = toString(std::move(E));
    return Result;
  };
  Expected<std::unique_ptr<KernelTest>> Made = makeKernelTest(Kernel, Seed);
  if (!Made)
    return Fail(Made.takeError());
  const KernelTest &Test = **Made;
  unsigned Words = Test.getOutputWords();
  Result.Cases = unsigned(Test.getCases().size());
  std::vector<uint64_t> Output(Result.Cases * Words, UnwrittenWord);
  if (Error E = Device.run(Kernel, Test, Output))
    return Fail(std::move(E));
  std::vector<CaseResult> All(Result.Cases);
  parallelFor(0, Result.Cases, [&](size_t Case) {
    All[Case] = Test.check(unsigned(Case), ArrayRef(Output).slice(Case * Words, Words));
  });
  for (auto [Case, Found] : enumerate(All)) {
    Result.NotJudged += Found.NotJudged;
    if (Found.IsRight || !Result.IsRight)
      continue;
    Result.IsRight = false;
    Result.Message =
        Test.getCases()[Case].Pattern + " (case " + utostr(Case) + "): " + Found.Message;
  }
  return Result;
}

/// The kernels of a module that are asked for; those of one that the driver does not take
/// have failed.
static Error runModule(ConformanceDevice &Device, const KernelModule &Module,
                       ConformanceReport &Report) {
  Regex Wanted(Filter);
  auto IsWanted = [&](const ConformanceKernel &Kernel) { return Wanted.match(Kernel.Name); };
  if (none_of(Module.Kernels, IsWanted))
    return Error::success();
  std::unique_ptr<MemoryBuffer> PTX;
  if (Device.takesPTX()) {
    Expected<std::unique_ptr<MemoryBuffer>> Read = readFile(Module.File);
    if (!Read)
      return Read.takeError();
    PTX = std::move(*Read);
  }
  std::string Refusal;
  if (Error E = Device.load(Module, PTX ? PTX->getBuffer() : ""))
    Refusal = toString(std::move(E));
  for (const ConformanceKernel &Kernel : Module.Kernels) {
    if (!IsWanted(Kernel))
      continue;
    if (Refusal.empty())
      Report.add(runKernel(Device, Kernel));
    else
      Report.add({Kernel.Name, Kernel.Variant, false, 0, 0, Refusal});
  }
  return Error::success();
}

/// Returns true if a fault was found wherever it changes something.
static bool checkFaultWasFound(const ConformanceReport &Report, const KernelTarget &Target) {
  std::map<std::string, bool> IsRight;
  for (const KernelResult &R : Report.getResults())
    IsRight[R.Kernel] = R.IsRight;
  unsigned Touched = 0, Missed = 0, Alarms = 0;
  for (const KernelModule &Module : Target.Modules)
    for (const ConformanceKernel &Kernel : Module.Kernels) {
      auto Found = IsRight.find(Kernel.Name);
      if (Found == IsRight.end())
        continue;
      Expected<std::unique_ptr<KernelTest>> Test = makeKernelTest(Kernel, Seed);
      bool IsTouched = Test && (*Test)->isTouchedBy(SimulatedFault);
      if (!Test)
        consumeError(Test.takeError());
      Touched += IsTouched;
      Missed += IsTouched && Found->second;
      Alarms += !IsTouched && !Found->second;
      if (IsTouched == Found->second)
        outs() << (IsTouched ? "MISSED " : "FALSE ALARM ") << Kernel.Name << '\n';
    }
  outs() << "the fault changes " << Touched << " kernels; it was missed in " << Missed << ", and "
         << Alarms << " others failed\n";
  return !Missed && !Alarms;
}

static Error writeJSON(const ConformanceReport &Report) {
  std::error_code Code;
  raw_fd_ostream OS(JSONFile, Code);
  if (Code)
    return makeError(JSONFile + ": " + Code.message());
  OS << formatv("{0:2}\n", Report.toJSON());
  return Error::success();
}

static Expected<std::unique_ptr<ConformanceDevice>> openDevice() {
  if (Simulate || SimulatedFault != Fault::None)
    return makeSimulatedDevice(SimulatedFault);
  if (Emulate)
    return makeEmulatedDevice(Seed, Perturb);
  return openCUDADevice(Driver, Ordinal);
}

/// Returns what the folder has for a device; for a simulated one, the first; for the emulator, all.
static Expected<KernelTarget> readTarget(const ConformanceDevice &Device) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = readFile("manifest.json");
  if (!Text)
    return Text.takeError();
  Expected<std::vector<KernelTarget>> Targets = parseManifest((*Text)->getBuffer());
  if (!Targets)
    return Targets.takeError();
  if (Emulate)
    return joinTargets(*Targets);
  unsigned ComputeCapability = Device.getComputeCapability();
  const KernelTarget *Target = ComputeCapability  ? chooseTarget(*Targets, ComputeCapability)
                               : Targets->empty() ? nullptr
                                                  : &Targets->front();
  if (!Target)
    return makeError("the folder has no kernels for " + Device.getName());
  return *Target;
}

static Expected<int> run() {
  std::string Wrong;
  if (!Regex(Filter).isValid(Wrong))
    return makeError("--filter: " + Wrong);
  Expected<std::unique_ptr<ConformanceDevice>> Opened = openDevice();
  if (!Opened)
    return Opened.takeError();
  ConformanceDevice &Device = **Opened;
  if (OnlyComputeCapability) {
    outs() << Device.getComputeCapability() << '\n';
    return Passed;
  }
  Expected<KernelTarget> Target = readTarget(Device);
  if (!Target)
    return Target.takeError();
  ConformanceReport Report({Device.getName(), Target->Name, Device.getComputeCapability(), Seed});
  for (const KernelModule &Module : Target->Modules)
    if (Error E = runModule(Device, Module, Report))
      return E;
  if (Report.getResults().empty())
    return makeError("no kernel matches --filter");
  Report.print(outs(), MaximumFailures);
  if (!JSONFile.empty())
    if (Error E = writeJSON(Report))
      return E;
  if (SimulatedFault != Fault::None && !checkFaultWasFound(Report, *Target))
    return makeError("the fault was not found where it is, or found where it is not");
  return Report.getNumFailed() ? Failed : Passed;
}

int main(int Argc, char **Argv) {
  PrettyStackTraceProgram Arguments(Argc, Argv);
  sys::PrintStackTraceOnErrorSignal(Argv[0]);
  setBugReportMsg(getBugReportMessage());
  cl::SetVersionPrinter(printVersion);
  cl::HideUnrelatedOptions(Category);
  const char *Overview = "Runs tensor-core kernels on a GPU and compares with a reference.\n"
                         "Exit code: 0 all right, 1 a kernel failed, 2 nothing was run (no "
                         "driver, no GPU, no kernels).\n";
  if (std::string Errors; !parseCommandLine(ArrayRef(Argv, Argc), Overview, Errors)) {
    errs() << Errors;
    return NotRun;
  }
  Expected<int> Code = run();
  if (Code)
    return *Code;
  WithColor::error(errs(), "mma-conformance") << toString(Code.takeError()) << '\n';
  return NotRun;
}
