//===- Memory.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime API: memory and symbols.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Runtime/Copies.h"

using namespace llvm::tensorcore::cuda;

static DevicePointer at(const void *Address) { return reinterpret_cast<DevicePointer>(Address); }
static DevicePointer *at(void **To) { return reinterpret_cast<DevicePointer *>(To); }

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

/// The runtime's functions allocate 0 bytes, the driver's do not.
template <class F> static int allocate(void **To, size_t Bytes, F Function) {
  return call([&] {
    *To = nullptr;
    return Bytes ? Function() : Success;
  });
}

CUDA_API int cudaMalloc(void **To, size_t Bytes) {
  return allocate(To, Bytes, [&] { return cuMemAlloc_v2(at(To), Bytes); });
}
CUDA_API int cudaMallocAsync(void **To, size_t Bytes, Stream S) {
  return allocate(To, Bytes, [&] { return cuMemAllocAsync(at(To), Bytes, S); });
}
CUDA_API int cudaMemGetDefaultMemPool(Pool *To, const void *, int) {
  return call([&] { return cuDeviceGetDefaultMemPool(To, 0); });
}
CUDA_API int cudaMemGetMemPool(Pool *To, const void *Where, int Type) {
  return cudaMemGetDefaultMemPool(To, Where, Type);
}
CUDA_API int cudaMemSetMemPool(const void *, int, Pool) { return Success; }
CUDA_API int cudaMemPoolGetAccess(int *Flags, Pool Of, const void *Where) {
  return call([&] { return cuMemPoolGetAccess(Flags, Of, Where); });
}
CUDA_API int cudaMallocFromPoolAsync(void **To, size_t Bytes, Pool, Stream S) {
  return cudaMallocAsync(To, Bytes, S);
}
CUDA_API int cudaMallocPitch(void **To, size_t *Pitch, size_t Width, size_t Height) {
  return allocate(To, Width * Height,
                  [&] { return cuMemAllocPitch_v2(at(To), Pitch, Width, Height, 4); });
}
CUDA_API int cudaMallocManaged(void **To, size_t Bytes, unsigned Flags) {
  return allocate(To, Bytes, [&] { return cuMemAllocManaged(at(To), Bytes, Flags); });
}
CUDA_API int cudaHostAlloc(void **To, size_t Bytes, unsigned Flags) {
  return allocate(To, Bytes, [&] { return cuMemHostAlloc(To, Bytes, Flags); });
}
CUDA_API int cudaMallocHost(void **To, size_t Bytes) { return cudaHostAlloc(To, Bytes, 0); }
CUDA_API int cudaFree(void *Address) {
  return call([&] { return cuMemFree_v2(at(Address)); });
}
CUDA_API int cudaFreeAsync(void *Address, Stream S) {
  return call([&] { return cuMemFreeAsync(at(Address), S); });
}
CUDA_API int cudaMalloc3D(PitchedPointer *To, Extent Size) {
  size_t Pitch = 0;
  const int Error = cudaMallocPitch(&To->Address, &Pitch, Size.Width, Size.Height * Size.Depth);
  To->Pitch = Pitch;
  To->Width = Size.Width;
  To->Height = Size.Height;
  return Error;
}
CUDA_API int cudaFreeHost(void *Address) {
  return call([&] { return cuMemFreeHost(Address); });
}
CUDA_API int cudaHostRegister(void *Address, size_t Bytes, unsigned Flags) {
  return call([&] { return cuMemHostRegister_v2(Address, Bytes, Flags); });
}
CUDA_API int cudaHostUnregister(void *Address) {
  return call([&] { return cuMemHostUnregister(Address); });
}
CUDA_API int cudaHostGetDevicePointer(void **To, void *Address, unsigned Flags) {
  return call([&] { return cuMemHostGetDevicePointer_v2(at(To), Address, Flags); });
}
CUDA_API int cudaHostGetFlags(unsigned *Flags, void *) {
  *Flags = 0;
  return Success;
}
CUDA_API int cudaMemGetInfo(size_t *Free, size_t *Total) {
  return call([&] { return cuMemGetInfo_v2(Free, Total); });
}
CUDA_API int cudaPointerGetAttributes(RuntimePointerAttributes *To, const void *Address) {
  return call([&] {
    *To = {};
    To->Device = 0;
    unsigned Type, IsManaged;
    if (cuPointerGetAttribute(&Type, PointerMemoryType, at(Address)) != Success) {
      To->HostPointer = const_cast<void *>(Address);
      return Success; // memory that is not CUDA's
    }
    cuPointerGetAttribute(&IsManaged, PointerIsManaged, at(Address));
    constexpr int ManagedType = 3;
    To->Type = IsManaged ? ManagedType : int(Type);
    To->DevicePointer = const_cast<void *>(Address);
    To->HostPointer = Type == HostMemory || IsManaged ? To->DevicePointer : nullptr;
    return Success;
  });
}

//===----------------------------------------------------------------------===//
// Copies and fills
//===----------------------------------------------------------------------===//

/// Sets the driver's types of memory for a kind of copy. Memory of any kind is not checked.
static void setTypes(Memcpy3D &M, int Kind) {
  M.FromType = Kind == HostToDevice                             ? HostMemory
               : Kind == DeviceToHost || Kind == DeviceToDevice ? DeviceMemory
                                                                : UnifiedMemory;
  M.ToType = Kind == DeviceToHost                             ? HostMemory
             : Kind == HostToDevice || Kind == DeviceToDevice ? DeviceMemory
                                                              : UnifiedMemory;
}

static void setAddresses(Memcpy3D &M, void *To, const void *From) {
  M.FromHost = From;
  M.FromDevice = at(From);
  M.ToHost = To;
  M.ToDevice = at(To);
}

Memcpy3D llvm::tensorcore::cuda::describeCopy(void *To, size_t ToPitch, const void *From,
                                              size_t FromPitch, size_t Width, size_t Height,
                                              int Kind) {
  Memcpy3D M = {};
  setTypes(M, Kind);
  setAddresses(M, To, From);
  M.FromPitch = FromPitch;
  M.ToPitch = ToPitch;
  M.WidthInBytes = Width;
  M.Height = Height;
  M.Depth = 1;
  return M;
}

Memcpy3D llvm::tensorcore::cuda::convert(const RuntimeMemcpy3D &P) {
  Memcpy3D M = {};
  setTypes(M, P.Kind);
  setAddresses(M, P.To.Address, P.From.Address);
  M.FromX = P.FromPosition.Width;
  M.FromY = P.FromPosition.Height;
  M.FromZ = P.FromPosition.Depth;
  M.FromArray = P.FromArray;
  M.FromPitch = P.From.Pitch;
  M.FromHeight = P.From.Height;
  M.ToX = P.ToPosition.Width;
  M.ToY = P.ToPosition.Height;
  M.ToZ = P.ToPosition.Depth;
  M.ToArray = P.ToArray;
  M.ToPitch = P.To.Pitch;
  M.ToHeight = P.To.Height;
  M.WidthInBytes = P.Size.Width;
  M.Height = P.Size.Height;
  M.Depth = P.Size.Depth;
  // Where there is an array, widths are those of its elements.
  if (void *Any = P.FromArray ? P.FromArray : P.ToArray) {
    ArrayDescription D;
    cuArray3DGetDescriptor_v2(&D, static_cast<Array>(Any));
    constexpr int Bytes[] = {0, 1, 2, 4, 0, 0, 0, 0, 1, 2, 4};
    const size_t Texel = size_t(D.Format < 0x10    ? Bytes[D.Format]
                                : D.Format == 0x10 ? 2
                                                   : 4) *
                         D.NumChannels;
    M.WidthInBytes *= Texel;
    M.FromX *= P.FromArray ? Texel : 1;
    M.ToX *= P.ToArray ? Texel : 1;
  }
  return M;
}

RuntimeMemcpy3D llvm::tensorcore::cuda::convert(const Memcpy3D &M) {
  RuntimeMemcpy3D P = {};
  P.FromPosition = {M.FromX, M.FromY, M.FromZ};
  P.From = {const_cast<void *>(M.FromHost), M.FromPitch, M.WidthInBytes, M.FromHeight};
  P.ToPosition = {M.ToX, M.ToY, M.ToZ};
  P.To = {M.ToHost, M.ToPitch, M.WidthInBytes, M.ToHeight};
  P.Size = {M.WidthInBytes, M.Height, M.Depth};
  P.Kind = M.FromType == HostMemory     ? HostToDevice
           : M.ToType == HostMemory     ? DeviceToHost
           : M.FromType == DeviceMemory ? DeviceToDevice
                                        : AnyToAny;
  return P;
}

static int copy(void *To, const void *From, size_t Bytes, int Kind, Stream S) {
  if (Kind < HostToHost || Kind > AnyToAny)
    return InvalidMemcpyDirection;
  const Memcpy3D M = describeCopy(To, 0, From, 0, Bytes, 1, Kind);
  return cuMemcpy3DAsync_v2(&M, S);
}

CUDA_API int cudaMemcpyAsync(void *To, const void *From, size_t Bytes, int Kind, Stream S) {
  return call([&] { return copy(To, From, Bytes, Kind, S); });
}
CUDA_API int cudaMemcpy(void *To, const void *From, size_t Bytes, int Kind) {
  return cudaMemcpyAsync(To, From, Bytes, Kind, nullptr);
}
CUDA_API int cudaMemcpyPeerAsync(void *To, int, const void *From, int, size_t Bytes, Stream S) {
  return cudaMemcpyAsync(To, From, Bytes, DeviceToDevice, S);
}
CUDA_API int cudaMemcpyPeer(void *To, int, const void *From, int, size_t Bytes) {
  return cudaMemcpy(To, From, Bytes, DeviceToDevice);
}
CUDA_API int cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From, size_t FromPitch,
                               size_t Width, size_t Height, int Kind, Stream S) {
  const Memcpy3D M = describeCopy(To, ToPitch, From, FromPitch, Width, Height, Kind);
  return call([&] { return cuMemcpy3DAsync_v2(&M, S); });
}
CUDA_API int cudaMemcpy2D(void *To, size_t ToPitch, const void *From, size_t FromPitch,
                          size_t Width, size_t Height, int Kind) {
  return cudaMemcpy2DAsync(To, ToPitch, From, FromPitch, Width, Height, Kind, nullptr);
}
CUDA_API int cudaMemcpy3DAsync(const RuntimeMemcpy3D *P, Stream S) {
  const Memcpy3D M = convert(*P);
  return call([&] { return cuMemcpy3DAsync_v2(&M, S); });
}
CUDA_API int cudaMemcpy3D(const RuntimeMemcpy3D *P) { return cudaMemcpy3DAsync(P, nullptr); }
CUDA_API int cudaMemcpy3DPeerAsync(const RuntimeMemcpy3DPeer *P, Stream S) {
  const RuntimeMemcpy3D OfOne = {P->FromArray,  P->FromPosition, P->From, P->ToArray,
                                 P->ToPosition, P->To,           P->Size, AnyToAny};
  return cudaMemcpy3DAsync(&OfOne, S);
}
CUDA_API int cudaMemcpy3DPeer(const RuntimeMemcpy3DPeer *P) {
  return cudaMemcpy3DPeerAsync(P, nullptr);
}
static int copyAll(void *const *To, const void *const *From, const size_t *Bytes, size_t Count,
                   Stream S) {
  return call([&] {
    for (size_t I = 0; I != Count; ++I)
      if (const Result R = cuMemcpyAsync(at(To[I]), at(From[I]), Bytes[I], S); R != Success)
        return R;
    return Success;
  });
}
#if RUNTIME_VERSION >= 13
CUDA_API int cudaMemcpyBatchAsync(void *const *To, const void *const *From, const size_t *Bytes,
                                  size_t Count, const void *, size_t *, size_t, Stream S) {
  return copyAll(To, From, Bytes, Count, S);
}
#else
CUDA_API int cudaMemcpyBatchAsync(void *const *To, const void *const *From, const size_t *Bytes,
                                  size_t Count, const void *, size_t *, size_t, size_t *Failed,
                                  Stream S) {
  if (Failed)
    *Failed = SIZE_MAX;
  return copyAll(To, From, Bytes, Count, S);
}
#endif
CUDA_API int cudaMemset2DAsync(void *To, size_t Pitch, int Value, size_t Width, size_t Height,
                               Stream S) {
  return call(
      [&] { return cuMemsetD2D8Async(at(To), Pitch, (unsigned char)(Value), Width, Height, S); });
}
CUDA_API int cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width, size_t Height) {
  return cudaMemset2DAsync(To, Pitch, Value, Width, Height, nullptr);
}
CUDA_API int cudaMemsetAsync(void *To, int Value, size_t Count, Stream S) {
  return cudaMemset2DAsync(To, 0, Value, Count, 1, S);
}
CUDA_API int cudaMemset(void *To, int Value, size_t Count) {
  return cudaMemsetAsync(To, Value, Count, nullptr);
}
CUDA_API int cudaMemset3DAsync(PitchedPointer To, int Value, Extent Size, Stream S) {
  for (size_t Slice = 0; Slice != Size.Depth; ++Slice)
    if (const int Error =
            cudaMemset2DAsync(static_cast<char *>(To.Address) + Slice * To.Height * To.Pitch,
                              To.Pitch, Value, Size.Width, Size.Height, S))
      return Error;
  return Success;
}
CUDA_API int cudaMemset3D(PitchedPointer To, int Value, Extent Size) {
  return cudaMemset3DAsync(To, Value, Size, nullptr);
}
// Their arguments are advice, and the parameters differ from version to version.
CUDA_API int cudaMemAdvise() { return Success; }
CUDA_API int cudaMemPrefetchAsync() { return Success; }
CUDA_API int cudaMemPrefetchBatchAsync() { return Success; }

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

CUDA_API int cudaGetSymbolAddress(void **To, const void *Symbol) {
  return callWithVariable(Symbol, 0, 0, [&](char *Address, size_t) {
    *To = Address;
    return Success;
  });
}
CUDA_API int cudaGetSymbolSize(size_t *Bytes, const void *Symbol) {
  return callWithVariable(Symbol, 0, 0, [&](char *, size_t Size) {
    *Bytes = Size;
    return Success;
  });
}
CUDA_API int cudaMemcpyToSymbolAsync(const void *Symbol, const void *From, size_t Bytes,
                                     size_t Offset, int Kind, Stream S) {
  return callWithVariable(Symbol, Offset, Bytes, [&](char *Address, size_t) {
    return copy(Address, From, Bytes, Kind, S);
  });
}
CUDA_API int cudaMemcpyToSymbol(const void *Symbol, const void *From, size_t Bytes, size_t Offset,
                                int Kind) {
  return cudaMemcpyToSymbolAsync(Symbol, From, Bytes, Offset, Kind, nullptr);
}
CUDA_API int cudaMemcpyFromSymbolAsync(void *To, const void *Symbol, size_t Bytes, size_t Offset,
                                       int Kind, Stream S) {
  return callWithVariable(Symbol, Offset, Bytes,
                          [&](char *Address, size_t) { return copy(To, Address, Bytes, Kind, S); });
}
CUDA_API int cudaMemcpyFromSymbol(void *To, const void *Symbol, size_t Bytes, size_t Offset,
                                  int Kind) {
  return cudaMemcpyFromSymbolAsync(To, Symbol, Bytes, Offset, Kind, nullptr);
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

CUDA_API int cudaDeviceGetDefaultMemPool(Pool *To, int Device) {
  return call([&] { return cuDeviceGetDefaultMemPool(To, Device); });
}
CUDA_API int cudaDeviceGetMemPool(Pool *To, int Device) {
  return cudaDeviceGetDefaultMemPool(To, Device);
}
CUDA_API int cudaDeviceSetMemPool(int, Pool) { return Success; }
CUDA_API int cudaMemPoolCreate(Pool *To, const void *) {
  return cudaDeviceGetDefaultMemPool(To, 0);
}
CUDA_API int cudaMemPoolDestroy(Pool) { return Success; }
CUDA_API int cudaMemPoolTrimTo(Pool, size_t) { return Success; }
CUDA_API int cudaMemPoolSetAttribute(Pool, int, void *) { return Success; }
CUDA_API int cudaMemPoolSetAccess(Pool, const void *, size_t) { return Success; }
CUDA_API int cudaMemPoolGetAttribute(Pool, int, void *Value) {
  *static_cast<uint64_t *>(Value) = 0;
  return Success;
}
