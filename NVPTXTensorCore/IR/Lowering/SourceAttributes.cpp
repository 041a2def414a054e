//===- SourceAttributes.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The annotations are in llvm.global.annotations. What is wrong is said here and not in the front
// end, which does not know the numbers of a template.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/SourceAttributes.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "IR/Lowering/AssemblyTexts.h"
#include "IR/Lowering/ClusterDims.h"
#include "IR/RegisterBudget/RegisterNeeds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// An annotation as clang writes it: a text, and arguments in a struct. clang names the location of
/// the function in errors, so the file and line next to them are not needed.
struct Annotation {
  StringRef Name; ///< empty if it is none of ours
  SmallVector<const ConstantInt *, 6> Arguments;
  bool AreNumbers = true; ///< no argument is anything else

  Annotation(const Value &Text, const Value &Args) {
    if (!getConstantStringInfo(&Text, Name) || !Name.consume_front(SourceAttributePrefix)) {
      Name = "";
      return;
    }
    auto *Variable = dyn_cast<GlobalVariable>(Args.stripPointerCasts());
    if (!Variable || !Variable->hasInitializer())
      return;
    for (const Use &Argument : Variable->getInitializer()->operands()) {
      Arguments.push_back(dyn_cast<ConstantInt>(Argument));
      AreNumbers &= Arguments.back() != nullptr;
    }
    // A struct of zeros has no operands.
    if (isa<ConstantAggregateZero>(Variable->getInitializer()))
      AreNumbers = false;
  }

  /// Returns true if all arguments are numbers that fit into PTX's directives.
  bool arePositive() const {
    return AreNumbers && !Arguments.empty() && all_of(Arguments, [](const ConstantInt *Number) {
             return Number->getValue().isStrictlyPositive() && Number->getValue().isIntN(31);
           });
  }

  unsigned get(size_t I) const { return I < Arguments.size() ? Arguments[I]->getZExtValue() : 1; }
};

} // namespace

static void report(const Function &F, const Annotation &A, const Twine &Message) {
  reportError(F, ErrorKind::Attributes, "__" + A.Name + "__ of " + printName(F) + ": " + Message);
}

static void setClusterDims(Function &Kernel, const Annotation &A, unsigned First) {
  setClusterDims(Kernel, {A.get(First), A.get(First + 1), A.get(First + 2)});
}

/// `__block_size__((X, Y, Z), (X, Y, Z))`: threads of a block, blocks of a cluster.
static void setBlockSize(Function &Kernel, const Annotation &A) {
  if (getLaunchBounds(Kernel).Threads)
    return report(Kernel, A,
                  "__launch_bounds__ says the threads of a block, too; PTX takes one of "
                  "them");
  setKernelNumbers(Kernel, "reqntid", {A.get(0), A.get(1), A.get(2)});
  Kernel.addFnAttr(BlocksAreClusters);
  const bool IsInTwo = getClusterDims(Kernel).has_value();
  if (IsInTwo && A.Arguments.size() > 3)
    return report(Kernel, A,
                  "__cluster_dims__ says the blocks of a cluster, too; leave out the "
                  "second tuple");
  if (!IsInTwo)
    setClusterDims(Kernel, A, /*First=*/3);
}

static void lower(Function &F, const Annotation &A) {
  if (A.Name == "nv_inline_hint")
    return F.addFnAttr(Attribute::InlineHint);
  if (!isKernel(F))
    return report(F, A, "only a kernel has it, a __global__ function");
  if (!A.arePositive())
    return report(F, A, "its arguments must be positive integers of at most 31 bits");
  if (A.Name == "cluster_dims")
    return setClusterDims(F, A, /*First=*/0);
  if (A.Name == "block_size")
    return setBlockSize(F, A);
  if (getLaunchBounds(F).Threads || getLaunchBounds(F).Blocks)
    return report(F, A, "a kernel has either __launch_bounds__ or __maxnreg__");
  setKernelNumbers(F, "maxnreg", A.get(0));
}

/// LLVM 20 and front ends that follow it mark a kernel by the function attribute "nvvm.kernel",
/// which LLVM 22 ignores: it would print a device function, which the CUDA driver does not find.
static bool lowerKernelAttributes(Module &M) {
  bool Changed = false;
  for (Function &F : M) {
    if (!F.hasFnAttribute(KernelAttribute))
      continue;
    Changed = true;
    F.removeFnAttr(KernelAttribute);
    if (isKernel(F))
      continue;
    if (F.getReturnType()->isVoidTy())
      F.setCallingConv(CallingConv::PTX_Kernel);
    else
      reportError(F, ErrorKind::Attributes,
                  "\"" + KernelAttribute + "\" of " + printName(F) +
                      ": a kernel returns no value; return void, and store the result in memory");
    for (User *Caller : F.users())
      if (auto *Call = dyn_cast<CallBase>(Caller); Call && Call->getCalledFunction() == &F)
        Call->setCallingConv(F.getCallingConv());
  }
  return Changed;
}

/// The last ones first: `__block_size__` has to know whether there is `__cluster_dims__`.
static bool lowerAnnotations(Module &M) {
  GlobalVariable *List = M.getNamedGlobal("llvm.global.annotations");
  auto *Entries =
      List && List->hasInitializer() ? dyn_cast<ConstantArray>(List->getInitializer()) : nullptr;
  if (!Entries)
    return false;
  SmallVector<Constant *, 8> Others;
  SmallVector<std::pair<Function *, Annotation>, 8> Ours;
  bool HasManaged = false;
  for (const Use &Entry : Entries->operands()) {
    auto *Fields = cast<Constant>(Entry);
    Value *Of = Fields->getOperand(0)->stripPointerCasts();
    auto *F = dyn_cast<Function>(Of);
    auto *V = dyn_cast<GlobalVariable>(Of);
    Annotation A(*Fields->getOperand(1), *Fields->getOperand(4));
    if (F && !A.Name.empty()) {
      Ours.push_back({F, std::move(A)});
    } else if (V && A.Name == "managed") {
      setManaged(*V);
      HasManaged = true;
    } else {
      Others.push_back(Fields);
    }
  }
  if (Ours.empty() && !HasManaged)
    return false;
  std::stable_partition(Ours.begin(), Ours.end(),
                        [](const auto &Pair) { return Pair.second.Name != "block_size"; });
  for (const auto &[F, A] : Ours)
    lower(*F, A);

  auto *Type = ArrayType::get(Entries->getType()->getElementType(), Others.size());
  if (!Others.empty()) {
    auto *Rest = new GlobalVariable(M, Type, List->isConstant(), List->getLinkage(),
                                    ConstantArray::get(Type, Others), "", List);
    Rest->takeName(List);
    Rest->setSection(List->getSection());
  }
  List->eraseFromParent();
  return true;
}

bool tensorcore::lowerSourceAttributes(Module &M) {
  // An annotation of a kernel asks whether its function is one.
  const bool Changed = lowerKernelAttributes(M);
  return lowerAnnotations(M) || Changed;
}

PreservedAnalyses SourceAttributesPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<CallInst *> Assembly;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isInlineAsm())
        Assembly.push_back(Call);
  const bool HasTexts = insertAssemblyTexts(Assembly);
  return lowerSourceAttributes(M) || HasTexts ? PreservedAnalyses::none()
                                              : PreservedAnalyses::all();
}
