//===- Runtime.h ------------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of the replacement for libcudart: the fat binaries, kernels and variables that a
// program registers before main, and the last error of each thread. All else is the driver's.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CUDA_RUNTIME_RUNTIME_H
#define NVPTXTENSORCORE_EMULATOR_CUDA_RUNTIME_RUNTIME_H

#include "Emulator/CUDA/DriverAPI.h"
#include <deque>
#include <map>
#include <mutex>
#include <string>

namespace llvm::tensorcore::cuda {

/// A fat binary, which is loaded when something of it is used.
struct Binary {
  const void *Data = nullptr;
  ModuleHandle Module = nullptr;
  int LoadError = Success;
};

struct Symbol {
  Binary *In;
  std::string Name; ///< in PTX
  size_t Bytes = 0; ///< of a variable
};

class Runtime {
public:
  static Runtime &get();

  /// The device of this thread is ready.
  int prepare();
  int getModule(Binary &B, ModuleHandle &To);
  /// Finds the kernel at an address of the program. Addresses of kernels of libraries are handles.
  int getFunction(const void *Host, FunctionHandle &To);
  int getVariable(const void *Host, DevicePointer &To, size_t &Bytes);

  std::recursive_mutex Lock;
  std::deque<Binary> Binaries;
  std::map<const void *, Symbol> Functions, Variables;
  std::map<const void *, FunctionHandle> Known;
  /// Managed variables: where the program keeps their addresses.
  std::map<void **, Symbol> ManagedVariables;
};

/// Keeps an error for cudaGetLastError.
int remember(int Error);
/// Prepares, and calls the driver.
template <class F> int call(F Function) {
  const int Error = Runtime::get().prepare();
  return remember(Error == Success ? int(Function()) : Error);
}

} // namespace llvm::tensorcore::cuda

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_RUNTIME_RUNTIME_H
