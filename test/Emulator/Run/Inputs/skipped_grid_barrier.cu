// Blocks wait at a barrier of the grid, but for one, whose number is the second argument.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

__global__ void count(int *Count, unsigned Skips) {
  if (blockIdx.x == Skips)
    return;
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0)
    atomicAdd(Count, 1);
}

int main(int, char **Arguments) {
  const int Blocks = std::atoi(Arguments[1]);
  unsigned Skips = std::atoi(Arguments[2]);
  int *Count, Number = 0;
  cudaMalloc(&Count, sizeof Number);
  cudaMemset(Count, 0, sizeof Number);
  void *Parameters[] = {&Count, &Skips};
  cudaLaunchCooperativeKernel(reinterpret_cast<void *>(count), dim3(Blocks), dim3(64), Parameters);
  cudaMemcpy(&Number, Count, sizeof Number, cudaMemcpyDeviceToHost);
  std::printf("%d blocks, %s\n", Number, cudaGetErrorName(cudaGetLastError()));
}
