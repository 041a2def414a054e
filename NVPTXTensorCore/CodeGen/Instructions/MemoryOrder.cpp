//===- MemoryOrder.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/MemoryOrder.h"
#include "CodeGen/Target/Hooks.h"
#include "Model/Legality/Legality.h"
#include "Model/Tables/Errors.h"
#include "NVPTXSubtarget.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;
using namespace llvm::tensorcore;

// The number: order in the lower bits, scope above. A scope is never 0 there.
static constexpr unsigned ScopeShift = 3;

Expected<MemoryScope> tensorcore::getMemoryScope(const LLVMContext &Context, uint8_t SyncScope) {
  SmallVector<StringRef, 8> Names;
  Context.getSyncScopeNames(Names);
  StringRef Name = Names[SyncScope];
  auto Scope = StringSwitch<std::optional<MemoryScope>>(Name)
                   .Case("singlethread", MemoryScope::Thread)
                   .Case("block", MemoryScope::CTA)
                   .Case("cluster", MemoryScope::Cluster)
                   .Case("device", MemoryScope::GPU)
                   .Case("", MemoryScope::System)
                   .Default(std::nullopt);
  if (!Scope)
    return makeError("syncscope(\"" + Name +
                     "\") is not a scope of NVPTX; expected \"block\", \"cluster\", \"device\", "
                     "\"singlethread\", or none for the system");
  return *Scope;
}

unsigned tensorcore::encodeMemoryOrder(AtomicOrdering Order, MemoryScope Scope) {
  return unsigned(Order) | unsigned(std::max(Scope, MemoryScope::CTA)) << ScopeShift;
}

bool tensorcore::hasMemoryOrders(const NVPTXSubtarget &Subtarget) {
  return Subtarget.getSmVersion() >= 70 && Subtarget.getPTXVersion() >= 60;
}

Error tensorcore::checkMemoryScope(MemoryScope Scope, const NVPTXSubtarget &Subtarget) {
  if (Scope != MemoryScope::Cluster ||
      (Subtarget.getSmVersion() >= 90 && Subtarget.getPTXVersion() >= 78))
    return Error::success();
  return makeError("syncscope(\"cluster\") needs sm_90 and PTX ISA 7.8; this is compiled for " +
                   Subtarget.getTargetName() + " and PTX ISA " +
                   spellPTXVersion(Subtarget.getPTXVersion()));
}

/// By AtomicOrdering, which has no 3.
static constexpr StringLiteral OrderWords[] = {"",         ".relaxed", ".relaxed", "",
                                               ".acquire", ".release", ".acq_rel", ".sc"};
static constexpr StringLiteral ScopeWords[] = {"", ".cta", ".cluster", ".gpu", ".sys"};

void tensorcore::printMemoryOrder(unsigned Number, raw_ostream &OS) {
  const unsigned Order = Number & maskTrailingOnes<unsigned>(ScopeShift);
  const unsigned Scope = Number >> ScopeShift;
  if (Number == VolatileAccess)
    OS << ".volatile";
  else if (Number == PlainAccess)
    return;
  else if (isValidAtomicOrdering(Order) && Scope < std::size(ScopeWords))
    OS << OrderWords[Order] << ScopeWords[Scope];
  else // out of MIR that somebody wrote
    OS << ".<invalid memory order " << Number << '>';
}
