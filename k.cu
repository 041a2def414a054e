//===-- hopper_loop.cu - Tutorial, step 3: a loop over K --------------------- ===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// dim3 grid(N / 128, M / 64), 128 threads. K is a multiple of 64.
// Maps of bf16, innermost first, CU_TENSOR_MAP_SWIZZLE_128B: a {K, M}, box {64, 64}; b {K, N}, box {64, 128}.
#include <nvptx_tensorcore.h>
using namespace nvptx_tensorcore;

using MMA = wgmma<128, float, __bf16>;
using TileA = SharedTile<bf16, 64, 64>;
using TileB = SharedTile<bf16, 128, 64>;

/// Adds the product of two tiles to the accumulator.
__device__ MMA::Accumulator multiply(MMA::Accumulator d, const char *tile_a, const char *tile_b) {
  const auto a = wgmma_smem_desc<TileA>(tile_a);
  const auto b = wgmma_smem_desc<TileB>(tile_b);
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
  alignas(TileA::Alignment) __shared__ char tile_a[TileA::Bytes];
  alignas(TileB::Alignment) __shared__ char tile_b[TileB::Bytes];
  __shared__ MBarrier full;
  const int thread = threadIdx.x;
  if (thread == 0) {
    mbarrier_init(&full, 1);
    fence_mbarrier_init();
  }
  __syncthreads();

  MMA::Accumulator d = 0;
  for (int tile = 0; tile < k / 64; ++tile) {
    if (thread == 0) {
      mbarrier_arrive_expect_tx(&full, TileA::Bytes + TileB::Bytes);
      tma_load(tile_a, &full, &a, {tile * 64, int(blockIdx.y) * 64});
      tma_load(tile_b, &full, &b, {tile * 64, int(blockIdx.x) * 128});
    }
    mbarrier_wait_parity(&full, tile & 1); // each tile completes one phase
    d = multiply(d, tile_a, tile_b);
    __syncthreads(); // all warps have read the tiles before they are overwritten
  }

  c += blockIdx.y * 64 * long(n) + blockIdx.x * 128;
#pragma unroll
  for (int i = 0; i < MMA::Elements; ++i)
    c[MMA::row(thread, i) * long(n) + MMA::column(thread, i)] = d[i];
}
