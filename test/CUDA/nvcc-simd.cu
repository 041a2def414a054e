//===-- nvcc-simd.cu - integers of 8 and 16 bits in registers ---------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's SIMD functions are not PTX's video instructions, which ptxas expands. The program compares
// each with a loop over the elements, and returns the number of functions with a wrong result.
//
//===----------------------------------------------------------------------===//

// REQUIRES: cuda-sdk
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_80 -O2 --cuda-device-only -std=c++17 -Wall -Wextra -Werror -S %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_80 -c %t.ptx -o %t.cubin %}
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_80 -O2 -std=c++17 %s -o %t.run -L%cuda/lib64 -lcudart
// RUN: %ptx-run -- %t.run

// CHECK: .entry kernel
// CHECK-NOT: {{ v(add|sub|avrg|max|min|set|absdiff2)}}
// CHECK: vabsdiff4.u32.u32.u32 %
// CHECK-NOT: {{ v(add|sub|avrg|max|min|set|absdiff2)}}

#include <cstdio>

/// The function of the elements with BITS bits. A sum is the result's only element.
template <int BITS, bool IsSum = false, class F> __device__ unsigned each(unsigned a, unsigned b, F f) {
  unsigned result = 0;
  for (int i = 0; i < 32; i += BITS) {
    const unsigned mask = (1u << BITS) - 1;
    const unsigned r = f(int(a >> i & mask), int(b >> i & mask)) & mask;
    result += IsSum ? r : r << i;
  }
  return result;
}

#define BOTH(NAME, ...)                                                                            \
  CHECK(__v##NAME##2(ARGUMENTS), 16, __VA_ARGS__) CHECK(__v##NAME##4(ARGUMENTS), 8, __VA_ARGS__)
#define CHECK(CALL, BITS, ...)                                                                     \
  {                                                                                                \
    constexpr int N = BITS, Most = (1 << (N - 1)) - 1, Full = (1 << N) - 1;                        \
    [[maybe_unused]] auto s = [](int x) { return x << (32 - N) >> (32 - N); };                     \
    [[maybe_unused]] auto fit = [](int x) { return x > Most ? Most : x < -Most - 1 ? -Most - 1 : x; };  \
    [[maybe_unused]] auto fitu = [](int x) { return x > Full ? Full : x < 0 ? 0 : x; };            \
    if (CALL != each<N>(a, b, [=](int x, [[maybe_unused]] int y) { return __VA_ARGS__; }))         \
      atomicOr(&wrong[number / 32], 1u << number % 32);                                            \
    ++number;                                                                                      \
  }

__device__ unsigned wrong[8];

extern "C" __global__ void kernel(const unsigned *p) {
  const unsigned a = p[threadIdx.x], b = p[blockIdx.x];
  int number = 0;
#define ARGUMENTS a
  BOTH(neg, -x) BOTH(negss, fit(-s(x)))
  BOTH(abs, s(x) < 0 ? -s(x) : s(x)) BOTH(absss, fit(s(x) < 0 ? -s(x) : s(x)))
#undef ARGUMENTS
#define ARGUMENTS a, b
  BOTH(add, x + y) BOTH(addss, fit(s(x) + s(y))) BOTH(addus, fitu(x + y))
  BOTH(sub, x - y) BOTH(subss, fit(s(x) - s(y))) BOTH(subus, fitu(x - y))
  BOTH(avgu, (x + y + 1) / 2) BOTH(haddu, (x + y) / 2)
  BOTH(avgs, (s(x) + s(y) + (s(x) + s(y) >= 0)) >> 1)
  BOTH(maxs, s(x) > s(y) ? x : y) BOTH(maxu, x > y ? x : y)
  BOTH(mins, s(x) < s(y) ? x : y) BOTH(minu, x < y ? x : y)
  BOTH(absdiffs, s(x) > s(y) ? x - y : y - x) BOTH(absdiffu, x > y ? x - y : y - x)
#define COMPARISON(NAME, OPERATION, SIGN)                                                          \
  BOTH(cmp##NAME, SIGN(x) OPERATION SIGN(y) ? -1 : 0) BOTH(set##NAME, SIGN(x) OPERATION SIGN(y))
  COMPARISON(eq, ==, ) COMPARISON(ne, !=, )
  COMPARISON(ges, >=, s) COMPARISON(geu, >=, ) COMPARISON(gts, >, s) COMPARISON(gtu, >, )
  COMPARISON(les, <=, s) COMPARISON(leu, <=, ) COMPARISON(lts, <, s) COMPARISON(ltu, <, )
  auto distance2 = [](int x, int y) { return short(x) > short(y) ? x - y : y - x; };
  auto distance4 = [](int x, int y) { return (signed char)x > (signed char)y ? x - y : y - x; };
  if (__vsads2(a, b) != each<16, true>(a, b, distance2) || __vsads4(a, b) != each<8, true>(a, b, distance4))
    atomicOr(&wrong[7], 1u << 31);
}

int main() {
  static constexpr unsigned Edges[] = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff};
  unsigned values[64], found[8], *p;
  for (int i = 0; i < 64; ++i)
    values[i] = i % 2 ? Edges[i / 8] * 0x10001 + Edges[i % 8] * 0x100 : 2654435761u * (i + 1);
  cudaMalloc(&p, sizeof(values));
  cudaMemcpy(p, values, sizeof(values), cudaMemcpyHostToDevice);
  kernel<<<64, 64>>>(p);
  if (cudaMemcpyFromSymbol(found, wrong, sizeof(found)) != cudaSuccess)
    return 255;
  int count = 0;
  for (int i = 0; i < 256; ++i)
    if (found[i / 32] >> i % 32 & 1)
      ++count, printf("wrong: %d\n", i);
  return count;
}
