//===- Companions.td - What a companion row is ----------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Companions are the instructions that a kernel needs in addition to the matrix instructions:
// copies, barriers, fences, conversions. A row is an intrinsic as LLVM 22 has it, and for
// each instruction that it can become a form: the values of its immediates that choose
// this one, a statement of a row in PTX/, and where it is legal. A machine opcode is the registers of a form and what
// it does to others (CompanionOpcodes.td); the form itself, with the words of its immediates, is an
// operand.
//
// TensorCoreModel.td includes the files that have the rows.
//
//===----------------------------------------------------------------------===//

/// Is the base of all classes with rows, so that tables and the records that they refer to are found together.
class CompanionRow {
  string Origin = OfOlder; // of an intrinsic's name
  bit HasDisjointRegisters = 0; // no register may stand in an instruction twice
}

// clang-format off
//                               arguments inaccessible other convergent
def ArithmeticEffects  : Effects<0,        0,           0,    0>;
// Has a location in the program, and memory has nothing to do with it.
def TogetherEffects    : Effects<0,        3,           0,    1>;
// Two reads differ.
def CounterEffects     : Effects<0,        3,           0,    0>;
// Memory that it does not point to is ordered by it.
def OrderingEffects    : Effects<3,        3,           3,    0>;
def BarrierEffects     : Effects<3,        3,           3,    1>;
// The state of an mbarrier changes between two reads, which so may differ.
def SharedStateEffects : Effects<3,        3,           0,    1>;
def CopyEffects        : Effects<3,        3,           0,    1>;
def TensorCopyEffects  : Effects<3,        3,           3,    1>; // memory by way of a tensor map
def RequestEffects     : Effects<3,        3,           0,    0>;
def HintEffects        : Effects<1,        3,           0,    0>;
def CopyHintEffects    : Effects<1,        3,           0,    1>;
def StoreEffects       : Effects<2,        0,           0,    0>;
def UpdateEffects      : Effects<3,        0,           0,    0>;
// clang-format on

/// An intrinsic.
class Companion<string name, list<Argument> results, list<Argument> arguments,
                Effects effects> : CompanionRow {
  string Name = "llvm.nvvm." # name;
  list<Argument> Results = results;
  list<Argument> Arguments = arguments;
  Effects Effects = effects;
  Signature Signature = Signature<!foreach(r, results, r.Type.Name), arguments>;
}

/// An immediate that PTX has a word for: a field of the MMA descriptor names them, as its values
/// from 0 on. It chooses no form, unless its values are legal in different locations. Such a word is
/// `InStatement` among the words of a statement, with the group that it is of.
class Word<MMAField of, Modifier group, string name = of.Key> : Immediate<"i32", name> {
  let Words = of.Key;
  string InStatement = group.CppName # "$" # name;
  Choice Any = Choice<name, 0, !sub(!size(of.Values), 1)>;
}

/// Describes an operand of a statement: an argument, a result, or a word of PTX. Several names are
/// the elements of a vector, or the registers that a temporary is made of. What `IsNested` is behind
/// the operand before it, within its brackets.
class StatementOperand<list<string> names, bit isVector = 0, bit isNested = 0> {
  list<string> Names = names;
  bit IsVector = isVector;
  bit IsNested = isNested;
  string Temporary = ""; // the register that PTX takes in its place, as IR has none of this type
  string TemporaryType = "";
}

/// An operand of 8 bits, which is the lower half of a register.
class InByte<string name, string temporary> : StatementOperand<[name]> {
  let Temporary = temporary;
  let TemporaryType = "b8";
}

/// An operand of 128 bits, which is in two registers.
class InPair<string name, string temporary> : StatementOperand<[name # "0", name # "1"]> {
  let Temporary = temporary;
  let TemporaryType = "b128";
}

/// Operands with one name each.
class Named<list<string> names> {
  list<StatementOperand> List = !foreach(name, names, StatementOperand<[name]>);
}

def : TableStruct<"StatementOperand", "CompanionOperand",
                  ["Names", "IsVector", "IsNested", "Temporary", "TemporaryType"]>;

/// A statement: its row, the words of the mnemonic that the row leaves open, in the row's order,
/// and the operands in the row's order: without any the intrinsic's results and arguments. An empty word
/// is none.
class Statement<PTXInstruction row, list<string> words = [], list<StatementOperand> operands = []> {
  PTXInstruction Row = row;
  list<string> Open = !filter(word, words, !not(!empty(word)));
  list<StatementOperand> Operands = operands;
}

/// True if the row does not leave a word open.
class IsClosed<string word> {
  bit Yes = !eq(!substr(word, 0, 1), ",");
}

/// The position of a word or of an immediate's name, behind a comma or the name of a group.
class WordStart<string word> {
  int Dollar = !find(word, "$");
  int Position = !if(IsClosed<word>.Yes, 1, !if(!lt(Dollar, 0), 0, Dollar));
}

/// The word of a group, behind those that are known: the next one that is open, none, or the only one.
class StatementWord<Modifier group, list<string> known, list<string> open> {
  int Position = !size(!filter(word, known, !not(IsClosed<word>.Yes)));
  string Next = !if(!lt(Position, !size(open)), open[Position], "");
  list<string> Words = !filter(word, group.Words, !ne(word, "-"));
  bit IsNext = !and(!ne(Next, ""), !or(!not(!empty(!filter(word, Words, !eq(word, Next)))),
                                       !eq(!find(Next, group.CppName # "$"), 0)));
  string Marked = !cond(IsNext : Next,
                        !not(!empty(!filter(word, Words, !eq(word, "")))) : ",",
                        !eq(!size(Words), 1) : "," # !head(Words),
                        true : ",?");
}

/// The word of each group of a statement's row; "$name" is an immediate's. One that the row does not
/// leave open begins with a comma, until all are known.
class StatementWords<PTXInstruction row, list<string> open> {
  list<string> Marked = !foldl([]<string>, row.Modifiers, known, group,
                               !listconcat(known, [StatementWord<group, known, open>.Marked]));
  list<string> Given = !filter(word, Marked, !not(IsClosed<word>.Yes));
  bit AreAll = !eq(!size(Given), !size(open));
  list<string> List = !foreach(word, Marked, !substr(word, WordStart<word>.Position));
}

/// The operands that a row has in any case, and with these words.
class RequiredOperands<PTXInstruction row, list<string> words> {
  list<PTXOperand> List = !filter(o, row.Operands,
      !and(!not(o.IsOptional), !or(!not(o.IsPaired), o.IsRequired),
           !or(!empty(o.With), !not(!empty(!filter(word, o.With, !not(!empty(!filter(w, words, !eq(w, word))))))))));
}

/// True if choices bound a value.
class IsChosen<list<Choice> choices, string name> {
  bit Yes = !not(!empty(!filter(c, choices, !eq(c.Name, name))));
}

/// The letter of an operand in the name of an opcode: registers of 1, 16, 32 and 64 bits, an address,
/// and immediates of 32 and 64 bits.
class CompanionOperandKind<Argument operand> {
  defvar type = operand.Type.Name;
  string Letter = !cond(operand.IsImmediate : !if(!eq(type, "i64"), "W", "N"),
                        !eq(type, "i1") : "P",
                        !eq(type, "i16") : "H",
                        !eq(type, "f16") : "H",
                        !eq(type, "bf16") : "H",
                        !eq(type, "i64") : "D",
                        !eq(type, "f64") : "D",
                        !eq(type, "b0") : "D",
                        !eq(type, "r3") : "M",
                        !eq(!substr(type, 0, 1), "p") : "M",
                        true : "R");
}

/// One instruction of an intrinsic: the one for calls whose immediates have the values of
/// `choices` (the address space of a p* is among them). Its operands are the results, and those of
/// the arguments that the statement has. The intrinsic's record is "Companion_" with `stem`.
/// Targets may have it since different versions: `also` are further rules; the last one's targets are
/// what a message says.
class CompanionForm<string stem, list<Choice> choices, Statement statement, MMALegality legality,
                    list<MMALegality> also = []> : CompanionRow {
  defvar intrinsic = !cast<Companion>("Companion_" # stem);
  string Name = !subst("CompanionForm_", "", NAME);
  string Intrinsic = intrinsic.Name;
  list<Choice> Choices = choices;
  PTXInstruction Row = statement.Row;
  defvar words = StatementWords<statement.Row, statement.Open>;
  list<string> Words = words.List;
  list<Argument> Results = intrinsic.Results;
  defvar all = !listconcat(Results, !filter(a, intrinsic.Arguments, !empty(a.Words)));
  list<StatementOperand> Statement = !if(!empty(statement.Operands), Named<!foreach(a, all, a.Name)>.List,
                                         statement.Operands);
  defvar names = !listconcat(!foldl([]<string>, Statement, known, o, !listconcat(known, o.Names)),
                             !foreach(w, words.List, !subst("$", "", w)));
  list<Argument> Operands = !filter(a, intrinsic.Arguments,
                                    !not(!empty(!filter(n, names, !eq(n, a.PartNames[0])))));
  defvar results = ArgumentParts<Results>.List;
  defvar operands = ArgumentParts<Operands>.List;
  list<string> ResultNames = !foreach(r, results, r.Name);
  Signature Signature = Signature<!foreach(r, results, r.Type.Name), operands>;
  // Behind the effects, the registers of results and operands name the opcode.
  list<string> ResultKinds = !foreach(r, results, CompanionOperandKind<r>.Letter);
  list<string> OperandKinds = !foreach(o, !filter(p, operands, !empty(p.Words)),
                                       CompanionOperandKind<o>.Letter);
  string OpcodeName = !cond(intrinsic.Effects.IsPure : "PURE", intrinsic.Effects.IsConvergent : "CONVERGENT",
                            true : "EFFECT")
                      # "_" # !interleave(ResultKinds, "") # "_" # !interleave(OperandKinds, "");
  Effects Effects = intrinsic.Effects;
  list<MMALegality> Legality = !listconcat([legality], also);
  defvar given = !size(!filter(o, Statement, !not(o.IsNested)));
  defvar required = RequiredOperands<Row, words.List>.List;
  assert !and(!le(!size(required), given), !le(given, !size(Row.Operands))),
         "the statement of the companion '" # Name # "' has " # given # " operands, and its row '" # Row # "' has " #
         !if(!lt(given, !size(required)), "at least " # !size(required), "at most " # !size(Row.Operands)) # ": " #
         !interleave(!foreach(o, Row.Operands, o.Name), ", ");
  assert !empty(!filter(o, Operands, !and(!not(!empty(o.Words)), !not(IsChosen<choices, o.Name>.Yes)))),
         "a choice says which words " # Name # " may have";
  assert words.AreAll, "a group of " # statement.Row.Mnemonic # " has each word of " # Name;
  assert !empty(!filter(w, Words, !eq(w, "?"))), Name # " says the word of each group";
}

/// An intrinsic with one form, whose name is the intrinsic's in capitals.
multiclass CompanionInstruction<string name, list<Argument> results,
                                list<Argument> arguments, Effects effects,
                                Statement statement, MMALegality legality, list<Choice> choices = [],
                                list<MMALegality> also = []> {
  defvar opcode = !toupper(!subst(".", "_", name));
  def "Companion_" # opcode : Companion<name, results, arguments, effects>;
  def "CompanionForm_" # opcode
      : CompanionForm<opcode, choices, statement, legality, also>;
}

def CompanionForm : GenericEnum {
  let FilterClass = "CompanionForm";
}

def Companions : GenericTable {
  let FilterClass = "Companion";
  let CppTypeName = "Companion";
  let Fields = ["Name", "Origin", "Signature", "Effects"];
}
def lookupCompanionByName : SearchIndex {
  let Table = Companions;
  let Key = ["Name"];
}

def CompanionForms : GenericTable {
  let FilterClass = "CompanionForm";
  let CppTypeName = "CompanionFormInfo";
  let Fields = ["Name", "Intrinsic", "Choices", "ResultNames", "Signature", "Row", "Words", "Statement",
                "Legality",
                "HasDisjointRegisters"];
}
def lookupCompanionFormByName : SearchIndex {
  let Table = CompanionForms;
  let Key = ["Name"];
}
