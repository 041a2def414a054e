// A barrier of the grid by cooperative groups, of as many blocks of 128 threads as the argument says.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

__global__ void meet(unsigned *Count, unsigned *Seen) {
  const auto Grid = cooperative_groups::this_grid();
  atomicAdd(Count, 1);
  Grid.sync();
  if (Grid.thread_rank() == Grid.size() - 1)
    *Seen = *Count;
}

int main(int, char **Words) {
  unsigned *Numbers, Host[2] = {};
  cudaMalloc(&Numbers, sizeof Host);
  cudaMemset(Numbers, 0, sizeof Host);
  unsigned *Seen = Numbers + 1;
  void *Arguments[] = {&Numbers, &Seen};
  const unsigned Blocks = std::atoi(Words[1]);
  cudaError_t Result = cudaLaunchCooperativeKernel((void *)meet, Blocks, 128, Arguments, 0, 0);
  if (Result == cudaSuccess)
    Result = cudaMemcpy(Host, Numbers, sizeof Host, cudaMemcpyDeviceToHost);
  std::printf("%u of %u threads, %s\n", Host[1], Blocks * 128, cudaGetErrorName(Result));
}
