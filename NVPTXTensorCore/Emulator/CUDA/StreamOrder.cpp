//===- StreamOrder.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clocks of streams, and comparison of what unordered work has accessed.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/StreamOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using namespace llvm::tensorcore::emulator;

void StreamClock::join(const StreamClock &O) {
  All = std::max(All, O.All);
  for (const auto &[Number, Time] : O.Stream)
    Stream[Number] = std::max(Stream[Number], Time);
}

bool StreamClock::hasSeen(unsigned OfStream, uint64_t Number) const {
  const auto Found = Stream.find(OfStream);
  return Number <= All || (Found != Stream.end() && Number <= Found->second);
}

StreamClock &StreamOrder::get(unsigned Stream, bool IsBlocking) {
  StreamClock &Clock = Streams[Stream];
  Blocking[Stream] = IsBlocking || Stream == DefaultStream;
  Clock.join(Host);
  if (Stream == DefaultStream) {
    for (const auto &[Number, Other] : Streams)
      if (Blocking[Number])
        Clock.join(Other);
    Clock.join(EndedBlocking);
  } else if (IsBlocking) {
    Clock.join(Streams[DefaultStream]);
  }
  return Clock;
}

uint64_t StreamOrder::submit(StreamClock &Clock, unsigned Stream) {
  return Clock.Stream[Stream] = ++NumWorks;
}

void StreamOrder::begin(unsigned Stream, uint64_t Number, bool IsLate) {
  Current = {};
  Current.Stream = Stream;
  Current.Number = Number;
  Current.IsLate = IsLate;
}

void StreamOrder::destroyStream(unsigned Stream) {
  const auto Found = Streams.find(Stream);
  if (Found == Streams.end())
    return;
  if (Blocking[Stream])
    EndedBlocking.join(Found->second);
  Streams.erase(Stream);
  Blocking.erase(Stream);
  Ended.insert(Stream);
  forgetEnded();
}

/// Nobody asks for the times of streams that are destroyed and whose work is seen.
void StreamOrder::forgetEnded() {
  for (auto It = Ended.begin(); It != Ended.end();) {
    const unsigned Stream = *It;
    if (any_of(Works, [&](const Work &W) { return W.Stream == Stream; })) {
      ++It;
      continue;
    }
    Host.Stream.erase(Stream);
    EndedBlocking.Stream.erase(Stream);
    for (auto &[Number, Clock] : Streams)
      Clock.Stream.erase(Stream);
    It = Ended.erase(It);
  }
}

void StreamOrder::wait(const StreamClock &For) {
  Host.join(For);
  erase_if(Works, [&](const Work &W) { return Host.hasSeen(W.Stream, W.Number); });
  forgetEnded();
}

void StreamOrder::waitForAll() {
  Host = getAll();
  Works.clear();
  forgetEnded();
}

StreamClock StreamOrder::getAllOfStreams() const {
  StreamClock Result;
  for (const auto &[Number, Clock] : Streams)
    Result.Stream[Number] = NumWorks;
  return Result;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void StreamOrder::add(Range R) {
  if (!Current.Ranges.empty()) {
    Range &Last = Current.Ranges.back();
    if (Last.End == R.Begin && Last.IsWrite == R.IsWrite && Last.IsStrong == R.IsStrong &&
        Last.Line == R.Line) {
      Last.End = R.End;
      return;
    }
  }
  Current.Ranges.push_back(R);
}

void StreamOrder::access(uint64_t Begin, uint64_t Bytes, bool IsWrite, StringRef What,
                         StringRef Verb, bool IsStrong) {
  if (!NumStreams && !NumParts)
    return;
  Current.What = What.str();
  Current.Verb = Current.Ranges.empty() || Current.Verb == Verb ? Verb.str() : "";
  add({Begin, Begin + Bytes, IsWrite, IsStrong, /*Line=*/0});
}

void StreamOrder::free(uint64_t Begin, uint64_t Bytes) {
  access(Begin, Bytes, /*IsWrite=*/true, "cudaFreeAsync", "frees");
  Current.Freed = {Begin, Begin + Bytes, /*IsWrite=*/true, /*IsStrong=*/false, /*Line=*/0};
}

void StreamOrder::access(GlobalShadow &Shadow, StringRef What, StringRef File) {
  if (!NumStreams && !NumParts)
    return;
  Current.What = ("kernel '" + What + "'").str();
  Current.File = File.str();
  Shadow.forEachPage([&](uint64_t Address, ShadowMemory &Page) {
    for (uint64_t At = 0; At != GlobalShadow::PageBytes; At += 4) {
      const ShadowWord &Word = Page.getWord(At);
      const AccessRecord &R = Word.Write.At ? Word.Write : Word.Reads[0];
      if (!R.At)
        continue;
      const unsigned First = llvm::countr_zero(unsigned(R.Bytes)),
                     End = Log2_32(unsigned(R.Bytes)) + 1;
      add({Address + At + First, Address + At + End, R.IsWrite, R.isStrongForAll(),
           R.At->Source->At.Line});
    }
  });
}

/// Returns true if other work comes before the current one.
bool StreamOrder::isOrdered(const Work &Before) const {
  if (Before.Stream == Current.Stream && Before.Number == Current.Number)
    return !Before.Part || !Current.Part || Current.After.test(Before.Part);
  const auto Seen = Streams.find(Current.Stream);
  return Seen != Streams.end() && Seen->second.hasSeen(Before.Stream, Before.Number);
}

void StreamOrder::endPart(unsigned Part, const SparseBitVector<> &After,
                          function_ref<void(StringRef)> Report) {
  const unsigned Stream = Current.Stream;
  const uint64_t Number = Current.Number;
  const bool IsLate = Current.IsLate;
  Current.Part = Part;
  Current.After = After;
  end(Report);
  begin(Stream, Number, IsLate);
}

void StreamOrder::end(function_ref<void(StringRef)> Report) {
  if (Current.Ranges.empty())
    return;
  llvm::stable_sort(Current.Ranges,
                    [](const Range &A, const Range &B) { return A.Begin < B.Begin; });
  for (const Work &Before : Works)
    if (!isOrdered(Before))
      compare(Before, Report);
  // Programs that never wait go on, without what is long ago.
  constexpr size_t MaxWorks = 256;
  if (Works.size() == MaxWorks)
    Works.pop_front();
  const Range Freed = Current.Freed;
  Works.push_back(std::move(Current));
  Current = {};
  for (Work &W : Works)
    erase_if(W.Ranges, [&](const Range &R) { return R.Begin < Freed.End && Freed.Begin < R.End; });
}

/// Kernels that exchange something by strong accesses, such as a flag, may order the rest by it. So
/// may a copy that a kernel has waited for.
void StreamOrder::compare(const Work &Before, function_ref<void(StringRef)> Report) const {
  const Range *First = nullptr, *FirstNow = nullptr;
  auto At = Before.Ranges.begin(), End = Before.Ranges.end();
  for (const Range &Now : Current.Ranges) {
    while (At != End && At->End <= Now.Begin)
      ++At;
    for (auto Each = At; Each != End && Each->Begin < Now.End; ++Each) {
      if (Each->End <= Now.Begin || !(Each->IsWrite || Now.IsWrite))
        continue;
      const auto IsStrong = [&](const Range &R) {
        return R.IsStrong || (!R.Line && (Before.IsLate || Current.IsLate));
      };
      if (IsStrong(*Each) && IsStrong(Now))
        return;
      if (!First) {
        First = &*Each;
        FirstNow = &Now;
      }
    }
  }
  if (!First)
    return;
  const auto Describe = [](const Work &W, const Range &R) {
    return W.What + " " +
           (!W.Verb.empty() ? W.Verb
            : R.IsWrite     ? "writes"
                            : "reads") +
           (R.Line ? " (" + W.File + ":" + utostr(R.Line) + ")" : "");
  };
  const uint64_t Begin = std::max(First->Begin, FirstNow->Begin);
  const bool IsGraph = Before.Stream == Current.Stream && Before.Number == Current.Number;
  Report(Describe(Current, *FirstNow) + " global address 0x" + utohexstr(Begin, true) +
         ", which in another " + (IsGraph ? "node of the graph " : "stream ") +
         Describe(Before, *First) + ", and nothing orders the two; missing: " +
         (IsGraph ? "a dependency between the nodes (cudaGraphAddDependencies; in a capture, "
                    "cudaStreamWaitEvent for an event that the other stream records after it)"
                  : "cudaStreamWaitEvent for an event that the other stream records after it, or "
                    "cudaStreamSynchronize"));
}
