//===- TileText.h - tiles in shared memory ----------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes a tile in shared memory, for people and as JSON.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_TILETEXT_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_TILETEXT_H

#include "Model/Layouts/SharedMemoryTiles.h"

namespace llvm::tensorcore::explain {

/// An element: its row and its column.
using TileElement = std::pair<unsigned, unsigned>;

/// The descriptor, its strides and its steps, the tensor map, and a picture.
void print(raw_ostream &OS, const SharedMemoryTile &Tile);
void print(json::OStream &JSON, const SharedMemoryTile &Tile, ArrayRef<TileElement> Elements);

/// Draws the first 1024 bytes. Cells of one colour are neighbours in another line: the swizzle
/// moves them apart, so that reading them uses all banks.
void printSVG(raw_ostream &OS, const SharedMemoryTile &Tile);

/// Where an element is.
void print(raw_ostream &OS, const SharedMemoryTile &Tile, TileElement Element);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_TILETEXT_H
