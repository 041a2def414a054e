//===- WGMMAModelChecker.h ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What WGMMAHazards.h promises, checked against all paths of a program. Each check returns
// what is not as promised, or nothing.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_UNIT_WGMMAMODELCHECKER_H
#define NVPTXTENSORCORE_TEST_UNIT_WGMMAMODELCHECKER_H

#include "Hazards/WGMMAHazards.h"

namespace llvm::tensorcore {

/// The hazards are those that some path has: the same events, kinds and ages, and for each a
/// culprit that can be it. For each, the interpreter meets it on the path that the search found.
std::string checkHazards(const WGMMAProgram &Program, ArrayRef<WGMMAHazard> Hazards);

/// With all repairs, no path has a hazard; without one, or with a wait that leaves one group
/// more pending, some path has.
std::string checkRepairs(const WGMMAProgram &Program, ArrayRef<WGMMARepair> Repairs);

/// One path, by the interpreter: that it meets no hazard unless the list has it.
/// Choose(N) says which of N successors it takes.
std::string checkPath(const WGMMAProgram &Program, ArrayRef<WGMMAHazard> Hazards,
                      unsigned MaxBlocks, function_ref<unsigned(unsigned)> Choose);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TEST_UNIT_WGMMAMODELCHECKER_H
