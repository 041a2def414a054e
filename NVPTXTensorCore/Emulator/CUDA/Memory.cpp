//===- Memory.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver API: memory. Allocations of the device, of the host and managed ones are alike: all
// have addresses that host and kernels use.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Graphs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using emulator::Allocation;

template <class T> static T *at(DevicePointer Address) { return reinterpret_cast<T *>(Address); }

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

static Result allocate(DevicePointer *To, size_t Bytes, const char *What,
                       std::set<DevicePointer> Driver::*Kind = nullptr, bool WaitsForAll = true) {
  Call C;
  if (C)
    return C.Error;
  // CUDA Programming Guide, "Implicit Synchronization".
  if (WaitsForAll)
    C->Order.waitForAll();
  if (!Bytes || !To)
    return InvalidValue;
  const DevicePointer Address = C->Machine.getMemory().allocate(
      Bytes, 256, std::string(What) + " " + utostr(++C->NumAllocations));
  if (!Address)
    return OutOfMemory;
  *To = Address;
  if (Kind)
    ((*C).*Kind).insert(Address);
  else // What the host reaches, it may write at any time.
    C->Machine.getMemory().watchWrites(Address);
  return Success;
}

/// Needs no current context, as on GPUs: numba frees its memory after it has left all contexts.
static Result free(DevicePointer Address, const char *What, bool WaitsForAll = true) {
  Call C(Call::Initialized);
  if (C)
    return C.Error;
  if (Result R = WaitsForAll ? C->waitForAll() : Success; R != Success)
    return R;
  if (!Address || C->OfGraphs.count(Address)) // which stays where it is for the next launch
    return Success;
  C->Managed.erase(Address);
  C->OfHost.erase(Address);
  if (C->Machine.getMemory().free(Address))
    return Success;
  return C->complain(InvalidValue, Twine(What) + ": no allocation begins at 0x" +
                                       utohexstr(Address, true) + "; it may be freed already");
}

CUDA_API Result cuMemAlloc_v2(DevicePointer *To, size_t Bytes) {
  return allocate(To, Bytes, "allocation");
}
CUDA_API Result cuMemAllocPitch_v2(DevicePointer *To, size_t *Pitch, size_t Width, size_t Height,
                                   unsigned) {
  constexpr size_t Multiple = 512;
  *Pitch = (Width + Multiple - 1) / Multiple * Multiple;
  return allocate(To, *Pitch * Height, "allocation");
}
/// Makes memory zero, without touching whole pages.
static void clear(DevicePointer Address, size_t Bytes) {
  const auto PageBytes = uint64_t(sysconf(_SC_PAGESIZE));
  const uint64_t End = Address + Bytes;
  uint64_t First = alignTo(Address, PageBytes), Last = alignDown(End, PageBytes);
  constexpr int Flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  if (First >= Last || mmap(reinterpret_cast<void *>(First), Last - First, PROT_READ | PROT_WRITE,
                            Flags, -1, 0) == MAP_FAILED)
    First = Last = End;
  std::memset(reinterpret_cast<void *>(Address), 0, First - Address);
  std::memset(reinterpret_cast<void *>(Last), 0, End - Last);
}

/// The system's pages are zero until somebody writes them, which programs rely on.
CUDA_API Result cuMemAllocManaged(DevicePointer *To, size_t Bytes, unsigned) {
  const Result R = allocate(To, Bytes, "managed allocation", &Driver::Managed);
  if (R == Success)
    clear(*To, Bytes);
  return R;
}
CUDA_API Result cuMemHostAlloc(void **To, size_t Bytes, unsigned) {
  return allocate(reinterpret_cast<DevicePointer *>(To), Bytes, "host allocation", &Driver::OfHost);
}
CUDA_API Result cuMemAllocHost_v2(void **To, size_t Bytes) { return cuMemHostAlloc(To, Bytes, 0); }
DevicePointer Driver::allocateForGraph(size_t Bytes) {
  const DevicePointer Address =
      Machine.getMemory().allocate(Bytes, 256, "memory of a graph " + utostr(++NumAllocations));
  if (Address)
    OfGraphs.insert(Address);
  return Address;
}

CUDA_API Result cuMemAllocAsync(DevicePointer *To, size_t Bytes, Stream S) {
  Call C;
  if (C)
    return C.Error;
  if (!getCapture(S)) {
    const Result R = allocate(To, Bytes, "allocation", nullptr, /*WaitsForAll=*/false);
    if (R != Success)
      return R;
    return C->workLater(S, [&D = *C, Address = *To, Bytes] {
      D.Order.access(Address, Bytes, /*IsWrite=*/true, "cudaMallocAsync", "allocates");
      return Success;
    });
  }
  Work W;
  W.Type = NodeType::MemAlloc;
  W.Bytes = Bytes;
  *To = W.Address = C->allocateForGraph(Bytes);
  return *To ? submit(*C, S, std::move(W)) : OutOfMemory;
}
CUDA_API Result cuMemAllocFromPoolAsync(DevicePointer *To, size_t Bytes, Pool, Stream S) {
  return cuMemAllocAsync(To, Bytes, S);
}
CUDA_API Result cuMemFree_v2(DevicePointer Address) { return free(Address, "cuMemFree"); }
CUDA_API Result cuMemFreeAsync(DevicePointer Address, Stream S) {
  Call C;
  if (C)
    return C.Error;
  if (!getCapture(S)) {
    const Allocation *A = C->Machine.getMemory().find(Address);
    return C->workLater(S, [&D = *C, Address, Bytes = A ? A->Size : 0] {
      D.Order.free(Address, Bytes);
      return free(Address, "cuMemFreeAsync", /*WaitsForAll=*/false);
    });
  }
  Work W;
  W.Type = NodeType::MemFree;
  W.Address = Address;
  return submit(*C, S, std::move(W));
}
CUDA_API Result cuMemFreeHost(void *Address) {
  return free(reinterpret_cast<DevicePointer>(Address), "cuMemFreeHost");
}

CUDA_API Result cuMemHostRegister_v2(void *Address, size_t Bytes, unsigned) {
  Call C;
  if (C)
    return C.Error;
  if (C->Machine.getMemory().find(reinterpret_cast<DevicePointer>(Address)))
    return HostMemoryAlreadyRegistered;
  C->Machine.getMemory().add(Address, Bytes, "registered memory " + utostr(++C->NumAllocations));
  C->OfHost.insert(reinterpret_cast<DevicePointer>(Address));
  return Success;
}
CUDA_API Result cuMemHostRegister(void *Address, size_t Bytes, unsigned Flags) {
  return cuMemHostRegister_v2(Address, Bytes, Flags);
}
CUDA_API Result cuMemHostUnregister(void *Address) {
  Call C;
  if (C)
    return C.Error;
  C->finishAll();
  C->OfHost.erase(reinterpret_cast<DevicePointer>(Address));
  return C->Machine.getMemory().free(reinterpret_cast<DevicePointer>(Address))
             ? Success
             : HostMemoryNotRegistered;
}
CUDA_API Result cuMemHostGetDevicePointer_v2(DevicePointer *To, void *Address, unsigned) {
  Call C;
  if (C)
    return C.Error;
  *To = reinterpret_cast<DevicePointer>(Address);
  return C->Machine.getMemory().find(*To) ? Success : InvalidValue;
}
CUDA_API Result cuMemHostGetFlags(unsigned *Flags, void *) {
  *Flags = 0;
  return Success;
}

/// The other half is for what the program has of its own.
size_t Driver::getMemorySize() const {
  return std::min<size_t>(Machine.getMemory().getTotalSize(), emulator::getHostMemorySize() / 2);
}

CUDA_API Result cuMemGetInfo_v2(size_t *Free, size_t *Total) {
  Call C;
  if (C)
    return C.Error;
  *Total = C->getMemorySize();
  *Free = *Total - std::min<size_t>(*Total, C->Machine.getMemory().getUsedSize());
  return Success;
}
CUDA_API Result cuMemGetAddressRange_v2(DevicePointer *Begin, size_t *Bytes, DevicePointer Of) {
  Call C;
  if (C)
    return C.Error;
  const Allocation *A = C->Machine.getMemory().find(Of);
  if (!A)
    return NotFound;
  if (Begin)
    *Begin = A->Address;
  if (Bytes)
    *Bytes = A->Size;
  return Success;
}

CUDA_API Result cuPointerGetAttribute(void *To, int Attribute, DevicePointer Of) {
  Call C;
  if (C)
    return C.Error;
  const Allocation *A = C->Machine.getMemory().find(Of);
  if (!A)
    return InvalidValue;
  const bool IsOfHost = C->OfHost.count(A->Address), IsManaged = C->Managed.count(A->Address);
  switch (Attribute) {
  case PointerContext:
    *static_cast<Context *>(To) = &C->Primary;
    return Success;
  case PointerMemoryType:
    *static_cast<unsigned *>(To) = IsOfHost ? HostMemory : DeviceMemory;
    return Success;
  case PointerDevicePointer:
    *static_cast<DevicePointer *>(To) = Of;
    return Success;
  case PointerHostPointer:
    *static_cast<DevicePointer *>(To) = Of;
    return IsOfHost || IsManaged ? Success : InvalidValue;
  case PointerIsManaged:
    *static_cast<unsigned *>(To) = IsManaged;
    return Success;
  case PointerDeviceOrdinal:
    *static_cast<int *>(To) = 0;
    return Success;
  case PointerRangeStart:
    *static_cast<DevicePointer *>(To) = A->Address;
    return Success;
  case PointerRangeSize:
    *static_cast<size_t *>(To) = A->Size;
    return Success;
  case PointerMapped:
    *static_cast<unsigned *>(To) = 1;
    return Success;
  default:
    return NotSupported;
  }
}
