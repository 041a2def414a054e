//===- PendingWork.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Order of work: all is done when it is submitted, except for kernels that wait for a change of
// memory by others, and for what comes after these. A thread looks after them while the host does
// something else.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/PendingWork.h"
#include "Emulator/CUDA/Graphs.h"
#include "llvm/ADT/STLExtras.h"
#include <thread>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;

using Clock = std::chrono::steady_clock;

bool Driver::isPending(const StreamClock &Clock) const {
  return any_of(Pending, [&](const auto &P) { return P->isIn(Clock); });
}

bool Driver::end(unsigned Stream, uint64_t Number, const StreamClock &Seen) {
  if (!Waiting) {
    Order.end([&](StringRef Sentence) {
      if (Known.insert(Sentence.substr(0, Sentence.find(" 0x")).str()).second)
        report(emulator::Check::StreamOrder, Sentence);
    });
    return true;
  }
  auto At = find_if(Pending, [&](const auto &P) { return P->Number >= Number; });
  if (At == Pending.end() || (*At)->Number != Number)
    At = Pending.insert(
        At, std::make_unique<PendingWork>(PendingWork{Stream, Number, Seen, nullptr, nullptr}));
  (*At)->Do = nullptr;
  (*At)->Kernel = std::move(Waiting);
  LastProgress = Clock::now();
  if (!std::exchange(IsWatching, true))
    std::thread([this] { watch(); }).detach();
  return false;
}

Result Driver::work(Stream S, function_ref<Result()> Do) {
  if (!Pending.empty())
    finish(getClock(S));
  StreamClock &Clock = getClock(S);
  const unsigned Number = getStream(S) ? getStream(S)->Number : StreamOrder::DefaultStream;
  const uint64_t OfWork = Order.submit(Clock, Number);
  Order.begin(Number, OfWork, /*IsLate=*/!Pending.empty());
  const Result R = Do();
  end(Number, OfWork, Clock);
  if (!Pending.empty())
    proceed();
  return R;
}

Result Driver::workLater(Stream S, std::function<Result()> Do) {
  StreamClock &Clock = getClock(S);
  if (!isPending(Clock))
    return work(S, Do);
  const unsigned Number = getStream(S) ? getStream(S)->Number : StreamOrder::DefaultStream;
  const uint64_t OfWork = Order.submit(Clock, Number);
  Pending.push_back(
      std::make_unique<PendingWork>(PendingWork{Number, OfWork, Clock, std::move(Do), nullptr}));
  return Success;
}

/// Returns true if the work is done.
bool Driver::proceed(PendingWork &P) {
  Order.begin(P.Stream, P.Number, /*IsLate=*/true);
  const std::function<Result()> Do = std::move(P.Do);
  Result R = Success;
  if (Do)
    R = Do();
  else if (P.Kernel->Launch->proceed())
    R = finish(*P.Kernel);
  else
    Waiting = std::move(P.Kernel);
  if (R != Success && Sticky == Success && !With.KeepsGoing)
    Sticky = R;
  return end(P.Stream, P.Number, P.Seen);
}

bool Driver::proceed() {
  if (std::exchange(IsProceeding, true))
    return false;
  bool HasAny = false;
  const auto CanGoOn = [&](const PendingWork &P) {
    if (P.Kernel)
      return !P.Kernel->Launch->waits();
    return none_of(Pending,
                   [&](const auto &Each) { return Each.get() != &P && Each->isIn(P.Seen); });
  };
  for (bool GoesOn = true; GoesOn;) {
    GoesOn = false;
    for (auto It = Pending.begin(); It != Pending.end() && Sticky == Success;) {
      const auto At = It++;
      if (!CanGoOn(**At))
        continue;
      GoesOn = HasAny = true;
      if (proceed(**At))
        Pending.erase(At);
    }
  }
  if (Sticky != Success) // nothing runs any more
    Pending.clear();
  IsProceeding = false;
  if (HasAny)
    LastProgress = Clock::now();
  return HasAny;
}

void Driver::finish(const StreamClock &Of) {
  const StreamClock For = Of; // other threads may change it
  constexpr std::chrono::seconds Patience(1);
  LastProgress = Clock::now();
  while (isPending(For) && !IsProceeding) {
    if (proceed())
      continue;
    if (Clock::now() - LastProgress > Patience)
      for (const auto &P : Pending)
        if (P->Kernel && P->isIn(For))
          P->Kernel->Launch->stop();
    Call::pause();
  }
}

Result Driver::wait(const StreamClock &For) {
  const StreamClock Copy = For;
  finish(Copy);
  Order.wait(Copy);
  return Sticky;
}

Result Driver::waitForAll() {
  finishAll();
  Order.waitForAll();
  return Sticky;
}

Result Driver::query(const StreamClock &For) {
  constexpr std::chrono::seconds Patience(10); // of a host that does nothing but ask
  if (isPending(For) && !proceed() && Clock::now() - LastProgress > Patience)
    finish(For);
  return isPending(For) ? NotReady : wait(For);
}

void Driver::watch() {
  getContexts().push_back(&Primary);
  for (;;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    Call C(Call::Nothing);
    proceed();
    if (Pending.empty()) {
      IsWatching = false;
      return;
    }
  }
}
