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
// of nvcc. With relocatable device code, which clang's linker registers, the copy stays: the
// runtime knows the variable by it, and the first access asks the runtime where the variable is.
//
//===----------------------------------------------------------------------===//

#include "FrontEnd/ManagedVariables.h"
#include "IR/Lowering/SourceAttributes.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Mangle.h"
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

/// The names of variables that are only declared.
using Names = std::vector<std::string>;

class ManagedVariables : public PassInfoMixin<ManagedVariables> {
public:
  ManagedVariables(bool IsRelocatable, std::shared_ptr<const Names> Declared)
      : IsRelocatable(IsRelocatable), Declared(std::move(Declared)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  const bool IsRelocatable;
  std::shared_ptr<const Names> Declared;
};

/// The device's side of what is only declared.
class DeclaredVariables : public PassInfoMixin<DeclaredVariables> {
public:
  explicit DeclaredVariables(std::shared_ptr<const Names> Declared)
      : Declared(std::move(Declared)) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  std::shared_ptr<const Names> Declared;
};

} // namespace

std::vector<const clang::VarDecl *> &tensorcore::getDeclaredManaged() {
  static thread_local std::vector<const clang::VarDecl *> Declared;
  return Declared;
}

static SmallVector<GlobalVariable *, 4> findDeclared(Module &M, const Names &Declared) {
  SmallVector<GlobalVariable *, 4> Found;
  for (const std::string &Name : Declared)
    if (GlobalVariable *V = M.getNamedGlobal(Name);
        V && V->isDeclaration() && !is_contained(Found, V))
      Found.push_back(V);
  return Found;
}

static SmallVector<GlobalVariable *, 4> findManaged(Module &M, const Names &Declared) {
  SmallVector<GlobalVariable *, 4> Found = findDeclared(M, Declared);
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

/// Returns a function that asks the runtime, once, where a variable of relocatable device code is.
static Function *makeGetter(GlobalVariable &V) {
  Module &M = *V.getParent();
  LLVMContext &C = M.getContext();
  auto *PointerType = PointerType::getUnqual(C);
  auto *Known = new GlobalVariable(M, PointerType, false, GlobalValue::InternalLinkage,
                                   Constant::getNullValue(PointerType), V.getName() + ".managed");
  auto *F = Function::Create(FunctionType::get(PointerType, false), GlobalValue::InternalLinkage,
                             V.getName() + ".address", M);
  F->addFnAttr(Attribute::NoUnwind);
  auto *Entry = BasicBlock::Create(C, "", F), *Ask = BasicBlock::Create(C, "ask", F),
       *End = BasicBlock::Create(C, "end", F);
  IRBuilder<> B(Entry);
  B.CreateCondBr(B.CreateIsNull(B.CreateLoad(PointerType, Known)), Ask, End);
  B.SetInsertPoint(Ask);
  B.CreateCall(
      M.getOrInsertFunction("cudaGetSymbolAddress", B.getInt32Ty(), PointerType, PointerType),
      {Known, &V});
  B.CreateBr(End);
  B.SetInsertPoint(End);
  B.CreateRet(B.CreateLoad(PointerType, Known));
  return F;
}

/// Returns true if a constant is of what clang makes of relocatable device code: an entry from
/// which the linker registers the variable, or the list of those that the host uses.
static bool isOfRegistration(const User *U) {
  const auto *Of = dyn_cast<GlobalVariable>(*U->user_begin());
  return Of && (Of->getSection() == "llvm_offload_entries" ||
                Of->getName().starts_with("__clang_gpu_used_external"));
}

/// Returns true if a call gives the runtime a symbol: cudaMemcpyToSymbol, cudaGetSymbolAddress, …
static bool isOfSymbol(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().contains("cuda") && Callee->getName().contains("Symbol");
}

static void replaceRelocatable(GlobalVariable &V) {
  Function *Getter = nullptr;
  convertUsersOfConstantsToInstructions({&V});
  for (Use &U : make_early_inc_range(V.uses())) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I || isOfSymbol(*I))
      continue;
    if (!Getter)
      Getter = makeGetter(V);
    auto *Phi = dyn_cast<PHINode>(I);
    IRBuilder<> B(Phi ? Phi->getIncomingBlock(U)->getTerminator() : I);
    U.set(B.CreateCall(Getter));
  }
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
  const SmallVector<GlobalVariable *, 4> Managed = findManaged(M, *Declared);
  if (Managed.empty())
    return PreservedAnalyses::all();
  const SmallPtrSet<Constant *, 4> Known(Managed.begin(), Managed.end());
  removeFromUsedLists(M, [&](Constant *Used) { return Known.contains(Used->stripPointerCasts()); });
  if (GlobalVariable *List = M.getNamedGlobal("llvm.global.annotations"))
    List->eraseFromParent(); // nothing of the host reads annotations
  for (GlobalVariable *V : Managed) {
    IsRelocatable ? replaceRelocatable(*V) : replace(*V);
    V->removeDeadConstantUsers();
    if (V->use_empty() && !IsRelocatable)
      V->eraseFromParent();
    else if (any_of(V->users(),
                    [](const User *U) { return isa<Constant>(U) && !isOfRegistration(U); }))
      M.getContext().emitError("the address of the __managed__ variable '" + V->getName() +
                               "' is not a constant on the host; initialize what holds it in a "
                               "function");
  }
  return PreservedAnalyses::none();
}

PreservedAnalyses DeclaredVariables::run(Module &M, ModuleAnalysisManager &) {
  for (GlobalVariable *V : findDeclared(M, *Declared))
    tensorcore::setManaged(*V);
  return PreservedAnalyses::all();
}

namespace {

/// Names what is only declared, before the passes run.
class NameDeclared : public clang::ASTConsumer {
public:
  explicit NameDeclared(std::shared_ptr<Names> Declared) : Declared(std::move(Declared)) {}
  void HandleTranslationUnit(clang::ASTContext &Context) override {
    clang::ASTNameGenerator Generator(Context);
    for (const clang::VarDecl *V : std::exchange(tensorcore::getDeclaredManaged(), {}))
      Declared->push_back(Generator.getName(V));
  }

private:
  std::shared_ptr<Names> Declared;
};

class CompileManagedVariables : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI,
                                                        StringRef) override {
    auto Declared = std::make_shared<Names>();
    const clang::LangOptions &Options = CI.getLangOpts();
    if (Options.CUDA)
      CI.getCodeGenOpts().PassBuilderCallbacks.push_back(
          [Declared, IsOfDevice = bool(Options.CUDAIsDevice),
           IsRelocatable = bool(Options.GPURelocatableDeviceCode)](PassBuilder &PB) {
            PB.registerPipelineStartEPCallback([=](ModulePassManager &PM, OptimizationLevel) {
              if (IsOfDevice)
                PM.addPass(DeclaredVariables(Declared));
              else
                PM.addPass(ManagedVariables(IsRelocatable, Declared));
            });
          });
    return std::make_unique<NameDeclared>(Declared);
  }
  bool ParseArgs(const clang::CompilerInstance &, const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

static clang::FrontendPluginRegistry::Add<CompileManagedVariables>
    AddManagedVariables("nvptx-managed-variables", "");
