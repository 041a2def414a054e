//===- FragmentBuffers.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles as a kernel gets them: in registers, a word of 64 bits for each register of each
// lane (FragmentLayouts say which), and in memory, by rows or columns with a stride.
// Both directions, for each by its own way round: packing asks a layout where an element
// is, unpacking asks what a slot holds.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_CONFORMANCE_FRAGMENTBUFFERS_H
#define NVPTXTENSORCORE_TOOLS_CONFORMANCE_FRAGMENTBUFFERS_H

#include "Model/Layouts/MMAFragments.h"
#include "Numbers/Multiplication.h"

namespace llvm::tensorcore {

inline constexpr unsigned NumLanes = MMAFragmentLayout::NumLanes;

/// For which values of the selectors an operand is looked at.
struct SlotSelection {
  unsigned Selector = 0;
  unsigned ByteSelector = 0;
};

/// Word `Register * Layout.getNumLanes() + Lane` is a register. Slots for other values of the
/// selectors are left alone.
void packFragment(const MMAFragmentLayout &Layout, const NumberFormat &Format, const Tile &From,
                  MutableArrayRef<uint64_t> Words, SlotSelection Selection = {});
Tile unpackFragment(const MMAFragmentLayout &Layout, const NumberFormat &Format,
                    ArrayRef<uint64_t> Words, SlotSelection Selection = {});

/// A layout, and the kernel's words that its operand takes.
struct RegisterOperand {
  std::optional<MMAFragmentLayout> Layout;
  unsigned FirstWord = 0;

  unsigned getNumWords() const {
    return Layout ? Layout->getNumRegisters() * Layout->getNumLanes() : 0;
  }
  MutableArrayRef<uint64_t> in(MutableArrayRef<uint64_t> Words) const {
    return Words.slice(FirstWord, getNumWords());
  }
  ArrayRef<uint64_t> in(ArrayRef<uint64_t> Words) const {
    return Words.slice(FirstWord, getNumWords());
  }
};

/// A matrix in memory.
struct MemoryLayout {
  unsigned ElementBits;
  bool IsColumnMajor;
  unsigned Stride; ///< in elements, between rows (columns, if column-major)

  uint64_t getBitOffset(unsigned Row, unsigned Column) const {
    return uint64_t(IsColumnMajor ? Column * Stride + Row : Row * Stride + Column) * ElementBits;
  }
};

void storeTile(const MemoryLayout &Layout, const NumberFormat &Format, const Tile &From,
               MutableArrayRef<uint8_t> Bytes);
Tile loadTile(const MemoryLayout &Layout, const NumberFormat &Format, unsigned Rows,
              unsigned Columns, ArrayRef<uint8_t> Bytes);

MutableArrayRef<uint8_t> bytesOf(MutableArrayRef<uint64_t> Words);
ArrayRef<uint8_t> bytesOf(ArrayRef<uint64_t> Words);

/// `Width` bits from bit `Offset` on, which do not cross more than nine bytes.
uint64_t readBits(ArrayRef<uint8_t> Bytes, uint64_t Offset, unsigned Width);
void writeBits(MutableArrayRef<uint8_t> Bytes, uint64_t Offset, unsigned Width, uint64_t Value);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_CONFORMANCE_FRAGMENTBUFFERS_H
