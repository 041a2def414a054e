//===- Backend.h ---------------------------------------------- -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler in this process: libLLVM with the plug-in loaded, as llc has it. An input's first
// line says for what target it is compiled.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_FUZZ_BACKEND_H
#define NVPTXTENSORCORE_TEST_FUZZ_BACKEND_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace llvm::tensorcore::fuzz {

/// How an input is compiled: "sm_90a ptx86 O3 optimize", in a comment on its first line.
struct Request {
  std::string CPU = "sm_90a", Feature;
  CodeGenOptLevel Level = CodeGenOptLevel::Default;
  bool Optimizes = false; ///< our passes in opt's pipelines come first

  static Request parse(StringRef Input);

  /// The line of another request.
  static std::string makeLine(StringRef Comment, unsigned Seed);
};

/// Loads the plug-in; `Options` are llc's.
void initializeBackend(ArrayRef<const char *> Options);

/// Takes diagnostics without a word, and wants all remarks.
void silence(LLVMContext &Context);

std::unique_ptr<TargetMachine> makeTargetMachine(const Request &Asked);

/// Whose fatal errors end an input and no more: all while it is read, and while it is compiled
/// those with a message that LLVM has without us. Others are crashes.
enum class GuardKind { None, Reading, Compiling };

/// Runs `Work`; false if it has ended early. Destructors have not run then: what it worked on must
/// not be destroyed, since value handles in frames that are gone still point to it.
bool runGuarded(GuardKind Kind, function_ref<void()> Work);

/// An input with its first line, or a word or line of the rest, changed.
std::string mutateInput(StringRef Input, StringRef Donor, StringRef Comment, unsigned Seed);

} // namespace llvm::tensorcore::fuzz

#endif // NVPTXTENSORCORE_TEST_FUZZ_BACKEND_H
