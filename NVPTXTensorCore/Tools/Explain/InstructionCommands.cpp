//===- InstructionCommands.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// show, list, legal and layout.
//
//===----------------------------------------------------------------------===//

#include "Explain/Commands.h"
#include "Explain/Facts.h"
#include "Explain/Layouts.h"
#include "Explain/Targets.h"
#include "Model/Errors.h"
#include "Model/MMAPTXText.h"
#include "Model/WordLists.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// Instructions of which `show` prints all that it knows; of more, a line each.
static constexpr size_t MostShown = 4;

static Expected<std::vector<Subject>> findAll(ArrayRef<std::string> Names) {
  std::vector<Subject> All;
  for (StringRef Name : Names) {
    Expected<std::vector<Subject>> Found = findSubjects(Name);
    if (!Found)
      return Found.takeError();
    All.insert(All.end(), Found->begin(), Found->end());
  }
  return All;
}

static void printShort(raw_ostream &OS, const Subject &S) {
  std::vector<std::string> Mnemonics = getMnemonics(S);
  OS << S.Name << "  " << Mnemonics.front();
  if (Mnemonics.size() > 1)
    OS << formatv(" and {0} more", Mnemonics.size() - 1);
  OS << '\n';
}

Expected<bool> explain::runShow(raw_ostream &OS, ArrayRef<std::string> Names, bool AsJSON) {
  Expected<std::vector<Subject>> Found = findAll(Names);
  if (!Found)
    return Found.takeError();
  if (AsJSON) {
    json::OStream JSON(OS, /*IndentSize=*/1);
    JSON.array([&] {
      for (const Subject &S : *Found)
        print(JSON, getFacts(S));
    });
    OS << '\n';
    return true;
  }
  if (Found->size() > MostShown) {
    OS << Found->size() << " instructions have that name; with one of these, show says all:\n";
    for (const Subject &S : *Found)
      printShort(OS << "  ", S);
    return true;
  }
  for (const Subject &S : *Found) {
    OS << (&S == &Found->front() ? "" : "\n");
    print(OS, getFacts(S));
  }
  return true;
}

namespace {

/// A filter with its words understood.
class Sieve {
public:
  static Expected<Sieve> make(const InstructionFilter &Filter) {
    Sieve Result(Filter);
    if (Filter.Target.empty() && !Filter.PTXVersion.empty())
      return makeError("--ptx needs --target");
    if (!Filter.Target.empty()) {
      Expected<TargetVersion> Target = parseTarget(Filter.Target, Filter.PTXVersion);
      if (!Target)
        return Target.takeError();
      Result.Target = *Target;
    }
    if (Error E = Result.checkWords())
      return std::move(E);
    return Result;
  }

  bool matches(const Subject &S) const {
    return (Filter.Family.empty() || getFamilyName(S) == Filter.Family) && matchesWords(S) &&
           (!Target || isLegal(S));
  }

private:
  explicit Sieve(const InstructionFilter &Filter) : Filter(Filter) {}

  /// Words that no instruction has are mistakes.
  Error checkWords() const {
    std::vector<std::string> Families, Types, Shapes;
    auto Add = [](std::vector<std::string> &To, std::string Word) {
      if (!Word.empty() && !is_contained(To, Word))
        To.push_back(std::move(Word));
    };
    for (const Subject &S : getSubjects())
      Add(Families, getFamilyName(S));
    for (const MMATypeInfo &Type : getMMATypes())
      Add(Types, Type.Spelling.str());
    for (const MMAShapeInfo &Shape : getMMAShapes())
      Add(Shapes, Shape.Spelling.str());
    auto Check = [](StringRef Word, ArrayRef<std::string> Known, StringRef What) -> Error {
      if (is_contained(Known, Word))
        return Error::success();
      return makeError("there is no " + What + " '" + Word + "'; there are " +
                       spellAlternatives(chooseAlternatives(Known, Word)));
    };
    Error Wrong =
        Filter.Family.empty() ? Error::success() : Check(Filter.Family, Families, "family");
    for (StringRef Type : Filter.Types)
      Wrong = joinErrors(std::move(Wrong), Check(Type, Types, "type"));
    for (StringRef Shape : Filter.Shapes)
      Wrong = joinErrors(std::move(Wrong), Check(Shape, Shapes, "shape"));
    return Wrong;
  }

  bool matchesWords(const Subject &S) const {
    if (Filter.Types.empty() && Filter.Shapes.empty())
      return true;
    if (!S.Variant)
      return false;
    const MMAVariant &V = *S.Variant;
    std::vector<StringRef> Types;
    for (MMAType Type : {V.D, V.A, V.B, V.C, V.Element})
      Types.push_back(lookupMMAType(Type)->Spelling);
    return all_of(Filter.Types, [&](StringRef Type) { return is_contained(Types, Type); }) &&
           (Filter.Shapes.empty() ||
            is_contained(Filter.Shapes, lookupMMAShape(V.Shape)->Spelling));
  }

  bool isLegal(const Subject &S) const {
    return any_of(S.Forms,
                  [&](const MMAForm &Form) {
                    return !errorToBool(checkLegal(*S.Variant, Form, *Target));
                  }) ||
           any_of(S.CompanionForms,
                  [&](CompanionForm Form) { return !errorToBool(checkLegal(Form, *Target)); });
  }

  InstructionFilter Filter;
  std::optional<TargetVersion> Target;
};

} // namespace

Expected<bool> explain::runList(raw_ostream &OS, ArrayRef<std::string> Names,
                                const InstructionFilter &Filter, OutputFormat Format) {
  Expected<Sieve> Wanted = Sieve::make(Filter);
  if (!Wanted)
    return Wanted.takeError();
  std::vector<Subject> Found(getSubjects().begin(), getSubjects().end());
  if (!Names.empty()) {
    Expected<std::vector<Subject>> Named = findAll(Names);
    if (!Named)
      return Named.takeError();
    Found = std::move(*Named);
  }
  llvm::erase_if(Found, [&](const Subject &S) { return !Wanted->matches(S); });
  if (Format == OutputFormat::JSON) {
    json::OStream JSON(OS, /*IndentSize=*/1);
    JSON.array([&] {
      for (const Subject &S : Found)
        JSON.object([&] {
          JSON.attribute("name", S.Name);
          JSON.attribute("family", getFamilyName(S));
          JSON.attributeArray("mnemonics", [&] {
            for (const std::string &Mnemonic : getMnemonics(S))
              JSON.value(Mnemonic);
          });
        });
    });
    OS << '\n';
  } else {
    for (const Subject &S : Found)
      printShort(OS, S);
  }
  return !Found.empty();
}

namespace {

/// Forms with the same verdict.
struct Verdict {
  std::string Message; ///< the compiler's, of the first; empty if they are legal
  std::vector<std::pair<StringRef, std::string>> Forms; ///< intrinsic and mnemonic

  std::string spellForms() const {
    std::map<StringRef, unsigned> Intrinsics;
    for (const auto &[Intrinsic, Mnemonic] : Forms)
      ++Intrinsics[Intrinsic];
    std::string Text = Forms.front().second;
    if (Forms.size() > 1)
      Text += formatv(" and {0} other form{1}", Forms.size() - 1, Forms.size() == 2 ? "" : "s");
    std::string Names = Forms.front().first.str();
    if (Intrinsics.size() > 1)
      Names = formatv("{0} intrinsics, such as {1}", Intrinsics.size(), Names);
    return Text + " (" + Names + ")";
  }
};

/// Verdicts by what their messages have in common.
using Verdicts = MapVector<std::string, Verdict, std::map<std::string, unsigned>>;

} // namespace

/// A message without what differs from name to name: the name and what would be the nearest.
static std::string getReason(StringRef Message, StringRef Name, StringRef Target) {
  std::string Reason;
  for (StringRef Rest = Message.split(("; " + Target + " has ").str()).first; !Rest.empty();) {
    auto [Before, After] = Rest.split(Name);
    Reason += Before;
    Rest = After;
  }
  return Reason;
}

static Verdicts judge(ArrayRef<Subject> Subjects, const TargetVersion &Target) {
  Verdicts All;
  auto Add = [&](const Subject &S, std::string Mnemonic, Error E) {
    std::string Message = E ? toString(std::move(E)) : "";
    Verdict &To = All[getReason(Message, S.Name, Target.Name)];
    if (To.Forms.empty())
      To.Message = Message;
    To.Forms.emplace_back(S.Name, std::move(Mnemonic));
  };
  for (const Subject &S : Subjects) {
    for (const MMAForm &Form : S.Forms)
      Add(S, spellMnemonic(Form.Opcode, Form.Descriptor), checkLegal(*S.Variant, Form, Target));
    for (CompanionForm Form : S.CompanionForms)
      Add(S, spellMnemonic(Form), checkLegal(Form, Target));
  }
  return All;
}

static void print(json::OStream &JSON, const TargetVersion &Target, const Verdicts &All) {
  JSON.object([&] {
    JSON.attribute("target", Target.Name);
    JSON.attribute("ptx", spellPTXVersion(Target.PTXVersion));
    JSON.attributeArray("verdicts", [&] {
      for (const auto &[Reason, V] : All)
        JSON.object([&, &V = V] {
          JSON.attribute("legal", V.Message.empty());
          if (!V.Message.empty())
            JSON.attribute("message", V.Message);
          JSON.attributeArray("forms", [&] {
            for (const auto &[Intrinsic, Mnemonic] : V.Forms)
              JSON.object([&, Intrinsic = Intrinsic, &Mnemonic = Mnemonic] {
                JSON.attribute("intrinsic", Intrinsic);
                JSON.attribute("mnemonic", Mnemonic);
              });
          });
        });
    });
  });
}

Expected<bool> explain::runLegal(raw_ostream &OS, ArrayRef<std::string> Names, StringRef TargetName,
                                 StringRef PTXVersion, bool AsJSON) {
  Expected<TargetVersion> Target = parseTarget(TargetName, PTXVersion);
  if (!Target)
    return Target.takeError();
  Expected<std::vector<Subject>> Found = findAll(Names);
  if (!Found)
    return Found.takeError();
  Verdicts All = judge(*Found, *Target);
  if (AsJSON) {
    json::OStream JSON(OS, /*IndentSize=*/1);
    ::print(JSON, *Target, All);
    OS << '\n';
  }
  bool IsAllLegal = true;
  for (const auto &[Reason, V] : All) {
    IsAllLegal &= V.Message.empty();
    if (AsJSON)
      continue;
    OS << (V.Message.empty() ? "legal" : "illegal")
       << formatv(" on {0} with PTX ISA {1}: {2}\n", Target->Name,
                  spellPTXVersion(Target->PTXVersion), V.spellForms());
    if (!V.Message.empty())
      OS << "  " << V.Message << '\n';
  }
  return IsAllLegal;
}

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
  for (const LayoutQuestion &Question : *Questions) {
    Expected<std::vector<NamedLayout>> Layouts = findLayouts(*Found, Question);
    if (!Layouts)
      return Layouts.takeError();
    if (Error E = printLayouts(OS, *Layouts, Question, Options.Format))
      return std::move(E);
  }
  return true;
}
