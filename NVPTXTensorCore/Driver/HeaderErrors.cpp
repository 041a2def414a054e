//===- HeaderErrors.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An error is kept until its notes are known: the first note outside of the headers is the use that
// the error is about. The notes between, one for each template of the headers, are left out.
//
//===----------------------------------------------------------------------===//

#include "HeaderErrors.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

using namespace llvm;
using namespace llvm::tensorcore;
using clang::DiagnosticsEngine;

namespace {

class UsePrinter final : public clang::TextDiagnosticPrinter {
public:
  explicit UsePrinter(clang::CompilerInstance &Clang)
      : TextDiagnosticPrinter(errs(), Clang.getDiagnosticOpts()), Engine(Clang.getDiagnostics()) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override;
  void EndSourceFile() override;

private:
  using Kept = clang::StoredDiagnostic;

  bool isInHeaders(const Kept &Of) const;
  void print(DiagnosticsEngine::Level Level, const Kept &At, StringRef Message);
  void printKept();

  DiagnosticsEngine &Engine;
  std::optional<Kept> Error; ///< one of a header, whose notes are not complete
  std::vector<Kept> Notes;
};

} // namespace

bool UsePrinter::isInHeaders(const Kept &Of) const {
  if (!Of.getLocation().isValid() || !Of.getLocation().hasManager())
    return false;
  const StringRef File = Of.getLocation().getManager().getFilename(Of.getLocation());
  return sys::path::filename(File).starts_with("nvptx_tensorcore");
}

void UsePrinter::print(DiagnosticsEngine::Level Level, const Kept &At, StringRef Message) {
  clang::DiagnosticStorage Storage;
  append_range(Storage.DiagRanges, At.getRanges());
  TextDiagnosticPrinter::HandleDiagnostic(
      Level, clang::Diagnostic(&Engine, At.getLocation(), At.getID(), Storage, Message));
}

/// Returns a message without the headers' namespace, in which all of its names are.
static std::string shorten(StringRef Message) {
  std::string Short = Message.str();
  for (StringRef Scope : {"nvptx_tensorcore::", "detail::"})
    for (size_t At = 0; (At = Short.find(Scope.str(), At)) != std::string::npos;)
      Short.erase(At, Scope.size());
  return Short;
}

void UsePrinter::printKept() {
  if (!Error)
    return;
  const Kept What = *std::exchange(Error, std::nullopt);
  const std::vector<Kept> Behind = std::exchange(Notes, {});
  const auto Use = find_if(Behind, [&](const Kept &Note) { return !isInHeaders(Note); });
  if (Use == Behind.end()) {
    print(What.getLevel(), What, What.getMessage());
    for (const Kept &Note : Behind)
      print(Note.getLevel(), Note, Note.getMessage());
    return;
  }
  print(What.getLevel(), *Use, shorten(What.getMessage()));
  print(DiagnosticsEngine::Note, What, "the header expects this");
  for (const Kept &Note : make_range(std::next(Use), Behind.end()))
    print(Note.getLevel(), Note, shorten(Note.getMessage()));
}

void UsePrinter::HandleDiagnostic(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) {
  Kept New(Level, Info);
  if (Error && Level == DiagnosticsEngine::Note) {
    Notes.push_back(std::move(New));
    return;
  }
  printKept();
  if (Level == DiagnosticsEngine::Error && isInHeaders(New) &&
      StringRef(New.getMessage()).starts_with("static assertion failed"))
    Error = std::move(New);
  else
    TextDiagnosticPrinter::HandleDiagnostic(Level, Info);
}

void UsePrinter::EndSourceFile() {
  printKept();
  TextDiagnosticPrinter::EndSourceFile();
}

void tensorcore::reportAtUses(clang::CompilerInstance &Clang) {
  const clang::DiagnosticOptions &Options = Clang.getDiagnosticOpts();
  // With a file, clang's printer is not the only client; -verify compares what clang reports.
  if (Options.getFormat() == clang::DiagnosticOptions::Clang && !Options.VerifyDiagnostics &&
      Options.DiagnosticLogFile.empty() && Options.DiagnosticSerializationFile.empty())
    Clang.getDiagnostics().setClient(new UsePrinter(Clang));
}
