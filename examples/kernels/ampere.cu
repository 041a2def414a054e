//===-- ampere.cu - A GEMM for Ampere: mma.sync, ldmatrix, cp.async --------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// dim3 grid(N / 64, M / 64), 128 threads.
#include <nvptx_tensorcore.h>
using namespace nvptx_tensorcore;

using MMA = mma_sync<16, 8, 16, float, __bf16>;
constexpr int Tile = 64, TileK = 32, Pitch = TileK + 8; // the padding avoids bank conflicts

struct alignas(16) Stage {
  __bf16 a[Tile][Pitch], b[Tile][Pitch];
};

/// 64 rows of 64 bytes of A and of B, 16 bytes at a time.
__device__ void fetch(Stage &stage, const __bf16 *a, const __bf16 *b, int k) {
  for (int i = threadIdx.x; i < Tile * TileK / 8; i += 128) {
    int row = i / 4, column = i % 4 * 8;
    cp_async<16>(&stage.a[row][column], &a[long(row) * k + column]);
    cp_async<16>(&stage.b[row][column], &b[long(row) * k + column]);
  }
  cp_async_commit_group();
}

extern "C" __global__ void __launch_bounds__(128)
gemm(float *c, const __bf16 *a, const __bf16 *b, int n, int k) {
  __shared__ Stage stages[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  a += blockIdx.y * Tile * long(k);
  b += blockIdx.x * Tile * long(k);
  MMA::FragmentC d[Tile / 8] = {};

  fetch(stages[0], a, b, k);
  for (int k0 = 0, at = 0; k0 < k; k0 += TileK, at ^= 1) {
    if (k0 + TileK < k) {
      fetch(stages[at ^ 1], a + k0 + TileK, b + k0 + TileK, k);
      cp_async_wait_group<1>(); // all but the copies just begun
    } else {
      cp_async_wait_group<0>();
    }
    __syncthreads();
    Stage &stage = stages[at];
#pragma unroll
    for (int step = 0; step < TileK; step += 16) {
      MMA::FragmentA fa = ldmatrix<4>(&stage.a[16 * warp + lane % 16][step + lane / 16 * 8]);
#pragma unroll
      for (int j = 0; j < Tile / 8; j += 2) { // 16 columns of C: two fragments of B
        auto fb = ldmatrix<4>(&stage.b[8 * j + lane % 8 + lane / 16 * 8][step + lane / 8 % 2 * 8]);
        d[j] = MMA::mma(fa, fb.xy, d[j]);
        d[j + 1] = MMA::mma(fa, fb.zw, d[j + 1]);
      }
    }
    __syncthreads(); // before the next copies overwrite the stage
  }

  c += (blockIdx.y * Tile + 16 * warp) * long(n) + blockIdx.x * Tile;
#pragma unroll
  for (int j = 0; j < Tile / 8; ++j)
#pragma unroll
    for (int i = 0; i < MMA::Elements; ++i)
      c[MMA::row(lane, i) * long(n) + 8 * j + MMA::column(lane, i)] = d[j][i];
}
