//===- TensorMapText.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out from the text of an inline-assembly statement whether the memory that one of its
// operands points to is a tensor map, and whether the statement can change it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_PTX_TENSORMAPTEXT_H
#define NVPTXTENSORCORE_PTX_TENSORMAPTEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm::tensorcore {

struct AsmAddressUse {
  bool IsTensorMap = false;         ///< an instruction reads a map there
  bool IsOnlyRead = true;           ///< nothing else is done that could change the memory
  SmallVector<unsigned, 1> MovedTo; ///< operands that have the address, too, afterwards
};

/// Returns the use of $Index in the template of a statement, as LLVM writes it ($1, ${1:x}).
AsmAddressUse getAsmAddressUse(StringRef Template, unsigned Index);

/// The operands of a template at which instructions read tensor maps.
SmallVector<unsigned, 1> getTensorMapOperands(StringRef Template);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_PTX_TENSORMAPTEXT_H
