//===- GlobalMemory.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A range of addresses that is reserved once, and what is allocated in it.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/GlobalMemory.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// Where global memory is if nothing else is there: a location that the system gives to nobody.
static constexpr uint64_t PreferredBegin = 0x1000'0000'0000;
static constexpr uint64_t ReservedSize = uint64_t(80) << 30;
/// Between allocations.
static constexpr uint64_t Gap = 4096;
static constexpr uint64_t MinAlignment = 256; // cudaMalloc's
static constexpr uint8_t Untouched = 0xCD;
static constexpr uint64_t PageSize = 4096; // of the host

/// A file of a few mebibytes with the pattern of new memory; -1 if the system makes none.
static int getPatternFile(uint64_t Size) {
  static const int File = [Size] {
    const int New = memfd_create("untouched", MFD_CLOEXEC);
    if (New < 0 || ftruncate(New, off_t(Size)))
      return -1;
    void *Memory = mmap(nullptr, Size, PROT_READ | PROT_WRITE, MAP_SHARED, New, 0);
    if (Memory == MAP_FAILED)
      return -1;
    std::memset(Memory, Untouched, Size);
    munmap(Memory, Size);
    return New;
  }();
  return File;
}

/// Fills new memory with the pattern. Whole pages of large allocations are mapped to a file that
/// has it, again and again: the host has memory for those alone that somebody writes.
static void fillUntouched(uint64_t Address, uint64_t Size) {
  constexpr uint64_t FileSize = uint64_t(16) << 20, MinMapped = FileSize;
  const uint64_t End = Address + Size;
  uint64_t First = alignTo(Address, PageSize), Last = alignDown(End, PageSize);
  const int File = Size >= MinMapped ? getPatternFile(FileSize) : -1;
  if (File < 0)
    First = Last = End;
  std::memset(reinterpret_cast<void *>(Address), Untouched, First - Address);
  for (uint64_t At = First; At != Last;) {
    const uint64_t Part = std::min(FileSize, Last - At);
    void *Mapped = mmap(reinterpret_cast<void *>(At), Part, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, File, 0);
    if (Mapped == MAP_FAILED)
      std::memset(reinterpret_cast<void *>(At), Untouched, Part);
    At += Part;
  }
  std::memset(reinterpret_cast<void *>(Last), Untouched, End - Last);
}

uint64_t emulator::getHostMemorySize() {
  return uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
}

GlobalMemory::GlobalMemory() {
  constexpr int Flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *Memory = mmap(reinterpret_cast<void *>(PreferredBegin), ReservedSize,
                      PROT_READ | PROT_WRITE, Flags, -1, 0);
  if (Memory == MAP_FAILED)
    return;
  Begin = reinterpret_cast<uint64_t>(Memory);
  Next = Begin + Gap;
  TotalSize = ReservedSize;
}

GlobalMemory::~GlobalMemory() {
  if (Begin)
    munmap(reinterpret_cast<void *>(Begin), ReservedSize);
}

uint64_t GlobalMemory::allocate(uint64_t Size, uint64_t Alignment, const std::string &What,
                                bool IsReadOnly) {
  std::unique_lock<std::shared_mutex> Guard(Lock);
  const uint64_t Address = alignTo(Next, std::max(Alignment, MinAlignment));
  const uint64_t End = Begin + TotalSize;
  if (!Begin || Address > End || Size > End - Address)
    return 0;
  fillUntouched(Address, Size);
  Allocations[Address] = {Address, Size, What, IsReadOnly, "", nullptr};
  ++Generation;
  Next = alignTo(Address + Size + Gap, MinAlignment);
  UsedSize += Size;
  return Address;
}

void GlobalMemory::add(void *Host, uint64_t Size, const std::string &What) {
  const uint64_t Address = reinterpret_cast<uint64_t>(Host);
  std::unique_lock<std::shared_mutex> Guard(Lock);
  Allocations[Address] = {Address, Size, What, false, "", nullptr};
  ++Generation;
}

void GlobalMemory::watchWrites(uint64_t Address) {
  std::unique_lock<std::shared_mutex> Guard(Lock);
  Allocation &A = Allocations.at(Address);
  A.Written = std::make_shared<WrittenBytes>(A.Size);
}

void GlobalMemory::setType(uint64_t Address, const std::string &Type) {
  std::unique_lock<std::shared_mutex> Guard(Lock);
  Allocations.at(Address).Type = Type;
}

void GlobalMemory::leaveGap(uint64_t Bytes) {
  std::unique_lock<std::shared_mutex> Guard(Lock);
  if (Bytes < (Begin + TotalSize - Next) / 2)
    Next = alignTo(Next + Bytes, MinAlignment);
}

void GlobalMemory::write(uint64_t Address, uint64_t Bytes) {
  const Allocation *A = find(Address);
  if (A && A->Written)
    A->Written->add(Address - A->Address, Bytes);
}

void GlobalMemory::copy(uint64_t To, uint64_t From, uint64_t Bytes) {
  const Allocation *Source = find(From);
  const bool HasAll =
      !Source || !Source->Written || Source->Written->contains(From - Source->Address, Bytes);
  if (HasAll)
    return write(To, Bytes);
  for (uint64_t I = 0; I != Bytes; ++I)
    if (Source->Written->contains(From - Source->Address + I, 1))
      write(To + I, 1);
}

bool GlobalMemory::free(uint64_t Address) {
  std::unique_lock<std::shared_mutex> Guard(Lock);
  auto It = Allocations.find(Address);
  if (It == Allocations.end())
    return false;
  const bool IsOurs = Address >= Begin && Address < Begin + TotalSize;
  if (IsOurs) {
    // The pages go back to the system. The addresses are not used again: a kernel that uses them
    // after this is found out.
    const uint64_t First = alignTo(Address, PageSize), End = alignDown(It->second.End(), PageSize);
    if (First < End)
      madvise(reinterpret_cast<void *>(First), End - First, MADV_DONTNEED);
    UsedSize -= It->second.Size;
  }
  Allocations.erase(It);
  ++Generation;
  return true;
}

const Allocation *GlobalMemory::findBefore(uint64_t Address) const {
  std::shared_lock<std::shared_mutex> Guard(Lock);
  auto It = Allocations.upper_bound(Address);
  return It == Allocations.begin() ? nullptr : &std::prev(It)->second;
}

const Allocation *GlobalMemory::find(uint64_t Address) const {
  const Allocation *Before = findBefore(Address);
  return Before && Address < Before->End() ? Before : nullptr;
}
