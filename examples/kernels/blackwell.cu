//===-- blackwell.cu - A GEMM for Blackwell: TMA, tensor memory, tcgen05.mma ===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// dim3 grid(N / 128, M / 128), 128 threads, dynamic shared memory sizeof(Shared) + 1024.
// Maps of bf16, innermost first, CU_TENSOR_MAP_SWIZZLE_128B: a {K, M}, b {K, N}, box {64, 128}.
#include <nvptx_tensorcore.h>
using namespace nvptx_tensorcore;

constexpr int Tile = 128, TileK = 64, NumStages = 4;
constexpr auto Instruction = tcgen05_idesc<Kind::f16, Tile, Tile, float, __bf16, __bf16>();

struct Shared {
  struct alignas(1024) Stage { // the swizzle repeats after 1024 bytes
    __bf16 a[Tile][TileK], b[Tile][TileK];
  } stages[NumStages];
  MBarrier full[NumStages], empty[NumStages], done;
};

__device__ void copy(Shared &s, const TensorMap &a, const TensorMap &b, int tiles) {
  for (int tile = 0; tile < tiles; ++tile) {
    int at = tile % NumStages, parity = tile / NumStages & 1;
    mbarrier_wait_parity(&s.empty[at], parity ^ 1);
    mbarrier_arrive_expect_tx(&s.full[at], sizeof(Shared::Stage));
    tma_load(s.stages[at].a, &s.full[at], &a, {tile * TileK, int(blockIdx.y) * Tile});
    tma_load(s.stages[at].b, &s.full[at], &b, {tile * TileK, int(blockIdx.x) * Tile});
  }
}

__device__ void multiply(Shared &s, TensorAddress d, int tiles) {
  for (int tile = 0; tile < tiles; ++tile) {
    int at = tile % NumStages, parity = tile / NumStages & 1;
    mbarrier_wait_parity(&s.full[at], parity);
    tcgen05_fence_after_thread_sync();
    MatrixDescriptor a = tcgen05_smem_desc(s.stages[at].a, 16, 1024);
    MatrixDescriptor b = tcgen05_smem_desc(s.stages[at].b, 16, 1024);
#pragma unroll
    for (int step = 0; step < TileK * 2; step += 32) // bytes: 16 columns
      tcgen05_mma<Kind::f16>(d, advance_descriptor(a, step), advance_descriptor(b, step),
                             Instruction, tile + step != 0);
    tcgen05_commit(&s.empty[at]); // arrives when these have read the stage
  }
  tcgen05_commit(&s.done);
}

extern "C" __global__ void __launch_bounds__(128)
gemm(float *c, const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, int n,
     int k) {
  extern __shared__ char memory[];
  Shared &s = *(Shared *)to_generic((SharedPointer)(long)((smem_address(memory) + 1023) & ~1023u));
  __shared__ TensorAddress base;
  const int thread = threadIdx.x, warp = __nvvm_shfl_sync_idx_i32(-1, thread / 32, 0, 31);
  if (warp == 0) { // a whole warp: 128 columns of 32 bits
    tcgen05_alloc(&base, Tile);
    tcgen05_relinquish_alloc_permit();
  }
  if (thread == 0) {
    for (int i = 0; i < NumStages; ++i) {
      mbarrier_init(&s.full[i], 1);
      mbarrier_init(&s.empty[i], 1);
    }
    mbarrier_init(&s.done, 1);
    fence_mbarrier_init();
  }
  tcgen05_fence_before_thread_sync();
  __syncthreads();
  tcgen05_fence_after_thread_sync();
  const TensorAddress d = base;

  if (warp == 0) {
    if (elect_one())
      copy(s, a, b, k / TileK);
  } else if (warp == 1) {
    if (elect_one())
      multiply(s, d, k / TileK);
  }
  __syncthreads(); // whole warps again
  mbarrier_wait_parity(&s.done, 0);
  tcgen05_fence_after_thread_sync();

  c += (blockIdx.y * Tile + thread) * long(n) + blockIdx.x * Tile; // lane i of D is row i
#pragma unroll
  for (int column = 0; column < Tile; column += 32) {
    auto row = vector_cast<float>(tcgen05_ld_32x32b<32>(d.at(32 * warp, column)));
    tcgen05_wait_ld();
#pragma unroll
    for (int i = 0; i < 32; ++i)
      c[column + i] = row[i];
  }
  tcgen05_fence_before_thread_sync();
  __syncthreads();
  if (warp == 0)
    tcgen05_dealloc(d, Tile);
}
