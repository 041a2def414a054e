//===- WordLists.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words that a diagnostic offers, as a part of its sentence. Words are letters and
// numbers; a long list of such that differ in one number becomes the numbers' ranges.
// Knows no word's meaning.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_TABLES_WORDLISTS_H
#define NVPTXTENSORCORE_MODEL_TABLES_WORDLISTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm::tensorcore {

/// Returns true if two words are the same except for their numbers, and there are some:
/// m16n8k16 and m64n40k32.
bool isSameButForNumbers(StringRef L, StringRef R);

/// Chooses the words to suggest: all if there are few, and otherwise those that have most numbers
/// in common with `Wrong`.
SmallVector<std::string> chooseAlternatives(ArrayRef<std::string> Words, StringRef Wrong);

/// "a", "a or b", "a, b or c"; many as "m64nNk16 with N = 8 to 256 in steps of 8".
std::string printAlternatives(ArrayRef<std::string> Words);

/// Returns the word that is nearest to an unknown one. Returns an empty string if more than a third
/// of that one differs.
StringRef findNearestWord(StringRef Unknown, ArrayRef<std::string> Words);

/// Returns the end of a sentence about an unknown word: "; did you mean tcgen05?" or "; expected a,
/// b or c".
std::string suggestWord(StringRef Unknown, ArrayRef<std::string> Words);

/// "8, 16, 24, then 32 to 256 in steps of 16" of rising numbers.
std::string printNumbers(ArrayRef<unsigned> Numbers);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_TABLES_WORDLISTS_H
