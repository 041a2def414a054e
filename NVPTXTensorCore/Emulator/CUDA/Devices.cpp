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

#include "Emulator/CUDA/Driver.h"
#include "Emulator/CUDA/ErrorNames.h"
#include "Model/RegisterBudget.h"
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
  *Bytes = C->getMemorySize();
  return Success;
}

namespace {
struct DeviceAttribute {
  int Number; ///< CU_DEVICE_ATTRIBUTE_…
  int Value;
};
} // namespace

static constexpr int L2Bytes = 50 << 20;
static constexpr int MaxPersistingL2Bytes = 108; ///< CU_DEVICE_ATTRIBUTE_…

// clang-format off
/// What does not depend on the device that was asked for.
static constexpr DeviceAttribute Attributes[] = {
    {1, MaxBlockThreads}, {2, MaxBlockThreads}, // threads of a block, its dimensions
    {3, MaxBlockThreads}, {4, 64},
    {5, 0x7fffffff}, {6, 65535}, {7, 65535},                      // dimensions of a grid
    {8, 48 * 1024},                                               // shared memory of a block
    {9, 65536},                                                   // constant memory
    {10, emulator::WarpSize},
    {11, 0x7fffffff},                                             // pitch
    {12, 65536}, {82, 65536},                                     // registers of a block, a multiprocessor
    {13, 1000000}, {36, 1000000},                                 // clock rates: made up
    {14, 512},                                                    // alignment of textures
    {19, 1}, {31, 1}, {40, 1}, {41, 1},                           // mapped memory, concurrent kernels, addressing
    {37, 5120},                                                   // width of the bus: made up
    {38, L2Bytes},                                                // level-2 cache
    {109, (128 << 20) - 4096},                                    // the widest window of an access policy
    {78, 1}, {79, 1}, {80, 1}, {83, 1}, {89, 1},                  // priorities, managed memory
    {90, 1}, {91, 1}, {95, 1},                                    // atomics of the host, cooperative launches
    {99, 1}, {115, 1}, {102, 1},                                  // registered host memory, pools, cuMemMap
    {122, 1}, {123, 1},                                           // cuStreamWaitValue64, and its condition NOR
};
// clang-format on

/// Returns what the emulated device does not have is 0.
static int getAttribute(Driver &D, int Number) {
  const unsigned Architecture = D.getArchitecture();
  const MultiprocessorLimits Limits = getMultiprocessorLimits(Architecture);
  switch (Number) {
  case 39:
    return int(Limits.Threads);
  case 81:
    return int(Limits.SharedBytes);
  case 97:
    return int(Limits.getSharedBytesOfBlock());
  case 106:
    return int(Limits.Blocks);
  case 111:
    return int(Limits.ReservedSharedBytes);
  case MaxPersistingL2Bytes: // three quarters
    return Architecture >= 80 ? L2Bytes / 4 * 3 : 0;
  case 16:
    return int(D.With.Options.NumMultiprocessors);
  case 75:
    return int(Architecture / 10);
  case 76:
    return int(Architecture % 10);
  case 120: // clusters, tensor maps
  case 127:
    return Architecture >= 90;
  default: {
    const auto *It = find_if(Attributes, [=](const auto &A) { return A.Number == Number; });
    return It == std::end(Attributes) ? 0 : It->Value;
  }
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
CUDA_API Result cuCtxPushCurrent(Context To) { return cuCtxPushCurrent_v2(To); }
CUDA_API Result cuCtxPopCurrent(Context *To) { return cuCtxPopCurrent_v2(To); }

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
CUDA_API Result cuCtxDestroy(Context Of) { return cuCtxDestroy_v2(Of); }
CUDA_API Result cuCtxGetDevice(int *Device) {
  Call C;
  *Device = 0;
  return C.Error;
}
CUDA_API Result cuCtxSynchronize() {
  Call C;
  C->Overlapping.clear();
  const Result R = C->waitForAll();
  return C ? C.Error : R;
}
CUDA_API Result cuCtxGetStreamPriorityRange(int *Least, int *Greatest) {
  *Least = *Greatest = 0;
  return Success;
}
/// Limits of what the emulator does not lack: a program finds what it has set.
CUDA_API Result cuCtxSetLimit(int Limit, size_t Value) {
  constexpr int PersistingL2 = 6;
  Call C;
  if (C || Limit < 0 || Limit > PersistingL2)
    return C ? C.Error : UnsupportedLimit;
  C->Limits[Limit] = Limit == PersistingL2
                         ? std::min(Value, size_t(getAttribute(*C, MaxPersistingL2Bytes)))
                         : Value;
  return Success;
}
CUDA_API Result cuCtxGetLimit(size_t *Value, int Limit) {
  // Stack, buffer of printf, heap, depth of launches, launches that wait, bytes of a fetch.
  static constexpr size_t Defaults[] = {MaxLocalBytes, 1 << 20, 8 << 20, 2, 2048, 64, 0};
  Call C;
  if (C || Limit < 0 || Limit >= int(std::size(Defaults)))
    return C ? C.Error : UnsupportedLimit;
  const auto Set = C->Limits.find(Limit);
  *Value = Set == C->Limits.end() ? Defaults[Limit] : Set->second;
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
