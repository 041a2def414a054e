//===- WMMA.cpp -----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wmma: loads, multiplications, stores. PTX leaves open which thread holds which element of a
// fragment. Here elements go through the lanes of a register, from the last to the first, then on
// to the next one: A, C and D by rows, B by columns, so that what fills a byte is in one register.
// With the lanes in their order, a thread that reads a matrix which it has stored would often find
// its own elements, and nobody would miss the barrier. Where a fragment has more space than its
// matrix has elements, it holds them again.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/InstructionTable.h"
#include "Emulator/Execute/Matrix/MatrixStatements.h"
#include "Emulator/Execute/Matrix/WarpMultiplication.h"
#include "Emulator/Machine/Block.h"
#include "TensorCoreModel/MMAWords.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

struct Extents {
  unsigned Rows, Columns;
  bool IsByColumns; ///< the order of elements in the fragment
};

/// Elements of a register that lie one after another in memory.
struct Piece {
  uint8_t Lane, Register, Element, Count;
  uint16_t Line,
      Location; ///< the row or column of the layout, and the first element's location in it
};

struct MoveDetails {
  unsigned ElementBits = 0, RegisterBits = 0;
  unsigned FragmentBytes = 0; ///< of a lane: what the address is a multiple of
  unsigned Length = 0;        ///< of a line, in elements: the stride where none is given
  bool HasStride = false;
  SmallVector<Piece, 0> Pieces;
};

} // namespace

static Extents getExtents(MMAShape Of, mma::Matrix Matrix) {
  const MMAShapeInfo &Shape = *lookupMMAShape(Of);
  if (Matrix == mma::Matrix::A)
    return {Shape.Rows, Shape.Depth, false};
  if (Matrix == mma::Matrix::B)
    return {Shape.Depth, Shape.Columns, true};
  return {Shape.Rows, Shape.Columns, false};
}

/// The row and column of an element of a fragment.
static std::pair<unsigned, unsigned> getPosition(const Extents &E, FragmentSlot Slot,
                                                 unsigned PerRegister) {
  const unsigned Lane = WarpSize - 1 - Slot.Lane;
  const unsigned Number =
      ((Slot.Register * WarpSize + Lane) * PerRegister + Slot.Element) % (E.Rows * E.Columns);
  if (E.IsByColumns)
    return {Number % E.Rows, Number / E.Rows};
  return {Number / E.Columns, Number % E.Columns};
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// Returns true if a piece goes on with an element.
static bool goesOn(const Piece &P, const Piece &Next) {
  return P.Lane == Next.Lane && P.Register == Next.Register && P.Line == Next.Line &&
         P.Location + P.Count == Next.Location;
}

static SmallVector<Piece, 0> makePieces(const Extents &E, unsigned NumRegisters,
                                        unsigned PerRegister, bool IsColumnMajor) {
  SmallVector<Piece, 0> Pieces;
  for (unsigned Register = 0; Register != NumRegisters; ++Register)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      for (unsigned Element = 0; Element != PerRegister; ++Element) {
        auto [Row, Column] = getPosition(E, {Lane, Register, Element}, PerRegister);
        const Piece Next = {uint8_t(Lane),
                            uint8_t(Register),
                            uint8_t(Element),
                            1,
                            uint16_t(IsColumnMajor ? Column : Row),
                            uint16_t(IsColumnMajor ? Row : Column)};
        if (!Pieces.empty() && goesOn(Pieces.back(), Next))
          ++Pieces.back().Count;
        else
          Pieces.push_back(Next);
      }
  return Pieces;
}

/// The value that all lanes must have; none after a fault.
static std::optional<uint64_t> getCommon(const Instruction &I, ThreadGroup &G, StringRef What,
                                         function_ref<uint64_t(unsigned)> Get) {
  const uint64_t Value = Get(G.getFirstActive());
  LaneMask Others = 0;
  G.forEachLane([&](unsigned Lane) { Others |= LaneMask(Get(Lane) != Value) << Lane; });
  if (!Others)
    return Value;
  G.fault(I, Check::IllegalInstruction, Others,
          "the " + What + " is not that of the first lane; all lanes must have the same");
  return std::nullopt;
}

/// PTX wants every line to begin at a multiple of the fragment's size. What CUDA says of strides,
/// multiples of 16 bytes, is enough here. False after a fault.
static bool checkAlignment(const Instruction &I, ThreadGroup &G, uint64_t Address,
                           uint64_t Stride) {
  constexpr unsigned MaxOfStride = 16;
  const auto &Of = I.details<MoveDetails>();
  const unsigned OfStride = std::min(Of.FragmentBytes, MaxOfStride);
  if (Address % Of.FragmentBytes)
    G.fault(I, Check::Misaligned, G.getActive(),
            "address 0x" + Twine::utohexstr(Address) + " of a matrix is not a multiple of " +
                Twine(Of.FragmentBytes) + ", the size of the fragment");
  else if (Stride * Of.ElementBits % (OfStride * 8))
    G.fault(I, Check::Misaligned, G.getActive(),
            "a stride of " + Twine(Stride) + " elements of " + Twine(Of.ElementBits) +
                " bits is not a multiple of " + Twine(OfStride) + " bytes");
  else
    return true;
  return false;
}

/// Visits the memory of each piece, until a fault.
static void visitPieces(const Instruction &I, ThreadGroup &G, Access How,
                        function_ref<void(const Piece &, uint8_t *)> Visit) {
  if (!isWholeWarp(I, G))
    return;
  const auto &Of = I.details<MoveDetails>();
  const auto Base =
      getCommon(I, G, "address", [&](unsigned Lane) { return G.getAddress(I.Addresses[0], Lane); });
  if (!Base)
    return;
  uint64_t Stride = Of.Length;
  if (Of.HasStride) {
    const auto Given =
        getCommon(I, G, "stride", [&](unsigned Lane) { return G.get(I.Operands.back(), Lane); });
    if (!Given)
      return;
    Stride = uint32_t(*Given);
  }
  if (!checkAlignment(I, G, *Base, Stride))
    return;
  const unsigned Alignment = std::max(Of.ElementBits / 8, 1u);
  for (const Piece &P : Of.Pieces) {
    const uint64_t Bit = (P.Line * Stride + P.Location) * Of.ElementBits;
    const unsigned Bytes = std::max(P.Count * Of.ElementBits / 8, 1u);
    uint8_t *At = G.access(I, P.Lane, I.In, *Base + Bit / 8, Bytes, Alignment, How);
    if (!At)
      return;
    Visit(P, At);
  }
}

static Step executeLoad(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MoveDetails>();
  visitPieces(I, G, Access::Read, [&](const Piece &P, uint8_t *From) {
    uint64_t Value = 0;
    std::memcpy(&Value, From, P.Count * Of.ElementBits / 8);
    const unsigned Shift = P.Element * Of.ElementBits;
    const uint64_t Mask = maskTrailingOnes<uint64_t>(P.Count * Of.ElementBits) << Shift;
    const Slot Register = I.Results[P.Register];
    G.set(Register, P.Lane, (G.get(Register, P.Lane) & ~Mask) | Value << Shift);
  });
  return Step::Next;
}

static Step executeStore(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<MoveDetails>();
  visitPieces(I, G, Access::Write, [&](const Piece &P, uint8_t *To) {
    const uint64_t Value = G.get(I.Operands[P.Register], P.Lane) >> (P.Element * Of.ElementBits);
    std::memcpy(To, &Value, P.Count * Of.ElementBits / 8);
  });
  return Step::Next;
}

/// wmma.load d, [a], stride; wmma.store [a], c, stride
static Error readMove(InstructionReader &R, const FoundForm &Found) {
  const MMAVariant &Variant = *Found.Variant;
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(Variant.Opcode);
  const bool IsLoad = Variant.Family == MMAFamily_WMMALoad;
  const Extents E = getExtents(Variant.getShape(), Variant.get<mma::Matrix>());
  const bool IsColumnMajor = Variant.get<mma::Layout>() == mma::Layout::Col;
  MoveDetails Of;
  Of.ElementBits = lookupMMAType(Variant.getElement())->Width;
  Of.RegisterBits = getRegisterBits(Variant.getElement());
  Of.Length = IsColumnMajor ? E.Rows : E.Columns;
  Of.HasStride = Info.HasStride;
  SmallVector<Slot, 8> Registers;
  const ptx::Operand &Fragment = R.operand(IsLoad ? 0 : 1);
  if (Error Failure = IsLoad ? writeFragment(R, Fragment, Of.RegisterBits, Registers)
                             : readFragment(R, Fragment, Of.RegisterBits, Registers))
    return Failure;
  Of.FragmentBytes = unsigned(Registers.size()) * Of.RegisterBits / 8;
  Of.Pieces =
      makePieces(E, unsigned(Registers.size()), Of.RegisterBits / Of.ElementBits, IsColumnMajor);
  Expected<Address> At = R.readAddress(R.operand(IsLoad ? 1 : 0));
  if (!At)
    return At.takeError();
  R.setAddresses(*At);
  R.Result.In = getSpace(Found);
  SmallVector<Slot, 8> Operands;
  (IsLoad ? R.setResults(Registers) : Operands.append(Registers.begin(), Registers.end()));
  if (Of.HasStride)
    if (Error Failure = readFragment(R, R.operand(2), 32, Operands))
      return Failure;
  R.setOperands(Operands);
  R.setDetails(std::move(Of));
  R.Result.Execute = IsLoad ? executeLoad : executeStore;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Multiplications
//===----------------------------------------------------------------------===//

static FragmentTable makeTable(MMAShape Shape, mma::Matrix Matrix, MMAType Type,
                               unsigned NumRegisters) {
  const Extents E = getExtents(Shape, Matrix);
  const ElementCodec Codec(NumberFormat(Type), lookupMMAType(Type)->Width);
  const unsigned Bits = getRegisterBits(Type), PerRegister = Bits / Codec.getElementBits();
  return FragmentTable(Codec, NumRegisters, Bits, [&](FragmentSlot Slot) {
    auto [Row, Column] = getPosition(E, Slot, PerRegister);
    return Row * E.Columns + Column;
  });
}

static Step executeMultiplication(const Instruction &I, ThreadGroup &G) {
  const WarpMultiplication &Of = *I.details<const WarpMultiplication *>();
  if (!isWholeWarp(I, G))
    return Step::Next;
  Of.begin();
  Of.execute(I, G);
  return Step::Next;
}

static Error readMultiply(InstructionReader &R, const MMAVariant &V) {
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(V.Opcode);
  const MMAShape Shape = V.getShape();
  const WarpMultiplication &Of = getWarpMultiplication(V, [&]() -> WarpMultiplication {
    return {Multiplication(V), makeTable(Shape, mma::Matrix::A, V.getA(), Info.ACount),
            makeTable(Shape, mma::Matrix::B, V.getB(), Info.BCount),
            makeTable(Shape, mma::Matrix::C, V.getC(), Info.CCount),
            makeTable(Shape, mma::Matrix::D, V.getD(), Info.DCount)};
  });
  SmallVector<Slot, 32> Operands;
  if (Error E = readMultiplication(R, Of, Operands))
    return E;
  R.setOperands(Operands);
  R.setDetails(&Of);
  R.Result.Execute = executeMultiplication;
  return Error::success();
}

Error emulator::readWMMA(InstructionReader &R, const FoundForm &Found) {
  needWarp(R);
  return Found.Variant->Family == MMAFamily_WMMA ? readMultiply(R, *Found.Variant)
                                                 : readMove(R, Found);
}
