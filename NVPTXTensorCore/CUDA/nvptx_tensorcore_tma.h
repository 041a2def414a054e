//===- nvptx_tensorcore_tma.h - copies by the copy engine -----*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Tensor Memory Accelerator: copies of boxes of a tensor, which a tensor map describes,
// copies of contiguous memory, and changes of tensor maps. PTX ISA, "Data Movement and
// Conversion Instructions: Asynchronous copy", "Tensor maps".
//
//   tma_load(tile, &full, &map, {column, row});                      // to this CTA
//   tma_load(tile, &full, &map, {column, row}, Multicast{0b0011});   // to two of the cluster
//   tma_load<2>(tile, &full, &map, {column, row}, CacheHint{policy});  // .cta_group::2
//   tma_store(&map, {column, row}, tile);
//   bulk_commit_group();
//   bulk_wait_group_read<0>();
//
// One thread calls them. Coordinates are in elements, those of the innermost dimension first.
// Addresses in shared memory are multiples of 128 bytes (of 16 where nothing is swizzled and the
// copy is not of a tensor), sizes in bytes multiples of 16. A load ends with a completion of its
// bytes at an mbarrier, a store is waited for by groups. Tensor maps are made on the host
// (cuTensorMapEncodeTiled) and live in global or constant memory or in a __grid_constant__
// parameter; they have 128 bytes and are passed by address.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_TMA_H
#define NVPTX_TENSORCORE_TMA_H

#include "nvptx_tensorcore_mbarrier.h"

namespace nvptx_tensorcore {

/// A tensor map: what cuTensorMapEncodeTiled and its relatives write (CUtensorMap).
struct alignas(64) TensorMap {
  __UINT64_TYPE__ opaque[16];
};

/// An option of a load: to the CTAs of the cluster whose bits are set, each at the same location,
/// and at the mbarrier at the same location.
struct Multicast {
  unsigned short ctas;
};

/// The operation by which tma_reduce combines the data with the tensor. inc and dec are modulo, of
/// u32; and, or and xor are of bits.
enum class CopyReduction { add, min, max, inc, dec, bit_and, bit_or, bit_xor };

namespace detail {

NVPTX_TENSORCORE_INTRINSIC void bulkCommitGroup() asm("llvm.nvvm.cp.async.bulk.commit.group");
NVPTX_TENSORCORE_INTRINSIC void bulkWaitGroup(int) asm("llvm.nvvm.cp.async.bulk.wait.group");
NVPTX_TENSORCORE_INTRINSIC void
bulkWaitGroupRead(int) asm("llvm.nvvm.cp.async.bulk.wait.group.read");

NVPTX_TENSORCORE_DEVICE SharedPointer toPointer(SharedPointer mbarrier) { return mbarrier; }
NVPTX_TENSORCORE_DEVICE ClusterPointer toDestination(ClusterPointer pointer) { return pointer; }
NVPTX_TENSORCORE_DEVICE ClusterPointer toDestination(SharedPointer pointer) {
  return to_cluster(pointer);
}
NVPTX_TENSORCORE_DEVICE ClusterPointer toDestination(void *pointer) { return to_cluster(pointer); }

/// The options of a call. A value that is not there is 0, and nobody looks at it.
template <class... Options> struct CopyOptions {
  static constexpr bool HasMulticast = (IsSame<Options, Multicast> || ...);
  static constexpr bool HasHint = (IsSame<Options, CacheHint> || ...);
  static_assert(((IsSame<Options, Multicast> || IsSame<Options, CacheHint>) && ...),
                "options: a Multicast and a CacheHint");
  static_assert(sizeof...(Options) == HasMulticast + HasHint, "options: each once");

  NVPTX_TENSORCORE_DEVICE unsigned short mask(Options... options) {
    unsigned short result = 0;
    (add(result, options), ...);
    return result;
  }
  NVPTX_TENSORCORE_DEVICE __UINT64_TYPE__ policy(Options... options) {
    __UINT64_TYPE__ result = 0;
    (add(result, options), ...);
    return result;
  }

private:
  NVPTX_TENSORCORE_DEVICE void add(unsigned short &result, Multicast option) {
    result = option.ctas;
  }
  NVPTX_TENSORCORE_DEVICE void add(unsigned short &, CacheHint) {}
  NVPTX_TENSORCORE_DEVICE void add(__UINT64_TYPE__ &result, CacheHint option) {
    result = option.policy;
  }
  NVPTX_TENSORCORE_DEVICE void add(__UINT64_TYPE__ &, Multicast) {}
};

/// Has the options of copies that go to one location.
template <class... Options> struct HintOptions : CopyOptions<Options...> {
  static_assert(!CopyOptions<Options...>::HasMulticast,
                "options: only a load goes to several CTAs");
};

template <int Rank> constexpr bool IsTileRank = Rank >= 1 && Rank <= 5;
template <int Rank> constexpr bool IsIm2ColRank = Rank >= 3 && Rank <= 5;
template <int Group> constexpr bool IsCTAGroup = Group >= 0 && Group <= 2;

} // namespace detail

#define NVPTX_TENSORCORE_TILE_RANK                                                                 \
  static_assert(detail::IsTileRank<Rank>, "coordinates: a tensor has 1 to 5 dimensions")
#define NVPTX_TENSORCORE_IM2COL_RANK                                                               \
  static_assert(detail::IsIm2ColRank<Rank>, "coordinates: im2col is for 3 to 5 dimensions")
#define NVPTX_TENSORCORE_CTA_GROUP                                                                 \
  static_assert(detail::IsCTAGroup<CTAGroup>, "CTAGroup: 1, 2, or 0 for a copy without")

/// The intrinsic of a rank: `BEFORE` in parentheses, the coordinates, and what follows.
#define NVPTX_TENSORCORE_UNPACK(...) __VA_ARGS__
#define NVPTX_TENSORCORE_BY_RANK_3(NAME, BEFORE, ...)                                              \
  if constexpr (Rank == 3)                                                                         \
    intrinsics::NAME##_3d(NVPTX_TENSORCORE_UNPACK BEFORE, c[0], c[1], c[2], __VA_ARGS__);          \
  else if constexpr (Rank == 4)                                                                    \
    intrinsics::NAME##_4d(NVPTX_TENSORCORE_UNPACK BEFORE, c[0], c[1], c[2], c[3], __VA_ARGS__);    \
  else if constexpr (Rank == 5)                                                                    \
  intrinsics::NAME##_5d(NVPTX_TENSORCORE_UNPACK BEFORE, c[0], c[1], c[2], c[3], c[4], __VA_ARGS__)
#define NVPTX_TENSORCORE_BY_RANK(NAME, BEFORE, ...)                                                \
  if constexpr (Rank == 1)                                                                         \
    intrinsics::NAME##_1d(NVPTX_TENSORCORE_UNPACK BEFORE, c[0], __VA_ARGS__);                      \
  else if constexpr (Rank == 2)                                                                    \
    intrinsics::NAME##_2d(NVPTX_TENSORCORE_UNPACK BEFORE, c[0], c[1], __VA_ARGS__);                \
  else                                                                                             \
    NVPTX_TENSORCORE_BY_RANK_3(NAME, BEFORE, __VA_ARGS__)
/// The same with the offsets of im2col behind the coordinates, Rank - 2 of them.
#define NVPTX_TENSORCORE_BY_OFFSETS(NAME, BEFORE, ...)                                             \
  if constexpr (Rank == 3)                                                                         \
    intrinsics::NAME##_3d(NVPTX_TENSORCORE_UNPACK BEFORE, c[0], c[1], c[2], o[0], __VA_ARGS__);    \
  else if constexpr (Rank == 4)                                                                    \
    intrinsics::NAME##_4d(NVPTX_TENSORCORE_UNPACK BEFORE, c[0], c[1], c[2], c[3], o[0], o[1],      \
                          __VA_ARGS__);                                                            \
  else if constexpr (Rank == 5)                                                                    \
  intrinsics::NAME##_5d(NVPTX_TENSORCORE_UNPACK BEFORE, c[0], c[1], c[2], c[3], c[4], o[0], o[1],  \
                        o[2], __VA_ARGS__)

//===----------------------------------------------------------------------===//
// Tensors: global memory to shared memory
//===----------------------------------------------------------------------===//

#define NVPTX_TENSORCORE_TO                                                                        \
  (detail::toDestination(destination), detail::toPointer(mbarrier), (void *)map)
#define NVPTX_TENSORCORE_LOAD_OPTIONS                                                              \
  With::mask(options...), With::policy(options...), With::HasMulticast, With::HasHint, CTAGroup

/// A box to shared memory: of this CTA, given by a pointer into its shared memory; or of any CTA of
/// the cluster, given by a ClusterPointer; or of several, with Multicast. PTX ISA,
/// "cp.async.bulk.tensor". sm_90, PTX 8.0.
/// \tparam CTAGroup     2: the mbarrier may be that of the other CTA of a pair; 1: it must not.
///                      sm_100f to sm_110f, PTX 8.6. 0: without.
/// \param  mbarrier     an MBarrier of this CTA, or a SharedPointer with that address.
/// \param  coordinates  {innermost, …} of the box's first element, 1 to 5.
/// \param  options      a Multicast, a CacheHint, both or none.
template <int CTAGroup = 0, class Pointer, class Barrier, int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_load(Pointer destination, Barrier mbarrier, const void *map,
                                      const int (&c)[Rank], Options... options) {
  using With = detail::CopyOptions<Options...>;
  NVPTX_TENSORCORE_TILE_RANK;
  NVPTX_TENSORCORE_CTA_GROUP;
  NVPTX_TENSORCORE_BY_RANK(cp_async_bulk_tensor_g2s_tile, NVPTX_TENSORCORE_TO,
                           NVPTX_TENSORCORE_LOAD_OPTIONS);
}

/// The same of an image as a matrix of its pixels' neighbourhoods, of 3 to 5 dimensions. PTX ISA,
/// "im2col mode".
/// \param o  the offsets within a neighbourhood: width, height, depth.
template <int CTAGroup = 0, class Pointer, class Barrier, int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void
tma_load_im2col(Pointer destination, Barrier mbarrier, const void *map, const int (&c)[Rank],
                const unsigned short (&o)[Rank - 2], Options... options) {
  using With = detail::CopyOptions<Options...>;
  NVPTX_TENSORCORE_IM2COL_RANK;
  NVPTX_TENSORCORE_CTA_GROUP;
  NVPTX_TENSORCORE_BY_OFFSETS(cp_async_bulk_tensor_g2s_im2col, NVPTX_TENSORCORE_TO,
                              NVPTX_TENSORCORE_LOAD_OPTIONS);
}

/// The same with neighbourhoods in the direction of the width only, at most 128 pixels with _w128.
/// PTX ISA, "im2col::w and im2col::w::128 modes". sm_100f to sm_110f, PTX 8.6.
/// \param halo    pixels beyond the box.
/// \param offset  the first pixel.
template <int CTAGroup = 0, class Pointer, class Barrier, int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void
tma_load_im2col_w(Pointer destination, Barrier mbarrier, const void *map, const int (&c)[Rank],
                  unsigned short halo, unsigned short offset, Options... options) {
  using With = detail::CopyOptions<Options...>;
  NVPTX_TENSORCORE_IM2COL_RANK;
  NVPTX_TENSORCORE_CTA_GROUP;
  NVPTX_TENSORCORE_BY_RANK_3(cp_async_bulk_tensor_g2s_im2col_w, NVPTX_TENSORCORE_TO, halo, offset,
                             NVPTX_TENSORCORE_LOAD_OPTIONS);
}
template <int CTAGroup = 0, class Pointer, class Barrier, int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void
tma_load_im2col_w128(Pointer destination, Barrier mbarrier, const void *map, const int (&c)[Rank],
                     unsigned short halo, unsigned short offset, Options... options) {
  using With = detail::CopyOptions<Options...>;
  NVPTX_TENSORCORE_IM2COL_RANK;
  NVPTX_TENSORCORE_CTA_GROUP;
  NVPTX_TENSORCORE_BY_RANK_3(cp_async_bulk_tensor_g2s_im2col_w_128, NVPTX_TENSORCORE_TO, halo,
                             offset, NVPTX_TENSORCORE_LOAD_OPTIONS);
}

/// Four rows of a matrix, from a column on. PTX ISA, "tile::gather4". sm_100f to sm_110f, PTX 8.6.
template <int CTAGroup = 0, class Pointer, class Barrier, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_gather4(Pointer destination, Barrier mbarrier, const void *map,
                                         int column, const int (&rows)[4], Options... options) {
  using With = detail::CopyOptions<Options...>;
  NVPTX_TENSORCORE_CTA_GROUP;
  if constexpr (detail::IsCTAGroup<CTAGroup>)
    intrinsics::cp_async_bulk_tensor_g2s_tile_gather4_2d(
        detail::toDestination(destination), detail::toPointer(mbarrier), (void *)map, column,
        rows[0], rows[1], rows[2], rows[3], NVPTX_TENSORCORE_LOAD_OPTIONS);
}

#undef NVPTX_TENSORCORE_TO
#undef NVPTX_TENSORCORE_LOAD_OPTIONS
#define NVPTX_TENSORCORE_TO ((SharedPointer)destination, detail::toPointer(mbarrier), (void *)map)
#define NVPTX_TENSORCORE_HINT With::policy(options...), With::HasHint

/// The same by instructions that know that the destination is this CTA's (.shared::cta). sm_90, PTX
/// 8.6; _im2col_w sm_100, _im2col_w128 sm_100f to sm_110f, gather4 sm_100.
template <class Pointer, class Barrier, int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_load_cta(Pointer destination, Barrier mbarrier, const void *map,
                                          const int (&c)[Rank], Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_TILE_RANK;
  NVPTX_TENSORCORE_BY_RANK(cp_async_bulk_tensor_g2s_cta_tile, NVPTX_TENSORCORE_TO,
                           NVPTX_TENSORCORE_HINT);
}
template <class Pointer, class Barrier, int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void
tma_load_cta_im2col(Pointer destination, Barrier mbarrier, const void *map, const int (&c)[Rank],
                    const unsigned short (&o)[Rank - 2], Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_IM2COL_RANK;
  NVPTX_TENSORCORE_BY_OFFSETS(cp_async_bulk_tensor_g2s_cta_im2col, NVPTX_TENSORCORE_TO,
                              NVPTX_TENSORCORE_HINT);
}
template <class Pointer, class Barrier, int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void
tma_load_cta_im2col_w(Pointer destination, Barrier mbarrier, const void *map, const int (&c)[Rank],
                      unsigned short halo, unsigned short offset, Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_IM2COL_RANK;
  NVPTX_TENSORCORE_BY_RANK_3(cp_async_bulk_tensor_g2s_cta_im2col_w, NVPTX_TENSORCORE_TO, halo,
                             offset, NVPTX_TENSORCORE_HINT);
}
template <class Pointer, class Barrier, int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_load_cta_im2col_w128(Pointer destination, Barrier mbarrier,
                                                      const void *map, const int (&c)[Rank],
                                                      unsigned short halo, unsigned short offset,
                                                      Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_IM2COL_RANK;
  NVPTX_TENSORCORE_BY_RANK_3(cp_async_bulk_tensor_g2s_cta_im2col_w_128, NVPTX_TENSORCORE_TO, halo,
                             offset, NVPTX_TENSORCORE_HINT);
}
template <class Pointer, class Barrier, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_gather4_cta(Pointer destination, Barrier mbarrier, const void *map,
                                             int column, const int (&rows)[4], Options... options) {
  using With = detail::HintOptions<Options...>;
  intrinsics::cp_async_bulk_tensor_g2s_cta_tile_gather4_2d(
      (SharedPointer)destination, detail::toPointer(mbarrier), (void *)map, column, rows[0],
      rows[1], rows[2], rows[3], NVPTX_TENSORCORE_HINT);
}

#undef NVPTX_TENSORCORE_TO

/// The mbarrier at the same location in the first CTA of the pair that this one belongs to, for
/// loads of the group 2: in its address the bit of the CTA's rank is 0.
NVPTX_TENSORCORE_DEVICE SharedPointer leader_mbarrier(MBarrier *mbarrier) {
  return (SharedPointer)((__UINT64_TYPE__)(SharedPointer)mbarrier & 0xfeffffff);
}

//===----------------------------------------------------------------------===//
// Tensors: shared memory to global memory
//===----------------------------------------------------------------------===//

#define NVPTX_TENSORCORE_FROM ((SharedPointer)source, (void *)map)

/// A box out of shared memory of this CTA; bulk_commit_group and bulk_wait_group tell when it is
/// done. What threads wrote needs a fence_proxy_async_shared before. PTX ISA,
/// "cp.async.bulk.tensor". sm_90, PTX 8.0.
template <int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_store(const void *map, const int (&c)[Rank], const void *source,
                                       Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_TILE_RANK;
  NVPTX_TENSORCORE_BY_RANK(cp_async_bulk_tensor_s2g_tile, NVPTX_TENSORCORE_FROM,
                           NVPTX_TENSORCORE_HINT);
}
template <int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_store_im2col(const void *map, const int (&c)[Rank],
                                              const void *source, Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_IM2COL_RANK;
  NVPTX_TENSORCORE_BY_RANK_3(cp_async_bulk_tensor_s2g_im2col, NVPTX_TENSORCORE_FROM,
                             NVPTX_TENSORCORE_HINT);
}

/// Four rows of a matrix, from a column on. PTX ISA, "tile::scatter4". sm_100f to sm_110f, PTX 8.6.
template <class... Options>
NVPTX_TENSORCORE_DEVICE void tma_scatter4(const void *map, int column, const int (&rows)[4],
                                          const void *source, Options... options) {
  using With = detail::HintOptions<Options...>;
  intrinsics::cp_async_bulk_tensor_s2g_tile_scatter4_2d((SharedPointer)source, (void *)map, column,
                                                        rows[0], rows[1], rows[2], rows[3],
                                                        NVPTX_TENSORCORE_HINT);
}

#define NVPTX_TENSORCORE_BY_REDUCTION(DISPATCH, MODE)                                              \
  if constexpr (Operation == CopyReduction::add) {                                                 \
    DISPATCH(cp_async_bulk_tensor_reduce_add_##MODE, NVPTX_TENSORCORE_FROM,                        \
             NVPTX_TENSORCORE_HINT);                                                               \
  } else if constexpr (Operation == CopyReduction::min) {                                          \
    DISPATCH(cp_async_bulk_tensor_reduce_min_##MODE, NVPTX_TENSORCORE_FROM,                        \
             NVPTX_TENSORCORE_HINT);                                                               \
  } else if constexpr (Operation == CopyReduction::max) {                                          \
    DISPATCH(cp_async_bulk_tensor_reduce_max_##MODE, NVPTX_TENSORCORE_FROM,                        \
             NVPTX_TENSORCORE_HINT);                                                               \
  } else if constexpr (Operation == CopyReduction::inc) {                                          \
    DISPATCH(cp_async_bulk_tensor_reduce_inc_##MODE, NVPTX_TENSORCORE_FROM,                        \
             NVPTX_TENSORCORE_HINT);                                                               \
  } else if constexpr (Operation == CopyReduction::dec) {                                          \
    DISPATCH(cp_async_bulk_tensor_reduce_dec_##MODE, NVPTX_TENSORCORE_FROM,                        \
             NVPTX_TENSORCORE_HINT);                                                               \
  } else if constexpr (Operation == CopyReduction::bit_and) {                                      \
    DISPATCH(cp_async_bulk_tensor_reduce_and_##MODE, NVPTX_TENSORCORE_FROM,                        \
             NVPTX_TENSORCORE_HINT);                                                               \
  } else if constexpr (Operation == CopyReduction::bit_or) {                                       \
    DISPATCH(cp_async_bulk_tensor_reduce_or_##MODE, NVPTX_TENSORCORE_FROM, NVPTX_TENSORCORE_HINT); \
  } else {                                                                                         \
    DISPATCH(cp_async_bulk_tensor_reduce_xor_##MODE, NVPTX_TENSORCORE_FROM,                        \
             NVPTX_TENSORCORE_HINT);                                                               \
  }

/// The same, joined with what is there, element by element. PTX ISA, "cp.reduce.async.bulk.tensor".
/// sm_90, PTX 8.0.
template <CopyReduction Operation, int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_reduce(const void *map, const int (&c)[Rank], const void *source,
                                        Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_TILE_RANK;
  NVPTX_TENSORCORE_BY_REDUCTION(NVPTX_TENSORCORE_BY_RANK, tile)
}
template <CopyReduction Operation, int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_reduce_im2col(const void *map, const int (&c)[Rank],
                                               const void *source, Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_IM2COL_RANK;
  NVPTX_TENSORCORE_BY_REDUCTION(NVPTX_TENSORCORE_BY_RANK_3, im2col)
}

#undef NVPTX_TENSORCORE_BY_REDUCTION
#undef NVPTX_TENSORCORE_FROM

//===----------------------------------------------------------------------===//
// Tensors: global memory to the L2 cache
//===----------------------------------------------------------------------===//

#define NVPTX_TENSORCORE_MAP ((void *)map)

/// A box to the L2 cache, in the modes of the loads. PTX ISA, "cp.async.bulk.prefetch.tensor".
/// sm_90, PTX 8.0; _im2col_w, _im2col_w128 and gather4 sm_100f to sm_110f, PTX 8.6.
template <int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_prefetch(const void *map, const int (&c)[Rank],
                                          Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_TILE_RANK;
  NVPTX_TENSORCORE_BY_RANK(cp_async_bulk_tensor_prefetch_tile, NVPTX_TENSORCORE_MAP,
                           NVPTX_TENSORCORE_HINT);
}
template <int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_prefetch_im2col(const void *map, const int (&c)[Rank],
                                                 const unsigned short (&o)[Rank - 2],
                                                 Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_IM2COL_RANK;
  NVPTX_TENSORCORE_BY_OFFSETS(cp_async_bulk_tensor_prefetch_im2col, NVPTX_TENSORCORE_MAP,
                              NVPTX_TENSORCORE_HINT);
}
template <int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_prefetch_im2col_w(const void *map, const int (&c)[Rank],
                                                   unsigned short halo, unsigned short offset,
                                                   Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_IM2COL_RANK;
  NVPTX_TENSORCORE_BY_RANK_3(cp_async_bulk_tensor_prefetch_im2col_w, NVPTX_TENSORCORE_MAP, halo,
                             offset, NVPTX_TENSORCORE_HINT);
}
template <int Rank, class... Options>
NVPTX_TENSORCORE_DEVICE void tma_prefetch_im2col_w128(const void *map, const int (&c)[Rank],
                                                      unsigned short halo, unsigned short offset,
                                                      Options... options) {
  using With = detail::HintOptions<Options...>;
  NVPTX_TENSORCORE_IM2COL_RANK;
  NVPTX_TENSORCORE_BY_RANK_3(cp_async_bulk_tensor_prefetch_im2col_w_128, NVPTX_TENSORCORE_MAP, halo,
                             offset, NVPTX_TENSORCORE_HINT);
}
template <class... Options>
NVPTX_TENSORCORE_DEVICE void tma_prefetch_gather4(const void *map, int column, const int (&rows)[4],
                                                  Options... options) {
  using With = detail::HintOptions<Options...>;
  intrinsics::cp_async_bulk_tensor_prefetch_tile_gather4_2d(
      (void *)map, column, rows[0], rows[1], rows[2], rows[3], NVPTX_TENSORCORE_HINT);
}

#undef NVPTX_TENSORCORE_MAP

//===----------------------------------------------------------------------===//
// Contiguous memory
//===----------------------------------------------------------------------===//

/// Copies bytes from global memory to shared memory of this CTA or, by a ClusterPointer or with
/// Multicast, of others. PTX ISA, "cp.async.bulk". sm_90, PTX 8.0.
template <class Pointer, class Barrier, class... Options>
NVPTX_TENSORCORE_DEVICE void bulk_load(Pointer destination, Barrier mbarrier, const void *source,
                                       unsigned bytes, Options... options) {
  using With = detail::CopyOptions<Options...>;
  intrinsics::cp_async_bulk_global_to_shared_cluster(
      detail::toDestination(destination), detail::toPointer(mbarrier),
      (GlobalPointer)(void *)source, bytes, With::mask(options...), With::policy(options...),
      With::HasMulticast, With::HasHint);
}

/// The same by an instruction that knows that the destination is this CTA's. sm_90, PTX 8.6.
template <class Barrier, class... Options>
NVPTX_TENSORCORE_DEVICE void bulk_load_cta(void *destination, Barrier mbarrier, const void *source,
                                           unsigned bytes, Options... options) {
  using With = detail::HintOptions<Options...>;
  intrinsics::cp_async_bulk_global_to_shared_cta(
      (SharedPointer)destination, detail::toPointer(mbarrier), (GlobalPointer)(void *)source, bytes,
      NVPTX_TENSORCORE_HINT);
}

/// From shared memory of this CTA to that of another one of the cluster, and to the mbarrier there.
template <class Barrier>
NVPTX_TENSORCORE_DEVICE void bulk_copy(ClusterPointer destination, Barrier mbarrier,
                                       const void *source, unsigned bytes) {
  intrinsics::cp_async_bulk_shared_cta_to_cluster(destination, detail::toPointer(mbarrier),
                                                  (SharedPointer)(void *)source, bytes);
}

/// From shared memory to global memory.
template <class... Options>
NVPTX_TENSORCORE_DEVICE void bulk_store(void *destination, const void *source, unsigned bytes,
                                        Options... options) {
  using With = detail::HintOptions<Options...>;
  intrinsics::cp_async_bulk_shared_cta_to_global(
      (GlobalPointer)destination, (SharedPointer)(void *)source, bytes, NVPTX_TENSORCORE_HINT);
}

/// Copies of each 16 bytes those whose bits are set. sm_100, PTX 8.6.
template <class... Options>
NVPTX_TENSORCORE_DEVICE void bulk_store_masked(void *destination, const void *source,
                                               unsigned bytes, unsigned short byte_mask,
                                               Options... options) {
  using With = detail::HintOptions<Options...>;
  intrinsics::cp_async_bulk_shared_cta_to_global_bytemask((GlobalPointer)destination,
                                                          (SharedPointer)(void *)source, bytes,
                                                          NVPTX_TENSORCORE_HINT, byte_mask);
}

/// Copies to the L2 cache. PTX ISA, "cp.async.bulk.prefetch". sm_90, PTX 8.0.
template <class... Options>
NVPTX_TENSORCORE_DEVICE void bulk_prefetch(const void *source, unsigned bytes, Options... options) {
  using With = detail::HintOptions<Options...>;
  intrinsics::cp_async_bulk_prefetch_L2((GlobalPointer)(void *)source, bytes,
                                        NVPTX_TENSORCORE_HINT);
}

#undef NVPTX_TENSORCORE_HINT
#undef NVPTX_TENSORCORE_TILE_RANK
#undef NVPTX_TENSORCORE_IM2COL_RANK
#undef NVPTX_TENSORCORE_CTA_GROUP
#undef NVPTX_TENSORCORE_BY_RANK
#undef NVPTX_TENSORCORE_BY_RANK_3
#undef NVPTX_TENSORCORE_BY_OFFSETS
#undef NVPTX_TENSORCORE_UNPACK

/// Zeros in shared memory. PTX ISA, "st.bulk". sm_100, PTX 8.6.
NVPTX_TENSORCORE_DEVICE void bulk_zero(void *destination, __UINT64_TYPE__ bytes) {
  intrinsics::st_bulk_shared_cta((SharedPointer)destination, bytes, 0);
}

/// Makes a group of this thread's stores and reductions so far; waits until at most `Pending`
/// groups are left; with _read, until their sources may be written again. PTX ISA,
/// "cp.async.bulk.commit_group", "cp.async.bulk.wait_group". sm_90, PTX 8.0.
NVPTX_TENSORCORE_DEVICE void bulk_commit_group() { detail::bulkCommitGroup(); }
template <int Pending> NVPTX_TENSORCORE_DEVICE void bulk_wait_group() {
  static_assert(Pending >= 0, "Pending: 0 or more groups");
  detail::bulkWaitGroup(Pending >= 0 ? Pending : 0);
}
template <int Pending> NVPTX_TENSORCORE_DEVICE void bulk_wait_group_read() {
  static_assert(Pending >= 0, "Pending: 0 or more groups");
  detail::bulkWaitGroupRead(Pending >= 0 ? Pending : 0);
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

/// Fetches a tensor map before its first use: from global memory, or from a __grid_constant__
/// parameter by its generic address. PTX ISA, "prefetch.tensormap". sm_90, PTX 8.0.
NVPTX_TENSORCORE_DEVICE void prefetch_tensormap(const void *map) {
  intrinsics::prefetch_tensormap((void *)map);
}

/// A copy that reads a tensor map behind an acquire reads what was written to it before a release.
/// PTX ISA, "fence.proxy.tensormap". sm_90, PTX 8.3.
NVPTX_TENSORCORE_DEVICE void fence_tensormap_release_cta() {
  intrinsics::fence_proxy_tensormap_generic_release_cta();
}
NVPTX_TENSORCORE_DEVICE void fence_tensormap_release_cluster() {
  intrinsics::fence_proxy_tensormap_generic_release_cluster();
}
NVPTX_TENSORCORE_DEVICE void fence_tensormap_release_gpu() {
  intrinsics::fence_proxy_tensormap_generic_release_gpu();
}
NVPTX_TENSORCORE_DEVICE void fence_tensormap_release_sys() {
  intrinsics::fence_proxy_tensormap_generic_release_sys();
}
NVPTX_TENSORCORE_DEVICE void fence_tensormap_acquire_cta(const void *map) {
  intrinsics::fence_proxy_tensormap_generic_acquire_cta((void *)map, 128);
}
NVPTX_TENSORCORE_DEVICE void fence_tensormap_acquire_cluster(const void *map) {
  intrinsics::fence_proxy_tensormap_generic_acquire_cluster((void *)map, 128);
}
NVPTX_TENSORCORE_DEVICE void fence_tensormap_acquire_gpu(const void *map) {
  intrinsics::fence_proxy_tensormap_generic_acquire_gpu((void *)map, 128);
}
NVPTX_TENSORCORE_DEVICE void fence_tensormap_acquire_sys(const void *map) {
  intrinsics::fence_proxy_tensormap_generic_acquire_sys((void *)map, 128);
}

/// Copies a tensor map from shared to global memory, and is the release for that copy; by all
/// threads of a warp together. PTX ISA, "tensormap.cp_fenceproxy". sm_90, PTX 8.3.
NVPTX_TENSORCORE_DEVICE void copy_tensormap_release_cta(TensorMap *global,
                                                        const TensorMap *shared) {
  intrinsics::tensormap_cp_fenceproxy_global_shared_cta_tensormap_generic_release_cta_sync_aligned(
      (GlobalPointer)global, (SharedPointer)shared, 128);
}
NVPTX_TENSORCORE_DEVICE void copy_tensormap_release_cluster(TensorMap *global,
                                                            const TensorMap *shared) {
  intrinsics::
      tensormap_cp_fenceproxy_global_shared_cta_tensormap_generic_release_cluster_sync_aligned(
          (GlobalPointer)global, (SharedPointer)shared, 128);
}
NVPTX_TENSORCORE_DEVICE void copy_tensormap_release_gpu(TensorMap *global,
                                                        const TensorMap *shared) {
  intrinsics::tensormap_cp_fenceproxy_global_shared_cta_tensormap_generic_release_gpu_sync_aligned(
      (GlobalPointer)global, (SharedPointer)shared, 128);
}
NVPTX_TENSORCORE_DEVICE void copy_tensormap_release_sys(TensorMap *global,
                                                        const TensorMap *shared) {
  intrinsics::tensormap_cp_fenceproxy_global_shared_cta_tensormap_generic_release_sys_sync_aligned(
      (GlobalPointer)global, (SharedPointer)shared, 128);
}

/// Changes of a tensor map in shared or in global memory, field by field. PTX ISA,
/// "tensormap.replace". sm_90a, sm_100f and later, PTX 8.3.
/// \tparam Dimension  counted from the innermost one, 0 to 4.
#define NVPTX_TENSORCORE_REPLACE(NAME, INTRINSIC, TYPE)                                            \
  NVPTX_TENSORCORE_DEVICE void tensormap_replace_##NAME(SharedPointer map, TYPE value) {           \
    intrinsics::tensormap_replace_##INTRINSIC(map, (TYPE)value);                                   \
  }                                                                                                \
  NVPTX_TENSORCORE_DEVICE void tensormap_replace_##NAME(GlobalPointer map, TYPE value) {           \
    intrinsics::tensormap_replace_##INTRINSIC(map, (TYPE)value);                                   \
  }
#define NVPTX_TENSORCORE_REPLACE_DIMENSION(NAME, TYPE)                                             \
  template <int Dimension, class Map>                                                              \
  NVPTX_TENSORCORE_DEVICE void tensormap_replace_##NAME(Map map, TYPE value) {                     \
    static_assert(Dimension >= 0 && Dimension <= 4, "Dimension: 0 to 4");                          \
    if constexpr (Dimension >= 0 && Dimension <= 4)                                                \
      intrinsics::tensormap_replace_##NAME(map, Dimension, value);                                 \
  }
#define NVPTX_TENSORCORE_REPLACE_CODE(NAME, GREATEST)                                              \
  template <int Code, class Map> NVPTX_TENSORCORE_DEVICE void tensormap_replace_##NAME(Map map) {  \
    static_assert(Code >= 0 && Code <= GREATEST, "Code: 0 to " #GREATEST);                         \
    if constexpr (Code >= 0 && Code <= GREATEST)                                                   \
      intrinsics::tensormap_replace_##NAME(map, Code);                                             \
  }

/// The address of the first element, a multiple of 16; the rank minus 1.
NVPTX_TENSORCORE_REPLACE(global_address, global_address, __UINT64_TYPE__)
NVPTX_TENSORCORE_REPLACE(rank, rank, unsigned)
/// Replace fields of one dimension: the box's size, the tensor's size, its stride in bytes (of the
/// dimension behind it), and the stride of the elements that are copied.
NVPTX_TENSORCORE_REPLACE_DIMENSION(box_dim, unsigned)
NVPTX_TENSORCORE_REPLACE_DIMENSION(global_dim, unsigned)
NVPTX_TENSORCORE_REPLACE_DIMENSION(global_stride, __UINT64_TYPE__)
NVPTX_TENSORCORE_REPLACE_DIMENSION(element_stride, unsigned)
/// By PTX's numbers for types, interleaving, swizzles, their atoms, and what is filled in.
NVPTX_TENSORCORE_REPLACE_CODE(elemtype, 15)
NVPTX_TENSORCORE_REPLACE_CODE(interleave_layout, 2)
NVPTX_TENSORCORE_REPLACE_CODE(swizzle_mode, 4)
NVPTX_TENSORCORE_REPLACE_CODE(swizzle_atomicity, 3)
NVPTX_TENSORCORE_REPLACE_CODE(fill_mode, 1)

#undef NVPTX_TENSORCORE_REPLACE
#undef NVPTX_TENSORCORE_REPLACE_DIMENSION
#undef NVPTX_TENSORCORE_REPLACE_CODE

} // namespace nvptx_tensorcore

#endif // NVPTX_TENSORCORE_TMA_H
