//===- VideoOperations.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Video instructions: operations on words, half-words and bytes that are selected from registers,
// one, two or four at a time (PTX ISA, "Video Instructions").
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/InstructionTable.h"
#include "Emulator/Machine/ThreadGroup.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

enum class VideoOperation : uint8_t {
  Add,
  Subtract,
  AbsoluteDifference,
  Min,
  Max,
  Average,
  ShiftLeft,
  ShiftRight,
  Compare,
  MultiplyAdd
};
using words::Comparison;
using words::VideoEnd;

/// A part of the registers a and b, which follow each other.
struct Part {
  uint8_t Shift = 0, Bits = 32;
};

struct VideoDetails {
  VideoOperation Is;
  unsigned Count = 1; ///< of elements
  bool IsSigned = false, IsSignedA = false, IsSignedB = false;
  bool Saturates = false, Wraps = false;
  VideoEnd Then = VideoEnd::None; ///< a second operation
  Comparison By = Comparison::Eq;
  Part A[4], B[4];
  Part Merged;         ///< of one element: the part of d that it replaces in c
  bool Merges = false; ///< there is a c that keeps the rest
  unsigned Mask = 1;   ///< of several elements: those that are computed
  bool NegatesProduct = false, NegatesC = false, PlusOne = false; ///< of vmad
  unsigned Scale = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

static int64_t extract(uint64_t From, Part P, bool IsSigned) {
  const uint64_t Value = From >> P.Shift & maskTrailingOnes<uint64_t>(P.Bits);
  return IsSigned ? SignExtend64(Value, P.Bits) : int64_t(Value);
}

template <class T> static T clampTo(T Value, unsigned Bits, bool IsSigned) {
  const T Low = IsSigned ? T(minIntN(Bits)) : 0;
  const T High = IsSigned ? T(maxIntN(Bits)) : T(maxUIntN(Bits));
  return std::clamp(Value, Low, High);
}

static bool compare(Comparison By, int64_t A, int64_t B) {
  switch (By) {
  case Comparison::Eq:
    return A == B;
  case Comparison::Ne:
    return A != B;
  case Comparison::Lt:
    return A < B;
  case Comparison::Le:
    return A <= B;
  case Comparison::Gt:
    return A > B;
  default:
    return A >= B;
  }
}

static int64_t operate(const VideoDetails &Of, int64_t A, int64_t B) {
  const int64_t Shift = Of.Wraps ? B & 31 : std::min<int64_t>(B, 32);
  switch (Of.Is) {
  case VideoOperation::Add:
    return A + B;
  case VideoOperation::Subtract:
    return A - B;
  case VideoOperation::AbsoluteDifference:
    return A < B ? B - A : A - B;
  case VideoOperation::Min:
    return std::min(A, B);
  case VideoOperation::Max:
    return std::max(A, B);
  case VideoOperation::Average:
    return (A + B + (A + B >= 0)) >> 1;
  case VideoOperation::ShiftLeft:
    return int64_t(uint64_t(A) << Shift);
  case VideoOperation::ShiftRight:
    return A >> Shift;
  default:
    return compare(Of.By, A, B);
  }
}

static uint32_t combine(VideoEnd Then, int64_t Value, int64_t C) {
  switch (Then) {
  case VideoEnd::Add:
    return uint32_t(Value + C);
  case VideoEnd::Min:
    return uint32_t(std::min(Value, C));
  case VideoEnd::Max:
    return uint32_t(std::max(Value, C));
  default:
    return uint32_t(Value);
  }
}

static uint32_t computeOne(const VideoDetails &Of, uint64_t Sources, uint32_t C) {
  int64_t Value =
      operate(Of, extract(Sources, Of.A[0], Of.IsSignedA), extract(Sources, Of.B[0], Of.IsSignedB));
  if (Of.Saturates)
    Value = clampTo(Value, Of.Merged.Bits, Of.IsSigned);
  if (Of.Merges) {
    const uint32_t Bits = maskTrailingOnes<uint32_t>(Of.Merged.Bits) << Of.Merged.Shift;
    return (uint32_t(Value) << Of.Merged.Shift & Bits) | (C & ~Bits);
  }
  return combine(Of.Then, Value, Of.IsSigned ? int64_t(int32_t(C)) : int64_t(C));
}

static uint32_t computeMany(const VideoDetails &Of, uint64_t Sources, uint32_t C) {
  const unsigned Width = 32 / Of.Count;
  uint32_t Sum = C, Merged = 0;
  for (unsigned Element = 0; Element != Of.Count; ++Element) {
    const uint32_t Bits = maskTrailingOnes<uint32_t>(Width) << (Element * Width);
    if (!(Of.Mask >> Element & 1)) {
      Merged |= C & Bits;
      continue;
    }
    int64_t Value = operate(Of, extract(Sources, Of.A[Element], Of.IsSignedA),
                            extract(Sources, Of.B[Element], Of.IsSignedB));
    if (Of.Saturates)
      Value = clampTo(Value, Width, Of.IsSigned);
    Sum += uint32_t(Value);
    Merged |= uint32_t(Value) << (Element * Width) & Bits;
  }
  return Of.Then == VideoEnd::Add ? Sum : Merged;
}

/// a * b + c, as the PTX ISA computes it: with 128 bits, and negated by complements.
static uint32_t multiplyAdd(const VideoDetails &Of, uint64_t Sources, uint32_t C) {
  using Wide = __int128;
  const bool IsSigned = Of.IsSignedA || Of.IsSignedB || Of.NegatesProduct || Of.NegatesC;
  Wide Value =
      Wide(extract(Sources, Of.A[0], Of.IsSignedA)) * Wide(extract(Sources, Of.B[0], Of.IsSignedB));
  if (Of.NegatesProduct)
    Value = ~Value;
  else if (Of.NegatesC)
    C = ~C;
  Value += IsSigned ? Wide(int32_t(C)) : Wide(C);
  Value += Of.PlusOne || Of.NegatesProduct || Of.NegatesC;
  Value >>= Of.Scale;
  if (Of.Saturates)
    Value = clampTo(Value, 32, IsSigned);
  return uint32_t(Value);
}

template <uint32_t (*Compute)(const VideoDetails &, uint64_t, uint32_t)>
static Step executeVideo(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<VideoDetails>();
  const uint32_t *A = G.lanes<uint32_t>(I.Operands[0]), *B = G.lanes<uint32_t>(I.Operands[1]);
  const uint32_t *C = I.Operands.size() == 3 ? G.lanes<uint32_t>(I.Operands[2]) : nullptr;
  uint32_t Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Values[Lane] = Compute(Of, uint64_t(B[Lane]) << 32 | A[Lane], C ? C[Lane] : 0);
  G.set(I.Results[0], Values);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Selectors
//===----------------------------------------------------------------------===//

/// `.b2`, `.h1`; nothing selects the word.
static bool readPart(StringRef Selector, Part &P) {
  if (Selector.empty())
    return true;
  if (Selector.size() != 3 || (Selector[1] != 'h' && Selector[1] != 'b'))
    return false;
  P.Bits = Selector[1] == 'h' ? 16 : 8;
  const unsigned Number = unsigned(Selector[2] - '0');
  if (Number >= 32u / P.Bits)
    return false;
  P.Shift = uint8_t(Number * P.Bits);
  return true;
}

/// `.h10`, `.b7654`: a digit for each element, that of the last one first.
static bool readParts(StringRef Selector, StringRef Default, unsigned Count, Part (&Parts)[4]) {
  const StringRef Text = Selector.empty() ? Default : Selector;
  const unsigned Width = 32 / Count;
  if (Text.size() != 2 + Count || Text.take_front(2) != Default.take_front(2))
    return false;
  for (unsigned Element = 0; Element != Count; ++Element) {
    const unsigned Number = unsigned(Text[1 + Count - Element] - '0');
    if (Number >= 2 * Count)
      return false;
    Parts[Element] = {uint8_t(Number * Width), uint8_t(Width)};
  }
  return true;
}

/// `.h1`, `.b320`: elements from the last to the first.
static bool readMask(StringRef Selector, StringRef Prefix, unsigned Count, unsigned &Mask) {
  if (Selector.empty()) {
    Mask = maskTrailingOnes<unsigned>(Count);
    return true;
  }
  Mask = 0;
  unsigned Before = Count;
  for (char Digit : Selector.drop_front(Selector.starts_with(Prefix) ? 2 : 0)) {
    const unsigned Number = unsigned(Digit - '0');
    if (Number >= Before)
      return false;
    Before = Number;
    Mask |= 1u << Number;
  }
  return Mask != 0;
}

static Error readSelectors(InstructionReader &R, VideoDetails &Of) {
  const auto Fail = [&](size_t Number) {
    return R.fail("'" + print(R.operand(Number)) + "' has a selector that is not known here");
  };
  const auto Get = [&](size_t Number) {
    const ptx::Operand &O = R.operand(Number);
    return O.is(ptx::Operand::Kind::Expression) && O.Parts.size() == 1 ? O.Parts[0].Component
                                                                       : O.Component;
  };
  if (Of.Count == 1) {
    if (!readPart(Get(0), Of.Merged))
      return Fail(0);
    for (const auto &[Number, To] : {std::pair(1, Of.A), std::pair(2, Of.B)})
      if (!readPart(Get(Number), *To))
        return Fail(Number);
    Of.B[0].Shift += 32;
    return Error::success();
  }
  const bool AreHalves = Of.Count == 2;
  if (!readMask(Get(0), AreHalves ? ".h" : ".b", Of.Count, Of.Mask))
    return Fail(0);
  if (!readParts(Get(1), AreHalves ? ".h10" : ".b3210", Of.Count, Of.A))
    return Fail(1);
  return readParts(Get(2), AreHalves ? ".h32" : ".b7654", Of.Count, Of.B) ? Error::success()
                                                                          : Fail(2);
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// Removes the selector of a register, and the sign of a source of vmad.
static ptx::Operand strip(const ptx::Operand &O, bool &IsNegated) {
  const bool HasSign = InstructionReader::isUnary(O, '-');
  IsNegated ^= HasSign;
  ptx::Operand Result = HasSign ? O.Parts[0] : O;
  Result.Component = StringRef();
  return Result;
}

static Error readOperands(InstructionReader &R, VideoDetails &Of) {
  const bool IsMultiply = Of.Is == VideoOperation::MultiplyAdd;
  const bool HasC = R.getNumOperands() == 4;
  const bool IsPlain = Of.Count == 1 && !IsMultiply && Of.Then == VideoEnd::None;
  Of.Merges = Of.Count == 1 && !R.operand(0).Component.empty();
  if (Of.Merges && (IsMultiply || Of.Then != VideoEnd::None))
    return R.fail("'" + print(R.operand(0)) +
                  "': a part of the result is written only where no "
                  "second operation follows");
  if (IsPlain && HasC != Of.Merges)
    return R.fail(HasC ? "a fourth operand is for a second operation or a part of the result"
                       : "a fourth operand is missing");
  const Type T = getBitsType(32);
  bool IsNegated = false;
  Expected<Slot> D = R.write(strip(R.operand(0), IsNegated), T);
  if (!D)
    return D.takeError();
  SmallVector<Slot, 3> Sources;
  for (size_t Number = 1; Number != R.getNumOperands(); ++Number) {
    bool &Negates = Number == 3 ? Of.NegatesC : Of.NegatesProduct;
    const ptx::Operand Stripped =
        strip(R.operand(Number), IsMultiply && !Of.PlusOne ? Negates : IsNegated);
    Expected<Slot> S = R.read(Stripped, T);
    if (!S)
      return S.takeError();
    Sources.push_back(*S);
  }
  if (IsNegated || (Of.NegatesProduct && Of.NegatesC))
    return R.fail(IsNegated ? "a negated operand" : "negates both the product and c");
  R.setResults(*D);
  R.setOperands(Sources);
  return Error::success();
}

template <VideoOperation Is, unsigned Count = 1> static Error readVideo(InstructionReader &R) {
  using words::PastWidth, words::PlusOne, words::Sat, words::VideoScale;
  constexpr bool IsCompare = Is == VideoOperation::Compare;
  VideoDetails Of;
  Of.Is = Is;
  Of.Count = Count;
  Of.IsSigned = !IsCompare && R.type().isSigned();
  Of.IsSignedA = R.type(!IsCompare).isSigned();
  Of.IsSignedB = R.type(IsCompare ? 1 : 2).isSigned();
  Of.By = R.get<Comparison>();
  Of.Then = R.get<VideoEnd>();
  Of.Saturates = R.get<Sat>() == Sat::Sat || Of.Then == VideoEnd::Sat;
  Of.Wraps = R.get<PastWidth>() == PastWidth::Wrap;
  Of.PlusOne = R.get<PlusOne>() == PlusOne::Po;
  const VideoScale Scale = R.get<VideoScale>();
  Of.Scale = Scale == VideoScale::Shr7 ? 7 : Scale == VideoScale::Shr15 ? 15 : 0;
  if (Error E = readSelectors(R, Of))
    return E;
  if (Error E = readOperands(R, Of))
    return E;
  R.setDetails(Of);
  R.Result.Execute = Is == VideoOperation::MultiplyAdd ? executeVideo<multiplyAdd>
                     : Count == 1                      ? executeVideo<computeOne>
                                                       : executeVideo<computeMany>;
  return Error::success();
}

ArrayRef<RowReader> emulator::getVideoRows() {
  using V = VideoOperation;
  // clang-format off
  static constexpr RowReader Rows[] = {
      {PTX_VADD, readVideo<V::Add>}, {PTX_VADD_THEN, readVideo<V::Add>},
      {PTX_VADD2, readVideo<V::Add, 2>}, {PTX_VADD4, readVideo<V::Add, 4>},
      {PTX_VSUB, readVideo<V::Subtract>}, {PTX_VSUB_THEN, readVideo<V::Subtract>},
      {PTX_VSUB2, readVideo<V::Subtract, 2>}, {PTX_VSUB4, readVideo<V::Subtract, 4>},
      {PTX_VABSDIFF, readVideo<V::AbsoluteDifference>},
      {PTX_VABSDIFF_THEN, readVideo<V::AbsoluteDifference>},
      {PTX_VABSDIFF2, readVideo<V::AbsoluteDifference, 2>},
      {PTX_VABSDIFF4, readVideo<V::AbsoluteDifference, 4>},
      {PTX_VMIN, readVideo<V::Min>}, {PTX_VMIN_THEN, readVideo<V::Min>},
      {PTX_VMIN2, readVideo<V::Min, 2>}, {PTX_VMIN4, readVideo<V::Min, 4>},
      {PTX_VMAX, readVideo<V::Max>}, {PTX_VMAX_THEN, readVideo<V::Max>},
      {PTX_VMAX2, readVideo<V::Max, 2>}, {PTX_VMAX4, readVideo<V::Max, 4>},
      {PTX_VAVRG2, readVideo<V::Average, 2>}, {PTX_VAVRG4, readVideo<V::Average, 4>},
      {PTX_VSHL, readVideo<V::ShiftLeft>}, {PTX_VSHL_THEN, readVideo<V::ShiftLeft>},
      {PTX_VSHR, readVideo<V::ShiftRight>}, {PTX_VSHR_THEN, readVideo<V::ShiftRight>},
      {PTX_VSET, readVideo<V::Compare>}, {PTX_VSET_THEN, readVideo<V::Compare>},
      {PTX_VSET2, readVideo<V::Compare, 2>}, {PTX_VSET4, readVideo<V::Compare, 4>},
      {PTX_VMAD, readVideo<V::MultiplyAdd>},
  };
  // clang-format on
  return Rows;
}
