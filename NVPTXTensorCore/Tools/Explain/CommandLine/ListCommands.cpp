//===- ListCommands.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// show and list.
//
//===----------------------------------------------------------------------===//

#include "Explain/CommandLine/Commands.h"
#include "Explain/Facts/Facts.h"
#include "Explain/Subjects/Targets.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// Instructions of which `show` prints all that it knows; of more, a line each.
static constexpr size_t MaxShown = 4;

static void printShort(raw_ostream &OS, const Subject &S) {
  std::vector<std::string> Mnemonics = getMnemonics(S);
  OS << S.Name;
  if (!Mnemonics.empty())
    OS << "  " << Mnemonics.front();
  if (Mnemonics.size() > 1)
    OS << formatv(" and {0} more", Mnemonics.size() - 1);
  OS << '\n';
}

static void printFacts(raw_ostream &OS, ArrayRef<InstructionFacts> All, bool AsJSON) {
  if (AsJSON) {
    json::OStream JSON(OS, /*IndentSize=*/1);
    JSON.array([&] {
      for (const InstructionFacts &Facts : All)
        print(JSON, Facts);
    });
    OS << '\n';
    return;
  }
  for (const InstructionFacts &Facts : All) {
    OS << (&Facts == All.begin() ? "" : "\n");
    print(OS, Facts);
  }
}

Expected<bool> explain::runShow(raw_ostream &OS, ArrayRef<std::string> Names, bool AsJSON) {
  Expected<std::vector<Subject>> Found = findSubjects(Names);
  if (!Found)
    return Found.takeError();
  if (Found->size() > MaxShown && !AsJSON) {
    OS << Found->size() << " instructions are that; with one of these, show says all:\n";
    for (const Subject &S : *Found)
      printShort(OS << "  ", S);
    return true;
  }
  std::vector<InstructionFacts> All;
  for (const Subject &S : *Found)
    All.push_back(getFacts(S));
  printFacts(OS, All, AsJSON);
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
      return E;
    return Result;
  }

  bool matches(const Subject &S) const {
    return (Filter.Family.empty() || isOfFamily(S, Filter.Family)) && matchesWords(S) &&
           (!Target || isLegal(S, *Target));
  }

private:
  explicit Sieve(const InstructionFilter &Filter) : Filter(Filter) {}

  /// Words that no instruction has are mistakes.
  Error checkWords() const {
    std::vector<std::string> Types, Shapes;
    for (const MMATypeInfo &Type : getMMATypes())
      if (!Type.Spelling.empty())
        Types.push_back(Type.Spelling.str());
    for (const MMAShapeInfo &Shape : getMMAShapes())
      if (!Shape.Spelling.empty() && !is_contained(Shapes, Shape.Spelling))
        Shapes.push_back(Shape.Spelling.str());
    auto Check = [](StringRef Word, ArrayRef<std::string> Known, StringRef What) -> Error {
      if (is_contained(Known, Word))
        return Error::success();
      constexpr size_t Few = 64;
      return makeError("there is no " + What + " '" + Word + "'; expected " +
                       (Known.size() <= Few
                            ? printAlternatives(Known)
                            : "for example " + printAlternatives(chooseAlternatives(Known, Word))));
    };
    Error Wrong = Filter.Family.empty() ? Error::success() : checkFamily(Filter.Family);
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
    for (MMAType Type : {V.getD(), V.getA(), V.getB(), V.getC(), V.getElement()})
      Types.push_back(lookupMMAType(Type)->Spelling);
    return all_of(Filter.Types, [&](StringRef Type) { return is_contained(Types, Type); }) &&
           (Filter.Shapes.empty() ||
            is_contained(Filter.Shapes, lookupMMAShape(V.getShape())->Spelling));
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
    Expected<std::vector<Subject>> Named = findSubjects(Names);
    if (!Named)
      return Named.takeError();
    Found = std::move(*Named);
  }
  llvm::erase_if(Found, [&](const Subject &S) { return !Wanted->matches(S); });
  if (Found.empty() && Format != OutputFormat::JSON)
    return makeError("no instruction is all of that");
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
