//===- MnemonicIndex.h - PTX statements to variants -------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which form of which variant a PTX statement is: by its mnemonic, whatever the order of modifiers
// that PTX takes in any order and whatever defaults it leaves out, and by its operands.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_MNEMONICINDEX_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_MNEMONICINDEX_H

#include "Explain/Subjects/PTXStatements.h"
#include "Explain/Subjects/Subjects.h"

namespace llvm::tensorcore::explain {

struct FoundForm {
  const MMAVariant *Variant;
  MMAForm Form;
};

/// Whether a statement is of a family with matrix instructions, known form or not.
bool isTensorCoreMnemonic(StringRef Mnemonic);

/// The words of a mnemonic, alike for all ways to write it: modifiers that PTX takes in any order
/// sorted, types and layouts in their order, defaults left out.
std::string normalizeMnemonic(StringRef Mnemonic);

/// The form that a statement is. Fails with the nearest form, or with the operands that the
/// form has.
Expected<FoundForm> findForm(const PTXStatement &Statement);

/// The operands of a statement with their roles in PTX: "b", "idesc", "{byte_a, thread_a}"; an
/// immediate that wgmma has no name for is what it usually is, "1" or "0".
std::vector<std::pair<StringRef, StringRef>> getRoles(const PTXStatement &Statement,
                                                      const FoundForm &Found);

/// The operand that has a role; empty if the statement has none.
StringRef getOperand(const PTXStatement &Statement, const FoundForm &Found, StringRef Role);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_MNEMONICINDEX_H
