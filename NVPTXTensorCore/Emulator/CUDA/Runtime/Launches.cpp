//===- Launches.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime API: launches, kernels, libraries, and occupancy.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Runtime/Runtime.h"
#include <algorithm>
#include <vector>

using namespace llvm::tensorcore::cuda;

namespace {
/// dim3, which is passed by value.
struct Dim {
  unsigned X, Y, Z;
};
/// Holds `<<<grid, block, bytes, stream>>>` until the kernel's stub takes it.
struct CallConfiguration {
  Dim Grid, Block;
  size_t SharedBytes;
  Stream On;
};
} // namespace

static thread_local std::vector<CallConfiguration> Configurations;

CUDA_API unsigned __cudaPushCallConfiguration(Dim Grid, Dim Block, size_t SharedBytes, Stream On) {
  Configurations.push_back({Grid, Block, SharedBytes, On});
  return 0;
}
CUDA_API int __cudaPopCallConfiguration(Dim *Grid, Dim *Block, size_t *SharedBytes, void *On) {
  if (Configurations.empty())
    return remember(InvalidConfiguration);
  const CallConfiguration &C = Configurations.back();
  *Grid = C.Grid;
  *Block = C.Block;
  *SharedBytes = C.SharedBytes;
  *static_cast<Stream *>(On) = C.On;
  Configurations.pop_back();
  return Success;
}

/// Calls a function of the driver with the kernel's handle.
template <class F> static int callWith(const void *Kernel, F Function) {
  return call([&]() -> int {
    FunctionHandle Handle;
    const int Error = Runtime::get().getFunction(Kernel, Handle);
    return Error == Success ? int(Function(Handle)) : Error;
  });
}

static int launch(const void *Kernel, const LaunchConfig &Config, void **Parameters) {
  const int Error = callWith(
      Kernel, [&](FunctionHandle F) { return cuLaunchKernelEx(&Config, F, Parameters, nullptr); });
  if (Error != InvalidDeviceFunction)
    return Error;
  // After an error of a kernel, none is found.
  const Result R = ptxRunRefuseKernel();
  return remember(R == NotFound ? int(InvalidDeviceFunction) : int(R));
}

CUDA_API int cudaLaunchKernel(const void *Kernel, Dim Grid, Dim Block, void **Parameters,
                              size_t SharedBytes, Stream On) {
  const LaunchConfig Config = {
      {Grid.X, Grid.Y, Grid.Z}, {Block.X, Block.Y, Block.Z}, unsigned(SharedBytes), On, nullptr, 0};
  return launch(Kernel, Config, Parameters);
}
CUDA_API int __cudaLaunchKernel(const void *Kernel, Dim Grid, Dim Block, void **Parameters,
                                size_t SharedBytes, Stream On) {
  return cudaLaunchKernel(Kernel, Grid, Block, Parameters, SharedBytes, On);
}
CUDA_API int cudaLaunchCooperativeKernel(const void *Kernel, Dim Grid, Dim Block, void **Parameters,
                                         size_t SharedBytes, Stream On) {
  LaunchAttribute A = {AttributeCooperative, 0, {}};
  A.Value.Cooperative = 1;
  const LaunchConfig Config = {
      {Grid.X, Grid.Y, Grid.Z}, {Block.X, Block.Y, Block.Z}, unsigned(SharedBytes), On, &A, 1};
  return launch(Kernel, Config, Parameters);
}

static LaunchConfig convert(const RuntimeLaunchConfig &C) {
  LaunchConfig Result = {{}, {}, unsigned(C.SharedBytes), C.On, C.Attributes, C.NumAttributes};
  std::copy_n(C.Grid, 3, Result.Grid);
  std::copy_n(C.Block, 3, Result.Block);
  return Result;
}
CUDA_API int cudaLaunchKernelExC(const RuntimeLaunchConfig *C, const void *Kernel,
                                 void **Parameters) {
  return launch(Kernel, convert(*C), Parameters);
}
CUDA_API int cudaLaunchHostFunc(Stream S, void (*Function)(void *), void *Data) {
  return call([&] { return cuLaunchHostFunc(S, Function, Data); });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

CUDA_API int __cudaGetKernel(FunctionHandle *To, const void *Kernel) {
  return callWith(Kernel, [&](FunctionHandle F) {
    *To = F;
    return Success;
  });
}
CUDA_API int cudaGetKernel(FunctionHandle *To, const void *Kernel) {
  return __cudaGetKernel(To, Kernel);
}
CUDA_API int cudaGetFuncBySymbol(FunctionHandle *To, const void *Kernel) {
  return __cudaGetKernel(To, Kernel);
}
CUDA_API int cudaFuncSetAttribute(const void *Kernel, int Attribute, int Value) {
  return callWith(Kernel,
                  [&](FunctionHandle F) { return cuFuncSetAttribute(F, Attribute, Value); });
}
CUDA_API int cudaKernelSetAttributeForDevice(const void *Kernel, int Attribute, int Value, int) {
  return cudaFuncSetAttribute(Kernel, Attribute, Value);
}
CUDA_API int cudaFuncGetName(const char **To, const void *Kernel) {
  return callWith(Kernel, [&](FunctionHandle F) { return cuFuncGetName(To, F); });
}
CUDA_API int cudaFuncGetParamInfo(const void *Kernel, size_t Number, size_t *Offset,
                                  size_t *Bytes) {
  return callWith(Kernel,
                  [&](FunctionHandle F) { return cuFuncGetParamInfo(F, Number, Offset, Bytes); });
}
CUDA_API int cudaFuncSetCacheConfig(const void *, int) { return Success; }
CUDA_API int cudaFuncSetSharedMemConfig(const void *, int) { return Success; }
CUDA_API int cudaFuncGetAttributes(RuntimeFunctionAttributes *To, const void *Kernel) {
  return callWith(Kernel, [&](FunctionHandle F) {
    auto Get = [&](int Attribute) {
      int Value = 0;
      cuFuncGetAttribute(&Value, Attribute, F);
      return Value;
    };
    *To = {};
    To->SharedBytes = size_t(Get(SharedSizeBytes));
    To->LocalBytes = size_t(Get(LocalSizeBytes));
    To->MaxThreadsPerBlock = Get(MaxThreadsPerBlock);
    To->NumRegisters = Get(NumRegisters);
    To->PTXVersion = Get(PTXVersion);
    To->BinaryVersion = Get(BinaryVersion);
    To->MaxDynamicSharedBytes = Get(MaxDynamicSharedSizeBytes);
    To->ClusterMustBeSet = Get(ClusterSizeMustBeSet);
    for (int D = 0; D != 3; ++D)
      To->RequiredCluster[D] = Get(RequiredClusterWidth + D);
    To->NonPortableClusterAllowed = Get(NonPortableClusterSizeAllowed);
    return Success;
  });
}

//===----------------------------------------------------------------------===//
// Occupancy
//===----------------------------------------------------------------------===//

CUDA_API int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *Blocks, const void *Kernel,
                                                                    int Threads, size_t Bytes,
                                                                    unsigned) {
  return callWith(Kernel, [&](FunctionHandle F) {
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(Blocks, F, Threads, Bytes);
  });
}
CUDA_API int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, const void *Kernel,
                                                           int Threads, size_t Bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(Blocks, Kernel, Threads, Bytes, 0);
}
CUDA_API int cudaOccupancyMaxActiveClusters(int *Clusters, const void *Kernel,
                                            const RuntimeLaunchConfig *C) {
  const LaunchConfig Config = convert(*C);
  return callWith(
      Kernel, [&](FunctionHandle F) { return cuOccupancyMaxActiveClusters(Clusters, F, &Config); });
}
CUDA_API int cudaOccupancyMaxPotentialClusterSize(int *Size, const void *Kernel,
                                                  const RuntimeLaunchConfig *C) {
  const LaunchConfig Config = convert(*C);
  return callWith(Kernel, [&](FunctionHandle F) {
    return cuOccupancyMaxPotentialClusterSize(Size, F, &Config);
  });
}
CUDA_API int cudaOccupancyAvailableDynamicSMemPerBlock(size_t *Bytes, const void *Kernel,
                                                       int Blocks, int Threads) {
  return callWith(Kernel, [&](FunctionHandle F) {
    return cuOccupancyAvailableDynamicSMemPerBlock(Bytes, F, Blocks, Threads);
  });
}

//===----------------------------------------------------------------------===//
// Libraries
//===----------------------------------------------------------------------===//

CUDA_API int cudaLibraryLoadData(ModuleHandle *To, const void *Data, int *, void **, unsigned,
                                 int *, void **, unsigned) {
  return call(
      [&] { return cuLibraryLoadData(To, Data, nullptr, nullptr, 0, nullptr, nullptr, 0); });
}
CUDA_API int cudaLibraryLoadFromFile(ModuleHandle *To, const char *Name, int *, void **, unsigned,
                                     int *, void **, unsigned) {
  return call([&] { return cuModuleLoad(To, Name); });
}
CUDA_API int cudaLibraryUnload(ModuleHandle M) {
  return call([&] { return cuLibraryUnload(M); });
}
CUDA_API int cudaLibraryGetKernel(FunctionHandle *To, ModuleHandle M, const char *Name) {
  return call([&] {
    const Result R = cuModuleGetFunction(To, M, Name);
    if (R == Success)
      Runtime::get().Known[*To] = *To;
    return R;
  });
}
CUDA_API int cudaLibraryGetGlobal(void **To, size_t *Bytes, ModuleHandle M, const char *Name) {
  return call(
      [&] { return cuModuleGetGlobal_v2(reinterpret_cast<DevicePointer *>(To), Bytes, M, Name); });
}
CUDA_API int cudaLibraryGetManaged(void **To, size_t *Bytes, ModuleHandle M, const char *Name) {
  return cudaLibraryGetGlobal(To, Bytes, M, Name);
}
CUDA_API int cudaLibraryGetKernelCount(unsigned *Count, ModuleHandle M) {
  return call([&] { return cuModuleGetFunctionCount(Count, M); });
}
CUDA_API int cudaLibraryEnumerateKernels(FunctionHandle *To, unsigned Count, ModuleHandle M) {
  return call([&] {
    unsigned NumKernels = 0;
    cuModuleGetFunctionCount(&NumKernels, M);
    const Result R = cuModuleEnumerateFunctions(To, Count, M);
    for (unsigned I = 0; I != Count && I != NumKernels; ++I)
      Runtime::get().Known[To[I]] = To[I];
    return R;
  });
}
