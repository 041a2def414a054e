//===- LayoutSVG.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts as pictures. One path for each lane fills its elements with the lane's colour, text
// says lane and register. A tile, or what of it a selector looks at, is a panel. Registers whose
// four or more elements stand side by side, or one above the other, are one cell each.
//
//===----------------------------------------------------------------------===//

#include "Explain/Layouts/Layouts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <tuple>
#include <vector>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

// Pixels.
constexpr unsigned SmallestCellWidth = 40, CellHeight = 26, Margin = 30, TitleHeight = 74,
                   PanelTitle = 22;

/// About those of the title's lines.
constexpr unsigned LetterWidth = 6, BoldLetterWidth = 9;

/// Panels side by side take up at most about so much.
constexpr unsigned WidestRow = 1400;

struct Cell {
  TilePosition Position;
  FragmentSlot Slot;
};

/// Elements of a tile that a cell stands for.
struct CellSize {
  unsigned Rows = 1, Columns = 1;
};

/// A tile, or what of it a selector looks at.
struct Panel {
  std::string Title;
  std::vector<Cell> Cells;
  unsigned X = 0, Y = 0;
};

/// The picture of one layout.
class Picture {
public:
  explicit Picture(const NamedLayout &Named) : Named(Named), L(Named.Layout) {
    std::map<std::tuple<unsigned, unsigned, unsigned>, Panel> ByKey;
    cantFail(forEachElement(Named, {}, [&](TilePosition P, FragmentSlot S) {
      Panel &To = ByKey[{P.Tile, P.Selector, P.ByteSelector}];
      To.Title = printTitle(P);
      To.Cells.push_back({P, S});
    }));
    for (auto &Entry : ByKey)
      Panels.push_back(std::move(Entry.second));
    joinElements();
    for (const Panel &P : Panels)
      for (const Cell &C : P.Cells)
        CellWidth = std::max<unsigned>(CellWidth, 6 + printSlot(C.Slot).size() * LetterWidth);
    place();
  }

  void print(raw_ostream &OS) const {
    OS << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
                  "height=\"{1}\" role=\"img\">\n",
                  Width, Height);
    printTitle(OS);
    printStyle(OS);
    for (const Panel &P : Panels)
      print(OS, P);
    OS << "</svg>\n";
  }

private:
  std::string printTitle(TilePosition P) const {
    std::vector<std::string> Parts;
    if (L.getNumTiles() > 1)
      Parts.push_back(formatv("tile {0}", P.Tile));
    if (L.getValues(MMAFragmentLayout::Selector).size() > 1)
      Parts.push_back(formatv("selector {0}", P.Selector));
    if (L.getValues(MMAFragmentLayout::ByteSelector).size() > 1)
      Parts.push_back(formatv("byte-id {0}", P.ByteSelector));
    return join(Parts, ", ");
  }

  unsigned countRows() const { return L.getNumRows() / Size.Rows; }
  unsigned countColumns() const { return L.getNumColumns() / Size.Columns; }

  /// Returns true if each cell of some size would be one whole register, its elements in order.
  bool fits(CellSize Candidate) const {
    return all_of(Panels, [&](const Panel &P) {
      std::map<std::pair<unsigned, unsigned>, std::pair<unsigned, unsigned>> Registers;
      return all_of(P.Cells, [&](const Cell &C) {
        unsigned Row = C.Position.Row, Column = C.Position.Column;
        auto Register = std::make_pair(C.Slot.Lane, C.Slot.Register);
        auto Location = std::make_pair(Row / Candidate.Rows, Column / Candidate.Columns);
        return C.Slot.Element == Row % Candidate.Rows + Column % Candidate.Columns &&
               Registers.try_emplace(Location, Register).first->second == Register;
      });
    });
  }

  /// Single bits and the like would make wide pictures that say little.
  void joinElements() {
    unsigned Elements = L.getElementsPerRegister();
    if (Elements < 4)
      return;
    for (CellSize Candidate : {CellSize{1, Elements}, CellSize{Elements, 1}})
      if (Size.Rows * Size.Columns == 1 && fits(Candidate))
        Size = Candidate;
    if (Size.Rows * Size.Columns == 1)
      return;
    for (Panel &P : Panels) {
      erase_if(P.Cells, [](const Cell &C) { return C.Slot.Element != 0; });
      for (Cell &C : P.Cells) {
        C.Position.Row /= Size.Rows;
        C.Position.Column /= Size.Columns;
      }
    }
  }

  /// Panels from left to right, as many as fit, then below.
  void place() {
    unsigned PanelWidth = countColumns() * CellWidth + Margin + CellWidth / 2;
    unsigned PanelHeight = countRows() * CellHeight + Margin + PanelTitle;
    unsigned PerRow = std::max(1u, WidestRow / PanelWidth);
    for (auto [Index, P] : enumerate(Panels)) {
      P.X = Margin + Index % PerRow * PanelWidth;
      P.Y = TitleHeight + PanelTitle + Index / PerRow * PanelHeight;
    }
    Width = Margin + std::min<size_t>(PerRow, Panels.size()) * PanelWidth;
    for (auto [Index, Line] : enumerate(getTitleLines()))
      Width = std::max<unsigned>(Width, 20 + Line.size() * (Index ? LetterWidth : BoldLetterWidth));
    Height = TitleHeight + (Panels.size() + PerRow - 1) / PerRow * PanelHeight;
  }

  static std::string escape(StringRef Text) {
    std::string Result;
    raw_string_ostream OS(Result);
    printHTMLEscaped(Text, OS);
    return Result;
  }

  /// "T21 r1.0": lane, register, element; without what there is one of only.
  std::string printSlot(FragmentSlot Slot) const {
    std::string Text = formatv("T{0}", Slot.Lane);
    if (L.getNumRegisters() * L.getElementsPerRegister() > 1)
      Text += formatv(" r{0}", Slot.Register);
    if (L.getElementsPerRegister() > 1 && Size.Rows * Size.Columns == 1)
      Text += formatv(".{0}", Slot.Element);
    return Text;
  }

  /// "each element: lane (T), register (r)".
  std::string printCells() const {
    if (unsigned Elements = Size.Rows * Size.Columns; Elements > 1)
      return formatv("each cell: {0} elements {1}, lane (T), register (r)", Elements,
                     Size.Rows > 1 ? "below each other" : "side by side");
    return formatv("each element: lane (T), register (r){0}",
                   L.getElementsPerRegister() > 1 ? ", element in it" : "");
  }

  /// Returns what the picture shows, whose it is, and how to read it.
  std::vector<std::string> getTitleLines() const {
    return {formatv("{0}, {1} x {2}{3}", lookupMMAOperand(Named.Operand)->Spelling, L.getNumRows(),
                    L.getNumColumns(), Named.Element.empty() ? "" : " of " + Named.Element),
            printInstructions(Named), printCells()};
  }

  void printTitle(raw_ostream &OS) const {
    std::vector<std::string> Lines = getTitleLines();
    OS << "<title>" << escape(Lines[0] + ": " + Lines[1]) << "</title>\n";
    for (auto [Index, Line] : enumerate(Lines))
      OS << formatv("<text class=\"{0}\" x=\"10\" y=\"{1}\">{2}</text>\n", Index ? "s" : "h",
                    22 + Index * 18, escape(Line));
  }

  /// Pastel colours, so that black text can be read on all of them.
  void printStyle(raw_ostream &OS) const {
    OS << "<style>text{font:11px sans-serif;text-anchor:middle;fill:#111}"
          ".h{font:bold 15px sans-serif;text-anchor:start}.s{text-anchor:start}"
          ".h,.s,.i,.p{fill:#222}.p{text-anchor:start;font-weight:bold}"
          "path{stroke:#555;stroke-width:.7}"
          "@media(prefers-color-scheme:dark){.h,.s,.i,.p{fill:#ddd}}</style>\n";
  }

  /// Lanes of a quad have a hue, and its shades.
  static std::string getColor(unsigned Lane) {
    unsigned Hue = Lane / 4 % 8 * 45, Lightness = 88 - Lane % 4 * 7;
    return formatv("hsl({0},70%,{1}%)", Hue, Lightness);
  }

  void printIndices(raw_ostream &OS, const Panel &P) const {
    for (unsigned Column = 0; Column < countColumns(); ++Column)
      OS << formatv("<text class=\"i\" x=\"{0}\" y=\"{1}\">{2}</text>",
                    P.X + Column * CellWidth + CellWidth / 2, P.Y - 5, Column * Size.Columns);
    for (unsigned Row = 0; Row < countRows(); ++Row)
      OS << formatv("<text class=\"i\" x=\"{0}\" y=\"{1}\">{2}</text>", P.X - 12,
                    P.Y + Row * CellHeight + 17, Row * Size.Rows);
    if (!P.Title.empty())
      OS << formatv("<text class=\"p\" x=\"{0}\" y=\"{1}\">{2}</text>", P.X, P.Y - 20, P.Title);
    OS << '\n';
  }

  void print(raw_ostream &OS, const Panel &P) const {
    printIndices(OS, P);
    std::map<unsigned, std::string> Outlines;
    for (const Cell &C : P.Cells)
      Outlines[C.Slot.Lane] +=
          formatv("M{0} {1}h{2}v{3}h-{2}z", P.X + C.Position.Column * CellWidth,
                  P.Y + C.Position.Row * CellHeight, CellWidth, CellHeight);
    for (const auto &[Lane, Outline] : Outlines)
      OS << "<path fill=\"" << getColor(Lane) << "\" d=\"" << Outline << "\"/>\n";
    for (const Cell &C : P.Cells)
      OS << formatv("<text x=\"{0}\" y=\"{1}\">{2}</text>\n",
                    P.X + C.Position.Column * CellWidth + CellWidth / 2,
                    P.Y + C.Position.Row * CellHeight + 17, printSlot(C.Slot));
  }

  const NamedLayout &Named;
  const MMAFragmentLayout &L;
  std::vector<Panel> Panels;
  CellSize Size;
  unsigned CellWidth = SmallestCellWidth;
  unsigned Width = 0, Height = 0;
};

} // namespace

void explain::printSVG(raw_ostream &OS, const NamedLayout &Layout) { Picture(Layout).print(OS); }
