//===- Assembler.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's assembler, ptxas, as another process.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_ASSEMBLER_H
#define NVPTXTENSORCORE_LIBRARY_ASSEMBLER_H

#include "llvm/Support/Error.h"
#include <string>

namespace llvm::tensorcore {

/// Makes a cubin of PTX for a target, e.g. "sm_90a". Looks for ptxas if no path is given.
Expected<std::string> assemble(StringRef PTX, StringRef Target, StringRef PTXAS);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_ASSEMBLER_H
