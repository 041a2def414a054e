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

#include "Explain/CommandLine/Commands.h"
#include "Explain/Layouts/Layouts.h"
#include "Explain/Layouts/TensorMemory.h"
#include "Model/Tables/Errors.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

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
      if (Question.Operand.value_or(*Operand) != *Operand)
        return makeError("the question is of another operand than --operand");
      Question.Operand = *Operand;
    }
    Question.IsByLane = Options.IsByLane;
    if (Options.Lane)
      Question.Lane = Options.Lane;
    if (Options.Register)
      Question.Register = Options.Register;
    if (Question.asksForLocation() && Question.asksForLane())
      return makeError("a question is about a location or about a lane, not about both");
    if (Question.Register && !Question.Lane)
      return makeError("a register is that of a lane: --register needs --lane");
  }
  return Questions;
}

namespace {

/// Describes what one question is about.
struct Answer {
  LayoutQuestion Question;
  std::vector<NamedLayout> Layouts;
};

} // namespace

static Error printPicture(raw_ostream &OS, ArrayRef<Answer> Answers) {
  std::vector<const NamedLayout *> Layouts;
  for (const Answer &A : Answers) {
    if (A.Question.asksForLocation() || A.Question.asksForLane())
      return makeError("a picture is of a whole layout");
    for (const NamedLayout &Layout : A.Layouts)
      Layouts.push_back(&Layout);
  }
  if (Layouts.size() == 1) {
    printSVG(OS, *Layouts.front());
    return Error::success();
  }
  std::string Text =
      "a picture is of one layout, and these are " + std::to_string(Layouts.size()) + ":";
  for (const NamedLayout *Layout : Layouts)
    Text += "\n  " + lookupMMAOperand(Layout->Operand)->Spelling.str() + " of " +
            printInstructions(*Layout);
  return makeError(Text);
}

static void printJSON(raw_ostream &OS, ArrayRef<Answer> Answers) {
  json::OStream JSON(OS, /*IndentSize=*/1);
  JSON.array([&] {
    for (const Answer &A : Answers)
      for (const NamedLayout &Layout : A.Layouts)
        cantFail(printJSON(JSON, Layout, A.Question));
  });
  OS << '\n';
}

static Error printAnswers(raw_ostream &OS, ArrayRef<Answer> Answers, OutputFormat Format) {
  if (Format == OutputFormat::SVG)
    return printPicture(OS, Answers);
  // Before anything is printed.
  for (const Answer &A : Answers)
    for (const NamedLayout &Layout : A.Layouts)
      if (Error E = checkQuestion(Layout, A.Question))
        return E;
  if (Format == OutputFormat::JSON) {
    ::printJSON(OS, Answers);
    return Error::success();
  }
  if (Format == OutputFormat::CSV)
    printCSVHeader(OS);
  bool IsFirst = true;
  for (const Answer &A : Answers)
    for (const NamedLayout &Layout : A.Layouts) {
      if (Format == OutputFormat::CSV) {
        cantFail(printCSV(OS, Layout, A.Question));
        continue;
      }
      OS << (std::exchange(IsFirst, false) ? "" : "\n");
      cantFail(printText(OS, Layout, A.Question, OS.has_colors()));
    }
  return Error::success();
}

/// D of tcgen05.mma, which no lane holds.
static Error answerOfTensorMemory(raw_ostream &OS, ArrayRef<Subject> Subjects,
                                  ArrayRef<LayoutQuestion> Questions,
                                  const LayoutOptions &Options) {
  if (any_of(Questions, [](const LayoutQuestion &Q) {
        return Q.Operand.value_or(MMAOperand_D) != MMAOperand_D || Q.asksForLane();
      }))
    return makeError("of a tcgen05.mma there is D, by rows and columns; docs/tcgen05.md says where "
                     "scale factors are in tensor memory");
  if (!Options.M || !Options.N)
    return makeError("the instruction descriptor of a tcgen05.mma says M and N: give --m and --n");
  if (Questions.size() > 1 && Options.Format != OutputFormat::Text)
    return makeError("of a tcgen05.mma there is one question at a time, except as text");
  for (const LayoutQuestion &Question : Questions)
    if (Error E = printTensorMemory(OS, Subjects, Question, *Options.M, *Options.N, Options.Format))
      return E;
  return Error::success();
}

Expected<bool> explain::runLayout(raw_ostream &OS, StringRef Name, ArrayRef<std::string> Texts,
                                  const LayoutOptions &Options) {
  Expected<std::vector<LayoutQuestion>> Questions = getQuestions(Texts, Options);
  if (!Questions)
    return Questions.takeError();
  Expected<std::vector<Subject>> Found = findSubjects({Name.str()});
  if (!Found)
    return Found.takeError();
  if (isMultiplicationInTensorMemory(*Found)) {
    if (Error E = answerOfTensorMemory(OS, *Found, *Questions, Options))
      return E;
    return true;
  }
  if (Options.M || Options.N)
    return makeError("--m and --n are for tcgen05.mma");
  std::vector<Answer> Answers;
  for (const LayoutQuestion &Question : *Questions) {
    Expected<std::vector<NamedLayout>> Layouts = findLayouts(*Found, Question);
    if (!Layouts)
      return Layouts.takeError();
    Answers.push_back({Question, std::move(*Layouts)});
  }
  if (Error E = printAnswers(OS, Answers, Options.Format))
    return E;
  return true;
}
