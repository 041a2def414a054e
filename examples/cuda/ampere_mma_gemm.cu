//===-- ampere_mma_gemm.cu - GEMM on mma.sync, cp.async, ldmatrix *- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[M x N] (f32, row-major) = A[M x K] (bf16, row-major) * B[K x N] (bf16,
// column-major, that is B^T stored as N rows of K).
//
// CTA tile 128 x 128, K tile 64, eight warps of 64 x 32, mma.m16n8k16. Three
// stages in shared memory: a tile of A, 128 rows of 128 bytes, and one of B. Of a
// row's eight vectors of 16 bytes, v is where v ^ (row % 8) would be, so that the
// eight rows that a matrix of ldmatrix reads lie in different banks.
//
// Trip T waits for tile T, sends for tile T + 2 and multiplies; one barrier a trip:
// a thread that is past it is done with the stage that tile T + 2 goes to.
//
// Launch:  grid N / 128 * M / 128, block 256 threads, 98,304 bytes of dynamic
//          shared memory.
// Needs:   M % 128 == 0, N % 128 == 0, K % 64 == 0, K >= 128, 16-byte alignment;
//          sm_80 or higher.
//
// Target: sm_80
// Performance: --m 8192 --n 8192 --k 8192 --cublas
// Emulation: --m 128 --n 128 --k 448 --repeat 1
//
//===----------------------------------------------------------------------===//

#include "cublas.h"
#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;

namespace {

constexpr int BlockM = 128, BlockN = 128, BlockK = 64, Stages = 3;
constexpr int WarpM = 64, WarpN = 32, WarpsN = BlockN / WarpN;
constexpr int Threads = BlockM / WarpM * WarpsN * 32;

using MMA = mma_sync<16, 8, 16, f32, bf16>;
constexpr int TilesM = WarpM / MMA::Rows, TilesN = WarpN / MMA::Columns;

// Shared memory, in bytes.
constexpr int RowBytes = BlockK * 2, VecBytes = 16, VecsPerRow = RowBytes / VecBytes;
constexpr int BytesA = BlockM * RowBytes, BytesB = BlockN * RowBytes;
constexpr int StageBytes = BytesA + BytesB, SharedBytes = Stages * StageBytes;

// CTAs that are side by side work on tiles that are close to each other: groups of GroupRows rows
// of tiles share what they load in the L2 cache.
constexpr int GroupRows = 8;

/// Where vector `Vec` of a row of a tile is.
__device__ __forceinline__ int place(int Row, int Vec) {
  return Row * RowBytes + (Vec ^ Row % 8) * VecBytes;
}

/// Sends for `Rows` rows of 128 bytes of a matrix with rows of K.
template <int Rows>
__device__ __forceinline__ void sendTile(char *Tile, const __bf16 *Matrix, int K) {
#pragma unroll
  for (int I = 0; I < Rows * VecsPerRow / Threads; ++I) {
    int Index = I * Threads + threadIdx.x, Row = Index / VecsPerRow, Vec = Index % VecsPerRow;
    cp_async<VecBytes>(Tile + place(Row, Vec), Matrix + size_t(Row) * K + Vec * 8);
  }
}

/// The tile of C that a CTA computes.
struct TilePlace {
  int Row, Column;

  __device__ TilePlace(int M, int N) {
    int TileRows = M / BlockM, TileColumns = N / BlockN;
    int First = blockIdx.x / (GroupRows * TileColumns) * GroupRows;
    int Rows = min(GroupRows, TileRows - First), Within = blockIdx.x % (GroupRows * TileColumns);
    Row = (First + Within % Rows) * BlockM;
    Column = Within / Rows * BlockN;
  }
};

/// The fragments of a warp for one step of 16 along K.
struct Fragments {
  MMA::FragmentA A[TilesM];
  MMA::FragmentB B[TilesN];

  /// `Stage` has the tile of A and behind it that of B.
  __device__ __forceinline__ void load(const char *Stage, int WarpRow, int WarpColumn, int Step) {
    int Lane = threadIdx.x % 32;
#pragma unroll
    for (int I = 0; I < TilesM; ++I)
      A[I] = ldmatrix<4>(Stage + place(WarpRow + I * 16 + Lane % 16, Step * 2 + Lane / 16));
    // Two neighbours in a row of B^T are two registers of a fragment; so four matrices are those
    // of two columns of tiles.
#pragma unroll
    for (int I = 0; I < TilesN; I += 2) {
      auto Both = ldmatrix<4>(Stage + BytesA + place(WarpColumn + I * 8 + Lane / 16 * 8 + Lane % 8,
                                                     Step * 2 + Lane / 8 % 2));
      B[I] = Both.xy;
      B[I + 1] = Both.zw;
    }
  }
};

__global__ void __launch_bounds__(Threads, 1)
    gemm(float *C, const __bf16 *A, const __bf16 *B, int M, int N, int K) {
  extern __shared__ __attribute__((aligned(128))) char Shared[];
  TilePlace Tile(M, N);
  int Warp = threadIdx.x / 32, Lane = threadIdx.x % 32;
  int WarpRow = Warp / WarpsN * WarpM, WarpColumn = Warp % WarpsN * WarpN;
  int Trips = K / BlockK;

  auto Send = [&](int Trip) {
    char *Stage = Shared + Trip % Stages * StageBytes;
    sendTile<BlockM>(Stage, A + size_t(Tile.Row) * K + Trip * BlockK, K);
    sendTile<BlockN>(Stage + BytesA, B + size_t(Tile.Column) * K + Trip * BlockK, K);
  };

  MMA::FragmentC Sums[TilesM][TilesN];
#pragma unroll
  for (int I = 0; I < TilesM; ++I)
#pragma unroll
    for (int J = 0; J < TilesN; ++J)
      Sums[I][J] = 0;

  for (int Trip = 0; Trip < Stages - 1; ++Trip) {
    Send(Trip);
    cp_async_commit_group();
  }
  for (int Trip = 0; Trip < Trips; ++Trip) {
    cp_async_wait_group<Stages - 2>();
    __syncthreads();
    if (Trip + Stages - 1 < Trips)
      Send(Trip + Stages - 1);
    cp_async_commit_group(); // an empty one at the end, so that the count above stays right
    const char *Stage = Shared + Trip % Stages * StageBytes;
#pragma unroll
    for (int Step = 0; Step < BlockK / 16; ++Step) {
      Fragments F;
      F.load(Stage, WarpRow, WarpColumn, Step);
#pragma unroll
      for (int I = 0; I < TilesM; ++I)
#pragma unroll
        for (int J = 0; J < TilesN; ++J)
          Sums[I][J] = MMA::mma(F.A[I], F.B[J], Sums[I][J]);
    }
  }

#pragma unroll
  for (int I = 0; I < TilesM; ++I)
#pragma unroll
    for (int J = 0; J < TilesN; ++J)
#pragma unroll
      for (int E = 0; E < MMA::Elements; E += 2) { // two neighbours in a row
        size_t Row = Tile.Row + WarpRow + I * 16 + MMA::row(Lane, E);
        int Column = Tile.Column + WarpColumn + J * 8 + MMA::column(Lane, E);
        *reinterpret_cast<float2 *>(C + Row * N + Column) =
            make_float2(Sums[I][J][E], Sums[I][J][E + 1]);
      }
}

} // namespace

int main(int argc, char **argv) {
  host::Options O = host::parse(argc, argv, {/*M=*/2048, /*N=*/2048, /*K=*/2048});
  if (O.SelfTest)
    return host::selfTest();
  host::requireMultiple("M", O.M, BlockM);
  host::requireMultiple("N", O.N, BlockN);
  host::requireMultiple("K", O.K, BlockK);
  if (O.K < (Stages - 1) * BlockK)
    host::stop("K must be at least " + std::to_string((Stages - 1) * BlockK));
  host::requireGPU(8, /*Minor=*/-1);

  host::Codes A(host::BF16, size_t(O.M) * O.K), B(host::BF16, size_t(O.N) * O.K);
  A.fill(1);
  B.fill(2);
  host::Buffer DeviceA(A.data(), A.bytes()), DeviceB(B.data(), B.bytes());
  host::Buffer DeviceC(sizeof(float) * O.M * O.N);
  host::check(
      cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, SharedBytes),
      "cudaFuncSetAttribute");
  double Seconds = host::measure(O.Repeat, [&] {
    gemm<<<O.M / BlockM * (O.N / BlockN), Threads, SharedBytes>>>(
        DeviceC.as<float>(), DeviceA.as<__bf16>(), DeviceB.as<__bf16>(), O.M, O.N, O.K);
  });

  std::vector<float> C(size_t(O.M) * O.N);
  DeviceC.read(C.data());
  bool Right = host::compare(
      O.M, O.N, /*Count=*/1000, /*Relative=*/1e-5,
      [&](int Row, int Column) { return C[size_t(Row) * O.N + Column]; },
      [&](int Row, int Column) {
        host::Expected E;
        for (int K = 0; K < O.K; ++K)
          E.add(A.get(size_t(Row) * O.K + K) * B.get(size_t(Column) * O.K + K));
        return E;
      });
  host::report(O, Seconds);
  if (O.Cublas)
    host::reportCublas(O, DeviceC.as<void>(), CUDA_R_32F, DeviceA.as<void>(), DeviceB.as<void>(),
                       CUDA_R_16BF);
  return Right ? 0 : 1;
}
