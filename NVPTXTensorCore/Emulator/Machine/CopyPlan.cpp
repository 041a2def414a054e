//===- CopyPlan.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boxes of tensors, row by row. PTX ISA, "Tensors".
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/CopyPlan.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Mode = TensorBox::Mode;

static Error fail(const Twine &Sentence) {
  return createStringError(inconvertibleErrorCode(), Sentence);
}

CopyPlan emulator::planBytes(uint64_t Global, uint32_t NumBytes, uint32_t Left, uint32_t Right) {
  constexpr uint32_t BytesOfRow = 256;
  CopyPlan Plan;
  Plan.NumBytes = Plan.NumSharedBytes = NumBytes;
  for (uint32_t At = 0; At < NumBytes; At += BytesOfRow) {
    CopyRow Row;
    Row.Global = Global + At;
    Row.Shared = At;
    Row.Elements = Row.Count = std::min(BytesOfRow, NumBytes - At);
    Row.First = At ? 0 : Left;
    Row.Global += Row.First;
    const uint32_t Lost = Row.First + (At + Row.Elements == NumBytes ? Right : 0);
    Row.Count -= std::min(Row.Count, Lost);
    Plan.Rows.push_back(Row);
  }
  return Plan;
}

namespace {

class BoxPlanner {
public:
  BoxPlanner(const TensorMap &Map, const TensorBox &Box) : Map(Map), Box(Box) {}
  Expected<CopyPlan> run();

private:
  using Location = std::array<int64_t, TensorMap::MaxRank>;
  Error checkMode() const;
  Error checkCoordinates() const;
  Error checkTypes() const;
  Error planIm2Col();
  void planTile();
  void planGather();
  void addRow(const Location &At);

  const TensorMap &Map;
  const TensorBox &Box;
  CopyPlan Plan;
};

} // namespace

/// The row that begins at a location of the tensor.
void BoxPlanner::addRow(const Location &At) {
  CopyRow Row;
  Row.Shared = uint32_t(Plan.Rows.size() * Map.getRowPitch());
  Row.Elements = Map.getRowElements();
  bool IsInside = true;
  uint64_t Global = Map.Address;
  for (unsigned D = 1; D < Map.Rank; ++D) {
    IsInside &= At[D] >= 0 && uint64_t(At[D]) < Map.Dims[D];
    Global += uint64_t(At[D]) * Map.Strides[D - 1];
  }
  const int64_t First = std::max<int64_t>(At[0], 0);
  const int64_t End = std::min<int64_t>(At[0] + Row.Elements, int64_t(Map.Dims[0]));
  if (IsInside && First < End) {
    Row.First = uint32_t(First - At[0]);
    Row.Count = uint32_t(End - First);
    Row.Global = Global + uint64_t(First) * Plan.Bits / 8;
  }
  Plan.Rows.push_back(Row);
}

void BoxPlanner::planTile() {
  std::array<uint32_t, TensorMap::MaxRank> Counts = {1, 1, 1, 1, 1}, At = {};
  for (unsigned D = 1; D < Map.Rank; ++D)
    Counts[D] = (Map.Box[D] + Map.ElementStrides[D] - 1) / Map.ElementStrides[D];
  while (true) {
    Location P = {};
    for (unsigned D = 0; D != Map.Rank; ++D)
      P[D] = Box.Coordinates[D] + int64_t(At[D]) * Map.ElementStrides[D];
    addRow(P);
    unsigned D = 1;
    while (D != TensorMap::MaxRank && ++At[D] == Counts[D])
      At[D++] = 0;
    if (D == TensorMap::MaxRank)
      return;
  }
}

/// Four rows of a matrix: a column, and the number of each row.
void BoxPlanner::planGather() {
  for (unsigned Row = 1; Row != 5; ++Row)
    addRow({Box.Coordinates[0], Box.Coordinates[Row], 0, 0, 0});
}

/// Pixels of the bounding box, from one on: along W, then H, D and N. Along W and so on the
/// dimensions are 1 to rank - 2.
Error BoxPlanner::planIm2Col() {
  const bool IsWide = Box.Is == Mode::Im2ColW || Box.Is == Mode::Im2ColW128;
  const unsigned N = Map.Rank - 1, NumMoving = IsWide ? 1 : Map.Rank - 2;
  int64_t Lower[3] = {}, Upper[3] = {}, Offset[3] = {};
  Location P = {};
  std::copy(Box.Coordinates.begin(), Box.Coordinates.end(), P.begin());
  if (IsWide && Box.Offsets[0])
    return fail(
        "the emulator does not know where im2col::w puts halo pixels; expected a halo of 0");
  const int64_t Shift = IsWide ? int16_t(Box.Offsets[1]) : 0;
  P[1] += Shift;
  for (unsigned D = 0; D != NumMoving; ++D) {
    Lower[D] = Map.Lower[D] + Shift;
    Upper[D] = int64_t(Map.Dims[D + 1]) - 1 + Map.Upper[D] + Shift;
    if (Box.Is == Mode::Im2Col)
      Offset[D] = Box.Offsets[D];
    const bool IsInBox = P[D + 1] <= Upper[D] && (IsWide || P[D + 1] >= Lower[D]);
    if (!IsInBox)
      return fail("coordinate " + Twine(D + 1) + " is " + Twine(P[D + 1]) +
                  ", outside of the bounding box, which goes from " + Twine(Lower[D]) + " to " +
                  Twine(Upper[D]));
  }
  const unsigned NumPixels = Box.Is == Mode::Im2ColW128 ? 128 : Map.Pixels;
  for (unsigned Pixel = 0; Pixel != NumPixels; ++Pixel) {
    Location At = P;
    for (unsigned D = 0; D != NumMoving; ++D)
      At[D + 1] += Offset[D];
    addRow(At);
    unsigned D = 0;
    for (; D != NumMoving; ++D) {
      P[D + 1] += Map.ElementStrides[D + 1];
      if (P[D + 1] <= Upper[D])
        break;
      P[D + 1] = Lower[D];
    }
    if (D == NumMoving)
      ++P[N];
  }
  return Error::success();
}

static StringRef print(Mode M) {
  static constexpr StringLiteral Names[] = {"tile",      "tile::gather4 and tile::scatter4",
                                            "im2col",    "im2col_no_offs",
                                            "im2col::w", "im2col::w::128"};
  return Names[unsigned(M)];
}

Error BoxPlanner::checkMode() const {
  using M = TensorMapMode;
  const M Wanted = Box.Is == Mode::Im2ColW                                     ? M::Im2ColW
                   : Box.Is == Mode::Im2ColW128                                ? M::Im2ColW128
                   : Box.Is == Mode::Im2Col || Box.Is == Mode::Im2ColNoOffsets ? M::Im2Col
                                                                               : M::Tiled;
  if (Map.Mode != Wanted)
    return fail("a copy with the mode " + print(Box.Is) + " of a tensor map for " +
                getTensorMapModeName(Map.Mode));
  if (Box.Is != Mode::Gather)
    return Error::success();
  if (Map.Rank != 2 || Map.Box[1] != 1)
    return fail("a map of rank " + Twine(Map.Rank) + " with boxes of " + Twine(Map.Box[1]) +
                " rows; " + print(Box.Is) + " want rank 2 and one row");
  if (Map.Interleave != TensorMapInterleave::None)
    return fail(print(Box.Is) + " take no interleaved layout");
  return Error::success();
}

Error BoxPlanner::checkCoordinates() const {
  const size_t Expected = Box.Is == Mode::Gather ? 5 : Map.Rank;
  if (Box.Coordinates.size() != Expected)
    return fail("a copy with " + Twine(Box.Coordinates.size()) +
                (Box.Coordinates.size() == 1 ? " coordinate" : " coordinates") +
                " of a tensor map of rank " + Twine(Map.Rank));
  if (Box.IsStore)
    for (const int32_t C : Box.Coordinates)
      if (C < 0)
        return fail("coordinate " + Twine(C) + "; those of a store are not negative");
  const unsigned Unit = Map.getType().isPadded() ? 128 : Map.getType().Bits < 8 ? 2 : 1;
  if (Box.Coordinates[0] % int(Unit))
    return fail("the first coordinate is " + Twine(Box.Coordinates[0]) + "; of elements of type " +
                Map.getType().PTX + " it is a multiple of " + Twine(Unit));
  return Error::success();
}

Error BoxPlanner::checkTypes() const {
  if (Box.IsStore && Map.Type == TensorMapType::B4x16P64)
    return fail("elements of type b4x16_p64 are not stored");
  if (Box.IsStore && Map.Swizzle == TensorMapSwizzle::Bytes128Atom32Flip8)
    return fail("the swizzle " + Map.getSwizzle().Name + " is one of loads alone");
  if (Map.Interleave != TensorMapInterleave::None && Map.ElementStrides[0] != 1)
    return fail("the emulator does not know element strides along dimension 0");
  return Error::success();
}

Expected<CopyPlan> BoxPlanner::run() {
  if (Error E = checkTensorMap(Map))
    return E;
  if (Error E = checkMode())
    return E;
  if (Error E = checkCoordinates())
    return E;
  if (Error E = checkTypes())
    return E;
  Plan.Bits = Map.getType().Bits;
  Plan.SharedBits = Map.getType().SharedBits;
  Plan.Type = Map.Type;
  Plan.Swizzle = Map.Swizzle;
  Plan.Fill = getFill(Map);
  if (Box.Is == Mode::Tile)
    planTile();
  else if (Box.Is == Mode::Gather)
    planGather();
  else if (Error E = planIm2Col())
    return E;
  Plan.NumBytes = uint32_t(Plan.Rows.size()) * Plan.getGlobalBytes(Map.getRowElements());
  Plan.NumSharedBytes = uint32_t(Plan.Rows.size()) * Map.getRowPitch();
  return Plan;
}

Expected<CopyPlan> emulator::planBox(const TensorMap &Map, const TensorBox &Box) {
  return BoxPlanner(Map, Box).run();
}
