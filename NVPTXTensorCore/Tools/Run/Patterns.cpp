//===- Patterns.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers for memory that no file fills.
//
//===----------------------------------------------------------------------===//

#include "Run/Arguments.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <functional>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::run;

namespace {

/// Random numbers that are the same on every machine (splitmix64).
class Chance {
public:
  explicit Chance(uint64_t Seed) : State(Seed) {}

  uint64_t getBits() {
    uint64_t Z = State += 0x9E3779B97F4A7C15;
    Z = (Z ^ Z >> 30) * 0xBF58476D1CE4E5B9;
    Z = (Z ^ Z >> 27) * 0x94D049BB133111EB;
    return Z ^ Z >> 31;
  }
  /// From 0 to 1, without 1.
  double getFraction() { return double(getBits() >> 11) / double(uint64_t(1) << 53); }
  double getNormal() { // Box and Muller
    constexpr double TwoPi = 6.283185307179586;
    return std::sqrt(-2 * std::log(1 - getFraction())) * std::cos(TwoPi * getFraction());
  }

private:
  uint64_t State;
};

} // namespace

/// The numbers after a pattern's name, with defaults.
static Error readNumbers(StringRef Pattern, ArrayRef<StringRef> Words,
                         MutableArrayRef<double> Numbers) {
  if (Words.size() > Numbers.size())
    return fail("pattern '" + Pattern + "' has too many numbers; expected at most " +
                Twine(Numbers.size()));
  for (size_t I = 0; I != Words.size(); ++I)
    if (Words[I].getAsDouble(Numbers[I]))
      return fail("'" + Words[I] + "' in pattern '" + Pattern + "' is not a number");
  return Error::success();
}

Error run::fillWithPattern(Array &A, StringRef Pattern, uint64_t Seed) {
  SmallVector<StringRef, 4> Words;
  Pattern.split(Words, ',');
  const StringRef Name = Words.front();
  const ArrayRef<StringRef> Rest = ArrayRef(Words).drop_front();
  const uint64_t Count = A.getCount();
  const uint64_t Columns = A.Shape.empty() ? 1 : A.Shape.back();
  Chance C(Seed);
  double Numbers[2] = {0, 1};
  MutableArrayRef<double> Taken = Numbers;
  SmallVector<double, 8> Cycle;
  std::function<double(uint64_t)> Get;
  if (Name == "zeros" || Name == "ones") {
    Taken = {};
    Get = [&](uint64_t) { return Name == "ones"; };
  } else if (Name == "identity") {
    Taken = {};
    Get = [&](uint64_t I) { return I / Columns == I % Columns; };
  } else if (Name == "const") {
    Taken = Taken.take_front(1);
    Get = [&](uint64_t) { return Numbers[0]; };
  } else if (Name == "iota") { // begin, step
    Get = [&](uint64_t I) { return Numbers[0] + double(I) * Numbers[1]; };
  } else if (Name == "normal") { // mean, deviation
    Get = [&](uint64_t) { return Numbers[0] + C.getNormal() * Numbers[1]; };
  } else if (Name == "uniform") {
    Numbers[0] = -1;
    Get = [&](uint64_t) { return Numbers[0] + (Numbers[1] - Numbers[0]) * C.getFraction(); };
  } else if (Name == "integers") {
    Numbers[0] = A.Type.IsSigned ? -2 : 0;
    Numbers[1] = A.Type.Bits == 1 ? 1 : 2;
    Get = [&](uint64_t) {
      return Numbers[0] + std::floor((Numbers[1] - Numbers[0] + 1) * C.getFraction());
    };
  } else if (Name == "cycle") {
    Cycle.resize(Rest.size());
    Taken = Cycle;
    Get = [&](uint64_t I) { return Cycle[I % Cycle.size()]; };
    if (Rest.empty())
      return fail("pattern 'cycle' has no numbers; expected cycle,1,2,3");
  } else if (Name == "bits") {
    for (uint8_t &Byte : A.Bytes)
      Byte = uint8_t(C.getBits());
    return Error::success();
  } else {
    return fail(
        "there is no pattern '" + Name +
        "'; expected zeros, ones, identity, const,V, cycle,V,V, iota, normal, uniform, integers or "
        "bits");
  }
  if (Error E = readNumbers(Pattern, Rest, Taken))
    return E;
  for (uint64_t I = 0; I != Count; ++I)
    A.Type.set(A.Bytes.data(), I, Get(I));
  return Error::success();
}
