//===- PartProcessesTest.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks in processes: what they hand on, and what becomes of those that end otherwise.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Parallel/PartProcesses.h"
#include "llvm/ADT/SmallString.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

PartResult makeResult(unsigned Block) {
  PartResult Result;
  Result.Block = Block;
  Result.PTX.Text = "text " + std::to_string(Block);
  Result.PTX.Numbers = {{5, 1, Numbered::Label}};
  Result.First[1] = Block;
  Result.Count[1] = 2 * Block;
  Result.Files = {" \"a.h\"", " \"b.h\""};
  const uint64_t Begin = CapturedErrors::getSize();
  errs() << "said " << Block;
  Result.Late = CapturedErrors::read(Begin, CapturedErrors::getSize());
  return Result;
}

TEST(PartProcesses, ResultsInOrder) {
  const auto Results = compileInProcesses(
      3, 10, [](unsigned Block) -> std::optional<PartResult> { return makeResult(Block); });
  ASSERT_TRUE(Results);
  ASSERT_EQ(Results->size(), 11u); // and what comes after all blocks
  for (unsigned I = 0; I < Results->size(); ++I) {
    const PartResult &Result = (*Results)[I];
    EXPECT_EQ(Result.Block, I);
    EXPECT_EQ(Result.PTX.Text, "text " + std::to_string(I));
    ASSERT_EQ(Result.PTX.Numbers.size(), 1u);
    EXPECT_EQ(Result.PTX.Numbers[0].Position, 5u);
    EXPECT_EQ(Result.PTX.Numbers[0].What, Numbered::Label);
    EXPECT_EQ(Result.First[1], I);
    EXPECT_EQ(Result.Count[1], 2 * I);
    ASSERT_EQ(Result.Files.size(), 2u);
    EXPECT_EQ(Result.Files[1], " \"b.h\"");
    EXPECT_EQ(Result.Early, "");
    EXPECT_EQ(Result.Late, "said " + std::to_string(I));
  }
}

TEST(PartProcesses, OtherProcesses) {
  const pid_t Self = getpid();
  const auto Results = compileInProcesses(2, 4, [&](unsigned Block) -> std::optional<PartResult> {
    PartResult Result = makeResult(Block);
    Result.PTX.Text = getpid() == Self ? "here" : "there";
    return Result;
  });
  ASSERT_TRUE(Results);
  for (const PartResult &Result : *Results)
    EXPECT_EQ(Result.PTX.Text, "there");
}

TEST(PartProcesses, Failures) {
  auto RunWith = [](function_ref<void()> End) {
    return compileInProcesses(2, 4, [&](unsigned Block) -> std::optional<PartResult> {
      if (Block == 2)
        End();
      return Block == 2 ? std::nullopt : std::optional(makeResult(Block));
    });
  };
  EXPECT_FALSE(RunWith([] {}));
  EXPECT_FALSE(RunWith([] { _exit(0); })); // without results
  EXPECT_FALSE(RunWith([] { _exit(3); }));
  EXPECT_FALSE(RunWith([] { std::abort(); }));
}

TEST(PartText, CallSites) {
  PartText Part{"callseq 7 and 10;", {{8, 1, Numbered::CallSite}, {14, 2, Numbered::CallSite}}};
  std::string Printed;
  raw_string_ostream OS(Printed);
  Part.print(OS, [](Numbered, unsigned Own) { return Own - 7 + 99; });
  EXPECT_EQ(Printed, "callseq 99 and 102;");
}

/// Comments stay in their column, which is the 40th as LLVM counts.
TEST(PartText, Locations) {
  PartText Part{"$L__func_begin0:\n"
                "\t.loc\t1 5 3                           // a.h:5:3\n"
                "\tmov.u32 \t%r1, 2; // .loc\t7\n"
                "$L__tmp9:                               // %a\n"
                "$L__func_end0:\n",
                {}};
  Part.findLocations();
  std::string Printed;
  raw_string_ostream OS(Printed);
  Part.print(OS, [](Numbered What, unsigned Own) { return Own + 10 * unsigned(What); });
  EXPECT_EQ(Printed, "$L__func_begin20:\n"
                     "\t.loc\t41 5 3                          // a.h:5:3\n"
                     "\tmov.u32 \t%r1, 2; // .loc\t7\n"
                     "$L__tmp19:                              // %a\n"
                     "$L__func_end30:\n");
}

TEST(PartOutput, Files) {
  SmallString<64> File;
  raw_svector_ostream OfFile(File);
  PartOutput Output(OfFile);
  EXPECT_FALSE(Output.addFile("\t.file\t1 \"a.h\""));
  Output.collect();
  EXPECT_TRUE(Output.addFile("\t.file\t2 \"2.h\""));
  Output.reset();
  Output.printFiles(Output.getFiles(), 1);
  EXPECT_EQ(File, "\t.file\t2 \"2.h\"\n");
}

TEST(PartOutput, Destinations) {
  SmallString<64> File;
  raw_svector_ostream OfFile(File);
  PartOutput Output(OfFile);
  Output << "file ";
  Output.collect();
  Output.addInstruction(3, "{ // callseq 12, 0");
  Output << "part";
  EXPECT_EQ(Output.capture([&] { Output << "header"; }), "header");
  Output << "s";
  const PartText Part = Output.take();
  EXPECT_EQ(Part.Text, "parts");
  ASSERT_EQ(Part.Numbers.size(), 1u);
  EXPECT_EQ(Part.Numbers[0].Position, 16u);
  EXPECT_EQ(Part.Numbers[0].Length, 2u);
  Output.discard();
  Output << "nothing";
  Output.reset();
  Output << "again";
  EXPECT_EQ(File, "file again");
}

} // namespace
