//===- CompanionUses.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement has the operands of the form whose text has as many.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/CompanionUses.h"
#include "IR/Analysis/Calls.h"
#include "Model/Instructions/InstructionParser.h"
#include "PTX/Reader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace llvm::tensorcore;

const Value *CompanionUse::get(StringRef Operand) const {
  for (const auto &[Name, Value] : Operands)
    if (Name == Operand)
      return Value;
  return nullptr;
}

/// Returns the names and words between the brackets and commas of a form's operands.
static SmallVector<StringRef, 8> getOperandNames(CompanionForm Form) {
  SmallVector<StringRef, 8> Names;
  StringRef Rest = getCompanionFormInfo(Form).Text;
  if (!isAlpha(Rest.front())) // a block of statements
    return Names;
  Rest = Rest.split(' ').second;
  while (!(Rest = Rest.ltrim("[]{}, ")).empty()) {
    const StringRef Name = Rest.take_until([](char C) { return StringRef("[]{}, ").contains(C); });
    Names.push_back(Name);
    Rest = Rest.drop_front(Name.size());
  }
  return Names;
}

/// Appends the parts of an operand that have no parts.
static void appendLeaves(const ptx::Operand &O, SmallVectorImpl<const ptx::Operand *> &Leaves) {
  if (!O.is(ptx::Operand::Kind::Address) && !O.is(ptx::Operand::Kind::Vector))
    return Leaves.push_back(&O);
  for (const ptx::Operand &Part : O.Parts)
    appendLeaves(Part, Leaves);
}

static const Value *getValue(const ptx::Operand &Operand, const CallBase &Call) {
  if (Operand.is(ptx::Operand::Kind::Index))
    return getAssemblyArgument(Call, Operand.Value);
  if (Operand.is(ptx::Operand::Kind::Integer))
    return ConstantInt::get(Type::getInt64Ty(Call.getContext()), Operand.Value);
  return nullptr;
}

static void visitStatement(const ptx::Statement &Statement, const CallBase &Call,
                           function_ref<void(const CompanionUse &)> Visit) {
  SmallVector<const ptx::Operand *, 8> Leaves;
  for (const ptx::Operand &O : Statement.Operands)
    appendLeaves(O, Leaves);
  for (const CompanionWord &Word : parseCompanions(Statement.getMnemonic())) {
    const SmallVector<StringRef, 8> Names = getOperandNames(Word.Form);
    if (Names.size() != Leaves.size())
      continue;
    CompanionUse Use = {getCompanionFormInfo(Word.Form).Intrinsic, {}};
    for (const auto &[Name, Leaf] : zip(Names, Leaves))
      if (Name.starts_with("$"))
        Use.Operands.emplace_back(Name.drop_front(), getValue(*Leaf, Call));
    return Visit(Use);
  }
}

void tensorcore::visitCompanions(const Instruction &I,
                                 function_ref<void(const CompanionUse &)> Visit) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return;
  if (auto *Assembly = dyn_cast<InlineAsm>(Call->getCalledOperand())) {
    const ptx::StatementList Read =
        ptx::readStatements(Assembly->getAsmString(), ptx::Dialect::Template);
    for (const ptx::Statement &Statement : Read.Statements)
      if (Statement.Is == ptx::Statement::Kind::Instruction && Statement.Wrong.empty() &&
          isCompanionMnemonic(Statement.Name))
        visitStatement(Statement, *Call, Visit);
    return;
  }
  const Function *Callee = getCallee(*Call);
  const Companion *Row = Callee ? lookupCompanion(Callee->getName()) : nullptr;
  if (!Row || Row->Signature.Arguments.size() != Call->arg_size())
    return;
  CompanionUse Use = {Row->Name, {}};
  for (const auto &[Argument, Operand] : zip(Row->Signature.Arguments, Call->args()))
    Use.Operands.emplace_back(Argument.Name, Operand.get());
  Visit(Use);
}
