//===- BitOperations.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Logic, shifts, and what counts, finds, moves or masks bits.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

template <class T> constexpr unsigned Width = 8 * sizeof(T);

//===----------------------------------------------------------------------===//
// What is computed
//===----------------------------------------------------------------------===//

template <class T> struct And {
  static T apply(T A, T B) { return A & B; }
};
template <class T> struct Or {
  static T apply(T A, T B) { return A | B; }
};
template <class T> struct Xor {
  static T apply(T A, T B) { return A ^ B; }
};
template <class T> struct Not {
  static T apply(T A) { return T(~A); }
};
template <class T> struct LogicalNot {
  static T apply(T A) { return A == 0; }
};
template <class T> struct ReverseBits {
  static T apply(T A) { return llvm::reverseBits(A); }
};
/// Shifts of more than the width leave nothing, or the sign.
template <class T> struct ShiftLeft {
  static T apply(T A, uint32_t B) { return B < Width<T> ? T(uint64_t(A) << B) : T(0); }
};
template <class T> struct ShiftRight {
  static T apply(T A, uint32_t B) {
    return T(A >> std::min(B, Width<T> - 1)) * T(std::is_signed_v<T> || B < Width<T>);
  }
};
template <class T> struct CountOnes {
  static uint32_t apply(T A) { return uint32_t(llvm::popcount(std::make_unsigned_t<T>(A))); }
};
template <class T> struct CountLeadingZeros {
  static uint32_t apply(T A) { return uint32_t(llvm::countl_zero(std::make_unsigned_t<T>(A))); }
};
/// The location of the highest bit that is not the sign; ~0 if there is none.
template <class T> struct FindBit {
  static uint32_t apply(T A) {
    const auto Bits = std::make_unsigned_t<T>(A < 0 ? ~A : A);
    return uint32_t(Width<T>) - 1 - uint32_t(llvm::countl_zero(Bits));
  }
};
template <class T> struct FindShift {
  static uint32_t apply(T A) {
    const uint32_t Location = FindBit<T>::apply(A);
    return Location == ~0u ? Location : Width<T> - 1 - Location;
  }
};
template <class T> struct ExtractField {
  static T apply(T A, uint32_t B, uint32_t C) {
    const unsigned Begin = B & 0xff, Length = C & 0xff;
    if (!Length)
      return 0;
    const unsigned Last = std::min(Begin + Length - 1, Width<T> - 1);
    const T Fill = std::is_signed_v<T> && (A >> Last & 1) ? T(-1) : T(0);
    if (Begin >= Width<T>)
      return Fill;
    const T Rest = T(A >> Begin);
    const unsigned Count = Last - Begin + 1;
    if (Count == Width<T>)
      return Rest;
    const T Mask = maskTrailingOnes<std::make_unsigned_t<T>>(Count);
    return (Rest & Mask) | (Fill & ~Mask);
  }
};
template <class T> struct InsertField {
  static T apply(T A, T B, uint32_t C, uint32_t D) {
    const unsigned Begin = C & 0xff, Length = D & 0xff;
    if (Begin >= Width<T>)
      return B;
    const T Mask = maskTrailingOnes<T>(std::min(Length, Width<T> - Begin)) << Begin;
    return (B & ~Mask) | (T(A << Begin) & Mask);
  }
};

struct FindNthSet {
  static uint32_t apply(uint32_t Mask, uint32_t Base, int32_t Offset) {
    const int64_t Step = Offset < 0 ? -1 : 1;
    int64_t Left = Offset == 0 ? 0 : std::abs(int64_t(Offset)) - 1;
    for (int64_t Location = Base; Location >= 0 && Location < 32; Location += Step) {
      if (Mask >> Location & 1 && Left-- == 0)
        return uint32_t(Location);
      if (Offset == 0)
        break;
    }
    return ~0u;
  }
};

template <bool Clamps> struct MakeMask {
  static uint32_t apply(uint32_t A, uint32_t B) {
    const unsigned Begin = A & 31, End = Begin + (B & 31);
    const uint32_t From = Clamps && A >= 32 ? 0 : ~0u << Begin;
    const bool HasNoEnd = End >= 32 || (Clamps && (A >= 32 || B >= 32));
    return From & ~(HasNoEnd ? 0 : ~0u << End);
  }
};
template <bool Clamps, bool IsSigned> struct Extend {
  static uint32_t apply(uint32_t A, uint32_t B) {
    const unsigned Count = B & 31;
    const bool IsWhole = Clamps && B >= 32;
    const uint32_t Upper = IsWhole ? 0 : ~0u << Count;
    const bool Sign = IsSigned && Count && !IsWhole && (A >> (Count - 1) & 1);
    return (A & ~Upper) | (Sign ? Upper : 0);
  }
};

template <bool Clamps> struct FunnelLeft {
  static uint32_t apply(uint32_t A, uint32_t B, uint32_t C) {
    const unsigned By = Clamps ? std::min(C, 32u) : C & 31;
    return uint32_t((uint64_t(B) << 32 | A) >> (32 - By));
  }
};
template <bool Clamps> struct FunnelRight {
  static uint32_t apply(uint32_t A, uint32_t B, uint32_t C) {
    const unsigned By = Clamps ? std::min(C, 32u) : C & 31;
    return uint32_t((uint64_t(B) << 32 | A) >> By);
  }
};

//===----------------------------------------------------------------------===//
// Handlers by type
//===----------------------------------------------------------------------===//

template <template <class> class Op> struct Unary {
  template <class T> struct Of {
    static Handler get() { return executeUnary<Op<T>, T, T>; }
  };
};
template <template <class> class Op> struct Count {
  template <class T> struct Of {
    static Handler get() { return executeUnary<Op<T>, uint32_t, T>; }
  };
};
template <template <class> class Op> struct Binary {
  template <class T> struct Of {
    static Handler get() { return executeBinary<Op<T>, T, T>; }
  };
};
template <template <class> class Op> struct Shift {
  template <class T> struct Of {
    static Handler get() { return executeBinary<Op<T>, T, T, uint32_t>; }
  };
};
template <class T> struct Extract {
  static Handler get() { return executeTernary<ExtractField<T>, T, T, uint32_t, uint32_t>; }
};

} // namespace

template <class T> static Step insertField(const Instruction &I, ThreadGroup &G) {
  const T *A = G.lanes<T>(I.Operands[0]), *B = G.lanes<T>(I.Operands[1]);
  const uint32_t *C = G.lanes<uint32_t>(I.Operands[2]), *D = G.lanes<uint32_t>(I.Operands[3]);
  T Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Values[Lane] = InsertField<T>::apply(A[Lane], B[Lane], C[Lane], D[Lane]);
  G.set(I.Results[0], Values);
  return Step::Next;
}

template <template <class> class Op>
static Step executeOnPredicates(const Instruction &I, ThreadGroup &G) {
  const LaneMask A = G.getPredicate(I.Operands[0]), B = G.getPredicate(I.Operands.back());
  if constexpr (std::is_same_v<Op<LaneMask>, Not<LaneMask>>)
    G.setPredicate(I.Results[0], ~A);
  else
    G.setPredicate(I.Results[0], Op<LaneMask>::apply(A, B));
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Reads what operates on an integer type, or by `OfPredicates` on predicates.
template <template <class> class Choose, Handler OfPredicates = nullptr>
static Error readBits(InstructionReader &R) {
  R.Result.On = R.type();
  R.Result.Execute =
      R.type().Is == Type::Predicate ? OfPredicates : chooseForInteger<Choose>(R.type());
  return Error::success();
}

template <template <class> class Op> static Error readLogic(InstructionReader &R) {
  return readBits<Binary<Op>::template Of, executeOnPredicates<Op>>(R);
}

template <Handler Of32, Handler Of64> static Error readByWidth(InstructionReader &R) {
  R.Result.Execute = R.type().Width == 32 ? Of32 : Of64;
  return Error::success();
}

template <Handler Wraps, Handler Clamps> static Error readPastWidth(InstructionReader &R) {
  R.Result.Execute = R.get<words::PastWidth>() == words::PastWidth::Clamp ? Clamps : Wraps;
  return Error::success();
}

template <template <bool> class Op> static Error readFunnelShift(InstructionReader &R) {
  return readPastWidth<executeTernary<Op<false>, uint32_t, uint32_t>,
                       executeTernary<Op<true>, uint32_t, uint32_t>>(R);
}

static Error readExtend(InstructionReader &R) {
  return R.type().isSigned()
             ? readPastWidth<executeBinary<Extend<false, true>, uint32_t, uint32_t>,
                             executeBinary<Extend<true, true>, uint32_t, uint32_t>>(R)
             : readPastWidth<executeBinary<Extend<false, false>, uint32_t, uint32_t>,
                             executeBinary<Extend<true, false>, uint32_t, uint32_t>>(R);
}

ArrayRef<RowReader> emulator::getBitRows() {
  static constexpr RowReader Rows[] = {
      {PTX_AND, readLogic<And>},
      {PTX_OR, readLogic<Or>},
      {PTX_XOR, readLogic<Xor>},
      {PTX_NOT, readBits<Unary<Not>::Of, executeOnPredicates<Not>>},
      {PTX_CNOT, readBits<Unary<LogicalNot>::Of>},
      {PTX_SHL, readBits<Shift<ShiftLeft>::Of>},
      {PTX_SHR, readBits<Shift<ShiftRight>::Of>},
      {PTX_SHF_L, readFunnelShift<FunnelLeft>},
      {PTX_SHF_R, readFunnelShift<FunnelRight>},
      {PTX_POPC, readBits<Count<CountOnes>::Of>},
      {PTX_CLZ, readBits<Count<CountLeadingZeros>::Of>},
      {PTX_BFIND, readBits<Count<FindBit>::Of>},
      {PTX_BFIND_SHIFTAMT, readBits<Count<FindShift>::Of>},
      {PTX_FNS, readAs<executeTernary<FindNthSet, uint32_t, uint32_t, uint32_t, int32_t>>},
      {PTX_BREV, readByWidth<executeUnary<ReverseBits<uint32_t>, uint32_t, uint32_t>,
                             executeUnary<ReverseBits<uint64_t>, uint64_t, uint64_t>>},
      {PTX_BFE, readBits<Extract>},
      {PTX_BFI, readByWidth<insertField<uint32_t>, insertField<uint64_t>>},
      {PTX_SZEXT, readExtend},
      {PTX_BMSK, readPastWidth<executeBinary<MakeMask<false>, uint32_t, uint32_t>,
                               executeBinary<MakeMask<true>, uint32_t, uint32_t>>},
  };
  return Rows;
}
