//===- SparseCompression.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// spcompress and spdecompress. The registers of a vector are one row of bits, in which elements and
// indices follow each other without gaps.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/FloatCodes.h"
#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include "Emulator/Execute/Arithmetic/SparseSelection.h"
#include "Emulator/Machine/ThreadGroup.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// Returns true if A is kept rather than B.
static bool isBetter(double A, double B, SparseCriterion Criterion) {
  if (std::isnan(A) || std::isnan(B))
    return std::isnan(A) && !std::isnan(B);
  if (Criterion == SparseCriterion::MaxAbs || Criterion == SparseCriterion::MinAbs) {
    A = std::fabs(A);
    B = std::fabs(B);
  }
  if (Criterion == SparseCriterion::Min || Criterion == SparseCriterion::MinAbs)
    std::swap(A, B);
  return A > B || (A == B && std::signbit(B) && !std::signbit(A));
}

std::array<uint8_t, SparseKept>
emulator::selectSparse(const std::array<double, SparseGroup> &Values, SparseCriterion Criterion) {
  std::array<uint8_t, SparseGroup> Locations = {0, 1, 2, 3};
  stable_sort(Locations,
              [&](uint8_t A, uint8_t B) { return isBetter(Values[A], Values[B], Criterion); });
  return {std::min(Locations[0], Locations[1]), std::max(Locations[0], Locations[1])};
}

//===----------------------------------------------------------------------===//
// Rows of bits
//===----------------------------------------------------------------------===//

namespace {

constexpr unsigned RegisterBits = 32;

/// The registers of a lane, from one on.
class BitRow {
public:
  BitRow(const ThreadGroup &G, ArrayRef<Slot> Registers, unsigned Lane)
      : G(G), Registers(Registers), Lane(Lane) {}
  /// Elements do not cross registers.
  uint32_t get(unsigned Number, unsigned Bits) const {
    const unsigned Bit = Number * Bits;
    return uint32_t(G.get(Registers[Bit / RegisterBits], Lane)) >> (Bit % RegisterBits) &
           maskTrailingOnes<uint32_t>(Bits);
  }

private:
  const ThreadGroup &G;
  ArrayRef<Slot> Registers;
  unsigned Lane;
};

/// Describes what becomes of registers that are zero at first.
class BitWriter {
public:
  explicit BitWriter(size_t NumRegisters) : Words(NumRegisters) {}
  void set(unsigned Number, unsigned Bits, uint32_t Value) {
    const unsigned Bit = Number * Bits;
    Words[Bit / RegisterBits] |= Value << (Bit % RegisterBits);
  }
  void store(const ThreadGroup &G, ArrayRef<Slot> Registers, unsigned Lane) const {
    for (auto [To, Word] : zip_equal(Registers, Words))
      G.set(To, Lane, Word);
  }

private:
  SmallVector<uint32_t, 64> Words;
};

struct SparseDetails {
  unsigned ElementBits, IndexBits;
  unsigned Kept, Group, Count; ///< elements of a group, before and after; how many groups
  unsigned NumFirst;           ///< registers of the first vector of results or operands
};

} // namespace

//===----------------------------------------------------------------------===//
// spcompress
//===----------------------------------------------------------------------===//

/// Returns the formats that bits 2 to 4 of the descriptor number, for a size of elements.
static ArrayRef<const MMANumberFormat *> getFormats(unsigned Bits) {
  static const MMANumberFormat *const Of8Bits[] = {
      &getNumberFormat("u8"),   &getNumberFormat("s8"),   &getNumberFormat("e5m2"),
      &getNumberFormat("e4m3"), &getNumberFormat("e3m2"), &getNumberFormat("e2m3")};
  static const MMANumberFormat *const Of16Bits[] = {&getNumberFormat("f16"),
                                                    &getNumberFormat("bf16")};
  return Bits == 16 ? ArrayRef(Of16Bits) : ArrayRef(Of8Bits);
}

/// The format of elements of a size; null after a fault.
static const MMANumberFormat *getFormat(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                        uint32_t Word) {
  const unsigned Bits = I.details<SparseDetails>().ElementBits, Type = Word >> 2 & 7;
  const ArrayRef<const MMANumberFormat *> Types = getFormats(Bits);
  const bool IsKnown = Type < Types.size();
  if (IsKnown && !(Word >> 5))
    return Types[Type];
  G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
          "the descriptor 0x" + Twine::utohexstr(Word) + " has " +
              (IsKnown ? "reserved bits from 5 on"
                       : "the type " + Twine(Type) + ", which elements of " + Twine(Bits) +
                             " bits cannot have; expected 0 to " + Twine(Types.size() - 1)));
  return nullptr;
}

static double decode(const MMANumberFormat &Format, uint32_t Code) {
  if (Format.ExponentBits)
    return decodeNumber(Format, Code & maskTrailingOnes<uint64_t>(Format.Width));
  return Format.IsSigned ? double(int8_t(Code)) : double(uint8_t(Code));
}

static Step compress(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<SparseDetails>();
  const auto Metadata = I.Results.take_front(Of.NumFirst), Kept = I.Results.drop_front(Of.NumFirst);
  G.forEachLane([&](unsigned Lane) {
    const auto Word = uint32_t(G.get(I.Operands.back(), Lane));
    const MMANumberFormat *Format = getFormat(I, G, Lane, Word);
    if (!Format)
      return;
    const BitRow Data(G, I.Operands.drop_back(), Lane);
    BitWriter Indices(Metadata.size()), Values(Kept.size());
    for (unsigned Number = 0; Number != Of.Count; ++Number) {
      std::array<double, SparseGroup> Group;
      for (unsigned Location = 0; Location != SparseGroup; ++Location)
        Group[Location] =
            decode(*Format, Data.get(Number * SparseGroup + Location, Of.ElementBits));
      for (const auto &[Which, Location] :
           enumerate(selectSparse(Group, SparseCriterion(Word & 3)))) {
        const auto To = unsigned(Number * SparseKept + Which);
        Indices.set(To, Of.IndexBits, Location);
        Values.set(To, Of.ElementBits, Data.get(Number * SparseGroup + Location, Of.ElementBits));
      }
    }
    Indices.store(G, Metadata, Lane);
    Values.store(G, Kept, Lane);
  });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// spdecompress
//===----------------------------------------------------------------------===//

static Step decompress(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<SparseDetails>();
  G.forEachLane([&](unsigned Lane) {
    const BitRow Indices(G, I.Operands.take_front(Of.NumFirst), Lane),
        Kept(G, I.Operands.drop_front(Of.NumFirst), Lane);
    BitWriter Data(I.Results.size());
    std::vector<bool> IsFilled(Of.Count * Of.Group);
    for (unsigned Number = 0; Number != Of.Count * Of.Kept; ++Number) {
      const uint32_t Index = Indices.get(Number, Of.IndexBits);
      if (Index >= Of.Group) {
        G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
                "element " + Twine(Number) + " has the index " + Twine(Index) + "; expected 0 to " +
                    Twine(Of.Group - 1));
        return;
      }
      const unsigned To = Number / Of.Kept * Of.Group + Index;
      if (IsFilled[To]) {
        G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
                "element " + Twine(Number) + " has the index " + Twine(Index) +
                    ", which one before it in its group has, too");
        return;
      }
      IsFilled[To] = true;
      Data.set(To, Of.ElementBits, Kept.get(Number, Of.ElementBits));
    }
    Data.store(G, I.Results, Lane);
  });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// PTX ISA, tables "Expected vector size for various operands", and the conditions of spdecompress.
static bool isLegal(const SparseDetails &Of) {
  const unsigned Bits = Of.Group * Of.ElementBits * Of.Count;
  return Of.Kept * Of.ElementBits <= RegisterBits && Of.Group <= 1u << Of.IndexBits &&
         Bits >= RegisterBits && Bits <= 128 * RegisterBits;
}

/// An error if a register stands twice in the vectors.
static Error checkDisjoint(InstructionReader &R) {
  StringSet<> Seen;
  for (const ptx::Operand &Vector : R.Source.Operands)
    for (const ptx::Operand &O : Vector.elements())
      if (!O.isName("_") && !Seen.insert(O.Text).second)
        return R.fail("'" + O.Text + "' stands in the vectors twice; expected different registers");
  return Error::success();
}

/// Vectors of these numbers of registers, from an operand on, one after the other.
static Error readVectors(InstructionReader &R, size_t First, ArrayRef<unsigned> Sizes,
                         bool AreResults, SmallVectorImpl<Slot> &Slots) {
  unsigned Expected = 0;
  for (const auto &[Number, Size] : enumerate(Sizes)) {
    const ptx::Operand &O = R.operand(First + Number);
    const Type Word = getBitsType(RegisterBits);
    if (Error E = AreResults ? R.writeAll(O, Word, Slots) : R.readAll(O, Word, Slots))
      return E;
    Expected += Size;
    if (Slots.size() != Expected)
      return R.fail("expected " + Twine(Size) + " registers in vector " +
                    Twine(First + Number + 1));
  }
  return Error::success();
}

template <bool Compresses> static Error readSparse(InstructionReader &R) {
  static constexpr std::pair<unsigned, unsigned> Factors[] = {
      {1, 2}, {1, 4}, {1, 8}, {1, 16}, {2, 4}, {2, 8}, {2, 16}, {4, 8}, {4, 16}};
  SparseDetails Of = {};
  Of.ElementBits = 8u << unsigned(R.get<words::SparseElement>());
  Of.IndexBits = 2u << unsigned(R.get<words::SparseIndex>());
  std::tie(Of.Kept, Of.Group) = Factors[unsigned(R.get<words::SparseFactor>())];
  const unsigned Repeat = 1u << unsigned(R.get<words::SparseRepeat>());
  // A repetition is a register that is kept for spcompress, and a group for spdecompress.
  Of.Count = Compresses ? Repeat * RegisterBits / Of.ElementBits / SparseKept : Repeat;
  if (!isLegal(Of))
    return R.fail("the emulator does not know these sizes and factors");
  if (Error E = checkDisjoint(R))
    return E;
  const auto GetSize = [&](unsigned Elements, unsigned Bits) {
    return unsigned(divideCeil(Of.Count * Elements * Bits, RegisterBits));
  };
  const unsigned Metadata = GetSize(Of.Kept, Of.IndexBits), Kept = GetSize(Of.Kept, Of.ElementBits),
                 Data = GetSize(Of.Group, Of.ElementBits);
  Of.NumFirst = Metadata;
  SmallVector<Slot, 64> Results, Operands;
  if (Error E = Compresses ? readVectors(R, 0, {Metadata, Kept}, true, Results)
                           : readVectors(R, 0, {Data}, true, Results))
    return E;
  if (Error E = Compresses ? readVectors(R, 2, {Data, 1}, false, Operands)
                           : readVectors(R, 1, {Metadata, Kept}, false, Operands))
    return E;
  R.setResults(Results);
  R.setOperands(Operands);
  R.setDetails(Of);
  return readAs<Compresses ? compress : decompress>(R);
}

ArrayRef<RowReader> emulator::getSparseRows() {
  static constexpr RowReader Rows[] = {{PTX_SPCOMPRESS, readSparse<true>},
                                       {PTX_SPDECOMPRESS, readSparse<false>}};
  return Rows;
}
