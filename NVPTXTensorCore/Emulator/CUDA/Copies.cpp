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

#include "Emulator/CUDA/Graphs.h"
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;

template <class T> static T *at(DevicePointer Address) { return reinterpret_cast<T *>(Address); }

void Driver::checkCopied(DevicePointer From, DevicePointer To, size_t Bytes) {
  const emulator::Allocation *A = Machine.getMemory().find(From);
  const emulator::Allocation *Target = Machine.getMemory().find(To);
  // Kernels note what they write only for the first of the two checks.
  const bool IsKnown = With.Options.Levels[unsigned(emulator::Check::UninitializedGlobal)] !=
                       emulator::Severity::Off;
  if (!A || !A->Written || (Target && Target->Written) || !IsKnown)
    return;
  const uint64_t Offset = From - A->Address;
  if (A->Written->contains(Offset, Bytes))
    return;
  const bool HasSome = A->Written->containsAny(Offset, Bytes);
  const emulator::Check Kind =
      HasSome ? emulator::Check::UninitializedCopy : emulator::Check::UninitializedGlobal;
  if (!Known.insert((emulator::getCheckInfo(Kind).Name + A->What).str()).second)
    return;
  uint64_t First = Offset;
  while (A->Written->contains(First, 1))
    ++First;
  report(Kind, "a copy of " + Twine(Bytes) + " bytes to the host, " +
                   (HasSome ? "some of which are uninitialized" : "which are uninitialized") +
                   ": from byte " + Twine(First) + " of " + A->What +
                   " on; missing: a kernel, copy or memset that writes them before it");
}

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
  // The host may use other memory again as soon as the call returns.
  const auto Note = [&](const void *Begin, bool IsWrite) {
    const auto Address = reinterpret_cast<DevicePointer>(Begin);
    if (C->Machine.getMemory().find(Address))
      C->Order.access(Address, Bytes, IsWrite, "a copy", IsWrite ? "writes" : "reads");
  };
  Note(From, /*IsWrite=*/false);
  Note(To, /*IsWrite=*/true);
  C->checkCopied(reinterpret_cast<DevicePointer>(From), reinterpret_cast<DevicePointer>(To), Bytes);
  std::memmove(To, From, Bytes);
  C->Machine.getMemory().copy(reinterpret_cast<DevicePointer>(To),
                              reinterpret_cast<DevicePointer>(From), Bytes);
  return Success;
}

static constexpr const char *Destination = "the destination of a copy";
static constexpr const char *Source = "the source of a copy";

/// A copy in the default stream, which the host waits for.
static Result copyNow(void *To, const char *ToDevice, const void *From, const char *FromDevice,
                      size_t Bytes) {
  Call C;
  const Result R = C->work(nullptr, [&] { return copy(To, ToDevice, From, FromDevice, Bytes); });
  C->Order.wait(C->getClock(nullptr));
  return R;
}
CUDA_API Result cuMemcpyHtoD_v2(DevicePointer To, const void *From, size_t Bytes) {
  return copyNow(at<void>(To), Destination, From, nullptr, Bytes);
}
CUDA_API Result cuMemcpyDtoH_v2(void *To, DevicePointer From, size_t Bytes) {
  return copyNow(To, nullptr, at<void>(From), Source, Bytes);
}
CUDA_API Result cuMemcpyDtoD_v2(DevicePointer To, DevicePointer From, size_t Bytes) {
  return copyNow(at<void>(To), Destination, at<void>(From), Source, Bytes);
}
CUDA_API Result cuMemcpy(DevicePointer To, DevicePointer From, size_t Bytes) {
  return copyNow(at<void>(To), nullptr, at<void>(From), nullptr, Bytes);
}

static Result copyIn(Stream S, MemoryType ToType, DevicePointer To, MemoryType FromType,
                     DevicePointer From, size_t Bytes) {
  Call C;
  return C ? C.Error : submit(*C, S, makeCopy(ToType, To, FromType, From, Bytes));
}
CUDA_API Result cuMemcpyHtoDAsync_v2(DevicePointer To, const void *From, size_t Bytes, Stream S) {
  return copyIn(S, DeviceMemory, To, HostMemory, reinterpret_cast<DevicePointer>(From), Bytes);
}
CUDA_API Result cuMemcpyDtoHAsync_v2(void *To, DevicePointer From, size_t Bytes, Stream S) {
  return copyIn(S, HostMemory, reinterpret_cast<DevicePointer>(To), DeviceMemory, From, Bytes);
}
CUDA_API Result cuMemcpyDtoDAsync_v2(DevicePointer To, DevicePointer From, size_t Bytes, Stream S) {
  return copyIn(S, DeviceMemory, To, DeviceMemory, From, Bytes);
}
CUDA_API Result cuMemcpyAsync(DevicePointer To, DevicePointer From, size_t Bytes, Stream S) {
  return copyIn(S, UnifiedMemory, To, UnifiedMemory, From, Bytes);
}
CUDA_API Result cuMemcpyPeer(DevicePointer To, Context, DevicePointer From, Context, size_t Bytes) {
  return cuMemcpyDtoD_v2(To, From, Bytes);
}
CUDA_API Result cuMemcpyPeerAsync(DevicePointer To, Context, DevicePointer From, Context,
                                  size_t Bytes, Stream S) {
  return cuMemcpyDtoDAsync_v2(To, From, Bytes, S);
}

CUDA_API Result cuMemcpyBatchAsync_v2(DevicePointer *To, DevicePointer *From, size_t *Bytes,
                                      size_t Count, const void *, size_t *, size_t, Stream S) {
  for (size_t I = 0; I != Count; ++I)
    if (const Result R = cuMemcpyAsync(To[I], From[I], Bytes[I], S); R != Success)
      return R;
  return Success;
}
CUDA_API Result cuMemcpyBatchAsync(DevicePointer *To, DevicePointer *From, size_t *Bytes,
                                   size_t Count, const void *Attributes, size_t *Indices,
                                   size_t NumAttributes, size_t *Failed, Stream S) {
  if (Failed)
    *Failed = SIZE_MAX;
  return cuMemcpyBatchAsync_v2(To, From, Bytes, Count, Attributes, Indices, NumAttributes, S);
}

/// The address of one side of a copy.
static char *getBegin(unsigned Type, const void *Host, DevicePointer Device, size_t X, size_t Y,
                      size_t Z, size_t Pitch, size_t Height) {
  char *Base =
      Type == HostMemory ? static_cast<char *>(const_cast<void *>(Host)) : at<char>(Device);
  return Base + X + (Y + Z * Height) * Pitch;
}

Result Driver::copy(const Memcpy3D &Given) {
  Memcpy3D M = Given;
  resolveArrays(M);
  const char *From = getBegin(M.FromType, M.FromHost, M.FromDevice, M.FromX, M.FromY, M.FromZ,
                              M.FromPitch, M.FromHeight);
  char *To = getBegin(M.ToType, M.ToHost, M.ToDevice, M.ToX, M.ToY, M.ToZ, M.ToPitch, M.ToHeight);
  for (size_t Slice = 0; Slice != M.Depth; ++Slice)
    for (size_t Row = 0; Row != M.Height; ++Row) {
      const Result R = ::copy(To + (Slice * M.ToHeight + Row) * M.ToPitch,
                              M.ToType == DeviceMemory ? Destination : nullptr,
                              From + (Slice * M.FromHeight + Row) * M.FromPitch,
                              M.FromType == DeviceMemory ? Source : nullptr, M.WidthInBytes);
      if (R != Success)
        return R;
    }
  return Success;
}

static Result submitCopy(Stream S, const Memcpy3D &M) {
  Call C;
  if (C)
    return C.Error;
  Work W;
  W.Type = NodeType::Memcpy;
  W.Copy = M;
  return submit(*C, S, std::move(W));
}
static Memcpy3D convert(const Memcpy2D &M) {
  Memcpy3D R = {};
  R.FromX = M.FromX;
  R.FromY = M.FromY;
  R.FromType = M.FromType;
  R.FromHost = M.FromHost;
  R.FromDevice = M.FromDevice;
  R.FromArray = M.FromArray;
  R.FromPitch = M.FromPitch;
  R.ToX = M.ToX;
  R.ToY = M.ToY;
  R.ToType = M.ToType;
  R.ToHost = M.ToHost;
  R.ToDevice = M.ToDevice;
  R.ToArray = M.ToArray;
  R.ToPitch = M.ToPitch;
  R.WidthInBytes = M.WidthInBytes;
  R.Height = M.Height;
  R.Depth = 1;
  return R;
}
CUDA_API Result cuMemcpy2D_v2(const Memcpy2D *M) { return submitCopy(nullptr, convert(*M)); }
CUDA_API Result cuMemcpy2DUnaligned_v2(const Memcpy2D *M) { return cuMemcpy2D_v2(M); }
CUDA_API Result cuMemcpy2DAsync_v2(const Memcpy2D *M, Stream S) {
  return submitCopy(S, convert(*M));
}
CUDA_API Result cuMemcpy3D_v2(const Memcpy3D *M) { return submitCopy(nullptr, *M); }
CUDA_API Result cuMemcpy3DAsync_v2(const Memcpy3D *M, Stream S) { return submitCopy(S, *M); }

/// A copy between arrays of one dimension, or one of them and memory.
static Result copyRow(Stream S, Array To, size_t ToOffset, MemoryType ToType, const void *ToAddress,
                      Array From, size_t FromOffset, MemoryType FromType, const void *FromAddress,
                      size_t Bytes) {
  Work W = makeCopy(ToType, reinterpret_cast<DevicePointer>(ToAddress), FromType,
                    reinterpret_cast<DevicePointer>(FromAddress), Bytes);
  W.Copy.ToArray = To;
  W.Copy.ToX = ToOffset;
  W.Copy.FromArray = From;
  W.Copy.FromX = FromOffset;
  return submitCopy(S, W.Copy);
}
CUDA_API Result cuMemcpyHtoAAsync_v2(Array To, size_t Offset, const void *From, size_t Bytes,
                                     Stream S) {
  return copyRow(S, To, Offset, ArrayMemory, nullptr, nullptr, 0, HostMemory, From, Bytes);
}
CUDA_API Result cuMemcpyHtoA_v2(Array To, size_t Offset, const void *From, size_t Bytes) {
  return cuMemcpyHtoAAsync_v2(To, Offset, From, Bytes, nullptr);
}
CUDA_API Result cuMemcpyAtoHAsync_v2(void *To, Array From, size_t Offset, size_t Bytes, Stream S) {
  return copyRow(S, nullptr, 0, HostMemory, To, From, Offset, ArrayMemory, nullptr, Bytes);
}
CUDA_API Result cuMemcpyAtoH_v2(void *To, Array From, size_t Offset, size_t Bytes) {
  return cuMemcpyAtoHAsync_v2(To, From, Offset, Bytes, nullptr);
}
CUDA_API Result cuMemcpyDtoA_v2(Array To, size_t Offset, DevicePointer From, size_t Bytes) {
  return copyRow(nullptr, To, Offset, ArrayMemory, nullptr, nullptr, 0, DeviceMemory,
                 at<void>(From), Bytes);
}
CUDA_API Result cuMemcpyAtoD_v2(DevicePointer To, Array From, size_t Offset, size_t Bytes) {
  return copyRow(nullptr, nullptr, 0, DeviceMemory, at<void>(To), From, Offset, ArrayMemory,
                 nullptr, Bytes);
}
CUDA_API Result cuMemcpyAtoA_v2(Array To, size_t ToOffset, Array From, size_t FromOffset,
                                size_t Bytes) {
  return copyRow(nullptr, To, ToOffset, ArrayMemory, nullptr, From, FromOffset, ArrayMemory,
                 nullptr, Bytes);
}

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

template <class T> static void fillRow(DevicePointer To, unsigned Value, size_t Width) {
  std::fill_n(at<T>(To), Width, T(Value));
}

Result Driver::fill(const MemsetParameters &M) {
  DevicePointer To = M.To;
  const uint64_t Bytes = uint64_t(M.Width) * M.Height * M.ElementBytes;
  if (Bytes > emulator::getHostMemorySize())
    return refuse(OutOfMemory, "a memset of " + Twine(Bytes) +
                                   " bytes, which are more than the host has of memory");
  for (size_t Row = 0; Row != M.Height && M.Width; ++Row, To += M.Pitch) {
    if (Result R = checkRange(To, M.Width * M.ElementBytes, "what a memset fills"); R != Success)
      return R;
    if (M.ElementBytes == 1)
      fillRow<uint8_t>(To, M.Value, M.Width);
    else if (M.ElementBytes == 2)
      fillRow<uint16_t>(To, M.Value, M.Width);
    else
      fillRow<uint32_t>(To, M.Value, M.Width);
    Order.access(To, M.Width * M.ElementBytes, /*IsWrite=*/true, "a memset", "writes");
    Machine.getMemory().write(To, M.Width * M.ElementBytes);
  }
  return Success;
}

static Result fill(Stream S, DevicePointer To, size_t Pitch, unsigned Value, unsigned ElementBytes,
                   size_t Width, size_t Height) {
  Call C;
  if (C)
    return C.Error;
  Work W;
  W.Type = NodeType::Memset;
  W.Fill = {To, Pitch, Value, ElementBytes, Width, Height};
  return submit(*C, S, std::move(W));
}

CUDA_API Result cuMemsetD8_v2(DevicePointer To, unsigned char Value, size_t Count) {
  return fill(nullptr, To, 0, Value, 1, Count, 1);
}
CUDA_API Result cuMemsetD8Async(DevicePointer To, unsigned char Value, size_t Count, Stream S) {
  return fill(S, To, 0, Value, 1, Count, 1);
}
CUDA_API Result cuMemsetD2D8_v2(DevicePointer To, size_t Pitch, unsigned char Value, size_t Width,
                                size_t Height) {
  return fill(nullptr, To, Pitch, Value, 1, Width, Height);
}
CUDA_API Result cuMemsetD2D8Async(DevicePointer To, size_t Pitch, unsigned char Value, size_t Width,
                                  size_t Height, Stream S) {
  return fill(S, To, Pitch, Value, 1, Width, Height);
}
CUDA_API Result cuMemsetD16_v2(DevicePointer To, unsigned short Value, size_t Count) {
  return fill(nullptr, To, 0, Value, 2, Count, 1);
}
CUDA_API Result cuMemsetD16Async(DevicePointer To, unsigned short Value, size_t Count, Stream S) {
  return fill(S, To, 0, Value, 2, Count, 1);
}
CUDA_API Result cuMemsetD2D16_v2(DevicePointer To, size_t Pitch, unsigned short Value, size_t Width,
                                 size_t Height) {
  return fill(nullptr, To, Pitch, Value, 2, Width, Height);
}
CUDA_API Result cuMemsetD2D16Async(DevicePointer To, size_t Pitch, unsigned short Value,
                                   size_t Width, size_t Height, Stream S) {
  return fill(S, To, Pitch, Value, 2, Width, Height);
}
CUDA_API Result cuMemsetD32_v2(DevicePointer To, unsigned Value, size_t Count) {
  return fill(nullptr, To, 0, Value, 4, Count, 1);
}
CUDA_API Result cuMemsetD32Async(DevicePointer To, unsigned Value, size_t Count, Stream S) {
  return fill(S, To, 0, Value, 4, Count, 1);
}
CUDA_API Result cuMemsetD2D32_v2(DevicePointer To, size_t Pitch, unsigned Value, size_t Width,
                                 size_t Height) {
  return fill(nullptr, To, Pitch, Value, 4, Width, Height);
}
CUDA_API Result cuMemsetD2D32Async(DevicePointer To, size_t Pitch, unsigned Value, size_t Width,
                                   size_t Height, Stream S) {
  return fill(S, To, Pitch, Value, 4, Width, Height);
}

CUDA_API Result cuMemAdvise_v2(DevicePointer, size_t, int, void *) { return Success; }
CUDA_API Result cuMemPrefetchAsync_v2(DevicePointer, size_t, void *, unsigned, Stream) {
  return Success;
}
CUDA_API Result cuMemPrefetchBatchAsync(DevicePointer *, size_t *, size_t, void *, size_t *, size_t,
                                        uint64_t, Stream) {
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
CUDA_API Result cuMemGetDefaultMemPool(Pool *To, const void *, int) {
  return cuDeviceGetDefaultMemPool(To, 0);
}
CUDA_API Result cuMemGetMemPool(Pool *To, const void *, int) {
  return cuDeviceGetDefaultMemPool(To, 0);
}
CUDA_API Result cuMemSetMemPool(const void *, int, Pool) { return Success; }
CUDA_API Result cuMemPoolGetAccess(int *Flags, Pool, const void *) {
  constexpr int IsReadAndWritten = 3;
  *Flags = IsReadAndWritten;
  return Success;
}
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
