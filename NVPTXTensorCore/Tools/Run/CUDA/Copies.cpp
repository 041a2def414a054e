//===- Copies.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver API: copies and fills. All are done when the call returns.
//
//===----------------------------------------------------------------------===//

#include "Run/CUDA/Driver.h"
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;

template <class T> static T *at(DevicePointer Address) { return reinterpret_cast<T *>(Address); }

/// Copies between addresses of which some, those with a name, must be on the device.
static Result copy(void *To, const char *ToDevice, const void *From, const char *FromDevice,
                   size_t Bytes) {
  Call C;
  if (C || !Bytes)
    return C.Error;
  Result R = Success;
  if (ToDevice)
    R = C->checkRange(reinterpret_cast<DevicePointer>(To), Bytes, ToDevice);
  if (R == Success && FromDevice)
    R = C->checkRange(reinterpret_cast<DevicePointer>(From), Bytes, FromDevice);
  if (R != Success)
    return R;
  if (!To || !From)
    return InvalidValue;
  std::memmove(To, From, Bytes);
  C->Machine.getMemory().copy(reinterpret_cast<DevicePointer>(To),
                              reinterpret_cast<DevicePointer>(From), Bytes);
  return Success;
}

static constexpr const char *Destination = "the destination of a copy";
static constexpr const char *Source = "the source of a copy";

CUDA_API Result cuMemcpyHtoD_v2(DevicePointer To, const void *From, size_t Bytes) {
  return copy(at<void>(To), Destination, From, nullptr, Bytes);
}
CUDA_API Result cuMemcpyDtoH_v2(void *To, DevicePointer From, size_t Bytes) {
  return copy(To, nullptr, at<void>(From), Source, Bytes);
}
CUDA_API Result cuMemcpyDtoD_v2(DevicePointer To, DevicePointer From, size_t Bytes) {
  return copy(at<void>(To), Destination, at<void>(From), Source, Bytes);
}
CUDA_API Result cuMemcpy(DevicePointer To, DevicePointer From, size_t Bytes) {
  return copy(at<void>(To), nullptr, at<void>(From), nullptr, Bytes);
}
CUDA_API Result cuMemcpyHtoDAsync_v2(DevicePointer To, const void *From, size_t Bytes, Stream) {
  return cuMemcpyHtoD_v2(To, From, Bytes);
}
CUDA_API Result cuMemcpyDtoHAsync_v2(void *To, DevicePointer From, size_t Bytes, Stream) {
  return cuMemcpyDtoH_v2(To, From, Bytes);
}
CUDA_API Result cuMemcpyDtoDAsync_v2(DevicePointer To, DevicePointer From, size_t Bytes, Stream) {
  return cuMemcpyDtoD_v2(To, From, Bytes);
}
CUDA_API Result cuMemcpyAsync(DevicePointer To, DevicePointer From, size_t Bytes, Stream) {
  return cuMemcpy(To, From, Bytes);
}

CUDA_API Result cuMemcpy2D_v2(const Memcpy2D *M) {
  const bool IsFromHost = M->FromType == HostMemory, IsToHost = M->ToType == HostMemory;
  if (M->FromArray || M->ToArray)
    return Call()->refuse(NotSupported, "cuMemcpy2D: arrays are not known");
  const char *From = IsFromHost ? static_cast<const char *>(M->FromHost) : at<char>(M->FromDevice);
  char *To = IsToHost ? static_cast<char *>(M->ToHost) : at<char>(M->ToDevice);
  const bool IsFromDevice = M->FromType == DeviceMemory, IsToDevice = M->ToType == DeviceMemory;
  for (size_t Row = 0; Row != M->Height; ++Row) {
    const Result R =
        copy(To + M->ToX + (M->ToY + Row) * M->ToPitch, IsToDevice ? Destination : nullptr,
             From + M->FromX + (M->FromY + Row) * M->FromPitch, IsFromDevice ? Source : nullptr,
             M->WidthInBytes);
    if (R != Success)
      return R;
  }
  return Success;
}
CUDA_API Result cuMemcpy2DUnaligned_v2(const Memcpy2D *M) { return cuMemcpy2D_v2(M); }
CUDA_API Result cuMemcpy2DAsync_v2(const Memcpy2D *M, Stream) { return cuMemcpy2D_v2(M); }

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

template <class T>
static Result fill(DevicePointer To, size_t Pitch, T Value, size_t Width, size_t Height) {
  Call C;
  if (C)
    return C.Error;
  for (size_t Row = 0; Row != Height && Width; ++Row, To += Pitch) {
    if (Result R = C->checkRange(To, Width * sizeof(T), "what a memset fills"); R != Success)
      return R;
    std::fill_n(at<T>(To), Width, Value);
    C->Machine.getMemory().write(To, Width * sizeof(T));
  }
  return Success;
}

CUDA_API Result cuMemsetD8_v2(DevicePointer To, unsigned char Value, size_t Count) {
  return fill(To, 0, Value, Count, 1);
}
CUDA_API Result cuMemsetD16_v2(DevicePointer To, unsigned short Value, size_t Count) {
  return fill(To, 0, Value, Count, 1);
}
CUDA_API Result cuMemsetD32_v2(DevicePointer To, unsigned Value, size_t Count) {
  return fill(To, 0, Value, Count, 1);
}
CUDA_API Result cuMemsetD8Async(DevicePointer To, unsigned char Value, size_t Count, Stream) {
  return fill(To, 0, Value, Count, 1);
}
CUDA_API Result cuMemsetD16Async(DevicePointer To, unsigned short Value, size_t Count, Stream) {
  return fill(To, 0, Value, Count, 1);
}
CUDA_API Result cuMemsetD32Async(DevicePointer To, unsigned Value, size_t Count, Stream) {
  return fill(To, 0, Value, Count, 1);
}
CUDA_API Result cuMemsetD2D8_v2(DevicePointer To, size_t Pitch, unsigned char Value, size_t Width,
                                size_t Height) {
  return fill(To, Pitch, Value, Width, Height);
}
CUDA_API Result cuMemsetD2D32_v2(DevicePointer To, size_t Pitch, unsigned Value, size_t Width,
                                 size_t Height) {
  return fill(To, Pitch, Value, Width, Height);
}
CUDA_API Result cuMemsetD2D8Async(DevicePointer To, size_t Pitch, unsigned char Value, size_t Width,
                                  size_t Height, Stream) {
  return fill(To, Pitch, Value, Width, Height);
}

CUDA_API Result cuMemAdvise_v2(DevicePointer, size_t, int, void *) { return Success; }
CUDA_API Result cuMemPrefetchAsync_v2(DevicePointer, size_t, void *, unsigned, Stream) {
  return Success;
}

//===----------------------------------------------------------------------===//
// Pools: all allocations are of one
//===----------------------------------------------------------------------===//

CUDA_API Result cuDeviceGetDefaultMemPool(Pool *To, int) {
  Call C(Call::Initialized);
  *To = &C->DefaultPool;
  return C.Error;
}
CUDA_API Result cuDeviceGetMemPool(Pool *To, int Device) {
  return cuDeviceGetDefaultMemPool(To, Device);
}
CUDA_API Result cuDeviceSetMemPool(int, Pool) { return Success; }
CUDA_API Result cuMemPoolCreate(Pool *To, const void *) {
  *To = new PoolObject;
  return Success;
}
CUDA_API Result cuMemPoolDestroy(Pool) { return Success; }
CUDA_API Result cuMemPoolTrimTo(Pool, size_t) { return Success; }
CUDA_API Result cuMemPoolSetAttribute(Pool, int, void *) { return Success; }
CUDA_API Result cuMemPoolSetAccess(Pool, const void *, size_t) { return Success; }
CUDA_API Result cuMemPoolGetAttribute(Pool, int, void *Value) {
  *static_cast<uint64_t *>(Value) = 0;
  return Success;
}
