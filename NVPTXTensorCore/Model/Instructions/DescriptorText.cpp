//===- DescriptorText.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the fields of a line, and their order. Their names and values are in the tables.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/DescriptorText.h"
#include "Model/Instructions/MMAWork.h"
#include "Model/Instructions/TCGen05Words.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// "kind word 0xC1: …", with at least this many digits. Empty words are left out.
static std::string printLine(StringRef Name, uint64_t Word, unsigned Digits,
                             SmallVector<std::string> Words) {
  erase_if(Words, [](const std::string &Text) { return Text.empty(); });
  std::string Line;
  raw_string_ostream OS(Line);
  OS << Name << ' ' << format_hex(Word, Digits + 2, /*Upper=*/true) << ": " << join(Words, ", ");
  return Line;
}

namespace {

/// Describes a field in a line of text: the prefix, and the value in words. Some fields are left
/// out if they are 0.
struct FieldText {
  unsigned Field;
  StringLiteral Prefix;
  bool IsAlwaysThere;
};

} // namespace

// The mode of the leading dimension is in the words for its value.
static constexpr FieldText MatrixTexts[] = {
    {MatrixDescriptorField_Start, "start ", true},
    {MatrixDescriptorField_Leading, "lbo ", true},
    {MatrixDescriptorField_Stride, "sbo ", true},
    {MatrixDescriptorField_BaseOffset, "base offset ", false},
    {MatrixDescriptorField_Swizzle, "", true},
};

static constexpr FieldText InstructionTexts[] = {
    {InstructionDescriptorField_TypeD, "D ", true},
    {InstructionDescriptorField_TypeA, "A ", true},
    {InstructionDescriptorField_TypeB, "B ", true},
    {InstructionDescriptorField_M, "M ", true},
    {InstructionDescriptorField_N, "N ", true},
    {InstructionDescriptorField_Sparse, "", false},
    {InstructionDescriptorField_Selector, "sparsity selector ", false},
    {InstructionDescriptorField_Saturate, "", false},
    {InstructionDescriptorField_NegateA, "A with ", false},
    {InstructionDescriptorField_NegateB, "B with ", false},
    {InstructionDescriptorField_TransposeA, "A ", false},
    {InstructionDescriptorField_TransposeB, "B ", false},
    {InstructionDescriptorField_ScaleType, "scales ", true},
    {InstructionDescriptorField_ScaleIDA, "scale factor data ID of A ", false},
    {InstructionDescriptorField_ScaleIDB, "scale factor data ID of B ", false},
    {InstructionDescriptorField_MaximumShift, "", false},
};

/// The field in words; empty if the word has no such field, or it says nothing.
static std::string printField(const BitWord &Word, const FieldText &Text) {
  const BitSlot *Slot = Word.getLayout().find(Text.Field);
  if (!Slot || (!Word.get(Text.Field) && !Text.IsAlwaysThere))
    return "";
  return (Text.Prefix + Word.getLayout().explain(*Slot, Word.getWord())).str();
}

std::string tensorcore::explainMatrixDescriptor(uint64_t Word, MatrixDescriptorFormat Format,
                                                StringRef Start) {
  Expected<MatrixDescriptor> Descriptor = MatrixDescriptor::decode(Word, Format);
  if (!Descriptor)
    return toString(Descriptor.takeError());
  SmallVector<std::string> Words;
  for (const FieldText &Text : MatrixTexts)
    Words.push_back(printField(*Descriptor, Text));
  if (Start.empty())
    return printLine("matrix descriptor", Word, 16, std::move(Words));
  uint64_t Offset = Descriptor->get(MatrixDescriptorField_Start);
  Words.front() = ("start " + Start + (Offset ? " + " + utostr(Offset) : "")).str();
  erase_if(Words, [](const std::string &Text) { return Text.empty(); });
  return "matrix descriptor: " + join(Words, ", ");
}

std::string tensorcore::explainInstructionDescriptor(uint32_t Word,
                                                     InstructionDescriptorKind Kind) {
  Expected<InstructionDescriptor> Descriptor = InstructionDescriptor::decode(Word, Kind);
  if (!Descriptor)
    return toString(Descriptor.takeError());
  SmallVector<std::string> Words;
  for (const FieldText &Text : InstructionTexts) {
    Words.push_back(printField(*Descriptor, Text));
    if (Text.Field == InstructionDescriptorField_N)
      Words.push_back("K " + utostr(getDepth(*Descriptor)));
  }
  return printLine("idesc", Word, 8, std::move(Words));
}

/// The fields of one of the two words from the lowest bit on, as PTX writes them.
static std::string explainTCGen05Word(TCGen05Word Which, uint64_t KindWord,
                                      uint64_t CollectorWord) {
  Expected<MMADescriptor> Decoded = decodeTCGen05Words(KindWord, CollectorWord);
  if (!Decoded)
    return toString(Decoded.takeError());
  SmallVector<BitSlot> Slots(getLayout(Which).Slots);
  sort(Slots, [](const BitSlot &L, const BitSlot &R) { return L.Shift < R.Shift; });
  SmallVector<std::string> Words;
  for (const BitSlot &Slot : Slots)
    // Others than .ws have one buffer, and PTX does not name it.
    if (Slot.Field != MMAField_Buffer || Decoded->get(MMAField_Stationary))
      Words.push_back(printMMAField(Decoded->getWord(), MMAField(Slot.Field)).str());
  return printLine((getLayout(Which).Key + " word").str(),
                   Which == TCGen05Word_Kind ? KindWord : CollectorWord, 0, std::move(Words));
}

std::string tensorcore::explainKindWord(uint32_t KindWord, uint32_t CollectorWord) {
  return explainTCGen05Word(TCGen05Word_Kind, KindWord, CollectorWord);
}

std::string tensorcore::explainCollectorWord(uint32_t KindWord, uint32_t CollectorWord) {
  return explainTCGen05Word(TCGen05Word_Collector, KindWord, CollectorWord);
}

std::optional<InstructionDescriptorKind>
tensorcore::getInstructionDescriptorKind(uint32_t KindWord) {
  StringRef Kind = printMMAField(joinTCGen05Words(KindWord, 0), MMAField_MMAKind);
  return Kind.consume_front(".kind::") ? parseInstructionDescriptorKind(Kind) : std::nullopt;
}
