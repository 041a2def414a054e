//===- TensorMemoryLayouts.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses one of the Layouts A to G, and turns rows and columns into lanes and columns.
//
//===----------------------------------------------------------------------===//

#include "Model/Layouts/TensorMemoryLayouts.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace llvm::tensorcore {

#define GET_TensorMemoryLayouts_IMPL
#include "TensorCoreModel.inc"

ArrayRef<TensorMemoryLayoutRow> getTensorMemoryLayouts() { return TensorMemoryLayouts; }

} // namespace llvm::tensorcore

static constexpr unsigned LanesOfQuarter = 32;
static constexpr unsigned BitsOfColumn = 32;
static constexpr unsigned MaxN = 256;

TensorMemoryLocation TensorMemoryLayout::getLocation(unsigned Row, unsigned Part) const {
  unsigned RowInCTA = Row % getRowsOfCTA(), Used = TableRow->RowsOfQuarter;
  TensorMemoryLocation Location;
  Location.CTA = Row / getRowsOfCTA();
  Location.Lane =
      RowInCTA / Used * LanesOfQuarter + RowInCTA % Used + Part * NumLanes / TableRow->Parts;
  return Location;
}

std::optional<TensorMemoryLocation> TensorMemoryLayout::getLocationOfD(unsigned Row,
                                                                       unsigned Column) const {
  if (Row >= TableRow->M || Column >= N)
    return std::nullopt;
  TensorMemoryLocation Location = getLocation(Row, Column / getNumColumnsOfD());
  Location.Column = Column % getNumColumnsOfD();
  return Location;
}

Expected<SmallVector<TensorMemoryLocation, 2>>
TensorMemoryLayout::getLocationsOfA(unsigned Row, unsigned Column, unsigned ElementBits) const {
  if (!TableRow->CopiesOfA)
    return makeError("the PTX ISA does not say where A is in tensor memory with Layout " +
                     TableRow->Letter);
  if (Row >= TableRow->M)
    return makeError("A has " + Twine(TableRow->M) + " rows, and no row " + Twine(Row));
  if (!isPowerOf2_32(ElementBits) || ElementBits < 4 || ElementBits > BitsOfColumn)
    return makeError("an element of A has 4, 8, 16 or 32 bits in tensor memory, not " +
                     Twine(ElementBits));
  SmallVector<TensorMemoryLocation, 2> Locations;
  for (unsigned Part = 0; Part != TableRow->CopiesOfA; ++Part) {
    TensorMemoryLocation Location = getLocation(Row, Part);
    Location.Column = Column / (BitsOfColumn / ElementBits);
    Location.Element = Column % (BitsOfColumn / ElementBits);
    Locations.push_back(Location);
  }
  return Locations;
}

static bool hasBit(uint8_t Set, bool Value) { return Set & (Value ? 2 : 1); }

/// The Ms that there are instead.
static Error makeShapeError(const TensorMemoryUse &Use) {
  SmallVector<std::string, 4> Ms;
  for (const TensorMemoryLayoutRow &Row : getTensorMemoryLayouts())
    if (Row.CTAGroup == Use.CTAGroup && hasBit(Row.Stationarities, Use.IsWeightStationary) &&
        hasBit(Row.Sparsities, Use.IsSparse))
      Ms.push_back(utostr(Row.M));
  std::string Form = (Use.IsWeightStationary ? "tcgen05.mma.ws" : "tcgen05.mma");
  if (Ms.empty())
    return makeError(Form + " has no .cta_group::" + Twine(Use.CTAGroup));
  return makeError(Form + " with .cta_group::" + Twine(Use.CTAGroup) +
                   " has no data path layout for M = " + Twine(Use.M) + "; M is one of " +
                   join(Ms, ", "));
}

Expected<TensorMemoryLayout> tensorcore::getTensorMemoryLayout(const TensorMemoryUse &Use) {
  const TensorMemoryLayoutRow *Row =
      find_if(TensorMemoryLayouts, [&Use](const TensorMemoryLayoutRow &R) {
        return R.M == Use.M && R.CTAGroup == Use.CTAGroup && hasBit(R.Sparsities, Use.IsSparse) &&
               hasBit(R.Stationarities, Use.IsWeightStationary);
      });
  if (Row == std::end(TensorMemoryLayouts))
    return makeShapeError(Use);
  if (!Use.N || Use.N > MaxN || Use.N % Row->Parts)
    return makeError("Layout " + Row->Letter + " has N in " + Twine(unsigned(Row->Parts)) +
                     " equal parts; N = " + Twine(Use.N) + " is not a multiple up to " +
                     Twine(MaxN));
  return TensorMemoryLayout(*Row, Use.N);
}
