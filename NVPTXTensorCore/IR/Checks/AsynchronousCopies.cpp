//===- AsynchronousCopies.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two addresses are compared by the object, the constant distance and the variable parts that they
// are made of. What is not known is taken to be right.
//
//===----------------------------------------------------------------------===//

#include "IR/Checks/AsynchronousCopies.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/FunctionCopies.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/CompanionUses.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "IR/TensorMemory/Addresses.h"
#include "IR/Threads/ThreadSelection.h"
#include "IR/Verifier/SharedAddresses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace llvm::tensorcore;

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

namespace {

struct SharedAddress {
  const Value *Object = nullptr;
  int64_t Offset = 0;
  SmallVector<std::pair<const Value *, int64_t>, 2> Variables; ///< with their scales

  bool operator==(const SharedAddress &Other) const {
    return isWithin(Other) && Other.Variables.size() == Variables.size();
  }
  /// Returns true if this is the other address plus a distance that varies.
  bool isWithin(const SharedAddress &Other) const {
    return Object == Other.Object && Offset == Other.Offset &&
           all_of(Other.Variables, [&](const auto &V) { return is_contained(Variables, V); });
  }
};

} // namespace

static SharedAddress getAddress(const Value &Pointer, const DataLayout &Layout) {
  SharedAddress Address = {&Pointer, 0, {}};
  while (true) {
    if (const Value *Kept = getCastOperand(*Address.Object)) {
      Address.Object = Kept;
      continue;
    }
    auto *Step = dyn_cast<GEPOperator>(Address.Object);
    SmallMapVector<Value *, APInt, 4> Variables;
    APInt Constant(64, 0);
    if (!Step || Step->getType()->isVectorTy() ||
        !Step->collectOffset(Layout, 64, Variables, Constant))
      break;
    Address.Offset += Constant.getSExtValue();
    for (const auto &[Variable, Scale] : Variables)
      Address.Variables.emplace_back(Variable, Scale.getSExtValue());
    Address.Object = Step->getPointerOperand();
  }
  return Address;
}

//===----------------------------------------------------------------------===//
// What a kernel does
//===----------------------------------------------------------------------===//

namespace {

/// A number of bytes that an mbarrier expects, or that a copy to it writes.
struct Transaction {
  const Instruction *At;
  SharedAddress MBarrier;
  std::optional<uint64_t> Bytes;
  bool IsCopy;
};

/// An access to shared memory.
struct Access {
  const Instruction *At;
  SharedAddress Address;
};

class Checker {
public:
  Checker(Function &Copy, const Function &F, FunctionCopies &Copies)
      : Layout(Copy.getParent()->getDataLayout()), Copies(Copies),
        Paths(Copy, isLineOfThreads(Copy, F)), Selection(Paths, F) {
    for (const Instruction &I : instructions(Copy))
      add(I);
  }

  void check() {
    checkProxies();
    checkTransactions();
    checkThreads();
  }

private:
  void add(const Instruction &I);
  void addCompanion(const Instruction &I, const CompanionUse &Use);
  void addMatrix(const CallBase &Call, const MMAVariant &Variant);
  void checkProxies();
  void checkTransactions();
  void checkThreads();
  std::string explainThreads(const Instruction &I) const;
  SharedAddress getAddress(const Value &Pointer) const { return ::getAddress(Pointer, Layout); }

  const DataLayout &Layout;
  FunctionCopies &Copies;
  FunctionPaths Paths;
  ThreadSelection Selection;
  SmallVector<Transaction, 0> Transactions;
  SmallVector<Access, 0> Writes, Reads;
  SmallVector<const Instruction *, 0> Loads;  ///< that an mbarrier counts
  SmallPtrSet<const Instruction *, 8> Fences; ///< and what may be one
  bool TellsThreadsApart = false;
};

} // namespace

/// The name of what an instruction is, for messages.
static std::string getName(const Instruction &I) {
  std::string Name;
  visitCompanions(I, [&](const CompanionUse &Use) {
    if (Name.empty())
      Name = Use.Name.str();
  });
  return Name.empty() ? getCallee(cast<CallBase>(I))->getName().str() : Name;
}

void Checker::addCompanion(const Instruction &I, const CompanionUse &Use) {
  if (Use.Name.contains("fence.proxy"))
    Fences.insert(&I);
  auto GetBytes = [&](const Value *Bytes) -> std::optional<uint64_t> {
    auto *Constant = dyn_cast_or_null<ConstantInt>(Bytes);
    return Constant ? std::optional(Constant->getZExtValue()) : std::nullopt;
  };
  const bool IsExpectation = Use.Name.contains("expect.tx") || Use.Name.contains("expect_tx");
  const bool IsCopy = Use.Name.contains("cp.async.bulk") || Use.Name.contains("reduce.async.bulk");
  if (!IsExpectation && (!IsCopy || Use.Name.contains("prefetch")))
    return;
  const Value *MBarrier = Use.get("mbarrier");
  if (IsExpectation) {
    Transactions.push_back({&I, MBarrier ? getAddress(*MBarrier) : SharedAddress(),
                            GetBytes(Use.get("tx_count")), /*IsCopy=*/false});
    return;
  }
  if (Use.Name.contains("group")) // commit_group, wait_group
    return;
  // Stores may be repeated, and libraries leave that to a whole warp.
  if (MBarrier)
    Loads.push_back(&I);
  auto *Multicast = dyn_cast_or_null<ConstantInt>(Use.get("multicast"));
  const bool IsMulticast = Use.get("cta_mask") && !(Multicast && Multicast->isZero());
  if (Use.Name.contains("to.shared") || Use.Name.contains("to.cluster") ||
      Use.Name.contains(".g2s"))
    Transactions.push_back({&I, MBarrier ? getAddress(*MBarrier) : SharedAddress(),
                            IsMulticast ? std::nullopt : GetBytes(Use.get("size")),
                            /*IsCopy=*/true});
  const bool IsOfShared = Use.Name.contains("shared.cta.to") || Use.Name.contains(".s2g") ||
                          Use.Name.contains(".reduce.");
  if (const Value *Source = IsOfShared ? Use.get("source") : nullptr)
    Reads.push_back({&I, getAddress(*Source)});
}

void Checker::addMatrix(const CallBase &Call, const MMAVariant &Variant) {
  if (Variant.Family != MMAFamily_StMatrix && Variant.Family != MMAFamily_WGMMA &&
      !isTCGen05(Variant))
    return;
  for (const auto &[Argument, Operand] : zip(Variant.Signature.Arguments, Call.args())) {
    if (Variant.Family == MMAFamily_StMatrix && Operand->getType()->isPointerTy())
      Writes.push_back({&Call, getAddress(*Operand)});
    if (!is_contained({"a", "b", "source"}, Argument.Name) || !Operand->getType()->isIntegerTy(64))
      continue;
    if (const Value *Pointer = findPointer(*Operand))
      Reads.push_back({&Call, getAddress(*Pointer)});
  }
}

void Checker::add(const Instruction &I) {
  TellsThreadsApart |= tellsThreadsApart(I);
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Writes.push_back({&I, getAddress(*Store->getPointerOperand())});
    return;
  }
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return;
  if (auto *Memory = dyn_cast<MemIntrinsic>(Call)) {
    Writes.push_back({&I, getAddress(*Memory->getDest())});
    return;
  }
  visitCompanions(I, [&](const CompanionUse &Use) { addCompanion(I, Use); });
  if (auto *Assembly = dyn_cast<InlineAsm>(Call->getCalledOperand())) {
    const StringRef Text = Assembly->getAsmString();
    if (Text.contains("fence.proxy") || Text.contains("call"))
      Fences.insert(&I);
    return;
  }
  const Function *Callee = getCallee(*Call);
  if (!Callee || !Callee->getName().starts_with("llvm."))
    Fences.insert(&I);
  else if (const MMAVariant *Variant = getMMAVariant(*Callee))
    addMatrix(*Call, *Variant);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

void Checker::checkProxies() {
  SmallPtrSet<const Instruction *, 8> Reported;
  for (const Access &Read : Reads) {
    auto IsUnfenced = [&](const Access &Write) {
      return Write.Address.isWithin(Read.Address) && Paths.mayGoOn() &&
             Paths.walk(Write.At, {}, [&](const Instruction &I) {
               return &I == Read.At         ? WalkStep::Found
                      : Fences.contains(&I) ? WalkStep::TurnBack
                                            : WalkStep::GoOn;
             });
    };
    const auto *Write = find_if(Writes, IsUnfenced);
    if (Write == Writes.end() || !Reported.insert(Read.At).second)
      continue;
    Copies.report(
        Check::AsyncProxy, *Read.At,
        getName(*Read.At) + " reads shared memory that is written" + printLine(*Write->At) +
            " through the generic proxy, and no fence.proxy.async is between them; without one "
            "the asynchronous proxy may read what was there before (PTX ISA, Async proxy); "
            "expected fence.proxy.async.shared::cta in the threads that write, before the barrier");
  }
}

/// Compares the bytes that are expected in a block with those that are copied in it. Nothing is
/// said of a variable for which some block only expects or only copies: one thread may expect what
/// others copy.
void Checker::checkTransactions() {
  struct Sum {
    const Transaction *Expectation = nullptr, *Copy = nullptr;
    uint64_t Expected = 0, Copied = 0;
    bool IsKnown = true;
  };
  SmallVector<std::pair<const Transaction *, Sum>, 0> Sums; // by the first of a block
  // Two pointers that are no variables may be to the same mbarrier.
  if (any_of(Transactions, [&](const Transaction &T) {
        const Value *Object = T.MBarrier.Object;
        return !Object ||
               (!isa<GlobalVariable>(Object) && Object != Transactions.front().MBarrier.Object);
      }))
    return;
  for (const Transaction &T : Transactions) {
    auto *It = find_if(Sums, [&](const auto &S) {
      return S.first->At->getParent() == T.At->getParent() && S.first->MBarrier == T.MBarrier;
    });
    if (It == Sums.end())
      It = Sums.insert(Sums.end(), {&T, {}});
    Sum &S = It->second;
    (T.IsCopy ? S.Copy : S.Expectation) = &T;
    (T.IsCopy ? S.Copied : S.Expected) += T.Bytes.value_or(0);
    S.IsKnown &= T.Bytes.has_value();
  }
  SmallPtrSet<const Value *, 4> Unpaired;
  for (const auto &[First, S] : Sums)
    if (!S.Expectation || !S.Copy || !S.IsKnown)
      Unpaired.insert(First->MBarrier.Object);
  for (const auto &[First, S] : Sums)
    if (!Unpaired.contains(First->MBarrier.Object) && S.Expected != S.Copied)
      Copies.report(Check::TransactionBytes, *S.Expectation->At,
                    getName(*S.Expectation->At) + " expects " + Twine(S.Expected) +
                        " bytes, and the copies to this mbarrier write " + Twine(S.Copied) +
                        "; its phase ends when both are the same (PTX ISA, mbarrier, tx-count); "
                        "expected " +
                        Twine(S.Copied) + " bytes");
}

/// Names the threads that issue an instruction, if several certainly do; else returns nothing.
std::string Checker::explainThreads(const Instruction &I) const {
  std::optional<ControlFacts> Controls = Paths.getControls(*I.getParent());
  if (!Controls)
    return "";
  const SelectedThreads Selected = Selection.get(*Controls);
  const BlockShape &Shape = Selection.Shape;
  const bool ByTid = !Selected.ByTid.all(), ByLane = !Selected.ByLane.all();
  // A block has as many threads as the launch bounds say.
  const bool IsKnown = Shape.X || Shape.MaxThreads < MaxBlockThreads;
  if (Selected.AreElected) {
    const bool AreWarps = Selected.AreAllOfWarps && !Selected.AreOfSomeWarps && !ByTid && !ByLane;
    return AreWarps && IsKnown && Shape.MaxThreads > WarpThreads
               ? "by one thread of each of " +
                     std::to_string(divideCeil(Shape.MaxThreads, WarpThreads)) + " warps"
               : "";
  }
  if (!Selected.AreAllOfWarps || (ByTid && ByLane && !Shape.IsOneDimensional))
    return "";
  if (!ByTid && !ByLane)
    return Shape.MaxThreads == 1 || (!IsKnown && !TellsThreadsApart) ? ""
           : Selected.AreOfSomeWarps                                 ? "by all threads of a warp"
                                                                     : "by all threads";
  const ThreadCounts Counts(Selected.ByTid & Selected.ByLane,
                            ByTid ? Selection.getExtent() : Shape.MaxThreads);
  const unsigned Count = Selected.AreOfSomeWarps ? Counts.Min : Counts.Max;
  return Count > 1 ? "by " + std::to_string(Count) + " threads of a warp" : "";
}

void Checker::checkThreads() {
  for (const Instruction *I : Loads) {
    if (any_of(cast<CallBase>(I)->args(),
               [&](const Use &U) { return Paths.mayDependOnThread(*U); }))
      continue;
    const std::string Threads = explainThreads(*I);
    if (!Threads.empty())
      Copies.report(Check::RepeatedCopies, *I,
                    getName(*I) + " is issued by every thread that executes it, here " + Threads +
                        ", all with the same operands; each of them copies everything, and the "
                        "mbarrier counts all of it (PTX ISA, cp.async.bulk); expected a condition "
                        "that is true of one thread: tid.x == "
                        "0, or the predicate of elect.sync in one warp");
  }
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

bool tensorcore::isReadWithCopies(const CallBase &Call) {
  const StringRef Text = getCalledText(Call);
  return any_of(std::array{"async.bulk", "wgmma.mma_async", "tcgen05.mma", "tcgen05.cp", "expect"},
                [&](const char *Word) { return Text.contains(Word); });
}

void tensorcore::verifyAsynchronousCopies(Module &M,
                                          const SmallPtrSetImpl<const Function *> &Callers) {
  if (isOff(Check::AsyncProxy) && isOff(Check::TransactionBytes) && isOff(Check::RepeatedCopies))
    return;
  if (Callers.empty())
    return;
  SmallVector<Function *> Kernels;
  for (Function &F : M)
    if (isKernel(F) && !F.isDeclaration() &&
        any_of(getCallTree(F), [&](Function *Each) { return Callers.contains(Each); }))
      Kernels.push_back(&F);
  FunctionCopies Copies(M, [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && isReadWithCopies(*Call);
  });
  for (Function *F : Kernels)
    Copies.read(*F, [&](Function &Copy) { Checker(Copy, *F, Copies).check(); });
}
