//===- SharedAddresses.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses are followed to the memory that they are of, through casts and the arithmetic that
// puts them into descriptors. What leads nowhere is left alone.
//
//===----------------------------------------------------------------------===//

#include "IR/Verifier/SharedAddresses.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "IR/Analysis/ReportList.h"
#include "IR/Intrinsics/MMACall.h"
#include "IR/Intrinsics/TCGen05Calls.h"
#include "IR/Verifier/NVVMIntrinsics.h"
#include "Model/Layouts/SharedMemoryTiles.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The number of values through which an address is followed.
static constexpr unsigned MaxSteps = 12;
/// The bytes that ldmatrix and stmatrix access at once, which are also their alignment.
static constexpr unsigned RowBytes = 16;
/// The destination of a tensor copy needs at least this alignment.
static constexpr unsigned CopyAlignment = 128;

static StringRef nameSpace(unsigned Space) {
  switch (Space) {
  case ConstantSpace:
    return "constant";
  case LocalSpace:
    return "local";
  default:
    return "global";
  }
}

/// Returns the name of the memory of an address that is certainly not in shared memory, such as
/// "local variable %x", or an empty string.
static std::string nameOtherMemory(const Value &Memory) {
  std::string Name = Memory.hasName() ? " '" + printName(Memory) + "'" : "";
  if (isa<AllocaInst>(Memory))
    return "a variable" + Name + " in local memory";
  if (auto *Variable = dyn_cast<GlobalVariable>(&Memory))
    return Variable->getAddressSpace() == SharedSpace
               ? ""
               : ("variable" + Name + " in " + nameSpace(Variable->getAddressSpace()) + " memory")
                     .str();
  auto *Parameter = dyn_cast<Argument>(&Memory);
  if (!Parameter || !isKernel(*Parameter->getParent()))
    return "";
  const std::string Which = "parameter " + std::to_string(Parameter->getArgNo()) + Name;
  if (Parameter->hasByValAttr())
    return Which + " of the kernel";
  const unsigned Space = Parameter->getType()->getPointerAddressSpace();
  return Space == SharedSpace
             ? ""
             : ("what " + Which + " of the kernel points to, in " + nameSpace(Space) + " memory")
                   .str();
}

static const Value *findPointer(const Value &Word, unsigned Steps) {
  auto *Op = dyn_cast<Operator>(&Word);
  if (!Op || Steps == MaxSteps)
    return nullptr;
  switch (Op->getOpcode()) {
  case Instruction::PtrToInt:
    return Op->getOperand(0);
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Add:
  case Instruction::LShr:
  case Instruction::Shl:
  case Instruction::Trunc:
  case Instruction::ZExt:
    break;
  default:
    return nullptr;
  }
  const Value *Found = nullptr;
  for (const Value *Part : Op->operand_values())
    if (const Value *Pointer = findPointer(*Part, Steps + 1)) {
      if (Found && Found != Pointer)
        return nullptr;
      Found = Pointer;
    }
  return Found;
}

const Value *tensorcore::findPointer(const Value &Word) { return ::findPointer(Word, 0); }

static const Value &getMemory(const Value &Pointer) {
  return *getUnderlyingObject(&Pointer, MaxSteps);
}

static void checkSpace(ReportList &Found, const CallBase &Call, const Twine &What,
                       const Value &Pointer) {
  const std::string Other = nameOtherMemory(getMemory(Pointer));
  if (!Other.empty())
    Found.add(Check::SharedAddresses, Call,
              What + " of " + getCallee(Call)->getName() + " must be in shared memory, and is of " +
                  Other +
                  " (PTX ISA, State Spaces); expected a __shared__ variable, in LLVM one in "
                  "addrspace(3)");
}

/// Returns what is known about an address's low bits, which are the same in all spaces.
static KnownBits getLowBits(const Value &Pointer, const DataLayout &Layout) {
  KnownBits Sum = KnownBits::makeConstant(APInt(64, 0));
  const Value *Base = Pointer.stripPointerCasts();
  for (unsigned Step = 0; Step < MaxSteps; ++Step) {
    auto *Offset = dyn_cast<GEPOperator>(Base);
    if (!Offset)
      break;
    SmallMapVector<Value *, APInt, 4> Variables;
    APInt Constant(64, 0);
    if (!Offset->collectOffset(Layout, 64, Variables, Constant))
      return KnownBits(64);
    Sum = KnownBits::computeForAddSub(/*Add=*/true, /*NSW=*/false, /*NUW=*/false, Sum,
                                      KnownBits::makeConstant(Constant));
    for (const auto &[Index, Scale] : Variables)
      Sum = KnownBits::computeForAddSub(
          /*Add=*/true, /*NSW=*/false, /*NUW=*/false, Sum,
          KnownBits::mul(computeKnownBits(Index, Layout).sextOrTrunc(64),
                         KnownBits::makeConstant(Scale)));
    Base = Offset->getPointerOperand()->stripPointerCasts();
  }
  KnownBits OfBase = computeKnownBits(Base, Layout).zextOrTrunc(64);
  OfBase.Zero.setLowBits(Log2(Base->getPointerAlignment(Layout)));
  return KnownBits::computeForAddSub(/*Add=*/true, /*NSW=*/false, /*NUW=*/false, Sum, OfBase);
}

Align tensorcore::getAlignmentInAnySpace(const Value &Pointer, const DataLayout &Layout) {
  const unsigned Zeros = getLowBits(Pointer, Layout).countMinTrailingZeros();
  return Align(uint64_t(1) << std::min(Zeros, Value::MaxAlignmentExponent));
}

static void checkRows(ReportList &Found, const CallBase &Call, const Value &Pointer) {
  const KnownBits Known = getLowBits(Pointer, Call.getModule()->getDataLayout());
  const StringRef Name = getCallee(Call)->getName();
  if (const uint64_t Behind = Known.One.getZExtValue() % RowBytes)
    Found.add(Check::SharedAddresses, Call,
              "the address of a row of " + Name + " is " + Twine(Behind) +
                  " bytes after a multiple of " + Twine(RowBytes) + "; expected a multiple of " +
                  Twine(RowBytes) + " bytes (PTX ISA, " +
                  (Name.contains("stmatrix") ? "stmatrix" : "ldmatrix") + ")");
}

/// Returns true if a variable of shared memory may begin between two multiples of a number, for all
/// that is known: ptxas places those with large alignments first.
static bool mayBegin(const GlobalVariable &Variable, unsigned Between) {
  const DataLayout &Layout = Variable.getParent()->getDataLayout();
  auto GetAlignment = [&](const GlobalVariable &V) {
    return Layout.getValueOrABITypeAlignment(V.getAlign(), V.getValueType()).value();
  };
  const uint64_t Own = GetAlignment(Variable);
  if (Own >= Between || Variable.isDeclaration())
    return false;
  return Own < CopyAlignment ||
         any_of(
             Variable.getParent()->globals(),
             [&](const auto &Other) {
               return Other.getAddressSpace() == SharedSpace && GetAlignment(Other) >= Own &&
                      Layout.getTypeAllocSize(Other.getValueType()) % Between != 0;
             });
}

/// The swizzle of a descriptor without a base offset; null if it is not known, or none.
static const SharedMemorySwizzleInfo *findSwizzle(const KnownBits &Known,
                                                  MatrixDescriptorFormat Format) {
  const BitLayout &Layout = getLayout(Format);
  auto Get = [&](unsigned Field) -> std::optional<uint64_t> {
    const BitSlot *Slot = Layout.find(Field);
    const uint64_t Ones = Known.One.getZExtValue(), Both = Ones | Known.Zero.getZExtValue();
    if (!Slot || (Both & Slot->getMask()) != Slot->getMask())
      return std::nullopt;
    return Slot->extract(Ones);
  };
  const std::optional<uint64_t> Mode = Get(MatrixDescriptorField_Swizzle);
  if (!Mode || *Mode == 0 || Get(MatrixDescriptorField_BaseOffset) != 0u)
    return nullptr;
  const auto *It = find_if(getSharedMemorySwizzles(), [&](const SharedMemorySwizzleInfo &S) {
    return S.getMode(Format) == *Mode;
  });
  return It == getSharedMemorySwizzles().end() ? nullptr : It;
}

static void checkAlignment(ReportList &Found, const CallBase &Call, const Twine &What,
                           const Value &Word, const Value &Pointer, MatrixDescriptorFormat Format) {
  auto *Variable = dyn_cast<GlobalVariable>(&getMemory(Pointer));
  const SharedMemorySwizzleInfo *Swizzle =
      findSwizzle(computeKnownBits(&Word, Call.getModule()->getDataLayout()), Format);
  if (!Variable || !Swizzle || !mayBegin(*Variable, Swizzle->getAlignment()))
    return;
  Found.add(Check::DescriptorAlignment, Call,
            What + " of " + getCallee(Call)->getName() + " has the swizzle " + Swizzle->Key +
                ", whose pattern begins at multiples of " + Twine(Swizzle->getAlignment()) +
                " bytes, and variable '" + printName(*Variable) + "' is aligned to " +
                Twine(Variable->getAlign().valueOrOne().value()) + "; expected alignas(" +
                Twine(Swizzle->getAlignment()) +
                "), or a base offset (PTX ISA, Matrix descriptor)");
}

static void checkMatrices(ReportList &Found, const CallBase &Call, const MMAVariant &Variant) {
  const bool IsWGMMA = Variant.Family == MMAFamily_WGMMA;
  if (!IsWGMMA && !isTCGen05(Variant))
    return;
  for (auto [Index, Argument] : enumerate(Variant.Signature.Arguments)) {
    const Value *Word = Call.getArgOperand(Index);
    if (!is_contained({"a", "b", "source"}, Argument.Name) || !Word->getType()->isIntegerTy(64))
      continue;
    const Value *Pointer = findPointer(*Word);
    if (!Pointer)
      continue;
    const std::string What = "the matrix descriptor " + Argument.Name.str();
    checkSpace(Found, Call, What, *Pointer);
    checkAlignment(Found, Call, What, *Word, *Pointer,
                   IsWGMMA ? MatrixDescriptorFormat_WGMMA : MatrixDescriptorFormat_TCGen05);
  }
}

/// Pointers that are of shared memory by their type. Generic ones are left alone: LLVM takes any.
static void checkPointers(ReportList &Found, const CallBase &Call, const MMAVariant *Variant) {
  for (auto [Index, Operand] : enumerate(Call.args())) {
    auto *Type = dyn_cast<PointerType>(Operand->getType());
    if (!Type || Type->getAddressSpace() != SharedSpace)
      continue;
    checkSpace(Found, Call, "operand " + Twine(Index), *Operand);
    if (Variant && is_contained({MMAFamily_LdMatrix, MMAFamily_StMatrix}, Variant->Family))
      checkRows(Found, Call, *Operand);
  }
}

void tensorcore::verifySharedAddresses(const Module &M) {
  if (isOff(Check::SharedAddresses) && isOff(Check::DescriptorAlignment))
    return;
  ReportList Found(Check::SharedAddresses);
  for (const Function &Declaration : M) {
    const NVVMIntrinsic *Intrinsic = getNVVMIntrinsic(Declaration);
    if (!Intrinsic)
      continue;
    for (const User *U : Declaration.users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || getCallee(*Call) != &Declaration)
        continue;
      checkPointers(Found, *Call, Intrinsic->getVariant());
      if (const MMAVariant *Variant = Intrinsic->getVariant())
        checkMatrices(Found, *Call, *Variant);
    }
  }
  Found.report();
}
