//===- SharedMemoryTiles.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes where wgmma and tcgen05 find the elements of a tile in shared memory: the canonical
// layouts, which are rows of TableGen/SharedMemoryTiles.td. A row of a tile is one of M or N, a
// column is one of K.
//
// A tile consists of lines along the direction in which its neighbours are (K or M and N), each of
// the swizzle's width. Lines with the same location along that direction follow each other: a
// panel, which is what a box of a tensor map writes. Panels follow each other. Other orders of
// atoms have other strides, and nothing here speaks of them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_LAYOUTS_SHAREDMEMORYTILES_H
#define NVPTXTENSORCORE_MODEL_LAYOUTS_SHAREDMEMORYTILES_H

#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/SharedMemoryStride.h"
#include "TensorCoreModel/SharedMemorySwizzle.h"
#include <optional>

namespace llvm::tensorcore {

/// Chunks of a line change places: see TableGen/SharedMemoryTiles.td. `WGMMA` and `TCGen05` are
/// the modes in matrix descriptors.
struct SharedMemorySwizzleInfo {
  uint8_t Encoding;
  StringLiteral Key;
  uint8_t LineBytes, Lines, SwizzledBits, ChunkBytes, WGMMA, TCGen05;
  StringLiteral TensorMap;

  unsigned getMode(MatrixDescriptorFormat Format) const {
    return Format == MatrixDescriptorFormat_WGMMA ? WGMMA : TCGen05;
  }
  /// Returns the alignment at which the pattern begins anew and the base offset is 0. Without a
  /// swizzle it is the alignment that a tensor copy needs.
  unsigned getAlignment() const { return LineBytes * 8; }
};

/// The swizzles of elements with some numbers of bits.
struct SharedMemoryForm {
  MatrixDescriptorFormat Format;
  bool IsKMajor;
  ArrayRef<uint64_t> ElementBits;
  ArrayRef<SharedMemorySwizzle> Swizzles;
  StringLiteral Source;
};

/// Explains the strides of a matrix descriptor.
struct SharedMemoryStrides {
  bool IsKMajor, IsSwizzled;
  SharedMemoryStride Leading, Stride;
};

/// An element type, of those that read it so: "wgmma", "kind::f16".
struct SharedMemoryElement {
  MMAType Type;
  StringLiteral Spelling;
  uint8_t Bits, StoredBits;
  ArrayRef<StringLiteral> Readers;
  StringLiteral TensorMap;
  uint8_t TensorMapBits, BoxElements;

  bool isReadBy(StringRef Reader) const;
};

#define GET_SharedMemorySwizzles_DECL
#define GET_SharedMemoryStrideTable_DECL
#include "TensorCoreModel.inc"

ArrayRef<SharedMemorySwizzleInfo> getSharedMemorySwizzles();
ArrayRef<SharedMemoryForm> getSharedMemoryForms();
ArrayRef<SharedMemoryElement> getSharedMemoryElements();

/// The type that a consumer reads; `Kind` is one of tcgen05's, "f16", or empty for the first that
/// reads the type. Fails with the types and kinds that there are.
Expected<const SharedMemoryElement *> findSharedMemoryElement(MatrixDescriptorFormat Consumer,
                                                              StringRef Type, StringRef Kind = "");

/// Specifies the tile that a caller asks for.
struct SharedMemoryTileSpec {
  MatrixDescriptorFormat Consumer;
  const SharedMemoryElement *Element;
  unsigned Rows, Columns; ///< of M or N, and of K
  bool IsKMajor = true;
  SharedMemorySwizzle Swizzle = SharedMemorySwizzle_None;
};

/// Describes the box that a tensor map copies at once: elements of the tensor map's type along a
/// line, and lines.
struct TensorMapBox {
  unsigned Elements, Lines;
  unsigned NumBoxes;
  unsigned Bytes;
};

class SharedMemoryTile {
public:
  const SharedMemoryTileSpec &getSpec() const { return Spec; }
  const SharedMemorySwizzleInfo &getSwizzle() const {
    return *lookupSharedMemorySwizzle(Spec.Swizzle);
  }
  const SharedMemoryStrides &getStrides() const {
    return *lookupSharedMemoryStrides(Spec.IsKMajor, Spec.Swizzle != SharedMemorySwizzle_None);
  }

  /// The matrix descriptor, with the address 0 and the base offset 0.
  const MatrixDescriptor &getDescriptor() const { return Descriptor; }

  unsigned getNumBytes() const { return getNumPanels() * getPanelBytes(); }
  unsigned getNumPanels() const { return getLengthBytes() / getSwizzle().LineBytes; }
  unsigned getPanelBytes() const { return getNumLines() * getSwizzle().LineBytes; }
  unsigned getNumLines() const { return Spec.IsKMajor ? Spec.Rows : Spec.Columns; }

  /// The bytes from one atom to the next in a direction; 16, which is 1 in the descriptor, for
  /// none.
  unsigned getStrideBytes(SharedMemoryStride Stride) const;

  /// The bit of an element, from the tile's address on.
  uint64_t getBitOffset(unsigned Row, unsigned Column) const;

  /// The bytes to add to the address in a descriptor so that it is that of the tile from an
  /// element on. The swizzle does not count: hardware applies it to the sum.
  unsigned getByteAdvance(unsigned Row, unsigned Column) const;

  /// K of an instruction: 32 bytes.
  unsigned getStepColumns() const { return StepBits / Spec.Element->StoredBits; }
  unsigned getNumSteps() const { return Spec.Columns / getStepColumns(); }

  /// The boxes of a tensor map that write the tile; none if no tensor map does.
  std::optional<TensorMapBox> getBox() const;

private:
  friend Expected<SharedMemoryTile> makeSharedMemoryTile(const SharedMemoryTileSpec &Spec);
  SharedMemoryTile(const SharedMemoryTileSpec &Spec, MatrixDescriptor Descriptor)
      : Spec(Spec), Descriptor(Descriptor) {}

  static constexpr unsigned StepBits = 256;
  unsigned getLengthBytes() const {
    return (Spec.IsKMajor ? Spec.Columns : Spec.Rows) * Spec.Element->StoredBits / 8;
  }

  SharedMemoryTileSpec Spec;
  MatrixDescriptor Descriptor;
};

/// Fails, with a sentence, on what the consumer cannot read, and on tiles that do not consist of
/// whole atoms and whole K of instructions.
Expected<SharedMemoryTile> makeSharedMemoryTile(const SharedMemoryTileSpec &Spec);

/// The swizzle of a key; fails with those that there are.
Expected<SharedMemorySwizzle> parseSharedMemorySwizzle(StringRef Key);

/// The widest swizzle that fits, or the error of a tile without one.
Expected<SharedMemoryTile> makeWidestSharedMemoryTile(SharedMemoryTileSpec Spec);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_LAYOUTS_SHAREDMEMORYTILES_H
