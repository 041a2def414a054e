//===-- device-without-sdk.cu - CUDA's functions, without an SDK ----------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvptx_tensorcore_device.h: functions give CUDA's results, and atomics have CUDA's scope. Next to
// the host's headers, and with an SDK, which has all of this itself, the file is compiled, too.
//
//===----------------------------------------------------------------------===//

// DEFINE: %{compile} = %clangxx --cuda-gpu-arch=sm_80 --cuda-feature=+ptx70 --cuda-device-only -O3 -S %s
// RUN: %{compile} -nocudainc -nocudalib -o %t.ptx
// RUN: FileCheck %s <%t.ptx
// RUN: %{compile} -nocudainc -nocudalib -DWITH_HOST -o - | FileCheck %s
// RUN: %{compile} -nocudainc -nocudalib -O0 -o %t.O0.ptx
// RUN: %if cuda-sdk %{ %{compile} -DWITH_HOST -o - | FileCheck %s --check-prefix=SDK %}
// RUN: %if ptxas %{ %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}
// RUN: %ptx-run %t.ptx --entry exponential --grid 16 --block 256 --arg Y=f32[16x256] --arg X=f32[16x256]:uniform,-80,80 --tolerance 2e-7 --expect "Y=exp(X)"
// RUN: %ptx-run %t.ptx --entry softmax --block 32 --arg Y=f32[1x32] --arg X=f32[1x32]:normal --expect "Y=softmax(X)"
// RUN: %ptx-run %t.ptx --entry others --block 32 --arg "N=s32[1x8]:cycle,0" --arg "S=f32[1x2]:cycle,0" --print N --print S | FileCheck %s --check-prefix=PRINT
// RUN: %ptx-run %t.O0.ptx --entry others --block 32 --arg "N=s32[1x8]:cycle,0" --arg "S=f32[1x2]:cycle,0" --print N --print S | FileCheck %s --check-prefix=PRINT

#ifdef WITH_HOST
#include <cmath>
#include <cstdio>
#endif
#include <nvptx_tensorcore_device.h>

// SDK: .entry exponential(
extern "C" __global__ void exponential(float *y, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = expf(__ldg(x + i));
}

extern "C" __global__ void softmax(float *y, const float *x) {
  float e = __expf(x[threadIdx.x]), sum = e;
  for (int offset = 16; offset; offset /= 2)
    sum += __shfl_xor_sync(~0u, sum, offset);
  y[threadIdx.x] = __fdividef(e, sum);
}

// CHECK-LABEL: .entry others(
// CHECK: atom.global.add.u32
// CHECK: atom.global.max.s32
// CHECK: atom.relaxed.gpu.global.cas.b32
// CHECK: atom.global.add.f32
// PRINT: thread 31 of 32: 1.500000
// PRINT: N
// PRINT: 32 31 7 62 496 -2147483648 1 8
// PRINT: S
// PRINT: 32 10
extern "C" __global__ void others(int *n, float *s) {
  int t = threadIdx.x;
  atomicAdd(n, 1);
  atomicMax(n + 1, t);
  atomicCAS(n + 2, 0, 7);
  double above = __shfl_down_sync(~0u, double(2 * t), 1);
  if (t == 30)
    n[3] = int(above);
  atomicAdd(n + 4, t);
  atomicOr(reinterpret_cast<unsigned *>(n) + 5, t == 9 ? 1u << 31 : 0);
  bool isRight = __ballot_sync(~0u, t & 1) == 0xAAAAAAAA && __any_sync(~0u, t == 3) &&
                 !__all_sync(~0u, t == 3) && __activemask() == ~0u && min(t, 40) == t &&
                 max(2u, 1u) == 2 && fmaxf(1.0f, 2.0f) == max(2.0f, 1.0f) && fabsf(-2.0f) == 2 &&
                 sqrtf(4.0f) == 2 && rsqrtf(4.0f) == 0.5f && exp2f(3.0f) == 8 && floorf(1.5f) == 1;
  if (t == 0)
    n[6] = isRight;
  if (t == 1)
    n[7] = dim3(2, 4).y * int(make_uint3(1, 2, 3).y);
  atomicAdd(s, 1.0f);
  float4 v = make_float4(1, 2, 3, 4);
  if (t == 0)
    s[1] = v.x + v.y + v.z + v.w;
  __syncwarp();
  if (t == 31)
    printf("thread %d of %u: %f\n", t, blockDim.x, 1.5);
}
