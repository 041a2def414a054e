//===- Patterns.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes numbers for memory that no file fills.
//
//===----------------------------------------------------------------------===//

#include "Run/Arguments.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::run;

namespace {

/// Makes random numbers that are the same on every machine (splitmix64).
class RandomNumbers {
public:
  explicit RandomNumbers(uint64_t Seed) : State(Seed) {}

  uint64_t getBits() {
    uint64_t Z = State += 0x9E3779B97F4A7C15;
    Z = (Z ^ Z >> 30) * 0xBF58476D1CE4E5B9;
    Z = (Z ^ Z >> 27) * 0x94D049BB133111EB;
    return Z ^ Z >> 31;
  }
  /// Returns a number from 0 to 1, without 1.
  double getFraction() { return double(getBits() >> 11) / double(uint64_t(1) << 53); }
  double getNormal() { // Box and Muller
    constexpr double TwoPi = 6.283185307179586;
    return std::sqrt(-2 * std::log(1 - getFraction())) * std::cos(TwoPi * getFraction());
  }

private:
  uint64_t State;
};

/// Describes what the elements of a pattern are made of.
struct Source {
  SmallVector<double, 8> Numbers; ///< those after the pattern's name, or its defaults
  uint64_t Columns;
  RandomNumbers Random;
};

struct Pattern {
  StringLiteral Name;
  unsigned MinNumbers, MaxNumbers;
  double Defaults[2];
  bool IsRange; ///< of two numbers, the lower one first
  double (*Get)(Source &S, uint64_t Index);
};

constexpr unsigned AnyNumber = ~0u;

// clang-format off
constexpr Pattern Patterns[] = {
    {"zeros",    0, 0,         {0, 0},  false, [](Source &, uint64_t) { return 0.0; }},
    {"ones",     0, 0,         {0, 0},  false, [](Source &, uint64_t) { return 1.0; }},
    {"identity", 0, 0,         {0, 0},  false, [](Source &S, uint64_t I) { return double(I / S.Columns == I % S.Columns); }},
    {"const",    1, 1,         {0, 0},  false, [](Source &S, uint64_t) { return S.Numbers[0]; }},
    {"cycle",    1, AnyNumber, {0, 0},  false, [](Source &S, uint64_t I) { return S.Numbers[I % S.Numbers.size()]; }},
    {"iota",     0, 2,         {0, 1},  false, [](Source &S, uint64_t I) { return S.Numbers[0] + double(I) * S.Numbers[1]; }},
    {"normal",   0, 2,         {0, 1},  false, [](Source &S, uint64_t) { return S.Numbers[0] + S.Random.getNormal() * S.Numbers[1]; }},
    {"uniform",  0, 2,         {-1, 1}, true,  [](Source &S, uint64_t) { return S.Numbers[0] + (S.Numbers[1] - S.Numbers[0]) * S.Random.getFraction(); }},
    {"integers", 0, 2,         {-2, 2}, true,  [](Source &S, uint64_t) { return S.Numbers[0] + std::floor((S.Numbers[1] - S.Numbers[0] + 1) * S.Random.getFraction()); }},
    {"bits",     0, 0,         {0, 0},  false, nullptr},
};
// clang-format on

} // namespace

static Expected<const Pattern *> findPattern(StringRef Name) {
  std::string Names;
  for (const Pattern &P : Patterns) {
    if (P.Name == Name)
      return &P;
    Names += (Names.empty() ? "" : ", ") + P.Name.str();
  }
  return fail("there is no pattern '" + Name + "'; expected one of " + Names);
}

/// Parses the numbers after a pattern's name.
static Error readNumbers(const Pattern &P, StringRef Text, ArrayRef<StringRef> Words,
                         SmallVectorImpl<double> &Numbers) {
  if (Words.size() > P.MaxNumbers)
    return fail("pattern '" + Text + "' has too many numbers; expected at most " +
                Twine(P.MaxNumbers));
  if (Words.size() < P.MinNumbers)
    return fail("pattern '" + Text + "' has no numbers; expected " + P.Name +
                (P.MaxNumbers == 1 ? ",1" : ",1,2,3"));
  Numbers.resize(std::max(Numbers.size(), Words.size()));
  for (size_t I = 0; I != Words.size(); ++I)
    if (Words[I].getAsDouble(Numbers[I]))
      return fail("'" + Words[I] + "' in pattern '" + Text + "' is not a number");
  if (P.IsRange && !(Numbers[0] <= Numbers[1] && std::isfinite(Numbers[1] - Numbers[0])))
    return fail("pattern '" + Text + "': expected the lowest number, and then the highest");
  return Error::success();
}

Error run::fillWithPattern(Array &A, StringRef Text, uint64_t Seed) {
  SmallVector<StringRef, 4> Words;
  Text.split(Words, ',');
  Expected<const Pattern *> Found = findPattern(Words.front());
  if (!Found)
    return Found.takeError();
  const Pattern &P = **Found;
  Source S{SmallVector<double, 8>(P.Defaults, P.Defaults + 2), A.Shape.empty() ? 1 : A.Shape.back(),
           RandomNumbers(Seed)};
  if (P.Name == "integers" && !A.Type.IsSigned)
    S.Numbers = {0, A.Type.Bits == 1 ? 1.0 : 2.0};
  if (P.MaxNumbers == AnyNumber)
    S.Numbers.clear();
  if (Error E = readNumbers(P, Text, ArrayRef(Words).drop_front(), S.Numbers))
    return E;
  if (!P.Get)
    for (uint8_t &Byte : A.Bytes)
      Byte = uint8_t(S.Random.getBits());
  else
    for (uint64_t I = 0; I != A.getCount(); ++I)
      A.Type.set(A.Bytes.data(), I, P.Get(S, I));
  return Error::success();
}
