//===- ThreadConditions.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small interpreter over all threads at once.
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/ThreadConditions.h"
#include "IR/Analysis/Calls.h"
#include "PTX/Reader.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/ConstantFold.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// No condition of a program is deeper.
static constexpr unsigned MaxDepth = 24;

static Intrinsic::ID getIntrinsic(const Value &V) {
  auto *Call = dyn_cast<CallBase>(&V);
  const Function *Callee = Call ? getCallee(*Call) : nullptr;
  return Callee ? Callee->getIntrinsicID() : Intrinsic::not_intrinsic;
}

static bool isBroadcast(const Value &V);

namespace {

/// The value of an expression in each thread.
class Interpreter {
public:
  using Values = std::vector<APInt>;

  std::optional<Values> get(const Value &V, unsigned Depth = 0);

  bool UsesTid = false, UsesLane = false;

private:
  std::optional<Values> getCall(const CallBase &Call, unsigned Depth);
  std::optional<Values> getBinary(const BinaryOperator &Op, unsigned Depth);
  std::optional<Values> getSelect(const SelectInst &Select, unsigned Depth);
};

} // namespace

std::optional<Interpreter::Values> Interpreter::getBinary(const BinaryOperator &Op,
                                                          unsigned Depth) {
  std::optional<Values> L = get(*Op.getOperand(0), Depth), R = get(*Op.getOperand(1), Depth);
  if (!L || !R)
    return std::nullopt;
  for (auto [Left, Right] : zip(*L, *R)) {
    auto *Result = dyn_cast_or_null<ConstantInt>(
        ConstantFoldBinaryInstruction(Op.getOpcode(), ConstantInt::get(Op.getType(), Left),
                                      ConstantInt::get(Op.getType(), Right)));
    if (!Result) // it is not defined
      return std::nullopt;
    Left = Result->getValue();
  }
  return L;
}

std::optional<Interpreter::Values> Interpreter::getSelect(const SelectInst &Select,
                                                          unsigned Depth) {
  std::optional<Values> Condition = get(*Select.getCondition(), Depth);
  std::optional<Values> True = get(*Select.getTrueValue(), Depth);
  std::optional<Values> False = get(*Select.getFalseValue(), Depth);
  if (!Condition || !True || !False)
    return std::nullopt;
  for (unsigned I = 0; I < MaxBlockThreads; ++I)
    if ((*Condition)[I].isZero())
      (*True)[I] = (*False)[I];
  return True;
}

std::optional<Interpreter::Values> Interpreter::getCall(const CallBase &Call, unsigned Depth) {
  Values Result(MaxBlockThreads, APInt(32, 0));
  switch (getIntrinsic(Call)) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    UsesTid = true;
    for (unsigned I = 0; I < MaxBlockThreads; ++I)
      Result[I] = I;
    return Result;
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    UsesLane = true;
    for (unsigned I = 0; I < MaxBlockThreads; ++I)
      Result[I] = I % WarpThreads;
    return Result;
  case Intrinsic::nvvm_shfl_sync_idx_i32: {
    std::optional<Values> Source = get(*Call.getArgOperand(1), Depth);
    if (!Source || !isBroadcast(Call))
      return std::nullopt;
    unsigned Lane = cast<ConstantInt>(Call.getArgOperand(2))->getZExtValue() % WarpThreads;
    UsesLane = true; // whose neighbours are meant
    for (unsigned I = 0; I < MaxBlockThreads; ++I)
      Result[I] = (*Source)[I / WarpThreads * WarpThreads + Lane];
    return Result;
  }
  default:
    return std::nullopt;
  }
}

std::optional<Interpreter::Values> Interpreter::get(const Value &V, unsigned Depth) {
  if (++Depth > MaxDepth || !V.getType()->isIntegerTy())
    return std::nullopt;
  if (auto *Constant = dyn_cast<ConstantInt>(&V))
    return Values(MaxBlockThreads, Constant->getValue());
  if (auto *Call = dyn_cast<CallBase>(&V))
    return getCall(*Call, Depth);
  if (auto *Op = dyn_cast<BinaryOperator>(&V))
    return getBinary(*Op, Depth);
  if (auto *Select = dyn_cast<SelectInst>(&V))
    return getSelect(*Select, Depth);
  if (auto *Freeze = dyn_cast<FreezeInst>(&V))
    return get(*Freeze->getOperand(0), Depth);
  if (auto *Compare = dyn_cast<ICmpInst>(&V)) {
    std::optional<Values> L = get(*Compare->getOperand(0), Depth);
    std::optional<Values> R = get(*Compare->getOperand(1), Depth);
    if (!L || !R)
      return std::nullopt;
    for (auto [Left, Right] : zip(*L, *R))
      Left = APInt(1, ICmpInst::compare(Left, Right, Compare->getPredicate()));
    return L;
  }
  auto *Cast = dyn_cast<CastInst>(&V);
  if (!Cast || !Cast->getSrcTy()->isIntegerTy())
    return std::nullopt;
  std::optional<Values> Source = get(*Cast->getOperand(0), Depth);
  unsigned Width = V.getType()->getIntegerBitWidth();
  if (Source)
    for (APInt &Value : *Source)
      Value = Cast->getOpcode() == Instruction::SExt ? Value.sextOrTrunc(Width)
                                                     : Value.zextOrTrunc(Width);
  return Source;
}

std::optional<ThreadSet> tensorcore::getThreadsOf(const Value &Condition, bool IsOneDimensional) {
  if (!Condition.getType()->isIntegerTy(1) || !isOfThreadOnly(Condition))
    return std::nullopt;
  Interpreter Interpreter;
  auto Values = Interpreter.get(Condition);
  if (!Values || (Interpreter.UsesTid && Interpreter.UsesLane && !IsOneDimensional))
    return std::nullopt;
  ThreadSet Result;
  Result.ByTid = Interpreter.UsesTid;
  Result.ByLane = Interpreter.UsesLane;
  for (unsigned I = 0; I < MaxBlockThreads; ++I)
    Result.Threads[I] = !(*Values)[I].isZero();
  return Result;
}

/// Returns true if all leaves of an expression without phis are of a kind.
static bool allLeaves(const Value &V, function_ref<bool(const Value &)> IsLeaf,
                      unsigned Depth = 0) {
  if (isa<ConstantInt>(V) || IsLeaf(V))
    return true;
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || Depth > MaxDepth)
    return false;
  if (!isa<BinaryOperator, CmpInst, CastInst, SelectInst, FreezeInst>(I))
    return false;
  return all_of(I->operands(), [&](const Use &U) { return allLeaves(*U, IsLeaf, Depth + 1); });
}

/// A load of a parameter that is passed in memory, or of a constant.
static bool isLoadOfConstant(const Value &V) {
  auto *Load = dyn_cast<LoadInst>(&V);
  if (!Load || Load->isVolatile())
    return false;
  const Value *Object = Load->getPointerOperand()->stripInBoundsConstantOffsets();
  if (auto *Global = dyn_cast<GlobalVariable>(Object))
    return Global->isConstant();
  auto *Parameter = dyn_cast<Argument>(Object);
  return Parameter && Parameter->hasByValAttr();
}

static bool isUniformLeaf(const Value &Leaf) {
  switch (getIntrinsic(Leaf)) {
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_ctarank:
    return true;
  default:
    return isa<Argument>(Leaf) || isLoadOfConstant(Leaf);
  }
}

bool tensorcore::isUniform(const Value &V) { return allLeaves(V, isUniformLeaf); }

/// A shfl of all threads of a warp that gives each of them the value of one lane.
static bool isBroadcast(const Value &V) {
  if (getIntrinsic(V) != Intrinsic::nvvm_shfl_sync_idx_i32)
    return false;
  auto &Call = cast<CallBase>(V);
  auto *Clamp = dyn_cast<ConstantInt>(Call.getArgOperand(3));
  return isa<ConstantInt>(Call.getArgOperand(2)) && Clamp && Clamp->equalsInt(WarpThreads - 1);
}

bool tensorcore::isUniformInWarp(const Value &V) {
  return allLeaves(V, [](const Value &Leaf) { return isUniformLeaf(Leaf) || isBroadcast(Leaf); });
}

/// Returns true if a value is an index of the thread.
static bool isThreadIndex(const Value &V) {
  switch (getIntrinsic(V)) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
  case Intrinsic::nvvm_read_ptx_sreg_warpid:
    return true;
  default:
    return false;
  }
}

bool tensorcore::isOfThreadOnly(const Value &V) {
  return allLeaves(V, [](const Value &Leaf) {
    return isThreadIndex(Leaf) || (getIntrinsic(Leaf) == Intrinsic::nvvm_shfl_sync_idx_i32 &&
                                   isOfThreadOnly(*cast<CallBase>(Leaf).getArgOperand(1)));
  });
}

/// Returns true if a call only computes something from its arguments.
static bool isComputation(const CallBase &Call) {
  const Function *Callee = getCallee(Call);
  return Callee && Call.doesNotAccessMemory() && !Call.isConvergent() &&
         !Callee->getName().starts_with("llvm.nvvm.read.ptx.sreg.");
}

/// Returns true if an instruction gives threads different values, whatever its operands are.
static bool divides(const Instruction &I, const LoopInfo &Loops) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isVolatile() || Load->isAtomic();
  if (isa<PHINode>(I) && !Loops.isLoopHeader(I.getParent()))
    return true; // where threads may have come from different sides
  auto *Call = dyn_cast<CallBase>(&I);
  return isa<AllocaInst>(I) || (Call && !isUniform(*Call) && !isComputation(*Call));
}

DenseSet<const Value *> tensorcore::findThreadDependentValues(const Function &F,
                                                              const LoopInfo &Loops) {
  DenseSet<const Value *> Dependent;
  SmallVector<const Instruction *> Worklist;
  for (const Instruction &I : instructions(F))
    if (divides(I, Loops) && Dependent.insert(&I).second)
      Worklist.push_back(&I);
  while (!Worklist.empty())
    for (const User *U : Worklist.pop_back_val()->users())
      if (Dependent.insert(U).second)
        Worklist.push_back(cast<Instruction>(U));
  return Dependent;
}

static bool hasElection(const InlineAsm &Asm) {
  return ptx::hasInstruction(Asm.getAsmString(), "elect.sync");
}

static bool isElectCall(const CallBase &Call) {
  const Function *Callee = getCallee(Call);
  return Callee && Callee->getName() == "llvm.nvvm.elect.sync";
}

bool tensorcore::tellsThreadsApart(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return hasElection(*Asm);
  return isThreadIndex(I) || isElectCall(*Call);
}

/// Returns true if inline assembly elects, and sets one of its results to 1 in the thread that is
/// elected: `selp.b32 $0, 1, 0, p;` or `@p mov.s32 $1, 1;`.
static bool isElectAsm(const InlineAsm &Asm, unsigned Result) {
  if (!hasElection(Asm))
    return false;
  const ptx::StatementList Template =
      ptx::readStatements(Asm.getAsmString(), ptx::Dialect::Template);
  return any_of(Template.Statements, [Result](const ptx::Statement &S) {
    return S.Operands.size() > 1 && S.Operands[0].isIndex(Result) && S.Operands[1].isInteger(1);
  });
}

/// Returns true if a value is the predicate that an elect.sync gives, as i1 or as a number.
static bool isElectPredicate(const Value &V) {
  const Value *Call = &V;
  auto *Extract = dyn_cast<ExtractValueInst>(&V);
  if (Extract) {
    if (Extract->getIndices() != ArrayRef<unsigned>(1))
      return false;
    Call = Extract->getAggregateOperand();
  }
  auto *Base = dyn_cast<CallBase>(Call);
  if (!Base)
    return false;
  if (auto *Asm = dyn_cast<InlineAsm>(Base->getCalledOperand()))
    return isElectAsm(*Asm, Extract ? 1 : 0);
  return Extract && isElectCall(*Base);
}

bool tensorcore::isElection(const Value &Condition) {
  if (isElectPredicate(Condition))
    return true;
  auto *Compare = dyn_cast<ICmpInst>(&Condition);
  return Compare && Compare->isEquality() && isa<ConstantInt>(Compare->getOperand(1)) &&
         cast<ConstantInt>(Compare->getOperand(1))->isZero() &&
         isElectPredicate(*Compare->getOperand(0));
}
