//===- WordFormats.h - words that hold fields -------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words that mma-explain reads and writes, a format for each layout of the model: MMA
// descriptors, kind and collector words, the matrix descriptors of wgmma, tcgen05 and the seed
// documents, and the instruction descriptors of each kind. What a field is and what it may hold
// is the model's; here are the texts of commands, and whether an instruction has the word.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_WORDS_WORDFORMATS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_WORDS_WORDFORMATS_H

#include "Model/Instructions/MMADescriptor.h"
#include <optional>
#include <set>
#include <vector>

namespace llvm::tensorcore::explain {

/// The field that chooses a layout of MMA descriptors.
constexpr StringLiteral FamilyKey = "family";

/// A legal word.
struct WordReading {
  uint64_t Word;
  SmallVector<BitReading> Fields; ///< from the lowest bit on
  std::vector<std::string> Notes; ///< what the word is as a whole
};

/// "KEY=VALUE" of a command.
struct WordAssignment {
  StringRef Key, Value;
};

class WordFormat {
public:
  /// That of a layout; "mma" stands for those of all families.
  explicit WordFormat(const BitLayout &Layout);

  StringRef getKey() const { return Key; }
  StringRef getTitle() const { return Title; }

  /// Returns true if a compiler or a GPU reads such words; else only a user who names the format is
  /// shown them.
  bool isRead() const;

  /// A word in hex, with all digits that the format has.
  std::string print(uint64_t Word) const;

  /// Fails, with a sentence, on words that are not legal, and on ones that are too wide.
  Expected<WordReading> decode(uint64_t Word) const;

  /// The word with these fields. Values are numbers, or the words that `decode` has for them.
  /// Fails, with a sentence, on unknown keys and values, on keys that stand twice, and
  /// where `decode` would not take the word.
  Expected<uint64_t> encode(ArrayRef<WordAssignment> Fields) const;

  /// Describes how likely it is that a number is a word of the format.
  enum class Likelihood {
    None,
    Possible, ///< legal, as many numbers are
    Near,     ///< one bit is wrong, or two belong to no field
    Legal
  };
  Likelihood judge(uint64_t Word) const;

  /// A line for each field, with its values, for help; of MMA descriptors those of a family, or the
  /// families.
  Expected<std::vector<std::string>> describeFields(StringRef Family = "") const;

private:
  Expected<uint64_t> write(ArrayRef<WordAssignment> Fields) const;

  const BitLayout &Layout;
  std::string Key, Title;
};

/// All formats. Those come first that fewer words are legal in.
ArrayRef<WordFormat> getWordFormats();

/// The keys of all.
std::vector<std::string> getWordFormatKeys();

/// The formats of a key; "idesc" is that of all kinds. Fails on unknown keys.
Expected<std::vector<const WordFormat *>> findWordFormats(StringRef Key);

/// A number in hex (0x10), binary (0b10) or decimal, whatever zeros it begins with.
std::optional<uint64_t> parseNumber(StringRef Text);

/// "a kind word", "an MMA descriptor".
std::string addArticle(StringRef Title);

/// The instruction that has a word, or why there is none.
Error describeInstruction(MMADescriptor Descriptor, std::vector<std::string> &Notes);

/// The word of the instruction that has some fields: what it is not asked for, it has by default,
/// or no other value goes with the rest. Fails with the nearest instruction, or with what is open.
Expected<uint64_t> completeMMADescriptor(const BitLayout &Family, ArrayRef<BitAssignment> Fields);

/// The values that instructions of a family have in a field; none for what calls decide.
std::set<uint64_t> getValuesInUse(const BitLayout &Family, const BitSlot &Slot);

/// Returns true if some target has a tcgen05.mma with these words; of the collector word alone.
Error describeMultiplication(MMADescriptor Words, std::vector<std::string> &Notes);
Error checkCollector(MMADescriptor Words);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_WORDS_WORDFORMATS_H
