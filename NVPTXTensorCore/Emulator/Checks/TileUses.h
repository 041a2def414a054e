//===- TileUses.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares how multiplications read the tiles that tensor copies wrote to shared memory: with the
// swizzle and the type of the tensor map or with others, and each byte or only some. Another
// swizzle is reported; another difference is not wrong by itself, and explains a wrong result.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CHECKS_TILEUSES_H
#define NVPTXTENSORCORE_EMULATOR_CHECKS_TILEUSES_H

#include "Emulator/Machine/Reports.h"
#include "Emulator/Program/Program.h"
#include <vector>

namespace llvm::tensorcore::emulator {

class Block;

class TileUses {
public:
  explicit TileUses(Block &Of) : Of(Of) {}

  /// A tensor copy begins to write a tile at an offset in the block's memory. The swizzle is the
  /// bytes of its lines; 0 of none. The type of its elements is empty if it is not known.
  void write(const Instruction &I, uint32_t Offset, uint32_t Bytes, unsigned Swizzle,
             StringRef Type);
  /// A multiplication reads a piece of a matrix, with the swizzle of its descriptor, as elements of
  /// a type.
  void read(const Instruction &I, uint32_t Offset, uint32_t Bytes, unsigned Swizzle,
            StringRef Type);
  /// Is called if a descriptor reads `Bytes` of the `All` bytes of a matrix more than once.
  void readTwice(const Instruction &I, uint64_t Bytes, uint64_t All);
  /// The block has ended.
  void finish();

private:
  static constexpr unsigned Unit = 16; ///< bytes
  static constexpr unsigned LinesOfPattern = 8;
  struct Tile {
    const Instruction *Writer;
    uint32_t Begin, Bytes;
    unsigned Swizzle;
    StringRef Type;
    const Instruction *Reader;       ///< the last one; null before the first
    std::vector<unsigned> TimesRead; ///< of each unit
    bool IsReported = false;         ///< a read with another swizzle
  };
  void judge(const Tile &T);
  void noteUnread();
  Report make(const Instruction &I, const Instruction *Other, const char *What, const Tile *Of,
              const std::string &Sentence) const;
  void note(const Instruction &I, const Instruction *Other, const char *What, const Tile *Of,
            const std::string &Sentence);
  /// Reports bytes of a tile that are read with another swizzle than they were written with.
  void reportSwizzle(const Instruction &I, Tile &T, uint32_t Begin, uint32_t End, unsigned Swizzle);

  Block &Of;
  std::vector<Tile> Tiles; ///< that do not overlap
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_CHECKS_TILEUSES_H
