//===- TargetName.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last line of clang's errors, "3 errors generated when compiling for sm_90a.", names the CPU
// of the front end. For a target that clang 22 does not know this is a placeholder, and the target
// is a feature (Driver/FrontEndJobs.cpp). Once everything is compiled, the target's name takes its
// place.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;

namespace {

class TargetName : public ASTConsumer {
public:
  explicit TargetName(TargetOptions &Options) : Options(Options) {}

  void HandleTranslationUnit(ASTContext &) override {
    for (llvm::StringRef Feature : Options.FeaturesAsWritten)
      if (Feature.consume_front("+") && Feature.starts_with("sm_"))
        Options.CPU = Feature.str();
  }

private:
  TargetOptions &Options;
};

class NameTarget : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, llvm::StringRef) override {
    return std::make_unique<TargetName>(CI.getTargetOpts());
  }
  bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddAfterMainAction; }
};

} // namespace

static FrontendPluginRegistry::Add<NameTarget> AddNameTarget("nvptx-target-name", "");
