//===- WordLists.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words split into letters and numbers, and lists of them.
//
//===----------------------------------------------------------------------===//

#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Lists up to this length are written out.
static constexpr size_t LongestList = 6;

/// The count of numbers at the same distance from which on they are printed as a range.
static constexpr size_t ShortestRange = 5;

namespace {

/// "m64n8k16": the letters "m#n#k#" and the numbers 64, 8, 16.
struct SplitWord {
  std::string Letters;
  SmallVector<unsigned, 3> Numbers;

  explicit SplitWord(StringRef Word) {
    while (!Word.empty()) {
      if (unsigned Number; isDigit(Word.front()) && !Word.consumeInteger(10, Number)) {
        Letters += '#';
        Numbers.push_back(Number);
        continue;
      }
      Letters += Word.front();
      Word = Word.drop_front();
    }
  }

  /// The positions of the numbers that differ; all of them if the letters do.
  SmallVector<size_t, 3> findDifferences(const SplitWord &Other) const {
    SmallVector<size_t, 3> Result;
    for (size_t I = 0; I < Numbers.size(); ++I)
      if (Letters != Other.Letters || Numbers[I] != Other.Numbers[I])
        Result.push_back(I);
    return Result;
  }
};

} // namespace

bool tensorcore::isSameButForNumbers(StringRef L, StringRef R) {
  SplitWord Left(L), Right(R);
  return Left.Letters == Right.Letters && !Left.Numbers.empty();
}

std::string tensorcore::printNumbers(ArrayRef<unsigned> Numbers) {
  SmallVector<std::string> Parts;
  for (bool IsFirst = true; !Numbers.empty(); IsFirst = false) {
    size_t Length = std::min<size_t>(Numbers.size(), 2);
    while (Length < Numbers.size() &&
           Numbers[Length] - Numbers[Length - 1] == Numbers[1] - Numbers[0])
      ++Length;
    if (Length >= ShortestRange) {
      Parts.push_back((IsFirst ? "" : "then ") + utostr(Numbers[0]) + " to " +
                      utostr(Numbers[Length - 1]) + " in steps of " +
                      utostr(Numbers[1] - Numbers[0]));
    } else {
      // The last one may be the first of a range.
      Length = std::max<size_t>(1, Length == Numbers.size() ? Length : Length - 1);
      for (unsigned Number : Numbers.take_front(Length))
        Parts.push_back(utostr(Number));
    }
    Numbers = Numbers.drop_front(Length);
  }
  return join(Parts, ", ");
}

/// Words that differ in one number only; empty if they do not.
static std::string abbreviate(ArrayRef<std::string> Words) {
  SplitWord First(Words.front());
  SmallVector<unsigned> Numbers;
  SmallVector<size_t, 3> Varying = First.findDifferences(SplitWord(Words.back()));
  if (Varying.size() != 1)
    return {};
  for (StringRef Text : Words) {
    SplitWord Word(Text);
    SmallVector<size_t, 3> Differences = First.findDifferences(Word);
    if (Word.Letters != First.Letters || !(Differences.empty() || Differences == Varying))
      return {};
    Numbers.push_back(Word.Numbers[Varying.front()]);
  }
  llvm::sort(Numbers);
  // The varying number goes by the name of the letter before it.
  std::string Pattern, Name = "#";
  size_t Number = 0;
  for (char C : First.Letters) {
    if (C != '#') {
      Pattern += C;
      Name = Number == Varying.front() ? std::string(1, toUpper(C)) : Name;
    } else if (Number++ == Varying.front()) {
      Pattern += Name;
    } else {
      Pattern += utostr(First.Numbers[Number - 1]);
    }
  }
  return Pattern + " with " + Name + " = " + printNumbers(Numbers);
}

SmallVector<std::string> tensorcore::chooseAlternatives(ArrayRef<std::string> Words,
                                                        StringRef Wrong) {
  SmallVector<std::string> Chosen(Words);
  if (Chosen.size() <= LongestList)
    return Chosen;
  SplitWord Instead(Wrong);
  auto CountDifferences = [&Instead](StringRef Word) {
    return SplitWord(Word).findDifferences(Instead).size();
  };
  size_t Min = ~size_t(0);
  for (StringRef Word : Words)
    Min = std::min(Min, CountDifferences(Word));
  llvm::erase_if(Chosen, [&](StringRef Word) { return CountDifferences(Word) != Min; });
  return Chosen;
}

std::string tensorcore::printAlternatives(ArrayRef<std::string> Words) {
  if (Words.size() > LongestList)
    if (std::string Short = abbreviate(Words); !Short.empty())
      return Short;
  if (Words.size() == 1)
    return Words.front();
  return join(Words.drop_back(), ", ") + " or " + Words.back();
}

StringRef tensorcore::findNearestWord(StringRef Unknown, ArrayRef<std::string> Words) {
  unsigned Limit = Unknown.size() / 3 + 1;
  StringRef Nearest;
  for (StringRef Word : Words) {
    const unsigned Distance = Unknown.edit_distance(Word, /*AllowReplacements=*/true, Limit);
    if (Distance < Limit) {
      Limit = Distance;
      Nearest = Word;
    }
  }
  return Nearest;
}

std::string tensorcore::suggestWord(StringRef Unknown, ArrayRef<std::string> Words) {
  StringRef Nearest = findNearestWord(Unknown, Words);
  return Nearest.empty() ? "; expected " + printAlternatives(Words)
                         : ("; did you mean " + Nearest + "?").str();
}
