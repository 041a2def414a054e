//===- GlobalOptions.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's own parser of command lines ends the process at -help and for some errors; its options are
// set one by one.
//
//===----------------------------------------------------------------------===//

#include "Library/GlobalOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include <condition_variable>
#include <mutex>
#include <pthread.h>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Options of llc and LLVM that a library does not have, and what does.
struct ForeignOption {
  StringLiteral Name;
  StringLiteral Instead;
};

// clang-format off
constexpr ForeignOption ForeignOptions[] = {
    {"mcpu",               "expected the field 'target'"},
    {"mattr",              "expected the field 'features'"},
    {"march",              "the target is NVPTX"},
    {"filetype",           "the result is PTX"},
    {"stop-after",         "the result is PTX"},
    {"stop-before",        "the result is PTX"},
    {"start-after",        "a module is IR"},
    {"start-before",       "a module is IR"},
    {"time-passes",        "LLVM would measure all later calls, too"},
    {"time-passes-per-run", "LLVM would measure all later calls, too"},
    {"help",               "it prints and ends the process"},
    {"help-hidden",        "it prints and ends the process"},
    {"help-list",          "it prints and ends the process"},
    {"help-list-hidden",   "it prints and ends the process"},
    {"version",            "it prints and ends the process"},
    {"h",                  "it prints and ends the process"},
};
// clang-format on

/// Holds what all calls share.
struct Shared {
  std::mutex Turn;  ///< held by a call that waits for other options: later calls wait for it
  std::mutex Mutex; ///< guards what follows
  std::condition_variable IsIdle;
  unsigned Calls = 0;
  OptionList InForce;
  std::vector<cl::Option *> Set; ///< those that are not at their defaults
};

} // namespace

static Shared &getShared();

/// A fork waits until no call runs: nobody would end it in the child, nor unlock what it locked.
/// The thread that forks has `Turn`, so that no other thread waits for `IsIdle` either.
static void lockForFork() {
  Shared &S = getShared();
  S.Turn.lock();
  std::unique_lock<std::mutex> Lock(S.Mutex);
  S.IsIdle.wait(Lock, [&] { return !S.Calls; });
  Lock.release();
}

static void unlockAfterFork() {
  Shared &S = getShared();
  S.Mutex.unlock();
  S.Turn.unlock();
}

static Shared &getShared() {
  static Shared *Only = [] {
    pthread_atfork(lockForFork, unlockAfterFork, unlockAfterFork);
    return new Shared; // no call outlives it
  }();
  return *Only;
}

static void resetOptions(Shared &S) {
  for (cl::Option *Option : S.Set)
    Option->reset();
  S.Set.clear();
  S.InForce.clear();
}

/// The option whose name differs in the fewest letters, two at most; empty if there is none.
static StringRef findNearestOption(StringRef Name) {
  StringRef Nearest;
  unsigned Limit = 2;
  for (const auto &[Known, Option] : cl::getRegisteredOptions()) {
    const unsigned Distance = Name.edit_distance(Known, /*AllowReplacements=*/true, Limit);
    if (Distance > Limit || (Distance == Limit && !Nearest.empty() && Nearest < Known))
      continue;
    Limit = Distance;
    Nearest = Known;
  }
  return Nearest;
}

static Error setOption(Shared &S, StringRef Text) {
  StringRef Rest = Text;
  if (!Rest.consume_front("--") && !Rest.consume_front("-"))
    return createStringError("'" + Text + "' is not an option; expected -NAME or -NAME=VALUE");
  auto [Name, Value] = Rest.split('=');
  const bool HasValue = Rest.contains('=');
  if (const auto *Foreign =
          find_if(ForeignOptions, [&](const ForeignOption &O) { return O.Name == Name; });
      Foreign != std::end(ForeignOptions))
    return createStringError("-" + Name + " is not an option of the library: " + Foreign->Instead);
  cl::Option *Option = cl::getRegisteredOptions().lookup(Name);
  if (!Option) {
    const StringRef Nearest = findNearestOption(Name);
    return createStringError("there is no option -" + Name +
                             (Nearest.empty()
                                  ? "; expected an option of llc that LLVM's back end, its passes "
                                    "or NVPTXTensorCore have"
                                  : ("; did you mean -" + Nearest + "?").str()));
  }
  if (Option->getValueExpectedFlag() == cl::ValueRequired && !HasValue)
    return createStringError("-" + Name + " has no value; expected -" + Name + "=VALUE");
  if (Option->getValueExpectedFlag() == cl::ValueDisallowed && HasValue)
    return createStringError("-" + Name + " takes no value, and has '" + Value + "'");
  S.Set.push_back(Option);
  if (Option->addOccurrence(/*pos=*/0, Name, Value))
    return createStringError("-" + Name + " does not have the value '" + Value +
                             "'; expected one of those that `llc -help-hidden` lists");
  return Error::success();
}

Expected<OptionsInForce> OptionsInForce::acquire(const OptionList &Asked) {
  Shared &S = getShared();
  std::lock_guard<std::mutex> Turn(S.Turn);
  std::unique_lock<std::mutex> Lock(S.Mutex);
  S.IsIdle.wait(Lock, [&] { return !S.Calls || S.InForce == Asked; });
  if (S.InForce != Asked) {
    resetOptions(S);
    for (const std::string &Option : Asked)
      if (Error E = setOption(S, Option)) {
        resetOptions(S);
        return E;
      }
    S.InForce = Asked;
  }
  ++S.Calls;
  return OptionsInForce();
}

OptionsInForce::~OptionsInForce() {
  if (!IsHeld)
    return;
  Shared &S = getShared();
  std::lock_guard<std::mutex> Lock(S.Mutex);
  if (!--S.Calls)
    S.IsIdle.notify_all();
}
