//===-- blackwell_tcgen05_gemm.cu - GEMM on tcgen05.mma of CTA pairs *- C++ *-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[M x N] (bf16, row-major) = A[M x K] (bf16, row-major) * B[K x N] (bf16,
// column-major, that is B^T stored as N rows of K).
//
// A cluster of two CTAs multiplies tiles of 256 x 256, K tile 64, by
// tcgen05.mma.cta_group::2 of 256 x 256 x 16. Each CTA brings its 128 rows of A and
// 128 of the 256 rows of B^T, and has its 128 rows of the sums in its own tensor
// memory: lane = row, column = column. Clusters are persistent: cluster I of G takes
// the tiles I, I + G, I + 2 G ...
//
// Warps of a CTA:
//   0-3  tensor memory to C, 32 rows each
//   4    one thread loads, by TMA
//   5    one thread of the leader, the CTA of rank 0, multiplies for both
//
// Shared memory of a CTA, 229,508 bytes:
//   0        6 stages: 128 rows of 128 bytes of A, and of B; 128-byte swizzle
//   196,608  8 boxes of C, two a warp: 32 rows of 64 columns; 128-byte swizzle
//   229,376  the barriers, and what tcgen05.alloc writes
//
// Tensor memory: all 512 columns, two tiles of sums. So the multiplications of a
// tile go on while the sums of the one before are stored.
//
// Barriers; phase n is over when it has happened for the nth time, and who waits says
// which phase by its parity. On a new barrier parity 1 is over.
//   Full[stage]   The leader's only: the stage is there in both CTAs. One arrival, of
//                 the leader's loading thread, and 65,536 bytes; the peer's copies
//                 complete there, too. The peer runs ahead of that arrival, but not of
//                 the phase: it waits for Empty.
//   Empty[stage]  Each CTA's: it has been multiplied. One arrival, by the multicast
//                 commit.
//   SumsFull[b]   Each CTA's: tile of sums b is complete. One arrival, the same way.
//   SumsEmpty[b]  The leader's only: it has been loaded. 8 arrivals: of the warps 0-3
//                 of both CTAs.
//
// At the end the loading threads wait until all stages are empty: then no commit has
// still to arrive at a CTA that is gone.
//
// Launch:  2 CTAs for each cluster that the GPU runs at once, no more than there are
//          tiles, cluster (2, 1, 1), block 192 threads, 229,508 bytes of dynamic shared
//          memory.
// Needs:   M % 256 == 0, N % 256 == 0, K % 64 == 0, 16-byte alignment; sm_100a.
//
// Target: sm_100a
// Performance: --m 8192 --n 8192 --k 8192
// Emulation: --m 256 --n 1024 --k 256 --repeat 1
//
//===----------------------------------------------------------------------===//

#include "cublas.h"
#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;

namespace {

constexpr int TileM = 256, TileN = 256, TileK = 64, Stages = 6;
constexpr int CTARows = TileM / 2, CTAColumns = TileN / 2; // of A and of B^T
constexpr int StepK = 16;
constexpr auto Shape = tcgen05_idesc<Kind::f16, TileM, TileN, f32, bf16, bf16>();

constexpr int StoreWarps = 4, LoadWarp = 4, MultiplyWarp = 5, Threads = 6 * 32;
constexpr unsigned short BothCTAs = 0b11;

// Shared memory, in bytes. A row of a box is as wide as the swizzle, whose pattern has eight rows.
constexpr int RowBytes = 128, PatternBytes = 8 * RowBytes, VecBytes = 16;
constexpr int BytesA = CTARows * RowBytes, BytesB = CTAColumns * RowBytes;
constexpr int StageBytes = BytesA + BytesB;
static_assert(TileK * 2 == RowBytes);

// Boxes of C: 32 rows, those of a warp.
constexpr int BoxColumns = 64, BoxBytes = 32 * RowBytes, Boxes = 2;
static_assert(BoxColumns * 2 == RowBytes);

struct alignas(PatternBytes) SharedMemory {
  char Stage[Stages][StageBytes];
  char Box[StoreWarps][Boxes][BoxBytes];
  MBarrier Full[Stages], Empty[Stages], SumsFull[2], SumsEmpty[2];
  TensorAddress Sums;
};
constexpr int SharedBytes = 229508;
static_assert(offsetof(SharedMemory, Sums) + sizeof(TensorAddress) == SharedBytes);
static_assert(SharedBytes <= 227 * 1024);

constexpr int TensorColumns = 2 * TileN;

// Clusters work on tiles that are close to each other: groups of GroupRows rows of tiles share what
// they load in the L2 cache.
constexpr int GroupRows = 8;

__constant__ CUtensorMap MapA, MapB, MapC;

/// The tiles of C that a cluster computes, one after the other.
class Tiles {
public:
  __device__ Tiles(int M, int N)
      : TileRows(M / TileM), TileColumns(N / TileN), Index(blockIdx.x / 2) {}

  __device__ bool isAny() const { return Index < TileRows * TileColumns; }
  __device__ void next() { Index += gridDim.x / 2; }

  /// The first row and column of this one.
  __device__ int2 place() const {
    int First = Index / (GroupRows * TileColumns) * GroupRows;
    int Rows = min(GroupRows, TileRows - First), Within = Index % (GroupRows * TileColumns);
    return make_int2((First + Within % Rows) * TileM, Within / Rows * TileN);
  }

private:
  int TileRows, TileColumns, Index;
};

/// Which of `Count` stages or tiles of sums is next, and the parity of the phase in which it is
/// filled.
template <int Count> struct Turn {
  int Index = 0;
  unsigned Parity = 0;

  __device__ void next() {
    if (++Index == Count) {
      Index = 0;
      Parity ^= 1;
    }
  }
};

/// One thread of each CTA.
__device__ __forceinline__ void load(SharedMemory &S, int M, int N, int K, int Rank) {
  Turn<Stages> Stage;
  for (Tiles T(M, N); T.isAny(); T.next()) {
    int2 Place = T.place();
    for (int At = 0; At < K; At += TileK, Stage.next()) {
      MBarrier *Full = &S.Full[Stage.Index];
      char *To = S.Stage[Stage.Index];
      mbarrier_wait_parity<Scope::cluster>(&S.Empty[Stage.Index], Stage.Parity ^ 1);
      if (Rank == 0)
        mbarrier_arrive_expect_tx(Full, 2 * StageBytes);
      tma_load<2>(To, leader_mbarrier(Full), &MapA, {At, Place.x + Rank * CTARows});
      tma_load<2>(To + BytesA, leader_mbarrier(Full), &MapB, {At, Place.y + Rank * CTAColumns});
    }
  }
  for (int I = 0; I < Stages; ++I, Stage.next())
    mbarrier_wait_parity<Scope::cluster>(&S.Empty[Stage.Index], Stage.Parity ^ 1);
}

/// One thread of the leader.
__device__ __forceinline__ void multiply(SharedMemory &S, int M, int N, int K, TensorAddress Sums) {
  // The descriptors hold for both CTAs: stages are at the same addresses.
  MatrixDescriptor FirstA = tcgen05_smem_desc(S.Stage[0], VecBytes, PatternBytes);
  Turn<Stages> Stage;
  Turn<2> Half;
  for (Tiles T(M, N); T.isAny(); T.next(), Half.next()) {
    mbarrier_wait_parity<Scope::cluster>(&S.SumsEmpty[Half.Index], Half.Parity ^ 1);
    tcgen05_fence_after_thread_sync();
    TensorAddress D = Sums + Half.Index * TileN;
    for (int At = 0; At < K; At += TileK, Stage.next()) {
      mbarrier_wait_parity<Scope::cluster>(&S.Full[Stage.Index], Stage.Parity);
      tcgen05_fence_after_thread_sync();
      MatrixDescriptor A = advance_descriptor(FirstA, Stage.Index * StageBytes);
      MatrixDescriptor B = advance_descriptor(A, BytesA);
#pragma unroll
      for (int Step = 0; Step < TileK / StepK; ++Step)
        tcgen05_mma<Kind::f16, 2>(D, advance_descriptor(A, Step * StepK * 2),
                                  advance_descriptor(B, Step * StepK * 2), Shape,
                                  /*enable_input_d=*/At != 0 || Step != 0);
      tcgen05_commit_multicast<2>(&S.Empty[Stage.Index], BothCTAs);
    }
    tcgen05_commit_multicast<2>(&S.SumsFull[Half.Index], BothCTAs);
  }
}

/// A row of 64 sums to a row of a box: vector V where V ^ (row % 8) would be.
__device__ __forceinline__ void fillBox(char *Box, int Row, Vector<float, BoxColumns> Sums) {
#pragma unroll
  for (int V = 0; V < RowBytes / VecBytes; ++V) {
    Vector<__bf16, 8> Vec;
#pragma unroll
    for (int I = 0; I < 8; I += 2) {
      auto Two = convert_to_bf16x2(/*upper=*/Sums[V * 8 + I + 1], /*lower=*/Sums[V * 8 + I]);
      Vec[I] = Two[0];
      Vec[I + 1] = Two[1];
    }
    *reinterpret_cast<Vector<__bf16, 8> *>(Box + Row * RowBytes + (V ^ Row % 8) * VecBytes) = Vec;
  }
}

/// The warps 0-3 of each CTA.
__device__ __forceinline__ void store(SharedMemory &S, int M, int N, int Rank, TensorAddress Sums) {
  int Warp = threadIdx.x / 32, Lane = threadIdx.x % 32;
  Turn<2> Half;
  for (Tiles T(M, N); T.isAny(); T.next(), Half.next()) {
    int2 Place = T.place();
    mbarrier_wait_parity<Scope::cluster>(&S.SumsFull[Half.Index], Half.Parity);
    tcgen05_fence_after_thread_sync();
    TensorAddress D = Sums.at(Warp * 32, Half.Index * TileN);
#pragma unroll
    for (int Column = 0; Column < TileN; Column += BoxColumns) {
      auto Row = vector_cast<float>(tcgen05_ld_32x32b<BoxColumns>(D + Column));
      char *Box = S.Box[Warp][Column / BoxColumns % Boxes];
      // The copy out of this box before the last one.
      if (Lane == 0)
        bulk_wait_group_read<Boxes - 1>();
      __syncwarp();
      tcgen05_wait_ld();
      if (Column + BoxColumns == TileN) { // the multiplications may have them
        tcgen05_fence_before_thread_sync();
        __syncwarp();
        if (Lane == 0)
          mbarrier_arrive(map_to_cta(&S.SumsEmpty[Half.Index], /*rank=*/0));
      }
      fillBox(Box, Lane, Row);
      fence_proxy_async_shared();
      __syncwarp();
      if (Lane == 0) {
        tma_store(&MapC, {Place.y + Column, Place.x + Rank * CTARows + Warp * 32}, Box);
        bulk_commit_group();
      }
    }
  }
  if (Lane == 0)
    bulk_wait_group<0>();
}

__device__ __forceinline__ void makeBarriers(SharedMemory &S) {
  for (int I = 0; I < Stages; ++I) {
    mbarrier_init(&S.Full[I], 1);
    mbarrier_init(&S.Empty[I], 1);
  }
  for (int I = 0; I < 2; ++I) {
    mbarrier_init(&S.SumsFull[I], 1);
    mbarrier_init(&S.SumsEmpty[I], 2 * StoreWarps);
  }
  fence_mbarrier_init();
}

__global__ void __launch_bounds__(Threads, 1) gemm(int M, int N, int K) {
  extern __shared__ __attribute__((aligned(1024))) char Shared[];
  SharedMemory &S = *reinterpret_cast<SharedMemory *>(Shared);
  int Warp = threadIdx.x / 32, Rank = cluster_rank();

  cluster_sync(); // the other CTA has begun
  if (Warp == 0) {
    tcgen05_alloc<2>(&S.Sums, TensorColumns);
    tcgen05_relinquish_alloc_permit<2>();
  }
  if (threadIdx.x == LoadWarp * 32)
    makeBarriers(S);
  tcgen05_fence_before_thread_sync();
  cluster_sync();
  tcgen05_fence_after_thread_sync();
  TensorAddress Sums = S.Sums;

  if (Warp < StoreWarps)
    store(S, M, N, Rank, Sums);
  else if (Warp == LoadWarp && elect_one())
    load(S, M, N, K, Rank);
  else if (Warp == MultiplyWarp && Rank == 0 && elect_one())
    multiply(S, M, N, K, Sums);

  __syncwarp();
  tcgen05_fence_before_thread_sync();
  cluster_sync();
  if (Warp == 0)
    tcgen05_dealloc<2>(Sums, TensorColumns);
}

} // namespace

int main(int argc, char **argv) {
  host::Options O = host::parse(argc, argv, {/*M=*/8192, /*N=*/8192, /*K=*/8192});
  if (O.SelfTest)
    return host::selfTest();
  host::requireMultiple("M", O.M, TileM);
  host::requireMultiple("N", O.N, TileN);
  host::requireMultiple("K", O.K, TileK);
  host::requireGPU(10, 0);

  host::Codes A(host::BF16, size_t(O.M) * O.K), B(host::BF16, size_t(O.N) * O.K);
  A.fill(1);
  B.fill(2);
  host::Buffer DeviceA(A.data(), A.bytes()), DeviceB(B.data(), B.bytes());
  host::Codes C(host::BF16, size_t(O.M) * O.N);
  host::Buffer DeviceC(C.bytes());
  auto MakeMap = [](const CUtensorMap &Symbol, void *Matrix, int Rows, int Columns, int BoxRows) {
    CUtensorMap Map =
        host::makeTensorMap(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 16, Matrix, Rows, Columns, BoxRows,
                            RowBytes / 2, CU_TENSOR_MAP_SWIZZLE_128B);
    host::check(cudaMemcpyToSymbol(Symbol, &Map, sizeof Map), "cudaMemcpyToSymbol");
  };
  MakeMap(MapA, DeviceA.as<void>(), O.M, O.K, CTARows);
  MakeMap(MapB, DeviceB.as<void>(), O.N, O.K, CTAColumns);
  MakeMap(MapC, DeviceC.as<void>(), O.M, O.N, /*BoxRows=*/32);

  host::check(cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, SharedBytes),
              "cudaFuncSetAttribute");
  int NumTiles = O.M / TileM * (O.N / TileN);
  host::ClusterLaunch Launch(2 * NumTiles, Threads, SharedBytes, /*CTAsOfCluster=*/2);
  Launch.setCTAs(2 * std::min(NumTiles, Launch.clustersAtOnce(gemm)));
  double Seconds = host::measure(O.Repeat, [&] { Launch.run(gemm, O.M, O.N, O.K); });

  DeviceC.read(C.data());
  bool Right = host::compare(
      O.M, O.N, /*Count=*/1000, /*Relative=*/1e-5,
      [&](int Row, int Column) { return C.get(size_t(Row) * O.N + Column); },
      [&](int Row, int Column) {
        host::Expected E;
        for (int K = 0; K < O.K; ++K)
          E.add(A.get(size_t(Row) * O.K + K) * B.get(size_t(Column) * O.K + K));
        return E;
      },
      /*Rounding=*/0x1p-8);
  host::report(O, Seconds);
  if (O.Cublas)
    host::reportCublas(O, DeviceC.as<void>(), CUDA_R_16BF, DeviceA.as<void>(), DeviceB.as<void>(),
                       CUDA_R_16BF);
  return Right ? 0 : 1;
}
