//===- WordFormats.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fields by their keys and values by their words, for all formats.
//
//===----------------------------------------------------------------------===//

#include "Explain/Words/WordFormats.h"
#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Instructions/TCGen05Words.h"
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

static constexpr StringLiteral FamilyKey = "family";

/// Whether a word is the compiler's own, not one that hardware reads.
static bool isOwn(const BitLayout &Layout) {
  return Layout.Set == BitLayoutSet_MMADescriptor || Layout.Set == BitLayoutSet_TCGen05Word;
}

/// The fields of a layout as commands list them: of our own words, from the lowest bit on.
static SmallVector<BitSlot> getSlots(const BitLayout &Layout) {
  SmallVector<BitSlot> Slots(Layout.Slots);
  if (isOwn(Layout))
    sort(Slots, [](const BitSlot &L, const BitSlot &R) { return L.Shift < R.Shift; });
  return Slots;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

static std::string makeKey(const BitLayout &Layout) {
  switch (Layout.Set) {
  case BitLayoutSet_MMADescriptor:
    return "mma";
  case BitLayoutSet_InstructionDescriptor:
    return ("idesc." + Layout.Key).str();
  default:
    return Layout.Key.str();
  }
}

static std::string makeTitle(const BitLayout &Layout) {
  switch (Layout.Set) {
  case BitLayoutSet_MMADescriptor:
    return "MMA descriptor";
  case BitLayoutSet_MatrixDescriptor:
    return ("matrix descriptor of " + Layout.Key).str();
  default:
    return (Layout.Noun.split(' ').second + " of " + Layout.Owner).str();
  }
}

WordFormat::WordFormat(const BitLayout &Layout)
    : Layout(Layout), Key(makeKey(Layout)), Title(makeTitle(Layout)) {}

ArrayRef<WordFormat> explain::getWordFormats() {
  static const std::vector<WordFormat> Formats = [] {
    std::vector<WordFormat> All = {WordFormat(getBitLayouts(BitLayoutSet_MMADescriptor).front())};
    for (BitLayoutSet Set : {BitLayoutSet_TCGen05Word, BitLayoutSet_InstructionDescriptor,
                             BitLayoutSet_MatrixDescriptor})
      for (const BitLayout &Layout : getBitLayouts(Set))
        All.emplace_back(Layout);
    return All;
  }();
  return Formats;
}

Expected<std::vector<const WordFormat *>> explain::findWordFormats(StringRef Key) {
  std::vector<const WordFormat *> Found;
  std::vector<std::string> Keys;
  for (const WordFormat &Format : getWordFormats()) {
    Keys.push_back(Format.getKey().str());
    if (Format.getKey() == Key || Format.getKey().split('.').first == Key)
      Found.push_back(&Format);
  }
  if (Found.empty())
    return makeError("'" + Key + "' is no format of a word; there are " + spellAlternatives(Keys));
  return Found;
}

std::string explain::addArticle(StringRef Title) {
  bool IsSpokenAsVowel = StringRef("aeiou").contains(Title.front()) || Title.starts_with("MMA");
  return (IsSpokenAsVowel ? "an " : "a ") + Title.str();
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

std::string WordFormat::spell(uint64_t Word) const {
  return formatv("{0}", format_hex(Word, Layout.Width / 4 + 2, /*Upper=*/true)).str();
}

template <typename Descriptor> static Expected<WordReading> read(Expected<Descriptor> Decoded) {
  if (!Decoded)
    return Decoded.takeError();
  return WordReading{Decoded->getWord(), Decoded->getFields(), {}};
}

static Expected<WordReading> readMMADescriptor(uint64_t Word) {
  Expected<MMADescriptor> Descriptor = MMADescriptor::decode(Word);
  if (!Descriptor)
    return Descriptor.takeError();
  const BitLayout &Layout = getLayout(Descriptor->getFamily());
  WordReading Reading = {Word, Layout.read(Word), {}};
  Reading.Fields.push_back({FamilyKey, FamilyKey, 63, MMADescriptor::FamilyShift, Layout.Encoding,
                            Layout.Encoding, Layout.Key.str()});
  if (Error E = describeInstruction(*Descriptor, Reading.Notes))
    return E;
  return Reading;
}

static Expected<WordReading> readTCGen05Word(uint64_t Word, const BitLayout &Layout) {
  bool IsCollector = Layout.Encoding == TCGen05Word_Collector;
  Expected<MMADescriptor> Words =
      IsCollector ? decodeTCGen05Words(0, Word) : decodeTCGen05Words(Word, 0);
  if (!Words)
    return Words.takeError();
  WordReading Reading = {Word, Layout.read(Word), {}};
  if (Error E =
          IsCollector ? checkCollector(*Words) : describeMultiplication(*Words, Reading.Notes))
    return E;
  return Reading;
}

Expected<WordReading> WordFormat::decode(uint64_t Word) const {
  if (Layout.Width < 64 && !isUIntN(Layout.Width, Word))
    return makeError("0x" + utohexstr(Word) + " is not " + addArticle(Title) +
                     ": it has more than " + Twine(unsigned(Layout.Width)) + " bits");
  switch (Layout.Set) {
  case BitLayoutSet_MMADescriptor:
    return readMMADescriptor(Word);
  case BitLayoutSet_TCGen05Word:
    return readTCGen05Word(Word, Layout);
  case BitLayoutSet_InstructionDescriptor:
    return read(InstructionDescriptor::decode(Word, InstructionDescriptorKind(Layout.Encoding)));
  case BitLayoutSet_MatrixDescriptor:
    return read(MatrixDescriptor::decode(Word, MatrixDescriptorFormat(Layout.Encoding)));
  }
  llvm_unreachable("a set without words");
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

std::optional<uint64_t> explain::parseNumber(StringRef Text) {
  bool HasPrefix = Text.starts_with_insensitive("0x") || Text.starts_with_insensitive("0b");
  uint64_t Value;
  if (Text.getAsInteger(HasPrefix ? 0 : 10, Value))
    return std::nullopt;
  return Value;
}

using ValueWord = std::pair<uint64_t, StringRef>;

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

/// A value that stands for itself, or for one of the words; an empty one is none. `What` is the
/// field, for the message.
static Expected<uint64_t> parseValue(StringRef Text, ArrayRef<ValueWord> Words, StringRef What) {
  if (std::optional<uint64_t> Value = parseNumber(Text))
    return *Value;
  std::vector<std::string> Known;
  for (const auto &[Number, Word] : Words) {
    if (isWord(Text, Word))
      return Number;
    Known.push_back(Word.empty() ? std::to_string(Number) : Word.str());
  }
  if (Known.empty())
    return makeError(What + " cannot be '" + Text + "'; it is a number");
  return makeError(What + " cannot be '" + Text + "'; it can be " + spellKnown(Known, Text) +
                   ", or a number");
}

/// The families whose instructions have words.
static SmallVector<ValueWord> getFamilies() {
  SmallVector<ValueWord> Families;
  for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_MMADescriptor))
    Families.emplace_back(Layout.Encoding, Layout.Key);
  return Families;
}

static Expected<BitAssignment> parseField(const WordAssignment &Field, const BitLayout &Layout,
                                          StringRef Title) {
  const BitSlot *Slot = Layout.find(Field.Key);
  if (!Slot) {
    std::vector<std::string> Keys;
    for (const BitSlot &Known : getSlots(Layout))
      Keys.push_back(Known.Key.str());
    return makeError(addArticle(Title) + " has no field '" + Field.Key + "'; it has " +
                     spellAlternatives(Keys));
  }
  std::string What = ("'" + Field.Key + "'").str();
  if (isOwn(Layout))
    What = ("the " + Slot->Name + " (" + What + ")").str();
  SmallVector<ValueWord> Words;
  for (const BitValue &Value : Slot->Values)
    Words.emplace_back(Value.Value, Value.Meaning);
  Expected<uint64_t> Value = parseValue(Field.Value, Words, What);
  if (!Value)
    return Value.takeError();
  if (isOwn(Layout) && !isUIntN(Slot->Width, *Value))
    return makeError(What + " cannot be " + Twine(*Value) + "; it has " +
                     Twine(unsigned(Slot->Width)) + " bits");
  return BitAssignment{Slot->Field, int64_t(*Value)};
}

static Expected<BitAssignments> parseFields(ArrayRef<WordAssignment> Fields,
                                            const BitLayout &Layout, StringRef Title) {
  BitAssignments Assigned;
  for (const WordAssignment &Field : Fields) {
    if (Layout.Set == BitLayoutSet_MMADescriptor && Field.Key == FamilyKey)
      continue;
    Expected<BitAssignment> A = parseField(Field, Layout, Title);
    if (!A)
      return A.takeError();
    Assigned.push_back(*A);
  }
  return Assigned;
}

template <typename Descriptor> static Expected<uint64_t> getWord(Expected<Descriptor> Encoded) {
  if (!Encoded)
    return Encoded.takeError();
  return Encoded->getWord();
}

static Expected<uint64_t> writeMMADescriptor(ArrayRef<WordAssignment> Fields, StringRef Title) {
  auto *Family = find_if(Fields, [](const WordAssignment &F) { return F.Key == FamilyKey; });
  if (Family == Fields.end())
    return makeError("an MMA descriptor needs its family: family=mma.sync, for example");
  Expected<uint64_t> Encoding = parseValue(Family->Value, getFamilies(), "the family");
  if (!Encoding)
    return Encoding.takeError();
  const BitLayout *Layout = lookupBitLayout(BitLayoutSet_MMADescriptor, *Encoding);
  if (!Layout)
    return makeError("there is no family " + Twine(*Encoding));
  Expected<BitAssignments> Assigned =
      parseFields(Fields, *Layout, (Title + " of " + Layout->Key).str());
  if (!Assigned)
    return Assigned.takeError();
  return *Encoding << MMADescriptor::FamilyShift | Layout->pack(*Assigned);
}

Expected<uint64_t> WordFormat::write(ArrayRef<WordAssignment> Fields) const {
  if (Layout.Set == BitLayoutSet_MMADescriptor)
    return writeMMADescriptor(Fields, Title);
  Expected<BitAssignments> Assigned = parseFields(Fields, Layout, Title);
  if (!Assigned)
    return Assigned.takeError();
  if (Layout.Set == BitLayoutSet_TCGen05Word)
    return Layout.pack(*Assigned);
  if (Layout.Set == BitLayoutSet_MatrixDescriptor)
    return getWord(MatrixDescriptor::encode(MatrixDescriptorFormat(Layout.Encoding), *Assigned));
  return getWord(
      InstructionDescriptor::encode(InstructionDescriptorKind(Layout.Encoding), *Assigned));
}

Expected<uint64_t> WordFormat::encode(ArrayRef<WordAssignment> Fields) const {
  StringSet<> Keys;
  for (const WordAssignment &Field : Fields)
    if (!Keys.insert(Field.Key).second)
      return makeError("'" + Field.Key + "' is given twice");
  Expected<uint64_t> Word = write(Fields);
  if (!Word)
    return Word;
  if (Expected<WordReading> Reading = decode(*Word); !Reading)
    return Reading.takeError();
  return Word;
}

//===----------------------------------------------------------------------===//
// Help
//===----------------------------------------------------------------------===//

/// The values of a field. Of shapes there are too many to say their numbers.
static std::string describeValues(const BitSlot &Slot, const BitLayout &Layout) {
  if (Layout.Set == BitLayoutSet_MatrixDescriptor)
    return Slot.spellValues();
  if (Slot.Values.empty())
    return "a number";
  constexpr size_t MaxNumbered = 32;
  std::vector<std::string> Words;
  for (const BitValue &Value : Slot.Values)
    Words.push_back(Slot.Values.size() > MaxNumbered ? Value.Meaning.str()
                    : Value.Meaning.empty()          ? std::to_string(Value.Value)
                                                     : Slot.spell(Value.Value));
  return isOwn(Layout) ? spellAlternatives(Words) : join(Words, ", ");
}

/// "KEY: NAME, bits HIGH:LOW; VALUES".
static void describe(const BitLayout &Layout, StringRef Indent, std::vector<std::string> &Lines) {
  for (const BitSlot &Slot : getSlots(Layout))
    Lines.push_back(formatv("{0}{1}: {2}, bits {3}:{4}; {5}", Indent, Slot.Key, Slot.Name,
                            Slot.getHigh(), unsigned(Slot.Shift), describeValues(Slot, Layout)));
}

std::vector<std::string> WordFormat::describeFields() const {
  std::vector<std::string> Lines;
  if (Layout.Set != BitLayoutSet_MMADescriptor)
    describe(Layout, "", Lines);
  else
    for (const BitLayout &Family : getBitLayouts(Layout.Set)) {
      Lines.push_back(("family=" + Family.Key).str());
      describe(Family, "  ", Lines);
    }
  return Lines;
}
