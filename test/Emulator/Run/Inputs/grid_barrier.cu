// Each block of a cooperative launch adds what the others wrote before the barrier of the grid.
#include <cooperative_groups.h>
#include <cstdio>

constexpr int Blocks = 6;

__global__ void sumAll(int *From, int *To) {
  if (threadIdx.x == 0)
    From[blockIdx.x] = blockIdx.x + 1;
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0)
    for (int I = 0; I != Blocks; ++I)
      To[blockIdx.x] += From[I];
}

int main() {
  int *From, *To, Numbers[Blocks] = {};
  cudaMalloc(&From, sizeof Numbers);
  cudaMalloc(&To, sizeof Numbers);
  cudaMemset(To, 0, sizeof Numbers);
  void *Arguments[] = {&From, &To};
  cudaLaunchCooperativeKernel(reinterpret_cast<void *>(sumAll), dim3(Blocks), dim3(64), Arguments);
  cudaMemcpy(Numbers, To, sizeof Numbers, cudaMemcpyDeviceToHost);
  std::printf("%d %d, %s\n", Numbers[0], Numbers[Blocks - 1], cudaGetErrorName(cudaGetLastError()));
}
