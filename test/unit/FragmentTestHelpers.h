//===- FragmentTestHelpers.h ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tests of fragment layouts share: walks over slots, the check that slots and
// places correspond, and variants by name.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_UNIT_FRAGMENTTESTHELPERS_H
#define NVPTXTENSORCORE_TEST_UNIT_FRAGMENTTESTHELPERS_H

#include "Model/Layouts/MMAFragments.h"
#include "TestHelpers.h"
#include <tuple>

namespace llvm::tensorcore {

/// Calls Visit(Slot, I) for every slot; I counts the elements of a lane.
inline void forEachSlot(const MMAFragmentLayout &Layout,
                        function_ref<void(FragmentSlot, unsigned)> Visit) {
  unsigned PerRegister = Layout.getElementsPerRegister();
  for (unsigned Lane = 0; Lane != Layout.getNumLanes(); ++Lane)
    for (unsigned I = 0; I != Layout.getNumRegisters() * PerRegister; ++I)
      Visit({Lane, I / PerRegister, I % PerRegister}, I);
}

/// That slots and places correspond one to one; `IdleLanes` hold nothing.
inline void expectBijection(const MMAFragmentLayout &Layout, unsigned IdleLanes = 0) {
  std::set<std::tuple<unsigned, unsigned, unsigned, unsigned, unsigned>> Locations;
  unsigned Held = 0;
  forEachSlot(Layout, [&](FragmentSlot Slot, unsigned) {
    auto P = Layout.getPosition(Slot);
    if (!P)
      return;
    ++Held;
    Locations.insert({P->Row, P->Column, P->Tile, P->Selector, P->ByteSelector});
    auto Found = Layout.find(*P);
    ASSERT_TRUE(Found);
    EXPECT_TRUE(*Found == Slot);
  });
  EXPECT_EQ(Held, Locations.size()) << "a place is held twice";
  unsigned Wanted = 1;
  for (unsigned C = 0; C != MMAFragmentLayout::NumCoordinates; ++C)
    Wanted *= Layout.getValues(MMAFragmentLayout::Coordinate(C)).size();
  EXPECT_EQ(Wanted, Locations.size()) << "a place is not held";
  unsigned PerLane = Layout.getNumRegisters() * Layout.getElementsPerRegister();
  EXPECT_EQ((Layout.getNumLanes() - IdleLanes) * PerLane, Held);
  // Rows and columns have no gaps.
  EXPECT_EQ(Layout.getNumRows() - 1, Layout.getValues(MMAFragmentLayout::Row).back());
  EXPECT_EQ(Layout.getNumColumns() - 1, Layout.getValues(MMAFragmentLayout::Column).back());
}

inline const MMAVariant &variant(StringRef Name) {
  for (const MMAVariant &Variant : getMMAVariants())
    if (Variant.Name == Name)
      return Variant;
  ADD_FAILURE() << Name;
  return getMMAVariants().front();
}

/// Asks for what tcgen05.ld or tcgen05.st accesses.
inline MMAFragmentQuery tensorMemory(StringRef Instruction, StringRef Shape, unsigned Count,
                                     unsigned Bits) {
  MMAFragmentQuery Query;
  Query.Instruction = Instruction;
  Query.AccessShape = Shape;
  Query.NumMatrices = Count;
  Query.ElementBits = Bits;
  return Query;
}

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TEST_UNIT_FRAGMENTTESTHELPERS_H
