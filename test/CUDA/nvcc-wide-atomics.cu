//===-- nvcc-wide-atomics.cu - 128 bits, and aligned memory ---------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// atomicCAS and atomicExch of 16 bytes, with the instructions that nvcc has, and
// __nv_aligned_device_malloc. What is no object of 16 bytes that is aligned, and targets before sm_90,
// have none of the functions.
//
//===----------------------------------------------------------------------===//

// REQUIRES: cuda-sdk
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90 -O2 --cuda-device-only -Wall -Wextra -Werror -S %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90 -c %t.ptx -o %t.cubin %}
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90 -O2 %s -o %t.run -L%cuda/lib64 -lcudart
// RUN: %ptx-run -- %t.run
// RUN: not %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90 --cuda-device-only -DWRONG -S %s -o %t.wrong 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=error:
// RUN: not %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_80 --cuda-device-only -S %s -o %t.wrong 2>&1 | FileCheck %s --check-prefix=OLD

// CHECK: atom.cas.relaxed.gpu.b128
// CHECK: atom.exch.relaxed.cta.b128
// CHECK: atom.exch.relaxed.sys.b128
// CHECK: atom.cas.relaxed.cta.b128
// OLD: error: no matching function for call to 'atomicCAS'

struct alignas(16) Pair {
  unsigned long long a, b;
};
#ifdef WRONG
struct Unaligned {
  unsigned a[4];
};
// WRONG: error: no matching function for call to 'atomicExch'
__global__ void unaligned(Unaligned *p) { p[1] = atomicExch(p, *p); }
struct alignas(16) Short {
  char c[3];
  Short() = default;
  __device__ Short(const Short &) {}
};
// WRONG: error: no matching function for call to 'atomicExch'
__global__ void copied(Short *p) { p[1] = atomicExch(p, *p); }
#else
extern "C" __global__ void k(Pair *p, bool *ok) {
  const Pair old = atomicCAS(p, Pair{1, 2}, Pair{3, 4});
  const Pair was = atomicExch_block(p + 1, old);
  const unsigned __int128 x = atomicExch_system((unsigned __int128 *)(p + 2), (unsigned __int128)7);
  Pair expected = {0, 0}, value = {8, 8}, left;
  __u128AtomicCAS_block(p + 2, &expected, &value, &left);
  void *memory = __nv_aligned_device_malloc(64, 256);
  *ok = old.a == 1 && old.b == 2 && p[0].a == 3 && p[0].b == 4 && was.a == 5 && p[1].b == 2 && x == 9 &&
        left.a == 7 && p[2].a == 7 && memory && (unsigned long)memory % 256 == 0 &&
        !__nv_aligned_device_malloc(64, 48);
  free(memory);
}

int main() {
  Pair *p;
  bool *ok;
  cudaMallocManaged(&p, 3 * sizeof(Pair));
  cudaMallocManaged(&ok, 1);
  p[0] = {1, 2};
  p[1] = {5, 6};
  p[2] = {9, 0};
  k<<<1, 1>>>(p, ok);
  return cudaDeviceSynchronize() != cudaSuccess || !*ok;
}
#endif
