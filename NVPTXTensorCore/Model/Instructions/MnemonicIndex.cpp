//===- MnemonicIndex.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The index of all forms by what their mnemonics say.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MnemonicIndex.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Tables/Errors.h"
#include "PTX/Reader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>
#include <memory>
#include <mutex>
#include <set>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Types and layouts: what stands in a mnemonic more than once, with a meaning by its place. Of
/// copies the state spaces, of conversions everything.
bool hasPlace(StringRef Word, StringRef Family) {
  if (Family == "cvt" || (Family == "cp" && (Word == "global" || Word.starts_with("shared"))))
    return true;
  static const StringSet<> Words = [] {
    StringSet<> Set;
    for (const MMATypeInfo &Type : getMMATypes())
      Set.insert(Type.Spelling);
    for (StringRef Word : {"row", "col", "and", "xor", "popc"})
      Set.insert(Word);
    return Set;
  }();
  return Words.contains(Word);
}

/// Whether a modifier means what its absence does.
bool isDefault(StringRef Word, ArrayRef<StringRef> Words) {
  auto IsOf = [&](StringRef Action) {
    return Words[0] == "tcgen05" && Words.size() > 1 && Words[1] == Action;
  };
  if (IsOf("mma"))
    return Word == (is_contained(Words, "ws") ? "collector::b0::discard" : "collector::a::discard");
  // An arrival releases and a wait acquires, a count of bytes does neither; all for the CTA.
  if (Words[0] == "mbarrier") {
    bool IsCount = Words.size() > 1 && Words[1].ends_with("_tx");
    return Word == "cta" || (IsCount ? Word == "relaxed" : Word == "release" || Word == "acquire");
  }
  // The size of a block where the kind has one alone.
  if (Word == "scale_vec::1X" && Words[0] == "mma")
    return is_contained(Words, "kind::mxf8f6f4");
  if (Word == "scale_vec::2X" && Words[0] == "mma")
    return is_contained(Words, "kind::mxf4");
  if (Words[0] == "cp")
    return Word == "tile" && is_contained(Words, "tensor");
  return (IsOf("commit") && Word == "shared::cluster") || (IsOf("alloc") && Word == "shared::cta");
}

/// Lists of registers by their length, addresses, and the rest: "{4}{2}[]x". A list of one
/// register may stand without braces.
std::string getOperandShape(ArrayRef<ptx::Operand> Operands) {
  std::string Shape;
  for (const ptx::Operand &O : Operands) {
    const size_t Count = O.is(ptx::Operand::Kind::Vector) ? O.Parts.size() : 1;
    if (O.is(ptx::Operand::Kind::Address))
      Shape += "[]";
    else
      Shape += Count == 1 ? "x" : "{" + std::to_string(Count) + "}";
  }
  return Shape;
}

OperandRole makeRole(const ptx::Operand &O) {
  OperandRole Role = {spell(O), {}};
  for (const ptx::Operand &Part : O.elements())
    Role.Parts.push_back(spell(Part));
  return Role;
}

/// The first word of a mnemonic: "mma", "tcgen05".
StringRef getFirstWord(StringRef Mnemonic) { return Mnemonic.split('.').first; }

/// The forms the mnemonics of which begin with the same word.
struct FamilyIndex {
  StringMap<std::vector<FoundForm>> ByWords;
  std::set<std::string> Mnemonics;

  explicit FamilyIndex(StringRef Word) {
    for (const MMAVariant &Variant : getMMAVariants())
      if (getFirstWord(lookupMMAFamily(Variant.Family)->Spelling) == Word)
        for (const MMAForm &Form : getMMAForms(Variant))
          if (lookupMMAPTXText(Form.Opcode))
            add({&Variant, Form});
  }

private:
  void add(const FoundForm &Found) {
    std::string Mnemonic = spellMnemonic(Found.Form.Opcode, Found.Form.Descriptor);
    ByWords[normalizeMnemonic(Mnemonic)].push_back(Found);
    Mnemonics.insert(std::move(Mnemonic));
  }
};

/// Made when it is first asked for.
const FamilyIndex &getIndex(StringRef Mnemonic) {
  static std::mutex Lock;
  static StringMap<std::unique_ptr<FamilyIndex>> Families;
  const StringRef Word = getFirstWord(Mnemonic);
  const std::lock_guard<std::mutex> Guard(Lock);
  std::unique_ptr<FamilyIndex> &Index = Families[Word];
  if (!Index)
    Index = std::make_unique<FamilyIndex>(Word);
  return *Index;
}

/// The statement of a form with its roles, and what it is read from.
struct FormStatement {
  explicit FormStatement(const FoundForm &Found)
      : Text(spellStatement(Found.Form.Opcode, Found.Form.Descriptor)),
        Read(ptx::readStatements(Text, ptx::Dialect::Module)) {}

  ArrayRef<ptx::Operand> getOperands() const { return Read.Statements.front().Operands; }

private:
  std::string Text;
  ptx::StatementList Read;
};

} // namespace

std::string tensorcore::normalizeMnemonic(StringRef Mnemonic) {
  SmallVector<StringRef, 16> Words, Free, Placed;
  Mnemonic.split(Words, '.', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Word : Words) {
    if (isDefault(Word, Words))
      continue;
    // What `.shared` is where it may be one or the other.
    if (Word == "shared::cta" && Words[0] != "tcgen05")
      Word = "shared";
    (hasPlace(Word, Words[0]) ? Placed : Free).push_back(Word);
  }
  sort(Free);
  return join(Free, ".") + "|" + join(Placed, ".");
}

bool tensorcore::isTensorCoreMnemonic(StringRef Mnemonic) {
  return any_of(getMMAFamilies(), [&](const MMAFamilyInfo &Family) {
    return getFirstWord(Family.Spelling) == getFirstWord(Mnemonic);
  });
}

/// "[d], a, b, idesc, enable_input_d".
static std::string spellOperands(ArrayRef<ptx::Operand> Operands) {
  std::string Text;
  for (const ptx::Operand &O : Operands) {
    Text += Text.empty() ? "" : ", ";
    Text += O.is(ptx::Operand::Kind::Vector) ? "{" + std::to_string(O.Parts.size()) + " registers}"
                                             : spell(O);
  }
  return Text.empty() ? "none" : Text;
}

/// The mnemonic that differs least, if by little. The first word and what is common at the
/// beginning are not compared: there are thousands.
static StringRef findNearestMnemonic(StringRef Mnemonic) {
  unsigned Limit = 8;
  StringRef Best;
  StringRef Family = Mnemonic.take_front(Mnemonic.find('.') + 1);
  for (StringRef Known : getIndex(Mnemonic).Mnemonics) {
    unsigned Longer = std::max(Known.size(), Mnemonic.size());
    if (!Known.starts_with(Family) || Longer - std::min(Known.size(), Mnemonic.size()) >= Limit)
      continue;
    size_t Common =
        std::mismatch(Known.begin(), Known.end(), Mnemonic.begin(), Mnemonic.end()).first -
        Known.begin();
    unsigned Distance = Mnemonic.drop_front(Common).edit_distance(
        Known.drop_front(Common), /*AllowReplacements=*/true, /*MaxEditDistance=*/Limit - 1);
    if (Distance < Limit) {
      Limit = std::max(Distance, 1u);
      Best = Known;
    }
  }
  return Best;
}

static Error rejectMnemonic(StringRef Mnemonic) {
  StringRef Nearest = findNearestMnemonic(Mnemonic);
  return makeError("there is no instruction " + Mnemonic +
                   (Nearest.empty() ? "" : "; the nearest is " + Nearest));
}

Expected<FoundForm> tensorcore::findForm(const ptx::Statement &Statement) {
  const std::string Mnemonic = Statement.getMnemonic();
  const auto &ByWords = getIndex(Mnemonic).ByWords;
  const auto It = ByWords.find(normalizeMnemonic(Mnemonic));
  if (It == ByWords.end())
    return rejectMnemonic(Mnemonic);
  std::string Shape = getOperandShape(Statement.Operands);
  std::vector<std::string> Alternatives;
  for (const FoundForm &Found : It->second) {
    const FormStatement Known(Found);
    if (getOperandShape(Known.getOperands()) == Shape)
      return Found;
    std::string Operands = spellOperands(Known.getOperands());
    if (!is_contained(Alternatives, Operands))
      Alternatives.push_back(std::move(Operands));
  }
  return makeError(Mnemonic + " does not have these operands; it has " +
                   join(Alternatives, ", or "));
}

std::vector<std::pair<const ptx::Operand *, OperandRole>>
tensorcore::getRoles(const ptx::Statement &Statement, const FoundForm &Found) {
  const FormStatement Known(Found);
  std::vector<std::pair<const ptx::Operand *, OperandRole>> Roles;
  for (const auto &[Operand, Role] : zip(Statement.Operands, Known.getOperands()))
    Roles.emplace_back(&Operand, makeRole(Role));
  return Roles;
}

const ptx::Operand *tensorcore::getOperand(const ptx::Statement &Statement, const FoundForm &Found,
                                           StringRef Role) {
  for (const auto &[Operand, Known] : getRoles(Statement, Found))
    if (Known.Name == Role)
      return Operand;
  return nullptr;
}
