//===-- imma_gemm.cu - Tiled 8-bit integer GEMM on wmma ---------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[M x N] (s32, row-major) = A[M x K] (s8, row-major) * B[K x N] (s8,
// column-major, that is B^T stored as N rows of K): the layout of quantised
// inference, and the one pair of layouts that integer tensor cores run
// natively.
//
// Block tile 128 x 128 x 64, eight warps as 4 (M) x 2 (N), warp tile 32 x 64,
// that is 2 x 4 fragments of m16n16k16 and 32 wmma.mma in each trip of the main
// loop; two shared-memory buffers, the next tile in flight during the mma.
//
// Launch:  grid (ceil(N / 128), ceil(M / 128)), block 256 threads.
// Needs:   K % 16 == 0 (16-byte vectors), N % 8 == 0 (32-byte rows of C),
//          A and B 16-byte, C 32-byte aligned. M, N and K need not fill whole
//          tiles: what lies outside is read as zero and never written.
//
// DEMO: target=sm_72 ptxas=sm_75 ptx=63
// DEMO: target=sm_75 ptx=63
// DEMO: target=sm_80 ptx=70
// DEMO: target=sm_90 ptx=78
// DEMO-EXPECT: wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32
// DEMO-RUN: --entry imma_gemm_row_col --grid 1,1 --block 256
// DEMO-RUN+: --arg C=s32[104x120] --arg A=s8[104x64]:integers,-128,127 --arg B=s8[120x64]:integers,-128,127
// DEMO-RUN+: --arg u32:104 --arg u32:120 --arg u32:64
// DEMO-RUN+: --expect C=A@B.T
// DEMO-RUN: --entry imma_gemm_row_col --grid 1,1 --block 256
// DEMO-RUN+: --arg C=s32[120x120] --arg A=s8[120x64]:integers,-128,127 --arg B=s8[120x64]:integers,-128,127
// DEMO-RUN+: --arg u32:120 --arg u32:120 --arg u32:64
// DEMO-RUN+: --expect C=A@B.T
//
//===----------------------------------------------------------------------===//

#include "device_only.h"

namespace {

using s8 = signed char;

// The last two arguments of the __imma_* builtins: layout and saturation.
enum Layout { RowMajor = 0, ColMajor = 1 };
constexpr int RowCol = 1;
constexpr int NoSaturation = 0;

// One wmma: 16 x 16 x 16. A and B fragments are two registers of four bytes,
// accumulators are eight s32; who holds which element is the hardware's.
constexpr unsigned Frag = 16;

constexpr unsigned BlockM = 128, BlockN = 128, BlockK = 64;
constexpr unsigned WarpM = 32, WarpN = 64;
constexpr unsigned WarpsN = BlockN / WarpN;
constexpr unsigned Threads = BlockM / WarpM * WarpsN * 32;
constexpr unsigned FragsM = WarpM / Frag, FragsN = WarpN / Frag;

// A vector of 16 bytes is one row of one fragment.
static_assert(sizeof(Vec16B) == Frag * sizeof(s8),
              "a vector is a fragment row");
constexpr unsigned VecsPerRow = BlockK / Frag;
constexpr unsigned VecsPerThread = BlockM * VecsPerRow / Threads;
static_assert(BlockM == BlockN, "one staging loop serves A and B");

// Both operands lie in shared memory as BlockK / 16 slices of [128 rows][16
// bytes], so that a fragment is 256 contiguous bytes, read without a bank
// conflict, and its base and stride are multiples of the fragment's size, as
// the PTX ISA asks of wmma.load. The slice's padding of 32 bytes spreads the
// stores of eight threads, two rows of four vectors, over all 32 banks.
constexpr unsigned SlicePitch = BlockM * Frag + 32;
constexpr unsigned TileBytes = VecsPerRow * SlicePitch;

/// Takes one operand's 128 x 64 tiles from global memory through registers to
/// shared memory; four neighbouring threads share a row of 64 bytes.
class Stager {
  Vec16B Stage[VecsPerThread];

  static __device__ __forceinline__ unsigned row(unsigned I) {
    return (I * Threads + threadIdx.x) / VecsPerRow;
  }
  static __device__ __forceinline__ unsigned slice(unsigned I) {
    return (I * Threads + threadIdx.x) % VecsPerRow;
  }

public:
  /// Reads the tile that starts at (Row0, K0); what lies outside the matrix is
  /// zero.
  __device__ __forceinline__ void fetch(const s8 *Matrix, unsigned Row0,
                                        unsigned K0, unsigned Rows,
                                        unsigned K) {
#pragma unroll
    for (unsigned I = 0; I != VecsPerThread; ++I) {
      unsigned R = Row0 + row(I), X = K0 + slice(I) * Frag;
      Stage[I] = 0;
      if (R < Rows && X < K)
        Stage[I] =
            *reinterpret_cast<const Vec16B *>(Matrix + size_t(R) * K + X);
    }
  }

  __device__ __forceinline__ void deposit(s8 *Tile) const {
#pragma unroll
    for (unsigned I = 0; I != VecsPerThread; ++I)
      *reinterpret_cast<Vec16B *>(Tile + slice(I) * SlicePitch +
                                  row(I) * Frag) = Stage[I];
  }
};

/// Acc += A * B for one block tile in shared memory. TileA and TileB already
/// point at this warp's first row and column.
__device__ __forceinline__ void multiplyTile(int (&Acc)[FragsM][FragsN][8],
                                             const s8 *TileA, const s8 *TileB) {
#pragma unroll
  for (unsigned Slice = 0; Slice != VecsPerRow; ++Slice) {
    int A[FragsM][2], B[FragsN][2];
#pragma unroll
    for (unsigned I = 0; I != FragsM; ++I) {
      const s8 *From = TileA + Slice * SlicePitch + I * Frag * Frag;
      __imma_m16n16k16_ld_a_s8(A[I], reinterpret_cast<const int *>(From), Frag,
                               RowMajor);
    }
#pragma unroll
    for (unsigned J = 0; J != FragsN; ++J) {
      const s8 *From = TileB + Slice * SlicePitch + J * Frag * Frag;
      __imma_m16n16k16_ld_b_s8(B[J], reinterpret_cast<const int *>(From), Frag,
                               ColMajor);
    }
#pragma unroll
    for (unsigned I = 0; I != FragsM; ++I)
#pragma unroll
      for (unsigned J = 0; J != FragsN; ++J)
        __imma_m16n16k16_mma_s8(Acc[I][J], A[I], B[J], Acc[I][J], RowCol,
                                NoSaturation);
  }
}

/// Writes a 16 x 16 accumulator at (Row, Col). A fragment that lies inside C
/// goes there in one wmma.store; one that straddles the edge goes through this
/// warp's patch of shared memory. The choice is the same for all 32 lanes, as
/// `.sync.aligned` demands.
__device__ __forceinline__ void storeFragment(int *C, const int (&Acc)[8],
                                              int *Patch, unsigned Row,
                                              unsigned Col, unsigned M,
                                              unsigned N) {
  if (Row + Frag <= M && Col + Frag <= N) {
    __imma_m16n16k16_st_c_i32(C + size_t(Row) * N + Col, Acc, N, RowMajor);
    return;
  }
  if (Row >= M || Col >= N)
    return;
  __imma_m16n16k16_st_c_i32(Patch, Acc, Frag, RowMajor);
  __nvvm_bar_warp_sync(~0u);
  unsigned Lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned I = 0; I != Frag * Frag / 32; ++I) {
    unsigned R = (I * 32 + Lane) / Frag, X = (I * 32 + Lane) % Frag;
    if (Row + R < M && Col + X < N)
      C[size_t(Row + R) * N + Col + X] = Patch[R * Frag + X];
  }
  __nvvm_bar_warp_sync(~0u); // before the next fragment reuses the patch
}

} // namespace

extern "C" __global__ void __launch_bounds__(Threads)
    imma_gemm_row_col(int *C, const s8 *A, const s8 *B, unsigned M, unsigned N,
                      unsigned K) {
  alignas(128) __shared__ s8 Buffers[2][2 * TileBytes];

  unsigned Row0 = blockIdx.y * BlockM, Col0 = blockIdx.x * BlockN;
  unsigned Warp = threadIdx.x / 32;
  unsigned WarpRow = Warp / WarpsN * WarpM, WarpCol = Warp % WarpsN * WarpN;

  Stager StageA, StageB;
  StageA.fetch(A, Row0, 0, M, K);
  StageB.fetch(B, Col0, 0, N, K);
  StageA.deposit(Buffers[0]);
  StageB.deposit(Buffers[0] + TileBytes);
  __syncthreads();

  int Acc[FragsM][FragsN][8] = {};
  unsigned Current = 0;
  for (unsigned K0 = 0; K0 < K; K0 += BlockK) {
    unsigned Next = K0 + BlockK;
    if (Next < K) {
      StageA.fetch(A, Row0, Next, M, K);
      StageB.fetch(B, Col0, Next, N, K);
    }
    multiplyTile(Acc, Buffers[Current] + WarpRow * Frag,
                 Buffers[Current] + TileBytes + WarpCol * Frag);
    // The other buffer was last read before the previous barrier.
    Current ^= 1;
    if (Next < K) {
      StageA.deposit(Buffers[Current]);
      StageB.deposit(Buffers[Current] + TileBytes);
    }
    __syncthreads();
  }

  int *Patch = reinterpret_cast<int *>(Buffers) + Warp * Frag * Frag;
#pragma unroll
  for (unsigned I = 0; I != FragsM; ++I)
#pragma unroll
    for (unsigned J = 0; J != FragsN; ++J)
      storeFragment(C, Acc[I][J], Patch, Row0 + WarpRow + I * Frag,
                    Col0 + WarpCol + J * Frag, M, N);
}
