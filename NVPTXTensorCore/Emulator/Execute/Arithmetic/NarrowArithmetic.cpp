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

#include "Emulator/Execute/Arithmetic/FloatCodes.h"
#include "Emulator/Execute/Arithmetic/FloatOperations.h"
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
  NarrowOperand Numbers[4]; ///< the result and the operands
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
    load(G, From, Of.Numbers[Number + 1], Buffers[Number]);
  Of.Compute({Buffers[0], Buffers[1], Buffers[2]}, Values, NumElements);
  uint32_t Codes[WarpSize] = {};
  for (unsigned Element = 0; Element != NumElements; ++Element)
    Codes[Element / PerRegister] |=
        uint32_t(encodeNumber(*Of.Numbers[0].Format, getExact(Values[Element]), Of.How))
        << (Element % PerRegister * Of.Numbers[0].Bits);
  G.set(I.Results[0], Codes);
  return Step::Next;
}

Error emulator::readNarrowFloats(InstructionReader &R, Computation<double> Compute) {
  NarrowArithmetic Of = {Compute, {}, getCodeOptions(R.Parsed)};
  for (const auto &[Number, Operand] : enumerate(getInfo(R.Parsed.Row).Operands)) {
    const Type T = R.type(Operand.Type);
    Of.Numbers[Number] = {findElementFormat(T), T.Width};
  }
  R.setDetails(Of);
  R.Result.Execute = executeNarrow;
  return Error::success();
}
