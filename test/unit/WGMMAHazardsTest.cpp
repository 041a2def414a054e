//===- WGMMAHazardsTest.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous warpgroup MMAs by example: what is wrong, and what is inserted. Programs as
// they come are in WGMMAModelCheckTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Hazards/WGMMAHazards.h"
#include "Model/Instructions/MMALegality.h"
#include "TestHelpers.h"
#include "WGMMAProgramText.h"

using namespace llvm;
using namespace llvm::tensorcore;

static std::string hazardsOf(StringRef Text) {
  return printWGMMAHazards(findHazards(parseWGMMAProgram(Text)));
}

static std::string repaired(StringRef Text) {
  WGMMAProgram Program = parseWGMMAProgram(Text);
  WGMMAProgram Repaired = applyRepairs(Program, findRepairs(Program));
  EXPECT_EQ("", printWGMMAHazards(findHazards(Repaired)));
  return printWGMMAProgram(Repaired);
}

static void expectRight(StringRef Text) {
  EXPECT_EQ("", hazardsOf(Text)) << Text;
  EXPECT_TRUE(findRepairs(parseWGMMAProgram(Text)).empty()) << Text;
}

//===----------------------------------------------------------------------===//
// Accumulators and fragments in flight
//===----------------------------------------------------------------------===//

TEST(WGMMAHazards, AccumulatorReadBeforeWait) {
  StringRef Text = "fence; mma s0 d0,1; commit; read 1; wait 0; exit";
  EXPECT_EQ("0:3 AccumulatorRead r1 of 0:1 + 0\n", hazardsOf(Text));
  EXPECT_EQ("fence; mma s0 d0,1; commit; wait 0; read 1; wait 0; exit\n", repaired(Text));
  expectRight("fence; mma s0 d0,1; commit; wait 0; read 1; exit");
}

TEST(WGMMAHazards, AccumulatorWrittenBeforeWait) {
  StringRef Text = "fence; mma s0 d0,1; commit; write 0; wait 0; exit";
  EXPECT_EQ("0:3 AccumulatorWritten r0 of 0:1 + 0\n", hazardsOf(Text));
  EXPECT_EQ("fence; mma s0 d0,1; commit; wait 0; write 0; wait 0; exit\n", repaired(Text));
}

TEST(WGMMAHazards, FragmentOverwrittenInFlight) {
  StringRef Text = "fence; mma s0 d0 a4; commit; write 4; wait 0; exit";
  EXPECT_EQ("0:3 FragmentWritten r4 of 0:1 + 0\n", hazardsOf(Text));
  EXPECT_EQ("fence; mma s0 d0 a4; commit; wait 0; write 4; wait 0; exit\n", repaired(Text));
  // Read only.
  expectRight("fence; mma s0 d0 a4; commit; read 4; wait 0; exit");
  expectRight("fence; mma s0 d0 a4; mma s1 d1 a4; commit; wait 0; exit");
}

TEST(WGMMAHazards, WgmmaAgainstWgmma) {
  EXPECT_EQ("0:4 AccumulatorAsFragment r0 of 0:1 + 0\n",
            hazardsOf("fence; mma s0 d0; commit; fence; mma s0 d1 a0; commit; wait 0; exit"));
  EXPECT_EQ("0:4 AccumulatorOfOtherShape r0 of 0:1 + 0\n",
            hazardsOf("fence; mma s0 d0; commit; fence; mma s1 d0; commit; wait 0; exit"));
  EXPECT_EQ("0:4 FragmentAsAccumulator r2 of 0:1 + 0\n",
            hazardsOf("fence; mma s0 d0 a2; commit; fence; mma s0 d2; commit; wait 0; exit"));
  expectRight("fence; mma s0 d0; commit; mma s0 d0; commit; wait 0; exit");
}

TEST(WGMMAHazards, TheWeakestWait) {
  // Two groups in flight; the older one's accumulator is read.
  EXPECT_EQ("fence; mma s0 d0; commit; mma s0 d1; commit; wait 1; read 0; wait 0; exit\n",
            repaired("fence; mma s0 d0; commit; mma s0 d1; commit; read 0; wait 0; exit"));
  // Both are read; the second wait has less to wait for.
  EXPECT_EQ("fence; mma s0 d0; commit; mma s0 d1; commit; wait 1; read 0; wait 0; read 1; exit\n",
            repaired("fence; mma s0 d0; commit; mma s0 d1; commit; read 0; read 1; exit"));
  // The other way round, the second is not needed.
  EXPECT_EQ("fence; mma s0 d0; commit; mma s0 d1; commit; wait 0; read 1; read 0; exit\n",
            repaired("fence; mma s0 d0; commit; mma s0 d1; commit; read 1; read 0; exit"));
  // Empty groups count.
  EXPECT_EQ("fence; mma s0 d0; commit; commit; commit; wait 2; read 0; exit\n",
            repaired("fence; mma s0 d0; commit; commit; commit; read 0; exit"));
}

//===----------------------------------------------------------------------===//
// Commits
//===----------------------------------------------------------------------===//

TEST(WGMMAHazards, CommitMissing) {
  StringRef Text = "fence; mma s0 d0; wait 0; read 0; exit";
  EXPECT_EQ("0:3 AccumulatorRead r0 of 0:1 uncommitted\n"
            "0:4 InFlightAtExit of 0:1 uncommitted\n",
            hazardsOf(Text));
  EXPECT_EQ("fence; mma s0 d0; commit; wait 0; read 0; exit\n", repaired(Text));
}

TEST(WGMMAHazards, CommitAndWaitMissing) {
  EXPECT_EQ("fence; mma s0 d0; commit; wait 0; read 0; exit\n",
            repaired("fence; mma s0 d0; read 0; exit"));
  // A commit before the wait that stands there would not be enough.
  EXPECT_EQ("fence; mma s0 d0; wait 1; commit; wait 0; read 0; exit\n",
            repaired("fence; mma s0 d0; wait 1; read 0; exit"));
}

TEST(WGMMAHazards, CommitMissingInEachArm) {
  EXPECT_EQ("fence -> 1,2\n"
            "mma s0 d0; commit; wait 0 -> 3\n"
            "mma s0 d0; commit; wait 0 -> 3\n"
            "read 0; exit\n",
            repaired("fence -> 1,2\n"
                     "mma s0 d0; wait 0 -> 3\n"
                     "mma s0 d0; wait 0 -> 3\n"
                     "read 0; exit"));
}

TEST(WGMMAHazards, CommitMissingInAPipeline) {
  // Two buffers of A: one commit before each wait, not one for both.
  EXPECT_EQ("-> 1\n"
            "write 4; fence; mma s0 d0 a4; commit; wait 1; write 5; fence; mma s0 d0 a5; commit; "
            "wait 1 -> 1,2\n"
            "wait 0; read 0; exit\n",
            repaired("-> 1\n"
                     "write 4; fence; mma s0 d0 a4; wait 1; write 5; fence; mma s0 d0 a5; "
                     "wait 1 -> 1,2\n"
                     "wait 0; read 0; exit"));
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

TEST(WGMMAHazards, FenceMissing) {
  EXPECT_EQ("0:0 FirstFenceMissing\n", hazardsOf("mma s0 d0; commit; wait 0; exit"));
  EXPECT_EQ("0:1 FirstFenceMissing\n0:1 FenceMissing r0 of 0:0\n",
            hazardsOf("write 0; mma s0 d0; commit; wait 0; exit"));
  EXPECT_EQ("write 0; fence; mma s0 d0; commit; wait 0; exit\n",
            repaired("write 0; mma s0 d0; commit; wait 0; exit"));
  EXPECT_EQ("fence; read 0; fence; mma s0 d0; commit; wait 0; exit\n",
            repaired("fence; read 0; mma s0 d0; commit; wait 0; exit"));
  EXPECT_EQ("fence; write 4; fence; mma s0 d0 a4; commit; wait 0; exit\n",
            repaired("fence; write 4; mma s0 d0 a4; commit; wait 0; exit"));
  expectRight("fence; read 4; mma s0 d0 a4; commit; wait 0; exit");
  expectRight("fence; read 7 write 8; mma s0 d0 a4; commit; wait 0; exit");
}

TEST(WGMMAHazards, FenceSunkBelowTheIssue) {
  EXPECT_EQ("write 0; fence; mma s0 d0; fence; commit; wait 0; read 0; exit\n",
            repaired("write 0; mma s0 d0; fence; commit; wait 0; read 0; exit"));
}

TEST(WGMMAHazards, FenceBetweenUsesByWgmma) {
  // A wait is no fence.
  EXPECT_EQ("0:4 FenceMissing r0 of 0:1\n",
            hazardsOf("fence; mma s0 d0; commit; wait 0; mma s1 d0; commit; wait 0; exit"));
  EXPECT_EQ("0:4 FenceMissing r0 of 0:1\n",
            hazardsOf("fence; mma s0 d0; commit; wait 0; mma s0 d1 a0; commit; wait 0; exit"));
  EXPECT_EQ("0:4 FenceMissing r2 of 0:1\n",
            hazardsOf("fence; mma s0 d0 a2; commit; wait 0; mma s0 d2; commit; wait 0; exit"));
  expectRight("fence; mma s0 d0 a2; commit; wait 0; mma s0 d0 a2; commit; wait 0; exit");
}

TEST(WGMMAHazards, FenceOnOnePathOnly) {
  EXPECT_EQ("2:0 FirstFenceMissing\n", hazardsOf("-> 1,2\n"
                                                 "fence -> 2\n"
                                                 "mma s0 d0; commit; wait 0; exit"));
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

TEST(WGMMAHazards, WaitTooWeakInALoopWithTwoGroupsInFlight) {
  // The second of two groups is read after a wait for the first.
  EXPECT_EQ("fence -> 1\n"
            "mma s0 d0; commit; mma s0 d1; commit; wait 1; wait 0; read 1; fence -> 1,2\n"
            "wait 0; exit\n",
            repaired("fence -> 1\n"
                     "mma s0 d0; commit; mma s0 d1; commit; wait 1; read 1; fence -> 1,2\n"
                     "wait 0; exit"));
  // The group of the iteration before is all that wait 1 leaves.
  expectRight("fence -> 1\n"
              "mma s0 d0; commit; wait 1; read 1; fence; mma s0 d1; commit; wait 1; read 0; "
              "fence -> 1,2\n"
              "wait 0; exit");
  EXPECT_EQ("1:2 AccumulatorRead r1 of 1:4 + 1\n"
            "1:6 AccumulatorRead r0 of 1:0 + 1\n",
            hazardsOf("fence -> 1\n"
                      "mma s0 d0; commit; read 1; fence; mma s0 d1; commit; read 0; fence -> 1,2\n"
                      "wait 0; exit"));
}

TEST(WGMMAHazards, OnePathWaitedTheOtherDidNot) {
  StringRef Text = "fence; mma s0 d0; commit -> 1,2\n"
                   "wait 0 -> 2\n"
                   "read 0; exit";
  EXPECT_EQ("2:0 AccumulatorRead r0 of 0:1 + 0\n2:1 InFlightAtExit of 0:1 + 0\n", hazardsOf(Text));
  EXPECT_EQ("fence; mma s0 d0; commit -> 1,2\n"
            "wait 0 -> 2\n"
            "wait 0; read 0; exit\n",
            repaired(Text));
}

TEST(WGMMAHazards, PipelinedLoop) {
  // As CUTLASS has it: one group in flight while the next is issued.
  expectRight("write 0,1,2,3 -> 1\n"
              "fence; mma s0 d0,1,2,3; mma s0 d0,1,2,3; mma s0 d0,1,2,3; mma s0 d0,1,2,3; commit; "
              "wait 1; read 9 write 9 -> 1,2\n"
              "wait 0; read 0; read 1; read 2; read 3; exit");
}

TEST(WGMMAHazards, AccumulatorsPingPong) {
  expectRight("fence; mma s0 d0,1; commit -> 1\n"
              "fence; mma s0 d2,3; commit; wait 1; read 0,1 write 0,1; fence; mma s0 d0,1; commit; "
              "wait 1; read 2,3 write 2,3 -> 1,2\n"
              "wait 0; read 0,1; exit");
}

TEST(WGMMAHazards, OneWaitForManyReads) {
  // Each accumulator is stored by an instruction of its own.
  std::string Registers, Reads;
  for (unsigned Register = 0; Register != 128; ++Register) {
    Registers += (Register ? "," : "") + utostr(Register);
    Reads += "read " + utostr(Register) + "; ";
  }
  std::string Front = "fence; mma s0 d" + Registers + "; commit; ";
  EXPECT_EQ(Front + "wait 0; " + Reads + "exit\n", repaired(Front + Reads + "exit"));
}

TEST(WGMMAHazards, Exits) {
  EXPECT_EQ("fence; mma s0 d0; commit; wait 0; exit\n", repaired("fence; mma s0 d0; exit"));
  EXPECT_EQ("fence; mma s0 d0; commit; wait 0; exit\n", repaired("fence; mma s0 d0; commit; exit"));
  // A path that does not return may leave what it likes in flight; what cannot be reached is
  // as it likes.
  expectRight("fence; mma s0 d0 -> 0");
  expectRight("exit\nmma s0 d0; read 0; exit");
  expectRight("exit; mma s0 d0; read 0; exit");
}

TEST(WGMMAHazards, WithoutAnIssue) {
  expectRight("commit; wait 3; read 0 write 1; fence -> 1\nexit");
  EXPECT_TRUE(findHazards(WGMMAProgram()).empty());
}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

/// "0:3 of 4,6; 0:5 of 6": waits, and what they find in flight.
static std::string printPendingFragments(StringRef Text) {
  std::string Result;
  for (const WGMMAPendingFragments &Fragments : findPendingFragments(parseWGMMAProgram(Text))) {
    Result += (Result.empty() ? "" : "; ") + utostr(Fragments.Wait.Block) + ":" +
              utostr(Fragments.Wait.Index);
    StringRef Separator = " of ";
    for (WGMMARegister Register : Fragments.Registers) {
      Result += (Separator + utostr(Register)).str();
      Separator = ",";
    }
  }
  return Result;
}

TEST(WGMMAHazards, FragmentsAtWaits) {
  // One wait leaves a group pending; nothing waits for what no commit has put into one.
  EXPECT_EQ("0:5 of 4,6; 0:7 of 6,7; 0:8 of 7; 0:10 of 7; 0:11",
            printPendingFragments("fence; mma s0 d0 a4,5; commit; mma s0 d0 a6; commit; wait 1; "
                                  "mma s0 d0 a7; wait 0; wait 0; commit; wait 0; wait 0; exit"));
  // Around a loop.
  EXPECT_EQ("1:0 of 4; 1:3 of 4; 2:0 of 4", printPendingFragments("fence -> 1\n"
                                                                  "wait 1; mma s0 d0 a4; commit; "
                                                                  "wait 1 -> 1,2\n"
                                                                  "wait 0; exit"));
  EXPECT_EQ("", printPendingFragments("wait 0; exit"));
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string nameLine(WGMMALocation Location) { return "line " + utostr(Location.Index); }

TEST(WGMMAHazards, Descriptions) {
  auto Repairs = findRepairs(parseWGMMAProgram(
      "mma s0 d0; commit; fence; mma s0 d1 a4; commit; read 0; write 4; wait 0; mma s0 d2; exit"));
  std::string Text;
  for (const WGMMARepair &Repair : Repairs)
    Text += describe(Repair, nameLine) + "\n";
  EXPECT_EQ("inserted wgmma.fence: no wgmma.fence before the first wgmma.mma_async\n"
            "inserted wgmma.wait_group 1, which waits for 1 group: accumulator is read while "
            "wgmma.mma_async at line 0 is in flight\n"
            "inserted wgmma.wait_group 0, which waits for 1 group: A fragment is written while "
            "wgmma.mma_async at line 3 is in flight\n"
            "inserted wgmma.commit_group: function returns while wgmma.mma_async at line 8 is in "
            "flight, in no wgmma-group yet\n"
            "inserted wgmma.wait_group 0, which waits for 1 group: function returns while "
            "wgmma.mma_async at line 8 is in flight, in no wgmma-group yet\n",
            Text);
  EXPECT_EQ("accumulator %r7 is read while wgmma.mma_async at line 0 is in flight",
            describe(Repairs[1].Cause, nameLine, "%r7"));
}
