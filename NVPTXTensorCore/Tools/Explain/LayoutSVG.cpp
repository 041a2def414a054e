//===- LayoutSVG.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts as pictures. One path for each lane fills its elements with the lane's colour, text
// says lane and register. A tile, or what of it a selector looks at, is a panel.
//
//===----------------------------------------------------------------------===//

#include "Explain/Layouts.h"
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
constexpr unsigned CellWidth = 40, CellHeight = 26, Margin = 30, TitleHeight = 62, PanelTitle = 22;

/// Panels side by side take up at most about so much.
constexpr unsigned WidestRow = 1400;

struct Cell {
  TilePosition Position;
  FragmentSlot Slot;
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
      To.Title = spellTitle(P);
      To.Cells.push_back({P, S});
    }));
    for (auto &Entry : ByKey)
      Panels.push_back(std::move(Entry.second));
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
  std::string spellTitle(TilePosition P) const {
    std::vector<std::string> Parts;
    if (L.getNumTiles() > 1)
      Parts.push_back(formatv("tile {0}", P.Tile));
    if (L.getValues(MMAFragmentLayout::Selector).size() > 1)
      Parts.push_back(formatv("selector {0}", P.Selector));
    if (L.getValues(MMAFragmentLayout::ByteSelector).size() > 1)
      Parts.push_back(formatv("byte-id {0}", P.ByteSelector));
    return join(Parts, ", ");
  }

  /// Panels from left to right, as many as fit, then below.
  void place() {
    unsigned PanelWidth = L.getNumColumns() * CellWidth + Margin + CellWidth / 2;
    unsigned PanelHeight = L.getNumRows() * CellHeight + Margin + PanelTitle;
    unsigned PerRow = std::max(1u, WidestRow / PanelWidth);
    for (auto [Index, P] : enumerate(Panels)) {
      P.X = Margin + Index % PerRow * PanelWidth;
      P.Y = TitleHeight + PanelTitle + Index / PerRow * PanelHeight;
    }
    Width = std::max<unsigned>(Margin + std::min<size_t>(PerRow, Panels.size()) * PanelWidth, 420);
    Height = TitleHeight + (Panels.size() + PerRow - 1) / PerRow * PanelHeight;
  }

  static std::string escape(StringRef Text) {
    std::string Result;
    raw_string_ostream OS(Result);
    printHTMLEscaped(Text, OS);
    return Result;
  }

  void printTitle(raw_ostream &OS) const {
    std::string Operand = lookupMMAOperand(Named.Operand)->Spelling.str();
    std::string Title = Operand + " of " + spellInstructions(Named);
    std::string Size =
        formatv("{0} x {1}{2}; each element: lane (T), register (r){3}", L.getNumRows(),
                L.getNumColumns(), Named.Element.empty() ? "" : " of " + Named.Element,
                L.getElementsPerRegister() > 1 ? ", element in it" : "");
    OS << "<title>" << escape(Title) << "</title>\n";
    OS << "<text class=\"h\" x=\"10\" y=\"24\">" << escape(Title) << "</text>\n";
    OS << "<text class=\"s\" x=\"10\" y=\"44\">" << escape(Size) << "</text>\n";
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
    for (unsigned Column = 0; Column < L.getNumColumns(); ++Column)
      OS << formatv("<text class=\"i\" x=\"{0}\" y=\"{1}\">{2}</text>",
                    P.X + Column * CellWidth + CellWidth / 2, P.Y - 5, Column);
    for (unsigned Row = 0; Row < L.getNumRows(); ++Row)
      OS << formatv("<text class=\"i\" x=\"{0}\" y=\"{1}\">{2}</text>", P.X - 12,
                    P.Y + Row * CellHeight + 17, Row);
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
    for (const Cell &C : P.Cells) {
      OS << formatv("<text x=\"{0}\" y=\"{1}\">T{2}",
                    P.X + C.Position.Column * CellWidth + CellWidth / 2,
                    P.Y + C.Position.Row * CellHeight + 17, C.Slot.Lane);
      if (L.getNumRegisters() * L.getElementsPerRegister() > 1)
        OS << " r" << C.Slot.Register;
      if (L.getElementsPerRegister() > 1)
        OS << '.' << C.Slot.Element;
      OS << "</text>\n";
    }
  }

  const NamedLayout &Named;
  const MMAFragmentLayout &L;
  std::vector<Panel> Panels;
  unsigned Width = 0, Height = 0;
};

} // namespace

void explain::printSVG(raw_ostream &OS, const NamedLayout &Layout) { Picture(Layout).print(OS); }
