//===- Runtime.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration, and errors.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Runtime/Runtime.h"
#include "Emulator/CUDA/ErrorNames.h"
#include <utility>
#include <vector>

using namespace llvm::tensorcore::cuda;

static thread_local int LastError = Success;

int llvm::tensorcore::cuda::remember(int Error) {
  if (Error != Success)
    LastError = Error;
  return Error;
}

Runtime &Runtime::get() {
  static auto *R = new Runtime; // not destroyed: programs unregister when they end
  return *R;
}

int Runtime::prepare() {
  Context Current = nullptr;
  cuCtxGetCurrent(&Current);
  if (Current)
    return Success;
  if (const Result R = cuInit(0); R != Success)
    return R;
  if (const Result R = cuDevicePrimaryCtxRetain(&Current, 0); R != Success)
    return R;
  if (const Result R = cuCtxSetCurrent(Current); R != Success)
    return R;
  for (auto &[Location, S] : ManagedVariables) {
    size_t Bytes;
    ModuleHandle M;
    DevicePointer Address;
    // If there is no module, the program shall come to the call that says so.
    const bool IsThere = getModule(*S.In, M) == Success &&
                         cuModuleGetGlobal_v2(&Address, &Bytes, M, S.Name.c_str()) == Success;
    if (IsThere || cuMemAllocManaged(&Address, S.Bytes, 1) == Success)
      *Location = reinterpret_cast<void *>(Address);
  }
  return Success;
}

int Runtime::getModule(Binary &B, ModuleHandle &To) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  if (!B.Module && B.LoadError == Success)
    B.LoadError = cuLibraryLoadData(&B.Module, B.Data, nullptr, nullptr, 0, nullptr, nullptr, 0);
  To = B.Module;
  return B.LoadError;
}

int Runtime::getFunction(const void *Host, FunctionHandle &To) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  if (auto It = Known.find(Host); It != Known.end()) {
    To = It->second;
    return Success;
  }
  auto It = Functions.find(Host);
  if (It == Functions.end())
    return InvalidDeviceFunction;
  ModuleHandle M;
  if (const int Error = getModule(*It->second.In, M); Error != Success)
    return Error;
  if (const Result R = cuModuleGetFunction(&To, M, It->second.Name.c_str()); R != Success)
    return R == NotFound ? int(InvalidDeviceFunction) : int(R);
  Known[Host] = To;
  Known[To] = To; // cudaKernel_t and cudaFunction_t are handles
  return Success;
}

int Runtime::getVariable(const void *Host, DevicePointer &To, size_t &Bytes) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  // The name of a managed variable is the location that its pointer has.
  for (const auto &[Location, S] : ManagedVariables)
    if (*Location == Host) {
      To = reinterpret_cast<DevicePointer>(Host);
      Bytes = S.Bytes;
      return Success;
    }
  auto It = Variables.find(Host);
  if (It == Variables.end())
    return InvalidSymbol;
  ModuleHandle M;
  if (const int Error = getModule(*It->second.In, M); Error != Success)
    return Error;
  const Result R = cuModuleGetGlobal_v2(&To, &Bytes, M, It->second.Name.c_str());
  return R == NotFound ? int(InvalidSymbol) : int(R);
}

//===----------------------------------------------------------------------===//
// What compilers call
//===----------------------------------------------------------------------===//

CUDA_API void **__cudaRegisterFatBinary(void *Data) {
  Runtime &R = Runtime::get();
  R.Binaries.push_back({Data});
  ptxRunNoteImage(Data);
  return reinterpret_cast<void **>(&R.Binaries.back());
}
CUDA_API void __cudaRegisterFatBinaryEnd(void **) {}
CUDA_API void __cudaUnregisterFatBinary(void **) {}
CUDA_API char __cudaInitModule(void **) { return char(Runtime::get().prepare() == Success); }

static Binary *getBinary(void **Handle) { return reinterpret_cast<Binary *>(Handle); }

CUDA_API void __cudaRegisterFunction(void **Handle, const char *Host, char *, const char *Name, int,
                                     void *, void *, void *, void *, int *) {
  Runtime::get().Functions[Host] = {getBinary(Handle), Name};
}
CUDA_API void __cudaRegisterVar(void **Handle, char *Host, char *, const char *Name, int,
                                size_t Bytes, int, int) {
  Runtime::get().Variables[Host] = {getBinary(Handle), Name, Bytes};
}
CUDA_API void __cudaRegisterManagedVar(void **Handle, void **Location, char *, const char *Name,
                                       int, size_t Bytes, int, int) {
  Runtime &R = Runtime::get();
  R.Variables[Location] = R.ManagedVariables[Location] = {getBinary(Handle), Name, Bytes};
}
CUDA_API void __cudaRegisterHostVar(void **, const char *, char *, size_t) {}
CUDA_API void __cudaRegisterTexture(void **, const void *, const void **, const char *, int, int,
                                    int) {}
CUDA_API void __cudaRegisterSurface(void **, const void *, const void **, const char *, int, int) {}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

CUDA_API int cudaGetLastError() { return std::exchange(LastError, int(Success)); }
CUDA_API int cudaPeekAtLastError() { return LastError; }
CUDA_API const char *cudaGetErrorString(int Error) {
  const ErrorName *E = findErrorName(Error);
  return E ? E->Description : "unrecognized error code";
}
CUDA_API const char *cudaGetErrorName(int Error) {
  const ErrorName *E = findErrorName(Error);
  return E ? E->RuntimeName : "unrecognized error code";
}
