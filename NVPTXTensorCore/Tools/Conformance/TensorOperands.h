//===- TensorOperands.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts matrices into shared memory and tensor memory for a tcgen05.mma, and makes its
// descriptors, as the model says. Metadata and scale factors in tensor memory, which the PTX ISA
// has in figures only, have the strides that CuTe has for them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_CONFORMANCE_TENSOROPERANDS_H
#define NVPTXTENSORCORE_TOOLS_CONFORMANCE_TENSOROPERANDS_H

#include "Model/Descriptors/InstructionDescriptorUse.h"
#include "Model/Layouts/SharedMemoryTiles.h"
#include "Model/Layouts/TensorMemoryLayouts.h"
#include "Numbers/Multiplication.h"
#include <array>

namespace llvm::tensorcore {

/// A tcgen05.mma, and how its matrices are held.
struct TensorCase {
  StringRef Kind, TypeD, TypeA, TypeB;
  unsigned M, N;
  unsigned CTAGroup = 1;
  StringRef SwizzleA = "none", SwizzleB = "128"; ///< A: or "tensor"
  bool IsAKMajor = true, IsBKMajor = true;
  bool IsSparse = false, IsStationary = false;
  StringRef ScaleVector = "", ScaleType = "ue8m0"; ///< as in InstructionDescriptorUse
  unsigned ScaleCount = 0, ScaleID = 0, Selector = 0;
  bool NegatesA = false, AddsD = true;
  uint64_t Mask = 0;    ///< a zero-column mask
  bool IsLongK = false; ///< twice the plain K
  bool HasAShift = false, Saturates = false;

  bool hasTensorA() const { return SwizzleA == "tensor"; }
  unsigned getShift() const { return Mask >> 56; }
  InstructionDescriptorUse getUse() const;
};

/// Memory of a CTA.
struct TensorBlock {
  static constexpr unsigned Lanes = TensorMemoryLayout::NumLanes, Columns = 512;

  std::vector<uint8_t> Shared;
  std::vector<uint32_t> Tensor = std::vector<uint32_t>(Lanes * Columns); ///< by lane

  uint32_t &at(unsigned Lane, unsigned Column) { return Tensor[Lane * Columns + Column]; }
};

class TensorOperands {
public:
  /// Columns of tensor memory where the operands begin; D begins at 0.
  static constexpr unsigned MetadataColumn = 256, ScaleAColumn = 288, ScaleBColumn = 320,
                            AColumn = 352;

  /// B begins at a byte of shared memory, A at its begin. Fails, with a sentence, if a
  /// tcgen05.mma cannot have it so, on a target if that is not null.
  static Expected<TensorOperands> make(const TensorCase &Case, unsigned FirstByteOfB,
                                       const TargetVersion *Target = nullptr);

  const Multiplication &getMultiplication() const { return Mul; }
  const TensorMemoryLayout &getLayout() const { return Layout; }
  uint32_t getWord() const { return Word; }
  /// Returns the descriptors of A and B, as if shared memory began at 0.
  std::array<uint64_t, 2> getDescriptors() const;
  /// Returns the bytes of A and B in each CTA; 0 for an A in tensor memory.
  std::array<size_t, 2> getSharedBytes() const;

  /// Puts the operands of a case where the instruction reads them; `B` has the columns before a
  /// shift, too.
  void place(const OperandTiles &Tiles, const Tile &B, MutableArrayRef<TensorBlock> Blocks) const;

private:
  TensorOperands(const TensorCase &Case, unsigned FirstByteOfB, TensorMemoryLayout Layout);
  const SharedMemoryElement &getElement(StringRef Type) const;
  unsigned getStoredBits() const { return getElement(Case.TypeA).StoredBits; }
  unsigned getNumRows(bool IsOfB) const;
  Error checkLocationsOfA() const;
  Error encodeWord(const TargetVersion *Target);
  Error makeTile(bool IsOfB, std::optional<SharedMemoryTile> &Result) const;

  void placeShared(const Tile &Matrix, bool IsOfB, MutableArrayRef<TensorBlock> Blocks) const;
  void placeTensorA(const Tile &A, MutableArrayRef<TensorBlock> Blocks) const;
  void placeMetadata(const Tile &Metadata, MutableArrayRef<TensorBlock> Blocks) const;
  void placeScales(const OperandTiles &Tiles, MutableArrayRef<TensorBlock> Blocks) const;
  void placeD(const Tile &C, MutableArrayRef<TensorBlock> Blocks) const;

  TensorCase Case;
  unsigned FirstByteOfB;
  Multiplication Mul;
  TensorMemoryLayout Layout;
  std::optional<SharedMemoryTile> TileA, TileB;
  uint32_t Word = 0;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_CONFORMANCE_TENSOROPERANDS_H
