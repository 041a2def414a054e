//===- NarrowArithmetic.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// add, sub, mul and fma of four numbers of 8 bits and fewer; PTX ISA 9.7.6, "Alternate Floating
// Point Instructions". Doubles hold what is computed, exactly or so that it may be rounded once
// more.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/FloatCodes.h"
#include "Emulator/Instructions/FloatOperations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static constexpr unsigned PerRegister = 4, NumElements = PerRegister * WarpSize;

namespace {
struct NarrowOperand {
  const MMANumberFormat *Format;
  unsigned Bits; ///< of an element in its register
};
struct NarrowArithmetic {
  Computation<double> Compute;
  NarrowOperand Result, Operands[3];
  CodeOptions How;
};
} // namespace

static void load(const ThreadGroup &G, Slot From, const NarrowOperand &Of,
                 double (&Values)[NumElements]) {
  const auto Mask = maskTrailingOnes<uint64_t>(Of.Format->Width);
  for (unsigned I = 0; I != NumElements; ++I) {
    const uint64_t Code = G.get(From, I / PerRegister) >> (I % PerRegister * Of.Bits);
    Values[I] = decodeNumber(*Of.Format, Code & Mask);
  }
}

static Step executeNarrow(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<NarrowArithmetic>();
  double Buffers[3][NumElements], Values[NumElements];
  for (const auto &[Number, From] : enumerate(I.Operands))
    load(G, From, Of.Operands[Number], Buffers[Number]);
  Of.Compute({Buffers[0], Buffers[1], Buffers[2]}, Values, NumElements);
  uint32_t Codes[WarpSize] = {};
  for (unsigned Element = 0; Element != NumElements; ++Element)
    Codes[Element / PerRegister] |=
        uint32_t(encodeNumber(*Of.Result.Format, getExact(Values[Element]), Of.How))
        << (Element % PerRegister * Of.Result.Bits);
  G.set(I.Results[0], Codes);
  return Step::Next;
}

/// The result's type stands for C, too, which the mnemonic does not name but of mul.
Error emulator::readNarrowFloats(InstructionReader &R, const FloatOperation &Operation, Type Result,
                                 unsigned NumOperands, bool IsFinite) {
  SmallVector<Type, 3> Types;
  while (const std::optional<Type> T = R.takeType())
    Types.push_back(*T);
  if (R.Source.Name != "mul")
    Types.push_back(Result);
  NarrowArithmetic Of = {Operation.Narrow, {findElementFormat(Result), Result.Width}, {}, {}};
  Of.How.IsSaturated = IsFinite;
  if (!Of.Compute || (!Result.is("e4m3x4") && !Result.is("e5m2x4")))
    return R.fail("the emulator does not know the type '." + Result.Name + "' here");
  if (Types.size() != NumOperands)
    return R.fail("expected the types of the result and the operands");
  for (const auto &[Number, T] : enumerate(Types)) {
    Of.Operands[Number] = {findElementFormat(T), T.Width};
    if (T.Is != Type::Narrow || T.Count != PerRegister || !Of.Operands[Number].Format)
      return R.fail("expected four elements of 8 bits or fewer, not '." + T.Name + "'");
  }
  R.setDetails(Of);
  R.Result.Execute = executeNarrow;
  for (Type &T : Types)
    T = getBitsType(T.getBits());
  return readLaneOperands(R, getBitsType(Result.getBits()), Types);
}
