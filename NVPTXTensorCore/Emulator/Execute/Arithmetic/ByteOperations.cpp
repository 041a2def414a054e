//===- ByteOperations.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that take their operands apart into bytes or look results up: dot products,
// permutations, and logic by table.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/LaneOperations.h"

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
template <class A, class B> struct Dot2Low {
  static uint32_t apply(uint32_t X, uint32_t Y, uint32_t Z) {
    return Z + uint32_t(int32_t(A(X)) * int32_t(B(Y))) +
           uint32_t(int32_t(A(X >> 16)) * int32_t(B(Y >> 8)));
  }
};
template <class A, class B> struct Dot2High {
  static uint32_t apply(uint32_t X, uint32_t Y, uint32_t Z) {
    return Dot2Low<A, B>::apply(X, Y >> 16, Z);
  }
};
} // namespace

template <template <class, class> class Dot, class SignedA, class UnsignedA>
static Error readDot(InstructionReader &R) {
  auto Choose = [&](auto A) -> Handler {
    return R.type(1).isSigned() ? executeTernary<Dot<decltype(A), int8_t>, uint32_t, uint32_t>
                                : executeTernary<Dot<decltype(A), uint8_t>, uint32_t, uint32_t>;
  };
  R.Result.Execute = R.type().isSigned() ? Choose(SignedA()) : Choose(UnsignedA());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// prmt
//===----------------------------------------------------------------------===//

namespace {

using words::Permutation;

/// Four selectors of 4 bits: the number of a byte, and whether its sign is replicated.
uint32_t permute(uint64_t Bytes, uint32_t Selectors) {
  uint32_t Result = 0;
  for (unsigned Location = 0; Location != 4; ++Location) {
    const unsigned Selector = Selectors >> (4 * Location);
    uint8_t Byte = uint8_t(Bytes >> (8 * (Selector & 7)));
    if (Selector & 8)
      Byte = Byte & 0x80 ? 0xff : 0;
    Result |= uint32_t(Byte) << (8 * Location);
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
  return Mode == Permutation::None ? Control : Table[unsigned(Mode) - 1][Control & 3];
}

template <Permutation Mode> struct Permute {
  static uint32_t apply(uint32_t A, uint32_t B, uint32_t C) {
    return permute(uint64_t(B) << 32 | A, getSelectors(Mode, C));
  }
};

} // namespace

static Error readPermute(InstructionReader &R) {
  using P = Permutation;
  static constexpr Handler OfModes[] = {
      executeTernary<Permute<P::None>, uint32_t, uint32_t>,
      executeTernary<Permute<P::F4e>, uint32_t, uint32_t>,
      executeTernary<Permute<P::B4e>, uint32_t, uint32_t>,
      executeTernary<Permute<P::Rc8>, uint32_t, uint32_t>,
      executeTernary<Permute<P::Ecl>, uint32_t, uint32_t>,
      executeTernary<Permute<P::Ecr>, uint32_t, uint32_t>,
      executeTernary<Permute<P::Rc16>, uint32_t, uint32_t>,
  };
  R.Result.Execute = OfModes[unsigned(R.get<P>())];
  return Error::success();
}

//===----------------------------------------------------------------------===//
// lop3
//===----------------------------------------------------------------------===//

namespace {
struct TableDetails {
  uint8_t Table;
  bool HasPredicate, IsAnd;
};
} // namespace

/// The bit of the result where a, b, c have the bits of Location is bit Location of the table.
static Step executeTableLogic(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<TableDetails>();
  const uint32_t *A = G.lanes<uint32_t>(I.Operands[0]), *B = G.lanes<uint32_t>(I.Operands[1]),
                 *C = G.lanes<uint32_t>(I.Operands[2]);
  uint32_t Values[WarpSize] = {};
  for (unsigned Location = 0; Location != 8; ++Location) {
    if (!(Of.Table >> Location & 1))
      continue;
    const uint32_t NotA = Location & 4 ? 0 : ~0u, NotB = Location & 2 ? 0 : ~0u,
                   NotC = Location & 1 ? 0 : ~0u;
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
  Expected<int64_t> Table = R.readInteger(R.operand(4));
  if (!Table)
    return Table.takeError();
  if (*Table < 0 || *Table > 255)
    return R.fail("expected a table from 0 to 255, not " + Twine(*Table));
  using words::Combination;
  R.setDetails(TableDetails{uint8_t(*Table), R.get<Combination>() != Combination::None,
                            R.get<Combination>() == Combination::And});
  R.Result.Execute = executeTableLogic;
  return Error::success();
}

ArrayRef<RowReader> emulator::getByteRows() {
  static constexpr RowReader Rows[] = {
      {PTX_DP4A, readDot<Dot4, int8_t, uint8_t>},
      {PTX_DP2A_LO, readDot<Dot2Low, int16_t, uint16_t>},
      {PTX_DP2A_HI, readDot<Dot2High, int16_t, uint16_t>},
      {PTX_PRMT, readPermute},
      {PTX_LOP3, readTableLogic},
  };
  return Rows;
}
