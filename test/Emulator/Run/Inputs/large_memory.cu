// Allocates more than most hosts have, and touches little of it.
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>

__global__ void write(char *At) { At[threadIdx.x] = 42; }

/// Mebibytes that the process has had at most.
static long getPeak() {
  rusage Usage;
  getrusage(RUSAGE_SELF, &Usage);
  return Usage.ru_maxrss / 1024;
}

int main() {
  const size_t Size = size_t(64) << 30, Middle = Size / 2;
  char *Memory = nullptr, *Other = nullptr, Untouched = 0, Set = 0, Written = 0;
  cudaMalloc(&Other, 1);
  const long Before = getPeak();
  const cudaError_t Result = cudaMalloc(&Memory, Size);
  std::printf("64 GiB: %s, ", cudaGetErrorName(Result));
  cudaMemset(Memory + Middle, 7, 1);
  write<<<1, 32>>>(Memory + Size - 32);
  cudaMemcpy(&Untouched, Memory + Middle + 12345678, 1, cudaMemcpyDeviceToHost);
  cudaMemcpy(&Set, Memory + Middle, 1, cudaMemcpyDeviceToHost);
  cudaMemcpy(&Written, Memory + Size - 1, 1, cudaMemcpyDeviceToHost);
  std::printf("%s than 256 MiB of the host\n", getPeak() - Before < 256 ? "less" : "more");
  std::printf("another 64 GiB: %s\n", cudaGetErrorName(cudaMalloc(&Other, Size)));
  std::printf("untouched %02x, set %02x, written by the kernel %02x\n", (unsigned char)Untouched, Set,
              Written);
  return cudaFree(Memory) != cudaSuccess;
}
