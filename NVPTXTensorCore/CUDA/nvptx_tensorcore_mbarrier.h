//===- nvptx_tensorcore_mbarrier.h - mbarriers ----------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers in shared memory that count arrivals of threads and bytes of asynchronous copies.
// PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
//
//   __shared__ MBarrier full;
//   if (threadIdx.x == 0)
//     mbarrier_init(&full, 1);
//   fence_mbarrier_init();
//   __syncthreads();
//   if (threadIdx.x == 0) {
//     mbarrier_arrive_expect_tx(&full, bytes);
//     tma_load(tile, &full, &map, {column, row});
//   }
//   mbarrier_wait_parity(&full, 0);
//
// A barrier is one of this CTA, given by its address, or one of any CTA of the cluster, given
// by a ClusterPointer (map_to_cta). A phase is named by the state that an arrival returned, or
// by its parity: 0 for the first. Scope says for whom memory is ordered: arrivals release,
// waits acquire; with Relaxed, neither.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_MBARRIER_H
#define NVPTX_TENSORCORE_MBARRIER_H

#include "nvptx_tensorcore_intrinsics.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat" // diagnose_if

namespace nvptx_tensorcore {

/// The phase of a barrier in which an arrival happened. It is not a parity.
struct MBarrierState {
  __UINT64_TYPE__ opaque;
};

/// For which threads an operation orders memory.
enum class Scope { cta, cluster };

/// The memory order: acquire for a wait and release for an arrival, or none.
enum class Order { acquire_release, relaxed };

namespace detail {

NVPTX_TENSORCORE_INTRINSIC void mbarrierInit(SharedPointer,
                                             unsigned) asm("llvm.nvvm.mbarrier.init.shared");
NVPTX_TENSORCORE_INTRINSIC void mbarrierInval(SharedPointer) asm("llvm.nvvm.mbarrier.inval.shared");
NVPTX_TENSORCORE_INTRINSIC unsigned
    mbarrierPendingCount(__UINT64_TYPE__) asm("llvm.nvvm.mbarrier.pending.count");
NVPTX_TENSORCORE_INTRINSIC void
    cpAsyncMBarrierArrive(SharedPointer) asm("llvm.nvvm.cp.async.mbarrier.arrive.shared");
NVPTX_TENSORCORE_INTRINSIC void cpAsyncMBarrierArriveNoInc(SharedPointer) asm(
    "llvm.nvvm.cp.async.mbarrier.arrive.noinc.shared");
NVPTX_TENSORCORE_INTRINSIC ClusterPointer
mapaSharedCluster(SharedPointer, unsigned) asm("llvm.nvvm.mapa.shared.cluster");

NVPTX_TENSORCORE_DEVICE SharedPointer toPointer(MBarrier *mbarrier) {
  return (SharedPointer)mbarrier;
}
NVPTX_TENSORCORE_DEVICE SharedPointer toPointer(const void *)
    NVPTX_TENSORCORE_CHECK(true, "mbarrier: expected an MBarrier *, or a SharedPointer to one") {
  return nullptr;
}
NVPTX_TENSORCORE_DEVICE MBarrierState toState(__UINT64_TYPE__ state) { return {state}; }

} // namespace detail

//===----------------------------------------------------------------------===//
// Addresses in a cluster
//===----------------------------------------------------------------------===//

/// An address of this CTA as one of the cluster; the bits are the same. sm_90.
NVPTX_TENSORCORE_DEVICE ClusterPointer to_cluster(SharedPointer pointer) {
  return (ClusterPointer)(__UINT64_TYPE__)pointer;
}
NVPTX_TENSORCORE_DEVICE ClusterPointer to_cluster(void *pointer) {
  return to_cluster((SharedPointer)pointer);
}

/// Returns the same location in the CTA of that rank in the cluster. PTX ISA, "mapa". sm_90,
/// PTX 7.8.
NVPTX_TENSORCORE_DEVICE ClusterPointer map_to_cta(SharedPointer pointer, unsigned rank) {
  return (ClusterPointer)(__UINT64_TYPE__)detail::mapaSharedCluster(pointer, rank);
}
NVPTX_TENSORCORE_DEVICE ClusterPointer map_to_cta(void *pointer, unsigned rank) {
  return map_to_cta((SharedPointer)pointer, rank);
}

//===----------------------------------------------------------------------===//
// Life of a barrier
//===----------------------------------------------------------------------===//

/// Makes a barrier, by one thread. fence_mbarrier_init lets the cluster and the copy engine
/// see it. PTX ISA, "mbarrier.init". sm_80, PTX 7.0.
/// \param arrivals  that complete a phase, 1 to 2^20 - 1.
NVPTX_TENSORCORE_DEVICE void mbarrier_init(MBarrier *mbarrier, unsigned arrivals)
    NVPTX_TENSORCORE_CHECK(arrivals == 0 || arrivals >= 1u << 20,
                           "arrivals: a phase takes 1 to 1048575 of them") {
  detail::mbarrierInit(detail::toPointer(mbarrier), arrivals);
}

/// Ends its life, so that its memory can be used for other things. PTX ISA, "mbarrier.inval".
/// sm_80, PTX 7.0.
NVPTX_TENSORCORE_DEVICE void mbarrier_inval(MBarrier *mbarrier) {
  detail::mbarrierInval(detail::toPointer(mbarrier));
}

/// The arrivals that a phase waited for when an arrival returned this state. PTX ISA,
/// "mbarrier.pending_count". sm_80, PTX 7.0.
NVPTX_TENSORCORE_DEVICE unsigned mbarrier_pending_count(MBarrierState state) {
  return detail::mbarrierPendingCount(state.opaque);
}

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

/// The intrinsic of a scope and an order; RESULT makes of its result what is returned.
#define NVPTX_TENSORCORE_BY_SCOPE_AS(RESULT, NAME, SPACE, ...)                                     \
  if constexpr (O == Order::relaxed && S == Scope::cta)                                            \
    return RESULT(intrinsics::mbarrier_##NAME##_relaxed_scope_cta_space_##SPACE(__VA_ARGS__));     \
  else if constexpr (O == Order::relaxed)                                                          \
    return RESULT(intrinsics::mbarrier_##NAME##_relaxed_scope_cluster_space_##SPACE(__VA_ARGS__)); \
  else if constexpr (S == Scope::cta)                                                              \
    return RESULT(intrinsics::mbarrier_##NAME##_scope_cta_space_##SPACE(__VA_ARGS__));             \
  else                                                                                             \
    return RESULT(intrinsics::mbarrier_##NAME##_scope_cluster_space_##SPACE(__VA_ARGS__))
#define NVPTX_TENSORCORE_BY_SCOPE(NAME, SPACE, ...)                                                \
  NVPTX_TENSORCORE_BY_SCOPE_AS(, NAME, SPACE, __VA_ARGS__)
#define NVPTX_TENSORCORE_ARRIVE(NAME, AMOUNT)                                                      \
  NVPTX_TENSORCORE_BY_SCOPE_AS(detail::toState, NAME, cta, detail::toPointer(mbarrier), AMOUNT)
#define NVPTX_TENSORCORE_CHECK_COUNT                                                               \
  NVPTX_TENSORCORE_CHECK(count == 0 || count >= 1u << 20, "count: expected 1 to 1048575 threads")
#define NVPTX_TENSORCORE_CHECK_BYTES                                                               \
  NVPTX_TENSORCORE_CHECK(bytes >= 1u << 20, "bytes: expected 0 to 1048575")

/// Arrives for `count` threads. PTX ISA, "mbarrier.arrive". sm_90, PTX 7.8; in cluster scope 8.0,
/// relaxed 8.6. Of a release at cluster scope ptxas 13.0 makes a fence of the whole GPU, which
/// takes long in a loop. A thread that has only read may arrive with Scope::cta, at a barrier of
/// another CTA too.
/// \returns the phase that they arrive in, for mbarrier_test_wait and mbarrier_try_wait.
template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE MBarrierState mbarrier_arrive(MBarrier *mbarrier, unsigned count = 1)
    NVPTX_TENSORCORE_CHECK_COUNT {
  NVPTX_TENSORCORE_ARRIVE(arrive, count);
}
template <Scope S = Scope::cluster, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE void mbarrier_arrive(ClusterPointer mbarrier,
                                             unsigned count = 1) NVPTX_TENSORCORE_CHECK_COUNT {
  NVPTX_TENSORCORE_BY_SCOPE(arrive, cluster, mbarrier, count);
}

/// They arrive, and will not in later phases. PTX ISA, "mbarrier.arrive_drop". sm_90, PTX 7.8.
template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE MBarrierState mbarrier_arrive_drop(MBarrier *mbarrier, unsigned count = 1)
    NVPTX_TENSORCORE_CHECK_COUNT {
  NVPTX_TENSORCORE_ARRIVE(arrive_drop, count);
}
template <Scope S = Scope::cluster, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE void mbarrier_arrive_drop(ClusterPointer mbarrier,
                                                  unsigned count = 1) NVPTX_TENSORCORE_CHECK_COUNT {
  NVPTX_TENSORCORE_BY_SCOPE(arrive_drop, cluster, mbarrier, count);
}

/// Arrives for one thread, and makes the phase wait for `bytes` more bytes. PTX ISA,
/// "mbarrier.arrive .expect_tx". sm_90, PTX 8.0; relaxed 8.6.
template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE MBarrierState mbarrier_arrive_expect_tx(MBarrier *mbarrier, unsigned bytes)
    NVPTX_TENSORCORE_CHECK_BYTES {
  NVPTX_TENSORCORE_ARRIVE(arrive_expect_tx, bytes);
}
template <Scope S = Scope::cluster, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE void
mbarrier_arrive_expect_tx(ClusterPointer mbarrier, unsigned bytes) NVPTX_TENSORCORE_CHECK_BYTES {
  NVPTX_TENSORCORE_BY_SCOPE(arrive_expect_tx, cluster, mbarrier, bytes);
}
template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE MBarrierState
mbarrier_arrive_drop_expect_tx(MBarrier *mbarrier, unsigned bytes) NVPTX_TENSORCORE_CHECK_BYTES {
  NVPTX_TENSORCORE_ARRIVE(arrive_drop_expect_tx, bytes);
}
template <Scope S = Scope::cluster, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE void mbarrier_arrive_drop_expect_tx(ClusterPointer mbarrier, unsigned bytes)
    NVPTX_TENSORCORE_CHECK_BYTES {
  NVPTX_TENSORCORE_BY_SCOPE(arrive_drop_expect_tx, cluster, mbarrier, bytes);
}

/// Makes the phase wait for `bytes` more bytes, and does not arrive. PTX ISA, "mbarrier.expect_tx".
/// sm_90, PTX 8.0.
NVPTX_TENSORCORE_DEVICE void mbarrier_expect_tx(MBarrier *mbarrier,
                                                unsigned bytes) NVPTX_TENSORCORE_CHECK_BYTES {
  intrinsics::mbarrier_expect_tx_scope_cta_space_cta(detail::toPointer(mbarrier), bytes);
}
NVPTX_TENSORCORE_DEVICE void mbarrier_expect_tx(ClusterPointer mbarrier,
                                                unsigned bytes) NVPTX_TENSORCORE_CHECK_BYTES {
  intrinsics::mbarrier_expect_tx_scope_cluster_space_cluster(mbarrier, bytes);
}

/// Does what a copy of `bytes` bytes does when it is complete. PTX ISA, "mbarrier.complete_tx".
/// sm_90, PTX 8.0.
NVPTX_TENSORCORE_DEVICE void mbarrier_complete_tx(MBarrier *mbarrier,
                                                  unsigned bytes) NVPTX_TENSORCORE_CHECK_BYTES {
  intrinsics::mbarrier_complete_tx_scope_cta_space_cta(detail::toPointer(mbarrier), bytes);
}
NVPTX_TENSORCORE_DEVICE void mbarrier_complete_tx(ClusterPointer mbarrier,
                                                  unsigned bytes) NVPTX_TENSORCORE_CHECK_BYTES {
  intrinsics::mbarrier_complete_tx_scope_cluster_space_cluster(mbarrier, bytes);
}

/// This thread arrives when its cp.async so far are done: once more than the barrier counts, or,
/// _noinc, as one of those it counts. PTX ISA, "cp.async.mbarrier.arrive". sm_80, PTX 7.0.
NVPTX_TENSORCORE_DEVICE void cp_async_mbarrier_arrive(MBarrier *mbarrier) {
  detail::cpAsyncMBarrierArrive(detail::toPointer(mbarrier));
}
NVPTX_TENSORCORE_DEVICE void cp_async_mbarrier_arrive_noinc(MBarrier *mbarrier) {
  detail::cpAsyncMBarrierArriveNoInc(detail::toPointer(mbarrier));
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

#define NVPTX_TENSORCORE_CHECK_PARITY NVPTX_TENSORCORE_CHECK(parity > 1, "parity: expected 0 or 1")
/// A wait for a state that is given a number: an error.
#define NVPTX_TENSORCORE_NO_STATE                                                                  \
  NVPTX_TENSORCORE_CHECK(true, "state: expected the MBarrierState that an arrival returned; for "  \
                               "a parity there is the function with _parity at its end")

/// Returns at once whether a phase is complete. PTX ISA, "mbarrier.test_wait". sm_80, PTX 7.0
/// and 7.1; in cluster scope sm_90, PTX 8.0.
template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE bool mbarrier_test_wait(MBarrier *mbarrier, MBarrierState state) {
  NVPTX_TENSORCORE_BY_SCOPE(test_wait, cta, detail::toPointer(mbarrier), state.opaque);
}
template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE bool
mbarrier_test_wait_parity(MBarrier *mbarrier, unsigned parity) NVPTX_TENSORCORE_CHECK_PARITY {
  NVPTX_TENSORCORE_BY_SCOPE(test_wait_parity, cta, detail::toPointer(mbarrier), parity);
}

/// Returns true if a phase is complete; the thread may sleep for a while before it knows. PTX ISA,
/// "mbarrier.try_wait". sm_90, PTX 7.8; in cluster scope 8.0.
template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE bool mbarrier_try_wait(MBarrier *mbarrier, MBarrierState state) {
  NVPTX_TENSORCORE_BY_SCOPE(try_wait, cta, detail::toPointer(mbarrier), state.opaque);
}
template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE bool
mbarrier_try_wait_parity(MBarrier *mbarrier, unsigned parity) NVPTX_TENSORCORE_CHECK_PARITY {
  NVPTX_TENSORCORE_BY_SCOPE(try_wait_parity, cta, detail::toPointer(mbarrier), parity);
}

/// The same with a limit to the sleep.
/// \param nanoseconds  at most, or a little more.
template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE bool mbarrier_try_wait(MBarrier *mbarrier, MBarrierState state,
                                               unsigned nanoseconds) {
  NVPTX_TENSORCORE_BY_SCOPE(try_wait_tl, cta, detail::toPointer(mbarrier), state.opaque,
                            nanoseconds);
}
template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE bool
mbarrier_try_wait_parity(MBarrier *mbarrier, unsigned parity,
                         unsigned nanoseconds) NVPTX_TENSORCORE_CHECK_PARITY {
  NVPTX_TENSORCORE_BY_SCOPE(try_wait_parity_tl, cta, detail::toPointer(mbarrier), parity,
                            nanoseconds);
}

#undef NVPTX_TENSORCORE_BY_SCOPE_AS
#undef NVPTX_TENSORCORE_BY_SCOPE
#undef NVPTX_TENSORCORE_ARRIVE
#undef NVPTX_TENSORCORE_CHECK_COUNT
#undef NVPTX_TENSORCORE_CHECK_BYTES

/// Waits until a phase is complete. sm_90, PTX 7.8.
template <Scope S = Scope::cta>
NVPTX_TENSORCORE_DEVICE void mbarrier_wait(MBarrier *mbarrier, MBarrierState state) {
  while (!mbarrier_try_wait<S>(mbarrier, state)) {
  }
}
template <Scope S = Scope::cta>
NVPTX_TENSORCORE_DEVICE void mbarrier_wait_parity(MBarrier *mbarrier,
                                                  unsigned parity) NVPTX_TENSORCORE_CHECK_PARITY {
  while (!mbarrier_try_wait_parity<S>(mbarrier, parity)) {
  }
}

template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE bool mbarrier_test_wait(MBarrier *, unsigned) NVPTX_TENSORCORE_NO_STATE {
  return false;
}
template <Scope S = Scope::cta, Order O = Order::acquire_release>
NVPTX_TENSORCORE_DEVICE bool mbarrier_try_wait(MBarrier *, unsigned,
                                               unsigned = 0) NVPTX_TENSORCORE_NO_STATE {
  return false;
}
template <Scope S = Scope::cta>
NVPTX_TENSORCORE_DEVICE void mbarrier_wait(MBarrier *, unsigned) NVPTX_TENSORCORE_NO_STATE {}

#undef NVPTX_TENSORCORE_CHECK_PARITY
#undef NVPTX_TENSORCORE_NO_STATE

} // namespace nvptx_tensorcore

#pragma clang diagnostic pop

#endif // NVPTX_TENSORCORE_MBARRIER_H
