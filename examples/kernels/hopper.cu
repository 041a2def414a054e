//===-- hopper.cu - A GEMM for Hopper: TMA, mbarriers, wgmma, stmatrix -----===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// dim3 grid(N / 128, M / 64), 128 threads, dynamic shared memory sizeof(Shared) + 1024.
// Maps of bf16, two dimensions, innermost first, CU_TENSOR_MAP_SWIZZLE_128B:
//   a: {K, M}, box {64, 64}    b: {K, N}, box {64, 128}    c: {N, M}, box {64, 64}
#include <nvptx_tensorcore.h>
using namespace nvptx_tensorcore;

using MMA = wgmma<128, float, __bf16>;
constexpr int TileM = 64, TileN = 128, TileK = 64, NumStages = 4;

struct Shared {
  struct alignas(1024) Stage { // the swizzle repeats after 1024 bytes
    __bf16 a[TileM][TileK], b[TileN][TileK];
  } stages[NumStages];
  alignas(1024) __bf16 c[2][TileM][64]; // two boxes of 64 columns
  MBarrier full[NumStages];
};

__device__ void load(Shared &s, const TensorMap &a, const TensorMap &b, int tile) {
  MBarrier *full = &s.full[tile % NumStages];
  mbarrier_arrive_expect_tx(full, sizeof(Shared::Stage));
  tma_load(s.stages[tile % NumStages].a, full, &a, {tile * TileK, int(blockIdx.y) * TileM});
  tma_load(s.stages[tile % NumStages].b, full, &b, {tile * TileK, int(blockIdx.x) * TileN});
}

extern "C" __global__ void __launch_bounds__(128)
gemm(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b,
     const __grid_constant__ TensorMap c, int k) {
  extern __shared__ char memory[];
  Shared &s = *(Shared *)to_generic((SharedPointer)(long)((smem_address(memory) + 1023) & ~1023u));
  const int thread = threadIdx.x, lane = thread % 32, tiles = k / TileK;
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
    Shared::Stage &stage = s.stages[tile % NumStages];
    mbarrier_wait_parity(&s.full[tile % NumStages], tile / NumStages & 1);
    MatrixDescriptor da = wgmma_smem_desc(stage.a, 16, 1024), db = wgmma_smem_desc(stage.b, 16, 1024);
    wgmma_fence();
#pragma unroll
    for (int step = 0; step < TileK * 2; step += 32) // bytes: 16 columns
      d = MMA::mma_async(d, wgmma_advance(da, step), wgmma_advance(db, step), true);
    wgmma_commit_group();
    wgmma_wait_group<0>(d);
    __syncthreads(); // all warps have read the stage
    if (thread == 0 && tile + NumStages < tiles)
      load(s, a, b, tile + NumStages);
  }

  // Matrix m of 8 x 8 of a stmatrix is at the rows and columns of lanes 8 m to 8 m + 7.
  const int row = thread / 32 * 16 + lane % 16;
#pragma unroll
  for (int j = 0; j < TileN / 8; j += 2) { // 16 columns
    Vector<unsigned, 4> matrices;
#pragma unroll
    for (int m = 0; m < 4; ++m)
      matrices[m] = __builtin_bit_cast(unsigned, Vector<__bf16, 2>{__bf16(d[4 * j + 2 * m]),
                                                                    __bf16(d[4 * j + 2 * m + 1])});
    int unit = j % 8 + lane / 16; // 16 bytes of a row, which the swizzle permutes
    stmatrix(&s.c[j / 8][row][(unit ^ row % 8) * 8], matrices);
  }
  fence_proxy_async_shared();
  __syncthreads();
  if (thread == 0) {
    for (int half = 0; half < 2; ++half)
      tma_store(&c, {int(blockIdx.x) * TileN + 64 * half, int(blockIdx.y) * TileM}, s.c[half]);
    bulk_commit_group();
    bulk_wait_group<0>();
  }
}
