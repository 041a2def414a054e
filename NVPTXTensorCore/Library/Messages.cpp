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
#include "Model/Legality/Legality.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

static std::string printDiagnostic(const DiagnosticInfo &Info) {
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
  Error.Code = getCode(ErrorKind::Syntax);
  if (Syntax.getLineNo() > 0) {
    Error.File = Syntax.getFilename();
    Error.Line = Syntax.getLineNo();
    Error.Column = Syntax.getColumnNo() + 1;
  }
  return Error;
}

/// The line of the outermost function, then those of the functions that are inlined there, down to
/// the diagnostic's; empty if nothing is inlined.
static std::vector<InlinedCall> getCalls(const DebugLoc &Loc) {
  std::vector<InlinedCall> Calls;
  for (const DILocation *At = Loc.get(); At; At = At->getInlinedAt()) {
    const DISubprogram *In = At->getScope()->getSubprogram();
    Calls.push_back(
        {In ? In->getName().str() : "", At->getFilename().str(), At->getLine(), At->getColumn()});
  }
  if (Calls.size() < 2)
    return {};
  std::reverse(Calls.begin(), Calls.end());
  return Calls;
}

void tensorcore::addFacts(Message &Of, const DiagnosticFacts &Facts) {
  Of.Code = Facts.Code;
  Of.Option = Facts.Option;
  if (Facts.At)
    Of.Calls = getCalls(Facts.At->Loc);
  StringRef Subject;
  if (Facts.At)
    Subject = Facts.At->Subject;
  if (Facts.Needs && (Subject.empty() || !Subject.starts_with("llvm.")))
    Subject = Facts.Needs->Subject;
  (Subject.starts_with("llvm.") ? Of.Intrinsic : Of.Statement) = Subject.str();
  if (!Facts.Needs)
    return;
  const Requirement &Needs = *Facts.Needs;
  Of.PTX = printPTXVersion(Needs.PTXVersion);
  for (StringRef Target : Needs.Targets)
    Of.NeedsTargets.push_back(Target.str());
  if (Needs.FirstPTX)
    Of.NeedsPTX = printPTXVersion(Needs.FirstPTX);
  if (Needs.LastPTX && Needs.LastPTX != getPTXVersions().back().Version)
    Of.NeedsLastPTX = printPTXVersion(Needs.LastPTX);
  Of.Closest = Needs.Closest;
}

void Messages::add(Message Next) {
  // LLVM's own end in newlines, some of them.
  Next.Text = StringRef(Next.Text).rtrim().str();
  HasErrors |= Next.Severity == NVPTXTC_SEVERITY_ERROR;
  if (Next.Target.empty())
    Next.Target = Target;
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
    Next.Text = printDiagnostic(Info);
  }
  if (const DiagnosticFacts *Facts = getDiagnosticFacts())
    addFacts(Next, *Facts);
  else if (Next.Severity != NVPTXTC_SEVERITY_REMARK)
    Next.Code = getCode(Info.getKind() == DK_Linker ? ErrorKind::Link : ErrorKind::LLVM);
  add(std::move(Next));
}

void Messages::addCrash(StringRef Text, std::string Reproducer) {
  Message Next{NVPTXTC_SEVERITY_ERROR, Text.str()};
  Next.Code = getCode(ErrorKind::Fatal);
  if (!Reproducer.empty())
    Next.Text += "; " + Reproducer + "/reproduce.sh compiles the same modules again";
  Next.Reproducer = std::move(Reproducer);
  add(std::move(Next));
}

void Messages::tell(nvptxtc_diagnostic_handler Handler, void *Data) const {
  for (const Message &M : List) {
    std::vector<nvptxtc_call> Calls;
    for (const InlinedCall &Call : M.Calls)
      Calls.push_back({Call.Function.c_str(), Call.File.c_str(), Call.Line, Call.Column});
    const std::string NeedsTargets = join(M.NeedsTargets, " ");
    const nvptxtc_diagnostic Told = {M.Severity,
                                     M.Text.c_str(),
                                     M.Function.c_str(),
                                     M.File.c_str(),
                                     M.Line,
                                     M.Column,
                                     M.Pass.c_str(),
                                     M.Code.c_str(),
                                     M.Option.c_str(),
                                     M.Intrinsic.c_str(),
                                     M.Statement.c_str(),
                                     M.Target.c_str(),
                                     M.PTX.c_str(),
                                     NeedsTargets.c_str(),
                                     M.NeedsPTX.c_str(),
                                     M.NeedsLastPTX.c_str(),
                                     M.Closest.c_str(),
                                     Calls.data(),
                                     Calls.size(),
                                     M.Reproducer.c_str()};
    Handler(&Told, Data);
  }
}

/// Calls a function for each field that is a string, with its key.
template <typename T, typename FunctionT> static void forEachString(T &Of, FunctionT Do) {
  Do("message", Of.Text);
  Do("function", Of.Function);
  Do("file", Of.File);
  Do("pass", Of.Pass);
  Do("code", Of.Code);
  Do("option", Of.Option);
  Do("intrinsic", Of.Intrinsic);
  Do("statement", Of.Statement);
  Do("target", Of.Target);
  Do("ptx", Of.PTX);
  Do("needs_ptx", Of.NeedsPTX);
  Do("needs_last_ptx", Of.NeedsLastPTX);
  Do("closest", Of.Closest);
  Do("reproducer", Of.Reproducer);
}

static void addLine(json::Object &To, unsigned Line, unsigned Column) {
  if (!Line)
    return;
  To["line"] = Line;
  To["column"] = Column;
}

static unsigned getNumber(const json::Object &Of, StringRef Key) {
  return unsigned(Of.getInteger(Key).value_or(0));
}

json::Object tensorcore::toJSON(const Message &M) {
  json::Object Object{{"severity", getSeverity(M.Severity, &Severity::Ours).Name}};
  forEachString(M, [&](StringRef Key, StringRef Value) {
    if (!Value.empty() || Key == "message")
      Object[Key] = json::fixUTF8(Value);
  });
  addLine(Object, M.Line, M.Column);
  if (!M.NeedsTargets.empty())
    Object["needs_targets"] = M.NeedsTargets;
  json::Array Calls;
  for (const InlinedCall &Call : M.Calls) {
    json::Object Each{{"file", json::fixUTF8(Call.File)}};
    if (!Call.Function.empty())
      Each["function"] = json::fixUTF8(Call.Function);
    addLine(Each, Call.Line, Call.Column);
    Calls.push_back(std::move(Each));
  }
  if (!Calls.empty())
    Object["calls"] = std::move(Calls);
  return Object;
}

std::string Messages::printAsJSON() const {
  json::Array Array;
  for (const Message &M : List)
    Array.push_back(toJSON(M));
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Array));
  return Text;
}

static Message readJSON(const json::Object &From) {
  const StringRef Name = From.getString("severity").value_or("error");
  Message M{find_if(Severities, [&](const Severity &S) { return S.Name == Name; })->Ours, ""};
  forEachString(M, [&](StringRef Key, std::string &Value) {
    Value = From.getString(Key).value_or("").str();
  });
  M.Line = getNumber(From, "line");
  M.Column = getNumber(From, "column");
  if (const json::Array *Targets = From.getArray("needs_targets"))
    for (const json::Value &Target : *Targets)
      M.NeedsTargets.push_back(Target.getAsString().value_or("").str());
  if (const json::Array *Calls = From.getArray("calls"))
    for (const json::Value &Each : *Calls)
      if (const json::Object *Call = Each.getAsObject())
        M.Calls.push_back({Call->getString("function").value_or("").str(),
                           Call->getString("file").value_or("").str(), getNumber(*Call, "line"),
                           getNumber(*Call, "column")});
  return M;
}

void Messages::addJSON(StringRef Text) {
  Expected<json::Value> Parsed = json::parse(Text);
  const json::Array *All = Parsed ? Parsed->getAsArray() : nullptr;
  if (All)
    for (const json::Value &Each : *All)
      if (const json::Object *From = Each.getAsObject())
        add(readJSON(*From));
  if (!Parsed)
    consumeError(Parsed.takeError());
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
