// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ordinary code that compilers for GPUs once made wrong: boolean values as numbers, unions with padding
// as parameters, conversions with a rounding, conversions of NaN, reductions of a warp, assertions.

#include <cassert>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cuda_runtime.h>

template <class Value> __device__ void print(const char *Name, Value V) { printf("%s %.17g\n", Name, double(V)); }

__global__ void masks(int I, int Low, int High, float X) {
  bool In = I >= Low && I < High;
  print("mask", float(-int(In)));
  print("mask", float(In ? -1 : 0));
  print("mask", double(-int(In ^ (X < 2.f))));
  print("mask", (unsigned long long)(X > 1.f ? -1 : 0));
}

struct Padded { char Tag; long long Long; };
union Word { Padded Parts; unsigned char Bytes[16]; };
__global__ void unions(Word W, int I) {
  W.Bytes[I] = 200;
  for (unsigned char Byte : W.Bytes)
    print("byte", Byte);
}

__global__ void conversions(int A, unsigned B, long long C, float NaN) {
  print("rz", __int2float_rz(A));
  print("ru", __uint2float_ru(B));
  print("rd", __ll2float_rd(C));
  print("rz", __ull2double_rz(C));
  print("nan", __float2int_rz(NaN));
  print("nan", __double2ll_rz(NaN));
  print("nan", __double2int_rz(__longlong_as_double(0x7ff8000000000000ll)));
}

__global__ void reductions() {
  namespace cg = cooperative_groups;
  auto Warp = cg::tiled_partition<32>(cg::this_thread_block());
  int Lane = threadIdx.x;
  int Sum = __reduce_add_sync(~0u, Lane), Largest = __reduce_max_sync(~0u, Lane - 40);
  unsigned Bits = __reduce_or_sync(~0u, 1u << Lane);
  int Product = cg::reduce(Warp, Lane, cg::plus<int>());
  assert(Sum == Product);
  if (!Lane) {
    print("sum", Sum);
    print("max", Largest);
    print("or", Bits);
    print("plus", Product);
  }
}

int main() {
  Word W;
  for (int I = 0; I < 16; ++I)
    W.Bytes[I] = I + 1;
  masks<<<1, 1>>>(5, 3, 9, 3.f);
  unions<<<1, 1>>>(W, 3);
  conversions<<<1, 1>>>(16777219, 4294967295u, 9007199254740993ll, __builtin_nanf(""));
  reductions<<<1, 32>>>();
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
