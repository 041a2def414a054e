//===- WGMMAAssembly.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the statements of a template to events.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/WGMMAAssembly.h"
#include "Model/Instructions/InstructionParser.h"
#include "Model/Tables/Errors.h"
#include "PTX/Reader.h"
#include "TensorCoreModel/MMAWords.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using ptx::Operand;
using ptx::Statement;
using ptx::Token;

static Error makeWrong(ArrayRef<Token> Tokens, const Twine &Why) {
  return makeError("'" + ptx::print(Tokens) + "': " + Why);
}

/// Returns true for the word wgmma, which no part of a longer name is.
static bool isWGMMA(const Token &T) { return T.isWord() && T.Text == "wgmma"; }

/// Reads the registers of a fragment. Returns a sentence if they are not operands of the assembly.
static StringRef readRegisters(const Operand &O, SmallVectorImpl<unsigned> &Registers) {
  for (const Operand &Part : O.elements()) {
    if (!Part.is(Operand::Kind::Index))
      return "has a register that is not an operand of the statement";
    if (is_contained(Registers, Part.Value))
      return "has a register twice";
    Registers.push_back(Part.Value);
  }
  return "";
}

/// Reads a wgmma.mma_async. Returns a sentence if its registers are not understood.
static std::string readMultiplication(const Statement &S, const MMAForm &Form,
                                      WGMMAAsmEvent &Event) {
  Event.Is = WGMMAAsmEvent::Kind::MMAAsync;
  Event.Form = Form;
  if (StringRef Why = readRegisters(S.Operands[0], Event.Accumulator); !Why.empty())
    return ("the accumulator " + Why).str();
  if (getMMAOpcodeInfo(Form.Opcode).ACount > 1)
    if (StringRef Why = readRegisters(S.Operands[1], Event.Fragment); !Why.empty())
      return ("A " + Why).str();
  if (any_of(Event.Fragment,
             [&](unsigned Register) { return is_contained(Event.Accumulator, Register); }))
    return "A and the accumulator share a register";
  return "";
}

/// Reads a fence, commit_group or wait_group.
static std::string readSynchronisation(const Statement &S, const MMAForm &Form,
                                       WGMMAAsmEvent &Event) {
  const auto Action = Form.Descriptor.get<mma::Action>();
  Event.Is = Action == mma::Action::Fence         ? WGMMAAsmEvent::Kind::Fence
             : Action == mma::Action::CommitGroup ? WGMMAAsmEvent::Kind::CommitGroup
                                                  : WGMMAAsmEvent::Kind::WaitGroup;
  if (Event.Is != WGMMAAsmEvent::Kind::WaitGroup)
    return "";
  const Operand &Count = S.Operands[0];
  Event.WaitCount = {Count.is(Operand::Kind::Index), unsigned(Count.Value)};
  return Event.WaitCount.IsIndex ||
                 (Count.is(Operand::Kind::Integer) && isUInt<31>(uint64_t(Count.Value)))
             ? ""
             : "the number of groups is neither a number nor an operand";
}

static Error readWGMMA(const Statement &S, WGMMAAsmEvent &Event) {
  const ArrayRef<Token> Tokens = ArrayRef(S.Tokens).drop_until(isWGMMA);
  if (!S.Wrong.empty())
    return makeWrong(Tokens, S.Wrong);
  Expected<FoundForm> Found = parseInstruction(S);
  if (!Found)
    return makeWrong(Tokens, toString(Found.takeError()));
  const std::string Why = Found->Variant->Family == MMAFamily_WGMMA
                              ? readMultiplication(S, Found->Form, Event)
                              : readSynchronisation(S, Found->Form, Event);
  return Why.empty() ? Error::success() : makeWrong(Tokens, Why);
}

static bool isControlFlow(const Statement &S) {
  return S.Is == Statement::Kind::Instruction &&
         is_contained({"bra", "brx", "call", "ret", "exit"}, S.Name);
}

/// Adds what a statement does, if it does anything to operands of the assembly or to wgmma.
static Error addEvent(const Statement &S, std::vector<WGMMAAsmEvent> &Events) {
  WGMMAAsmEvent Event;
  for (const Token &T : S.Tokens)
    if (T.Is == Token::Kind::Operand && !is_contained(Event.Operands, T.Index))
      Event.Operands.push_back(T.Index);
  Event.IsGuarded = S.Guard.has_value();
  const bool IsWGMMA = S.isInstruction("wgmma");
  if (IsWGMMA) {
    if (Error E = readWGMMA(S, Event))
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
    return makeError(Template.Source.Faults.front().Sentence);
  for (const Statement &S : Template.Statements)
    if (Error E = addEvent(S, Events))
      return E;
  const bool HasWGMMA =
      any_of(Events, [](const WGMMAAsmEvent &E) { return E.Is != WGMMAAsmEvent::Kind::Other; });
  if (!HasWGMMA)
    Events.clear();
  else if (auto Branch = find_if(Template.Statements, isControlFlow);
           Branch != Template.Statements.end())
    return makeWrong(Branch->Tokens, "a branch or call and a wgmma in one statement");
  return Error::success();
}

Expected<std::vector<WGMMAAsmEvent>> tensorcore::parseWGMMAAssembly(StringRef Template) {
  std::vector<WGMMAAsmEvent> Events;
  if (!Template.contains("wgmma"))
    return Events;
  const ptx::StatementList Read = ptx::readStatements(Template, ptx::Dialect::Template);
  if (none_of(Read.Source.Tokens, isWGMMA))
    return Events;
  if (Error E = addEvents(Read, Events))
    return makeError("inline assembly with wgmma in it: " + toString(std::move(E)));
  return Events;
}
