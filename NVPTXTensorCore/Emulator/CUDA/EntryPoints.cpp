//===- EntryPoints.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver API: functions by their names, and those that are missing.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Driver.h"
#include <cstring>
#include <dlfcn.h>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;

CUDA_API Result cuGetProcAddress_v2(const char *Name, void **To, int Version, uint64_t,
                                    int *Status);

/// A function of this library.
static void *find(const std::string &Name) {
  static void *Self = [] {
    Dl_info Info;
    return dladdr(reinterpret_cast<void *>(&cuGetProcAddress_v2), &Info)
               ? dlopen(Info.dli_fname, RTLD_LAZY)
               : nullptr;
  }();
  return Self ? dlsym(Self, Name.c_str()) : nullptr;
}

/// The newest variant of a function that a version of CUDA has: cuMemAlloc is cuMemAlloc_v2.
static void *findVersion(const std::string &Name, int Version) {
  constexpr int HasFourth = 13000, HasThird = 11040;
  for (const auto &[Suffix, From] :
       {std::pair{"_v4", HasFourth}, {"_v3", HasThird}, {"_v2", 0}, {"", 0}})
    if (void *Found = Version >= From ? find(Name + Suffix) : nullptr)
      return Found;
  return nullptr;
}

CUDA_API Result cuGetProcAddress_v2(const char *Name, void **To, int Version, uint64_t,
                                    int *Status) {
  // cuCtxCreate has other parameters in each version, and cuGetProcAddress itself has a fifth.
  void *Found = findVersion(Name, Version);
  if (!std::strcmp(Name, "cuCtxCreate") && Version < 13000)
    Found = find("cuCtxCreate_v2");
  *To = Found;
  constexpr int NotFoundStatus = 1;
  if (Status)
    *Status = Found ? 0 : NotFoundStatus;
  return Found ? Success : NotFound;
}
CUDA_API Result cuGetProcAddress(const char *Name, void **To, int Version, uint64_t Flags) {
  return cuGetProcAddress_v2(Name, To, Version, Flags, nullptr);
}

/// Tables of functions without names, by which the runtime that nvcc links into programs talks to
/// the driver. A program whose symbols are there does not come to this (Static/StaticRuntime.cpp).
CUDA_API Result cuGetExportTable(const void **To, const void *) {
  static bool IsSaid = false;
  *To = nullptr;
  // NVIDIA's runtime compiler asks, too, and does without.
  Dl_info Caller;
  if (dladdr(__builtin_return_address(0), &Caller) && Caller.dli_fname &&
      std::strstr(Caller.dli_fname, "libnvrtc"))
    return NotSupported;
  if (!std::exchange(IsSaid, true))
    return Call(Call::Nothing)
        ->refuse(NotSupported,
                 "CUDA's runtime is inside of this program, or of a library that it loads, and has "
                 "no symbols there by which ptx-run finds its functions; do not strip the program, "
                 "or link the runtime as a library: nvcc -cudart shared, or clang++ … -lcudart in "
                 "the place of -lcudart_static");
  return NotSupported;
}

/// Returns what programs may name and the emulator does not have.
CUDA_API Result ptxRunRefuse(const char *Name) {
  return Call(Call::Nothing)->refuse(NotSupported, Twine(Name) + " is not known to ptx-run");
}

/// Ends a launch by the runtime whose kernel no binary has registered.
CUDA_API Result ptxRunRefuseKernel() { return Call(Call::Nothing)->refuseKernel(); }

#define UNKNOWN(NAME)                                                                              \
  CUDA_API Result NAME() { return ptxRunRefuse(#NAME); }
#include "Emulator/CUDA/UnknownDriver.def"
#undef UNKNOWN
