//===- FragmentBuffers.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements stand in a register from the lowest bits on, and in memory likewise, as the
// machine is little-endian.
//
//===----------------------------------------------------------------------===//

#include "FragmentBuffers.h"
#include <cassert>

using namespace llvm;
using namespace llvm::tensorcore;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

void tensorcore::packFragment(const MMAFragmentLayout &Layout, const NumberFormat &Format,
                              const Tile &From, MutableArrayRef<uint64_t> Words,
                              SlotSelection Selection) {
  unsigned Bits = Layout.getElementBits();
  for (unsigned Matrix = 0; Matrix != From.Count; ++Matrix)
    for (unsigned Row = 0; Row != From.Rows; ++Row)
      for (unsigned Column = 0; Column != From.Columns; ++Column) {
        auto Slot = Layout.find({Row, Column, Matrix, Selection.Selector, Selection.ByteSelector});
        assert(Slot && "an element that nobody holds");
        uint64_t &Word = Words[Slot->Register * Layout.getNumLanes() + Slot->Lane];
        uint64_t Mask = maskTrailingOnes<uint64_t>(Bits) << (Slot->Element * Bits);
        uint64_t Element = Format.toElement(From.at(Row, Column, Matrix), Bits);
        Word = (Word & ~Mask) | Element << (Slot->Element * Bits);
      }
}

Tile tensorcore::unpackFragment(const MMAFragmentLayout &Layout, const NumberFormat &Format,
                                ArrayRef<uint64_t> Words, SlotSelection Selection) {
  Tile To(Layout.getNumRows(), Layout.getNumColumns(), Layout.getNumTiles());
  unsigned Bits = Layout.getElementBits();
  for (unsigned Register = 0; Register != Layout.getNumRegisters(); ++Register)
    for (unsigned Lane = 0; Lane != Layout.getNumLanes(); ++Lane)
      for (unsigned Element = 0; Element != Layout.getElementsPerRegister(); ++Element) {
        auto P = Layout.getPosition({Lane, Register, Element});
        if (!P || P->Selector != Selection.Selector || P->ByteSelector != Selection.ByteSelector)
          continue;
        uint64_t Value = Words[Register * Layout.getNumLanes() + Lane] >> (Element * Bits);
        To.at(P->Row, P->Column, P->Tile) =
            Format.fromElement(Value & maskTrailingOnes<uint64_t>(Bits), Bits);
      }
  return To;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

MutableArrayRef<uint8_t> tensorcore::bytesOf(MutableArrayRef<uint64_t> Words) {
  return {reinterpret_cast<uint8_t *>(Words.data()), Words.size() * sizeof(uint64_t)};
}
ArrayRef<uint8_t> tensorcore::bytesOf(ArrayRef<uint64_t> Words) {
  return {reinterpret_cast<const uint8_t *>(Words.data()), Words.size() * sizeof(uint64_t)};
}

uint64_t tensorcore::readBits(ArrayRef<uint8_t> Bytes, uint64_t Offset, unsigned Width) {
  uint64_t Value = 0;
  for (unsigned Bit = 0; Bit != Width; ++Bit)
    Value |= uint64_t(Bytes[(Offset + Bit) / 8] >> ((Offset + Bit) % 8) & 1) << Bit;
  return Value;
}

void tensorcore::writeBits(MutableArrayRef<uint8_t> Bytes, uint64_t Offset, unsigned Width,
                           uint64_t Value) {
  for (unsigned Bit = 0; Bit != Width; ++Bit) {
    uint8_t &Byte = Bytes[(Offset + Bit) / 8];
    unsigned Shift = (Offset + Bit) % 8;
    Byte = uint8_t((Byte & ~(1u << Shift)) | unsigned(Value >> Bit & 1) << Shift);
  }
}

void tensorcore::storeTile(const MemoryLayout &Layout, const NumberFormat &Format, const Tile &From,
                           MutableArrayRef<uint8_t> Bytes) {
  for (unsigned Row = 0; Row != From.Rows; ++Row)
    for (unsigned Column = 0; Column != From.Columns; ++Column)
      writeBits(Bytes, Layout.getBitOffset(Row, Column), Layout.ElementBits,
                Format.toElement(From.at(Row, Column), Layout.ElementBits));
}

Tile tensorcore::loadTile(const MemoryLayout &Layout, const NumberFormat &Format, unsigned Rows,
                          unsigned Columns, ArrayRef<uint8_t> Bytes) {
  Tile To(Rows, Columns);
  for (unsigned Row = 0; Row != Rows; ++Row)
    for (unsigned Column = 0; Column != Columns; ++Column)
      To.at(Row, Column) =
          Format.fromElement(readBits(Bytes, Layout.getBitOffset(Row, Column), Layout.ElementBits),
                             Layout.ElementBits);
  return To;
}
