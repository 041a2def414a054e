//===- CopyPlan.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan of a bulk copy lists the rows that it moves: of a box of a tensor, or of bytes that follow
// each other. A row is
// contiguous in global memory and, except for the swizzle, in shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_COPYPLAN_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_COPYPLAN_H

#include "Model/Layouts/TensorMap.h"
#include <vector>

namespace llvm::tensorcore::emulator {

struct CopyRow {
  uint64_t Global = 0;           ///< of the first element that is in bounds
  uint32_t Shared = 0;           ///< offset of the row from the box' address, in bytes
  uint32_t Elements = 0;         ///< all
  uint32_t First = 0, Count = 0; ///< those in bounds
};

struct CopyPlan {
  std::vector<CopyRow> Rows;
  unsigned Bits = 8, SharedBits = 8; ///< of an element
  TensorMapType Type = TensorMapType::U8;
  TensorMapSwizzle Swizzle = TensorMapSwizzle::None;
  uint64_t Fill = 0;           ///< of elements out of bounds
  uint32_t NumBytes = 0;       ///< what an mbarrier counts
  uint32_t NumSharedBytes = 0; ///< that it takes up
  bool HasMask = false;        ///< of 16 bytes, those of which a bit is set are copied
  uint16_t ByteMask = 0;

  uint32_t getGlobalBytes(uint32_t Elements) const { return Elements * Bits / 8; }
  uint32_t getSharedBytes(uint32_t Elements) const { return Elements * SharedBits / 8; }
};

/// Plans a copy of a number of bytes that begin at a global address. The first `Left` and the last
/// `Right` of them are out of bounds.
CopyPlan planBytes(uint64_t Global, uint32_t NumBytes, uint32_t Left = 0, uint32_t Right = 0);

/// Describes what a load looks for in what it reads (PTX ISA, "Report Mechanisms for Asynchronous
/// Copy Operations"): -0 in an element of each 16 bytes, whichever is sampled; or bytes of 0xFF.
struct CopyInspection {
  bool IsSampled = false;
  unsigned Bits = 8; ///< of an element that is sampled
  /// Returns true if it is in some bytes of an address. Choose chooses a number below another one.
  bool isIn(uint64_t Address, ArrayRef<uint8_t> Bytes,
            function_ref<uint64_t(uint64_t)> Choose) const;
};

/// Describes what a tensor copy asks of a map.
struct TensorBox {
  enum class Mode { Tile, Gather, Im2Col, Im2ColNoOffsets, Im2ColW, Im2ColW128 };
  Mode Is = Mode::Tile;
  bool IsStore = false;
  SmallVector<int32_t, 5> Coordinates;
  SmallVector<uint16_t, 3> Offsets; ///< of im2col; of im2col::w halo and offset
};

/// Plans the copy of a box. Fails, with a sentence, if the map does not have such boxes.
Expected<CopyPlan> planBox(const TensorMap &Map, const TensorBox &Box);

/// Makes a row of shared memory of a row of global memory, which has only the elements in bounds.
void expandRow(const CopyPlan &Plan, const CopyRow &Row, ArrayRef<uint8_t> Global,
               MutableArrayRef<uint8_t> Shared);
/// Makes a row of global memory of the elements in bounds of a row of shared memory.
void packRow(const CopyPlan &Plan, const CopyRow &Row, ArrayRef<uint8_t> Shared,
             MutableArrayRef<uint8_t> Global);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_COPYPLAN_H
