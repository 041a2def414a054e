//===- Messages.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A diagnostic that knows its function and line says them in fields, not in its text.
//
//===----------------------------------------------------------------------===//

#include "Library/Messages.h"
#include "Library/Severities.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

static std::string print(const DiagnosticInfo &Info) {
  std::string Text;
  raw_string_ostream OS(Text);
  DiagnosticPrinterRawOStream Printer(OS);
  Info.print(Printer);
  return Text;
}

static void locate(Message &Of, const DiagnosticInfoWithLocationBase &Info) {
  Of.Function = Info.getFunction().getName();
  if (!Info.isLocationAvailable())
    return;
  StringRef File;
  Info.getLocation(File, Of.Line, Of.Column);
  Of.File = File;
}

Message tensorcore::describe(const SMDiagnostic &Syntax) {
  Message Error{NVPTXTC_SEVERITY_ERROR, Syntax.getMessage().str()};
  Error.Code = "syntax";
  if (Syntax.getLineNo() > 0) {
    Error.File = Syntax.getFilename();
    Error.Line = Syntax.getLineNo();
    Error.Column = Syntax.getColumnNo() + 1;
  }
  return Error;
}

void Messages::add(Message Next) {
  // LLVM's own end in newlines, some of them.
  Next.Text = StringRef(Next.Text).rtrim().str();
  HasErrors |= Next.Severity == NVPTXTC_SEVERITY_ERROR;
  List.push_back(std::move(Next));
}

void Messages::add(const DiagnosticInfo &Info) {
  Message Next{getSeverity(Info.getSeverity(), &Severity::LLVMs).Ours, ""};
  if (const auto *Unsupported = dyn_cast<DiagnosticInfoUnsupported>(&Info)) {
    Next.Text = Unsupported->getMessage().str();
    locate(Next, *Unsupported);
  } else if (isa<DiagnosticInfoOptimizationBase>(Info)) {
    const auto &Remark = cast<DiagnosticInfoOptimizationBase>(Info);
    Next.Text = Remark.getMsg();
    Next.Pass = Remark.getPassName();
    locate(Next, Remark);
  } else if (const auto *Source = dyn_cast<DiagnosticInfoSrcMgr>(&Info)) {
    Next.Text = Source->getSMDiag().getMessage();
  } else {
    Next.Text = print(Info);
  }
  add(std::move(Next));
}

void Messages::tell(nvptxtc_diagnostic_handler Handler, void *Data) const {
  for (const Message &M : List) {
    const nvptxtc_diagnostic Told = {M.Severity,     M.Text.c_str(), M.Function.c_str(),
                                     M.File.c_str(), M.Line,         M.Column,
                                     M.Pass.c_str(), M.Code.c_str()};
    Handler(&Told, Data);
  }
}

std::string Messages::printAsJSON() const {
  json::Array Array;
  for (const Message &M : List) {
    json::Object Object{{"severity", getSeverity(M.Severity, &Severity::Ours).Name},
                        {"message", json::fixUTF8(M.Text)}};
    auto Add = [&](StringRef Key, StringRef Value) {
      if (!Value.empty())
        Object[Key] = json::fixUTF8(Value);
    };
    Add("function", M.Function);
    Add("file", M.File);
    Add("pass", M.Pass);
    Add("code", M.Code);
    if (M.Line) {
      Object["line"] = M.Line;
      Object["column"] = M.Column;
    }
    Array.push_back(std::move(Object));
  }
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Array));
  return Text;
}

namespace {

class Collector final : public DiagnosticHandler {
public:
  Collector(Messages &Into, const Regex *Remarks) : Into(Into), Remarks(Remarks) {}

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    Into.add(Info);
    return true;
  }

  bool isAnalysisRemarkEnabled(StringRef Pass) const override { return isAsked(Pass); }
  bool isMissedOptRemarkEnabled(StringRef Pass) const override { return isAsked(Pass); }
  bool isPassedOptRemarkEnabled(StringRef Pass) const override { return isAsked(Pass); }
  bool isAnyRemarkEnabled() const override { return Remarks; }

private:
  bool isAsked(StringRef Pass) const { return Remarks && Remarks->match(Pass); }

  Messages &Into;
  const Regex *Remarks;
};

} // namespace

void tensorcore::collectDiagnostics(LLVMContext &Context, Messages &Into, const Regex *Remarks) {
  Context.setDiagnosticHandler(std::make_unique<Collector>(Into, Remarks), /*RespectFilters=*/true);
}
