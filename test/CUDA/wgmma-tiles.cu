//===-- wgmma-tiles.cu - wgmma of descriptors with the type of a tile -----===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A multiplication of SharedTiles takes the flags of transposition from their types. header-misuse.cu
// has what it refuses.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a --cuda-feature=+ptx84 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Wextra -Werror -mllvm -nvptx-wgmma-hazards=fix-silently -I %root/NVPTXTensorCore/CUDA -S %s -O3 -o - | FileCheck %s

#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;

using K = SharedTile<bf16, 64, 64>;
using MN = SharedTile<__bf16, 128, 64, Major::MN>;
using S8 = SharedTile<s8, 64, 128>;
using U8 = SharedTile<unsigned char, 64, 128>;
static_assert(MN::IsMNMajor && MN::NumRows == 128 && sizeof(WGMMADescriptor<MN>) == sizeof(MatrixDescriptor));

using BF16 = wgmma<64, f32, __bf16>;
using I8 = wgmma<64, s32, s8, u8>;

// CHECK-LABEL: .entry tiles(
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// CHECK: {{^[ 	]*}}1, 1, 1, 0, 0;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// CHECK: {{^[ 	]*}}1, -1, 1, 1, 0;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// CHECK: {{^[ 	]*}}1, 1, 1, 1, 1;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// CHECK: {{^[ 	]*}}1, 1, 1, 1, 0;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// CHECK: {{^[ 	]*}}1, 1, 1, 1;
// CHECK: wgmma.mma_async.sp.sync.aligned.m64n64k32.f32.bf16.bf16
// CHECK: {{^[ 	]*}}1, 1, 1, 0, 1;
extern "C" __global__ void tiles(BF16::Accumulator *p, BF16::FragmentA r, unsigned metadata) {
  __shared__ __attribute__((aligned(1024))) char bytes[K::Bytes + MN::Bytes];
  auto k = wgmma_smem_desc<K>(bytes);
  auto mn = wgmma_smem_desc<MN>(bytes + K::Bytes);
  MatrixDescriptor untyped = k;
  BF16::Accumulator d = *p;
  wgmma_fence();
  d = BF16::mma_async(d, k, advance_descriptor(k, K::step_bytes(1)), true);
  d = BF16::mma_async<-1>(d, wgmma_advance(mn, MN::step_bytes(1)), k, true);
  d = BF16::mma_async<1, 1, 1, 1>(d, mn, mn, true);
  d = BF16::mma_async(d, mn, untyped, true);
  d = BF16::mma_async(d, r, mn, true);
  d = BF16::mma_async_sp(d, untyped, mn, metadata, true);
  wgmma_commit_group();
  wgmma_wait_group<0>(d);
  *p = d;
}

// CHECK-LABEL: .entry saturated(
// CHECK: wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.u8.satfinite
// CHECK: wgmma.mma_async.sp.sync.aligned.m64n64k64.s32.s8.u8.satfinite
extern "C" __global__ void saturated(I8::Accumulator *p, I8::FragmentA r, unsigned metadata) {
  __shared__ __attribute__((aligned(1024))) char bytes[S8::Bytes + U8::Bytes];
  auto a = wgmma_smem_desc<S8>(bytes);
  auto b = wgmma_smem_desc<U8>(bytes + S8::Bytes);
  I8::Accumulator d = *p;
  wgmma_fence();
  d = I8::mma_async_satfinite(d, a, b, true);
  d = I8::mma_async_sp_satfinite(d, r, b, metadata, true);
  wgmma_commit_group();
  wgmma_wait_group<0>(d);
  *p = d;
}
