//===- OperandValues.h - constants in registers -----------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out what value a register has where an instruction reads it: a number, or a matrix
// descriptor except for its address.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REPORTS_OPERANDVALUES_H
#define NVPTXTENSORCORE_CODEGEN_REPORTS_OPERANDVALUES_H

#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class MachineOperand;
}

namespace llvm::tensorcore {

/// A number; where `Start` is not empty, it adds to bits 17:4 of an address: that of a variable of
/// this name, or one "in a register".
struct OperandValue {
  uint64_t Number = 0;
  std::string Start;
};

/// Nothing of what is not known.
std::optional<OperandValue> getOperandValue(const MachineOperand &Operand);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REPORTS_OPERANDVALUES_H
