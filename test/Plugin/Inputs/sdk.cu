//===-- sdk.cu - what CUDA C++ takes from the SDK -------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Half-precision types, cooperative groups, libdevice, atomics, printf, calls by tables, parameters
// in constant memory; a program with a host's half.
//
//===----------------------------------------------------------------------===//

#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace groups = cooperative_groups;

__constant__ float weights[32];
__device__ unsigned count;

struct Row {
  float values[12];
  int length;
};

extern "C" __global__ void __launch_bounds__(128, 4) half_precision(__half2 *h, __nv_bfloat162 *b, float *f) {
  const int i = threadIdx.x;
  h[i] = __hfma2(h[i], h[i + 128], __floats2half2_rn(0.5f, -1.0f));
  b[i] = __hmul2(b[i], __float2bfloat162_rn(weights[i % 32]));
  f[i] = __half2float(__hmax(__low2half(h[i]), __high2half(h[i]))) + __bfloat162float(b[i].x);
}

extern "C" __global__ void mathematics(double *d, float *f, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    f[i] = sinf(f[i]) * __expf(f[i]) + rsqrtf(f[i]) / powf(f[i], 1.5f);
    d[i] = exp(d[i]) + atan2(d[i], 2.0) + fmod(d[i], 3.0);
  }
}

extern "C" __global__ void reduce(float *sums, const __grid_constant__ Row row) {
  auto block = groups::this_thread_block();
  auto tile = groups::tiled_partition<32>(block);
  __shared__ float partial[4];
  float value = row.values[block.thread_rank() % 12] * row.length;
  for (int offset = 16; offset; offset /= 2)
    value += tile.shfl_down(value, offset);
  if (tile.thread_rank() == 0)
    partial[tile.meta_group_rank()] = value;
  block.sync();
  if (block.thread_rank() < 4)
    atomicAdd(sums, partial[block.thread_rank()]);
}

extern "C" __global__ void atomics(int *i, unsigned long long *l, double *d, __half2 *h) {
  atomicAdd_block(i, 1);
  atomicCAS_system(i + 1, 2, 3);
  atomicMax(l, 5ull);
  atomicAdd(d, 1.0);
  atomicAdd(h, __floats2half2_rn(1, 2));
  atomicInc(&count, 7);
  __threadfence();
  i[2] = __syncthreads_count(i[3]) + __dp4a(i[4], i[5], i[6]) + __popc(i[7]) + __ballot_sync(~0u, i[8]);
}

#ifdef _CG_HAS_CLUSTER_GROUP // not by clang alone
extern "C" __global__ void clusters(unsigned *result) {
  auto cluster = groups::this_cluster();
  __shared__ unsigned value;
  value = cluster.block_rank();
  cluster.sync();
  *result = *cluster.map_shared_rank(&value, 1);
  cluster.sync();
}
#endif

struct Shape {
  __device__ virtual float area() const { return 0; }
};
struct Square : Shape {
  float side;
  __device__ Square(float side) : side(side) {}
  __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
  float radius;
  __device__ Circle(float radius) : radius(radius) {}
  __device__ float area() const override { return 3.14159f * radius * radius; }
};

__device__ __noinline__ float measure(const Shape &shape) { return shape.area(); }

extern "C" __global__ void virtual_calls(float *f, int kind) {
  Square square(f[1]);
  Circle circle(f[2]);
  f[0] = measure(kind ? static_cast<const Shape &>(square) : circle);
  if (threadIdx.x == 0)
    printf("%d: %f\n", kind, f[0]);
}

extern "C" __global__ void approximate(float *f) { f[0] = expf(f[1]); }

int main() {
  float *sums = nullptr;
  cudaMalloc(&sums, sizeof(float));
  reduce<<<1, 128>>>(sums, Row{{1, 2, 3}, 3});
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
