// An example as scripts/sweep examples wants it; examples.test makes others of it that are not.
// Target: sm_80

#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#include "nvptx_tensorcore.h"

constexpr int Values = 16;

__global__ void __launch_bounds__(1024) reverse(volatile float *P, int Place) {
  float V[Values];
#pragma unroll
  for (int I = 0; I < Values; ++I)
    V[I] = P[I];
#pragma unroll
  for (int I = 0; I < Values; ++I)
    P[I] = V[Values - 1 - I];
}

using namespace nvptx_tensorcore;

using Small = mma_sync<16, 8, 16, f32, bf16>;

__global__ void multiply(Small::FragmentA *A, Small::FragmentB *B, Small::FragmentC *D) {
  D[threadIdx.x] = Small::mma(A[threadIdx.x], B[threadIdx.x], D[threadIdx.x]);
}

#ifdef CALLS_IN_FLIGHT
using MMA = wgmma<64, f32, f16>;

__global__ void call(MMA::Accumulator *Out, MatrixDescriptor A, int (*Function)(int)) {
  MMA::Accumulator D = 0;
  wgmma_fence();
  D = MMA::mma_async(D, A, A, true);
  wgmma_commit_group();
  int Place = Function(threadIdx.x);
  wgmma_wait_group<0>(D);
  Out[Place] = D;
}
#endif

int main(int argc, char **argv) {
  int SelfTest = 0;
  if (argc > 1 && !std::strcmp(argv[1], "--self-test"))
    return SelfTest;
  if (argc > 2) {
    std::fprintf(stderr, "%s needs a positive number\n", argv[1]);
    return 2;
  }
  if (argc > 1) {
    std::fprintf(stderr, "unknown option %s\n", argv[1]);
    return 2;
  }
  int Count = 0;
  if (cudaGetDeviceCount(&Count) != cudaSuccess || !Count) {
    std::fprintf(stderr, "no GPU\n");
    return 2;
  }
  return 0;
}
