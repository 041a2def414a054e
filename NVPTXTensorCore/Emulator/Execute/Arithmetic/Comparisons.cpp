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

#include "Emulator/Execute/Arithmetic/FloatOperations.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

namespace {

using words::Combination;
using words::Comparison;

using Truths = uint8_t[MaxElements];

template <class T> using Compare = void (*)(const T *A, const T *B, Truths &Result, unsigned Count);

template <class T, Comparison What>
void compareOrdered(const T *A, const T *B, Truths &Result, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    Result[I] = What == Comparison::Eq   ? A[I] == B[I]
                : What == Comparison::Ne ? A[I] < B[I] || A[I] > B[I]
                : What == Comparison::Lt ? A[I] < B[I]
                : What == Comparison::Le ? A[I] <= B[I]
                : What == Comparison::Gt ? A[I] > B[I]
                : What == Comparison::Ge ? A[I] >= B[I]
                                         : A[I] == A[I] && B[I] == B[I];
}
template <class T, Comparison Opposite>
void compareUnordered(const T *A, const T *B, Truths &Result, unsigned Count) {
  compareOrdered<T, Opposite>(A, B, Result, Count);
  for (unsigned I = 0; I != Count; ++I)
    Result[I] ^= 1;
}

template <class T> Compare<T> getComparison(Comparison What) {
  using C = Comparison;
  static constexpr Compare<T> OfWords[] = {
      compareOrdered<T, C::Eq>,   compareOrdered<T, C::Ne>,    compareOrdered<T, C::Lt>,
      compareOrdered<T, C::Le>,   compareOrdered<T, C::Gt>,    compareOrdered<T, C::Ge>,
      compareOrdered<T, C::Num>,  compareUnordered<T, C::Ne>,  compareUnordered<T, C::Eq>,
      compareUnordered<T, C::Ge>, compareUnordered<T, C::Gt>,  compareUnordered<T, C::Le>,
      compareUnordered<T, C::Lt>, compareUnordered<T, C::Num>, // nan
      compareOrdered<T, C::Lt>,   compareOrdered<T, C::Le>,    compareOrdered<T, C::Gt>,
      compareOrdered<T, C::Ge>, // lo, ls, hi, hs
  };
  return OfWords[unsigned(What)];
}

struct ComparisonDetails {
  Comparison What;
  Combination With;
  bool Flushes;
  Type Result; ///< of set
  LaneMask combine(LaneMask A, LaneMask C) const {
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

/// Returns the value that set writes where the comparison holds: ones, or 1.0.
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

void setComparison(InstructionReader &R) {
  R.setDetails(ComparisonDetails{R.get<Comparison>(), R.get<Combination>(),
                                 R.get<words::Ftz>() == words::Ftz::Ftz, R.type()});
}

/// A comparison of each element of a packed type: all ones in those for which it holds.
template <class T> Step executePackedSet(const Instruction &I, ThreadGroup &G) {
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

} // namespace

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static Error readSetPredicate(InstructionReader &R) {
  const Type &T = R.Result.On = R.type();
  R.Result.Execute = !isFloat(T)     ? chooseForInteger<SetPredicate>(T)
                     : T.Width == 64 ? executeSetPredicate<CompareIntegers<double>>
                                     : executeSetPredicate<CompareFloats>;
  setComparison(R);
  if (!R.operand(0).is(ptx::Operand::Kind::Pair))
    R.Result.Results = R.Result.Results.take_front();
  return Error::success();
}

static Error readSet(InstructionReader &R) {
  const Type &T = R.Result.On = R.type(1);
  R.Result.Execute = !isFloat(T)     ? chooseForInteger<Set>(T)
                     : T.Width == 64 ? executeSet<CompareIntegers<double>>
                                     : executeSet<CompareFloats>;
  setComparison(R);
  return Error::success();
}

template <class Byte, class Half> static Error readPackedSet(InstructionReader &R) {
  R.Result.Execute = R.type().Width == 8 ? executePackedSet<Byte> : executePackedSet<Half>;
  setComparison(R);
  return Error::success();
}

ArrayRef<RowReader> emulator::getComparisonRows() {
  // clang-format off
  static constexpr RowReader Rows[] = {
      {PTX_SETP_BITS, readSetPredicate}, {PTX_SETP_UNSIGNED, readSetPredicate},
      {PTX_SETP_SIGNED, readSetPredicate}, {PTX_SETP_F32, readSetPredicate},
      {PTX_SETP_F64, readSetPredicate}, {PTX_SETP_F16, readSetPredicate},
      {PTX_SETP_BF16, readSetPredicate},
      {PTX_SET_BITS, readSet}, {PTX_SET_UNSIGNED, readSet}, {PTX_SET_SIGNED, readSet},
      {PTX_SET_F32, readSet}, {PTX_SET_F64, readSet}, {PTX_SET_F16, readSet},
      {PTX_SET_BF16, readSet}, {PTX_SET_TO_BF16, readSet}, {PTX_SET_F16X2, readSet},
      {PTX_SET_BF16X2, readSet}, {PTX_SET_PACKED_UNSIGNED, readPackedSet<uint8_t, uint16_t>},
      {PTX_SET_PACKED_SIGNED, readPackedSet<int8_t, int16_t>},
  };
  // clang-format on
  return Rows;
}
