//===- WordEncoding.cpp ---------------------------------------------------===//
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
#include "Model/Layouts/SharedMemoryTiles.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// Returns true if a word is the compiler's own, not one that hardware reads.
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
static std::string printKnown(ArrayRef<std::string> Known, StringRef Wrong) {
  constexpr size_t Few = 32;
  return Known.size() <= Few ? printAlternatives(Known)
                             : "for example " + printAlternatives(chooseAlternatives(Known, Wrong));
}

/// Returns true if a word is meant: ".kind::f16" as it stands, without its dot, or "f16" alone.
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
  return makeError(What + " cannot be '" + Text + "'; it can be " + printKnown(Known, Text) +
                   ", or a number");
}

/// The families whose instructions have words.
static SmallVector<ValueWord> getFamilies() {
  SmallVector<ValueWord> Families;
  for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_MMADescriptor))
    Families.emplace_back(Layout.Encoding, Layout.Key);
  return Families;
}

/// The swizzling mode by its bytes: "none", "32", "64", "128", "128-atom-32". No number of a mode
/// is one of them.
static std::optional<uint64_t> getSwizzlingMode(StringRef Text, const BitLayout &Layout) {
  Text.consume_back("-byte");
  for (const SharedMemorySwizzleInfo &Swizzle : getSharedMemorySwizzles()) {
    bool IsTCGen05 = Layout.Encoding == MatrixDescriptorFormat_TCGen05;
    uint64_t Mode = IsTCGen05 ? Swizzle.TCGen05 : Swizzle.WGMMA;
    if (Swizzle.Key == Text && Layout.find(MatrixDescriptorField_Swizzle)->isValue(Mode))
      return Mode;
  }
  return std::nullopt;
}

static Expected<BitAssignment> parseField(const WordAssignment &Field, const BitLayout &Layout,
                                          StringRef Title) {
  const BitSlot *Slot = Layout.find(Field.Key);
  if (!Slot) {
    std::vector<std::string> Keys;
    for (const BitSlot &Known : getSlots(Layout))
      Keys.push_back(Known.Key.str());
    return makeError(addArticle(Title) + " has no field '" + Field.Key + "'; it has " +
                     printAlternatives(Keys));
  }
  std::string What = ("'" + Field.Key + "'").str();
  if (isOwn(Layout))
    What = ("the " + Slot->Name + " (" + What + ")").str();
  SmallVector<ValueWord> Words;
  for (const BitValue &Value : Slot->Values)
    Words.emplace_back(Value.Value, Value.Meaning);
  bool IsSwizzle =
      Layout.Set == BitLayoutSet_MatrixDescriptor && Slot->Field == MatrixDescriptorField_Swizzle;
  if (std::optional<uint64_t> Mode =
          IsSwizzle ? getSwizzlingMode(Field.Value, Layout) : std::nullopt)
    return BitAssignment{Slot->Field, int64_t(*Mode)};
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

static Expected<uint64_t> writeMMADescriptor(ArrayRef<WordAssignment> Fields,
                                             const WordFormat &Format) {
  auto *Family = find_if(Fields, [](const WordAssignment &F) { return F.Key == FamilyKey; });
  if (Family == Fields.end())
    return makeError("an MMA descriptor needs its family, such as family=mma.sync; encode --as=mma "
                     "lists them");
  Expected<uint64_t> Encoding = parseValue(Family->Value, getFamilies(), "the family");
  if (!Encoding)
    return Encoding.takeError();
  const BitLayout *Layout = lookupBitLayout(BitLayoutSet_MMADescriptor, *Encoding);
  if (!Layout)
    return makeError("there is no family " + Twine(*Encoding));
  Expected<BitAssignments> Assigned =
      parseFields(Fields, *Layout, (Format.getTitle() + " of " + Layout->Key).str());
  if (!Assigned)
    return Assigned.takeError();
  uint64_t Word = *Encoding << MMADescriptor::FamilyShift | Layout->pack(*Assigned);
  // The words of a tcgen05.mma say all of it; of others, instructions decide what is left out.
  bool IsWhole = !Layout->find(MMAField_Aligned) || findValue(*Assigned, MMAField_Aligned);
  if (*Encoding == MMAFamily_TCGen05MMA ||
      (IsWhole && !errorToBool(Format.decode(Word).takeError())))
    return Word;
  return completeMMADescriptor(*Layout, *Assigned);
}

Expected<uint64_t> WordFormat::write(ArrayRef<WordAssignment> Fields) const {
  if (Layout.Set == BitLayoutSet_MMADescriptor)
    return writeMMADescriptor(Fields, *this);
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

/// The values of a field, of an MMA descriptor those that some instruction has. Of shapes there are
/// too many to say their numbers.
static std::string describeValues(const BitSlot &Slot, const BitLayout &Layout) {
  if (Layout.Set == BitLayoutSet_MatrixDescriptor)
    return Slot.printValues();
  if (Slot.Values.empty())
    return "a number";
  std::set<uint64_t> InUse;
  if (Layout.Set == BitLayoutSet_MMADescriptor)
    InUse = getValuesInUse(Layout, Slot);
  constexpr size_t MaxNumbered = 32;
  std::vector<std::string> Words;
  for (const BitValue &Value : Slot.Values)
    if (InUse.empty() || InUse.count(Value.Value))
      Words.push_back(Slot.Values.size() > MaxNumbered ? Value.Meaning.str()
                      : Value.Meaning.empty()          ? std::to_string(Value.Value)
                                                       : Slot.print(Value.Value));
  return isOwn(Layout) ? printAlternatives(Words) : join(Words, ", ");
}

/// "KEY: NAME, bits HIGH:LOW; VALUES".
static std::vector<std::string> describe(const BitLayout &Layout) {
  std::vector<std::string> Lines;
  for (const BitSlot &Slot : getSlots(Layout))
    Lines.push_back(formatv("{0}: {1}, bits {2}:{3}; {4}", Slot.Key, Slot.Name, Slot.getHigh(),
                            unsigned(Slot.Shift), describeValues(Slot, Layout)));
  return Lines;
}

Expected<std::vector<std::string>> WordFormat::describeFields(StringRef Family) const {
  if (Layout.Set != BitLayoutSet_MMADescriptor)
    return describe(Layout);
  if (!Family.empty()) {
    Expected<uint64_t> Encoding = parseValue(Family, getFamilies(), "the family");
    if (!Encoding)
      return Encoding.takeError();
    if (const BitLayout *Found = lookupBitLayout(BitLayoutSet_MMADescriptor, *Encoding))
      return describe(*Found);
    return makeError("there is no family " + Twine(*Encoding));
  }
  std::vector<std::string> Lines;
  for (const BitLayout &Known : getBitLayouts(Layout.Set))
    Lines.push_back(("family=" + Known.Key).str());
  Lines.push_back("with a family alone, encode lists its fields");
  return Lines;
}
