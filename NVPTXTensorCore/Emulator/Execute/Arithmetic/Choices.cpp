//===- Choices.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that choose by predicates and signs: selp, slct.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include <cmath>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

template <class T> static Step select(const Instruction &I, ThreadGroup &G) {
  const T *A = G.lanes<T>(I.Operands[0]), *B = G.lanes<T>(I.Operands[1]);
  const LaneMask P = G.getPredicate(I.Operands[2]);
  T Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Values[Lane] = P >> Lane & 1 ? A[Lane] : B[Lane];
  G.set(I.Results[0], Values);
  return Step::Next;
}

static Error readSelect(InstructionReader &R) {
  const unsigned Width = R.type().Width;
  R.Result.Execute = Width == 16   ? select<uint16_t>
                     : Width == 32 ? select<uint32_t>
                                   : select<uint64_t>;
  return Error::success();
}

/// d = c >= 0 ? a : b
template <class T, class C> static Step selectBySign(const Instruction &I, ThreadGroup &G) {
  const T *A = G.lanes<T>(I.Operands[0]), *B = G.lanes<T>(I.Operands[1]);
  const C *By = G.lanes<C>(I.Operands[2]);
  const bool Flushes = I.details<bool>();
  T Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const bool IsTiny = std::is_floating_point_v<C> && Flushes && std::abs(By[Lane]) < C(0x1p-126f);
    Values[Lane] = By[Lane] >= 0 || IsTiny ? A[Lane] : B[Lane];
  }
  G.set(I.Results[0], Values);
  return Step::Next;
}

template <class C> static Error readSelectBySign(InstructionReader &R) {
  const unsigned Width = R.type().Width;
  R.setDetails(R.get<words::Ftz>() == words::Ftz::Ftz);
  R.Result.Execute = Width == 16   ? selectBySign<uint16_t, C>
                     : Width == 32 ? selectBySign<uint32_t, C>
                                   : selectBySign<uint64_t, C>;
  return Error::success();
}

ArrayRef<RowReader> emulator::getChoiceRows() {
  static constexpr RowReader Rows[] = {
      {PTX_SELP, readSelect},
      {PTX_SLCT_S32, readSelectBySign<int32_t>},
      {PTX_SLCT_F32, readSelectBySign<float>},
  };
  return Rows;
}
