//===- WarpgroupFragment.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of fragments, and moving elements by them.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Tensor/WarpgroupFragment.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static constexpr unsigned NumLanes = MMAFragmentLayout::NumLanes;

WarpgroupFragment::WarpgroupFragment(const MMAFragmentLayout &Layout, unsigned Selector)
    : NumRegisters(Layout.getNumRegisters()), PerRegister(Layout.getElementsPerRegister()),
      ElementBits(Layout.getElementBits()),
      NumElements(Layout.getNumRows() * Layout.getNumColumns()) {
  const unsigned NumWarps = Layout.getNumLanes() / NumLanes, Columns = Layout.getNumColumns();
  Locations.reserve(size_t(NumWarps) * NumRegisters * PerRegister * NumLanes);
  for (unsigned Warp = 0; Warp != NumWarps; ++Warp)
    for (unsigned Register = 0; Register != NumRegisters; ++Register)
      for (unsigned Element = 0; Element != PerRegister; ++Element)
        for (unsigned Lane = 0; Lane != NumLanes; ++Lane) {
          const std::optional<TilePosition> At =
              Layout.getPosition({Warp * NumLanes + Lane, Register, Element});
          const bool IsSeen = At && At->Selector == Selector;
          Locations.push_back(IsSeen ? At->Row * Columns + At->Column : Nothing);
        }
}

template <class T>
static void gatherAs(const uint32_t *Locations, unsigned PerRegister, unsigned Bits,
                     const uint32_t *Lanes, uint8_t *Elements) {
  T *To = reinterpret_cast<T *>(Elements);
  const uint32_t Mask = maskTrailingOnes<uint32_t>(Bits);
  for (unsigned Element = 0; Element != PerRegister; ++Element)
    for (unsigned Lane = 0; Lane != NumLanes; ++Lane) {
      const uint32_t Location = Locations[Element * NumLanes + Lane];
      if (Location != WarpgroupFragment::Nothing)
        To[Location] = T(Lanes[Lane] >> (Element * Bits) & Mask);
    }
}

void WarpgroupFragment::gather(unsigned Warp, unsigned Register, const uint32_t *Lanes,
                               uint8_t *Elements) const {
  const uint32_t *From = getLocations(Warp, Register);
  if (ElementBits == 32)
    gatherAs<uint32_t>(From, 1, 32, Lanes, Elements);
  else if (ElementBits == 16)
    gatherAs<uint16_t>(From, PerRegister, 16, Lanes, Elements);
  else
    gatherAs<uint8_t>(From, PerRegister, ElementBits, Lanes, Elements);
}

void WarpgroupFragment::scatter(unsigned Warp, unsigned Register, uint32_t *Lanes,
                                const uint8_t *Elements) const {
  const uint32_t *To = getLocations(Warp, Register);
  if (ElementBits == 32) {
    const auto *From = reinterpret_cast<const uint32_t *>(Elements);
    for (unsigned Lane = 0; Lane != NumLanes; ++Lane)
      Lanes[Lane] = From[To[Lane]];
    return;
  }
  const auto *From = reinterpret_cast<const uint16_t *>(Elements);
  for (unsigned Lane = 0; Lane != NumLanes; ++Lane)
    Lanes[Lane] = From[To[Lane]] | uint32_t(From[To[NumLanes + Lane]]) << 16;
}
