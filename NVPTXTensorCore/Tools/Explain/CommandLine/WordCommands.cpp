//===- WordCommands.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// decode and encode.
//
//===----------------------------------------------------------------------===//

#include "Explain/CommandLine/Commands.h"
#include "Explain/CommandLine/Options.h"
#include "Explain/Words/WordFormats.h"
#include "Model/Instructions/MMADescriptorText.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// A number, or an MMA descriptor as MIR has it.
static Expected<uint64_t> parseWord(StringRef Text) {
  if (std::optional<uint64_t> Word = parseNumber(Text))
    return *Word;
  if (Text.starts_with(".")) {
    Expected<MMADescriptor> Descriptor = parseMMADescriptor(Text);
    if (!Descriptor)
      return Descriptor.takeError();
    return Descriptor->getWord();
  }
  return makeError("'" + Text +
                   "' is not a word; expected a number of up to 64 bits, in hex (0x10), decimal or "
                   "binary (0b10), or an MMA descriptor as MIR has it (.mma.sync.shape-...)");
}

/// The formats that a word is to be read in: one key's; or those in which it is legal and likely,
/// else those that it is near to, else those in which it is legal.
static Expected<std::vector<const WordFormat *>> chooseFormats(uint64_t Word, StringRef Key) {
  if (!Key.empty())
    return findWordFormats(Key);
  using Likelihood = WordFormat::Likelihood;
  std::map<Likelihood, std::vector<const WordFormat *>> Found;
  for (const WordFormat &Format : getWordFormats())
    if (Format.isRead())
      Found[Format.judge(Word)].push_back(&Format);
  for (Likelihood L : {Likelihood::Legal, Likelihood::Near, Likelihood::Possible})
    if (auto It = Found.find(L); It != Found.end())
      return It->second;
  for (const WordFormat &Format : getWordFormats())
    if (!Format.isRead() && !errorToBool(Format.decode(Word).takeError()))
      return makeError("0x" + utohexstr(Word) + " is legal in no format of PTX; it is " +
                       addArticle(Format.getTitle()) + ", which --as=" + Format.getKey() +
                       " reads");
  return makeError("0x" + utohexstr(Word) +
                   " is legal in no format, and near to none; with --as, "
                   "decode says what is wrong");
}

/// The formats in which a word is legal and likely, of a sentence.
static std::string printOtherFormats(uint64_t Word) {
  for (const WordFormat &Format : getWordFormats())
    if (Format.isRead() && Format.judge(Word) == WordFormat::Likelihood::Legal)
      return "; it is " + addArticle(Format.getTitle());
  return "";
}

static void printReading(raw_ostream &OS, const WordFormat &Format, const WordReading &Reading) {
  OS << Format.print(Reading.Word) << " (" << Reading.Word << "), " << Format.getTitle() << '\n';
  for (const std::string &Note : Reading.Notes)
    OS << "  " << Note << '\n';
  tensorcore::print(OS, Reading.Fields);
}

static void printReading(json::OStream &JSON, const WordFormat &Format,
                         const WordReading &Reading) {
  JSON.object([&] {
    JSON.attribute("format", Format.getKey());
    JSON.attribute("title", Format.getTitle());
    JSON.attribute("word", Format.print(Reading.Word));
    tensorcore::print(JSON, Reading.Fields);
    JSON.attributeArray("notes", [&] {
      for (const std::string &Note : Reading.Notes)
        JSON.value(Note);
    });
  });
}

namespace {

/// A word in several formats.
struct Readings {
  std::vector<std::pair<const WordFormat *, WordReading>> Legal;
  std::vector<std::pair<const WordFormat *, std::string>> Illegal;

  Readings(uint64_t Word, ArrayRef<const WordFormat *> Formats) {
    for (const WordFormat *Format : Formats)
      if (Expected<WordReading> Reading = Format->decode(Word))
        Legal.emplace_back(Format, std::move(*Reading));
      else
        Illegal.emplace_back(Format, toString(Reading.takeError()));
  }

  /// One reason alone, or one of each format.
  Error explain(uint64_t Word) const {
    if (Illegal.size() == 1)
      return makeError(Illegal.front().second + printOtherFormats(Word));
    std::string Text =
        "0x" + utohexstr(Word) + " is not legal" + printOtherFormats(Word) + ". It is nearly";
    for (const auto &[Format, Reason] : Illegal)
      Text += "\n  " + Format->getKey().str() + ", but " + Reason;
    return makeError(Text);
  }

  void print(json::OStream &JSON) const {
    JSON.object([&] {
      JSON.attributeArray("readings", [&] {
        for (const auto &[Format, Reading] : Legal)
          printReading(JSON, *Format, Reading);
      });
      JSON.attributeArray("illegal", [&] {
        for (const auto &[Format, Reason] : Illegal)
          JSON.object([&, Format = Format, &Reason = Reason] {
            JSON.attribute("format", Format->getKey());
            JSON.attribute("error", Reason);
          });
      });
    });
  }
};

} // namespace

Expected<bool> explain::runDecode(raw_ostream &OS, StringRef Text, StringRef Key, bool AsJSON) {
  Expected<uint64_t> Word = parseWord(Text);
  if (!Word)
    return Word.takeError();
  Expected<std::vector<const WordFormat *>> Formats = chooseFormats(*Word, Key);
  if (!Formats)
    return Formats.takeError();
  Readings All(*Word, *Formats);
  if (AsJSON) {
    json::OStream JSON(OS, /*IndentSize=*/2);
    All.print(JSON);
    OS << '\n';
  }
  if (All.Legal.empty())
    return All.explain(*Word);
  for (const auto &[Format, Reading] : All.Legal)
    if (!AsJSON) {
      OS << (&Reading == &All.Legal.front().second ? "" : "\n");
      printReading(OS, *Format, Reading);
    }
  return true;
}

/// The format to write in; of several keys the message says all.
static Expected<const WordFormat *> getFormat(StringRef Key) {
  if (Key.empty())
    return makeUsageError("encode needs --as with the format of the word; expected " +
                          printAlternatives(getWordFormatKeys()));
  Expected<std::vector<const WordFormat *>> Formats = findWordFormats(Key);
  if (!Formats)
    return Formats.takeError();
  if (Formats->size() == 1)
    return Formats->front();
  std::vector<std::string> Keys;
  for (const WordFormat *Format : *Formats)
    Keys.push_back(Format->getKey().str());
  return makeError("'" + Key + "' is several formats: " + join(Keys, ", ") + "; name one");
}

/// The fields that there are.
static void describeFormat(raw_ostream &OS, const WordFormat &Format, ArrayRef<std::string> Fields,
                           bool AsJSON) {
  if (AsJSON) {
    json::OStream JSON(OS, /*IndentSize=*/2);
    JSON.object([&] {
      JSON.attribute("format", Format.getKey());
      JSON.attributeArray("fields", [&] {
        for (const std::string &Line : Fields)
          JSON.value(Line);
      });
    });
    OS << '\n';
    return;
  }
  OS << "fields of " << addArticle(Format.getTitle()) << ":\n";
  for (const std::string &Line : Fields)
    OS << "  " << Line << '\n';
}

Expected<bool> explain::runEncode(raw_ostream &OS, ArrayRef<std::string> Fields, StringRef Key,
                                  bool AsJSON) {
  Expected<const WordFormat *> Format = getFormat(Key);
  if (!Format)
    return Format.takeError();
  StringRef First = Fields.empty() ? "" : StringRef(Fields.front());
  if (Fields.empty() || (Fields.size() == 1 && First.starts_with((FamilyKey + "=").str()))) {
    Expected<std::vector<std::string>> Known = (*Format)->describeFields(First.split('=').second);
    if (!Known)
      return Known.takeError();
    describeFormat(OS, **Format, *Known, AsJSON);
    return true;
  }
  std::vector<WordAssignment> Assignments;
  for (StringRef Field : Fields) {
    auto [Name, Value] = Field.split('=');
    if (Value.empty())
      return makeError("'" + Field + "' is not a field with a value; expected KEY=VALUE");
    Assignments.push_back({Name, Value});
  }
  Expected<uint64_t> Word = (*Format)->encode(Assignments);
  if (!Word)
    return Word.takeError();
  if (AsJSON) {
    json::OStream JSON(OS, /*IndentSize=*/2);
    printReading(JSON, **Format, cantFail((*Format)->decode(*Word)));
    OS << '\n';
  } else {
    OS << (*Format)->print(*Word) << '\n';
    for (const std::string &Note : cantFail((*Format)->decode(*Word)).Notes)
      OS << "  " << Note << '\n';
  }
  return true;
}
