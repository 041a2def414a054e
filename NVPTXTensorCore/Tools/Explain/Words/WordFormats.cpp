//===- WordFormats.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All formats, and what words mean in them.
//
//===----------------------------------------------------------------------===//

#include "Explain/Words/WordFormats.h"
#include "Model/Descriptors/InstructionDescriptorShapes.h"
#include "Model/Descriptors/InstructionDescriptorUse.h"
#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Instructions/MMADescriptorText.h"
#include "Model/Instructions/TCGen05Words.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

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

std::vector<std::string> explain::getWordFormatKeys() {
  std::vector<std::string> Keys;
  for (const WordFormat &Format : getWordFormats())
    Keys.push_back(Format.getKey().str());
  return Keys;
}

Expected<std::vector<const WordFormat *>> explain::findWordFormats(StringRef Key) {
  std::vector<const WordFormat *> Found;
  for (const WordFormat &Format : getWordFormats())
    if (Format.getKey() == Key || Format.getKey().split('.').first == Key)
      Found.push_back(&Format);
  if (Found.empty())
    return makeError("'" + Key + "' is not a format of a word" +
                     suggestWord(Key, getWordFormatKeys()));
  return Found;
}

std::string explain::addArticle(StringRef Title) {
  bool IsSpokenAsVowel = StringRef("aeiou").contains(Title.front()) || Title.starts_with("MMA");
  return (IsSpokenAsVowel ? "an " : "a ") + Title.str();
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

bool WordFormat::isRead() const {
  return Layout.Set != BitLayoutSet_MatrixDescriptor ||
         Layout.Encoding != MatrixDescriptorFormat_Tileiras;
}

std::string WordFormat::print(uint64_t Word) const {
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
  Reading.Notes.push_back("in MIR " + printMMADescriptor(*Descriptor));
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

/// The instructions that can have an instruction descriptor.
static std::string printUses(uint32_t Word, StringRef Kind) {
  std::vector<std::string> Uses;
  for (const InstructionDescriptorShape &Shape :
       getInstructionDescriptorShapes(*parseInstructionDescriptorKind(Kind))) {
    InstructionDescriptorUse Use = {Kind, Shape.IsSparse, Shape.IsWeightStationary, Shape.CTAGroup};
    auto CanHave = [&](StringRef Vector) {
      Use.ScaleVector = Vector;
      return !errorToBool(checkInstructionDescriptor(Word, Use));
    };
    auto Scalings = getInstructionDescriptorScalings(*parseInstructionDescriptorKind(Kind));
    bool IsUse = Scalings.empty()
                     ? CanHave("")
                     : any_of(Scalings, [&](const auto &S) { return CanHave(S.Vector); });
    Use.ScaleVector = "";
    if (std::string Text = printInstruction(Use); IsUse && !is_contained(Uses, Text))
      Uses.push_back(std::move(Text));
  }
  return join(Uses, ", ");
}

static Expected<WordReading> readInstructionDescriptor(uint32_t Word, const BitLayout &Layout) {
  auto Reading =
      read(InstructionDescriptor::decode(Word, InstructionDescriptorKind(Layout.Encoding)));
  if (Reading)
    Reading->Notes.push_back("for " + printUses(Word, Layout.Key));
  return Reading;
}

/// The bits of an MMA descriptor that its family has fields for, and the family's own.
static uint64_t getKnownBitsOfFamily(uint64_t Word) {
  uint64_t Family = Word >> MMADescriptor::FamilyShift;
  const BitLayout *Layout = lookupBitLayout(BitLayoutSet_MMADescriptor, Family);
  return (Layout ? Layout->getKnownBits() : 0) | ~uint64_t(0) << MMADescriptor::FamilyShift;
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
    return readInstructionDescriptor(Word, Layout);
  case BitLayoutSet_MatrixDescriptor:
    return read(MatrixDescriptor::decode(Word, MatrixDescriptorFormat(Layout.Encoding)));
  }
  llvm_unreachable("a set without words");
}

//===----------------------------------------------------------------------===//
// Guesses
//===----------------------------------------------------------------------===//

WordFormat::Likelihood WordFormat::judge(uint64_t Word) const {
  if (!isUIntN(Layout.Width, Word))
    return Likelihood::None;
  // Every number of 32 bits is a matrix descriptor of wgmma, without strides.
  auto IsMeant = [&](uint64_t W) {
    return Layout.Set != BitLayoutSet_MatrixDescriptor ||
           Layout.get(W, MatrixDescriptorField_Stride) != 0;
  };
  auto IsLegal = [&](uint64_t W) { return !errorToBool(decode(W).takeError()); };
  if (IsLegal(Word))
    return IsMeant(Word) ? Likelihood::Legal : Likelihood::Possible;
  uint64_t Known =
      Layout.Set == BitLayoutSet_MMADescriptor ? getKnownBitsOfFamily(Word) : Layout.getKnownBits();
  constexpr int MaxStrayBits = 2;
  if ((Word & Known) && popcount(Word & ~Known) <= MaxStrayBits && IsMeant(Word) &&
      IsLegal(Word & Known))
    return Likelihood::Near;
  for (unsigned Bit = 0; Bit != Layout.Width; ++Bit)
    if (uint64_t Other = Word ^ uint64_t(1) << Bit; IsMeant(Other) && IsLegal(Other))
      return Likelihood::Near;
  return Likelihood::None;
}
