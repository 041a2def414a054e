//===- TargetMachine.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first pass of code generation, and where passes stand among LLVM's.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/TargetMachine.h"
#include "CodeGen/Parallel/DividedPasses.h"
#include "CodeGen/Registers/DisjointRegisters.h"
#include "CodeGen/Registers/EarlyIncreases.h"
#include "CodeGen/Registers/EarlyJoins.h"
#include "CodeGen/Registers/EarlySums.h"
#include "CodeGen/Registers/LowHalves.h"
#include "CodeGen/Registers/PackedFloats.h"
#include "CodeGen/Registers/Rematerialization.h"
#include "CodeGen/Registers/RepeatedConstants.h"
#include "CodeGen/Reports/MMARemarks.h"
#include "CodeGen/Target/Hooks.h"
#include "CodeGen/Target/PTXStreamer.h"
#include "CodeGen/WGMMA/AccumulatorDemand.h"
#include "CodeGen/WGMMA/TiedAccumulators.h"
#include "CodeGen/WGMMA/WGMMAHazardPass.h"
#include "IR/Optimizations/CommonIndices.h"
#include "IR/Optimizations/ConditionMasks.h"
#include "IR/Optimizations/CountedLoops.h"
#include "IR/Optimizations/IndexSums.h"
#include "IR/Optimizations/KeptLoops.h"
#include "IR/Optimizations/KnownBranches.h"
#include "IR/Optimizations/LocalFragments.h"
#include "IR/Optimizations/PackedPhis.h"
#include "IR/Optimizations/ScaledInductions.h"
#include "IR/Optimizations/SelectedCopies.h"
#include "IR/Optimizations/SharedAlignment.h"
#include "IR/Optimizations/SwizzledOffsets.h"
#include "IR/Optimizations/UndefinedPhis.h"
#include "IR/Pipeline.h"
#include "NVPTXUtilities.h"
#include "TargetInfo/NVPTXTargetInfo.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/Scalar.h"
#include "llvm/Transforms/Utils.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

using namespace llvm;
using namespace llvm::tensorcore;

// The patched target's initialisers, renamed so that they are not the host's.
extern "C" void NVPTXTensorCoreInitializeTarget();
extern "C" void NVPTXTensorCoreInitializeTargetMC();
extern "C" void NVPTXTensorCoreInitializeAsmPrinter();

namespace {

class IRVerifier : public ModulePass {
public:
  static char ID;

  IRVerifier(const NVPTXTargetMachine &TM, const TargetRequest &Request)
      : ModulePass(ID), TM(TM), Request(Request) {}

  StringRef getPassName() const override { return "NVPTX tensor-core checks and lowering"; }

  bool runOnModule(Module &M) override {
    if (!Request.report(M)) {
      // Nothing can be compiled for a target in doubt.
      for (Function &F : M)
        F.deleteBody();
      return true;
    }
    const NVPTXSubtarget &Subtarget = *TM.getSubtargetImpl();
    TargetVersion Target = getTargetVersion(Subtarget.getTargetName(), Subtarget.getFullSmVersion(),
                                            Subtarget.getPTXVersion());
    Target.IsDefault = Request.CPU.empty();
    bool Changed = prepareForSelection(M, Target, TM.getOptLevel() != CodeGenOptLevel::None);
    clearAnnotationCache(&M); // clang has optimised the module with the annotations so far
    return Changed;
  }

private:
  const NVPTXTargetMachine &TM;
  const TargetRequest &Request;
};

char IRVerifier::ID = 0;

class LocalFragmentsCheck : public FunctionPass {
public:
  static char ID;
  LocalFragmentsCheck() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "NVPTX local fragments"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override { AU.setPreservesAll(); }

  bool runOnFunction(Function &F) override {
    checkLocalFragments(F);
    return false;
  }
};

char LocalFragmentsCheck::ID = 0;

/// A stream into memory that does not move what it has.
class HeldText final : public raw_pwrite_stream {
public:
  HeldText() : raw_pwrite_stream(/*Unbuffered=*/true) {}

  void clear() {
    Parts.clear();
    Bytes = 0;
  }

  void writeTo(raw_ostream &Out) const {
    for (const std::string &Part : Parts)
      Out << Part;
  }

private:
  void write_impl(const char *Text, size_t Size) override {
    if (Parts.empty() || Parts.back().capacity() - Parts.back().size() < Size)
      Parts.emplace_back().reserve(std::max(Size, PartBytes));
    Parts.back().append(Text, Size);
    Bytes += Size;
  }
  void pwrite_impl(const char *, size_t, uint64_t) override {
    llvm_unreachable("PTX is written from its beginning to its end");
  }
  uint64_t current_pos() const override { return Bytes; }

  static constexpr size_t PartBytes = (size_t(1) << 16) - 1; ///< and a zero behind them
  std::vector<std::string> Parts;
  uint64_t Bytes = 0;
};

/// Holds the PTX of a module until its compilation has ended without an error. Programs remove a
/// file after an error, but cannot take back what they have written to standard output: PTX that
/// lacks the rejected instructions, which ptxas would accept. LLVM initializes an immutable pass
/// before all other passes, finalizes it after them, and deletes it last.
class HeldOutput final : public ImmutablePass {
public:
  static char ID;

  explicit HeldOutput(raw_ostream &Out) : ImmutablePass(ID), Out(Out) {}

  StringRef getPassName() const override { return "NVPTX output of modules without errors"; }

  bool doInitialization(Module &) override {
    Text.clear();
    return false;
  }

  bool doFinalization(Module &M) override {
    if (!M.getContext().getDiagHandlerPtr()->HasErrors)
      Text.writeTo(Out);
    return false;
  }

  raw_pwrite_stream &getStream() { return Text; }

private:
  raw_ostream &Out;
  HeldText Text;
};

char HeldOutput::ID = 0;

} // namespace

void tensorcore::registerTarget() {
  NVPTXTensorCoreInitializeTarget();
  NVPTXTensorCoreInitializeTargetMC();
  NVPTXTensorCoreInitializeAsmPrinter();
  RegisterTargetMachine<TensorCoreTargetMachine<NVPTXTargetMachine32>> X(getTheNVPTXTarget32());
  RegisterTargetMachine<TensorCoreTargetMachine<NVPTXTargetMachine64>> Y(getTheNVPTXTarget64());
}

Pass *tensorcore::createIRVerifierPass(const NVPTXTargetMachine &TM, const TargetRequest &Request) {
  return new IRVerifier(TM, Request);
}

/// Returns true if LLVM looks at machine code after each pass, in search of faults of the compiler.
static bool verifiesMachineCode() {
  static const HostOption<cl::boolOrDefault> Option("verify-machineinstrs");
  return Option == cl::BOU_TRUE;
}

/// Adds the passes, the last of which prints to a stream.
static bool addPasses(TargetMachine &TM, PassManagerBase &PM, raw_pwrite_stream &Out,
                      PartOutput *Part, bool DisableVerify, MachineModuleInfoWrapperPass *MMI) {
  TargetPassConfig *Config = TM.createPassConfig(PM);
  // The module was verified when it was read. LLVM would do it twice again.
  Config->setDisableVerify(DisableVerify || !verifiesMachineCode());
  PM.add(Config);
  PM.add(MMI);
  if (Config->addISelPasses())
    return true;
  Config->addMachinePasses();
  Config->setInitialized();
  FunctionPass *Printer = TM.getTarget().createAsmPrinter(
      TM, createPTXStreamer(TM, MMI->getMMI().getContext(), Out, Part));
  if (!Printer)
    return true;
  PM.add(Printer);
  PM.add(createFreeMachineFunctionPass());
  return false;
}

bool tensorcore::addPassesToEmitPTX(TargetMachine &TM, PassManagerBase &PM, raw_pwrite_stream &Out,
                                    bool DisableVerify, MachineModuleInfoWrapperPass *MMI) {
  if (!MMI)
    MMI = new MachineModuleInfoWrapperPass(&TM);
  auto *Held = new HeldOutput(Out);
  PM.add(Held);
  if (CodeGenThreads == 1)
    return addPasses(TM, PM, Held->getStream(), nullptr, DisableVerify, MMI);
  DividedPasses Divided(PM, TM, MMI->getMMI(), Held->getStream());
  PartOutput &Part = Divided.getOutput();
  return addPasses(TM, Divided, Part, &Part, DisableVerify, MMI);
}

/// Adds the optimizations of IR; the first are behind the target's own SROA.
static void insertIRPasses(TargetPassConfig &Config) {
  const std::unique_ptr<Pass> Spaces(createInferAddressSpacesPass());
  Config.insertPass(Spaces->getPassID(), createMatrixCSEPass(Config.getTM<TargetMachine>()));
  Config.insertPass(Spaces->getPassID(), createAccessAlignmentPass());
  Config.insertPass(Spaces->getPassID(), createSwizzledOffsetsPass());
  const std::unique_ptr<Pass> Separation(createSeparateConstOffsetFromGEPPass());
  Config.insertPass(Separation->getPassID(), createIndexSumsPass());
  const std::unique_ptr<Pass> Reduction(createLoopStrengthReducePass());
  const std::unique_ptr<Pass> Freezes(createCanonicalizeFreezeInLoopsPass());
  Config.insertPass(Freezes->getPassID(), createKeptLoopsPass());
  Config.insertPass(Freezes->getPassID(), createScaledInductionsPass());
  Config.insertPass(Reduction->getPassID(), createCountedLoopsPass());
  Config.insertPass(&AtomicExpandID, createConditionMasksPass());
  Config.insertPass(&AtomicExpandID, createCommonIndicesPass());
  Config.insertPass(&AtomicExpandID, createKnownBranchesPass());
  Config.insertPass(&AtomicExpandID, createSelectedCopiesPass());
  Config.insertPass(&AtomicExpandID, createUndefinedPhisPass());
  Config.insertPass(&AtomicExpandID, new LocalFragmentsCheck());
  const std::unique_ptr<Pass> Vectorizer(createLoadStoreVectorizerPass());
  Config.insertPass(Vectorizer->getPassID(), createPackedPhisPass());
}

void tensorcore::addTensorCoreMachinePasses(TargetPassConfig &Config) {
  if (Config.getOptLevel() != CodeGenOptLevel::None) {
    insertIRPasses(Config);
    Config.insertPass(&OptimizePHIsLegacyID, createPackedFloatsPass());
    Config.insertPass(&ProcessImplicitDefsID, createEarlyIncreasesPass());
    Config.insertPass(&ProcessImplicitDefsID, createEarlySumsPass());
  }
  // Shifts of an index in several blocks have become one, whose operand it uses last.
  if (optimizesOrdinaryCode())
    Config.insertPass(&MachineCSELegacyID, &EarlyMachineLICMID);
  Config.insertPass(&ProcessImplicitDefsID, createRematerializationPass());
  Config.insertPass(&ProcessImplicitDefsID, createEarlyJoinsPass());
  if (Config.getOptLevel() != CodeGenOptLevel::None)
    Config.insertPass(&ProcessImplicitDefsID, createLowHalvesPass());
  Config.insertPass(&TwoAddressInstructionPassID,
                    createTiedAccumulatorsPass(/*Coalesce=*/!Config.getOptimizeRegAlloc()));
  // The last pass of LLVM's that is in every pipeline of this target.
  if (Config.getOptLevel() != CodeGenOptLevel::None)
    Config.insertPass(&XRayInstrumentationID, createRepeatedConstantsPass());
  Config.insertPass(&XRayInstrumentationID, createDisjointRegistersPass());
  Config.insertPass(&XRayInstrumentationID, createWGMMAHazardPass());
  Config.insertPass(&XRayInstrumentationID, createAccumulatorDemandPass());
  Config.insertPass(&XRayInstrumentationID, createMMARemarksPass());
}
