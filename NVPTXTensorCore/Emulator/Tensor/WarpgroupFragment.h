//===- WarpgroupFragment.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of the element of a matrix that each register of a warp or warpgroup holds, computed
// once for an instruction from Model/Layouts/MMAFragments.h.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_TENSOR_WARPGROUPFRAGMENT_H
#define NVPTXTENSORCORE_EMULATOR_TENSOR_WARPGROUPFRAGMENT_H

#include "Model/Layouts/MMAFragments.h"
#include <cstring>
#include <vector>

namespace llvm::tensorcore::emulator {

/// Registers of 32 bits, with one element each or several.
class WarpgroupFragment {
public:
  static constexpr uint32_t Nothing = ~0u;

  WarpgroupFragment() = default;
  /// For one value of the selector. An element is number row * columns + column.
  explicit WarpgroupFragment(const MMAFragmentLayout &Layout, unsigned Selector = 0);

  unsigned getNumRegisters() const { return NumRegisters; }
  unsigned getElementBits() const { return ElementBits; }
  unsigned getNumElements() const { return NumElements; }

  /// Takes the elements of a register, of which there are 32 lanes of a warp of the group, apart.
  /// Elements of fewer than 8 bits take up a byte each.
  void gather(unsigned Warp, unsigned Register, const uint32_t *Lanes, uint8_t *Elements) const;
  /// The reverse, for elements of 16 and 32 bits.
  void scatter(unsigned Warp, unsigned Register, uint32_t *Lanes, const uint8_t *Elements) const;

private:
  const uint32_t *getLocations(unsigned Warp, unsigned Register) const {
    return Locations.data() + (size_t(Warp) * NumRegisters + Register) * 32 * PerRegister;
  }

  unsigned NumRegisters = 0, PerRegister = 0, ElementBits = 0, NumElements = 0;
  std::vector<uint32_t> Locations; ///< by warp, register, element, lane
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_TENSOR_WARPGROUPFRAGMENT_H
