//===- Compilation.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One module on its way to PTX: what `opt` and `llc` do, in their order and with their settings.
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
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>

namespace llvm::tensorcore {

struct Request {
  StringRef Module;
  std::string Name = "<module>";
  std::string CPU;
  std::string Features;
  std::optional<OptimizationLevel> Optimization;
  CodeGenOptLevel CodeGen = CodeGenOptLevel::Default;
  unsigned MaxRegisters = 0;
  const Regex *Remarks = nullptr;
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
  /// The data layout for a module with that triple, whose target machine it makes.
  std::optional<std::string> prepareTarget(StringRef Triple);
  void limitRegisters();
  void optimize();
  void emit();

  const Request &Asked;
  Messages &Told;
  std::unique_ptr<MemoryBuffer> Buffer;
  std::unique_ptr<LLVMContext> Context;
  std::unique_ptr<TargetMachine> Machine;
  std::unique_ptr<Module> M;
  std::unique_ptr<Optimizer> Optimizing;
  SmallString<0> PTX;
  raw_svector_ostream Output{PTX};
  std::unique_ptr<legacy::PassManager> Emitting;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_COMPILATION_H
