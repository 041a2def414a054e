//===- TensorMemory.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts A to G, as the model has them, in blocks, and drawn.
//
//===----------------------------------------------------------------------===//

#include "Explain/Layouts/TensorMemory.h"
#include "Explain/Layouts/MemorySVG.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Layouts/TensorMemoryLayouts.h"
#include "Model/Tables/Errors.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <tuple>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

bool explain::isMultiplicationInTensorMemory(ArrayRef<Subject> Subjects) {
  return all_of(Subjects, [](const Subject &S) {
    return S.Variant && S.Variant->Family == MMAFamily_TCGen05MMA;
  });
}

namespace {

/// D of instructions that are alike in what decides on the layout.
struct Accumulators {
  TensorMemoryUse Use;
  TensorMemoryLayout Layout;
  std::string Mnemonic; ///< of the first instruction
};

/// Rows or columns that follow each other in tensor memory, too: from `First` on, `Count` of
/// them, in steps of a lane or a column.
struct Run {
  unsigned First, Count;
  TensorMemoryLocation Location; ///< of the first
};

} // namespace

static Expected<std::vector<Accumulators>> findAccumulators(ArrayRef<Subject> Subjects, unsigned M,
                                                            unsigned N) {
  std::vector<Accumulators> Found;
  std::map<std::tuple<unsigned, bool, bool>, bool> Seen;
  std::string Reason;
  for (const Subject &S : Subjects)
    for (const MMAForm &Form : S.Forms) {
      TensorMemoryUse Use = {M, N, Form.Descriptor.get(MMAField_CTAGroup),
                             Form.Descriptor.get(MMAField_Sparsity) != 0,
                             Form.Descriptor.get(MMAField_Stationary) != 0};
      if (!Seen.try_emplace({Use.CTAGroup, Use.IsSparse, Use.IsWeightStationary}).second)
        continue;
      if (Expected<TensorMemoryLayout> Layout = getTensorMemoryLayout(Use))
        Found.push_back({Use, *Layout, printMnemonic(Form.Opcode, Form.Descriptor)});
      else
        Reason = toString(Layout.takeError());
    }
  if (Found.empty())
    return makeError(Reason);
  return Found;
}

/// Splits what `GetLocation` leads from into runs.
static std::vector<Run> findRuns(unsigned Count, bool AreRows,
                                 function_ref<TensorMemoryLocation(unsigned)> GetLocation) {
  std::vector<Run> Runs;
  for (unsigned I = 0; I < Count; ++I) {
    TensorMemoryLocation Location = GetLocation(I);
    if (!Runs.empty()) {
      TensorMemoryLocation Next = Runs.back().Location;
      (AreRows ? Next.Lane : Next.Column) += Runs.back().Count;
      if (Location == Next) {
        ++Runs.back().Count;
        continue;
      }
    }
    Runs.push_back({I, 1, Location});
  }
  return Runs;
}

/// "rows 0 to 63", "lanes 0 to 63".
static std::string printRange(StringRef What, unsigned First, unsigned Count) {
  return formatv("{0} {1} to {2}", What, First, First + Count - 1);
}

/// Calls for each rectangle of D that is a rectangle of tensor memory.
static void forEachBlock(const Accumulators &D,
                         function_ref<void(const Run &Rows, const Run &Columns)> Visit) {
  auto GetRow = [&](unsigned Row) { return *D.Layout.getLocationOfD(Row, 0); };
  for (const Run &Rows : findRuns(D.Use.M, /*AreRows=*/true, GetRow)) {
    auto GetColumn = [&](unsigned Column) { return *D.Layout.getLocationOfD(Rows.First, Column); };
    for (const Run &Columns : findRuns(D.Use.N, /*AreRows=*/false, GetColumn))
      Visit(Rows, Columns);
  }
}

static void printBlocks(raw_ostream &OS, const Accumulators &D) {
  forEachBlock(D, [&](const Run &Rows, const Run &Columns) {
    OS << formatv("  {0}, {1}: CTA {2}, {3}, {4}\n", printRange("rows", Rows.First, Rows.Count),
                  printRange("columns", Columns.First, Columns.Count), Columns.Location.CTA,
                  printRange("lanes", Columns.Location.Lane, Rows.Count),
                  printRange("columns", Columns.Location.Column, Columns.Count));
  });
}

/// Draws the tensor memory of one CTA or two, with the blocks of D in it.
static void drawBlocks(raw_ostream &OS, const Accumulators &D) {
  unsigned NumCTAs = 1, NumColumns = 0;
  forEachBlock(D, [&](const Run &, const Run &Columns) {
    NumCTAs = std::max(NumCTAs, Columns.Location.CTA + 1);
    NumColumns = std::max(NumColumns, Columns.Location.Column + Columns.Count);
  });
  constexpr unsigned Lanes = 128;
  constexpr double Top = 44, LaneHeight = 1.6, Height = Lanes * LaneHeight, Gap = 60;
  const double CTAWidth = 360. / NumCTAs, ColumnWidth = CTAWidth / NumColumns;
  auto GetLeft = [&](unsigned CTA) { return 54 + CTA * (CTAWidth + Gap); };
  MemoryPicture Picture;
  for (unsigned CTA = 0; CTA != NumCTAs; ++CTA) {
    double Left = GetLeft(CTA);
    Picture.addBox(Left, Top, CTAWidth, Height, "#f2f2f2");
    Picture.addText(Left + CTAWidth / 2, Top - 8,
                    formatv("CTA {0}: {1}", CTA, printRange("columns", 0, NumColumns)).str());
    for (unsigned Lane = 0; Lane != Lanes; Lane += 32)
      Picture.addText(Left - 6, Top + 4 + Lane * LaneHeight, utostr(Lane), "end");
  }
  unsigned Number = 0;
  forEachBlock(D, [&](const Run &Rows, const Run &Columns) {
    const TensorMemoryLocation &Location = Columns.Location;
    double X = GetLeft(Location.CTA) + Location.Column * ColumnWidth,
           Y = Top + Location.Lane * LaneHeight;
    double Width = Columns.Count * ColumnWidth, BlockHeight = Rows.Count * LaneHeight;
    double MiddleX = X + Width / 2, MiddleY = Y + BlockHeight / 2;
    std::string OfRows = printRange("rows", Rows.First, Rows.Count),
                OfColumns = printRange("columns", Columns.First, Columns.Count);
    Picture.addBox(X, Y, Width, BlockHeight, MemoryPicture::getColor(Number++));
    if (BlockHeight < 36) { // too low for two lines
      Picture.addText(MiddleX, MiddleY + 4, OfRows + ", " + OfColumns);
    } else {
      Picture.addText(MiddleX, MiddleY - 3, OfRows);
      Picture.addText(MiddleX, MiddleY + 13, OfColumns);
    }
  });
  unsigned Width = unsigned(GetLeft(NumCTAs - 1) + CTAWidth) + 14;
  std::string Title = formatv("D of {0} x {1} in tensor memory: layout {2}", D.Use.M, D.Use.N,
                              D.Layout.getTableRow().Letter);
  Picture.addText(Width / 2., 16, Title);
  Picture.addText(Width / 2., Top + Height + 20, "The numbers at the left are lanes.");
  Picture.print(OS, Width, unsigned(Top + Height) + 32, Title);
}

static void printDescription(raw_ostream &OS, const Accumulators &D,
                             const LayoutQuestion &Question) {
  const TensorMemoryLayoutRow &Row = D.Layout.getTableRow();
  OS << formatv("D of {0} with M {1} and N {2}: Layout {3}\n  {4}\n", D.Mnemonic, D.Use.M, D.Use.N,
                Row.Letter, Row.Source);
  if (!Question.asksForLocation())
    return printBlocks(OS, D);
  TensorMemoryLocation Location = *D.Layout.getLocationOfD(*Question.Row, *Question.Column);
  OS << formatv("  D({0}, {1}): CTA {2}, lane {3} of tensor memory, column {4}\n", *Question.Row,
                *Question.Column, Location.CTA, Location.Lane, Location.Column);
}

/// Calls for the element that is asked for, or for all.
static void forEachLocation(const Accumulators &D, const LayoutQuestion &Question,
                            function_ref<void(unsigned, unsigned, TensorMemoryLocation)> Visit) {
  for (unsigned Row = 0; Row < D.Use.M; ++Row)
    for (unsigned Column = 0; Column < D.Use.N; ++Column)
      if (!Question.asksForLocation() || (Row == *Question.Row && Column == *Question.Column))
        Visit(Row, Column, *D.Layout.getLocationOfD(Row, Column));
}

static void printTable(raw_ostream &OS, ArrayRef<Accumulators> All,
                       const LayoutQuestion &Question) {
  OS << "operand,row,column,cta,lane,tensor_memory_column,instruction\n";
  for (const Accumulators &D : All)
    forEachLocation(D, Question, [&](unsigned Row, unsigned Column, TensorMemoryLocation Location) {
      OS << formatv("D,{0},{1},{2},{3},{4},{5}\n", Row, Column, Location.CTA, Location.Lane,
                    Location.Column, D.Mnemonic);
    });
}

static void printObjects(raw_ostream &OS, ArrayRef<Accumulators> All,
                         const LayoutQuestion &Question) {
  json::OStream JSON(OS, /*IndentSize=*/1);
  JSON.array([&] {
    for (const Accumulators &D : All)
      JSON.object([&] {
        JSON.attribute("operand", "D");
        JSON.attribute("instruction", D.Mnemonic);
        JSON.attribute("layout", D.Layout.getTableRow().Letter);
        JSON.attribute("rows", D.Use.M);
        JSON.attribute("columns", D.Use.N);
        JSON.attribute("source", D.Layout.getTableRow().Source);
        JSON.attributeArray("elements", [&] {
          forEachLocation(D, Question,
                          [&](unsigned Row, unsigned Column, TensorMemoryLocation Location) {
                            JSON.object([&] {
                              JSON.attribute("row", Row);
                              JSON.attribute("column", Column);
                              JSON.attribute("cta", Location.CTA);
                              JSON.attribute("lane", Location.Lane);
                              JSON.attribute("tensorMemoryColumn", Location.Column);
                            });
                          });
        });
      });
  });
  OS << '\n';
}

Error explain::printTensorMemory(raw_ostream &OS, ArrayRef<Subject> Subjects,
                                 const LayoutQuestion &Question, unsigned M, unsigned N,
                                 OutputFormat Format) {
  if (Question.asksForLocation() && (*Question.Row >= M || *Question.Column >= N))
    return makeError(formatv("D has no element ({0}, {1}): it has {2} rows and {3} columns",
                             *Question.Row, *Question.Column, M, N)
                         .str());
  Expected<std::vector<Accumulators>> Found = findAccumulators(Subjects, M, N);
  if (!Found)
    return Found.takeError();
  if (Format == OutputFormat::SVG) {
    if (Question.asksForLocation())
      return makeError("a picture is of a whole layout");
    if (Found->size() != 1)
      return makeError("a picture is of one layout, and these are " + Twine(Found->size()) +
                       "; name one instruction");
    drawBlocks(OS, Found->front());
  } else if (Format == OutputFormat::CSV)
    printTable(OS, *Found, Question);
  else if (Format == OutputFormat::JSON)
    printObjects(OS, *Found, Question);
  else
    for (const Accumulators &D : *Found)
      printDescription(OS, D, Question);
  return Error::success();
}
