//===- Manifest.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of kernels that scripts/conformance folder writes next to the PTX: which
// kernel executes which intrinsic, with which sparsity selector, and for wmma through
// which loads and store. Read once; whether the model has what it names is checked here.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_CONFORMANCE_MANIFEST_H
#define NVPTXTENSORCORE_TOOLS_CONFORMANCE_MANIFEST_H

#include "Model/Instructions/MMACatalogue.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm::tensorcore {

/// An intrinsic of a kernel, and the stride it is called with; 0 for none.
struct KernelStep {
  const MMAVariant *Variant = nullptr;
  unsigned Stride = 0;
};

struct ConformanceKernel {
  std::string Name;
  const MMAVariant *Variant = nullptr; ///< what is tested
  unsigned Selector = 0;               ///< the sparsity selector
  /// True if the immediates of wgmma say so.
  bool NegatesA = false, NegatesB = false, TransposesA = false, TransposesB = false;
  /// Immediates of tcgen05.mma, where the intrinsic has them.
  std::optional<unsigned> Kind;
  unsigned CTAGroup = 0, ScaleInputD = 0;
  /// Immediates of tcgen05.ld and .st.
  bool IsPacked = false;
  unsigned HalfSplit = 0;
  /// The steps of wmma: loads, multiplication and store; without a multiplication D is C.
  KernelStep A, B, C, Multiply, D;
};

/// The kernels of one PTX file; without a file, for simulation only.
struct KernelModule {
  std::string File;
  unsigned PTXVersion = 0;
  std::vector<ConformanceKernel> Kernels;
};

struct KernelTarget {
  std::string Name; ///< a `.target`; empty in a list for simulation
  std::vector<KernelModule> Modules;
};

/// Reads the text of a manifest. Fails, with a sentence, if it is not one, or names an
/// intrinsic that the model does not have.
Expected<std::vector<KernelTarget>> parseManifest(StringRef Text);

/// Returns the best target for a GPU of this compute capability (major * 10 + minor):
/// the GPU's own, with every feature; else the latest one before it that runs on later
/// GPUs, too. Null if there is none.
const KernelTarget *chooseTarget(ArrayRef<KernelTarget> Targets, unsigned ComputeCapability);

/// The kernels of all targets, each as the first target has it, for what runs them all.
KernelTarget joinTargets(ArrayRef<KernelTarget> Targets);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_CONFORMANCE_MANIFEST_H
