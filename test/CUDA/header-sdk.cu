//===-- header-sdk.cu - the CUDA header beside the SDK's ------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program with a host's and a device's half, the SDK's headers in both. Names of the
// header and of the SDK are not in each other's way, in either order. clang 22 includes a
// file that CUDA 13 has no longer; it may be empty.
//
//===----------------------------------------------------------------------===//

// REQUIRES: cuda-sdk
// RUN: mkdir -p %t.shim && touch %t.shim/texture_fetch_functions.h
// RUN: %clangxx -x cuda --cuda-path=%cuda --cuda-gpu-arch=sm_80 -Wno-unknown-cuda-version -std=c++17 -Wall -Wextra -Werror -I %headers -I %t.shim -fsyntax-only %s
// RUN: %clangxx -x cuda --cuda-path=%cuda --cuda-gpu-arch=sm_80 -Wno-unknown-cuda-version -std=c++17 -Wall -Wextra -Werror -I %headers -I %t.shim -fsyntax-only -include nvptx_tensorcore.h %s
// RUN: %clangxx -x cuda --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_80 -Wno-unknown-cuda-version -std=c++17 -I %headers -I %t.shim -O2 -S %s -o - | FileCheck %s
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_90 -O2 -S %s -o - | FileCheck %s --check-prefix=TMA

#include <cstdio>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <mma.h>

#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;
using MMA = mma_sync<16, 8, 16, f32, f16>;

// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
__global__ void tile(const MMA::FragmentA *a, const MMA::FragmentB *b, float *out) {
  int lane = threadIdx.x;
  MMA::FragmentC d = MMA::mma(a[lane], b[lane], 0);
#pragma unroll
  for (int i = 0; i < MMA::Elements; ++i)
    out[MMA::row(lane, i) * 8 + MMA::column(lane, i)] = d[i];
}

// The SDK's types name elements, and its maps are maps.
static_assert(mma_sync<16, 8, 16, float, __half>::Depth == 16);
static_assert(mma_sync<16, 8, 16, float, nv_bfloat16>::Depth == 16);
static_assert(mma_sync<16, 8, 32, float, __nv_fp8_e4m3, __nv_fp8_e5m2>::Depth == 32);
static_assert(sizeof(TensorMap) == sizeof(CUtensorMap));

// TMA: cp.async.bulk.prefetch.tensor.2d
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void copy(const __grid_constant__ CUtensorMap map) { tma_prefetch(&map, {0, 0}); }
#endif

int main() {
  constexpr auto idesc = tcgen05_idesc<Kind::f16, 128, 256, f32, bf16, bf16>();
  std::printf("%d %d %#x %#llx\n", MMA::row(5, 3), MMA::column(5, 3), idesc.word(),
              (unsigned long long)make_wgmma_descriptor(0x10000, 2048, 0));
}
