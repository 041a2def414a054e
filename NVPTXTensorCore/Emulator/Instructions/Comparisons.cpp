//===- Comparisons.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons: set, setp.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/FloatOperations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

namespace {

/// Those that hold for NaN, too, have a bit of their own.
enum Comparison : uint8_t {
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  IsNumber,
  Unordered = 8
};

using Truths = uint8_t[MaxElements];

template <class T> using Compare = void (*)(const T *A, const T *B, Truths &Result, unsigned Count);

template <class T, Comparison What>
void compareOrdered(const T *A, const T *B, Truths &Result, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    Result[I] = What == Equal          ? A[I] == B[I]
                : What == NotEqual     ? A[I] < B[I] || A[I] > B[I]
                : What == Less         ? A[I] < B[I]
                : What == LessEqual    ? A[I] <= B[I]
                : What == Greater      ? A[I] > B[I]
                : What == GreaterEqual ? A[I] >= B[I]
                                       : A[I] == A[I] && B[I] == B[I];
}
template <class T, Comparison Opposite>
void compareUnordered(const T *A, const T *B, Truths &Result, unsigned Count) {
  compareOrdered<T, Opposite>(A, B, Result, Count);
  for (unsigned I = 0; I != Count; ++I)
    Result[I] ^= 1;
}

template <class T> Compare<T> getComparison(unsigned What) {
  static constexpr Compare<T> Ordered[] = {
      compareOrdered<T, Equal>,     compareOrdered<T, NotEqual>, compareOrdered<T, Less>,
      compareOrdered<T, LessEqual>, compareOrdered<T, Greater>,  compareOrdered<T, GreaterEqual>,
      compareOrdered<T, IsNumber>};
  static constexpr Compare<T> OrNaN[] = {
      compareUnordered<T, NotEqual>,     compareUnordered<T, Equal>,
      compareUnordered<T, GreaterEqual>, compareUnordered<T, Greater>,
      compareUnordered<T, LessEqual>,    compareUnordered<T, Less>,
      compareUnordered<T, IsNumber>};
  return What & Unordered ? OrNaN[What & 7] : Ordered[What];
}

std::optional<unsigned> parseComparison(StringRef Modifier) {
  return StringSwitch<std::optional<unsigned>>(Modifier)
      .Case(".eq", Equal)
      .Case(".ne", NotEqual)
      .Cases({".lt", ".lo"}, Less)
      .Cases({".le", ".ls"}, LessEqual)
      .Cases({".gt", ".hi"}, Greater)
      .Cases({".ge", ".hs"}, GreaterEqual)
      .Case(".num", IsNumber)
      .Case(".equ", Equal | Unordered)
      .Case(".neu", NotEqual | Unordered)
      .Case(".ltu", Less | Unordered)
      .Case(".leu", LessEqual | Unordered)
      .Case(".gtu", Greater | Unordered)
      .Case(".geu", GreaterEqual | Unordered)
      .Case(".nan", IsNumber | Unordered)
      .Default(std::nullopt);
}

enum class Combination : uint8_t { None, And, Or, Xor };

struct ComparisonDetails {
  unsigned What = Equal;
  Combination With = Combination::None;
  bool IsNegated = false; ///< the predicate to combine with
  bool Flushes = false;
  Type Result; ///< of set
  LaneMask combine(LaneMask A, LaneMask C) const {
    C = IsNegated ? ~C : C;
    return With == Combination::And   ? A & C
           : With == Combination::Or  ? A | C
           : With == Combination::Xor ? A ^ C
                                      : A;
  }
};

/// The lanes for which an element holds, of elements First, First + Step and on.
LaneMask pack(const Truths &Holds, unsigned First, unsigned Step) {
  LaneMask Result = 0;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Result |= LaneMask(Holds[First + Step * Lane]) << Lane;
  return Result;
}

/// Both halves of a packed type, or twice the same.
struct Outcome {
  LaneMask Low, High;
};

Outcome getOutcome(const Truths &Holds, unsigned PerLane) {
  if (PerLane == 2)
    return {pack(Holds, 0, 2), pack(Holds, 1, 2)};
  const LaneMask All = pack(Holds, 0, 1);
  return {All, All};
}

template <class T> struct CompareIntegers {
  static Outcome run(const Instruction &I, ThreadGroup &G, const ComparisonDetails &Of) {
    Truths Holds;
    getComparison<T>(Of.What)(G.lanes<T>(I.Operands[0]), G.lanes<T>(I.Operands[1]), Holds,
                              WarpSize);
    return getOutcome(Holds, 1);
  }
};
struct CompareFloats {
  static Outcome run(const Instruction &I, ThreadGroup &G, const ComparisonDetails &Of) {
    float Buffers[2][MaxElements];
    const float *A = loadFloats(G, I.Operands[0], I.On, Of.Flushes, Buffers[0]);
    const float *B = loadFloats(G, I.Operands[1], I.On, Of.Flushes, Buffers[1]);
    Truths Holds;
    getComparison<float>(Of.What)(A, B, Holds, WarpSize * I.On.Count);
    return getOutcome(Holds, I.On.Count);
  }
};

template <class Source> Step executeSetPredicate(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ComparisonDetails>();
  const Outcome Holds = Source::run(I, G, Of);
  const LaneMask C = Of.With == Combination::None ? 0 : G.getPredicate(I.Operands[2]);
  const LaneMask Second = I.On.Count == 2 ? Holds.High : ~Holds.Low;
  const LaneMask P = Of.combine(Holds.Low, C), Q = Of.combine(Second, C);
  G.setPredicate(I.Results[0], P);
  if (I.Results.size() > 1)
    G.setPredicate(I.Results[1], Q);
  return Step::Next;
}

/// What set writes where the comparison holds: ones, or 1.0.
uint64_t getTruth(const Type &T) {
  if (!isFloat(T))
    return ~uint64_t(0);
  if (T.Width == 32)
    return 0x3f800000;
  return T.Is == Type::BFloat ? 0x3f80 : 0x3c00;
}

template <class Source> Step executeSet(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ComparisonDetails>();
  const Outcome Holds = Source::run(I, G, Of);
  const LaneMask C = Of.With == Combination::None ? 0 : G.getPredicate(I.Operands[2]);
  const LaneMask Low = Of.combine(Holds.Low, C), High = Of.combine(Holds.High, C);
  const uint64_t Truth = getTruth(Of.Result);
  G.forEachLane([&](unsigned Lane) {
    uint64_t Value = Low >> Lane & 1 ? Truth : 0;
    if (I.On.Count == 2)
      Value = (Value & 0xffff) | (High >> Lane & 1 ? Truth << 16 : 0);
    G.set(I.Results[0], Lane, Value);
  });
  return Step::Next;
}

template <class T> struct SetPredicate {
  static Handler get() { return executeSetPredicate<CompareIntegers<T>>; }
};
template <class T> struct Set {
  static Handler get() { return executeSet<CompareIntegers<T>>; }
};

/// Comparison and combination, of which there are a few orders in use.
Expected<ComparisonDetails> takeComparison(InstructionReader &R) {
  ComparisonDetails Of;
  Of.Flushes = R.takeAnywhere(".ftz");
  const std::optional<unsigned> What = parseComparison(R.peek());
  if (!What)
    return R.fail("expected a comparison, not '" + R.peek() + "'");
  R.take(R.peek());
  Of.What = *What;
  Of.With = R.take(".and")   ? Combination::And
            : R.take(".or")  ? Combination::Or
            : R.take(".xor") ? Combination::Xor
                             : Combination::None;
  return Of;
}

template <template <class> class OfIntegers, Handler OfFloats, Handler OfDoubles>
Error finishComparison(InstructionReader &R, ComparisonDetails &Of, const Type &T,
                       ArrayRef<Type> ResultTypes) {
  if (Error E = R.expectOperands(Of.With == Combination::None ? 3 : 4))
    return E;
  if (isFloat(T) && T.Count * T.Width > 32 && T.Width != 64)
    return R.fail("the emulator does not know the type '." + T.Name + "' here");
  if (!isFloat(T) && (Of.What >= IsNumber || !T.isInteger() || T.Count != 1))
    return R.fail("the emulator does not know this comparison of '." + T.Name + "'");
  SmallVector<ptx::Operand, 3> Sources(R.Source.Operands.begin() + 1, R.Source.Operands.end());
  SmallVector<Type, 3> Types = {T, T};
  if (Of.With != Combination::None) {
    Types.push_back(getBitsType(1));
    Of.IsNegated = Sources[2].is(ptx::Operand::Kind::Expression) && Sources[2].Text == "!";
    if (Of.IsNegated)
      Sources[2] = ptx::Operand(Sources[2].Parts[0]);
  }
  R.Result.On = T;
  R.Result.Execute = !isFloat(T)     ? chooseForInteger<OfIntegers>(T)
                     : T.Width == 64 ? OfDoubles
                                     : OfFloats;
  R.setDetails(Of);
  return readSlots(R, R.operand(0), ResultTypes, Sources, Types);
}

} // namespace

static Error readSetPredicate(InstructionReader &R) {
  Expected<ComparisonDetails> Of = takeComparison(R);
  if (!Of)
    return Of.takeError();
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (Error E = R.expectOperands(3, 4))
    return E;
  const Type P = getBitsType(1);
  SmallVector<Type, 2> Results(R.operand(0).elements().size(), P);
  return finishComparison<SetPredicate, executeSetPredicate<CompareFloats>,
                          executeSetPredicate<CompareIntegers<double>>>(R, *Of, *T, Results);
}

/// A comparison of each element of a packed type: all ones in those for which it holds.
template <class T> static Step executePackedSet(const Instruction &I, ThreadGroup &G) {
  constexpr unsigned Count = WarpSize * sizeof(uint32_t) / sizeof(T);
  const auto Compare = getComparison<T>(I.details<ComparisonDetails>().What);
  const T *A = G.lanes<T>(I.Operands[0]), *B = G.lanes<T>(I.Operands[1]);
  T Values[Count];
  for (unsigned First = 0; First != Count; First += WarpSize) {
    Truths Holds;
    Compare(A + First, B + First, Holds, WarpSize);
    for (unsigned Element = 0; Element != WarpSize; ++Element)
      Values[First + Element] = T(Holds[Element] ? -1 : 0);
  }
  uint32_t Packed[WarpSize];
  std::memcpy(Packed, Values, sizeof(Packed));
  G.set(I.Results[0], Packed);
  return Step::Next;
}

static Error readPackedSet(InstructionReader &R, const ComparisonDetails &Of, const Type &T) {
  if (!T.isInteger() || T.Is == Type::Bits || T.getBits() != 32 || Of.What >= IsNumber ||
      Of.With != Combination::None)
    return R.fail("the emulator does not know this comparison of '." + T.Name + "'");
  const bool IsOfBytes = T.Width == 8;
  R.Result.Execute = IsOfBytes ? T.isSigned() ? executePackedSet<int8_t> : executePackedSet<uint8_t>
                     : T.isSigned() ? executePackedSet<int16_t>
                                    : executePackedSet<uint16_t>;
  R.setDetails(Of);
  const Type Register = getBitsType(32);
  return readLaneOperands(R, Register, {Register, Register});
}

static Error readSet(InstructionReader &R) {
  Expected<ComparisonDetails> Of = takeComparison(R);
  if (!Of)
    return Of.takeError();
  Expected<Type> D = R.expectType();
  if (!D)
    return D.takeError();
  if (D->Count > 1 && R.peek().empty())
    return readPackedSet(R, *Of, *D);
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  Of->Result = *D;
  return finishComparison<Set, executeSet<CompareFloats>, executeSet<CompareIntegers<double>>>(
      R, *Of, *T, *D);
}

ArrayRef<InstructionFamily> emulator::getComparisonInstructions() {
  static constexpr InstructionFamily Families[] = {{"set", readSet}, {"setp", readSetPredicate}};
  return Families;
}
