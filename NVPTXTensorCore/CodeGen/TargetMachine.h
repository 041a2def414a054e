//===- TargetMachine.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The NVPTX target machine with our verifiers before it. It derives from the patched
// target's machine, so that neither constructors nor pass configuration need patches.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_TARGETMACHINE_H
#define NVPTXTENSORCORE_CODEGEN_TARGETMACHINE_H

#include "CodeGen/Target/TargetRequest.h"
#include "IR/Pipeline.h"
#include "NVPTXTargetMachine.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"

namespace llvm::tensorcore {

/// Creates the first pass of every compilation: it checks the target, and IR/Pipeline prepares the
/// module.
Pass *createIRVerifierPass(const NVPTXTargetMachine &TM, const TargetRequest &Request);

/// Adds all passes that make a file of PTX of a module. True if that cannot be.
bool addPassesToEmitPTX(TargetMachine &TM, PassManagerBase &PM, raw_pwrite_stream &Out,
                        bool DisableVerify, MachineModuleInfoWrapperPass *MMI);

/// Adds the passes over machine code, wherever they belong in the pipeline.
void addTensorCoreMachinePasses(TargetPassConfig &Config);

/// Registers the target, its code generator and its printer for the `Target` objects that the
/// program has (getTheNVPTXTarget32, getTheNVPTXTarget64).
void registerTarget();

template <typename Base> class TensorCoreTargetMachine final : public Base {
public:
  TensorCoreTargetMachine(const Target &T, const Triple &TT, StringRef CPU, StringRef FS,
                          const TargetOptions &Options, std::optional<Reloc::Model> RM,
                          std::optional<CodeModel::Model> CM, CodeGenOptLevel OL, bool JIT)
      : TensorCoreTargetMachine(TargetRequest::parse(T, TT, CPU, FS), T, TT, Options, RM, CM, OL,
                                JIT) {}

  void registerPassBuilderCallbacks(PassBuilder &PB) override {
    Base::registerPassBuilderCallbacks(PB);
    reportBeforeOptimizations(PB, Request);
    registerOptimizations(PB);
  }

  TargetPassConfig *createPassConfig(PassManagerBase &PM) override {
    PM.add(createIRVerifierPass(*this, Request));
    TargetPassConfig *Config = Base::createPassConfig(PM);
    addTensorCoreMachinePasses(*Config);
    return Config;
  }

  bool addPassesToEmitFile(PassManagerBase &PM, raw_pwrite_stream &Out, raw_pwrite_stream *DwoOut,
                           CodeGenFileType FileType, bool DisableVerify,
                           MachineModuleInfoWrapperPass *MMI) override {
    if (FileType == CodeGenFileType::ObjectFile) // PTX is text; true stands for no
      return true;
    const MCTargetOptions &Options = this->Options.MCOptions;
    if (FileType == CodeGenFileType::AssemblyFile &&
        TargetPassConfig::willCompleteCodeGenPipeline() && !Options.ShowMCInst &&
        !Options.ShowMCEncoding)
      return addPassesToEmitPTX(*this, PM, Out, DisableVerify, MMI);
    return Base::addPassesToEmitFile(PM, Out, DwoOut, FileType, DisableVerify, MMI);
  }

private:
  TensorCoreTargetMachine(TargetRequest Asked, const Target &T, const Triple &TT,
                          const TargetOptions &Options, std::optional<Reloc::Model> RM,
                          std::optional<CodeModel::Model> CM, CodeGenOptLevel OL, bool JIT)
      : Base(T, TT, Asked.CPU, Asked.Features, Options, RM, CM, OL, JIT),
        Request(std::move(Asked)) {}

  TargetRequest Request;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_TARGETMACHINE_H
