//===- Devices.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime API: the device, streams and events.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Runtime/DeviceProperties.h"
#include "Emulator/CUDA/Runtime/Runtime.h"
#include <cstring>

using namespace llvm::tensorcore::cuda;

static constexpr int Version = RUNTIME_VERSION * 1000;

CUDA_API int cudaRuntimeGetVersion(int *To) {
  *To = Version;
  return Success;
}
CUDA_API int cudaDriverGetVersion(int *To) {
  *To = Version;
  return Success;
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

CUDA_API int cudaGetDeviceCount(int *Count) {
  *Count = 1;
  return call([] { return Success; });
}
CUDA_API int cudaGetDevice(int *Device) {
  *Device = 0;
  return Success;
}
CUDA_API int cudaSetDevice(int Device) {
  return Device ? remember(InvalidDevice) : call([] { return Success; });
}
CUDA_API int cudaInitDevice(int Device, unsigned, unsigned) { return cudaSetDevice(Device); }
CUDA_API int cudaChooseDevice(int *Device, const void *) { return cudaGetDevice(Device); }
CUDA_API int cudaSetDeviceFlags(unsigned) { return Success; }
CUDA_API int cudaGetDeviceFlags(unsigned *Flags) {
  *Flags = 0;
  return Success;
}
CUDA_API int cudaDeviceGetAttribute(int *Value, int Attribute, int Device) {
  return call([&] { return cuDeviceGetAttribute(Value, Attribute, Device); });
}
CUDA_API int cudaDeviceSynchronize() {
  return call([] { return cuCtxSynchronize(); });
}
CUDA_API int cudaDeviceReset() { return cuDevicePrimaryCtxReset_v2(0); }
CUDA_API int cudaDeviceCanAccessPeer(int *Can, int, int) {
  *Can = 0;
  return Success;
}
CUDA_API int cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  *Least = *Greatest = 0;
  return Success;
}
CUDA_API int cudaDeviceSetLimit(int Limit, size_t Value) {
  return call([=] { return cuCtxSetLimit(Limit, Value); });
}
CUDA_API int cudaDeviceGetLimit(size_t *Value, int Limit) {
  return call([=] { return cuCtxGetLimit(Value, Limit); });
}
CUDA_API int cudaDeviceSetCacheConfig(int) { return Success; }
CUDA_API int cudaCtxResetPersistingL2Cache() { return Success; }
CUDA_API int cudaProfilerStart() { return Success; }
CUDA_API int cudaProfilerStop() { return Success; }

/// CU_DEVICE_ATTRIBUTE_… by its number.
static int get(int Attribute) {
  int Value = 0;
  cuDeviceGetAttribute(&Value, Attribute, 0);
  return Value;
}

static int getProperties(DeviceProperties *To, int Device) {
  return call([&]() -> int {
    if (Device)
      return InvalidDevice;
    std::memset(To, 0, offsetof(DeviceProperties, More));
    cuDeviceGetName(To->Name, sizeof To->Name, 0);
    cuDeviceGetUuid_v2(To->UUID, 0);
    cuDeviceTotalMem_v2(&To->TotalGlobalMem, 0);
    To->SharedMemPerBlock = size_t(get(8));
    To->RegsPerBlock = get(12);
    To->WarpSize = get(10);
    To->MemPitch = size_t(get(11));
    To->MaxThreadsPerBlock = get(1);
    for (int D = 0; D != 3; ++D) {
      To->MaxThreadsDim[D] = get(2 + D);
      To->MaxGridSize[D] = get(5 + D);
    }
    To->TotalConstMem = size_t(get(9));
    To->Major = get(75);
    To->Minor = get(76);
    To->TextureAlignment = size_t(get(14));
    To->MultiProcessorCount = get(16);
    To->CanMapHostMemory = To->ConcurrentKernels = To->UnifiedAddressing = 1;
    To->AsyncEngineCount = To->ManagedMemory = To->CooperativeLaunch = 1;
    To->StreamPrioritiesSupported = To->MemoryPoolsSupported = To->HostRegisterSupported = 1;
    To->MemoryBusWidth = get(37);
    To->L2CacheSize = get(38);
    To->PersistingL2CacheMaxSize = get(108);
    To->AccessPolicyMaxWindowSize = get(109);
    To->MaxThreadsPerMultiProcessor = get(39);
    To->SharedMemPerMultiprocessor = size_t(get(81));
    To->RegsPerMultiprocessor = get(82);
    To->SharedMemPerBlockOptin = size_t(get(97));
    To->MaxBlocksPerMultiProcessor = get(106);
    To->ReservedSharedMemPerBlock = size_t(get(111));
    To->ClusterLaunch = get(120);
#if RUNTIME_VERSION < 13
    To->ClockRate = get(13);
    To->MemoryClockRate = get(36);
#endif
    return Success;
  });
}

CUDA_API int cudaGetDeviceProperties(DeviceProperties *To, int Device) {
  return getProperties(To, Device);
}
CUDA_API int cudaGetDeviceProperties_v2(DeviceProperties *To, int Device) {
  return getProperties(To, Device);
}

CUDA_API int cudaGetDriverEntryPointByVersion(const char *Name, void **To, unsigned CUDAVersion,
                                              unsigned long long Flags, int *Status) {
  int Found = 0;
  cuGetProcAddress_v2(Name, To, int(CUDAVersion), Flags, &Found);
  if (Status)
    *Status = Found;
  return Success;
}
CUDA_API int cudaGetDriverEntryPoint(const char *Name, void **To, unsigned long long Flags,
                                     int *Status) {
  return cudaGetDriverEntryPointByVersion(Name, To, unsigned(Version), Flags, Status);
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

CUDA_API int cudaStreamCreateWithPriority(Stream *To, unsigned Flags, int Priority) {
  return call([&] { return cuStreamCreateWithPriority(To, Flags, Priority); });
}
CUDA_API int cudaStreamCreateWithFlags(Stream *To, unsigned Flags) {
  return cudaStreamCreateWithPriority(To, Flags, 0);
}
CUDA_API int cudaStreamCreate(Stream *To) { return cudaStreamCreateWithPriority(To, 0, 0); }
CUDA_API int cudaStreamDestroy(Stream S) {
  return call([&] { return cuStreamDestroy_v2(S); });
}
CUDA_API int cudaStreamSynchronize(Stream S) {
  return call([&] { return cuStreamSynchronize(S); });
}
CUDA_API int cudaStreamQuery(Stream S) {
  return call([&] { return cuStreamQuery(S); });
}
CUDA_API int cudaStreamWaitEvent(Stream S, Event E, unsigned Flags) {
  return call([&] { return cuStreamWaitEvent(S, E, Flags); });
}
CUDA_API int cudaStreamAddCallback(Stream S, void (*Function)(Stream, int, void *), void *Data,
                                   unsigned Flags) {
  return call([&] {
    return cuStreamAddCallback(S, reinterpret_cast<void (*)(Stream, Result, void *)>(Function),
                               Data, Flags);
  });
}
CUDA_API int cudaStreamGetPriority(Stream, int *Priority) {
  *Priority = 0;
  return Success;
}
CUDA_API int cudaStreamGetFlags(Stream, unsigned *Flags) {
  *Flags = 0;
  return Success;
}
CUDA_API int cudaStreamAttachMemAsync(Stream, void *, size_t, unsigned) { return Success; }
CUDA_API int cudaStreamSetAttribute(Stream S, int ID, const void *Value) {
  return call([&] { return cuStreamSetAttribute(S, ID, Value); });
}
CUDA_API int cudaStreamGetAttribute(Stream S, int ID, void *Value) {
  return call([&] { return cuStreamGetAttribute(S, ID, Value); });
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

CUDA_API int cudaEventCreateWithFlags(Event *To, unsigned Flags) {
  return call([&] { return cuEventCreate(To, Flags); });
}
CUDA_API int cudaEventCreate(Event *To) { return cudaEventCreateWithFlags(To, 0); }
CUDA_API int cudaEventDestroy(Event E) {
  return call([&] { return cuEventDestroy_v2(E); });
}
CUDA_API int cudaEventRecord(Event E, Stream S) {
  return call([&] { return cuEventRecord(E, S); });
}
CUDA_API int cudaEventRecordWithFlags(Event E, Stream S, unsigned Flags) {
  return call([&] { return cuEventRecordWithFlags(E, S, Flags); });
}
CUDA_API int cudaEventSynchronize(Event E) {
  return call([&] { return cuEventSynchronize(E); });
}
CUDA_API int cudaEventQuery(Event E) {
  return call([&] { return cuEventQuery(E); });
}
CUDA_API int cudaEventElapsedTime(float *Milliseconds, Event Begin, Event End) {
  return call([&] { return cuEventElapsedTime_v2(Milliseconds, Begin, End); });
}

//===----------------------------------------------------------------------===//
// What is missing
//===----------------------------------------------------------------------===//

#define UNKNOWN(NAME)                                                                              \
  CUDA_API int NAME() {                                                                            \
    return call([] { return ptxRunRefuse(#NAME); });                                               \
  }
#include "Emulator/CUDA/Runtime/UnknownRuntime.def"
#undef UNKNOWN
