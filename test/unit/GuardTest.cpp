//===- GuardTest.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work that ends as it should, by a fatal error, by a second one while the first is cleaned up, and
// by a signal.
//
//===----------------------------------------------------------------------===//

#include "Library/Guard.h"
#include "llvm/Support/ErrorHandling.h"
#include <csignal>
#include <gtest/gtest.h>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

struct Guarded {
  int CleanUps = 0;
  Outcome Ended;

  explicit Guarded(function_ref<void()> Work, bool CatchesCrashes = false) {
    Ended = runGuarded(Work, [this](StringRef) { ++CleanUps; }, CatchesCrashes);
  }
};

TEST(Guard, WorkIsDone) {
  bool IsDone = false;
  Guarded R([&] { IsDone = true; });
  EXPECT_TRUE(IsDone);
  EXPECT_EQ(R.Ended.Failure, "");
  EXPECT_EQ(R.CleanUps, 0);
}

TEST(Guard, FatalErrorEndsTheWork) {
  bool IsDone = false;
  Guarded R([&] {
    report_fatal_error("no such thing");
    IsDone = true;
  });
  EXPECT_FALSE(IsDone);
  EXPECT_EQ(R.Ended.Failure, "no such thing");
  EXPECT_FALSE(R.Ended.IsLost);
  EXPECT_EQ(R.CleanUps, 1);
}

TEST(Guard, SecondFatalErrorLeavesTheRest) {
  Outcome Ended =
      runGuarded([] { report_fatal_error("first"); },
                 [](StringRef) { report_fatal_error("second"); }, /*CatchesCrashes=*/false);
  EXPECT_EQ(Ended.Failure, "first");
  EXPECT_TRUE(Ended.IsLost);
}

TEST(Guard, SignalEndsTheWork) {
  for (int Try = 0; Try != 3; ++Try) {
    Guarded R([] { raise(SIGSEGV); }, /*CatchesCrashes=*/true);
    EXPECT_EQ(R.Ended.Failure, "the compiler crashed: Segmentation fault");
    EXPECT_TRUE(R.Ended.IsLost);
    EXPECT_EQ(R.CleanUps, 0);
  }
}

TEST(Guard, HandlersAreThereOnlyMeanwhile) {
  struct sigaction Before, Within, After;
  sigaction(SIGSEGV, nullptr, &Before);
  Guarded R([&] { sigaction(SIGSEGV, nullptr, &Within); }, /*CatchesCrashes=*/true);
  sigaction(SIGSEGV, nullptr, &After);
  EXPECT_NE(reinterpret_cast<void *>(Within.sa_handler), reinterpret_cast<void *>(SIG_DFL));
  EXPECT_EQ(Before.sa_handler, After.sa_handler);
  Guarded Without([&] { sigaction(SIGSEGV, nullptr, &Within); });
  EXPECT_EQ(Before.sa_handler, Within.sa_handler);
}

} // namespace
