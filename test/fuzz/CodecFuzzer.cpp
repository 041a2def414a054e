//===- CodecFuzzer.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The codecs of all words: a word that one decodes is the one that its fields encode, and the
// other way round. An input is a word, and bytes that choose another near a legal one.
//
//===----------------------------------------------------------------------===//

#include "Explain/Words/WordFormats.h"
#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Instructions/DescriptorText.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/MMADescriptor.h"
#include "Model/Instructions/TCGen05Words.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;

static void require(bool Condition, const Twine &What) {
  if (Condition)
    return;
  errs() << What << '\n';
  abort();
}

/// mma-explain's formats, which are all that there are.
static void checkFormats(uint64_t Word) {
  for (const explain::WordFormat &Format : explain::getWordFormats()) {
    Expected<explain::WordReading> Reading = Format.decode(Word);
    if (!Reading) {
      consumeError(Reading.takeError());
      continue;
    }
    std::vector<std::string> Values;
    for (const BitReading &Field : Reading->Fields)
      Values.push_back(utostr(Field.Value));
    std::vector<explain::WordAssignment> Fields;
    for (size_t I = 0; I < Values.size(); ++I)
      Fields.push_back({Reading->Fields[I].Key, Values[I]});
    Expected<uint64_t> Again = Format.encode(Fields);
    require(bool(Again), Format.getKey() + " does not encode what it decodes of " +
                             Format.print(Word) + ": " +
                             (Again ? "" : toString(Again.takeError())));
    require(*Again == Word,
            Format.getKey() + " makes " + Format.print(*Again) + " of " + Format.print(Word));
  }
}

/// The MMA descriptor's own setters.
static void checkMMADescriptor(uint64_t Word) {
  Expected<MMADescriptor> Read = MMADescriptor::decode(Word);
  if (!Read)
    return consumeError(Read.takeError());
  require(Read->getWord() == Word, "an MMA descriptor has another word");
  for (const MMAFieldInfo &Info : getMMAFields()) {
    auto Field = MMAField(Info.Encoding);
    if (!Read->has(Field))
      continue;
    Expected<MMADescriptor> Same = Read->with(Field, Read->get(Field));
    require(Same && *Same == *Read, "an MMA descriptor does not take its own " + Info.Key);
  }
  if (const MMAVariant *Variant = lookupMMAVariant(*Read))
    require(lookupMMAVariant(Variant->Name), "a variant is not found by its name");
}

static void checkTCGen05Words(uint32_t Kind, uint32_t Collector) {
  Expected<MMADescriptor> Words = decodeTCGen05Words(Kind, Collector);
  if (!Words)
    return consumeError(Words.takeError());
  require(getKindWord(*Words) == Kind && getCollectorWord(*Words) == Collector,
          "kind and collector words come apart as others");
  (void)explainKindWord(Kind, Collector);
  (void)explainCollectorWord(Kind, Collector);
}

/// Fields to a descriptor that the hardware reads and back; values are those of `Word`'s bits,
/// times the unit.
template <typename Descriptor, typename Kind>
static void checkFields(uint64_t Word, const BitLayout &Layout) {
  BitAssignments Fields = Layout.unpack(Word);
  Expected<Descriptor> Made = Descriptor::encode(Kind(Layout.Encoding), Fields);
  if (!Made)
    return consumeError(Made.takeError());
  for (BitAssignment Field : Fields)
    require(Made->get(Field.Field) == uint64_t(Field.Value), "a field of a descriptor changes");
  Expected<Descriptor> Read = Descriptor::decode(Made->getWord(), Kind(Layout.Encoding));
  require(bool(Read), "a descriptor that was encoded is not decoded");
}

static void checkDescriptors(uint64_t Word) {
  for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_MatrixDescriptor)) {
    (void)explainMatrixDescriptor(Word, MatrixDescriptorFormat(Layout.Encoding));
    checkFields<MatrixDescriptor, MatrixDescriptorFormat>(Word, Layout);
  }
  for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_InstructionDescriptor)) {
    (void)explainInstructionDescriptor(uint32_t(Word), InstructionDescriptorKind(Layout.Encoding));
    checkFields<InstructionDescriptor, InstructionDescriptorKind>(Word, Layout);
  }
}

static void checkAll(uint64_t Word) {
  checkFormats(Word);
  checkMMADescriptor(Word);
  checkTCGen05Words(uint32_t(Word), uint32_t(Word >> 32));
  checkDescriptors(Word);
}

/// What is made once must not count as an input's time.
extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  checkAll(0);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  struct {
    uint64_t Word = 0;
    uint16_t Variant = 0;
    uint8_t Bits[2] = {0, 0};
  } Input;
  std::memcpy(&Input, Data, std::min(Size, sizeof(Input)));
  checkAll(Input.Word);
  ArrayRef<MMAVariant> Variants = getMMAVariants();
  uint64_t Word = getMMADescriptor(Variants[Input.Variant % Variants.size()]).getWord();
  for (uint8_t Bit : Input.Bits)
    Word ^= uint64_t(Bit % 65 != 64) << Bit % 65 % 64;
  checkAll(Word);
  return 0;
}
