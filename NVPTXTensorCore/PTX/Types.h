//===- Types.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of PTX as modifiers write them: ".s32", ".bf16x2", ".pred".
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_PTX_TYPES_H
#define NVPTXTENSORCORE_PTX_TYPES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace llvm::tensorcore::ptx {

struct Type {
  enum Kind : uint8_t {
    Bits,
    Unsigned,
    Signed,
    Float, ///< f16, f32, f64
    BFloat,
    TF32,
    Narrow, ///< of 8 bits and fewer: Name says which
    Predicate,
  };
  Kind Is = Bits;
  uint8_t Width = 0; ///< bits of an element
  uint8_t Count = 1; ///< elements of a packed one: 2 of .f16x2
  StringRef Name;    ///< without the dot

  unsigned getBits() const { return Width * Count; }
  unsigned getBytes() const { return getBits() / 8; }
  bool isInteger() const { return Is == Bits || Is == Unsigned || Is == Signed; }
  bool isSigned() const { return Is == Signed; }
  /// Returns true for a float of `Bits` bits, or several of them, but not for bf16.
  bool isFloat(unsigned Bits) const { return Is == Float && Width == Bits; }
};

/// The type that a modifier, with its dot, names; none if it names none.
std::optional<Type> parseType(StringRef Modifier);

/// Returns the type of `Bits` bits that are neither a number nor a float: .b32.
Type getBitsType(unsigned Bits);

} // namespace llvm::tensorcore::ptx

#endif // NVPTXTENSORCORE_PTX_TYPES_H
