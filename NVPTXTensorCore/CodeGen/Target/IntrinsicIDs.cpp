//===- IntrinsicIDs.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes SelectionDAG take intrinsics that LLVM does not know for those of a target, and says which
// memory they read and write.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/FatalErrors.h"
#include "CodeGen/Target/Hooks.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/SelectedIntrinsic.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/CodeGen/ISDOpcodes.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Gives access to GlobalValue::IntID, which is protected. No object is of this class.
struct IDAccess : Function {
  static void set(Function &F, unsigned ID) { F.*(&IDAccess::IntID) = Intrinsic::ID(ID); }
};

tensorcore::SelectionScope::SelectionScope(const Function &Caller) {
  setSelectedFunction(&Caller);
  for (const Instruction &I : instructions(Caller)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    Function *F = Call ? Call->getCalledFunction() : nullptr;
    if (!F || !F->isDeclaration() || F->getIntrinsicID())
      continue;
    if (const SelectedIntrinsic Asked = SelectedIntrinsic::get(*F)) {
      IDAccess::set(*F, Asked.getID());
      Named.push_back(F);
    }
  }
}

tensorcore::SelectionScope::~SelectionScope() {
  setSelectedFunction(nullptr);
  for (Function *F : Named)
    IDAccess::set(*F, Intrinsic::not_intrinsic);
}

bool tensorcore::isTensorCoreIntrinsic(const Function &F) {
  return bool(SelectedIntrinsic::get(F));
}

/// tcgen05.alloc writes an address of tensor memory to shared memory; tcgen05.commit
/// has to do with an mbarrier, some time later.
static void describeSharedAccess(TargetLoweringBase::IntrinsicInfo &Info, const CallBase &Call,
                                 const MMAVariant &Variant) {
  bool IsBarrier = Variant.Signature.find("mbarrier").has_value();
  Info.opc = ISD::INTRINSIC_VOID;
  Info.memVT = IsBarrier ? MVT::i64 : MVT::i32;
  Info.ptrVal = Call.getArgOperand(0);
  Info.flags = MachineMemOperand::MOStore;
  if (IsBarrier)
    Info.flags |= MachineMemOperand::MOLoad;
  Info.align = IsBarrier ? Align(8) : Align(4);
}

bool tensorcore::getMemoryAccess(TargetLoweringBase::IntrinsicInfo &Info, const CallBase &Call,
                                 unsigned IntrinsicID) {
  if (IntrinsicID < Intrinsic::num_intrinsics)
    return false;
  const MMAVariant *Variant = SelectedIntrinsic::get(IntrinsicID).Variant;
  if (Variant && (Variant->Signature.find("mbarrier") || Variant->Signature.find("destination"))) {
    describeSharedAccess(Info, Call, *Variant);
    return true;
  }
  if (!Variant || !getMMADescriptor(*Variant).has(MMAField_Space))
    return false;
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(Variant->Opcode);
  bool IsStore = Opcode.DCount == 0;
  unsigned Registers = IsStore ? Opcode.CCount : Opcode.DCount;
  Info.opc = IsStore ? ISD::INTRINSIC_VOID : ISD::INTRINSIC_W_CHAIN;
  Info.memVT = Registers == 1 ? EVT(MVT::i32) : EVT(MVT::getVectorVT(MVT::i32, Registers));
  Info.ptrVal = Call.getArgOperand(0);
  Info.flags = IsStore ? MachineMemOperand::MOStore : MachineMemOperand::MOLoad;
  Info.align = Align(16); // of a row; PTX ISA, ldmatrix and stmatrix
  return true;
}
