//===- DescriptorEncoder.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the intrinsics that make descriptors: each has a layout, whose open fields are the
// operands.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_DESCRIPTORENCODER_H
#define NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_DESCRIPTORENCODER_H

#include "IR/Intrinsics/NVVMIntrinsic.h"
#include "Model/Descriptors/BitLayout.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm::tensorcore {

class DescriptorEncoder : public LoweredIntrinsic {
public:
  explicit DescriptorEncoder(const BitLayout &Layout) : Layout(Layout) {
    for (const BitSlot &Slot : Layout.Slots)
      if (Slot.isOpen())
        Operands.push_back(&Slot);
  }

  StringRef getName() const override { return Layout.Encoder; }
  const BitSlot *getDescriptorField(unsigned Index) const override { return Operands[Index]; }
  void addAttributes(AttrBuilder &Builder) const override { addArithmeticAttributes(Builder); }

protected:
  const BitLayout &Layout;
  SmallVector<const BitSlot *, 16> Operands;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWEREDINTRINSICS_DESCRIPTORENCODER_H
