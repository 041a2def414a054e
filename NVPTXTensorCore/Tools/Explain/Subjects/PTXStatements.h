//===- PTXStatements.h - PTX text in statements -----------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits PTX, whoever wrote it, into the statements of functions. Takes any text: what is not
// PTX gives statements that nobody knows, never an error. It refers to the text, which must stay.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_PTXSTATEMENTS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_PTXSTATEMENTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm::tensorcore::explain {

/// "@%p1 mma.sync… {%f1, %f2}, …;" without label and guard.
struct PTXStatement {
  std::string Mnemonic;               ///< with its modifiers, without what is between them
  SmallVector<StringRef, 8> Operands; ///< "{%f1, %f2}", "[%rd1]", "%rd2", "1"
  unsigned Line;                      ///< of the mnemonic, from 1 on
};

struct PTXFunction {
  StringRef Name;
  std::vector<PTXStatement> Statements;
};

struct PTXModule {
  StringRef Version;                  ///< "8.0"; empty where nothing says it
  StringRef Target;                   ///< "sm_90a"
  std::vector<PTXFunction> Functions; ///< those with statements
};

/// Comments are blanked out in `Text`.
PTXModule splitPTX(std::string &Text);

/// The registers of "{%f1, %f2}" or "(%r1, %r2)", or the operand alone.
SmallVector<StringRef, 8> getElements(StringRef Operand);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_PTXSTATEMENTS_H
