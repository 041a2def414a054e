//===-- blackwell_fused.cu - Tutorial, step 6: the same on tcgen05 ----------- ===//
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

using Tile = SharedTile<bf16, 128, 64>; // of A and of B
constexpr int NumStages = 4;
constexpr auto Instruction = tcgen05_idesc<Kind::f16, 128, 128, float, __bf16, __bf16>();

struct Shared {
  struct alignas(Tile::Alignment) Stage {
    char a[Tile::Bytes], b[Tile::Bytes];
  } stages[NumStages];
  MBarrier full[NumStages], empty[NumStages], done;
};

/// Copies tiles of A and B, each as soon as its stage has been read.
__device__ void copy(Shared &s, const TensorMap &a, const TensorMap &b, int tiles) {
  for (int tile = 0; tile < tiles; ++tile) {
    const int at = tile % NumStages, parity = tile / NumStages & 1;
    mbarrier_wait_parity(&s.empty[at], parity ^ 1);
    mbarrier_arrive_expect_tx(&s.full[at], sizeof(Shared::Stage));
    tma_load(s.stages[at].a, &s.full[at], &a, {tile * 64, int(blockIdx.y) * 128});
    tma_load(s.stages[at].b, &s.full[at], &b, {tile * 64, int(blockIdx.x) * 128});
  }
}

/// Multiplies tiles into tensor memory, each as soon as it has been copied.
__device__ void multiply(Shared &s, TensorAddress d, int tiles) {
  for (int tile = 0; tile < tiles; ++tile) {
    const int at = tile % NumStages, parity = tile / NumStages & 1;
    mbarrier_wait_parity(&s.full[at], parity);
    tcgen05_fence_after_thread_sync();
    const auto a = tcgen05_smem_desc<Tile>(s.stages[at].a);
    const auto b = tcgen05_smem_desc<Tile>(s.stages[at].b);
#pragma unroll
    for (int step = 0; step < Tile::Steps; ++step)
      tcgen05_mma<Kind::f16>(d, advance_descriptor(a, Tile::step_bytes(step)),
                             advance_descriptor(b, Tile::step_bytes(step)), Instruction,
                             tile + step != 0);
    tcgen05_commit(&s.empty[at]); // arrives when these have read the stage
  }
  tcgen05_commit(&s.done);
}

/// Writes relu(d + bias) as bf16: lane i of tensor memory is row i of the tile.
__device__ void finish(__bf16 *c, TensorAddress d, const float *bias) {
#pragma unroll
  for (int column = 0; column < 128; column += 32) {
    auto row = vector_cast<float>(tcgen05_ld_32x32b<32>(d.at(threadIdx.x / 32 * 32, column)));
    tcgen05_wait_ld();
    Vector<unsigned, 4> *to = (Vector<unsigned, 4> *)&c[column];
#pragma unroll
    for (int i = 0; i < 32; i += 8) {
      Vector<unsigned, 4> words;
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const int at = i + 2 * j;
        words[j] = __builtin_bit_cast(unsigned, convert_to_bf16x2<true>(row[at + 1] + bias[column + at + 1],
                                                                        row[at] + bias[column + at]));
      }
      to[i / 8] = words;
    }
  }
}

extern "C" __global__ void __launch_bounds__(128)
gemm(__bf16 *c, const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b,
     const float *bias, int n, int k) {
  extern __shared__ char memory[];
  Shared &s = *(Shared *)to_generic((SharedPointer)(long)((smem_address(memory) + 1023) & ~1023u));
  __shared__ TensorAddress base;
  const int thread = threadIdx.x, warp = __nvvm_shfl_sync_idx_i32(-1, thread / 32, 0, 31);
  if (warp == 0) { // a whole warp allocates: 128 columns of 32 bits
    tcgen05_alloc(&base, 128);
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
      copy(s, a, b, k / 64);
  } else if (warp == 1) {
    if (elect_one())
      multiply(s, d, k / 64);
  }
  __syncthreads(); // whole warps again
  mbarrier_wait_parity(&s.done, 0);
  tcgen05_fence_after_thread_sync();

  finish(c + (blockIdx.y * 128 + thread) * long(n) + blockIdx.x * 128, d, bias + blockIdx.x * 128);
  tcgen05_fence_before_thread_sync();
  __syncthreads();
  if (warp == 0)
    tcgen05_dealloc(d, 128);
}
