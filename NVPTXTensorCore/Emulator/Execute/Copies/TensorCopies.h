//===- TensorCopies.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of boxes by way of a tensor map.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_TENSORCOPIES_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_TENSORCOPIES_H

#include "Emulator/Execute/Copies/BulkCopies.h"
#include "Emulator/Execute/Copies/TensorMaps.h"

namespace llvm::tensorcore::emulator {

/// Describes what of the tensor map an instruction has values of its own for.
enum class Override : uint8_t { None, Address, Sizes }; ///< of Sizes the address, too

/// Addresses: the tensor map, that in shared memory, the mbarrier. Operands: coordinates, offsets
/// of im2col, those that override, the mask of a multicast.
struct BoxCopyDetails {
  BulkCopyForm Form;
  bool IsPrefetch = false; ///< nothing is copied
  bool IsHint = false;     ///< such a one that groups of copies count
  Override Overrides = Override::None;
  TensorBox::Mode Mode = TensorBox::Mode::Tile;
  unsigned NumCoordinates = 0, NumOffsets = 0;
};

// These override values of the tensor map; PTX ISA, "Overriding tensor property value".

/// Reads the words `.override::…`.
Error getOverrides(const InstructionReader &R, BoxCopyDetails &Of);
/// Returns how many parts stand between the tensor map and the coordinates.
size_t getNumOverrides(const BoxCopyDetails &Of);
/// Reads them: `address{, {sizes}{, {lower strides}, upper strides}}`.
Error readOverrides(InstructionReader &R, ArrayRef<ptx::Operand> Parts, const BoxCopyDetails &Of,
                    SmallVectorImpl<Slot> &Slots);
/// Puts them into the map. False after a fault.
bool overrideTensorMap(const Instruction &I, ThreadGroup &G, unsigned Lane, const TensorBox &Box,
                       TensorMap &Map);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_COPIES_TENSORCOPIES_H
