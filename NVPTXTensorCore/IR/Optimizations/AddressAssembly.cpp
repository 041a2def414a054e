//===- AddressAssembly.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader of PTX reads the statements, so that the register between them may have any name.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/AddressAssembly.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "PTX/Reader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if a template does nothing but write the address $1, converted, to $0: in a
/// register of 64 bits, or by way of another one, in one of 32.
static bool convertsToShared(StringRef Template, bool IsNarrow) {
  const ptx::StatementList Read = ptx::readStatements(Template, ptx::Dialect::Template);
  SmallVector<const ptx::Statement *, 2> Instructions;
  for (const ptx::Statement &S : Read.Statements)
    if (S.Is == ptx::Statement::Kind::Instruction && !S.Guard && S.Operands.size() == 2)
      Instructions.push_back(&S);
    else if (!is_contained({ptx::Statement::Kind::Declares, ptx::Statement::Kind::ScopeBegin,
                            ptx::Statement::Kind::ScopeEnd},
                           S.Is))
      return false;
  if (!Read.Faults.empty() || Instructions.size() != (IsNarrow ? 2 : 1))
    return false;
  const ptx::Statement &Conversion = *Instructions.front(), &Last = *Instructions.back();
  if (Conversion.getMnemonic() != "cvta.to.shared.u64" || !Conversion.Operands[1].isIndex(1) ||
      !Last.Operands[0].isIndex(0))
    return false;
  const ptx::Operand &Address = Conversion.Operands[0];
  return !IsNarrow || (Last.getMnemonic() == "cvt.u32.u64" &&
                       Address.is(ptx::Operand::Kind::Name) && Address.Component.empty() &&
                       Last.Operands[1].isName(Address.Text) && Last.Operands[1].Component.empty());
}

/// Returns true if a call is such a conversion. Assembly that clobbers memory keeps accesses in
/// their order.
static bool isConversion(const CallInst &Call) {
  auto *Assembly = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Assembly || Call.arg_size() != 1)
    return false;
  const Type *Argument = Call.getArgOperand(0)->getType();
  const bool IsNarrow = Call.getType()->isIntegerTy(32);
  return (IsNarrow || Call.getType()->isIntegerTy(64)) &&
         (Argument->isIntegerTy(64) ||
          (Argument->isPointerTy() && Argument->getPointerAddressSpace() == 0)) &&
         Assembly->getConstraintString() == (IsNarrow ? "=r,l" : "=l,l") &&
         convertsToShared(Assembly->getAsmString(), IsNarrow);
}

PreservedAnalyses AddressAssemblyPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  if (optimizesOrdinaryCode())
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call || !Call->isInlineAsm() || !isConversion(*Call))
        continue;
      IRBuilder<> Builder(Call);
      Value *Address = Call->getArgOperand(0);
      if (Address->getType()->isIntegerTy())
        Address = Builder.CreateIntToPtr(Address, Builder.getPtrTy());
      Address = Builder.CreateAddrSpaceCast(Address, Builder.getPtrTy(SharedSpace));
      Call->replaceAllUsesWith(Builder.CreatePtrToInt(Address, Call->getType()));
      Call->eraseFromParent();
      Changed = true;
    }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
