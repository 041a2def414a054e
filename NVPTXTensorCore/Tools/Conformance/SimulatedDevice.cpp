//===- SimulatedDevice.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device that asks the test of a kernel what a GPU would write.
//
//===----------------------------------------------------------------------===//

#include "Devices.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class SimulatedDevice : public ConformanceDevice {
public:
  explicit SimulatedDevice(Fault Injected) : Injected(Injected) {}

  std::string getName() const override { return "simulation"; }
  unsigned getComputeCapability() const override { return 0; }
  bool takesPTX() const override { return false; }
  Error load(const KernelModule &, StringRef) override { return Error::success(); }

  Error run(const ConformanceKernel &, const KernelTest &Test,
            std::vector<uint64_t> &Output) override {
    for (unsigned Case = 0, E = unsigned(Test.getCases().size()); Case != E; ++Case)
      Test.simulate(
          Case, Injected,
          MutableArrayRef(Output).slice(Case * Test.getOutputWords(), Test.getOutputWords()));
    return Error::success();
  }

private:
  Fault Injected;
};

} // namespace

std::unique_ptr<ConformanceDevice> tensorcore::makeSimulatedDevice(Fault Injected) {
  return std::make_unique<SimulatedDevice>(Injected);
}
