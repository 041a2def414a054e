//===- MatrixMoves.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ldmatrix, stmatrix, movmatrix. A lane's address is that of a line in shared memory: a row of a
// matrix, or a column with .trans. Lines are read or written as a whole; between lines and
// registers a table says which bits go where.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/InstructionTable.h"
#include "Emulator/Execute/Matrix/MatrixStatements.h"
#include "Emulator/Machine/Block.h"
#include "Model/Layouts/MMAFragments.h"
#include "Numbers/NumberFormats.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

/// Bits of a register, and where they are in the line of a lane; of movmatrix, in another lane's
/// register.
struct Piece {
  uint8_t Lane, Register, Shift, Bits;
  uint8_t From; ///< the lane that has the address
  uint16_t Bit; ///< the first one in the line
};

constexpr unsigned MaxRegisters = 4;
constexpr unsigned MaxLineBytes = 16;

struct MoveDetails {
  SmallVector<Piece, 0> Pieces;
  LaneMask Addressing = 0; ///< lanes whose addresses count
  unsigned LineBytes = 0;
  unsigned Alignment = MaxLineBytes;
  unsigned ExtendedBits = 0; ///< of .s8.s4: to which signed numbers are extended
};

/// Holds the lines of each lane, and after them bytes for a word that is read from the last one on.
using Lines = std::array<std::array<uint8_t, MaxLineBytes + sizeof(uint64_t)>, WarpSize>;

} // namespace

/// Takes pieces together that are neighbours in the register and in the line.
static void addPiece(SmallVectorImpl<Piece> &Pieces, Piece P) {
  if (!Pieces.empty()) {
    Piece &Last = Pieces.back();
    if (Last.Lane == P.Lane && Last.Register == P.Register && Last.From == P.From &&
        Last.Shift + Last.Bits == P.Shift && Last.Bit + Last.Bits == P.Bit) {
      Last.Bits += P.Bits;
      return;
    }
  }
  Pieces.push_back(P);
}

static void forEachSlot(const MMAFragmentLayout &Layout,
                        function_ref<void(FragmentSlot, TilePosition)> Visit) {
  for (unsigned Register = 0; Register != Layout.getNumRegisters(); ++Register)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      for (unsigned Element = 0; Element != Layout.getElementsPerRegister(); ++Element)
        if (auto P = Layout.getPosition({Lane, Register, Element}))
          Visit({Lane, Register, Element}, *P);
}

//===----------------------------------------------------------------------===//
// Through shared memory
//===----------------------------------------------------------------------===//

static MoveDetails makeDetails(const MMAVariant &Variant, MMAOperand Fragment) {
  const bool IsTransposed = Variant.get(MMAField_Transpose);
  const NumberFormat Format(Variant.getElement());
  const unsigned Width = Format.getWidth();
  const MMAFragmentLayout Layout = cantFail(getMMAFragmentLayout(Variant, Fragment)),
                          Lines = cantFail(getMMAFragmentLayout(Variant, MMAOperand_Address));
  MoveDetails Of;
  Of.LineBytes = (IsTransposed ? Layout.getNumRows() : Layout.getNumColumns()) * Width / 8;
  if (Format.isSigned() && Width < Layout.getElementBits()) {
    Of.ExtendedBits = Layout.getElementBits();
    Of.Alignment = Of.LineBytes;
  }
  forEachSlot(Layout, [&](FragmentSlot Slot, TilePosition P) {
    const unsigned Line = IsTransposed ? P.Column : P.Row,
                   Location = IsTransposed ? P.Row : P.Column;
    const TilePosition OfLine = {IsTransposed ? 0 : Line, IsTransposed ? Line : 0, P.Tile};
    const unsigned From = Lines.find(OfLine)->Lane;
    Of.Addressing |= LaneMask(1) << From;
    addPiece(Of.Pieces, {uint8_t(Slot.Lane), uint8_t(Slot.Register),
                         uint8_t(Slot.Element * Layout.getElementBits()), uint8_t(Width),
                         uint8_t(From), uint16_t(Location * Width)});
  });
  return Of;
}

/// Visits the memory of each line that an active lane has the address of. False after a fault.
static bool visitLines(const Instruction &I, ThreadGroup &G, Access How,
                       function_ref<void(unsigned, uint8_t *)> Visit) {
  const auto &Of = I.details<MoveDetails>();
  for (LaneMask Left = Of.Addressing & G.getActive(); Left; Left &= Left - 1) {
    const unsigned Lane = llvm::countr_zero(Left);
    uint8_t *Line = G.access(I, Lane, I.In, G.getAddress(I.Addresses[0], Lane), Of.LineBytes,
                             Of.Alignment, How);
    if (!Line)
      return false;
    Visit(Lane, Line);
  }
  return true;
}

static Step executeLoad(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MoveDetails>();
  static thread_local Lines All; // what is beyond a line is read, but does not count
  if (!isWholeWarp(I, G) || !visitLines(I, G, Access::Read, [&](unsigned Lane, uint8_t *Line) {
        std::memcpy(All[Lane].data(), Line, Of.LineBytes);
      }))
    return Step::Next;
  uint32_t Words[MaxRegisters][WarpSize] = {};
  for (const Piece &P : Of.Pieces) {
    uint64_t Value;
    std::memcpy(&Value, All[P.From].data() + P.Bit / 8, sizeof(Value));
    Value = Value >> (P.Bit % 8) & maskTrailingOnes<uint64_t>(P.Bits);
    if (Of.ExtendedBits)
      Value = uint64_t(SignExtend64(Value, P.Bits)) & maskTrailingOnes<uint64_t>(Of.ExtendedBits);
    Words[P.Register][P.Lane] |= uint32_t(Value << P.Shift);
  }
  for (auto [Register, Values] : zip(I.Results, Words))
    G.set(Register, Values);
  return Step::Next;
}

/// All elements that are stored fill bytes.
static Step executeStore(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MoveDetails>();
  if (!isWholeWarp(I, G))
    return Step::Next;
  Lines All = {};
  for (const Piece &P : Of.Pieces) {
    const uint32_t Value = G.lanes<uint32_t>(I.Operands[P.Register])[P.Lane] >> P.Shift;
    std::memcpy(All[P.From].data() + P.Bit / 8, &Value, P.Bits / 8);
  }
  visitLines(I, G, Access::Write, [&](unsigned Lane, uint8_t *Line) {
    std::memcpy(Line, All[Lane].data(), Of.LineBytes);
  });
  return Step::Next;
}

/// ldmatrix d, [a]; stmatrix [a], c
Error emulator::readMatrixMove(InstructionReader &R, const FoundForm &Found) {
  needWarp(R);
  const bool IsLoad = Found.Variant->Family == MMAFamily_LdMatrix;
  SmallVector<Slot, 8> Registers;
  const ptx::Operand &Fragment = R.operand(IsLoad ? 0 : 1);
  if (Error E = IsLoad ? writeFragment(R, Fragment, 32, Registers)
                       : readFragment(R, Fragment, 32, Registers))
    return E;
  Expected<Address> At = R.readAddress(R.operand(IsLoad ? 1 : 0));
  if (!At)
    return At.takeError();
  R.setAddresses(*At);
  R.Result.In = getSpace(Found);
  if (IsLoad)
    R.setResults(Registers);
  else
    R.setOperands(Registers);
  R.setDetails(makeDetails(*Found.Variant, IsLoad ? MMAOperand_D : MMAOperand_C));
  R.Result.Execute = IsLoad ? executeLoad : executeStore;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Between registers
//===----------------------------------------------------------------------===//

static Step executeTransposition(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MoveDetails>();
  if (!isWholeWarp(I, G))
    return Step::Next;
  const uint32_t *Source = G.lanes<uint32_t>(I.Operands[0]);
  uint32_t Words[WarpSize] = {};
  for (const Piece &P : Of.Pieces)
    Words[P.Lane] |= (Source[P.From] >> P.Bit & maskTrailingOnes<uint32_t>(P.Bits)) << P.Shift;
  G.set(I.Results[0], Words);
  return Step::Next;
}

Error emulator::readMatrixTransposition(InstructionReader &R, const FoundForm &Found) {
  needWarp(R);
  SmallVector<Slot, 1> Result, Operand;
  if (Error E = writeFragment(R, R.operand(0), 32, Result))
    return E;
  if (Error E = readFragment(R, R.operand(1), 32, Operand))
    return E;
  const MMAFragmentLayout Source = cantFail(getMMAFragmentLayout(*Found.Variant, MMAOperand_A));
  const unsigned Bits = Source.getElementBits();
  MoveDetails Of;
  forEachSlot(cantFail(getMMAFragmentLayout(*Found.Variant, MMAOperand_D)), [&](FragmentSlot Slot,
                                                                                TilePosition P) {
    const FragmentSlot From = *Source.find(P);
    Of.Pieces.push_back({uint8_t(Slot.Lane), 0, uint8_t(Slot.Element * Bits), uint8_t(Bits),
                         uint8_t(From.Lane), uint16_t(From.Element * Bits)});
  });
  R.setResults(Result);
  R.setOperands(Operand);
  R.setDetails(std::move(Of));
  R.Result.Execute = executeTransposition;
  return Error::success();
}
