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
#include "IR/SignatureTypes.h"
#include "Model/MMACatalogue.h"
#include "Model/MMASignature.h"
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

/// The IDs behind those of the variants.
static unsigned getFirstRegisterFormID() {
  return Intrinsic::num_intrinsics + getMMAVariants().size();
}

std::optional<MMAOpcode> tensorcore::getRegisterFormOpcode(unsigned ID) {
  if (ID < getFirstRegisterFormID() || ID - getFirstRegisterFormID() >= getMMAOpcodes().size())
    return std::nullopt;
  return MMAOpcode(ID - getFirstRegisterFormID());
}

unsigned tensorcore::getIntrinsicID(MMAOpcode RegisterForm) {
  return getFirstRegisterFormID() + RegisterForm;
}

/// The IDs behind those.
static unsigned getFirstCompanionID() { return getFirstRegisterFormID() + getMMAOpcodes().size(); }

std::optional<CompanionForm> tensorcore::getCompanionForm(unsigned ID) {
  if (ID < getFirstCompanionID() || ID - getFirstCompanionID() >= getCompanionForms().size())
    return std::nullopt;
  return CompanionForm(ID - getFirstCompanionID());
}

unsigned tensorcore::getIntrinsicID(CompanionForm RegisterForm) {
  return getFirstCompanionID() + RegisterForm;
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

WGMMAArguments::WGMMAArguments(const MMAVariant &V) {
  StringRef Immediates = spellMMAField(MMAField_Immediates, V.Immediates);
  unsigned Next = B + 1;
  Metadata = Next;
  Selector = Next + 1;
  if (getMMAOpcodeInfo(V.Opcode).HasMetadata)
    Next += 2;
  ScaleD = Next++;
  FirstSign = Next;
  SignCount = Immediates.contains("scale") ? 2 : 0;
  FirstTranspose = FirstSign + SignCount;
  TransposeCount = !Immediates.contains("trans") ? 0 : V.Residency ? 1 : 2;
}

/// The vector that a thread's part of a 64 x N tile is.
static Type *getAccumulatorType(LLVMContext &Context, const MMAVariant &V) {
  Type *Element = getRegisterType(Context, V.D)->getScalarType();
  return FixedVectorType::get(Element, lookupMMAShape(V.Shape)->Columns / 2);
}

static FunctionType *getWGMMAFunctionType(LLVMContext &Context, const MMAVariant &V) {
  WGMMAArguments Positions(V);
  Type *Accumulators = getAccumulatorType(Context, V);
  Type *I32 = Type::getInt32Ty(Context), *I64 = Type::getInt64Ty(Context);
  SmallVector<Type *, 12> Arguments = {Accumulators,
                                       V.Residency ? FixedVectorType::get(I32, 4) : I64, I64};
  if (getMMAOpcodeInfo(V.Opcode).HasMetadata)
    Arguments.append({I32, I32});
  Arguments.push_back(Type::getInt1Ty(Context));
  Arguments.append(Positions.SignCount + Positions.TransposeCount, I32);
  return FunctionType::get(Accumulators, Arguments, /*isVarArg=*/false);
}

static FunctionType *getWGMMASyncFunctionType(LLVMContext &Context, const MMAVariant &V) {
  SmallVector<Type *, 1> Arguments(getMMAOpcodeInfo(V.Opcode).HasCount, Type::getInt64Ty(Context));
  return FunctionType::get(Type::getVoidTy(Context), Arguments, /*isVarArg=*/false);
}

FunctionType *tensorcore::getMMAFunctionType(LLVMContext &Context, const MMAVariant &V,
                                             unsigned AddressSpace) {
  if (V.Family == MMAFamily_WGMMA)
    return getWGMMAFunctionType(Context, V);
  if (V.Family == MMAFamily_WGMMASync)
    return getWGMMASyncFunctionType(Context, V);
  if (!V.Signature.empty())
    return getSignatureFunctionType(Context, getMMASignature(V));
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(V.Opcode);
  bool IsMoved = V.Element != MMAType_None;
  SmallVector<Type *, 8> Results(Opcode.DCount,
                                 getRegisterType(Context, IsMoved ? V.Element : V.D));
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
  return makeFunctionType(Context, Results, Arguments);
}

std::optional<unsigned> tensorcore::getSelectorArgument(const MMAVariant &V) {
  const MMAOpcodeInfo &Opcode = getMMAOpcodeInfo(V.Opcode);
  if (!Opcode.HasMetadata)
    return std::nullopt;
  if (V.Family == MMAFamily_WGMMA)
    return WGMMAArguments(V).Selector;
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
  const MMAVariant *Variant = lookupMMAVariant(Declaration.getName());
  // A plain name says nothing of A: its type does.
  if (Variant && Variant->Family == MMAFamily_WGMMA &&
      Declaration.getName() == getPlainName(*Variant)) {
    FunctionType *Type = Declaration.getFunctionType();
    bool InRegisters = Type->getNumParams() > 1 && Type->getParamType(1)->isVectorTy();
    return InRegisters ? lookupOtherResidency(*Variant) : Variant;
  }
  return Variant;
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
  bool AsUpstream =
      !Variant.Rejected.empty() && Target.GPU && Target.GPU->InLLVM19 && !hasKernel(M);
  return checkLegal(Variant, Target, AsUpstream);
}
