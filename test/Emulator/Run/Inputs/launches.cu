// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches from kernels: nested, in streams, with copies, at the tail, and one that cannot be.

#include <cstdio>

__global__ void fill(int *To, int Count, int Depth) {
  To[Depth * 32 + threadIdx.x] = Depth + 1;
  if (Depth + 1 < Count && threadIdx.x == 0)
    fill<<<1, 32>>>(To, Count, Depth + 1);
}

__global__ void twice(int *Of) { Of[threadIdx.x] *= 2; }
__global__ void sum(const int *Of, int Count, int *To) {
  int Sum = 0;
  for (int I = 0; I != Count; ++I)
    Sum += Of[I];
  *To = Sum;
}

__global__ void parent(int *Numbers, int *Sum, bool IsOrdered) {
  __shared__ int *Copy;
  if (threadIdx.x)
    return;
  cudaStream_t Stream;
  cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking);
  cudaMalloc(&Copy, 128 * sizeof(int));
  fill<<<1, 32, 0, Stream>>>(Numbers, 4, 0);
  twice<<<1, 128, 0, IsOrdered ? Stream : 0>>>(Numbers);
  cudaMemcpyAsync(Copy, Numbers, 128 * sizeof(int), cudaMemcpyDeviceToDevice, Stream);
  sum<<<1, 1, 0, Stream>>>(Copy, 128, Sum);
  cudaMemsetAsync(Numbers, 0, 4, Stream);
  sum<<<1, 1, 0, cudaStreamTailLaunch>>>(Numbers, 128, Sum + 1);
  cudaStreamDestroy(Stream);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  twice<<<1, 2000>>>(Numbers);
  const cudaError_t Error = cudaPeekAtLastError();
  printf("%d %d %d: %s\n", Error, cudaGetLastError(), cudaGetLastError(), cudaGetErrorString(Error));
}

__global__ void fault(int *Numbers) { twice<<<1, 64>>>(Numbers + 1000); }

int main(int Count, char **Arguments) {
  int *Numbers, *Sum, Sums[2];
  cudaMalloc(&Numbers, 128 * sizeof(int));
  cudaMalloc(&Sum, 2 * sizeof(int));
  cudaMemset(Numbers, 0, 128 * sizeof(int));
  if (Count == 1 || Arguments[1][0] != 'f')
    parent<<<1, 32>>>(Numbers, Sum, Count == 1);
  else
    fault<<<1, 1>>>(Numbers);
  cudaError_t Error = cudaMemcpy(Sums, Sum, sizeof Sums, cudaMemcpyDeviceToHost);
  std::printf("%s: %d %d\n", cudaGetErrorString(Error), Sums[0], Sums[1]);
}
