//===- LaneOperations.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that do the same in each lane: an array of 32 results from arrays of 32 operands,
// which the compiler makes vector instructions of. Lanes that are not active are computed, too, and
// dropped; so an operation must have a result whatever its operands are.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_LANEOPERATIONS_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_LANEOPERATIONS_H

#include "Emulator/Execute/InstructionTable.h"
#include "Emulator/Machine/ThreadGroup.h"

namespace llvm::tensorcore::emulator {

/// D = Op(A) in each lane, where Op is a type with `static D apply(A)`.
template <class Op, class D, class A> Step executeUnary(const Instruction &I, ThreadGroup &G) {
  const A *X = G.lanes<A>(I.Operands[0]);
  D Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Values[Lane] = Op::apply(X[Lane]);
  G.set(I.Results[0], Values);
  return Step::Next;
}

template <class Op, class D, class A, class B = A>
Step executeBinary(const Instruction &I, ThreadGroup &G) {
  const A *X = G.lanes<A>(I.Operands[0]);
  const B *Y = G.lanes<B>(I.Operands[1]);
  D Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Values[Lane] = Op::apply(X[Lane], Y[Lane]);
  G.set(I.Results[0], Values);
  return Step::Next;
}

template <class Op, class D, class A, class B = A, class C = D>
Step executeTernary(const Instruction &I, ThreadGroup &G) {
  const A *X = G.lanes<A>(I.Operands[0]);
  const B *Y = G.lanes<B>(I.Operands[1]);
  const C *Z = G.lanes<C>(I.Operands[2]);
  D Values[WarpSize];
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Values[Lane] = Op::apply(X[Lane], Y[Lane], Z[Lane]);
  G.set(I.Results[0], Values);
  return Step::Next;
}

/// A handler for an integer type: Choose<T>::get() with the type of C++ that has T's values.
template <template <class> class Choose> Handler chooseForInteger(Type T) {
  switch (T.Width) {
  case 8:
    return T.isSigned() ? Choose<int8_t>::get() : Choose<uint8_t>::get();
  case 16:
    return T.isSigned() ? Choose<int16_t>::get() : Choose<uint16_t>::get();
  case 32:
    return T.isSigned() ? Choose<int32_t>::get() : Choose<uint32_t>::get();
  case 64:
    return T.isSigned() ? Choose<int64_t>::get() : Choose<uint64_t>::get();
  default:
    return nullptr;
  }
}

/// Reads a row that one handler executes, whatever its words are.
template <Handler Execute> Error readAs(InstructionReader &R) {
  R.Result.Execute = Execute;
  return Error::success();
}

/// Reads `d`, `d|p` or `{d, e}`, and operands, each with its type.
Error readSlots(InstructionReader &R, const ptx::Operand &Results, ArrayRef<Type> ResultTypes,
                ArrayRef<ptx::Operand> Operands, ArrayRef<Type> Types);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_ARITHMETIC_LANEOPERATIONS_H
