//===- Fragments.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices that the registers of a warp hold. A table, made once for an instruction, says the
// location of each element; to gather and to scatter is a loop over it. Where the tables come from
// is the families' matter: Model/Layouts/MMAFragments.h, or a layout of the emulator's own.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_FRAGMENTS_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_FRAGMENTS_H

#include "Emulator/Machine/ThreadGroup.h"
#include "Model/Layouts/MMAFragments.h"
#include "Numbers/ElementCodec.h"

namespace llvm::tensorcore::emulator {

/// A fragment in registers of 32 or 64 bits, with elements of at most as many.
class FragmentTable {
public:
  /// `getLocation` says where an element of the matrix is: a number below Count, or NoLocation. Of
  /// elements with the same location, the last one counts.
  FragmentTable(ElementCodec Codec, unsigned NumRegisters, unsigned RegisterBits,
                function_ref<uint32_t(FragmentSlot)> GetLocation);
  /// A layout of the model, row by row, tile by tile.
  FragmentTable(NumberFormat Format, const MMAFragmentLayout &Layout);

  static constexpr uint32_t NoLocation = ~0u;

  unsigned getNumRegisters() const { return NumRegisters; }
  unsigned getRegisterBits() const { return RegisterBits; }
  /// The locations of a register's elements, of lane after lane.
  ArrayRef<uint32_t> getLocations(unsigned Register) const {
    return ArrayRef(Locations).slice(Register * ElementsOfWarp, ElementsOfWarp);
  }

  /// The numbers that registers hold.
  void gather(const ThreadGroup &G, ArrayRef<Slot> Registers, double *Numbers) const;
  /// Sets registers of the active threads.
  void scatter(const ThreadGroup &G, ArrayRef<Slot> Registers, const double *Numbers,
               bool Saturates) const;

private:
  ElementCodec Codec;
  unsigned NumRegisters, RegisterBits;
  unsigned ElementsOfWarp; ///< in a register of each lane
  std::vector<uint32_t> Locations;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_FRAGMENTS_H
