// Streams that wait for words of memory, and write them.

#include <cstdio>
#include <cstring>
#include <cuda.h>

__global__ void twice(int *Out) { Out[threadIdx.x] *= 2; }
__global__ void addOne(int *Out) { ++Out[threadIdx.x]; }
__global__ void wait(volatile unsigned *Flag) {
  while (*Flag != 3)
    ;
}

static int *Out, Results[32];
static cudaStream_t First, Second;

static void check(const char *Name, int Expected) {
  const cudaError_t E = cudaDeviceSynchronize();
  cudaMemcpy(Results, Out, sizeof Results, cudaMemcpyDeviceToHost);
  const bool IsRight = Results[0] == Expected && Results[31] == Expected;
  std::printf("%s: %s\n", Name, E ? cudaGetErrorString(E) : IsRight ? "right" : "wrong");
}

int main(int, char **Arguments) {
  const char *What = Arguments[1];
  const auto Is = [&](const char *Name) { return !std::strcmp(What, Name); };
  cudaStreamCreateWithFlags(&First, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&Second, cudaStreamNonBlocking);
  unsigned long long *Words;
  cudaMalloc(&Out, sizeof Results);
  cudaMemset(Out, 0, sizeof Results);
  cudaHostAlloc(&Words, 64, cudaHostAllocMapped);
  std::memset(Words, 0, 64);
  cudaDeviceSynchronize();
  const CUdeviceptr A = CUdeviceptr(Words), B = A + 8, C = A + 16;
  if (Is("order")) { // 1 * 2 + 1: the second stream begins, and waits twice for the first one
    cuStreamWaitValue32(First, A, 1, CU_STREAM_WAIT_VALUE_EQ);
    twice<<<1, 32, 0, First>>>(Out);
    cuStreamWriteValue64(First, B, 1ull << 40, CU_STREAM_WRITE_VALUE_DEFAULT);
    addOne<<<1, 32, 0, Second>>>(Out);
    cuStreamWriteValue32(Second, A, 1, CU_STREAM_WRITE_VALUE_DEFAULT);
    cuStreamWaitValue64(Second, B, 1ull << 40, CU_STREAM_WAIT_VALUE_GEQ);
    addOne<<<1, 32, 0, Second>>>(Out);
    return check(What, 3), 0;
  }
  if (Is("conditions")) { // each of them holds, one after the other
    *(volatile unsigned *)C = 0xfffffff0;
    cuStreamWaitValue32(First, C, 0xffffffe0, CU_STREAM_WAIT_VALUE_GEQ);
    cuStreamWaitValue32(First, C, 0x10, CU_STREAM_WAIT_VALUE_AND);
    cuStreamWaitValue32(First, C, 7, CU_STREAM_WAIT_VALUE_NOR);
    addOne<<<1, 32, 0, First>>>(Out);
    cuStreamWaitValue32(First, C, 0xf, CU_STREAM_WAIT_VALUE_AND);
    twice<<<1, 32, 0, First>>>(Out);
    if (cudaStreamQuery(First) != cudaErrorNotReady)
      std::printf("ready\n");
    *(volatile unsigned *)C = 8;
    return check(What, 2), 0;
  }
  if (Is("batch")) { // a kernel waits for one of two writes, a stream for the other
    CUstreamBatchMemOpParams Operations[2] = {};
    Operations[0].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    Operations[0].writeValue.address = A;
    Operations[0].writeValue.value = 3;
    Operations[1].operation = CU_STREAM_MEM_OP_WAIT_VALUE_64;
    Operations[1].waitValue.address = B;
    Operations[1].waitValue.value64 = 5;
    wait<<<1, 1, 0, First>>>((unsigned *)A);
    addOne<<<1, 32, 0, First>>>(Out);
    cuStreamWriteValue64(First, B, 5, CU_STREAM_WRITE_VALUE_DEFAULT);
    cuStreamBatchMemOp(Second, 2, Operations, 0);
    twice<<<1, 32, 0, Second>>>(Out);
    return check(What, 2), 0;
  }
  if (Is("graph")) {
    cudaGraph_t Graph;
    cudaGraphExec_t Exec;
    cudaStreamBeginCapture(First, cudaStreamCaptureModeGlobal);
    addOne<<<1, 32, 0, First>>>(Out);
    cuStreamWaitValue32(First, A, 1, CU_STREAM_WAIT_VALUE_EQ);
    twice<<<1, 32, 0, First>>>(Out);
    cuStreamWriteValue32(First, B, 1, CU_STREAM_WRITE_VALUE_DEFAULT);
    cudaStreamEndCapture(First, &Graph);
    cudaGraphInstantiate(&Exec, Graph, 0);
    cudaGraphLaunch(Exec, First);
    cuStreamWriteValue32(Second, A, 1, CU_STREAM_WRITE_VALUE_DEFAULT);
    check(What, *(volatile int *)B ? 2 : -1);
    return 0;
  }
  if (Is("never")) {
    cuStreamWaitValue32(First, B, 4, CU_STREAM_WAIT_VALUE_GEQ);
    addOne<<<1, 32, 0, First>>>(Out);
    return check(What, 1), 0;
  }
  if (cuStreamWriteValue32(First, A + 2, 1, CU_STREAM_WRITE_VALUE_DEFAULT) == CUDA_ERROR_INVALID_VALUE &&
      cuStreamWaitValue32(First, CUdeviceptr(&What), 1, 0) == CUDA_ERROR_INVALID_VALUE)
    check(What, 0);
}
