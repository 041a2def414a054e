//===- TensorMemoryLayouts.h ------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes where in tensor memory tcgen05.mma has its matrix D, and an A that is there, too: the
// Layouts A to G of the PTX ISA, rows of TableGen/TensorMemoryLayouts.td. MMAFragments.h goes on
// from there to the registers of a warp that loads it. Which shapes exist is not known here:
// InstructionDescriptorShapes.h says so.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_LAYOUTS_TENSORMEMORYLAYOUTS_H
#define NVPTXTENSORCORE_MODEL_LAYOUTS_TENSORMEMORYLAYOUTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <utility>

namespace llvm::tensorcore {

/// A row of TableGen/TensorMemoryLayouts.td. `Sparsities` and `Stationarities` have the bit 1
/// for no and the bit 2 for yes.
struct TensorMemoryLayoutRow {
  StringLiteral Letter;
  uint16_t M;
  uint8_t CTAGroup;
  uint8_t Sparsities, Stationarities;
  uint8_t Parts;         ///< of the lanes, each with all rows and its share of N
  uint8_t RowsOfQuarter; ///< the lanes in use, of 32
  uint8_t CopiesOfA;     ///< 0 if the PTX ISA does not say
  StringLiteral Source;
};

#define GET_TensorMemoryLayouts_DECL
#include "TensorCoreModel.inc"

ArrayRef<TensorMemoryLayoutRow> getTensorMemoryLayouts();

/// Is a location in the tensor memory of one or two CTAs. Lane and column count from the address of
/// the matrix on.
struct TensorMemoryLocation {
  unsigned CTA = 0; ///< of a pair: 0 is the one with the even rank in the cluster
  unsigned Lane = 0;
  unsigned Column = 0;
  unsigned Element = 0; ///< of the 32 bits of a column, from the lowest on

  bool operator==(const TensorMemoryLocation &Other) const {
    return CTA == Other.CTA && Lane == Other.Lane && Column == Other.Column &&
           Element == Other.Element;
  }
};

/// Holds the properties of a tcgen05.mma that choose its layout.
struct TensorMemoryUse {
  unsigned M = 0, N = 0;
  unsigned CTAGroup = 1;
  bool IsSparse = false;
  bool IsWeightStationary = false;
};

class TensorMemoryLayout {
public:
  static constexpr unsigned NumLanes = 128; ///< of a CTA's tensor memory

  const TensorMemoryLayoutRow &getTableRow() const { return *TableRow; }

  /// Columns of 32 bits that D has in each CTA.
  unsigned getNumColumnsOfD() const { return N / TableRow->Parts; }

  /// Returns the location of an element of D; an element of 16 bits is the lower half of its
  /// column. Returns nothing if D has no such element.
  std::optional<TensorMemoryLocation> getLocationOfD(unsigned Row, unsigned Column) const;

  /// Returns the locations where an element of an A in tensor memory has to be; in Layout B there
  /// are two. Elements have 4, 8, 16 or 32 bits; of a sparse A, only those that are kept count.
  /// Fails for rows that A does not have, and for Layouts E and G, which no document describes.
  Expected<SmallVector<TensorMemoryLocation, 2>> getLocationsOfA(unsigned Row, unsigned Column,
                                                                 unsigned ElementBits) const;

private:
  friend Expected<TensorMemoryLayout> getTensorMemoryLayout(const TensorMemoryUse &Use);
  TensorMemoryLayout(const TensorMemoryLayoutRow &Row, unsigned N) : TableRow(&Row), N(N) {}

  unsigned getRowsOfCTA() const { return TableRow->M / TableRow->CTAGroup; }
  TensorMemoryLocation getLocation(unsigned Row, unsigned Part) const;

  const TensorMemoryLayoutRow *TableRow;
  unsigned N;
};

/// Fails, with a sentence, if the PTX ISA has no layout for this M, or the layout does not
/// divide N.
Expected<TensorMemoryLayout> getTensorMemoryLayout(const TensorMemoryUse &Use);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_LAYOUTS_TENSORMEMORYLAYOUTS_H
