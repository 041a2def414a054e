//===- Workers.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilations in processes of their own (NVPTXTC_ISOLATED). A process is kept for further calls,
// because loading LLVM takes longer than compiling a small module.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_WORKERS_H
#define NVPTXTENSORCORE_LIBRARY_WORKERS_H

#include "Library/GlobalOptions.h"
#include "Library/Messages.h"
#include "Library/nvptxtc.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm::tensorcore {

/// Compiles the modules in another process. The options have been checked.
nvptxtc_status compileIsolated(const nvptxtc_options &Options, const OptionList &LLVMOptions,
                               ArrayRef<nvptxtc_module> Modules, Messages &Told, std::string &PTX);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_WORKERS_H
