//===- OffloadTargets.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The GPUs of one command line. Each that clang 22 does not know has a placeholder: a GPU
// of clang's that nobody asked for, under whose name clang's driver makes the jobs. The
// jobs get the target's own name back before they run.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_OFFLOADTARGETS_H
#define NVPTXTENSORCORE_DRIVER_OFFLOADTARGETS_H

#include "Model/Tables/MMATables.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"
#include <string>

namespace llvm::tensorcore {

class OffloadTargets {
public:
  /// Puts placeholders for names in the options of a command line. It fails with a
  /// sentence where a name is nobody's, or where there are more targets than placeholders.
  static Expected<OffloadTargets> replaceNames(SmallVectorImpl<const char *> &Args,
                                               StringSaver &Saver);

  /// A text with the targets' names in place of placeholders: sm_52, compute_52.
  std::string restoreNames(StringRef Text) const;

  /// Returns true if clang's check of an SDK against a GPU would judge a placeholder, or would not
  /// know that NVIDIA renamed a target.
  bool hasObsoletePlaceholder() const { return HasObsoletePlaceholder; }

  /// The targets that clang does not know.
  ArrayRef<const GPUTarget *> getNewTargets() const { return New; }

  /// Returns true if the command line names no GPU, so that clang takes its default.
  bool isDefault() const { return IsDefault; }
  static StringRef getDefault();

  /// The value of nvcc's __CUDA_ARCH_LIST__; empty where it cannot be known.
  StringRef getArchList() const { return ArchList; }

private:
  Error choosePlaceholders(ArrayRef<const char *> Args);
  StringRef getPlaceholder(StringRef Name) const;

  SmallVector<const GPUTarget *, 4> New;
  SmallVector<StringRef, 4> Placeholders; ///< of New, in its order
  std::string ArchList;
  bool HasObsoletePlaceholder = false, IsDefault = false;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_OFFLOADTARGETS_H
