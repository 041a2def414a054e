//===-- geforce.cu - An MXFP8 GEMM for GeForce: block-scaled mma.sync ------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// dim3 grid(N / 8, M / 16), 32 threads. K is a multiple of 128.
// scales_a has M rows and K / 32 columns, scales_b N rows, of ue8m0: 2 to the power of byte - 127.
#include <nvptx_tensorcore.h>
using namespace nvptx_tensorcore;

using MMA = mma_block_scale<Kind::mxf8f6f4, e4m3>;
using Byte = unsigned char;

/// The four bytes that begin at a byte.
__device__ unsigned word(const Byte *p) { return *(const unsigned *)p; }

/// One of four multiplications of 32 columns, each with its byte of the scale factors.
template <int Part>
__device__ MMA::FragmentC multiply(const Byte *a, const Byte *b, int k, unsigned scales_a,
                                   unsigned scales_b, MMA::FragmentC c) {
  const int lane = threadIdx.x;
  MMA::FragmentA fa;
  MMA::FragmentB fb;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    fa[i] = word(&a[MMA::LayoutA::row(lane, 4 * i) * long(k) + 32 * Part +
                    MMA::LayoutA::column(lane, 4 * i)]);
#pragma unroll
  for (int i = 0; i < 2; ++i) // B has K rows here
    fb[i] = word(&b[MMA::LayoutB::column(lane, 4 * i) * long(k) + 32 * Part +
                    MMA::LayoutB::row(lane, 4 * i)]);
  return MMA::mma<Part, 0, Part, 0>(fa, fb, c, scales_a, scales_b);
}

extern "C" __global__ void __launch_bounds__(32)
gemm(float *c, const Byte *a, const Byte *b, const Byte *scales_a, const Byte *scales_b, int n,
     int k) {
  const int lane = threadIdx.x;
  a += blockIdx.y * 16 * long(k);
  b += blockIdx.x * 8 * long(k);
  // With thread-id 0, lanes 4 i and 4 i + 1 give the scales of rows i and i + 8 of A, lane 4 i that
  // of column i of B.
  scales_a += (blockIdx.y * 16 + lane / 4 + lane % 2 * 8) * long(k / 32);
  scales_b += (blockIdx.x * 8 + lane / 4) * long(k / 32);
  MMA::FragmentC d = 0;
  for (int k0 = 0; k0 < k; k0 += 128) {
    const unsigned sa = word(&scales_a[k0 / 32]), sb = word(&scales_b[k0 / 32]);
    d = multiply<0>(a + k0, b + k0, k, sa, sb, d);
    d = multiply<1>(a + k0, b + k0, k, sa, sb, d);
    d = multiply<2>(a + k0, b + k0, k, sa, sb, d);
    d = multiply<3>(a + k0, b + k0, k, sa, sb, d);
  }
  c += blockIdx.y * 16 * long(n) + blockIdx.x * 8;
#pragma unroll
  for (int i = 0; i < MMA::Elements; ++i)
    c[MMA::row(lane, i) * long(n) + MMA::column(lane, i)] = d[i];
}
