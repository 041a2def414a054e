//===- Compilation.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules on their way to PTX: what `llvm-link`, `opt` and `llc` do, in their order and with their
// settings.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_COMPILATION_H
#define NVPTXTENSORCORE_LIBRARY_COMPILATION_H

#include "Library/Messages.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>
#include <vector>

namespace llvm::tensorcore {

struct ModuleText {
  StringRef Data;
  std::string Name = "<module>";
  bool IsLazy = false; ///< NVPTXTC_LAZY
};

struct Request {
  std::vector<ModuleText> Modules;
  std::string CPU;
  std::string Features;
  std::optional<OptimizationLevel> Optimization;
  CodeGenOptLevel CodeGen = CodeGenOptLevel::Default;
  unsigned MaxRegisters = 0;
  const Regex *Remarks = nullptr;
  bool VerifiesOnly = false;
  const volatile int *Cancel = nullptr;
};

/// Once, before the first compilation.
void initializeLLVM();

class Compilation {
public:
  Compilation(const Request &Asked, Messages &Told);
  ~Compilation();

  /// Everything, until the first error.
  void run();

  /// Frees all but the text. Also from within a fatal error.
  void destroy();

  StringRef getPTX() const { return PTX; }

private:
  struct Optimizer;

  bool read();
  /// One module, whose target and version are right; null if it has errors.
  std::unique_ptr<Module> parse(const ModuleText &Text);
  /// Modules that others need come in a module of their own.
  bool link(std::unique_ptr<Module> &Into, std::unique_ptr<Module> Next, bool OnlyNeeded);
  /// The data layout for a module with that triple and data layout, whose target machine it makes.
  std::optional<std::string> prepareTarget(StringRef Triple, StringRef DataLayout);
  void limitRegisters();
  void optimize();
  /// Checks what llc checks before it selects instructions.
  void verify();
  void emit();
  void watchCancel();

  const Request &Asked;
  Messages &Told;
  std::unique_ptr<LLVMContext> Context;
  std::unique_ptr<TargetMachine> Machine;
  std::unique_ptr<Module> M;
  std::unique_ptr<Module> Lazy; ///< all that are lazy, until they are linked
  std::unique_ptr<Optimizer> Optimizing;
  SmallString<0> PTX;
  raw_svector_ostream Output{PTX};
  std::unique_ptr<legacy::PassManager> Emitting;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_COMPILATION_H
