//===- Devices.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver API: devices, contexts, and errors.
//
//===----------------------------------------------------------------------===//

#include "Run/CUDA/Driver.h"
#include "Run/CUDA/ErrorNames.h"
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using emulator::DeviceLimits;

CUDA_API Result cuInit(unsigned) {
  Call C(Call::Nothing);
  return C->initialize();
}

CUDA_API Result cuDriverGetVersion(int *Version) {
  constexpr int DriverVersion = 13000;
  *Version = DriverVersion;
  return Success;
}

//===----------------------------------------------------------------------===//
// The one device
//===----------------------------------------------------------------------===//

CUDA_API Result cuDeviceGetCount(int *Count) {
  Call C(Call::Initialized);
  if (C)
    return C.Error;
  *Count = 1;
  return Success;
}

CUDA_API Result cuDeviceGet(int *Device, int Ordinal) {
  Call C(Call::Initialized);
  if (C)
    return C.Error;
  *Device = 0;
  return Ordinal ? InvalidDevice : Success;
}

CUDA_API Result cuDeviceGetName(char *Name, int Length, int Device) {
  Call C(Call::Initialized);
  if (C || Device)
    return C ? C.Error : InvalidDevice;
  const std::string Text = "ptx-run " + C->getTarget().str() + " (no GPU)";
  std::snprintf(Name, size_t(Length), "%s", Text.c_str());
  return Success;
}

CUDA_API Result cuDeviceGetUuid_v2(void *UUID, int) {
  std::memset(UUID, 0x50, 16);
  return Success;
}
CUDA_API Result cuDeviceGetUuid(void *UUID, int Device) { return cuDeviceGetUuid_v2(UUID, Device); }

CUDA_API Result cuDeviceTotalMem_v2(size_t *Bytes, int) {
  Call C(Call::Initialized);
  if (C)
    return C.Error;
  *Bytes = C->Machine.getMemory().getTotalSize();
  return Success;
}

/// CU_DEVICE_ATTRIBUTE_… by its number. What the emulated device does not have is 0.
static int getAttribute(Driver &D, int Attribute) {
  const unsigned Architecture = D.getArchitecture();
  switch (Attribute) {
  case 1: // threads of a block, and its dimensions
  case 2:
  case 3:
    return DeviceLimits::MaxThreads;
  case 4:
    return 64;
  case 5: // dimensions of a grid
    return 0x7fffffff;
  case 6:
  case 7:
    return 65535;
  case 8: // shared memory of a block
    return 48 * 1024;
  case 9:  // constant memory
  case 12: // registers of a block
  case 82: // registers of a multiprocessor
    return 65536;
  case 10:
    return emulator::WarpSize;
  case 11: // pitch
    return 0x7fffffff;
  case 13: // clock rates: made up
  case 36:
    return 1000000;
  case 14: // alignment of textures
    return 512;
  case 16:
    return int(D.With.Options.NumMultiprocessors);
  case 37: // width of the bus: made up
    return 5120;
  case 38: // level-2 cache
    return 50 << 20;
  case 39: // threads of a multiprocessor
    return 2048;
  case 75:
    return int(Architecture / 10);
  case 76:
    return int(Architecture % 10);
  case 81: // shared memory of a multiprocessor
    return DeviceLimits::MaxSharedBytes + DeviceLimits::ReservedSharedBytes;
  case 97: // shared memory of a block that asks for it
    return DeviceLimits::MaxSharedBytes;
  case 106: // blocks of a multiprocessor
    return 32;
  case 111:
    return DeviceLimits::ReservedSharedBytes;
  case 19: // mapped host memory, concurrent kernels, unified addressing
  case 31:
  case 40:
  case 41:
  case 78: // priorities, managed memory, cooperative launches
  case 79:
  case 80:
  case 83:
  case 89:
  case 90:
  case 91:
  case 95:
  case 99: // registered host memory, pools
  case 115:
    return 1;
  case 120: // clusters, tensor maps
  case 127:
    return Architecture >= 90;
  default:
    return 0;
  }
}

CUDA_API Result cuDeviceGetAttribute(int *Value, int Attribute, int Device) {
  Call C(Call::Initialized);
  if (C || Device)
    return C ? C.Error : InvalidDevice;
  *Value = getAttribute(*C, Attribute);
  return Success;
}

CUDA_API Result cuDeviceComputeCapability(int *Major, int *Minor, int Device) {
  if (Result R = cuDeviceGetAttribute(Major, 75, Device); R != Success)
    return R;
  return cuDeviceGetAttribute(Minor, 76, Device);
}

CUDA_API Result cuDeviceCanAccessPeer(int *Can, int, int) {
  *Can = 0;
  return Success;
}

CUDA_API Result cuDeviceGetPCIBusId(char *Name, int Length, int) {
  std::snprintf(Name, size_t(Length), "0000:00:00.0");
  return Success;
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

CUDA_API Result cuDevicePrimaryCtxRetain(Context *To, int Device) {
  Call C(Call::Initialized);
  if (C || Device)
    return C ? C.Error : InvalidDevice;
  *To = &C->Primary;
  return Success;
}
CUDA_API Result cuDevicePrimaryCtxRelease_v2(int) { return Success; }
CUDA_API Result cuDevicePrimaryCtxSetFlags_v2(int, unsigned) { return Success; }
CUDA_API Result cuDevicePrimaryCtxGetState(int, unsigned *Flags, int *Active) {
  *Flags = 0;
  *Active = 1;
  return Success;
}
/// Ends the error of a fault, too.
CUDA_API Result cuDevicePrimaryCtxReset_v2(int) {
  Call C(Call::Nothing);
  C->Sticky = Success;
  return Success;
}

CUDA_API Result cuCtxSetCurrent(Context To) {
  Call C(Call::Initialized);
  if (C)
    return C.Error;
  if (getContexts().empty())
    getContexts().push_back(To);
  getContexts().back() = To;
  return Success;
}
CUDA_API Result cuCtxGetCurrent(Context *To) {
  *To = getContexts().empty() ? nullptr : getContexts().back();
  return Success;
}
CUDA_API Result cuCtxPushCurrent_v2(Context To) {
  getContexts().push_back(To);
  return Success;
}
CUDA_API Result cuCtxPopCurrent_v2(Context *To) {
  if (getContexts().empty())
    return InvalidContext;
  if (To)
    *To = getContexts().back();
  getContexts().pop_back();
  return Success;
}

CUDA_API Result cuCtxCreate_v2(Context *To, unsigned, int Device) {
  Call C(Call::Initialized);
  if (C || Device)
    return C ? C.Error : InvalidDevice;
  *To = new ContextObject;
  getContexts().push_back(*To);
  return Success;
}
CUDA_API Result cuCtxCreate_v3(Context *To, void *, int, unsigned Flags, int Device) {
  return cuCtxCreate_v2(To, Flags, Device);
}
CUDA_API Result cuCtxCreate_v4(Context *To, void *, unsigned Flags, int Device) {
  return cuCtxCreate_v2(To, Flags, Device);
}
CUDA_API Result cuCtxDestroy_v2(Context Of) {
  Call C(Call::Nothing);
  C->Sticky = Success;
  if (!getContexts().empty() && getContexts().back() == Of)
    getContexts().pop_back();
  if (Of != &C->Primary)
    delete Of;
  return Success;
}
CUDA_API Result cuCtxGetDevice(int *Device) {
  Call C;
  *Device = 0;
  return C.Error;
}
CUDA_API Result cuCtxSynchronize() {
  Call C;
  return C.Error;
}
CUDA_API Result cuCtxGetStreamPriorityRange(int *Least, int *Greatest) {
  *Least = *Greatest = 0;
  return Success;
}
CUDA_API Result cuCtxSetLimit(int, size_t) { return Success; }
CUDA_API Result cuCtxGetLimit(size_t *Value, int) {
  *Value = DeviceLimits::LocalBytes;
  return Success;
}
CUDA_API Result cuCtxGetApiVersion(Context, unsigned *Version) {
  *Version = 13000;
  return Success;
}
CUDA_API Result cuCtxGetFlags(unsigned *Flags) {
  *Flags = 0;
  return Success;
}
CUDA_API Result cuCtxSetCacheConfig(int) { return Success; }

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

CUDA_API Result cuGetErrorString(Result Of, const char **Text) {
  const ErrorName *E = findErrorName(Of);
  *Text = E ? E->Description : nullptr;
  return E ? Success : InvalidValue;
}
CUDA_API Result cuGetErrorName(Result Of, const char **Text) {
  const ErrorName *E = findErrorName(Of);
  *Text = E ? E->DriverName : nullptr;
  return E ? Success : InvalidValue;
}
