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
#include "CodeGen/Parallel/DividedPasses.h"
#include "CodeGen/TargetMachine.h"
#include "IR/Gate/NVVMVerifier.h"
#include "Library/NewerModule.h"
#include "Model/Version.h"
#include "StockTool.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace llvm;

/// main() of LLVM's program.
int runLLVMTool(int argc, char **argv);

// LLVMInitializeNVPTXTargetInfo is upstream's own.
extern "C" void LLVMInitializeNVPTXTarget() { llvm::tensorcore::registerTarget(); }
extern "C" void LLVMInitializeNVPTXTargetMC() {}
extern "C" void LLVMInitializeNVPTXAsmPrinter() {}

#if LLVM_VERSION_MAJOR < 21 // which does not read all modules of front ends

namespace llvm {
std::unique_ptr<Module> parseAnyIRFile(StringRef Name, SMDiagnostic &Fault, LLVMContext &Context,
                                       ParserCallbacks Callbacks);
bool verifyUnlessParsed(const Module &M, raw_ostream *OS, bool *BrokenDebugInfo);
} // namespace llvm

/// A module that is valid, and has not been changed since it was read.
static const Module *ValidModule = nullptr;

static bool hasNewKernelAttributes(const Module &M) {
  return any_of(M, [](const Function &F) {
    return any_of(F.getAttributes(), [](const AttributeSet &Set) {
      return any_of(Set, [](const Attribute &A) {
        return A.isStringAttribute() && llvm::tensorcore::isNewKernelAttribute(A.getKindAsString());
      });
    });
  });
}

/// LLVM's programs call this in the place of parseIRFile. What LLVM 19 does not read may be a newer
/// LLVM's, also without a word that says so. If then the bridge does not read it either, what LLVM
/// 19 says stands.
std::unique_ptr<Module> llvm::parseAnyIRFile(StringRef Name, SMDiagnostic &Fault,
                                             LLVMContext &Context, ParserCallbacks Callbacks) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFileOrSTDIN(Name, /*IsText=*/true);
  if (!File)
    return parseIRFile(Name, Fault, Context, Callbacks); // which says so
  std::unique_ptr<Module> M = parseIR(**File, Fault, Context, Callbacks);
  if (M && !verifyModule(*M)) {
    ValidModule = M.get();
    if (!tensorcore::hasForeignIntrinsics(*M) && !hasNewKernelAttributes(*M))
      return M;
  }
  const std::string Sign = tensorcore::findSignOfNewerLLVM((*File)->getBuffer());
  const std::string Self = sys::fs::getMainExecutable(nullptr, nullptr);
  const tensorcore::Translation Newer =
      tensorcore::translateModule((*File)->getBuffer(), sys::path::parent_path(Self).str());
  if (!Newer.IsThere && !Sign.empty())
    ::tensorcore::fail((Name == "-" ? "<stdin>" : Name.str()) + " is a newer LLVM's module, as " +
                       Sign + ": " + Newer.Messages);
  if (!Newer.Messages.empty() && Newer.IsThere)
    errs() << Newer.Messages << "\n";
  if (Newer.IsThere)
    return parseIR(MemoryBufferRef(Newer.Text, Name), Fault, Context, Callbacks);
  if (Newer.IsBridgeMissing && !M)
    WithColor::note(errs()) << "if " << Name << " is a newer LLVM's module: " << Newer.Messages
                            << "\n";
  if (!Newer.IsRead || M)
    return M;
  WithColor::error(errs(), Name) << "the module is a newer LLVM's: " << Newer.Messages << "\n";
  std::exit(1);
}

/// LLVM's programs call this in the place of verifyModule: right after they have read a module, and
/// opt's old passes later, too.
bool llvm::verifyUnlessParsed(const Module &M, raw_ostream *OS, bool *BrokenDebugInfo) {
  const bool IsValid = std::exchange(ValidModule, nullptr) == &M;
  return !IsValid && verifyModule(M, OS, BrokenDebugInfo);
}

#endif

/// The triple that a module in text names, from its beginning; nothing if it names none.
static StringRef findTriple(StringRef Text) {
  const StringRef Words = "target triple = \"";
  for (size_t At = 0; (At = Text.find(Words, At)) != StringRef::npos; At += Words.size())
    if (Text.take_front(At).rtrim(" \t").take_back() == "\n" || At == 0) // not in a comment
      return Text.substr(At + Words.size());
  return "";
}

bool ::tensorcore::needsStockTool(const std::vector<std::string> &Arguments,
                                  std::string_view Module) {
  const StringRef Bitcode[] = {"BC\xC0\xDE", "\xDE\xC0\x17\x0B"};
  const StringRef Text(Module);
  StringRef Triple = "nvptx"; // bitcode's is not looked for
  if (!Text.starts_with(Bitcode[0]) && !Text.starts_with(Bitcode[1]))
    Triple = findTriple(Text);
  for (size_t I = 0; I != Arguments.size(); ++I) {
    const StringRef Argument = Arguments[I];
    if (!Argument.starts_with("-"))
      continue;
    auto [Name, Value] = Argument.ltrim('-').split('=');
    if (takesNextArgument(Arguments[I]) && I + 1 != Arguments.size())
      Value = Arguments[++I];
    if (Name == "load" || Name == "load-pass-plugin")
      return true;
    if (Name.starts_with("help") || Name == "version")
      Triple = "nvptx";
    if (Name == "mtriple" || Name == "march")
      Triple = Value;
  }
  return !Triple.starts_with("nvptx");
}

bool ::tensorcore::takesNextArgument(const std::string &Argument) {
  StringRef Name = Argument;
  if (!Name.consume_front("-"))
    return false;
  Name.consume_front("-");
  const cl::Option *Option = cl::getRegisteredOptions().lookup(Name);
  return Option && Option->getValueExpectedFlag() == cl::ValueRequired;
}

int ::tensorcore::runStaticTool(int argc, char **argv) {
  setBugReportMsg(llvm::tensorcore::getBugReportMessage());
  cl::AddExtraVersionPrinter(llvm::tensorcore::printVersion);
  if (StringRef(TOOL_NAME) != "llc")
    return runLLVMTool(argc, argv);
  cl::opt<unsigned, true> Threads(
      "threads", cl::location(llvm::tensorcore::CodeGenThreads), cl::init(1),
      cl::value_desc("number"),
      cl::desc("Compile functions in so many processes, with the same PTX (0: one for each "
               "processor)"));
  return runLLVMTool(argc, argv);
}
