//===-- blackwell_geforce_mxf4_gemm.cu - NVFP4 GEMM on mma.sync -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[M x N] (bf16, row-major) = A[M x K] (e2m1, row-major) * B[K x N] (e2m1,
// column-major, that is B^T stored as N rows of K), each 16 of K of a row of A and of
// a column of B scaled by a number of type ue4m3 (NVFP4).
//
// CTA tile 128 x 128, K tile 128, by mma.m16n8k64 with block scales. CTAs are
// persistent: CTA I of G takes the tiles I, I + G, I + 2 G ... Warps 0-7 multiply 64 x
// 32 each, one thread of warp 8 loads, by TMA.
//
// Scales: 4 bytes for a row and 64 of K are a word, byte I for the Ith 16. Lane L of a
// warp brings one of
//   A  row 8 (L % 4) + L / 4 of 32: the tiles of 16 rows are thread-ids 0 and 1
//   B  column 8 (L % 4) + L / 4 of 32: the tiles of 8 columns are thread-ids 0 to 3
// SA and SB are kept so that this is one load for a K tile. For 128 rows and a K tile
// there are 1,024 bytes; for 32 rows 256, lane L's two words at 8 L:
//   SA[((row / 128 * (K / 128) + k / 128) * 4 + row % 128 / 32) * 256 +
//      (row % 8 * 4 + row % 32 / 8) * 8 + k % 128 / 64 * 4 + k % 64 / 16]
//
// Shared memory, 100,432 bytes:
//   0       5 stages: 128 rows of 64 bytes of A, of B, 1,024 bytes of SA, of SB. Vector
//           V of a row is where V ^ (row / 2 % 4) would be, the 64-byte swizzle: the
//           eight rows that a matrix of ldmatrix reads lie in different banks.
//   92,160  for each of the warps 0-7, 16 rows of 64 bytes of C, with the same swizzle
//   100,352 the barriers
//
// Barriers; phase n is over when it has happened for the nth time, and who waits says
// which phase by its parity. On a new barrier parity 1 is over.
//   Full[stage]   One arrival, of the loading thread, and 18,432 bytes.
//   Empty[stage]  8 arrivals, one of each warp that multiplies.
//
// Launch:  as many CTAs as there are multiprocessors, no more than there are tiles,
//          block 288 threads, 100,432 bytes of dynamic shared memory.
// Needs:   M % 128 == 0, N % 128 == 0, K % 128 == 0, 16-byte alignment; sm_120a.
//
// Target: sm_120a
// Performance: --m 8192 --n 8192 --k 8192
// Emulation: --m 128 --n 512 --k 768 --repeat 1
//
//===----------------------------------------------------------------------===//

#include "host.h"
#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;

namespace {

constexpr int BlockM = 128, BlockN = 128, BlockK = 128, Stages = 5;
constexpr int WarpM = 64, WarpN = 32, WarpsN = BlockN / WarpN;
constexpr int Warps = BlockM / WarpM * WarpsN, LoadWarp = Warps, Threads = (Warps + 1) * 32;

using MMA = mma_block_scale<Kind::mxf4nvf4, e2m1, e2m1, ue4m3, 4>;
constexpr int TilesM = WarpM / MMA::Rows, TilesN = WarpN / MMA::Columns;
constexpr int Steps = BlockK / MMA::Depth, BlockOfScale = MMA::Depth / MMA::Scales;
static_assert(BlockOfScale == 16);

// Shared memory, in bytes. A row of a tile is as wide as the swizzle, and so is one of C.
constexpr int RowBytes = BlockK / 2, VecBytes = 16;
constexpr int BytesA = BlockM * RowBytes, BytesB = BlockN * RowBytes;
static_assert(RowBytes == 64 && WarpN * 2 == RowBytes);

// Scales of 32 rows, a K tile: words of a lane, one behind the other.
constexpr int LaneScaleBytes = Steps * 4, ScaleRows = 32, ScaleBytes = ScaleRows * LaneScaleBytes;
constexpr int BytesSA = BlockM / ScaleRows * ScaleBytes, BytesSB = BlockN / ScaleRows * ScaleBytes;
constexpr int StageBytes = BytesA + BytesB + BytesSA + BytesSB;
using LaneScales = Vector<unsigned, Steps>;

struct alignas(1024) SharedMemory {
  char Stage[Stages][StageBytes];
  char Box[Warps][MMA::Rows * RowBytes];
  MBarrier Full[Stages], Empty[Stages];
};
constexpr int SharedBytes = 100432;
static_assert(offsetof(SharedMemory, Empty) + sizeof(SharedMemory::Empty) == SharedBytes);
static_assert(SharedBytes <= 99 * 1024);
static_assert(StageBytes % 512 == 0 && sizeof(SharedMemory::Box[0]) % 512 == 0); // the swizzle's

// CTAs that are side by side work on tiles that are close to each other: groups of GroupRows rows
// of tiles share what they load in the L2 cache.
constexpr int GroupRows = 8;

__constant__ CUtensorMap MapA, MapB;

/// The tiles of C that a CTA computes, one after the other.
class Tiles {
public:
  __device__ Tiles(int M, int N)
      : TileRows(M / BlockM), TileColumns(N / BlockN), Index(blockIdx.x) {}

  __device__ bool isAny() const { return Index < TileRows * TileColumns; }
  __device__ void next() { Index += gridDim.x; }

  /// The first row and column of this one.
  __device__ int2 place() const {
    int First = Index / (GroupRows * TileColumns) * GroupRows;
    int Rows = min(GroupRows, TileRows - First), Within = Index % (GroupRows * TileColumns);
    return make_int2((First + Within % Rows) * BlockM, Within / Rows * BlockN);
  }

private:
  int TileRows, TileColumns, Index;
};

/// Which stage is next, and the parity of the phase in which it is filled.
struct Turn {
  int Index = 0;
  unsigned Parity = 0;

  __device__ void next() {
    if (++Index == Stages) {
      Index = 0;
      Parity ^= 1;
    }
  }
};

/// Where vector `Vec` of a row of a tile is.
__device__ __forceinline__ int place(int Row, int Vec) {
  return Row * RowBytes + (Vec ^ Row / 2 % 4) * VecBytes;
}

/// One thread.
__device__ __forceinline__ void load(SharedMemory &S, const char *SA, const char *SB, int M, int N,
                                     int K) {
  Turn Stage;
  int Trips = K / BlockK;
  for (Tiles T(M, N); T.isAny(); T.next()) {
    int2 Place = T.place();
    const char *FromSA = SA + size_t(Place.x / BlockM) * Trips * BytesSA;
    const char *FromSB = SB + size_t(Place.y / BlockN) * Trips * BytesSB;
    for (int Trip = 0; Trip < Trips; ++Trip, Stage.next()) {
      MBarrier *Full = &S.Full[Stage.Index];
      char *To = S.Stage[Stage.Index];
      mbarrier_wait_parity(&S.Empty[Stage.Index], Stage.Parity ^ 1);
      fence_proxy_async_shared(); // the consumers have read by the generic proxy
      mbarrier_arrive_expect_tx(Full, StageBytes);
      tma_load_cta(To, Full, &MapA, {Trip * RowBytes, Place.x});
      tma_load_cta(To + BytesA, Full, &MapB, {Trip * RowBytes, Place.y});
      bulk_load_cta(To + BytesA + BytesB, Full, FromSA + size_t(Trip) * BytesSA, BytesSA);
      bulk_load_cta(To + BytesA + BytesB + BytesSA, Full, FromSB + size_t(Trip) * BytesSB, BytesSB);
    }
  }
}

/// The scales of a warp for a K tile.
struct Scales {
  LaneScales A[WarpM / ScaleRows], B;

  __device__ __forceinline__ void load(const char *Stage, int WarpRow, int WarpColumn) {
    const char *SA = Stage + BytesA + BytesB, *SB = SA + BytesSA;
    int Place = threadIdx.x % 32 * LaneScaleBytes;
#pragma unroll
    for (int I = 0; I < WarpM / ScaleRows; ++I)
      A[I] = at(SA + (WarpRow / ScaleRows + I) * ScaleBytes + Place);
    static_assert(WarpN == ScaleRows);
    B = at(SB + WarpColumn / ScaleRows * ScaleBytes + Place);
  }

private:
  static __device__ __forceinline__ LaneScales at(const char *Place) {
    return *reinterpret_cast<const LaneScales *>(Place);
  }
};

/// The fragments of a warp for one step of 64 along K. ldmatrix moves 4 elements where it says 16
/// bits: 16 bytes of a row are 32.
struct Fragments {
  MMA::FragmentA A[TilesM];
  MMA::FragmentB B[TilesN];

  __device__ __forceinline__ void load(const char *Stage, int WarpRow, int WarpColumn, int Step) {
    int Lane = threadIdx.x % 32;
#pragma unroll
    for (int I = 0; I < TilesM; ++I)
      A[I] = ldmatrix<4>(Stage + place(WarpRow + I * 16 + Lane % 16, Step * 2 + Lane / 16));
    // Two neighbours in a row of B^T are two registers of a fragment; so four matrices are those
    // of two columns of tiles.
#pragma unroll
    for (int J = 0; J < TilesN; J += 2) {
      auto Both = ldmatrix<4>(
          Stage + BytesA +
          place(WarpColumn + J * 8 + Lane / 16 * 8 + Lane % 8, Step * 2 + Lane / 8 % 2));
      B[J] = Both.xy;
      B[J + 1] = Both.zw;
    }
  }
};

using Sums = MMA::FragmentC[TilesM][TilesN];

/// A row of tiles, with the scales of a step.
template <int I>
__device__ __forceinline__ void multiplyRow(Sums &C, const Fragments &F, unsigned ScaleA,
                                            unsigned ScaleB) {
  constexpr int ThreadA = I % 2;
  C[I][0] = MMA::mma<0, ThreadA, 0, 0>(F.A[I], F.B[0], C[I][0], ScaleA, ScaleB);
  C[I][1] = MMA::mma<0, ThreadA, 0, 1>(F.A[I], F.B[1], C[I][1], ScaleA, ScaleB);
  C[I][2] = MMA::mma<0, ThreadA, 0, 2>(F.A[I], F.B[2], C[I][2], ScaleA, ScaleB);
  C[I][3] = MMA::mma<0, ThreadA, 0, 3>(F.A[I], F.B[3], C[I][3], ScaleA, ScaleB);
}
static_assert(TilesM == 4 && TilesN == 4);

/// 16 rows of 32 sums to C, by way of shared memory: 64 bytes of a row together.
__device__ __forceinline__ void store(char *Box, __bf16 *C, int N,
                                      const MMA::FragmentC (&Sums)[TilesN]) {
  int Lane = threadIdx.x % 32;
  // A matrix of stmatrix is 8 rows of 8 columns: those of the first 8 rows of the tiles, then
  // those of the others.
#pragma unroll
  for (int Half = 0; Half < 2; ++Half) {
    Vector<unsigned, TilesN> Words;
#pragma unroll
    for (int J = 0; J < TilesN; ++J)
      Words[J] = __builtin_bit_cast(unsigned, convert_to_bf16x2(/*upper=*/Sums[J][Half * 2 + 1],
                                                                /*lower=*/Sums[J][Half * 2]));
    stmatrix(Box + place(Half * 8 + Lane % 8, Lane / 8), Words);
  }
  __syncwarp();
#pragma unroll
  for (int Half = 0; Half < 2; ++Half) {
    int Row = Half * 8 + Lane / 4;
    auto Vec = *reinterpret_cast<const Vector<__bf16, 8> *>(Box + place(Row, Lane % 4));
    *reinterpret_cast<Vector<__bf16, 8> *>(C + size_t(Row) * N + Lane % 4 * 8) = Vec;
  }
  __syncwarp();
}

/// The warps 0-7.
__device__ __forceinline__ void multiply(SharedMemory &S, __bf16 *C, int M, int N, int K) {
  int Warp = threadIdx.x / 32, Lane = threadIdx.x % 32;
  int WarpRow = Warp / WarpsN * WarpM, WarpColumn = Warp % WarpsN * WarpN;
  Turn Stage;
  for (Tiles T(M, N); T.isAny(); T.next()) {
    Sums D;
#pragma unroll
    for (int I = 0; I < TilesM; ++I)
#pragma unroll
      for (int J = 0; J < TilesN; ++J)
        D[I][J] = 0;
    for (int Trip = K / BlockK; Trip > 0; --Trip, Stage.next()) {
      mbarrier_wait_parity(&S.Full[Stage.Index], Stage.Parity);
      const char *From = S.Stage[Stage.Index];
      Scales Scale;
      Scale.load(From, WarpRow, WarpColumn);
#pragma unroll
      for (int Step = 0; Step < Steps; ++Step) {
        Fragments F;
        F.load(From, WarpRow, WarpColumn, Step);
        if (Step == Steps - 1) { // all is in registers
          __syncwarp();
          if (Lane == 0)
            mbarrier_arrive(&S.Empty[Stage.Index]);
        }
        multiplyRow<0>(D, F, Scale.A[0][Step], Scale.B[Step]);
        multiplyRow<1>(D, F, Scale.A[0][Step], Scale.B[Step]);
        multiplyRow<2>(D, F, Scale.A[1][Step], Scale.B[Step]);
        multiplyRow<3>(D, F, Scale.A[1][Step], Scale.B[Step]);
      }
    }
    int2 Place = T.place();
    __bf16 *To = C + size_t(Place.x + WarpRow) * N + Place.y + WarpColumn;
#pragma unroll
    for (int I = 0; I < TilesM; ++I)
      store(S.Box[Warp], To + size_t(I) * MMA::Rows * N, N, D[I]);
  }
}

__global__ void __launch_bounds__(Threads, 1)
    gemm(__bf16 *C, const char *SA, const char *SB, int M, int N, int K) {
  extern __shared__ __attribute__((aligned(1024))) char Shared[];
  SharedMemory &S = *reinterpret_cast<SharedMemory *>(Shared);
  if (threadIdx.x == 0) {
    for (int I = 0; I < Stages; ++I) {
      mbarrier_init(&S.Full[I], 1);
      mbarrier_init(&S.Empty[I], Warps);
    }
    fence_mbarrier_init();
  }
  __syncthreads();
  if (threadIdx.x / 32 != LoadWarp)
    multiply(S, C, M, N, K);
  else if (elect_one())
    load(S, SA, SB, M, N, K);
}

/// The scale factors of a matrix with rows of K, in the order above.
class ScaleFactors {
public:
  ScaleFactors(int Rows, int K, unsigned Seed) : K(K), Numbers(host::E4M3, size_t(Rows) * K / 16) {
    // Between 0.5 and 2.5; ue4m3 is e4m3 without a sign.
    Numbers.fill(Seed);
    for (size_t I = 0; I < Numbers.size(); ++I)
      Numbers.set(I, 1.5 + Numbers.get(I));
  }

  size_t bytes() const { return Numbers.bytes(); }
  const void *data() const { return Numbers.data(); }

  double get(int Row, int At) const {
    size_t Tile = size_t(Row / 128) * (K / BlockK) + At / BlockK;
    int Lane = Row % 8 * 4 + Row % ScaleRows / 8;
    return Numbers.get((Tile * 4 + Row % 128 / ScaleRows) * ScaleBytes + Lane * LaneScaleBytes +
                       At % BlockK / MMA::Depth * 4 + At % MMA::Depth / BlockOfScale);
  }

private:
  int K;
  host::Codes Numbers;
};

} // namespace

int main(int argc, char **argv) {
  host::Options O = host::parse(argc, argv, {/*M=*/8192, /*N=*/8192, /*K=*/8192});
  if (O.SelfTest)
    return host::selfTest();
  host::requireMultiple("M", O.M, BlockM);
  host::requireMultiple("N", O.N, BlockN);
  host::requireMultiple("K", O.K, BlockK);
  host::requireGPU(12, 0);

  host::Codes A(host::E2M1, size_t(O.M) * O.K), B(host::E2M1, size_t(O.N) * O.K);
  A.fill(1, /*Bound=*/6);
  B.fill(2, /*Bound=*/6);
  ScaleFactors SA(O.M, O.K, 3), SB(O.N, O.K, 4);
  host::Buffer DeviceA(A.data(), A.bytes()), DeviceB(B.data(), B.bytes());
  host::Buffer DeviceSA(SA.data(), SA.bytes()), DeviceSB(SB.data(), SB.bytes());
  host::Codes C(host::BF16, size_t(O.M) * O.N);
  host::Buffer DeviceC(C.bytes());
  // Of bytes: two elements each.
  auto MakeMap = [&](const CUtensorMap &Symbol, void *Matrix, int Rows, int BoxRows) {
    CUtensorMap Map = host::makeTensorMap(CU_TENSOR_MAP_DATA_TYPE_UINT8, 8, Matrix, Rows, O.K / 2,
                                          BoxRows, RowBytes, CU_TENSOR_MAP_SWIZZLE_64B);
    host::check(cudaMemcpyToSymbol(Symbol, &Map, sizeof Map), "cudaMemcpyToSymbol");
  };
  MakeMap(MapA, DeviceA.as<void>(), O.M, BlockM);
  MakeMap(MapB, DeviceB.as<void>(), O.N, BlockN);

  host::check(cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, SharedBytes),
              "cudaFuncSetAttribute");
  int Multiprocessors = 0;
  host::check(cudaDeviceGetAttribute(&Multiprocessors, cudaDevAttrMultiProcessorCount, 0),
              "cudaDeviceGetAttribute");
  int CTAs = std::min(Multiprocessors, O.M / BlockM * (O.N / BlockN));
  double Seconds = host::measure(O.Repeat, [&] {
    gemm<<<CTAs, Threads, SharedBytes>>>(DeviceC.as<__bf16>(), DeviceSA.as<char>(),
                                         DeviceSB.as<char>(), O.M, O.N, O.K);
  });

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
