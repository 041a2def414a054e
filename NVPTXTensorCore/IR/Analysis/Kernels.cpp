//===- Kernels.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `nvvm.annotations`: pairs of a name and a number behind the function that they are about.
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/LLVMReleases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The most that the hardware takes.
static constexpr unsigned MaxThreadsPerBlock = 1024;

/// One of the numbers of an attribute, by an annotation's name, such as maxntidx.
static std::optional<unsigned> getAttribute(const Function &F, StringRef Name) {
  const bool HasExtent = Name.starts_with("maxntid") || Name.starts_with("reqntid");
  const unsigned Index = HasExtent ? Name.back() - 'x' : 0;
  const std::string Attribute = ("nvvm." + Name.drop_back(HasExtent)).str();
  SmallVector<StringRef, 3> Numbers;
  F.getFnAttribute(Attribute).getValueAsString().split(Numbers, ',');
  unsigned Number;
  if (Index < Numbers.size() && !Numbers[Index].trim().getAsInteger(10, Number))
    return Number;
  return std::nullopt;
}

std::optional<unsigned> tensorcore::getAnnotation(const Function &F, StringRef Name) {
  if (KernelsHaveAttributes)
    if (std::optional<unsigned> Number = getAttribute(F, Name))
      return Number;
  const NamedMDNode *Annotations = F.getParent()->getNamedMetadata("nvvm.annotations");
  if (!Annotations)
    return std::nullopt;
  for (const MDNode *Node : Annotations->operands()) {
    if (Node->getNumOperands() == 0 ||
        mdconst::dyn_extract_or_null<Function>(Node->getOperand(0)) != &F)
      continue;
    for (unsigned I = 1; I + 1 < Node->getNumOperands(); I += 2) {
      auto *Key = dyn_cast_or_null<MDString>(Node->getOperand(I));
      auto *Number = mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(I + 1));
      if (Key && Number && Key->getString() == Name)
        return Number->getZExtValue();
    }
  }
  return std::nullopt;
}

void tensorcore::setAnnotation(Function &F, StringRef Name, unsigned Number) {
  LLVMContext &Context = F.getContext();
  Metadata *Operands[] = {
      ConstantAsMetadata::get(&F), MDString::get(Context, Name),
      ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Context), Number))};
  F.getParent()
      ->getOrInsertNamedMetadata("nvvm.annotations")
      ->addOperand(MDNode::get(Context, Operands));
}

bool tensorcore::isKernel(const Function &F) {
  return F.getCallingConv() == CallingConv::PTX_Kernel || getAnnotation(F, "kernel").value_or(0);
}

BlockShape tensorcore::getBlockShape(const Function &Kernel) {
  BlockShape Shape;
  unsigned Max = 1;
  auto Multiply = [&](StringRef Name) {
    std::optional<unsigned> Extent = getAnnotation(Kernel, Name);
    Max *= Extent.value_or(1);
    return Extent;
  };
  if (std::optional<unsigned> X = Multiply("reqntidx")) {
    bool IsDeep = Multiply("reqntidy").value_or(1) > 1;
    IsDeep |= Multiply("reqntidz").value_or(1) > 1;
    Shape.X = *X;
    Shape.IsOneDimensional = !IsDeep;
  } else if (Multiply("maxntidx")) {
    Multiply("maxntidy");
    Multiply("maxntidz");
  } else {
    Max = MaxThreadsPerBlock;
  }
  for (StringRef Name : {"reqntidy", "reqntidz", "maxntidy", "maxntidz"})
    Shape.MayBeDeep |= getAnnotation(Kernel, Name).value_or(1) > 1;
  Shape.MaxThreads = std::clamp(Max, 1u, MaxThreadsPerBlock);
  return Shape;
}
