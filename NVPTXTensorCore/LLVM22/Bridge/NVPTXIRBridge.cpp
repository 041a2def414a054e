//===- NVPTXIRBridge.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvptx-ir-bridge: reads IR of LLVM 20 to 22, as text or as bitcode, and writes it as text for LLVM
// 19. Exit code 1 if it cannot be read, and Library/NewerModule.h's if LLVM 19 lacks something that
// it needs.
//
//===----------------------------------------------------------------------===//

#include "Bridge/Bridge.h"
#include "Library/NewerModule.h"
#include "Model/Version.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral Program = "nvptx-ir-bridge";

static cl::OptionCategory Category("Options");
static cl::opt<std::string> Input(cl::Positional, cl::desc("<file.ll or file.bc>"), cl::init("-"),
                                  cl::cat(Category));
static cl::opt<std::string> Output("o", cl::desc("Where the text goes (default: standard output)"),
                                   cl::value_desc("file"), cl::init("-"), cl::cat(Category));

/// LLVM's reader verifies modules with debug information before it upgrades this, and would refuse
/// what clang makes of intrinsics that it does not know. What needs an upgrade, LLVM 19 upgrades.
static void leaveDebugInfoAsItIs() {
  if (cl::Option *Upgrade = cl::getRegisteredOptions().lookup("disable-auto-upgrade-debug-info"))
    Upgrade->addOccurrence(0, "", "true");
}

/// Without a layout, the reader would write the alignments of another target at each access.
static std::optional<std::string> chooseDataLayout(StringRef Target, StringRef Layout) {
  if (!Layout.empty())
    return std::nullopt;
  const Triple Named(Target);
  return (Named.isNVPTX() ? Named : Triple("nvptx64-nvidia-cuda")).computeDataLayout();
}

static void report(Error E) {
  handleAllErrors(std::move(E), [](const BridgeError &Refused) {
    const std::string Place = Refused.getPlace();
    WithColor::error(errs(), Place.empty() ? StringRef(Program) : StringRef(Place))
        << Refused.Message << "\n";
  });
}

static int run() {
  LLVMContext Context;
  SMDiagnostic Diagnostic;
  const std::unique_ptr<Module> M =
      parseIRFile(Input, Diagnostic, Context, ParserCallbacks(chooseDataLayout));
  if (!M) {
    Diagnostic.print(Program.data(), errs());
    return 1;
  }
  Expected<std::string> Text = writeForLLVM19(*M);
  if (!Text) {
    report(Text.takeError());
    return RefusedStatus;
  }
  std::error_code Code;
  ToolOutputFile Out(Output, Code, sys::fs::OF_Text);
  if (Code) {
    WithColor::error(errs(), Program) << Output << ": " << Code.message() << "\n";
    return 1;
  }
  Out.os() << *Text;
  Out.keep();
  return 0;
}

int main(int ArgumentCount, char **Arguments) {
  InitLLVM Initialized(ArgumentCount, Arguments);
  setBugReportMsg(getBugReportMessage());
  cl::SetVersionPrinter(printVersion);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      ArgumentCount, Arguments,
      "IR of LLVM 20 to 22 for LLVM 19\n\n"
      "  Reads a module, as text or as bitcode, and writes it as text that LLVM 19 with\n"
      "  NVPTXTensorCore reads. What LLVM 19 does not have is an error, and exit code 1.\n\n"
      "  nvptx-ir-bridge kernel.ll | llc -mcpu=sm_90a -mattr=+ptx80\n");
  leaveDebugInfoAsItIs();
  return run();
}
