//===- LibdeviceFolding.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's constant folding wants a function of C's name and a target with a C library; it gets a
// declaration, and the target library of a Linux host. In CUDA's headers, `exp` is a function of
// its own, which hands its arguments to `__nv_exp`.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/LibdeviceFolding.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Functions that hand their arguments to the next one.
static constexpr unsigned MaxForwarding = 4;

namespace {

class LibdeviceFolder {
public:
  explicit LibdeviceFolder(Module &M)
      : M(M), Names("names", M.getContext()), LibraryImpl(Triple("x86_64-unknown-linux-gnu")),
        Library(LibraryImpl) {}

  bool run(Function &F);

private:
  Function *getNamesake(const Function &F);
  Constant *foldCall(const CallInst &Call);

  Module &M;
  Module Names; ///< declares C's functions
  TargetLibraryInfoImpl LibraryImpl;
  TargetLibraryInfo Library;
  DenseMap<const Function *, Function *> Namesakes;
};

} // namespace

/// Returns the function that a function calls if it only passes its arguments on.
static const Function *getForwarded(const Function &F) {
  if (F.isDeclaration() || F.isInterposable() || F.size() != 1)
    return nullptr;
  auto *Return = dyn_cast<ReturnInst>(F.front().getTerminator());
  auto *Call = Return ? dyn_cast_or_null<CallInst>(Return->getReturnValue()) : nullptr;
  if (!Call || F.front().sizeWithoutDebug() != 2 || Call->arg_size() != F.arg_size())
    return nullptr;
  for (auto [Argument, Operand] : zip(F.args(), Call->args()))
    if (&Argument != Operand.get())
      return nullptr;
  return Call->getCalledFunction();
}

/// C's function that a function of libdevice computes, by whatever way it is called.
Function *LibdeviceFolder::getNamesake(const Function &F) {
  auto [It, IsNew] = Namesakes.try_emplace(&F, nullptr);
  if (!IsNew)
    return It->second;
  const Function *Last = &F;
  for (unsigned I = 0; I != MaxForwarding && Last && !Last->getName().starts_with("__nv_"); ++I)
    Last = getForwarded(*Last);
  StringRef Name = Last ? Last->getName() : "";
  if (Name.consume_front("__nv_") && Last->getFunctionType() == F.getFunctionType())
    It->second = cast<Function>(Names.getOrInsertFunction(Name, F.getFunctionType()).getCallee());
  return It->second;
}

/// The value of a call of libdevice; nothing if it is not a constant.
Constant *LibdeviceFolder::foldCall(const CallInst &Call) {
  Function *Callee = Call.getCalledFunction();
  Function *Namesake = Callee ? getNamesake(*Callee) : nullptr;
  SmallVector<Constant *, 2> Arguments;
  for (const Use &Argument : Call.args())
    if (auto *Value = dyn_cast<Constant>(Argument))
      Arguments.push_back(Value);
  if (!Namesake || Arguments.size() != Call.arg_size() || !canConstantFoldCallTo(&Call, Namesake))
    return nullptr;
  return ConstantFoldCall(&Call, Namesake, Arguments, &Library);
}

/// Calls, and what is a constant because of them.
bool LibdeviceFolder::run(Function &F) {
  SmallSetVector<Instruction *, 16> Worklist;
  for (Instruction &I : instructions(F))
    if (isa<CallInst>(I) && !isa<IntrinsicInst>(I))
      Worklist.insert(&I);
  bool Changed = false;
  while (!Worklist.empty()) {
    Instruction *I = Worklist.pop_back_val();
    auto *Call = dyn_cast<CallInst>(I);
    Constant *Value = Call ? foldCall(*Call) : ConstantFoldInstruction(I, M.getDataLayout());
    if (!Value)
      continue;
    for (User *U : I->users())
      Worklist.insert(cast<Instruction>(U));
    I->replaceAllUsesWith(Value);
    I->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses LibdeviceFoldingPass::run(Module &M, ModuleAnalysisManager &) {
  LibdeviceFolder Folder(M);
  bool Changed = false;
  for (Function &F : M)
    if (!F.hasOptNone())
      Changed |= Folder.run(F);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
