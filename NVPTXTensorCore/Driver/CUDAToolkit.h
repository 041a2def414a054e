//===- CUDAToolkit.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CUDA SDK that clang's driver has found: its version, and the PTX that its ptxas
// takes. Knows nothing of jobs; it does not look for SDKs itself.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_CUDATOOLKIT_H
#define NVPTXTENSORCORE_DRIVER_CUDATOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace llvm::tensorcore {

struct CUDAToolkit {
  std::string Root;
  unsigned Version; ///< as CUDA_VERSION in cuda.h: 13000 is 13.0

  /// The SDK in that folder, if its include/cuda.h says a version.
  static std::optional<CUDAToolkit> read(StringRef Root);

  /// major * 10 + minor of the newest PTX that its ptxas takes; for SDKs newer than the
  /// newest that is known, what that one takes. 0 before CUDA 12.
  unsigned getPTXVersion() const;

  bool isNewerThanKnown() const;

  /// "13.0"
  std::string printVersion() const;
};

/// "12.8": the first CUDA with that PTX version.
std::string printFirstCUDA(unsigned PTXVersion);

/// As CUDA_VERSION in cuda.h.
unsigned getNewestCUDA();
std::string printNewestCUDA();

/// Returns nvcc's build number; 0 for versions of which it is not known.
unsigned getBuild(unsigned CUDAVersion);

/// The newest PTX version that clang 22's front end knows; its builtins ask for one of its own.
constexpr unsigned ClangsNewestPTX = 90;

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_CUDATOOLKIT_H
