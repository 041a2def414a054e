//===- WordOutput.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of fields.
//
//===----------------------------------------------------------------------===//

#include "Explain/Words/WordOutput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

static std::string spellBits(const WordField &Field) {
  return Field.High == Field.Low ? std::to_string(Field.Low)
                                 : formatv("{0}:{1}", Field.High, Field.Low).str();
}

/// In hex and decimal; small numbers are the same in both.
static std::string spellValue(const WordField &Field) {
  if (Field.Value < 10)
    return std::to_string(Field.Value);
  return formatv("{0} (0x{1})", Field.Value, utohexstr(Field.Value, /*LowerCase=*/true));
}

void explain::print(raw_ostream &OS, const WordFormat &Format, const WordReading &Reading) {
  OS << formatv("{0} ({1}), {2}\n", Format.spell(Reading.Word), Reading.Word, Format.getTitle());
  for (const std::string &Note : Reading.Notes)
    OS << "  " << Note << '\n';
  size_t KeyWidth = 3, ValueWidth = 5, NameWidth = 5;
  for (const WordField &Field : Reading.Fields) {
    KeyWidth = std::max(KeyWidth, Field.Key.size());
    NameWidth = std::max(NameWidth, Field.Name.size());
    ValueWidth = std::max(ValueWidth, spellValue(Field).size());
  }
  auto PrintRow = [&](StringRef Bits, StringRef Key, StringRef Name, StringRef Value,
                      StringRef Meaning) {
    std::string Line =
        formatv("  {0}  {1}  {2}  {3}  {4}", right_justify(Bits, 5), left_justify(Key, KeyWidth),
                left_justify(Name, NameWidth), left_justify(Value, ValueWidth), Meaning);
    OS << StringRef(Line).rtrim() << '\n';
  };
  PrintRow("bits", "key", "field", "value", "meaning");
  for (const WordField &Field : Reading.Fields)
    PrintRow(spellBits(Field), Field.Key, Field.Name, spellValue(Field), Field.Meaning);
}

void explain::printFields(json::OStream &JSON, ArrayRef<WordField> Fields) {
  JSON.attributeArray("fields", [&] {
    for (const WordField &Field : Fields)
      JSON.object([&] {
        JSON.attribute("key", Field.Key);
        JSON.attribute("name", Field.Name);
        JSON.attribute("high", Field.High);
        JSON.attribute("low", Field.Low);
        JSON.attribute("bits", Field.Bits);
        JSON.attribute("value", Field.Value);
        JSON.attribute("meaning", Field.Meaning);
      });
  });
}

void explain::print(json::OStream &JSON, const WordFormat &Format, const WordReading &Reading) {
  JSON.object([&] {
    JSON.attribute("format", Format.getKey());
    JSON.attribute("title", Format.getTitle());
    JSON.attribute("word", Format.spell(Reading.Word));
    printFields(JSON, Reading.Fields);
    JSON.attributeArray("notes", [&] {
      for (const std::string &Note : Reading.Notes)
        JSON.value(Note);
    });
  });
}
