//===- DividedPasses.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Parallel/DividedPasses.h"
#include "CodeGen/Parallel/PartProcesses.h"
#include "CodeGen/Parallel/References.h"
#include "CodeGen/Target/Hooks.h"
#include "NVPTXSubtarget.h"
#include "NVPTXTargetMachine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LegacyPassManagers.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/IR/PrintPasses.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;
using namespace llvm::tensorcore;

unsigned tensorcore::CodeGenThreads = 1;

/// This process prints here if it compiles a part other than the first one.
static PartOutput *LaterPart = nullptr;

void tensorcore::printBeforeFunctions(MCStreamer &Streamer, function_ref<void()> Print) {
  if (!LaterPart)
    return Print();
  // The comments that wait for the end of a line are for the first line of the function.
  const std::string Waiting = LaterPart->capture([&] { Streamer.emitRawText(""); });
  LaterPart->capture(Print);
  for (StringRef Line : split(Waiting, '\n'))
    if (Line = Line.ltrim(); Line.consume_front("//"))
      Streamer.getCommentOS() << Line.drop_front() << '\n';
}

namespace {

/// A manager of passes over functions: a group of them.
class FunctionPasses final : public FPPassManager {
public:
  FunctionPasses(Division &All, bool IsFirst) : All(All), IsFirst(IsFirst) {}

  bool doInitialization(Module &M) override;
  bool runOnModule(Module &M) override;
  bool runHere(Module &M) { return FPPassManager::runOnModule(M); }
  bool printsPasses() const { return isPassDebuggingExecutionsOrMore(); }

private:
  Division &All;
  const bool IsFirst;
};

/// Opens a group of passes.
class GroupBegin final : public FunctionPass {
public:
  static char ID;
  explicit GroupBegin(Division &All) : FunctionPass(ID), All(All) {}

  StringRef getPassName() const override { return "NVPTX functions in parallel"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override { AU.setPreservesAll(); }
  void assignPassManager(PMStack &Managers, PassManagerType) override;
  bool runOnFunction(Function &) override { return false; }

private:
  Division &All;
};

char GroupBegin::ID = 0;

} // namespace

/// Holds what the groups of passes share. It is the last pass, because it has to exist until all
/// others are gone.
class tensorcore::Division final : public ModulePass {
public:
  static char ID;
  Division(const TargetMachine &TM, MachineModuleInfo &MMI, raw_pwrite_stream &File)
      : ModulePass(ID), Output(File), TM(TM), MMI(MMI) {}

  StringRef getPassName() const override { return "NVPTX division of a module"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override { AU.setPreservesAll(); }
  bool runOnModule(Module &) override { return false; }

  void begin(Module &M);
  bool run(Module &M, FunctionPasses &Group);

  std::vector<FunctionPasses *> Groups;
  PartOutput Output;

private:
  bool mayDivide(const Module &M) const;
  void examine(Module &M);
  bool compile(Module &M);
  std::optional<PartResult> compileBlock(Module &M, ArrayRef<Function *> Block);
  PartResult finish(Module &M);
  void setFunctionNumber(Function &First);
  unsigned getNext(Numbered What) const;
  std::array<unsigned, NumNumbered> getNext() const;
  void print(ArrayRef<PartResult> Results);
  unsigned getBlockBegin(unsigned Block) const { return uint64_t(Defined.size()) * Block / Blocks; }

  const TargetMachine &TM;
  MachineModuleInfo &MMI;
  std::vector<Function *> Defined;
  unsigned Blocks = 0;
  size_t FunctionsDone = 0; ///< functions that have a number, in a process that compiles a part
  bool IsExamined = false;
  bool DependOnOthers = false;
  bool IsDeferred = false; ///< the last group but one runs with the last
};

char Division::ID = 0;

void GroupBegin::assignPassManager(PMStack &Managers, PassManagerType) {
  while (Managers.top()->getPassManagerType() > PMT_ModulePassManager)
    Managers.pop();
  PMDataManager *OfModule = Managers.top();
  auto *Group = new FunctionPasses(All, All.Groups.empty());
  All.Groups.push_back(Group);
  // As FunctionPass::assignPassManager does it.
  Group->populateInheritedAnalysis(Managers);
  OfModule->getTopLevelManager()->addIndirectPassManager(Group);
  Group->assignPassManager(Managers, OfModule->getPassManagerType());
  Managers.push(Group);
  Group->add(this);
}

bool FunctionPasses::doInitialization(Module &M) {
  if (IsFirst)
    All.begin(M);
  return FPPassManager::doInitialization(M);
}

bool FunctionPasses::runOnModule(Module &M) { return All.run(M, *this); }

void Division::begin(Module &M) {
  Output.reset();
  Defined.clear();
  for (Function &F : M)
    if (!F.isDeclaration())
      Defined.push_back(&F);
  IsExamined = IsDeferred = DependOnOthers = false;
}

/// Looks for what has to be known before a function is left to another process.
void Division::examine(Module &M) {
  DependOnOthers = any_of(M, [](const Function &F) { return F.isVarArg() || dependsOnOthers(F); });
  IsExamined = true;
}

/// Returns true if the functions of a module can be compiled apart. What is measured, printed or
/// counted while passes run is of one process.
bool Division::mayDivide(const Module &M) const {
  const LLVMContext &Context = M.getContext();
  if (Defined.size() < 2 || DependOnOthers || TimePassesIsEnabled || timeTraceProfilerEnabled() ||
      shouldPrintBeforeSomePass() || shouldPrintAfterSomePass() || Groups.back()->printsPasses() ||
      Context.getOptPassGate().isEnabled() || Context.getLLVMRemarkStreamer() ||
      Context.getMainRemarkStreamer() || Context.getDiagHandlerPtr()->HasErrors)
    return false;
  // Debug information beyond .loc directives belongs to all functions together.
  const bool HasDebugSections = any_of(M.debug_compile_units(), [](const DICompileUnit *Unit) {
    return Unit->getEmissionKind() != DICompileUnit::NoDebug &&
           Unit->getEmissionKind() != DICompileUnit::DebugDirectivesOnly;
  });
  const bool HasConstructors =
      M.getNamedGlobal("llvm.global_ctors") || M.getNamedGlobal("llvm.global_dtors");
  const bool IsMachineCode =
      any_of(Defined, [&](const Function *F) { return MMI.getMachineFunction(*F); });
  return !HasDebugSections && !HasConstructors && !IsMachineCode;
}

bool Division::run(Module &M, FunctionPasses &Group) {
  if (Groups.size() > 2 && &Group == Groups[Groups.size() - 2] && IsExamined) {
    IsDeferred = mayDivide(M);
    return IsDeferred ? false : Group.runHere(M);
  }
  if (&Group == Groups.back() && IsDeferred) {
    if (compile(M))
      return true;
    Groups[Groups.size() - 2]->runHere(M);
  }
  const bool Changed = Group.runHere(M);
  if (!IsExamined)
    examine(M);
  return Changed;
}

/// LLVM names labels so, by their kind.
static constexpr StringLiteral Labels[NumNumbered] = {"", "tmp", "func_begin", "func_end", ""};

/// The number that comes next. Asking for that of a label takes it.
unsigned Division::getNext(Numbered What) const {
  if (What == Numbered::CallSite)
    return static_cast<const NVPTXTargetMachine &>(TM)
        .getSubtargetImpl()
        ->getTargetLowering()
        ->GlobalUniqueCallSite;
  const StringRef Label = Labels[unsigned(What)];
  unsigned Number = 0;
  if (Label.empty())
    return Number;
  const StringRef Name = MMI.getContext().createTempSymbol(Label)->getName();
  Name.rsplit(Label).second.getAsInteger(10, Number);
  return Number;
}

std::array<unsigned, NumNumbered> Division::getNext() const {
  std::array<unsigned, NumNumbered> All;
  for (unsigned What = 0; What < NumNumbered; ++What)
    All[What] = getNext(Numbered(What));
  return All;
}

/// Gives functions before a block their numbers, as LLVM counts them.
void Division::setFunctionNumber(Function &First) {
  for (; Defined[FunctionsDone] != &First; ++FunctionsDone)
    if (Function &F = *Defined[FunctionsDone]; !F.hasAvailableExternallyLinkage()) {
      MMI.getOrCreateMachineFunction(F);
      MMI.deleteMachineFunctionFor(F);
    }
}

std::optional<PartResult> Division::compileBlock(Module &M, ArrayRef<Function *> Block) {
  PartResult Result;
  LaterPart = Block.front() == Defined.front() ? nullptr : &Output;
  setFunctionNumber(*Block.front());
  FunctionsDone += Block.size();
  Result.First = getNext();
  for (Numbered What : {Numbered::Label, Numbered::FunctionBegin, Numbered::FunctionEnd})
    ++Result.First[unsigned(What)]; // this one was taken
  std::vector<References> Before;
  for (const Function *F : Block)
    Before.push_back(getReferences(*F));
  const uint64_t Begin = CapturedErrors::getSize();
  for (Function *F : Block)
    Groups[Groups.size() - 2]->runOnFunction(*F);
  const uint64_t Middle = CapturedErrors::getSize();
  for (Function *F : Block)
    Groups.back()->runOnFunction(*F);
  Result.Early = CapturedErrors::read(Begin, Middle);
  Result.Late = CapturedErrors::read(Middle, CapturedErrors::getSize());
  for (auto [F, References] : zip(Block, Before))
    if (getReferences(*F) != References)
      return std::nullopt;
  if (M.getContext().getDiagHandlerPtr()->HasErrors)
    return std::nullopt;
  const std::array<unsigned, NumNumbered> Next = getNext();
  for (unsigned What = 0; What < NumNumbered; ++What)
    Result.Count[What] = Next[What] - Result.First[What];
  Result.PTX = Output.take();
  if (M.debug_compile_units_begin() != M.debug_compile_units_end())
    Result.PTX.findLocations();
  Result.Files = Output.getFiles();
  const bool AreFilesKnown = all_of(Result.PTX.Numbers, [&](const PartText::Number &Each) {
    unsigned File = 1;
    StringRef(Result.PTX.Text).substr(Each.Position, Each.Length).getAsInteger(10, File);
    return Each.What != Numbered::File || (File >= 1 && File <= Result.Files.size());
  });
  return AreFilesKnown ? std::optional(std::move(Result)) : std::nullopt;
}

/// Prints what comes after all functions.
PartResult Division::finish(Module &M) {
  Groups.back()->doFinalization(M);
  PartResult Result;
  Result.PTX = Output.take();
  return Result;
}

/// Compiles all functions in some processes. False if that is not possible after all.
bool Division::compile(Module &M) {
  constexpr unsigned BlocksOfProcess = 8; // enough for processes to end at the same time
  const unsigned Processes =
      std::min<size_t>(hardware_concurrency(CodeGenThreads).compute_thread_count(), Defined.size());
  Blocks = std::min<size_t>(Processes * BlocksOfProcess, Defined.size());
  auto Results =
      compileInProcesses(Processes, Blocks, [&](unsigned Block) -> std::optional<PartResult> {
        Output.collect();
        std::optional<PartResult> Result =
            Block == Blocks ? finish(M)
                            : compileBlock(M, ArrayRef(Defined).slice(getBlockBegin(Block),
                                                                      getBlockBegin(Block + 1) -
                                                                          getBlockBegin(Block)));
        if (Result)
          Result->Block = Block;
        return Result;
      });
  if (!Results)
    return false;
  print(*Results);
  Output.discard(); // what LLVM's printer has to say in the end was among it
  return true;
}

/// Prints what the processes have made as one process would have.
void Division::print(ArrayRef<PartResult> Results) {
  for (const PartResult &Result : Results)
    errs() << Result.Early;
  std::array<unsigned, NumNumbered> Next = getNext();
  std::vector<std::string> Files = Output.getFiles();
  const size_t KnownFiles = Files.size(); // which the processes print, too
  for (const PartResult &Result : Results) {
    errs() << Result.Late;
    Result.PTX.print(Output, [&](Numbered What, unsigned Own) -> unsigned {
      if (What != Numbered::File)
        return Own - Result.First[unsigned(What)] + Next[unsigned(What)];
      const std::string &File = Result.Files[Own - 1];
      const auto Known = llvm::find(Files, File);
      if (Known != Files.end())
        return Known - Files.begin() + 1;
      Files.push_back(File);
      return Files.size();
    });
    for (unsigned What = 0; What < NumNumbered; ++What)
      Next[What] += Result.Count[What];
  }
  Output.printFiles(Files, KnownFiles);
}

DividedPasses::DividedPasses(legacy::PassManagerBase &To, const TargetMachine &TM,
                             MachineModuleInfo &MMI, raw_pwrite_stream &File)
    : To(To), All(new Division(TM, MMI, File)) {}

DividedPasses::~DividedPasses() { To.add(All); }

void DividedPasses::add(Pass *P) {
  const bool IsOfModule = P->getPassKind() == PT_Module && !P->getAsImmutablePass();
  const bool IsOfFunctions = P->getPassKind() == PT_Function || P->getPassKind() == PT_Loop;
  if (IsOfFunctions && !IsInFunctions)
    To.add(new GroupBegin(*All));
  IsInFunctions = IsOfFunctions || (IsInFunctions && !IsOfModule);
  To.add(P);
}

PartOutput &DividedPasses::getOutput() { return All->Output; }
