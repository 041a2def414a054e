//===- PTXValues.h - what registers of a function hold ----------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers that a function writes once: numbers, and matrix descriptors of which the address alone
// is not known.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_PTX_PTXVALUES_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_PTX_PTXVALUES_H

#include "PTX/Syntax.h"
#include "llvm/ADT/StringMap.h"

namespace llvm::tensorcore::explain {

/// A number, which `Start` adds to where it is not empty: bits 17:4 of an address, of a variable by
/// its name or in a register.
struct PTXValue {
  uint64_t Number = 0;
  StringRef Start;
};

class PTXValues {
public:
  explicit PTXValues(const ptx::Function &Function);

  /// Nothing of what is not known.
  std::optional<PTXValue> get(const ptx::Operand &O) const { return get(O, /*Depth=*/0); }

private:
  std::optional<PTXValue> get(const ptx::Operand &O, unsigned Depth) const;
  std::optional<PTXValue> getSum(const ptx::Statement &S, unsigned Depth) const;
  StringRef getAddress(const ptx::Operand &O, unsigned Depth) const;
  const ptx::Statement *lookup(const ptx::Operand &O) const;

  StringMap<const ptx::Statement *> Writers; ///< null if there are several
};

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_PTX_PTXVALUES_H
