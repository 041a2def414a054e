//===- CUDAAtomics.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/CUDAAtomics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The name of a static function in a mangled name, as `_ZL12__iAtomicAddPii`; else nothing.
static StringRef getStaticName(StringRef Mangled) {
  size_t Length = 0;
  if (!Mangled.consume_front("_ZL") || Mangled.consumeInteger(10, Length))
    return "";
  return Mangled.take_front(Length);
}

/// Returns true if a function is one of __clang_cuda_device_functions.h: __iAtomicAdd,
/// __ullAtomicMax.
static bool isAtomicOfDevice(const Function &F) {
  StringRef Name = F.hasLocalLinkage() ? getStaticName(F.getName()) : "";
  if (!Name.consume_front("__"))
    return false;
  const auto [Type, Operation] = Name.split("Atomic");
  return is_contained({"d", "f", "i", "ill", "ll", "u", "ull", "us"}, Type) &&
         is_contained({"Add", "And", "CAS", "Dec", "Exch", "Inc", "Max", "Min", "Or", "Xor"},
                      Operation);
}

PreservedAnalyses CUDAAtomicsPass::run(Module &M, ModuleAnalysisManager &) {
  const SyncScope::ID Device = M.getContext().getOrInsertSyncScopeID("device");
  bool Changed = false;
  for (Function &F : M) {
    if (!isAtomicOfDevice(F))
      continue;
    for (Instruction &I : instructions(F)) {
      if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
        RMW->setOrdering(AtomicOrdering::Monotonic);
        RMW->setSyncScopeID(Device);
        Changed = true;
      } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
        Exchange->setSuccessOrdering(AtomicOrdering::Monotonic);
        Exchange->setFailureOrdering(AtomicOrdering::Monotonic);
        Exchange->setSyncScopeID(Device);
        Changed = true;
      }
    }
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
