//===- GridConstants.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the address of a parameter goes: through casts, variables that hold nothing but
// addresses, and functions of the module.
//
//===----------------------------------------------------------------------===//

#include "IR/GridConstants.h"
#include "IR/Checks.h"
#include "IR/Kernels.h"
#include "Model/Companions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The operand of a call that is a tensor map, if there is one.
static const Use *findTensorMap(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  const Companion *Intrinsic = Callee ? lookupCompanion(Callee->getName()) : nullptr;
  if (!Intrinsic)
    return nullptr;
  std::optional<unsigned> Position = getSignature(*Intrinsic).find("tensor_map");
  return Position ? &Call.getArgOperandUse(*Position) : nullptr;
}

namespace {

/// What is done with the memory of a parameter.
class ParameterUses {
public:
  bool IsTensorMap = false; ///< of a copy
  bool IsOnlyRead = true;   ///< as far as its address can be followed

  explicit ParameterUses(const Argument &Parameter) { follow(Parameter); }

private:
  SmallPtrSet<const Value *, 16> Followed;

  void follow(const Value &Address) {
    if (!Followed.insert(&Address).second)
      return;
    for (const Use &U : Address.uses())
      visit(U);
  }

  void visit(const Use &U) {
    const User *Who = U.getUser();
    if (isa<LoadInst, ICmpInst>(Who))
      return;
    if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst, FreezeInst>(Who) &&
        Who->getType()->isPointerTy())
      return follow(*Who);
    if (auto *Store = dyn_cast<StoreInst>(Who); Store && &U == &Store->getOperandUse(0))
      return followVariable(*Store);
    if (auto *Call = dyn_cast<CallBase>(Who))
      return visitCall(*Call, U);
    IsOnlyRead = false;
  }

  /// The address is stored: it is where it is loaded from there.
  void followVariable(const StoreInst &Store) {
    auto *Variable = dyn_cast<AllocaInst>(Store.getPointerOperand());
    bool IsPlain = Variable && all_of(Variable->uses(), [](const Use &U) {
                     auto *Other = dyn_cast<StoreInst>(U.getUser());
                     return isa<LoadInst>(U.getUser()) || (Other && &U == &Other->getOperandUse(1));
                   });
    if (!IsPlain) {
      IsOnlyRead = false;
      return;
    }
    for (const User *U : Variable->users())
      if (isa<LoadInst>(U))
        follow(*U);
  }

  void visitCall(const CallBase &Call, const Use &U) {
    if (findTensorMap(Call) == &U) {
      IsTensorMap = true;
      return;
    }
    if (auto *Copy = dyn_cast<MemTransferInst>(&Call); Copy && &U == &Copy->getRawSourceUse())
      return;
    const Function *Callee = Call.getCalledFunction();
    bool IsFollowed = Callee && !Callee->isDeclaration() && !Callee->isVarArg() &&
                      Call.isArgOperand(&U) && !Call.isByValArgument(Call.getArgOperandNo(&U));
    if (IsFollowed)
      follow(*Callee->getArg(Call.getArgOperandNo(&U)));
    else if (!Call.isLifetimeStartOrEnd())
      IsOnlyRead = false;
  }
};

} // namespace

static constexpr StringLiteral Annotation = "grid_constant", Annotations = "nvvm.annotations";

/// The node that a kernel has already: {kernel, "grid_constant", {parameters from 1 on}}.
static std::optional<unsigned> findNode(const Function &Kernel, const NamedMDNode &Nodes) {
  for (unsigned I = 0; I < Nodes.getNumOperands(); ++I) {
    const MDNode *Node = Nodes.getOperand(I);
    if (Node->getNumOperands() != 3 ||
        mdconst::dyn_extract_or_null<Function>(Node->getOperand(0)) != &Kernel)
      continue;
    auto *Name = dyn_cast_or_null<MDString>(Node->getOperand(1));
    if (Name && Name->getString() == Annotation && isa_and_nonnull<MDNode>(Node->getOperand(2)))
      return I;
  }
  return std::nullopt;
}

static ConstantAsMetadata *getNumber(const Argument &Parameter) {
  Type *Int32 = Type::getInt32Ty(Parameter.getContext());
  return ConstantAsMetadata::get(ConstantInt::get(Int32, Parameter.getArgNo() + 1));
}

static ArrayRef<MDOperand> getNumbers(const NamedMDNode &Nodes, unsigned I) {
  return cast<MDNode>(Nodes.getOperand(I)->getOperand(2))->operands();
}

static bool isGridConstant(const Argument &Parameter) {
  const Module &M = *Parameter.getParent()->getParent();
  const NamedMDNode *Nodes = M.getNamedMetadata(Annotations);
  const std::optional<unsigned> Node =
      Nodes ? findNode(*Parameter.getParent(), *Nodes) : std::nullopt;
  return Node && is_contained(getNumbers(*Nodes, *Node), getNumber(Parameter));
}

/// What clang makes of __grid_constant__ from version 20 on. Of several nodes of one kernel LLVM
/// reads the first only, so there is one.
bool tensorcore::makeGridConstant(Argument &Parameter) {
  if (isGridConstant(Parameter))
    return false;
  Function &Kernel = *Parameter.getParent();
  LLVMContext &Context = Kernel.getContext();
  NamedMDNode *Nodes = Kernel.getParent()->getOrInsertNamedMetadata(Annotations);
  const std::optional<unsigned> Old = findNode(Kernel, *Nodes);
  SmallVector<Metadata *, 4> Numbers;
  if (Old)
    append_range(Numbers, getNumbers(*Nodes, *Old));
  Numbers.push_back(getNumber(Parameter));
  Metadata *Operands[] = {ConstantAsMetadata::get(&Kernel), MDString::get(Context, Annotation),
                          MDNode::get(Context, Numbers)};
  if (Old)
    Nodes->setOperand(*Old, MDNode::get(Context, Operands));
  else
    Nodes->addOperand(MDNode::get(Context, Operands));
  return true;
}

static bool markParameters(Function &Kernel) {
  bool Changed = false;
  for (Argument &Parameter : Kernel.args()) {
    if (!Parameter.hasByValAttr() || isGridConstant(Parameter))
      continue;
    ParameterUses Uses(Parameter);
    if (Uses.IsTensorMap && Uses.IsOnlyRead)
      Changed |= makeGridConstant(Parameter);
    else if (Uses.IsTensorMap)
      report(Check::TensorMaps, Kernel, DebugLoc(),
             "parameter " + Twine(Parameter.getArgNo()) + " of " + Kernel.getName() +
                 " is a tensor map, which a copy reads where it is, and is also written, or "
                 "its address goes where it cannot be followed, so that it has to be copied "
                 "to local memory; use the parameter for copies only, or have the map in "
                 "global or constant memory");
  }
  return Changed;
}

/// Reports tensor maps that are variables of the function.
static void checkLocalMaps(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Use *Map = Call ? findTensorMap(*Call) : nullptr;
    if (Map && isa<AllocaInst>(getUnderlyingObject(Map->get())))
      report(Check::TensorMaps, F, Call->getDebugLoc(),
             "the tensor map of " + Call->getCalledFunction()->getName() +
                 " is in local memory; it must be in global or constant memory or a "
                 "parameter of the kernel (PTX ISA, \"Tensor-map\")");
  }
}

bool tensorcore::markGridConstants(Module &M) {
  bool Changed = false;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    checkLocalMaps(F);
    if (isKernel(F))
      Changed |= markParameters(F);
  }
  return Changed;
}
