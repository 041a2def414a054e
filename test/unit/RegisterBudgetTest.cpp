//===- RegisterBudgetTest.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers of a thread, against numbers that ptxas 13.0 said for the same directives.
//
//===----------------------------------------------------------------------===//

#include "Model/RegisterBudget.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::tensorcore;

static LaunchBounds bounds(std::optional<unsigned> Threads, std::optional<unsigned> Blocks,
                           std::optional<unsigned> Registers = std::nullopt) {
  return {Threads, Blocks, Registers};
}

static unsigned get(unsigned Threads, unsigned Blocks, unsigned SM = 90) {
  return getRegisterBudget(bounds(Threads, Blocks), SM).Registers;
}

TEST(RegisterBudget, ThreadsAlone) {
  struct {
    unsigned Threads, Registers;
  } Said[] = {{257, 168}, {384, 168}, {416, 128}, {512, 128}, {513, 96},
              {640, 96},  {768, 80},  {896, 72},  {1000, 64}, {1024, 64}};
  for (auto [Threads, Registers] : Said) {
    RegisterBudget Budget = getRegisterBudget(bounds(Threads, std::nullopt), 90);
    EXPECT_EQ(Registers, Budget.Registers) << Threads;
    EXPECT_FALSE(Budget.IsKnownAtEntry) << Threads;
  }
  EXPECT_EQ(255u, getRegisterBudget(bounds(256, std::nullopt), 90).Registers);
}

static RegisterBudget getOf(unsigned Threads, RegisterNeed Need, unsigned SM = 90) {
  LaunchBounds Bounds = bounds(Threads, std::nullopt);
  Bounds.Need = Need;
  return getRegisterBudget(Bounds, SM);
}

// Where no second block fits, .maxntid alone says what a thread has at entry.
TEST(RegisterBudget, OneBlockForCertain) {
  struct {
    unsigned Threads, Ignored, Heeded; ///< needs between which ptxas changes its mind
  } Said[] = {{224, 126, 130}, {257, 94, 98}, {320, 94, 98}, {384, 78, 82},
              {448, 70, 74},   {512, 62, 66}, {640, 46, 50}, {1024, 30, 34}};
  for (auto [Threads, Ignored, Heeded] : Said) {
    EXPECT_FALSE(getOf(Threads, Ignored).MayBeKnownAtEntry) << Threads;
    EXPECT_TRUE(getOf(Threads, Heeded).IsKnownAtEntry) << Threads;
    RegisterBudget Between = getOf(Threads, {Ignored, Heeded});
    EXPECT_FALSE(Between.IsKnownAtEntry) << Threads;
    EXPECT_TRUE(Between.MayBeKnownAtEntry) << Threads;
  }
  EXPECT_FALSE(getOf(192, 154).MayBeKnownAtEntry);
  // 1,536 threads are all that a multiprocessor of sm_120 takes.
  EXPECT_TRUE(getOf(800, 0u, 120).IsKnownAtEntry);
  EXPECT_FALSE(getOf(768, 0u, 120).MayBeKnownAtEntry);
}

// Warps are spread over four parts: 9 warps take as much as 12.
TEST(RegisterBudget, BlocksOfSeveralSizes) {
  struct {
    unsigned Threads, Blocks, Registers;
  } Said[] = {{64, 5, 168}, {96, 3, 168}, {96, 5, 128},  {128, 5, 96}, {160, 5, 72},
              {200, 3, 80}, {257, 2, 96}, {320, 3, 64},  {384, 2, 80}, {384, 5, 32},
              {416, 3, 48}, {513, 3, 32}, {1000, 2, 32}, {100, 16, 32}};
  for (auto [Threads, Blocks, Registers] : Said)
    EXPECT_EQ(Registers, get(Threads, Blocks)) << Threads << " x " << Blocks;
}

// ptxas ignores a .minnctapersm that the hardware cannot satisfy.
TEST(RegisterBudget, ImpossibleBlocks) {
  EXPECT_EQ(168u, get(384, 6));
  EXPECT_FALSE(getRegisterBudget(bounds(384, 6), 90).IsKnownAtEntry);
  EXPECT_EQ(80u, get(682, 3));
  EXPECT_EQ(255u, get(100, 20));
  EXPECT_FALSE(areBlocksPossible(32, 33, 90));
  EXPECT_TRUE(areBlocksPossible(32, 32, 90));
  EXPECT_EQ(32u, get(384, 5, 100));
  EXPECT_EQ(168u, get(384, 5, 120));
  EXPECT_FALSE(areBlocksPossible(128, 9, 75));
}

TEST(RegisterBudget, NoThreads) {
  RegisterBudget Nothing = getRegisterBudget({}, 90);
  EXPECT_EQ(255u, Nothing.Registers);
  EXPECT_FALSE(Nothing.IsKnownAtEntry);
  EXPECT_FALSE(getRegisterBudget(bounds(std::nullopt, 1), 90).IsKnownAtEntry);
}

TEST(RegisterBudget, Limit) {
  RegisterBudget Limited = getRegisterBudget(bounds(std::nullopt, std::nullopt, 168), 90);
  EXPECT_EQ(168u, Limited.Registers);
  EXPECT_TRUE(Limited.IsKnownAtEntry);
  // Before .maxntid, but not before .minnctapersm.
  EXPECT_EQ(168u, getRegisterBudget(bounds(512, std::nullopt, 168), 90).Registers);
  EXPECT_EQ(128u, getRegisterBudget(bounds(512, 1, 168), 90).Registers);
  EXPECT_EQ(100u, getRegisterBudget(bounds(512, 1, 100), 90).Registers);
  EXPECT_EQ(24u, getRegisterBudget(bounds(std::nullopt, std::nullopt, 8), 90).Registers);
  EXPECT_EQ(25u, getRegisterBudget(bounds(std::nullopt, std::nullopt, 25), 90).Registers);
  EXPECT_EQ(255u, getRegisterBudget(bounds(std::nullopt, std::nullopt, 256), 90).Registers);
  EXPECT_TRUE(getRegisterBudget(bounds(std::nullopt, std::nullopt, 256), 90).IsKnownAtEntry);
}

TEST(RegisterBudget, Sources) {
  EXPECT_EQ("65536 registers for 384 threads (.maxntid) of 2 blocks (.minnctapersm)",
            getRegisterBudget(bounds(384, 2), 90).Source);
  EXPECT_EQ(".maxnreg", getRegisterBudget(bounds(384, 1, 100), 90).Source);
  EXPECT_EQ("65536 registers for 512 threads (.reqntid)",
            getRegisterBudget({512, std::nullopt, std::nullopt, true}, 90).Source);
}

TEST(RegisterBudget, MaxThreads) {
  EXPECT_EQ(384u, getMaxThreadsWith(168, 90));
  EXPECT_EQ(256u, getMaxThreadsWith(169, 90));
  EXPECT_EQ(512u, getMaxThreadsWith(128, 90));
  EXPECT_EQ(0u, getMaxThreadsWith(256, 90));
  for (unsigned Registers = 32; Registers <= 255; ++Registers) {
    unsigned Max = getMaxThreadsWith(Registers, 90);
    EXPECT_GE(getRegistersOfThread(Max, 1, 90), Registers);
    EXPECT_LT(getRegistersOfThread(Max + 1, 1, 90), Registers);
  }
}
