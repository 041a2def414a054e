//===- Types.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the types that modifiers name.
//
//===----------------------------------------------------------------------===//

#include "PTX/Types.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::ptx;

/// The elements of 8 bits and fewer. Those of 6 and 4 bits have bytes of their own, except for
/// e2m1x2 and e2m1x4, which are packed; e2m1p4x4 is not.
static std::optional<Type> parseNarrowType(StringRef Name) {
  const StringRef Element = Name.split('x').first;
  const unsigned Count = StringSwitch<unsigned>(Name.drop_front(Element.size()))
                             .Case("", 1)
                             .Case("x2", 2)
                             .Case("x4", 4)
                             .Default(0);
  const bool IsKnown = StringSwitch<bool>(Element)
                           .Cases({"e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "e2m1p4"}, true)
                           .Cases({"ue8m0", "ue4m3", "ue5m3", "s2f6"}, true)
                           .Default(false);
  if (!IsKnown || !Count)
    return std::nullopt;
  return Type{Type::Narrow, uint8_t(Element == "e2m1" ? 4 : 8), uint8_t(Count), Name};
}

std::optional<Type> ptx::parseType(StringRef Modifier) {
  if (!Modifier.consume_front("."))
    return std::nullopt;
  const StringRef Name = Modifier;
  if (Name == "pred")
    return Type{Type::Predicate, 1, 1, Name};
  if (Name == "tf32")
    return Type{Type::TF32, 32, 1, Name};
  Type Result;
  Result.Name = Name;
  StringRef Rest = Name;
  if (Rest.consume_front("bf"))
    Result.Is = Type::BFloat;
  else if (Rest.consume_front("b"))
    Result.Is = Type::Bits;
  else if (Rest.consume_front("u"))
    Result.Is = Type::Unsigned;
  else if (Rest.consume_front("s"))
    Result.Is = Type::Signed;
  else if (Rest.consume_front("f"))
    Result.Is = Type::Float;
  else
    return parseNarrowType(Name);
  if (Rest.consume_back("x2"))
    Result.Count = 2;
  else if (Rest.consume_back("x4"))
    Result.Count = 4;
  const bool IsFloat = Result.Is == Type::Float || Result.Is == Type::BFloat;
  Result.Width = StringSwitch<uint8_t>(Rest)
                     .Case("8", IsFloat ? 0 : 8)
                     .Case("16", 16)
                     .Case("32", Result.Is == Type::BFloat ? 0 : 32)
                     .Case("64", Result.Is == Type::BFloat ? 0 : 64)
                     .Case("128", Result.Is == Type::Bits ? 128 : 0)
                     .Default(0);
  constexpr unsigned MaxBits = 128;
  if (Result.Width && Result.Width * Result.Count <= MaxBits)
    return Result;
  return parseNarrowType(Name);
}

Type ptx::getBitsType(unsigned Bits) {
  if (Bits == 1)
    return Type{Type::Predicate, 1, 1, "pred"};
  return Type{Type::Bits, uint8_t(Bits), 1, ""};
}
