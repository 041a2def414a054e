//===- TextMutator.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextMutator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>
#include <deque>
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// What a piece of a text is, so that it is exchanged for one of its kind.
enum class PieceKind { Name, Word, Number, Mark, Blank };

struct Piece {
  PieceKind Kind;
  StringRef Text;
};

// clang-format off
constexpr const char *Numbers[] = {
    "0", "1", "-1", "2", "3", "4", "7", "8", "15", "16", "31", "32", "64", "127", "128", "255", "256", "512", "65535",
    "2147483647", "-2147483648", "4294967295", "4294967296", "9223372036854775807", "18446744073709551615"};
// clang-format on

constexpr StringLiteral WordMarks = "_.$:-";

class Mutation {
public:
  Mutation(StringRef Text, StringRef Donor, unsigned Seed) : Random(Seed), Donor(Donor) {
    Text.split(Lines, '\n');
  }

  std::string run() {
    for (unsigned Count = 1 + below(4); Count; --Count) {
      if (below(3))
        changeWord();
      else
        changeLine();
    }
    return join(Lines, "\n");
  }

private:
  size_t below(size_t Limit) { return Limit ? Random() % Limit : 0; }
  StringRef keep(std::string Text) { return Kept.emplace_back(std::move(Text)); }

  void changeLine() {
    size_t At = below(Lines.size());
    switch (below(5)) {
    case 0:
      Lines.erase(Lines.begin() + At, Lines.begin() + std::min(At + 1 + below(3), Lines.size()));
      break;
    case 1:
      std::swap(Lines[At], Lines[below(Lines.size())]);
      break;
    case 2:
      Lines.insert(Lines.begin() + At, StringRef(Lines[below(Lines.size())]));
      break;
    default: {
      SmallVector<StringRef> Others;
      Donor.split(Others, '\n');
      size_t From = below(Others.size()), Count = std::min(1 + below(4), Others.size() - From);
      Lines.insert(Lines.begin() + At, Others.begin() + From, Others.begin() + From + Count);
    }
    }
    if (Lines.empty())
      Lines.push_back("");
  }

  void changeWord() {
    StringRef &Line = Lines[below(Lines.size())];
    SmallVector<Piece> Pieces = split(Line);
    erase_if(Pieces, [](const Piece &P) { return P.Kind == PieceKind::Blank; });
    if (Pieces.empty())
      return;
    Piece Old = Pieces[below(Pieces.size())];
    size_t Begin = Old.Text.data() - Line.data();
    Line = keep(
        (Line.take_front(Begin) + getOther(Old) + Line.drop_front(Begin + Old.Text.size())).str());
  }

  /// What to write in place of a piece.
  std::string getOther(Piece Old) {
    if (Old.Kind == PieceKind::Number && below(2))
      return Numbers[below(std::size(Numbers))];
    switch (below(8)) {
    case 0:
      return "";
    case 1:
      return (Old.Text + " " + Old.Text).str();
    default: {
      StringRef From = below(2) ? Donor : StringRef(Lines[below(Lines.size())]);
      SmallVector<Piece> Others = split(getWindow(From));
      erase_if(Others, [&](const Piece &P) { return P.Kind != Old.Kind; });
      return Others.empty() ? Old.Text.str() : Others[below(Others.size())].Text.str();
    }
    }
  }

  /// A part of a long text.
  StringRef getWindow(StringRef Text) {
    constexpr size_t Size = 2000;
    return Text.size() <= Size ? Text : Text.substr(below(Text.size() - Size), Size);
  }

  static SmallVector<Piece> split(StringRef Line) {
    SmallVector<Piece> Pieces;
    while (!Line.empty()) {
      Piece Next = readPiece(Line);
      Pieces.push_back(Next);
      Line = Line.drop_front(Next.Text.size());
    }
    return Pieces;
  }

  static Piece readPiece(StringRef Line) {
    auto IsWordCharacter = [](char C) { return isAlnum(C) || WordMarks.contains(C); };
    char C = Line.front();
    if (isSpace(C))
      return {PieceKind::Blank, Line.take_while(isSpace)};
    if (C == '%' || C == '@' || C == '#' || C == '!')
      return {PieceKind::Name,
              Line.take_front(1 + Line.drop_front().take_while(IsWordCharacter).size())};
    if (isDigit(C) || (C == '-' && Line.size() > 1 && isDigit(Line[1])))
      return {PieceKind::Number, Line.take_front(1 + Line.drop_front().take_while(isAlnum).size())};
    if (StringRef Word = Line.take_while(IsWordCharacter); !Word.empty())
      return {PieceKind::Word, Word};
    return {PieceKind::Mark, Line.take_front(1)};
  }

  std::minstd_rand Random;
  StringRef Donor;
  SmallVector<StringRef> Lines;
  std::deque<std::string> Kept; ///< changed lines
};

} // namespace

std::string fuzz::mutateText(StringRef Text, StringRef Donor, unsigned Seed) {
  return Mutation(Text, Donor, Seed).run();
}

size_t fuzz::writeText(StringRef Text, uint8_t *Data, size_t MaxSize) {
  size_t Size = std::min(Text.size(), MaxSize);
  std::memcpy(Data, Text.data(), Size);
  return Size;
}
