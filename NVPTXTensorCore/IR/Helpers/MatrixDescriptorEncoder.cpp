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

#include "IR/Helpers/MatrixDescriptorEncoder.h"
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

/// An operand of an encoding intrinsic: the field that it is, and how it is taken.
struct EncoderOperand {
  const MatrixDescriptorSlot *Slot;
  MatrixDescriptorOperand Kind;
};

class MatrixDescriptorEncoder final : public NVVMHelper {
public:
  explicit MatrixDescriptorEncoder(const MatrixDescriptorFormatInfo &Info)
      : Format(MatrixDescriptorFormat(Info.Encoding)), Name(Info.Encoder) {
    for (const MatrixDescriptorSlot &Slot : getMatrixDescriptorSlots(Format)) {
      MatrixDescriptorOperand Kind = lookupMatrixDescriptorField(Slot.Field)->Operand;
      if (Kind != MatrixDescriptorOperand_None)
        Operands.push_back({&Slot, Kind});
    }
  }

  StringRef getName() const override { return Name; }
  FunctionType *getType(const Function &Declaration) const override;
  void addAttributes(AttrBuilder &Builder) const override { addArithmeticAttributes(Builder); }
  Error check(const CallBase &Call, const TargetVersion &Target) const override;
  Value *lower(const CallBase &Call, IRBuilderBase &Builder) const override;

private:
  Error checkOperand(const CallBase &Call, unsigned Index) const;

  MatrixDescriptorFormat Format;
  StringRef Name;
  SmallVector<EncoderOperand, 8> Operands;
};

constexpr unsigned SharedAddressSpace = 3;

} // namespace

FunctionType *MatrixDescriptorEncoder::getType(const Function &Declaration) const {
  LLVMContext &Context = Declaration.getContext();
  SmallVector<Type *, 8> Arguments;
  for (EncoderOperand Operand : Operands)
    Arguments.push_back(Operand.Kind == MatrixDescriptorOperand_Pointer
                            ? cast<Type>(PointerType::get(Context, SharedAddressSpace))
                            : Type::getInt32Ty(Context));
  return FunctionType::get(Type::getInt64Ty(Context), Arguments, /*isVarArg=*/false);
}

static const DataLayout &getDataLayout(const CallBase &Call) {
  return Call.getModule()->getDataLayout();
}

/// What is known of an operand when the program is compiled: its value.
static std::optional<int64_t> getConstant(const CallBase &Call, unsigned Index) {
  auto *Operand = dyn_cast<Constant>(Call.getArgOperand(Index));
  if (Operand && Operand->getType()->isPointerTy())
    Operand = ConstantFoldCastOperand(Instruction::PtrToInt, Operand,
                                      Type::getInt64Ty(Call.getContext()), getDataLayout(Call));
  if (auto *Number = dyn_cast_or_null<ConstantInt>(Operand))
    return Number->getSExtValue();
  return std::nullopt;
}

/// Whether an operand is a constant where it must be one, and whether an address that
/// is none, but has a symbol in it, can be what the field wants.
Error MatrixDescriptorEncoder::checkOperand(const CallBase &Call, unsigned Index) const {
  auto [Slot, Kind] = Operands[Index];
  const Value *Operand = Call.getArgOperand(Index);
  if (Kind == MatrixDescriptorOperand_Immediate && !isa<ConstantInt>(Operand))
    return makeError("operand " + Twine(Index) + " of " + Name + ", " +
                     spellMatrixDescriptorField(*Slot) +
                     ", must be a constant: " + spellMatrixDescriptorValues(*Slot));
  if (Kind != MatrixDescriptorOperand_Pointer || !isa<Constant>(Operand))
    return Error::success();
  KnownBits Known = computeKnownBits(Operand, getDataLayout(Call));
  if (Known.One.countr_zero() < Log2_32(Slot->Unit) && !getConstant(Call, Index))
    return makeError(Name + ": " + spellMatrixDescriptorField(*Slot) + " must be " +
                     spellMatrixDescriptorValues(*Slot) + ", which this address never is (" +
                     lookupMatrixDescriptorFormat(Format)->Source + ")");
  return Error::success();
}

/// The fields whose values are known.
static SmallVector<MatrixDescriptorAssignment, 8>
getConstantFields(const CallBase &Call, ArrayRef<EncoderOperand> Operands) {
  SmallVector<MatrixDescriptorAssignment, 8> Fields;
  for (auto [Index, Operand] : enumerate(Operands))
    if (std::optional<int64_t> Value = getConstant(Call, Index))
      Fields.push_back({Operand.Slot->Field, *Value});
  return Fields;
}

Error MatrixDescriptorEncoder::check(const CallBase &Call, const TargetVersion &Target) const {
  for (unsigned Index = 0; Index < Operands.size(); ++Index)
    if (Error E = checkOperand(Call, Index))
      return E;
  if (Error E = checkMatrixDescriptorFields(Format, getConstantFields(Call, Operands), &Target))
    return makeError(Name + ": " + toString(std::move(E)));
  return Error::success();
}

/// A register, cut to its field and in its place. Addresses of shared memory have 32 bits,
/// however long pointers are.
static Value *placeField(Value *Operand, const MatrixDescriptorSlot &Slot, IRBuilderBase &Builder) {
  if (Operand->getType()->isPointerTy())
    Operand = Builder.CreatePtrToInt(Operand, Builder.getInt32Ty());
  Operand = Builder.CreateLShr(Operand, Log2_32(Slot.Unit));
  Operand = Builder.CreateAnd(Operand, maskTrailingOnes<uint32_t>(Slot.Width));
  return Builder.CreateShl(Builder.CreateZExt(Operand, Builder.getInt64Ty()), Slot.Shift);
}

Value *MatrixDescriptorEncoder::lower(const CallBase &Call, IRBuilderBase &Builder) const {
  auto Constants = cantFail(MatrixDescriptor::encode(Format, getConstantFields(Call, Operands)));
  Value *Word = Builder.getInt64(Constants.getWord());
  for (auto [Index, Operand] : enumerate(Operands))
    if (!getConstant(Call, Index))
      Word = Builder.CreateOr(placeField(Call.getArgOperand(Index), *Operand.Slot, Builder), Word);
  return Word;
}

void tensorcore::addMatrixDescriptorEncoders(NVVMIntrinsics &Helpers) {
  for (const MatrixDescriptorFormatInfo &Info : getMatrixDescriptorFormats())
    if (!Info.Encoder.empty())
      Helpers.push_back(std::make_unique<MatrixDescriptorEncoder>(Info));
}
