//===- FastMultiplication.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All operations are sums of products of doubles. Products of integers and of floating-point
// numbers of up to 24 bits are exact; so are sums of integers, as no sum has 53 bits. Sums go
// through blocks of columns that stay in vector registers.
//
//===----------------------------------------------------------------------===//

#include "Numbers/FastMultiplication.h"
#include "Numbers/ElementCodec.h"
#include "Numbers/PerturbedSums.h"
#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;

// A version for machines with wide vectors and fused multiply-adds, chosen when the program starts.
// Sanitizers come too late for that.
#if defined(__x86_64__) && defined(__ELF__) && defined(__OPTIMIZE__) &&                            \
    !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define FOR_SEVERAL_MACHINES __attribute__((target_clones("arch=haswell", "default")))
#else
#define FOR_SEVERAL_MACHINES
#endif

void NumberTiles::resize(const Multiplication &Mul, unsigned Rows, unsigned NumColumns,
                         unsigned Depth) {
  M = Rows;
  N = NumColumns;
  K = Depth;
  KeptColumns = Mul.Group ? K / 2 : K;
  ScaleCount = Mul.ScaleCount;
  A.resize(M * KeptColumns);
  B.resize(K * N);
  D.resize(M * N);
  Columns.resize(Mul.Group ? M * KeptColumns : 0);
  ScaleA.resize(M * ScaleCount);
  ScaleB.resize(ScaleCount * N);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

namespace {

constexpr unsigned Width = 8; ///< of a block of columns
using Block = double __attribute__((vector_size(Width * sizeof(double))));

/// Holds the columns of A, from `First` on, whose products are summed.
struct Range {
  unsigned First, Count;
};

} // namespace

/// Adds products of `NumRows` rows of A with a block of columns of B.
template <unsigned NumRows>
static inline __attribute__((always_inline)) void addDenseBlock(const double *A, unsigned AStride,
                                                                const double *B, unsigned N,
                                                                double *D, unsigned Count) {
  Block Sums[NumRows];
  for (unsigned Row = 0; Row != NumRows; ++Row)
    std::memcpy(&Sums[Row], D + Row * N, sizeof(Block));
  for (unsigned K = 0; K != Count; ++K) {
    Block OfB;
    std::memcpy(&OfB, B + K * N, sizeof(Block));
    for (unsigned Row = 0; Row != NumRows; ++Row)
      Sums[Row] += A[Row * AStride + K] * OfB;
  }
  for (unsigned Row = 0; Row != NumRows; ++Row)
    std::memcpy(D + Row * N, &Sums[Row], sizeof(Block));
}

FOR_SEVERAL_MACHINES
static void addDense(const NumberTiles &T, Range Of, double *D) {
  constexpr unsigned RowsAtOnce = 4;
  const unsigned N = T.N, WholeN = N / Width * Width;
  for (unsigned Column = 0; Column != WholeN; Column += Width) {
    const double *B = T.B.data() + size_t(Of.First) * N + Column;
    unsigned Row = 0;
    for (; Row + RowsAtOnce <= T.M; Row += RowsAtOnce)
      addDenseBlock<RowsAtOnce>(T.A.data() + size_t(Row) * T.KeptColumns + Of.First, T.KeptColumns,
                                B, N, D + size_t(Row) * N + Column, Of.Count);
    for (; Row != T.M; ++Row)
      addDenseBlock<1>(T.A.data() + size_t(Row) * T.KeptColumns + Of.First, T.KeptColumns, B, N,
                       D + size_t(Row) * N + Column, Of.Count);
  }
  for (unsigned Row = 0; Row != T.M; ++Row)
    for (unsigned K = Of.First; K != Of.First + Of.Count; ++K)
      for (unsigned Column = WholeN; Column != N; ++Column)
        D[Row * N + Column] += T.A[Row * T.KeptColumns + K] * T.B[K * N + Column];
}

FOR_SEVERAL_MACHINES
static void addSparse(const NumberTiles &T, Range Of, double *D) {
  const unsigned N = T.N;
  for (unsigned Row = 0; Row != T.M; ++Row) {
    const double *A = T.A.data() + size_t(Row) * T.KeptColumns;
    const uint16_t *Columns = T.Columns.data() + size_t(Row) * T.KeptColumns;
    double *To = D + size_t(Row) * N;
    for (unsigned K = Of.First; K != Of.First + Of.Count; ++K) {
      const double *B = T.B.data() + size_t(Columns[K]) * N;
      for (unsigned Column = 0; Column != N; ++Column)
        To[Column] += A[K] * B[Column];
    }
  }
}

static void addProducts(const NumberTiles &T, Range Of, double *D) {
  if (T.Columns.empty())
    addDense(T, Of, D);
  else
    addSparse(T, Of, D);
}

/// Each block of columns has its scale; groups of a sparse A do not cross blocks.
static void addScaledProducts(NumberTiles &T) {
  thread_local std::vector<double> Part;
  const unsigned BlockColumns = T.KeptColumns / T.ScaleCount;
  for (unsigned Scale = 0; Scale != T.ScaleCount; ++Scale) {
    Part.assign(T.D.size(), 0);
    addProducts(T, {Scale * BlockColumns, BlockColumns}, Part.data());
    for (unsigned Row = 0; Row != T.M; ++Row) {
      const double ScaleA = T.ScaleA[Row * T.ScaleCount + Scale];
      for (unsigned Column = 0; Column != T.N; ++Column)
        T.D[Row * T.N + Column] +=
            Part[Row * T.N + Column] * (ScaleA * T.ScaleB[Scale * T.N + Column]);
    }
  }
}

/// a xor b of bits is a + (1 - 2a) b.
static void addDifferentBits(NumberTiles &T) {
  for (unsigned Row = 0; Row != T.M; ++Row) {
    double Count = 0;
    for (unsigned K = 0; K != T.KeptColumns; ++K) {
      double &Bit = T.A[Row * T.KeptColumns + K];
      Count += Bit;
      Bit = 1 - 2 * Bit;
    }
    for (unsigned Column = 0; Column != T.N; ++Column)
      T.D[Row * T.N + Column] += Count;
  }
  addProducts(T, {0, T.KeptColumns}, T.D.data());
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

namespace {

/// The machine's rounding, for as long as this object lives.
class RoundingScope {
public:
  explicit RoundingScope(Rounding Mode) : Before(std::fegetround()) {
    std::fesetround(Mode == Rounding::Down     ? FE_DOWNWARD
                    : Mode == Rounding::Up     ? FE_UPWARD
                    : Mode == Rounding::ToZero ? FE_TOWARDZERO
                                               : FE_TONEAREST);
  }
  ~RoundingScope() { std::fesetround(Before); }

private:
  const int Before;
};

} // namespace

/// Not inlined, so that no operation moves out of the scope of its rounding.
FOR_SEVERAL_MACHINES __attribute__((noinline)) static void addFused(NumberTiles &T) {
  const unsigned N = T.N;
  for (unsigned Row = 0; Row != T.M; ++Row)
    for (unsigned K = 0; K != T.K; ++K) {
      const double A = T.A[Row * T.K + K];
      const double *B = T.B.data() + size_t(K) * N;
      double *D = T.D.data() + size_t(Row) * N;
      for (unsigned Column = 0; Column != N; ++Column)
        D[Column] = __builtin_fma(A, B[Column], D[Column]);
    }
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

void tensorcore::multiply(const Multiplication &Mul, NumberTiles &T, std::mt19937_64 *Perturbing) {
  constexpr unsigned MaxExactBits = 23; ///< of a fraction
  if (Mul.A.getFractionBits() > MaxExactBits) {
    const RoundingScope Scope(Mul.Mode);
    return addFused(T);
  }
  if (Mul.Operator == Multiplication::XorPopc)
    return addDifferentBits(T);
  if (Perturbing && Mul.isFloat())
    return multiplyPerturbed(Mul, T, *Perturbing);
  if (T.ScaleCount)
    return addScaledProducts(T);
  addProducts(T, {0, T.KeptColumns}, T.D.data());
}

static void decodeTile(const NumberFormat &Format, const Tile &From, unsigned Matrix,
                       std::vector<double> &To) {
  const ElementCodec Codec(Format);
  const size_t First = size_t(Matrix) * From.Rows * From.Columns;
  for (size_t I = 0; I != To.size(); ++I)
    To[I] = Codec.decode(Format.toElement(From.Codes[First + I], Codec.getElementBits()));
}

Tile tensorcore::multiply(const Multiplication &Mul, const OperandTiles &Tiles,
                          std::mt19937_64 *Perturbing) {
  Tile D(Mul.M, Mul.N, Mul.Count);
  const ElementCodec CodecOfD(Mul.D);
  NumberTiles T;
  for (unsigned Matrix = 0; Matrix != Mul.Count; ++Matrix) {
    T.resize(Mul);
    decodeTile(Mul.A, Tiles.A, Matrix, T.A);
    decodeTile(Mul.B, Tiles.B, Matrix, T.B);
    decodeTile(Mul.C, Tiles.C, Matrix, T.D);
    if (Mul.Scale) {
      decodeTile(*Mul.Scale, Tiles.ScaleA, 0, T.ScaleA);
      decodeTile(*Mul.Scale, Tiles.ScaleB, 0, T.ScaleB);
    }
    for (size_t I = 0; I != T.Columns.size(); ++I)
      T.Columns[I] = uint16_t(getLogicalColumn(*Mul.Group, Tiles.Metadata,
                                               unsigned(I / T.KeptColumns), I % T.KeptColumns));
    multiply(Mul, T, Perturbing);
    for (size_t I = 0; I != T.D.size(); ++I)
      D.Codes[Matrix * T.D.size() + I] = CodecOfD.encode(T.D[I], Mul.Saturates);
  }
  return D;
}
