//===- ArbitraryFormats.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Codes without a sign are in the order of their numbers, infinity and NaN last, in the narrow
// format as in float. So a conversion moves the exponent to another bias, and the fraction by some
// bits.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/ArbitraryFormats.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/FPEnv.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include <optional>

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral From = "llvm.convert.from.arbitrary.fp.";
static constexpr StringLiteral To = "llvm.convert.to.arbitrary.fp.";

/// The formats with a sign, a zero of each sign, and numbers below the first exponent.
static const fltSemantics *getFormat(StringRef Name) {
  return StringSwitch<const fltSemantics *>(Name)
      .Case("Float8E5M2", &APFloat::Float8E5M2())
      .Case("Float8E4M3", &APFloat::Float8E4M3())
      .Case("Float8E4M3FN", &APFloat::Float8E4M3FN())
      .Case("Float8E3M4", &APFloat::Float8E3M4())
      .Case("Float6E3M2FN", &APFloat::Float6E3M2FN())
      .Case("Float6E2M3FN", &APFloat::Float6E2M3FN())
      .Case("Float4E2M1FN", &APFloat::Float4E2M1FN())
      .Default(nullptr);
}

static StringRef getWord(const CallInst &Call, unsigned Index) {
  auto *Operand = dyn_cast<MetadataAsValue>(Call.getArgOperand(Index));
  auto *Word = Operand ? dyn_cast<MDString>(Operand->getMetadata()) : nullptr;
  return Word ? Word->getString() : "";
}

static unsigned getFractionBits(const fltSemantics &Format) {
  return APFloat::semanticsPrecision(Format) - 1;
}

static int getBias(const fltSemantics &Format) { return 1 - APFloat::semanticsMinExponent(Format); }

namespace {

/// Builds the values of one call, each of which is a vector if the call's are.
class Expansion {
public:
  Expansion(CallInst &Call, const fltSemantics &Format)
      : Builder(&Call), Call(Call), Format(Format), Narrow(APFloat::semanticsSizeInBits(Format)),
        Fraction(getFractionBits(Format)) {}

  Value *from();
  Value *to(RoundingMode Rounding);

private:
  Type *like(Type *Element) { return Call.getType()->getWithNewType(Element); }
  /// A code of the format, without its sign.
  uint64_t getCode(const APFloat &Number) {
    return Number.bitcastToAPInt().getZExtValue() & maskTrailingOnes<uint64_t>(Narrow - 1);
  }
  Constant *number(Type *Integer, uint64_t Value) { return ConstantInt::get(Integer, Value); }
  Value *round(Value *X, Value *Distance, Value *IsNegative, RoundingMode Rounding);

  IRBuilder<> Builder;
  CallInst &Call;
  const fltSemantics &Format;
  const unsigned Narrow, Fraction;
};

} // namespace

Value *Expansion::from() {
  Type *I32 = like(Builder.getInt32Ty()), *F32 = like(Builder.getFloatTy());
  constexpr unsigned FloatFraction = 23, FloatBias = 127;
  Value *Code = Builder.CreateZExt(Call.getArgOperand(0), I32);
  Value *Sign = Builder.CreateShl(Builder.CreateLShr(Code, Narrow - 1), 31);
  Value *Magnitude = Builder.CreateAnd(Code, maskTrailingOnes<uint32_t>(Narrow - 1));
  Value *Bits = Builder.CreateShl(Magnitude, FloatFraction - Fraction);
  Bits =
      Builder.CreateAdd(Bits, number(I32, uint64_t(FloatBias - getBias(Format)) << FloatFraction));
  // Below the first exponent are the multiples of the least number.
  Value *Least = ConstantFP::get(F32, APFloat::getSmallest(Format).convertToDouble());
  Value *Small = Builder.CreateFMul(Builder.CreateUIToFP(Magnitude, F32), Least);
  Bits =
      Builder.CreateSelect(Builder.CreateICmpULT(Magnitude, number(I32, uint64_t(1) << Fraction)),
                           Builder.CreateBitCast(Small, I32), Bits);
  if (APFloat::semanticsHasNaN(Format))
    Bits = Builder.CreateSelect(
        Builder.CreateICmpUGT(Magnitude, number(I32, getCode(APFloat::getLargest(Format)))),
        number(I32, 0x7fc00000), Bits);
  if (APFloat::semanticsHasInf(Format))
    Bits = Builder.CreateSelect(
        Builder.CreateICmpEQ(Magnitude, number(I32, getCode(APFloat::getInf(Format)))),
        number(I32, 0x7f800000), Bits);
  Value *Wide = Builder.CreateBitCast(Builder.CreateOr(Bits, Sign), F32);
  Type *Result = Call.getType();
  return Result->getScalarSizeInBits() > 32   ? Builder.CreateFPExt(Wide, Result)
         : Result->getScalarSizeInBits() < 32 ? Builder.CreateFPTrunc(Wide, Result)
                                              : Wide;
}

/// X without its lowest bits, which are rounded; `Distance` is their number, at least 1.
Value *Expansion::round(Value *X, Value *Distance, Value *IsNegative, RoundingMode Rounding) {
  Type *Integer = X->getType();
  Constant *One = number(Integer, 1), *Zero = number(Integer, 0);
  Value *Quotient = Builder.CreateLShr(X, Distance);
  Value *Unit = Builder.CreateShl(One, Distance);
  Value *Half = Builder.CreateLShr(Unit, 1);
  Value *Below = Builder.CreateSub(Unit, One);
  Value *Added = Zero; // towards zero
  if (Rounding == RoundingMode::NearestTiesToEven)
    Added = Builder.CreateAdd(Builder.CreateSub(Half, One), Builder.CreateAnd(Quotient, One));
  else if (Rounding == RoundingMode::NearestTiesToAway)
    Added = Half;
  else if (Rounding == RoundingMode::TowardPositive)
    Added = Builder.CreateSelect(IsNegative, Zero, Below);
  else if (Rounding == RoundingMode::TowardNegative)
    Added = Builder.CreateSelect(IsNegative, Below, Zero);
  return Builder.CreateLShr(Builder.CreateAdd(X, Added), Distance);
}

Value *Expansion::to(RoundingMode Rounding) {
  Value *Source = Call.getArgOperand(0);
  if (Source->getType()->getScalarSizeInBits() < 32)
    Source = Builder.CreateFPExt(Source, like(Builder.getFloatTy()));
  const fltSemantics &Wide = Source->getType()->getScalarType()->getFltSemantics();
  const unsigned Width = APFloat::semanticsSizeInBits(Wide), WideFraction = getFractionBits(Wide);
  const unsigned Distance = WideFraction - Fraction, Rebias = getBias(Wide) - getBias(Format);
  Type *Integer = like(Builder.getIntNTy(Width));
  Value *Bits = Builder.CreateBitCast(Source, Integer);
  Value *IsNegative = Builder.CreateICmpSLT(Bits, number(Integer, 0));
  Value *X = Builder.CreateAnd(Bits, maskTrailingOnes<uint64_t>(Width - 1));

  Value *Code = round(Builder.CreateSub(X, number(Integer, uint64_t(Rebias) << WideFraction)),
                      number(Integer, Distance), IsNegative, Rounding);
  // Below the first exponent, the fraction loses a bit for each exponent less. All that is far
  // below is less than half of the least number, but not 0.
  Value *Exponent = Builder.CreateLShr(X, WideFraction);
  Value *Lost = Builder.CreateSub(number(Integer, Rebias + 1 + Distance), Exponent);
  Lost = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Lost, number(Integer, WideFraction + 2));
  Lost = Builder.CreateBinaryIntrinsic(Intrinsic::umax, Lost, number(Integer, 1));
  Value *One = number(Integer, uint64_t(1) << WideFraction);
  Value *Significand =
      Builder.CreateOr(Builder.CreateAnd(X, maskTrailingOnes<uint64_t>(WideFraction)), One);
  Value *IsZero = Builder.CreateICmpEQ(X, number(Integer, 0));
  Significand = Builder.CreateSelect(IsZero, number(Integer, 0), Significand);
  Code = Builder.CreateSelect(Builder.CreateICmpULE(Exponent, number(Integer, Rebias)),
                              round(Significand, Lost, IsNegative, Rounding), Code);

  // Where the format has no infinity and no NaN, the result is poison in LLVM: any is right.
  const bool IsSaturated = cast<ConstantInt>(Call.getArgOperand(3))->isOne();
  const uint64_t Largest = getCode(APFloat::getLargest(Format));
  const uint64_t NaN =
      APFloat::semanticsHasNaN(Format) ? getCode(APFloat::getQNaN(Format)) : Largest;
  const uint64_t Overflow = IsSaturated                        ? Largest
                            : APFloat::semanticsHasInf(Format) ? getCode(APFloat::getInf(Format))
                                                               : NaN;
  Code = Builder.CreateSelect(Builder.CreateICmpUGT(Code, number(Integer, Largest)),
                              number(Integer, Overflow), Code);
  Code = Builder.CreateSelect(Builder.CreateFCmpUNO(Source, Source), number(Integer, NaN), Code);
  Value *Sign = Builder.CreateSelect(IsNegative, number(Integer, uint64_t(1) << (Narrow - 1)),
                                     number(Integer, 0));
  return Builder.CreateTrunc(Builder.CreateOr(Code, Sign), Call.getType());
}

static bool isFloat(const Type *T) {
  const Type *Element = T->getScalarType();
  return Element->isHalfTy() || Element->isBFloatTy() || Element->isFloatTy() ||
         Element->isDoubleTy();
}

static bool haveSameLanes(const Type *L, const Type *R) {
  auto *Left = dyn_cast<FixedVectorType>(L), *Right = dyn_cast<FixedVectorType>(R);
  return Left && Right ? Left->getNumElements() == Right->getNumElements()
                       : !L->isVectorTy() && !R->isVectorTy();
}

/// The value that a call stands for; null if something of it is not known.
static Value *expand(CallInst &Call) {
  const bool IsFrom = Call.getCalledFunction()->getName().starts_with(From);
  if (Call.arg_size() != (IsFrom ? 2 : 4))
    return nullptr;
  const fltSemantics *Format = getFormat(getWord(Call, 1));
  const Type *Integers = IsFrom ? Call.getArgOperand(0)->getType() : Call.getType();
  const Type *Floats = IsFrom ? Call.getType() : Call.getArgOperand(0)->getType();
  if (!Format || !Integers->isIntOrIntVectorTy(APFloat::semanticsSizeInBits(*Format)) ||
      !isFloat(Floats) || !haveSameLanes(Integers, Floats))
    return nullptr;
  Expansion Expanded(Call, *Format);
  if (IsFrom)
    return Expanded.from();
  std::optional<RoundingMode> Rounding = convertStrToRoundingMode(getWord(Call, 2));
  const bool IsKnown = Rounding && *Rounding != RoundingMode::Dynamic;
  return IsKnown && isa<ConstantInt>(Call.getArgOperand(3)) ? Expanded.to(*Rounding) : nullptr;
}

bool tensorcore::lowerArbitraryFormats(Module &M) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration() || !(F.getName().starts_with(From) || F.getName().starts_with(To)))
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      Value *Expanded = Call && Call->getCalledFunction() == &F ? expand(*Call) : nullptr;
      if (!Expanded)
        continue;
      Expanded->takeName(Call);
      Call->replaceAllUsesWith(Expanded);
      Call->eraseFromParent();
      Changed = true;
    }
    if (F.use_empty())
      F.eraseFromParent();
  }
  return Changed;
}

std::string tensorcore::explainArbitraryFormat(StringRef Name) {
  if (!Name.starts_with(From) && !Name.starts_with(To))
    return "";
  return "expected half, bfloat, float or double, a format of Float8E5M2, Float8E4M3, "
         "Float8E4M3FN, "
         "Float8E3M4, Float6E3M2FN, Float6E2M3FN and Float4E2M1FN, integers of its size, and a "
         "rounding "
         "mode of llvm.fptrunc.round";
}
