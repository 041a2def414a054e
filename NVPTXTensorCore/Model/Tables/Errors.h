//===- Errors.h -------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates failures: an llvm::Error with a sentence.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_TABLES_ERRORS_H
#define NVPTXTENSORCORE_MODEL_TABLES_ERRORS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace llvm::tensorcore {

inline Error makeError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_TABLES_ERRORS_H
