//===- CallOrder.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/CallOrder.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/InlineCost.h"

using namespace llvm;
using namespace llvm::tensorcore;

CallOrder::CallOrder(Module &M) {
  CallGraph Graph(M);
  for (auto It = scc_begin(&Graph); !It.isAtEnd(); ++It)
    for (CallGraphNode *Node : *It)
      if (Function *F = Node->getFunction(); F && !F->isDeclaration()) {
        Functions.push_back(F);
        if (It.hasCycle())
          Recursive.insert(F);
      }
}

bool CallOrder::isInlinable(const CallBase &Call) const {
  Function *Callee = Call.getCalledFunction();
  return Callee && !Callee->isDeclaration() && !Callee->isInterposable() &&
         !Recursive.contains(Callee) && !Call.isNoInline() &&
         !Callee->hasFnAttribute(Attribute::NoInline) && !Callee->hasOptNone() &&
         !Call.getFunction()->hasOptNone() && isInlineViable(*Callee).isSuccess();
}
