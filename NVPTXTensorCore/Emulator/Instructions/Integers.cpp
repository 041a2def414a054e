//===- Integers.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer arithmetic, logic, shifts and comparisons.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/LaneOperations.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

template <class T> struct Add {
  static T apply(T A, T B) { return T(std::make_unsigned_t<T>(A) + std::make_unsigned_t<T>(B)); }
  static Handler get() { return executeBinary<Add, T, T>; }
};
template <class T> struct Subtract {
  static T apply(T A, T B) { return T(std::make_unsigned_t<T>(A) - std::make_unsigned_t<T>(B)); }
  static Handler get() { return executeBinary<Subtract, T, T>; }
};

} // namespace

/// add, sub of integers.
template <template <class> class Op> static Error readAddition(InstructionReader &R) {
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  R.Result.On = *T;
  R.Result.Execute = chooseForInteger<Op>(*T);
  return readLaneOperands(R, *T, {*T, *T});
}

ArrayRef<InstructionFamily> emulator::getIntegerInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"add", readAddition<Add>},
      {"sub", readAddition<Subtract>},
  };
  return Families;
}
