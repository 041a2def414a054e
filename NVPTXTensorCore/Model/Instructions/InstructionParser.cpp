//===- InstructionParser.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words of a mnemonic choose rows and their fields, the operands choose among the rows.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/InstructionParser.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>
#include <mutex>
#include <set>

using namespace llvm;
using namespace llvm::tensorcore;

/// The first word of a mnemonic: "mma", "tcgen05".
static StringRef getFirstWord(StringRef Mnemonic) { return Mnemonic.split('.').first; }

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Lists of registers by their length, addresses, and the rest: "{4}{2}[]x". A list of one
/// register may stand without braces.
static std::string printShape(bool IsAddress, size_t Count) {
  return IsAddress ? "[]" : Count == 1 ? "x" : "{" + std::to_string(Count) + "}";
}

static std::string getOperandShape(ArrayRef<ptx::Operand> Operands) {
  std::string Shape;
  for (const ptx::Operand &O : Operands)
    Shape += printShape(O.is(ptx::Operand::Kind::Address),
                        O.is(ptx::Operand::Kind::Vector) ? O.Parts.size() : 1);
  return Shape;
}

static std::string getOperandShape(ArrayRef<OperandRole> Roles) {
  std::string Shape;
  for (const OperandRole &Role : Roles)
    Shape += printShape(Role.IsAddress, Role.Parts.size());
  return Shape;
}

/// "[d], a, b, idesc, enable_input_d".
static std::string printRoles(ArrayRef<OperandRole> Roles) {
  std::string Text =
      join(map_range(Roles,
                     [](const OperandRole &Role) {
                       return StringRef(Role.Name).starts_with("{")
                                  ? "{" + std::to_string(Role.Parts.size()) + " registers}"
                                  : Role.Name;
                     }),
           ", ");
  return Text.empty() ? "none" : Text;
}

//===----------------------------------------------------------------------===//
// Matrix instructions
//===----------------------------------------------------------------------===//

bool tensorcore::isTensorCoreMnemonic(StringRef Mnemonic) {
  static const StringSet<> Words = [] {
    StringSet<> Set;
    for (const MMAFamilyInfo &Family : getMMAFamilies())
      if (!Family.Spelling.empty())
        Set.insert(getFirstWord(Family.Spelling));
    return Set;
  }();
  return Words.contains(getFirstWord(Mnemonic));
}

/// Calls `Visit` with the variants of the families that begin with a word.
static void visitVariants(StringRef FirstWord, function_ref<void(const MMAVariant &)> Visit) {
  for (const MMAVariant &Variant : getMMAVariants())
    if (getFirstWord(lookupMMAFamily(Variant.Family)->Spelling) == FirstWord)
      Visit(Variant);
}

/// Returns true if a field may have a value where a mnemonic has these words.
static bool mayHave(const ParsedInstruction &Parsed, MMAField Field, unsigned Value) {
  const ArrayRef<FieldsOfGroup> Groups = lookupMatrixInstruction(Parsed.Row)->Groups;
  return all_of(zip(Groups, Parsed.Values), [&](const auto &Each) {
    const ArrayRef<MMAField> Fields = std::get<0>(Each).Fields;
    size_t Position = std::get<1>(Each);
    for (MMAField Last : reverse(Fields)) {
      const size_t Size = std::max<size_t>(lookupMMAField(Last)->Values.size(), 1);
      const bool IsFirst = Last == Fields.front();
      if (Last == Field)
        return Value == (IsFirst ? Position : Position % Size);
      Position /= Size;
    }
    return true;
  });
}

/// Returns all forms that a mnemonic matches, in the order of variants.
static std::vector<FoundForm> findForms(const ptx::Statement &Statement) {
  const std::vector<ParsedInstruction> Rows = parseMnemonic(Statement);
  std::vector<FoundForm> Found;
  visitVariants(Statement.Name, [&](const MMAVariant &Variant) {
    for (const ParsedInstruction &Row : Rows)
      if (is_contained(lookupMMAStatement(Variant.Opcode)->Rows, Row.Row))
        for (const MMAForm &Form : getMMAForms(Variant, [&](MMAField Field, unsigned Value) {
               return mayHave(Row, Field, Value);
             }))
          if (const MatrixInstruction *Printed = findRow(Form.Opcode, Form.Descriptor).first;
              Printed && Printed->Row == Row.Row)
            Found.push_back({&Variant, Form});
  });
  return Found;
}

/// Returns all mnemonics that begin with a word. Only the message for an unknown one needs them.
static const std::set<std::string> &getMnemonics(StringRef FirstWord) {
  static std::mutex Lock;
  static StringMap<std::set<std::string>> All;
  const std::lock_guard<std::mutex> Guard(Lock);
  auto [It, IsNew] = All.try_emplace(FirstWord);
  if (IsNew)
    visitVariants(FirstWord, [&](const MMAVariant &Variant) {
      for (const MMAForm &Form : getMMAForms(Variant))
        It->second.insert(printMnemonic(Form.Opcode, Form.Descriptor));
    });
  return It->second;
}

/// The mnemonic that differs least, if by little. The first word and what is common at the
/// beginning are not compared: there are thousands.
static std::string findNearestMnemonic(StringRef Mnemonic) {
  unsigned Limit = 8;
  std::string Best;
  StringRef Family = Mnemonic.take_front(Mnemonic.find('.') + 1);
  for (StringRef Known : getMnemonics(getFirstWord(Mnemonic))) {
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
      Best = Known.str();
    }
  }
  return Best;
}

static Error rejectMnemonic(StringRef Mnemonic) {
  std::string Nearest = findNearestMnemonic(Mnemonic);
  return makeError("there is no instruction " + Mnemonic +
                   (Nearest.empty() ? "" : "; the nearest is " + Nearest));
}

static Expected<FoundForm> findForm(const ptx::Statement &Statement, StringRef Mnemonic,
                                    StringRef Shape) {
  std::vector<FoundForm> Forms = findForms(Statement);
  if (Forms.empty())
    return rejectMnemonic(Mnemonic);
  std::vector<std::string> Alternatives;
  for (const FoundForm &Found : Forms) {
    const std::vector<OperandRole> Roles =
        getOperandRoles(Found.Form.Opcode, Found.Form.Descriptor);
    if (getOperandShape(Roles) == Shape)
      return Found;
    std::string Operands = printRoles(Roles);
    if (!is_contained(Alternatives, Operands))
      Alternatives.push_back(std::move(Operands));
  }
  return makeError(Mnemonic + " does not have these operands; it has " +
                   join(Alternatives, ", or "));
}

Expected<FoundForm> tensorcore::parseInstruction(const ptx::Statement &Statement) {
  static std::mutex Lock;
  static StringMap<FoundForm> Known;
  const std::string Mnemonic = Statement.getMnemonic();
  const std::string Shape = getOperandShape(Statement.Operands);
  const std::string Key = Mnemonic + " " + Shape;
  const std::lock_guard<std::mutex> Guard(Lock);
  if (auto It = Known.find(Key); It != Known.end())
    return It->second;
  Expected<FoundForm> Found = findForm(Statement, Mnemonic, Shape);
  if (Found)
    Known.try_emplace(Key, *Found);
  return Found;
}

using MaybeFault = std::optional<StatementFault>;

/// Finds an operand of a template that is a register of another width.
static MaybeFault checkWidth(const ptx::Statement &Statement, StringRef Name,
                             const ptx::Operand &Given, unsigned Wanted, bool MayBeWider,
                             ArrayRef<unsigned> Bits) {
  const bool IsRegister = Given.is(ptx::Operand::Kind::Index) && Given.Value < Bits.size();
  const unsigned Width = IsRegister ? Bits[Given.Value] : 0;
  if (!Width || !Wanted || Width == Wanted || (MayBeWider && Width > Wanted && Wanted > 1))
    return std::nullopt;
  // ptxas accepts wider registers in some conversions, and addresses of 32 bits in isspacep.
  const bool IsCertain = Width > Wanted ? Statement.Name != "cvt" : Statement.Name != "isspacep";
  return StatementFault{("operand " + Twine(Given.Value) + " is a register of " + Twine(Width) +
                         " bits, and '" + Name + "' of " + Statement.getMnemonic() + " has " +
                         Twine(Wanted))
                            .str(),
                        IsCertain};
}

static StatementFault makeDoubtful(Error E) { return {toString(std::move(E)), false}; }

static MaybeFault checkMatrixStatement(const ptx::Statement &Statement, ArrayRef<unsigned> Bits) {
  Expected<FoundForm> Found = parseInstruction(Statement);
  if (!Found)
    return makeDoubtful(Found.takeError());
  for (const auto &[Given, Role] : getRoles(Statement, *Found)) {
    const ptx::Operand &Inner = Role.IsAddress ? Given->Parts.front() : *Given;
    for (const auto &[Part, Name] : zip(Inner.elements(), Role.Parts))
      if (MaybeFault Wrong =
              checkWidth(Statement, Name, Part, Role.Bits, /*MayBeWider=*/false, Bits))
        return Wrong;
  }
  return std::nullopt;
}

static MaybeFault checkOperand(const ptx::Statement &Statement, const ParsedInstruction &Parsed,
                               const PTXOperandInfo &Operand, const ptx::Operand &Given,
                               ArrayRef<unsigned> Bits) {
  if (Operand.Kind == PTXOperandKind_Special && Given.is(ptx::Operand::Kind::Integer))
    if (Error E = checkConstant(Operand, int64_t(Given.Value)))
      return StatementFault{toString(std::move(E)), true};
  if (Operand.Kind == PTXOperandKind_Special || Operand.Kind == PTXOperandKind_Address)
    return std::nullopt;
  const std::optional<ptx::Type> Type = getOperandType(Operand, Parsed);
  const unsigned Wanted = Type ? Type->getBits() : 0;
  const bool IsList = Given.is(ptx::Operand::Kind::Vector);
  if (IsList && !Operand.IsVector) // the parts of one value
    return std::nullopt;
  for (const ptx::Operand &Part : Given.elements())
    if (MaybeFault Wrong =
            checkWidth(Statement, Operand.Name, Part, Wanted, Operand.MayBeWider, Bits))
      return Wrong;
  return std::nullopt;
}

MaybeFault tensorcore::checkStatement(const ptx::Statement &Statement, ArrayRef<unsigned> Bits) {
  if (isTensorCoreMnemonic(Statement.Name) && parseCompanions(Statement).empty())
    return checkMatrixStatement(Statement, Bits);
  if (!isPTXInstruction(Statement.Name))
    return std::nullopt;
  // Several rows may have the words and as many operands.
  MaybeFault First;
  for (const ParsedInstruction &Parsed : parseMnemonic(Statement)) {
    MaybeFault Wrong;
    auto Check = [&](const PTXOperandInfo &Operand, const ptx::Operand *Given) {
      if (Given && !Wrong)
        Wrong = checkOperand(Statement, Parsed, Operand, *Given, Bits);
    };
    if (!visitOperands(Statement, Parsed, Check))
      continue;
    if (!Wrong)
      return std::nullopt;
    if (!First || !Wrong->IsCertain)
      First = Wrong;
  }
  return First ? First : makeDoubtful(parsePTXInstruction(Statement).takeError());
}

RoleList tensorcore::getRoles(const ptx::Statement &Statement, const FoundForm &Found) {
  RoleList Roles;
  for (const auto &[Operand, Role] :
       zip(Statement.Operands, getOperandRoles(Found.Form.Opcode, Found.Form.Descriptor)))
    Roles.emplace_back(&Operand, Role);
  return Roles;
}

const ptx::Operand *tensorcore::getOperand(const ptx::Statement &Statement, const FoundForm &Found,
                                           StringRef Role) {
  for (const auto &[Operand, Known] : getRoles(Statement, Found))
    if (Known.Name == Role)
      return Operand;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Companions
//===----------------------------------------------------------------------===//

/// The forms of a row.
static ArrayRef<CompanionForm> findForms(PTXInstruction Row) {
  static const std::vector<std::vector<CompanionForm>> Forms = [] {
    std::vector<std::vector<CompanionForm>> All(getPTXInstructions().size());
    for (auto [Number, Form] : enumerate(getCompanionForms()))
      All[Form.Row].push_back(CompanionForm(Number));
    return All;
  }();
  return Forms[Row];
}

/// Returns true for the name of an operand that is the same in all statements of a form.
static bool isSpecialRegister(StringRef Name) { return Name.starts_with("%"); }

bool tensorcore::isCompanionMnemonic(StringRef Mnemonic) {
  static const StringSet<> Words = [] {
    StringSet<> Set;
    for (const CompanionFormInfo &Form : getCompanionForms())
      if (none_of(Form.Statement, [](const auto &O) { return isSpecialRegister(O.Names.front()); }))
        Set.insert(getFirstWord(getInfo(Form.Row).Mnemonic));
    return Set;
  }();
  return Words.contains(getFirstWord(Mnemonic));
}

/// The form's word if it has those of a statement; nothing if it has not.
static std::optional<CompanionWord> match(CompanionForm Form, const ParsedInstruction &Parsed) {
  const CompanionFormInfo &Info = getCompanionFormInfo(Form);
  StringMap<StringRef> Chosen; // by an immediate
  for (const auto &[Of, Group, Value] :
       zip(Info.Words, getInfo(Parsed.Row).Modifiers, Parsed.Values))
    if (Of.starts_with("$"))
      Chosen[Of.drop_front()] = Group.Words[Value];
    else if (!Group.areSame(Of, Group.Words[Value]))
      return std::nullopt;
  CompanionWord Word = {Form, {}};
  for (const MMAArgument &Operand : Info.Signature.Arguments) {
    if (Operand.Words.empty())
      continue;
    const ArrayRef<StringLiteral> Words = lookupMMAFieldByKey(Operand.Words)->Values;
    const unsigned Value = find(Words, Chosen.lookup(Operand.Name)) - Words.begin();
    if (Value == Words.size() || !isChoiceOf(Form, Operand.Name, Value))
      return std::nullopt;
    Word.Words.push_back(Value);
  }
  return Word;
}

/// The special registers that forms name.
static const StringSet<> &getSpecialRegisters() {
  static const StringSet<> Registers = [] {
    StringSet<> Set;
    for (const CompanionFormInfo &Form : getCompanionForms())
      for (const CompanionOperand &O : Form.Statement)
        for (StringRef Name : O.Names)
          if (isSpecialRegister(Name))
            Set.insert(Name);
    return Set;
  }();
  return Registers;
}

static std::vector<CompanionWord> findCompanions(const ptx::Statement &Statement) {
  std::vector<CompanionWord> Found;
  Expected<ParsedInstruction> Parsed = parsePTXInstruction(Statement);
  if (!Parsed)
    return consumeError(Parsed.takeError()), Found;
  const auto Parts = getOperandParts(Statement);
  const auto IsOf = [](StringRef Name, const ptx::Operand *Part) {
    return !isSpecialRegister(Name) || Part->Text == Name;
  };
  for (CompanionForm Form : findForms(Parsed->Row))
    if (std::optional<CompanionWord> Word = match(Form, *Parsed)) {
      const auto Names = getOperandNames(Form);
      if (Names.size() == Parts.size() &&
          all_of(zip(Names, Parts), [&](auto Pair) { return std::apply(IsOf, Pair); }))
        Found.push_back(*Word);
    }
  return Found;
}

const std::vector<CompanionWord> &tensorcore::parseCompanions(const ptx::Statement &Statement) {
  static std::mutex Lock;
  static StringMap<std::vector<CompanionWord>> Known;
  std::string Key = Statement.getMnemonic();
  for (const ptx::Operand &O : Statement.Operands)
    Key += (" " + Twine(unsigned(O.Is)) + ":" + Twine(O.Parts.size()) +
            (getSpecialRegisters().contains(O.Text) ? O.Text : StringRef()))
               .str();
  const std::lock_guard<std::mutex> Guard(Lock);
  auto [It, IsNew] = Known.try_emplace(Key);
  if (IsNew)
    It->second = findCompanions(Statement);
  return It->second;
}

SmallVector<StringRef, 8> tensorcore::getOperandNames(CompanionForm Form) {
  SmallVector<StringRef, 8> Names;
  for (const CompanionOperand &O : getCompanionFormInfo(Form).Statement)
    if (O.Temporary.empty())
      append_range(Names, O.Names);
    else
      Names.push_back(O.Names.front());
  return Names;
}

/// Appends the parts of an operand that have no parts.
static void appendParts(const ptx::Operand &O, SmallVectorImpl<const ptx::Operand *> &Parts) {
  using Kind = ptx::Operand::Kind;
  if (!O.is(Kind::Address) && !O.is(Kind::Vector) && !O.is(Kind::Pair))
    return Parts.push_back(&O);
  for (const ptx::Operand &Part : O.Parts)
    appendParts(Part, Parts);
}

SmallVector<const ptx::Operand *, 8> tensorcore::getOperandParts(const ptx::Statement &Statement) {
  SmallVector<const ptx::Operand *, 8> Parts;
  for (const ptx::Operand &O : Statement.Operands)
    appendParts(O, Parts);
  return Parts;
}
