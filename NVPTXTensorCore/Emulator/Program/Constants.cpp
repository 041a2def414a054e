//===- Constants.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant expressions, and numbers as values of a type.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Program/FunctionReader.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Kind = ptx::Operand::Kind;

static std::optional<int64_t> evaluateBinary(StringRef Operator, int64_t A, int64_t B) {
  const uint64_t UA = uint64_t(A), UB = uint64_t(B);
  if ((Operator == "/" || Operator == "%") && (B == 0 || B == -1))
    return B ? std::optional(Operator == "/" ? int64_t(0 - UA) : 0) : std::nullopt;
  return StringSwitch<std::optional<int64_t>>(Operator)
      .Case("+", int64_t(UA + UB))
      .Case("-", int64_t(UA - UB))
      .Case("*", int64_t(UA * UB))
      .Case("/", Operator == "/" ? A / B : 0)
      .Case("%", Operator == "%" ? A % B : 0)
      .Case("&", A & B)
      .Case("|", A | B)
      .Case("^", A ^ B)
      .Case("<<", UB < 64 ? int64_t(UA << UB) : 0)
      .Case(">>", UB < 64 ? A >> B : 0)
      .Case("==", A == B)
      .Case("!=", A != B)
      .Case("<", A < B)
      .Case("<=", A <= B)
      .Case(">", A > B)
      .Case(">=", A >= B)
      .Case("&&", A && B)
      .Case("||", A || B)
      .Default(std::nullopt);
}

std::optional<int64_t> emulator::evaluate(const ptx::Operand &O) {
  if (O.is(Kind::Integer) || O.is(Kind::Single))
    return int64_t(O.Value);
  if (O.isName("WARP_SZ"))
    return WarpSize;
  if (O.is(Kind::Cast))
    return evaluate(O.Parts[0]);
  if (!O.is(Kind::Expression))
    return std::nullopt;
  SmallVector<int64_t, 3> Values;
  for (const ptx::Operand &Part : O.Parts) {
    const std::optional<int64_t> Value = evaluate(Part);
    if (!Value)
      return std::nullopt;
    Values.push_back(*Value);
  }
  if (Values.size() == 3)
    return Values[0] ? Values[1] : Values[2];
  if (Values.size() == 2)
    return evaluateBinary(O.Text, Values[0], Values[1]);
  return StringSwitch<std::optional<int64_t>>(O.Text)
      .Case("-", int64_t(0 - uint64_t(Values[0])))
      .Case("+", Values[0])
      .Case("!", !Values[0])
      .Case("~", ~Values[0])
      .Default(std::nullopt);
}

/// A number of another width than the type's, rounded to it.
static uint64_t convertFloat(const ptx::Operand &O, Type T) {
  APFloat Value = O.is(Kind::Single) ? APFloat(APFloat::IEEEsingle(), APInt(32, O.Value))
                                     : APFloat(APFloat::IEEEdouble(), APInt(64, O.Value));
  const fltSemantics &To = T.Is == Type::BFloat ? APFloat::BFloat()
                           : T.Width == 16      ? APFloat::IEEEhalf()
                           : T.Width == 32      ? APFloat::IEEEsingle()
                                                : APFloat::IEEEdouble();
  bool LosesInfo;
  Value.convert(To, APFloat::rmNearestTiesToEven, &LosesInfo);
  return Value.bitcastToAPInt().getZExtValue();
}

std::optional<uint64_t> emulator::getNumber(const ptx::Operand &O, Type T) {
  const bool IsFloat = T.Is == Type::Float || T.Is == Type::BFloat;
  if (O.is(Kind::Single) || O.is(Kind::Double)) {
    const unsigned Width = O.is(Kind::Single) ? 32 : 64;
    if (IsFloat && T.Count == 1 && T.Width != Width)
      return convertFloat(O, T);
    return O.Value;
  }
  const std::optional<int64_t> Value = evaluate(O);
  return Value ? std::optional(uint64_t(*Value)) : std::nullopt;
}
