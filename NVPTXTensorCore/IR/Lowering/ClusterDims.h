//===- ClusterDims.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of a kernel's cluster, in LLVM's attributes:
// "nvvm.cluster_dim"="2,1,1" and "nvvm.blocksareclusters".
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_CLUSTERDIMS_H
#define NVPTXTENSORCORE_IR_LOWERING_CLUSTERDIMS_H

#include "Model/Legality/Legality.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace llvm::tensorcore {

using ClusterDims = std::array<unsigned, 3>;

/// The grid of a launch counts clusters, not blocks.
inline constexpr StringLiteral BlocksAreClusters = "nvvm.blocksareclusters";

/// Returns the dimensions of a kernel's clusters, with 1 for a y or z that is not given. Returns
/// nothing also for what verifyClusterDims reports.
std::optional<ClusterDims> getClusterDims(const Function &Kernel);
void setClusterDims(Function &Kernel, const ClusterDims &Dims);

/// Reports what PTX for the target cannot say.
void verifyClusterDims(const Module &M, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_CLUSTERDIMS_H
