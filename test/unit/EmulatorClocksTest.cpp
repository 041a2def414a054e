//===- EmulatorClocksTest.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks of the emulator: sets of numbers, joins, inclusion; and what is remembered of a
// word.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/ShadowMemory.h"
#include "Emulator/Machine/VectorClock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::tensorcore::emulator;

namespace {

TEST(NumberSetTest, NumbersBecomeRanges) {
  NumberSet S;
  for (uint64_t Number : {5, 3, 4, 9})
    S.insert(Number);
  for (uint64_t Number = 0; Number != 12; ++Number)
    EXPECT_EQ(S.contains(Number), Number == 3 || Number == 4 || Number == 5 || Number == 9);
}

TEST(NumberSetTest, InclusionIsThatOfSets) {
  NumberSet A, B;
  for (uint64_t Number : {1, 2, 3, 7})
    A.insert(Number);
  EXPECT_TRUE(A.includes(B));
  B.insert(2);
  B.insert(7);
  EXPECT_TRUE(A.includes(B));
  EXPECT_FALSE(B.includes(A));
  B.insert(8);
  EXPECT_FALSE(A.includes(B));
  B.insert(A);
  EXPECT_TRUE(B.includes(A));
}

TEST(VectorClockTest, JoinTakesTheLaterTimes) {
  VectorClock A, B;
  A.get(0, 1).Generic[3] = 7;
  B.get(0, 1).Generic[3] = 5;
  B.get(0, 2).Generic[0] = 1;
  B.get(4, 0).Async.insert(6);
  EXPECT_FALSE(A.includes(B));
  A.join(B);
  EXPECT_TRUE(A.includes(B));
  EXPECT_FALSE(B.includes(A));
  EXPECT_EQ(A.find(0, 1)->Generic[3], 7u);
  EXPECT_EQ(A.find(0, 2)->Generic[0], 1u);
  EXPECT_TRUE(A.find(4, 0)->Async.contains(6));
  EXPECT_EQ(A.find(5, 0), nullptr);
}

TEST(VectorClockTest, BoundsOfAClusterFollowItsClocks) {
  const auto Set = [](VectorClock &To, unsigned Warp, uint32_t Time) {
    WarpClock &W = To.get(0, Warp);
    W.IsPlain = true;
    W.Generic.fill(Time);
    W.updateBounds();
  };
  VectorClock A, B;
  for (unsigned Warp : {0, 1}) {
    Set(A, Warp, 5);
    Set(B, Warp, 4);
  }
  EXPECT_TRUE(A.includes(B));
  EXPECT_FALSE(B.includes(A));
  Set(B, 1, 6);
  EXPECT_FALSE(A.includes(B));
  const VectorClock Before = A;
  A.join(B);
  EXPECT_TRUE(A.includes(B));
  EXPECT_TRUE(A.includes(Before));
  EXPECT_FALSE(Before.includes(A));
  B.get(0, 0).Reads[3] = 1;
  B.get(0, 0).IsPlain = false;
  EXPECT_FALSE(A.includes(B));
}

TEST(VectorClockTest, AProxyFenceShowsWhatWasSeen) {
  VectorClock A, B;
  A.get(0, 0).Generic[1] = 2;
  B = A;
  B.proxyAll({/*Shared=*/true, /*Global=*/false, /*Maps=*/false});
  EXPECT_EQ(A.find(0, 0)->Proxied.Shared[1], 0u);
  EXPECT_EQ(B.find(0, 0)->Proxied.Shared[1], 2u);
  EXPECT_EQ(B.find(0, 0)->Proxied.Global[1], 0u);
  EXPECT_FALSE(A.includes(B));
  EXPECT_TRUE(B.includes(A));
}

TEST(ShadowMemoryTest, ReadsOfARowOfClustersNeedNoList) {
  static const Instruction At = {};
  const auto MakeRead = [](uint32_t Cluster) {
    AccessRecord R;
    R.At = &At;
    R.Lanes = 1;
    R.Cluster = Cluster;
    return R;
  };
  ShadowMemory Shadow(4);
  ShadowWord &Word = Shadow.getWord(0);
  Word.Reads[0] = MakeRead(2);
  Word.Reads[1] = MakeRead(5);
  EXPECT_FALSE(Word.repeat(MakeRead(9)));
  for (uint32_t Cluster : {8, 11, 14}) {
    EXPECT_TRUE(Word.repeat(MakeRead(Cluster)));
    Word.Reads[0] = MakeRead(Cluster);
  }
  EXPECT_EQ(Word.More, 0u);
  EXPECT_FALSE(Word.needsList(MakeRead(17)));
  EXPECT_TRUE(Word.needsList(MakeRead(8)));
  Shadow.list(Word);
  std::vector<uint32_t> Clusters;
  for (const AccessRecord &R : Shadow.getOthers(Word).Records)
    Clusters.push_back(R.Cluster);
  EXPECT_EQ(Clusters, (std::vector<uint32_t>{2, 8, 11}));
}

} // namespace
