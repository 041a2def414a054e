//===- OneDevice.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers what programs ask of several devices and processes as if there were one of each.
// Defines the functions that later versions of CUDA gave other parameters, too.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/DriverAPI.h"
#include "Emulator/CUDA/Graphs.h"
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;

//===----------------------------------------------------------------------===//
// Peers: a device has no access to itself as a peer
//===----------------------------------------------------------------------===//

CUDA_API Result cuCtxEnablePeerAccess(Context, unsigned) {
  Call C;
  return C ? C.Error : InvalidContext;
}
CUDA_API Result cuCtxDisablePeerAccess(Context) {
  Call C;
  return C ? C.Error : PeerAccessNotEnabled;
}
CUDA_API Result cuDeviceGetP2PAttribute(int *Value, int, int, int) {
  *Value = 0;
  return InvalidDevice;
}

//===----------------------------------------------------------------------===//
// Memory and events for other processes
//===----------------------------------------------------------------------===//

static Result open(const ProcessHandle &Handle, uint64_t &To, const char *Function) {
  Call C;
  if (C)
    return C.Error;
  if (Handle.Process != uint64_t(getpid()))
    return C->refuse(NotSupported, Twine(Function) +
                                       ": memory or an event of another process; in ptx-run each "
                                       "process has a device of its own");
  To = Handle.Of;
  return Success;
}
CUDA_API Result cuIpcGetMemHandle(ProcessHandle *To, DevicePointer Address) {
  Call C;
  const emulator::Allocation *A = C ? nullptr : C->Machine.getMemory().find(Address);
  if (!A)
    return C ? C.Error : InvalidValue;
  *To = {uint64_t(getpid()), A->Address, {}};
  return Success;
}
CUDA_API Result cuIpcOpenMemHandle_v2(DevicePointer *To, ProcessHandle Handle, unsigned) {
  uint64_t Address = 0;
  const Result R = open(Handle, Address, "cuIpcOpenMemHandle");
  *To = Address;
  return R;
}
CUDA_API Result cuIpcOpenMemHandle(DevicePointer *To, ProcessHandle Handle, unsigned Flags) {
  return cuIpcOpenMemHandle_v2(To, Handle, Flags);
}
CUDA_API Result cuIpcCloseMemHandle(DevicePointer) { return Call().Error; }
CUDA_API Result cuIpcGetEventHandle(ProcessHandle *To, Event E) {
  *To = {uint64_t(getpid()), uint64_t(reinterpret_cast<uintptr_t>(E)), {}};
  return Call().Error;
}
CUDA_API Result cuIpcOpenEventHandle(Event *To, ProcessHandle Handle) {
  uint64_t Address = 0;
  const Result R = open(Handle, Address, "cuIpcOpenEventHandle");
  *To = reinterpret_cast<Event>(Address);
  return R;
}

//===----------------------------------------------------------------------===//
// Contexts and streams, as newer versions of CUDA ask for them
//===----------------------------------------------------------------------===//

CUDA_API Result cuCtxGetDevice_v2(int *Device, Context) { return cuCtxGetDevice(Device); }
CUDA_API Result cuCtxSynchronize_v2(Context) { return cuCtxSynchronize(); }
CUDA_API Result cuCtxGetId(Context, unsigned long long *ID) {
  *ID = 1;
  return Success;
}
CUDA_API Result cuCtxSetFlags(unsigned) { return Call().Error; }
CUDA_API Result cuCtxGetCacheConfig(int *Config) {
  *Config = 0;
  return Success;
}
CUDA_API Result cuCtxGetSharedMemConfig(int *Config) {
  *Config = 0;
  return Success;
}
CUDA_API Result cuCtxSetSharedMemConfig(int) { return Success; }
CUDA_API Result cuCtxResetPersistingL2Cache() { return Success; }
CUDA_API Result cuStreamGetCtx_v2(Stream, Context *To, void **Green) {
  if (Green)
    *Green = nullptr;
  if (To)
    *To = &Call(Call::Nothing)->Primary;
  return Success;
}
CUDA_API Result cuStreamGetDevice(Stream, int *Device) { return cuCtxGetDevice(Device); }
CUDA_API Result cuStreamGetId(Stream S, unsigned long long *ID) {
  *ID = reinterpret_cast<uintptr_t>(getStream(S));
  return Success;
}
static std::map<int, LaunchAttribute> &getAttributes(Driver &D, Stream S) {
  StreamObject *Of = getStream(S);
  return (Of ? *Of : D.Default).Attributes;
}
CUDA_API Result cuStreamCopyAttributes(Stream To, Stream From) {
  Call C;
  getAttributes(*C, To) = getAttributes(*C, From);
  return C.Error;
}
CUDA_API Result cuStreamSetAttribute(Stream S, int ID, const void *Value) {
  Call C;
  std::memcpy(&getAttributes(*C, S)[ID].Value, Value, sizeof LaunchAttribute::Value);
  return C.Error;
}
CUDA_API Result cuStreamGetAttribute(Stream S, int ID, void *Value) {
  Call C;
  std::memcpy(Value, &getAttributes(*C, S)[ID].Value, sizeof LaunchAttribute::Value);
  return C.Error;
}
CUDA_API Result cuDeviceGetByPCIBusId(int *Device, const char *Name) {
  *Device = 0;
  return StringRef(Name) == "0000:00:00.0" ? Success : InvalidValue;
}
CUDA_API Result cuFuncIsLoaded(int *State, FunctionHandle) {
  *State = 1;
  return Success;
}
CUDA_API Result cuKernelSetCacheConfig(FunctionHandle, int, int) { return Success; }
CUDA_API Result cuProfilerInitialize(const char *, const char *, int) { return Success; }
CUDA_API Result cuPointerSetAttribute(const void *, int, DevicePointer) { return Success; }
CUDA_API Result cuPointerGetAttributes(unsigned Count, const int *Attributes, void **To,
                                       DevicePointer Of) {
  for (unsigned I = 0; I != Count; ++I)
    if (const Result R = cuPointerGetAttribute(To[I], Attributes[I], Of);
        R != Success && R != InvalidValue && R != NotSupported)
      return R;
  return Success;
}
CUDA_API Result cuLibraryGetManaged(DevicePointer *To, size_t *Bytes, ModuleHandle M,
                                    const char *Name) {
  return cuModuleGetGlobal_v2(To, Bytes, M, Name);
}
