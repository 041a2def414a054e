//===- WGMMAPathSearch.h --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All paths of a small program, carried out state by state: breadth first through the pairs
// of a block and what a path may have left behind before it. Each path keeps its own state;
// nothing joins. The pairs are finitely many, so that what it finds is all there is:
//  - of the instances of one Issue in flight, only the youngest is kept: it conflicts with
//    all that an older one conflicts with, and is in flight for longer;
//  - groups so old that no wait of the program leaves them pending are told apart no more.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_UNIT_WGMMAPATHSEARCH_H
#define NVPTXTENSORCORE_TEST_UNIT_WGMMAPATHSEARCH_H

#include "Hazards/WGMMAHazards.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace llvm::tensorcore {

/// A hazard, on the path on which its culprit is the youngest.
struct WGMMAFinding {
  /// How many groups were committed since the culprit: -1 if it is uncommitted itself, at most
  /// the search's limit. 0 if it is about a fence.
  int YoungerGroups = 0;
  /// Who may be the culprit.
  std::vector<WGMMALocation> Culprits;
  /// The blocks on the way to it, the first and its own included.
  std::vector<unsigned> Path;
};

using WGMMAFindings = std::map<std::pair<WGMMALocation, WGMMAHazardKind>, WGMMAFinding>;

class WGMMAPathSearch {
public:
  explicit WGMMAPathSearch(const WGMMAProgram &Program);

  /// Whether the program is small enough.
  bool isPossible() const { return IsPossible; }
  /// From this on, groups are all equally old.
  unsigned getAgeLimit() const { return AgeLimit; }
  bool hasHazard() {
    run(true);
    return !Findings.empty();
  }
  const WGMMAFindings &findAll() {
    run(false);
    return Findings;
  }
  /// Of the last search.
  unsigned getNumStates() const { return Entries.size(); }

private:
  struct State {
    /// Four bits for each Issue: 0 if uncommitted, 15 if not in flight, or 1 + the number of
    /// groups committed since.
    uint64_t Progress = ~uint64_t(0);
    /// A bit for each event that touched registers since the last Fence.
    uint64_t SinceFence = 0;
    bool HasFence = false;
  };
  /// A block, what was before it, and where that came from.
  struct Entry {
    unsigned Block;
    State Before;
    unsigned Previous;
  };
  struct Step {
    const WGMMAEvent *Event;
    WGMMALocation Location;
    /// Issue: its four bits.
    unsigned Shift = 0;
    /// Issue, Access: its bit.
    uint64_t Touches = 0;
    /// Events that need a Fence between them and this.
    uint64_t FenceAfter = 0;
    /// The four bits of an Issue that may be in flight, and what is wrong then.
    SmallVector<std::pair<unsigned, WGMMAHazardKind>, 8> Conflicts;
  };

  void collectEvents(const WGMMAProgram &Program);
  void makeStep(const WGMMAEvent &Event, WGMMALocation Location);
  void run(bool UntilFirst);
  void judge(const Step &Step, const State &Now, unsigned Entry);
  void note(const Step &Step, WGMMAHazardKind Kind, int YoungerGroups, unsigned Entry);
  void execute(const Step &Step, State &Now) const;
  void visit(unsigned Block, const State &Before, unsigned Previous);
  void explain();

  const WGMMAProgram &Program;
  bool IsPossible = true;
  unsigned AgeLimit = 0;
  std::vector<std::pair<const WGMMAEvent *, WGMMALocation>> Issues;
  std::vector<std::pair<const WGMMAEvent *, WGMMALocation>> Touchers;
  std::vector<std::vector<Step>> Steps;
  std::vector<Entry> Entries;
  DenseSet<std::pair<uint64_t, uint64_t>> Seen;
  WGMMAFindings Findings;
  std::map<std::pair<WGMMALocation, WGMMAHazardKind>, unsigned> FoundIn;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TEST_UNIT_WGMMAPATHSEARCH_H
