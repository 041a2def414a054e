//===- UnrollByTwo.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two trips have counters, stages and waits in common. Accumulators of asynchronous multiplications
// stay in the same registers, or in tensor memory, so that a second copy takes no registers;
// fragments of others take some in each trip.
//
//===----------------------------------------------------------------------===//

#include "IR/Optimizations/UnrollByTwo.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Intrinsics/WGMMAInstructions.h"
#include "PTX/Reader.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace llvm::tensorcore;

static cl::opt<bool> UnrollsByTwo("nvptx-unroll-by-two", cl::Hidden, cl::init(true),
                                  cl::desc("Unroll short loops of matrix instructions by two"));

/// LLVM unrolls loops with fewer instructions by itself, if it knows the number of trips.
static constexpr unsigned MinKnownBody = 38;

/// Loops of asynchronous multiplications with more instructions, or more multiplications, have
/// little to gain, and take more of the instruction cache. Threads that copy tiles themselves
/// compute addresses for each trip.
static constexpr unsigned MaxAsynchronousBody = 300, MaxAsynchronous = 16, MaxCopyingBody = 100;

/// Other loops are unrolled if they are short, and have this many instructions for each
/// multiplication, so that there is something to save.
static constexpr unsigned MaxBody = 75, MinPerMultiplication = 6;

/// The size of what `#pragma unroll N` makes, as in LLVM.
static constexpr unsigned MaxPragmaSize = 16384;

/// Bounds the cost of an expression for the number of trips, which stands in front of the loop.
static constexpr unsigned ExpansionBudget = 8;

namespace {

/// Says which threads of a warp execute a call together.
enum class Together {
  All,     ///< whole warps
  One,     ///< each thread by itself
  Unknown, ///< possibly those that come to it at the same time
};

/// Holds what decides whether a loop is worth unrolling.
struct LoopBody {
  unsigned Size = 0; ///< in instructions. Phis and the parts of a struct are registers
  unsigned Multiplications = 0;
  bool IsAsynchronous = false;
  bool HasCopies = false; ///< cp.async, of up to 16 bytes

  explicit LoopBody(const Loop &L);
};

} // namespace

static Together getTogether(const InlineAsm &Asm) {
  static constexpr StringRef Convergent[] = {"bar",        "barrier", "shfl",  "vote", "match",
                                             "activemask", "elect",   "redux", "call", "brx"};
  Together Result = Together::One;
  bool IsConditional = false;
  for (const ptx::Statement &S :
       ptx::readStatements(Asm.getAsmString(), ptx::Dialect::Template).Statements) {
    if (!S.Wrong.empty())
      return Together::Unknown;
    if (S.Is != ptx::Statement::Kind::Instruction)
      continue;
    IsConditional |= S.Guard || S.Name == "bra";
    if (S.hasModifier(".aligned") && !IsConditional)
      Result = Together::All;
    else if (S.hasModifier(".aligned") || S.hasModifier(".sync") ||
             is_contained(Convergent, S.Name))
      return Together::Unknown;
  }
  return Result;
}

static Together getTogether(const CallBase &Call) {
  if (const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return getTogether(*Asm);
  const Function *Callee = getCallee(Call);
  if (!Callee)
    return Together::Unknown;
  if (const MMAVariant *Variant = getMMAVariant(*Callee))
    return lookupMMAFamily(Variant->Family)->Threads ? Together::All : Together::One;
  return Callee->isIntrinsic() && Callee->getName().contains(".aligned") ? Together::All
                                                                         : Together::Unknown;
}

/// Returns true if the threads that execute a convergent instruction of a loop together make the
/// same number of trips, so that they agree in each condition that depends on it.
static bool hasUniformTrips(const Loop &L, const DominatorTree &DT) {
  bool AllTogether = false, EachByItself = true;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      const auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !Call->isConvergent())
        continue;
      if (Call->getOperandBundle(LLVMContext::OB_convergencectrl))
        return false;
      const Together Threads = getTogether(*Call);
      AllTogether |= Threads == Together::All && DT.dominates(Block, L.getLoopLatch());
      EachByItself &= Threads == Together::One;
    }
  return AllTogether || EachByItself;
}

/// Returns true if an instruction waits for all wgmma.mma_async of its threads.
static bool waitsForAll(const Instruction &I) {
  if (!isWGMMAWait(I))
    return false;
  const auto &Call = cast<CallBase>(I);
  const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm)
    return match(Call.getArgOperand(0), PatternMatch::m_ZeroInt());
  const auto Read = ptx::readStatements(Asm->getAsmString(), ptx::Dialect::Template);
  return any_of(Read.Statements, [&](const ptx::Statement &S) {
    if (S.Guard || !S.beginsWith("wgmma.wait_group") || S.Operands.size() != 1)
      return false;
    const ptx::Operand &Count = S.Operands.front();
    const Value *Argument =
        Count.is(ptx::Operand::Kind::Index) ? getAssemblyArgument(Call, Count.Value) : nullptr;
    return Argument ? match(Argument, PatternMatch::m_ZeroInt()) : Count.isInteger(0);
  });
}

/// Returns true if no accumulator in registers is in flight when a trip of a loop has ended. The
/// blocks that follow could not choose between those of two loops without a wait.
static bool endsTripsSettled(const Loop &L, const DominatorTree &DT) {
  SmallVector<const Instruction *, 8> Multiplications, Waits;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      if (isAsynchronousMultiplication(I) && isRegisterMultiplication(I))
        Multiplications.push_back(&I);
      else if (waitsForAll(I) && DT.dominates(Block, L.getLoopLatch()))
        Waits.push_back(&I);
    }
  return Multiplications.empty() || any_of(Waits, [&](const Instruction *Wait) {
           return all_of(Multiplications,
                         [&](const Instruction *I) { return DT.dominates(I, Wait); });
         });
}

/// Returns how many multiplications of the machine an instruction is, at least.
static unsigned countMultiplications(const Instruction &I) {
  if (!isRegisterMultiplication(I))
    return isAsynchronousMultiplication(I);
  const Function *Callee = getCallee(cast<CallBase>(I));
  const MMAVariant *Variant = Callee ? getMMAVariant(*Callee) : nullptr;
  return Variant && Variant->Family == MMAFamily_WMMA ? 2 : 1;
}

static bool isThreadCopy(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? getCallee(*Call) : nullptr;
  const auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  const StringRef Text = Callee ? Callee->getName() : Asm ? Asm->getAsmString() : "";
  return Text.contains("cp.async.ca.") || Text.contains("cp.async.cg.");
}

LoopBody::LoopBody(const Loop &L) {
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      Size += !isa<PHINode, ExtractValueInst, InsertValueInst>(I) && !I.isDebugOrPseudoInst();
      IsAsynchronous |= isAsynchronousMultiplication(I);
      HasCopies |= isThreadCopy(I);
      Multiplications += countMultiplications(I);
    }
}

/// Returns the number of trips that become one, if a trip may be left over; 1 leaves a loop as it
/// is.
static unsigned getCount(const Loop &L, unsigned KnownTrips, unsigned TripMultiple) {
  const TransformationMode Mode = hasUnrollTransformation(&L);
  if (Mode == TM_SuppressedByUser || Mode == TM_Disable)
    return 1;
  const LoopBody Body(L);
  if (auto Count = getOptionalIntLoopAttribute(&L, "llvm.loop.unroll.count"))
    return *Count > 1 && TripMultiple % *Count != 0 && Body.Size * *Count <= MaxPragmaSize ? *Count
                                                                                           : 1;
  if (!L.isInnermost() || !Body.Multiplications)
    return 1;
  if (Body.IsAsynchronous)
    return Body.Size <= (Body.HasCopies ? MaxCopyingBody : MaxAsynchronousBody) &&
                   Body.Multiplications <= MaxAsynchronous &&
                   (TripMultiple % 2 != 0 ? !KnownTrips : Body.Size >= MinKnownBody)
               ? 2
               : 1;
  return !KnownTrips && Body.Size <= MaxBody &&
                 Body.Size >= MinPerMultiplication * Body.Multiplications
             ? 2
             : 1;
}

PreservedAnalyses UnrollByTwoPass::run(Function &F, FunctionAnalysisManager &AM) {
  if (!UnrollsByTwo || F.hasOptSize() || !hasMatrixInstruction(F))
    return PreservedAnalyses::all();
  auto &LI = AM.getResult<LoopAnalysis>(F);
  if (LI.empty())
    return PreservedAnalyses::all();
  auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = AM.getResult<AssumptionAnalysis>(F);
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder()) {
    const unsigned TripMultiple = SE.getSmallConstantTripMultiple(L);
    const unsigned Count = getCount(*L, SE.getSmallConstantTripCount(L), TripMultiple);
    if (Count == 1)
      continue;
    Changed |= simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
    Changed |= formLCSSARecursively(*L, DT, &LI, &SE);
    if (!L->isLoopSimplifyForm() || !L->getExitingBlock() || !hasUniformTrips(*L, DT) ||
        (TripMultiple % Count != 0 && !endsTripsSettled(*L, DT)))
      continue;
    UnrollLoopOptions Options{};
    Options.Count = Count;
    Options.Runtime = TripMultiple % Count != 0;
    Options.AllowExpensiveTripCount = true;
    Options.SCEVExpansionBudget = ExpansionBudget;
    const LoopUnrollResult Result =
        UnrollLoop(L, Options, &LI, &SE, &DT, &AC, &AM.getResult<TargetIRAnalysis>(F),
                   &AM.getResult<OptimizationRemarkEmitterAnalysis>(F), /*PreserveLCSSA=*/true);
    if (Result == LoopUnrollResult::PartiallyUnrolled)
      L->setLoopAlreadyUnrolled();
    Changed |= Result != LoopUnrollResult::Unmodified;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
