//===- NameSuggestions.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are compared word by word: with what intrinsics are called, and with what they print.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/NameSuggestions.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMAForms.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Tables/WordLists.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/edit_distance.h"
#include <map>
#include <set>
#include <vector>

using namespace llvm;
using namespace llvm::tensorcore;

using WordList = SmallVector<StringRef, 16>;

/// The words of a name. `.shared` may be written out.
static WordList splitWords(StringRef Name) {
  WordList Words;
  Name.consume_front("llvm.nvvm.");
  Name.split(Words, '.');
  for (StringRef &Word : Words)
    Word = Word == "shared::cta" ? "shared" : Word;
  return Words;
}

//===----------------------------------------------------------------------===//
// By mnemonic
//===----------------------------------------------------------------------===//

namespace {

/// An intrinsic, and one mnemonic that it prints.
struct PrintedName {
  StringRef Name;
  std::string Mnemonic;
};

} // namespace

static std::vector<PrintedName> listPrintedNames() {
  std::vector<PrintedName> Names;
  for (const MMAVariant &Variant : getMMAVariants()) {
    StringSet<> Seen;
    for (const MMAForm &Form : getMMAForms(Variant))
      if (std::string Mnemonic = printMnemonic(Form.Opcode, Form.Descriptor);
          !Mnemonic.empty() && Seen.insert(Mnemonic).second)
        Names.push_back({Variant.Name, std::move(Mnemonic)});
  }
  for (auto [Index, Form] : enumerate(getCompanionForms()))
    Names.push_back({Form.Intrinsic, printMnemonic(CompanionForm(Index))});
  return Names;
}

static bool isSparse(ArrayRef<StringRef> Words) {
  return any_of(Words, [](StringRef Word) { return Word == "sp" || Word.starts_with("sp::"); });
}

/// Returns how many words a name has too many or too few in comparison with the intrinsic's name or
/// the mnemonic, twice, and one more if the mnemonic is nearer: of several, the one with the
/// nearest name is meant. Returns nothing if it has a word that neither has, or is not sparse as
/// they are.
static std::optional<unsigned> getDistance(ArrayRef<StringRef> Words, const PrintedName &To) {
  const WordList OfName = splitWords(To.Name), OfMnemonic = splitWords(To.Mnemonic);
  if (!all_of(Words,
              [&](StringRef Word) {
                return is_contained(OfName, Word) || is_contained(OfMnemonic, Word);
              }) ||
      isSparse(Words) != isSparse(OfName))
    return std::nullopt;
  return std::min(
      2 * ComputeEditDistance(Words, ArrayRef(OfName), /*AllowReplacements=*/false),
      2 * ComputeEditDistance(Words, ArrayRef(OfMnemonic), /*AllowReplacements=*/false) + 1);
}

std::string tensorcore::suggestByMnemonic(StringRef IntrinsicName) {
  static const std::vector<PrintedName> Known = listPrintedNames();
  const WordList Words = splitWords(IntrinsicName);
  std::vector<const PrintedName *> Nearest;
  if (Words.size() < 2)
    return "";
  unsigned Min = 2 * (Words.size() + 3) + 1; // with more missing, anything may be meant
  for (const PrintedName &Candidate : Known) {
    if (Candidate.Name == IntrinsicName) // which lacks the types of an overloaded name
      return "";
    std::optional<unsigned> Distance = getDistance(Words, Candidate);
    if (!Distance || *Distance > Min || (*Distance == Min && Nearest.empty()))
      continue;
    if (*Distance < Min)
      Nearest.clear();
    Min = *Distance;
    if (none_of(Nearest, [&](const PrintedName *N) { return N->Name == Candidate.Name; }))
      Nearest.push_back(&Candidate);
  }
  if (Nearest.empty())
    return "";
  const size_t NumOthers = Nearest.size() - 1;
  std::string Others = NumOthers == 0 ? ""
                                      : " (" + utostr(NumOthers) +
                                            (NumOthers == 1 ? " other has these words)"
                                                            : " others have these words)");
  return ("did you mean " + Nearest.front()->Name + ", which prints " + Nearest.front()->Mnemonic +
          "?" + Others)
      .str();
}

//===----------------------------------------------------------------------===//
// By single words
//===----------------------------------------------------------------------===//

namespace {

/// The words of all intrinsic names, with and without the suffix of wgmma.
struct Vocabulary {
  std::vector<WordList> Names;
  StringSet<> Words;

  Vocabulary() {
    for (const MMAVariant &Variant : getMMAVariants()) {
      add(Variant.Name);
      if (StringRef Plain = getPlainName(Variant);
          Plain != Variant.Name && !Variant.get(MMAField_Residency))
        add(Plain);
    }
  }

  void add(StringRef Name) {
    Name.split(Names.emplace_back(), '.');
    for (StringRef Word : Names.back())
      Words.insert(Word);
  }
};

} // namespace

using Positions = SmallVector<size_t, 2>;

/// Returns the positions in which two names of the same length differ, if replacing one word makes
/// one name the other: at one position, or wherever the wrong word is.
static Positions findOnlyDifference(ArrayRef<StringRef> Wrong, ArrayRef<StringRef> Right) {
  Positions Differences;
  if (Wrong.size() != Right.size())
    return Differences;
  for (auto [Index, Words] : enumerate(zip_equal(Wrong, Right)))
    if (std::get<0>(Words) != std::get<1>(Words))
      Differences.push_back(Index);
  if (Differences.size() < 2)
    return Differences;
  size_t First = Differences.front();
  for (size_t I = 0; I < Wrong.size(); ++I)
    if ((Wrong[I] == Wrong[First]) != (Wrong[I] != Right[I]) ||
        (Wrong[I] != Right[I] && Right[I] != Right[First]))
      return {};
  return Differences;
}

/// Returns true if a word is one of a name, or a shape that none has.
static bool isWord(StringRef Word, const Vocabulary &Known) {
  return Known.Words.contains(Word) || isSameButForNumbers(Word, "m8n8") ||
         isSameButForNumbers(Word, "m8n8k16");
}

std::string tensorcore::suggestWords(StringRef IntrinsicName) {
  static const Vocabulary Known;
  WordList Words;
  IntrinsicName.split(Words, '.');
  if (!all_of(Words, [](StringRef Word) { return isWord(Word, Known); }))
    return {};
  std::map<Positions, std::set<std::string>> LegalAt; // by positions in the name
  for (const auto &Name : Known.Names)
    if (Positions Differences = findOnlyDifference(Words, Name); !Differences.empty())
      LegalAt[Differences].insert(Name[Differences.front()].str());
  std::vector<std::string> Parts;
  for (const auto &[Where, Legal] : LegalAt) {
    StringRef Wrong = Words[Where.front()];
    auto Chosen = chooseAlternatives(std::vector<std::string>(Legal.begin(), Legal.end()), Wrong);
    Parts.push_back(printAlternatives(Chosen) +
                    (Where.size() > 1 ? " in place of every " : " in place of ") + Wrong.str());
  }
  return Parts.empty() ? "" : "expected " + join(Parts, "; or ");
}
