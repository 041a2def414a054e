//===- TCGen05Calls.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments that are immediates become fields; others are looked at if they are constants.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/TCGen05Calls.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/DescriptorOperands.h"
#include "IR/Intrinsics/MMACall.h"
#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Instructions/MMACatalogue.h"
#include "Model/Instructions/TCGen05Immediates.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace llvm::tensorcore;

bool tensorcore::isTCGen05(const MMAVariant &Variant) {
  return Variant.Family >= MMAFamily_TCGen05 && Variant.Family <= MMAFamily_TCGen05MMA;
}

const MMAVariant *tensorcore::getTCGen05(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? getCallee(*Call) : nullptr;
  const MMAVariant *Variant = Callee ? getMMAVariant(*Callee) : nullptr;
  return Variant && isTCGen05(*Variant) ? Variant : nullptr;
}

Value *tensorcore::getTCGen05Argument(const MMAVariant &Variant, const CallBase &Call,
                                      StringRef Name) {
  std::optional<unsigned> Index = Variant.Signature.find(Name);
  return Index ? Call.getArgOperand(*Index) : nullptr;
}

/// i1 counts as unsigned.
static int64_t getImmediate(const ConstantInt &Constant) {
  return Constant.getBitWidth() == 1 ? Constant.getZExtValue() : Constant.getSExtValue();
}

static bool hasImmediate(const ConstantInt *Constant, const TCGen05Immediate &Role) {
  return Constant && getImmediate(*Constant) >= Role.Low && getImmediate(*Constant) <= Role.High;
}

static Error checkImmediate(const MMAVariant &Variant, const CallBase &Call, unsigned Index) {
  const TCGen05Immediate &Role = *lookupTCGen05Immediate(Variant.Signature.Arguments[Index].Name);
  auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(Index));
  if (hasImmediate(Constant, Role))
    return Error::success();
  return makeError("operand " + Twine(Index) + " of " + Variant.Name + ", " + Role.Name +
                   ", must be " + (Constant ? "" : "a constant, ") + Role.Meaning + " (" +
                   Variant.Legality.Source + ")");
}

MMADescriptor tensorcore::getTCGen05Descriptor(const MMAVariant &Variant, const CallBase &Call) {
  MMADescriptor Result = getMMADescriptor(Variant);
  for (auto [Index, Argument] : enumerate(Variant.Signature.Arguments)) {
    if (!Argument.IsImmediate)
      continue;
    const TCGen05Immediate &Role = *lookupTCGen05Immediate(Argument.Name);
    auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(Index));
    if (Role.Field && hasImmediate(Constant, Role))
      Result = cantFail(Result.with(*Role.Field, Role.getFieldValue(getImmediate(*Constant))));
  }
  return Result;
}

/// A number of columns that is known.
static Error checkColumns(const MMAVariant &Variant, const CallBase &Call,
                          const TargetVersion &Target) {
  auto *Columns = dyn_cast_or_null<ConstantInt>(getTCGen05Argument(Variant, Call, "columns"));
  if (!Columns)
    return Error::success();
  MMADescriptor Descriptor = getTCGen05Descriptor(Variant, Call);
  auto [Minimum, Maximum, ArePowers] = getTensorMemoryColumns(
      Descriptor.has(MMAField_Exclusive) && Descriptor.get(MMAField_Exclusive), Target);
  uint64_t Count = Columns->getZExtValue();
  if (Count >= Minimum && Count <= Maximum &&
      (ArePowers ? isPowerOf2_64(Count) : Count % Minimum == 0))
    return Error::success();
  return makeError(Variant.Name + " cannot handle " + Twine(Columns->getSExtValue()) +
                   " columns of tensor memory; expected " +
                   (ArePowers ? Twine("powers of two") : "multiples of " + Twine(Minimum)) +
                   " from " + Twine(Minimum) + " to " + Twine(Maximum) + " (" +
                   Variant.Legality.Source + ")");
}

/// The rules of a multiplication's words.
static Error checkMultiplication(const MMAVariant &Variant, const CallBase &Call,
                                 const TargetVersion &Target) {
  return checkTCGen05MMA(Variant.Name, getTCGen05Descriptor(Variant, Call),
                         isAInTensorMemory(Variant.Opcode), Target);
}

/// The instruction descriptor of a multiplication, if it is a constant.
static Error checkInstructionDescriptorOperand(const MMAVariant &Variant, const CallBase &Call,
                                               const TargetVersion &Target) {
  auto *Word = dyn_cast<ConstantInt>(getTCGen05Argument(Variant, Call, "idesc"));
  if (!Word)
    return Error::success();
  InstructionDescriptorUse Use = getInstructionDescriptorUse(getTCGen05Descriptor(Variant, Call),
                                                             isAInTensorMemory(Variant.Opcode));
  if (Error E = checkInstructionDescriptor(Word->getZExtValue(), Use, &Target))
    return makeError("operand " + Twine(*Variant.Signature.find("idesc")) + " of " + Variant.Name +
                     ": " + toString(std::move(E)));
  return Error::success();
}

Error tensorcore::checkTCGen05Call(const MMAVariant &Variant, const CallBase &Call,
                                   const TargetVersion &Target) {
  for (auto [Index, Argument] : enumerate(Variant.Signature.Arguments))
    if (Argument.IsImmediate)
      if (Error E = checkImmediate(Variant, Call, Index))
        return E;
  if (Variant.Family == MMAFamily_TCGen05MMA)
    return checkMultiplication(Variant, Call, Target);
  if (Error E = checkTCGen05Modifiers(Variant.Name, getTCGen05Descriptor(Variant, Call),
                                      /*IsAInTensorMemory=*/false, Target))
    return E;
  return checkColumns(Variant, Call, Target);
}

Error tensorcore::checkTCGen05Descriptors(const MMAVariant &Variant, const CallBase &Call,
                                          const TargetVersion &Target) {
  if (Variant.Family == MMAFamily_TCGen05MMA)
    if (Error E = checkInstructionDescriptorOperand(Variant, Call, Target))
      return E;
  return checkMatrixDescriptorOperands(Variant, Call, MatrixDescriptorFormat_TCGen05, Target);
}
