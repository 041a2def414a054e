// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program of CUDA as people write them: symbols, managed memory, dynamic shared memory, streams,
// events, printf of a kernel, clusters.

#include <cstdio>
#include <cuda_runtime.h>

__constant__ int Step = 3;
__device__ int Counter[4];
__managed__ int Shared = 5;

__global__ void fill(int *Out, int Count) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < Count)
    Out[I] = I * Step + Shared;
  if (!I) {
    Counter[1] = 7;
    printf("in the kernel: %d threads, %s\n", Count, "no GPU");
  }
}

__global__ void reverse(int *InOut) {
  extern __shared__ int Buffer[];
  Buffer[threadIdx.x] = InOut[threadIdx.x];
  __syncthreads();
  InOut[threadIdx.x] = Buffer[blockDim.x - 1 - threadIdx.x];
}

__global__ void rank(unsigned *Out) {
#if __CUDA_ARCH__ >= 900
  unsigned Rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(Rank));
  if (!threadIdx.x)
    Out[blockIdx.x] = Rank;
#endif
}

static int Wrong = 0;
static void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::printf("%s: %s\n", What, cudaGetErrorString(Error));
  ++Wrong;
}
#define CHECK(CALL) check(CALL, #CALL)

static void launchCluster(unsigned *Out) {
  cudaLaunchAttribute Attribute = {};
  Attribute.id = cudaLaunchAttributeClusterDimension;
  Attribute.val.clusterDim = {4, 1, 1};
  cudaLaunchConfig_t Config = {};
  Config.gridDim = 8;
  Config.blockDim = 32;
  Config.attrs = &Attribute;
  Config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&Config, rank, Out));
}

int main() {
  constexpr int Count = 100;
  cudaDeviceProp Properties;
  CHECK(cudaGetDeviceProperties(&Properties, 0));
  std::printf("%s, %d.%d, %d threads, %zu bytes\n", Properties.name, Properties.major,
              Properties.minor, Properties.maxThreadsPerBlock, Properties.sharedMemPerBlockOptin);
  int *Out, Host[128], NewStep = 4, Counted[4];
  CHECK(cudaMalloc(&Out, sizeof Host));
  CHECK(cudaMemcpyToSymbol(Step, &NewStep, sizeof NewStep));
  Shared = 1;
  cudaStream_t Stream;
  CHECK(cudaStreamCreate(&Stream));
  CHECK(cudaMemsetAsync(Out, 0, sizeof Host, Stream));
  std::printf("before the kernel\n");
  fill<<<4, 32, 0, Stream>>>(Out, Count);
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(Stream));
  std::printf("after the kernel\n");
  constexpr int Bytes = 64 * 1024;
  CHECK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, Bytes));
  reverse<<<1, 128, Bytes>>>(Out);
  CHECK(cudaMemcpy(Host, Out, sizeof Host, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpyFromSymbol(Counted, Counter, sizeof Counted));
  std::printf("%d %d %d\n", Host[127], Host[28], Counted[1]);
  if (Properties.major >= 9) {
    launchCluster(reinterpret_cast<unsigned *>(Out));
    CHECK(cudaMemcpy(Host, Out, sizeof Host, cudaMemcpyDefault));
    std::printf("ranks: %d %d\n", Host[3], Host[6]);
  }
  CHECK(cudaFree(Out));
  std::printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
