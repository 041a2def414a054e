//===- SARIFLog.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's writer of SARIF knows the document only as a whole, and takes the number of a diagnostic
// as its rule. This printer therefore writes the document to memory first, and finds the results of
// this project in it by their order and their messages.
//
//===----------------------------------------------------------------------===//

#include "SARIFLog.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Location.h"
#include "Library/Messages.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/SARIFDiagnostic.h"
#include "clang/Frontend/SARIFDiagnosticPrinter.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Holds the text that the printer's base class writes; a base class, as it is made before that.
struct DocumentText {
  std::string Text;
  raw_string_ostream TextStream{Text};
};

class CodedPrinter final : DocumentText, public clang::SARIFDiagnosticPrinter {
public:
  explicit CodedPrinter(clang::DiagnosticOptions &Options)
      : SARIFDiagnosticPrinter(TextStream, Options) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;
  void EndSourceFile() override;

private:
  void addCodes(json::Object &Run);

  std::deque<Message> Own; ///< diagnostics of this project that the document has
};

} // namespace

void CodedPrinter::HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                                    const clang::Diagnostic &Info) {
  if (const DiagnosticFacts *Facts = getDiagnosticFacts()) {
    SmallString<256> Text;
    Info.FormatDiagnostic(Text);
    Message &M = Own.emplace_back();
    M.Text = Text.str();
    addFacts(M, *Facts);
  }
  SARIFDiagnosticPrinter::HandleDiagnostic(Level, Info);
}

static json::Object makeRule(const DiagnosticCode &Code, StringRef Level) {
  return json::Object{{"id", Code.Code},
                      {"shortDescription", json::Object{{"text", Code.Means}}},
                      {"defaultConfiguration", json::Object{{"enabled", true}, {"level", Level}}}};
}

/// Replaces the rules of a run by those that its results name.
void CodedPrinter::addCodes(json::Object &Run) {
  json::Array *Results = Run.getArray("results");
  json::Object *Tool = Run.getObject("tool");
  json::Object *Driver = Tool ? Tool->getObject("driver") : nullptr;
  json::Array *ClangRules = Driver ? Driver->getArray("rules") : nullptr;
  if (!Results || !ClangRules)
    return;
  const std::vector<DiagnosticCode> Codes = getDiagnosticCodes();
  json::Array Rules;
  StringMap<int64_t> Indices;
  for (json::Value &Each : *Results) {
    json::Object &Result = *Each.getAsObject();
    const auto *Text = Result.getObject("message");
    json::Value Rule = (*ClangRules)[size_t(Result.getInteger("ruleIndex").value_or(0))];
    if (!Own.empty() && Text &&
        Text->getString("text") == StringRef(json::fixUTF8(Own.front().Text))) {
      const Message M = std::move(Own.front());
      Own.pop_front();
      const auto Code = find_if(Codes, [&](const DiagnosticCode &C) { return C.Code == M.Code; });
      Result["ruleId"] = M.Code;
      if (Code != Codes.end())
        Rule = makeRule(*Code, Result.getString("level").value_or("error"));
      json::Object Properties = toJSON(M);
      for (StringRef Key : {"severity", "message", "code"})
        Properties.erase(Key);
      Result["properties"] = std::move(Properties);
    }
    const auto [Known, IsNew] =
        Indices.try_emplace(Result.getString("ruleId").value_or(""), int64_t(Rules.size()));
    if (IsNew)
      Rules.push_back(std::move(Rule));
    Result["ruleIndex"] = Known->second;
  }
  (*Driver)["rules"] = std::move(Rules);
}

void CodedPrinter::EndSourceFile() {
  SARIFDiagnosticPrinter::EndSourceFile();
  Expected<json::Value> Document = json::parse(Text);
  if (json::Object *Log = Document ? Document->getAsObject() : nullptr) {
    if (json::Array *Runs = Log->getArray("runs"))
      for (json::Value &Run : *Runs)
        if (json::Object *Each = Run.getAsObject())
          addCodes(*Each);
    errs() << '\n' << *Document << "\n\n";
  } else {
    errs() << Text;
  }
  if (!Document)
    consumeError(Document.takeError());
  Text.clear();
  Own.clear();
}

void tensorcore::logCodes(clang::CompilerInstance &Clang) {
  clang::DiagnosticOptions &Options = Clang.getDiagnosticOpts();
  // With one of these files, clang's printer is not the only client.
  if (Options.getFormat() == clang::DiagnosticOptions::SARIF && Options.DiagnosticLogFile.empty() &&
      Options.DiagnosticSerializationFile.empty())
    Clang.getDiagnostics().setClient(new CodedPrinter(Options));
}
