//===- TCGen05Immediates.h - constants in calls -----------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments of tcgen05 intrinsics that must be constants, by the names that signatures
// (Model/MMASignature.h) have for them: their values, and the field of the MMA descriptor
// that each is, if it is one.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_TCGEN05IMMEDIATES_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_TCGEN05IMMEDIATES_H

#include "Model/Tables/MMATables.h"
#include <cstdint>
#include <optional>

namespace llvm::tensorcore {

struct TCGen05Immediate {
  StringLiteral Name;
  int64_t Low, High;
  StringLiteral Meaning; ///< the values in words, for messages
  std::optional<MMAField> Field;

  /// The value of the field for a value of the immediate.
  unsigned getFieldValue(int64_t Immediate) const;
  /// The reverse.
  int64_t getImmediate(unsigned FieldValue) const;
};

/// The immediate of a name; null for other arguments. Every immediate of a signature is one.
const TCGen05Immediate *lookupTCGen05Immediate(StringRef Name);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_TCGEN05IMMEDIATES_H
