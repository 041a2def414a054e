//===- MemorySVG.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the parts of a picture as SVG.
//
//===----------------------------------------------------------------------===//

#include "Explain/Layouts/MemorySVG.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore::explain;

static std::string escape(StringRef Text) {
  std::string Result;
  raw_string_ostream OS(Result);
  printHTMLEscaped(Text, OS);
  return Result;
}

/// "42", "172.5".
static std::string printPixels(double Pixels) {
  std::string Text = formatv("{0:F1}", Pixels);
  return StringRef(Text).ends_with(".0") ? Text.substr(0, Text.size() - 2) : Text;
}

StringRef MemoryPicture::getColor(unsigned Group) {
  static constexpr StringLiteral Colors[] = {"#8dd3c7", "#ffffb3", "#bebada", "#fb9a8f",
                                             "#80b1d3", "#fdb462", "#b3de69", "#fccde5"};
  return Colors[Group % std::size(Colors)];
}

void MemoryPicture::addBox(double X, double Y, double Width, double Height, StringRef Color) {
  Parts += formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" fill=\"{4}\" "
                   "stroke=\"#555555\"/>\n",
                   printPixels(X), printPixels(Y), printPixels(Width), printPixels(Height), Color);
}

void MemoryPicture::addText(double X, double Y, StringRef Text, StringRef Anchor) {
  Parts += formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"{2}\" fill=\"#222222\">{3}</text>\n",
                   printPixels(X), printPixels(Y), Anchor, escape(Text));
}

void MemoryPicture::print(raw_ostream &OS, unsigned Width, unsigned Height, StringRef Title) const {
  OS << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
                "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n"
                "<title>{2}</title>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
                Width, Height, escape(Title))
     << Parts << "</svg>\n";
}
