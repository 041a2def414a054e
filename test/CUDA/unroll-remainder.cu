//===-- unroll-remainder.cu - a loop of mma is unrolled by two ------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results are right for an even number of trips, an odd one, and none.
//
//===----------------------------------------------------------------------===//

// REQUIRES: cuda-sdk
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_80 -O3 --cuda-device-only -Wall -Wextra -Werror -S %s -o - | FileCheck %s
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_80 -O3 %s -o %t.run -L%cuda/lib64 -lcudart
// RUN: %ptx-run -- %t.run

// CHECK-LABEL: .entry multiply
// CHECK-COUNT-3: mma.sync
// CHECK-NOT: mma.sync
// CHECK: ret;
extern "C" __global__ void multiply(int *out, const unsigned *a, const unsigned *b, int n) {
  int c[2] = {};
  for (int i = 0; i < n; ++i)
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+r"(c[0]), "+r"(c[1])
                 : "r"(a[i * 32 + threadIdx.x]), "r"(b[i * 32 + threadIdx.x]));
  out[2 * threadIdx.x] = c[0];
  out[2 * threadIdx.x + 1] = c[1];
}

static constexpr int MaxTrips = 5;

int main() {
  unsigned *a, *b;
  int *out;
  cudaMallocManaged(&a, MaxTrips * 32 * sizeof *a);
  cudaMallocManaged(&b, MaxTrips * 32 * sizeof *b);
  cudaMallocManaged(&out, 64 * sizeof *out);
  // Each of the 16 elements of a row or a column is the same.
  for (int i = 0; i < MaxTrips; ++i)
    for (int lane = 0; lane < 32; ++lane) {
      a[i * 32 + lane] = 0x01010101u * (3 * i + lane / 4);
      b[i * 32 + lane] = 0x01010101u * (i + lane / 4);
    }
  for (int n = 0; n <= MaxTrips; ++n) {
    multiply<<<1, 32>>>(out, a, b, n);
    if (cudaDeviceSynchronize() != cudaSuccess)
      return 1;
    for (int row = 0; row < 8; ++row)
      for (int column = 0; column < 8; ++column) {
        int expected = 0;
        for (int i = 0; i < n; ++i)
          expected += 16 * (3 * i + row) * (i + column);
        if (out[8 * row + column] != expected)
          return 2 + n;
      }
  }
}
