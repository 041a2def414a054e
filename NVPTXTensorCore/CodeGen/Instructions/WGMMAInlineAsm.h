//===- WGMMAInlineAsm.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wgmma that arrives as inline assembly (CUTLASS, MLIR): a machine statement with the
// events of its text, and their registers.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_WGMMAINLINEASM_H
#define NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_WGMMAINLINEASM_H

#include "Model/Instructions/WGMMAAssembly.h"
#include "llvm/CodeGen/MachineInstr.h"

namespace llvm::tensorcore {

class WGMMAInlineAsm {
public:
  explicit WGMMAInlineAsm(const MachineInstr &Statement);

  /// Returns true if the text names wgmma.
  bool hasWGMMA() const { return Text.contains("wgmma"); }

  /// Returns true if there is no text: a statement that only says that registers are used here.
  bool isEmpty() const { return Text.trim().empty(); }

  /// Returns the events of the text, or fails with a sentence.
  Expected<std::vector<WGMMAAsmEvent>> parse() const { return parseWGMMAAssembly(Text); }

  /// The registers of an operand of the statement; none if it is an immediate, or if
  /// there is no such operand.
  ArrayRef<const MachineOperand *> getOperands(unsigned Index) const {
    return Index < Groups.size() ? ArrayRef(Groups[Index]) : ArrayRef<const MachineOperand *>();
  }

  /// Returns the value of an operand that is an immediate.
  std::optional<int64_t> getImmediate(unsigned Index) const;

private:
  StringRef Text;
  SmallVector<SmallVector<const MachineOperand *, 1>, 0> Groups; ///< by index in the text
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_INSTRUCTIONS_WGMMAINLINEASM_H
