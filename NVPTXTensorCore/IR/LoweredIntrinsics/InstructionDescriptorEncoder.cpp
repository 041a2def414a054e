//===- InstructionDescriptorEncoder.cpp -----------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands that are constants are checked, and fold into one constant; the others are
// cut to their fields, so that none can reach into its neighbour.
//
//===----------------------------------------------------------------------===//

#include "IR/LoweredIntrinsics/InstructionDescriptorEncoder.h"
#include "IR/LoweredIntrinsics/DescriptorEncoder.h"
#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class InstructionDescriptorEncoder final : public DescriptorEncoder {
public:
  using DescriptorEncoder::DescriptorEncoder;

  FunctionType *getType(const Function &Declaration) const override;
  Error check(const CallBase &Call, const TargetVersion &Target) const override;
  Value *lower(const CallBase &Call, IRBuilderBase &Builder,
               const TargetVersion &Target) const override;

private:
  /// The fields whose values are known when the program is compiled.
  BitAssignments getConstantFields(const CallBase &Call) const;
};

} // namespace

FunctionType *InstructionDescriptorEncoder::getType(const Function &Declaration) const {
  Type *I32 = Type::getInt32Ty(Declaration.getContext());
  SmallVector<Type *, 16> Arguments(Operands.size(), I32);
  return FunctionType::get(I32, Arguments, /*isVarArg=*/false);
}

BitAssignments InstructionDescriptorEncoder::getConstantFields(const CallBase &Call) const {
  BitAssignments Fields;
  for (auto [Index, Slot] : enumerate(Operands))
    if (auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(Index)))
      Fields.push_back({Slot->Field, Number->getSExtValue()});
  return Fields;
}

Error InstructionDescriptorEncoder::check(const CallBase &Call, const TargetVersion &Target) const {
  if (Error E = checkInstructionDescriptorFields(InstructionDescriptorKind(Layout.Encoding),
                                                 getConstantFields(Call), &Target))
    return makeError(getName() + ": " + toString(std::move(E)));
  return Error::success();
}

/// A register, cut to its field and in its place.
static Value *placeField(Value *Operand, const BitSlot &Slot, const TargetVersion &Target,
                         IRBuilderBase &Builder) {
  Operand = Builder.CreateLShr(Operand, Log2_32(Slot.Unit));
  Operand = Builder.CreateAnd(Operand, maskTrailingOnes<uint32_t>(Slot.getWidth(&Target)));
  return Builder.CreateShl(Operand, Slot.Shift);
}

Value *InstructionDescriptorEncoder::lower(const CallBase &Call, IRBuilderBase &Builder,
                                           const TargetVersion &Target) const {
  Value *Word = Builder.getInt32(Layout.pack(getConstantFields(Call)));
  for (auto [Index, Slot] : enumerate(Operands))
    if (Value *Operand = Call.getArgOperand(Index); !isa<ConstantInt>(Operand))
      Word = Builder.CreateOr(placeField(Operand, *Slot, Target, Builder), Word);
  return Word;
}

void tensorcore::addInstructionDescriptorEncoders(NVVMIntrinsics &Intrinsics) {
  for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_InstructionDescriptor))
    Intrinsics.push_back(std::make_unique<InstructionDescriptorEncoder>(Layout));
}
