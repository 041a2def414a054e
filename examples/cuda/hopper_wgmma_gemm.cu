//===-- hopper_wgmma_gemm.cu - Warp-specialized GEMM on wgmma ---*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[M x N] (f32, row-major) = A[M x K] (row-major) * B[K x N] (column-major,
// that is B^T stored as N rows of K).
//
//   hopper_wgmma_gemm_f16    A and B of f16
//   hopper_wgmma_gemm_bf16   A and B of bf16
//
// CTA tile 128 x 256, K tile 64, three warpgroups. The first one loads; the two
// others multiply 64 rows each, by wgmma.m64n256k16 with both matrices in shared
// memory: four a K tile, one commit group. wgmma_wait_group<1> leaves the group
// of this K tile in flight over the back edge, so that the tensor cores go on
// while the next tile is waited for; it retires that of the tile before, whose
// stage goes back to the producer.
//
// Shared memory: four stages of 48 KiB, A's 128 rows of 128 bytes and then B's
// 256, in the layout of the 128-byte swizzle: of a row's eight vectors of 16
// bytes, v is where v ^ (row % 8) would be. Eight rows are 1024 bytes, the
// matrix descriptors' stride.
//
// Each stage has two mbarriers:
//   Full    128 arrivals, one of each producer thread once its copies of the
//           stage are there. fence.proxy.async before it makes them visible to
//           wgmma, which reads by the asynchronous proxy.
//   Empty   8 arrivals, one of each consumer warp.
// Phase n of Full is over when the stage is full for the nth time. Who waits
// says which phase by its parity; on a new barrier parity 1 is over.
//
// The producer copies by cp.async, a group a K tile, and leaves two in flight:
// trip T sends for tile T and announces tile T - 2.
//
// 65,536 registers are 168 for each of 384 threads. setmaxnreg gives the
// producer's to the consumers: 128 * 40 + 256 * 232 = 64,512 = 384 * 168.
//
// Launch:  grid (N / 256, M / 128), block 384 threads, 196,672 bytes of dynamic
//          shared memory (cuFuncSetAttribute allows as much).
// Needs:   M % 128 == 0, N % 256 == 0, K % 64 == 0, K >= 64, A, B 16-byte, C
//          8-byte aligned.
//
// DEMO: target=sm_90a ptx=80
// DEMO-EXPECT: wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16
// DEMO-EXPECT: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16
// DEMO-EXPECT: wgmma.wait_group.sync.aligned
// DEMO-EXPECT: setmaxnreg.inc.sync.aligned.u32
// DEMO-EXPECT: cp.async.cg.shared.global
// DEMO-RUN: --entry hopper_wgmma_gemm_f16 --grid 1,1 --block 384 --shared 196672
// DEMO-RUN+: --arg C=f32[128x256] --arg A=f16[128x512]:normal --arg B=f16[256x512]:normal
// DEMO-RUN+: --arg u32:128 --arg u32:256 --arg u32:512
// DEMO-RUN+: --expect C=A@B.T
// DEMO-RUN: --entry hopper_wgmma_gemm_bf16 --grid 1,1 --block 384 --shared 196672
// DEMO-RUN+: --arg C=f32[128x256] --arg A=bf16[128x512]:normal --arg B=bf16[256x512]:normal
// DEMO-RUN+: --arg u32:128 --arg u32:256 --arg u32:512
// DEMO-RUN+: --expect C=A@B.T
//
//===----------------------------------------------------------------------===//

#include "device_only.h"
#include "nvptx_tensorcore_wgmma.h"

using namespace nvptx_tensorcore;

// Intrinsics that clang has no builtin for.
__device__ void setMaxRegistersLower(unsigned Count)
    asm("llvm.nvvm.setmaxnreg.dec.sync.aligned.u32");
__device__ void setMaxRegistersHigher(unsigned Count)
    asm("llvm.nvvm.setmaxnreg.inc.sync.aligned.u32");

namespace {

constexpr unsigned BlockM = 128, BlockN = 256, BlockK = 64, Stages = 4;
constexpr unsigned Warpgroup = 128, Consumers = 2;
constexpr unsigned Threads = (Consumers + 1) * Warpgroup;

// A row of a tile is 128 bytes, as wide as the swizzle's pattern, which has
// eight rows.
constexpr unsigned RowBytes = 128, PatternBytes = 8 * RowBytes;
constexpr unsigned VecBytes = 16, VecsPerRow = RowBytes / VecBytes;
constexpr unsigned BytesA = BlockM * RowBytes;
constexpr unsigned StageBytes = BytesA + BlockN * RowBytes;

// Tiles whose copies the producer leaves in flight.
constexpr unsigned InFlight = 2;
static_assert(InFlight + 2 <= Stages, "a consumer holds two stages");

// Registers of a thread once setmaxnreg has moved them.
constexpr unsigned ProducerRegisters = 40, ConsumerRegisters = 232;

//===-- Inline assembly, where LLVM has no intrinsic   -------------------===//

using Barrier = __attribute__((address_space(3))) long;
using SharedBytes = __attribute__((address_space(3))) char;
using GlobalBytes = const __attribute__((address_space(1))) char;

/// Waits until the phase of this parity is over.
__device__ __forceinline__ void wait(Barrier *B, unsigned Parity) {
  asm volatile("{\n\t"
               ".reg .pred done;\n"
               "wait:\n\t"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t"
               "@!done bra wait;\n\t"
               "}"
               :
               : "l"(B), "r"(Parity)
               : "memory");
}

/// Makes this thread's writes to shared memory visible to wgmma.
__device__ __forceinline__ void fenceProxy() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

//===-- The kernel --------------------------------------------------------===//

/// Shared memory: the stages, and the barriers behind them.
struct Ring {
  SharedBytes *Bytes;

  __device__ __forceinline__ SharedBytes *stage(unsigned Tile) const {
    return Bytes + Tile % Stages * StageBytes;
  }
  __device__ __forceinline__ Barrier *full(unsigned Tile) const {
    return reinterpret_cast<Barrier *>(Bytes + Stages * StageBytes) +
           Tile % Stages;
  }
  __device__ __forceinline__ Barrier *empty(unsigned Tile) const {
    return full(Tile) + Stages;
  }
  /// How often a tile's stage had another tile before, as a parity.
  static __device__ __forceinline__ unsigned round(unsigned Tile) {
    return Tile / Stages % 2;
  }
};

/// Copies one tile after the other. A thread takes vector Thread % 8 of the rows
/// Thread / 8, + 16, + 32 ...: all of them have the same row % 8, and with it
/// the same place within a row of the stage.
__device__ __forceinline__ void produce(Ring R, const char *A, const char *B,
                                        unsigned K, unsigned Tiles) {
  constexpr unsigned Rows = Warpgroup / VecsPerRow;
  unsigned Row = threadIdx.x / VecsPerRow, Vec = threadIdx.x % VecsPerRow;
  unsigned Place = Row * RowBytes + (Vec ^ Row % 8) * VecBytes;
  size_t Pitch = size_t(K) * 2;
  GlobalBytes *FromA = (GlobalBytes *)(A + Row * Pitch + Vec * VecBytes);
  GlobalBytes *FromB = (GlobalBytes *)(B + Row * Pitch + Vec * VecBytes);

  for (unsigned T = 0; T != Tiles + InFlight; ++T) {
    if (T < Tiles) {
      wait(R.empty(T), R.round(T) ^ 1);
      SharedBytes *To = R.stage(T) + Place;
      // Unrolled, they need more registers than the producer has.
#pragma unroll 1
      for (unsigned I = 0; I != BlockM / Rows; ++I)
        __nvvm_cp_async_cg_shared_global_16(
            To + I * Rows * RowBytes, FromA + I * Rows * Pitch + T * RowBytes);
#pragma unroll 1
      for (unsigned I = 0; I != BlockN / Rows; ++I)
        __nvvm_cp_async_cg_shared_global_16(
            To + BytesA + I * Rows * RowBytes,
            FromB + I * Rows * Pitch + T * RowBytes);
    }
    __nvvm_cp_async_commit_group();
    __nvvm_cp_async_wait_group(InFlight);
    if (T >= InFlight) {
      fenceProxy();
      __nvvm_mbarrier_arrive_shared(R.full(T - InFlight));
    }
  }
}

/// Multiplies one tile after the other, and returns the sum.
template <class MMA>
__device__ __forceinline__ typename MMA::Accumulator
consume(Ring R, unsigned Consumer, unsigned Tiles) {
  bool IsLane0 = threadIdx.x % 32 == 0;
  typename MMA::Accumulator D = 0;
  for (unsigned T = 0; T != Tiles; ++T) {
    wait(R.full(T), R.round(T));
    SharedBytes *Stage = R.stage(T);
    SharedBytes *StageA = Stage + Consumer * MMA::Rows * RowBytes;
    MatrixDescriptor A =
        wgmma_smem_desc((const void *)StageA, VecBytes, PatternBytes);
    MatrixDescriptor B =
        wgmma_smem_desc((const void *)(Stage + BytesA), VecBytes, PatternBytes);
    wgmma_fence();
#pragma unroll
    for (unsigned Step = 0; Step != BlockK / MMA::K; ++Step) {
      constexpr unsigned StepBytes = MMA::K * 2;
      D = MMA::mma_async(D, wgmma_advance(A, Step * StepBytes),
                         wgmma_advance(B, Step * StepBytes), true);
    }
    wgmma_commit_group();
    wgmma_wait_group<1>();
    if (IsLane0 && T != 0)
      __nvvm_mbarrier_arrive_shared(R.empty(T - 1));
  }
  wgmma_wait_group<0>(D);
  return D;
}

template <class MMA>
__device__ __forceinline__ void store(float *C, unsigned N,
                                      typename MMA::Accumulator D) {
  using Pair = Vector<float, 2>;
  unsigned Thread = threadIdx.x % Warpgroup;
  float *Upper = C + size_t(MMA::row(Thread, 0)) * N + MMA::column(Thread, 0);
  float *Lower = Upper + size_t(8) * N;
#pragma unroll
  for (unsigned I = 0; I != MMA::Elements; I += 4) {
    *reinterpret_cast<Pair *>(Upper + I * 2) = Pair{D[I], D[I + 1]};
    *reinterpret_cast<Pair *>(Lower + I * 2) = Pair{D[I + 2], D[I + 3]};
  }
}

template <class Element>
__device__ __forceinline__ void gemm(float *C, const void *A, const void *B,
                                     unsigned N, unsigned K) {
  using MMA = wgmma<BlockN, f32, Element>;
  extern __shared__ __attribute__((aligned(1024))) char Shared[];
  Ring R;
  R.Bytes = (SharedBytes *)Shared;
  if (threadIdx.x == 0)
    for (unsigned S = 0; S != Stages; ++S) {
      __nvvm_mbarrier_init_shared(R.full(S), Warpgroup);
      __nvvm_mbarrier_init_shared(R.empty(S), Consumers * Warpgroup / 32);
    }
  __syncthreads();

  unsigned Role = threadIdx.x / Warpgroup;
  size_t Row = size_t(blockIdx.y) * BlockM, Column = size_t(blockIdx.x) * BlockN;
  if (Role == 0) {
    setMaxRegistersLower(ProducerRegisters);
    produce(R, (const char *)A + Row * K * 2, (const char *)B + Column * K * 2,
            K, K / BlockK);
  } else {
    setMaxRegistersHigher(ConsumerRegisters);
    unsigned Consumer = Role - 1;
    auto D = consume<MMA>(R, Consumer, K / BlockK);
    store<MMA>(C + (Row + Consumer * MMA::Rows) * N + Column, N, D);
  }
}

} // namespace

extern "C" __global__ void __launch_bounds__(Threads, 1)
    hopper_wgmma_gemm_f16(float *C, const void *A, const void *B, unsigned M,
                          unsigned N, unsigned K) {
  gemm<f16>(C, A, B, N, K);
}

extern "C" __global__ void __launch_bounds__(Threads, 1)
    hopper_wgmma_gemm_bf16(float *C, const void *A, const void *B, unsigned M,
                           unsigned N, unsigned K) {
  gemm<bf16>(C, A, B, N, K);
}
