//===- ClusterDims.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers between commas; `nvvm.annotations` with cluster_dim_x, which LLVM 20 had, are read too.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/ClusterDims.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Place.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral ClusterDim = "nvvm.cluster_dim";

/// With more blocks no GPU launches a cluster; from 9 on, the host has to allow it.
static constexpr unsigned MaxBlocksOfACluster = 16;

static std::optional<ClusterDims> parseDims(StringRef Text) {
  ClusterDims Dims = {1, 1, 1};
  SmallVector<StringRef, 3> Numbers;
  Text.split(Numbers, ',');
  if (Numbers.size() > Dims.size())
    return std::nullopt;
  for (size_t I = 0; I < Numbers.size(); ++I)
    if (Numbers[I].trim().getAsInteger(10, Dims[I]) || Dims[I] == 0)
      return std::nullopt;
  return Dims;
}

static std::optional<ClusterDims> readAnnotations(const Function &Kernel) {
  constexpr StringLiteral Names[] = {"cluster_dim_x", "cluster_dim_y", "cluster_dim_z"};
  ClusterDims Dims;
  bool IsSaid = false;
  for (size_t I = 0; I < Dims.size(); ++I) {
    const std::optional<unsigned> Extent = getAnnotation(Kernel, Names[I]);
    IsSaid |= Extent.value_or(0) != 0; // LLVM 20 has 0 for a cluster of any extent
    Dims[I] = std::max(1u, Extent.value_or(1));
  }
  return IsSaid ? std::optional(Dims) : std::nullopt;
}

std::optional<ClusterDims> tensorcore::getClusterDims(const Function &Kernel) {
  if (Kernel.hasFnAttribute(ClusterDim))
    return parseDims(Kernel.getFnAttribute(ClusterDim).getValueAsString());
  return readAnnotations(Kernel);
}

void tensorcore::setClusterDims(Function &Kernel, const ClusterDims &Dims) {
  Kernel.addFnAttr(ClusterDim,
                   (Twine(Dims[0]) + "," + Twine(Dims[1]) + "," + Twine(Dims[2])).str());
}

static void verifyTarget(const Function &F, const TargetVersion &Target) {
  const bool AreClusters = F.hasFnAttribute(BlocksAreClusters);
  const unsigned PTXVersion = AreClusters ? 90 : 78;
  if (Target.FullSmVersion < 900)
    reportError(F, "the blocks of a cluster of " + F.getName() + " (__cluster_dims__, " +
                       "__block_size__): " + Target.Name +
                       " has no clusters; sm_90 and later have");
  else if (Target.PTXVersion < PTXVersion)
    reportError(F, "the blocks of a cluster of " + F.getName() + ": " +
                       (AreClusters ? ".blocksareclusters" : ".reqnctapercluster") +
                       " needs PTX ISA " + spellPTXVersion(PTXVersion) + "; this is compiled for " +
                       spellPTXVersion(Target.PTXVersion));
}

static void verifyDims(const Function &F) {
  const std::optional<ClusterDims> Dims = getClusterDims(F);
  if (!Dims)
    return reportError(F, "\"nvvm.cluster_dim\" of " + F.getName() + " is \"" +
                              F.getFnAttribute(ClusterDim).getValueAsString() +
                              "\"; it has to be one to three positive numbers between commas");
  uint64_t Blocks = 1;
  for (unsigned Extent : *Dims)
    Blocks *= std::min(Extent, 1u << 16);
  const std::optional<unsigned> Max = getAnnotation(F, "maxclusterrank");
  if (Max.value_or(0) && Blocks > *Max)
    reportError(F, "the clusters of " + F.getName() + " have " + Twine(Blocks) +
                       " blocks (__cluster_dims__), and at most " + Twine(*Max) +
                       " (__launch_bounds__)");
  else if (Blocks > MaxBlocksOfACluster)
    diagnose(F,
             "the clusters of " + F.getName() + " have " + Twine(Blocks) +
                 " blocks; a GPU launches at most " + Twine(MaxBlocksOfACluster) +
                 ", and more than 8 only if the host allows it",
             DS_Warning);
}

void tensorcore::verifyClusterDims(const Module &M, const TargetVersion &Target) {
  for (const Function &F : M) {
    if (F.isDeclaration() || !isKernel(F) ||
        !(F.hasFnAttribute(ClusterDim) || F.hasFnAttribute(BlocksAreClusters) || getClusterDims(F)))
      continue;
    verifyTarget(F, Target);
    verifyDims(F);
  }
}
