// A kernel with so many registers that they limit how many blocks a multiprocessor has.
#include <cstdio>

__global__ void many(float *Out) {
  float Values[96];
#pragma unroll
  for (int I = 0; I != 96; ++I)
    Values[I] = Out[I * 32 + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int I = 0; I != 96; ++I)
    Out[(95 - I) * 32 + threadIdx.x] = Values[I] * Values[(I * 7 + 3) % 96];
}

// Static shared memory that a kernel names several times, and a function that it calls.
__noinline__ __device__ int called(int At) {
  __shared__ int Values[1024];
  Values[threadIdx.x] = At;
  __syncthreads();
  return Values[At % 32] + Values[At / 32];
}
__global__ void shared(int *Out) {
  __shared__ int Values[5120];
  extern __shared__ int More[];
  for (int I = 0; I != 3; ++I)
    Values[threadIdx.x + 37 * I] = I;
  Values[threadIdx.x + 512] = 1;
  More[threadIdx.x] = Values[threadIdx.x + 512] + called(threadIdx.x);
  Out[threadIdx.x] = Values[threadIdx.x] + More[threadIdx.x];
}

int main() {
  cudaFuncAttributes Attributes;
  int Blocks = 0;
  cudaFuncGetAttributes(&Attributes, many);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, many, 256, 0);
  // 65,536 registers in four parts; a warp gets multiples of 8 for each of its threads.
  const int OfWarp = (Attributes.numRegs + 7) / 8 * 8 * 32, Warps = 65536 / 4 / OfWarp * 4;
  std::printf("%s by registers, %d registers\n",
              Blocks == Warps / 8 && Blocks < 8 ? "limited" : "not limited", Attributes.numRegs);
  cudaFuncGetAttributes(&Attributes, shared);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, shared, 32, 0);
  std::printf("%d bytes of shared memory, %s\n", int(Attributes.sharedSizeBytes),
              Blocks == 233472 / (24576 + 1024) ? "limited" : "not limited");
  float *Out;
  cudaMalloc(&Out, 96 * 32 * sizeof(float));
  cudaMemset(Out, 0, 96 * 32 * sizeof(float));
  shared<<<1, 32, 24576>>>(reinterpret_cast<int *>(Out)); // 48 KiB with the static
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  many<<<1, 32>>>(Out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
