//===- RegisterNeeds.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only wgmma and tcgen05.ld and .st are large enough to count. The numbers are those of
// ptxas 13.0, which names them in its error C7602.
//
//===----------------------------------------------------------------------===//

#include "IR/RegisterBudget/RegisterNeeds.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/RegisterForm.h"
#include "Model/Instructions/WGMMAAssembly.h"
#include "PTX/Reader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The registers that ptxas needs for a wgmma in addition to its accumulators, a fragment of A and
/// sparsity metadata, and for a tcgen05.ld or .st in addition to the values that it loads or
/// stores.
static constexpr unsigned BesideAccumulators = 26, OfFragment = 4, OfMetadata = 1,
                          BesideTensorMemory = 18;

static unsigned countRegisters(const Type *T, const DataLayout &Layout) {
  return T->isVoidTy() ? 0 : Layout.getTypeSizeInBits(const_cast<Type *>(T)).getFixedValue() / 32;
}

static unsigned countArguments(const CallBase &Call, const DataLayout &Layout) {
  unsigned Count = 0;
  for (const Use &Argument : Call.args())
    Count += countRegisters(Argument->getType(), Layout);
  return Count;
}

static unsigned getNeed(unsigned Accumulators, bool HasFragment, bool IsSparse) {
  return Accumulators + BesideAccumulators + (HasFragment ? OfFragment : 0) +
         (IsSparse ? OfMetadata : 0);
}

static RegisterNeed getNeedOfText(const CallBase &Call, StringRef Text, const DataLayout &Layout) {
  RegisterNeed Need;
  if (!ptx::findMnemonic(Text, {"tcgen05.ld", "tcgen05.st"}).empty())
    Need.Max = BesideTensorMemory +
               std::max(countRegisters(Call.getType(), Layout), countArguments(Call, Layout));
  Expected<std::vector<WGMMAAsmEvent>> Events = parseWGMMAAssembly(Text);
  if (!Events) {
    consumeError(Events.takeError());
    return {0, MaxRegistersPerThread};
  }
  for (const WGMMAAsmEvent &Event : *Events)
    if (Event.Is == WGMMAAsmEvent::Kind::MMAAsync)
      Need |= getNeed(Event.Accumulator.size(), !Event.Fragment.empty(),
                      getMMAOpcodeInfo(Event.Form->Opcode).HasMetadata);
  return Need;
}

/// The opcode of a call of an intrinsic of ours, as it was written or in register form.
static std::optional<MMAOpcode> getOpcode(const Function &Callee) {
  if (const MMAVariant *Variant = getMMAVariant(Callee))
    return Variant->Opcode;
  return getRegisterFormOpcode(Callee);
}

static RegisterNeed getNeed(const CallBase &Call, const DataLayout &Layout) {
  if (auto *Text = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return getNeedOfText(Call, Text->getAsmString(), Layout);
  const Function *Callee = getCallee(Call);
  std::optional<MMAOpcode> Opcode = Callee ? getOpcode(*Callee) : std::nullopt;
  if (!Opcode)
    return {};
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(*Opcode);
  if (Info.Family == MMAFamily_WGMMA)
    return getNeed(countRegisters(Call.getType(), Layout), Info.ACount > 1, Info.HasMetadata);
  if (Info.Family != MMAFamily_TCGen05Access)
    return {};
  unsigned Loaded = countRegisters(Call.getType(), Layout);
  return BesideTensorMemory + (Loaded ? Loaded : countArguments(Call, Layout));
}

RegisterNeed tensorcore::getLargestNeed(const Function &Kernel) {
  const DataLayout &Layout = Kernel.getParent()->getDataLayout();
  RegisterNeed Largest;
  for (Function *F : getCallTree(const_cast<Function &>(Kernel)))
    for (const Instruction &I : instructions(*F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Largest |= getNeed(*Call, Layout);
  return Largest;
}

LaunchBounds tensorcore::getLaunchBounds(const Function &Kernel) {
  LaunchBounds Bounds;
  Bounds.Threads = getKernelExtent(Kernel, "reqntid");
  Bounds.AreThreadsExact = Bounds.Threads.has_value();
  if (!Bounds.Threads)
    Bounds.Threads = getKernelExtent(Kernel, "maxntid");
  Bounds.Blocks = getKernelNumber(Kernel, "minctasm");
  Bounds.Registers = getKernelNumber(Kernel, "maxnreg");
  if (Bounds.Threads && !Bounds.Registers)
    Bounds.Need = getLargestNeed(Kernel);
  return Bounds;
}
