//===-- host.h - What the examples' host programs share ---------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, numbers of narrow formats, matrices on the device, tensor maps, the
// reference, and times. Knows no kernel.
//
// Every program takes
//   --m M --n N --k K    the sizes
//   --repeat R           launches to time
//   --self-test          what needs no GPU: the host's own arithmetic
//   --cublas             cuBLAS' time for the same, where a program can ask for it
// and ends with 0 if the results are right, 1 if they are not, 2 if it cannot
// run: no GPU, one of another kind, an error of CUDA's.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_EXAMPLES_HOST_H
#define NVPTX_TENSORCORE_EXAMPLES_HOST_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <functional>
#include <string>
#include <vector>

namespace host {

//===-- Errors and options ------------------------------------------------===//

[[noreturn]] inline void stop(const std::string &Reason) {
  std::fprintf(stderr, "%s\n", Reason.c_str());
  std::exit(2);
}

inline void check(cudaError_t Result, const char *What) {
  if (Result != cudaSuccess)
    stop(std::string(What) + ": " + cudaGetErrorString(Result));
}

struct Options {
  int M, N, K;
  int Repeat = 10;
  bool SelfTest = false;
  bool Cublas = false;
};

/// An option with a number that one program has and others do not.
struct MoreOption {
  const char *Name;
  int *Value;
};

/// The options of the command line; the sizes that are not given are the defaults'.
inline Options parse(int argc, char **argv, Options Result,
                     const std::vector<MoreOption> &More = {}) {
  auto Next = [&](int &I) {
    char *End = nullptr;
    long Value = ++I < argc ? std::strtol(argv[I], &End, 10) : 0;
    if (Value <= 0 || Value > INT32_MAX || *End)
      stop(std::string(argv[I - 1]) + " needs a positive number");
    return int(Value);
  };
  for (int I = 1; I < argc; ++I) {
    const std::string Option = argv[I];
    auto Own = std::find_if(More.begin(), More.end(),
                            [&](const MoreOption &O) { return Option == O.Name; });
    if (Own != More.end())
      *Own->Value = Next(I);
    else if (Option == "--m")
      Result.M = Next(I);
    else if (Option == "--n")
      Result.N = Next(I);
    else if (Option == "--k")
      Result.K = Next(I);
    else if (Option == "--repeat")
      Result.Repeat = Next(I);
    else if (Option == "--self-test")
      Result.SelfTest = true;
    else if (Option == "--cublas")
      Result.Cublas = true;
    else {
      std::string Names = "--m, --n, --k, ";
      for (const MoreOption &O : More)
        Names += std::string(O.Name) + ", ";
      stop("unknown option " + Option + "; there are " + Names +
           "--repeat with a number, --self-test and --cublas");
    }
  }
  return Result;
}

/// Stops unless a size is a multiple of what the kernel takes.
inline void requireMultiple(const char *Name, int Size, int Multiple) {
  if (Size % Multiple)
    stop(std::string(Name) + " is " + std::to_string(Size) + "; it must be a multiple of " +
         std::to_string(Multiple));
}

/// Stops unless there is a GPU of this compute capability: major and minor, or, with minor -1,
/// any of the major one or a later one.
inline void requireGPU(int Major, int Minor) {
  int Count = 0;
  cudaError_t Result = cudaGetDeviceCount(&Count);
  if (Result != cudaSuccess || !Count)
    stop(std::string("no GPU: ") + cudaGetErrorString(Result));
  cudaDeviceProp Properties;
  check(cudaGetDeviceProperties(&Properties, 0), "cudaGetDeviceProperties");
  bool Fits = Minor < 0 ? Properties.major >= Major
                        : Properties.major == Major && Properties.minor == Minor;
  if (!Fits)
    stop(std::string(Properties.name) + " has compute capability " +
         std::to_string(Properties.major) + "." + std::to_string(Properties.minor) +
         "; this program is for " + std::to_string(Major) +
         (Minor < 0 ? " and later" : "." + std::to_string(Minor)));
}

//===-- Numbers -----------------------------------------------------------===//

/// A small binary floating-point format. Finite: there are no infinities, and the greatest code
/// is NaN (e4m3) or a number (6 and 4 bits).
struct Format {
  int ExponentBits, MantissaBits, Bias;
  bool HasInfinity;
  double Greatest;

  int bits() const { return 1 + ExponentBits + MantissaBits; }
};

inline constexpr Format BF16 = {8, 7, 127, true, 3.3895313892515355e38};
inline constexpr Format F16 = {5, 10, 15, true, 65504};
inline constexpr Format E4M3 = {4, 3, 7, false, 448};
inline constexpr Format E5M2 = {5, 2, 15, true, 57344};
inline constexpr Format E2M1 = {2, 1, 1, false, 6};

/// The value of a code. No code that the programs make is infinity or NaN.
inline double decode(const Format &F, unsigned Code) {
  int Exponent = Code >> F.MantissaBits & ((1 << F.ExponentBits) - 1);
  int Mantissa = Code & ((1 << F.MantissaBits) - 1);
  double Magnitude = Exponent ? std::ldexp((1 << F.MantissaBits) + Mantissa,
                                           Exponent - F.Bias - F.MantissaBits)
                              : std::ldexp(Mantissa, 1 - F.Bias - F.MantissaBits);
  return Code >> (F.bits() - 1) & 1 ? -Magnitude : Magnitude;
}

/// The code of the nearest value, ties to even, the greatest one for what is out of range.
inline unsigned encode(const Format &F, double Value) {
  unsigned Sign = std::signbit(Value) ? 1u << (F.bits() - 1) : 0;
  double Magnitude = std::min(std::fabs(Value), F.Greatest);
  if (Magnitude == 0)
    return Sign;
  int Exponent = std::max(std::ilogb(Magnitude), 1 - F.Bias);
  // In units of the last place; a carry goes to the exponent by itself.
  double Units = std::nearbyint(std::ldexp(Magnitude, F.MantissaBits - Exponent));
  unsigned Code = unsigned(Units) + ((unsigned(Exponent + F.Bias) - 1) << F.MantissaBits);
  return Sign | Code;
}

/// A scale factor of eight bits: a power of two.
inline double decodeScale(unsigned char Code) { return std::ldexp(1.0, int(Code) - 127); }

/// Codes in memory, one behind the other: two of 4 bits in a byte, the first one lower.
class Codes {
public:
  Codes(const Format &F, size_t Count)
      : F(F), Bytes((Count * Width() + 7) / 8), NumCodes(Count) {}

  size_t size() const { return NumCodes; }
  size_t bytes() const { return Bytes.size(); }
  const void *data() const { return Bytes.data(); }
  void *data() { return Bytes.data(); }

  void set(size_t I, double Value) {
    unsigned Code = encode(F, Value);
    if (Width() == 4)
      Bytes[I / 2] = (Bytes[I / 2] & (I % 2 ? 0x0f : 0xf0)) | Code << I % 2 * 4;
    else
      std::memcpy(&Bytes[I * Width() / 8], &Code, Width() / 8);
  }

  double get(size_t I) const {
    unsigned Code = 0;
    if (Width() == 4)
      return decode(F, Bytes[I / 2] >> I % 2 * 4 & 15);
    std::memcpy(&Code, &Bytes[I * Width() / 8], Width() / 8);
    return decode(F, Code);
  }

  /// Values that have no pattern and are the same each time, between -Bound and Bound.
  void fill(unsigned Seed, double Bound = 1) {
    uint64_t State = Seed * 0x9e3779b97f4a7c15ull + 1;
    for (size_t I = 0; I < NumCodes; ++I) {
      State = State * 6364136223846793005ull + 1442695040888963407ull;
      set(I, Bound * double(int64_t(State) >> 11) / double(1ll << 52));
    }
  }

private:
  const Format &F;
  std::vector<unsigned char> Bytes;
  size_t NumCodes;

  /// Bits that a code takes up in memory.
  int Width() const { return F.bits() == 4 ? 4 : F.bits() <= 8 ? 8 : 16; }
};

//===-- The device --------------------------------------------------------===//

/// Memory on the device.
class Buffer {
public:
  explicit Buffer(size_t Bytes) : Bytes(Bytes) { check(cudaMalloc(&Pointer, Bytes), "cudaMalloc"); }
  Buffer(const void *Source, size_t Bytes) : Buffer(Bytes) {
    check(cudaMemcpy(Pointer, Source, Bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  Buffer(const Buffer &) = delete;
  ~Buffer() { cudaFree(Pointer); }

  template <class T> T *as() const { return static_cast<T *>(Pointer); }
  void read(void *Target) const {
    check(cudaMemcpy(Target, Pointer, Bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
  }

private:
  void *Pointer = nullptr;
  size_t Bytes;
};

/// A tensor map of a row-major matrix that is copied in boxes, with a swizzle as wide as a row of
/// the box. Sizes count elements; the rows of the matrix follow each other.
inline CUtensorMap makeTensorMap(CUtensorMapDataType Type, int ElementBits, const void *Matrix,
                                 uint64_t Rows, uint64_t Columns, uint32_t BoxRows,
                                 uint32_t BoxColumns, CUtensorMapSwizzle Swizzle) {
  void *Function = nullptr;
  cudaDriverEntryPointQueryResult Found;
#if CUDART_VERSION >= 12050
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &Function, 12000,
                                         cudaEnableDefault, &Found),
        "cudaGetDriverEntryPointByVersion");
#else
  check(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &Function, cudaEnableDefault, &Found),
        "cudaGetDriverEntryPoint");
#endif
  if (!Function)
    stop("the driver has no cuTensorMapEncodeTiled; it needs to be of CUDA 12.0 or later");
  auto Encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(Function);
  CUtensorMap Map;
  cuuint64_t Sizes[] = {Columns, Rows}, Strides[] = {Columns * ElementBits / 8};
  cuuint32_t Box[] = {BoxColumns, BoxRows}, Steps[] = {1, 1};
  CUresult Result = Encode(&Map, Type, 2, const_cast<void *>(Matrix), Sizes, Strides, Box, Steps,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, Swizzle,
                           CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (Result != CUDA_SUCCESS)
    stop("cuTensorMapEncodeTiled: error " + std::to_string(Result));
  return Map;
}

/// Holds the configuration of a launch with clusters of CTAs that are side by side in x.
class ClusterLaunch {
public:
  ClusterLaunch(int CTAs, int Threads, size_t SharedBytes, int CTAsOfCluster) {
    Attribute.id = cudaLaunchAttributeClusterDimension;
    Attribute.val.clusterDim = {unsigned(CTAsOfCluster), 1, 1};
    Config.gridDim = CTAs;
    Config.blockDim = Threads;
    Config.dynamicSmemBytes = SharedBytes;
    Config.attrs = &Attribute;
    Config.numAttrs = 1;
  }
  ClusterLaunch(const ClusterLaunch &) = delete;

  /// Clusters of the kernel that the GPU runs at once.
  template <class Kernel> int clustersAtOnce(Kernel *K) const {
    int Clusters = 0;
    check(cudaOccupancyMaxActiveClusters(&Clusters, reinterpret_cast<const void *>(K), &Config),
          "cudaOccupancyMaxActiveClusters");
    return Clusters;
  }

  void setCTAs(int CTAs) { Config.gridDim = CTAs; }

  template <class... Parameters> void run(void (*Kernel)(Parameters...), Parameters... P) const {
    void *Pointers[] = {&P...};
    check(cudaLaunchKernelExC(&Config, reinterpret_cast<const void *>(Kernel), Pointers),
          "cudaLaunchKernelExC");
  }

private:
  cudaLaunchAttribute Attribute = {};
  cudaLaunchConfig_t Config = {};
};

/// Seconds that a launch takes, on average, behind one that is not counted.
inline double measure(int Repeat, const std::function<void()> &Launch) {
  Launch();
  check(cudaDeviceSynchronize(), "the kernel");
  cudaEvent_t Start, End;
  check(cudaEventCreate(&Start), "cudaEventCreate");
  check(cudaEventCreate(&End), "cudaEventCreate");
  check(cudaEventRecord(Start), "cudaEventRecord");
  for (int I = 0; I < Repeat; ++I)
    Launch();
  check(cudaGetLastError(), "launch");
  check(cudaEventRecord(End), "cudaEventRecord");
  check(cudaEventSynchronize(End), "the kernel");
  float Milliseconds = 0;
  check(cudaEventElapsedTime(&Milliseconds, Start, End), "cudaEventElapsedTime");
  return Milliseconds / 1000 / Repeat;
}

//===-- The reference -----------------------------------------------------===//

/// An element of the result by the definition, and the sum of the magnitudes, which the rounding
/// of sums is relative to.
struct Expected {
  double Value = 0, Magnitude = 0;

  void add(double Product) {
    Value += Product;
    Magnitude += std::fabs(Product);
  }
};

/// Compares `Count` elements of an M x N result, spread over it, first and last ones among them.
/// `Relative` is what the result may be off, in parts of the sum of magnitudes, and `Rounding` what
/// besides, in parts of itself, if it is kept in a narrow format. Prints what it found; true if all
/// is right.
inline bool compare(int M, int N, int Count, double Relative,
                    const std::function<double(int, int)> &Result,
                    const std::function<Expected(int, int)> &Reference, double Rounding = 0) {
  double Worst = 0;
  for (int I = 0; I < Count; ++I) {
    // Steps that share no factor with most sizes.
    uint64_t Place = I == 0 ? 0 : I == 1 ? uint64_t(M) * N - 1 : I * 2654435761ull;
    int Row = Place / N % M, Column = Place % N;
    Expected E = Reference(Row, Column);
    double Off = (std::fabs(Result(Row, Column) - E.Value) - Rounding * std::fabs(E.Value)) /
                 (E.Magnitude + 1e-30);
    if (!(Off <= Relative)) {
      std::printf("wrong: row %d, column %d is %g, should be %g\n", Row, Column,
                  Result(Row, Column), E.Value);
      return false;
    }
    Worst = std::fmax(Worst, Off);
  }
  std::printf("right: %d of %lld elements compared, off by %.2g of the sum of magnitudes at most\n",
              Count, 1ll * M * N, Worst);
  return true;
}

/// Whether ptx-run stands in for a GPU: times mean nothing.
inline bool isEmulated() {
  cudaDeviceProp Properties;
  return cudaGetDeviceProperties(&Properties, 0) == cudaSuccess &&
         !std::strncmp(Properties.name, "ptx-run", 7);
}

inline void report(const Options &O, double Seconds) {
  if (isEmulated()) {
    std::printf("%d x %d x %d: no time, as there is no GPU\n", O.M, O.N, O.K);
    return;
  }
  std::printf("%d x %d x %d: %.3f ms, %.1f TFLOP/s\n", O.M, O.N, O.K, Seconds * 1000,
              2.0 * O.M * O.N * O.K / Seconds / 1e12);
}

//===-- Without a GPU -----------------------------------------------------===//

/// Whether the host's formats are right: each code is the nearest one of its own value, and values
/// between two are rounded to even. Prints what it found; the program's exit code.
inline int selfTest() {
  int Wrong = 0;
  for (const Format *F : {&BF16, &F16, &E4M3, &E5M2, &E2M1})
    for (unsigned Code = 0; Code >> F->bits() == 0; ++Code) {
      double Value = decode(*F, Code);
      if (std::fabs(Value) > F->Greatest)
        continue; // infinity or NaN
      Wrong += encode(*F, Value) != Code;
      double Next = decode(*F, Code + 1), Half = (Value + Next) / 2;
      if (std::fabs(Next) <= F->Greatest && (Code + 1) >> F->bits() == 0 && Value * Next > 0)
        Wrong += encode(*F, Half) != Code + (Code & 1);
    }
  Wrong += encode(E4M3, 0.3) != 0x2a || encode(BF16, 1.00390625) != 0x3f80 ||
           encode(E2M1, 5) != 0x6 || encode(E5M2, 1e9) != 0x7b;
  std::printf("formats: %d wrong\n", Wrong);
  return Wrong ? 1 : 0;
}

} // namespace host

#endif // NVPTX_TENSORCORE_EXAMPLES_HOST_H
