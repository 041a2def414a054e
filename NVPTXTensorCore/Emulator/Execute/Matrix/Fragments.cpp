//===- Fragments.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a register lie one after another, and so do the elements of all of them: they are
// decoded and encoded at once.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Matrix/Fragments.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// The most elements are single bits in registers of 32.
static constexpr unsigned MaxElementsOfWarp = WarpSize * 32;

FragmentTable::FragmentTable(ElementCodec Codec, unsigned NumRegisters, unsigned RegisterBits,
                             function_ref<uint32_t(FragmentSlot)> GetLocation)
    : Codec(Codec), NumRegisters(NumRegisters), RegisterBits(RegisterBits),
      ElementsOfWarp(WarpSize * RegisterBits / Codec.getElementBits()) {
  const unsigned PerRegister = ElementsOfWarp / WarpSize;
  for (unsigned Register = 0; Register != NumRegisters; ++Register)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      for (unsigned Element = 0; Element != PerRegister; ++Element)
        Locations.push_back(GetLocation({Lane, Register, Element}));
}

FragmentTable::FragmentTable(NumberFormat Format, const MMAFragmentLayout &Layout)
    : FragmentTable(
          ElementCodec(Format, Layout.getElementBits()), Layout.getNumRegisters(),
          std::max(32u, Layout.getElementBits()),
          [&, Rows = Layout.getNumRows(), Columns = Layout.getNumColumns()](FragmentSlot Slot) {
            const std::optional<TilePosition> P = Layout.getPosition(Slot);
            return P ? (P->Tile * Rows + P->Row) * Columns + P->Column : NoLocation;
          }) {}

void FragmentTable::gather(const ThreadGroup &G, ArrayRef<Slot> Registers, double *Numbers) const {
  double Decoded[MaxElementsOfWarp];
  const uint32_t *Location = Locations.data();
  for (Slot Register : Registers) {
    Codec.decode(G.lanes<uint8_t>(Register), ElementsOfWarp, Decoded);
    for (unsigned I = 0; I != ElementsOfWarp; ++I, ++Location)
      if (*Location != NoLocation)
        Numbers[*Location] = Decoded[I];
  }
}

void FragmentTable::scatter(const ThreadGroup &G, ArrayRef<Slot> Registers, const double *Numbers,
                            bool Saturates) const {
  double Sorted[MaxElementsOfWarp];
  const uint32_t *Location = Locations.data();
  for (Slot Register : Registers) {
    for (unsigned I = 0; I != ElementsOfWarp; ++I, ++Location)
      Sorted[I] = Numbers[*Location];
    if (RegisterBits == 64) {
      uint64_t Words[WarpSize];
      Codec.encode(Sorted, ElementsOfWarp, Words, Saturates);
      G.set(Register, Words);
    } else {
      uint32_t Words[WarpSize];
      Codec.encode(Sorted, ElementsOfWarp, Words, Saturates);
      G.set(Register, Words);
    }
  }
}
