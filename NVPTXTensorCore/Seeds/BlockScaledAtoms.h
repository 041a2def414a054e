//===- BlockScaledAtoms.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block-scaled UMMA atoms of seed document 002: which types, K and vector sizes go
// together, the packed word that says so, and the MMA kinds that PTX has for them. The rows
// are in TableGen/BlockScaledAtoms.td.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_SEEDS_BLOCKSCALEDATOMS_H
#define NVPTXTENSORCORE_SEEDS_BLOCKSCALEDATOMS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm::tensorcore {

/// An atom that somebody asks for. Types are spelled as in the seed document:
/// "Float8E4M3FN", "Float4E2M1FN", "Float32", "Float8E8M0FNU".
struct BlockScaledAtomUse {
  StringRef A, B, C;  ///< element types
  StringRef SFA, SFB; ///< types of the scale factors
  unsigned AtomK;
  unsigned VecSize; ///< elements that a scale factor scales
};

/// atom_K << 32 | vecSize, such as 0x2000000020. Fails with the seed document's sentence,
/// where it has one, and what would be legal.
Expected<uint64_t> getBlockScaledAtom(const BlockScaledAtomUse &Use);

/// An MMA kind of tcgen05 and its scale vector size, "mxf4" and "2X".
struct BlockScaledPTXKind {
  StringRef Kind;
  StringRef ScaleVector;
};

/// What of PTX multiplies what an atom does. Fails as getBlockScaledAtom does, and for types
/// that PTX lacks. The kinds of the seed document's table are others: see
/// docs/instruction-descriptor.md.
Expected<SmallVector<BlockScaledPTXKind, 2>> getBlockScaledPTXKinds(const BlockScaledAtomUse &Use);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_SEEDS_BLOCKSCALEDATOMS_H
