//===- OneDevice.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers what programs ask of several devices and processes as if there were one of each.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Runtime/Runtime.h"
#include <cstdio>

using namespace llvm::tensorcore::cuda;

CUDA_API int cudaDeviceEnablePeerAccess(int, unsigned) { return remember(InvalidDevice); }
CUDA_API int cudaDeviceDisablePeerAccess(int) { return remember(InvalidDevice); }
CUDA_API int cudaDeviceGetP2PAttribute(int *Value, int, int, int) {
  *Value = 0;
  return remember(InvalidDevice);
}
CUDA_API int cudaIpcGetMemHandle(ProcessHandle *To, void *Address) {
  return call([&] { return cuIpcGetMemHandle(To, reinterpret_cast<DevicePointer>(Address)); });
}
CUDA_API int cudaIpcOpenMemHandle(void **To, ProcessHandle Handle, unsigned Flags) {
  return call(
      [&] { return cuIpcOpenMemHandle_v2(reinterpret_cast<DevicePointer *>(To), Handle, Flags); });
}
CUDA_API int cudaIpcCloseMemHandle(void *) {
  return call([] { return Success; });
}
CUDA_API int cudaIpcGetEventHandle(ProcessHandle *To, Event E) {
  return call([&] { return cuIpcGetEventHandle(To, E); });
}
CUDA_API int cudaIpcOpenEventHandle(Event *To, ProcessHandle Handle) {
  return call([&] { return cuIpcOpenEventHandle(To, Handle); });
}
CUDA_API int cudaStreamGetId(Stream S, unsigned long long *ID) {
  return call([&] { return cuStreamGetId(S, ID); });
}
CUDA_API int cudaStreamGetDevice(Stream, int *Device) {
  *Device = 0;
  return Success;
}
CUDA_API int cudaStreamCopyAttributes(Stream To, Stream From) {
  return call([&] { return cuStreamCopyAttributes(To, From); });
}
CUDA_API int cudaDeviceGetByPCIBusId(int *Device, const char *Name) {
  return call([&] { return cuDeviceGetByPCIBusId(Device, Name); });
}
CUDA_API int cudaDeviceGetPCIBusId(char *Name, int Length, int) {
  std::snprintf(Name, size_t(Length), "0000:00:00.0");
  return Success;
}
CUDA_API int cudaDeviceGetCacheConfig(int *Config) {
  *Config = 0;
  return Success;
}
CUDA_API int cudaDeviceGetSharedMemConfig(int *Config) {
  *Config = 0;
  return Success;
}
CUDA_API int cudaDeviceSetSharedMemConfig(int) { return Success; }
CUDA_API int cudaSetValidDevices(int *, int) { return Success; }
