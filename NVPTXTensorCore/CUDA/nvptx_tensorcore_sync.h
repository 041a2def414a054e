//===- nvptx_tensorcore_sync.h - order, barriers, launches ----*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fences, barriers of a CTA and of a cluster, the election of a thread, registers of a warpgroup,
// launches that overlap, and copies of single threads. PTX ISA, "Parallel Synchronization and
// Communication Instructions", "Miscellaneous Instructions", "cp.async".
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_SYNC_H
#define NVPTX_TENSORCORE_SYNC_H

#include "nvptx_tensorcore_mbarrier.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat" // diagnose_if

namespace nvptx_tensorcore {

namespace detail {

NVPTX_TENSORCORE_INTRINSIC void clusterArrive() asm("llvm.nvvm.barrier.cluster.arrive.aligned");
NVPTX_TENSORCORE_INTRINSIC void
clusterArriveRelaxed() asm("llvm.nvvm.barrier.cluster.arrive.relaxed.aligned");
NVPTX_TENSORCORE_INTRINSIC void clusterWait() asm("llvm.nvvm.barrier.cluster.wait.aligned");
NVPTX_TENSORCORE_INTRINSIC unsigned clusterCTARank() asm("llvm.nvvm.read.ptx.sreg.cluster.ctarank");
NVPTX_TENSORCORE_INTRINSIC unsigned clusterCTAs() asm("llvm.nvvm.read.ptx.sreg.cluster.nctarank");
NVPTX_TENSORCORE_INTRINSIC void cpAsyncCommitGroup() asm("llvm.nvvm.cp.async.commit.group");
NVPTX_TENSORCORE_INTRINSIC void cpAsyncWaitGroup(int) asm("llvm.nvvm.cp.async.wait.group");

/// A number of registers that setmaxnreg takes.
constexpr bool isRegisterCount(int count) { return count >= 24 && count <= 256 && count % 8 == 0; }

/// The number of bytes of a cp.async, if it can be one; else of some that can.
template <int Bytes> constexpr int copySize() {
  constexpr bool IsRight = Bytes == 4 || Bytes == 8 || Bytes == 16;
  static_assert(IsRight, "Bytes: 4, 8 or 16");
  return IsRight ? Bytes : 16;
}
template <int Bytes> constexpr int prefetchSize() {
  constexpr bool IsRight = Bytes == 0 || Bytes == 64 || Bytes == 128 || Bytes == 256;
  static_assert(IsRight, "PrefetchSize: 64, 128, 256, or 0 for none");
  return IsRight ? Bytes : 0;
}

template <int Bytes, int PrefetchSize, bool HasHint>
NVPTX_TENSORCORE_DEVICE void cpAsync(void *shared, const void *global, int valid,
                                     __UINT64_TYPE__ policy) {
  constexpr int Size = copySize<Bytes>(), Prefetch = prefetchSize<PrefetchSize>();
  if constexpr (Size == 16)
    intrinsics::cp_async_cg_shared_global_s((SharedPointer)shared, (GlobalPointer)global, valid,
                                            policy, Size, Prefetch, HasHint);
  else
    intrinsics::cp_async_ca_shared_global_s((SharedPointer)shared, (GlobalPointer)global, valid,
                                            policy, Size, Prefetch, HasHint);
}
template <int Bytes, int PrefetchSize, bool HasHint>
NVPTX_TENSORCORE_DEVICE void cpAsyncUnless(bool ignore, void *shared, const void *global,
                                           __UINT64_TYPE__ policy) {
  constexpr int Size = copySize<Bytes>(), Prefetch = prefetchSize<PrefetchSize>();
  if constexpr (Size == 16)
    intrinsics::cp_async_cg_shared_global_ignore_src((SharedPointer)shared, (GlobalPointer)global,
                                                     ignore, policy, Size, Prefetch, HasHint);
  else
    intrinsics::cp_async_ca_shared_global_ignore_src((SharedPointer)shared, (GlobalPointer)global,
                                                     ignore, policy, Size, Prefetch, HasHint);
}

} // namespace detail

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

/// Orders what threads read and write before what the copy engine and the tensor cores read and
/// write behind, in all of memory or in shared memory. PTX ISA, "fence.proxy.async". sm_90,
/// PTX 8.0.
NVPTX_TENSORCORE_DEVICE void fence_proxy_async() { intrinsics::fence_proxy_async(); }
NVPTX_TENSORCORE_DEVICE void fence_proxy_async_global() { intrinsics::fence_proxy_async_global(); }
NVPTX_TENSORCORE_DEVICE void fence_proxy_async_shared() {
  intrinsics::fence_proxy_async_shared_cta();
}
NVPTX_TENSORCORE_DEVICE void fence_proxy_async_shared_cluster() {
  intrinsics::fence_proxy_async_shared_cluster();
}

/// Orders accesses through virtual addresses that stand for the same memory. PTX ISA,
/// "fence.proxy.alias". sm_70, PTX 7.5.
NVPTX_TENSORCORE_DEVICE void fence_proxy_alias() { intrinsics::fence_proxy_alias(); }

/// Lets the cluster see barriers that this thread has made. PTX ISA, "fence.mbarrier_init". sm_90,
/// PTX 8.0.
NVPTX_TENSORCORE_DEVICE void fence_mbarrier_init() {
  intrinsics::fence_mbarrier_init_release_cluster();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// Waits at a named barrier until `threads` threads have come, by whole warps. PTX ISA,
/// "barrier.cta.sync".
/// \param barrier  0 to 15; 0 is __syncthreads'.
/// \param threads  a multiple of 32.
NVPTX_TENSORCORE_DEVICE void barrier_sync(unsigned barrier, unsigned threads)
    NVPTX_TENSORCORE_CHECK(barrier > 15, "barrier: a CTA has the barriers 0 to 15")
        NVPTX_TENSORCORE_CHECK(threads % 32, "threads: must be a multiple of 32") {
  intrinsics::barrier_cta_sync_aligned_count(barrier, threads);
}

/// Arrives there and does not wait; `threads` counts those that wait, too. PTX ISA,
/// "barrier.cta.arrive".
NVPTX_TENSORCORE_DEVICE void barrier_arrive(unsigned barrier, unsigned threads)
    NVPTX_TENSORCORE_CHECK(barrier > 15, "barrier: a CTA has the barriers 0 to 15")
        NVPTX_TENSORCORE_CHECK(threads % 32, "threads: must be a multiple of 32") {
  intrinsics::barrier_cta_arrive_aligned_count(barrier, threads);
}

/// All threads of the cluster: arrives, waits for the others, or both. PTX ISA,
/// "barrier.cluster". sm_90, PTX 7.8; relaxed 8.0.
NVPTX_TENSORCORE_DEVICE void cluster_arrive() { detail::clusterArrive(); }
NVPTX_TENSORCORE_DEVICE void cluster_arrive_relaxed() { detail::clusterArriveRelaxed(); }
NVPTX_TENSORCORE_DEVICE void cluster_wait() { detail::clusterWait(); }
NVPTX_TENSORCORE_DEVICE void cluster_sync() {
  cluster_arrive();
  cluster_wait();
}

/// Return the rank of this CTA in the cluster, and the number of CTAs. PTX ISA, "%cluster_ctarank",
/// "%cluster_nctarank". sm_90, PTX 7.8.
NVPTX_TENSORCORE_DEVICE unsigned cluster_rank() { return detail::clusterCTARank(); }
NVPTX_TENSORCORE_DEVICE unsigned cluster_size() { return detail::clusterCTAs(); }

//===----------------------------------------------------------------------===//
// Warps and warpgroups
//===----------------------------------------------------------------------===//

/// True for one thread of those in the mask, which all call this; the same one each time. PTX ISA,
/// "elect.sync". sm_90, PTX 8.0.
NVPTX_TENSORCORE_DEVICE bool elect_one(unsigned membermask = 0xffffffff) {
  return intrinsics::elect_sync(membermask).elected;
}

/// Takes more registers for each thread of a warpgroup, which waits until there are as many; or
/// gives some back. The kernel has to be compiled for a number of threads (__launch_bounds__).
/// PTX ISA, "setmaxnreg". sm_90a, sm_100f and later, PTX 8.0.
/// \tparam Registers  24 to 256, a multiple of 8.
template <int Registers> NVPTX_TENSORCORE_DEVICE void setmaxnreg_inc() {
  static_assert(detail::isRegisterCount(Registers), "Registers: 24 to 256, a multiple of 8");
  if constexpr (detail::isRegisterCount(Registers))
    intrinsics::setmaxnreg_inc_sync_aligned_u32(Registers);
}
template <int Registers> NVPTX_TENSORCORE_DEVICE void setmaxnreg_dec() {
  static_assert(detail::isRegisterCount(Registers), "Registers: 24 to 256, a multiple of 8");
  if constexpr (detail::isRegisterCount(Registers))
    intrinsics::setmaxnreg_dec_sync_aligned_u32(Registers);
}

/// The least and the greatest of the values of the threads in the mask; with _abs, of their
/// magnitudes; a NaN is left out, or, _nan, is the result. PTX ISA, "redux.sync". sm_100f, PTX 8.6.
NVPTX_TENSORCORE_DEVICE float redux_min(float value, unsigned membermask = 0xffffffff) {
  return intrinsics::redux_sync_fmin(value, membermask);
}
NVPTX_TENSORCORE_DEVICE float redux_max(float value, unsigned membermask = 0xffffffff) {
  return intrinsics::redux_sync_fmax(value, membermask);
}
NVPTX_TENSORCORE_DEVICE float redux_min_abs(float value, unsigned membermask = 0xffffffff) {
  return intrinsics::redux_sync_fmin_abs(value, membermask);
}
NVPTX_TENSORCORE_DEVICE float redux_max_abs(float value, unsigned membermask = 0xffffffff) {
  return intrinsics::redux_sync_fmax_abs(value, membermask);
}
NVPTX_TENSORCORE_DEVICE float redux_min_nan(float value, unsigned membermask = 0xffffffff) {
  return intrinsics::redux_sync_fmin_NaN(value, membermask);
}
NVPTX_TENSORCORE_DEVICE float redux_max_nan(float value, unsigned membermask = 0xffffffff) {
  return intrinsics::redux_sync_fmax_NaN(value, membermask);
}
NVPTX_TENSORCORE_DEVICE float redux_min_abs_nan(float value, unsigned membermask = 0xffffffff) {
  return intrinsics::redux_sync_fmin_abs_NaN(value, membermask);
}
NVPTX_TENSORCORE_DEVICE float redux_max_abs_nan(float value, unsigned membermask = 0xffffffff) {
  return intrinsics::redux_sync_fmax_abs_NaN(value, membermask);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Lets the grids that depend on this one start; waits for those that this one depends on, with
/// what they wrote. PTX ISA, "griddepcontrol". sm_90, PTX 7.8.
NVPTX_TENSORCORE_DEVICE void grid_launch_dependents() {
  intrinsics::griddepcontrol_launch_dependents();
}
NVPTX_TENSORCORE_DEVICE void grid_wait() { intrinsics::griddepcontrol_wait(); }

/// Holds the 16 aligned bytes of shared memory that clusterlaunchcontrol.try_cancel writes.
struct alignas(16) CancelledLaunch {
  unsigned __int128 opaque;
};

/// Tries to take over the work of a cluster that has not started; by one thread. The answer arrives
/// at the mbarrier as 16 bytes; with _multicast, in each CTA of the cluster. PTX ISA,
/// "clusterlaunchcontrol.try_cancel". sm_100, PTX 8.6; _multicast sm_100f.
NVPTX_TENSORCORE_DEVICE void try_cancel_launch(CancelledLaunch *answer, MBarrier *mbarrier) {
  intrinsics::clusterlaunchcontrol_try_cancel_async_shared((SharedPointer)answer,
                                                           detail::toPointer(mbarrier));
}
NVPTX_TENSORCORE_DEVICE void try_cancel_launch_multicast(CancelledLaunch *answer,
                                                         MBarrier *mbarrier) {
  intrinsics::clusterlaunchcontrol_try_cancel_async_multicast_shared((SharedPointer)answer,
                                                                     detail::toPointer(mbarrier));
}

/// Return whether the cancellation succeeded, and, if so, the first CTA of that cluster. PTX ISA,
/// "clusterlaunchcontrol.query_cancel". sm_100, PTX 8.6.
NVPTX_TENSORCORE_DEVICE bool is_cancelled(const CancelledLaunch &answer) {
  return intrinsics::clusterlaunchcontrol_query_cancel_is_canceled(answer.opaque);
}
NVPTX_TENSORCORE_DEVICE unsigned first_cta_x(const CancelledLaunch &answer) {
  return intrinsics::clusterlaunchcontrol_query_cancel_get_first_ctaid_x(answer.opaque);
}
NVPTX_TENSORCORE_DEVICE unsigned first_cta_y(const CancelledLaunch &answer) {
  return intrinsics::clusterlaunchcontrol_query_cancel_get_first_ctaid_y(answer.opaque);
}
NVPTX_TENSORCORE_DEVICE unsigned first_cta_z(const CancelledLaunch &answer) {
  return intrinsics::clusterlaunchcontrol_query_cancel_get_first_ctaid_z(answer.opaque);
}
using intrinsics::CTAIndex;
NVPTX_TENSORCORE_DEVICE CTAIndex first_cta(const CancelledLaunch &answer) {
  return intrinsics::clusterlaunchcontrol_query_cancel_get_first_ctaid_v4(answer.opaque);
}

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

/// A thread's copy from global to shared memory, aligned to its size. PTX ISA, "cp.async". sm_80,
/// PTX 7.0; with a prefetch size or a hint 7.4.
/// \tparam Bytes         4, 8 or 16; 16 bytes pass by the L1 cache.
/// \tparam PrefetchSize  64, 128 or 256, of which the source is a part, come to the L2 cache
///                       (.L2::128B); 0 asks for nothing.
/// \param  valid         the bytes that are read; the rest becomes zero.
template <int Bytes, int PrefetchSize = 0>
NVPTX_TENSORCORE_DEVICE void cp_async(void *shared, const void *global, int valid = Bytes) {
  detail::cpAsync<Bytes, PrefetchSize, false>(shared, global, valid, 0);
}
template <int Bytes, int PrefetchSize = 0>
NVPTX_TENSORCORE_DEVICE void cp_async(void *shared, const void *global, int valid, CacheHint hint) {
  detail::cpAsync<Bytes, PrefetchSize, true>(shared, global, valid, hint.policy);
}

/// The same, or zeros, and the source is not read, if `ignore`. PTX 7.5.
template <int Bytes, int PrefetchSize = 0>
NVPTX_TENSORCORE_DEVICE void cp_async_unless(bool ignore, void *shared, const void *global) {
  detail::cpAsyncUnless<Bytes, PrefetchSize, false>(ignore, shared, global, 0);
}
template <int Bytes, int PrefetchSize = 0>
NVPTX_TENSORCORE_DEVICE void cp_async_unless(bool ignore, void *shared, const void *global,
                                             CacheHint hint) {
  detail::cpAsyncUnless<Bytes, PrefetchSize, true>(ignore, shared, global, hint.policy);
}

/// 16 bytes through the L1 cache.
NVPTX_TENSORCORE_DEVICE void cp_async_cached(void *shared, const void *global, int valid = 16) {
  intrinsics::cp_async_ca_shared_global_s((SharedPointer)shared, (GlobalPointer)global, valid, 0,
                                          16, 0, false);
}

/// Makes a group of the copies so far; waits until at most `Pending` groups are left. PTX ISA,
/// "cp.async.commit_group", "cp.async.wait_group". sm_80, PTX 7.0.
NVPTX_TENSORCORE_DEVICE void cp_async_commit_group() { detail::cpAsyncCommitGroup(); }
template <int Pending> NVPTX_TENSORCORE_DEVICE void cp_async_wait_group() {
  static_assert(Pending >= 0, "Pending: 0 or more groups");
  detail::cpAsyncWaitGroup(Pending >= 0 ? Pending : 0);
}

} // namespace nvptx_tensorcore

#pragma clang diagnostic pop

#endif // NVPTX_TENSORCORE_SYNC_H
