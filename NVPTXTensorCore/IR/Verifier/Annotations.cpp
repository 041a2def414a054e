//===- Annotations.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Verifier/Annotations.h"
#include "IR/Analysis/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool isNumber(const Metadata *Value) {
  return isa_and_nonnull<ConstantInt>(mdconst::dyn_extract_or_null<Constant>(Value));
}

/// Returns the fault of a row of a global, or an empty string.
static std::string findFault(const MDNode &Row) {
  for (unsigned I = 1; I < Row.getNumOperands(); I += 2) {
    auto *Key = dyn_cast_or_null<MDString>(Row.getOperand(I).get());
    if (!Key)
      return "operand " + std::to_string(I) + " is not a string; expected a key";
    if (I + 1 == Row.getNumOperands())
      return "the last key, '" + Key->getString().str() + "', has no value";
    const Metadata *Value = Row.getOperand(I + 1).get();
    auto *List = dyn_cast_or_null<MDNode>(Value);
    if (Key->getString() == "grid_constant"
            ? !List || !all_of(List->operands(),
                               [](const MDOperand &Number) { return isNumber(Number); })
            : !isNumber(Value))
      return "the value of the key '" + Key->getString().str() + "' is not " +
             (Key->getString() == "grid_constant" ? "a list of numbers" : "a number");
  }
  return "";
}

bool tensorcore::rejectMalformedAnnotations(Module &M) {
  NamedMDNode *Annotations = M.getNamedMetadata("nvvm.annotations");
  if (!Annotations)
    return true;
  SmallVector<MDNode *> Rows;
  for (MDNode *Row : Annotations->operands()) {
    auto *Global = Row->getNumOperands() == 0
                       ? nullptr
                       : mdconst::dyn_extract_or_null<GlobalValue>(Row->getOperand(0));
    const std::string Fault = Global ? findFault(*Row) : "";
    if (Fault.empty()) {
      if (Row->getNumOperands() != 0)
        Rows.push_back(Row);
      continue;
    }
    reportError(M.getContext(), ErrorKind::Attributes,
                "a row of !nvvm.annotations for '" + Global->getName() + "': " + Fault);
  }
  const bool Fine = Rows.size() == Annotations->getNumOperands();
  if (!Fine) {
    Annotations->clearOperands();
    for (MDNode *Row : Rows)
      Annotations->addOperand(Row);
  }
  return Fine;
}
