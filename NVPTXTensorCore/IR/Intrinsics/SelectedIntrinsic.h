//===- SelectedIntrinsic.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An intrinsic of this project as instruction selection meets it: a variant as users write it,
// or an instruction in register form, of the matrix instructions or of their companions. Each
// has one ID: LLVM's where its IR library has the variant, else one after LLVM's.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_SELECTEDINTRINSIC_H
#define NVPTXTENSORCORE_IR_INTRINSICS_SELECTEDINTRINSIC_H

#include "Model/Instructions/Companions.h"
#include "Model/Tables/MMATables.h"
#include <optional>

namespace llvm {
class Function;
}

namespace llvm::tensorcore {

/// At most one of its members says something.
struct SelectedIntrinsic {
  const MMAVariant *Variant = nullptr;
  std::optional<MMAOpcode> Opcode; ///< in register form; a companion's last argument is its word

  /// That of an intrinsic ID, and that which a declaration names.
  static SelectedIntrinsic get(unsigned ID);
  static SelectedIntrinsic get(const Function &Declaration);

  explicit operator bool() const { return Variant || Opcode; }
  bool isCompanion() const { return Opcode && tensorcore::isCompanion(*Opcode); }

  /// The ID after LLVM's; 0, which is no intrinsic's, where there is nothing.
  unsigned getID() const;

  /// The variant's name, or the instruction's.
  StringRef getName() const;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_SELECTEDINTRINSIC_H
