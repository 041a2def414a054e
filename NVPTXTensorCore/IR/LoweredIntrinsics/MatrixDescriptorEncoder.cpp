//===- MatrixDescriptorEncoder.cpp ----------------------------------------===//
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

#include "IR/LoweredIntrinsics/MatrixDescriptorEncoder.h"
#include "IR/LoweredIntrinsics/DescriptorEncoder.h"
#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

class MatrixDescriptorEncoder final : public DescriptorEncoder {
public:
  using DescriptorEncoder::DescriptorEncoder;

  FunctionType *getType(const Function &Declaration) const override;
  bool isConstantField(unsigned Index) const override { return !Operands[Index]->Values.empty(); }
  Error check(const CallBase &Call, const TargetVersion &Target) const override;
  Value *lower(const CallBase &Call, IRBuilderBase &Builder,
               const TargetVersion &Target) const override;

private:
  Error checkOperand(const CallBase &Call, unsigned Index) const;
};

/// Returns true if an operand is a pointer. Other numbers may be in registers, and fields with a
/// list of values are immediates.
bool isPointer(const BitSlot &Slot) { return Slot.Field == MatrixDescriptorField_Start; }

constexpr unsigned SharedAddressSpace = 3;

} // namespace

FunctionType *MatrixDescriptorEncoder::getType(const Function &Declaration) const {
  LLVMContext &Context = Declaration.getContext();
  SmallVector<Type *, 8> Arguments;
  for (const BitSlot *Slot : Operands)
    Arguments.push_back(isPointer(*Slot) ? cast<Type>(PointerType::get(Context, SharedAddressSpace))
                                         : Type::getInt32Ty(Context));
  return FunctionType::get(Type::getInt64Ty(Context), Arguments, /*isVarArg=*/false);
}

static const DataLayout &getDataLayout(const CallBase &Call) {
  return Call.getModule()->getDataLayout();
}

/// Returns the value of an operand if it is known at compile time.
static std::optional<int64_t> getConstant(const CallBase &Call, unsigned Index) {
  auto *Operand = dyn_cast<Constant>(Call.getArgOperand(Index));
  if (Operand && Operand->getType()->isPointerTy())
    Operand = ConstantFoldCastOperand(Instruction::PtrToInt, Operand,
                                      Type::getInt64Ty(Call.getContext()), getDataLayout(Call));
  if (auto *Number = dyn_cast_or_null<ConstantInt>(Operand))
    return Number->getSExtValue();
  return std::nullopt;
}

/// Checks that an operand is a constant where it must be one, and that an address that
/// is none, but has a symbol in it, can be what the field wants.
Error MatrixDescriptorEncoder::checkOperand(const CallBase &Call, unsigned Index) const {
  const BitSlot &Slot = *Operands[Index];
  const Value *Operand = Call.getArgOperand(Index);
  if (isConstantField(Index) && !isa<ConstantInt>(Operand))
    return makeError("operand " + Twine(Index) + " of " + getName() + ", " +
                     Layout.printField(Slot.Field) + ", must be a constant: " + Slot.printValues());
  if (!isPointer(Slot) || !isa<Constant>(Operand))
    return Error::success();
  KnownBits Known = computeKnownBits(Operand, getDataLayout(Call));
  if (Known.One.countr_zero() < Log2_32(Slot.Unit) && !getConstant(Call, Index))
    return makeError(getName() + ": " + Layout.printField(Slot.Field) + " must be " +
                     Slot.printValues() + ", which this address never is (" + Layout.Source + ")");
  return Error::success();
}

/// The fields whose values are known.
static BitAssignments getConstantFields(const CallBase &Call, ArrayRef<const BitSlot *> Operands) {
  BitAssignments Fields;
  for (auto [Index, Slot] : enumerate(Operands))
    if (std::optional<int64_t> Value = getConstant(Call, Index))
      Fields.push_back({Slot->Field, *Value});
  return Fields;
}

Error MatrixDescriptorEncoder::check(const CallBase &Call, const TargetVersion &Target) const {
  for (unsigned Index = 0; Index < Operands.size(); ++Index)
    if (Error E = checkOperand(Call, Index))
      return E;
  if (Error E = checkMatrixDescriptorFields(MatrixDescriptorFormat(Layout.Encoding),
                                            getConstantFields(Call, Operands), &Target))
    return makeError(getName() + ": " + toString(std::move(E)));
  return Error::success();
}

/// A register, cut to its field and in its place. Addresses of shared memory have 32 bits,
/// however long pointers are.
static Value *placeField(Value *Operand, const BitSlot &Slot, const TargetVersion &Target,
                         IRBuilderBase &Builder) {
  if (Operand->getType()->isPointerTy())
    Operand = Builder.CreatePtrToInt(Operand, Builder.getInt32Ty());
  Operand = Builder.CreateLShr(Operand, Log2_32(Slot.Unit));
  Operand = Builder.CreateAnd(Operand, maskTrailingOnes<uint32_t>(Slot.getWidth(&Target)));
  return Builder.CreateShl(Builder.CreateZExt(Operand, Builder.getInt64Ty()), Slot.Shift);
}

Value *MatrixDescriptorEncoder::lower(const CallBase &Call, IRBuilderBase &Builder,
                                      const TargetVersion &Target) const {
  Value *Word = Builder.getInt64(Layout.pack(getConstantFields(Call, Operands)));
  for (auto [Index, Slot] : enumerate(Operands))
    if (!getConstant(Call, Index))
      Word = Builder.CreateOr(placeField(Call.getArgOperand(Index), *Slot, Target, Builder), Word);
  return Word;
}

void tensorcore::addMatrixDescriptorEncoders(NVVMIntrinsics &Intrinsics) {
  for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_MatrixDescriptor))
    if (!Layout.Encoder.empty())
      Intrinsics.push_back(std::make_unique<MatrixDescriptorEncoder>(Layout));
}
