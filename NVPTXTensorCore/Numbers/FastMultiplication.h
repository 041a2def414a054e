//===- FastMultiplication.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of a multiplication as some hardware may give it, fast. Products are exact, sums are
// those of double, or of f64's fused multiply-adds, in the order of K; or, when perturbed, sums in
// another order and as imprecise as hardware's may be. MMAReference says what is exact, and
// Accuracy, which all results here satisfy, what is allowed.
//
// A multiplication decodes A, B and C with an ElementCodec, multiplies, and encodes D:
//
//   NumberTiles T;
//   T.resize(Mul, M, N, K);
//   ElementCodec(Mul.A, Bits).decode(…, T.A.data()); …    // C into T.D
//   multiply(Mul, T);
//   ElementCodec(Mul.D).encode(T.D.data(), …, Mul.Saturates);
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_NUMBERS_FASTMULTIPLICATION_H
#define NVPTXTENSORCORE_NUMBERS_FASTMULTIPLICATION_H

#include "Numbers/Multiplication.h"
#include <random>

namespace llvm::tensorcore {

/// Matrices as numbers, row by row. One object serves many multiplications; it keeps its memory.
struct NumberTiles {
  unsigned M = 0, N = 0, K = 0;
  unsigned KeptColumns = 0; ///< of A: K, or half of it if A is sparse
  unsigned ScaleCount = 0;  ///< scales of a row of A and of a column of B; 0 without any
  std::vector<double> A;    ///< M x KeptColumns
  std::vector<double> B;    ///< K x N
  std::vector<double> D;    ///< M x N: C before, D after
  /// M x KeptColumns: the column of the whole sparse A that each is, that is, the row of B that it
  /// is multiplied by. The list is empty if A is dense.
  std::vector<uint16_t> Columns;
  std::vector<double> ScaleA; ///< M x ScaleCount
  std::vector<double> ScaleB; ///< ScaleCount x N

  /// Makes space for a multiplication's matrices. What they hold is not defined.
  void resize(const Multiplication &Mul, unsigned M, unsigned N, unsigned K);
  void resize(const Multiplication &Mul) { resize(Mul, Mul.M, Mul.N, Mul.K); }
};

/// D = A * B + C, of the extents of `T`. `Mul` says operation, formats and rounding; its own
/// extents do not count. `Perturbing` null: the sums of this machine.
void multiply(const Multiplication &Mul, NumberTiles &T, std::mt19937_64 *Perturbing = nullptr);

/// All in one, for tiles of codes.
Tile multiply(const Multiplication &Mul, const OperandTiles &Tiles,
              std::mt19937_64 *Perturbing = nullptr);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_NUMBERS_FASTMULTIPLICATION_H
