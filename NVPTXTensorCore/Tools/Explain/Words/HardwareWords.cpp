//===- HardwareWords.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The descriptors that the hardware reads: of matrices in shared memory, and of the
// instruction of a tcgen05.mma.
//
//===----------------------------------------------------------------------===//

#include "Explain/Words/WordFormats.h"
#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Descriptors/MatrixDescriptor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

/// The fields of either descriptor, as the model dumps them.
template <typename Descriptor> WordReading readFields(const Descriptor &Decoded) {
  WordReading Reading = {Decoded.getWord(), {}, {}};
  for (const auto &Field : Decoded.getFields())
    Reading.Fields.push_back({Field.Key.str(), Field.Name.str(), Field.High, Field.Low, Field.Bits,
                              Field.Value, Field.Meaning});
  return Reading;
}

/// Keys and values as the model's assignments. `Find` leads from a key to the field and the
/// words of its values, or fails.
template <typename Assignment, typename Finder>
Expected<std::vector<Assignment>> assignFields(ArrayRef<WordAssignment> Fields, Finder Find) {
  std::vector<Assignment> Assignments;
  for (const WordAssignment &Field : Fields) {
    auto Found = Find(Field.Key);
    if (!Found)
      return Found.takeError();
    Expected<uint64_t> Value =
        parseFieldValue(Field.Value, Found->Words, "'" + Field.Key.str() + "'");
    if (!Value)
      return Value.takeError();
    Assignments.push_back({Found->Field, int64_t(*Value)});
  }
  return Assignments;
}

template <typename FieldEnum> struct FieldWithWords {
  FieldEnum Field;
  std::vector<std::pair<uint64_t, std::string>> Words;
};

class MatrixDescriptorWord : public WordFormat {
public:
  explicit MatrixDescriptorWord(const MatrixDescriptorFormatInfo &Info)
      : WordFormat(Info.Key.str(), formatv("matrix descriptor of {0}", Info.Key), 64),
        Format(MatrixDescriptorFormat(Info.Encoding)) {}

  std::vector<std::string> describeFields() const override {
    std::vector<std::string> Lines;
    for (const MatrixDescriptorSlot &Slot : getMatrixDescriptorSlots(Format))
      Lines.push_back(
          formatv("{0}: {1}, bits {2}:{3}; {4}", lookupMatrixDescriptorField(Slot.Field)->Key,
                  lookupMatrixDescriptorField(Slot.Field)->Name, Slot.Shift + Slot.Width - 1,
                  unsigned(Slot.Shift), spellMatrixDescriptorValues(Slot)));
    return Lines;
  }

protected:
  Expected<WordReading> read(uint64_t Word) const override {
    Expected<MatrixDescriptor> Decoded = MatrixDescriptor::decode(Word, Format);
    if (!Decoded)
      return Decoded.takeError();
    return readFields(*Decoded);
  }

  Expected<uint64_t> write(ArrayRef<WordAssignment> Fields) const override {
    auto Assigned = assignFields<MatrixDescriptorAssignment>(
        Fields, [this](StringRef Key) { return findField(Key); });
    if (!Assigned)
      return Assigned.takeError();
    Expected<MatrixDescriptor> Encoded = MatrixDescriptor::encode(Format, *Assigned);
    if (!Encoded)
      return Encoded.takeError();
    return Encoded->getWord();
  }

private:
  Expected<FieldWithWords<MatrixDescriptorField>> findField(StringRef Key) const {
    std::vector<std::string> Keys;
    for (const MatrixDescriptorSlot &Slot : getMatrixDescriptorSlots(Format)) {
      Keys.push_back(lookupMatrixDescriptorField(Slot.Field)->Key.str());
      if (Keys.back() != Key)
        continue;
      FieldWithWords<MatrixDescriptorField> Found = {Slot.Field, {}};
      for (unsigned Value = 0; Slot.Width <= 8 && Value < 1u << Slot.Width; ++Value)
        if (const auto *Row = lookupMatrixDescriptorValue(Format, Slot.Field, Value))
          Found.Words.emplace_back(Value, Row->Meaning.str());
      return Found;
    }
    return rejectKey(Key, Keys, getTitle());
  }

  MatrixDescriptorFormat Format;
};

class InstructionDescriptorWord : public WordFormat {
public:
  explicit InstructionDescriptorWord(const InstructionDescriptorKindInfo &Info)
      : WordFormat(formatv("idesc.{0}", Info.Key),
                   formatv("instruction descriptor of kind::{0}", Info.Key), 32),
        Kind(InstructionDescriptorKind(Info.Encoding)) {}

  std::vector<std::string> describeFields() const override {
    std::vector<std::string> Lines;
    for (const InstructionDescriptorSlot &Slot : getInstructionDescriptorSlots(Kind)) {
      std::string Values;
      for (const auto &Row : getInstructionDescriptorValues(Kind, Slot.Field))
        Values +=
            formatv("{0}{1} ({2})", Values.empty() ? "" : ", ", unsigned(Row.Value), Row.Meaning);
      Lines.push_back(
          formatv("{0}: {1}, bits {2}:{3}; {4}", lookupInstructionDescriptorField(Slot.Field)->Key,
                  lookupInstructionDescriptorField(Slot.Field)->Name, Slot.Shift + Slot.Width - 1,
                  unsigned(Slot.Shift), Values.empty() ? "a number" : Values));
    }
    return Lines;
  }

protected:
  Expected<WordReading> read(uint64_t Word) const override {
    Expected<InstructionDescriptor> Decoded = InstructionDescriptor::decode(Word, Kind);
    if (!Decoded)
      return Decoded.takeError();
    return readFields(*Decoded);
  }

  Expected<uint64_t> write(ArrayRef<WordAssignment> Fields) const override {
    auto Assigned = assignFields<InstructionDescriptorAssignment>(
        Fields, [this](StringRef Key) { return findField(Key); });
    if (!Assigned)
      return Assigned.takeError();
    Expected<InstructionDescriptor> Encoded = InstructionDescriptor::encode(Kind, *Assigned);
    if (!Encoded)
      return Encoded.takeError();
    return Encoded->getWord();
  }

private:
  Expected<FieldWithWords<InstructionDescriptorField>> findField(StringRef Key) const {
    std::vector<std::string> Keys;
    for (const InstructionDescriptorSlot &Slot : getInstructionDescriptorSlots(Kind)) {
      Keys.push_back(lookupInstructionDescriptorField(Slot.Field)->Key.str());
      if (Keys.back() != Key)
        continue;
      FieldWithWords<InstructionDescriptorField> Found = {Slot.Field, {}};
      for (const auto &Row : getInstructionDescriptorValues(Kind, Slot.Field))
        Found.Words.emplace_back(Row.Value, Row.Meaning.str());
      return Found;
    }
    return rejectKey(Key, Keys, getTitle());
  }

  InstructionDescriptorKind Kind;
};

} // namespace

std::vector<std::unique_ptr<WordFormat>> explain::makeMatrixDescriptorFormats() {
  std::vector<std::unique_ptr<WordFormat>> Formats;
  for (const MatrixDescriptorFormatInfo &Info : getMatrixDescriptorFormats())
    Formats.push_back(std::make_unique<MatrixDescriptorWord>(Info));
  return Formats;
}

std::vector<std::unique_ptr<WordFormat>> explain::makeInstructionDescriptorFormats() {
  std::vector<std::unique_ptr<WordFormat>> Formats;
  for (const InstructionDescriptorKindInfo &Info : getInstructionDescriptorKinds())
    Formats.push_back(std::make_unique<InstructionDescriptorWord>(Info));
  return Formats;
}
