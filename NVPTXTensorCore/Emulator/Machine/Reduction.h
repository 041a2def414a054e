//===- Reduction.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines an element in memory and an operand, as atomic operations and reductions do: atom,
// red, red.async, cp.reduce.async.bulk, redux.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_REDUCTION_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_REDUCTION_H

#include "PTX/Types.h"
#include "TensorCoreModel/Words.h"
#include <algorithm>
#include <type_traits>

namespace llvm::tensorcore::emulator {

using ptx::Type;

using AtomicOperation = words::AtomicOperation;

/// Returns true if elements of a type can be reduced so.
bool canReduce(AtomicOperation Operation, Type T);

/// Returns what an operation other than cas makes of an integer.
template <class T> T combineIntegers(AtomicOperation Is, T Old, T B) {
  using Op = AtomicOperation;
  using U = std::make_unsigned_t<T>;
  switch (Is) {
  case Op::Add:
    return T(U(Old) + U(B));
  case Op::Min:
    return std::min(Old, B);
  case Op::Max:
    return std::max(Old, B);
  case Op::Inc:
    return U(Old) >= U(B) ? T(0) : T(Old + 1);
  case Op::Dec:
    return Old == 0 || U(Old) > U(B) ? B : T(Old - 1);
  case Op::And:
    return T(U(Old) & U(B));
  case Op::Or:
    return T(U(Old) | U(B));
  case Op::Xor:
    return T(U(Old) ^ U(B));
  case Op::Exch:
  case Op::Cas:
    break;
  }
  return B;
}

/// The same of the codes of an element of any type. f32 may flush subnormal numbers to zeros with
/// their sign; sums are rounded to nearest even.
uint64_t combine(AtomicOperation Is, const Type &T, bool Flushes, uint64_t Old, uint64_t B);

/// Replaces a value at once, also among the threads of the host, and returns the old one.
template <class T, class F> T update(uint8_t *At, F Compute) {
  T *Location = reinterpret_cast<T *>(At);
  T Old = __atomic_load_n(Location, __ATOMIC_SEQ_CST);
  while (!__atomic_compare_exchange_n(Location, &Old, T(Compute(Old)), false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST)) {
  }
  return Old;
}

/// The same of an element of a width in bits.
template <class F> uint64_t update(uint8_t *At, unsigned Width, F Compute) {
  return Width == 16   ? update<uint16_t>(At, Compute)
         : Width == 32 ? update<uint32_t>(At, Compute)
                       : update<uint64_t>(At, Compute);
}

/// Reduces an element of memory, for which canReduce holds. f32 flushes subnormal numbers.
inline void reduce(uint8_t *Memory, uint64_t Value, AtomicOperation Is, const Type &T) {
  update(Memory, T.Width,
         [&](uint64_t Old) { return combine(Is, T, /*Flushes=*/true, Old, Value); });
}

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_REDUCTION_H
