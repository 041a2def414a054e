// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs: captured from two streams, made of nodes, changed, launched again; and pitched memory.

#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <utility>

static int Wrong = 0;
static void expect(bool IsRight, const char *What) {
  if (!IsRight) {
    std::printf("wrong: %s\n", What);
    ++Wrong;
  }
}
#define TRY(CALL) expect((CALL) == cudaSuccess, #CALL)

__global__ void add(int *To, int Number) { To[threadIdx.x] += Number; }
__global__ void multiply(int *To, int Number) { To[threadIdx.x] *= Number; }
__global__ void sum(int *To, const int *A, const int *B) { To[threadIdx.x] = A[threadIdx.x] + B[threadIdx.x]; }

static int HostCalls = 0;
static void countCall(void *) { ++HostCalls; }

static int *allocate() {
  int *Result;
  TRY(cudaMalloc(&Result, 32 * sizeof(int)));
  TRY(cudaMemset(Result, 0, 32 * sizeof(int)));
  return Result;
}
static int read(const int *From) {
  int Numbers[32];
  TRY(cudaMemcpy(Numbers, From, sizeof Numbers, cudaMemcpyDeviceToHost));
  for (int N : Numbers)
    expect(N == Numbers[0], "all numbers are alike");
  return Numbers[0];
}

/// A fork into a second stream, and a join.
static void capture() {
  int *A = allocate(), *B = allocate(), *C = allocate(), Host[32];
  cudaStream_t First, Second;
  cudaEvent_t Forked, Joined;
  TRY(cudaStreamCreate(&First));
  TRY(cudaStreamCreate(&Second));
  TRY(cudaEventCreate(&Forked));
  TRY(cudaEventCreate(&Joined));
  TRY(cudaStreamBeginCapture(First, cudaStreamCaptureModeGlobal));
  TRY(cudaMemsetAsync(A, 0, 32 * sizeof(int), First));
  add<<<1, 32, 0, First>>>(A, 3);
  TRY(cudaEventRecord(Forked, First));
  TRY(cudaStreamWaitEvent(Second, Forked, 0));
  add<<<1, 32, 0, Second>>>(B, 10);
  cudaStreamCaptureStatus Status;
  TRY(cudaStreamIsCapturing(Second, &Status));
  expect(Status == cudaStreamCaptureStatusActive, "the second stream is captured, too");
  TRY(cudaEventRecord(Joined, Second));
  multiply<<<1, 32, 0, First>>>(A, 2);
  TRY(cudaStreamWaitEvent(First, Joined, 0));
  sum<<<1, 32, 0, First>>>(C, A, B);
  TRY(cudaLaunchHostFunc(First, countCall, nullptr));
  TRY(cudaMemcpyAsync(Host, C, sizeof Host, cudaMemcpyDeviceToHost, First));
  cudaGraph_t Graph;
  TRY(cudaStreamEndCapture(First, &Graph));
  expect(read(A) == 0 && HostCalls == 0, "nothing is done while it is captured");
  size_t Nodes, Roots;
  TRY(cudaGraphGetNodes(Graph, nullptr, &Nodes));
  TRY(cudaGraphGetRootNodes(Graph, nullptr, &Roots));
  expect(Nodes == 7 && Roots == 1, "seven nodes");
  cudaGraphExec_t Exec;
  TRY(cudaGraphInstantiate(&Exec, Graph, 0));
  for (int I = 1; I != 4; ++I) {
    TRY(cudaGraphLaunch(Exec, First));
    TRY(cudaStreamSynchronize(First));
    expect(read(C) == 6 + 10 * I && Host[31] == 6 + 10 * I && HostCalls == I, "a launch");
  }
  TRY(cudaGraphExecDestroy(Exec));
  TRY(cudaGraphDestroy(Graph));

  // What must not be done while a stream is captured.
  TRY(cudaStreamBeginCapture(First, cudaStreamCaptureModeGlobal));
  expect(cudaStreamSynchronize(First) == cudaErrorStreamCaptureUnsupported, "no wait for a capture");
  expect(cudaStreamEndCapture(First, &Graph) == cudaErrorStreamCaptureInvalidated && !Graph, "a broken capture");
  TRY(cudaStreamBeginCapture(First, cudaStreamCaptureModeGlobal));
  TRY(cudaEventRecord(Forked, First));
  TRY(cudaStreamWaitEvent(Second, Forked, 0));
  add<<<1, 32, 0, Second>>>(B, 1);
  expect(cudaStreamEndCapture(First, &Graph) == cudaErrorStreamCaptureUnjoined, "a stream that is not joined");
  cudaGetLastError();

  // A stream is destroyed while it takes part in a capture, joined or not.
  for (bool IsJoined : {true, false}) {
    cudaStream_t Third;
    TRY(cudaStreamCreate(&Third));
    TRY(cudaStreamBeginCapture(First, cudaStreamCaptureModeGlobal));
    TRY(cudaEventRecord(Forked, First));
    TRY(cudaStreamWaitEvent(Third, Forked, 0));
    add<<<1, 32, 0, Third>>>(B, 1);
    TRY(cudaEventRecord(Joined, Third));
    if (IsJoined)
      TRY(cudaStreamWaitEvent(First, Joined, 0));
    TRY(cudaStreamDestroy(Third));
    TRY(cudaStreamCreate(&Third)); // perhaps where it was
    TRY(cudaStreamDestroy(Third));
    expect(cudaStreamEndCapture(First, &Graph) == (IsJoined ? cudaSuccess : cudaErrorStreamCaptureUnjoined),
           "a stream that is gone");
  }
  cudaGetLastError();
  add<<<1, 32, 0, Second>>>(B, 1);
  expect(read(B) == 31, "after a capture, work is done");
}

/// Memory that a graph allocates is freed outside, and allocated again by the next launch.
static void freedOutside() {
  int *A;
  cudaStream_t S;
  cudaGraph_t Graph;
  cudaGraphExec_t Exec;
  TRY(cudaStreamCreate(&S));
  TRY(cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal));
  TRY(cudaMallocAsync(&A, 32 * sizeof(int), S));
  TRY(cudaMemsetAsync(A, 0, 32 * sizeof(int), S));
  add<<<1, 32, 0, S>>>(A, 3);
  TRY(cudaStreamEndCapture(S, &Graph));
  TRY(cudaGraphInstantiate(&Exec, Graph, 0));
  for (int I = 0; I != 3; ++I) {
    TRY(cudaGraphLaunch(Exec, S));
    TRY(cudaStreamSynchronize(S));
    expect(read(A) == 3, "memory that was freed outside");
    TRY(I ? cudaFreeAsync(A, S) : cudaFree(A));
  }
  unsigned long long Used = 0;
  TRY(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &Used));
  expect(Used == 32 * sizeof(int), "memory of graphs");
}

static void explicitNodes() {
  int *A = allocate(), By = 5, Factor = 3;
  cudaGraph_t Graph;
  TRY(cudaGraphCreate(&Graph, 0));
  cudaGraphNode_t Set, Add, Multiply, Free, Memory, Copy;
  void *AddArguments[] = {&A, &By}, *MultiplyArguments[] = {&A, &Factor};
  cudaKernelNodeParams P = {};
  P.gridDim = dim3(1);
  P.blockDim = dim3(32);
  P.func = (void *)multiply;
  P.kernelParams = MultiplyArguments;
  TRY(cudaGraphAddKernelNode(&Multiply, Graph, nullptr, 0, &P));
  P.func = (void *)add;
  P.kernelParams = AddArguments;
  cudaMemsetParams M = {};
  M.dst = A;
  M.elementSize = 4;
  M.value = 1;
  M.width = 32;
  M.height = 1;
  TRY(cudaGraphAddMemsetNode(&Set, Graph, nullptr, 0, &M));
  TRY(cudaGraphAddKernelNode(&Add, Graph, &Set, 1, &P));
#if CUDART_VERSION >= 13000
  TRY(cudaGraphAddDependencies(Graph, &Add, &Multiply, nullptr, 1));
#else
  TRY(cudaGraphAddDependencies(Graph, &Add, &Multiply, 1));
#endif
  cudaMemAllocNodeParams Alloc = {};
  Alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  Alloc.poolProps.location = {cudaMemLocationTypeDevice, 0};
  Alloc.bytesize = 32 * sizeof(int);
  TRY(cudaGraphAddMemAllocNode(&Memory, Graph, &Multiply, 1, &Alloc));
  TRY(cudaGraphAddMemcpyNode1D(&Copy, Graph, &Memory, 1, Alloc.dptr, A, 32 * sizeof(int), cudaMemcpyDeviceToDevice));
  TRY(cudaGraphAddMemFreeNode(&Free, Graph, &Copy, 1, Alloc.dptr));
  By = 100; // parameters are copied when a node is made
  cudaGraphExec_t Exec;
  TRY(cudaGraphInstantiate(&Exec, Graph, 0));
  TRY(cudaGraphLaunch(Exec, 0));
  expect(read(A) == 18, "(1 + 5) * 3");

  // Other parameters in the executable graph, and in the graph, of which an update takes them.
  By = 2;
  TRY(cudaGraphExecKernelNodeSetParams(Exec, Add, &P));
  TRY(cudaGraphLaunch(Exec, 0));
  expect(read(A) == 9, "(1 + 2) * 3");
  TRY(cudaGraphNodeSetEnabled(Exec, Multiply, 0));
  TRY(cudaGraphLaunch(Exec, 0));
  expect(read(A) == 3, "1 + 2");
  TRY(cudaGraphNodeSetEnabled(Exec, Multiply, 1));
  M.value = 7;
  TRY(cudaGraphMemsetNodeSetParams(Set, &M));
  cudaGraphExecUpdateResultInfo Info;
  TRY(cudaGraphExecUpdate(Exec, Graph, &Info));
  TRY(cudaGraphLaunch(Exec, 0));
  expect(read(A) == 36 && Info.result == cudaGraphExecUpdateSuccess, "(7 + 5) * 3");
  cudaKernelNodeParams Read;
  TRY(cudaGraphKernelNodeGetParams(Add, &Read));
  expect(Read.blockDim.x == 32 && *(int *)Read.kernelParams[1] == 5, "the parameters of a node");

  // A graph in a graph; a graph of another form.
  cudaGraph_t Outer;
  cudaGraphNode_t Child, After;
  TRY(cudaGraphCreate(&Outer, 0));
  TRY(cudaGraphAddChildGraphNode(&Child, Outer, nullptr, 0, Graph));
  TRY(cudaGraphAddKernelNode(&After, Outer, &Child, 1, &P));
  cudaGraphExec_t OuterExec;
  TRY(cudaGraphInstantiate(&OuterExec, Outer, 0));
  TRY(cudaGraphLaunch(OuterExec, 0));
  expect(read(A) == 38, "(7 + 5) * 3 + 2");
  expect(cudaGraphExecUpdate(Exec, Outer, &Info) == cudaErrorGraphExecUpdateFailure &&
             Info.result == cudaGraphExecUpdateErrorTopologyChanged,
         "an update with another graph");
  cudaGetLastError();
#if CUDART_VERSION >= 13000
  TRY(cudaGraphAddDependencies(Graph, &Multiply, &Set, nullptr, 1));
#else
  TRY(cudaGraphAddDependencies(Graph, &Multiply, &Set, 1));
#endif
  expect(cudaGraphInstantiate(&Exec, Graph, 0) == cudaErrorInvalidValue, "a graph with a circle");
  cudaGetLastError();
}

#if CUDART_VERSION >= 13000
/// Nodes by their types.
static void nodesOfAnyType(bool AsksForUnknown) {
  int *A = allocate(), Numbers[32], By = 4;
  for (int &Number : Numbers)
    Number = 6;
  cudaGraph_t Graph;
  TRY(cudaGraphCreate(&Graph, 0));
  cudaGraphNode_t Copy, Add, Memory, Host;
  cudaGraphNodeParams P = {cudaGraphNodeTypeMemcpy};
  P.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(Numbers, sizeof Numbers, 32, 1);
  P.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(A, sizeof Numbers, 32, 1);
  P.memcpy.copyParams.extent = make_cudaExtent(sizeof Numbers, 1, 1);
  P.memcpy.copyParams.kind = cudaMemcpyHostToDevice;
  TRY(cudaGraphAddNode(&Copy, Graph, nullptr, nullptr, 0, &P));
  P = {cudaGraphNodeTypeKernel};
  void *Arguments[] = {&A, &By};
  P.kernel.func = (void *)multiply;
  P.kernel.gridDim = {1, 1, 1};
  P.kernel.blockDim = {32, 1, 1};
  P.kernel.kernelParams = Arguments;
  TRY(cudaGraphAddNode(&Add, Graph, &Copy, nullptr, 1, &P));
  cudaGraphNodeParams Other = {cudaGraphNodeTypeMemAlloc};
  Other.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  Other.alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  Other.alloc.bytesize = 64;
  TRY(cudaGraphAddNode(&Memory, Graph, nullptr, nullptr, 0, &Other));
  expect(Other.alloc.dptr != nullptr, "the address of a node's memory");
  Other = {cudaGraphNodeTypeHost};
  Other.host.fn = countCall;
  TRY(cudaGraphAddNode(&Host, Graph, &Add, nullptr, 1, &Other));
  cudaGraphExec_t Exec;
  TRY(cudaGraphInstantiate(&Exec, Graph, 0));
  const int Before = HostCalls;
  TRY(cudaGraphLaunch(Exec, 0));
  expect(read(A) == 24 && HostCalls == Before + 1, "6 * 4");
  P.kernel.func = (void *)add;
  TRY(cudaGraphExecNodeSetParams(Exec, Add, &P));
  TRY(cudaGraphLaunch(Exec, 0));
  expect(read(A) == 10, "6 + 4");
  if (!AsksForUnknown)
    return;
  Other = {cudaGraphNodeTypeExtSemaphoreSignal};
  expect(cudaGraphAddNode(&Memory, Graph, nullptr, nullptr, 0, &Other) == cudaErrorNotSupported, "an external semaphore");
  cudaGetLastError();
}

__global__ void setCondition(cudaGraphConditionalHandle Handle, const int *From) {
  cudaGraphSetConditional(Handle, *From);
}
__global__ void countDown(cudaGraphConditionalHandle Handle, int *From) {
  cudaGraphSetConditional(Handle, --*From != 0);
}

static cudaGraphNode_t addKernel(cudaGraph_t To, cudaGraphNode_t After, void *Kernel, unsigned Threads,
                                 void **Arguments) {
  cudaGraphNode_t N;
  cudaGraphNodeParams P = {cudaGraphNodeTypeKernel};
  P.kernel.func = Kernel;
  P.kernel.gridDim = {1, 1, 1};
  P.kernel.blockDim = {Threads, 1, 1};
  P.kernel.kernelParams = Arguments;
  TRY(cudaGraphAddNode(&N, To, &After, nullptr, After ? 1 : 0, &P));
  return N;
}

static cudaGraph_t *addCondition(cudaGraph_t To, cudaGraphNode_t &Node, cudaGraphNode_t After,
                                 cudaGraphConditionalHandle Handle, cudaGraphConditionalNodeType Type,
                                 unsigned Size) {
  cudaGraphNodeParams P = {cudaGraphNodeTypeConditional};
  P.conditional.handle = Handle;
  P.conditional.type = Type;
  P.conditional.size = Size;
  TRY(cudaGraphAddNode(&Node, To, &After, nullptr, After ? 1 : 0, &P));
  return P.conditional.phGraph_out;
}

/// A loop of 20,000 rounds after a condition with two bodies, of which one has a condition of its own.
static void conditions() {
  int *A = allocate(), *Choice = allocate(), *Rounds = allocate(), One = 1, Ten = 10, Hundred = 100;
  cudaGraph_t Graph;
  TRY(cudaGraphCreate(&Graph, 0));
  cudaGraphConditionalHandle IfHandle, LoopHandle, SwitchHandle;
  TRY(cudaGraphConditionalHandleCreate(&IfHandle, Graph, 0, 0));
  TRY(cudaGraphConditionalHandleCreate(&LoopHandle, Graph, 1, cudaGraphCondAssignDefault));
  TRY(cudaGraphConditionalHandleCreate(&SwitchHandle, Graph, 0, 0));
  void *SetIf[] = {&IfHandle, &Choice}, *SetSwitch[] = {&SwitchHandle, &Choice}, *AddOne[] = {&A, &One},
       *AddTen[] = {&A, &Ten}, *AddHundred[] = {&A, &Hundred};
  cudaGraphNode_t Set = addKernel(Graph, nullptr, (void *)setCondition, 1, SetIf), If, Switch, Loop;
  cudaGraph_t *Bodies = addCondition(Graph, If, Set, IfHandle, cudaGraphCondTypeIf, 2);
  addKernel(Bodies[1], nullptr, (void *)add, 32, AddOne);
  cudaGraph_t *Cases = addCondition(Bodies[0], Switch, addKernel(Bodies[0], nullptr, (void *)setCondition, 1, SetSwitch),
                                    SwitchHandle, cudaGraphCondTypeSwitch, 3);
  addKernel(Cases[1], nullptr, (void *)add, 32, AddTen);
  cudaGraphNode_t InCase = addKernel(Cases[2], nullptr, (void *)add, 32, AddHundred);
  cudaGraph_t *Body = addCondition(Graph, Loop, If, LoopHandle, cudaGraphCondTypeWhile, 1);
  cudaStream_t S;
  TRY(cudaStreamCreate(&S));
  TRY(cudaStreamBeginCaptureToGraph(S, Body[0], nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  countDown<<<1, 1, 0, S>>>(LoopHandle, Rounds);
  TRY(cudaStreamEndCapture(S, nullptr));
  cudaGraphExec_t Exec, Second;
  TRY(cudaGraphInstantiate(&Exec, Graph, 0));
  expect(cudaGraphInstantiate(&Second, Graph, 0) == cudaErrorNotSupported, "a second instance");
  cudaGraph_t Other;
  expect(cudaGraphClone(&Other, Graph) == cudaErrorNotSupported, "a copy");
  cudaGetLastError();
  const int Sums[] = {1, 11, 111, 111};
  for (int Chosen = 0; Chosen != 4; ++Chosen) {
    const int Many = Chosen ? 3 : 20000;
    TRY(cudaMemcpy(Choice, &Chosen, sizeof Chosen, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(Rounds, &Many, sizeof Many, cudaMemcpyHostToDevice));
    TRY(cudaGraphLaunch(Exec, S));
    TRY(cudaStreamSynchronize(S));
    int Left;
    TRY(cudaMemcpy(&Left, Rounds, sizeof Left, cudaMemcpyDeviceToHost));
    expect(read(A) == Sums[Chosen] && Left == 0, "a condition");
  }
  // A kernel of a body gets other parameters.
  cudaGraphNodeParams P = {cudaGraphNodeTypeKernel};
  P.kernel.func = (void *)add;
  P.kernel.gridDim = {1, 1, 1};
  P.kernel.blockDim = {32, 1, 1};
  P.kernel.kernelParams = AddOne;
  TRY(cudaGraphExecNodeSetParams(Exec, InCase, &P));
  const int Two = 2;
  TRY(cudaMemcpy(Choice, &Two, sizeof Two, cudaMemcpyHostToDevice));
  TRY(cudaMemcpy(Rounds, &Two, sizeof Two, cudaMemcpyHostToDevice));
  TRY(cudaGraphLaunch(Exec, S));
  expect(read(A) == 112, "a changed kernel of a body");

  // A number that nobody has set.
  TRY(cudaGraphCreate(&Other, 0));
  TRY(cudaGraphConditionalHandleCreate(&IfHandle, Other, 0, 0));
  Bodies = addCondition(Other, If, nullptr, IfHandle, cudaGraphCondTypeIf, 1);
  TRY(cudaGraphInstantiate(&Second, Other, 0));
  TRY(cudaGraphLaunch(Second, S));
  TRY(cudaGraphExecDestroy(Second));
  // A kernel sets it that is not known to be before the node.
  SetIf[0] = &IfHandle;
  Set = addKernel(Other, nullptr, (void *)setCondition, 1, SetIf);
  TRY(cudaGraphInstantiate(&Second, Other, 0));
  TRY(cudaGraphLaunch(Second, S));
  TRY(cudaGraphExecDestroy(Second));
  cudaGraphNodeParams OfHost = {cudaGraphNodeTypeHost};
  OfHost.host.fn = countCall;
  TRY(cudaGraphAddNode(&Loop, Bodies[0], nullptr, nullptr, 0, &OfHost));
  expect(cudaGraphInstantiate(&Second, Other, 0) == cudaErrorNotSupported, "a function of the host in a body");
  cudaGetLastError();
}

/// Copies of several ranges, of arrays and of symbols; objects of the program; attributes of streams.
__device__ int Variable[32];
static void otherCalls() {
  int *A = allocate(), *B = allocate(), Host[32], More[32];
  for (int I = 0; I != 32; ++I)
    Host[I] = 3;
  cudaStream_t S, T;
  TRY(cudaStreamCreate(&S));
  TRY(cudaStreamCreate(&T));
  void *Tos[] = {A, B};
  const void *Froms[] = {Host, Host};
  size_t Sizes[] = {sizeof Host, sizeof Host}, First = 0;
  cudaMemcpyAttributes Attributes = {cudaMemcpySrcAccessOrderStream};
  TRY(cudaMemcpyBatchAsync(Tos, Froms, Sizes, 2, &Attributes, &First, 1, S));
  TRY(cudaStreamSynchronize(S));
  expect(read(A) == 3 && read(B) == 3, "copies in one call");
  cudaStreamAttrValue Set = {}, Got = {};
  Set.syncPolicy = cudaSyncPolicyYield;
  TRY(cudaStreamSetAttribute(S, cudaStreamAttributeSynchronizationPolicy, &Set));
  TRY(cudaStreamCopyAttributes(T, S));
  TRY(cudaStreamGetAttribute(T, cudaStreamAttributeSynchronizationPolicy, &Got));
  expect(Got.syncPolicy == cudaSyncPolicyYield, "an attribute");
  cudaMemPool_t Pool;
  cudaMemLocation Where = {cudaMemLocationTypeDevice, 0};
  cudaMemAccessFlags Flags;
  TRY(cudaMemGetDefaultMemPool(&Pool, &Where, cudaMemAllocationTypePinned));
  TRY(cudaMemPoolGetAccess(&Flags, Pool, &Where));
  expect(Flags == cudaMemAccessFlagsProtReadWrite, "access to a pool");
  cudaMemcpy3DPeerParms Peer = {};
  Peer.srcPtr = make_cudaPitchedPtr(A, sizeof Host, 32, 1);
  Peer.dstPtr = make_cudaPitchedPtr(Variable, sizeof Host, 32, 1);
  void *Address;
  TRY(cudaGetSymbolAddress(&Address, Variable));
  Peer.dstPtr.ptr = Address;
  Peer.extent = make_cudaExtent(sizeof Host, 1, 1);
  TRY(cudaMemcpy3DPeer(&Peer));
  expect(read(static_cast<int *>(Address)) == 3, "a copy between devices");

  cudaGraph_t Graph;
  cudaGraphExec_t Exec;
  cudaGraphNode_t Copy, Record;
  cudaEvent_t E, Known;
  TRY(cudaEventCreate(&E));
  TRY(cudaGraphCreate(&Graph, 0));
  TRY(cudaGraphAddMemcpyNodeToSymbol(&Copy, Graph, nullptr, 0, Variable, Host, 4, 0, cudaMemcpyHostToDevice));
  TRY(cudaGraphMemcpyNodeSetParamsFromSymbol(Copy, More, Variable, sizeof More, 0, cudaMemcpyDeviceToHost));
  TRY(cudaGraphAddEventRecordNode(&Record, Graph, &Copy, 1, E));
  TRY(cudaGraphEventRecordNodeGetEvent(Record, &Known));
  expect(Known == E, "the event of a node");
  const int Before = HostCalls;
  cudaUserObject_t Object;
  TRY(cudaUserObjectCreate(&Object, nullptr, countCall, 1, cudaUserObjectNoDestructorSync));
  TRY(cudaGraphRetainUserObject(Graph, Object, 1, cudaGraphUserObjectMove));
  TRY(cudaGraphInstantiate(&Exec, Graph, 0));
  TRY(cudaGraphDestroy(Graph));
  TRY(cudaGraphLaunch(Exec, S));
  TRY(cudaStreamSynchronize(S));
  expect(HostCalls == Before && More[31] == 3, "an object that is used");
  TRY(cudaGraphExecDestroy(Exec));
  expect(HostCalls == Before + 1, "an object that is not used any more");
}
#else
static void nodesOfAnyType(bool) {}
static void conditions() {}
static void otherCalls() {}
#endif

/// Memory with pitch, in three dimensions.
static void pitched() {
  cudaPitchedPtr P;
  cudaExtent E = make_cudaExtent(5 * sizeof(int), 3, 2);
  TRY(cudaMalloc3D(&P, E));
  TRY(cudaMemset3D(P, 0, E));
  int From[2][3][5], To[2][3][5];
  for (int I = 0; I != 30; ++I)
    (&From[0][0][0])[I] = I;
  cudaMemcpy3DParms M = {};
  M.srcPtr = make_cudaPitchedPtr(From, 5 * sizeof(int), 5, 3);
  M.dstPtr = P;
  M.extent = E;
  M.kind = cudaMemcpyHostToDevice;
  TRY(cudaMemcpy3D(&M));
  std::memset(To, 0, sizeof To);
  std::swap(M.srcPtr, M.dstPtr);
  M.dstPtr = make_cudaPitchedPtr(To, 5 * sizeof(int), 5, 3);
  M.kind = cudaMemcpyDeviceToHost;
  TRY(cudaMemcpy3D(&M));
  expect(P.pitch >= 20 && !std::memcmp(From, To, sizeof To), "pitched memory");
}

int main(int argc, char **) {
  freedOutside();
  capture();
  explicitNodes();
  nodesOfAnyType(argc > 1);
  conditions();
  otherCalls();
  pitched();
  std::printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
