//===- WGMMAModelCheckTest.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What WGMMAHazards.h promises, for programs as they come: short ones exhaustively, others by
// chance. And that these tests can fail: for rules that are slightly wrong, they do.
//
// NVPTX_TC_WGMMA_SEED and NVPTX_TC_WGMMA_PROGRAMS in the environment change where chance
// begins and how many programs there are, for each of the tests.
//
//===----------------------------------------------------------------------===//

#include "Hazards/WGMMADataflow.h"
#include "TestHelpers.h"
#include "WGMMAModelChecker.h"
#include "WGMMAProgramText.h"
#include "WGMMARandomPrograms.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdlib>

using namespace llvm;
using namespace llvm::tensorcore;

#if defined(__SANITIZE_ADDRESS__)
static constexpr unsigned DefaultPrograms = 2500;
#else
static constexpr unsigned DefaultPrograms = 25000;
#endif
static constexpr unsigned NumShards = 4;

static uint64_t getSetting(const char *Name, uint64_t Default) {
  const char *Text = std::getenv(Name);
  uint64_t Value = Default;
  if (Text && StringRef(Text).getAsInteger(0, Value))
    ADD_FAILURE() << Name << " is not a number: " << Text;
  return Value;
}

static uint64_t getSeed() { return getSetting("NVPTX_TC_WGMMA_SEED", 1); }
static unsigned getNumPrograms() { return getSetting("NVPTX_TC_WGMMA_PROGRAMS", DefaultPrograms); }

/// Everything that can be checked of one program.
static std::string checkProgram(const WGMMAProgram &Program) {
  std::vector<WGMMAHazard> Hazards = findHazards(Program);
  std::string Wrong = checkHazards(Program, Hazards);
  if (!Wrong.empty())
    return Wrong;
  std::vector<WGMMARepair> Repairs = findRepairs(Program);
  if (Hazards.empty() != Repairs.empty())
    return Hazards.empty() ? "repairs without a hazard" : "no repairs";
  return checkRepairs(Program, Repairs);
}

/// The smallest program that fails, and why.
static std::string explain(const WGMMAProgram &Program) {
  WGMMAProgram Smallest =
      shrink(Program, [](const WGMMAProgram &Smaller) { return !checkProgram(Smaller).empty(); });
  std::vector<WGMMARepair> Repairs = findRepairs(Smallest);
  return checkProgram(Smallest) + "\n" + printWGMMAProgram(Smallest) + "hazards:\n" +
         printWGMMAHazards(findHazards(Smallest)) + "repaired:\n" +
         printWGMMAProgram(applyRepairs(Smallest, Repairs));
}

static bool isSame(const WGMMARepair &L, const WGMMARepair &R) {
  return L.Kind == R.Kind && L.PendingGroups == R.PendingGroups && L.Before == R.Before &&
         L.GroupsWaitedFor == R.GroupsWaitedFor &&
         printWGMMAHazards(L.Cause) == printWGMMAHazards(R.Cause);
}

//===----------------------------------------------------------------------===//
// Programs by chance
//===----------------------------------------------------------------------===//

namespace {
/// How many programs of which sort there were: a test of the easy ones only would be none.
struct Sorts {
  unsigned Right = 0, RightWithGroups = 0, Wait = 0, WeakWait = 0, Fence = 0, CommitAndWait = 0,
           CommitBeforeWait = 0;

  void count(const WGMMAProgram &Program);
};
} // namespace

void Sorts::count(const WGMMAProgram &Program) {
  std::vector<WGMMARepair> Repairs = findRepairs(Program);
  auto Has = [&](auto IsSo) { return unsigned(any_of(Repairs, IsSo)); };
  auto IsBeforeWait = [&](const WGMMARepair &Repair) {
    WGMMALocation Location = Repair.Before;
    return Program.Blocks[Location.Block].Events[Location.Index].Kind == WGMMAEventKind::Wait;
  };
  Right += Repairs.empty();
  // A hazard without its waits, so that these were worth something.
  WGMMAProgram WithoutWaits = Program;
  for (WGMMABlock &Block : WithoutWaits.Blocks)
    llvm::erase_if(Block.Events,
                   [](const WGMMAEvent &Event) { return Event.Kind == WGMMAEventKind::Wait; });
  RightWithGroups += Repairs.empty() && !findHazards(WithoutWaits).empty();
  Wait += Has([](auto &Repair) { return Repair.Kind == WGMMAEventKind::Wait; });
  WeakWait += Has([](auto &Repair) { return Repair.PendingGroups != 0; });
  Fence += Has([](auto &Repair) { return Repair.Kind == WGMMAEventKind::Fence; });
  CommitBeforeWait += Has(IsBeforeWait);
  CommitAndWait += Has(
      [&](auto &Repair) { return Repair.Kind == WGMMAEventKind::Commit && !IsBeforeWait(Repair); });
}

class WGMMARandomProgramTest : public testing::TestWithParam<unsigned> {};

TEST_P(WGMMARandomProgramTest, AsPromised) {
  WGMMARandomPrograms Chance(getSeed() * NumShards + GetParam());
  unsigned NumPrograms = getNumPrograms();
  Sorts Sorts;
  WGMMAProgram Program;
  for (unsigned Count = NumPrograms; Count; --Count) {
    // Every third is nearly right: repaired, and then changed.
    if (Count % 3 == 0 && !Program.Blocks.empty())
      Program = Chance.makeVariant(applyRepairs(Program, findRepairs(Program)));
    else
      Program = Chance.makeProgram();
    Sorts.count(Program);
    ASSERT_EQ("", checkProgram(Program)) << explain(Program);
  }
  EXPECT_GT(Sorts.Right, NumPrograms / 8);
  EXPECT_LT(Sorts.Right, NumPrograms / 3 * 2 + 2);
  EXPECT_GT(Sorts.RightWithGroups, NumPrograms / 20);
  EXPECT_GT(Sorts.Wait, NumPrograms / 5);
  EXPECT_GT(Sorts.WeakWait, NumPrograms / 200);
  EXPECT_GT(Sorts.Fence, NumPrograms / 5);
  EXPECT_GT(Sorts.CommitAndWait, NumPrograms / 20);
  EXPECT_GT(Sorts.CommitBeforeWait, NumPrograms / 50);
}

INSTANTIATE_TEST_SUITE_P(Shards, WGMMARandomProgramTest, testing::Range(0u, NumShards));

TEST(WGMMAModelCheck, RandomPathsOfTheInterpreter) {
  WGMMARandomPrograms Chance(getSeed());
  auto Choose = [&](unsigned Limit) { return Chance.pick(Limit); };
  for (unsigned Count = getNumPrograms(); Count; --Count) {
    WGMMAProgram Program = Chance.makeProgram();
    std::vector<WGMMAHazard> Hazards = findHazards(Program);
    WGMMAProgram Repaired = applyRepairs(Program, findRepairs(Program));
    for (unsigned Path = 0; Path != 4; ++Path) {
      ASSERT_EQ("", checkPath(Program, Hazards, 16, Choose)) << printWGMMAProgram(Program);
      ASSERT_EQ("", checkPath(Repaired, {}, 16, Choose)) << printWGMMAProgram(Program);
    }
  }
}

TEST(WGMMAModelCheck, RepairIsDeterministicAndIdempotent) {
  WGMMARandomPrograms Chance(getSeed());
  for (unsigned Count = getNumPrograms() / 10; Count; --Count) {
    WGMMAProgram Program = Chance.makeProgram();
    std::vector<WGMMARepair> First = findRepairs(Program), Second = findRepairs(Program);
    ASSERT_TRUE(std::equal(First.begin(), First.end(), Second.begin(), Second.end(), isSame))
        << printWGMMAProgram(Program);
    ASSERT_TRUE(findRepairs(applyRepairs(Program, First)).empty()) << printWGMMAProgram(Program);
  }
}

//===----------------------------------------------------------------------===//
// All short programs
//===----------------------------------------------------------------------===//

static ArrayRef<WGMMAEvent> getAlphabet() {
  static const WGMMAEvent Events[] = {
      WGMMAEvent::fence(),
      WGMMAEvent::commit(),
      WGMMAEvent::wait(0),
      WGMMAEvent::wait(1),
      WGMMAEvent::issue(0, {0}),
      WGMMAEvent::issue(1, {0}),
      WGMMAEvent::issue(0, {1}, {0}),
      WGMMAEvent::access({0}, {}),
      WGMMAEvent::access({}, {0}),
  };
  return Events;
}

/// Calls F with each sequence of events of a length.
static void forEachSequence(unsigned Length, function_ref<void(ArrayRef<WGMMAEvent>)> F) {
  ArrayRef<WGMMAEvent> Alphabet = getAlphabet();
  std::vector<unsigned> Digits(Length, 0);
  std::vector<WGMMAEvent> Events(Length, Alphabet.front());
  for (unsigned Digit = 0; Digit != Length;) {
    F(Events);
    for (Digit = 0; Digit != Length; ++Digit) {
      Digits[Digit] = (Digits[Digit] + 1) % Alphabet.size();
      Events[Digit] = Alphabet[Digits[Digit]];
      if (Digits[Digit])
        break;
    }
  }
}

TEST(WGMMAModelCheck, AllShortLines) {
  forEachSequence(4, [](ArrayRef<WGMMAEvent> Events) {
    WGMMAProgram Program;
    WGMMABlock &Block = Program.Blocks.emplace_back();
    Block.Events = Events.vec();
    Block.Events.push_back(WGMMAEvent::exit());
    ASSERT_EQ("", checkProgram(Program)) << explain(Program);
    ASSERT_EQ("", checkPath(Program, findHazards(Program), 1, [](unsigned) { return 0; }));
  });
}

TEST(WGMMAModelCheck, AllShortLoops) {
  forEachSequence(4, [](ArrayRef<WGMMAEvent> Events) {
    WGMMAProgram Program;
    Program.Blocks.resize(2);
    Program.Blocks[0].Events = Events.vec();
    Program.Blocks[0].Successors = {0, 1};
    Program.Blocks[1].Events = {WGMMAEvent::wait(0), WGMMAEvent::exit()};
    ASSERT_EQ("", checkProgram(Program)) << explain(Program);
  });
}

//===----------------------------------------------------------------------===//
// That the tests can fail
//===----------------------------------------------------------------------===//

namespace {

struct JoinTakesTheOldest : WGMMARules {
  bool join(WGMMAState &Into, const WGMMAState &From) const override {
    WGMMAState Before = Into;
    for (auto [Slot, Mine] : Before.Progress) {
      WGMMAProgress Oldest = std::max(Mine, From.Progress.get(Slot));
      Into.Progress.set(Slot, Oldest > 8 ? WGMMARetired : Oldest); // or else it would not end
    }
    Into.IsUnfenced |= From.IsUnfenced;
    return !(Into == Before);
  }
};

struct JoinForgetsWhatOnePathTouched : WGMMARules {
  bool join(WGMMAState &Into, const WGMMAState &From) const override {
    WGMMAState Before = Into;
    WGMMARules::join(Into, From);
    Into.IsUnfenced = Before.IsUnfenced;
    Into.IsUnfenced &= From.IsUnfenced;
    return !(Into == Before);
  }
};

struct WaitRetiresOneTooMany : WGMMARules {
  void wait(WGMMAState &State, unsigned PendingGroups) const override {
    State.Progress.transform([=](WGMMAProgress Progress) {
      return Progress && Progress >= PendingGroups ? WGMMARetired : Progress;
    });
  }
};

struct WaitRetiresOneTooFew : WGMMARules {
  void wait(WGMMAState &State, unsigned PendingGroups) const override {
    WGMMARules::wait(State, PendingGroups + 1);
  }
};

struct WaitRetiresTheUncommitted : WGMMARules {
  void wait(WGMMAState &State, unsigned PendingGroups) const override {
    WGMMARules::wait(State, PendingGroups);
    State.Progress.transform([](WGMMAProgress Progress) {
      return Progress == WGMMAUncommitted ? WGMMARetired : Progress;
    });
  }
};

struct EmptyGroupsDoNotCount : WGMMARules {
  void commit(WGMMAState &State) const override {
    if (any_of(State.Progress, [](auto &Entry) { return Entry.second == WGMMAUncommitted; }))
      WGMMARules::commit(State);
  }
};

struct IssueKeepsTheOlder : WGMMARules {
  void touch(WGMMAState &State, const WGMMAEffect &Effect) const override {
    WGMMAState Before = State;
    WGMMARules::touch(State, Effect);
    for (WGMMASlot Slot : Effect.Launched)
      if (WGMMAProgress Older = Before.Progress.get(Slot); Older != WGMMARetired)
        State.Progress.set(Slot, Older);
  }
};

struct IssueIsNoAccess : WGMMARules {
  void touch(WGMMAState &State, const WGMMAEffect &Effect) const override {
    SparseBitVector<> Before = State.IsUnfenced;
    WGMMARules::touch(State, Effect);
    if (Effect.Kind == WGMMAEventKind::Issue)
      State.IsUnfenced = Before;
  }
};

struct WaitIsAFence : WGMMARules {
  void wait(WGMMAState &State, unsigned PendingGroups) const override {
    WGMMARules::wait(State, PendingGroups);
    fence(State);
  }
};

struct EntryIsFenced : WGMMARules {
  void enter(WGMMAState &State) const override {
    WGMMARules::enter(State);
    State.IsUnfenced.clear();
  }
};

} // namespace

/// Repairs are not looked for by wrong rules: the search counts on what right ones have.
static std::string checkHazardsBy(const WGMMARules &Rules, const WGMMAProgram &Program) {
  return checkHazards(Program, findHazards(Program, Rules));
}

/// How many of some programs fail by wrong rules.
static unsigned countFailures(const WGMMARules &Rules) {
  WGMMARandomPrograms Chance(getSeed());
  unsigned NumFailures = 0;
  for (unsigned Count = 1000; Count; --Count)
    NumFailures += !checkHazardsBy(Rules, Chance.makeProgram()).empty();
  return NumFailures;
}

TEST(WGMMAModelCheck, WrongRulesAreNoticed) {
  EXPECT_EQ(0u, countFailures(WGMMARules()));
  EXPECT_LT(0u, countFailures(JoinTakesTheOldest()));
  EXPECT_LT(0u, countFailures(JoinForgetsWhatOnePathTouched()));
  EXPECT_LT(0u, countFailures(WaitRetiresOneTooMany()));
  EXPECT_LT(0u, countFailures(WaitRetiresOneTooFew()));
  EXPECT_LT(0u, countFailures(WaitRetiresTheUncommitted()));
  EXPECT_LT(0u, countFailures(EmptyGroupsDoNotCount()));
  EXPECT_LT(0u, countFailures(IssueKeepsTheOlder()));
  EXPECT_LT(0u, countFailures(IssueIsNoAccess()));
  EXPECT_LT(0u, countFailures(WaitIsAFence()));
  EXPECT_LT(0u, countFailures(EntryIsFenced()));
}

TEST(WGMMAModelCheck, WrongRepairsAreNoticed) {
  WGMMAProgram Program = parseWGMMAProgram(
      "mma s0 d0; commit; fence; mma s0 d1; commit; read 0; wait 0; mma s0 d2; exit");
  std::vector<WGMMARepair> Repairs = findRepairs(Program), Wrong = Repairs;
  ASSERT_EQ(4u, Repairs.size());
  ASSERT_EQ("", checkRepairs(Program, Repairs));
  EXPECT_EQ("a hazard is left", checkRepairs(Program, ArrayRef(Repairs).drop_front()));
  EXPECT_EQ("a hazard is left", checkRepairs(Program, ArrayRef(Repairs).drop_back()));
  --Wrong[1].PendingGroups;
  EXPECT_EQ("wait 0 before 0:5 waits for too much", checkRepairs(Program, Wrong));
  Wrong = Repairs;
  Wrong.insert(Wrong.begin(), Wrong.front());
  EXPECT_EQ("fence before 0:0 is not needed", checkRepairs(Program, Wrong));
  Wrong = Repairs;
  std::swap(Wrong.front().Cause, Wrong.back().Cause);
  EXPECT_EQ("fence before 0:0: not the cause", checkRepairs(Program, Wrong));
}

TEST(WGMMAModelCheck, WrongHazardsAreNoticed) {
  WGMMAProgram Program = parseWGMMAProgram("fence; mma s0 d0; commit; read 0; wait 0; exit");
  std::vector<WGMMAHazard> Hazards = findHazards(Program), Wrong = Hazards;
  ASSERT_EQ(1u, Hazards.size());
  ASSERT_EQ("", checkHazards(Program, Hazards));
  EXPECT_EQ("0:3 accumulator is read while in flight: not found", checkHazards(Program, {}));
  Wrong[0].Culprit = WGMMALocation{0, 0};
  EXPECT_EQ("0:3 accumulator is read while in flight: not the culprit",
            checkHazards(Program, Wrong));
  Wrong = Hazards;
  Wrong[0].YoungerGroups = 1;
  EXPECT_EQ("0:3 accumulator is read while in flight: younger groups 1, but on some path 0",
            checkHazards(Program, Wrong));
  Wrong = Hazards;
  Wrong[0].Register = 1;
  EXPECT_EQ("0:3 accumulator is read while in flight: not the register",
            checkHazards(Program, Wrong));
  Wrong[0].Kind = WGMMAHazardKind::FragmentWritten;
  EXPECT_EQ("0:3 A fragment is written while in flight: on no path", checkHazards(Program, Wrong));
}

TEST(WGMMAModelCheck, FailuresShrink) {
  // Some program that a wrong rule fails on, down to what matters.
  JoinTakesTheOldest Rules;
  auto Fails = [&](const WGMMAProgram &Program) { return !checkHazardsBy(Rules, Program).empty(); };
  WGMMAProgram Program = parseWGMMAProgram("fence; write 3; fence; mma s0 d0,1 a2; commit -> 1,2\n"
                                           "wait 0; write 4; read 4 -> 3\n"
                                           "read 2,3; fence -> 3\n"
                                           "read 0; wait 0; read 1 -> 4\n"
                                           "exit");
  ASSERT_TRUE(Fails(Program));
  WGMMAProgram Smallest = shrink(Program, Fails);
  EXPECT_TRUE(Fails(Smallest));
  unsigned NumEvents = 0;
  for (const WGMMABlock &Block : Smallest.Blocks)
    NumEvents += Block.Events.size();
  EXPECT_LE(NumEvents, 6u) << printWGMMAProgram(Smallest);
}
