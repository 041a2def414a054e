//===- ClusterDirectives.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As nvcc 13 and LLVM 22 print them (PTX ISA, Cluster Dimension Directives).
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/Hooks.h"
#include "IR/Lowering/ClusterDims.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

bool tensorcore::emitClusterDims(const Function &Kernel, raw_ostream &OS) {
  const std::optional<ClusterDims> Dims = getClusterDims(Kernel);
  if (!Dims)
    return false;
  OS << (Kernel.hasFnAttribute(BlocksAreClusters) ? ".blocksareclusters\n" : ".explicitcluster\n")
     << ".reqnctapercluster " << (*Dims)[0] << ", " << (*Dims)[1] << ", " << (*Dims)[2] << "\n";
  return true;
}
