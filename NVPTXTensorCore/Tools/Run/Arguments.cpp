//===- Arguments.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses arguments.
//
//===----------------------------------------------------------------------===//

#include "Run/Arguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::run;

/// Holds what one allocation may have: more is a slip of the finger.
static constexpr uint64_t MaxElements = uint64_t(1) << 29;

Expected<std::vector<uint64_t>> run::parseShape(StringRef Text, char Separator) {
  std::vector<uint64_t> Shape;
  SmallVector<StringRef> Words;
  Text.split(Words, Separator);
  uint64_t Count = 1;
  for (StringRef Word : Words) {
    uint64_t Extent;
    if (Word.trim().getAsInteger(0, Extent) || !Extent || Extent > MaxElements / Count)
      return fail("'" + Text + "' is not a shape; expected positive numbers with '" +
                  Twine(Separator) + "' between them, 2^29 elements at most");
    Count *= Extent;
    Shape.push_back(Extent);
  }
  return Shape;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static Error parseBytes(StringRef Digits, Argument &To) {
  if (Digits.empty() || Digits.size() % 2 || !all_of(Digits, isHexDigit))
    return fail("'hex:" + Digits + "': expected an even number of hexadecimal digits");
  const std::string Bytes = fromHex(Digits);
  To.Bytes.assign(Bytes.begin(), Bytes.end());
  return Error::success();
}

static Error parseScalar(const ElementType &T, StringRef Number, Argument &To) {
  if (T.Bits < 8)
    return fail("a value of type " + T.Name +
                " has no byte of its own; expected a type of 8 bits "
                "and more, or hex:");
  uint64_t Code;
  int64_t Signed;
  double Float;
  if (!T.IsFloat && !Number.getAsInteger(0, Code))
    ;
  else if (!T.IsFloat && !Number.getAsInteger(0, Signed) && T.Name[0] != 'u')
    Code = uint64_t(Signed);
  else if (!Number.getAsDouble(Float) && T.IsFloat)
    Code = T.encode(Float);
  else
    return fail("'" + Number + "' is not a number of type " + T.Name);
  const bool IsNegative = Number.starts_with("-");
  const uint64_t Beyond = T.Bits == 64 ? 0 : Code >> (T.Bits - (IsNegative ? 1 : 0));
  if (!T.IsFloat && Beyond && !(IsNegative && Beyond == ~uint64_t(0) >> (T.Bits - 1)))
    return fail(Number + " has more than the " + Twine(T.Bits) + " bits of type " + T.Name);
  To.Bytes.resize(T.Bits / 8);
  std::memcpy(To.Bytes.data(), &Code, To.Bytes.size());
  To.IsFloat = T.IsFloat;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// `[128x64]:normal` after a type; Rest begins with the bracket.
static Error parseMemory(const ElementType &T, StringRef Rest, uint64_t Seed, Argument &To) {
  const size_t End = Rest.find(']');
  if (End == StringRef::npos)
    return fail("expected ']' after the shape");
  Expected<std::vector<uint64_t>> Shape = parseShape(Rest.slice(1, End), 'x');
  if (!Shape)
    return Shape.takeError();
  To.Is = Argument::Memory;
  To.Contents = {T, *Shape, {}};
  constexpr uint8_t Untouched = 0xCD; // as the device's memory is before somebody writes it
  To.Contents.Bytes.assign(T.getBytes(To.Contents.getCount()), Untouched);
  Rest = Rest.drop_front(End + 1);
  To.IsWritten = !Rest.empty();
  if (!To.IsWritten)
    return Error::success();
  if (!Rest.consume_front(":"))
    return fail("expected ':' and a pattern after ']', not '" + Rest + "'");
  if (!Rest.consume_front("@"))
    return fillWithPattern(To.Contents, Rest, Seed);
  Expected<Array> Read = readNumPyFile(Rest);
  if (!Read)
    return Read.takeError();
  if (Read->getCount() != To.Contents.getCount())
    return fail(Rest + " has " + Twine(Read->getCount()) + " elements (" + printShape(Read->Shape) +
                "); the argument has " + Twine(To.Contents.getCount()) + " (" + printShape(*Shape) +
                ")");
  Expected<Array> Converted = convert(*Read, T);
  if (!Converted)
    return Converted.takeError();
  To.Contents.Bytes = std::move(Converted->Bytes);
  return Error::success();
}

static Error parseFile(StringRef Path, Argument &To) {
  Expected<Array> Read = readNumPyFile(Path);
  if (!Read)
    return Read.takeError();
  To.Is = Argument::Memory;
  To.Contents = std::move(*Read);
  return Error::success();
}

/// `A,box=64x64,swizzle=128B,interleave=16B,strides=1x2,fill=nan`
static Error parseMap(StringRef Text, Argument &To) {
  To.Is = Argument::TensorMap;
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',');
  To.Map.Of = Parts.front().str();
  for (StringRef Part : drop_begin(Parts)) {
    const auto [Key, Value] = Part.split('=');
    if (Key == "box" || Key == "strides") {
      Expected<std::vector<uint64_t>> Shape = parseShape(Value, 'x');
      if (!Shape)
        return Shape.takeError();
      (Key == "box" ? To.Map.Box : To.Map.ElementStrides).assign(Shape->begin(), Shape->end());
    } else if (Key == "swizzle") {
      To.Map.Swizzle = Value.str();
    } else if (Key == "interleave") {
      To.Map.Interleave = Value.str();
    } else if (Key == "fill") {
      To.Map.Fill = Value.str();
    } else {
      return fail("'" + Part +
                  "' is not of a tensor map; expected box=, strides=, swizzle=, "
                  "interleave= or fill=");
    }
  }
  if (To.Map.Box.empty())
    return fail("a tensor map needs a box: map:" + To.Map.Of + ",box=64x64");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static bool isName(StringRef Text) {
  return !Text.empty() && (isAlpha(Text[0]) || Text[0] == '_') &&
         all_of(Text, [](char C) { return isAlnum(C) || C == '_'; });
}

static Error parseWhat(StringRef Text, uint64_t Seed, Argument &To) {
  if (Text.consume_front("hex:"))
    return parseBytes(Text, To);
  if (Text.consume_front("map:"))
    return parseMap(Text, To);
  if (Text.consume_front("@"))
    return parseFile(Text, To);
  const size_t End = Text.find_first_of(":[");
  if (End == StringRef::npos)
    return fail(
        "expected TYPE:NUMBER, TYPE[SHAPE]:PATTERN, @FILE.npy, hex:BYTES or map:NAME,box=…");
  Expected<ElementType> T = parseElementType(Text.take_front(End));
  if (!T)
    return T.takeError();
  return Text[End] == '[' ? parseMemory(*T, Text.drop_front(End), Seed, To)
                          : parseScalar(*T, Text.drop_front(End + 1), To);
}

std::string run::rejectName(StringRef Name, ArrayRef<Argument> Arguments) {
  std::string Names;
  for (const Argument &A : Arguments)
    if (A.Is == Argument::Memory)
      Names += (Names.empty() ? "" : ", ") + A.Name;
  return ("no argument with memory has the name '" + Name.trim() + "'; " +
          (Names.empty() ? "none has memory" : "the names are " + Names))
      .str();
}

Expected<Argument> run::parseArgument(StringRef Text, unsigned Number, uint64_t Seed) {
  Argument Result;
  Result.Name = utostr(Number);
  Result.Text = Text.str();
  StringRef What = Text;
  if (const auto [Name, Rest] = Text.split('='); isName(Name) && !Rest.empty()) {
    Result.Name = Name.str();
    What = Rest;
  }
  if (Error E = parseWhat(What, Seed * 0x9E3779B97F4A7C15 + Number, Result))
    return fail("argument '" + Text + "': " + toString(std::move(E)));
  return Result;
}
