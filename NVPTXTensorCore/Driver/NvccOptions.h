//===- NvccOptions.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc's options under clang's names. Those about floating-point numbers have no counterpart with
// the same meaning: -ffast-math is not --use_fast_math, it reassociates.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_NVCCOPTIONS_H
#define NVPTXTENSORCORE_DRIVER_NVCCOPTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace llvm {
class StringSaver;
} // namespace llvm

namespace llvm::tensorcore {

/// Replaces --use_fast_math, -ftz=, -prec-div=, -prec-sqrt= and -fmad=, and -arch=, -gencode,
/// -Xptxas, -lineinfo and what clang does in any case, by clang's options.
Error replaceNvccOptions(SmallVectorImpl<const char *> &Args, StringSaver &Saver);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_NVCCOPTIONS_H
