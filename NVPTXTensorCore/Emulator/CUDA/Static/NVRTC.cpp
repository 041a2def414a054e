//===- NVRTC.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs that are linked with NVIDIA's runtime compiler ask it for machine code of the device
// that they find. Here it compiles for the virtual architecture of that name, and what it returns
// as machine code is its PTX.
//
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <dlfcn.h>
#include <string>
#include <vector>

#define NVRTC_API extern "C" __attribute__((visibility("default")))

namespace {

/// The function of NVIDIA's library.
template <typename Type> Type *getNext(const char *Name) {
  return reinterpret_cast<Type *>(dlsym(RTLD_NEXT, Name));
}

/// "--gpu-architecture=sm_90" with "compute_90", and so "-arch=sm_90" and an argument of its own.
std::string makeVirtual(std::string Option) {
  const size_t At = Option.find("sm_");
  const bool IsArchitecture =
      At == 0 || (At != std::string::npos && Option[At - 1] == '=' && Option.find("arch") < At);
  return IsArchitecture ? Option.replace(At, 3, "compute_") : Option;
}

} // namespace

NVRTC_API int nvrtcCompileProgram(void *Program, int NumOptions, const char *const *Options) {
  std::vector<std::string> Texts;
  std::vector<const char *> Changed;
  for (int I = 0; I < NumOptions; ++I)
    Texts.push_back(makeVirtual(Options[I]));
  for (const std::string &Text : Texts)
    Changed.push_back(Text.c_str());
  return getNext<int(void *, int, const char *const *)>("nvrtcCompileProgram")(Program, NumOptions,
                                                                               Changed.data());
}
NVRTC_API int nvrtcGetCUBINSize(void *Program, size_t *Bytes) {
  return getNext<int(void *, size_t *)>("nvrtcGetPTXSize")(Program, Bytes);
}
NVRTC_API int nvrtcGetCUBIN(void *Program, char *Code) {
  return getNext<int(void *, char *)>("nvrtcGetPTX")(Program, Code);
}
