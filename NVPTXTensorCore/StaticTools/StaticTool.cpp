//===- StaticTool.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM's programs call to initialise their targets, and a word on other targets.
//
//===----------------------------------------------------------------------===//

#include "StaticTools/StaticTool.h"
#include "CodeGen/TargetMachine.h"
#include "Plugin/HostTarget.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>

using llvm::StringRef;

/// main() of LLVM's program.
int runLLVMTool(int argc, char **argv);

// LLVMInitializeNVPTXTargetInfo is upstream's own.
extern "C" void LLVMInitializeNVPTXTarget() { llvm::tensorcore::registerTarget(); }
extern "C" void LLVMInitializeNVPTXTargetMC() {}
extern "C" void LLVMInitializeNVPTXAsmPrinter() {}

static bool isNVPTX(StringRef Triple) { return Triple.starts_with("nvptx"); }

bool tensorcore::needsStockTool(const std::vector<std::string> &Arguments) {
  return std::any_of(Arguments.begin(), Arguments.end(), [&](const std::string &Argument) {
    StringRef Option = StringRef(Argument).ltrim('-');
    auto [Name, Value] = Option.split('=');
    if (Option.size() == Argument.size())
      return false;
    if (Name == "mtriple" || Name == "march")
      return !Value.empty() && !isNVPTX(Value);
    return Name == "load" || Name == "load-pass-plugin";
  });
}

int tensorcore::runStaticTool(int argc, char **argv) {
  if (StringRef(TOOL_NAME) == "llc")
    llvm::tensorcore::registerOtherTargets();
  return runLLVMTool(argc, argv);
}
