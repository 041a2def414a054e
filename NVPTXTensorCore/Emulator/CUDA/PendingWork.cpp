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
#include "llvm/Support/FileSystem.h"
#include <thread>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using emulator::LoopWait;

using Clock = std::chrono::steady_clock;

bool Driver::isPending(const StreamClock &Clock) const {
  return any_of(Pending, [&](const auto &P) { return P->isIn(Clock); });
}

StreamClock Driver::getDone() const {
  StreamClock Done = Order.getAllOfStreams();
  for (const auto &P : Pending)
    Done.Stream[P->Stream] = std::min(Done.Stream[P->Stream], P->Number - 1);
  return Done;
}

bool Driver::end(unsigned Stream, uint64_t Number, const StreamClock &Seen) {
  if (Waiting.empty()) {
    Order.end([&](StringRef Sentence) { report(emulator::Check::StreamOrder, Sentence); });
    return true;
  }
  auto At = find_if(Pending, [&](const auto &P) { return P->Number >= Number; });
  if (At == Pending.end() || (*At)->Number != Number)
    At = Pending.insert(
        At, std::make_unique<PendingWork>(PendingWork{Stream, Number, Seen, nullptr, {}}));
  (*At)->Do = nullptr;
  (*At)->Waiting = std::move(Waiting);
  Waiting.clear();
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
      std::make_unique<PendingWork>(PendingWork{Number, OfWork, Clock, std::move(Do), {}}));
  return Success;
}

bool BegunKernel::proceed(Driver &D, bool IsAlone, Result &R) {
  if (!Launch->proceed(IsAlone))
    return false;
  R = D.finish(*this);
  return true;
}

/// Returns true if the work is done.
bool Driver::proceed(PendingWork &P, bool IsAlone) {
  Order.begin(P.Stream, P.Number, /*IsLate=*/true);
  Result R = Success;
  if (const std::function<Result()> Do = std::move(P.Do))
    R = Do();
  for (std::unique_ptr<BegunWork> &Each : std::exchange(P.Waiting, {})) {
    Result Of = Success;
    const bool CanProceed = Sticky == Success && (IsAlone || Each->findWait() == LoopWait::None);
    if (!CanProceed || !Each->proceed(*this, IsAlone, Of))
      Waiting.push_back(std::move(Each));
    else if (Of == Success && Sticky == Success && Each->Then)
      Of = Each->Then();
    R = R == Success ? Of : R;
  }
  if (R != Success && Sticky == Success && !With.KeepsGoing)
    Sticky = R;
  return end(P.Stream, P.Number, P.Seen);
}

/// Returns true if work can go on. `IsAlone`: if it can but count or read a clock, too.
bool Driver::canProceed(const PendingWork &P, bool IsAlone) const {
  const LoopWait Most = IsAlone ? LoopWait::WhileCounting : LoopWait::None;
  if (!P.Waiting.empty())
    return any_of(P.Waiting, [&](const auto &W) { return W->findWait() <= Most; });
  return none_of(Pending, [&](const auto &Each) { return Each.get() != &P && Each->isIn(P.Seen); });
}

bool Driver::proceed(bool IsAlone) {
  if (std::exchange(IsProceeding, true))
    return false;
  bool HasAny = false;
  for (bool GoesOn = true; GoesOn;) {
    GoesOn = false;
    for (auto It = Pending.begin(); It != Pending.end() && Sticky == Success;) {
      const auto At = It++;
      if (!canProceed(**At, IsAlone))
        continue;
      HasAny = true;
      GoesOn = !IsAlone;
      if (proceed(**At, IsAlone))
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

/// Returns true if the program has threads besides the caller and watch().
static bool hasOtherThreads() {
  std::error_code Code;
  unsigned Count = 0;
  for (sys::fs::directory_iterator It("/proc/self/task", Code), End; It != End && !Code;
       It.increment(Code))
    ++Count;
  return Count > 2;
}

void Driver::finish(const StreamClock &Of) {
  const StreamClock For = Of; // other threads may change it
  LastProgress = Clock::now();
  while (isPending(For) && !IsProceeding) {
    if (proceed())
      continue;
    if (!proceed(/*IsAlone=*/true) &&
        Clock::now() - LastProgress > std::chrono::seconds(hasOtherThreads() ? 10 : 1))
      for (const auto &P : Pending)
        if (P->isIn(For))
          for (const auto &W : P->Waiting)
            W->stop(*this);
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
  constexpr std::chrono::milliseconds Patience(100); // with loops that count
  getContexts().push_back(&Primary);
  for (;;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    Call C(Call::Nothing);
    if (!proceed() && Clock::now() - LastProgress > Patience)
      proceed(/*IsAlone=*/true);
    if (Pending.empty()) {
      IsWatching = false;
      return;
    }
  }
}
