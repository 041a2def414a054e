//===-- undefined-accumulator.cu - an accumulator that nobody has set ------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where scale-d is false, what is in D does not matter, so programs leave it unset. clang says of
// parameters that they are defined (noundef): the optimiser would take the call for unreachable,
// and drop it with all that leads there.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a --cuda-feature=+ptx84 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -I %headers -I %root/examples/cuda -O1 -S %s -o - | FileCheck %s
// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a --cuda-feature=+ptx84 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -I %headers -I %root/examples/cuda -O2 -S %s -o - | FileCheck %s
// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a --cuda-feature=+ptx84 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -I %headers -I %root/examples/cuda -O3 -S %s -o - | FileCheck %s

#include "device_only.h"

#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;
using MMA = wgmma<16, f32, f16>;

// CHECK-LABEL: .entry direct(
// CHECK: wgmma.mma_async
// CHECK: wgmma.mma_async
// CHECK: st.global
extern "C" __global__ void direct(float *Out, MatrixDescriptor A, int Trips) {
  MMA::Accumulator D;
  wgmma_fence();
#pragma unroll
  for (int Step = 0; Step < 2; ++Step)
    D = MMA::mma_async(D, A, A, Step != 0);
  wgmma_commit_group();
  wgmma_wait_group<0>(D);
  Out[threadIdx.x] = D[0];
}

__device__ MMA::Accumulator byValue(MMA::Accumulator D, MatrixDescriptor A, bool IsSum) {
  return MMA::mma_async(D, A, A, IsSum);
}

__device__ void byReference(MMA::Accumulator &D, MatrixDescriptor A, bool IsSum) {
  D = byValue(D, A, IsSum);
}

// The first trip of a loop sets it.
// CHECK-LABEL: .entry helpers(
// CHECK: wgmma.mma_async
// CHECK: st.global
extern "C" __global__ void helpers(float *Out, MatrixDescriptor A, int Trips) {
  MMA::Accumulator D;
  wgmma_fence();
  for (int Trip = 0; Trip < Trips; ++Trip)
    byReference(D, A, Trip != 0);
  wgmma_commit_group();
  wgmma_wait_group<0>(D);
  Out[threadIdx.x] = D[0];
}
