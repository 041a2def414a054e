//===- RowErrors.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TableGen reports what is wrong with a row at the line of the class or multiclass that says so.
// Notes name the row, and the name that is nearest to an unknown one.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TABLEGEN_EMITTER_ROWERRORS_H
#define NVPTXTENSORCORE_TABLEGEN_EMITTER_ROWERRORS_H

namespace llvm::tensorcore {

/// Lets TableGen's errors have these notes. Is to be called before TableGenMain.
void explainErrors();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TABLEGEN_EMITTER_ROWERRORS_H
