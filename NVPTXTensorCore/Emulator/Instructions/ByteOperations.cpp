//===- ByteOperations.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What takes its operands apart into bytes or looks results up: dot products, permutations, and
// logic by table.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/LaneOperations.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// dp4a, dp2a
//===----------------------------------------------------------------------===//

namespace {
template <class A, class B> struct Dot4 {
  static uint32_t apply(uint32_t X, uint32_t Y, uint32_t Z) {
    for (unsigned Byte = 0; Byte != 32; Byte += 8)
      Z += uint32_t(int32_t(A(X >> Byte)) * int32_t(B(Y >> Byte)));
    return Z;
  }
};
/// A has elements of 16 bits, B of 8.
template <class A, class B, bool IsHigh> struct Dot2 {
  static uint32_t apply(uint32_t X, uint32_t Y, uint32_t Z) {
    const uint32_t Bytes = IsHigh ? Y >> 16 : Y;
    return Z + uint32_t(int32_t(A(X)) * int32_t(B(Bytes))) +
           uint32_t(int32_t(A(X >> 16)) * int32_t(B(Bytes >> 8)));
  }
};
} // namespace

static Error readDot(InstructionReader &R) {
  const bool Is2 = R.Source.Name == "dp2a";
  const StringRef Half = Is2 ? R.takeOneOf({".lo", ".hi"}) : StringRef(".lo");
  Expected<Type> A = R.expectType();
  if (!A)
    return A.takeError();
  Expected<Type> B = R.expectType();
  if (!B)
    return B.takeError();
  if (Half.empty() || !A->isInteger() || !B->isInteger() || A->getBits() != 32 ||
      B->getBits() != 32)
    return R.fail("expected '.u32' or '.s32' twice, and '.lo' or '.hi' of dp2a");
  auto Choose = [&](auto Of16, auto Of8, auto OfB) -> Handler {
    using X = decltype(Of16);
    using Y = decltype(Of8);
    using Z = decltype(OfB);
    if (!Is2)
      return executeTernary<Dot4<Y, Z>, uint32_t, uint32_t>;
    return Half == ".hi" ? executeTernary<Dot2<X, Z, true>, uint32_t, uint32_t>
                         : executeTernary<Dot2<X, Z, false>, uint32_t, uint32_t>;
  };
  if (A->isSigned())
    R.Result.Execute = B->isSigned() ? Choose(int16_t(), int8_t(), int8_t())
                                     : Choose(int16_t(), int8_t(), uint8_t());
  else
    R.Result.Execute = B->isSigned() ? Choose(uint16_t(), uint8_t(), int8_t())
                                     : Choose(uint16_t(), uint8_t(), uint8_t());
  const Type T = getBitsType(32);
  return readLaneOperands(R, T, {T, T, T});
}

//===----------------------------------------------------------------------===//
// prmt
//===----------------------------------------------------------------------===//

namespace {

enum class Permutation { Index, Forward, Backward, Replicate8, ClampLeft, ClampRight, Replicate16 };

/// Four selectors of 4 bits: the number of a byte, and whether its sign is replicated.
uint32_t permute(uint64_t Bytes, uint32_t Selectors) {
  uint32_t Result = 0;
  for (unsigned Place = 0; Place != 4; ++Place) {
    const unsigned Selector = Selectors >> (4 * Place);
    uint8_t Byte = uint8_t(Bytes >> (8 * (Selector & 7)));
    if (Selector & 8)
      Byte = Byte & 0x80 ? 0xff : 0;
    Result |= uint32_t(Byte) << (8 * Place);
  }
  return Result;
}

/// The selectors of a mode, by the lowest two bits of the control.
uint32_t getSelectors(Permutation Mode, uint32_t Control) {
  static constexpr uint16_t Table[][4] = {
      {0x3210, 0x4321, 0x5432, 0x6543}, // f4e
      {0x5670, 0x6701, 0x7012, 0x0123}, // b4e
      {0x0000, 0x1111, 0x2222, 0x3333}, // rc8
      {0x3210, 0x3211, 0x3222, 0x3333}, // ecl
      {0x0000, 0x1110, 0x2210, 0x3210}, // ecr
      {0x1010, 0x3232, 0x1010, 0x3232}, // rc16
  };
  return Mode == Permutation::Index ? Control : Table[unsigned(Mode) - 1][Control & 3];
}

template <Permutation Mode> struct Permute {
  static uint32_t apply(uint32_t A, uint32_t B, uint32_t C) {
    return permute(uint64_t(B) << 32 | A, getSelectors(Mode, C));
  }
};

} // namespace

static Error readPermute(InstructionReader &R) {
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (!T->is("b32"))
    return R.fail("expected '.b32'");
  auto Choose = [](auto Op) -> Handler { return executeTernary<decltype(Op), uint32_t, uint32_t>; };
  using P = Permutation;
  R.Result.Execute = R.take(".f4e")    ? Choose(Permute<P::Forward>())
                     : R.take(".b4e")  ? Choose(Permute<P::Backward>())
                     : R.take(".rc8")  ? Choose(Permute<P::Replicate8>())
                     : R.take(".ecl")  ? Choose(Permute<P::ClampLeft>())
                     : R.take(".ecr")  ? Choose(Permute<P::ClampRight>())
                     : R.take(".rc16") ? Choose(Permute<P::Replicate16>())
                                       : Choose(Permute<P::Index>());
  return readLaneOperands(R, *T, {*T, *T, *T});
}

//===----------------------------------------------------------------------===//
// lop3
//===----------------------------------------------------------------------===//

namespace {
struct TableDetails {
  uint8_t Table;
  bool HasPredicate = false, IsAnd = false;
};
} // namespace

/// The bit of the result where a, b, c have the bits of Place is bit Place of the table.
static Step executeTableLogic(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<TableDetails>();
  const uint32_t *A = G.lanes<uint32_t>(I.Operands[0]), *B = G.lanes<uint32_t>(I.Operands[1]),
                 *C = G.lanes<uint32_t>(I.Operands[2]);
  uint32_t Values[WarpSize] = {};
  for (unsigned Place = 0; Place != 8; ++Place) {
    if (!(Of.Table >> Place & 1))
      continue;
    const uint32_t NotA = Place & 4 ? 0 : ~0u, NotB = Place & 2 ? 0 : ~0u,
                   NotC = Place & 1 ? 0 : ~0u;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Values[Lane] |= (A[Lane] ^ NotA) & (B[Lane] ^ NotB) & (C[Lane] ^ NotC);
  }
  if (Of.HasPredicate) {
    LaneMask IsSet = 0;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      IsSet |= LaneMask(Values[Lane] != 0) << Lane;
    const LaneMask Q = G.getPredicate(I.Operands[3]);
    G.setPredicate(I.Results[1], Of.IsAnd ? IsSet & Q : IsSet | Q);
  }
  G.set(I.Results[0], Values);
  return Step::Next;
}

static Error readTableLogic(InstructionReader &R) {
  TableDetails Of;
  const StringRef Combination = R.takeOneOf({".or", ".and"});
  Of.HasPredicate = !Combination.empty();
  Of.IsAnd = Combination == ".and";
  const Type T = getBitsType(32), P = getBitsType(1);
  if (!R.take(".b32"))
    return R.fail("expected '.b32'");
  if (Error E = R.expectOperands(Of.HasPredicate ? 6 : 5))
    return E;
  Expected<int64_t> Table = R.readInteger(R.operand(4));
  if (!Table)
    return Table.takeError();
  if (*Table < 0 || *Table > 255)
    return R.fail("expected a table from 0 to 255, not " + Twine(*Table));
  Of.Table = uint8_t(*Table);
  R.setDetails(Of);
  R.Result.Execute = executeTableLogic;
  SmallVector<Type, 2> Results = {T};
  SmallVector<ptx::Operand, 4> Sources(R.Source.Operands.begin() + 1,
                                       R.Source.Operands.begin() + 4);
  SmallVector<Type, 4> Types = {T, T, T};
  if (Of.HasPredicate) {
    Results.push_back(P);
    Types.push_back(P);
    Sources.push_back(R.operand(5));
  }
  return readSlots(R, R.operand(0), Results, Sources, Types);
}

ArrayRef<InstructionFamily> emulator::getByteInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"dp4a", readDot}, {"dp2a", readDot}, {"prmt", readPermute}, {"lop3", readTableLogic}};
  return Families;
}
