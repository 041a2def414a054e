//===- ColumnMask.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fields of the descriptor, and the spans that it generates.
//
//===----------------------------------------------------------------------===//

#include "Model/Layouts/ColumnMask.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore;

static constexpr uint64_t Reserved = uint64_t(7) << 36 | uint64_t(3) << 62;
static constexpr unsigned MaxRows = 128;

static Error fail(const Twine &Sentence) {
  return createStringError(inconvertibleErrorCode(), "the zero column mask " + Sentence);
}

Expected<ColumnMask> ColumnMask::decode(uint64_t Word, unsigned M, unsigned N, unsigned MaxShift) {
  ColumnMask Result;
  Result.Word = Word;
  Result.ColumnsOfPart = N * M / MaxRows;
  if (Word & Reserved)
    return fail("has bits that belong to no field (36 to 38, 62, 63)");
  const unsigned Limit = M == 32 ? 16 : 32;
  if (Result.getShift() > Limit)
    return fail("shifts by " + Twine(Result.getShift()) + " columns; with M = " + Twine(M) +
                " it may shift by " + Twine(Limit));
  if (Result.getShift() > MaxShift)
    return fail("shifts by " + Twine(Result.getShift()) +
                " columns; the instruction descriptor has a maximum of " + Twine(MaxShift));
  return Result;
}

bool ColumnMask::isZero(unsigned Column) const {
  constexpr unsigned NonZero = 39, FirstSpan = 32, SkipSpan = 40, UseSpan = 48;
  if (!(Word >> NonZero & 1))
    return false;
  const unsigned Part = Column / ColumnsOfPart;
  const unsigned Start = Word >> (8 * Part) & 255;
  const bool BeginsWithZeros = Word >> (FirstSpan + Part) & 1;
  const unsigned Zeros = (Word >> SkipSpan & 255) + 1, Used = (Word >> UseSpan & 255) + 1;
  const unsigned Location = (Column % ColumnsOfPart + Start) % (Zeros + Used);
  return BeginsWithZeros ? Location < Zeros : Location >= Used;
}
