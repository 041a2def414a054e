//===- VirtualMemory.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Virtual memory: addresses are reserved in this process, memory is a file without a name, and to
// map it is to map the file. Kernels and copies reach what has access; neighbours are one range.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;

namespace {

/// Memory of cuMemCreate. Mappings keep it after its handle is released.
struct PhysicalMemory {
  int File = -1;
  size_t Bytes = 0;
  ~PhysicalMemory() {
    if (File >= 0)
      close(File);
  }
};

struct Mapping {
  size_t Bytes;
  std::shared_ptr<PhysicalMemory> Of;
  bool HasAccess;
};

/// All of virtual memory. Calls of the API are one at a time.
struct VirtualMemory {
  std::map<DevicePointer, size_t> Reserved;
  std::map<DevicePointer, Mapping> Mapped;
  std::vector<DevicePointer> Added; ///< to the device's memory
  std::map<uint64_t, std::shared_ptr<PhysicalMemory>> Handles;
  uint64_t LastHandle = 0;

  static VirtualMemory &get() {
    static auto *V = new VirtualMemory;
    return *V;
  }
  /// Makes what has access known to the device.
  void publish(emulator::GlobalMemory &Memory);
  bool isReserved(DevicePointer Address, size_t Bytes) const;
};

} // namespace

static constexpr size_t Granularity = 2 << 20;

static void *at(DevicePointer Address) { return reinterpret_cast<void *>(Address); }

void VirtualMemory::publish(emulator::GlobalMemory &Memory) {
  for (DevicePointer Address : Added)
    Memory.free(Address);
  Added.clear();
  for (auto It = Mapped.begin(); It != Mapped.end();) {
    const DevicePointer Begin = It->first;
    DevicePointer End = Begin;
    for (; It != Mapped.end() && It->first == End && It->second.HasAccess; ++It)
      End += It->second.Bytes;
    if (End == Begin) {
      ++It;
      continue;
    }
    Memory.add(at(Begin), End - Begin, "mapped memory at 0x" + utohexstr(Begin, true));
    Added.push_back(Begin);
  }
}

bool VirtualMemory::isReserved(DevicePointer Address, size_t Bytes) const {
  auto It = Reserved.upper_bound(Address);
  if (It == Reserved.begin())
    return false;
  --It;
  return Bytes <= It->second && Address - It->first <= It->second - Bytes;
}

CUDA_API Result cuMemGetAllocationGranularity(size_t *To, const void *, int) {
  *To = Granularity;
  return Success;
}

CUDA_API Result cuMemAddressReserve(DevicePointer *To, size_t Bytes, size_t Alignment,
                                    DevicePointer Wanted, unsigned long long) {
  Call C;
  if (C)
    return C.Error;
  if (!Bytes || Bytes % Granularity || (Alignment && !isPowerOf2_64(Alignment)))
    return C->complain(InvalidValue, "cuMemAddressReserve: " + Twine(Bytes) +
                                         " bytes; expected a multiple of " + Twine(Granularity));
  const size_t Aligned = std::max(Alignment, Granularity), Whole = Bytes + Aligned;
  void *Memory =
      mmap(at(Wanted), Whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    return OutOfMemory;
  const auto Begin = reinterpret_cast<DevicePointer>(Memory), First = alignTo(Begin, Aligned);
  if (First != Begin)
    munmap(Memory, First - Begin);
  if (const size_t Rest = Begin + Whole - (First + Bytes))
    munmap(at(First + Bytes), Rest);
  *To = First;
  VirtualMemory::get().Reserved[First] = Bytes;
  return Success;
}
CUDA_API Result cuMemAddressFree(DevicePointer Address, size_t Bytes) {
  Call C;
  if (C)
    return C.Error;
  VirtualMemory &V = VirtualMemory::get();
  auto It = V.Reserved.find(Address);
  if (It == V.Reserved.end() || It->second != Bytes)
    return InvalidValue;
  auto Mapped = V.Mapped.lower_bound(Address);
  if (Mapped != V.Mapped.end() && Mapped->first < Address + Bytes)
    return C->complain(InvalidValue,
                       "cuMemAddressFree: memory is mapped at 0x" + utohexstr(Mapped->first, true));
  munmap(at(Address), Bytes);
  V.Reserved.erase(It);
  return Success;
}

CUDA_API Result cuMemCreate(uint64_t *To, size_t Bytes, const void *, unsigned long long) {
  Call C;
  if (C)
    return C.Error;
  if (!Bytes || Bytes % Granularity)
    return C->complain(InvalidValue, "cuMemCreate: " + Twine(Bytes) +
                                         " bytes; expected a multiple of " + Twine(Granularity));
  auto Memory = std::make_shared<PhysicalMemory>();
  Memory->File = memfd_create("ptx-run", MFD_CLOEXEC);
  Memory->Bytes = Bytes;
  if (Memory->File < 0 || ftruncate(Memory->File, off_t(Bytes)))
    return OutOfMemory;
  VirtualMemory &V = VirtualMemory::get();
  *To = ++V.LastHandle;
  V.Handles[*To] = std::move(Memory);
  return Success;
}
CUDA_API Result cuMemRelease(uint64_t Handle) {
  Call C;
  return C ? C.Error : VirtualMemory::get().Handles.erase(Handle) ? Success : InvalidValue;
}
CUDA_API Result cuMemRetainAllocationHandle(uint64_t *To, void *Address) {
  Call C;
  if (C)
    return C.Error;
  VirtualMemory &V = VirtualMemory::get();
  auto It = V.Mapped.upper_bound(reinterpret_cast<DevicePointer>(Address));
  if (It == V.Mapped.begin())
    return InvalidValue;
  --It;
  if (reinterpret_cast<DevicePointer>(Address) - It->first >= It->second.Bytes)
    return InvalidValue;
  *To = ++V.LastHandle;
  V.Handles[*To] = It->second.Of;
  return Success;
}

CUDA_API Result cuMemMap(DevicePointer Address, size_t Bytes, size_t Offset, uint64_t Handle,
                         unsigned long long) {
  Call C;
  if (C)
    return C.Error;
  VirtualMemory &V = VirtualMemory::get();
  auto It = V.Handles.find(Handle);
  if (It == V.Handles.end())
    return InvalidValue;
  const std::shared_ptr<PhysicalMemory> Of = It->second;
  if (Offset > Of->Bytes || Bytes > Of->Bytes - Offset || !V.isReserved(Address, Bytes))
    return C->complain(InvalidValue, "cuMemMap: " + Twine(Bytes) + " bytes at 0x" +
                                         utohexstr(Address, true) +
                                         " are not reserved, or not in the memory");
  auto Next = V.Mapped.lower_bound(Address);
  const bool IsTaken = (Next != V.Mapped.end() && Next->first < Address + Bytes) ||
                       (Next != V.Mapped.begin() &&
                        std::prev(Next)->first + std::prev(Next)->second.Bytes > Address);
  if (IsTaken)
    return C->complain(InvalidValue,
                       "cuMemMap: memory is mapped at 0x" + utohexstr(Address, true) + " already");
  if (mmap(at(Address), Bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, Of->File,
           off_t(Offset)) == MAP_FAILED)
    return OutOfMemory;
  V.Mapped[Address] = {Bytes, Of, false};
  return Success;
}

/// Calls a function for each mapping of a range, which must consist of whole ones.
template <class F> static Result forEachMapping(DevicePointer Address, size_t Bytes, F Visit) {
  VirtualMemory &V = VirtualMemory::get();
  for (const DevicePointer End = Address + Bytes; Address != End;) {
    auto It = V.Mapped.find(Address);
    if (It == V.Mapped.end() || It->second.Bytes > End - Address)
      return InvalidValue;
    Address += It->second.Bytes;
    Visit(It);
  }
  return Success;
}

CUDA_API Result cuMemUnmap(DevicePointer Address, size_t Bytes) {
  Call C;
  if (C)
    return C.Error;
  VirtualMemory &V = VirtualMemory::get();
  const Result R = forEachMapping(Address, Bytes, [&](auto It) {
    mmap(at(It->first), It->second.Bytes, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    V.Mapped.erase(It);
  });
  V.publish(C->Machine.getMemory());
  return R;
}

namespace {
/// CUmemAccessDesc
struct AccessDescription {
  int Type, Device, Flags;
};
} // namespace

CUDA_API Result cuMemSetAccess(DevicePointer Address, size_t Bytes, const AccessDescription *D,
                               size_t Count) {
  constexpr int OfDevice = 1;
  Call C;
  if (C)
    return C.Error;
  const Result R = forEachMapping(Address, Bytes, [&](auto It) {
    for (size_t I = 0; I != Count; ++I)
      if (D[I].Type == OfDevice)
        It->second.HasAccess = D[I].Flags != 0;
  });
  VirtualMemory::get().publish(C->Machine.getMemory());
  return R;
}
CUDA_API Result cuMemGetAccess(unsigned long long *Flags, const void *, DevicePointer Address) {
  constexpr unsigned long long ReadWrite = 3;
  Call C;
  *Flags = C->Machine.getMemory().find(Address) ? ReadWrite : 0;
  return C.Error;
}
