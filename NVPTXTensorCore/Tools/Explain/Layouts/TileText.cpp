//===- TileText.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile in shared memory as text, as JSON and as a picture. All numbers are the model's.
//
//===----------------------------------------------------------------------===//

#include "Explain/Layouts/TileText.h"
#include "Explain/Layouts/MemorySVG.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// 16 bytes: what a picture has a cell for, and the unit of addresses in a descriptor.
static constexpr unsigned VectorBytes = 16;

static unsigned getVectorElements(const SharedMemoryTile &Tile) {
  return VectorBytes * 8 / Tile.getSpec().Element->StoredBits;
}

static StringRef getMajorName(const SharedMemoryTile &Tile) {
  return Tile.getSpec().IsKMajor ? "K-major" : "MN-major";
}

/// "64 x 64 of bf16 for wgmma, K-major, 128-byte swizzle: 8192 bytes".
static std::string printTitle(const SharedMemoryTile &Tile) {
  const SharedMemoryTileSpec &Spec = Tile.getSpec();
  const BitLayout &Layout = Tile.getDescriptor().getLayout();
  std::string Swizzle =
      Layout.explain(*Layout.find(MatrixDescriptorField_Swizzle), Tile.getDescriptor().getWord());
  std::string Readers =
      Layout.Key == "wgmma"
          ? "wgmma"
          : "tcgen05 (" +
                join(make_filter_range(Spec.Element->Readers,
                                       [](StringRef Reader) { return Reader != "wgmma"; }),
                     ", ") +
                ")";
  return formatv("{0} x {1} of {2} for {3}, {4}, {5}: {6} bytes", Spec.Rows, Spec.Columns,
                 Spec.Element->Spelling, Readers, getMajorName(Tile), Swizzle, Tile.getNumBytes());
}

/// Returns what a stride is, in elements of this tile.
static std::string printStride(const SharedMemoryTile &Tile, SharedMemoryStride Stride) {
  bool IsKMajor = Tile.getSpec().IsKMajor;
  const SharedMemorySwizzleInfo &Swizzle = Tile.getSwizzle();
  unsigned Along = Swizzle.LineBytes * 8u / Tile.getSpec().Element->StoredBits;
  unsigned Bytes = Tile.getStrideBytes(Stride);
  switch (Stride) {
  case SharedMemoryStride_None:
    return formatv("not used; {0} (1 in the descriptor) by convention", Bytes);
  case SharedMemoryStride_Along:
    return formatv("{0} bytes from {1} {2} to the next {1}", Bytes, Along,
                   IsKMajor ? "columns" : "rows");
  case SharedMemoryStride_Across:
    return formatv("{0} bytes from {1} {2} to the next {1}", Bytes, unsigned(Swizzle.Lines),
                   IsKMajor ? "rows" : "columns");
  }
  llvm_unreachable("a stride without a direction");
}

/// "+0, +32, +64, +96", each divided by a unit; of many the first ones.
static std::string printSteps(const SharedMemoryTile &Tile, unsigned Unit) {
  constexpr unsigned MaxSteps = 16;
  std::string Text;
  for (unsigned Step = 0; Step != std::min(Tile.getNumSteps(), MaxSteps); ++Step)
    Text += formatv("{0}+{1}", Step ? ", " : "",
                    Tile.getByteAdvance(0, Step * Tile.getStepColumns()) / Unit);
  return Tile.getNumSteps() > MaxSteps ? Text + ", ..." : Text;
}

/// The tensor map, and the coordinates of its boxes.
static void printTensorMap(raw_ostream &OS, const SharedMemoryTile &Tile) {
  const SharedMemoryElement &Element = *Tile.getSpec().Element;
  OS << "  tensor map   ";
  std::optional<TensorMapBox> Box = Tile.getBox();
  if (!Box) {
    OS << formatv("none: a box of {0} is {1} elements wide, which only lines of 128 bytes hold\n",
                  Element.TensorMap, unsigned(Element.BoxElements));
    return;
  }
  OS << formatv("{0}, box {{{1}, {2}}, {3}\n", Element.TensorMap, Box->Elements, Box->Lines,
                Tile.getSwizzle().TensorMap);
  OS << formatv("               {0} box{1} of {2} bytes", Box->NumBoxes,
                Box->NumBoxes == 1 ? "" : "es", Box->Bytes);
  if (Box->NumBoxes > 1 && Box->Lines == Tile.getNumLines())
    OS << formatv("; box i at +{0} * i bytes, coordinates +{{{1} * i, 0}", Box->Bytes,
                  Box->Elements);
  else if (Box->NumBoxes > 1)
    OS << formatv("; {0} in a column of them, +{1} bytes and coordinates +{{0, {2}} each",
                  Box->NumBoxes / Tile.getNumPanels(), Box->Bytes, Box->Lines);
  OS << '\n';
}

/// Returns which vectors of the tile are in the first 1024 bytes, by the bytes' own locations.
static std::vector<TileElement> getPicture(const SharedMemoryTile &Tile) {
  constexpr unsigned MaxBytes = 1024;
  bool IsKMajor = Tile.getSpec().IsKMajor;
  std::vector<TileElement> Cells(std::min(Tile.getNumBytes(), MaxBytes) / VectorBytes);
  unsigned RowStep = IsKMajor ? 1 : getVectorElements(Tile);
  unsigned ColumnStep = IsKMajor ? getVectorElements(Tile) : 1;
  for (unsigned Row = 0; Row < Tile.getSpec().Rows; Row += RowStep)
    for (unsigned Column = 0; Column < Tile.getSpec().Columns; Column += ColumnStep)
      if (uint64_t Vector = Tile.getBitOffset(Row, Column) / 8 / VectorBytes; Vector < Cells.size())
        Cells[Vector] = {Row, Column};
  return Cells;
}

/// Vectors in a line of a picture.
static constexpr unsigned LineVectors = 8;

static void printPicture(raw_ostream &OS, const SharedMemoryTile &Tile) {
  std::vector<TileElement> Cells = getPicture(Tile);
  OS << formatv("  picture      the first {0} bytes; a cell is 16 bytes, with its first element's "
                "row,column; {1} {2}s a cell\n",
                Cells.size() * VectorBytes, getVectorElements(Tile),
                Tile.getSpec().IsKMajor ? "column" : "row");
  OS << "        ";
  for (unsigned I = 0; I != LineVectors; ++I)
    OS << format("%8s", ("+" + utostr(I * VectorBytes)).c_str());
  for (size_t I = 0; I != Cells.size(); ++I) {
    if (I % LineVectors == 0)
      OS << format("\n  %6u", unsigned(I * VectorBytes));
    OS << format("%8s", (utostr(Cells[I].first) + "," + utostr(Cells[I].second)).c_str());
  }
  OS << '\n';
}

void explain::printSVG(raw_ostream &OS, const SharedMemoryTile &Tile) {
  constexpr unsigned Left = 42, Top = 42, CellWidth = 64, CellHeight = 28,
                     Middle = Left + LineVectors * CellWidth / 2;
  std::vector<TileElement> Cells = getPicture(Tile);
  unsigned Bottom = Top + divideCeil(Cells.size(), LineVectors) * CellHeight;
  MemoryPicture Picture;
  Picture.addText(Middle, 16, printTitle(Tile));
  for (unsigned I = 0; I != LineVectors; ++I)
    Picture.addText(Left + I * CellWidth + CellWidth / 2, Top - 8, "+" + utostr(I * VectorBytes));
  for (auto [I, Cell] : enumerate(Cells)) {
    auto [Row, Column] = Cell;
    unsigned X = Left + I % LineVectors * CellWidth, Y = Top + I / LineVectors * CellHeight;
    if (I % LineVectors == 0)
      Picture.addText(Left - 6, Y + 18, utostr(I * VectorBytes), "end");
    Picture.addBox(X, Y, CellWidth, CellHeight,
                   MemoryPicture::getColor((Tile.getSpec().IsKMajor ? Column : Row) /
                                           getVectorElements(Tile)));
    Picture.addText(X + CellWidth / 2, Y + 18, utostr(Row) + ", " + utostr(Column));
  }
  Picture.addText(Middle, Bottom + 20,
                  formatv("The first {0} bytes. A cell is 16 bytes, with the row and column of its "
                          "first element.",
                          Cells.size() * VectorBytes)
                      .str());
  Picture.print(OS, Left + LineVectors * CellWidth + 10, Bottom + 32, printTitle(Tile));
}

void explain::print(raw_ostream &OS, const SharedMemoryTile &Tile) {
  const SharedMemoryTileSpec &Spec = Tile.getSpec();
  const SharedMemoryStrides &Strides = Tile.getStrides();
  bool IsWGMMA = Spec.Consumer == MatrixDescriptorFormat_WGMMA;
  OS << printTitle(Tile) << '\n';
  OS << formatv("  descriptor   {0} | address >> 4\n",
                format_hex(Tile.getDescriptor().getWord(), 18, /*Upper=*/true));
  tensorcore::print(OS, Tile.getDescriptor().getFields());
  OS << "  lbo          " << printStride(Tile, Strides.Leading) << '\n';
  OS << "  sbo          " << printStride(Tile, Strides.Stride) << '\n';
  OS << formatv("  K            {0} columns per instruction; {1} step{2}: {3} bytes\n",
                Tile.getStepColumns(), Tile.getNumSteps(), Tile.getNumSteps() == 1 ? "" : "s",
                printSteps(Tile, 1));
  OS << formatv("               added to the descriptor: {0}\n", printSteps(Tile, VectorBytes));
  unsigned M = IsWGMMA ? 64 : 128;
  if (Spec.Rows > M)
    OS << formatv("  rows         the next {0}: +{1} bytes, added to the descriptor: +{2}\n", M,
                  Tile.getByteAdvance(M, 0), Tile.getByteAdvance(M, 0) / VectorBytes);
  if (Spec.Swizzle == SharedMemorySwizzle_None)
    OS << "  alignment    16 bytes; 128 for a tensor copy\n";
  else
    OS << formatv(
        "  alignment    {0} bytes, with base_offset 0; else base_offset is (address >> 7) "
        "& 7\n",
        Tile.getSwizzle().getAlignment());
  OS << formatv("  transposed   {0} {1}\n", IsWGMMA ? "imm-trans" : "transpose_a, transpose_b",
                Spec.IsKMajor ? "0" : "1");
  printTensorMap(OS, Tile);
  printPicture(OS, Tile);
}

void explain::print(raw_ostream &OS, const SharedMemoryTile &Tile, TileElement Element) {
  uint64_t Bit = Tile.getBitOffset(Element.first, Element.second);
  OS << formatv("({0}, {1}): byte {2}", Element.first, Element.second, Bit / 8);
  if (Tile.getSpec().Element->Bits < 8)
    OS << formatv(", from bit {0} on", Bit % 8);
  OS << '\n';
}

void explain::print(json::OStream &JSON, const SharedMemoryTile &Tile,
                    ArrayRef<TileElement> Elements) {
  const SharedMemoryTileSpec &Spec = Tile.getSpec();
  JSON.object([&] {
    JSON.attribute("consumer", Tile.getDescriptor().getLayout().Key);
    JSON.attribute("type", Spec.Element->Spelling);
    JSON.attribute("rows", Spec.Rows);
    JSON.attribute("columns", Spec.Columns);
    JSON.attribute("major", getMajorName(Tile));
    JSON.attribute("swizzle", Tile.getSwizzle().Key);
    JSON.attribute("bytes", Tile.getNumBytes());
    JSON.attribute("alignment", Tile.getSwizzle().getAlignment());
    JSON.attribute("descriptor", "0x" + utohexstr(Tile.getDescriptor().getWord()));
    tensorcore::print(JSON, Tile.getDescriptor().getFields());
    JSON.attributeArray("stepBytes", [&] {
      for (unsigned Step = 0; Step != Tile.getNumSteps(); ++Step)
        JSON.value(Tile.getByteAdvance(0, Step * Tile.getStepColumns()));
    });
    if (std::optional<TensorMapBox> Box = Tile.getBox())
      JSON.attributeObject("tensorMap", [&] {
        JSON.attribute("dataType", Spec.Element->TensorMap);
        JSON.attribute("swizzle", Tile.getSwizzle().TensorMap);
        JSON.attributeArray("box", [&] {
          JSON.value(Box->Elements);
          JSON.value(Box->Lines);
        });
        JSON.attribute("boxes", Box->NumBoxes);
        JSON.attribute("bytes", Box->Bytes);
      });
    JSON.attributeArray("elements", [&] {
      for (auto [Row, Column] : Elements)
        JSON.object([&, Row = Row, Column = Column] {
          JSON.attribute("row", Row);
          JSON.attribute("column", Column);
          JSON.attribute("bit", int64_t(Tile.getBitOffset(Row, Column)));
        });
    });
  });
}
