//===- ToolMemoryTest.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// malloc of llc and opt, which is this program's, too.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <malloc.h>
#include <random>
#include <thread>
#include <vector>

namespace {

/// A block that is full of one byte.
struct Block {
  unsigned char *Bytes = nullptr;
  size_t Size = 0;
  unsigned char Fill = 0;

  bool isWhole() const {
    for (size_t I = 0; I < Size; ++I)
      if (Bytes[I] != Fill)
        return false;
    return true;
  }
  void fill(unsigned char With) {
    Fill = With;
    if (Bytes)
      std::memset(Bytes, Fill, Size);
  }
};

/// Allocates, resizes and frees blocks of all sizes. False if one was written into.
bool useMemory(unsigned Seed) {
  std::minstd_rand Random(Seed);
  std::vector<Block> Blocks(200);
  for (unsigned Step = 0; Step < 20000; ++Step) {
    Block &Each = Blocks[Random() % Blocks.size()];
    if (!Each.isWhole())
      return false;
    const size_t Size = Random() % (size_t(1) << (Random() % 18));
    const size_t Alignment = size_t(16) << (Random() % 6);
    switch (Random() % 4) {
    case 0:
      free(Each.Bytes);
      Each.Bytes = static_cast<unsigned char *>(malloc(Size));
      break;
    case 1:
      free(Each.Bytes);
      Each.Bytes = static_cast<unsigned char *>(aligned_alloc(Alignment, Size));
      if (reinterpret_cast<uintptr_t>(Each.Bytes) % Alignment != 0)
        return false;
      break;
    case 2:
      free(Each.Bytes);
      Each.Bytes = static_cast<unsigned char *>(calloc(Size, 1));
      Each.Size = Size;
      Each.Fill = 0;
      if (!Each.isWhole())
        return false;
      break;
    default:
      Each.Bytes = static_cast<unsigned char *>(realloc(Each.Bytes, Size));
      Each.Size = std::min(Each.Size, Size);
      if (!Each.isWhole())
        return false;
    }
    if (malloc_usable_size(Each.Bytes) < Size)
      return false;
    Each.Size = Size;
    Each.fill(Random());
  }
  for (Block &Each : Blocks)
    free(Each.Bytes);
  return true;
}

TEST(ToolMemory, BlocksKeepWhatIsInThem) { EXPECT_TRUE(useMemory(1)); }

TEST(ToolMemory, Threads) {
  bool IsFine[4] = {};
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < 4; ++I)
    Threads.emplace_back([I, &IsFine] { IsFine[I] = useMemory(2 + I); });
  for (std::thread &Each : Threads)
    Each.join();
  for (bool Each : IsFine)
    EXPECT_TRUE(Each);
}

TEST(ToolMemory, ABlockIsUsedAgain) {
  // The blocks of a size: what was freed last comes first.
  void *First = malloc(40);
  free(First);
  void *Second = malloc(44);
  EXPECT_EQ(First, Second);
  free(Second);
}

TEST(ToolMemory, FreeBlocksOfASizeServeOthers) {
  auto Allocate = [](size_t Count, size_t Size) {
    std::vector<Block> Blocks(Count);
    for (Block &Each : Blocks) {
      Each = {static_cast<unsigned char *>(malloc(Size)), Size};
      Each.fill(Size / 8);
    }
    return Blocks;
  };
  auto Compare = [](const Block &A, const Block &B) { return A.Bytes < B.Bytes; };
  const std::vector<Block> Old = Allocate(40000, 448), Kept = Allocate(1000, 456);
  const auto [First, Last] = std::minmax_element(Old.begin(), Old.end(), Compare);
  for (const Block &Each : Old)
    free(Each.Bytes);
  const std::vector<Block> New = Allocate(30000, 592);
  const size_t Again =
      std::count_if(New.begin(), New.end(), [&, Low = First, High = Last](auto &B) {
        return !Compare(B, *Low) && !Compare(*High, B);
      });
  EXPECT_GT(Again, New.size() * 3 / 4);
  for (const std::vector<Block> &Blocks : {Kept, New})
    for (const Block &Each : Blocks) {
      EXPECT_TRUE(Each.isWhole());
      free(Each.Bytes);
    }
}

TEST(ToolMemory, LargeBlocks) {
  constexpr size_t Size = size_t(50) << 20;
  auto *Bytes = static_cast<char *>(malloc(Size));
  ASSERT_NE(Bytes, nullptr);
  Bytes[Size - 1] = 1;
  Bytes = static_cast<char *>(realloc(Bytes, 2 * Size));
  ASSERT_NE(Bytes, nullptr);
  EXPECT_EQ(Bytes[Size - 1], 1);
  free(Bytes);
  auto *Zero = static_cast<char *>(calloc(2, Size));
  ASSERT_NE(Zero, nullptr);
  EXPECT_EQ(Zero[Size - 1], 0);
  free(Zero);
}

TEST(ToolMemory, WhatCannotBe) {
  volatile size_t Huge = SIZE_MAX / 2; // volatile: the compiler warns of the number
  EXPECT_EQ(malloc(Huge), nullptr);
  EXPECT_EQ(calloc(Huge, 4), nullptr);
  EXPECT_EQ(aligned_alloc(64, Huge), nullptr);
  void *Block = nullptr;
  EXPECT_EQ(posix_memalign(&Block, 1 << 20, 8), ENOMEM);
  EXPECT_EQ(realloc(nullptr, Huge), nullptr);
  free(nullptr);
}

} // namespace
