//===- EmulatorTensorRun.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tcgen05.mma, for tests: runs it in the emulator with matrices of small numbers, and expects the
// exact result.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_UNIT_EMULATORTENSORRUN_H
#define NVPTXTENSORCORE_TEST_UNIT_EMULATORTENSORRUN_H

#include "llvm/ADT/StringRef.h"

namespace llvm::tensorcore::emulator {

struct TensorCase {
  StringRef Kind, TypeD, TypeA, TypeB;
  unsigned M, N;
  unsigned CTAGroup = 1;
  StringRef SwizzleA = "none", SwizzleB = "128"; ///< A: or "tensor"
  bool IsAKMajor = true, IsBKMajor = true;
  bool IsSparse = false, IsStationary = false;
  StringRef Scales = "", ScaleType = "ue8m0";
  unsigned ScaleCount = 0, ScaleID = 0, Selector = 0;
  bool NegatesA = false, AddsD = true;
  uint64_t Mask = 0;    ///< a zero-column mask
  bool IsLongK = false; ///< twice the plain K

  /// Whether sm_103a lacks it.
  bool isRubin() const { return Kind == "ti16" || ScaleType == "ue5m3" || IsLongK; }

  unsigned getShift() const { return Mask >> 56; }
};

void runTensorCase(const TensorCase &Case, unsigned Seed);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_TEST_UNIT_EMULATORTENSORRUN_H
