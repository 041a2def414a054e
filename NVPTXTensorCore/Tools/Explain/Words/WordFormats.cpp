//===- WordFormats.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all formats have in common.
//
//===----------------------------------------------------------------------===//

#include "Explain/Words/WordFormats.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

std::string WordFormat::spell(uint64_t Word) const {
  return formatv("{0}", format_hex(Word, Width / 4 + 2, /*Upper=*/true)).str();
}

Expected<WordReading> WordFormat::decode(uint64_t Word) const {
  if (Width < 64 && !isUIntN(Width, Word))
    return makeError("0x" + utohexstr(Word) + " is not " + addArticle(Title) +
                     ": it has more than " + Twine(Width) + " bits");
  return read(Word);
}

Expected<uint64_t> WordFormat::encode(ArrayRef<WordAssignment> Fields) const {
  StringSet<> Keys;
  for (const WordAssignment &Field : Fields)
    if (!Keys.insert(Field.Key).second)
      return makeError("'" + Field.Key + "' is given twice");
  Expected<uint64_t> Word = write(Fields);
  if (!Word)
    return Word;
  Expected<WordReading> Reading = decode(*Word);
  if (!Reading)
    return Reading.takeError();
  return Word;
}

ArrayRef<std::unique_ptr<WordFormat>> explain::getWordFormats() {
  static const std::vector<std::unique_ptr<WordFormat>> Formats = [] {
    std::vector<std::unique_ptr<WordFormat>> All;
    for (auto Make :
         {makeMMAWordFormats, makeInstructionDescriptorFormats, makeMatrixDescriptorFormats})
      for (std::unique_ptr<WordFormat> &Format : Make())
        All.push_back(std::move(Format));
    return All;
  }();
  return Formats;
}

Expected<std::vector<const WordFormat *>> explain::findWordFormats(StringRef Key) {
  std::vector<const WordFormat *> Found;
  std::vector<std::string> Keys;
  for (const std::unique_ptr<WordFormat> &Format : getWordFormats()) {
    Keys.push_back(Format->getKey().str());
    if (Format->getKey() == Key || Format->getKey().split('.').first == Key)
      Found.push_back(Format.get());
  }
  if (Found.empty())
    return makeError("'" + Key + "' is no format of a word; there are " + spellAlternatives(Keys));
  return Found;
}

std::optional<uint64_t> explain::parseNumber(StringRef Text) {
  bool HasPrefix = Text.starts_with_insensitive("0x") || Text.starts_with_insensitive("0b");
  uint64_t Value;
  if (Text.getAsInteger(HasPrefix ? 0 : 10, Value))
    return std::nullopt;
  return Value;
}

std::string explain::addArticle(StringRef Title) {
  bool IsSpokenAsVowel = StringRef("aeiou").contains(Title.front()) || Title.starts_with("MMA");
  return (IsSpokenAsVowel ? "an " : "a ") + Title.str();
}

/// All of a few words, of many those that are like the wrong one.
static std::string spellKnown(ArrayRef<std::string> Known, StringRef Wrong) {
  constexpr size_t Few = 32;
  return Known.size() <= Few ? spellAlternatives(Known)
                             : "for example " + spellAlternatives(chooseAlternatives(Known, Wrong));
}

/// Whether a word is meant: ".kind::f16" as it stands, without its dot, or "f16" alone.
static bool isWord(StringRef Text, StringRef Word) {
  StringRef Bare = Word.ltrim('.');
  return !Word.empty() && (Text.ltrim('.') == Bare || Text == Bare.split("::").second);
}

Expected<uint64_t> explain::parseFieldValue(StringRef Text,
                                            ArrayRef<std::pair<uint64_t, std::string>> Words,
                                            StringRef What) {
  if (std::optional<uint64_t> Value = parseNumber(Text))
    return *Value;
  std::vector<std::string> Known;
  for (const auto &[Number, Word] : Words) {
    if (isWord(Text, Word))
      return Number;
    Known.push_back(Word.empty() ? std::to_string(Number) : Word);
  }
  if (Known.empty())
    return makeError(What + " cannot be '" + Text + "'; it is a number");
  return makeError(What + " cannot be '" + Text + "'; it can be " + spellKnown(Known, Text) +
                   ", or a number");
}

Error explain::rejectKey(StringRef Key, ArrayRef<std::string> Known, StringRef Title) {
  return makeError(addArticle(Title) + " has no field '" + Key + "'; it has " +
                   spellAlternatives(Known));
}
