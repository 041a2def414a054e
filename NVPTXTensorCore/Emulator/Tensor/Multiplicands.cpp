//===- Multiplicands.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decoding, and transposing on the way.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Tensor/Multiplicands.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// Decodes elements of 4 and 6 bits: 16 in 16 bytes, with the padding after them.
static void decodePadded(const LineFormat &Format, const uint8_t *Line, unsigned Count,
                         double *Numbers) {
  constexpr unsigned PerVector = 16;
  const ElementCodec Codec(Format.Format, 8);
  const unsigned Bits = Format.ElementBits;
  for (unsigned I = 0; I != Count; ++I) {
    const uint8_t *Vector = Line + I / PerVector * PerVector;
    const unsigned Bit = I % PerVector * Bits;
    const unsigned Window = Vector[Bit / 8] | Vector[Bit / 8 + 1] << 8;
    const unsigned Code = Window >> Bit % 8 & ((1u << Bits) - 1);
    Numbers[I] = Codec.decode(Format.Format.toElement(Code, 8));
  }
}

void emulator::decodeLine(const LineFormat &Format, const uint8_t *Line, unsigned Count,
                          double *Numbers) {
  if (Format.ElementBits != Format.StoredBits)
    return decodePadded(Format, Line, Count, Numbers);
  ElementCodec(Format.Format, Format.ElementBits).decode(Line, Count, Numbers);
}

void emulator::decodeLines(const LineFormat &Format, const std::vector<uint8_t> &Lines,
                           unsigned NumLines, unsigned Count, NumberGrid To) {
  const unsigned LineBytes = Format.getLineBytes(Count);
  if (To.LocationStride == 1) {
    for (unsigned L = 0; L != NumLines; ++L)
      decodeLine(Format, Lines.data() + size_t(L) * LineBytes, Count, To.First + L * To.LineStride);
    return;
  }
  thread_local std::vector<double> Numbers;
  Numbers.resize(size_t(NumLines) * Count);
  for (unsigned L = 0; L != NumLines; ++L)
    decodeLine(Format, Lines.data() + size_t(L) * LineBytes, Count,
               Numbers.data() + size_t(L) * Count);
  for (unsigned Location = 0; Location != Count; ++Location)
    for (unsigned L = 0; L != NumLines; ++L)
      To.First[L * To.LineStride + Location * To.LocationStride] =
          Numbers[size_t(L) * Count + Location];
}
