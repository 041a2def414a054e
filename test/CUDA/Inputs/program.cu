//===-- program.cu - a CUDA program with a host part ----------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what a kernel computes, or why there is no GPU to run it. Either proves that
// it was linked with CUDA's runtime; the first that the fat binary was the right one.
//
//===----------------------------------------------------------------------===//

#include <cstdio>

#ifdef ALSO_NEEDED
__device__ int getAnswer();
#else
__device__ int getAnswer() { return static_cast<int>(rintf(42.0f * cosf(float(threadIdx.x)))); }
#endif

__global__ void answer(int *result) { *result = getAnswer(); }

int main() {
  int *device = nullptr, host = 0;
  cudaError_t status = cudaMalloc(&device, sizeof(int));
  if (status == cudaSuccess) {
    answer<<<1, 1>>>(device);
    status = cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);
  }
  if (status == cudaSuccess)
    std::printf("the answer is %d\n", host);
  else
    std::printf("no answer: %s\n", cudaGetErrorString(status));
}
