//===- DriverAPI.h ----------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the driver API that the stand-in for the runtime calls.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_RUN_CUDA_DRIVERAPI_H
#define NVPTXTENSORCORE_TOOLS_RUN_CUDA_DRIVERAPI_H

#include "Run/CUDA/ABI.h"

extern "C" {
using namespace llvm::tensorcore::cuda;

void ptxRunNoteImage(const void *Data);
Result ptxRunRefuse(const char *Name);
Result cuInit(unsigned Flags);
Result cuDevicePrimaryCtxRetain(Context *To, int Device);
Result cuDevicePrimaryCtxReset_v2(int Device);
Result cuCtxGetCurrent(Context *To);
Result cuCtxSetCurrent(Context To);
Result cuCtxSynchronize();
Result cuDeviceGetAttribute(int *Value, int Attribute, int Device);
Result cuDeviceGetName(char *Name, int Length, int Device);
Result cuDeviceGetUuid_v2(void *UUID, int Device);
Result cuDeviceTotalMem_v2(size_t *Bytes, int Device);

Result cuLibraryLoadData(ModuleHandle *To, const void *Data, int *, void **, unsigned, int *,
                         void **, unsigned);
Result cuLibraryUnload(ModuleHandle M);
Result cuModuleLoad(ModuleHandle *To, const char *Name);
Result cuModuleGetFunction(FunctionHandle *To, ModuleHandle M, const char *Name);
Result cuModuleGetGlobal_v2(DevicePointer *To, size_t *Bytes, ModuleHandle M, const char *Name);
Result cuFuncGetAttribute(int *Value, int Attribute, FunctionHandle F);
Result cuFuncSetAttribute(FunctionHandle F, int Attribute, int Value);
Result cuFuncGetName(const char **To, FunctionHandle F);
Result cuFuncGetParamInfo(FunctionHandle F, size_t Number, size_t *Offset, size_t *Bytes);
Result cuLaunchKernelEx(const LaunchConfig *Config, FunctionHandle F, void **Parameters,
                        void **Extra);
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, FunctionHandle F, int Threads,
                                                   size_t SharedBytes);
Result cuOccupancyMaxActiveClusters(int *Clusters, FunctionHandle F, const LaunchConfig *Config);
Result cuOccupancyMaxPotentialClusterSize(int *Size, FunctionHandle F, const LaunchConfig *Config);
Result cuOccupancyAvailableDynamicSMemPerBlock(size_t *Bytes, FunctionHandle F, int Blocks,
                                               int Threads);

Result cuMemAlloc_v2(DevicePointer *To, size_t Bytes);
Result cuMemAllocPitch_v2(DevicePointer *To, size_t *Pitch, size_t Width, size_t Height, unsigned);
Result cuMemAllocManaged(DevicePointer *To, size_t Bytes, unsigned Flags);
Result cuMemHostAlloc(void **To, size_t Bytes, unsigned Flags);
Result cuMemFree_v2(DevicePointer Address);
Result cuMemFreeHost(void *Address);
Result cuMemHostRegister_v2(void *Address, size_t Bytes, unsigned Flags);
Result cuMemHostUnregister(void *Address);
Result cuMemHostGetDevicePointer_v2(DevicePointer *To, void *Address, unsigned Flags);
Result cuMemGetInfo_v2(size_t *Free, size_t *Total);
Result cuPointerGetAttribute(void *To, int Attribute, DevicePointer Of);
Result cuMemcpyHtoD_v2(DevicePointer To, const void *From, size_t Bytes);
Result cuMemcpyDtoH_v2(void *To, DevicePointer From, size_t Bytes);
Result cuMemcpyDtoD_v2(DevicePointer To, DevicePointer From, size_t Bytes);
Result cuMemcpy(DevicePointer To, DevicePointer From, size_t Bytes);
Result cuMemsetD8_v2(DevicePointer To, unsigned char Value, size_t Count);
Result cuMemsetD2D8_v2(DevicePointer To, size_t Pitch, unsigned char Value, size_t Width,
                       size_t Height);
Result cuDeviceGetDefaultMemPool(Pool *To, int Device);

Result cuStreamCreateWithPriority(Stream *To, unsigned Flags, int Priority);
Result cuStreamDestroy_v2(Stream S);
Result cuStreamSynchronize(Stream S);
Result cuStreamQuery(Stream S);
Result cuEventCreate(Event *To, unsigned Flags);
Result cuEventDestroy_v2(Event E);
Result cuEventRecord(Event E, Stream S);
Result cuEventSynchronize(Event E);
Result cuEventQuery(Event E);
Result cuEventElapsedTime_v2(float *Milliseconds, Event Begin, Event End);
Result cuGetProcAddress_v2(const char *Name, void **To, int Version, uint64_t Flags, int *Status);
}

#endif // NVPTXTENSORCORE_TOOLS_RUN_CUDA_DRIVERAPI_H
