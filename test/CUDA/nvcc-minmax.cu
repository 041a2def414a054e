//===-- nvcc-minmax.cu - min and max on the host ----------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc has CUDA's min and max in the host's code. The program returns the number of wrong results, by
// our clang++ and by nvcc.
//
//===----------------------------------------------------------------------===//

// REQUIRES: cuda-sdk
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90a -std=c++17 -Wall -Wextra -Werror %s -L%cuda/lib64 -lcudart_static -ldl -lrt -lpthread -o %t
// RUN: %t
// RUN: %if nvcc %{ %nvcc -arch=sm_90a -std=c++17 %s -o %t.nvcc && %t.nvcc %}

#include <algorithm>
#include <cmath>
#include <type_traits>

template <class R, class A, class B> int differs(A a, B b, R least, R most) {
  static_assert(std::is_same<decltype(min(a, b)), R>::value && std::is_same<decltype(max(a, b)), R>::value, "");
  return (min(a, b) != least) + (max(a, b) != most);
}

__host__ __device__ int both(int a, int b) { return max(a, b) - min(a, b); }

__global__ void kernel(float *out, int n) {
  out[0] = min(out[1], out[2]) + max(n, 3) + both(n, 4);
}

inline dim3 grid(int rows, unsigned processors) { return dim3(min(rows, processors)); }

int mixed(int a, int b) {
  using namespace std;
  return min(a, b) + std::max(a, b);
}

int main() {
  int wrong = differs<int>(-1, 2, -1, 2) + differs<unsigned>(3u, 2u, 2u, 3u) + differs<unsigned>(-1, 2u, 2u, ~0u) +
              differs<unsigned>(2u, -1, 2u, ~0u) + differs<long>(-1L, 2L, -1L, 2L) +
              differs<unsigned long>(-1L, 2UL, 2UL, ~0UL) + differs<long long>(-1LL, 2LL, -1LL, 2LL) +
              differs<unsigned long long>(2ULL, -1LL, 2ULL, ~0ULL) + differs<float>(1.f, 2.f, 1.f, 2.f) +
              differs<double>(1., 2., 1., 2.) + differs<double>(1.f, 2., 1., 2.) + differs<double>(2., 1.f, 1., 2.);
  wrong += min(NAN, 1.f) != 1.f;
  wrong += max(1., (double)NAN) != 1.;
  wrong += grid(5, 3u).x != 3 || mixed(1, 2) != 3 || both(5, 3) != 2;
  return wrong;
}
