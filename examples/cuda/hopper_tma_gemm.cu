//===-- hopper_tma_gemm.cu - Persistent GEMM on TMA and wgmma ---*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Target: sm_90a
// Performance: --m 8192 --n 8192 --k 8192 --cublas
// Performance: --m 8192 --n 8192 --k 8192 --type e4m3
// Emulation: --m 256 --n 768 --k 192 --repeat 1
// Emulation: --m 256 --n 768 --k 384 --type e4m3 --repeat 1
//
// C[M x N] (bf16, row-major) = A[M x K] (row-major) * B[K x N] (column-major, that
// is B^T stored as N rows of K); A and B of bf16, or (--type e4m3) of e4m3.
//
// CTA tile 128 x 256, K tile 128 bytes, three warpgroups. One thread of the first
// one has the copy engine load; the two others multiply 64 rows each, by
// wgmma.m64n256 with both matrices in shared memory, four a K tile. A cluster of two
// CTAs works on 256 x 256: each loads its own 128 rows of A, and half of B for both
// (multicast), so that a K tile costs a CTA 32 KiB of the L2 cache's bandwidth, not
// 48. The grid has as many CTAs as the GPU has multiprocessors; cluster c takes the
// tiles c, c + clusters, c + 2 * clusters ...
//
// Shared memory, in the layout of the 128-byte swizzle (of a row's eight vectors of
// 16 bytes, v is where v ^ (row % 8) would be; eight rows are 1024 bytes, the matrix
// descriptors' stride):
//   0        4 stages of 48 KiB: 128 rows of A, 256 of B, 128 bytes each
//   196,608  8 warps x 2 buffers of 2 KiB: 16 rows of 64 columns of C
//   229,376  barriers
//
// Each stage has two barriers. Phase n of each is that of the nth tile in this stage;
// who waits says which phase by its parity; on a new barrier parity 1 is over.
//   Full   one arrival, of this CTA's producer, and 49,152 bytes: 16 KiB of A and
//          twice 16 KiB of B, one of which the other CTA sends. Those may come before
//          the producer has announced them; the phase lasts until it has.
//   Empty  16 arrivals, one of each consumer warp of each of the two CTAs: a producer
//          overwrites the stage in both.
//
// A consumer leaves one K tile's group of wgmma in flight while it waits for the next
// tile; wgmma_wait_group<1> retires the one before, whose stage goes back.
//
// Epilogue: a warp rounds its 16 x 256 part of C to bf16, and in steps of 64 columns
// puts it into one of its two buffers (stmatrix) and has the copy engine store it.
// Only the warp itself is waited for, and only until the buffer has been read; the
// producer is loading the next tile meanwhile.
//
// 65,536 registers are 168 for each of 384 threads. setmaxnreg gives the producer's to
// the consumers: 128 * 24 + 256 * 240 = 64,512 = 384 * 168.
//
// Launch:  grid of a multiple of 2 CTAs, clusters of 2, block 384 threads, 229,440
//          bytes of dynamic shared memory.
// Needs:   M % 256 == 0, N % 256 == 0, K % 64 == 0 (e4m3: K % 128 == 0), 16-byte
//          alignment; sm_90a.
//
//===----------------------------------------------------------------------===//

#include "cublas.h"
#include "host.h"
#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;

namespace {

constexpr int BlockM = 128, BlockN = 256, Stages = 4, ClusterCTAs = 2;
constexpr int Consumers = 2, WarpgroupThreads = 128, ConsumerWarps = Consumers * 4;
constexpr int Threads = (1 + Consumers) * WarpgroupThreads;
constexpr int ClusterM = ClusterCTAs * BlockM;

// Registers of a thread once setmaxnreg has moved them.
constexpr int ProducerRegisters = 24, ConsumerRegisters = 240;
static_assert(ProducerRegisters + Consumers * ConsumerRegisters <=
                  65536 / Threads / 8 * 8 * (1 + Consumers),
              "more registers than the kernel starts with");

// Without optimisation, ptxas 13.0 crashes on this kernel if it has setmaxnreg.
#ifdef __OPTIMIZE__
constexpr bool MovesRegisters = true;
#else
constexpr bool MovesRegisters = false;
#endif

// Shared memory, in bytes.
constexpr int RowBytes = 128, PatternBytes = 8 * RowBytes, VecBytes = 16;
constexpr int BytesA = BlockM * RowBytes, BytesB = BlockN * RowBytes;
constexpr int BytesPartB = BytesB / ClusterCTAs; // what one CTA of the cluster loads
constexpr int StageBytes = BytesA + BytesB;
constexpr int BufferRows = 16, BufferColumns = 64, Buffers = 2; // of C, of a warp
constexpr int BufferBytes = BufferRows * RowBytes;
constexpr int OffsetC = Stages * StageBytes;
constexpr int OffsetBarriers = OffsetC + ConsumerWarps * Buffers * BufferBytes;
constexpr int SharedBytes = OffsetBarriers + 2 * Stages * int(sizeof(MBarrier));
static_assert(BufferColumns * 2 == RowBytes, "a row of a buffer is as wide as the swizzle");
static_assert(BytesA % PatternBytes == 0 && BytesPartB % PatternBytes == 0 &&
                  BufferBytes % PatternBytes == 0,
              "everything begins where the swizzle's pattern does");
static_assert(SharedBytes <= 227 * 1024, "more shared memory than a CTA can have");

// Clusters that work at the same time work on tiles that are close to each other: groups of so
// many rows of tiles share what they load in the L2 cache.
constexpr int GroupRows = 8;

// What the kernel has to know of an element type.
template <class Element> constexpr int ElementBytes = 1;
template <> constexpr int ElementBytes<bf16> = 2;
template <class Element> constexpr int BlockK = RowBytes / ElementBytes<Element>;

/// The matrices, as the copy engine is told of them. It looks for the maps in global or constant
/// memory, or in the parameters of the kernel.
__constant__ CUtensorMap MapA, MapB, MapC;

//===-- Who works on what -------------------------------------------------===//

/// The tiles of a cluster.
struct Tiles {
  int Rows, Columns; // of clusters' tiles

  __device__ Tiles(int M, int N) : Rows(M / ClusterM), Columns(N / BlockN) {}

  __device__ int first() const { return blockIdx.x / ClusterCTAs; }
  __device__ int step() const { return gridDim.x / ClusterCTAs; }
  __device__ int end() const { return Rows * Columns; }

  /// The first row of C that the cluster computes as its tile `Index`, and the first column.
  __device__ __forceinline__ void place(int Index, int &Row, int &Column) const {
    int First = Index / (GroupRows * Columns) * GroupRows;
    int Height = min(GroupRows, Rows - First), Within = Index % (GroupRows * Columns);
    Row = (First + Within % Height) * ClusterM;
    Column = Within / Height * BlockN;
  }
};

/// A stage, and the parity of its current phase; goes round.
struct Position {
  int Stage = 0;
  unsigned Parity = 0;

  __device__ __forceinline__ void advance() {
    if (++Stage == Stages) {
      Stage = 0;
      Parity ^= 1;
    }
  }
};

/// Shared memory.
struct Ring {
  char *Bytes;

  __device__ __forceinline__ char *stage(int Stage) const { return Bytes + Stage * StageBytes; }
  __device__ __forceinline__ char *buffer(int Warp, int Index) const {
    return Bytes + OffsetC + (Warp * Buffers + Index) * BufferBytes;
  }
  __device__ __forceinline__ MBarrier *full(int Stage) const {
    return reinterpret_cast<MBarrier *>(Bytes + OffsetBarriers) + Stage;
  }
  __device__ __forceinline__ MBarrier *empty(int Stage) const { return full(Stages) + Stage; }
};

//===-- Producer ----------------------------------------------------------===//

/// Loads all K tiles of all tiles; one thread.
template <class Element> __device__ __forceinline__ void produce(Ring R, Tiles T, int K, int Rank) {
  Position P;
  for (int Index = T.first(); Index < T.end(); Index += T.step()) {
    int Row, Column;
    T.place(Index, Row, Column);
    Row += Rank * BlockM;
    Column += Rank * (BlockN / ClusterCTAs);
    for (int Depth = 0; Depth < K; Depth += BlockK<Element>) {
      // The other CTA's consumers are among those that it waits for.
      mbarrier_wait_parity<Scope::cluster>(R.empty(P.Stage), P.Parity ^ 1);
      MBarrier *Full = R.full(P.Stage);
      mbarrier_arrive_expect_tx(Full, StageBytes);
      char *Stage = R.stage(P.Stage);
      tma_load(Stage, Full, &MapA, {Depth, Row});
      tma_load(Stage + BytesA + Rank * BytesPartB, Full, &MapB, {Depth, Column},
               Multicast{(1 << ClusterCTAs) - 1});
      P.advance();
    }
  }
}

//===-- Consumers ---------------------------------------------------------===//

/// Lets both CTAs' producers overwrite a stage, as far as this warp goes. It has only
/// read, so the arrival publishes nothing in the cluster; that would be a fence of the whole GPU,
/// and take 40 % of the time.
__device__ __forceinline__ void release(Ring R, int Stage, int Lane) {
  if (Lane < ClusterCTAs)
    mbarrier_arrive<Scope::cta>(map_to_cta(R.empty(Stage), Lane));
}

/// Multiplies one tile: 64 rows of A, all of B.
template <class MMA>
__device__ __forceinline__ typename MMA::Accumulator multiply(Ring R, Position &P, int Consumer,
                                                              int Lane, int Trips) {
  __builtin_assume(Trips > 0);
  typename MMA::Accumulator Sums = 0;
  int Before = 0; // the stage of the K tile before
  for (int Trip = 0; Trip < Trips; ++Trip) {
    mbarrier_wait_parity(R.full(P.Stage), P.Parity);
    const char *Stage = R.stage(P.Stage);
    MatrixDescriptor A =
        wgmma_smem_desc(Stage + Consumer * MMA::Rows * RowBytes, VecBytes, PatternBytes);
    MatrixDescriptor B = wgmma_smem_desc(Stage + BytesA, VecBytes, PatternBytes);
    wgmma_fence();
#pragma unroll
    for (int Byte = 0; Byte < RowBytes; Byte += 32) // K of an instruction is 32 bytes
      Sums = MMA::mma_async(Sums, wgmma_advance(A, Byte), wgmma_advance(B, Byte),
                            Byte != 0 || Trip != 0);
    wgmma_commit_group();
    wgmma_wait_group<1>();
    if (Trip != 0)
      release(R, Before, Lane);
    Before = P.Stage;
    P.advance();
  }
  wgmma_wait_group<0>(Sums);
  release(R, Before, Lane);
  return Sums;
}

__device__ __forceinline__ unsigned pack(float Lower, float Upper) {
  return __builtin_bit_cast(unsigned, convert_to_bf16x2(Upper, Lower));
}

/// Stores a warp's 16 rows of C, 256 columns.
template <class MMA>
__device__ __forceinline__ void store(Ring R, int Warp, int Lane, int Row, int Column,
                                      typename MMA::Accumulator Sums) {
  // Lane l gives the address of row l % 8 of matrix l / 8; matrices 0 and 1 are the upper and the
  // lower eight rows of eight columns, 2 and 3 those of the next eight.
  int BufferRow = Lane % 16, Vec = Lane / 16;
#pragma unroll
  for (int Step = 0; Step < BlockN / BufferColumns; ++Step) {
    char *Buffer = R.buffer(Warp, Step % Buffers);
    if (Lane == 0)
      bulk_wait_group_read<Buffers - 1>();
    __syncwarp();
#pragma unroll
    for (int J = 0; J < BufferColumns; J += 16) {
      // Elements of two accumulators m16n8 side by side, four of each.
      int E = (Step * BufferColumns + J) / 2;
      Vector<unsigned, 4> Matrices = {pack(Sums[E], Sums[E + 1]), pack(Sums[E + 2], Sums[E + 3]),
                                      pack(Sums[E + 4], Sums[E + 5]),
                                      pack(Sums[E + 6], Sums[E + 7])};
      stmatrix(Buffer + BufferRow * RowBytes + ((J / 8 + Vec) ^ BufferRow % 8) * VecBytes,
               Matrices);
    }
    fence_proxy_async_shared();
    __syncwarp();
    if (Lane == 0) {
      tma_store(&MapC, {Column + Step * BufferColumns, Row}, Buffer);
      bulk_commit_group();
    }
  }
}

template <class Element> __device__ __forceinline__ void consume(Ring R, Tiles T, int K, int Rank) {
  using MMA = wgmma<BlockN, f32, Element>;
  static_assert(MMA::K * ElementBytes<Element> == 32, "K of an instruction is 32 bytes");
  static_assert(MMA::Rows * Consumers == BlockM, "the consumers share the rows");
  int Lane = threadIdx.x % 32, Warp = threadIdx.x / 32 - WarpgroupThreads / 32;
  Position P;
  for (int Index = T.first(); Index < T.end(); Index += T.step()) {
    int Row, Column;
    T.place(Index, Row, Column);
    auto Sums = multiply<MMA>(R, P, Warp / 4, Lane, K / BlockK<Element>);
    store<MMA>(R, Warp, Lane, Row + Rank * BlockM + Warp * BufferRows, Column, Sums);
  }
  if (Lane == 0)
    bulk_wait_group<0>();
}

template <class Element> __global__ void __launch_bounds__(Threads, 1) gemm(int M, int N, int K) {
  extern __shared__ __attribute__((aligned(1024))) char Shared[];
  Ring R;
  R.Bytes = Shared;
  int Rank = cluster_rank();
  if (threadIdx.x == 0) {
    prefetch_tensormap(&MapA);
    prefetch_tensormap(&MapB);
    prefetch_tensormap(&MapC);
    for (int S = 0; S < Stages; ++S) {
      mbarrier_init(R.full(S), 1);
      mbarrier_init(R.empty(S), ClusterCTAs * ConsumerWarps);
    }
    fence_mbarrier_init();
  }
  // Before it nobody may use the barriers of the other CTA.
  cluster_sync();

  Tiles T(M, N);
  if (threadIdx.x < WarpgroupThreads) {
    if constexpr (MovesRegisters)
      setmaxnreg_dec<ProducerRegisters>();
    if (threadIdx.x < 32 && elect_one())
      produce<Element>(R, T, K, Rank);
    __syncwarp();
  } else {
    if constexpr (MovesRegisters)
      setmaxnreg_inc<ConsumerRegisters>();
    consume<Element>(R, T, K, Rank);
    __syncwarp();
  }
  // The other CTA may still send to this one, or arrive at its barriers.
  cluster_sync();
}

//===-- Host --------------------------------------------------------------===//

void setMap(const CUtensorMap &Symbol, const CUtensorMap &Map) {
  host::check(cudaMemcpyToSymbol(Symbol, &Map, sizeof(Map)), "cudaMemcpyToSymbol");
}

template <class Element>
int runProgram(const host::Options &O, const host::Format &Format, CUtensorMapDataType Type,
               double Relative) {
  host::requireMultiple("M", O.M, ClusterM);
  host::requireMultiple("N", O.N, BlockN);
  host::requireMultiple("K", O.K, BlockK<Element>);
  host::requireGPU(9, /*Minor=*/0);

  host::Codes A(Format, size_t(O.M) * O.K), B(Format, size_t(O.N) * O.K);
  A.fill(1);
  B.fill(2);
  host::Buffer DeviceA(A.data(), A.bytes()), DeviceB(B.data(), B.bytes());
  host::Buffer DeviceC(size_t(O.M) * O.N * 2);
  constexpr int Bits = ElementBytes<Element> * 8;
  setMap(MapA, host::makeTensorMap(Type, Bits, DeviceA.as<void>(), O.M, O.K, BlockM,
                                   BlockK<Element>, CU_TENSOR_MAP_SWIZZLE_128B));
  setMap(MapB, host::makeTensorMap(Type, Bits, DeviceB.as<void>(), O.N, O.K, BlockN / ClusterCTAs,
                                   BlockK<Element>, CU_TENSOR_MAP_SWIZZLE_128B));
  setMap(MapC, host::makeTensorMap(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 16, DeviceC.as<void>(), O.M,
                                   O.N, BufferRows, BufferColumns, CU_TENSOR_MAP_SWIZZLE_128B));

  int Multiprocessors = 0;
  host::check(cudaDeviceGetAttribute(&Multiprocessors, cudaDevAttrMultiProcessorCount, 0),
              "cudaDeviceGetAttribute");
  host::check(
      cudaFuncSetAttribute(gemm<Element>, cudaFuncAttributeMaxDynamicSharedMemorySize, SharedBytes),
      "cudaFuncSetAttribute");
  cudaLaunchAttribute Cluster = {};
  Cluster.id = cudaLaunchAttributeClusterDimension;
  Cluster.val.clusterDim.x = ClusterCTAs;
  Cluster.val.clusterDim.y = Cluster.val.clusterDim.z = 1;
  cudaLaunchConfig_t Config = {};
  Config.gridDim =
      dim3(std::min(Multiprocessors, O.M / BlockM * (O.N / BlockN)) / ClusterCTAs * ClusterCTAs);
  Config.blockDim = dim3(Threads);
  Config.dynamicSmemBytes = SharedBytes;
  Config.attrs = &Cluster;
  Config.numAttrs = 1;
  double Seconds = host::measure(O.Repeat, [&] {
    host::check(cudaLaunchKernelEx(&Config, gemm<Element>, O.M, O.N, O.K), "cudaLaunchKernelEx");
  });

  host::Codes C(host::BF16, size_t(O.M) * O.N);
  DeviceC.read(C.data());
  bool Right = host::compare(
      O.M, O.N, /*Count=*/1000, Relative,
      [&](int Row, int Column) { return C.get(size_t(Row) * O.N + Column); },
      [&](int Row, int Column) {
        host::Expected E;
        for (int K = 0; K < O.K; ++K)
          E.add(A.get(size_t(Row) * O.K + K) * B.get(size_t(Column) * O.K + K));
        // Besides, C is rounded to eight bits: by 2^-8 of its own magnitude at most.
        E.Magnitude += std::fabs(E.Value) / 256 / Relative;
        return E;
      });
  host::report(O, Seconds);
  if constexpr (ElementBytes<Element> == 2) // cuBLAS asks for more than it to multiply e4m3
    if (O.Cublas)
      host::reportCublas(O, DeviceC.as<void>(), CUDA_R_16BF, DeviceA.as<void>(), DeviceB.as<void>(),
                         CUDA_R_16BF);
  return Right ? 0 : 1;
}

/// Takes "--type NAME" out of the arguments.
std::string takeType(int &argc, char **argv) {
  for (int I = 1; I < argc; ++I) {
    if (std::strcmp(argv[I], "--type"))
      continue;
    if (I + 1 == argc)
      host::stop("--type needs a name: bf16 or e4m3");
    std::string Type = argv[I + 1];
    std::copy(argv + I + 2, argv + argc, argv + I);
    argc -= 2;
    return Type;
  }
  return "bf16";
}

} // namespace

int main(int argc, char **argv) {
  std::string Type = takeType(argc, argv);
  host::Options O = host::parse(argc, argv, {/*M=*/4096, /*N=*/4096, /*K=*/4096});
  if (O.SelfTest)
    return host::selfTest();
  // The tensor cores keep some 14 bits of sums of e4m3.
  if (Type == "bf16")
    return runProgram<bf16>(O, host::BF16, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, /*Relative=*/1e-5);
  if (Type == "e4m3")
    return runProgram<e4m3>(O, host::E4M3, CU_TENSOR_MAP_DATA_TYPE_UINT8, /*Relative=*/1e-3);
  host::stop("--type is bf16 or e4m3");
}
