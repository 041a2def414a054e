//===- MMASignature.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the arguments of an intrinsic and the operands of an opcode are called, where the
// register counts do not say it: tcgen05. An argument becomes the operand of its name.
// TableGen/TCGen05.td and TCGen05Opcodes.td have the texts; here they are taken apart.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_MMASIGNATURE_H
#define NVPTXTENSORCORE_MODEL_MMASIGNATURE_H

#include "MMATables.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace llvm::tensorcore {

/// `Type` is iN, f16, bf16, f32, a vector vNT of such a T, or a pointer: pN to address space N, p*
/// to one of several, b0 a generic one in a register without offset, r3 one in a register (TableGen/Companions.td).
struct MMAArgument {
  StringRef Type;
  StringRef Name;
  bool IsImmediate = false;
};

struct MMASignature {
  SmallVector<StringRef, 2> Results; ///< types; more than one are a struct
  SmallVector<MMAArgument, 12> Arguments;

  /// The position of the argument with a name.
  std::optional<unsigned> find(StringRef Name) const;
};

/// "{i32, i1}(p3 mbarrier, i32 !count)", '!' before an immediate's name. The texts stay the caller's.
MMASignature parseMMASignature(StringRef Text);

/// The signature of a variant that has one in its row; empty for others.
const MMASignature &getMMASignature(const MMAVariant &Variant);

/// `Count` operands with one role. Kinds: r16, r32, r64, p1 registers; m32 an address of
/// tensor memory; l32 registers in braces; i64 an immediate.
struct MMAOperandGroup {
  StringRef Kind;
  StringRef Role;
  unsigned Count;

  bool isImmediate() const { return Kind.starts_with("i"); }
};

/// The operands behind the results, in PTX's order; none for opcodes that fragments
/// describe.
ArrayRef<MMAOperandGroup> getMMAOperandGroups(MMAOpcode Opcode);

/// The opcode with a name.
std::optional<MMAOpcode> lookupMMAOpcode(StringRef Name);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_MMASIGNATURE_H
