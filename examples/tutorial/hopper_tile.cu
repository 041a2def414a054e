//===-- hopper_tile.cu - Tutorial, step 2: one tile by wgmma ----------------- ===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// dim3 grid(N / 128, M / 64), 128 threads. K is 64.
// Maps of bf16, innermost first, CU_TENSOR_MAP_SWIZZLE_128B: a {K, M}, box {64, 64}; b {K, N}, box {64, 128}.
#include <nvptx_tensorcore.h>
using namespace nvptx_tensorcore;

using MMA = wgmma<128, float, __bf16>;   // 64 x 128 x 16
using TileA = SharedTile<bf16, 64, 64>;  // rows of M, columns of K
using TileB = SharedTile<bf16, 128, 64>; // rows of N, columns of K

extern "C" __global__ void __launch_bounds__(128)
gemm(float *c, const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, int n) {
  alignas(TileA::Alignment) __shared__ char tile_a[TileA::Bytes];
  alignas(TileB::Alignment) __shared__ char tile_b[TileB::Bytes];
  __shared__ MBarrier full;
  const int thread = threadIdx.x;

  // The copy engine fills both tiles, and counts their bytes at the barrier.
  if (thread == 0) {
    mbarrier_init(&full, 1);
    fence_mbarrier_init();
    mbarrier_arrive_expect_tx(&full, TileA::Bytes + TileB::Bytes);
    tma_load(tile_a, &full, &a, {0, int(blockIdx.y) * 64});
    tma_load(tile_b, &full, &b, {0, int(blockIdx.x) * 128});
  }
  __syncthreads(); // the barrier exists for all threads
  mbarrier_wait_parity(&full, 0);

  // The tensor core reads the tiles in shared memory, and adds to registers.
  const auto da = wgmma_smem_desc<TileA>(tile_a);
  const auto db = wgmma_smem_desc<TileB>(tile_b);
  MMA::Accumulator d = 0;
  wgmma_fence();
#pragma unroll
  for (int step = 0; step < TileA::Steps; ++step) // of 16 columns
    d = MMA::mma_async(d, advance_descriptor(da, TileA::step_bytes(step)),
                       advance_descriptor(db, TileB::step_bytes(step)), true);
  wgmma_commit_group();
  wgmma_wait_group<0>(d);

  c += blockIdx.y * 64 * long(n) + blockIdx.x * 128;
#pragma unroll
  for (int i = 0; i < MMA::Elements; ++i)
    c[MMA::row(thread, i) * long(n) + MMA::column(thread, i)] = d[i];
}
