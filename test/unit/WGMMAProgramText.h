//===- WGMMAProgramText.h -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs of asynchronous warpgroup MMAs as text, for tests to read and to print. A line
// is a block; the first is number 0:
//
//   fence; mma s1 d0,1 a4; commit -> 1,2
//   wait 0; read 0,1; write 4; read 0 write 1 -> 1
//   exit
//
// mma s1 is an Issue of shape 1 with accumulators and A fragment.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_UNIT_WGMMAPROGRAMTEXT_H
#define NVPTXTENSORCORE_TEST_UNIT_WGMMAPROGRAMTEXT_H

#include "Hazards/WGMMAHazards.h"

namespace llvm::tensorcore {

WGMMAProgram parseWGMMAProgram(StringRef Text);

std::string printWGMMAEvent(const WGMMAEvent &Event);
std::string printWGMMAProgram(const WGMMAProgram &Program);

/// "0:2 AccumulatorRead r0 of 0:1 uncommitted", "… + 1" with one younger group; a line each.
std::string printWGMMAHazards(ArrayRef<WGMMAHazard> Hazards);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TEST_UNIT_WGMMAPROGRAMTEXT_H
