//===- Backend.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "TextMutator.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/InitializePasses.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <csetjmp>
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::fuzz;

// clang-format off
static constexpr const char *CPUs[] = {"sm_70", "sm_75", "sm_80", "sm_89", "sm_90", "sm_90a", "sm_100a", "sm_100f",
                                       "sm_103a", "sm_120a", "sm_121a"};
static constexpr const char *Features[] = {"", "ptx60", "ptx70", "ptx78", "ptx80", "ptx86", "ptx87", "ptx88", "ptx90"};

/// What LLVM says where IR is beyond its NVPTX target, without any of our instructions.
static constexpr const char *StockMessages[] = {
    "Cannot select", "Bad address space", "Unknown address space", "aliasee must not be", "circular dependency found in global variable",
    "NVPTX aliasee must", "initial value of", "Cannot emit", "Unsupported", "unsupported", "Symbol ", "Don't know how to",
    "Do not know how to", "Invalid", "unable to legalize"};
// clang-format on

Request Request::parse(StringRef Input) {
  Request Asked;
  SmallVector<StringRef> Words;
  Input.take_until([](char C) { return C == '\n'; }).split(Words, ' ');
  for (StringRef Word : Words) {
    if (Word.starts_with("sm_"))
      Asked.CPU = Word;
    else if (Word.starts_with("ptx"))
      Asked.Feature = "+" + Word.str();
    else if (Word == "O0")
      Asked.Level = CodeGenOptLevel::None;
    else if (Word == "optimize")
      Asked.Optimizes = true;
  }
  return Asked;
}

std::string Request::makeLine(StringRef Comment, unsigned Seed) {
  std::minstd_rand Random(Seed);
  auto Take = [&](ArrayRef<const char *> From) { return From[Random() % From.size()]; };
  std::string CPU = Take(CPUs), Feature = Take(Features);
  return (Comment + " " + CPU + " " + Feature + (Random() % 2 ? " O0" : " O3") +
          (Random() % 2 ? " optimize" : ""))
      .str();
}

static sigjmp_buf GiveUp;
static GuardKind Guard = GuardKind::None;

/// A fatal error of LLVM's that its own NVPTX target has, too, ends an input and no more.
static void onFatalError(void *, const char *Message, bool) {
  bool IsStock =
      any_of(StockMessages, [=](const char *Known) { return StringRef(Message).contains(Known); });
  if (Guard == GuardKind::Reading || (Guard == GuardKind::Compiling && IsStock))
    siglongjmp(GiveUp, 1);
  errs() << "fatal error: " << Message << '\n';
  abort();
}

void fuzz::initializeBackend(ArrayRef<const char *> Options) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  PassRegistry &Registry = *PassRegistry::getPassRegistry();
  initializeCore(Registry);
  initializeCodeGen(Registry);
  initializeTarget(Registry);
  std::string Error;
  if (sys::DynamicLibrary::LoadLibraryPermanently(PLUGIN, &Error)) {
    errs() << Error << '\n';
    exit(1);
  }
  SmallVector<const char *> Arguments = {"fuzz"};
  append_range(Arguments, Options);
  cl::ParseCommandLineOptions(Arguments.size(), Arguments.data());
  install_fatal_error_handler(onFatalError);
}

namespace {
struct Silence : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &) override { return true; }
  bool isAnalysisRemarkEnabled(StringRef) const override { return true; }
  bool isMissedOptRemarkEnabled(StringRef) const override { return true; }
  bool isPassedOptRemarkEnabled(StringRef) const override { return true; }
  bool isAnyRemarkEnabled() const override { return true; }
};
} // namespace

void fuzz::silence(LLVMContext &Context) {
  Context.setDiagnosticHandler(std::make_unique<Silence>());
}

std::unique_ptr<TargetMachine> fuzz::makeTargetMachine(const Request &Asked) {
  std::string Error;
  const Triple ModuleTriple("nvptx64-nvidia-cuda");
  const Target *Found = TargetRegistry::lookupTarget(ModuleTriple, Error);
  return std::unique_ptr<TargetMachine>(
      Found->createTargetMachine(ModuleTriple, Asked.CPU, Asked.Feature, TargetOptions(),
                                 std::nullopt, std::nullopt, Asked.Level));
}

bool fuzz::runGuarded(GuardKind Kind, function_ref<void()> Work) {
  Guard = Kind;
  bool GaveUp = sigsetjmp(GiveUp, /*savemask=*/0);
  if (!GaveUp)
    Work();
  Guard = GuardKind::None;
  return !GaveUp;
}

std::string fuzz::mutateInput(StringRef Input, StringRef Donor, StringRef Comment, unsigned Seed) {
  if (!Input.starts_with(Comment) || Seed % 16 == 0) {
    StringRef Rest = Input.starts_with(Comment) ? Input.split('\n').second : Input;
    return Request::makeLine(Comment, Seed) + "\n" + Rest.str();
  }
  auto [Line, Rest] = Input.split('\n');
  return Line.str() + "\n" + mutateText(Rest, Donor, Seed);
}
