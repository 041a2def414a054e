//===-- hopper_pipeline.cu - Tutorial, step 4: copies ahead of products ------ ===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// dim3 grid(N / 128, M / 64), 128 threads, dynamic shared memory sizeof(Shared) + 1024.
// Maps of bf16, innermost first, CU_TENSOR_MAP_SWIZZLE_128B: a {K, M}, box {64, 64}; b {K, N}, box {64, 128}.
#include <nvptx_tensorcore.h>
using namespace nvptx_tensorcore;

using MMA = wgmma<128, float, __bf16>;
using TileA = SharedTile<bf16, 64, 64>;
using TileB = SharedTile<bf16, 128, 64>;
constexpr int NumStages = 4;

struct Shared {
  struct alignas(TileA::Alignment) Stage {
    char a[TileA::Bytes], b[TileB::Bytes];
  } stages[NumStages];
  MBarrier full[NumStages];
};

/// Begins the copies of a tile of A and of B into their stage.
__device__ void load(Shared &s, const TensorMap &a, const TensorMap &b, int tile) {
  Shared::Stage &stage = s.stages[tile % NumStages];
  MBarrier *full = &s.full[tile % NumStages];
  mbarrier_arrive_expect_tx(full, sizeof(stage));
  tma_load(stage.a, full, &a, {tile * 64, int(blockIdx.y) * 64});
  tma_load(stage.b, full, &b, {tile * 64, int(blockIdx.x) * 128});
}

/// Adds the product of the tiles of a stage to the accumulator.
__device__ MMA::Accumulator multiply(MMA::Accumulator d, const Shared::Stage &stage) {
  const auto a = wgmma_smem_desc<TileA>(stage.a);
  const auto b = wgmma_smem_desc<TileB>(stage.b);
  wgmma_fence();
#pragma unroll
  for (int step = 0; step < TileA::Steps; ++step)
    d = MMA::mma_async(d, advance_descriptor(a, TileA::step_bytes(step)),
                       advance_descriptor(b, TileB::step_bytes(step)), true);
  wgmma_commit_group();
  wgmma_wait_group<0>(d);
  return d;
}

extern "C" __global__ void __launch_bounds__(128)
gemm(float *c, const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, int n,
     int k) {
  extern __shared__ char memory[]; // 16-byte aligned, and a tile needs 1024
  Shared &s = *(Shared *)to_generic((SharedPointer)(long)((smem_address(memory) + 1023) & ~1023u));
  const int thread = threadIdx.x, tiles = k / 64;
  if (thread == 0) {
    for (MBarrier &full : s.full)
      mbarrier_init(&full, 1);
    fence_mbarrier_init();
    for (int tile = 0; tile < NumStages && tile < tiles; ++tile)
      load(s, a, b, tile);
  }
  __syncthreads();

  MMA::Accumulator d = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    mbarrier_wait_parity(&s.full[tile % NumStages], tile / NumStages & 1);
    d = multiply(d, s.stages[tile % NumStages]);
    __syncthreads(); // all warps have read the stage
    if (thread == 0 && tile + NumStages < tiles)
      load(s, a, b, tile + NumStages);
  }

  c += blockIdx.y * 64 * long(n) + blockIdx.x * 128;
#pragma unroll
  for (int i = 0; i < MMA::Elements; ++i)
    c[MMA::row(thread, i) * long(n) + MMA::column(thread, i)] = d[i];
}
