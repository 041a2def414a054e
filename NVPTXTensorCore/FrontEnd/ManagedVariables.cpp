//===- ManagedVariables.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's side of __managed__, which clang 22 has for HIP alone. clang compiles the variable as
// one of the device, of which the host has a copy of its own. Here a pointer takes the place of the
// copy: CUDA's runtime sets it when the module is loaded, and each access loads it, as in the code
// of nvcc.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/SourceAttributes.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {

class ManagedVariables : public PassInfoMixin<ManagedVariables> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace

static SmallVector<GlobalVariable *, 4> findManaged(const Module &M) {
  SmallVector<GlobalVariable *, 4> Found;
  const GlobalVariable *List = M.getNamedGlobal("llvm.global.annotations");
  if (!List || !List->hasInitializer())
    return Found;
  for (const Use &Entry : List->getInitializer()->operands()) {
    auto *Fields = cast<Constant>(Entry);
    auto *V = dyn_cast<GlobalVariable>(Fields->getOperand(0)->stripPointerCasts());
    StringRef Text;
    if (V && getConstantStringInfo(Fields->getOperand(1), Text) &&
        Text == (tensorcore::SourceAttributePrefix + "managed").str())
      Found.push_back(V);
  }
  return Found;
}

/// Returns a function that loads the module, once, so that the runtime sets the pointers.
static Function *makeInitializer(Module &M) {
  constexpr StringLiteral Name = "__nv_init_managed_rt";
  if (Function *F = M.getFunction(Name))
    return F;
  LLVMContext &C = M.getContext();
  auto *F = Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                             GlobalValue::InternalLinkage, Name, M);
  F->addFnAttr(Attribute::NoUnwind);
  Type *Byte = Type::getInt8Ty(C), *Pointer = PointerType::getUnqual(C);
  auto *IsLoaded = new GlobalVariable(M, Byte, false, GlobalValue::InternalLinkage,
                                      ConstantInt::get(Byte, 0), "__nv_inited_managed_rt");
  auto *Entry = BasicBlock::Create(C, "", F), *Load = BasicBlock::Create(C, "load", F),
       *End = BasicBlock::Create(C, "end", F);
  IRBuilder<> B(Entry);
  B.CreateCondBr(B.CreateIsNull(B.CreateLoad(Byte, IsLoaded)), Load, End);
  B.SetInsertPoint(Load);
  Constant *Handle = M.getOrInsertGlobal("__cuda_gpubin_handle", Pointer);
  const FunctionCallee InitModule = M.getOrInsertFunction("__cudaInitModule", Byte, Pointer);
  B.CreateStore(B.CreateCall(InitModule, B.CreateLoad(Pointer, Handle)), IsLoaded);
  B.CreateBr(End);
  B.SetInsertPoint(End);
  B.CreateRetVoid();
  return F;
}

/// Registers the pointer instead of the variable, where the module has device code. The
/// arguments are those of a variable.
static void registerPointer(GlobalVariable &V, GlobalVariable &Pointer) {
  Module &M = *V.getParent();
  for (User *U : V.users()) {
    auto *Call = dyn_cast<CallInst>(U);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || Callee->getName() != "__cudaRegisterVar")
      continue;
    constexpr StringLiteral Name = "__cudaRegisterManagedVar";
    // clang declares it with HIP's type.
    if (Function *OfHIP = M.getFunction(Name); OfHIP && OfHIP->use_empty())
      OfHIP->eraseFromParent();
    Call->setCalledFunction(M.getOrInsertFunction(Name, Callee->getFunctionType()));
    Call->setArgOperand(1, &Pointer);
    return;
  }
}

/// Relocatable device code is registered by the linker, from these.
static bool isOffloadEntry(const User *U) {
  const auto *Entry = dyn_cast<GlobalVariable>(*U->user_begin());
  return Entry && Entry->getSection() == "llvm_offload_entries";
}

static void replace(GlobalVariable &V) {
  Module &M = *V.getParent();
  auto *PointerType = PointerType::getUnqual(M.getContext());
  auto *Pointer =
      new GlobalVariable(M, PointerType, false, V.getLinkage(),
                         V.isDeclaration() ? nullptr : Constant::getNullValue(PointerType),
                         V.getName() + ".managed", &V);
  Pointer->setVisibility(V.getVisibility());
  Pointer->setDSOLocal(V.isDSOLocal());
  Pointer->setComdat(V.getComdat());
  registerPointer(V, *Pointer);
  convertUsersOfConstantsToInstructions({&V});
  for (Use &U : make_early_inc_range(V.uses())) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I)
      continue;
    auto *Phi = dyn_cast<PHINode>(I);
    IRBuilder<> B(Phi ? Phi->getIncomingBlock(U)->getTerminator() : I);
    B.CreateCall(makeInitializer(M));
    U.set(B.CreateLoad(PointerType, Pointer));
  }
}

PreservedAnalyses ManagedVariables::run(Module &M, ModuleAnalysisManager &) {
  const SmallVector<GlobalVariable *, 4> Managed = findManaged(M);
  if (Managed.empty())
    return PreservedAnalyses::all();
  const SmallPtrSet<Constant *, 4> Known(Managed.begin(), Managed.end());
  removeFromUsedLists(M, [&](Constant *Used) { return Known.contains(Used->stripPointerCasts()); });
  if (GlobalVariable *List = M.getNamedGlobal("llvm.global.annotations"))
    List->eraseFromParent(); // nothing of the host reads annotations
  for (GlobalVariable *V : Managed) {
    replace(*V);
    V->removeDeadConstantUsers();
    if (V->use_empty())
      V->eraseFromParent();
    else if (any_of(V->users(), isOffloadEntry))
      M.getContext().emitError("the __managed__ variable '" + V->getName() +
                               "' cannot be registered with relocatable device code; expected "
                               "-fno-gpu-rdc");
    else
      M.getContext().emitError("the address of the __managed__ variable '" + V->getName() +
                               "' is not a constant on the host; initialize what holds it in a "
                               "function");
  }
  return PreservedAnalyses::none();
}

namespace {

class CompileManagedVariables : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI,
                                                        StringRef) override {
    if (CI.getLangOpts().CUDA && !CI.getLangOpts().CUDAIsDevice)
      CI.getCodeGenOpts().PassBuilderCallbacks.push_back([](PassBuilder &PB) {
        PB.registerPipelineStartEPCallback(
            [](ModulePassManager &PM, OptimizationLevel) { PM.addPass(ManagedVariables()); });
      });
    return std::make_unique<clang::ASTConsumer>();
  }
  bool ParseArgs(const clang::CompilerInstance &, const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

static clang::FrontendPluginRegistry::Add<CompileManagedVariables>
    AddManagedVariables("nvptx-managed-variables", "");
