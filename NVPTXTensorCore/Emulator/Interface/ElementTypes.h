//===- ElementTypes.h -------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element types as the command line writes them: how they lie in memory, and the numbers of their
// codes. Formats come from the model's table; integers that no matrix has are added here.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_INTERFACE_ELEMENTTYPES_H
#define NVPTXTENSORCORE_EMULATOR_INTERFACE_ELEMENTTYPES_H

#include "Numbers/ElementCodec.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm::tensorcore::run {

struct ElementType {
  std::string Name;  ///< "f16", "e2m1", "u64"
  unsigned Bits = 0; ///< in memory: 1, 4, 8, 16, 32, 64
  bool IsFloat = false;
  bool IsSigned = false;
  unsigned FractionBits = 0;         ///< of a floating-point type
  std::optional<ElementCodec> Codec; ///< if the model has its format

  uint64_t getBytes(uint64_t Count) const { return (Count * Bits + 7) / 8; }
  /// The element with a number, in memory.
  uint64_t getCode(const uint8_t *Memory, uint64_t Index) const;
  void setCode(uint8_t *Memory, uint64_t Index, uint64_t Code) const;

  double decode(uint64_t Code) const;
  /// Returns the code of the nearest number. Integers out of range become the last one of the
  /// range.
  uint64_t encode(double Value) const;

  double get(const uint8_t *Memory, uint64_t Index) const { return decode(getCode(Memory, Index)); }
  void set(uint8_t *Memory, uint64_t Index, double Value) const {
    setCode(Memory, Index, encode(Value));
  }
};

/// Fails, with the names that there are, if no type has the name.
Expected<ElementType> parseElementType(StringRef Name);

Error fail(const Twine &Sentence);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_EMULATOR_INTERFACE_ELEMENTTYPES_H
