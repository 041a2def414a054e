//===- MIRFuzzer.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machine code as text through our last passes and the printer. LLVM's passes before them take
// nothing but what selection makes, and are left out.
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "TextMutator.h"
#include "llvm/CodeGen/MIRParser/MIRParser.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace llvm::tensorcore::fuzz;

namespace {

/// A module with its machine code.
struct Code {
  explicit Code(StringRef Input)
      : Machine(makeTargetMachine(Request::parse(Input))),
        Info(new MachineModuleInfoWrapperPass(Machine.get())) {
    silence(Context);
    auto Layout = [&](StringRef, StringRef) {
      return Machine->createDataLayout().getStringRepresentation();
    };
    std::unique_ptr<MIRParser> Parser =
        createMIRParser(MemoryBuffer::getMemBufferCopy(Input), Context);
    M = Parser ? Parser->parseIRModule(Layout) : nullptr;
    if (M && (verifyModule(*M) || Parser->parseMachineFunctions(*M, Info->getMMI())))
      M = nullptr;
  }

  /// Whether there is a module, and machine code of all its functions.
  bool isFine() const {
    return M && all_of(*M, [&](const Function &F) {
             return F.isDeclaration() || Info->getMMI().getMachineFunction(F);
           });
  }

  /// Once.
  void compile() {
    M->setTargetTriple(Machine->getTargetTriple());
    SmallString<0> PTX;
    raw_svector_ostream OS(PTX);
    legacy::PassManager Passes;
    if (!Machine->addPassesToEmitFile(Passes, OS, nullptr, CodeGenFileType::AssemblyFile,
                                      /*DisableVerify=*/true, Info.release()))
      Passes.run(*M);
  }

private:
  LLVMContext Context;
  std::unique_ptr<TargetMachine> Machine;
  std::unique_ptr<MachineModuleInfoWrapperPass> Info;
  std::unique_ptr<Module> M;
};

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  initializeBackend({"-start-before=xray-instrumentation", "-nvptx-mma-comments"});
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::unique_ptr<Code> Read;
  runGuarded(GuardKind::Reading, [&] { Read = std::make_unique<Code>(readText(Data, Size)); });
  if (Read && Read->isFine() && !runGuarded(GuardKind::Compiling, [&] { Read->compile(); }))
    Read.release();
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize,
                                          unsigned Seed) {
  StringRef Input = readText(Data, Size);
  return writeText(mutateInput(Input, Input, "#", Seed), Data, MaxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *Data1, size_t Size1,
                                            const uint8_t *Data2, size_t Size2, uint8_t *Out,
                                            size_t MaxOutSize, unsigned Seed) {
  return writeText(mutateInput(readText(Data1, Size1), readText(Data2, Size2), "#", Seed), Out,
                   MaxOutSize);
}
