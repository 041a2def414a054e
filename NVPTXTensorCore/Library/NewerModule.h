//===- NewerModule.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules that a newer LLVM wrote: how they are known, and the program that translates them,
// nvptx-ir-bridge. Standard library only: the launchers of llc and opt have nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_NEWERMODULE_H
#define NVPTXTENSORCORE_LIBRARY_NEWERMODULE_H

#include <string>
#include <string_view>

namespace llvm::tensorcore {

/// By what a module is known to be written by an LLVM after 19: "LLVM22.1.8 wrote it", or "line 3
/// has 'captures'"; empty if by nothing. LLVM 19 rejects such a module, or loses a part of it
/// without a word.
std::string findSignOfNewerLLVM(std::string_view Module);

/// Whether it is a string attribute of kernels that LLVM 19 loses without a word. Whatever else is
/// a sign in text, it rejects.
bool isNewKernelAttribute(std::string_view Name);

bool isBitcode(std::string_view Module);

/// nvptx-ir-bridge's exit status where it reads a module and LLVM 19 lacks something of it.
inline constexpr int RefusedStatus = 2;

struct Translation {
  bool IsThere = false;
  /// The program has read the module. If there is no translation, it says why.
  bool IsRead = false;
  std::string Text;     ///< IR for LLVM 19
  std::string Messages; ///< of the program, or why it did not run
  /// The program is not there, or its LLVM is not.
  bool IsBridgeMissing = false;
};

/// Runs nvptx-ir-bridge: that in `ToolFolder`, or else the one on the PATH.
Translation translateModule(std::string_view Module, const std::string &ToolFolder);

/// A file in memory that has a text, at its start; -1 if there is none to be had.
int makeMemoryFile(std::string_view Text);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_NEWERMODULE_H
