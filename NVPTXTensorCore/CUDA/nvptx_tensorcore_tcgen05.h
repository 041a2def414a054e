//===- nvptx_tensorcore_tcgen05.h - tcgen05 for CUDA C++ --------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor cores of Blackwell and Rubin (sm_100 to sm_110, with the suffix a or f; PTX ISA 8.6) as
// device functions: tensor memory, what moves data into and out of it, multiplications. They are
// calls of the intrinsics llvm.nvvm.tcgen05.*. docs/tcgen05.md walks through a kernel.
//
//   __shared__ TensorAddress base;
//   if (warp == 0) {
//     tcgen05_alloc(&base, 128);                      // columns
//     tcgen05_relinquish_alloc_permit();
//   }
//   __syncthreads();
//   if (one elected thread of a warp) {
//     tcgen05_mma<Kind::f16>(base, a, b, idesc, /*enable_input_d=*/false);
//     tcgen05_commit(&mbarrier);
//   }
//   ... wait for the mbarrier ...
//   tcgen05_fence_after_thread_sync();
//   auto d = vector_cast<float>(tcgen05_ld_32x32b<64>(base.at(32 * warp, 0)));
//   tcgen05_wait_ld();
//
// Template arguments are modifiers and immediates of the instruction. The CTA group (1, or 2
// for a pair of CTAs) has to be the same in all tcgen05 of a kernel. The compiler checks what
// it can see of the use of tensor memory: docs/tcgen05-verification.md, tcgen05-waits.md.
//
// LLVM 22's signatures have no collector buffer of B and no .exclusive. With clang 22 these are
// errors; whatever else PTX ISA 9.4 added is there.
//
// The build makes nvptx_tensorcore_tcgen05.inc from TableGen/.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_TCGEN05_H
#define NVPTX_TENSORCORE_TCGEN05_H

#include "nvptx_tensorcore_descriptor.h"
#include "nvptx_tensorcore_types.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat" // diagnose_if

namespace nvptx_tensorcore {

/// The unpacking of tcgen05.cp: none, or 16 elements of 6 or 4 bits and padding to bytes.
enum class CopyFormat { None, b6x16_p32, b4x16_p64 };

/// The element that tcgen05.ld.red looks for among those that a thread loads.
enum class Reduction { Min, Max };

/// The use of a collector buffer, of A or of B: it is dropped after the instruction, it is used for
/// the last time, it is filled, it is filled and used. PTX's .collector::a::discard, ::lastuse,
/// ::fill, ::use.
enum class Collector { Discard, LastUse, Fill, Use };

/// The number of elements of K that share a scale factor, as PTX writes it: not at all (the kind's
/// own: 32), .scale_vec::1X, 2X, 4X, or .block16, .block32. docs/instruction-descriptor.md says
/// which goes with which kind and target.
enum class BlockScale { Default, Vector1X, Vector2X, Vector4X, Block16, Block32 };

/// The argument ScaleInputD of tcgen05_mma without one.
constexpr int NoScaleInput = -1;

/// Holds the result of tcgen05.ld.red: a thread's elements, and the least or greatest of them.
template <class Element, int Count> struct Reduced {
  Vector<Element, Count> data;
  Element reduced;
};

/// Holds the result of tcgen05.ld.spcompress: two of each four elements of a thread, and where they
/// were, two bits each.
template <int Count> struct Compressed {
  Vector<unsigned, (Count + 31) / 32> metadata;
  Vector<float, Count / 2> data;
};
/// The same by tcgen05.ld.red.spcompress, and the least or greatest of all elements.
template <int Count> struct ReducedCompressed : Compressed<Count> {
  float reduced;
};

namespace detail {

// Shapes in names.
struct Access_16x64b;
struct Access_16x128b;
struct Access_16x256b;
struct Access_32x32b;
struct Access_16x32bx2;
struct Copy_128x256b;
struct Copy_4x256b;
struct Copy_128x128b;
struct Copy_64x128b_warpx2_02_13;
struct Copy_64x128b_warpx2_01_23;
struct Copy_32x128b_warpx4;

/// The intrinsics of one CTA group. What is declared here stands behind the error only.
template <int CTAGroup> struct TCGen05Calls {
  static_assert(CTAGroup == 1 || CTAGroup == 2, "CTAGroup: 1, or 2 for a pair of CTAs");
  NVPTX_TENSORCORE_INTRINSIC static void alloc(SharedPointer, unsigned, bool = false);
  NVPTX_TENSORCORE_INTRINSIC static void dealloc(TensorPointer, unsigned, bool = false);
  NVPTX_TENSORCORE_INTRINSIC static void relinqAllocPermit();
  NVPTX_TENSORCORE_INTRINSIC static void commit(SharedPointer);
  NVPTX_TENSORCORE_INTRINSIC static void commitMc(SharedPointer, unsigned);
  NVPTX_TENSORCORE_INTRINSIC static void commitSmemARead(SharedPointer);
  NVPTX_TENSORCORE_INTRINSIC static void commitSmemAReadMc(SharedPointer, unsigned);
  NVPTX_TENSORCORE_INTRINSIC static void shiftDown(TensorPointer);
};

template <class Shape, CopyFormat Format, int CTAGroup> struct TCGen05CopyCalls {
  static_assert(CTAGroup == 1 || CTAGroup == 2, "CTAGroup: 1, or 2 for a pair of CTAs");
  static_assert(Format >= CopyFormat::None && Format <= CopyFormat::b4x16_p64,
                "Format: there are CopyFormat::None, b6x16_p32 and b4x16_p64");
  NVPTX_TENSORCORE_INTRINSIC static void copy(TensorPointer, MatrixDescriptor);
};

template <class Shape, int Count> struct TCGen05AccessCalls {
  static_assert(LegalCount<Count>,
                "Count: how often the shape is moved is a power of two from 1 to 128, of 16x128b "
                "to 64, of 16x256b to 32; a vector to store has as many registers as that takes");
  template <class... More>
  NVPTX_TENSORCORE_INTRINSIC static Vector<unsigned, Count> ld(TensorPointer, More...);
  template <class... More> NVPTX_TENSORCORE_INTRINSIC static void st(TensorPointer, More...);
};
template <class Shape, int Count> struct TCGen05ReducedCalls;

template <int Count, Reduction Operation, bool Abs> struct TCGen05CompressedCalls {
  static_assert(Count >= 4 && Count <= 128 && (Count & (Count - 1)) == 0,
                "Count: how many columns are loaded is a power of two from 4 to 128");
  static_assert(Operation == Reduction::Min || Operation == Reduction::Max,
                "Operation: Reduction::Min or Max");
  using Registers = Vector<unsigned, 4>;
  NVPTX_TENSORCORE_INTRINSIC static Registers ld(TensorPointer);
  NVPTX_TENSORCORE_INTRINSIC static Reduced<unsigned, 4> ldRed(TensorPointer);
  NVPTX_TENSORCORE_INTRINSIC static Reduced<unsigned, 4> ldRedNaN(TensorPointer);
};

/// The intrinsics of multiplications, overloaded for A in tensor and in shared memory.
template <bool IsWeightStationary> struct TCGen05DenseCalls;
template <bool IsWeightStationary> struct TCGen05SparseCalls;
template <Kind Which, BlockScale Scale> struct TCGen05DenseBlockScaleCalls;
template <Kind Which, BlockScale Scale> struct TCGen05SparseBlockScaleCalls;
struct TCGen05LutCalls;
template <BlockScale Scale> struct TCGen05LutBlockScaleCalls {
  static_assert(Scale == BlockScale::Default || Scale == BlockScale::Block32,
                "Scale: BlockScale::Default or Block32 with a lookup table of B");
  template <class... Arguments> NVPTX_TENSORCORE_INTRINSIC static void mma(Arguments...);
};

#include "nvptx_tensorcore_tcgen05.inc"

} // namespace detail

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

#define NVPTX_TENSORCORE_CHECK_COLUMNS                                                             \
  NVPTX_TENSORCORE_CHECK(                                                                          \
      !Exclusive && (columns < 32 || columns > 512 || (columns & (columns - 1))),                  \
      "columns: a power of two from 32 to 512; with Exclusive any multiple of 32")                 \
  NVPTX_TENSORCORE_CHECK(Exclusive && (columns < 32 || columns > 576 || columns % 32),             \
                         "columns: with Exclusive a multiple of 32 from 32 to 512, on sm_107 to "  \
                         "576")

/// tcgen05.alloc: allocates columns of tensor memory, and writes the address to shared memory.
/// It waits until that many are free. By a whole warp; PTX ISA, "tcgen05.alloc".
/// \param destination  where in shared memory the TensorAddress goes.
/// \param columns      a power of two from 32 to 512.
/// \tparam Exclusive   .exclusive: any multiple of 32 columns from 32 to 512, on sm_107 to 576; the
///                     dealloc has to be exclusive, too; PTX ISA 9.4.
template <int CTAGroup = 1, bool Exclusive = false>
NVPTX_TENSORCORE_DEVICE void tcgen05_alloc(SharedPointer destination,
                                           unsigned columns) NVPTX_TENSORCORE_CHECK_COLUMNS {
  if constexpr (Exclusive)
    detail::TCGen05Calls<CTAGroup>::alloc(destination, columns, true);
  else
    detail::TCGen05Calls<CTAGroup>::alloc(destination, columns);
}
template <int CTAGroup = 1, bool Exclusive = false>
NVPTX_TENSORCORE_DEVICE void tcgen05_alloc(void *destination,
                                           unsigned columns) NVPTX_TENSORCORE_CHECK_COLUMNS {
  tcgen05_alloc<CTAGroup, Exclusive>((SharedPointer)destination, columns);
}

/// tcgen05.dealloc: frees what an alloc has allocated, all of it. By a whole warp, before the
/// kernel ends; PTX ISA, "tcgen05.dealloc".
/// \tparam Exclusive  as of the alloc.
template <int CTAGroup = 1, bool Exclusive = false>
NVPTX_TENSORCORE_DEVICE void tcgen05_dealloc(TensorAddress address,
                                             unsigned columns) NVPTX_TENSORCORE_CHECK_COLUMNS {
  detail::TCGen05Calls<CTAGroup>::dealloc(detail::toPointer(address), columns, Exclusive);
}

#undef NVPTX_TENSORCORE_CHECK_COLUMNS

/// tcgen05.relinquish_alloc_permit: the CTA will not allocate any more, so that others may.
/// By a whole warp; PTX ISA, "tcgen05.relinquish_alloc_permit".
template <int CTAGroup = 1> NVPTX_TENSORCORE_DEVICE void tcgen05_relinquish_alloc_permit() {
  detail::TCGen05Calls<CTAGroup>::relinqAllocPermit();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// tcgen05.commit: an mbarrier is to complete a phase (one arrival) when all that this thread
/// has issued of tcgen05.mma, cp and shift is through. By one thread; PTX ISA,
/// "tcgen05.commit".
/// \param mbarrier  in shared memory, of this CTA or another one of the cluster.
/// \tparam ReadsOfA  the arrival is earlier: when the tcgen05.mma have read A in shared memory,
///                   which may be overwritten then (.sync_restrict::shared::read::mma::a); on
///                   sm_107f, PTX ISA 9.4.
template <int CTAGroup = 1, bool ReadsOfA = false>
NVPTX_TENSORCORE_DEVICE void tcgen05_commit(SharedPointer mbarrier) {
  if constexpr (ReadsOfA)
    detail::TCGen05Calls<CTAGroup>::commitSmemARead(mbarrier);
  else
    detail::TCGen05Calls<CTAGroup>::commit(mbarrier);
}
template <int CTAGroup = 1, bool ReadsOfA = false>
NVPTX_TENSORCORE_DEVICE void tcgen05_commit(MBarrier *mbarrier) {
  tcgen05_commit<CTAGroup, ReadsOfA>((SharedPointer)mbarrier);
}

/// The same for the mbarriers at the same location in all CTAs of the cluster whose bits are set
/// in `cta_mask`.
template <int CTAGroup = 1, bool ReadsOfA = false>
NVPTX_TENSORCORE_DEVICE void tcgen05_commit_multicast(SharedPointer mbarrier,
                                                      unsigned short cta_mask) {
  if constexpr (ReadsOfA)
    detail::TCGen05Calls<CTAGroup>::commitSmemAReadMc(mbarrier, cta_mask);
  else
    detail::TCGen05Calls<CTAGroup>::commitMc(mbarrier, cta_mask);
}
template <int CTAGroup = 1, bool ReadsOfA = false>
NVPTX_TENSORCORE_DEVICE void tcgen05_commit_multicast(MBarrier *mbarrier, unsigned short cta_mask) {
  tcgen05_commit_multicast<CTAGroup, ReadsOfA>((SharedPointer)mbarrier, cta_mask);
}

/// The same with a mask of 32 bits (.multicast::cluster::32b); on sm_107f, PTX ISA 9.4.
template <int CTAGroup = 1, bool ReadsOfA = false>
NVPTX_TENSORCORE_DEVICE void tcgen05_commit_multicast_32b(SharedPointer mbarrier,
                                                          unsigned cta_mask) {
  if constexpr (ReadsOfA)
    detail::TCGen05Calls<CTAGroup>::commitSmemAReadMc(mbarrier, cta_mask);
  else
    detail::TCGen05Calls<CTAGroup>::commitMc(mbarrier, cta_mask);
}
template <int CTAGroup = 1, bool ReadsOfA = false>
NVPTX_TENSORCORE_DEVICE void tcgen05_commit_multicast_32b(MBarrier *mbarrier, unsigned cta_mask) {
  tcgen05_commit_multicast_32b<CTAGroup, ReadsOfA>((SharedPointer)mbarrier, cta_mask);
}

/// tcgen05.wait::ld and ::st: waits for all tcgen05.ld, or st, of this thread. By a whole
/// warp; PTX ISA, "tcgen05.wait".
NVPTX_TENSORCORE_INTRINSIC void tcgen05_wait_ld() asm("llvm.nvvm.tcgen05.wait.ld");
NVPTX_TENSORCORE_INTRINSIC void tcgen05_wait_st() asm("llvm.nvvm.tcgen05.wait.st");

/// tcgen05.fence::before_thread_sync and ::after_thread_sync: orders asynchronous tcgen05
/// against a barrier between threads that follows, or that went before. PTX ISA,
/// "tcgen05.fence".
NVPTX_TENSORCORE_INTRINSIC void
tcgen05_fence_before_thread_sync() asm("llvm.nvvm.tcgen05.fence.before.thread.sync");
NVPTX_TENSORCORE_INTRINSIC void
tcgen05_fence_after_thread_sync() asm("llvm.nvvm.tcgen05.fence.after.thread.sync");

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

namespace detail {

/// An offset between halves is in columns.
template <class Shape, int Count, bool Pack>
NVPTX_TENSORCORE_DEVICE auto loadTensorMemory(TensorAddress address) {
  auto registers = TCGen05AccessCalls<Shape, Count>::ld(toPointer(address), Pack);
  return __builtin_bit_cast(Vector<unsigned, sizeof(registers) / 4>, registers);
}

template <class Shape, int PerCount, bool Unpack, int Size>
NVPTX_TENSORCORE_DEVICE void storeTensorMemory(TensorAddress address, Vector<unsigned, Size> data) {
  constexpr int Count = Size % PerCount ? 0 : Size / PerCount;
  if constexpr (Size == 1)
    TCGen05AccessCalls<Shape, Count>::st(toPointer(address), data[0], Unpack);
  else
    TCGen05AccessCalls<Shape, Count>::st(toPointer(address), data, Unpack);
}

} // namespace detail

/// tcgen05.ld: a warp's part of tensor memory to registers. Warp w of a warpgroup reaches the
/// lanes 32 (w % 4) to 32 (w % 4) + 31 only, and `address` names the first of them. By a whole
/// warp; PTX ISA, "tcgen05.ld". The registers may be read after tcgen05_wait_ld.
///
///   shape    moves, Count times side by side       registers
///   32x32b   32 lanes, a column                    Count: lane i of the warp has lane i
///   16x64b   16 lanes, two columns                 Count
///   16x128b  16 lanes, four columns                2 Count (Count to 64)
///   16x256b  16 lanes, eight columns               4 Count (Count to 32)
///   16x32bx2 16 lanes, a column, and 16 more       Count
///            HalfSplitOffset columns further on
///
/// \tparam Count  a power of two from 1 to 128.
/// \tparam Pack   two columns of 16 bits in a register (.pack::16b).
template <int Count, bool Pack = false>
NVPTX_TENSORCORE_DEVICE auto tcgen05_ld_32x32b(TensorAddress address) {
  return detail::loadTensorMemory<detail::Access_32x32b, Count, Pack>(address);
}
template <int Count, bool Pack = false>
NVPTX_TENSORCORE_DEVICE auto tcgen05_ld_16x64b(TensorAddress address) {
  return detail::loadTensorMemory<detail::Access_16x64b, Count, Pack>(address);
}
template <int Count, bool Pack = false>
NVPTX_TENSORCORE_DEVICE auto tcgen05_ld_16x128b(TensorAddress address) {
  return detail::loadTensorMemory<detail::Access_16x128b, Count, Pack>(address);
}
template <int Count, bool Pack = false>
NVPTX_TENSORCORE_DEVICE auto tcgen05_ld_16x256b(TensorAddress address) {
  return detail::loadTensorMemory<detail::Access_16x256b, Count, Pack>(address);
}
template <int Count, long long HalfSplitOffset, bool Pack = false>
NVPTX_TENSORCORE_DEVICE auto tcgen05_ld_16x32bx2(TensorAddress address) {
  auto registers = detail::TCGen05AccessCalls<detail::Access_16x32bx2, Count>::ld(
      detail::toPointer(address), HalfSplitOffset, Pack);
  return __builtin_bit_cast(Vector<unsigned, Count>, registers);
}

/// tcgen05.st: the reverse. How often the shape is moved follows from the size of the vector.
/// By a whole warp; PTX ISA, "tcgen05.st". Others may read it after tcgen05_wait_st.
/// \tparam Unpack  a register holds two columns of 16 bits (.unpack::16b).
template <bool Unpack = false, int Size>
NVPTX_TENSORCORE_DEVICE void tcgen05_st_32x32b(TensorAddress address, Vector<unsigned, Size> data) {
  detail::storeTensorMemory<detail::Access_32x32b, 1, Unpack>(address, data);
}
template <bool Unpack = false, int Size>
NVPTX_TENSORCORE_DEVICE void tcgen05_st_16x64b(TensorAddress address, Vector<unsigned, Size> data) {
  detail::storeTensorMemory<detail::Access_16x64b, 1, Unpack>(address, data);
}
template <bool Unpack = false, int Size>
NVPTX_TENSORCORE_DEVICE void tcgen05_st_16x128b(TensorAddress address,
                                                Vector<unsigned, Size> data) {
  detail::storeTensorMemory<detail::Access_16x128b, 2, Unpack>(address, data);
}
template <bool Unpack = false, int Size>
NVPTX_TENSORCORE_DEVICE void tcgen05_st_16x256b(TensorAddress address,
                                                Vector<unsigned, Size> data) {
  detail::storeTensorMemory<detail::Access_16x256b, 4, Unpack>(address, data);
}
template <long long HalfSplitOffset, bool Unpack = false, int Size>
NVPTX_TENSORCORE_DEVICE void tcgen05_st_16x32bx2(TensorAddress address,
                                                 Vector<unsigned, Size> data) {
  using Calls = detail::TCGen05AccessCalls<detail::Access_16x32bx2, Size>;
  if constexpr (Size == 1)
    Calls::st(detail::toPointer(address), HalfSplitOffset, data[0], Unpack);
  else
    Calls::st(detail::toPointer(address), HalfSplitOffset, data, Unpack);
}

namespace detail {

template <class Element> struct ReducedElement {
  static constexpr int Number = -1;
};
template <> struct ReducedElement<float> {
  static constexpr int Number = 0;
};
template <> struct ReducedElement<int> {
  static constexpr int Number = 1;
};
template <> struct ReducedElement<unsigned> {
  static constexpr int Number = 2;
};

/// The intrinsic of a reduction; `Offset` is that of 16x32bx2, or nothing.
template <class Shape, int Count, Reduction Operation, class Element, bool Abs, bool NaN,
          long long... Offset>
NVPTX_TENSORCORE_DEVICE Reduced<Element, Count> loadReduced(TensorAddress address) {
  constexpr int Number = ReducedElement<Element>::Number;
  constexpr bool IsCount = Count >= 2 && Count <= 128 && (Count & (Count - 1)) == 0;
  static_assert(IsCount, "Count: how often the shape is loaded is a power of two from 2 to 128");
  static_assert(Number >= 0, "Element: float, int or unsigned");
  static_assert(Operation == Reduction::Min || Operation == Reduction::Max,
                "Operation: Reduction::Min or Max");
  static_assert(Number <= 0 || !Abs, "Abs: only float has .abs");
  static_assert(Number <= 0 || !NaN, "NaN: only float has .NaN");
  using Calls = TCGen05ReducedCalls<Shape, Count>;
  TensorPointer from = toPointer(address);
  constexpr bool IsMin = Operation == Reduction::Min;
  if constexpr (!IsCount || Number < 0)
    return Reduced<Element, Count>();
  else if constexpr (Number == 1)
    return IsMin ? Calls::min_s32(from, Offset...) : Calls::max_s32(from, Offset...);
  else if constexpr (Number == 2)
    return IsMin ? Calls::min_u32(from, Offset...) : Calls::max_u32(from, Offset...);
  else if constexpr (Abs && NaN)
    return IsMin ? Calls::min_abs_NaN_f32(from, Offset...)
                 : Calls::max_abs_NaN_f32(from, Offset...);
  else if constexpr (Abs)
    return IsMin ? Calls::min_abs_f32(from, Offset...) : Calls::max_abs_f32(from, Offset...);
  else if constexpr (NaN)
    return IsMin ? Calls::min_NaN_f32(from, Offset...) : Calls::max_NaN_f32(from, Offset...);
  else
    return IsMin ? Calls::min_f32(from, Offset...) : Calls::max_f32(from, Offset...);
}

} // namespace detail

/// tcgen05.ld.red: a load that also finds the least or greatest of what each thread loads. By
/// a whole warp; PTX ISA, "tcgen05.ld"; sm_103f, sm_110f, PTX ISA 8.8.
/// \tparam Count    a power of two from 2 to 128.
/// \tparam Element  float, int or unsigned.
/// \tparam Abs,NaN  of float: absolute values are compared; a NaN is the result if there is one.
template <int Count, Reduction Operation, class Element = float, bool Abs = false, bool NaN = false>
NVPTX_TENSORCORE_DEVICE Reduced<Element, Count> tcgen05_ld_red_32x32b(TensorAddress address) {
  return detail::loadReduced<detail::Access_32x32b, Count, Operation, Element, Abs, NaN>(address);
}
template <int Count, Reduction Operation, long long HalfSplitOffset, class Element = float,
          bool Abs = false, bool NaN = false>
NVPTX_TENSORCORE_DEVICE Reduced<Element, Count> tcgen05_ld_red_16x32bx2(TensorAddress address) {
  return detail::loadReduced<detail::Access_16x32bx2, Count, Operation, Element, Abs, NaN,
                             HalfSplitOffset>(address);
}

namespace detail {

/// Splits the result of a compressing load: the metadata, and then the data.
template <int Count, int Size, int... Metadata, int... Data>
NVPTX_TENSORCORE_DEVICE Compressed<Count> splitCompressed(Vector<unsigned, Size> registers,
                                                          Sequence<int, Metadata...>,
                                                          Sequence<int, Data...>) {
  constexpr int First = sizeof...(Metadata);
  auto metadata = __builtin_shufflevector(registers, registers, Metadata...);
  auto data = __builtin_shufflevector(registers, registers, First + Data...);
  return {__builtin_bit_cast(Vector<unsigned, First>, metadata),
          __builtin_bit_cast(Vector<float, Count / 2>, data)};
}
template <int Count, int Size>
NVPTX_TENSORCORE_DEVICE Compressed<Count> splitCompressed(Vector<unsigned, Size> registers) {
  return splitCompressed<Count>(registers, Indices<Size - Count / 2>(), Indices<Count / 2>());
}

} // namespace detail

/// tcgen05.ld.spcompress: a load of Count columns of f32 of 32 lanes that keeps the two least or
/// greatest of each four elements of a thread, for a sparse A. By a whole warp; PTX ISA,
/// "tcgen05.ld"; sm_107a, PTX ISA 9.4. What it returns may be read after tcgen05_wait_ld.
/// \tparam Count  a power of two from 4 to 128.
/// \tparam Abs    absolute values are compared.
template <int Count, Reduction Operation, bool Abs = false>
NVPTX_TENSORCORE_DEVICE Compressed<Count> tcgen05_ld_spcompress_32x32b(TensorAddress address) {
  using Calls = detail::TCGen05CompressedCalls<Count, Operation, Abs>;
  return detail::splitCompressed<Count>(Calls::ld(detail::toPointer(address)));
}

/// tcgen05.ld.red.spcompress: the same, and the least or greatest of all elements.
/// \tparam NaN  a NaN is the least or greatest if there is one.
template <int Count, Reduction Operation, bool Abs = false, bool NaN = false>
NVPTX_TENSORCORE_DEVICE ReducedCompressed<Count>
tcgen05_ld_red_spcompress_32x32b(TensorAddress address) {
  using Calls = detail::TCGen05CompressedCalls<Count, Operation, Abs>;
  auto from = detail::toPointer(address);
  auto loaded = NaN ? Calls::ldRedNaN(from) : Calls::ldRed(from);
  return {detail::splitCompressed<Count>(loaded.data), __builtin_bit_cast(float, loaded.reduced)};
}

//===----------------------------------------------------------------------===//
// Copies and shifts
//===----------------------------------------------------------------------===//

/// tcgen05.cp: from shared to tensor memory, asynchronous like tcgen05.mma. By one thread; PTX
/// ISA, "tcgen05.cp". The shape is lanes x bits of each; 64 and 32 lanes are copied to two
/// pairs of warps (0 and 2, 1 and 3; or 0 and 1, 2 and 3), or to all four.
/// \tparam Format  16 elements of 6 or 4 bits and padding become 16 bytes.
template <int CTAGroup = 1, CopyFormat Format = CopyFormat::None>
NVPTX_TENSORCORE_DEVICE void tcgen05_cp_128x256b(TensorAddress to, MatrixDescriptor from) {
  detail::TCGen05CopyCalls<detail::Copy_128x256b, Format, CTAGroup>::copy(detail::toPointer(to),
                                                                          from);
}
template <int CTAGroup = 1, CopyFormat Format = CopyFormat::None>
NVPTX_TENSORCORE_DEVICE void tcgen05_cp_4x256b(TensorAddress to, MatrixDescriptor from) {
  detail::TCGen05CopyCalls<detail::Copy_4x256b, Format, CTAGroup>::copy(detail::toPointer(to),
                                                                        from);
}
template <int CTAGroup = 1, CopyFormat Format = CopyFormat::None>
NVPTX_TENSORCORE_DEVICE void tcgen05_cp_128x128b(TensorAddress to, MatrixDescriptor from) {
  detail::TCGen05CopyCalls<detail::Copy_128x128b, Format, CTAGroup>::copy(detail::toPointer(to),
                                                                          from);
}
template <int CTAGroup = 1, CopyFormat Format = CopyFormat::None>
NVPTX_TENSORCORE_DEVICE void tcgen05_cp_64x128b_warpx2_02_13(TensorAddress to,
                                                             MatrixDescriptor from) {
  detail::TCGen05CopyCalls<detail::Copy_64x128b_warpx2_02_13, Format, CTAGroup>::copy(
      detail::toPointer(to), from);
}
template <int CTAGroup = 1, CopyFormat Format = CopyFormat::None>
NVPTX_TENSORCORE_DEVICE void tcgen05_cp_64x128b_warpx2_01_23(TensorAddress to,
                                                             MatrixDescriptor from) {
  detail::TCGen05CopyCalls<detail::Copy_64x128b_warpx2_01_23, Format, CTAGroup>::copy(
      detail::toPointer(to), from);
}
template <int CTAGroup = 1, CopyFormat Format = CopyFormat::None>
NVPTX_TENSORCORE_DEVICE void tcgen05_cp_32x128b_warpx4(TensorAddress to, MatrixDescriptor from) {
  detail::TCGen05CopyCalls<detail::Copy_32x128b_warpx4, Format, CTAGroup>::copy(
      detail::toPointer(to), from);
}

/// tcgen05.shift.down: rows of 32 bytes of tensor memory move down by one. By one thread; PTX
/// ISA, "tcgen05.shift"; sm_100a, sm_103a, sm_110a.
template <int CTAGroup = 1> NVPTX_TENSORCORE_DEVICE void tcgen05_shift_down(TensorAddress address) {
  detail::TCGen05Calls<CTAGroup>::shiftDown(detail::toPointer(address));
}

//===----------------------------------------------------------------------===//
// Multiplication
//===----------------------------------------------------------------------===//

namespace detail {

/// True if multiplications of a kind read elements of a type.
template <class Element, Kind Which, unsigned Kinds>
constexpr bool IsReadByKind = (Kinds >> int(Which) & 1) != 0;

} // namespace detail

/// The descriptor of a matrix that a kind reads from shared memory: a MatrixDescriptor, or that of
/// a SharedTile, whose type is checked.
template <Kind Which> struct TCGen05Matrix {
  MatrixDescriptor Descriptor;

  NVPTX_TENSORCORE_INLINE constexpr TCGen05Matrix(MatrixDescriptor descriptor)
      : Descriptor(descriptor) {}
  template <class Tile>
  NVPTX_TENSORCORE_INLINE constexpr TCGen05Matrix(TCGen05Descriptor<Tile> descriptor)
      : Descriptor(descriptor) {
    static_assert(
        detail::IsReadByKind<typename Tile::ElementType, Which, Tile::Kinds>,
        "a, b: expected a SharedTile of a type of the kind: of Kind::f16 f16, bf16; of tf32 tf32; "
        "of "
        "f8f6f4 and mxf8f6f4 e4m3, e5m2, e2m3, e3m2, and e2m1 of a tile of that kind; of mxf4 and "
        "mxf4nvf4 e2m1; of i8 s8, u8; of ti16 ti16");
  }

  NVPTX_TENSORCORE_INLINE constexpr operator MatrixDescriptor() const { return Descriptor; }
};

namespace detail {

/// A in tensor or in shared memory, as the intrinsics take it.
NVPTX_TENSORCORE_DEVICE TensorPointer toSource(TensorAddress a) { return toPointer(a); }
NVPTX_TENSORCORE_DEVICE MatrixDescriptor toSource(MatrixDescriptor a) { return a; }
/// The same of a kind.
template <Kind, class SourceA> NVPTX_TENSORCORE_DEVICE auto toSource(SourceA a) {
  return toSource(a);
}
template <Kind Which, class Tile>
NVPTX_TENSORCORE_DEVICE MatrixDescriptor toSource(TCGen05Descriptor<Tile> a) {
  return TCGen05Matrix<Which>(a);
}

NVPTX_TENSORCORE_INLINE constexpr bool isScaled(Kind which) {
  return which == Kind::mxf8f6f4 || which == Kind::mxf4 || which == Kind::mxf4nvf4;
}

template <Collector Usage, Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_INLINE constexpr void checkUsage() {
  static_assert(Usage >= Collector::Discard && Usage <= Collector::Use,
                "Usage: there are Collector::Discard, LastUse, Fill and Use");
  static_assert(UsageB >= Collector::Discard && UsageB <= Collector::Use,
                "UsageB: there are Collector::Discard, LastUse, Fill and Use");
}

template <Kind Which> NVPTX_TENSORCORE_INLINE constexpr void checkPlain() {
  static_assert(Which >= Kind::f16 && Which <= Kind::ti16,
                "Which: Kind::f16, tf32, f8f6f4, i8 or ti16; the block-scaled kinds have "
                "tcgen05_mma_block_scale and tcgen05_mma_sp_block_scale");
}

template <int CTAGroup> NVPTX_TENSORCORE_INLINE constexpr void checkGroup() {
  static_assert(CTAGroup == 1 || CTAGroup == 2, "CTAGroup: 1, or 2 for a pair of CTAs");
}

/// Has the common part of tcgen05.mma and .sp without block scales.
template <Kind Which, int CTAGroup, Collector Usage, int ScaleInputD, bool AShift, Collector UsageB>
NVPTX_TENSORCORE_INLINE constexpr void checkMultiplication() {
  checkPlain<Which>();
  checkGroup<CTAGroup>();
  checkUsage<Usage, UsageB>();
  static_assert(ScaleInputD >= NoScaleInput && ScaleInputD <= 15,
                "ScaleInputD: D is divided by 2 to the power of 0 to 15; NoScaleInput without");
  static_assert(ScaleInputD == NoScaleInput || Which == Kind::f16 || Which == Kind::tf32,
                "ScaleInputD: only Kind::f16 and tf32 can scale D");
  static_assert(!AShift || Usage == Collector::Discard || Usage == Collector::LastUse,
                "AShift: only with Collector::Discard and LastUse");
  static_assert(UsageB == Collector::Discard || Which != Kind::i8,
                "UsageB: Kind::i8 has no collector buffer of B; only Collector::Discard");
}

/// tcgen05.mma and .sp: `more` are metadata.
template <class Calls, Kind Which, int CTAGroup, Collector Usage, int ScaleInputD, bool AShift,
          Collector UsageB, class SourceA, class... More>
NVPTX_TENSORCORE_DEVICE void multiplyTensors(TensorAddress d, SourceA a, MatrixDescriptor b,
                                             unsigned idesc, bool enable_input_d, More... more) {
  checkMultiplication<Which, CTAGroup, Usage, ScaleInputD, AShift, UsageB>();
  auto from = toSource(a);
  auto to = toPointer(d);
  if constexpr (ScaleInputD != NoScaleInput && AShift)
    Calls::mmaScaleDAShift(to, from, b, idesc, enable_input_d, more..., ScaleInputD, int(Which),
                           CTAGroup, int(Usage), int(UsageB));
  else if constexpr (ScaleInputD != NoScaleInput)
    Calls::mmaScaleD(to, from, b, idesc, enable_input_d, more..., ScaleInputD, int(Which), CTAGroup,
                     int(Usage), int(UsageB));
  else if constexpr (AShift)
    Calls::mmaAShift(to, from, b, idesc, enable_input_d, more..., int(Which), CTAGroup, int(Usage),
                     int(UsageB));
  else
    Calls::mma(to, from, b, idesc, enable_input_d, more..., int(Which), CTAGroup, int(Usage),
               int(UsageB));
}

/// The same with a mask of lanes.
template <class Calls, Kind Which, int CTAGroup, Collector Usage, int ScaleInputD, bool AShift,
          Collector UsageB, class SourceA, class Lanes, class... More>
NVPTX_TENSORCORE_DEVICE void multiplyLanes(TensorAddress d, SourceA a, MatrixDescriptor b,
                                           unsigned idesc, bool enable_input_d, Lanes lanes,
                                           More... more) {
  checkMultiplication<Which, CTAGroup, Usage, ScaleInputD, AShift, UsageB>();
  auto from = toSource(a);
  auto to = toPointer(d);
  if constexpr (ScaleInputD != NoScaleInput && AShift)
    Calls::mmaScaleDAShift(to, from, b, idesc, enable_input_d, more..., ScaleInputD, lanes,
                           int(Which), int(Usage), int(UsageB));
  else if constexpr (ScaleInputD != NoScaleInput)
    Calls::mmaScaleD(to, from, b, idesc, enable_input_d, more..., ScaleInputD, lanes, int(Which),
                     int(Usage), int(UsageB));
  else if constexpr (AShift)
    Calls::mmaAShift(to, from, b, idesc, enable_input_d, more..., lanes, int(Which), int(Usage),
                     int(UsageB));
  else
    Calls::mma(to, from, b, idesc, enable_input_d, more..., lanes, int(Which), int(Usage),
               int(UsageB));
}

/// With block scales: `more` are metadata.
template <template <Kind, BlockScale> class Calls, Kind Which, BlockScale Scale, int CTAGroup,
          Collector Usage, Collector UsageB, class SourceA, class... More>
NVPTX_TENSORCORE_DEVICE void
multiplyScaled(TensorAddress d, SourceA a, MatrixDescriptor b, unsigned idesc,
               TensorAddress scale_a, TensorAddress scale_b, bool enable_input_d, More... more) {
  checkGroup<CTAGroup>();
  checkUsage<Usage, UsageB>();
  static_assert(isScaled(Which), "Which: Kind::mxf8f6f4, mxf4 or mxf4nvf4; others have no scale "
                                 "factors: tcgen05_mma, tcgen05_mma_sp");
  constexpr bool IsLegal =
      Which == Kind::mxf8f6f4 ? Scale == BlockScale::Default || Scale == BlockScale::Vector1X ||
                                    Scale == BlockScale::Block32
      : Which == Kind::mxf4   ? Scale == BlockScale::Default || Scale == BlockScale::Vector2X ||
                                    Scale == BlockScale::Block32
                              : Scale >= BlockScale::Vector2X && Scale <= BlockScale::Block32;
  static_assert(IsLegal || !isScaled(Which),
                "Scale: Kind::mxf8f6f4 has BlockScale::Default, Vector1X and Block32; mxf4 "
                "Default, Vector2X and Block32; mxf4nvf4 Vector2X, Vector4X, Block16 and Block32");
  static_assert(UsageB == Collector::Discard || Scale < BlockScale::Vector1X ||
                    Scale > BlockScale::Vector4X,
                "UsageB: no target has a collector buffer of B and BlockScale::Vector1X, Vector2X "
                "or Vector4X; only Collector::Discard, or BlockScale::Block16 and Block32");
  if constexpr (IsLegal && isScaled(Which))
    Calls<Which, Scale>::mma(toPointer(d), toSource(a), b, idesc, enable_input_d, more...,
                             toPointer(scale_a), toPointer(scale_b), CTAGroup, int(Usage),
                             int(UsageB));
}

template <int CTAGroup, Collector Usage, Collector UsageB>
NVPTX_TENSORCORE_INLINE constexpr void checkLut() {
  checkGroup<CTAGroup>();
  checkUsage<Usage, UsageB>();
}

/// Weight-stationary: `more` are metadata.
template <class Calls, Kind Which, int Buffer, Collector Usage, class... More>
NVPTX_TENSORCORE_DEVICE void checkStationary() {
  checkPlain<Which>();
  checkUsage<Usage>();
  static_assert(Buffer >= 0 && Buffer <= 3, "Buffer: there are collector buffers of B 0 to 3");
}

} // namespace detail

/// tcgen05.mma: D = A * B + D, or A * B if `enable_input_d` is false, with D in tensor memory.
/// By one thread, asynchronous: tcgen05_commit tells when it is done; those of one thread into
/// one D happen in order. PTX ISA, "tcgen05.mma"; Kind::i8 on sm_100a, sm_101a, sm_110a,
/// Kind::ti16 on sm_107f.
/// \param d      where D begins in tensor memory: M lanes, N columns of f32 or s32.
/// \param a      matrix descriptor of A in shared memory, or where it begins in tensor memory.
/// \param b      matrix descriptor of B in shared memory.
/// \param idesc  shape, types and more; of the same kind (tcgen05_idesc).
/// \param disable_output_lane  lanes of D that are not written, a bit each; four words, of a CTA
///                             pair eight.
/// \tparam Usage        collector buffer of A.
/// \tparam ScaleInputD  D is divided by 2 to that power, 0 to 15; Kind::f16 and tf32, on sm_100f,
///                      sm_103f.
/// \tparam UsageB       collector buffer of B; not of Kind::i8; on sm_107f, PTX ISA 9.4.
/// \tparam AShift       rows of A (in tensor memory) shifted down by one (.ashift); M 128 or 256.
template <Kind Which, int CTAGroup = 1, Collector Usage = Collector::Discard,
          int ScaleInputD = NoScaleInput, Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void tcgen05_mma(TensorAddress d, TCGen05Matrix<Which> a,
                                         TCGen05Matrix<Which> b, InstructionDescriptor<Which> idesc,
                                         bool enable_input_d) {
  detail::multiplyTensors<detail::TCGen05DenseCalls<false>, Which, CTAGroup, Usage, ScaleInputD,
                          false, UsageB>(d, a, b, idesc.word(), enable_input_d);
}
template <Kind Which, int CTAGroup = 1, Collector Usage = Collector::Discard,
          int ScaleInputD = NoScaleInput, bool AShift = false,
          Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void tcgen05_mma(TensorAddress d, TensorAddress a, TCGen05Matrix<Which> b,
                                         InstructionDescriptor<Which> idesc, bool enable_input_d) {
  detail::multiplyTensors<detail::TCGen05DenseCalls<false>, Which, CTAGroup, Usage, ScaleInputD,
                          AShift, UsageB>(d, a, b, idesc.word(), enable_input_d);
}
template <Kind Which, int CTAGroup = 1, Collector Usage = Collector::Discard,
          int ScaleInputD = NoScaleInput, Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void tcgen05_mma(TensorAddress d, TCGen05Matrix<Which> a,
                                         TCGen05Matrix<Which> b, InstructionDescriptor<Which> idesc,
                                         bool enable_input_d,
                                         Vector<unsigned, 4 * CTAGroup> disable_output_lane) {
  detail::multiplyLanes<detail::TCGen05DenseCalls<false>, Which, CTAGroup, Usage, ScaleInputD,
                        false, UsageB>(d, a, b, idesc.word(), enable_input_d, disable_output_lane);
}
template <Kind Which, int CTAGroup = 1, Collector Usage = Collector::Discard,
          int ScaleInputD = NoScaleInput, bool AShift = false,
          Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void tcgen05_mma(TensorAddress d, TensorAddress a, TCGen05Matrix<Which> b,
                                         InstructionDescriptor<Which> idesc, bool enable_input_d,
                                         Vector<unsigned, 4 * CTAGroup> disable_output_lane) {
  detail::multiplyLanes<detail::TCGen05DenseCalls<false>, Which, CTAGroup, Usage, ScaleInputD,
                        AShift, UsageB>(d, a, b, idesc.word(), enable_input_d, disable_output_lane);
}

/// tcgen05.mma.sp: the same with a sparse A. PTX ISA, "tcgen05.mma.sp".
/// \param metadata  where the sparsity metadata begin in tensor memory.
template <Kind Which, int CTAGroup = 1, Collector Usage = Collector::Discard,
          int ScaleInputD = NoScaleInput, Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void
tcgen05_mma_sp(TensorAddress d, TCGen05Matrix<Which> a, TCGen05Matrix<Which> b,
               TensorAddress metadata, InstructionDescriptor<Which> idesc, bool enable_input_d) {
  detail::multiplyTensors<detail::TCGen05SparseCalls<false>, Which, CTAGroup, Usage, ScaleInputD,
                          false, UsageB>(d, a, b, idesc.word(), enable_input_d,
                                         detail::toPointer(metadata));
}
template <Kind Which, int CTAGroup = 1, Collector Usage = Collector::Discard,
          int ScaleInputD = NoScaleInput, bool AShift = false,
          Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void
tcgen05_mma_sp(TensorAddress d, TensorAddress a, TCGen05Matrix<Which> b, TensorAddress metadata,
               InstructionDescriptor<Which> idesc, bool enable_input_d) {
  detail::multiplyTensors<detail::TCGen05SparseCalls<false>, Which, CTAGroup, Usage, ScaleInputD,
                          AShift, UsageB>(d, a, b, idesc.word(), enable_input_d,
                                          detail::toPointer(metadata));
}
template <Kind Which, int CTAGroup = 1, Collector Usage = Collector::Discard,
          int ScaleInputD = NoScaleInput, Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void tcgen05_mma_sp(TensorAddress d, TCGen05Matrix<Which> a,
                                            TCGen05Matrix<Which> b, TensorAddress metadata,
                                            InstructionDescriptor<Which> idesc, bool enable_input_d,
                                            Vector<unsigned, 4 * CTAGroup> disable_output_lane) {
  detail::multiplyLanes<detail::TCGen05SparseCalls<false>, Which, CTAGroup, Usage, ScaleInputD,
                        false, UsageB>(d, a, b, idesc.word(), enable_input_d, disable_output_lane,
                                       detail::toPointer(metadata));
}
template <Kind Which, int CTAGroup = 1, Collector Usage = Collector::Discard,
          int ScaleInputD = NoScaleInput, bool AShift = false,
          Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void tcgen05_mma_sp(TensorAddress d, TensorAddress a,
                                            TCGen05Matrix<Which> b, TensorAddress metadata,
                                            InstructionDescriptor<Which> idesc, bool enable_input_d,
                                            Vector<unsigned, 4 * CTAGroup> disable_output_lane) {
  detail::multiplyLanes<detail::TCGen05SparseCalls<false>, Which, CTAGroup, Usage, ScaleInputD,
                        AShift, UsageB>(d, a, b, idesc.word(), enable_input_d, disable_output_lane,
                                        detail::toPointer(metadata));
}

/// tcgen05.mma with .block_scale: D = (A * scale_A) * (B * scale_B) + D. PTX ISA, "Block
/// Scaling" of tcgen05.
///
///   Which           Scale                                           target, PTX ISA
///   Kind::mxf8f6f4  Default, Block32: 32 elements a scale factor    sm_100f, sm_110f, 8.8
///   Kind::mxf4      Default, Block32                                sm_100f, sm_110f, 8.8
///   Kind::mxf4nvf4  Block16, Block32                                sm_100f, sm_110f, 8.8
///   with            Vector1X (mxf8f6f4), 2X (mxf4, mxf4nvf4),       sm_100a, sm_110a, 8.6
///                   4X (mxf4nvf4)                                   (mxf4nvf4 8.7)
///
/// \param scale_a,scale_b  where the scale factors begin in tensor memory.
/// \tparam UsageB           collector buffer of B; on sm_107f, PTX ISA 9.4.
template <Kind Which, BlockScale Scale = BlockScale::Default, int CTAGroup = 1,
          Collector Usage = Collector::Discard, Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void
tcgen05_mma_block_scale(TensorAddress d, TCGen05Matrix<Which> a, TCGen05Matrix<Which> b,
                        InstructionDescriptor<Which> idesc, TensorAddress scale_a,
                        TensorAddress scale_b, bool enable_input_d) {
  detail::multiplyScaled<detail::TCGen05DenseBlockScaleCalls, Which, Scale, CTAGroup, Usage,
                         UsageB>(d, a, b, idesc.word(), scale_a, scale_b, enable_input_d);
}
template <Kind Which, BlockScale Scale = BlockScale::Default, int CTAGroup = 1,
          Collector Usage = Collector::Discard, Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void
tcgen05_mma_block_scale(TensorAddress d, TensorAddress a, TCGen05Matrix<Which> b,
                        InstructionDescriptor<Which> idesc, TensorAddress scale_a,
                        TensorAddress scale_b, bool enable_input_d) {
  detail::multiplyScaled<detail::TCGen05DenseBlockScaleCalls, Which, Scale, CTAGroup, Usage,
                         UsageB>(d, a, b, idesc.word(), scale_a, scale_b, enable_input_d);
}

/// The same with a sparse A; Kind::mxf4 and mxf4nvf4 on sm_100a, sm_103a, sm_110a only.
template <Kind Which, BlockScale Scale = BlockScale::Default, int CTAGroup = 1,
          Collector Usage = Collector::Discard, Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void
tcgen05_mma_sp_block_scale(TensorAddress d, TCGen05Matrix<Which> a, TCGen05Matrix<Which> b,
                           TensorAddress metadata, InstructionDescriptor<Which> idesc,
                           TensorAddress scale_a, TensorAddress scale_b, bool enable_input_d) {
  detail::multiplyScaled<detail::TCGen05SparseBlockScaleCalls, Which, Scale, CTAGroup, Usage,
                         UsageB>(d, a, b, idesc.word(), scale_a, scale_b, enable_input_d,
                                 detail::toPointer(metadata));
}
template <Kind Which, BlockScale Scale = BlockScale::Default, int CTAGroup = 1,
          Collector Usage = Collector::Discard, Collector UsageB = Collector::Discard>
NVPTX_TENSORCORE_DEVICE void
tcgen05_mma_sp_block_scale(TensorAddress d, TensorAddress a, TCGen05Matrix<Which> b,
                           TensorAddress metadata, InstructionDescriptor<Which> idesc,
                           TensorAddress scale_a, TensorAddress scale_b, bool enable_input_d) {
  detail::multiplyScaled<detail::TCGen05SparseBlockScaleCalls, Which, Scale, CTAGroup, Usage,
                         UsageB>(d, a, b, idesc.word(), scale_a, scale_b, enable_input_d,
                                 detail::toPointer(metadata));
}

/// tcgen05.mma with .decompress::lut::b: B in shared memory is indices of three bits, and the
/// tables that they are of have eight e4m3 for each eight columns of N. PTX ISA, "tcgen05.mma";
/// sm_107f, PTX ISA 9.4.
/// \param lookup_table  where the tables begin in tensor memory: an even column.
template <int CTAGroup = 1, Collector Usage = Collector::Discard,
          Collector UsageB = Collector::Discard, class SourceA>
NVPTX_TENSORCORE_DEVICE void
tcgen05_mma_lut_b(TensorAddress d, SourceA a, MatrixDescriptor b, TensorAddress lookup_table,
                  InstructionDescriptor<Kind::f8f6f4> idesc, bool enable_input_d) {
  detail::checkLut<CTAGroup, Usage, UsageB>();
  detail::TCGen05LutCalls::mma(detail::toPointer(d), detail::toSource<Kind::f8f6f4>(a), b,
                               idesc.word(), enable_input_d, detail::toPointer(lookup_table),
                               CTAGroup, int(Usage), int(UsageB));
}
template <int CTAGroup = 1, Collector Usage = Collector::Discard,
          Collector UsageB = Collector::Discard, class SourceA>
NVPTX_TENSORCORE_DEVICE void
tcgen05_mma_lut_b(TensorAddress d, SourceA a, MatrixDescriptor b, TensorAddress lookup_table,
                  InstructionDescriptor<Kind::f8f6f4> idesc, bool enable_input_d,
                  Vector<unsigned, 4 * CTAGroup> disable_output_lane) {
  detail::checkLut<CTAGroup, Usage, UsageB>();
  detail::TCGen05LutCalls::mma(detail::toPointer(d), detail::toSource<Kind::f8f6f4>(a), b,
                               idesc.word(), enable_input_d, detail::toPointer(lookup_table),
                               disable_output_lane, int(Usage), int(UsageB));
}

/// The same with .block_scale; `Scale` is BlockScale::Default or Block32.
template <BlockScale Scale = BlockScale::Default, int CTAGroup = 1,
          Collector Usage = Collector::Discard, Collector UsageB = Collector::Discard,
          class SourceA>
NVPTX_TENSORCORE_DEVICE void
tcgen05_mma_block_scale_lut_b(TensorAddress d, SourceA a, MatrixDescriptor b,
                              TensorAddress lookup_table,
                              InstructionDescriptor<Kind::mxf8f6f4> idesc, TensorAddress scale_a,
                              TensorAddress scale_b, bool enable_input_d) {
  detail::checkLut<CTAGroup, Usage, UsageB>();
  detail::TCGen05LutBlockScaleCalls<Scale>::mma(
      detail::toPointer(d), detail::toSource<Kind::mxf8f6f4>(a), b, idesc.word(), enable_input_d,
      detail::toPointer(lookup_table), detail::toPointer(scale_a), detail::toPointer(scale_b),
      CTAGroup, int(Usage), int(UsageB));
}

/// tcgen05.mma.ws: weight-stationary, one CTA: B stays in one of four collector buffers, M may
/// be 32. PTX ISA, "tcgen05.mma.ws".
/// \param zero_column_mask  columns of B that count as zeros.
/// \tparam Buffer           the collector buffer, 0 to 3.
/// \tparam Usage            what becomes of it.
template <Kind Which, int Buffer = 0, Collector Usage = Collector::Discard, class SourceA>
NVPTX_TENSORCORE_DEVICE void tcgen05_mma_ws(TensorAddress d, SourceA a, TCGen05Matrix<Which> b,
                                            InstructionDescriptor<Which> idesc,
                                            bool enable_input_d) {
  detail::checkStationary<SourceA, Which, Buffer, Usage>();
  detail::TCGen05DenseCalls<true>::mma(detail::toPointer(d), detail::toSource<Which>(a), b,
                                       idesc.word(), enable_input_d, int(Which), Buffer,
                                       int(Usage));
}
template <Kind Which, int Buffer = 0, Collector Usage = Collector::Discard, class SourceA>
NVPTX_TENSORCORE_DEVICE void tcgen05_mma_ws(TensorAddress d, SourceA a, TCGen05Matrix<Which> b,
                                            InstructionDescriptor<Which> idesc, bool enable_input_d,
                                            __UINT64_TYPE__ zero_column_mask) {
  detail::checkStationary<SourceA, Which, Buffer, Usage>();
  detail::TCGen05DenseCalls<true>::mmaMasked(detail::toPointer(d), detail::toSource<Which>(a), b,
                                             idesc.word(), enable_input_d, zero_column_mask,
                                             int(Which), Buffer, int(Usage));
}

/// tcgen05.mma.ws.sp: the same with a sparse A. PTX ISA, "tcgen05.mma.ws.sp".
template <Kind Which, int Buffer = 0, Collector Usage = Collector::Discard, class SourceA>
NVPTX_TENSORCORE_DEVICE void
tcgen05_mma_ws_sp(TensorAddress d, SourceA a, TCGen05Matrix<Which> b, TensorAddress metadata,
                  InstructionDescriptor<Which> idesc, bool enable_input_d) {
  detail::checkStationary<SourceA, Which, Buffer, Usage>();
  detail::TCGen05SparseCalls<true>::mma(detail::toPointer(d), detail::toSource<Which>(a), b,
                                        idesc.word(), enable_input_d, detail::toPointer(metadata),
                                        int(Which), Buffer, int(Usage));
}
template <Kind Which, int Buffer = 0, Collector Usage = Collector::Discard, class SourceA>
NVPTX_TENSORCORE_DEVICE void
tcgen05_mma_ws_sp(TensorAddress d, SourceA a, TCGen05Matrix<Which> b, TensorAddress metadata,
                  InstructionDescriptor<Which> idesc, bool enable_input_d,
                  __UINT64_TYPE__ zero_column_mask) {
  detail::checkStationary<SourceA, Which, Buffer, Usage>();
  detail::TCGen05SparseCalls<true>::mmaMasked(
      detail::toPointer(d), detail::toSource<Which>(a), b, idesc.word(), enable_input_d,
      detail::toPointer(metadata), zero_column_mask, int(Which), Buffer, int(Usage));
}

} // namespace nvptx_tensorcore

#pragma clang diagnostic pop

#endif // NVPTX_TENSORCORE_TCGEN05_H
