//===- Mnemonics.h - words of a PTX instruction -----------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches a mnemonic against the pattern that a row prints it with: the words of a row and its
// fields "${desc:shape}" are read from the same text that writes them. PTX takes most modifiers in
// any order, while types and layouts mean something by their order, and lets some be left out.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MNEMONICS_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MNEMONICS_H

#include "Model/Tables/MMATables.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm::tensorcore {

/// The value that a mnemonic has for a field of a pattern.
struct MatchedField {
  MMAField Field;
  unsigned Value;
};
using MatchedFields = SmallVector<MatchedField, 12>;

/// A mnemonic that patterns are compared with. Refers to its text.
class MnemonicWords {
public:
  explicit MnemonicWords(StringRef Text);

  StringRef getFirstWord() const { return Words.front().Text; }

  /// The fields of the pattern; none if this is another instruction.
  std::optional<MatchedFields> match(StringRef Pattern) const;

private:
  friend class MnemonicMatcher;

  struct Word {
    StringRef Text;
    bool HasPlace;  ///< means something by its order
    bool IsDefault; ///< means what its absence does
  };

  /// Returns true if a word means, among these, what its absence does.
  bool isDefault(StringRef Word) const;
  bool isSame(StringRef A, StringRef B) const;

  SmallVector<Word, 16> Words;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MNEMONICS_H
