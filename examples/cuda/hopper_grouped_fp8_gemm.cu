//===-- hopper_grouped_fp8_gemm.cu - FP8 GEMM with scales by blocks *- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[M x N] (bf16, row-major) = A[M x K] (e4m3, row-major) * B (e4m3), where each block
// of 128 rows of A has the B of its group: B[group] is N rows of K, that is, column-
// major. Scale factors, f32: one of A for 1 row x 128 of K, ScaleA[K / 128][M]; one of
// B for 128 columns x 128 of K, ScaleB[group][N / 128][K / 128]. The design is that of
// the FP8 GEMM in the report of DeepSeek-V3 and of DeepGEMM's contiguous layout: the
// tensor cores keep few bits of a sum, so they add up no more than 128 of K, and what
// they have is multiplied by both scales and added to f32 sums by the CUDA cores.
//
// Tiles of C are 128 x 128, of K 128; one CTA an SM. Two CTAs, a cluster, have two tiles
// side by side, and with it A in common: each loads 64 rows of it, for both. A cluster
// takes one pair of tiles, and then the one as many further on as there are clusters.
//
// Three warpgroups: of the first one thread makes the copies, the two others multiply
// 64 rows each, wgmma.m64n128k32. One's promotion of sums is the time in which the other
// one's products keep the tensor cores busy.
//
// Shared memory, in bytes:
//        0  five stages: A, 128 rows of 128, and B, 128 rows of 128, both with the
//           128-byte swizzle
//   163840  C, for each of the eight warps that multiply two boxes of 16 rows of 128
//           (64 columns), 128-byte swizzle
//   196608  five stages: A's scales, 128 f32
//   199168  mbarriers: five full, five empty
// A stage is full when its bytes are there (one arrival, 33,280 bytes, of which the other
// CTA sends 8,192), empty when the eight warps of both CTAs have arrived: what a CTA
// sends it sends to both. In its round R, counted from 0, a stage's `full` is waited for
// with parity R % 2, its `empty` with 1 - R % 2: at first, the phase before the first
// one, which is over.
//
// A warp stores its part of C by itself: it waits until the last store has read its
// boxes, fills them by stmatrix, and one lane sends them.
//
// Launch:  as many clusters of two CTAs as the GPU runs at once; block 384 threads,
//          199,248 bytes of dynamic shared memory; MapA, MapB and MapC as main sets them.
// Needs:   M % 128 == 0, N % 256 == 0, K % 128 == 0, 16-byte alignment; sm_90a.
//
// Target: sm_90a
// Performance: --m 8192 --n 8192 --k 8192
// Emulation: --m 256 --n 256 --k 512 --groups 2 --repeat 1
//
//===----------------------------------------------------------------------===//

#include "host.h"
#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;

namespace {

constexpr int BlockM = 128, BlockN = 128, BlockK = 128, Stages = 5;
constexpr int Warpgroup = 128, Consumers = 2, Threads = (Consumers + 1) * Warpgroup;
constexpr int ConsumerWarps = Consumers * Warpgroup / 32;

using MMA = wgmma<BlockN, f32, e4m3>;
static_assert(BlockM == Consumers * MMA::Rows);

// CTAs that have A in common, and the rows of it that each of them loads.
constexpr int ClusterCTAs = 2, SharedRows = BlockM / ClusterCTAs;
constexpr unsigned short AllCTAs = (1 << ClusterCTAs) - 1;

// Shared memory, in bytes. A row of a tile is as wide as the swizzle, whose pattern has eight rows.
constexpr int RowBytes = 128, VecBytes = 16, PatternBytes = 8 * RowBytes;
constexpr int BytesA = BlockM * RowBytes, BytesB = BlockN * RowBytes;
constexpr int ScaleBytes = BlockM * sizeof(float);
constexpr int StageBytes = BytesA + BytesB, FullBytes = StageBytes + ScaleBytes;
static_assert(BlockK == RowBytes && SharedRows * RowBytes % PatternBytes == 0);

constexpr int BoxRows = 16, BoxColumns = RowBytes / 2, Boxes = BlockN / BoxColumns;
constexpr int BoxBytes = BoxRows * RowBytes, WarpBytes = Boxes * BoxBytes;
static_assert(BoxBytes % PatternBytes == 0);

constexpr int PlaceC = Stages * StageBytes, PlaceScales = PlaceC + ConsumerWarps * WarpBytes;
constexpr int PlaceBarriers = PlaceScales + Stages * ScaleBytes;
constexpr int SharedBytes = PlaceBarriers + 2 * Stages * sizeof(MBarrier);
static_assert(PlaceC == 163840 && PlaceScales == 196608 && PlaceBarriers == 199168);

// Registers of a thread once setmaxnreg has moved them.
constexpr int ProducerRegisters = 40, ConsumerRegisters = 232;
static_assert((ProducerRegisters + Consumers * ConsumerRegisters) * Warpgroup <= 65536);

// Clusters that are side by side work on tiles that are close to each other: groups of GroupRows
// rows of tiles share what they load in the L2 cache.
constexpr int GroupRows = 8;

/// Maps of A, of all B one below the other, and of C.
__constant__ CUtensorMap MapA, MapB, MapC;

/// What the kernel works on besides.
struct Problem {
  const float *ScaleA, *ScaleB;
  const int *Group; // of each block of 128 rows
  int M, N, K;

  __device__ __forceinline__ int trips() const { return K / BlockK; }
  __device__ __forceinline__ int pairs() const {
    return M / BlockM * (N / BlockN / ClusterCTAs);
  }
};

/// A CTA's tile of a pair, counted in tiles.
struct Tile {
  int Row, Column;

  __device__ __forceinline__ Tile(int Index, int M, int N) {
    int TileRows = M / BlockM, TileColumns = N / BlockN / ClusterCTAs;
    int First = Index / (GroupRows * TileColumns) * GroupRows;
    int Rows = min(GroupRows, TileRows - First), Within = Index % (GroupRows * TileColumns);
    Row = First + Within % Rows;
    Column = Within / Rows * ClusterCTAs + int(cluster_rank());
  }
};

/// Where a thread is in the ring of stages.
struct Slot {
  int Stage = 0;
  unsigned Parity = 0;

  // ptxas 13.0 crashes on too many calls in a kernel with setmaxnreg: none without optimization either.
  __device__ __forceinline__ Slot() {}

  __device__ __forceinline__ void next() {
    if (++Stage != Stages)
      return;
    Stage = 0;
    Parity ^= 1;
  }
};

/// Shared memory.
struct Memory {
  char *Bytes;

  __device__ __forceinline__ char *a(int Stage) const { return Bytes + Stage * StageBytes; }
  __device__ __forceinline__ char *b(int Stage) const { return a(Stage) + BytesA; }
  __device__ __forceinline__ float *scales(int Stage) const {
    return reinterpret_cast<float *>(Bytes + PlaceScales + Stage * ScaleBytes);
  }
  __device__ __forceinline__ char *c(int Warp) const { return Bytes + PlaceC + Warp * WarpBytes; }
  __device__ __forceinline__ MBarrier *full(int Stage) const {
    return reinterpret_cast<MBarrier *>(Bytes + PlaceBarriers) + Stage;
  }
  __device__ __forceinline__ MBarrier *empty(int Stage) const { return full(Stage) + Stages; }
};

/// Copies what one tile after the other needs; one thread.
__device__ __forceinline__ void produce(Memory Shared, const Problem &P) {
  prefetch_tensormap(&MapA);
  prefetch_tensormap(&MapB);
  prefetch_tensormap(&MapC);
  int Shift = int(cluster_rank()) * SharedRows;
  Slot S;
  for (int Index = blockIdx.x / ClusterCTAs; Index < P.pairs(); Index += gridDim.x / ClusterCTAs) {
    Tile T(Index, P.M, P.N);
    int RowA = T.Row * BlockM, RowB = P.Group[T.Row] * P.N + T.Column * BlockN;
    for (int Trip = 0; Trip < P.trips(); ++Trip, S.next()) {
      MBarrier *Full = Shared.full(S.Stage);
      mbarrier_wait_parity<Scope::cluster>(Shared.empty(S.Stage), S.Parity ^ 1);
      fence_proxy_async_shared(); // the scales were read by the generic proxy
      mbarrier_arrive_expect_tx(Full, FullBytes);
      tma_load(Shared.a(S.Stage) + Shift * RowBytes, Full, &MapA, {Trip * BlockK, RowA + Shift},
               Multicast{AllCTAs});
      tma_load(Shared.b(S.Stage), Full, &MapB, {Trip * BlockK, RowB});
      bulk_load(Shared.scales(S.Stage), Full, P.ScaleA + size_t(Trip) * P.M + RowA, ScaleBytes);
    }
  }
}

/// Multiplies what is in a stage, and adds it to the sums, scaled.
__device__ __forceinline__ void multiply(Memory Shared, Slot S, int Consumer, float ScaleB,
                                         MMA::Accumulator &Sums) {
  int Thread = threadIdx.x % Warpgroup;
  mbarrier_wait_parity(Shared.full(S.Stage), S.Parity);
  const float *ScaleA = Shared.scales(S.Stage) + Consumer * MMA::Rows + MMA::row(Thread, 0);
  float Upper = ScaleA[0], Lower = ScaleA[8];
  MatrixDescriptor A =
      wgmma_smem_desc(Shared.a(S.Stage) + Consumer * MMA::Rows * RowBytes, VecBytes, PatternBytes);
  MatrixDescriptor B = wgmma_smem_desc(Shared.b(S.Stage), VecBytes, PatternBytes);

  MMA::Accumulator D;
  wgmma_fence();
#pragma unroll
  for (int Step = 0; Step < BlockK / MMA::K; ++Step)
    D = MMA::mma_async(D, wgmma_advance(A, Step * MMA::K), wgmma_advance(B, Step * MMA::K),
                       /*scale_d=*/Step != 0);
  wgmma_commit_group();
  wgmma_wait_group<0>(D);
  __syncwarp(); // all lanes have their scales
  // They have only read, so the arrival publishes nothing in the cluster, which would take long.
  if (threadIdx.x % 32 < ClusterCTAs)
    mbarrier_arrive<Scope::cta>(map_to_cta(Shared.empty(S.Stage), threadIdx.x % 32));

  Upper *= ScaleB;
  Lower *= ScaleB;
#pragma unroll
  for (int I = 0; I < MMA::Elements; ++I)
    Sums[I] += D[I] * (I % 4 < 2 ? Upper : Lower); // row(Thread, I) is eight further down or not
}

/// Stores a warp's 16 rows of a tile of C.
__device__ __forceinline__ void store(char *Shared, int Row, int Column,
                                      const MMA::Accumulator &Sums) {
  int Lane = threadIdx.x % 32;
  if (Lane == 0)
    bulk_wait_group_read<0>();
  __syncwarp();
  // Four matrices of 8 x 8: upper and lower rows of eight columns, and of the next eight. A lane's
  // address is of row Lane % 16, and lanes 16 and up are in the second pair.
#pragma unroll
  for (int I = 0; I < MMA::Elements; I += 8) {
    Vector<unsigned, 4> Words;
#pragma unroll
    for (int R = 0; R < 4; ++R)
      Words[R] =
          __builtin_bit_cast(unsigned, convert_to_bf16x2(Sums[I + 2 * R + 1], Sums[I + 2 * R]));
    int Vec = I / 4 + Lane / 16, InBox = Vec % 8;
    stmatrix(Shared + I / 32 * BoxBytes + Lane % 16 * RowBytes + (InBox ^ Lane % 8) * VecBytes,
             Words);
  }
  fence_proxy_async_shared();
  __syncwarp();
  if (Lane == 0) {
#pragma unroll
    for (int Box = 0; Box < Boxes; ++Box)
      tma_store(&MapC, {Column + Box * BoxColumns, Row}, Shared + Box * BoxBytes);
    bulk_commit_group();
  }
}

/// Computes 64 rows of one tile after the other; a warpgroup.
__device__ __forceinline__ void consume(Memory Shared, const Problem &P, int Consumer) {
  int Warp = threadIdx.x / 32 - Warpgroup / 32;
  Slot S;
  for (int Index = blockIdx.x / ClusterCTAs; Index < P.pairs(); Index += gridDim.x / ClusterCTAs) {
    Tile T(Index, P.M, P.N);
    const float *ScaleB =
        P.ScaleB + (size_t(P.Group[T.Row]) * (P.N / BlockN) + T.Column) * P.trips();
    MMA::Accumulator Sums = 0;
    float Next = ScaleB[0]; // one trip ahead, so that nobody waits for it
    for (int Trip = 0; Trip < P.trips(); ++Trip, S.next()) {
      float Scale = Next;
      if (Trip + 1 < P.trips())
        Next = ScaleB[Trip + 1];
      multiply(Shared, S, Consumer, Scale, Sums);
    }
    store(Shared.c(Warp), T.Row * BlockM + Warp * BoxRows, T.Column * BlockN, Sums);
  }
  if (threadIdx.x % 32 == 0)
    bulk_wait_group<0>();
}

__global__ void __launch_bounds__(Threads, 1) gemm(Problem P) {
  extern __shared__ __attribute__((aligned(1024))) char Bytes[];
  Memory Shared = {Bytes};
  if (threadIdx.x == 0) {
    for (int Stage = 0; Stage < Stages; ++Stage) {
      mbarrier_init(Shared.full(Stage), 1);
      mbarrier_init(Shared.empty(Stage), ClusterCTAs * ConsumerWarps);
    }
    fence_mbarrier_init();
  }
  cluster_sync();

  int Role = threadIdx.x / Warpgroup;
  if (Role == 0) {
    setmaxnreg_dec<ProducerRegisters>();
    if (threadIdx.x == 0)
      produce(Shared, P);
    __syncwarp();
  } else {
    setmaxnreg_inc<ConsumerRegisters>();
    consume(Shared, P, Role - 1);
    __syncwarp();
  }
  cluster_sync(); // the other CTA may still arrive at barriers of this one
}

//===-- The host ----------------------------------------------------------===//

/// Scale factors without a pattern, 0.5 to 1.5, and no powers of two.
std::vector<float> makeScales(size_t Count, unsigned Seed) {
  host::Codes Random(host::BF16, Count);
  Random.fill(Seed);
  std::vector<float> Scales(Count);
  for (size_t I = 0; I < Count; ++I)
    Scales[I] = 1 + float(Random.get(I)) / 2;
  return Scales;
}

/// The group of each block of rows. Groups differ in size, and some may have no rows.
std::vector<int> makeGroups(int Blocks, int Groups) {
  std::vector<int> Result(Blocks);
  for (int64_t G = 0, Parts = int64_t(Groups) * (Groups + 1); G < Groups; ++G)
    std::fill(Result.begin() + Blocks * G * (G + 1) / Parts,
              Result.begin() + Blocks * (G + 1) * (G + 2) / Parts, int(G));
  return Result;
}

} // namespace

int main(int argc, char **argv) {
  int Groups = 4;
  host::Options O =
      host::parse(argc, argv, {/*M=*/8192, /*N=*/4096, /*K=*/4096}, {{"--groups", &Groups}});
  if (O.SelfTest)
    return host::selfTest();
  host::requireMultiple("M", O.M, BlockM);
  host::requireMultiple("N", O.N, ClusterCTAs * BlockN);
  host::requireMultiple("K", O.K, BlockK);
  if (int64_t(Groups) * O.N > INT32_MAX)
    host::stop("all B together have more than 2^31 - 1 rows");
  host::requireGPU(9, 0);

  size_t RowsB = size_t(Groups) * O.N, Trips = O.K / BlockK;
  host::Codes A(host::E4M3, size_t(O.M) * O.K), B(host::E4M3, RowsB * O.K);
  A.fill(1);
  B.fill(2);
  std::vector<float> ScaleA = makeScales(Trips * O.M, 3);
  std::vector<float> ScaleB = makeScales(RowsB / BlockN * Trips, 4);
  std::vector<int> Group = makeGroups(O.M / BlockM, Groups);
  host::Buffer DeviceA(A.data(), A.bytes()), DeviceB(B.data(), B.bytes());
  host::Buffer DeviceC(sizeof(uint16_t) * O.M * O.N);
  host::Buffer DeviceScaleA(ScaleA.data(), ScaleA.size() * sizeof(float));
  host::Buffer DeviceScaleB(ScaleB.data(), ScaleB.size() * sizeof(float));
  host::Buffer DeviceGroup(Group.data(), Group.size() * sizeof(int));

  auto SetMap = [](const CUtensorMap &Symbol, const CUtensorMap &Map) {
    host::check(cudaMemcpyToSymbol(Symbol, &Map, sizeof Map), "cudaMemcpyToSymbol");
  };
  SetMap(MapA, host::makeTensorMap(CU_TENSOR_MAP_DATA_TYPE_UINT8, 8, DeviceA.as<void>(), O.M, O.K,
                                   SharedRows, BlockK, CU_TENSOR_MAP_SWIZZLE_128B));
  SetMap(MapB, host::makeTensorMap(CU_TENSOR_MAP_DATA_TYPE_UINT8, 8, DeviceB.as<void>(), RowsB, O.K,
                                   BlockN, BlockK, CU_TENSOR_MAP_SWIZZLE_128B));
  SetMap(MapC, host::makeTensorMap(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 16, DeviceC.as<void>(), O.M,
                                   O.N, BoxRows, BoxColumns, CU_TENSOR_MAP_SWIZZLE_128B));
  Problem P = {
      DeviceScaleA.as<float>(), DeviceScaleB.as<float>(), DeviceGroup.as<int>(), O.M, O.N, O.K};
  host::check(cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, SharedBytes),
              "cudaFuncSetAttribute");
  host::ClusterLaunch Launch(ClusterCTAs, Threads, SharedBytes, ClusterCTAs);
  Launch.setCTAs(Launch.clustersAtOnce(gemm) * ClusterCTAs);
  double Seconds = host::measure(O.Repeat, [&] { Launch.run(gemm, P); });

  host::Codes C(host::BF16, size_t(O.M) * O.N);
  DeviceC.read(C.data());
  // The tensor cores cut products off some 13 bits below the greatest; C is rounded to 8 bits.
  constexpr double Relative = 5e-4, HalfUnit = 0x1p-9;
  bool Right = host::compare(
      O.M, O.N, /*Count=*/1000, Relative,
      [&](int Row, int Column) { return C.get(size_t(Row) * O.N + Column); },
      [&](int Row, int Column) {
        size_t RowB = size_t(Group[Row / BlockM]) * O.N + Column;
        host::Expected E;
        for (int K = 0; K < O.K; ++K)
          E.add(A.get(size_t(Row) * O.K + K) * B.get(RowB * O.K + K) *
                ScaleA[size_t(K / BlockK) * O.M + Row] *
                ScaleB[RowB / BlockN * Trips + K / BlockK]);
        E.Magnitude += std::fabs(E.Value) * HalfUnit / Relative; // what C's format may be off
        return E;
      });
  host::report(O, Seconds);
  return Right ? 0 : 1;
}
