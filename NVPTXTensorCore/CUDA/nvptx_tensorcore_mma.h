//===- nvptx_tensorcore_mma.h - mma.sync, mma.sp, block scales --*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp's multiplications D = A * B + C out of registers, as classes: one for each shape
// and choice of types. They are calls of the intrinsics llvm.nvvm.mma.*.
//
//   using MMA = mma_sync<16, 8, 16, f32, f16>;         // m16n8k16, D and C f32, A and B f16
//   MMA::FragmentC d = 0;                              // four floats of each thread
//   d = MMA::mma(a, b, d);
//   for (int i = 0; i < MMA::LayoutD::Elements; ++i)
//     out[MMA::row(lane, i)][MMA::column(lane, i)] = d[i];
//
//   mma_sync                 dense; PTX ISA, "Multiply-and-Accumulate Instruction: mma"
//   mma_sp                   sparse A; "Multiply-and-Accumulate Instruction: mma.sp"
//   mma_block_scale          blocks of A and B scaled; "Block Scaling for mma.sync"
//   mma_sp_block_scale       both
//
// Every function has to be executed by all threads of a warp. A fragment is a vector of a
// thread's registers: of A and B 32-bit words (of f64, doubles), of C and D numbers. Which
// element is where the layouts say: MMA::LayoutA::row(lane, i) and column(lane, i), for
// element i counted through the words from the lowest bits on.
//
// The build makes nvptx_tensorcore_mma.inc from TableGen/.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_MMA_H
#define NVPTX_TENSORCORE_MMA_H

#include "nvptx_tensorcore_types.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat" // diagnose_if

namespace nvptx_tensorcore {

/// The rounding of a result of f64: to nearest even, towards zero, down, up.
enum class Rounding { rn, rz, rm, rp };

namespace detail {

/// Names the type of the elements of a fragment: that of the registers for A and B, except that
/// f16 are in words; numbers for C and D.
template <class Register> struct MMAElements {
  using Word = Register;
  using Number = Register;
  static constexpr int Count = 1;
};
template <> struct MMAElements<half2> {
  using Word = unsigned;
  using Number = _Float16;
  static constexpr int Count = 2;
};

/// Is a fragment of a multiplication: `Count` registers of a type, in a layout.
template <class Register, int Count, class FragmentLayout> struct Operand {
  using Parts = Registers<Register, Count>;
  using Layout = FragmentLayout;
  using Multiplicand = Vector<typename MMAElements<Register>::Word, Count>;
  using Accumulator =
      Vector<typename MMAElements<Register>::Number, Count * MMAElements<Register>::Count>;
};

/// The forms of a multiplication, a bit each.
enum MMAForms {
  Plain = 1,
  Saturated = 2,
  AndPopc = 4,
  XorPopc = 8,
  KindF8F6F4 = 16,
  Rounded = 32,
  Ordered = 64,
  OrderedSaturated = 128,
  OrderedKindF8F6F4 = 256
};

/// Describes a multiplication.
/// \tparam Has           its forms, of MMAForms.
/// \tparam NumSelectors  values of the sparsity selector; 0: A is dense.
template <class D, class A, class B, class C, int Has, int NumSelectors = 0, class Metadata = void>
struct MMATraits {
  static constexpr int Selectors = NumSelectors;
  NVPTX_TENSORCORE_INLINE static constexpr bool has(int forms) { return Has & forms; }
  NVPTX_TENSORCORE_INLINE static constexpr bool lacks(int forms) { return !(Has & forms); }
  using OperandD = D;
  using OperandA = A;
  using OperandB = B;
  using OperandC = C;
  using LayoutMetadata = Metadata;
};

/// Describes a block-scaled multiplication.
/// \tparam Depth      K.
/// \tparam NumScales  scale factors of a row of A, or a column of B.
template <int Depth, int NumScales, class ScaleA, class ScaleB, class D, class A, class B, class C,
          int NumSelectors, class Metadata>
struct BlockScaleTraits : MMATraits<D, A, B, C, Plain, NumSelectors, Metadata> {
  static constexpr int K = Depth, Scales = NumScales;
  using LayoutScaleA = ScaleA;
  using LayoutScaleB = ScaleB;
};

/// A fragment that takes any registers.
struct AnyFragment {
  AnyFragment() = default;
  template <class... Registers> NVPTX_TENSORCORE_INLINE constexpr AnyFragment(Registers...) {}
  NVPTX_TENSORCORE_INTRINSIC unsigned &operator[](int);
};
struct AnyOperand {
  using Layout = FragmentLayout<1, 1, 1, Bits<>, Bits<>>;
  using Multiplicand = AnyFragment;
};

/// Stands for a multiplication that does not exist, after the error that says so: it neither
/// has nor lacks a form, so that there is only one error.
struct NoMMA {
  static constexpr int Selectors = 0, K = 0, Scales = 1;
  NVPTX_TENSORCORE_INLINE static constexpr bool has(int) { return false; }
  NVPTX_TENSORCORE_INLINE static constexpr bool lacks(int) { return false; }
  using LayoutMetadata = FragmentLayout<1, 1, 1, Bits<>, Bits<>>;
  using LayoutScaleA = LayoutMetadata;
  using LayoutScaleB = LayoutMetadata;
  using OperandA = AnyOperand;
  using OperandB = AnyOperand;
  using OperandC = Operand<float, 4, LayoutMetadata>;
  using OperandD = OperandC;
};

/// Calls an intrinsic with the registers of fragments and its other arguments. Constants have to be
/// written as such in the call, because an immediate cannot be a variable.
template <auto Function, class A, class B, class C, int... IndexA, int... IndexB, int... IndexC,
          class... Others>
NVPTX_TENSORCORE_DEVICE auto multiplyParts(A a, B b, C c, Sequence<int, IndexA...>,
                                           Sequence<int, IndexB...>, Sequence<int, IndexC...>,
                                           Others... others) {
  return Function(a.Values[IndexA]..., b.Values[IndexB]..., c.Values[IndexC]..., others...);
}
template <auto Function, int Selector, class A, class B, class C, int... IndexA, int... IndexB,
          int... IndexC, class... Others>
NVPTX_TENSORCORE_DEVICE auto multiplySparseParts(A a, B b, C c, Sequence<int, IndexA...>,
                                                 Sequence<int, IndexB...>, Sequence<int, IndexC...>,
                                                 unsigned metadata, Others... others) {
  return Function(a.Values[IndexA]..., b.Values[IndexB]..., c.Values[IndexC]..., metadata, Selector,
                  others...);
}

/// Counts the registers.
template <class Parts>
using IndicesOf = Indices<sizeof(Parts) / sizeof(static_cast<Parts *>(nullptr)->Values[0])>;

/// Calls the intrinsic of a dense multiplication.
template <auto Function, class Calls, class... Others>
NVPTX_TENSORCORE_DEVICE auto multiply(typename Calls::OperandA::Multiplicand a,
                                      typename Calls::OperandB::Multiplicand b,
                                      typename Calls::OperandC::Accumulator c, Others... others) {
  using A = typename Calls::OperandA::Parts;
  using B = typename Calls::OperandB::Parts;
  using C = typename Calls::OperandC::Parts;
  auto d = multiplyParts<Function>(__builtin_bit_cast(A, a), __builtin_bit_cast(B, b),
                                   __builtin_bit_cast(C, c), IndicesOf<A>(), IndicesOf<B>(),
                                   IndicesOf<C>(), others...);
  return __builtin_bit_cast(typename Calls::OperandD::Accumulator, d);
}

/// The same with a sparse A.
template <auto Function, class Calls, int Selector, class... Others>
NVPTX_TENSORCORE_DEVICE auto
multiplySparse(typename Calls::OperandA::Multiplicand a, typename Calls::OperandB::Multiplicand b,
               typename Calls::OperandC::Accumulator c, unsigned metadata, Others... others) {
  using A = typename Calls::OperandA::Parts;
  using B = typename Calls::OperandB::Parts;
  using C = typename Calls::OperandC::Parts;
  auto d = multiplySparseParts<Function, Selector>(
      __builtin_bit_cast(A, a), __builtin_bit_cast(B, b), __builtin_bit_cast(C, c), IndicesOf<A>(),
      IndicesOf<B>(), IndicesOf<C>(), metadata, others...);
  return __builtin_bit_cast(typename Calls::OperandD::Accumulator, d);
}

/// Has the intrinsics of one multiplication. nvptx_tensorcore_mma.inc specializes it for those
/// that exist.
template <int M, int N, int K, class D, class A, class B, class C, class LayoutA, class LayoutB>
struct MMACalls;
template <int M, int N, int K, class D, class A, class B, class C> struct SparseMMACalls;
template <Kind Which, class A, class B, class ScaleType, int ScaleVector> struct BlockScaleCalls;
template <Kind Which, class A, class B, class ScaleType, int ScaleVector>
struct SparseBlockScaleCalls;

#include "nvptx_tensorcore_mma.inc"

template <int M, int N, int K, class D, class A, class B, class C, class LayoutA, class LayoutB>
constexpr bool checkMMALayouts() {
  if constexpr (IsOneOf<LayoutA, row_major, col_major> && IsOneOf<LayoutB, row_major, col_major> &&
                ((IsSame<LayoutA, row_major> && IsSame<LayoutB, col_major>) ||
                 (M == 8 && N == 8 && K == 4 && IsSame<A, f16>)))
    return checkMMA<M, N, K, D, A, B, C>();
  else
    static_assert(LegalTypes<LayoutA, LayoutB>, "LayoutA, LayoutB: expected row_major, col_major; "
                                                "only m8n8k4 of f16 has a choice");
  return true;
}

template <int ScaleVector> constexpr bool LegalScaleVector = false;
template <class ScaleType, int ScaleVector> constexpr bool LegalScale = false;

template <Kind Which, class A, class B, class ScaleType, int ScaleVector>
constexpr bool checkBlockScale() {
  constexpr bool IsF8F6F4 = Which == Kind::mxf8f6f4;
  static_assert(Which >= Kind::mxf8f6f4 && Which <= Kind::mxf4nvf4,
                "Which: expected Kind::mxf8f6f4, mxf4 or mxf4nvf4");
  if constexpr (Which < Kind::mxf8f6f4 || Which > Kind::mxf4nvf4)
    return true;
  else if constexpr (IsF8F6F4 && !(IsOneOf<A, e4m3, e5m2, e3m2, e2m3, e2m1> &&
                                   IsOneOf<B, e4m3, e5m2, e3m2, e2m3, e2m1>))
    static_assert(LegalTypes<A, B>,
                  "A, B: expected two of e4m3, e5m2, e3m2, e2m3, e2m1 with Kind::mxf8f6f4");
  else if constexpr (!IsF8F6F4 && !(IsSame<A, e2m1> && IsSame<B, e2m1>))
    static_assert(LegalTypes<A, B>, "A, B: expected e2m1, e2m1 with Kind::mxf4 and mxf4nvf4");
  else if constexpr (Which == Kind::mxf4nvf4)
    static_assert(LegalScale<ScaleType, ScaleVector>,
                  "ScaleType, ScaleVector: expected ue8m0 and 2 or 4, or ue4m3 and 4, with "
                  "Kind::mxf4nvf4");
  else if constexpr (!IsSame<ScaleType, ue8m0>)
    static_assert(LegalTypes<ScaleType>, "ScaleType: expected ue8m0 with Kind::mxf8f6f4 and mxf4");
  else
    static_assert(LegalScaleVector<ScaleVector>,
                  "ScaleVector: expected 0 or 1 with Kind::mxf8f6f4, 0 or 2 with Kind::mxf4");
  return true;
}

template <int Rows, int Columns, int Depth, class D, class A, class B, class C, class LayoutA,
          class LayoutB>
struct MMACalls : NoMMA {
  static_assert(checkMMALayouts<Rows, Columns, Depth, D, A, B, C, LayoutA, LayoutB>());
};
template <int Rows, int Columns, int Depth, class D, class A, class B, class C>
struct SparseMMACalls : NoMMA {
  static_assert(checkSparseMMA<Rows, Columns, Depth, D, A, B, C>());
};
template <Kind Which, class A, class B, class ScaleType, int ScaleVector>
struct BlockScaleCalls : NoMMA {
  static_assert(checkBlockScale<Which, A, B, ScaleType, ScaleVector>());
};
template <Kind Which, class A, class B, class ScaleType, int ScaleVector>
struct SparseBlockScaleCalls : NoMMA {
  static_assert(checkBlockScale<Which, A, B, ScaleType, ScaleVector>());
};

/// Holds the fragments and layouts that all classes have.
template <class Calls> struct MMAFragments {
  /// A thread's part of each matrix. Of A and B words, but of f64 doubles.
  using FragmentA = typename Calls::OperandA::Multiplicand;
  using FragmentB = typename Calls::OperandB::Multiplicand;
  using FragmentC = typename Calls::OperandC::Accumulator;
  using FragmentD = typename Calls::OperandD::Accumulator;

  /// Give the elements that a thread holds; those of a sparse A are in the half that is kept.
  using LayoutA = typename Calls::OperandA::Layout;
  using LayoutB = typename Calls::OperandB::Layout;
  using LayoutC = typename Calls::OperandC::Layout;
  using LayoutD = typename Calls::OperandD::Layout;

  /// Elements of a thread's part of D, and where element `index` is, for a lane of the warp.
  static constexpr int Elements = LayoutD::Elements;
  NVPTX_TENSORCORE_INLINE static constexpr int row(int lane, int index) {
    return LayoutD::row(lane, index);
  }
  NVPTX_TENSORCORE_INLINE static constexpr int column(int lane, int index) {
    return LayoutD::column(lane, index);
  }

protected:
  template <int Selector> NVPTX_TENSORCORE_INLINE static constexpr void checkSelector() {
    constexpr int Last = Calls::Selectors - 1;
    static_assert(Last != 0 || Selector == 0, "Selector: the sparsity selector is 0 here, as the "
                                              "metadata of all threads count");
    static_assert(Last != 1 || (Selector >= 0 && Selector <= 1),
                  "Selector: the sparsity selector is 0 or 1 here");
    static_assert(Last != 3 || (Selector >= 0 && Selector <= 3),
                  "Selector: the sparsity selector is 0 to 3 here");
  }
};

} // namespace detail

//===----------------------------------------------------------------------===//
// Dense
//===----------------------------------------------------------------------===//

/// mma.sync: a warp's D = A * B + C, with D and C of M rows and N columns, A M x K, B K x N.
/// PTX ISA, "Multiply-and-Accumulate Instruction: mma".
///
///   A, B               D, C        shapes                          target, PTX ISA
///   f16                f16, f32    m8n8k4                          sm_70, 6.4
///   f16                f16, f32    m16n8k8                         sm_75, 6.5
///   f16                f16, f32    m16n8k16                        sm_80, 7.0
///   bf16               f32         m16n8k8, m16n8k16               sm_80, 7.0
///   tf32               f32         m16n8k4, m16n8k8                sm_80, 7.0
///   f64                f64         m8n8k4                          sm_80, 7.0
///   f64                f64         m16n8k4, m16n8k8, m16n8k16      sm_90, 7.8
///   s8, u8             s32         m8n8k16                         sm_75, 6.5
///   s8, u8             s32         m16n8k16, m16n8k32              sm_80, 7.0
///   s4, u4             s32         m8n8k32                         sm_75, 6.5
///   s4, u4             s32         m16n8k32, m16n8k64              sm_80, 7.0
///   b1                 s32         m8n8k128                        sm_75, 7.0
///   b1                 s32         m16n8k128, m16n8k256            sm_80, 7.0
///   e4m3, e5m2         f32         m16n8k32                        sm_89, 8.4
///   e4m3, e5m2         f16, f32    m16n8k16, m16n8k32              sm_89, 8.7
///   and with .kind::f8f6f4 (mma_f8f6f4):
///   e4m3, e5m2         f16, f32    m16n8k32                        sm_100f, 8.6 (f16: 8.7)
///   e3m2, e2m3, e2m1   f16, f32    m16n8k32                        sm_120f, 8.7
///
/// \tparam LayoutA,LayoutB  row_major or col_major: only m8n8k4 of f16 has a choice. They say
///                          which elements a thread holds, and are not of memory.
///
/// m8n8k4 of f16 is four multiplications, one for each quad pair: LayoutD::tile(lane, i).
/// e3m2, e2m3 and e2m1 take up a byte each here, tf32 a word.
template <int M, int N, int K, class D, class A, class B = A, class C = D,
          class LayoutA = row_major, class LayoutB = col_major>
class mma_sync : public detail::MMAFragments<
                     detail::MMACalls<M, N, K, detail::Element<D>, detail::Element<A>,
                                      detail::Element<B>, detail::Element<C>, LayoutA, LayoutB>> {
  using Calls = detail::MMACalls<M, N, K, detail::Element<D>, detail::Element<A>,
                                 detail::Element<B>, detail::Element<C>, LayoutA, LayoutB>;
  using Base = detail::MMAFragments<Calls>;

public:
  using typename Base::FragmentA;
  using typename Base::FragmentB;
  using typename Base::FragmentC;
  using typename Base::FragmentD;

  static constexpr int Rows = M, Columns = N, Depth = K;

  /// D = A * B + C. Integers wrap. Types that PTX has with .kind::f8f6f4 only have it here,
  /// too.
  NVPTX_TENSORCORE_DEVICE FragmentD mma(FragmentA a, FragmentB b, FragmentC c) {
    static_assert(!Calls::lacks(detail::Plain | detail::KindF8F6F4),
                  "b1 has no plain mma; it has mma_and_popc and mma_xor_popc");
    if constexpr (Calls::has(detail::Plain))
      return detail::multiply<Calls::plain, Calls>(a, b, c);
    else if constexpr (Calls::has(detail::KindF8F6F4))
      return detail::multiply<Calls::kindF8F6F4, Calls>(a, b, c);
    else
      return FragmentD();
  }

  /// The same with a rounding mode; f64 only.
  template <Rounding Mode>
  NVPTX_TENSORCORE_DEVICE FragmentD mma(FragmentA a, FragmentB b, FragmentC c) {
    static_assert(!Calls::lacks(detail::Rounded), "Mode: only f64 has rounding modes");
    static_assert(Mode >= Rounding::rn && Mode <= Rounding::rp,
                  "Mode: there are Rounding::rn, rz, rm and rp");
    if constexpr (!Calls::has(detail::Rounded))
      return FragmentD();
    else if constexpr (Mode == Rounding::rz)
      return detail::multiply<Calls::roundedRZ, Calls>(a, b, c);
    else if constexpr (Mode == Rounding::rm)
      return detail::multiply<Calls::roundedRM, Calls>(a, b, c);
    else if constexpr (Mode == Rounding::rp)
      return detail::multiply<Calls::roundedRP, Calls>(a, b, c);
    else
      return detail::multiply<Calls::roundedRN, Calls>(a, b, c);
  }

  /// D is clamped to what an s32 can hold (.satfinite); 4- and 8-bit integers only.
  NVPTX_TENSORCORE_DEVICE FragmentD mma_satfinite(FragmentA a, FragmentB b, FragmentC c) {
    static_assert(!Calls::lacks(detail::Saturated), "A: only s8, u8, s4 and u4 have .satfinite");
    if constexpr (Calls::has(detail::Saturated))
      return detail::multiply<Calls::saturated, Calls>(a, b, c);
    else
      return FragmentD();
  }

  /// Products are bits in common (.and.popc), or bits that differ (.xor.popc); b1 only. The
  /// first needs sm_80, PTX ISA 7.1.
  NVPTX_TENSORCORE_DEVICE FragmentD mma_and_popc(FragmentA a, FragmentB b, FragmentC c) {
    static_assert(!Calls::lacks(detail::AndPopc), "A: only b1 has .and.popc");
    if constexpr (Calls::has(detail::AndPopc))
      return detail::multiply<Calls::andPopc, Calls>(a, b, c);
    else
      return FragmentD();
  }
  NVPTX_TENSORCORE_DEVICE FragmentD mma_xor_popc(FragmentA a, FragmentB b, FragmentC c) {
    static_assert(!Calls::lacks(detail::XorPopc), "A: only b1 has .xor.popc");
    if constexpr (Calls::has(detail::XorPopc))
      return detail::multiply<Calls::xorPopc, Calls>(a, b, c);
    else
      return FragmentD();
  }

  /// With .kind::f8f6f4.
  NVPTX_TENSORCORE_DEVICE FragmentD mma_f8f6f4(FragmentA a, FragmentB b, FragmentC c) {
    static_assert(!Calls::lacks(detail::KindF8F6F4),
                  "A: only m16n8k32 of e4m3, e5m2, e3m2, e2m3 and e2m1 has .kind::f8f6f4");
    if constexpr (Calls::has(detail::KindF8F6F4))
      return detail::multiply<Calls::kindF8F6F4, Calls>(a, b, c);
    else
      return FragmentD();
  }
};

//===----------------------------------------------------------------------===//
// Sparse
//===----------------------------------------------------------------------===//

/// mma.sp: the same with an A half of whose elements are zeros and are not held: of
/// neighbours in a row of A one of two (tf32), two of four (8 and 16 bits), or two pairs of
/// four (4 bits) are there. K counts the zeros, too. PTX ISA, "Multiply-and-Accumulate
/// Instruction: mma.sp".
///
///   A, B               D, C        shapes                          target, PTX ISA
///   f16                f16, f32    m16n8k16, m16n8k32              sm_80, 7.1
///   bf16               f32         m16n8k16, m16n8k32              sm_80, 7.1
///   tf32               f32         m16n8k8, m16n8k16               sm_80, 7.1
///   s8, u8             s32         m16n8k32, m16n8k64              sm_80, 7.1
///   s4, u4             s32         m16n8k64, m16n8k128             sm_80, 7.1
///   e4m3, e5m2         f32         m16n8k64                        sm_89, 8.4
///   each with ordered metadata                                     8.5
///   and with ordered metadata and .kind::f8f6f4:
///   e4m3, e5m2         f32         m16n8k64                        sm_100f, 8.6
///   e4m3 … e2m1        f16, f32    m16n8k64                        sm_120f, 8.7
///
/// `metadata` says which elements of A are there, four bits for each group of neighbours:
/// LayoutMetadata says which groups (as columns) those of a thread's word are, and for which
/// Selector it is looked at: 0 or 1, or 0 to 3, or 0 alone.
template <int M, int N, int K, class D, class A, class B = A, class C = D>
class mma_sp : public detail::MMAFragments<
                   detail::SparseMMACalls<M, N, K, detail::Element<D>, detail::Element<A>,
                                          detail::Element<B>, detail::Element<C>>> {
  using Calls = detail::SparseMMACalls<M, N, K, detail::Element<D>, detail::Element<A>,
                                       detail::Element<B>, detail::Element<C>>;
  using Base = detail::MMAFragments<Calls>;

public:
  using typename Base::FragmentA;
  using typename Base::FragmentB;
  using typename Base::FragmentC;
  using typename Base::FragmentD;
  using LayoutMetadata = typename Calls::LayoutMetadata;

  static constexpr int Rows = M, Columns = N, Depth = K;
  /// The number of values of the sparsity selector.
  static constexpr int Selectors = Calls::Selectors;

  /// D = A * B + C.
  template <int Selector = 0>
  NVPTX_TENSORCORE_DEVICE FragmentD mma(FragmentA a, FragmentB b, FragmentC c, unsigned metadata) {
    Base::template checkSelector<Selector>();
    static_assert(!Calls::lacks(detail::Plain),
                  "A: these types have ordered metadata only: mma_ordered");
    if constexpr (Calls::has(detail::Plain))
      return detail::multiplySparse<Calls::plain, Calls, Selector>(a, b, c, metadata);
    else
      return FragmentD();
  }

  /// D is clamped to what an s32 can hold; integers only.
  template <int Selector = 0>
  NVPTX_TENSORCORE_DEVICE FragmentD mma_satfinite(FragmentA a, FragmentB b, FragmentC c,
                                                  unsigned metadata) {
    Base::template checkSelector<Selector>();
    static_assert(!Calls::lacks(detail::Saturated), "A: only s8, u8, s4 and u4 have .satfinite");
    if constexpr (Calls::has(detail::Saturated))
      return detail::multiplySparse<Calls::saturated, Calls, Selector>(a, b, c, metadata);
    else
      return FragmentD();
  }

  /// With metadata whose indices ascend within each group (.sp::ordered_metadata). PTX ISA
  /// 8.5; where it is there it is the form to take: without it, ptxas says, later GPUs are
  /// slow. Types that PTX has with .kind::f8f6f4 only have it here, too.
  template <int Selector = 0>
  NVPTX_TENSORCORE_DEVICE FragmentD mma_ordered(FragmentA a, FragmentB b, FragmentC c,
                                                unsigned metadata) {
    Base::template checkSelector<Selector>();
    if constexpr (Calls::has(detail::Ordered))
      return detail::multiplySparse<Calls::ordered, Calls, Selector>(a, b, c, metadata);
    else if constexpr (Calls::has(detail::OrderedKindF8F6F4))
      return detail::multiplySparse<Calls::orderedKindF8F6F4, Calls, Selector>(a, b, c, metadata);
    else
      return FragmentD();
  }

  /// With ordered metadata and .satfinite.
  template <int Selector = 0>
  NVPTX_TENSORCORE_DEVICE FragmentD mma_ordered_satfinite(FragmentA a, FragmentB b, FragmentC c,
                                                          unsigned metadata) {
    Base::template checkSelector<Selector>();
    static_assert(!Calls::lacks(detail::OrderedSaturated),
                  "A: only s8, u8, s4 and u4 have .satfinite");
    if constexpr (Calls::has(detail::OrderedSaturated))
      return detail::multiplySparse<Calls::orderedSaturated, Calls, Selector>(a, b, c, metadata);
    else
      return FragmentD();
  }

  /// With ordered metadata and .kind::f8f6f4.
  template <int Selector = 0>
  NVPTX_TENSORCORE_DEVICE FragmentD mma_ordered_f8f6f4(FragmentA a, FragmentB b, FragmentC c,
                                                       unsigned metadata) {
    Base::template checkSelector<Selector>();
    static_assert(!Calls::lacks(detail::OrderedKindF8F6F4),
                  "A: only e4m3, e5m2, e3m2, e2m3 and e2m1 have .kind::f8f6f4");
    if constexpr (Calls::has(detail::OrderedKindF8F6F4))
      return detail::multiplySparse<Calls::orderedKindF8F6F4, Calls, Selector>(a, b, c, metadata);
    else
      return FragmentD();
  }
};

//===----------------------------------------------------------------------===//
// Block-scaled
//===----------------------------------------------------------------------===//

namespace detail {

/// Checks byte-ids and thread-ids.
template <class Calls> struct BlockScaleIDs {
  /// Scale factors of a row fill a word of four bytes once, twice or four times.
  NVPTX_TENSORCORE_INLINE static constexpr bool isByte(unsigned id) {
    return id < 4 && id % Calls::Scales == 0;
  }

  template <int ByteA, int ThreadA, int ByteB, int ThreadB>
  NVPTX_TENSORCORE_INLINE static constexpr void check() {
    static_assert(isByte(ByteA), "ByteA: byte-id is 0 to 3; with two scale factors a row (2X) 0 "
                                 "or 2, with four (4X) 0");
    static_assert(isByte(ByteB), "ByteB: byte-id is 0 to 3; with two scale factors a column (2X) "
                                 "0 or 2, with four (4X) 0");
    static_assert(ThreadA == 0 || ThreadA == 1, "ThreadA: thread-id of scale_a is 0 or 1");
    static_assert(ThreadB >= 0 && ThreadB <= 3, "ThreadB: thread-id of scale_b is 0 to 3");
  }
};

} // namespace detail

#define NVPTX_TENSORCORE_CHECK_IDS                                                                 \
  NVPTX_TENSORCORE_CHECK(!detail::BlockScaleIDs<Calls>::isByte(byte_a),                            \
                         "byte_a: byte-id is 0 to 3, of 2X 0 or 2, of 4X 0")                       \
  NVPTX_TENSORCORE_CHECK(!detail::BlockScaleIDs<Calls>::isByte(byte_b),                            \
                         "byte_b: byte-id is 0 to 3, of 2X 0 or 2, of 4X 0")                       \
  NVPTX_TENSORCORE_CHECK(thread_a > 1, "thread_a: thread-id of scale_a is 0 or 1")                 \
  NVPTX_TENSORCORE_CHECK(thread_b > 3, "thread_b: thread-id of scale_b is 0 to 3")

/// mma with .block_scale: a warp's D = (A * scale_A) * (B * scale_B) + C, m16n8, in f32. A row
/// of A, and a column of B, has one, two or four scale factors, each for K / 1, 2 or 4
/// neighbours. PTX ISA, "Block Scaling for mma.sync"; sm_120f, PTX ISA 8.7.
///
///   Which            A, B               K   ScaleType  ScaleVector
///   Kind::mxf8f6f4   e4m3, e5m2, e3m2,  32  ue8m0      0 (none said) or 1 (1X): one a row
///                    e2m3, e2m1
///   Kind::mxf4       e2m1               64  ue8m0      0 or 2 (2X): two a row
///   Kind::mxf4nvf4   e2m1               64  ue8m0      2: two a row, 4: four a row (PTX ISA 9.1)
///   Kind::mxf4nvf4   e2m1               64  ue4m3      4 (4X): four a row
///
/// scale_a and scale_b are words of four bytes; of which thread of four and from which byte on
/// they are taken the thread-ids and byte-ids say: ThreadA 0 or 1, ThreadB 0 to 3; bytes 0 to
/// 3, of 2X 0 or 2, of 4X 0. LayoutScaleA and LayoutScaleB say whose scales are whose
/// (selector: the thread-id, byte: the byte-id).
template <Kind Which, class A, class B = A, class ScaleType = ue8m0, int ScaleVector = 0>
class mma_block_scale
    : public detail::MMAFragments<detail::BlockScaleCalls<
          Which, detail::Element<A>, detail::Element<B>, ScaleType, ScaleVector>> {
  using Calls = detail::BlockScaleCalls<Which, detail::Element<A>, detail::Element<B>, ScaleType,
                                        ScaleVector>;
  using Base = detail::MMAFragments<Calls>;

public:
  using typename Base::FragmentA;
  using typename Base::FragmentB;
  using typename Base::FragmentC;
  using typename Base::FragmentD;
  using LayoutScaleA = typename Calls::LayoutScaleA;
  using LayoutScaleB = typename Calls::LayoutScaleB;

  static constexpr int Rows = 16, Columns = 8, Depth = Calls::K;
  /// Scale factors of a row of A, and of a column of B.
  static constexpr int Scales = Calls::Scales;

  /// D = (A * scale_A) * (B * scale_B) + C, with constant byte-ids and thread-ids.
  template <int ByteA = 0, int ThreadA = 0, int ByteB = 0, int ThreadB = 0>
  NVPTX_TENSORCORE_DEVICE FragmentD mma(FragmentA a, FragmentB b, FragmentC c, unsigned scale_a,
                                        unsigned scale_b) {
    detail::BlockScaleIDs<Calls>::template check<ByteA, ThreadA, ByteB, ThreadB>();
    unsigned short byte_a = ByteA, thread_a = ThreadA, byte_b = ByteB, thread_b = ThreadB;
    return mma(a, b, c, scale_a, byte_a, thread_a, scale_b, byte_b, thread_b);
  }

  /// The same with byte-ids and thread-ids in registers.
  NVPTX_TENSORCORE_DEVICE FragmentD mma(FragmentA a, FragmentB b, FragmentC c, unsigned scale_a,
                                        unsigned short byte_a, unsigned short thread_a,
                                        unsigned scale_b, unsigned short byte_b,
                                        unsigned short thread_b) NVPTX_TENSORCORE_CHECK_IDS {
    if constexpr (Calls::has(detail::Plain))
      return detail::multiply<Calls::plain, Calls>(a, b, c, scale_a, byte_a, thread_a, scale_b,
                                                   byte_b, thread_b);
    else
      return FragmentD();
  }
};

/// The same with a sparse A (.sp::ordered_metadata) and twice the K. Kind::mxf8f6f4 on sm_120f,
/// the others on sm_120a and sm_121a; PTX ISA 8.7. Selector and metadata are those of mma_sp.
template <Kind Which, class A, class B = A, class ScaleType = ue8m0, int ScaleVector = 0>
class mma_sp_block_scale
    : public detail::MMAFragments<detail::SparseBlockScaleCalls<
          Which, detail::Element<A>, detail::Element<B>, ScaleType, ScaleVector>> {
  using Calls = detail::SparseBlockScaleCalls<Which, detail::Element<A>, detail::Element<B>,
                                              ScaleType, ScaleVector>;
  using Base = detail::MMAFragments<Calls>;

public:
  using typename Base::FragmentA;
  using typename Base::FragmentB;
  using typename Base::FragmentC;
  using typename Base::FragmentD;
  using LayoutScaleA = typename Calls::LayoutScaleA;
  using LayoutScaleB = typename Calls::LayoutScaleB;
  using LayoutMetadata = typename Calls::LayoutMetadata;

  static constexpr int Rows = 16, Columns = 8, Depth = Calls::K;
  static constexpr int Scales = Calls::Scales, Selectors = Calls::Selectors;

  /// D = (A * scale_A) * (B * scale_B) + C, with constant byte-ids and thread-ids.
  template <int Selector = 0, int ByteA = 0, int ThreadA = 0, int ByteB = 0, int ThreadB = 0>
  NVPTX_TENSORCORE_DEVICE FragmentD mma(FragmentA a, FragmentB b, FragmentC c, unsigned metadata,
                                        unsigned scale_a, unsigned scale_b) {
    detail::BlockScaleIDs<Calls>::template check<ByteA, ThreadA, ByteB, ThreadB>();
    unsigned short byte_a = ByteA, thread_a = ThreadA, byte_b = ByteB, thread_b = ThreadB;
    return mma<Selector>(a, b, c, metadata, scale_a, byte_a, thread_a, scale_b, byte_b, thread_b);
  }

  /// The same with byte-ids and thread-ids in registers.
  template <int Selector = 0>
  NVPTX_TENSORCORE_DEVICE FragmentD mma(FragmentA a, FragmentB b, FragmentC c, unsigned metadata,
                                        unsigned scale_a, unsigned short byte_a,
                                        unsigned short thread_a, unsigned scale_b,
                                        unsigned short byte_b,
                                        unsigned short thread_b) NVPTX_TENSORCORE_CHECK_IDS {
    Base::template checkSelector<Selector>();
    if constexpr (Calls::has(detail::Plain))
      return detail::multiplySparse<Calls::plain, Calls, Selector>(
          a, b, c, metadata, scale_a, byte_a, thread_a, scale_b, byte_b, thread_b);
    else
      return FragmentD();
  }
};

#undef NVPTX_TENSORCORE_CHECK_IDS

} // namespace nvptx_tensorcore

#pragma clang diagnostic pop

#endif // NVPTX_TENSORCORE_MMA_H
