//===- Cells.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses, and the columns of shapes. An address has the lane in its upper half and the
// column in its lower one.
//
//===----------------------------------------------------------------------===//

#include "IR/TensorMemory/Cells.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Instructions/TCGen05Words.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAOpcode.h"
#include "TensorCoreModel/MMAWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace llvm::tensorcore;

bool TensorMemoryCells::certainlyOverlap(const TensorMemoryCells &Other) const {
  // Accesses that start in other lanes may end before these.
  int64_t Distance = Other.Offset - Offset;
  return Base == Other.Base && -int64_t(Other.Columns) < Distance && Distance < int64_t(Columns);
}

/// Adds the constant that a value is the sum of another one and; that one, or null if it
/// is no such sum.
static const Value *stripAddition(const Operator &Op, int64_t &Offset) {
  auto *Constant = dyn_cast<ConstantInt>(Op.getOperand(1));
  auto *Or = dyn_cast<PossiblyDisjointInst>(&Op);
  if (!Constant || !(Op.getOpcode() == Instruction::Add || (Or && Or->isDisjoint())))
    return nullptr;
  Offset += Constant->getSExtValue();
  return Op.getOperand(0);
}

static const Value *stripGEP(const GEPOperator &GEP, const DataLayout &Layout, int64_t &Offset) {
  APInt Sum(Layout.getIndexTypeSizeInBits(GEP.getType()), 0);
  if (!GEP.accumulateConstantOffset(Layout, Sum))
    return nullptr;
  Offset += Sum.getSExtValue();
  return GEP.getPointerOperand();
}

static TensorMemoryCells getCells(const Value *Address, unsigned Columns,
                                  const DataLayout &Layout) {
  TensorMemoryCells Cells;
  Cells.Columns = Columns;
  while (auto *Op = dyn_cast<Operator>(Address)) {
    const Value *Next = nullptr;
    if (auto *GEP = dyn_cast<GEPOperator>(Op))
      Next = stripGEP(*GEP, Layout, Cells.Offset);
    else if (is_contained({Instruction::PtrToInt, Instruction::IntToPtr, Instruction::ZExt},
                          Op->getOpcode()))
      Next = Op->getOperand(0);
    else if (Op->getNumOperands() == 2)
      Next = stripAddition(*Op, Cells.Offset);
    if (!Next)
      break;
    Address = Next;
  }
  Cells.Base = Address;
  if (auto *Constant = dyn_cast<ConstantInt>(Address)) {
    Cells.Base = nullptr;
    Cells.Offset += Constant->getZExtValue();
  }
  return Cells;
}

/// The least columns that a tcgen05.ld, .st or .cp touches from its address on.
static unsigned getColumns(MMADescriptor Descriptor, MMAFamily Family) {
  if (Family == MMAFamily_TCGen05Copy)
    return getColumnsOfShape(printMMAField(MMAField_CopyShape, Descriptor.get(MMAField_CopyShape)));
  StringRef Shape = printMMAField(MMAField_AccessShape, Descriptor.get(MMAField_AccessShape));
  return getColumnsOfShape(Shape) << Descriptor.get(MMAField_AccessCount); // x1, x2, x4, …
}

/// The least columns of D, as far as a constant instruction descriptor says: N, where each row of D
/// has a lane to itself; of 16 bits, two elements may share a cell.
static unsigned getColumnsOfD(MMADescriptor Descriptor, const Value *Word) {
  auto *Constant = dyn_cast_or_null<ConstantInt>(Word);
  StringRef Key = printMMAField(MMAField_MMAKind, Descriptor.get(MMAField_MMAKind));
  Key.consume_front(".kind::");
  std::optional<InstructionDescriptorKind> Kind = parseInstructionDescriptorKind(Key);
  if (!Constant || !Kind || Descriptor.get(MMAField_Stationary))
    return 1;
  Expected<InstructionDescriptor> D =
      InstructionDescriptor::decode(Constant->getZExtValue(), *Kind);
  if (!D) {
    consumeError(D.takeError());
    return 1;
  }
  unsigned M = D->get(InstructionDescriptorField_M), Groups = Descriptor.get(MMAField_CTAGroup);
  if (M != 128 * Groups && (M != 64 || Groups != 1))
    return 1;
  bool Is16Bit = D->getLayout().find(InstructionDescriptorField_TypeD) &&
                 D->get(InstructionDescriptorField_TypeD) == 0;
  return D->get(InstructionDescriptorField_N) / (Is16Bit ? 2 : 1);
}

namespace {

/// A call, and the cells at those of its arguments that are addresses.
class Call {
public:
  Call(const MMAVariant &Variant, const CallBase &I) : Variant(Variant), I(I) {}

  template <unsigned N>
  void add(StringRef Argument, unsigned Columns, SmallVector<TensorMemoryCells, N> &Cells) const {
    if (const Value *Address = getTCGen05Argument(Variant, I, Argument))
      if (isAddress(*Address))
        Cells.push_back(getCells(Address, Columns, I.getModule()->getDataLayout()));
  }

private:
  /// A of tcgen05.mma may be a matrix descriptor.
  static bool isAddress(const Value &V) { return !V.getType()->isIntegerTy(64); }

  const MMAVariant &Variant;
  const CallBase &I;
};

} // namespace

static bool isStore(MMADescriptor Descriptor) {
  return Descriptor.get<mma::Access>() == mma::Access::St;
}

SmallVector<TensorMemoryCells, 4> tensorcore::getReadCells(const Instruction &I) {
  SmallVector<TensorMemoryCells, 4> Cells;
  const MMAVariant *Variant = getTCGen05(I);
  if (!Variant)
    return Cells;
  Call C(*Variant, cast<CallBase>(I));
  MMADescriptor Descriptor = getTCGen05Descriptor(*Variant, cast<CallBase>(I));
  if (Variant->Family == MMAFamily_TCGen05Access && !isStore(Descriptor))
    C.add("taddr", getColumns(Descriptor, Variant->Family), Cells);
  else if (Variant->Family == MMAFamily_TCGen05MMA)
    for (StringRef Name : {"a", "metadata", "scale_a", "scale_b"})
      C.add(Name, 1, Cells);
  return Cells;
}

SmallVector<TensorMemoryCells, 1> tensorcore::getWrittenCells(const Instruction &I) {
  SmallVector<TensorMemoryCells, 1> Cells;
  const MMAVariant *Variant = getTCGen05(I);
  if (!Variant)
    return Cells;
  Call C(*Variant, cast<CallBase>(I));
  MMADescriptor Descriptor = getTCGen05Descriptor(*Variant, cast<CallBase>(I));
  if (Variant->Family == MMAFamily_TCGen05Copy ||
      (Variant->Family == MMAFamily_TCGen05Access && isStore(Descriptor)))
    C.add("taddr", getColumns(Descriptor, Variant->Family), Cells);
  else if (Variant->Opcode == MMAOpcode_TCGEN05_SHIFT)
    C.add("taddr", 8, Cells); // 32 bytes of each row
  else if (Variant->Family == MMAFamily_TCGen05MMA &&
           !getTCGen05Argument(*Variant, cast<CallBase>(I), "disable_output_lane"))
    C.add("d", getColumnsOfD(Descriptor, getTCGen05Argument(*Variant, cast<CallBase>(I), "idesc")),
          Cells);
  return Cells;
}
