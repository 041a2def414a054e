//===- Devices.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Devices that run kernels: a GPU through its driver, the PTX emulator, or this program alone.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_CONFORMANCE_DEVICES_H
#define NVPTXTENSORCORE_TOOLS_CONFORMANCE_DEVICES_H

#include "KernelTests.h"
#include <memory>
#include <string>

namespace llvm::tensorcore {

/// Runs the cases of kernels, a block or a cluster each.
class ConformanceDevice {
public:
  virtual ~ConformanceDevice() = default;

  virtual std::string getName() const = 0;
  /// Major * 10 + minor; 0 if it has none.
  virtual unsigned getComputeCapability() const = 0;
  /// Returns true if it runs PTX.
  virtual bool takesPTX() const { return true; }

  /// Makes the kernels of a module ready; `PTX` is empty if the module has no file.
  virtual Error load(const KernelModule &Module, StringRef PTX) = 0;

  /// The output of every case, one after the other, in `Output`, which holds what was
  /// there before.
  virtual Error run(const ConformanceKernel &Kernel, const KernelTest &Test,
                    std::vector<uint64_t> &Output) = 0;
};

/// Computes what a GPU would, from the words that a GPU would get.
std::unique_ptr<ConformanceDevice> makeSimulatedDevice(Fault Injected);

/// Runs the kernels' PTX without a GPU.
std::unique_ptr<ConformanceDevice> makeEmulatedDevice(uint64_t Seed, bool PerturbsNumbers);

/// The GPU of this number, through the driver's library. Fails, with a sentence, if
/// there is no driver or no such GPU.
Expected<std::unique_ptr<ConformanceDevice>> openCUDADevice(StringRef DriverLibrary,
                                                            unsigned Ordinal);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_CONFORMANCE_DEVICES_H
