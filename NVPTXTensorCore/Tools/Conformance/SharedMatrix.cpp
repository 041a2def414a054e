//===- SharedMatrix.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strides, and the bits of an element.
//
//===----------------------------------------------------------------------===//

#include "SharedMatrix.h"
#include "Model/Descriptors/MatrixDescriptor.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr unsigned VectorBytes = 16, PatternRows = 8;

/// A K-major row has to fit into a line of the swizzle's pattern; an M- or N-major one fills lines.
bool SharedMatrix::canHave(unsigned Bytes) const {
  if (!Bytes)
    return true;
  return IsTransposed ? getLineBytes() % Bytes == 0 : getLineBytes() <= Bytes;
}

void SharedMatrix::choose(unsigned Index) {
  SmallVector<unsigned> Choices;
  for (unsigned Bytes : {0u, 32u, 64u, 128u})
    if (canHave(Bytes))
      Choices.push_back(Bytes);
  SwizzleBytes = Choices[Index % Choices.size()];
  unsigned Vectors = getLineBytes() / VectorBytes;
  constexpr unsigned CoreBytes = PatternRows * VectorBytes;
  if (!SwizzleBytes) {
    // Core matrices of 8 x 16 bytes, first along a line, or first across the lines.
    unsigned Lines = divideCeil(IsTransposed ? Columns : Rows, PatternRows);
    bool IsAlongFirst = Index / Choices.size() % 2 == 0;
    unsigned Along = IsAlongFirst ? CoreBytes : Lines * CoreBytes;
    unsigned Across = IsAlongFirst ? Vectors * CoreBytes : CoreBytes;
    Leading = IsTransposed ? Across : Along;
    Stride = IsTransposed ? Along : Across;
    return;
  }
  unsigned Pattern = PatternRows * SwizzleBytes;
  Leading = IsTransposed ? divideCeil(Columns, PatternRows) * Pattern : VectorBytes;
  Stride = Pattern;
}

uint64_t SharedMatrix::getWord() const {
  unsigned Mode = SwizzleBytes == 128 ? 1 : SwizzleBytes == 64 ? 2 : SwizzleBytes == 32 ? 3 : 0;
  return cantFail(MatrixDescriptor::encode(MatrixDescriptorFormat_WGMMA,
                                           {{MatrixDescriptorField_Start, FirstByte},
                                            {MatrixDescriptorField_Leading, Leading},
                                            {MatrixDescriptorField_Stride, Stride},
                                            {MatrixDescriptorField_Swizzle, Mode}}))
      .getWord();
}

uint64_t SharedMatrix::getBitOffset(unsigned Row, unsigned Column) const {
  unsigned Line = IsTransposed ? Column : Row, Location = IsTransposed ? Row : Column;
  unsigned Bit = Location * ElementBits, Byte = Bit / 8;
  unsigned Width = SwizzleBytes ? SwizzleBytes : VectorBytes;
  unsigned Along = Byte / Width, Across = Line / PatternRows;
  bool IsLeadingAlong = SwizzleBytes || !IsTransposed;
  unsigned Offset = Along * (IsLeadingAlong ? Leading : Stride) +
                    Across * (IsLeadingAlong ? Stride : Leading) + Line % PatternRows * Width +
                    Byte % Width;
  // Bits of the address from 128 bytes on change the vector.
  if (SwizzleBytes)
    Offset ^= (Offset / 128 % (SwizzleBytes / VectorBytes)) * VectorBytes;
  return uint64_t(FirstByte + Offset) * 8 + Bit % 8;
}
