//===- LLVMIntrinsics.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks calls of LLVM's own intrinsics.
//
//===----------------------------------------------------------------------===//

#include "IR/Verifier/LLVMIntrinsics.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/NVVMRequirements.h"
#include "Model/Tables/Errors.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if an operand is a constant between two bounds.
static bool isConstantIn(const Value *Operand, uint64_t Low, uint64_t High) {
  auto *Constant = dyn_cast<ConstantInt>(Operand);
  return Constant && Constant->getValue().uge(Low) && Constant->getValue().ule(High);
}

static bool isAtomicAddressSpace(unsigned AddressSpace) {
  return AddressSpace == 0 || AddressSpace == 1 || AddressSpace == 3;
}

/// Checks what an intrinsic demands of its first operand beyond its declaration. LLVM crashes, or
/// prints what ptxas rejects, if the operand is not so.
static Error checkFirstOperand(const CallBase &Call) {
  auto Fail = [&Call](const Twine &What) {
    return makeError(getCallee(Call)->getName() + " needs " + What + " as its operand");
  };
  // By name: LLVM 22 does not have all of them.
  StringRef Name = Intrinsic::getBaseName(getCallee(Call)->getIntrinsicID()), String;
  const Value *Operand = Call.arg_empty() ? nullptr : Call.getArgOperand(0);
  if (Name == "llvm.nvvm.reflect" && !getConstantStringInfo(Operand, String))
    return Fail("a constant string");
  if (Name == "llvm.nvvm.texsurf.handle.internal" && !isa<GlobalVariable>(Operand))
    return Fail("a global variable");
  if (Name == "llvm.nvvm.bar.sync" && !isConstantIn(Operand, 0, 15))
    return Fail("a constant from 0 to 15 (the barriers of a CTA)");
  if ((Name == "llvm.nvvm.atomic.load.inc.32" || Name == "llvm.nvvm.atomic.load.dec.32") &&
      !isAtomicAddressSpace(Operand->getType()->getPointerAddressSpace()))
    return Fail("a pointer to generic, global (1) or shared (3) memory");
  return Error::success();
}

namespace {

class LLVMIntrinsic final : public NVVMIntrinsic {
public:
  StringRef getName() const override { return "llvm.nvvm"; }
  /// An overloaded one has many.
  FunctionType *getType(const Function &F) const override {
    Intrinsic::ID ID = F.getIntrinsicID();
    return Intrinsic::isOverloaded(ID) ? nullptr : Intrinsic::getType(F.getContext(), ID);
  }
  /// LLVM has set them.
  void addAttributes(AttrBuilder &) const override {}
  Error checkDeclaration(const Function &F, const TargetVersion &Target) const override {
    SmallVector<Type *, 4> Overloads;
    if (!Intrinsic::getIntrinsicSignature(F.getIntrinsicID(), F.getFunctionType(), Overloads))
      return rejectType(F, getType(F));
    return checkNVVMRequirements(F.getIntrinsicID(), Target);
  }
  Error check(const CallBase &Call, const TargetVersion &) const override {
    return checkFirstOperand(Call);
  }
};

} // namespace

const NVVMIntrinsic &tensorcore::getLLVMIntrinsic() {
  static const LLVMIntrinsic All;
  return All;
}
