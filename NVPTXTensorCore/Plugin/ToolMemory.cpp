//===- ToolMemory.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// malloc and related functions for llc, opt and clang++, in place of the C library's. A compiler
// allocates millions of small blocks of few sizes from one thread, and ends soon: a block has no
// header, free blocks of a size are a list, and only whole spans serve other sizes when they are
// free.
//
// Memory is one range of addresses, made of spans of 32 KB. The blocks of a span have one size, the
// number of which stands in a table of the spans; larger blocks are spans in a row.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <sys/mman.h>
#include <sys/single_threaded.h>

namespace {

constexpr size_t SpanBytes = size_t(1) << 15;
constexpr size_t MaxSpans = size_t(1) << 21;
constexpr size_t PageBytes = 4096;
constexpr size_t HugePageBytes = size_t(2) << 20;
/// The size of the addresses in which the smallest module has its blocks.
constexpr size_t SmallestHeapBytes = 2 * HugePageBytes;
/// Blocks up to this size have steps of 16 bytes, larger ones four steps to the next power of two.
constexpr size_t MaxFineBytes = 1024;
constexpr unsigned FineSizes = MaxFineBytes / 16;
constexpr unsigned MaxFineBit = 10;
/// The heap grows by this part of its size at once, because a page fault costs more than the page.
/// Up to BytesOnDemand, a small module takes pages as it needs them.
constexpr size_t PartAtOnce = 64, BytesOnDemand = size_t(8) << 20;
/// Free spans of a size that are more bytes than this, and than a part of what is used, serve
/// others.
constexpr size_t LeastReclaimedBytes = size_t(1) << 19, PartReclaimed = 32;
/// Free blocks of this size are given back to the system.
constexpr size_t GivenBackBytes = size_t(1) << 17;

struct FreeBlock {
  FreeBlock *Next;
};

/// Holds the blocks of a size that are free.
struct BlockSize {
  FreeBlock *Free = nullptr;
  char *Unused = nullptr, *End = nullptr; ///< what is left of its last span
  uint16_t BlocksOfSpan = 0;              ///< 0 for blocks of several spans
  size_t FreeSpans = 0;                   ///< spans of which all blocks are free
};

BlockSize Sizes[256];
uint8_t SizeOfSpan[MaxSpans];
uint16_t FreeBlocksOfSpan[MaxSpans];
char *Memory = nullptr;
size_t MemoryBytes = 0;
size_t UsedBytes = 0;
size_t BackedBytes =
    BytesOnDemand; ///< the part that the system has been asked for, or gives on demand
char *Spare = nullptr, *SpareEnd = nullptr; ///< what is left of a free block of several spans

std::atomic_flag IsTaken = ATOMIC_FLAG_INIT;

/// Keeps other threads out, if there are any.
class Guard {
public:
  Guard() : IsNeeded(!__libc_single_threaded) {
    while (IsNeeded && IsTaken.test_and_set(std::memory_order_acquire))
      ;
  }
  ~Guard() {
    if (IsNeeded)
      IsTaken.clear(std::memory_order_release);
  }

private:
  const bool IsNeeded;
};

} // namespace

static unsigned getSizeNumber(size_t Bytes) {
  if (Bytes <= MaxFineBytes)
    return (Bytes + 15) / 16 + (Bytes == 0);
  const unsigned Bit = 63 - __builtin_clzll(Bytes - 1);
  return FineSizes + 1 + (Bit - MaxFineBit) * 4 + ((Bytes - 1) >> (Bit - 2) & 3);
}

static size_t getBytes(unsigned Number) {
  if (Number <= FineSizes)
    return size_t(Number) * 16;
  const unsigned Step = Number - FineSizes - 1;
  return size_t(5 + Step % 4) << (MaxFineBit - 2 + Step / 4);
}

/// Reserves addresses; the system gives memory when it is used. Its beginning, where
/// the spans of each size start, is in huge pages if the system has them: two page faults replace
/// 500. All of it in huge pages would not make large modules faster, but add to their memory.
static bool reserve() {
  for (size_t Bytes = MaxSpans * SpanBytes; Bytes >= 64 * SpanBytes; Bytes /= 2) {
    void *Found = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Found == MAP_FAILED)
      continue;
    const size_t Before = -reinterpret_cast<uintptr_t>(Found) % HugePageBytes;
    Memory = static_cast<char *>(Found) + Before;
    MemoryBytes = (Bytes - Before) / SpanBytes * SpanBytes;
    const int Error = errno;
    madvise(Memory, std::min(MemoryBytes, SmallestHeapBytes), MADV_HUGEPAGE);
    errno = Error;
    return true;
  }
  return false;
}

/// Asks for memory behind what is used. If the system cannot, it gives memory page by page.
static void backMemory() {
  const size_t Bytes = (UsedBytes / PartAtOnce + SpanBytes) / SpanBytes * SpanBytes;
  const int Error = errno;
  if (Bytes <= MemoryBytes - UsedBytes)
    madvise(Memory + UsedBytes, Bytes, MADV_POPULATE_WRITE);
  errno = Error;
  BackedBytes = UsedBytes + Bytes;
}

static size_t getSpan(const void *Block) {
  return (static_cast<const char *>(Block) - Memory) / SpanBytes;
}

/// Makes the free spans of a size blocks that serve any size.
static void reclaimSpans(BlockSize &Size) {
  const unsigned Number = getSizeNumber(SpanBytes);
  for (FreeBlock **Link = &Size.Free; FreeBlock *Block = *Link;) {
    if (FreeBlocksOfSpan[getSpan(Block)] != Size.BlocksOfSpan) {
      Link = &Block->Next;
      continue;
    }
    *Link = Block->Next;
    if ((reinterpret_cast<char *>(Block) - Memory) % SpanBytes)
      continue;
    SizeOfSpan[getSpan(Block)] = Number;
    Block->Next = Sizes[Number].Free;
    Sizes[Number].Free = Block;
  }
  Size.FreeSpans = 0;
}

/// Reclaims spans of the sizes that have enough of them: a pass leaves megabytes of blocks behind
/// it that no other pass needs.
static void reclaimSpans() {
  for (BlockSize &Size : Sizes)
    if (Size.FreeSpans * SpanBytes > std::max(UsedBytes / PartReclaimed, LeastReclaimedBytes))
      reclaimSpans(Size);
}

/// Returns spans in a row of a free block; null if there is none of that size.
static char *takeSpareSpans(size_t Bytes) {
  for (unsigned Number = getSizeNumber(Bytes); Bytes > size_t(SpareEnd - Spare); ++Number) {
    if (Number == std::size(Sizes))
      return nullptr;
    FreeBlock *&Free = Sizes[Number].Free;
    if (Free && getBytes(Number) >= Bytes) {
      Spare = reinterpret_cast<char *>(Free);
      SpareEnd = Spare + getBytes(Number) / SpanBytes * SpanBytes;
      Free = Free->Next;
    }
  }
  Spare += Bytes;
  return Spare - Bytes;
}

/// Returns spans in a row for blocks of a size; null if there is no more memory.
static char *takeSpans(size_t Bytes, unsigned Number) {
  Bytes = (Bytes + SpanBytes - 1) / SpanBytes * SpanBytes;
  reclaimSpans();
  if (char *Spans = takeSpareSpans(Bytes)) {
    SizeOfSpan[getSpan(Spans)] = Number;
    FreeBlocksOfSpan[getSpan(Spans)] = 0;
    return Spans;
  }
  if ((!Memory && !reserve()) || Bytes > MemoryBytes - UsedBytes) {
    errno = ENOMEM;
    return nullptr;
  }
  if (UsedBytes >= BackedBytes)
    backMemory();
  SizeOfSpan[UsedBytes / SpanBytes] = Number;
  UsedBytes += Bytes;
  return Memory + (UsedBytes - Bytes);
}

/// Returns a block of memory that has not been used before; null if there is none.
static void *takeUnused(BlockSize &Size, unsigned Number) {
  const size_t Bytes = getBytes(Number);
  if (Bytes > SpanBytes / 2)
    return takeSpans(Bytes, Number);
  if (Bytes > size_t(Size.End - Size.Unused)) {
    char *Span = takeSpans(SpanBytes, Number);
    if (!Span)
      return nullptr;
    Size.BlocksOfSpan = SpanBytes / Bytes;
    Size.Unused = Span;
    Size.End = Span + SpanBytes;
  }
  Size.Unused += Bytes;
  return Size.Unused - Bytes;
}

static void *allocate(size_t Bytes) {
  if (Bytes > MaxSpans * SpanBytes) {
    errno = ENOMEM;
    return nullptr;
  }
  const unsigned Number = getSizeNumber(Bytes);
  BlockSize &Size = Sizes[Number];
  Guard OfThreads;
  FreeBlock *Block = Size.Free;
  if (!Block)
    return takeUnused(Size, Number);
  Size.Free = Block->Next;
  Size.FreeSpans -= FreeBlocksOfSpan[getSpan(Block)]-- == Size.BlocksOfSpan;
  return Block;
}

/// Returns a block whose size is a multiple of the alignment, because its address then is one, too.
static void *allocateAligned(size_t Alignment, size_t Bytes) {
  if (Alignment <= 16)
    return allocate(Bytes);
  if (Alignment > SpanBytes) {
    errno = ENOMEM;
    return nullptr;
  }
  size_t Size = Alignment;
  while (Size < Bytes && Size <= MaxSpans * SpanBytes / 2)
    Size *= 2;
  return allocate(std::max(Size, Bytes));
}

/// Returns true if this file has allocated the block. The loader has others.
static bool isOwn(const void *Block) {
  return size_t(static_cast<const char *>(Block) - Memory) < MemoryBytes;
}

static unsigned getSizeNumber(const void *Block) { return SizeOfSpan[getSpan(Block)]; }

#pragma GCC visibility push(default)
extern "C" {

void *malloc(size_t Bytes) { return allocate(Bytes); }

void free(void *Block) {
  if (!Block || !isOwn(Block))
    return;
  const unsigned Number = getSizeNumber(Block);
  const size_t Bytes = getBytes(Number);
  if (Bytes >= GivenBackBytes) {
    const int Error = errno;
    madvise(static_cast<char *>(Block) + PageBytes, Bytes - PageBytes, MADV_DONTNEED);
    errno = Error;
  }
  Guard OfThreads;
  BlockSize &Size = Sizes[Number];
  auto *Free = static_cast<FreeBlock *>(Block);
  Free->Next = Size.Free;
  Size.Free = Free;
  Size.FreeSpans += ++FreeBlocksOfSpan[getSpan(Block)] == Size.BlocksOfSpan;
}

void *calloc(size_t Count, size_t Each) {
  size_t Bytes;
  if (__builtin_mul_overflow(Count, Each, &Bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  void *Block = allocate(Bytes);
  return Block ? std::memset(Block, 0, Bytes) : nullptr;
}

size_t malloc_usable_size(void *Block) {
  return Block && isOwn(Block) ? getBytes(getSizeNumber(Block)) : 0;
}

void *realloc(void *Block, size_t Bytes) {
  const size_t Had = malloc_usable_size(Block);
  if (Had && Bytes <= Had && Bytes >= Had / 2)
    return Block;
  void *New = allocate(Bytes);
  if (New && Block) {
    std::memcpy(New, Block, std::min(Had, Bytes));
    free(Block);
  }
  return New;
}

int posix_memalign(void **Block, size_t Alignment, size_t Bytes) {
  const int Error = errno;
  void *New = allocateAligned(Alignment, Bytes);
  errno = Error;
  if (!New)
    return ENOMEM;
  *Block = New;
  return 0;
}

void *memalign(size_t Alignment, size_t Bytes) { return allocateAligned(Alignment, Bytes); }
void *aligned_alloc(size_t Alignment, size_t Bytes) { return allocateAligned(Alignment, Bytes); }
void *valloc(size_t Bytes) { return allocateAligned(PageBytes, Bytes); }
void *pvalloc(size_t Bytes) {
  return allocateAligned(PageBytes, (Bytes + PageBytes - 1) / PageBytes * PageBytes);
}

} // extern "C"
#pragma GCC visibility pop
