//===- FunctionCopies.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks are metadata, which cloning and inlining carry along.
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/FunctionCopies.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Location.h"
#include "IR/Analysis/SwitchChains.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// A copy grows no further than this; CallEffectsFinder looks into the calls that are left.
static constexpr unsigned MaxInstructions = 50000, MaxCalls = 2000;

FunctionCopies::FunctionCopies(Module &M, function_ref<bool(const Instruction &)> IsWanted)
    : Kind(M.getContext().getMDKindID("nvptx.copied.from")) {
  Type *Number = Type::getInt32Ty(M.getContext());
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (!IsWanted(I))
        continue;
      Metadata *Mark = ConstantAsMetadata::get(ConstantInt::get(Number, Originals.size()));
      I.setMetadata(Kind, MDNode::get(M.getContext(), Mark));
      Originals.push_back(&I);
    }
}

FunctionCopies::~FunctionCopies() {
  for (Instruction *I : Originals)
    I->setMetadata(Kind, nullptr);
}

namespace {

/// A call in a copy; `Outer` is the index of the call that it was inlined with, -1 if of none.
struct CopiedCall {
  CallBase *Call;
  int Outer;
};

} // namespace

/// The calls of functions with a body. One that may be replaced by another is not looked
/// into.
static void findCalls(ArrayRef<CallBase *> Among, int Outer, SmallVectorImpl<CopiedCall> &Calls) {
  for (CallBase *Call : Among) {
    Function *Callee = getCallee(*Call);
    if (Callee && !Callee->isDeclaration() && !Callee->isInterposable() &&
        Callee->getFunctionType() == Call->getFunctionType())
      Calls.push_back({Call, Outer});
  }
}

static void inlineCalls(Function &Copy, const Function &F) {
  SmallVector<CallBase *> All;
  for (Instruction &I : instructions(Copy))
    if (auto *Call = dyn_cast<CallBase>(&I))
      All.push_back(Call);
  SmallVector<CopiedCall> Calls;
  findCalls(All, /*Outer=*/-1, Calls);
  // The functions that calls were of, which are gone when they are inlined.
  SmallVector<const Function *> Callees;
  unsigned Size = Copy.getInstructionCount();
  for (unsigned I = 0; I < Calls.size() && I < MaxCalls; ++I) {
    const Function *Callee = Callees.emplace_back(getCallee(*Calls[I].Call));
    bool IsRecursive = Callee == &F;
    for (int Outer = Calls[I].Outer; Outer >= 0; Outer = Calls[Outer].Outer)
      IsRecursive |= Callees[Outer] == Callee;
    if (IsRecursive)
      continue;
    Size += Callee->getInstructionCount();
    if (Size > MaxInstructions)
      return;
    InlineFunctionInfo Info;
    if (InlineFunction(*Calls[I].Call, Info).isSuccess())
      findCalls(Info.InlinedCallSites, I, Calls);
  }
}

/// Returns true if a copy of the function would behave as the function does.
static bool isReadable(Function &F) {
  return getCallTree(F).size() == 1 &&
         none_of(instructions(F),
                 [](const Instruction &I) { return isa<AllocaInst, SwitchInst>(I); }) &&
         size_t(std::distance(df_begin(&F), df_end(&F))) == F.size();
}

static Function &makeCopy(Function &F) {
  ValueToValueMapTy Map;
  Function &Copy = *CloneFunction(&F, Map);
  inlineCalls(Copy, F);
  removeUnreachableBlocks(Copy);
  replaceSwitches(Copy);
  SmallVector<AllocaInst *> Variables;
  for (Instruction &I : instructions(Copy))
    if (auto *Variable = dyn_cast<AllocaInst>(&I); Variable && isAllocaPromotable(Variable))
      Variables.push_back(Variable);
  DominatorTree Dominators(Copy);
  PromoteMemToReg(Variables, Dominators);
  return Copy;
}

void FunctionCopies::read(Function &F, function_ref<void(Function &)> Read) const {
  if (isReadable(F))
    return Read(F);
  Function &Copy = makeCopy(F);
  Read(Copy);
  Copy.eraseFromParent();
}

void FunctionCopies::report(Check C, const Instruction &At, const Twine &Message) {
  const MDNode *Mark = At.getMetadata(Kind);
  uint64_t Number = mdconst::extract<ConstantInt>(Mark->getOperand(0))->getZExtValue();
  const DebugLoc &Loc = At.getDebugLoc();
  std::string Text = Message.str();
  // Loops that have been unrolled have copies too.
  std::string Location =
      Loc ? (Loc->getFilename() + ":" + Twine(Loc.getLine()) + ":" + Twine(Loc.getCol())).str()
          : "#" + std::to_string(Number);
  if (Reported.insert(Location + " " + Text).second)
    tensorcore::report(C, *Originals[Number], Text);
}
