//===- ClusterDims.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/ClusterDims.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral ClusterDim = "cluster_dim", ClusterDimAttribute = "nvvm.cluster_dim";

/// With more blocks no GPU launches a cluster; from 9 on, the host has to allow it.
static constexpr unsigned MaxBlocksOfACluster = 16;

std::optional<ClusterDims> tensorcore::getClusterDims(const Function &Kernel) {
  const SmallVector<unsigned, 3> Numbers = getKernelNumbers(Kernel, ClusterDim);
  if (Numbers.empty() || is_contained(Numbers, 0u))
    return std::nullopt;
  ClusterDims Dims = {1, 1, 1};
  copy(Numbers, Dims.begin());
  return Dims;
}

void tensorcore::setClusterDims(Function &Kernel, const ClusterDims &Dims) {
  setKernelNumbers(Kernel, ClusterDim, Dims);
}

static void verifyTarget(const Function &F, const TargetVersion &Target) {
  if (Target.FullSmVersion < 900)
    reportError(F, ErrorKind::Attributes,
                "the blocks of a cluster of " + printName(F) + " (__cluster_dims__, " +
                    "__block_size__): " + Target.Name + " has no clusters; sm_90 and later have");
  else if (Target.PTXVersion < 78) // of .blocksareclusters LLVM says it
    reportError(F, ErrorKind::Attributes,
                "the blocks of a cluster of " + printName(F) +
                    ": .reqnctapercluster needs PTX ISA 7.8; this is compiled for " +
                    printPTXVersion(Target.PTXVersion));
}

static void verifyDims(const Function &F) {
  const std::optional<ClusterDims> Dims = getClusterDims(F);
  if (!Dims)
    return reportError(F, ErrorKind::Attributes,
                       "\"nvvm.cluster_dim\" of " + printName(F) + " is \"" +
                           F.getFnAttribute(ClusterDimAttribute).getValueAsString() +
                           "\"; it has to be one to three positive numbers between commas");
  uint64_t Blocks = 1;
  for (unsigned Extent : *Dims)
    Blocks *= std::min(Extent, 1u << 16);
  const std::optional<unsigned> Max = getKernelNumber(F, "maxclusterrank");
  if (Max.value_or(0) && Blocks > *Max)
    reportError(F, ErrorKind::Attributes,
                "the clusters of " + printName(F) + " have " + Twine(Blocks) +
                    " blocks (__cluster_dims__), and at most " + Twine(*Max) +
                    " (__launch_bounds__)");
  else if (Blocks > MaxBlocksOfACluster)
    diagnose(F, {getCode(ErrorKind::Attributes)},
             "the clusters of " + printName(F) + " have " + Twine(Blocks) +
                 " blocks; a GPU launches at most " + Twine(MaxBlocksOfACluster) +
                 ", and more than 8 only if the host allows it",
             DS_Warning);
}

void tensorcore::verifyClusterDims(const Module &M, const TargetVersion &Target) {
  for (const Function &F : M) {
    if (F.isDeclaration() || !isKernel(F) ||
        !(F.hasFnAttribute(ClusterDimAttribute) || F.hasFnAttribute(BlocksAreClusters)))
      continue;
    verifyTarget(F, Target);
    verifyDims(F);
  }
}
