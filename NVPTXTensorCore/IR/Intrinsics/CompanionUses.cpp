//===- CompanionUses.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement is a companion of its row.
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

static const Value *getValue(const ptx::Operand &Operand, const CallBase &Call) {
  if (Operand.is(ptx::Operand::Kind::Index))
    return getAssemblyArgument(Call, Operand.Value);
  if (Operand.is(ptx::Operand::Kind::Integer))
    return ConstantInt::get(Type::getInt64Ty(Call.getContext()), Operand.Value);
  return nullptr;
}

static void visitStatement(const ptx::Statement &Statement, const CallBase &Call,
                           function_ref<void(const CompanionUse &)> Visit) {
  const SmallVector<const ptx::Operand *, 8> Parts = getOperandParts(Statement);
  const std::vector<CompanionWord> &Found = parseCompanions(Statement);
  if (Found.empty())
    return;
  CompanionUse Use = {getCompanionFormInfo(Found.front().Form).Intrinsic, {}};
  for (const auto &[Name, Part] : zip(getOperandNames(Found.front().Form), Parts))
    Use.Operands.emplace_back(Name, getValue(*Part, Call));
  Visit(Use);
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
