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

/// Gives up after some rounds.
__global__ void waitAndCount(volatile int *Flag, int *Out, int MaxRounds) {
  const long long Begin = clock64();
  if (threadIdx.x == 0)
    for (int Round = 0; !*Flag && Round != MaxRounds; ++Round)
      if (clock64() - Begin > 1LL << 40)
        break;
  __syncthreads();
  __threadfence();
  Out[blockIdx.x * blockDim.x + threadIdx.x] = *Flag + int(threadIdx.x);
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

/// Work is submitted behind a kernel that waits. The calls return although it waits.
static int submitMore(const char *What) {
  const auto Is = [&](const char *Name) { return !std::strcmp(What, Name); };
  if (Is("pageable")) {
    int Source[64];
    for (int I = 0; I != 64; ++I)
      Source[I] = 40 + I % 32;
    cudaMemcpyAsync(Out, Source, sizeof Source, cudaMemcpyHostToDevice, First);
    std::memset(Source, 0, sizeof Source);
    return 40;
  }
  if (Is("memory")) {
    int *Copy;
    cudaMallocAsync(&Copy, sizeof Results, First);
    cudaMemcpyAsync(Copy, Out, sizeof Results, cudaMemcpyDeviceToDevice, First);
    addOne<<<1, 64, 0, First>>>(Copy);
    cudaMemcpyAsync(Out, Copy, sizeof Results, cudaMemcpyDeviceToDevice, First);
    cudaFreeAsync(Copy, First);
    return 8;
  }
  if (Is("callback")) {
    static bool IsCalled = false;
    const auto Note = [](cudaStream_t, cudaError_t, void *) { IsCalled = true; };
    cudaStreamAddCallback(First, Note, nullptr, 0);
    if (IsCalled)
      std::printf("ready\n");
  }
  return 7;
}

/// Launches a graph of two kernels, and changes the second one of the next launch.
static void launchGraph() {
  cudaGraph_t Graph;
  cudaGraphExec_t Exec;
  cudaStreamBeginCapture(First, cudaStreamCaptureModeGlobal);
  wait<<<2, 32, 0, First>>>(Flag, Out);
  addOne<<<1, 64, 0, First>>>(Out);
  cudaStreamEndCapture(First, &Graph);
  cudaGraphInstantiate(&Exec, Graph, 0);
  cudaGraphLaunch(Exec, First);
  cudaGraphNode_t Nodes[2];
  size_t Count = 2;
  cudaGraphGetNodes(Graph, Nodes, &Count);
  cudaKernelNodeParams P = {};
  cudaGraphKernelNodeGetParams(Nodes[1], &P);
  P.func = (void *)set;
  int Value = 1;
  void *Parameters[] = {&Out, &Value};
  P.kernelParams = Parameters;
  cudaGraphExecKernelNodeSetParams(Exec, Nodes[1], &P);
}

int main(int, char **Arguments) {
  const char *What = Arguments[1];
  const bool Sets = Arguments[2] != nullptr;
  const auto Is = [&](const char *Name) { return !std::strcmp(What, Name); };
  cudaStreamCreateWithFlags(&First, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&Second, cudaStreamNonBlocking);
  cudaMalloc(&Out, sizeof Results);
  const bool IsOfHost = !Is("managed") && !Is("copy") && !Is("kernel");
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
  int Expected = Is("order") ? 9 : Is("graph") ? 8 : 7;
  if (Is("graph"))
    launchGraph();
  else if (Is("counting"))
    waitAndCount<<<2, 32, 0, First>>>(Flag, Out, Sets ? 1 << 30 : 10000);
  else
    wait<<<2, 32, 0, First>>>(Flag, Out);
  if (Is("counting") && !Sets)
    Expected = 0;
  if (Is("pageable") || Is("memory") || Is("callback"))
    Expected = submitMore(What);
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
  check(What, Expected);
}
