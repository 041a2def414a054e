//===- LayoutText.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts as text: a tile as a table of the holders of each element, a lane as a list of its
// registers, and one answer to one question.
//
//===----------------------------------------------------------------------===//

#include "Explain/Layouts/Layouts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <tuple>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// Columns of a tile that fit side by side.
static constexpr unsigned ColumnsOfBlock = 16;

/// "12", "12:3" or "12:3.1": lane, register, element within it.
static std::string printSlot(const MMAFragmentLayout &L, FragmentSlot S) {
  std::string Text = std::to_string(S.Lane);
  if (L.getNumRegisters())
    Text += ":" + std::to_string(S.Register);
  if (L.getElementsPerRegister() > 1)
    Text += "." + std::to_string(S.Element);
  return Text;
}

/// "lane 21, register 1, element 0".
static std::string printHolder(const MMAFragmentLayout &L, FragmentSlot S) {
  std::string Text = formatv("lane {0}", S.Lane);
  if (L.getNumLanes() > MMAFragmentLayout::NumLanes)
    Text = formatv("thread {0} of the warpgroup (warp {1}, lane {2})", S.Lane,
                   S.Lane / MMAFragmentLayout::NumLanes, S.Lane % MMAFragmentLayout::NumLanes);
  if (L.getNumRegisters())
    Text += formatv(", register {0}", S.Register);
  if (L.getElementsPerRegister() > 1)
    Text += formatv(", element {0} (bits {1}:{2})", S.Element,
                    (S.Element + 1) * L.getElementBits() - 1, S.Element * L.getElementBits());
  return Text;
}

/// Returns what has to be said of a location where there are several tiles or selectors: ", tile
/// 1".
static std::string printCircumstances(const MMAFragmentLayout &L, TilePosition P) {
  std::string Text;
  if (L.getNumTiles() > 1)
    Text += formatv(", tile {0}", P.Tile);
  if (L.getValues(MMAFragmentLayout::Selector).size() > 1)
    Text += formatv(", selector {0}", P.Selector);
  if (L.getValues(MMAFragmentLayout::ByteSelector).size() > 1)
    Text += formatv(", byte-id {0}", P.ByteSelector);
  return Text;
}

/// Returns true if ldmatrix or stmatrix transposes what is in memory.
static bool isTransposed(const NamedLayout &Named) {
  return all_of(Named.Mnemonics, [](StringRef Mnemonic) {
    return Mnemonic.contains(".trans") && !Mnemonic.starts_with("movmatrix");
  });
}

static void printHeading(raw_ostream &OS, const NamedLayout &Named) {
  const MMAFragmentLayout &L = Named.Layout;
  OS << lookupMMAOperand(Named.Operand)->Spelling << " of " << printInstructions(Named) << '\n';
  OS << formatv("  {0} x {1}", L.getNumRows(), L.getNumColumns());
  if (!Named.Element.empty())
    OS << " of " << Named.Element;
  if (L.getNumTiles() > 1)
    OS << formatv(", {0} tiles", L.getNumTiles());
  OS << formatv("; {0} lanes", L.getNumLanes());
  if (L.getNumRegisters())
    OS << formatv(", {0} register{1} each", L.getNumRegisters(),
                  L.getNumRegisters() == 1 ? "" : "s");
  if (L.getElementsPerRegister() > 1)
    OS << formatv(", {0} elements in a register", L.getElementsPerRegister());
  OS << "\n  " << L.getTableRow().Source << '\n';
  if (isTransposed(Named))
    OS << "  .trans: (row, column) is of the transposed matrix, and at (column, row) in memory\n";
}

/// Lanes that share a row of an accumulator have a colour.
static void setColor(raw_ostream &OS, unsigned Lane) {
  constexpr raw_ostream::Colors Colors[] = {raw_ostream::RED,     raw_ostream::GREEN,
                                            raw_ostream::YELLOW,  raw_ostream::BLUE,
                                            raw_ostream::MAGENTA, raw_ostream::CYAN};
  OS.changeColor(Colors[Lane / 4 % std::size(Colors)], /*Bold=*/Lane / 4 % 12 >= 6);
}

namespace {

/// A tile, or what of it a selector looks at, as a table.
struct Table {
  std::map<unsigned, std::map<unsigned, FragmentSlot>> Rows;
};

/// Tables by tile, selector, byte selector.
using Tables = std::map<std::tuple<unsigned, unsigned, unsigned>, Table>;

} // namespace

static void printBlock(raw_ostream &OS, const MMAFragmentLayout &L, const Table &T, unsigned First,
                       unsigned Last, bool UseColors) {
  size_t Width = printSlot(L, {L.getNumLanes() - 1, std::max(L.getNumRegisters(), 1u) - 1,
                               L.getElementsPerRegister() - 1})
                     .size() +
                 1;
  OS << "    ";
  for (unsigned Column = First; Column < Last; ++Column)
    OS << right_justify(std::to_string(Column), Width);
  OS << '\n';
  for (const auto &[Row, Slots] : T.Rows) {
    OS << right_justify(std::to_string(Row), 4);
    for (unsigned Column = First; Column < Last; ++Column) {
      auto It = Slots.find(Column);
      if (UseColors && It != Slots.end())
        setColor(OS, It->second.Lane);
      OS << right_justify(It == Slots.end() ? "-" : printSlot(L, It->second), Width);
      if (UseColors)
        OS.resetColor();
    }
    OS << '\n';
  }
}

static Error printTables(raw_ostream &OS, const NamedLayout &Named, const LayoutQuestion &Question,
                         bool UseColors) {
  const MMAFragmentLayout &L = Named.Layout;
  Tables All;
  if (Error E = forEachElement(Named, Question, [&](TilePosition P, FragmentSlot S) {
        All[{P.Tile, P.Selector, P.ByteSelector}].Rows[P.Row][P.Column] = S;
      }))
    return E;
  OS << "  each element: lane" << (L.getNumRegisters() ? ":register" : "")
     << (L.getElementsPerRegister() > 1 ? ".element" : "") << '\n';
  for (const auto &[Key, T] : All) {
    auto [Tile, Selector, Byte] = Key;
    std::string Where = printCircumstances(L, {0, 0, Tile, Selector, Byte});
    if (!Where.empty())
      OS << StringRef(Where).drop_front(2) << '\n';
    for (unsigned First = 0; First < L.getNumColumns(); First += ColumnsOfBlock)
      printBlock(OS, L, T, First, std::min(First + ColumnsOfBlock, L.getNumColumns()), UseColors);
  }
  return Error::success();
}

/// A lane: what each of its registers has.
static Error printLane(raw_ostream &OS, const NamedLayout &Named, const LayoutQuestion &Question) {
  const MMAFragmentLayout &L = Named.Layout;
  std::map<std::pair<unsigned, unsigned>, std::string> Locations;
  if (Error E = forEachElement(Named, Question, [&](TilePosition P, FragmentSlot S) {
        std::string &Text = Locations[{S.Register, S.Element}];
        Text += formatv("{0}({1}, {2}){3}", Text.empty() ? "" : "; ", P.Row, P.Column,
                        printCircumstances(L, P));
      }))
    return E;
  for (const auto &[Key, Location] : Locations)
    OS << "  " << printHolder(L, {*Question.Lane, Key.first, Key.second}) << ": " << Location
       << '\n';
  if (Locations.empty())
    OS << formatv("  lane {0} holds nothing that the instruction reads\n", *Question.Lane);
  return Error::success();
}

/// All lanes, one after the other: the reverse of the tables.
static Error printLanes(raw_ostream &OS, const NamedLayout &Named, LayoutQuestion Question) {
  const MMAFragmentLayout &L = Named.Layout;
  std::map<unsigned, std::map<std::pair<unsigned, unsigned>, std::string>> Lanes;
  if (Error E = forEachElement(Named, Question, [&](TilePosition P, FragmentSlot S) {
        std::string &Text = Lanes[S.Lane][{S.Register, S.Element}];
        Text += formatv("{0}({1}, {2}){3}", Text.empty() ? "" : "; ", P.Row, P.Column,
                        printCircumstances(L, P));
      }))
    return E;
  OS << "  each lane: its locations" << (L.getNumRegisters() ? ", register by register" : "")
     << '\n';
  for (const auto &[Lane, Locations] : Lanes) {
    OS << right_justify(std::to_string(Lane), 4) << ' ';
    for (const auto &[Slot, Location] : Locations)
      OS << ' ' << Location;
    OS << '\n';
  }
  return Error::success();
}

static Error printLocation(raw_ostream &OS, const NamedLayout &Named,
                           const LayoutQuestion &Question) {
  const MMAFragmentLayout &L = Named.Layout;
  return forEachElement(Named, Question, [&](TilePosition P, FragmentSlot S) {
    OS << formatv("  {0}({1}, {2}){3}: {4}\n", lookupMMAOperand(Named.Operand)->Spelling, P.Row,
                  P.Column, printCircumstances(L, P), printHolder(L, S));
  });
}

Error explain::printText(raw_ostream &OS, const NamedLayout &Named, const LayoutQuestion &Question,
                         bool UseColors) {
  printHeading(OS, Named);
  if (Question.asksForLocation())
    return printLocation(OS, Named, Question);
  if (Question.asksForLane())
    return printLane(OS, Named, Question);
  return Question.IsByLane ? printLanes(OS, Named, Question)
                           : printTables(OS, Named, Question, UseColors);
}
