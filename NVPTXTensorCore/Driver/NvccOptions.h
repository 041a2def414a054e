//===- NvccOptions.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc's options about floating-point numbers, which have no counterpart of clang's with the same
// meaning: -ffast-math is not --use_fast_math, it reassociates.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_NVCCOPTIONS_H
#define NVPTXTENSORCORE_DRIVER_NVCCOPTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace llvm::tensorcore {

/// Replaces --use_fast_math, -ftz=, -prec-div=, -prec-sqrt= and -fmad= by clang's options.
Error replaceNvccOptions(SmallVectorImpl<const char *> &Args);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_NVCCOPTIONS_H
