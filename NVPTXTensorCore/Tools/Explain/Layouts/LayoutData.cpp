//===- LayoutData.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts for other programs: CSV and JSON.
//
//===----------------------------------------------------------------------===//

#include "Explain/Layouts/Layouts.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

void explain::printCSVHeader(raw_ostream &OS) {
  OS << "operand,tile,row,column,lane,register,element,selector,byte,instruction\n";
}

Error explain::printCSV(raw_ostream &OS, const NamedLayout &Layout,
                        const LayoutQuestion &Question) {
  return forEachElement(Layout, Question, [&](TilePosition P, FragmentSlot S) {
    OS << formatv("{0},{1},{2},{3},{4},{5},{6},{7},{8},{9}\n",
                  lookupMMAOperand(Layout.Operand)->Spelling, P.Tile, P.Row, P.Column, S.Lane,
                  S.Register, S.Element, P.Selector, P.ByteSelector, Layout.Mnemonics.front());
  });
}

static void printElement(json::OStream &JSON, const MMAFragmentLayout &L, TilePosition P,
                         FragmentSlot S) {
  JSON.object([&] {
    JSON.attribute("row", P.Row);
    JSON.attribute("column", P.Column);
    if (L.getNumTiles() > 1)
      JSON.attribute("tile", P.Tile);
    if (L.getValues(MMAFragmentLayout::Selector).size() > 1)
      JSON.attribute("selector", P.Selector);
    if (L.getValues(MMAFragmentLayout::ByteSelector).size() > 1)
      JSON.attribute("byte", P.ByteSelector);
    JSON.attribute("lane", S.Lane);
    if (L.getNumRegisters())
      JSON.attribute("register", S.Register);
    if (L.getElementsPerRegister() > 1)
      JSON.attribute("element", S.Element);
  });
}

Error explain::printJSON(json::OStream &JSON, const NamedLayout &Named,
                         const LayoutQuestion &Question) {
  const MMAFragmentLayout &L = Named.Layout;
  Error Result = Error::success();
  JSON.object([&] {
    JSON.attribute("operand", lookupMMAOperand(Named.Operand)->Spelling);
    JSON.attribute("layout", L.getTableRow().Name);
    JSON.attribute("rows", L.getNumRows());
    JSON.attribute("columns", L.getNumColumns());
    JSON.attribute("tiles", L.getNumTiles());
    JSON.attribute("lanes", L.getNumLanes());
    JSON.attribute("registers", L.getNumRegisters());
    JSON.attribute("elementsPerRegister", L.getElementsPerRegister());
    JSON.attribute("elementBits", L.getElementBits());
    JSON.attribute("elementType", Named.Element);
    JSON.attribute("source", L.getTableRow().Source);
    JSON.attributeArray("instructions", [&] {
      for (const std::string &Mnemonic : Named.Mnemonics)
        JSON.value(Mnemonic);
    });
    JSON.attributeArray("elements", [&] {
      Result = joinErrors(std::move(Result),
                          forEachElement(Named, Question, [&](TilePosition P, FragmentSlot S) {
                            printElement(JSON, L, P, S);
                          }));
    });
  });
  return Result;
}
