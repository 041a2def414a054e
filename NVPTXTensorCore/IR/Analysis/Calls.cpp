//===- Calls.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Callees, call trees, errors in a function.
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/Calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace llvm::tensorcore;

Function *tensorcore::getCallee(const CallBase &Call) {
  return dyn_cast<Function>(Call.getCalledOperand());
}

StringRef tensorcore::getCalledText(const CallBase &Call) {
  if (auto *Assembly = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return Assembly->getAsmString();
  const Function *Callee = getCallee(Call);
  return Callee ? Callee->getName() : StringRef();
}

SmallVector<Function *, 8> tensorcore::getCallTree(Function &F) {
  SetVector<Function *, SmallVector<Function *, 8>> Tree;
  Tree.insert(&F);
  for (unsigned I = 0; I < Tree.size(); ++I)
    for (Instruction &Each : instructions(*Tree[I]))
      if (auto *Call = dyn_cast<CallBase>(&Each))
        if (Function *Callee = getCallee(*Call); Callee && !Callee->isDeclaration())
          Tree.insert(Callee);
  return Tree.takeVector();
}

SmallVector<AssemblyArgument, 8> tensorcore::getAssemblyArguments(const InlineAsm &Assembly) {
  SmallVector<AssemblyArgument, 8> Arguments;
  for (auto [Index, Info] : enumerate(Assembly.ParseConstraints())) {
    unsigned Number = Index;
    const bool IsTied = !Info.Codes.empty() && to_integer(Info.Codes[0], Number, 10);
    if (Info.hasArg())
      Arguments.push_back({Number, IsTied});
  }
  return Arguments;
}

SmallVector<unsigned, 8> tensorcore::getAssemblyWidths(const InlineAsm &Assembly) {
  SmallVector<unsigned, 8> Widths;
  for (const InlineAsm::ConstraintInfo &Info : Assembly.ParseConstraints())
    Widths.push_back(Info.Codes.size() != 1 ? 0
                                            : StringSwitch<unsigned>(Info.Codes.front())
                                                  .Case("b", 1)
                                                  .Cases({"c", "h"}, 16)
                                                  .Cases({"r", "f"}, 32)
                                                  .Cases({"l", "d", "N"}, 64)
                                                  .Case("q", 128)
                                                  .Default(0));
  return Widths;
}

const Value *tensorcore::getAssemblyArgument(const CallBase &Call, unsigned Number) {
  const auto Arguments = getAssemblyArguments(*cast<InlineAsm>(Call.getCalledOperand()));
  for (const auto &[Argument, Called] : zip(Call.args(), Arguments))
    if (Called.Number == Number && !Called.IsTied)
      return Argument;
  return nullptr;
}

bool tensorcore::isLeftOver(const Function &F) {
  return F.use_empty() && F.hasFnAttribute(InlinedAttribute);
}
