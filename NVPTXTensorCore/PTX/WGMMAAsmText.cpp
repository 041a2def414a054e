//===- WGMMAAsmText.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the statements of a template to events. The reader of PTX knows what a statement is; this
// file knows what wgmma's operands are.
//
//===----------------------------------------------------------------------===//

#include "PTX/WGMMAAsmText.h"
#include "PTX/Reader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using ptx::Operand;
using ptx::Statement;
using ptx::Token;

static Error makeWrong(const Twine &Why) {
  return createStringError(inconvertibleErrorCode(), Why);
}

static Error makeWrong(ArrayRef<Token> Tokens, const Twine &Why) {
  return makeWrong("'" + ptx::spell(Tokens) + "': " + Why);
}

/// A name such as wgmma_done is none.
static bool isWGMMA(const Token &T) { return T.isWord() && T.Text == "wgmma"; }

namespace {

/// Reads one statement that is a wgmma.
class Instruction {
public:
  Instruction(const Statement &S, WGMMAAsmEvent &Event) : S(S), Rest(S.Operands), Event(Event) {
    for (StringRef Modifier : S.Modifiers)
      Words.push_back(Modifier.drop_front());
  }
  Error parse();

private:
  Error wrong(const Twine &Why) const {
    return makeWrong(S.Tokens.drop_until([&](const Token &T) { return isWGMMA(T); }), Why);
  }
  Error synchronisation(WGMMAAsmEvent::Kind Kind);
  Error mnemonic(ArrayRef<StringRef> Words);
  Error operands();
  Error immediates();
  Error registers(SmallVectorImpl<unsigned> &Registers, const Twine &What);
  Error operand(WGMMAAsmOperand &Result, const Twine &What);

  const Statement &S;
  ArrayRef<Operand> Rest;
  WGMMAAsmEvent &Event;
  SmallVector<StringRef, 12> Words; ///< behind "wgmma"
};

} // namespace

/// Reads the next operand, which is no vector.
Error Instruction::operand(WGMMAAsmOperand &Result, const Twine &What) {
  if (Rest.empty())
    return wrong(What + " is missing");
  const Operand &O = Rest.front();
  Rest = Rest.drop_front();
  if (O.is(Operand::Kind::Expression) && O.Text == "-" && O.Parts[0].is(Operand::Kind::Index))
    return wrong(What + " is '-' of an operand");
  if (O.is(Operand::Kind::Name)) {
    Result.Is = WGMMAAsmOperand::Kind::Name;
    Result.Name = (O.Text + O.Component).str();
    return Error::success();
  }
  const bool IsIndex = O.is(Operand::Kind::Index);
  if (!IsIndex && !(O.is(Operand::Kind::Integer) && isInt<32>(int64_t(O.Value))))
    return wrong(What + " is no number");
  Result.Is = IsIndex ? WGMMAAsmOperand::Kind::Index : WGMMAAsmOperand::Kind::Number;
  Result.Value = O.Value;
  return Error::success();
}

/// Reads the next operand, which is a vector.
Error Instruction::registers(SmallVectorImpl<unsigned> &Registers, const Twine &What) {
  const std::vector<Operand> &Parts = Rest.front().Parts;
  if (Parts.empty() || !all_of(Parts, [](const Operand &O) { return O.is(Operand::Kind::Index); }))
    return wrong(What + " has a register that is no operand of the statement");
  for (const Operand &Part : Parts) {
    if (is_contained(Registers, Part.Value))
      return wrong(What + " has a register twice");
    Registers.push_back(Part.Value);
  }
  Rest = Rest.drop_front();
  return Error::success();
}

Error Instruction::synchronisation(WGMMAAsmEvent::Kind Kind) {
  if (Words != ArrayRef<StringRef>{Words[0], "sync", "aligned"})
    return wrong("PTX has only wgmma." + Words[0] + ".sync.aligned");
  Event.Is = Kind;
  if (Kind == WGMMAAsmEvent::Kind::WaitGroup) {
    if (Error E = operand(Event.WaitCount, "the number of groups"))
      return E;
    if (Event.WaitCount.Is == WGMMAAsmOperand::Kind::Name || Event.WaitCount.Value < 0)
      return wrong("the number of groups is neither a number nor an operand");
  }
  return Rest.empty() ? Error::success() : wrong("there is more than PTX has");
}

static bool isShape(StringRef Word) {
  for (const char *Dimension : {"m", "n", "k"}) {
    if (!Word.consume_front(Dimension))
      return false;
    StringRef Digits = Word.take_while(isDigit);
    if (Digits.empty())
      return false;
    Word = Word.drop_front(Digits.size());
  }
  return Word.empty();
}

/// The words behind wgmma.mma_async.
Error Instruction::mnemonic(ArrayRef<StringRef> Words) {
  WGMMAAsmMultiplication &MMA = Event.MMA;
  if (!Words.empty() && Words.front() == "sp") {
    MMA.IsSparse = true;
    Words = Words.drop_front();
  }
  if (Words.size() < 6 || Words[0] != "sync" || Words[1] != "aligned")
    return wrong("wgmma.mma_async is followed by .sync.aligned, a shape and three types");
  if (!isShape(Words[2]))
    return wrong("'" + Words[2] + "' is no shape");
  MMA.Shape = Words[2].str();
  for (StringRef Type : Words.slice(3, 3))
    MMA.Types.push_back(Type.str());
  Words = Words.drop_front(6);
  if (!Words.empty() && Words != ArrayRef<StringRef>{"satfinite"} &&
      Words != ArrayRef<StringRef>{"and", "popc"})
    return wrong("'" + Words.front() + "' is no modifier of wgmma.mma_async");
  for (StringRef Modifier : Words)
    MMA.Modifiers.push_back(Modifier.str());
  return Error::success();
}

Error Instruction::immediates() {
  while (!Rest.empty()) {
    WGMMAAsmOperand &Immediate = Event.MMA.Immediates.emplace_back();
    if (Error E = operand(Immediate, "an immediate"))
      return E;
    if (Immediate.Is == WGMMAAsmOperand::Kind::Name)
      return wrong("'" + Immediate.Name + "' is no immediate");
  }
  if (Event.MMA.Immediates.size() > 4)
    return wrong("there are more than four immediates");
  return Error::success();
}

Error Instruction::operands() {
  WGMMAAsmMultiplication &MMA = Event.MMA;
  if (Rest.empty() || !Rest.front().is(Operand::Kind::Vector))
    return wrong("the accumulator is not in braces");
  if (Error E = registers(MMA.Accumulator, "the accumulator"))
    return E;
  const bool IsFragment = !Rest.empty() && Rest.front().is(Operand::Kind::Vector);
  if (Error E = IsFragment ? registers(MMA.Fragment, "A") : operand(MMA.A, "A"))
    return E;
  if (IsFragment && MMA.Fragment.size() != 4)
    return wrong("a fragment of A has four registers");
  if (any_of(MMA.Fragment,
             [&](unsigned Register) { return is_contained(MMA.Accumulator, Register); }))
    return wrong("A and the accumulator share a register");
  if (Error E = operand(MMA.B, "B"))
    return E;
  if (MMA.IsSparse) {
    if (Error E = operand(MMA.Metadata.emplace(), "the metadata"))
      return E;
    if (Error E = operand(MMA.Selector.emplace(), "the sparsity selector"))
      return E;
  }
  if (Error E = operand(MMA.ScaleD, "scale-d"))
    return E;
  return immediates();
}

Error Instruction::parse() {
  if (!S.Wrong.empty())
    return wrong(S.Wrong);
  const StringRef Name = Words.empty() ? "" : Words[0];
  if (Name == "fence")
    return synchronisation(WGMMAAsmEvent::Kind::Fence);
  if (Name == "commit_group")
    return synchronisation(WGMMAAsmEvent::Kind::CommitGroup);
  if (Name == "wait_group")
    return synchronisation(WGMMAAsmEvent::Kind::WaitGroup);
  if (Name != "mma_async")
    return wrong("there is no such wgmma");
  Event.Is = WGMMAAsmEvent::Kind::MMAAsync;
  if (Error E = mnemonic(ArrayRef(Words).drop_front()))
    return E;
  return operands();
}

static bool isControlFlow(const Statement &S) {
  return S.Is == Statement::Kind::Instruction &&
         is_contained({"bra", "brx", "call", "ret", "exit"}, S.Name);
}

/// Adds what a statement does, if it does anything to operands of inline assembly or to wgmma.
static Error addEvent(const Statement &S, std::vector<WGMMAAsmEvent> &Events) {
  WGMMAAsmEvent Event;
  for (const Token &T : S.Tokens)
    if (T.Is == Token::Kind::Operand && !is_contained(Event.Operands, T.Index))
      Event.Operands.push_back(T.Index);
  Event.IsGuarded = S.Guard.has_value();
  const bool IsWGMMA = S.isInstruction("wgmma");
  if (IsWGMMA) {
    if (Error E = Instruction(S, Event).parse())
      return E;
  } else if (S.Is != Statement::Kind::Label && any_of(S.Tokens, isWGMMA)) {
    return makeWrong(S.Tokens, S.Wrong == "not ended by ';'"
                                   ? S.Wrong
                                   : "wgmma stands where no instruction begins");
  }
  if (IsWGMMA || !Event.Operands.empty())
    Events.push_back(std::move(Event));
  return Error::success();
}

static Error addEvents(const ptx::StatementList &Template, std::vector<WGMMAAsmEvent> &Events) {
  if (!Template.Source.Faults.empty())
    return makeWrong(Template.Source.Faults.front().Sentence);
  for (const Statement &S : Template.Statements)
    if (Error E = addEvent(S, Events))
      return E;
  const bool HasWGMMA =
      any_of(Events, [](const WGMMAAsmEvent &E) { return E.Is != WGMMAAsmEvent::Kind::Other; });
  if (!HasWGMMA)
    Events.clear();
  else if (auto Branch = find_if(Template.Statements, isControlFlow);
           Branch != Template.Statements.end())
    return makeWrong(Branch->Tokens, "a branch or call beside a wgmma in one statement");
  return Error::success();
}

Expected<std::vector<WGMMAAsmEvent>> tensorcore::parseWGMMAAsm(StringRef Template) {
  std::vector<WGMMAAsmEvent> Events;
  if (!Template.contains("wgmma"))
    return Events;
  const ptx::StatementList Read = ptx::readStatements(Template, ptx::Dialect::Template);
  if (none_of(Read.Source.Tokens, isWGMMA))
    return Events;
  if (Error E = addEvents(Read, Events))
    return makeWrong("inline assembly with wgmma in it: " + toString(std::move(E)));
  return Events;
}
