//===- Mnemonics.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through the groups of a pattern and takes the words of the mnemonic that each has.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/Mnemonics.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace llvm::tensorcore;

//===----------------------------------------------------------------------===//
// What PTX says of words
//===----------------------------------------------------------------------===//

/// Types and layouts have a meaning by their order.
static bool hasPlace(StringRef Word) {
  static const StringSet<> Known = [] {
    StringSet<> Set;
    for (const MMATypeInfo &Type : getMMATypes())
      Set.insert(Type.Spelling);
    for (StringRef Word : {"row", "col", "and", "xor", "popc"})
      Set.insert(Word);
    return Set;
  }();
  return Known.contains(Word);
}

bool MnemonicWords::isDefault(StringRef Word) const {
  const StringRef Family = getFirstWord();
  const StringRef Action = Words.size() > 1 ? Words[1].Text : "";
  auto Has = [&](StringRef Other) {
    return any_of(Words, [&](const auto &W) { return W.Text == Other; });
  };
  if (Family == "tcgen05" && Action == "mma")
    return Word == (Has("ws") ? "collector::b0::discard" : "collector::a::discard");
  if (Family == "tcgen05")
    return (Action == "commit" && Word == "shared::cluster") ||
           (Action == "alloc" && Word == "shared::cta");
  // The size of a block where the kind has one alone.
  return Family == "mma" && ((Word == "scale_vec::1X" && Has("kind::mxf8f6f4")) ||
                             (Word == "scale_vec::2X" && Has("kind::mxf4")));
}

/// Outside of tcgen05, `.shared` is what `.shared::cta` is.
bool MnemonicWords::isSame(StringRef A, StringRef B) const {
  auto IsShared = [](StringRef Word) { return Word == "shared" || Word == "shared::cta"; };
  return A == B || (IsShared(A) && IsShared(B) && getFirstWord() != "tcgen05");
}

MnemonicWords::MnemonicWords(StringRef Text) {
  SmallVector<StringRef, 16> Parts;
  Text.split(Parts, '.', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts)
    Words.push_back({Part, false, false});
  if (Words.empty())
    Words.push_back({"", false, false});
  for (Word &W : drop_begin(Words)) {
    W.HasPlace = hasPlace(W.Text);
    W.IsDefault = isDefault(W.Text);
  }
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// Letters, or a field whose value stands here.
struct PatternPart {
  StringRef Letters;
  const MMAFieldInfo *Field = nullptr;

  /// Calls `Try` with each value and its spelling until it returns true.
  bool anyValue(function_ref<bool(unsigned Value, StringRef Spelling)> Try) const {
    for (auto [Value, Spelling] : enumerate(Field->Values))
      if (Spelling != "-" && Try(Value, Spelling))
        return true;
    if (!Field->Values.empty())
      return false;
    if (Field->Key == "shape")
      return any_of(getMMAShapes(), [&](const MMAShapeInfo &Shape) {
        return !Shape.Spelling.empty() && Try(Shape.Encoding, Shape.Spelling);
      });
    return any_of(getMMATypes(), [&](const MMATypeInfo &Type) {
      return !Type.Spelling.empty() && Try(Type.Encoding, Type.Spelling);
    });
  }

  /// Returns true if the values begin with a dot, so that there may be no word at all.
  bool isModifier() const {
    return Field && any_of(Field->Values, [](StringRef Value) { return Value.starts_with("."); });
  }
};

/// Lists the parts of a word, or the one field that is a modifier.
using PatternGroup = SmallVector<PatternPart, 4>;

/// "${desc:shape}" at the beginning of a pattern. The place of .ashift depends on other fields, so
/// that it is there twice: its first part takes it.
PatternPart readField(StringRef Pattern) {
  const StringRef Key = Pattern.drop_front(2).split('}').first.split(':').second;
  return {"", lookupMMAFieldByKey(Key == "ashift_before_b" ? "ashift" : Key)};
}

void skipField(StringRef &Pattern) { Pattern = Pattern.drop_front(Pattern.find('}') + 1); }

/// Takes the first group of a pattern off; an empty one at its end.
PatternGroup takeGroup(StringRef &Pattern) {
  PatternGroup Group;
  Pattern.consume_front(".");
  while (!Pattern.empty() && Pattern.front() != '.') {
    if (Pattern.starts_with("${desc:ashift_alone}")) {
      skipField(Pattern);
    } else if (!Pattern.starts_with("${")) {
      PatternPart Letters;
      Letters.Letters = Pattern.take_until([](char C) { return C == '.' || C == '$'; });
      Group.push_back(Letters);
      Pattern = Pattern.drop_front(Group.back().Letters.size());
    } else if (PatternPart Part = readField(Pattern); !Part.isModifier()) {
      Group.push_back(Part);
      skipField(Pattern);
    } else {
      if (!Group.empty())
        return Group;
      skipField(Pattern);
      return {Part};
    }
  }
  return Group.empty() && !Pattern.empty() ? takeGroup(Pattern) : Group;
}

} // namespace

namespace llvm::tensorcore {

/// One comparison. What was taken is given back where the rest does not match.
class MnemonicMatcher {
public:
  explicit MnemonicMatcher(const MnemonicWords &Of) : Of(Of), IsTaken(Of.Words.size()) {}

  bool match(StringRef Pattern) {
    const PatternGroup Group = takeGroup(Pattern);
    if (Group.empty())
      return isRestDefault();
    return Group.front().isModifier()
               ? matchModifier(Group.front(), Pattern)
               : matchWord(Group, Pattern) || matchAbsent(Group, "", Pattern);
  }

  MatchedFields Fields;

private:
  bool isRestDefault() const {
    return all_of(zip(Of.Words, IsTaken), [](const auto &Pair) {
      return std::get<1>(Pair) || std::get<0>(Pair).IsDefault;
    });
  }

  bool isNext(size_t Index) const {
    if (IsTaken[Index] || !Of.Words[Index].HasPlace)
      return !IsTaken[Index];
    return none_of(seq<size_t>(0, Index),
                   [&](size_t Earlier) { return !IsTaken[Earlier] && Of.Words[Earlier].HasPlace; });
  }

  bool takeAs(const PatternPart &Part, unsigned Value, function_ref<bool()> Rest) {
    Fields.push_back({MMAField(Part.Field->Encoding), Value});
    if (Rest())
      return true;
    Fields.pop_back();
    return false;
  }

  /// The words of a value, one behind the other: ".and.popc".
  bool matchWords(StringRef Value, function_ref<bool()> Rest) {
    if (Value.empty())
      return Rest();
    auto [First, Others] = Value.drop_front().split('.');
    StringRef Left = Others.empty() ? Others : Value.drop_front(First.size() + 1);
    for (size_t Index = 1; Index < Of.Words.size(); ++Index) {
      if (!Of.isSame(Of.Words[Index].Text, First) || !isNext(Index))
        continue;
      IsTaken[Index] = true;
      if (matchWords(Left, Rest))
        return true;
      IsTaken[Index] = false;
    }
    return Of.isDefault(First) && matchWords(Left, Rest);
  }

  bool matchModifier(const PatternPart &Part, StringRef Pattern) {
    auto Try = [&](unsigned Value, StringRef Spelling) {
      return matchWords(Spelling,
                        [&] { return takeAs(Part, Value, [&] { return match(Pattern); }); });
    };
    // Words that are present are tried before those that may be left out.
    return Part.anyValue([&](unsigned Value, StringRef Spelling) {
      return !Spelling.empty() && Try(Value, Spelling);
    }) || Part.anyValue([&](unsigned Value, StringRef Spelling) {
      return Spelling.empty() && Try(Value, Spelling);
    });
  }

  /// The letters of a word, part by part.
  bool matchLetters(StringRef Letters, ArrayRef<PatternPart> Parts, StringRef Pattern) {
    if (Parts.empty())
      return Letters.empty() && match(Pattern);
    const PatternPart &Part = Parts.front();
    if (!Part.Field)
      return Letters.consume_front(Part.Letters) &&
             matchLetters(Letters, Parts.drop_front(), Pattern);
    return Part.anyValue([&](unsigned Value, StringRef Spelling) {
      const StringRef First = Spelling.split('.').first, Others = Spelling.drop_front(First.size());
      return Letters.starts_with(First) && !First.empty() && takeAs(Part, Value, [&] {
               return matchWords(Others, [&] {
                 return matchLetters(Letters.drop_front(First.size()), Parts.drop_front(), Pattern);
               });
             });
    });
  }

  bool matchWord(ArrayRef<PatternPart> Parts, StringRef Pattern) {
    const bool IsFixed = Parts.size() == 1 && !Parts.front().Field;
    for (size_t Index = 0; Index < Of.Words.size(); ++Index) {
      if (!isNext(Index))
        continue;
      IsTaken[Index] = true;
      if (IsFixed ? Of.isSame(Of.Words[Index].Text, Parts.front().Letters) && match(Pattern)
                  : matchLetters(Of.Words[Index].Text, Parts, Pattern))
        return true;
      IsTaken[Index] = false;
    }
    return false;
  }

  /// A word that is not there, because its absence means the same.
  bool matchAbsent(ArrayRef<PatternPart> Parts, const std::string &Before, StringRef Pattern) {
    if (Parts.empty())
      return Of.isDefault(Before) && match(Pattern);
    const PatternPart &Part = Parts.front();
    if (!Part.Field)
      return matchAbsent(Parts.drop_front(), Before + Part.Letters.str(), Pattern);
    if (Part.Field->Values.empty()) // no type and no shape may be left out
      return false;
    return Part.anyValue([&](unsigned Value, StringRef Spelling) {
      return takeAs(Part, Value, [&] {
        return matchAbsent(Parts.drop_front(), Before + Spelling.str(), Pattern);
      });
    });
  }

  const MnemonicWords &Of;
  SmallVector<bool, 16> IsTaken;
};

} // namespace llvm::tensorcore

std::optional<MatchedFields> MnemonicWords::match(StringRef Pattern) const {
  if (!Pattern.starts_with(getFirstWord()))
    return std::nullopt;
  MnemonicMatcher Matcher(*this);
  return Matcher.match(Pattern) ? std::optional(std::move(Matcher.Fields)) : std::nullopt;
}
