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

int main() {
  cudaFuncAttributes Attributes;
  int Blocks = 0;
  cudaFuncGetAttributes(&Attributes, many);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, many, 256, 0);
  // 65,536 registers in four parts; a warp gets multiples of 8 for each of its threads.
  const int OfWarp = (Attributes.numRegs + 7) / 8 * 8 * 32, Warps = 65536 / 4 / OfWarp * 4;
  std::printf("%s by registers, %d registers\n",
              Blocks == Warps / 8 && Blocks < 8 ? "limited" : "not limited", Attributes.numRegs);
  float *Out;
  cudaMalloc(&Out, 96 * 32 * sizeof(float));
  cudaMemset(Out, 0, 96 * 32 * sizeof(float));
  many<<<1, 32>>>(Out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
