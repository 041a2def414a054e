//===- LayoutCommand.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// layout.
//
//===----------------------------------------------------------------------===//

#include "Explain/Commands.h"
#include "Explain/Layouts.h"
#include "Explain/TensorMemory.h"
#include "Model/Errors.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// Questions of the command line, or the one that options ask.
static Expected<std::vector<LayoutQuestion>> getQuestions(ArrayRef<std::string> Texts,
                                                          const LayoutOptions &Options) {
  std::vector<LayoutQuestion> Questions;
  for (StringRef Text : Texts) {
    Expected<LayoutQuestion> Question = parseQuestion(Text);
    if (!Question)
      return Question.takeError();
    Questions.push_back(*Question);
  }
  if (Questions.empty())
    Questions.emplace_back();
  for (LayoutQuestion &Question : Questions) {
    if (!Options.Operand.empty()) {
      Expected<MMAOperand> Operand = parseOperand(Options.Operand);
      if (!Operand)
        return Operand.takeError();
      Question.Operand = *Operand;
    }
    Question.IsByLane = Options.IsByLane;
    if (Options.Lane)
      Question.Lane = Options.Lane;
    if (Options.Register)
      Question.Register = Options.Register;
    if (Question.Register && !Question.Lane)
      return makeError("a register is that of a lane: --register needs --lane");
  }
  return Questions;
}

static Error printLayouts(raw_ostream &OS, ArrayRef<NamedLayout> Layouts,
                          const LayoutQuestion &Question, OutputFormat Format) {
  if (Format == OutputFormat::SVG) {
    if (Layouts.size() > 1) {
      std::string Text =
          "a picture is of one layout, and these are " + std::to_string(Layouts.size()) + ":";
      for (const NamedLayout &Layout : Layouts)
        Text += "\n  " + lookupMMAOperand(Layout.Operand)->Spelling.str() + " of " +
                spellInstructions(Layout);
      return makeError(Text);
    }
    printSVG(OS, Layouts.front());
    return Error::success();
  }
  if (Format == OutputFormat::JSON) {
    Error Result = Error::success();
    json::OStream JSON(OS, /*IndentSize=*/1);
    JSON.array([&] {
      for (const NamedLayout &Layout : Layouts)
        Result = joinErrors(std::move(Result), printJSON(JSON, Layout, Question));
    });
    OS << '\n';
    return Result;
  }
  if (Format == OutputFormat::CSV)
    printCSVHeader(OS);
  for (const NamedLayout &Layout : Layouts) {
    if (Format == OutputFormat::Text && &Layout != &Layouts.front())
      OS << '\n';
    if (Error E = Format == OutputFormat::CSV ? printCSV(OS, Layout, Question)
                                              : printText(OS, Layout, Question, OS.has_colors()))
      return E;
  }
  return Error::success();
}

Expected<bool> explain::runLayout(raw_ostream &OS, StringRef Name, ArrayRef<std::string> Texts,
                                  const LayoutOptions &Options) {
  Expected<std::vector<LayoutQuestion>> Questions = getQuestions(Texts, Options);
  if (!Questions)
    return Questions.takeError();
  Expected<std::vector<Subject>> Found = findSubjects(Name);
  if (!Found)
    return Found.takeError();
  bool IsInTensorMemory = isMultiplicationInTensorMemory(*Found);
  if (IsInTensorMemory ? !Options.M || !Options.N : Options.M || Options.N)
    return makeError(
        IsInTensorMemory
            ? "the instruction descriptor of a tcgen05.mma says M and N: give --m and --n"
            : "--m and --n are for tcgen05.mma");
  for (const LayoutQuestion &Question : *Questions) {
    if (IsInTensorMemory) {
      if (Error E = printTensorMemory(OS, *Found, Question, *Options.M, *Options.N, Options.Format))
        return std::move(E);
      continue;
    }
    Expected<std::vector<NamedLayout>> Layouts = findLayouts(*Found, Question);
    if (!Layouts)
      return Layouts.takeError();
    if (Error E = printLayouts(OS, *Layouts, Question, Options.Format))
      return std::move(E);
  }
  return true;
}
