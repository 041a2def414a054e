//===- WGMMAAssembly.h - wgmma in inline assembly ---------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The asynchronous protocol of wgmma in the text of inline assembly. The operands are indices of
// the assembly's operands: the hazard pass maps them to registers, the passes on IR to values.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_WGMMAASSEMBLY_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_WGMMAASSEMBLY_H

#include "Model/Instructions/MMAForms.h"
#include "llvm/Support/Error.h"

namespace llvm::tensorcore {

/// The number of groups of a wgmma.wait_group: a number, or the index of an operand.
struct WGMMAAsmCount {
  bool IsIndex = false;
  unsigned Value = 0;
};

/// One instruction of the text.
struct WGMMAAsmEvent {
  enum class Kind {
    MMAAsync,
    Fence,
    CommitGroup,
    WaitGroup,
    Other, ///< any other instruction that names operands of the assembly
  };
  Kind Is = Kind::Other;
  /// True if the instruction stands under a predicate: it may not be executed.
  bool IsGuarded = false;
  /// All operands of the assembly that the instruction names, each once, in the order of the
  /// text. An Other may read and write each of them.
  SmallVector<unsigned, 8> Operands;

  // Only MMAAsync has a form.
  std::optional<MMAForm> Form;
  SmallVector<unsigned, 32> Accumulator; ///< indices of operands
  SmallVector<unsigned, 4> Fragment;     ///< A in registers; empty if A is a matrix descriptor

  WGMMAAsmCount WaitCount; ///< of WaitGroup
};

/// Returns the events of a template, in order. A template without wgmma has none. A wgmma that is
/// no row of the model is an error that quotes it; so is one next to a branch or call in the same
/// template, and one whose accumulators or A fragment are not operands of the assembly.
Expected<std::vector<WGMMAAsmEvent>> parseWGMMAAssembly(StringRef Template);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_WGMMAASSEMBLY_H
