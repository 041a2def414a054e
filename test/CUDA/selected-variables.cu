// An array of two elements, of which one is stored to by an index that unrolled code selects, is in registers.
// REQUIRES: cuda-sdk
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -O3 %s -S -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// CHECK-LABEL: .entry largest(
// CHECK-NOT: local
// CHECK: ret;
extern "C" __global__ void largest(const float *in, int *out, int k) {
  float values[2] = {in[2 * threadIdx.x], in[2 * threadIdx.x + 1]};
  for (int i = 0; i < k; ++i) {
    float best = values[0];
    int at = 0;
#pragma unroll
    for (int j = 0; j < 2; ++j)
      if (values[j] > best) {
        best = values[j];
        at = j;
      }
    best = max(best, __shfl_xor_sync(~0u, best, 1));
    out[i] = at;
    if (i + 1 < k)
      values[at] = -10000.f;
  }
}
