//===- Diagnostics.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each diagnostic becomes the one that the same check reports in LLVM 22.
//
//===----------------------------------------------------------------------===//

#include "LLVM22/Plugin/Diagnostics.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Place.h"
#include "LLVM22/Bridge/Bridge.h"
#include "Library/Severities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The module's file of that name, which has its folder, too.
DIFile *Diagnostics::findFile(StringRef Name) {
  if (Files.empty()) {
    DebugInfoFinder Found;
    Found.processModule(M);
    auto Add = [this](const DIScope *Scope) {
      if (DIFile *File = Scope->getFile())
        Files.try_emplace(File->getFilename(), File);
    };
    for_each(Found.compile_units(), Add);
    for_each(Found.subprograms(), Add);
    for_each(Found.scopes(), Add);
  }
  DIFile *&File = Files[Name];
  if (!File)
    File = DIFile::get(M.getContext(), Name, "");
  return File;
}

/// A line that need not belong to anything that is left in the module. Null without a line.
DebugLoc Diagnostics::makeLocation(StringRef File, unsigned Line, unsigned Column) {
  if (File.empty() || !Line)
    return {};
  LLVMContext &Context = M.getContext();
  auto *Scope =
      DISubprogram::getDistinct(Context, nullptr, "", "", findFile(File), Line, nullptr, Line,
                                nullptr, 0, 0, DINode::FlagZero, DISubprogram::SPFlagZero, nullptr);
  return DILocation::get(Context, Line, Column, Scope);
}

void Diagnostics::report(const nvptxtc_diagnostic &D) {
  const DebugLoc Loc = makeLocation(D.file, D.line, D.column);
  HasErrors |= D.severity == NVPTXTC_SEVERITY_ERROR;
  if (D.severity == NVPTXTC_SEVERITY_REMARK)
    return reportRemark(D, Loc);
  const DiagnosticSeverity Level = getSeverity(D.severity, &Severity::Ours).LLVMs;
  const Function *F = M.getFunction(D.function);
  if (F && D.severity != NVPTXTC_SEVERITY_NOTE) // clang places no notes
    diagnose(Place(*F, Loc), D.message, Level);
  else
    M.getContext().diagnose(DiagnosticInfoGeneric(D.message, Level));
}

namespace {

/// What the bridge refuses. It names places, not functions.
class Refusal final : public DiagnosticInfoUnsupported {
public:
  using DiagnosticInfoUnsupported::DiagnosticInfoUnsupported;

  void print(DiagnosticPrinter &DP) const override {
    DP << getLocationStr() << ": " << getMessage();
  }
};

} // namespace

void Diagnostics::report(const BridgeError &E) {
  const DebugLoc Loc = makeLocation(E.File, E.Line, E.Column);
  if (!Loc || M.empty())
    return reportError(E.message());
  HasErrors = true;
  M.getContext().diagnose(Refusal(*M.begin(), E.Message, Loc));
}

void Diagnostics::reportError(const Twine &Message) {
  HasErrors = true;
  M.getContext().diagnose(DiagnosticInfoGeneric(Message, DS_Error));
}

/// The kind of a remark, which the library does not say, is one that somebody asks for.
void Diagnostics::reportRemark(const nvptxtc_diagnostic &D, const DebugLoc &Loc) const {
  const Function *F = M.getFunction(D.function);
  if (!F || F->isDeclaration())
    return;
  const DiagnosticHandler &Handler = *M.getContext().getDiagHandlerPtr();
  const BasicBlock *Block = &F->getEntryBlock();
  if (Handler.isPassedOptRemarkEnabled(D.pass))
    M.getContext().diagnose(OptimizationRemark(D.pass, "Remark", Loc, Block) << D.message);
  else if (Handler.isMissedOptRemarkEnabled(D.pass))
    M.getContext().diagnose(OptimizationRemarkMissed(D.pass, "Remark", Loc, Block) << D.message);
  else
    M.getContext().diagnose(OptimizationRemarkAnalysis(D.pass, "Remark", Loc, Block) << D.message);
}

std::string Diagnostics::getRemarks() const {
  const DiagnosticHandler &Handler = *M.getContext().getDiagHandlerPtr();
  const bool AreRecorded = M.getContext().getLLVMRemarkStreamer();
  std::vector<std::string> Names = getCheckNames();
  Names.push_back("nvptx-mma");
  erase_if(Names,
           [&](StringRef Name) { return !AreRecorded && !Handler.isAnyRemarkEnabled(Name); });
  return Names.empty() ? "" : "^(" + join(Names, "|") + ")$";
}
