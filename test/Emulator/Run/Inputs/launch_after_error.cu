// A kernel that fails, and one that is launched first after it.

#include <cstdio>

__global__ void write(int *to) { to[1 << 20] = 1; }
__global__ void after(int *to) { *to = 2; }

int main() {
  int *memory;
  cudaMalloc(&memory, sizeof(int));
  write<<<1, 1>>>(memory);
  const cudaError_t failed = cudaDeviceSynchronize();
  after<<<1, 1>>>(memory);
  std::printf("%s, %s\n", cudaGetErrorName(failed), cudaGetErrorName(cudaGetLastError()));
}
