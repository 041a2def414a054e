//===- WaitReports.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From missing waits to words, or to waits.
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/NVVMIntrinsic.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "IR/TensorMemory/Waits.h"
#include "Model/Instructions/MMALegality.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// "llvm.nvvm.tcgen05.ld.32x32b.x32"; in register form, what the module calls.
static StringRef nameCall(const Instruction &I) {
  const MMAVariant *Variant = getTCGen05(I);
  return Variant ? StringRef(Variant->Name) : getCallee(cast<CallBase>(I))->getName();
}

/// The same with its location: "… (line 12)".
static std::string nameAccess(const Instruction &I) {
  std::string Name = nameCall(I).str();
  if (const DebugLoc &Loc = I.getDebugLoc())
    Name += " (line " + std::to_string(Loc.getLine()) + ")";
  return Name;
}

/// Describes which access comes before which.
static std::string describe(const MissingTensorMemoryWait &Missing) {
  std::string First = nameAccess(*Missing.First);
  if (Missing.Kind == TensorMemoryWait::Store)
    return (nameCall(*Missing.Then) + " uses tensor memory that " + First +
            " may still be writing: on some path no tcgen05.wait::st is between them")
        .str();
  if (!Missing.IsRead)
    return (nameCall(*Missing.Then) + " writes tensor memory that " + First +
            " may still be reading: on some path no tcgen05.wait::ld is between them")
        .str();
  return "what " + First + " loads is read before tcgen05.wait::ld on some path";
}

/// Says what the program promises, and what would be right.
static std::string advise(const MissingTensorMemoryWait &Missing) {
  bool IsStore = Missing.Kind == TensorMemoryWait::Store;
  std::string Call = IsStore ? "llvm.nvvm.tcgen05.wait.st" : "llvm.nvvm.tcgen05.wait.ld";
  if (!IsStore && Missing.IsRead)
    return "; PTX respects the register dependency, but promises no order of memory accesses: "
           "call " +
           Call + " before the first read (PTX ISA, 9.7.16.6.4.5)";
  return "; call " + Call + " between them (PTX ISA, 9.7.16.6.4)";
}

static void insert(const MissingTensorMemoryWait &Missing, Function &F) {
  LLVMContext &Context = F.getContext();
  StringRef Name = Missing.Kind == TensorMemoryWait::Store ? "llvm.nvvm.tcgen05.wait.st"
                                                           : "llvm.nvvm.tcgen05.wait.ld";
  auto *Type = FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false);
  auto *Callee = cast<Function>(F.getParent()->getOrInsertFunction(Name, Type).getCallee());
  Callee->addFnAttrs(getTrueAttributes(Context, MMAFamily_TCGen05));
  IRBuilder<> Builder(Missing.Location);
  Builder.SetCurrentDebugLocation(Missing.Then->getDebugLoc());
  Builder.CreateCall(Callee)->setAttributes(Callee->getAttributes());
}

/// Says what is missing, or that it is not any more.
static void report(const MissingTensorMemoryWait &Missing) {
  if (Missing.IsCopy || fixesFindings(Check::TensorMemoryWaits))
    return reportFixed(Check::TensorMemoryWaits, *Missing.Then,
                       "inserted a tcgen05.wait: " + describe(Missing) + advise(Missing),
                       /*IsOptimized=*/!Missing.IsCopy);
  tensorcore::report(Check::TensorMemoryWaits, *Missing.Then, describe(Missing) + advise(Missing));
}

/// Returns a key that is the same for all copies that were unrolled from one instruction.
static const void *getLocationKey(const Instruction &I) {
  return I.getDebugLoc() ? static_cast<const void *>(I.getDebugLoc().get()) : &I;
}

bool tensorcore::checkTensorMemoryWaits(Function &F, bool IsOptimized) {
  if (isOff(Check::TensorMemoryWaits) || none_of(instructions(F), [](const Instruction &I) {
        return isTensorMemoryLoad(I) || isTensorMemoryStore(I);
      }))
    return false;
  auto Missing = findMissingTensorMemoryWaits(F, IsOptimized);
  DenseSet<std::pair<const void *, TensorMemoryWait>> Reported; // lines, or instructions
  for (const MissingTensorMemoryWait &M : Missing)
    if (getMode(Check::TensorMemoryWaits) == CheckMode::FixSilently ||
        Reported.insert({getLocationKey(*M.Then), M.Kind}).second)
      ::report(M);
  if (!fixesFindings(Check::TensorMemoryWaits))
    erase_if(Missing, [](const MissingTensorMemoryWait &M) { return !M.IsCopy; });
  for (const MissingTensorMemoryWait &M : Missing)
    insert(M, F);
  return !Missing.empty();
}
