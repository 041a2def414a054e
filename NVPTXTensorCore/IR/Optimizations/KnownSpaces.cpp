//===- KnownSpaces.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generic address is followed through the steps that it consists of to the cast that made it.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/KnownSpaces.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Optimizations/OrdinaryCode.h"
#include "Model/Instructions/MMALegality.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::PatternMatch;

/// Returns the constant with casts to the generic space and back left out.
static Constant *fold(Constant &C, const DataLayout &Layout) {
  auto *Expression = dyn_cast<ConstantExpr>(&C);
  if (!Expression)
    return &C;
  SmallVector<Constant *, 4> Operands;
  for (const Use &Operand : Expression->operands())
    Operands.push_back(fold(*cast<Constant>(Operand), Layout));
  Constant *Folded = Expression->getWithOperands(Operands);
  auto *Cast = dyn_cast<ConstantExpr>(Folded);
  if (!Cast || Cast->getOpcode() != Instruction::AddrSpaceCast)
    return Folded;
  Value *Pointer = Cast->getOperand(0);
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  auto *Base = cast<Constant>(
      Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true));
  if (Base->getType() != Cast->getType())
    return Folded;
  const APInt Distance = Offset.sextOrTrunc(Layout.getIndexTypeSizeInBits(Base->getType()));
  LLVMContext &Context = C.getContext();
  return Distance.isZero() ? Base
                           : ConstantExpr::getGetElementPtr(Type::getInt8Ty(Context), Base,
                                                            ConstantInt::get(Context, Distance));
}

static bool foldConstants(Function &F, const DataLayout &Layout) {
  bool Changed = false;
  for (Instruction &I : instructions(F))
    for (Use &Operand : I.operands())
      if (auto *Expression = dyn_cast<ConstantExpr>(Operand)) {
        Constant *Folded = fold(*Expression, Layout);
        Changed |= Folded != Expression;
        Operand.set(Folded);
      }
  return Changed;
}

/// Returns the address in a sum, and what is added to it, or null.
static PtrToIntOperator *findAddress(Value &Sum, SmallVectorImpl<Value *> &Added,
                                     unsigned Depth = 0) {
  if (auto *Address = dyn_cast<PtrToIntOperator>(&Sum))
    return Address;
  Value *Terms[2];
  if (Depth == MaxAnalysisRecursionDepth ||
      !match(&Sum, m_AddLike(m_Value(Terms[0]), m_Value(Terms[1]))))
    return nullptr;
  for (unsigned I : {0, 1})
    if (PtrToIntOperator *Address = findAddress(*Terms[I], Added, Depth + 1)) {
      Added.push_back(Terms[1 - I]);
      return Address;
    }
  return nullptr;
}

/// Returns true if a kernel was handed the pointer, alone or in a struct. CUDA hands over pointers
/// to global memory only, as LLVM's NVPTXLowerArgs relies on.
static bool isHandedOver(const Value &Pointer) {
  const auto *Load = dyn_cast<LoadInst>(&Pointer);
  const auto *Parameter =
      dyn_cast<Argument>(Load ? getUnderlyingObject(Load->getPointerOperand()) : &Pointer);
  return Parameter && Parameter->hasByValAttr() == !!Load && isKernel(*Parameter->getParent()) &&
         Pointer.getType()->getPointerAddressSpace() == GenericSpace &&
         Parameter->getParent()->getParent()->getTargetTriple().getOS() == Triple::CUDA;
}

/// Returns the state space of an address that was cast from it, that a kernel was handed over, or
/// that is a variable's, else the generic one.
static unsigned getSpace(const Value &Address) {
  const Value *Object = getUnderlyingObject(&Address);
  if (isHandedOver(*Object))
    return GlobalSpace;
  const auto *Parameter = dyn_cast<Argument>(Object);
  if (Parameter && Parameter->hasByValAttr() && isKernel(*Parameter->getParent()))
    return ParameterSpace;
  if (isa<AllocaInst>(Object))
    return LocalSpace;
  return Object->getType()->getPointerAddressSpace();
}

/// Returns true if an address is a variable's, or a choice of which one is.
static bool mayBeVariable(const Value &Address) {
  const auto *Choice = dyn_cast<SelectInst>(&Address);
  return Choice ? getSpace(*Choice->getTrueValue()) == LocalSpace ||
                      getSpace(*Choice->getFalseValue()) == LocalSpace
                : getSpace(Address) == LocalSpace;
}

/// Returns true if a value may be loaded at the end of the blocks in front of its own.
static bool canLoadEarlier(const LoadInst &Load) {
  const BasicBlock &Block = *Load.getParent();
  return Load.isSimple() &&
         none_of(make_range(Block.begin(), Load.getIterator()),
                 [](const Instruction &I) { return I.mayHaveSideEffects(); }) &&
         all_of(predecessors(&Block), [](const BasicBlock *From) {
           const auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
           return Branch &&
                  (Branch->isUnconditional() || Branch->getSuccessor(0) != Branch->getSuccessor(1));
         });
}

/// Returns the address that a load's is a constant away from.
static Value *getBase(const LoadInst &Load, APInt &Offset) {
  const Value *Address = Load.getPointerOperand();
  Offset = APInt(Load.getDataLayout().getIndexTypeSizeInBits(Address->getType()), 0);
  return const_cast<Value *>(Address->stripAndAccumulateConstantOffsets(
      Load.getDataLayout(), Offset, /*AllowNonInbounds=*/true));
}

/// Inserts a copy of a load that is as far from another address.
static LoadInst *loadFrom(Value &Base, const APInt &Offset, const LoadInst &Load,
                          Instruction &Before) {
  IRBuilder<> Builder(&Before);
  auto *Part = cast<LoadInst>(Load.clone());
  Value *Address = Offset.isZero() ? &Base : Builder.CreatePtrAdd(&Base, Builder.getInt(Offset));
  Part->setOperand(Part->getPointerOperandIndex(), Address);
  return Builder.Insert(Part);
}

/// A choice of addresses that nobody loads from any more would keep its variable in memory.
static void replace(LoadInst &Load, Value &Loaded) {
  Value *Address = Load.getPointerOperand();
  Load.replaceAllUsesWith(&Loaded);
  Load.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Address);
}

/// Loads ahead of the join of paths that bring a variable's address and others: the variable would
/// be in memory.
static bool loadByPath(LoadInst &Load) {
  APInt Offset;
  auto *Choice = dyn_cast<PHINode>(getBase(Load, Offset));
  if (!Choice || Choice->getNumIncomingValues() == 1 || Choice->getParent() != Load.getParent() ||
      !canLoadEarlier(Load) ||
      none_of(Choice->incoming_values(), [](const Use &U) { return mayBeVariable(*U); }) ||
      all_of(Choice->incoming_values(), [](const Use &U) { return getSpace(*U) == LocalSpace; }))
    return false;
  // A path that begins at a branch gets a block of its own, which becomes the phi's.
  for (unsigned I = 0; I != Choice->getNumIncomingValues(); ++I)
    if (!Choice->getIncomingBlock(I)->getUniqueSuccessor())
      SplitEdge(Choice->getIncomingBlock(I), Load.getParent());
  IRBuilder<> Builder(Choice);
  PHINode *Loaded = Builder.CreatePHI(Load.getType(), Choice->getNumIncomingValues());
  for (auto [Address, From] : zip(Choice->incoming_values(), Choice->blocks()))
    Loaded->addIncoming(loadFrom(*Address, Offset, Load, *From->getTerminator()), From);
  replace(Load, *Loaded);
  return true;
}

/// Loads behind a branch from either of two addresses whose spaces differ: a choice of addresses is
/// generic, and ptxas keeps a value that it loads from one in the registers of each thread.
static bool loadBySpace(LoadInst &Load) {
  APInt Offset;
  auto *Choice = dyn_cast<SelectInst>(getBase(Load, Offset));
  if (!Choice || !Load.isSimple())
    return false;
  const unsigned Spaces[] = {getSpace(*Choice->getTrueValue()), getSpace(*Choice->getFalseValue())};
  if (is_contained(Spaces, GenericSpace) || Spaces[0] == Spaces[1])
    return false;
  IRBuilder<> Builder(&Load);
  Instruction *Ends[2];
  SplitBlockAndInsertIfThenElse(Builder.CreateFreeze(Choice->getCondition()), Load.getIterator(),
                                &Ends[0], &Ends[1]);
  Builder.SetInsertPoint(&Load);
  PHINode *Loaded = Builder.CreatePHI(Load.getType(), 2);
  for (unsigned I : {0, 1})
    Loaded->addIncoming(loadFrom(*Choice->getOperand(1 + I), Offset, Load, *Ends[I]),
                        Ends[I]->getParent());
  replace(Load, *Loaded);
  return true;
}

static bool loadBySpaces(Function &F) {
  bool Changed = false;
  for (auto *Divide : {loadByPath, loadBySpace}) {
    SmallVector<WeakVH> Loads;
    for (Instruction &I : instructions(F))
      if (isa<LoadInst>(I))
        Loads.push_back(&I);
    for (Value *Load : Loads)
      Changed |= Load && Divide(*cast<LoadInst>(Load));
  }
  return Changed;
}

/// Returns the address in the space that it was cast from, or null if that is not known. Sums stay
/// sums: a step from an address would promise that it stays in the variable.
static Value *getInKnownSpace(Value &Generic, IRBuilderBase &Builder) {
  if (Generic.getType()->isPointerTy() && isHandedOver(Generic))
    return Builder.CreateAddrSpaceCast(&Generic, Builder.getPtrTy(GlobalSpace));
  auto *Op = dyn_cast<Operator>(&Generic);
  if (auto *Cast = dyn_cast_or_null<AddrSpaceCastOperator>(Op))
    return Cast->getPointerOperand();
  SmallVector<Value *, 4> Operands;
  if (Op && Op->getOpcode() == Instruction::IntToPtr) {
    PtrToIntOperator *Address = findAddress(*Op->getOperand(0), Operands);
    Value *Base = Address ? getInKnownSpace(*Address->getPointerOperand(), Builder) : nullptr;
    if (!Base)
      return nullptr;
    Value *Sum = Builder.CreatePtrToInt(Base, Address->getType());
    for (Value *Term : Operands)
      Sum = Builder.CreateAdd(Sum, Term);
    return Builder.CreateIntToPtr(Sum, Base->getType());
  }
  auto *Step = dyn_cast_or_null<GEPOperator>(Op);
  Value *Base = Step ? getInKnownSpace(*Step->getPointerOperand(), Builder) : nullptr;
  if (!Base)
    return nullptr;
  append_range(Operands, Step->indices());
  return Builder.CreateGEP(Step->getSourceElementType(), Base, Operands, "",
                           Step->getNoWrapFlags());
}

/// Casts to shared memory by the address that theirs are a constant away from.
using CastsOfBases = MapVector<Value *, SmallVector<AddrSpaceCastInst *, 4>>;

/// Returns the address that a generic one is a constant away from.
static Value *getBase(AddrSpaceCastInst &Cast, APInt &Offset) {
  return Cast.getPointerOperand()->stripAndAccumulateConstantOffsets(Cast.getDataLayout(), Offset,
                                                                     /*AllowNonInbounds=*/true);
}

static CastsOfBases findCasts(Function &F) {
  CastsOfBases Found;
  for (Instruction &I : instructions(F))
    if (auto *Cast = dyn_cast<AddrSpaceCastInst>(&I); Cast &&
                                                      Cast->getSrcAddressSpace() == GenericSpace &&
                                                      Cast->getDestAddressSpace() == SharedSpace) {
      APInt Offset(Cast->getDataLayout().getIndexTypeSizeInBits(Cast->getSrcTy()), 0);
      if (Value *Base = getBase(*Cast, Offset); Base->getType() == Cast->getSrcTy())
        Found[Base].push_back(Cast);
    }
  Found.remove_if([](const auto &Casts) {
    return Casts.second.size() == 1 && Operator::getOpcode(Casts.first) != Instruction::IntToPtr;
  });
  return Found;
}

/// Returns where all casts can use one: before the first of them, or at the end of a block above.
static Instruction &getInsertionPoint(ArrayRef<AddrSpaceCastInst *> Casts,
                                      const DominatorTree &Dominators) {
  Instruction *Point = Casts.front();
  for (AddrSpaceCastInst *Cast : drop_begin(Casts))
    Point = Dominators.findNearestCommonDominator(Point, Cast);
  return *Point;
}

/// Casts one address for those that differ from it by a constant: each cast is an instruction, and
/// a generic address has two registers.
static bool castBases(Function &F) {
  const CastsOfBases Found = F.isDeclaration() ? CastsOfBases() : findCasts(F);
  if (Found.empty())
    return false;
  const DominatorTree Dominators(F);
  for (auto &[Base, Casts] : Found) {
    IRBuilder<> Builder(&getInsertionPoint(Casts, Dominators));
    Value *Shared = getInKnownSpace(*Base, Builder);
    if (!Shared || Shared->getType() != Casts.front()->getType())
      Shared = Builder.CreateAddrSpaceCast(Base, Casts.front()->getType());
    for (AddrSpaceCastInst *Cast : Casts) {
      APInt Offset(Cast->getDataLayout().getIndexTypeSizeInBits(Cast->getSrcTy()), 0);
      getBase(*Cast, Offset);
      Builder.SetInsertPoint(Cast);
      Cast->replaceAllUsesWith(
          Builder.CreatePtrAdd(Shared, ConstantInt::get(Builder.getInt32Ty(), Offset.trunc(32))));
      Cast->eraseFromParent();
    }
  }
  return true;
}

/// Calls the same instruction for the space of its address.
static bool useSpace(CallInst &Call, const MMAVariant &Variant, unsigned PTXVersion) {
  const auto Generic = getMMAFunctionType(Call.getContext(), Variant, GenericSpace);
  const MMAArgument *Pointer = Variant.Signature.findPointer();
  if (!Pointer || Call.getFunctionType() != Generic || Call.hasOperandBundles())
    return false;
  const unsigned Index = Pointer - Variant.Signature.Arguments.begin();
  IRBuilder<> Builder(&Call);
  Value *Address = getInKnownSpace(*Call.getArgOperand(Index), Builder);
  const unsigned Space = Address ? Address->getType()->getPointerAddressSpace() : GenericSpace;
  // ldmatrix takes no address of global memory, and of a generic one it is not certain.
  if ((Space != SharedSpace && Space != GlobalSpace) ||
      errorToBool(describe(Variant, Space, PTXVersion).takeError()))
    return false;
  SmallVector<Value *, 16> Arguments(Call.args());
  Arguments[Index] = Address;
  CallInst *Same =
      Builder.CreateCall(getMMADeclaration(*Call.getModule(), Variant, Space), Arguments);
  Same->copyMetadata(Call);
  Call.replaceAllUsesWith(Same);
  Call.eraseFromParent();
  return true;
}

bool tensorcore::useKnownSpaces(Module &M, unsigned PTXVersion) {
  if (!optimizesOrdinaryCode())
    return false;
  bool Changed = false;
  for (Function &F : M)
    Changed |= foldConstants(F, M.getDataLayout()) | castBases(F) | loadBySpaces(F);
  for (Function &Callee : make_early_inc_range(M)) {
    const MMAVariant *Variant = Callee.isDeclaration() ? getMMAVariant(Callee) : nullptr;
    if (Variant && Callee.getName().ends_with(".p0"))
      for (User *U : make_early_inc_range(Callee.users()))
        if (auto *Call = dyn_cast<CallInst>(U); Call && getCallee(*Call) == &Callee)
          Changed |= useSpace(*Call, *Variant, PTXVersion);
  }
  return Changed;
}
