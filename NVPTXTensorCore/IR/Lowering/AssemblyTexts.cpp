//===- AssemblyTexts.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operand stays in its place as a number that no text uses, so that the others keep theirs.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/AssemblyTexts.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral TextConstraint = "iX";

/// Stands for an operand in a template.
struct OperandText {
  std::string Text;
  bool IsPartOfWord; ///< only in a mnemonic, as in "cta_group::$3"
};

/// Returns true if what follows continues a mnemonic.
static bool endsInWord(StringRef Text) {
  return !Text.empty() && (isAlnum(Text.back()) || StringRef("._:").contains(Text.back()));
}

/// Replaces the operands that `Texts` has, `$3` or `${3:...}`, in a template.
static std::string insertTexts(StringRef Template, ArrayRef<std::optional<OperandText>> Texts) {
  std::string Result;
  while (!Template.empty()) {
    const auto [Before, Behind] = Template.split('$');
    Result += Before;
    if (Before.size() == Template.size())
      break;
    StringRef Rest = Behind;
    const bool IsBraced = Rest.consume_front("{");
    unsigned Number;
    if (!Rest.consumeInteger(10, Number) && Number < Texts.size() && Texts[Number] &&
        (!Texts[Number]->IsPartOfWord || endsInWord(Result))) {
      Result += Texts[Number]->Text;
      Template = IsBraced ? Rest.split('}').second : Rest;
      continue;
    }
    const bool IsEscaped = Behind.starts_with("$"); // "$$" is a dollar sign
    Result += IsEscaped ? "$$" : "$";
    Template = Behind.drop_front(IsEscaped);
  }
  return Result;
}

/// Returns the characters of a constexpr array up to its zero. clang makes a variable of it that
/// the host could set, of which getConstantStringInfo knows nothing.
static std::optional<StringRef> getCharacters(const Value &Operand) {
  auto *Array = dyn_cast<GlobalVariable>(Operand.stripPointerCasts());
  if (!Array || !Array->hasInitializer())
    return std::nullopt;
  if (isa<ConstantAggregateZero>(Array->getInitializer()))
    return "";
  auto *Data = dyn_cast<ConstantDataSequential>(Array->getInitializer());
  return Data && Data->isString() ? std::optional(Data->getAsString().split('\0').first)
                                  : std::nullopt;
}

/// Returns the text of an operand with the constraint "iX".
static StringRef getText(const CallInst &Call, unsigned Number, const Value &Operand) {
  const std::optional<StringRef> Text = getCharacters(Operand);
  if (!Text)
    reportError(Call, ErrorKind::UnsupportedIR,
                "operand " + Twine(Number) +
                    " of inline assembly has the constraint \"iX\" (nvcc's \"C\"), and "
                    "is not a constant array of characters");
  return Text.value_or("");
}

static bool insertTexts(CallInst &Call) {
  const auto &Assembly = *cast<InlineAsm>(Call.getCalledOperand());
  SmallVector<StringRef, 8> Constraints;
  StringRef(Assembly.getConstraintString()).split(Constraints, ',');
  SmallVector<std::optional<OperandText>, 8> Texts(Constraints.size());
  SmallVector<Value *, 8> Arguments(Call.args());
  SmallVector<Type *, 8> Types;
  unsigned Argument = 0;
  for (auto [I, Constraint] : enumerate(Constraints)) {
    if (Constraint == TextConstraint) {
      Texts[I] = {getText(Call, I, *Arguments[Argument]).str(), /*IsPartOfWord=*/false};
      Constraint = "i";
      Arguments[Argument] = ConstantInt::get(Type::getInt32Ty(Call.getContext()), 0);
    } else if (Constraint == "n" || Constraint == "i") {
      if (auto *Number = dyn_cast<ConstantInt>(Arguments[Argument]))
        Texts[I] = {toString(Number->getValue(), 10, /*Signed=*/true), /*IsPartOfWord=*/true};
    }
    const bool IsArgument = !Constraint.starts_with("~") &&
                            (!Constraint.starts_with("=") || Constraint.starts_with("=*"));
    Argument += IsArgument;
  }
  const std::string Template = insertTexts(Assembly.getAsmString(), Texts);
  if (Template == Assembly.getAsmString() && Arguments == SmallVector<Value *, 8>(Call.args()))
    return false;
  for (Value *Each : Arguments)
    Types.push_back(Each->getType());
  auto *Type = FunctionType::get(Call.getType(), Types, /*isVarArg=*/false);
  Call.setCalledOperand(InlineAsm::get(Type, Template, join(Constraints, ","),
                                       Assembly.hasSideEffects(), Assembly.isAlignStack(),
                                       Assembly.getDialect(), Assembly.canThrow()));
  Call.mutateFunctionType(Type);
  for (auto [I, Each] : enumerate(Arguments))
    Call.setArgOperand(I, Each);
  return true;
}

bool tensorcore::insertAssemblyTexts(ArrayRef<CallInst *> Assembly) {
  bool Changed = false;
  for (CallInst *Call : Assembly)
    Changed |= insertTexts(*Call);
  return Changed;
}
