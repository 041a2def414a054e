// Kernels that wait for the host, for a copy and for another kernel.

#include <cstdio>
#include <cstring>

__global__ void wait(volatile int *Flag, int *Out) {
  if (threadIdx.x == 0)
    while (!*Flag)
      ;
  __syncthreads();
  __threadfence();
  Out[blockIdx.x * blockDim.x + threadIdx.x] = *Flag + int(threadIdx.x);
}

__global__ void set(int *Flag, int Value) { atomicExch(Flag, Value); }

__global__ void answer(volatile int *Asked, volatile int *Answered, int Rounds) {
  for (int Round = 1; Round <= Rounds; ++Round) {
    while (*Asked != Round)
      ;
    *Answered = 10 * Round;
    __threadfence_system();
  }
}

__global__ void addOne(int *Out) { ++Out[threadIdx.x]; }

static int *Out, *Flag, *Answered, Results[64];
static cudaStream_t First, Second;

static void check(const char *Name, int Expected) {
  const cudaError_t E = cudaDeviceSynchronize();
  cudaMemcpy(Results, Out, sizeof Results, cudaMemcpyDeviceToHost);
  const bool IsRight = Results[0] == Expected && Results[63] == Expected + 31;
  std::printf("%s: %s\n", Name, E ? cudaGetErrorString(E) : IsRight ? "right" : "wrong");
}

int main(int, char **Arguments) {
  const char *What = Arguments[1];
  const bool Sets = Arguments[2] != nullptr;
  const auto Is = [&](const char *Name) { return !std::strcmp(What, Name); };
  cudaStreamCreateWithFlags(&First, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&Second, cudaStreamNonBlocking);
  cudaMalloc(&Out, sizeof Results);
  const bool IsOfHost = Is("host") || Is("rounds") || Is("order");
  if (IsOfHost)
    cudaHostAlloc(&Flag, sizeof(int), cudaHostAllocMapped);
  else if (Is("managed"))
    cudaMallocManaged(&Flag, sizeof(int));
  else
    cudaMalloc(&Flag, sizeof(int));
  cudaHostAlloc(&Answered, sizeof(int), cudaHostAllocMapped);
  if (IsOfHost || Is("managed"))
    *Flag = 0;
  else
    cudaMemset(Flag, 0, sizeof(int));
  *Answered = 0;
  cudaDeviceSynchronize();

  if (Is("rounds")) {
    answer<<<1, 1, 0, First>>>(Flag, Answered, 3);
    int Sum = 0;
    for (int Round = 1; Round <= (Sets ? 3 : 0); ++Round) {
      *(volatile int *)Flag = Round;
      while (*(volatile int *)Answered != 10 * Round)
        ;
      Sum += *Answered;
    }
    const cudaError_t E = cudaStreamSynchronize(First);
    std::printf("rounds: %s\n", E ? cudaGetErrorString(E) : Sum == 60 ? "right" : "wrong");
    return 0;
  }
  wait<<<2, 32, 0, First>>>(Flag, Out);
  if (Is("end"))
    return 0;
  if (Is("order")) { // what comes after it waits, too
    addOne<<<1, 64, 0, First>>>(Out);
    if (cudaStreamQuery(First) != cudaErrorNotReady)
      std::printf("ready\n");
    cudaEvent_t Done;
    cudaEventCreate(&Done);
    cudaEventRecord(Done, First);
    cudaStreamWaitEvent(Second, Done, 0);
    addOne<<<1, 64, 0, Second>>>(Out);
  }
  if (Sets && (IsOfHost || Is("managed"))) {
    *(volatile int *)Flag = 7;
  } else if (Sets && Is("kernel")) {
    set<<<1, 1, 0, Second>>>(Flag, 7);
  } else if (Sets) { // a copy
    *Answered = 7;
    cudaMemcpyAsync(Flag, Answered, sizeof(int), cudaMemcpyHostToDevice, Second);
  }
  check(What, Is("order") ? 9 : 7);
}
