//===- FrontEndStubs.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines symbols that clang's archives name and clang++ does not link: Polly, which is for
// CPUs, and Z3, which is for the static analyzer. Stock clang runs that
// (Driver/IntegratedFrontEnd.cpp).
//
//===----------------------------------------------------------------------===//

#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/SMTAPI.h"

using namespace llvm;

PassPluginLibraryInfo getPollyPluginInfo();

PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", LLVM_VERSION_STRING, [](PassBuilder &) {}, nullptr};
}

SMTSolverRef llvm::CreateZ3Solver() { return nullptr; }
void SMTSort::dump() const {}
void SMTExpr::dump() const {}
void SMTSolver::dump() const {}
