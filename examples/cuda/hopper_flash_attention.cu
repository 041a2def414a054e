//===-- hopper_flash_attention.cu - Attention on wgmma and TMA --*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Target: sm_90a
// Performance: --m 8192 --n 16
// Performance: --m 8192 --n 16 --causal
// Emulation: --m 640 --n 1 --repeat 1
// Emulation: --m 640 --n 1 --causal --repeat 1
//
// O = softmax(Q * K^T / sqrt(128)) * V for each of some heads; Q, K, V, O of bf16,
// [heads][length][128]. With --causal a query sees the keys up to its own place.
//
// The design is that of FlashAttention-3 (Shah et al. 2024), forward pass: a producer
// and two consumer warpgroups of 64 queries each, whose softmax and multiplications
// overlap in two ways:
//   - between the warpgroups: one has its turn at the tensor cores while the other
//     computes its softmax (ping-pong);
//   - within one: tile i of Q * K^T and tile i - 1 of P * V are sent off together, and
//     the softmax of the former runs while the latter is multiplied.
// A CTA computes 128 queries of a head, and goes through the keys in tiles of 128, from
// the last to the first; with --causal only the first of them needs a mask, and CTAs
// with the most keys come first. Q * K^T is wgmma.m64n128k16 with both matrices in
// shared memory, P * V the same with P in registers: what a thread holds of a product is
// what it needs of P as A. V is stored as it came, and is N-major as B.
//
// Shared memory; all tiles are of rows of 128 bytes, half of the 128 columns, in the
// layout of the 128-byte swizzle (of a row's eight vectors of 16 bytes, v is where
// v ^ (row % 8) would be):
//   0        Q: for each consumer two halves of 64 rows; at the end its part of O
//   32,768   2 stages of K, two halves of 128 rows
//   98,304   2 stages of V, the same
//   163,840  barriers
//
// Barriers: QFull, and of each stage of K and of V
//   Full   one arrival, of the producer, and 32,768 bytes
//   Empty  8 arrivals, one of each consumer warp
// Phase n of a stage's barriers is that of the nth tile in it; on a new barrier parity 1
// is over. Turns are the named barriers 1 and 2: consumer c waits at 1 + c for its turn,
// and arrives at the other's when it has sent off its multiplications. Consumer 1
// arrives first of all, so that consumer 0 begins, and not at its last tile, when
// consumer 0 waits no more.
//
// Launch:  grid length / 128 * heads, block 384 threads, 163,912 bytes of dynamic shared
//          memory.
// Needs:   length % 128 == 0, 16-byte alignment; sm_90a.
//
//   --m LENGTH --n HEADS (of all batches together) --causal
//
//===----------------------------------------------------------------------===//

#include "host.h"
#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;

namespace {

constexpr int HeadColumns = 128, BlockM = 128, BlockN = 128, Stages = 2;
constexpr int Consumers = 2, WarpgroupThreads = 128, ConsumerWarps = Consumers * 4;
constexpr int Threads = (1 + Consumers) * WarpgroupThreads;
static_assert(BlockM == BlockN, "the mask is that of a tile on the diagonal");

using MMA = wgmma<BlockN, f32, bf16>;
static_assert(BlockN == HeadColumns, "S and O are of one shape");
static_assert(MMA::Rows * Consumers == BlockM, "the consumers share the queries");

// Registers of a thread once setmaxnreg has moved them.
constexpr int ProducerRegisters = 24, ConsumerRegisters = 240;
static_assert(ProducerRegisters + Consumers * ConsumerRegisters <=
                  65536 / Threads / 8 * 8 * (1 + Consumers),
              "more registers than the kernel starts with");

// Shared memory, in bytes.
constexpr int RowBytes = 128, PatternBytes = 8 * RowBytes, VecBytes = 16;
constexpr int HalfColumns = RowBytes / 2, Halves = HeadColumns / HalfColumns;
constexpr int HalfQBytes = MMA::Rows * RowBytes, PartQBytes = Halves * HalfQBytes;
constexpr int HalfBytes = BlockN * RowBytes, TileBytes = Halves * HalfBytes; // of K and of V
constexpr int OffsetK = Consumers * PartQBytes, OffsetV = OffsetK + Stages * TileBytes;
constexpr int OffsetBarriers = OffsetV + Stages * TileBytes;
constexpr int SharedBytes = OffsetBarriers + (1 + 4 * Stages) * int(sizeof(MBarrier));
static_assert(HalfQBytes % PatternBytes == 0 && HalfBytes % PatternBytes == 0,
              "everything begins where the swizzle's pattern does");
constexpr int StoreRows = 16; // that a warp stores at a time

// Named barriers; 0 is __syncthreads'.
constexpr int FirstTurn = 1, FirstMeeting = FirstTurn + Consumers;

/// The matrices, as the copy engine is told of them. It looks for the maps in global or constant
/// memory, or in the parameters of the kernel.
__constant__ CUtensorMap MapQ, MapK, MapV, MapO;

/// Shared memory. Tiles are counted from the first one that is used.
struct Ring {
  char *Bytes;

  __device__ __forceinline__ char *q(int Consumer) const { return Bytes + Consumer * PartQBytes; }
  __device__ __forceinline__ char *k(int Tile) const {
    return Bytes + OffsetK + Tile % Stages * TileBytes;
  }
  __device__ __forceinline__ char *v(int Tile) const {
    return Bytes + OffsetV + Tile % Stages * TileBytes;
  }
  __device__ __forceinline__ MBarrier *qFull() const {
    return reinterpret_cast<MBarrier *>(Bytes + OffsetBarriers);
  }
  __device__ __forceinline__ MBarrier *kFull(int Tile) const { return qFull() + 1 + Tile % Stages; }
  __device__ __forceinline__ MBarrier *kEmpty(int Tile) const { return kFull(Tile) + Stages; }
  __device__ __forceinline__ MBarrier *vFull(int Tile) const { return kFull(Tile) + 2 * Stages; }
  __device__ __forceinline__ MBarrier *vEmpty(int Tile) const { return kFull(Tile) + 3 * Stages; }

  /// How often a tile's stage had another tile before, as a parity.
  static __device__ __forceinline__ unsigned round(int Tile) { return Tile / Stages % 2; }
};

/// What a CTA computes.
struct Work {
  int FirstQuery, FirstKey; // rows of the matrices of all heads; the key is the head's first one
  int Tiles;                // of keys

  __device__ __forceinline__ Work(int Length, bool IsCausal) {
    int Blocks = Length / BlockM, Block = Blocks - 1 - blockIdx.x % Blocks;
    FirstKey = blockIdx.x / Blocks * Length;
    FirstQuery = FirstKey + Block * BlockM;
    Tiles = IsCausal ? Block + 1 : Blocks;
  }

  /// The first row of the keys, and values, of tile 0, 1 ...
  __device__ __forceinline__ int keys(int Tile) const {
    return FirstKey + (Tiles - 1 - Tile) * BlockN;
  }
};

//===-- Producer ----------------------------------------------------------===//

/// Loads a tile of K or V.
__device__ __forceinline__ void loadTile(char *Tile, MBarrier *Full, MBarrier *Empty,
                                         unsigned Round, const CUtensorMap *Map, int Row) {
  mbarrier_wait_parity(Empty, Round ^ 1);
  mbarrier_arrive_expect_tx(Full, TileBytes);
#pragma unroll
  for (int Half = 0; Half < Halves; ++Half)
    tma_load(Tile + Half * HalfBytes, Full, Map, {Half * HalfColumns, Row});
}

/// Loads everything, in the order in which it is needed; one thread.
__device__ __forceinline__ void produce(Ring R, Work W) {
  mbarrier_arrive_expect_tx(R.qFull(), Consumers * PartQBytes);
#pragma unroll
  for (int Part = 0; Part < Consumers * Halves; ++Part)
    tma_load(R.q(0) + Part * HalfQBytes, R.qFull(), &MapQ,
             {Part % Halves * HalfColumns, W.FirstQuery + Part / Halves * MMA::Rows});
  for (int I = 0; I <= W.Tiles; ++I) {
    if (I < W.Tiles)
      loadTile(R.k(I), R.kFull(I), R.kEmpty(I), R.round(I), &MapK, W.keys(I));
    if (I > 0)
      loadTile(R.v(I - 1), R.vFull(I - 1), R.vEmpty(I - 1), R.round(I - 1), &MapV, W.keys(I - 1));
  }
}

//===-- Consumers ---------------------------------------------------------===//

/// Lets the producer overwrite a stage, as far as this warp goes.
__device__ __forceinline__ void release(MBarrier *Empty) {
  if (threadIdx.x % 32 == 0)
    mbarrier_arrive(Empty);
}

/// 64 queries times 128 keys; does not wait.
__device__ __forceinline__ MMA::Accumulator multiplyKeys(const char *Q, const char *K) {
  MatrixDescriptor A = wgmma_smem_desc(Q, VecBytes, PatternBytes);
  MatrixDescriptor B = wgmma_smem_desc(K, VecBytes, PatternBytes);
  MMA::Accumulator S = 0;
#pragma unroll
  for (int Step = 0; Step < HeadColumns / MMA::K; ++Step) {
    int Half = Step * MMA::K / HalfColumns, Byte = Step * MMA::K % HalfColumns * 2;
    S = MMA::mma_async(S, wgmma_advance(A, Half * HalfQBytes + Byte),
                       wgmma_advance(B, Half * HalfBytes + Byte), Step != 0);
  }
  return S;
}

/// P as matrix A, 16 keys a fragment.
struct Probabilities {
  static constexpr int Steps = BlockN / MMA::K;
  MMA::FragmentA Parts[Steps];

  static __device__ __forceinline__ unsigned pack(float Lower, float Upper) {
    return __builtin_bit_cast(unsigned, convert_to_bf16x2(Upper, Lower));
  }

  /// Elements of S lie as those of A do, if 16 columns are a fragment.
  __device__ __forceinline__ void set(MMA::Accumulator S) {
#pragma unroll
    for (int I = 0; I < Steps; ++I)
      Parts[I] = {pack(S[I * 8], S[I * 8 + 1]), pack(S[I * 8 + 2], S[I * 8 + 3]),
                  pack(S[I * 8 + 4], S[I * 8 + 5]), pack(S[I * 8 + 6], S[I * 8 + 7])};
  }

  /// O + P * V; does not wait. V is N-major: leading dimension from 64 columns to the next 64,
  /// stride from eight keys to the next eight.
  __device__ __forceinline__ MMA::Accumulator multiply(MMA::Accumulator O, const char *V) const {
    MatrixDescriptor B = wgmma_smem_desc(V, HalfBytes, PatternBytes);
#pragma unroll
    for (int I = 0; I < Steps; ++I)
      O = MMA::mma_async</*ScaleA=*/1, /*ScaleB=*/1, /*TransA=*/0, /*TransB=*/1>(
          O, Parts[I], wgmma_advance(B, I * MMA::K * RowBytes), true);
    return O;
  }
};

/// Softmax of the two rows of which a thread, with three neighbours, holds the columns. Maxima are
/// those of the products as they are, Factor is 1 / sqrt(128) and the logarithm of 2.
struct Softmax {
  float Factor;
  float Max[2] = {-INFINITY, -INFINITY}, Sum[2] = {0, 0}; // Sum: of this thread's columns
  float Rescale[2];                                       // what was summed up before

  static __device__ __forceinline__ int rowOf(int Element) { return Element / 2 % 2; }

  /// Replaces products by powers of two.
  __device__ __forceinline__ void apply(MMA::Accumulator &S) {
    float Before[2] = {Max[0], Max[1]};
#pragma unroll
    for (int E = 0; E < MMA::Elements; E += 2) // by two: half the chain of dependences
      Max[rowOf(E)] = fmaxf(Max[rowOf(E)], fmaxf(S[E], S[E + 1]));
#pragma unroll
    for (int Row = 0; Row < 2; ++Row) {
      Max[Row] = fmaxf(Max[Row], __shfl_xor_sync(0xffffffff, Max[Row], 1));
      Max[Row] = fmaxf(Max[Row], __shfl_xor_sync(0xffffffff, Max[Row], 2));
      Rescale[Row] = __nvvm_ex2_approx_ftz_f((Before[Row] - Max[Row]) * Factor);
      Sum[Row] *= Rescale[Row];
    }
    float Shift[2] = {Max[0] * Factor, Max[1] * Factor};
#pragma unroll
    for (int E = 0; E < MMA::Elements; E += 2) {
      S[E] = __nvvm_ex2_approx_ftz_f(S[E] * Factor - Shift[rowOf(E)]);
      S[E + 1] = __nvvm_ex2_approx_ftz_f(S[E + 1] * Factor - Shift[rowOf(E)]);
      Sum[rowOf(E)] += S[E] + S[E + 1];
    }
  }

  __device__ __forceinline__ void rescale(MMA::Accumulator &O) const {
#pragma unroll
    for (int E = 0; E < MMA::Elements; ++E)
      O[E] *= Rescale[rowOf(E)];
  }

  /// Divides by the sums of the rows.
  __device__ __forceinline__ void finish(MMA::Accumulator &O) {
#pragma unroll
    for (int Row = 0; Row < 2; ++Row) {
      Sum[Row] += __shfl_xor_sync(0xffffffff, Sum[Row], 1);
      Sum[Row] += __shfl_xor_sync(0xffffffff, Sum[Row], 2);
      Rescale[Row] = 1 / Sum[Row];
    }
    rescale(O);
  }
};

/// Products with keys behind the query; of the tile on the diagonal.
__device__ __forceinline__ void mask(MMA::Accumulator &S, int Consumer) {
  int Thread = threadIdx.x % WarpgroupThreads;
#pragma unroll
  for (int E = 0; E < MMA::Elements; ++E)
    if (MMA::column(Thread, E) > Consumer * MMA::Rows + MMA::row(Thread, E))
      S[E] = -INFINITY;
}

/// The order in which the consumers send off their multiplications.
struct Turns {
  int Consumer;

  __device__ __forceinline__ void begin() const {
    if (Consumer == 1)
      barrier_arrive(FirstTurn, Consumers * WarpgroupThreads);
  }
  __device__ __forceinline__ void take() const {
    barrier_sync(FirstTurn + Consumer, Consumers * WarpgroupThreads);
  }
  __device__ __forceinline__ void pass(bool IsLast) const {
    if (Consumer == 0 || !IsLast)
      barrier_arrive(FirstTurn + 1 - Consumer, Consumers * WarpgroupThreads);
  }
};

/// Stores a consumer's 64 rows of O by way of where its queries were.
__device__ __forceinline__ void store(char *Part, int Row, MMA::Accumulator O) {
  int Warp = threadIdx.x / 32 % 4, Lane = threadIdx.x % 32;
  // Lane l gives the address of row l % 8 of matrix l / 8; matrices 0 and 1 are the upper and the
  // lower eight rows of eight columns, 2 and 3 those of the next eight.
  int Vec = Lane / 16;
  char *Rows = Part + Warp * StoreRows * RowBytes;
  Probabilities Packed;
  Packed.set(O);
#pragma unroll
  for (int Column = 0; Column < HeadColumns; Column += 16) {
    int Half = Column / HalfColumns, FirstVec = Column % HalfColumns / 8;
    stmatrix(Rows + Half * HalfQBytes + Lane % 16 * RowBytes +
                 ((FirstVec + Vec) ^ Lane % 8) * VecBytes,
             Packed.Parts[Column / 16]);
  }
  fence_proxy_async_shared();
  __syncwarp();
  if (Lane != 0)
    return;
#pragma unroll
  for (int Half = 0; Half < Halves; ++Half)
    tma_store(&MapO, {Half * HalfColumns, Row + Warp * StoreRows}, Rows + Half * HalfQBytes);
  bulk_commit_group();
  bulk_wait_group<0>();
}

template <bool IsCausal>
__device__ __forceinline__ void consume(Ring R, Work W, int Consumer, float Factor) {
  Turns T = {Consumer};
  Softmax Rows;
  Rows.Factor = Factor;
  Probabilities P;
  MMA::Accumulator O = 0;
  const char *Q = R.q(Consumer);

  T.begin();
  mbarrier_wait_parity(R.qFull(), 0);
  mbarrier_wait_parity(R.kFull(0), 0);
  T.take();
  wgmma_fence();
  MMA::Accumulator First = multiplyKeys(Q, R.k(0));
  wgmma_commit_group();
  T.pass(W.Tiles == 1);
  wgmma_wait_group<0>(First);
  release(R.kEmpty(0));
  if constexpr (IsCausal)
    mask(First, Consumer);
  Rows.apply(First);
  P.set(First);

  for (int I = 1; I < W.Tiles; ++I) {
    mbarrier_wait_parity(R.kFull(I), R.round(I));
    mbarrier_wait_parity(R.vFull(I - 1), R.round(I - 1));
    T.take();
    wgmma_fence();
    MMA::Accumulator S = multiplyKeys(Q, R.k(I));
    wgmma_commit_group();
    O = P.multiply(O, R.v(I - 1));
    wgmma_commit_group();
    T.pass(I == W.Tiles - 1);
    wgmma_wait_group<1>(S);
    release(R.kEmpty(I));
    Rows.apply(S);
    wgmma_wait_group<0>(O);
    release(R.vEmpty(I - 1));
    Rows.rescale(O);
    P.set(S);
  }

  int Last = W.Tiles - 1;
  mbarrier_wait_parity(R.vFull(Last), R.round(Last));
  wgmma_fence();
  O = P.multiply(O, R.v(Last));
  wgmma_commit_group();
  wgmma_wait_group<0>(O);
  Rows.finish(O);
  // No warp may still be at the queries.
  barrier_sync(FirstMeeting + Consumer, WarpgroupThreads);
  store(R.q(Consumer), W.FirstQuery + Consumer * MMA::Rows, O);
}

template <bool IsCausal>
__global__ void __launch_bounds__(Threads, 1) attention(int Length, float Factor) {
  extern __shared__ __attribute__((aligned(1024))) char Shared[];
  Ring R;
  R.Bytes = Shared;
  if (threadIdx.x == 0) {
    prefetch_tensormap(&MapQ);
    prefetch_tensormap(&MapK);
    prefetch_tensormap(&MapV);
    prefetch_tensormap(&MapO);
    mbarrier_init(R.qFull(), 1);
    for (int S = 0; S < Stages; ++S) {
      mbarrier_init(R.kFull(S), 1);
      mbarrier_init(R.kEmpty(S), ConsumerWarps);
      mbarrier_init(R.vFull(S), 1);
      mbarrier_init(R.vEmpty(S), ConsumerWarps);
    }
    fence_mbarrier_init();
  }
  __syncthreads();

  Work W(Length, IsCausal);
  if (threadIdx.x < WarpgroupThreads) {
    setmaxnreg_dec<ProducerRegisters>();
    if (threadIdx.x < 32 && elect_one())
      produce(R, W);
  } else {
    setmaxnreg_inc<ConsumerRegisters>();
    consume<IsCausal>(R, W, threadIdx.x / WarpgroupThreads - 1, Factor);
  }
}

//===-- Host --------------------------------------------------------------===//

/// A matrix of all heads, as numbers.
std::vector<double> decodeAll(const host::Codes &Matrix) {
  std::vector<double> Result(Matrix.size());
  for (size_t I = 0; I < Result.size(); ++I)
    Result[I] = Matrix.get(I);
  return Result;
}

/// An element of O by the definition.
struct Reference {
  int Length;
  bool IsCausal;
  std::vector<double> Q, K, V;

  host::Expected operator()(int Row, int Column) const {
    int First = Row / Length * Length, End = IsCausal ? Row + 1 : First + Length;
    std::vector<double> Scores;
    for (int Key = First; Key < End; ++Key) {
      double Score = 0;
      for (int I = 0; I < HeadColumns; ++I)
        Score += Q[size_t(Row) * HeadColumns + I] * K[size_t(Key) * HeadColumns + I];
      Scores.push_back(Score / std::sqrt(double(HeadColumns)));
    }
    double Max = *std::max_element(Scores.begin(), Scores.end()), Sum = 0;
    for (double Score : Scores)
      Sum += std::exp(Score - Max);
    host::Expected E;
    for (int Key = First; Key < End; ++Key)
      E.add(std::exp(Scores[Key - First] - Max) / Sum * V[size_t(Key) * HeadColumns + Column]);
    E.Magnitude += std::fabs(E.Value); // O is rounded as P is
    return E;
  }
};

void setMap(const CUtensorMap &Symbol, const host::Buffer &Matrix, int Rows, int BoxRows) {
  CUtensorMap Map =
      host::makeTensorMap(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 16, Matrix.as<void>(), Rows,
                          HeadColumns, BoxRows, HalfColumns, CU_TENSOR_MAP_SWIZZLE_128B);
  host::check(cudaMemcpyToSymbol(Symbol, &Map, sizeof(Map)), "cudaMemcpyToSymbol");
}

/// Takes an option without a value out of the arguments.
bool takeFlag(int &argc, char **argv, const char *Flag) {
  for (int I = 1; I < argc; ++I)
    if (!std::strcmp(argv[I], Flag)) {
      std::copy(argv + I + 1, argv + argc, argv + I);
      --argc;
      return true;
    }
  return false;
}

} // namespace

int main(int argc, char **argv) {
  bool IsCausal = takeFlag(argc, argv, "--causal");
  host::Options O = host::parse(argc, argv, {/*M=*/4096, /*N=*/16, /*K=*/HeadColumns});
  if (O.SelfTest)
    return host::selfTest();
  int Length = O.M, Heads = O.N, Rows = Length * Heads;
  host::requireMultiple("M, the length,", Length, BlockM);
  if (O.K != HeadColumns)
    host::stop("K must be " + std::to_string(HeadColumns) + ", a head's columns");
  host::requireGPU(9, /*Minor=*/0);

  size_t Size = size_t(Rows) * HeadColumns;
  host::Codes Q(host::BF16, Size), K(host::BF16, Size), V(host::BF16, Size);
  Q.fill(1);
  K.fill(2);
  V.fill(3);
  for (size_t I = 0; I < Size; ++I)
    Q.set(I, Q.get(I) * 4); // so that keys differ in their weight
  host::Buffer DeviceQ(Q.data(), Q.bytes()), DeviceK(K.data(), K.bytes());
  host::Buffer DeviceV(V.data(), V.bytes()), DeviceO(Size * 2);
  setMap(MapQ, DeviceQ, Rows, MMA::Rows);
  setMap(MapK, DeviceK, Rows, BlockN);
  setMap(MapV, DeviceV, Rows, BlockN);
  setMap(MapO, DeviceO, Rows, StoreRows);

  auto *Kernel = IsCausal ? attention<true> : attention<false>;
  host::check(
      cudaFuncSetAttribute(Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SharedBytes),
      "cudaFuncSetAttribute");
  float Factor = 1 / std::sqrt(float(HeadColumns)) / std::log(2.0f);
  double Seconds = host::measure(
      O.Repeat, [&] { Kernel<<<Rows / BlockM, Threads, SharedBytes>>>(Length, Factor); });

  host::Codes Result(host::BF16, Size);
  DeviceO.read(Result.data());
  // P is rounded to eight bits, by 2^-8 at most.
  bool Right = host::compare(
      Rows, HeadColumns, /*Count=*/1000, /*Relative=*/4e-3,
      [&](int Row, int Column) { return Result.get(size_t(Row) * HeadColumns + Column); },
      Reference{Length, IsCausal, decodeAll(Q), decodeAll(K), decodeAll(V)});
  double Products = 2.0 * Length * Length * HeadColumns * Heads / (IsCausal ? 2 : 1);
  std::printf("%d heads of %d x %d%s: ", Heads, Length, HeadColumns, IsCausal ? ", causal" : "");
  if (host::isEmulated())
    std::printf("no time, as there is no GPU\n");
  else
    std::printf("%.3f ms, %.1f TFLOP/s\n", Seconds * 1000, 2 * Products / Seconds / 1e12);
  return Right ? 0 : 1;
}
