//===- TensorCaseSource.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cases of a tcgen05.mma: all its types, with random shapes and layouts.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_CONFORMANCE_TENSORCASESOURCE_H
#define NVPTXTENSORCORE_TOOLS_CONFORMANCE_TENSORCASESOURCE_H

#include "InputPatterns.h"
#include "TensorOperands.h"

namespace llvm::tensorcore {

class TensorCaseSource {
public:
  TensorCaseSource(const InstructionDescriptorUse &Use, bool HasColumnMask, RandomSource &Random)
      : Use(Use), HasColumnMask(HasColumnMask), Random(Random) {}

  /// Returns all combinations of the types that the instruction descriptor's fields name; some are
  /// not legal.
  std::vector<TensorCase> makeTypes() const;
  /// Chooses shapes and layouts, so that B begins at TensorFirstByteOfB. None if the types do not
  /// go together.
  std::optional<TensorOperands> choose(TensorCase &Case) const;

private:
  TensorCase makeCase(StringRef D, StringRef A, StringRef B, StringRef Scale) const;
  void chooseColumns(TensorCase &Case) const;
  void chooseLayouts(TensorCase &Case) const;

  const InstructionDescriptorUse &Use;
  const bool HasColumnMask;
  RandomSource &Random;
};

/// "f32 = e4m3 * e5m2, 128 x 64, A tensor, B 128 N-major, shifted by 8".
std::string describe(const TensorCase &Case);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_CONFORMANCE_TENSORCASESOURCE_H
