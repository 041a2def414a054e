//===- StreamOrder.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tracks what orders the work of streams: events, waits of the host, and the default stream.
// Work is done when it is submitted, so that the order in which it runs shows nothing. Two
// accesses to one location in different streams, or in different nodes of a graph, one of them a
// write, are reported if nothing orders the two.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CUDA_STREAMORDER_H
#define NVPTXTENSORCORE_EMULATOR_CUDA_STREAMORDER_H

#include "Emulator/Machine/ShadowMemory.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SparseBitVector.h"
#include <deque>
#include <map>
#include <set>
#include <string>

namespace llvm::tensorcore::cuda {

/// Holds the work that is ordered before something, by its numbers in the order of the program.
struct StreamClock {
  uint64_t All = 0;                    ///< of all streams
  std::map<unsigned, uint64_t> Stream; ///< of some, by their numbers

  void join(const StreamClock &O);
  bool hasSeen(unsigned OfStream, uint64_t Number) const;
};

class StreamOrder {
public:
  static constexpr unsigned DefaultStream = 0;
  unsigned makeStream() { return ++NumStreams; }
  /// A stream is destroyed, whose work is done.
  void destroyStream(unsigned Stream);

  /// The clock of what follows in a stream. `IsBlocking`: it waits for the default stream, which
  /// waits for it.
  StreamClock &get(unsigned Stream, bool IsBlocking);
  /// Work is submitted to a stream, with its clock. Returns its number.
  uint64_t submit(StreamClock &Clock, unsigned Stream);
  /// It begins. `IsLate`: other work has begun since, or may begin before it ends.
  void begin(unsigned Stream, uint64_t Number, bool IsLate = false);
  /// The work accesses a range of memory, or all that a kernel has accessed.
  void access(uint64_t Begin, uint64_t Bytes, bool IsWrite, StringRef What, StringRef Verb,
              bool IsStrong = false);
  void access(emulator::GlobalShadow &Shadow, StringRef What, StringRef File);
  /// It has waited for a change of memory, so that other work is before it.
  void see(const StreamClock &Done) { Streams[Current.Stream].join(Done); }
  /// Returns the number of a part of the work, which is a node of a graph.
  unsigned makePart() { return ++NumParts; }
  /// Makes a part of what the work has accessed since it began, or since another part of it ended.
  /// `After`: the parts that have ended before this one.
  void endPart(unsigned Part, const SparseBitVector<> &After, function_ref<void(StringRef)> Report);
  /// It ends. Calls a function with what is wrong: a sentence.
  void end(function_ref<void(StringRef)> Report);

  /// The host waits for what a clock has seen; for all.
  void wait(const StreamClock &For);
  void waitForAll();
  StreamClock getAll() const { return {NumWorks, {}}; }
  /// Returns the same, as times of each stream.
  StreamClock getAllOfStreams() const;
  /// The work gives memory back: accesses to it do not matter for its next owner.
  void free(uint64_t Begin, uint64_t Bytes);

private:
  struct Range {
    uint64_t Begin, End;
    bool IsWrite, IsStrong;
    unsigned Line; ///< of PTX; 0 of copies
  };
  struct Work {
    unsigned Stream = 0;
    uint64_t Number = 0;
    bool IsLate = false;
    unsigned Part = 0; ///< 0: after all its parts
    SparseBitVector<> After;
    std::string What, File, Verb;
    std::vector<Range> Ranges; ///< in the order of their addresses; those of a copy lie apart
    Range Freed = {};
  };
  void add(Range R);
  void forgetEnded();
  bool isOrdered(const Work &Before) const;
  void compare(const Work &Before, function_ref<void(StringRef)> Report) const;

  unsigned NumStreams = 0, NumParts = 0;
  uint64_t NumWorks = 0;
  StreamClock Host;
  std::map<unsigned, StreamClock> Streams;
  std::map<unsigned, bool> Blocking;
  std::set<unsigned> Ended;  ///< streams that are destroyed, of which clocks may have times
  StreamClock EndedBlocking; ///< what those have done that the default stream waits for
  Work Current;
  std::deque<Work> Works; ///< that the host has not waited for
};

} // namespace llvm::tensorcore::cuda

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_STREAMORDER_H
