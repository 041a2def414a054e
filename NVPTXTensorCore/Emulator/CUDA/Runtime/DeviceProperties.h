//===- DeviceProperties.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cudaDeviceProp of driver_types.h: of CUDA 12, and of CUDA 13, which has fewer members. Members
// that nobody fills are named by what they are for all the same: they make the layout.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CUDA_RUNTIME_DEVICEPROPERTIES_H
#define NVPTXTENSORCORE_EMULATOR_CUDA_RUNTIME_DEVICEPROPERTIES_H

#include <cstddef>

namespace llvm::tensorcore::cuda {

// clang-format off
#if RUNTIME_VERSION < 13
#define UNTIL_12(MEMBER) MEMBER;
#else
#define UNTIL_12(MEMBER)
#endif

struct DeviceProperties {
  char Name[256];
  char UUID[16];
  char LUID[8];
  unsigned LUIDDeviceNodeMask;
  size_t TotalGlobalMem, SharedMemPerBlock;
  int RegsPerBlock, WarpSize;
  size_t MemPitch;
  int MaxThreadsPerBlock, MaxThreadsDim[3], MaxGridSize[3];
  UNTIL_12(int ClockRate)
  size_t TotalConstMem;
  int Major, Minor;
  size_t TextureAlignment, TexturePitchAlignment;
  UNTIL_12(int DeviceOverlap)
  int MultiProcessorCount;
  UNTIL_12(int KernelExecTimeoutEnabled)
  int Integrated, CanMapHostMemory;
  UNTIL_12(int ComputeMode)
  int MaxTexture1D, MaxTexture1DMipmap;
  UNTIL_12(int MaxTexture1DLinear)
  int MaxTexture2D[2], MaxTexture2DMipmap[2], MaxTexture2DLinear[3], MaxTexture2DGather[2];
  int MaxTexture3D[3], MaxTexture3DAlt[3], MaxTextureCubemap, MaxTexture1DLayered[2];
  int MaxTexture2DLayered[3], MaxTextureCubemapLayered[2];
  int MaxSurface1D, MaxSurface2D[2], MaxSurface3D[3], MaxSurface1DLayered[2];
  int MaxSurface2DLayered[3], MaxSurfaceCubemap, MaxSurfaceCubemapLayered[2];
  size_t SurfaceAlignment;
  int ConcurrentKernels, ECCEnabled, PCIBusID, PCIDeviceID, PCIDomainID, TCCDriver;
  int AsyncEngineCount, UnifiedAddressing;
  UNTIL_12(int MemoryClockRate)
  int MemoryBusWidth, L2CacheSize, PersistingL2CacheMaxSize, MaxThreadsPerMultiProcessor;
  int StreamPrioritiesSupported, GlobalL1CacheSupported, LocalL1CacheSupported;
  size_t SharedMemPerMultiprocessor;
  int RegsPerMultiprocessor, ManagedMemory, IsMultiGpuBoard, MultiGpuBoardGroupID;
  int HostNativeAtomicSupported;
  UNTIL_12(int SingleToDoublePrecisionPerfRatio)
  int PageableMemoryAccess, ConcurrentManagedAccess, ComputePreemptionSupported;
  int CanUseHostPointerForRegisteredMem, CooperativeLaunch;
  UNTIL_12(int CooperativeMultiDeviceLaunch)
  size_t SharedMemPerBlockOptin;
  int PageableMemoryAccessUsesHostPageTables, DirectManagedMemAccessFromHost;
  int MaxBlocksPerMultiProcessor, AccessPolicyMaxWindowSize;
  size_t ReservedSharedMemPerBlock;
  int HostRegisterSupported, SparseCudaArraySupported, HostRegisterReadOnlySupported;
  int TimelineSemaphoreInteropSupported, MemoryPoolsSupported, GPUDirectRDMASupported;
  unsigned GPUDirectRDMAFlushWritesOptions;
  int GPUDirectRDMAWritesOrdering;
  unsigned MemoryPoolSupportedHandleTypes;
  int DeferredMappingCudaArraySupported, IPCEventSupported, ClusterLaunch, UnifiedFunctionPointers;
  int More[63]; ///< of 12 and 13: to the end of the structure, at least
};
#undef UNTIL_12
// clang-format on

#if RUNTIME_VERSION >= 13
static_assert(offsetof(DeviceProperties, ClusterLaunch) == 748 && sizeof(DeviceProperties) == 1008);
#endif

} // namespace llvm::tensorcore::cuda

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_RUNTIME_DEVICEPROPERTIES_H
