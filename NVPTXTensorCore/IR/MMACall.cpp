//===- MMACall.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls and intrinsic IDs to variants.
//
//===----------------------------------------------------------------------===//

#include "IR/MMACall.h"
#include "Model/MMACatalogue.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <vector>

using namespace llvm;
using namespace llvm::tensorcore;

const MMAVariant *tensorcore::getMMAVariant(unsigned ID) {
  static const std::vector<const MMAVariant *> ByID = [] {
    std::vector<const MMAVariant *> Table(Intrinsic::num_intrinsics, nullptr);
    for (const MMAVariant &Variant : getMMAVariants())
      if (Intrinsic::ID Known = Function::lookupIntrinsicID(Variant.Name))
        Table[Known] = &Variant;
    return Table;
  }();
  if (ID < ByID.size())
    return ByID[ID];
  unsigned Index = ID - Intrinsic::num_intrinsics;
  return Index < getMMAVariants().size() ? &getMMAVariants()[Index] : nullptr;
}

unsigned tensorcore::getIntrinsicID(const MMAVariant &Variant) {
  return Intrinsic::num_intrinsics + (&Variant - getMMAVariants().data());
}

/// The IR type of one register of a fragment.
static Type *getRegisterType(LLVMContext &Context, MMAType Element) {
  switch (Element) {
  case MMAType_F16:
    return FixedVectorType::get(Type::getHalfTy(Context), 2);
  case MMAType_F32:
    return Type::getFloatTy(Context);
  case MMAType_F64:
    return Type::getDoubleTy(Context);
  default:
    return Type::getInt32Ty(Context);
  }
}

FunctionType *tensorcore::getMMAFunctionType(LLVMContext &Context, const MMAVariant &V,
                                             unsigned AddressSpace) {
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(V.Opcode);
  bool IsMoved = V.Element != MMAType_None;
  SmallVector<Type *, 8> Results(Opcode.DCount, getRegisterType(Context, IsMoved ? V.Element : V.D));
  SmallVector<Type *, 32> Arguments;
  if (getMMADescriptor(V).has(MMAField_Space))
    Arguments.push_back(PointerType::get(Context, AddressSpace));
  Arguments.append(Opcode.ACount, getRegisterType(Context, V.A));
  Arguments.append(Opcode.BCount, getRegisterType(Context, V.B));
  Arguments.append(Opcode.CCount, getRegisterType(Context, IsMoved ? V.Element : V.C));
  Type *I32 = Type::getInt32Ty(Context), *I16 = Type::getInt16Ty(Context);
  if (Opcode.HasStride)
    Arguments.push_back(I32);
  if (Opcode.HasMetadata)
    Arguments.append({I32, I32});
  if (Opcode.HasScales)
    Arguments.append({I32, I16, I16, I32, I16, I16});
  Type *Result = Results.empty()       ? Type::getVoidTy(Context)
                 : Results.size() == 1 ? Results.front()
                                       : StructType::get(Context, Results);
  return FunctionType::get(Result, Arguments, /*isVarArg=*/false);
}

std::optional<unsigned> tensorcore::getSelectorArgument(const MMAVariant &V) {
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(V.Opcode);
  if (!Opcode.HasMetadata)
    return std::nullopt;
  return Opcode.ACount + Opcode.BCount + Opcode.CCount + 1;
}

std::optional<unsigned> tensorcore::getScaleArgument(const MMAVariant &V) {
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(V.Opcode);
  if (!Opcode.HasScales)
    return std::nullopt;
  return Opcode.ACount + Opcode.BCount + Opcode.CCount + (Opcode.HasMetadata ? 2 : 0);
}

const MMAVariant *tensorcore::getMMAVariant(const Function &Declaration) {
  if (!Declaration.isDeclaration() || !Declaration.getName().starts_with(NVVMPrefix))
    return nullptr;
  return lookupMMAVariant(Declaration.getName());
}

unsigned tensorcore::getMMAAddressSpace(const MMAVariant &Variant, const CallBase &Call) {
  if (!getMMADescriptor(Variant).has(MMAField_Space))
    return 0;
  return Call.getArgOperand(0)->getType()->getPointerAddressSpace();
}

bool tensorcore::hasKernel(const Module &M) {
  auto IsKernel = [](const Function &F) { return F.getCallingConv() == CallingConv::PTX_Kernel; };
  auto MarksKernel = [](const MDNode *Annotation) {
    return any_of(Annotation->operands(), [](const MDOperand &Operand) {
      auto *Name = dyn_cast_or_null<MDString>(Operand);
      return Name && Name->getString() == "kernel";
    });
  };
  const NamedMDNode *Annotations = M.getNamedMetadata("nvvm.annotations");
  return any_of(M, IsKernel) || (Annotations && any_of(Annotations->operands(), MarksKernel));
}

Error tensorcore::checkLegalIn(const Module &M, const MMAVariant &Variant,
                               const TargetVersion &Target) {
  bool AsUpstream = !Variant.Rejected.empty() && Target.GPU && Target.GPU->InLLVM19 && !hasKernel(M);
  return checkLegal(Variant, Target, AsUpstream);
}
