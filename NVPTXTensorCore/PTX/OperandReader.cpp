//===- OperandReader.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands and expressions, by precedence as in C. What nests is limited, so that no text can
// exhaust the stack.
//
//===----------------------------------------------------------------------===//

#include "PTX/Cursor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::ptx;

static constexpr unsigned MaxNesting = 32;
/// Limits the operators between two commas.
static constexpr unsigned MaxOperators = 100;

namespace {

class OperandReader {
public:
  OperandReader(Cursor &Rest, bool TakesModifiers) : Rest(Rest), TakesModifiers(TakesModifiers) {}
  bool readOperand(Operand &Result);

private:
  bool readChoice(Operand &Result);
  bool readBinary(Operand &Result, unsigned MinPrecedence);
  bool readUnary(Operand &Result);
  bool readPrimary(Operand &Result);
  bool readParenthesized(Operand &Result);
  bool readParts(Operand &Result, Operand::Kind Kind, StringRef Close);
  bool readName(Operand &Result);
  bool readNumber(Operand &Result);
  bool readSigned(Operand &Result);
  bool readPostfix(Operand &Result);

  Cursor &Rest;
  bool TakesModifiers;
  unsigned Nesting = 0, Operators = 0;
};

} // namespace

/// Returns the precedence of a binary operator, as in C, or 0 if the token is none.
static unsigned getPrecedence(const Token &T) {
  return T.Is != Token::Kind::Mark ? 0
                                   : StringSwitch<unsigned>(T.Text)
                                         .Case("||", 1)
                                         .Case("&&", 2)
                                         .Case("|", 3)
                                         .Case("^", 4)
                                         .Case("&", 5)
                                         .Cases({"==", "!="}, 6)
                                         .Cases({"<", ">", "<=", ">="}, 7)
                                         .Cases({"<<", ">>"}, 8)
                                         .Cases({"+", "-"}, 9)
                                         .Cases({"*", "/", "%"}, 10)
                                         .Default(0);
}

/// Makes an expression of an operand, which becomes its first part.
static void wrap(Operand &O, Operand::Kind Kind, StringRef Operator) {
  Operand Whole;
  Whole.Is = Kind;
  Whole.At = O.At;
  Whole.Text = Operator;
  Whole.Parts.push_back(std::move(O));
  O = std::move(Whole);
}

/// An integer with a radix as in C, with or without U.
static bool parseInteger(StringRef Text, uint64_t &Value) {
  Text.consume_back_insensitive("u");
  return !Text.starts_with_insensitive("0o") && !Text.getAsInteger(/*Radix=*/0, Value);
}

/// 0f and 8 or 0d and 16 hexadecimal digits, or 1.5e-3.
static bool parseFloat(StringRef Text, Operand &Result) {
  StringRef Bits = Text;
  Result.Is = Operand::Kind::Single;
  if (Bits.consume_front_insensitive("0f"))
    return Bits.size() == 8 && !Bits.getAsInteger(16, Result.Value);
  Result.Is = Operand::Kind::Double;
  if (Bits.consume_front_insensitive("0d"))
    return Bits.size() == 16 && !Bits.getAsInteger(16, Result.Value);
  double Value;
  if (Text.find_first_of(".eE") == StringRef::npos ||
      Text.find_first_not_of("0123456789.eE+-") != StringRef::npos || !to_float(Text, Value))
    return false;
  Result.Value = bit_cast<uint64_t>(Value);
  return true;
}

bool OperandReader::readNumber(Operand &Result) {
  const Token &T = Rest.peek();
  Result.Text = T.Text;
  Result.Is = Operand::Kind::Integer;
  if (!parseInteger(T.Text, Result.Value) && !parseFloat(T.Text, Result))
    return Rest.fail("'" + T.Text + "' is not a number" +
                     (all_of(T.Text, isDigit) && !T.Text.starts_with("0") ? " of 64 bits" : ""));
  Rest.take();
  return true;
}

/// A minus and a number are a number.
bool OperandReader::readSigned(Operand &Result) {
  const Token &Sign = Rest.take();
  if (!readNumber(Result))
    return false;
  Result.Text = StringRef(Sign.Text.data(), Result.Text.end() - Sign.Text.data());
  if (Result.is(Operand::Kind::Integer))
    Result.Value = -Result.Value;
  else
    Result.Value ^= Result.is(Operand::Kind::Single) ? uint64_t(1) << 31 : uint64_t(1) << 63;
  return true;
}

bool OperandReader::readParts(Operand &Result, Operand::Kind Kind, StringRef Close) {
  const Token &Open = Rest.take();
  Result.Is = Kind;
  const unsigned Outside = std::exchange(Operators, 0);
  while (!Rest.isAt(Close)) {
    if (!Result.Parts.empty() && !Rest.consume(","))
      return Rest.isAtEnd() || Rest.isAt(";")
                 ? Rest.fail(Open.At, "'" + Open.Text + "' is not closed by '" + Close + "'")
                 : Rest.failToFind("',' or '" + Close + "'");
    Operators = 0;
    // In parentheses, '|' is the operator of numbers: `p|q` is two registers.
    Operand &Part = Result.Parts.emplace_back();
    if (!(Kind == Operand::Kind::List ? readChoice(Part) : readOperand(Part)))
      return false;
  }
  Operators = Outside;
  Rest.take();
  return true;
}

/// A list, an expression in parentheses, which is a list of one, or a cast.
bool OperandReader::readParenthesized(Operand &Result) {
  const Token &Type = Rest.peek(1);
  const Token &Behind = Rest.peek(3);
  if (Type.isModifier() && Rest.peek(2).is(")") &&
      (Behind.isWord() || Behind.Is == Token::Kind::Number || Behind.is("(") || Behind.is("-"))) {
    Rest.take(), Rest.take(), Rest.take();
    if (!readUnary(Result))
      return false;
    wrap(Result, Operand::Kind::Cast, Type.Text);
    return true;
  }
  return readParts(Result, Operand::Kind::List, ")");
}

bool OperandReader::readName(Operand &Result) {
  Result.Is = Operand::Kind::Name;
  Result.Text = Rest.take().Text;
  if (Rest.peek().isModifier() && !TakesModifiers)
    Result.Component = Rest.take().Text;
  return true;
}

/// Reads what may follow a name or number: `generic(x)`, `0xFF(x)`, `a[4]`.
bool OperandReader::readPostfix(Operand &Result) {
  if (Rest.isAt("(")) {
    Operand Arguments;
    if (!readParts(Arguments, Operand::Kind::List, ")"))
      return false;
    Arguments.At = Result.At;
    Arguments.Text = Result.Text;
    Arguments.Is = Operand::Kind::Apply;
    Result = std::move(Arguments);
  }
  while (Result.is(Operand::Kind::Name) && Rest.isAt("[")) {
    Operand Location;
    if (!readParts(Location, Operand::Kind::List, "]"))
      return false;
    wrap(Result, Operand::Kind::Element, "");
    append_range(Result.Parts, Location.Parts);
  }
  return true;
}

bool OperandReader::readPrimary(Operand &Result) {
  const Token &T = Rest.peek();
  Result.At = T.At;
  if (T.is("{"))
    return readParts(Result, Operand::Kind::Vector, "}");
  if (T.is("[")) {
    if (!readParts(Result, Operand::Kind::Address, "]"))
      return false;
    if (Rest.peek().isModifier())
      Result.Component = Rest.take().Text;
    return true;
  }
  if (T.is("("))
    return readParenthesized(Result);
  if (T.isWord() || (T.isModifier() && TakesModifiers))
    return readName(Result) && readPostfix(Result);
  if (T.Is == Token::Kind::Number)
    return readNumber(Result) && readPostfix(Result);
  if (T.Is == Token::Kind::String || T.Is == Token::Kind::Operand) {
    const bool IsString = T.Is == Token::Kind::String;
    Result.Is = IsString ? Operand::Kind::String : Operand::Kind::Index;
    Result.Text = IsString ? T.Text.drop_front().drop_back() : T.Text;
    Result.Value = T.Index;
    Rest.take();
    return true;
  }
  return Rest.failToFind("an operand");
}

bool OperandReader::readUnary(Operand &Result) {
  if (Nesting == MaxNesting)
    return Rest.fail("an operand nests more than " + Twine(MaxNesting) + " deep");
  ++Nesting;
  const Token &T = Rest.peek();
  const bool IsOperator = T.is("-") || T.is("+") || T.is("!") || T.is("~");
  bool IsRead;
  if (T.is("-") && Rest.peek(1).Is == Token::Kind::Number && !Rest.peek(2).is("(")) {
    Result.At = T.At;
    IsRead = readSigned(Result);
  } else if (IsOperator) {
    Rest.take();
    if ((IsRead = readUnary(Result))) {
      wrap(Result, Operand::Kind::Expression, T.Text);
      Result.At = T.At;
    }
  } else {
    IsRead = readPrimary(Result);
  }
  --Nesting;
  return IsRead;
}

/// Operators that bind at least as tightly as that.
bool OperandReader::readBinary(Operand &Result, unsigned MinPrecedence) {
  if (!readUnary(Result))
    return false;
  for (unsigned Precedence = getPrecedence(Rest.peek()); Precedence >= MinPrecedence;
       Precedence = getPrecedence(Rest.peek())) {
    if (++Operators > MaxOperators)
      return Rest.fail("an operand has more than " + Twine(MaxOperators) + " operators");
    wrap(Result, Operand::Kind::Expression, Rest.take().Text);
    if (!readBinary(Result.Parts.emplace_back(), Precedence + 1))
      return false;
  }
  return true;
}

/// a ? b : c
bool OperandReader::readChoice(Operand &Result) {
  if (!readBinary(Result, 1))
    return false;
  if (!Rest.consume("?"))
    return true;
  wrap(Result, Operand::Kind::Expression, "?:");
  return readBinary(Result.Parts.emplace_back(), 1) && Rest.expect(":") &&
         readBinary(Result.Parts.emplace_back(), 1);
}

bool OperandReader::readOperand(Operand &Result) {
  if (!readChoice(Result))
    return false;
  using Kind = Operand::Kind;
  if (Result.is(Kind::Expression) && Result.Text == "|" &&
      is_contained({Kind::Name, Kind::Index, Kind::Vector}, Result.Parts[0].Is))
    Result.Is = Kind::Pair;
  if (Result.is(Operand::Kind::Name) && Rest.consume("=")) { // of a .samplerref
    wrap(Result, Operand::Kind::Expression, "=");
    return readBinary(Result.Parts.emplace_back(), 1);
  }
  return true;
}

bool ptx::readOperand(Cursor &Rest, Operand &Result, bool TakesModifiers) {
  return OperandReader(Rest, TakesModifiers).readOperand(Result);
}

bool ptx::readOperands(Cursor &Rest, std::vector<Operand> &Result, bool TakesModifiers) {
  do {
    if (!readOperand(Rest, Result.emplace_back(), TakesModifiers))
      return false;
  } while (Rest.consume(","));
  return true;
}
