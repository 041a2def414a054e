//===- WordFormats.h - words that hold fields -------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words that mma-explain reads and writes, behind one interface: MMA descriptors, kind and
// collector words, the matrix descriptors of wgmma, tcgen05 and the seed documents, and the
// instruction descriptors of each kind. What a field is and what it may hold is the model's.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_WORDS_WORDFORMATS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_WORDS_WORDFORMATS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm::tensorcore::explain {

/// A field of a word.
struct WordField {
  std::string Key;
  std::string Name;
  unsigned High, Low;  ///< its bits
  uint64_t Bits;       ///< what they hold
  uint64_t Value;      ///< what `encode` takes for it: Bits, or those times the field's unit
  std::string Meaning; ///< the value in words; empty if it says nothing more
};

/// A legal word.
struct WordReading {
  uint64_t Word;
  std::vector<WordField> Fields;  ///< from the lowest bit on
  std::vector<std::string> Notes; ///< what the word is as a whole
};

/// "KEY=VALUE" of a command.
struct WordAssignment {
  StringRef Key, Value;
};

class WordFormat {
public:
  virtual ~WordFormat() = default;

  StringRef getKey() const { return Key; }
  StringRef getTitle() const { return Title; }
  unsigned getWidth() const { return Width; } ///< in bits

  /// A word in hex, with all digits that the format has.
  std::string spell(uint64_t Word) const;

  /// Fails, with a sentence, on words that are not legal, and on ones that are too wide.
  Expected<WordReading> decode(uint64_t Word) const;

  /// The word with these fields. Values are numbers, or the words that `decode` has for them.
  /// Fails, with a sentence, on unknown keys and values, on keys that stand twice, and
  /// where `decode` would not take the word.
  Expected<uint64_t> encode(ArrayRef<WordAssignment> Fields) const;

  /// A line for each field, with its values, for help.
  virtual std::vector<std::string> describeFields() const = 0;

protected:
  WordFormat(std::string Key, std::string Title, unsigned Width)
      : Key(std::move(Key)), Title(std::move(Title)), Width(Width) {}

  virtual Expected<WordReading> read(uint64_t Word) const = 0;
  virtual Expected<uint64_t> write(ArrayRef<WordAssignment> Fields) const = 0;

private:
  std::string Key, Title;
  unsigned Width;
};

/// All formats. Those come first that fewer words are legal in.
ArrayRef<std::unique_ptr<WordFormat>> getWordFormats();

/// The formats of a key; "idesc" is that of all kinds. Fails on unknown keys.
Expected<std::vector<const WordFormat *>> findWordFormats(StringRef Key);

/// The formats by their origin.
std::vector<std::unique_ptr<WordFormat>> makeMMAWordFormats();
std::vector<std::unique_ptr<WordFormat>> makeInstructionDescriptorFormats();
std::vector<std::unique_ptr<WordFormat>> makeMatrixDescriptorFormats();

/// A number in hex (0x10), binary (0b10) or decimal, whatever zeros it begins with.
std::optional<uint64_t> parseNumber(StringRef Text);

/// "a kind word", "an MMA descriptor".
std::string addArticle(StringRef Title);

/// A value that stands for itself, or for one of the words (in the order of their numbers; an
/// empty one is none). `What` is the field, for the message.
Expected<uint64_t> parseFieldValue(StringRef Text, ArrayRef<std::pair<uint64_t, std::string>> Words,
                                   StringRef What);

/// The message for a key that a format has not.
Error rejectKey(StringRef Key, ArrayRef<std::string> Known, StringRef Title);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_WORDS_WORDFORMATS_H
