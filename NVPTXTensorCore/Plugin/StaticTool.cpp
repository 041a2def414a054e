//===- StaticTool.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM's programs call to initialise their targets, and when another program has to run.
//
//===----------------------------------------------------------------------===//

#include "StaticTool.h"
#include "CodeGen/TargetMachine.h"
#include "llvm/ADT/StringRef.h"

using llvm::StringRef;

/// main() of LLVM's program.
int runLLVMTool(int argc, char **argv);

// LLVMInitializeNVPTXTargetInfo is upstream's own.
extern "C" void LLVMInitializeNVPTXTarget() { llvm::tensorcore::registerTarget(); }
extern "C" void LLVMInitializeNVPTXTargetMC() {}
extern "C" void LLVMInitializeNVPTXAsmPrinter() {}

/// The triple that a module in text names, from its beginning; nothing if it names none.
static StringRef findTriple(StringRef Text) {
  const StringRef Words = "target triple = \"";
  for (size_t At = 0; (At = Text.find(Words, At)) != StringRef::npos; At += Words.size())
    if (Text.take_front(At).rtrim(" \t").take_back() == "\n" || At == 0) // not in a comment
      return Text.substr(At + Words.size());
  return "";
}

bool tensorcore::needsStockTool(const std::vector<std::string> &Arguments,
                                std::string_view Module) {
  const StringRef Bitcode[] = {"BC\xC0\xDE", "\xDE\xC0\x17\x0B"};
  const StringRef Text(Module);
  StringRef Triple = "nvptx"; // bitcode's is not looked for
  if (!Text.starts_with(Bitcode[0]) && !Text.starts_with(Bitcode[1]))
    Triple = findTriple(Text);
  for (StringRef Argument : Arguments) {
    if (!Argument.starts_with("-"))
      continue;
    auto [Name, Value] = Argument.ltrim('-').split('=');
    if (Name == "load" || Name == "load-pass-plugin")
      return true;
    if (Name.starts_with("help") || Name == "version")
      Triple = "nvptx";
    if (Name == "mtriple" || Name == "march")
      Triple = Value;
  }
  return !Triple.starts_with("nvptx");
}

int tensorcore::runStaticTool(int argc, char **argv) { return runLLVMTool(argc, argv); }
