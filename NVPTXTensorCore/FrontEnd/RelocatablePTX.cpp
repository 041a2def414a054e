//===- RelocatablePTX.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX of relocatable device code. clang's linker makes machine code of it alone, so the host's
// object keeps the PTX in a section that no segment has: ptx-run reads it from the program's file.
// The files of an object are strings, and an empty string ends the object.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace {

class KeepPTX : public PassInfoMixin<KeepPTX> {
public:
  explicit KeepPTX(std::vector<std::string> Files) : Files(std::move(Files)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    std::string Text = ".pushsection .nvptx_ptx,\"\",@progbits\n";
    for (const std::string &File : Files) {
      Text += ".incbin \"";
      for (char C : File)
        Text += C == '"' || C == '\\' ? std::string("\\") + C : std::string(1, C);
      Text += "\"\n.byte 0\n";
    }
    M.appendModuleInlineAsm(Text + ".byte 0\n.popsection");
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  std::vector<std::string> Files;
};

class KeepRelocatablePTX : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI,
                                                        StringRef) override {
    if (!Files.empty())
      CI.getCodeGenOpts().PassBuilderCallbacks.push_back([Files = Files](PassBuilder &PB) {
        PB.registerPipelineStartEPCallback(
            [Files](ModulePassManager &PM, OptimizationLevel) { PM.addPass(KeepPTX(Files)); });
      });
    return std::make_unique<clang::ASTConsumer>();
  }
  bool ParseArgs(const clang::CompilerInstance &, const std::vector<std::string> &Args) override {
    Files = Args;
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }

  std::vector<std::string> Files;
};

} // namespace

static clang::FrontendPluginRegistry::Add<KeepRelocatablePTX>
    AddKeepRelocatablePTX("nvptx-relocatable-ptx", "");
