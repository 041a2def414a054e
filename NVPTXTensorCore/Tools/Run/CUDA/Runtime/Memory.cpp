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

#include "Run/CUDA/Runtime/Runtime.h"

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
CUDA_API int cudaMallocAsync(void **To, size_t Bytes, Stream) { return cudaMalloc(To, Bytes); }
CUDA_API int cudaMallocFromPoolAsync(void **To, size_t Bytes, Pool, Stream) {
  return cudaMalloc(To, Bytes);
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
CUDA_API int cudaFreeAsync(void *Address, Stream) { return cudaFree(Address); }
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

static int copy(void *To, const void *From, size_t Bytes, int Kind) {
  switch (Kind) {
  case HostToHost:
  case AnyToAny:
    return cuMemcpy(at(To), at(From), Bytes);
  case HostToDevice:
    return cuMemcpyHtoD_v2(at(To), From, Bytes);
  case DeviceToHost:
    return cuMemcpyDtoH_v2(To, at(From), Bytes);
  case DeviceToDevice:
    return cuMemcpyDtoD_v2(at(To), at(From), Bytes);
  default:
    return InvalidMemcpyDirection;
  }
}

CUDA_API int cudaMemcpy(void *To, const void *From, size_t Bytes, int Kind) {
  return call([&] { return copy(To, From, Bytes, Kind); });
}
CUDA_API int cudaMemcpyAsync(void *To, const void *From, size_t Bytes, int Kind, Stream) {
  return cudaMemcpy(To, From, Bytes, Kind);
}
CUDA_API int cudaMemcpyPeer(void *To, int, const void *From, int, size_t Bytes) {
  return cudaMemcpy(To, From, Bytes, DeviceToDevice);
}
CUDA_API int cudaMemcpyPeerAsync(void *To, int, const void *From, int, size_t Bytes, Stream) {
  return cudaMemcpy(To, From, Bytes, DeviceToDevice);
}
CUDA_API int cudaMemcpy2D(void *To, size_t ToPitch, const void *From, size_t FromPitch,
                          size_t Width, size_t Height, int Kind) {
  return call([&]() -> int {
    for (size_t Row = 0; Row != Height; ++Row)
      if (const int Error = copy(static_cast<char *>(To) + Row * ToPitch,
                                 static_cast<const char *>(From) + Row * FromPitch, Width, Kind))
        return Error;
    return Success;
  });
}
CUDA_API int cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From, size_t FromPitch,
                               size_t Width, size_t Height, int Kind, Stream) {
  return cudaMemcpy2D(To, ToPitch, From, FromPitch, Width, Height, Kind);
}
CUDA_API int cudaMemset(void *To, int Value, size_t Count) {
  return call([&] { return cuMemsetD8_v2(at(To), (unsigned char)(Value), Count); });
}
CUDA_API int cudaMemsetAsync(void *To, int Value, size_t Count, Stream) {
  return cudaMemset(To, Value, Count);
}
CUDA_API int cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width, size_t Height) {
  return call(
      [&] { return cuMemsetD2D8_v2(at(To), Pitch, (unsigned char)(Value), Width, Height); });
}
CUDA_API int cudaMemset2DAsync(void *To, size_t Pitch, int Value, size_t Width, size_t Height,
                               Stream) {
  return cudaMemset2D(To, Pitch, Value, Width, Height);
}
// What they are told is advice; their parameters differ from version to version.
CUDA_API int cudaMemAdvise() { return Success; }
CUDA_API int cudaMemPrefetchAsync() { return Success; }

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Calls a function with the address of so many bytes of a variable.
template <class F>
static int callWithVariable(const void *Symbol, size_t Offset, size_t Bytes, F Function) {
  return call([&]() -> int {
    DevicePointer Address;
    size_t Size;
    if (const int Error = Runtime::get().getVariable(Symbol, Address, Size))
      return Error;
    if (Offset > Size || Bytes > Size - Offset)
      return InvalidValue;
    return Function(reinterpret_cast<char *>(Address) + Offset, Size);
  });
}

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
CUDA_API int cudaMemcpyToSymbol(const void *Symbol, const void *From, size_t Bytes, size_t Offset,
                                int Kind) {
  return callWithVariable(Symbol, Offset, Bytes,
                          [&](char *Address, size_t) { return copy(Address, From, Bytes, Kind); });
}
CUDA_API int cudaMemcpyFromSymbol(void *To, const void *Symbol, size_t Bytes, size_t Offset,
                                  int Kind) {
  return callWithVariable(Symbol, Offset, Bytes,
                          [&](char *Address, size_t) { return copy(To, Address, Bytes, Kind); });
}
CUDA_API int cudaMemcpyToSymbolAsync(const void *Symbol, const void *From, size_t Bytes,
                                     size_t Offset, int Kind, Stream) {
  return cudaMemcpyToSymbol(Symbol, From, Bytes, Offset, Kind);
}
CUDA_API int cudaMemcpyFromSymbolAsync(void *To, const void *Symbol, size_t Bytes, size_t Offset,
                                       int Kind, Stream) {
  return cudaMemcpyFromSymbol(To, Symbol, Bytes, Offset, Kind);
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
