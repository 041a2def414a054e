//===-- host.cu - Tutorial, step 7: a program that launches the kernel -------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hopper_fused.cu"
#include <cstdio>
#include <cuda.h>
#include <cuda_bf16.h>

/// The map of a row-major matrix of bf16, which TMA copies in boxes with the 128-byte swizzle.
static CUtensorMap make_map(void *data, cuuint64_t rows, cuuint64_t columns, cuuint32_t box_rows) {
  CUtensorMap map;
  const cuuint64_t sizes[] = {columns, rows}, strides[] = {columns * sizeof(__nv_bfloat16)};
  const cuuint32_t box[] = {64, box_rows}, steps[] = {1, 1};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, data, sizes, strides, box,
                             steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                             CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
    std::printf("the tensor map is wrong\n");
  return map;
}

int main() {
  const int m = 128, n = 256, k = 512, bytes = sizeof(Shared) + 1024;
  __nv_bfloat16 *a, *b, *c; // in memory that both the host and the GPU see
  float *bias;
  cudaMallocManaged(&a, m * k * sizeof *a);
  cudaMallocManaged(&b, n * k * sizeof *b);
  cudaMallocManaged(&c, m * n * sizeof *c);
  cudaMallocManaged(&bias, n * sizeof *bias);
  for (int i = 0; i < m * k; ++i)
    a[i] = __float2bfloat16(i * 7 % 5 - 2);
  for (int i = 0; i < n * k; ++i)
    b[i] = __float2bfloat16(i * 3 % 7 - 3);
  for (int i = 0; i < n; ++i)
    bias[i] = i % 11;

  cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  TensorMap maps[3];
  const CUtensorMap made[] = {make_map(a, m, k, 64), make_map(b, n, k, 128), make_map(c, m, n, 64)};
  static_assert(sizeof maps == sizeof made);
  __builtin_memcpy(maps, made, sizeof maps);
  gemm<<<dim3(n / 128, m / 64), 128, bytes>>>(maps[0], maps[1], maps[2], bias, k);
  if (cudaError_t error = cudaDeviceSynchronize()) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 2;
  }

  int wrong = 0;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = bias[column];
      for (int i = 0; i < k; ++i)
        sum += float(a[row * k + i]) * float(b[column * k + i]);
      wrong += float(c[row * n + column]) != float(__float2bfloat16(sum > 0 ? sum : 0));
    }
  std::printf("%d of %d are wrong\n", wrong, m * n);
  return wrong != 0;
}
