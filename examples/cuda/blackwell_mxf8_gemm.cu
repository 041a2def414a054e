//===-- blackwell_mxf8_gemm.cu - MXFP8 GEMM on tcgen05.mma of CTA pairs *- C++ *-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[M x N] (bf16, row-major) = A[M x K] (e4m3, row-major) * B[K x N] (e4m3,
// column-major, that is B^T stored as N rows of K), each 32 of K of a row of A and of
// a column of B scaled by a power of two of type ue8m0 (MXFP8).
//
// A cluster of two CTAs multiplies tiles of 256 x 256, K tile 128, by
// tcgen05.mma.cta_group::2 of 256 x 256 x 32 with block scales. Each CTA brings its 128
// rows of A with their scales, 128 of the 256 rows of B^T, and the scales of all 256;
// and has its 128 rows of the sums in its own tensor memory: lane = row, column =
// column. Clusters are persistent: cluster I of G takes the tiles I, I + G, I + 2 G ...
//
// Scales: 4 bytes for a row and a K tile are a word, byte I for the Ith 32, which the
// scale factor data ID I selects. SA and SB are kept in blocks of 512 bytes for 128
// rows and a K tile, as tcgen05.cp.32x128b.warpx4 wants them:
//   SA[(row / 128 * (K / 128) + k / 128) * 512 + row % 32 * 16 + row % 128 / 32 * 4 +
//      k % 128 / 32]
// It copies a block to 4 columns: row R to lane R % 32 of column R / 32, and again 32,
// 64 and 96 lanes further. That of a pair copies in each CTA from its own shared memory
// to its own tensor memory.
//
// Warps of a CTA:
//   0-3  tensor memory to C, 32 rows each
//   4    one thread loads, by TMA
//   5    one thread of the leader, the CTA of rank 0, copies scales and multiplies for
//        both
//
// Shared memory of a CTA, 222,324 bytes:
//   0        6 stages: 128 rows of 128 bytes of A, and of B; 128-byte swizzle
//   196,608  6 stages of scales: a block of A, two of B
//   205,824  8 boxes of C, two a warp: 32 rows of 32 columns; 64-byte swizzle
//   222,208  the barriers, and what tcgen05.alloc writes
//
// Tensor memory, columns:
//   0    sums of the tiles 0, 2, 4 ... of a cluster
//   224  sums of the tiles 1, 3, 5 ...
//   480  scales, 16 columns for the K tiles 0, 2, 4 ... and 16 for the others: 4 of A, 8
//        of B, 4 not used
// 32 columns belong to both tiles of sums. Those are loaded first; then the next tile
// is multiplied while the rest is stored. Scales are copied once the multiplications of
// the K tile before the last one, which used the same columns, are through.
//
// Barriers; phase n is over when it has happened for the nth time, and who waits says
// which phase by its parity. On a new barrier parity 1 is over.
//   Full[stage]   The leader's only: the stage is there in both CTAs. One arrival, of
//                 the leader's loading thread, and 68,608 bytes; the peer's copies
//                 complete there, too. The peer runs ahead of that arrival, but not of
//                 the phase: it waits for Empty.
//   Empty[stage]  Each CTA's: it has been multiplied. One arrival, by the multicast
//                 commit.
//   SumsFull      Each CTA's: a tile of sums is complete. One arrival, the same way.
//   SumsEmpty     The leader's only: all of the tile before and the common columns of
//                 this one have been loaded. 8 arrivals: of the warps 0-3 of both CTAs.
//
// At the end the loading threads wait until all stages are empty: then no commit has
// still to arrive at a CTA that is gone.
//
// Launch:  2 CTAs for each cluster that the GPU runs at once, no more than there are
//          tiles, cluster (2, 1, 1), block 192 threads, 222,324 bytes of dynamic shared
//          memory.
// Needs:   M % 256 == 0, N % 256 == 0, K % 128 == 0, 16-byte alignment; sm_100a.
//
// Target: sm_100a
// Performance: --m 8192 --n 8192 --k 8192
// Emulation: --m 256 --n 1024 --k 512 --repeat 1
//
//===----------------------------------------------------------------------===//

#include "host.h"
#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;

namespace {

constexpr int TileM = 256, TileN = 256, TileK = 128, Stages = 6;
constexpr int CTARows = TileM / 2, CTAColumns = TileN / 2; // of A and of B^T
constexpr int StepK = 32;                                  // of a multiplication, and of a scale
constexpr auto Shape = tcgen05_idesc<Kind::mxf8f6f4, TileM, TileN, f32, e4m3, e4m3>();

constexpr int StoreWarps = 4, LoadWarp = 4, MultiplyWarp = 5, Threads = 6 * 32;
constexpr unsigned short BothCTAs = 0b11;

// Shared memory, in bytes. A row of a box is as wide as the swizzle, whose pattern has eight rows.
constexpr int RowBytes = 128, PatternBytes = 8 * RowBytes, VecBytes = 16;
constexpr int BytesA = CTARows * RowBytes, BytesB = CTAColumns * RowBytes;
constexpr int TileBytes = BytesA + BytesB;
static_assert(TileK == RowBytes);

// Scales of 128 rows and a K tile, as tcgen05.cp takes them: eight rows of 16 bytes are a unit.
constexpr int BlockRows = 128, BlockBytes = BlockRows * TileK / StepK, UnitBytes = 128;
constexpr int BlocksB = TileN / BlockRows, ScaleBytes = (1 + BlocksB) * BlockBytes;
static_assert(CTARows == BlockRows && BlockBytes == 512);
constexpr int StageBytes = TileBytes + ScaleBytes;

// Boxes of C: 32 rows, those of a warp.
constexpr int BoxColumns = 32, BoxRowBytes = BoxColumns * 2, BoxBytes = 32 * BoxRowBytes, Boxes = 2;
static_assert(BoxRowBytes == 64 && BoxBytes % 512 == 0); // the swizzle's

struct alignas(PatternBytes) SharedMemory {
  char Tile[Stages][TileBytes];
  char Scale[Stages][ScaleBytes];
  char Box[StoreWarps][Boxes][BoxBytes];
  MBarrier Full[Stages], Empty[Stages], SumsFull, SumsEmpty;
  TensorAddress Sums;
};
constexpr int SharedBytes = 222324;
static_assert(offsetof(SharedMemory, Sums) + sizeof(TensorAddress) == SharedBytes);
static_assert(SharedBytes <= 227 * 1024 && offsetof(SharedMemory, Box) % 512 == 0);

// Tensor memory, in columns.
constexpr int TensorColumns = 512, CommonColumns = 32, SecondSums = TileN - CommonColumns;
constexpr int ScaleColumns = 16, ScalesOfB = 4, BlockColumns = 4;
constexpr int FirstScales = SecondSums + TileN;
static_assert(CommonColumns == BoxColumns && FirstScales + 2 * ScaleColumns == TensorColumns);

// Clusters work on tiles that are close to each other: groups of GroupRows rows of tiles share what
// they load in the L2 cache.
constexpr int GroupRows = 8;

__constant__ CUtensorMap MapA, MapB, MapSA, MapSB, MapC;

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

/// Which of `Count` stages is next, and the parity of the phase in which it is filled.
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
  int Trips = K / TileK;
  for (Tiles T(M, N); T.isAny(); T.next()) {
    int2 Place = T.place();
    int BlockA = (Place.x / BlockRows + Rank) * Trips, BlockB = Place.y / BlockRows * Trips;
    for (int Trip = 0; Trip < Trips; ++Trip, Stage.next()) {
      MBarrier *Full = &S.Full[Stage.Index];
      char *To = S.Tile[Stage.Index], *ToScale = S.Scale[Stage.Index];
      mbarrier_wait_parity<Scope::cluster>(&S.Empty[Stage.Index], Stage.Parity ^ 1);
      if (Rank == 0)
        mbarrier_arrive_expect_tx(Full, 2 * StageBytes);
      SharedPointer Leader = leader_mbarrier(Full);
      tma_load<2>(To, Leader, &MapA, {Trip * TileK, Place.x + Rank * CTARows});
      tma_load<2>(To + BytesA, Leader, &MapB, {Trip * TileK, Place.y + Rank * CTAColumns});
      tma_load<2>(ToScale, Leader, &MapSA, {0, BlockA + Trip});
#pragma unroll
      for (int I = 0; I < BlocksB; ++I)
        tma_load<2>(ToScale + (1 + I) * BlockBytes, Leader, &MapSB, {0, BlockB + I * Trips + Trip});
    }
  }
  for (int I = 0; I < Stages; ++I, Stage.next())
    mbarrier_wait_parity<Scope::cluster>(&S.Empty[Stage.Index], Stage.Parity ^ 1);
}

/// One thread of the leader.
class Multiplier {
public:
  __device__ Multiplier(SharedMemory &S, TensorAddress Tensor) : S(S), Tensor(Tensor) {
    FirstA = tcgen05_smem_desc(S.Tile[0], VecBytes, PatternBytes);
    FirstScale = tcgen05_smem_desc<TCGen05Swizzle::None>(S.Scale[0], VecBytes, UnitBytes);
  }

  __device__ __forceinline__ void run(int M, int N, int K) {
    Turn<2> Half;
    unsigned Parity = 0;
    for (Tiles T(M, N); T.isAny(); T.next(), Half.next(), Parity ^= 1) {
      mbarrier_wait_parity<Scope::cluster>(&S.SumsEmpty, Parity ^ 1);
      tcgen05_fence_after_thread_sync();
      TensorAddress D = Tensor + Half.Index * SecondSums;
      for (int At = 0; At < K; At += TileK)
        multiply(D, At != 0);
      tcgen05_commit_multicast<2>(&S.SumsFull, BothCTAs);
    }
  }

private:
  SharedMemory &S;
  TensorAddress Tensor;
  // The descriptors hold for both CTAs: stages are at the same addresses.
  MatrixDescriptor FirstA, FirstScale;
  Turn<Stages> Stage, Before; // Before is two K tiles behind
  Turn<2> Scales;
  int Started = 0;

  /// A K tile.
  __device__ __forceinline__ void multiply(TensorAddress D, bool IsLater) {
    // The columns of scales have been read.
    if (Started == 2) {
      mbarrier_wait_parity<Scope::cluster>(&S.Empty[Before.Index], Before.Parity);
      Before.next();
    } else {
      ++Started;
    }
    mbarrier_wait_parity<Scope::cluster>(&S.Full[Stage.Index], Stage.Parity);
    tcgen05_fence_after_thread_sync();
    TensorAddress ScaleA = Tensor + (FirstScales + Scales.Index * ScaleColumns);
    TensorAddress ScaleB = ScaleA + ScalesOfB;
    MatrixDescriptor Scale = advance_descriptor(FirstScale, Stage.Index * ScaleBytes);
    // What is multiplied behind, comes behind.
    tcgen05_cp_32x128b_warpx4<2>(ScaleA, Scale);
#pragma unroll
    for (int I = 0; I < BlocksB; ++I)
      tcgen05_cp_32x128b_warpx4<2>(ScaleB + I * BlockColumns,
                                   advance_descriptor(Scale, (1 + I) * BlockBytes));
    MatrixDescriptor A = advance_descriptor(FirstA, Stage.Index * TileBytes);
    MatrixDescriptor B = advance_descriptor(A, BytesA);
#pragma unroll
    for (int Step = 0; Step < TileK / StepK; ++Step)
      tcgen05_mma_block_scale<Kind::mxf8f6f4, BlockScale::Block32, 2>(
          D, advance_descriptor(A, Step * StepK), advance_descriptor(B, Step * StepK),
          Shape.with_scale_ids(Step, Step), ScaleA, ScaleB,
          /*enable_input_d=*/IsLater || Step != 0);
    tcgen05_commit_multicast<2>(&S.Empty[Stage.Index], BothCTAs);
    Stage.next();
    Scales.next();
  }
};

/// A row of 32 sums to a row of a box: vector V where V ^ (row / 2 % 4) would be.
__device__ __forceinline__ void fillBox(char *Box, int Row, Vector<float, BoxColumns> Sums) {
#pragma unroll
  for (int V = 0; V < BoxRowBytes / VecBytes; ++V) {
    Vector<__bf16, 8> Vec;
#pragma unroll
    for (int I = 0; I < 8; I += 2) {
      auto Two = convert_to_bf16x2(/*upper=*/Sums[V * 8 + I + 1], /*lower=*/Sums[V * 8 + I]);
      Vec[I] = Two[0];
      Vec[I + 1] = Two[1];
    }
    *reinterpret_cast<Vector<__bf16, 8> *>(Box + Row * BoxRowBytes + (V ^ Row / 2 % 4) * VecBytes) =
        Vec;
  }
}

/// The warps 0-3 of each CTA.
__device__ __forceinline__ void store(SharedMemory &S, int M, int N, int Rank,
                                      TensorAddress Tensor) {
  int Warp = threadIdx.x / 32, Lane = threadIdx.x % 32;
  Turn<2> Half;
  unsigned Parity = 0;
  for (Tiles T(M, N); T.isAny(); T.next(), Half.next(), Parity ^= 1) {
    int2 Place = T.place();
    mbarrier_wait_parity<Scope::cluster>(&S.SumsFull, Parity);
    tcgen05_fence_after_thread_sync();
    TensorAddress D = Tensor.at(Warp * 32, Half.Index * SecondSums);
    // The common columns are the last ones of the first half and the first ones of the second.
    int First = Half.Index == 0 ? SecondSums : 0;
#pragma unroll
    for (int I = 0; I < TileN; I += BoxColumns) {
      int Column = (First + I) % TileN;
      auto Row = vector_cast<float>(tcgen05_ld_32x32b<BoxColumns>(D + Column));
      char *Box = S.Box[Warp][I / BoxColumns % Boxes];
      // The copy out of this box before the last one.
      if (Lane == 0)
        bulk_wait_group_read<Boxes - 1>();
      __syncwarp();
      tcgen05_wait_ld();
      if (I == 0) {
        tcgen05_fence_before_thread_sync();
        __syncwarp();
        if (Lane == 0)
          mbarrier_arrive(map_to_cta(&S.SumsEmpty, /*rank=*/0));
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
  mbarrier_init(&S.SumsFull, 1);
  mbarrier_init(&S.SumsEmpty, 2 * StoreWarps);
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
    Multiplier(S, Sums).run(M, N, K);

  __syncwarp();
  tcgen05_fence_before_thread_sync();
  cluster_sync();
  if (Warp == 0)
    tcgen05_dealloc<2>(Sums, TensorColumns);
}

/// The scale factors of a matrix with rows of K, in the order above.
class ScaleFactors {
public:
  ScaleFactors(int Rows, int K, unsigned Seed) : K(K), Exponents(size_t(Rows) * K / StepK) {
    uint64_t State = Seed;
    for (unsigned char &E : Exponents) { // between 1/4 and 2
      State = State * 6364136223846793005ull + 1442695040888963407ull;
      E = 125 + (State >> 62);
    }
  }

  size_t bytes() const { return Exponents.size(); }
  const void *data() const { return Exponents.data(); }

  double get(int Row, int At) const {
    size_t Block = size_t(Row / BlockRows) * (K / TileK) + At / TileK;
    return host::decodeScale(Exponents[Block * BlockBytes + Row % 32 * 16 +
                                       Row % BlockRows / 32 * 4 + At % TileK / StepK]);
  }

private:
  int K;
  std::vector<unsigned char> Exponents;
};

} // namespace

int main(int argc, char **argv) {
  host::Options O = host::parse(argc, argv, {/*M=*/8192, /*N=*/8192, /*K=*/8192});
  if (O.SelfTest)
    return host::selfTest();
  host::requireMultiple("M", O.M, TileM);
  host::requireMultiple("N", O.N, TileN);
  host::requireMultiple("K", O.K, TileK);
  host::requireGPU(10, 0);

  host::Codes A(host::E4M3, size_t(O.M) * O.K), B(host::E4M3, size_t(O.N) * O.K);
  A.fill(1);
  B.fill(2);
  ScaleFactors SA(O.M, O.K, 3), SB(O.N, O.K, 4);
  host::Buffer DeviceA(A.data(), A.bytes()), DeviceB(B.data(), B.bytes());
  host::Buffer DeviceSA(SA.data(), SA.bytes()), DeviceSB(SB.data(), SB.bytes());
  host::Codes C(host::BF16, size_t(O.M) * O.N);
  host::Buffer DeviceC(C.bytes());
  auto SetMap = [](const CUtensorMap &Symbol, const CUtensorMap &Map) {
    host::check(cudaMemcpyToSymbol(Symbol, &Map, sizeof Map), "cudaMemcpyToSymbol");
  };
  auto MakeMap = [&](void *Matrix, int Rows, int BoxRows) {
    return host::makeTensorMap(CU_TENSOR_MAP_DATA_TYPE_UINT8, 8, Matrix, Rows, O.K, BoxRows,
                               RowBytes, CU_TENSOR_MAP_SWIZZLE_128B);
  };
  // Blocks of scales as rows of words.
  auto MakeScaleMap = [&](void *Blocks, size_t Bytes) {
    return host::makeTensorMap(CU_TENSOR_MAP_DATA_TYPE_UINT32, 32, Blocks, Bytes / BlockBytes,
                               BlockBytes / 4, /*BoxRows=*/1, BlockBytes / 4,
                               CU_TENSOR_MAP_SWIZZLE_NONE);
  };
  SetMap(MapA, MakeMap(DeviceA.as<void>(), O.M, CTARows));
  SetMap(MapB, MakeMap(DeviceB.as<void>(), O.N, CTAColumns));
  SetMap(MapSA, MakeScaleMap(DeviceSA.as<void>(), SA.bytes()));
  SetMap(MapSB, MakeScaleMap(DeviceSB.as<void>(), SB.bytes()));
  SetMap(MapC, host::makeTensorMap(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 16, DeviceC.as<void>(), O.M,
                                   O.N, /*BoxRows=*/32, BoxColumns, CU_TENSOR_MAP_SWIZZLE_64B));

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
          E.add(A.get(size_t(Row) * O.K + K) * SA.get(Row, K) * B.get(size_t(Column) * O.K + K) *
                SB.get(Column, K));
        return E;
      },
      /*Rounding=*/0x1p-8);
  host::report(O, Seconds);
  return Right ? 0 : 1;
}
