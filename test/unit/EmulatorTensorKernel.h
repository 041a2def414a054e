//===- EmulatorTensorKernel.h -----------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs one tcgen05.mma in the emulator, for tests: shared memory and tensor memory of one or two
// blocks are given as they are before it, and tensor memory is what they are after it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_UNIT_EMULATORTENSORKERNEL_H
#define NVPTXTENSORCORE_TEST_UNIT_EMULATORTENSORKERNEL_H

#include "Conformance/TensorOperands.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace llvm::tensorcore::emulator {

/// Where the kernel has the blocks' shared memory: what a matrix descriptor of offset 0 must add.
inline constexpr unsigned SharedBegin = 1024;
/// `Instruction` may use the registers %d for the address of the tensor memory, %t0 and so on for
/// those of %d + 32 * number; %rd0 and %rd1 are the descriptors, %word is the instruction
/// descriptor, %p is true. `ByAll` is what all threads do before that; %r9 is the address of the
/// warp's lanes. `IsRubin` is for what sm_103a lacks. Returns what was wrong.
std::string runTensorInstruction(StringRef Instruction, std::array<uint64_t, 2> Descriptors,
                                 uint32_t Word, std::vector<TensorBlock> &Blocks,
                                 StringRef ByAll = "", uint64_t Seed = 1, bool IsRubin = false);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_TEST_UNIT_EMULATORTENSORKERNEL_H
