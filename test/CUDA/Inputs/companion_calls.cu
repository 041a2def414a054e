//===- companion_calls.cu - every function of the companions' headers -----===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of each, with each option once, in kernels by what has the instructions: SM is the
// number of the target, FAMILY is defined for those with a suffix, ARCHITECTURE is 100 or 103 on
// sm_100a and sm_103a.
//
//===----------------------------------------------------------------------===//

#include "nvptx_tensorcore.h"
using namespace nvptx_tensorcore;
#define KERNEL extern "C" __attribute__((global))
#define SHARED static __attribute__((shared))

using u16 = unsigned short;
using u64 = __UINT64_TYPE__;
using half2 = Vector<_Float16, 2>;
using bfloat2 = Vector<__bf16, 2>;

#if SM >= 80
KERNEL void ampere(void *global, half2 *h, bfloat2 *b, unsigned *out, float x, float y) {
  SHARED MBarrier mbarrier;
  SHARED __attribute__((aligned(16))) char tile[64];
  mbarrier_init(&mbarrier, 32);
  cp_async<4>(tile, global);
  cp_async<8>(tile + 8, global, 4);
  cp_async<16>(tile + 16, global);
  cp_async<16, 128>(tile + 16, global);
  cp_async<4, 64>(tile, global, 2, CacheHint{1});
  cp_async_unless<8>(x < y, tile + 8, global);
  cp_async_unless<16, 256>(x < y, tile + 16, global, CacheHint{1});
  cp_async_cached(tile + 32, global);
  cp_async_mbarrier_arrive(&mbarrier);
  cp_async_mbarrier_arrive_noinc(&mbarrier);
  cp_async_commit_group();
  cp_async_wait_group<1>();
  out[0] = mbarrier_test_wait(&mbarrier, MBarrierState{5}) + mbarrier_test_wait_parity(&mbarrier, 0);
  out[1] = mbarrier_pending_count({7});
  mbarrier_inval(&mbarrier);
  barrier_arrive(1, 64);
  barrier_sync(1, 64);
  fence_proxy_alias();
  h[0] = convert_to_f16x2(x, y);
  h[1] = convert_to_f16x2<true>(x, y);
  h[2] = convert_to_f16x2<false, true>(x, y);
  h[3] = convert_to_f16x2<true, true>(x, y);
  b[0] = convert_to_bf16x2(x, y);
  b[1] = convert_to_bf16x2<true>(x, y);
  b[2] = convert_to_bf16x2<false, true>(x, y);
  b[3] = convert_to_bf16x2<true, true>(x, y);
  out[2] = convert_to_tf32(x);
}
#endif

#if SM >= 89
KERNEL void fp8(u16 *out, half2 *h, float x, float y) {
  out[0] = convert<e4m3>(x, y);
  out[1] = convert<e4m3, true>(x, y);
  out[2] = convert<e5m2>(x, y);
  out[3] = convert<e5m2, true>(x, y);
  out[4] = convert<e4m3>(h[0]);
  out[5] = convert<e4m3, true>(h[0]);
  out[6] = convert<e5m2>(h[0]);
  out[7] = convert<e5m2, true>(h[0]);
  h[1] = expand<e4m3>(out[8]);
  h[2] = expand<e4m3, true>(out[8]);
  h[3] = expand<e5m2>(out[8]);
  h[4] = expand<e5m2, true>(out[8]);
}
#endif

#if SM >= 90
template <Scope S, Order O> __attribute__((device)) void arrive(MBarrier *m, u64 *out) {
  MBarrierState state = mbarrier_arrive<S, O>(m, 2);
  out[0] = state.opaque;
  out[1] = mbarrier_arrive_drop<S, O>(m).opaque;
  out[2] = mbarrier_arrive_expect_tx<S, O>(m, 64).opaque;
  out[3] = mbarrier_arrive_drop_expect_tx<S, O>(m, 64).opaque;
  ClusterPointer other = map_to_cta(m, 1);
  mbarrier_arrive<S, O>(other);
  mbarrier_arrive_drop<S, O>(other, 3);
  mbarrier_arrive_expect_tx<S, O>(other, 64);
  mbarrier_arrive_drop_expect_tx<S, O>(other, 64);
  out[4] = mbarrier_test_wait<S, O>(m, state) + mbarrier_test_wait_parity<S, O>(m, 1);
  out[5] = mbarrier_try_wait<S, O>(m, state) + mbarrier_try_wait_parity<S, O>(m, 1);
  out[6] = mbarrier_try_wait<S, O>(m, state, 100) + mbarrier_try_wait_parity<S, O>(m, 1, 100);
}

KERNEL void barriers(u64 *out) {
  SHARED MBarrier mbarrier;
  mbarrier_init(&mbarrier, 1);
  fence_mbarrier_init();
  cluster_arrive();
  cluster_wait();
  cluster_arrive_relaxed();
  cluster_wait();
  cluster_sync();
  arrive<Scope::cta, Order::acquire_release>(&mbarrier, out);
  arrive<Scope::cluster, Order::acquire_release>(&mbarrier, out);
#if PTX >= 86
  arrive<Scope::cta, Order::relaxed>(&mbarrier, out);
  arrive<Scope::cluster, Order::relaxed>(&mbarrier, out);
#endif
  mbarrier_expect_tx(&mbarrier, 16);
  mbarrier_expect_tx(map_to_cta((SharedPointer)&mbarrier, 1), 16);
  mbarrier_complete_tx(&mbarrier, 16);
  mbarrier_complete_tx(to_cluster(&mbarrier), 16);
  mbarrier_wait(&mbarrier, MBarrierState{out[0]});
  mbarrier_wait_parity<Scope::cluster>(&mbarrier, 0);
  fence_proxy_async();
  fence_proxy_async_global();
  fence_proxy_async_shared();
  fence_proxy_async_shared_cluster();
  grid_launch_dependents();
  grid_wait();
  out[8] = elect_one() + cluster_rank() + cluster_size();
}

template <class... Options>
__attribute__((device)) void loads(char *tile, MBarrier *m, const void *map, int i, Options... options) {
  tma_load(tile, m, map, {i}, options...);
  tma_load(tile, m, map, {i, i}, options...);
  tma_load(to_cluster(tile), (SharedPointer)m, map, {i, i, i}, options...);
  tma_load((SharedPointer)tile, m, map, {i, i, i, i}, options...);
  tma_load(tile, m, map, {i, i, i, i, i}, options...);
  tma_load_im2col(tile, m, map, {i, i, i}, {u16(1)}, options...);
  tma_load_im2col(tile, m, map, {i, i, i, i}, {u16(1), u16(2)}, options...);
  tma_load_im2col(tile, m, map, {i, i, i, i, i}, {u16(1), u16(2), u16(3)}, options...);
}

template <CopyReduction Operation> __attribute__((device)) void reductions(char *tile, const void *map, int i) {
  tma_reduce<Operation>(map, {i}, tile);
  tma_reduce<Operation>(map, {i, i}, tile, CacheHint{1});
  tma_reduce<Operation>(map, {i, i, i}, tile);
  tma_reduce<Operation>(map, {i, i, i, i}, tile);
  tma_reduce<Operation>(map, {i, i, i, i, i}, tile);
  tma_reduce_im2col<Operation>(map, {i, i, i}, tile);
  tma_reduce_im2col<Operation>(map, {i, i, i, i}, tile);
  tma_reduce_im2col<Operation>(map, {i, i, i, i, i}, tile, CacheHint{1});
}

template <class... Options>
__attribute__((device)) void others(char *tile, MBarrier *m, const void *map, void *global, int i, Options... options) {
  tma_store(map, {i}, tile, options...);
  tma_store(map, {i, i}, tile, options...);
  tma_store(map, {i, i, i}, tile, options...);
  tma_store(map, {i, i, i, i}, tile, options...);
  tma_store(map, {i, i, i, i, i}, tile, options...);
  tma_store_im2col(map, {i, i, i}, tile, options...);
  tma_store_im2col(map, {i, i, i, i}, tile, options...);
  tma_store_im2col(map, {i, i, i, i, i}, tile, options...);
  tma_prefetch(map, {i}, options...);
  tma_prefetch(map, {i, i}, options...);
  tma_prefetch(map, {i, i, i}, options...);
  tma_prefetch(map, {i, i, i, i}, options...);
  tma_prefetch(map, {i, i, i, i, i}, options...);
  tma_prefetch_im2col(map, {i, i, i}, {u16(1)}, options...);
  tma_prefetch_im2col(map, {i, i, i, i}, {u16(1), u16(2)}, options...);
  tma_prefetch_im2col(map, {i, i, i, i, i}, {u16(1), u16(2), u16(3)}, options...);
  bulk_load(tile, m, global, 64, options...);
  bulk_store(global, tile, 64, options...);
  bulk_prefetch(global, 64, options...);
#if PTX >= 86
  tma_load_cta(tile, m, map, {i}, options...);
  tma_load_cta(tile, m, map, {i, i}, options...);
  tma_load_cta(tile, m, map, {i, i, i}, options...);
  tma_load_cta(tile, m, map, {i, i, i, i}, options...);
  tma_load_cta(tile, m, map, {i, i, i, i, i}, options...);
  tma_load_cta_im2col(tile, m, map, {i, i, i}, {u16(1)}, options...);
  tma_load_cta_im2col(tile, m, map, {i, i, i, i}, {u16(1), u16(2)}, options...);
  tma_load_cta_im2col(tile, m, map, {i, i, i, i, i}, {u16(1), u16(2), u16(3)}, options...);
  bulk_load_cta(tile, m, global, 64, options...);
#endif
}

KERNEL void copies(const void *map, void *global, int i) {
  SHARED MBarrier mbarrier;
  SHARED __attribute__((aligned(1024))) char tile[4096];
  loads(tile, &mbarrier, map, i);
  loads(tile, &mbarrier, map, i, Multicast{3});
  loads(tile, &mbarrier, map, i, CacheHint{1});
  loads(tile, &mbarrier, map, i, CacheHint{1}, Multicast{3});
  others(tile, &mbarrier, map, global, i);
  others(tile, &mbarrier, map, global, i, CacheHint{1});
  reductions<CopyReduction::add>(tile, map, i);
  reductions<CopyReduction::min>(tile, map, i);
  reductions<CopyReduction::max>(tile, map, i);
  reductions<CopyReduction::inc>(tile, map, i);
  reductions<CopyReduction::dec>(tile, map, i);
  reductions<CopyReduction::bit_and>(tile, map, i);
  reductions<CopyReduction::bit_or>(tile, map, i);
  reductions<CopyReduction::bit_xor>(tile, map, i);
  bulk_load(tile, &mbarrier, global, 64, Multicast{3}, CacheHint{2});
  bulk_copy(map_to_cta(tile, 1), &mbarrier, tile, 64);
  bulk_commit_group();
  bulk_wait_group<1>();
  bulk_wait_group_read<0>();
  prefetch_tensormap(map);
  fence_tensormap_release_cta();
  fence_tensormap_release_cluster();
  fence_tensormap_release_gpu();
  fence_tensormap_release_sys();
  fence_tensormap_acquire_cta(map);
  fence_tensormap_acquire_cluster(map);
  fence_tensormap_acquire_gpu(map);
  fence_tensormap_acquire_sys(map);
  copy_tensormap_release_cta((TensorMap *)map, (TensorMap *)tile);
  copy_tensormap_release_cluster((TensorMap *)map, (TensorMap *)tile);
  copy_tensormap_release_gpu((TensorMap *)map, (TensorMap *)tile);
  copy_tensormap_release_sys((TensorMap *)map, (TensorMap *)tile);
}
#endif

#if SM >= 90 && PTX >= 92
// Arguments that are newer than the intrinsics: bytes at both ends that are not written, a report.
KERNEL void ignored_bytes(GlobalPointer source, unsigned left, unsigned right) {
  SHARED MBarrier mbarrier;
  SHARED __attribute__((aligned(128))) char tile[64];
  auto destination = (SharedPointer)tile, barrier = (SharedPointer)&mbarrier;
  intrinsics::cp_async_bulk_global_to_shared_cta_full(destination, barrier, source, 64, left, right, 0, false, true, 0);
#if SM == 107 && defined(FAMILY)
  intrinsics::cp_async_bulk_global_to_shared_cta_full(destination, barrier, source, 64, 0, 0, 0, false, false, 5);
#endif
}
#if SM == 107 && defined(FAMILY)
KERNEL void reports(void *map) {
  SHARED MBarrier mbarrier;
  SHARED __attribute__((aligned(128))) char tile[64];
  intrinsics::cp_async_bulk_tensor_g2s_cta_tile_1d((SharedPointer)tile, (SharedPointer)&mbarrier, map, 0, 0, false, 1);
}
#endif
#endif

#if SM >= 90 && defined(FAMILY)
template <class Map> __attribute__((device)) void replace(Map map, u64 address, unsigned size) {
  tensormap_replace_global_address(map, address);
  tensormap_replace_rank(map, size);
  tensormap_replace_box_dim<0>(map, size);
  tensormap_replace_global_dim<1>(map, size);
  tensormap_replace_global_stride<2>(map, address);
  tensormap_replace_element_stride<4>(map, size);
  tensormap_replace_elemtype<6>(map);
  tensormap_replace_interleave_layout<0>(map);
  tensormap_replace_swizzle_mode<3>(map);
  tensormap_replace_fill_mode<1>(map);
#if SM >= 100
  tensormap_replace_swizzle_atomicity<1>(map);
  tensormap_replace_elemtype<13>(map);
#endif
}

KERNEL void __attribute__((launch_bounds(384, 1))) families(void *map, u64 address, unsigned size) {
  SHARED TensorMap shared;
  replace((GlobalPointer)map, address, size);
  replace((SharedPointer)&shared, address, size);
  setmaxnreg_dec<24>();
  setmaxnreg_inc<160>();
}
#endif

#if SM >= 100
KERNEL void blackwell(const void *map, void *global, unsigned *out, int i) {
  SHARED MBarrier mbarrier;
  SHARED __attribute__((aligned(1024))) char tile[4096];
  SHARED CancelledLaunch answer;
  try_cancel_launch(&answer, &mbarrier);
  out[0] = is_cancelled(answer) + first_cta_x(answer) + first_cta_y(answer) + first_cta_z(answer);
  CTAIndex first = first_cta(answer);
  out[1] = first.x + first.y + first.z;
  bulk_zero(tile, 1024);
  bulk_store_masked(global, tile, 64, 0x00ff);
  bulk_store_masked(global, tile, 64, 0x00ff, CacheHint{1});
  tma_load_cta_im2col_w(tile, &mbarrier, map, {i, i, i}, 1, 2);
  tma_load_cta_im2col_w(tile, &mbarrier, map, {i, i, i, i}, 1, 2, CacheHint{1});
  tma_load_cta_im2col_w(tile, &mbarrier, map, {i, i, i, i, i}, 1, 2);
  tma_gather4_cta(tile, &mbarrier, map, i, {1, 2, 3, 4});
  tma_gather4_cta(tile, &mbarrier, map, i, {1, 2, 3, 4}, CacheHint{1});
}
#endif

#if SM >= 100 && defined(FAMILY)
KERNEL void narrow(u16 *out, half2 *h, bfloat2 *b, float x, float y) {
  SHARED MBarrier mbarrier;
  SHARED CancelledLaunch answer;
  try_cancel_launch_multicast(&answer, &mbarrier);
  out[0] = convert<e2m3>(x, y);
  out[1] = convert<e2m3, true>(x, y);
  out[2] = convert<e3m2>(x, y);
  out[3] = convert<e3m2, true>(x, y);
  out[4] = convert<e2m1>(x, y);
  out[5] = convert<e2m1, true>(x, y);
  h[0] = expand<e2m3>(out[6]);
  h[1] = expand<e2m3, true>(out[6]);
  h[2] = expand<e3m2>(out[6]);
  h[3] = expand<e3m2, true>(out[6]);
  h[4] = expand<e2m1>(out[6]);
  h[5] = expand<e2m1, true>(out[6]);
  out[7] = convert_scale(x, y);
  out[8] = convert_scale<ScaleRounding::toward_zero>(x, y);
  out[9] = convert_scale<ScaleRounding::up, false>(x, y);
  out[10] = convert_scale<ScaleRounding::toward_zero, false>(x, y);
  out[11] = convert_scale(b[0]);
  out[12] = convert_scale<ScaleRounding::toward_zero>(b[0]);
  out[13] = convert_scale<ScaleRounding::up, false>(b[0]);
  out[14] = convert_scale<ScaleRounding::toward_zero, false>(b[0]);
  b[1] = expand_scale(out[6]);
}
#endif

#if SM >= 100 && SM <= 110 && defined(FAMILY)
template <int CTAGroup, class... Options>
__attribute__((device)) void pairs(char *tile, MBarrier *m, const void *map, int i, Options... options) {
  tma_load<CTAGroup>(tile, leader_mbarrier(m), map, {i}, options...);
  tma_load<CTAGroup>(tile, m, map, {i, i}, options...);
  tma_load_im2col<CTAGroup>(tile, m, map, {i, i, i}, {u16(1)}, options...);
  tma_load_im2col_w<CTAGroup>(tile, m, map, {i, i, i}, 1, 2, options...);
  tma_load_im2col_w<CTAGroup>(tile, m, map, {i, i, i, i}, 1, 2, options...);
  tma_load_im2col_w<CTAGroup>(tile, m, map, {i, i, i, i, i}, 1, 2, options...);
  tma_load_im2col_w128<CTAGroup>(tile, m, map, {i, i, i}, 1, 2, options...);
  tma_load_im2col_w128<CTAGroup>(tile, m, map, {i, i, i, i}, 1, 2, options...);
  tma_load_im2col_w128<CTAGroup>(tile, m, map, {i, i, i, i, i}, 1, 2, options...);
  tma_gather4<CTAGroup>(tile, m, map, i, {1, 2, 3, 4}, options...);
}

KERNEL void tensor_memory_family(const void *map, int i) {
  SHARED MBarrier mbarrier;
  SHARED __attribute__((aligned(1024))) char tile[4096];
  pairs<0>(tile, &mbarrier, map, i);
  pairs<1>(tile, &mbarrier, map, i, Multicast{3});
  pairs<2>(tile, &mbarrier, map, i, CacheHint{1}, Multicast{3});
  pairs<2>(tile, &mbarrier, map, i, CacheHint{1});
  tma_scatter4(map, i, {1, 2, 3, 4}, tile);
  tma_scatter4(map, i, {1, 2, 3, 4}, tile, CacheHint{1});
  tma_load_cta_im2col_w128(tile, &mbarrier, map, {i, i, i}, 1, 2);
  tma_load_cta_im2col_w128(tile, &mbarrier, map, {i, i, i, i}, 1, 2, CacheHint{1});
  tma_load_cta_im2col_w128(tile, &mbarrier, map, {i, i, i, i, i}, 1, 2);
  tma_prefetch_im2col_w(map, {i, i, i}, 1, 2);
  tma_prefetch_im2col_w(map, {i, i, i, i}, 1, 2);
  tma_prefetch_im2col_w(map, {i, i, i, i, i}, 1, 2, CacheHint{1});
  tma_prefetch_im2col_w128(map, {i, i, i}, 1, 2);
  tma_prefetch_im2col_w128(map, {i, i, i, i}, 1, 2);
  tma_prefetch_im2col_w128(map, {i, i, i, i, i}, 1, 2, CacheHint{1});
  tma_prefetch_gather4(map, i, {1, 2, 3, 4});
  tma_prefetch_gather4(map, i, {1, 2, 3, 4}, CacheHint{1});
}
#endif

#if (SM == 100 || SM == 103) && defined(FAMILY)
KERNEL void reductions_of_floats(float *out, float x) {
  out[0] = redux_min(x);
  out[1] = redux_max(x);
  out[2] = redux_min_abs(x);
  out[3] = redux_max_abs(x);
  out[4] = redux_min_nan(x);
  out[5] = redux_max_nan(x);
  out[6] = redux_min_abs_nan(x);
  out[7] = redux_max_abs_nan(x, 0xff);
}
#endif

#ifdef ARCHITECTURE
KERNEL void stochastic(Vector<char, 4> *out, u16 *pairs, half2 *h, bfloat2 *b, Vector<float, 4> v, unsigned r) {
  out[0] = convert_stochastic<e4m3>(v, r);
  out[1] = convert_stochastic<e4m3, true>(v, r);
  out[2] = convert_stochastic<e5m2>(v, r);
  out[3] = convert_stochastic<e5m2, true>(v, r);
  out[4] = convert_stochastic<e2m3>(v, r);
  out[5] = convert_stochastic<e2m3, true>(v, r);
  out[6] = convert_stochastic<e3m2>(v, r);
  out[7] = convert_stochastic<e3m2, true>(v, r);
  pairs[0] = convert_stochastic<e2m1>(v, r);
  pairs[1] = convert_stochastic<e2m1, true>(v, r);
  h[0] = convert_stochastic_to_f16x2(v[0], v[1], r);
  h[1] = convert_stochastic_to_f16x2<true>(v[0], v[1], r);
  h[2] = convert_stochastic_to_f16x2<false, true>(v[0], v[1], r);
  h[3] = convert_stochastic_to_f16x2<true, true>(v[0], v[1], r);
  b[0] = convert_stochastic_to_bf16x2(v[0], v[1], r);
  b[1] = convert_stochastic_to_bf16x2<true>(v[0], v[1], r);
  b[2] = convert_stochastic_to_bf16x2<false, true>(v[0], v[1], r);
  b[3] = convert_stochastic_to_bf16x2<true, true>(v[0], v[1], r);
}
#endif
