//===- EmulatedDevice.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device that runs the kernels' PTX without a GPU. It executes instructions one by one, as
// the layouts of the model have them, and knows nothing of the tests.
//
//===----------------------------------------------------------------------===//

#include "Devices.h"
#include "Emulator/Device.h"
#include "Model/Tables/Errors.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class EmulatedDevice : public ConformanceDevice {
public:
  explicit EmulatedDevice(const emulator::RunOptions &Options) : Options(Options) {}

  std::string getName() const override { return "emulator"; }
  unsigned getComputeCapability() const override { return 0; }

  Error load(const KernelModule &, StringRef PTX) override {
    if (Loaded)
      Device.unload(Loaded);
    Loaded = nullptr;
    Expected<const emulator::Program *> Program = Device.load(PTX);
    if (!Program)
      return Program.takeError();
    Loaded = *Program;
    return Error::success();
  }

  Error run(const ConformanceKernel &Kernel, const KernelTest &Test,
            std::vector<uint64_t> &Output) override;

private:
  Error launch(const ConformanceKernel &Kernel, const KernelTest &Test, uint64_t In, uint64_t Out);

  const emulator::RunOptions Options;
  emulator::Device Device;
  const emulator::Program *Loaded = nullptr;
};

} // namespace

Error EmulatedDevice::launch(const ConformanceKernel &Kernel, const KernelTest &Test, uint64_t In,
                             uint64_t Out) {
  emulator::LaunchRequest Request;
  Request.Module = Loaded;
  Request.Kernel = Loaded->findFunction(Kernel.Name);
  if (!Request.Kernel)
    return makeError("the module has no kernel " + Kernel.Name);
  Request.Grid.X = unsigned(Test.getCases().size()) * Test.getNumBlocks();
  Request.Block.X = Test.getNumThreads();
  const uint64_t Pointers[] = {In, Out};
  Request.Parameters.resize(sizeof(Pointers));
  std::memcpy(Request.Parameters.data(), Pointers, sizeof(Pointers));
  emulator::ReportList Reports(Options.Levels);
  if (Error E = Device.run(Request, Options, Reports, outs()))
    return E;
  if (Reports.getReports().empty())
    return Error::success();
  return makeError("the emulator reports: " + Reports.getReports().front().Sentence);
}

Error EmulatedDevice::run(const ConformanceKernel &Kernel, const KernelTest &Test,
                          std::vector<uint64_t> &Output) {
  constexpr unsigned Alignment = 256; // a driver's
  const size_t CaseBytes = Test.getInputWords() * sizeof(uint64_t),
               OutputBytes = Output.size() * sizeof(uint64_t);
  emulator::GlobalMemory &Memory = Device.getMemory();
  const uint64_t In = Memory.allocate(CaseBytes * Test.getCases().size(), Alignment, "the input");
  const uint64_t Out = Memory.allocate(OutputBytes, Alignment, "the output");
  if (!In || !Out)
    return makeError("no memory for " + Kernel.Name);
  // Addresses are the host's.
  auto *To = reinterpret_cast<uint8_t *>(In);
  for (const KernelCase &Case : Test.getCases()) {
    std::memcpy(To, Case.Input.data(), CaseBytes);
    To += CaseBytes;
  }
  std::memcpy(reinterpret_cast<void *>(Out), Output.data(), OutputBytes);
  Error E = launch(Kernel, Test, In, Out);
  std::memcpy(Output.data(), reinterpret_cast<const void *>(Out), OutputBytes);
  Memory.free(In);
  Memory.free(Out);
  return E;
}

std::unique_ptr<ConformanceDevice> tensorcore::makeEmulatedDevice(uint64_t Seed,
                                                                  bool PerturbsNumbers) {
  emulator::RunOptions Options;
  Options.Seed = Seed;
  Options.PerturbsNumbers = PerturbsNumbers;
  return std::make_unique<EmulatedDevice>(Options);
}
