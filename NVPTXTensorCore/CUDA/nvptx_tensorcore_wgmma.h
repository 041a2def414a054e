//===- nvptx_tensorcore_wgmma.h - wgmma for CUDA C++ ------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hopper's asynchronous warpgroup multiplication as device functions: one class for
// each multiplication, fence, commit and wait, matrix descriptors. They are calls of
// the intrinsics llvm.nvvm.wgmma.*, which clang-22 makes of asm labels and the plug-in
// compiles; there is no inline assembly here. Accumulators are vectors, values like
// others: the compiler keeps them in their registers, and watches that nobody touches
// them while they are in flight (docs/wgmma.md).
//
//   using MMA = wgmma<256, f32, f16, f16>;        // m64n256k16
//   MMA::Accumulator d;
//   wgmma_fence();
//   d = MMA::mma_async(d, a, b, /*scale_d=*/false);
//   d = MMA::mma_async(d, wgmma_advance(a, 32), wgmma_advance(b, 32), true);
//   wgmma_commit_group();
//   wgmma_wait_group<0>(d);
//
// Matrix descriptors are made in nvptx_tensorcore_descriptor.h. Every function has to be executed
// by all threads of a warpgroup, except for those that only compute. C++17, clang-22 in CUDA mode
// with the plug-in, sm_90a, PTX ISA 8.0 where nothing else is said. Needs no header of the CUDA
// SDK.
//
// The build makes nvptx_tensorcore_wgmma.inc from TableGen/WGMMA.td.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_WGMMA_H
#define NVPTX_TENSORCORE_WGMMA_H

#include "nvptx_tensorcore_descriptor.h"
#include "nvptx_tensorcore_types.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat" // diagnose_if

namespace nvptx_tensorcore {

/// A thread's part of A in registers: four of 32 bits. Of a type of w bits, register r
/// has the elements of
///   row     16 * warp + lane / 4 + 8 * (r % 2)
///   columns 32 / w * (lane % 4 + 4 * (r / 2)) and those that follow it.
using WGMMAFragmentA = Vector<unsigned, 4>;

namespace detail {

template <class Type> struct WGMMAElement;
template <> struct WGMMAElement<f16> {
  using Type = _Float16;
};
template <> struct WGMMAElement<f32> {
  using Type = float;
};
template <> struct WGMMAElement<s32> {
  using Type = int;
};

/// Describes what wgmma<N, D, A, B> can do.
/// \tparam Depth          K of the dense instruction.
/// \tparam IsScaled       It can negate A and B.
/// \tparam IsTransposable It can transpose what is in shared memory.
/// \tparam NumSelectors   Values of the sparsity selector; 0: there is no sparse form.
template <int N, class D, int Depth, bool IsScaled, bool IsTransposable, int NumSelectors,
          bool IsSaturable>
struct WGMMATraits {
  static constexpr bool Exists = true;
  static constexpr int K = Depth;
  static constexpr bool Scaled = IsScaled, Transposable = IsTransposable, Saturable = IsSaturable;
  static constexpr int Selectors = NumSelectors;
  using Accumulator = Vector<typename WGMMAElement<D>::Type, N / 2>;
};

/// The intrinsics of one multiplication, overloaded for A in shared memory and in
/// registers. There is one for each that is legal; this stands for the others, after the error
/// that says so, and has what any of them has.
template <int N, class D, class A, class B>
struct WGMMACalls : WGMMATraits<(N < 16    ? 16
                                 : N > 256 ? 256
                                           : (N + 15) / 16 * 16),
                                f32, 16, true, true, 2, true> {
  static constexpr bool Exists = false;
  using Sums = typename WGMMACalls::Accumulator;
  template <class... Others> NVPTX_TENSORCORE_INTRINSIC static Sums dense(Sums, Others...);
  template <class... Others> NVPTX_TENSORCORE_INTRINSIC static Sums sparse(Sums, Others...);
  template <class... Others> NVPTX_TENSORCORE_INTRINSIC static Sums denseSaturated(Sums, Others...);
  template <class... Others>
  NVPTX_TENSORCORE_INTRINSIC static Sums sparseSaturated(Sums, Others...);
};

/// One error about what there is not: about the types, or about N.
template <int N, class D, class A, class B> constexpr bool checkWGMMA() {
  if constexpr (WGMMACalls<N, D, A, B>::Exists)
    return true;
  else if constexpr (!WGMMACalls<8, D, A, B>::Exists)
    static_assert(LegalTypes<D, A, B>,
                  "D, A, B: expected f16, f16, f16; f32, f16, f16; f32, bf16, bf16; f32, tf32, "
                  "tf32; f16 or f32 and two of e4m3, e5m2; s32 and two of s8, u8; or s32, b1, b1");
  else if constexpr (IsSame<D, s32>)
    static_assert(LegalN<N>, "N: expected 8, 24 or a multiple of 16 from 16 to 256, as D is s32");
  else
    static_assert(LegalN<N>, "N: expected a multiple of 8 from 8 to 256");
  return true;
}

/// wgmma.wait_group of one or two vectors.
template <class Element, int Size> struct WGMMAWait {
  static_assert(IsFalse<Element>, "no wgmma has accumulators of this type");
};

NVPTX_TENSORCORE_INTRINSIC void
wgmmaWaitGroup(long long) asm("llvm.nvvm.wgmma.wait_group.sync.aligned");

#include "nvptx_tensorcore_wgmma.inc"

} // namespace detail

//===----------------------------------------------------------------------===//
// Multiplication
//===----------------------------------------------------------------------===//

namespace detail {

/// The tile of which an operand is the descriptor; void of other operands.
template <class Source> struct TileOf {
  using Tile = void;
  using Untyped = Source;
};
template <class Of> struct TileOf<WGMMADescriptor<Of>> {
  using Tile = Of;
  using Untyped = MatrixDescriptor;
};
template <class Source> constexpr bool IsTile = !IsSame<typename TileOf<Source>::Tile, void>;

/// True if a tile has the rows that a multiplication reads.
template <int Rows, int Least> constexpr bool HasRows = Rows >= Least;

/// True of the operands of a multiplication of which one is the descriptor of a tile.
template <class SourceA, class SourceB>
constexpr bool HasTile =
    (IsTile<SourceA> || IsTile<SourceB>) &&
    IsOneOf<typename TileOf<SourceA>::Untyped, MatrixDescriptor, WGMMAFragmentA>;

template <bool> struct EnableIf {};
template <> struct EnableIf<true> {
  using Type = void;
};

} // namespace detail

/// wgmma.mma_async: a warpgroup's D = A * B + D, with D of 64 rows and N columns and A
/// of 64 rows and K columns. PTX ISA, "Asynchronous Warpgroup Level Matrix
/// Multiply-Accumulate Instructions"; sm_90a, PTX ISA 8.0, sparse 8.2, s8 with u8 8.4.
///
/// A comes from shared memory, or from registers (WGMMAFragmentA); B always from shared
/// memory. A sparse A (2:4; tf32 1:2) is 64 x K of a multiplication of depth SparseK.
///
/// The template arguments of the functions are immediates of the instruction:
///   ScaleA, ScaleB   1, or -1 for the negative of the matrix; floating point only
///   TransA, TransB   1 for a matrix that is M- or N-major in shared memory, not K-major;
///                    f16 and bf16 only
///   Selector         sparsity selector: which threads' metadata count. 0 or 1; of 8-bit
///                    types 0
template <int N, class D, class A, class B = A> class wgmma {
  using Calls = detail::WGMMACalls<N, detail::Element<D>, detail::Element<A>, detail::Element<B>>;
  static_assert(
      detail::checkWGMMA<N, detail::Element<D>, detail::Element<A>, detail::Element<B>>());

public:
  /// Rows, columns and depth of the multiplication, and the depth of the sparse one.
  static constexpr int Rows = 64, Columns = N, K = Calls::K, SparseK = 2 * K;

  /// A thread's part of D, N / 2 elements (see row, column), of which each register
  /// holds one, or two halves.
  using Accumulator = typename Calls::Accumulator;

  /// A thread's part of A, in registers.
  using FragmentA = WGMMAFragmentA;

  static constexpr int Elements = N / 2;

  /// Return the row and column of element `index` of an accumulator, for a thread of a warpgroup (0
  /// to 127).
  NVPTX_TENSORCORE_INLINE static constexpr int row(int thread, int index) {
    return thread / 32 * 16 + thread % 32 / 4 + index / 2 % 2 * 8;
  }
  NVPTX_TENSORCORE_INLINE static constexpr int column(int thread, int index) {
    return index / 4 * 8 + thread % 4 * 2 + index % 2;
  }

  /// D = A * B + D, or A * B if `scale_d` is false: what was in `d` is then not looked at.
  /// Of b1, the products are those of .and.popc: bits in common.
  template <int ScaleA = 1, int ScaleB = 1, int TransA = 0, int TransB = 0>
  NVPTX_TENSORCORE_DEVICE Accumulator mma_async(Accumulator d, MatrixDescriptor a,
                                                MatrixDescriptor b, bool scale_d) {
    checkImmediates<ScaleA, ScaleB, TransA, TransB>();
    if constexpr (Calls::Transposable)
      return Calls::dense(d, a, b, scale_d, ScaleA, ScaleB, TransA, TransB);
    else if constexpr (Calls::Scaled)
      return Calls::dense(d, a, b, scale_d, ScaleA, ScaleB);
    else
      return Calls::dense(d, a, b, scale_d);
  }

  /// The same with A in registers. They may not be written until a wait has retired the
  /// group.
  template <int ScaleA = 1, int ScaleB = 1, int TransA = 0, int TransB = 0>
  NVPTX_TENSORCORE_DEVICE Accumulator mma_async(Accumulator d, FragmentA a, MatrixDescriptor b,
                                                bool scale_d) {
    checkImmediates<ScaleA, ScaleB, TransA, TransB>();
    static_assert(TransA == 0, "TransA: A cannot be transposed in registers");
    if constexpr (Calls::Transposable)
      return Calls::dense(d, a, b, scale_d, ScaleA, ScaleB, TransB);
    else if constexpr (Calls::Scaled)
      return Calls::dense(d, a, b, scale_d, ScaleA, ScaleB);
    else
      return Calls::dense(d, a, b, scale_d);
  }

  /// The same of the descriptors of tiles, wgmma_smem_desc<Tile>: a tile has the type of its
  /// operand and at least its rows, and is transposed if it is MN-major.
  template <int ScaleA = 1, int ScaleB = 1, int TransA = 0, int TransB = 0, class SourceA,
            class SourceB,
            class = typename detail::EnableIf<detail::HasTile<SourceA, SourceB>>::Type>
  NVPTX_TENSORCORE_DEVICE Accumulator mma_async(Accumulator d, SourceA a, SourceB b, bool scale_d) {
    return mma_async<ScaleA, ScaleB, transposeA<SourceA, TransA>(), transposeB<SourceB, TransB>()>(
        d, typename detail::TileOf<SourceA>::Untyped(a),
        typename detail::TileOf<SourceB>::Untyped(b), scale_d);
  }

  /// With a sparse A: `metadata` says which elements those are that A holds. PTX ISA 8.2.
  template <int Selector = 0, int ScaleA = 1, int ScaleB = 1, int TransA = 0, int TransB = 0>
  NVPTX_TENSORCORE_DEVICE Accumulator mma_async_sp(Accumulator d, MatrixDescriptor a,
                                                   MatrixDescriptor b, unsigned metadata,
                                                   bool scale_d) {
    checkImmediates<ScaleA, ScaleB, TransA, TransB>();
    checkSelector<Selector>();
    if constexpr (Calls::Selectors == 0)
      return d;
    else if constexpr (Calls::Transposable)
      return Calls::sparse(d, a, b, metadata, Selector, scale_d, ScaleA, ScaleB, TransA, TransB);
    else if constexpr (Calls::Scaled)
      return Calls::sparse(d, a, b, metadata, Selector, scale_d, ScaleA, ScaleB);
    else
      return Calls::sparse(d, a, b, metadata, Selector, scale_d);
  }

  /// The same with A in registers.
  template <int Selector = 0, int ScaleA = 1, int ScaleB = 1, int TransA = 0, int TransB = 0>
  NVPTX_TENSORCORE_DEVICE Accumulator mma_async_sp(Accumulator d, FragmentA a, MatrixDescriptor b,
                                                   unsigned metadata, bool scale_d) {
    checkImmediates<ScaleA, ScaleB, TransA, TransB>();
    checkSelector<Selector>();
    static_assert(TransA == 0, "TransA: A cannot be transposed in registers");
    if constexpr (Calls::Selectors == 0)
      return d;
    else if constexpr (Calls::Transposable)
      return Calls::sparse(d, a, b, metadata, Selector, scale_d, ScaleA, ScaleB, TransB);
    else if constexpr (Calls::Scaled)
      return Calls::sparse(d, a, b, metadata, Selector, scale_d, ScaleA, ScaleB);
    else
      return Calls::sparse(d, a, b, metadata, Selector, scale_d);
  }

  /// The same of the descriptors of tiles.
  template <int Selector = 0, int ScaleA = 1, int ScaleB = 1, int TransA = 0, int TransB = 0,
            class SourceA, class SourceB,
            class = typename detail::EnableIf<detail::HasTile<SourceA, SourceB>>::Type>
  NVPTX_TENSORCORE_DEVICE Accumulator mma_async_sp(Accumulator d, SourceA a, SourceB b,
                                                   unsigned metadata, bool scale_d) {
    return mma_async_sp<Selector, ScaleA, ScaleB, transposeA<SourceA, TransA>(),
                        transposeB<SourceB, TransB>()>(
        d, typename detail::TileOf<SourceA>::Untyped(a),
        typename detail::TileOf<SourceB>::Untyped(b), metadata, scale_d);
  }

  /// D is clamped to what an s32 can hold (.satfinite); 8-bit integers only.
  /// `a` is a matrix descriptor, or a fragment; `b` is a matrix descriptor.
  template <class SourceA, class SourceB>
  NVPTX_TENSORCORE_DEVICE Accumulator mma_async_satfinite(Accumulator d, SourceA a, SourceB b,
                                                          bool scale_d) {
    static_assert(Calls::Saturable, "A: only wgmma of s8 and u8 has .satfinite");
    transposeA<SourceA, 0>();
    transposeB<SourceB, 0>();
    if constexpr (Calls::Saturable)
      return Calls::denseSaturated(d, a, b, scale_d);
    else
      return d;
  }

  /// The same with a sparse A. PTX ISA 8.2.
  template <int Selector = 0, class SourceA, class SourceB>
  NVPTX_TENSORCORE_DEVICE Accumulator mma_async_sp_satfinite(Accumulator d, SourceA a, SourceB b,
                                                             unsigned metadata, bool scale_d) {
    static_assert(Calls::Saturable, "A: only wgmma of s8 and u8 has .satfinite");
    transposeA<SourceA, 0>();
    transposeB<SourceB, 0>();
    checkSelector<Selector>();
    if constexpr (Calls::Saturable)
      return Calls::sparseSaturated(d, a, b, metadata, Selector, scale_d);
    else
      return d;
  }

  /// A number is no A: clang would make a fragment of four equal words of it.
  template <int ScaleA = 1, int ScaleB = 1, int TransA = 0, int TransB = 0, class Other,
            class = typename detail::EnableIf<!detail::IsTile<Other>>::Type>
  NVPTX_TENSORCORE_DEVICE Accumulator mma_async(Accumulator d, Other, MatrixDescriptor, bool)
      NVPTX_TENSORCORE_CHECK(true, "a: expected a MatrixDescriptor or a FragmentA") {
    return d;
  }
  template <int Selector = 0, int ScaleA = 1, int ScaleB = 1, int TransA = 0, int TransB = 0,
            class Other, class = typename detail::EnableIf<!detail::IsTile<Other>>::Type>
  NVPTX_TENSORCORE_DEVICE Accumulator mma_async_sp(Accumulator d, Other, MatrixDescriptor, unsigned,
                                                   bool)
      NVPTX_TENSORCORE_CHECK(true, "a: expected a MatrixDescriptor or a FragmentA") {
    return d;
  }

private:
  /// Return the immediate of an operand, which is the argument's unless it is a tile.
  template <class Source, int TransA> NVPTX_TENSORCORE_DEVICE constexpr int transposeA() {
    if constexpr (detail::IsTile<Source>) {
      using Tile = typename detail::TileOf<Source>::Tile;
      static_assert(detail::IsSame<typename Tile::ElementType, detail::Element<A>>,
                    "a: expected a SharedTile of the type of A");
      static_assert(detail::HasRows<Tile::NumRows, Rows>,
                    "a: expected a SharedTile of at least 64 rows");
      static_assert(Tile::IsMNMajor || TransA == 0,
                    "TransA: expected 0, since the tile is K-major");
      return Tile::IsMNMajor;
    }
    return TransA;
  }
  template <class Source, int TransB> NVPTX_TENSORCORE_DEVICE constexpr int transposeB() {
    if constexpr (detail::IsTile<Source>) {
      using Tile = typename detail::TileOf<Source>::Tile;
      static_assert(detail::IsSame<typename Tile::ElementType, detail::Element<B>>,
                    "b: expected a SharedTile of the type of B");
      static_assert(detail::HasRows<Tile::NumRows, N>,
                    "b: expected a SharedTile of at least N rows");
      static_assert(Tile::IsMNMajor || TransB == 0,
                    "TransB: expected 0, since the tile is K-major");
      return Tile::IsMNMajor;
    }
    return TransB;
  }

  template <int ScaleA, int ScaleB, int TransA, int TransB>
  NVPTX_TENSORCORE_DEVICE constexpr void checkImmediates() {
    static_assert(ScaleA == 1 || ScaleA == -1, "ScaleA: a scale is 1 or -1");
    static_assert(ScaleB == 1 || ScaleB == -1, "ScaleB: a scale is 1 or -1");
    static_assert(TransA == 0 || TransA == 1, "TransA: 0 for a K-major, 1 for an M-major matrix");
    static_assert(TransB == 0 || TransB == 1, "TransB: 0 for a K-major, 1 for an N-major matrix");
    static_assert(Calls::Scaled || ScaleA == 1, "ScaleA: integers have no scale");
    static_assert(Calls::Scaled || ScaleB == 1, "ScaleB: integers have no scale");
    static_assert(Calls::Transposable || TransA == 0,
                  "TransA: only f16 and bf16 can be transposed");
    static_assert(Calls::Transposable || TransB == 0,
                  "TransB: only f16 and bf16 can be transposed");
  }

  template <int Selector> NVPTX_TENSORCORE_DEVICE constexpr void checkSelector() {
    static_assert(Calls::Selectors != 0, "A: b1 has no sparse form");
    static_assert(Selector >= 0 && (Selector < Calls::Selectors || !Calls::Selectors),
                  "Selector: the sparsity selector is 0 or 1, with 8-bit types 0");
  }
};

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// wgmma.fence: orders what was done to registers before it, in front of the wgmma that
/// follow. It is needed before the first wgmma, and wherever accumulators or fragments of
/// A were touched. PTX ISA, "wgmma.fence"; sm_90a, PTX ISA 8.0.
NVPTX_TENSORCORE_INTRINSIC void wgmma_fence() asm("llvm.nvvm.wgmma.fence.sync.aligned");

/// wgmma.commit_group: makes a group of all wgmma that are in none yet. PTX ISA,
/// "wgmma.commit_group"; sm_90a, PTX ISA 8.0.
NVPTX_TENSORCORE_INTRINSIC void
wgmma_commit_group() asm("llvm.nvvm.wgmma.commit_group.sync.aligned");

/// wgmma.wait_group: waits until at most the `Pending` latest groups are in flight. PTX
/// ISA, "wgmma.wait_group"; sm_90a, PTX ISA 8.0.
template <int Pending> NVPTX_TENSORCORE_DEVICE void wgmma_wait_group() {
  static_assert(Pending >= 0,
                "Pending: the number of groups that may stay in flight is 0 or higher");
  detail::wgmmaWaitGroup(Pending);
}

/// The same; `d` then is the accumulator as the wait left it, so that nothing that reads
/// it is moved up past the wait.
template <int Pending, class Element, int Size>
NVPTX_TENSORCORE_DEVICE void wgmma_wait_group(Vector<Element, Size> &d) {
  static_assert(Pending >= 0,
                "Pending: the number of groups that may stay in flight is 0 or higher");
  d = detail::WGMMAWait<Element, Size>::wait(Pending, d);
}

/// The same for two accumulators.
template <int Pending, class Element, int Size>
NVPTX_TENSORCORE_DEVICE void wgmma_wait_group(Vector<Element, Size> &d0,
                                              Vector<Element, Size> &d1) {
  static_assert(Pending >= 0,
                "Pending: the number of groups that may stay in flight is 0 or higher");
  auto both = detail::WGMMAWait<Element, Size>::wait(Pending, d0, d1);
  d0 = both.First;
  d1 = both.Second;
}

} // namespace nvptx_tensorcore

#pragma clang diagnostic pop

#endif // NVPTX_TENSORCORE_WGMMA_H
