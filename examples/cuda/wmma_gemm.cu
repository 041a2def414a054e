//===-- wmma_gemm.cu - Tiled half-precision GEMM on wmma --------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[M x N] (f32, row-major) = A[M x K] (f16, row-major) * B[K x N] (f16).
//
//   wmma_gemm_row_col   B column-major, that is B^T stored as N rows of K
//   wmma_gemm_row_row   B row-major, K rows of N
//
// Block tile 128 x 128 x 32, eight warps as 4 (M) x 2 (N), warp tile 32 x 64,
// that is 2 x 4 fragments of m16n16k16 and 16 wmma.mma in each trip of the main
// loop. Tiles pass through two shared-memory buffers: while the tensor cores
// work on one, the next tile travels from global memory into registers, and is
// put into the other buffer after the last mma.
//
// Launch:  grid (ceil(N / 128), ceil(M / 128)), block 256 threads.
// Needs:   K % 8 == 0 (16-byte vectors), N % 8 == 0 (32-byte rows of C),
//          A and B 16-byte, C 32-byte aligned. M, N and K need not fill whole
//          tiles: what lies outside is read as zero and never written.
//
// DEMO: target=sm_70 ptxas=sm_75 ptx=63
// DEMO: target=sm_75 ptx=63
// DEMO: target=sm_80 ptx=70
// DEMO: target=sm_90 ptx=78
// DEMO-EXPECT: wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32
// DEMO-EXPECT: wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32
// DEMO-RUN: --entry wmma_gemm_row_col --grid 1,1 --block 256
// DEMO-RUN+: --arg C=f32[104x120] --arg A=f16[104x64]:integers,-4,4 --arg B=f16[120x64]:integers,-4,4
// DEMO-RUN+: --arg u32:104 --arg u32:120 --arg u32:64
// DEMO-RUN+: --expect C=A@B.T
// DEMO-RUN: --entry wmma_gemm_row_col --grid 1,1 --block 256
// DEMO-RUN+: --arg C=f32[120x120] --arg A=f16[120x64]:integers,-4,4 --arg B=f16[120x64]:integers,-4,4
// DEMO-RUN+: --arg u32:120 --arg u32:120 --arg u32:64
// DEMO-RUN+: --expect C=A@B.T
// DEMO-RUN: --entry wmma_gemm_row_row --grid 1,1 --block 256
// DEMO-RUN+: --arg C=f32[104x120] --arg A=f16[104x64]:integers,-4,4 --arg B=f16[64x120]:integers,-4,4
// DEMO-RUN+: --arg u32:104 --arg u32:120 --arg u32:64
// DEMO-RUN+: --expect C=A@B
// DEMO-RUN: --entry wmma_gemm_row_row --grid 1,1 --block 256
// DEMO-RUN+: --arg C=f32[120x120] --arg A=f16[120x64]:integers,-4,4 --arg B=f16[64x120]:integers,-4,4
// DEMO-RUN+: --arg u32:120 --arg u32:120 --arg u32:64
// DEMO-RUN+: --expect C=A@B
//
//===----------------------------------------------------------------------===//

#include "device_only.h"

namespace {

// The last two arguments of the __hmma_* builtins: layout and saturation.
enum Layout { RowMajor = 0, ColMajor = 1 };
enum MMALayout { RowRow = 0, RowCol = 1 };
constexpr int NoSaturation = 0;

// One wmma: 16 x 16 x 16. A and B fragments are eight registers of two halves,
// accumulators are eight floats; who holds which element is the hardware's.
constexpr unsigned Frag = 16;

constexpr unsigned BlockM = 128, BlockN = 128, BlockK = 32;
constexpr unsigned WarpM = 32, WarpN = 64;
constexpr unsigned WarpsN = BlockN / WarpN;
constexpr unsigned Threads = BlockM / WarpM * WarpsN * 32;
constexpr unsigned FragsM = WarpM / Frag, FragsN = WarpN / Frag;

constexpr unsigned VecHalves = sizeof(Vec16B) / sizeof(half_t);
constexpr unsigned VecsPerThread = BlockM * BlockK / VecHalves / Threads;
static_assert(BlockM == BlockN, "one staging loop serves A and B");

// An operand whose K is contiguous in memory (A row-major, B column-major) lies
// in shared memory as BlockK / 16 slices of [128 rows][16 halves]. Each
// fragment is then 512 contiguous bytes, and every row starts on a 32-byte
// boundary, as the PTX ISA asks of wmma.load (base and stride multiples of the
// fragment's size). The slice's padding spreads the 16-byte stores of eight
// threads, two rows of four vectors, over all 32 banks.
constexpr unsigned SlicePitch = BlockM * Frag + 32;
constexpr unsigned KContiguousHalves = BlockK / Frag * SlicePitch;

// Row-major B keeps its rows; 32 bytes of padding keep the rows aligned and
// move neighbouring rows by eight banks.
constexpr unsigned RowPitch = BlockN + 16;
constexpr unsigned NContiguousHalves = BlockK * RowPitch;

/// Takes one operand's tiles from global memory through registers to shared
/// memory, so that the loads of the next tile are in flight during the mma of
/// this one. Every thread carries VecsPerThread vectors of 16 bytes.
template <bool KContiguous> class Stager {
  Vec16B Stage[VecsPerThread];

  // Neighbouring threads take neighbouring vectors of one line: 64 bytes of K,
  // or 256 bytes of N.
  static constexpr unsigned VecsPerLine =
      (KContiguous ? BlockK : BlockN) / VecHalves;

  static __device__ __forceinline__ unsigned line(unsigned I) {
    return (I * Threads + threadIdx.x) / VecsPerLine;
  }
  static __device__ __forceinline__ unsigned column(unsigned I) {
    return (I * Threads + threadIdx.x) % VecsPerLine * VecHalves;
  }

public:
  /// Reads the tile that starts at (Line0, Column0) of a matrix of Lines x
  /// Columns; what lies outside is zero.
  __device__ __forceinline__ void fetch(const half_t *Matrix, unsigned Line0,
                                        unsigned Column0, unsigned Lines,
                                        unsigned Columns) {
#pragma unroll
    for (unsigned I = 0; I != VecsPerThread; ++I) {
      unsigned L = Line0 + line(I), C = Column0 + column(I);
      Stage[I] = 0;
      if (L < Lines && C < Columns)
        Stage[I] =
            *reinterpret_cast<const Vec16B *>(Matrix + size_t(L) * Columns + C);
    }
  }

  __device__ __forceinline__ void deposit(half_t *Tile) const {
#pragma unroll
    for (unsigned I = 0; I != VecsPerThread; ++I) {
      unsigned L = line(I), C = column(I);
      half_t *To = KContiguous
                       ? Tile + C / Frag * SlicePitch + L * Frag + C % Frag
                       : Tile + L * RowPitch + C;
      *reinterpret_cast<Vec16B *>(To) = Stage[I];
    }
  }
};

/// Acc += A * B for one block tile in shared memory. TileA and TileB already
/// point at this warp's first row and column.
template <Layout LayoutB>
__device__ __forceinline__ void multiplyTile(float (&Acc)[FragsM][FragsN][8],
                                             const half_t *TileA,
                                             const half_t *TileB) {
#pragma unroll
  for (unsigned Slice = 0; Slice != BlockK / Frag; ++Slice) {
    int A[FragsM][8], B[FragsN][8];
#pragma unroll
    for (unsigned I = 0; I != FragsM; ++I) {
      const half_t *From = TileA + Slice * SlicePitch + I * Frag * Frag;
      __hmma_m16n16k16_ld_a(A[I], reinterpret_cast<const int *>(From), Frag,
                            RowMajor);
    }
#pragma unroll
    for (unsigned J = 0; J != FragsN; ++J) {
      if constexpr (LayoutB == ColMajor) {
        const half_t *From = TileB + Slice * SlicePitch + J * Frag * Frag;
        __hmma_m16n16k16_ld_b(B[J], reinterpret_cast<const int *>(From), Frag,
                              ColMajor);
      } else {
        const half_t *From = TileB + Slice * Frag * RowPitch + J * Frag;
        __hmma_m16n16k16_ld_b(B[J], reinterpret_cast<const int *>(From),
                              RowPitch, RowMajor);
      }
    }
#pragma unroll
    for (unsigned I = 0; I != FragsM; ++I)
#pragma unroll
      for (unsigned J = 0; J != FragsN; ++J)
        __hmma_m16n16k16_mma_f32f32(Acc[I][J], A[I], B[J], Acc[I][J],
                                    LayoutB == ColMajor ? RowCol : RowRow,
                                    NoSaturation);
  }
}

/// Writes a 16 x 16 accumulator at (Row, Col). A fragment that lies inside C
/// goes there in one wmma.store; one that straddles the edge goes through this
/// warp's patch of shared memory. The choice is the same for all 32 lanes, as
/// `.sync.aligned` demands.
__device__ __forceinline__ void storeFragment(float *C, const float (&Acc)[8],
                                              float *Patch, unsigned Row,
                                              unsigned Col, unsigned M,
                                              unsigned N) {
  if (Row + Frag <= M && Col + Frag <= N) {
    __hmma_m16n16k16_st_c_f32(C + size_t(Row) * N + Col, Acc, N, RowMajor);
    return;
  }
  if (Row >= M || Col >= N)
    return;
  __hmma_m16n16k16_st_c_f32(Patch, Acc, Frag, RowMajor);
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

template <Layout LayoutB>
__device__ __forceinline__ void gemm(float *C, const half_t *A, const half_t *B,
                                     unsigned M, unsigned N, unsigned K) {
  constexpr bool ColB = LayoutB == ColMajor;
  constexpr unsigned BufferHalves =
      KContiguousHalves + (ColB ? KContiguousHalves : NContiguousHalves);
  alignas(128) __shared__ half_t Buffers[2][BufferHalves];

  unsigned Row0 = blockIdx.y * BlockM, Col0 = blockIdx.x * BlockN;
  unsigned Warp = threadIdx.x / 32;
  unsigned WarpRow = Warp / WarpsN * WarpM, WarpCol = Warp % WarpsN * WarpN;

  Stager<true> StageA;
  Stager<ColB> StageB;
  StageA.fetch(A, Row0, 0, M, K);
  StageB.fetch(B, ColB ? Col0 : 0, ColB ? 0 : Col0, ColB ? N : K, ColB ? K : N);
  StageA.deposit(Buffers[0]);
  StageB.deposit(Buffers[0] + KContiguousHalves);
  __syncthreads();

  float Acc[FragsM][FragsN][8] = {};
  unsigned Current = 0;
  for (unsigned K0 = 0; K0 < K; K0 += BlockK) {
    unsigned Next = K0 + BlockK;
    if (Next < K) {
      StageA.fetch(A, Row0, Next, M, K);
      StageB.fetch(B, ColB ? Col0 : Next, ColB ? Next : Col0, ColB ? N : K,
                   ColB ? K : N);
    }
    const half_t *TileA = Buffers[Current] + WarpRow * Frag;
    const half_t *TileB = Buffers[Current] + KContiguousHalves +
                          (ColB ? WarpCol * Frag : WarpCol);
    multiplyTile<LayoutB>(Acc, TileA, TileB);
    // The other buffer was last read before the previous barrier.
    Current ^= 1;
    if (Next < K) {
      StageA.deposit(Buffers[Current]);
      StageB.deposit(Buffers[Current] + KContiguousHalves);
    }
    __syncthreads();
  }

  float *Patch = reinterpret_cast<float *>(Buffers) + Warp * Frag * Frag;
#pragma unroll
  for (unsigned I = 0; I != FragsM; ++I)
#pragma unroll
    for (unsigned J = 0; J != FragsN; ++J)
      storeFragment(C, Acc[I][J], Patch, Row0 + WarpRow + I * Frag,
                    Col0 + WarpCol + J * Frag, M, N);
}

} // namespace

extern "C" __global__ void __launch_bounds__(Threads)
    wmma_gemm_row_col(float *C, const half_t *A, const half_t *B, unsigned M,
                      unsigned N, unsigned K) {
  gemm<ColMajor>(C, A, B, M, N, K);
}

extern "C" __global__ void __launch_bounds__(Threads)
    wmma_gemm_row_row(float *C, const half_t *A, const half_t *B, unsigned M,
                      unsigned N, unsigned K) {
  gemm<RowMajor>(C, A, B, M, N, K);
}
