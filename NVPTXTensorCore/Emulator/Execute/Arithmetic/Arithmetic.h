//===- Arithmetic.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opcodes that integers and floating-point numbers share, and what tells the types apart.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_ARITHMETIC_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_ARITHMETIC_H

#include "Emulator/Execute/Arithmetic/LaneOperations.h"

namespace llvm::tensorcore::emulator {

/// Returns true if a type is one that arithmetic rounds.
inline bool isFloat(const Type &T) { return T.Is == Type::Float || T.Is == Type::BFloat; }

/// D = Op(A, B) in each element of 8 or 16 bits of registers of 32 bits.
template <class Op, class T> Step executePacked(const Instruction &I, ThreadGroup &G) {
  constexpr unsigned Count = WarpSize * sizeof(uint32_t) / sizeof(T);
  const T *X = G.lanes<T>(I.Operands[0]), *Y = G.lanes<T>(I.Operands[1]);
  T Values[Count];
  for (unsigned Element = 0; Element != Count; ++Element)
    Values[Element] = Op::apply(X[Element], Y[Element]);
  uint32_t Packed[WarpSize];
  std::memcpy(Packed, Values, sizeof(Packed));
  G.set(I.Results[0], Packed);
  return Step::Next;
}

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_ARITHMETIC_H
