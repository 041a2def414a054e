//===- SetMaxNReg.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline assembly may have the instruction, too. One under a predicate is not understood, and so
// left alone.
//
//===----------------------------------------------------------------------===//

#include "IR/RegisterBudget/SetMaxNReg.h"
#include "IR/Analysis/Calls.h"
#include "PTX/Reader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral Mnemonic = "setmaxnreg.";
static constexpr StringLiteral Qualifiers = ".sync.aligned.u32";

std::string SetMaxNReg::print() const {
  return (Mnemonic + (IsIncrease ? "inc" : "dec") + Qualifiers).str() +
         (Registers ? " " + std::to_string(*Registers) : "");
}

/// Reads ".inc" or ".dec" and the qualifiers, behind the mnemonic.
static std::optional<SetMaxNReg> parseName(StringRef &Text) {
  SetMaxNReg Result;
  Result.IsIncrease = Text.consume_front("inc");
  if ((!Result.IsIncrease && !Text.consume_front("dec")) || !Text.consume_front(Qualifiers))
    return std::nullopt;
  return Result;
}

static std::optional<int64_t>
getNumber(const ptx::Operand &O, function_ref<std::optional<int64_t>(unsigned)> GetImmediate) {
  if (O.is(ptx::Operand::Kind::Index))
    return GetImmediate(O.Value);
  return O.is(ptx::Operand::Kind::Integer) ? std::optional<int64_t>(O.Value) : std::nullopt;
}

SmallVector<SetMaxNReg, 1>
tensorcore::parseSetMaxNRegs(StringRef Assembly,
                             function_ref<std::optional<int64_t>(unsigned)> GetImmediate) {
  SmallVector<SetMaxNReg, 1> Result;
  if (!Assembly.contains("setmaxnreg"))
    return Result;
  const ptx::StatementList Template = ptx::readStatements(Assembly, ptx::Dialect::Template);
  for (const ptx::Statement &S : Template.Statements) {
    const std::string Name = S.getMnemonic();
    StringRef Rest = Name;
    std::optional<SetMaxNReg> Found =
        !S.Guard && Rest.consume_front(Mnemonic) ? parseName(Rest) : std::nullopt;
    if (!Found)
      continue;
    Found->IsInlineAssembly = true;
    if (!S.Operands.empty())
      Found->Registers = getNumber(S.Operands.front(), GetImmediate);
    Result.push_back(*Found);
  }
  return Result;
}

SmallVector<SetMaxNReg, 1> tensorcore::getSetMaxNRegs(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return {};
  if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return parseSetMaxNRegs(Asm->getAsmString(), [Call](unsigned Operand) {
      auto *Constant = dyn_cast_or_null<ConstantInt>(getAssemblyArgument(*Call, Operand));
      return Constant ? Constant->getValue().trySExtValue() : std::nullopt;
    });
  const Function *Callee = getCallee(*Call);
  StringRef Name = Callee ? Callee->getName() : StringRef();
  if (!Name.consume_front("llvm.nvvm.") || !Name.consume_front(Mnemonic))
    return {};
  std::optional<SetMaxNReg> Found = parseName(Name);
  if (!Found || Call->arg_size() != 1)
    return {};
  if (auto *Constant = dyn_cast<ConstantInt>(Call->getArgOperand(0)))
    Found->Registers = Constant->getZExtValue();
  return {*Found};
}
