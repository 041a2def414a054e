//===- RegisterForm.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names and signatures.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/RegisterForm.h"
#include "IR/Analysis/Calls.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/SignatureTypes.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

bool tensorcore::hasRegisterForm(MMAOpcode Opcode) {
  switch (getMMAOpcodeInfo(Opcode).Family) {
  case MMAFamily_WGMMA:
  case MMAFamily_Hold:
  case MMAFamily_TCGen05Copy:
  case MMAFamily_TCGen05Access:
  case MMAFamily_TCGen05MMA:
  case MMAFamily_Companion:
    return true;
  case MMAFamily_TCGen05: // with an address of tensor memory
    return any_of(getMMAOpcodeInfo(Opcode).Operands,
                  [](const MMAOperandGroup &Group) { return Group.Role == "taddr"; });
  default:
    return false;
  }
}

/// "WGMMA_SS_F32x4" and "f32" of a name in register form; nothing of others.
static std::pair<StringRef, StringRef> splitName(const Function &F) {
  StringRef Name = F.getName();
  if (!F.isDeclaration() || !Name.consume_front(RegisterFormPrefix))
    return {};
  return Name.split('.');
}

std::optional<MMAOpcode> tensorcore::getRegisterFormOpcode(const Function &F) {
  std::optional<MMAOpcode> Opcode = lookupMMAOpcode(splitName(F).first);
  return Opcode && hasRegisterForm(*Opcode) ? Opcode : std::nullopt;
}

/// Null for what is none.
static Type *parseType(LLVMContext &Context, StringRef Name) {
  unsigned Space, Lanes;
  if (Name.consume_front("p"))
    return Name.getAsInteger(10, Space) ? nullptr : PointerType::get(Context, Space);
  if (Name.consume_front("v")) {
    Type *Element = Name.consumeInteger(10, Lanes) || !Lanes ? nullptr : parseType(Context, Name);
    return Element && !Element->isVectorTy() ? FixedVectorType::get(Element, Lanes) : nullptr;
  }
  return StringSwitch<Type *>(Name)
      .Case("i1", Type::getInt1Ty(Context))
      .Case("i16", Type::getInt16Ty(Context))
      .Case("i32", Type::getInt32Ty(Context))
      .Case("i64", Type::getInt64Ty(Context))
      .Case("f16", Type::getHalfTy(Context))
      .Case("bf16", Type::getBFloatTy(Context))
      .Case("f32", Type::getFloatTy(Context))
      .Case("f64", Type::getDoubleTy(Context))
      .Default(nullptr);
}

Type *tensorcore::getRegisterFormType(const Function &F) {
  Type *Register = parseType(F.getContext(), splitName(F).second);
  const bool IsLegal = Register && Register->getPrimitiveSizeInBits() == 32 &&
                       (!Register->isVectorTy() || Register->getScalarSizeInBits() == 16);
  return IsLegal ? Register : nullptr;
}

/// The arguments of tcgen05, as the opcode lists them, and the MMA descriptor.
static SmallVector<Type *, 0> getListedArguments(MMAOpcode Opcode, LLVMContext &Context) {
  SmallVector<Type *, 0> Arguments;
  for (const MMAOperandGroup &Group : getMMAOpcodeInfo(Opcode).Operands)
    Arguments.append(Group.Count, Type::getIntNTy(Context, Group.Bits));
  Arguments.push_back(Type::getInt64Ty(Context));
  return Arguments;
}

FunctionType *tensorcore::getRegisterFormFunctionType(MMAOpcode Opcode, Type &Register) {
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(Opcode);
  LLVMContext &Context = Register.getContext();
  Type *I32 = Type::getInt32Ty(Context), *I64 = Type::getInt64Ty(Context);
  SmallVector<Type *, 0> Results(Info.DCount + Info.HasReduced, &Register), Arguments = Results;
  if (Info.Family != MMAFamily_WGMMA && Info.Family != MMAFamily_Hold)
    Arguments = getListedArguments(Opcode, Context);
  if (Info.Family == MMAFamily_WGMMA) {
    Arguments.append(Info.ACount, Info.ACount == 1 ? I64 : I32);
    Arguments.append(Info.BCount, I64);
    if (Info.HasMetadata)
      Arguments.append({I32, I32});
    Arguments.append({Type::getInt1Ty(Context), I64});
  }
  return makeFunctionType(Context, Results, Arguments);
}

Function *tensorcore::getRegisterFormDeclaration(Module &M, MMAOpcode Opcode, Type &Register) {
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(Opcode);
  std::string Name = (RegisterFormPrefix + Info.Name + "." + getTypeSuffix(Register)).str();
  FunctionType *Type = getRegisterFormFunctionType(Opcode, Register);
  auto *F = cast<Function>(M.getOrInsertFunction(Name, Type).getCallee());
  F->addFnAttrs(getTrueAttributes(M.getContext(), Info.Family));
  return F;
}

MMAOpcode tensorcore::getHoldOpcode(const Type &Register, unsigned Count) {
  StringRef Kind = Register.isFloatTy() ? "F32" : "B32";
  return *lookupMMAOpcode(("WGMMA_HOLD_" + Kind + "x" + Twine(Count)).str());
}

/// The registers of a form, without words.
static FunctionType *getCompanionFunctionType(LLVMContext &Context, CompanionForm Form) {
  MMASignature Registers = getCompanionFormInfo(Form).Signature;
  SmallVector<MMAArgument, 16> Arguments;
  copy_if(Registers.Arguments, std::back_inserter(Arguments),
          [](const MMAArgument &Argument) { return Argument.Words.empty(); });
  Registers.Arguments = Arguments;
  return getSignatureFunctionType(Context, Registers, getPointerSpace(Form));
}

/// The types of results and arguments, in this order.
static SmallVector<Type *, 16> getTypes(const FunctionType &Registers) {
  SmallVector<Type *, 16> Types;
  Type *Result = Registers.getReturnType();
  if (auto *Struct = dyn_cast<StructType>(Result))
    append_range(Types, Struct->elements());
  else if (!Result->isVoidTy())
    Types.push_back(Result);
  append_range(Types, Registers.params());
  return Types;
}

/// The type of a declaration: of a name that says other than this, null.
static FunctionType *makeCompanionFunctionType(LLVMContext &Context, MMAOpcode Opcode,
                                               ArrayRef<Type *> Types) {
  const unsigned NumResults = getMMAOpcodeInfo(Opcode).DCount;
  if (Types.size() < NumResults || is_contained(Types, nullptr))
    return nullptr;
  SmallVector<Type *, 16> Arguments(Types.drop_front(NumResults));
  Arguments.push_back(Type::getInt64Ty(Context));
  return makeFunctionType(Context, Types.take_front(NumResults), Arguments);
}

static std::string getCompanionName(MMAOpcode Opcode, ArrayRef<Type *> Types) {
  std::string Name = (RegisterFormPrefix + getMMAOpcodeInfo(Opcode).Name).str();
  for (const Type *T : Types)
    Name += "." + getTypeSuffix(*T);
  return Name;
}

Function *tensorcore::getCompanionDeclaration(Module &M, CompanionForm Form) {
  const MMAOpcode Opcode = getCompanionOpcode(Form);
  const SmallVector<Type *, 16> Types = getTypes(*getCompanionFunctionType(M.getContext(), Form));
  auto *F =
      cast<Function>(M.getOrInsertFunction(getCompanionName(Opcode, Types),
                                           makeCompanionFunctionType(M.getContext(), Opcode, Types))
                         .getCallee());
  F->addParamAttr(F->arg_size() - 1, Attribute::ImmArg);
  return F;
}

namespace {

/// Represents an intrinsic in register form. Its operands decide whether selection accepts a call.
class RegisterFormIntrinsic final : public NVVMIntrinsic {
public:
  explicit RegisterFormIntrinsic(MMAOpcode Opcode) : Opcode(Opcode) {}

  StringRef getName() const override { return getMMAOpcodeInfo(Opcode).Name; }
  bool mayBeUndefined() const override { return !isCompanion(Opcode); }
  FunctionType *getType(const Function &F) const override;
  /// The call that was lowered to a companion has given it its own.
  void addAttributes(AttrBuilder &Builder) const override {
    if (!isCompanion(Opcode))
      addTrueAttributes(Builder, getMMAOpcodeInfo(Opcode).Family);
  }
  Error check(const CallBase &Call, const TargetVersion &) const override {
    return isCompanion(Opcode) ? checkCompanion(Call) : Error::success();
  }

private:
  MMAOpcode Opcode;

  Error checkCompanion(const CallBase &Call) const;
};

} // namespace

FunctionType *RegisterFormIntrinsic::getType(const Function &F) const {
  if (!isCompanion(Opcode)) {
    Type *Register = getRegisterFormType(F);
    return Register ? getRegisterFormFunctionType(Opcode, *Register) : nullptr;
  }
  SmallVector<StringRef, 16> Names;
  splitName(F).second.split(Names, '.', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return makeCompanionFunctionType(
      F.getContext(), Opcode,
      map_to_vector<16>(Names, [&](StringRef Name) { return parseType(F.getContext(), Name); }));
}

/// Checks that the word names an instruction with the registers of the call.
Error RegisterFormIntrinsic::checkCompanion(const CallBase &Call) const {
  auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(Call.arg_size() - 1));
  if (!Constant)
    return makeError("the last operand of " + getName() + " must be a constant");
  Expected<CompanionWord> Word = CompanionWord::decode(Constant->getZExtValue());
  if (!Word)
    return Word.takeError();
  const auto Types = getTypes(*getCompanionFunctionType(Call.getContext(), Word->Form));
  if (getCompanionOpcode(Word->Form) != Opcode ||
      makeCompanionFunctionType(Call.getContext(), Opcode, Types) != Call.getFunctionType())
    return makeError(getCompanionFormInfo(Word->Form).Name + " has other registers than " +
                     getName());
  return Error::success();
}

const NVVMIntrinsic *tensorcore::getRegisterFormIntrinsic(const Function &F) {
  static const std::vector<RegisterFormIntrinsic> Forms = [] {
    std::vector<RegisterFormIntrinsic> Result;
    for (unsigned I = 0; I < getMMAOpcodes().size(); ++I)
      Result.emplace_back(MMAOpcode(I));
    return Result;
  }();
  std::optional<MMAOpcode> Opcode = getRegisterFormOpcode(F);
  return Opcode ? &Forms[*Opcode] : nullptr;
}
