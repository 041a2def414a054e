//===- ManagedVariables.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_FRONTEND_MANAGEDVARIABLES_H
#define NVPTXTENSORCORE_FRONTEND_MANAGEDVARIABLES_H

#include "clang/AST/Decl.h"
#include <vector>

namespace llvm::tensorcore {

/// The variables that the source declares as `extern __managed__`, in the order of their
/// declarations.
std::vector<const clang::VarDecl *> &getDeclaredManaged();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_FRONTEND_MANAGEDVARIABLES_H
