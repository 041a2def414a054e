//===- Graphs.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime API of graphs: the driver's, with kernels by the addresses that a program has for
// them, and copies as the runtime describes them.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Runtime/Copies.h"
#include "Emulator/CUDA/Runtime/Runtime.h"

using namespace llvm::tensorcore::cuda;

// CUDA 13 put data of edges into functions that had none.
#if RUNTIME_VERSION >= 13
#define EDGE_DATA , void *
#define CONST_EDGE_DATA , const void *
#else
#define EDGE_DATA
#define CONST_EDGE_DATA
#endif

CUDA_API int cudaGraphCreate(Graph *To, unsigned Flags) {
  return call([&] { return cuGraphCreate(To, Flags); });
}
CUDA_API int cudaGraphDestroy(Graph G) {
  return call([&] { return cuGraphDestroy(G); });
}
CUDA_API int cudaGraphClone(Graph *To, Graph From) {
  return call([&] { return cuGraphClone(To, From); });
}
CUDA_API int cudaGraphNodeFindInClone(GraphNode *To, GraphNode Original, Graph Clone) {
  return call([&] { return cuGraphNodeFindInClone(To, Original, Clone); });
}
CUDA_API int cudaGraphDestroyNode(GraphNode N) {
  return call([&] { return cuGraphDestroyNode(N); });
}
CUDA_API int cudaGraphDebugDotPrint(Graph G, const char *Path, unsigned Flags) {
  return call([&] { return cuGraphDebugDotPrint(G, Path, Flags); });
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Calls a function with the driver's parameters of a kernel node.
template <class F> static int callWith(const KernelNodeParameters &P, F Function) {
  return call([&]() -> int {
    KernelNodeParameters OfDriver = P;
    if (const int Error = Runtime::get().getFunction(P.F, OfDriver.F))
      return Error;
    return Function(OfDriver);
  });
}
CUDA_API int cudaGraphAddKernelNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                                    const KernelNodeParameters *P) {
  return callWith(*P, [&](const KernelNodeParameters &OfDriver) {
    return cuGraphAddKernelNode(To, G, After, NumAfter, &OfDriver);
  });
}
CUDA_API int cudaGraphKernelNodeGetParams(GraphNode N, KernelNodeParameters *P) {
  return call([&] { return cuGraphKernelNodeGetParams(N, P); });
}
CUDA_API int cudaGraphKernelNodeSetParams(GraphNode N, const KernelNodeParameters *P) {
  return callWith(*P, [&](const KernelNodeParameters &OfDriver) {
    return cuGraphKernelNodeSetParams(N, &OfDriver);
  });
}
CUDA_API int cudaGraphExecKernelNodeSetParams(GraphExec E, GraphNode N,
                                              const KernelNodeParameters *P) {
  return callWith(*P, [&](const KernelNodeParameters &OfDriver) {
    return cuGraphExecKernelNodeSetParams(E, N, &OfDriver);
  });
}
CUDA_API int cudaGraphKernelNodeSetAttribute(GraphNode N, int ID, const void *Value) {
  return call([&] { return cuGraphKernelNodeSetAttribute(N, ID, Value); });
}
CUDA_API int cudaGraphKernelNodeGetAttribute(GraphNode N, int ID, void *Value) {
  return call([&] { return cuGraphKernelNodeGetAttribute(N, ID, Value); });
}
CUDA_API int cudaGraphKernelNodeCopyAttributes(GraphNode To, GraphNode From) {
  return call([&] { return cuGraphKernelNodeCopyAttributes(To, From); });
}

CUDA_API int cudaGraphAddMemcpyNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                                    const RuntimeMemcpy3D *P) {
  const Memcpy3D M = convert(*P);
  return call([&] { return cuGraphAddMemcpyNode(To, G, After, NumAfter, &M, nullptr); });
}
CUDA_API int cudaGraphMemcpyNodeGetParams(GraphNode N, RuntimeMemcpy3D *P) {
  return call([&] {
    Memcpy3D M;
    const Result R = cuGraphMemcpyNodeGetParams(N, &M);
    if (R == Success)
      *P = convert(M);
    return R;
  });
}
CUDA_API int cudaGraphMemcpyNodeSetParams(GraphNode N, const RuntimeMemcpy3D *P) {
  const Memcpy3D M = convert(*P);
  return call([&] { return cuGraphMemcpyNodeSetParams(N, &M); });
}
CUDA_API int cudaGraphExecMemcpyNodeSetParams(GraphExec E, GraphNode N, const RuntimeMemcpy3D *P) {
  const Memcpy3D M = convert(*P);
  return call([&] { return cuGraphExecMemcpyNodeSetParams(E, N, &M, nullptr); });
}
CUDA_API int cudaGraphAddMemcpyNode1D(GraphNode *Node, Graph G, const GraphNode *After,
                                      size_t NumAfter, void *To, const void *From, size_t Bytes,
                                      int Kind) {
  const Memcpy3D M = describeCopy(To, 0, From, 0, Bytes, 1, Kind);
  return call([&] { return cuGraphAddMemcpyNode(Node, G, After, NumAfter, &M, nullptr); });
}
CUDA_API int cudaGraphMemcpyNodeSetParams1D(GraphNode N, void *To, const void *From, size_t Bytes,
                                            int Kind) {
  const Memcpy3D M = describeCopy(To, 0, From, 0, Bytes, 1, Kind);
  return call([&] { return cuGraphMemcpyNodeSetParams(N, &M); });
}
CUDA_API int cudaGraphExecMemcpyNodeSetParams1D(GraphExec E, GraphNode N, void *To,
                                                const void *From, size_t Bytes, int Kind) {
  const Memcpy3D M = describeCopy(To, 0, From, 0, Bytes, 1, Kind);
  return call([&] { return cuGraphExecMemcpyNodeSetParams(E, N, &M, nullptr); });
}
CUDA_API int cudaGraphAddMemcpyNodeToSymbol(GraphNode *Node, Graph G, const GraphNode *After,
                                            size_t NumAfter, const void *Symbol, const void *From,
                                            size_t Bytes, size_t Offset, int Kind) {
  return callWithVariable(Symbol, Offset, Bytes, [&](char *To, size_t) {
    return cudaGraphAddMemcpyNode1D(Node, G, After, NumAfter, To, From, Bytes, Kind);
  });
}
CUDA_API int cudaGraphAddMemcpyNodeFromSymbol(GraphNode *Node, Graph G, const GraphNode *After,
                                              size_t NumAfter, void *To, const void *Symbol,
                                              size_t Bytes, size_t Offset, int Kind) {
  return callWithVariable(Symbol, Offset, Bytes, [&](char *From, size_t) {
    return cudaGraphAddMemcpyNode1D(Node, G, After, NumAfter, To, From, Bytes, Kind);
  });
}

CUDA_API int cudaGraphExecMemcpyNodeSetParamsToSymbol(GraphExec E, GraphNode N, const void *Symbol,
                                                      const void *From, size_t Bytes, size_t Offset,
                                                      int Kind) {
  return callWithVariable(Symbol, Offset, Bytes, [&](char *To, size_t) {
    return cudaGraphExecMemcpyNodeSetParams1D(E, N, To, From, Bytes, Kind);
  });
}
CUDA_API int cudaGraphMemcpyNodeSetParamsToSymbol(GraphNode N, const void *Symbol, const void *From,
                                                  size_t Bytes, size_t Offset, int Kind) {
  return cudaGraphExecMemcpyNodeSetParamsToSymbol(nullptr, N, Symbol, From, Bytes, Offset, Kind);
}
CUDA_API int cudaGraphExecMemcpyNodeSetParamsFromSymbol(GraphExec E, GraphNode N, void *To,
                                                        const void *Symbol, size_t Bytes,
                                                        size_t Offset, int Kind) {
  return callWithVariable(Symbol, Offset, Bytes, [&](char *From, size_t) {
    return cudaGraphExecMemcpyNodeSetParams1D(E, N, To, From, Bytes, Kind);
  });
}
CUDA_API int cudaGraphMemcpyNodeSetParamsFromSymbol(GraphNode N, void *To, const void *Symbol,
                                                    size_t Bytes, size_t Offset, int Kind) {
  return cudaGraphExecMemcpyNodeSetParamsFromSymbol(nullptr, N, To, Symbol, Bytes, Offset, Kind);
}

CUDA_API int cudaGraphAddMemsetNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                                    const MemsetParameters *P) {
  return call([&] { return cuGraphAddMemsetNode(To, G, After, NumAfter, P, nullptr); });
}
CUDA_API int cudaGraphMemsetNodeGetParams(GraphNode N, MemsetParameters *P) {
  return call([&] { return cuGraphMemsetNodeGetParams(N, P); });
}
CUDA_API int cudaGraphMemsetNodeSetParams(GraphNode N, const MemsetParameters *P) {
  return call([&] { return cuGraphMemsetNodeSetParams(N, P); });
}
CUDA_API int cudaGraphExecMemsetNodeSetParams(GraphExec E, GraphNode N, const MemsetParameters *P) {
  return call([&] { return cuGraphExecMemsetNodeSetParams(E, N, P, nullptr); });
}
CUDA_API int cudaGraphAddHostNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                                  const HostWork *P) {
  return call([&] { return cuGraphAddHostNode(To, G, After, NumAfter, P); });
}
CUDA_API int cudaGraphHostNodeGetParams(GraphNode N, HostWork *P) {
  return call([&] { return cuGraphHostNodeGetParams(N, P); });
}
CUDA_API int cudaGraphHostNodeSetParams(GraphNode N, const HostWork *P) {
  return call([&] { return cuGraphHostNodeSetParams(N, P); });
}
CUDA_API int cudaGraphExecHostNodeSetParams(GraphExec E, GraphNode N, const HostWork *P) {
  return call([&] { return cuGraphExecHostNodeSetParams(E, N, P); });
}
CUDA_API int cudaGraphAddEmptyNode(GraphNode *To, Graph G, const GraphNode *After,
                                   size_t NumAfter) {
  return call([&] { return cuGraphAddEmptyNode(To, G, After, NumAfter); });
}
CUDA_API int cudaGraphAddChildGraphNode(GraphNode *To, Graph G, const GraphNode *After,
                                        size_t NumAfter, Graph Child) {
  return call([&] { return cuGraphAddChildGraphNode(To, G, After, NumAfter, Child); });
}
CUDA_API int cudaGraphChildGraphNodeGetGraph(GraphNode N, Graph *To) {
  return call([&] { return cuGraphChildGraphNodeGetGraph(N, To); });
}
CUDA_API int cudaGraphExecChildGraphNodeSetParams(GraphExec E, GraphNode N, Graph Child) {
  return call([&] { return cuGraphExecChildGraphNodeSetParams(E, N, Child); });
}
CUDA_API int cudaGraphAddEventRecordNode(GraphNode *To, Graph G, const GraphNode *After,
                                         size_t NumAfter, Event E) {
  return call([&] { return cuGraphAddEventRecordNode(To, G, After, NumAfter, E); });
}
CUDA_API int cudaGraphAddEventWaitNode(GraphNode *To, Graph G, const GraphNode *After,
                                       size_t NumAfter, Event E) {
  return call([&] { return cuGraphAddEventWaitNode(To, G, After, NumAfter, E); });
}
CUDA_API int cudaGraphEventRecordNodeGetEvent(GraphNode N, Event *E) {
  return call([&] { return cuGraphEventRecordNodeGetEvent(N, E); });
}
CUDA_API int cudaGraphEventRecordNodeSetEvent(GraphNode N, Event E) {
  return call([&] { return cuGraphEventRecordNodeSetEvent(N, E); });
}
CUDA_API int cudaGraphExecEventRecordNodeSetEvent(GraphExec In, GraphNode N, Event E) {
  return call([&] { return cuGraphExecEventRecordNodeSetEvent(In, N, E); });
}
CUDA_API int cudaGraphEventWaitNodeGetEvent(GraphNode N, Event *E) {
  return call([&] { return cuGraphEventWaitNodeGetEvent(N, E); });
}
CUDA_API int cudaGraphEventWaitNodeSetEvent(GraphNode N, Event E) {
  return call([&] { return cuGraphEventWaitNodeSetEvent(N, E); });
}
CUDA_API int cudaGraphExecEventWaitNodeSetEvent(GraphExec In, GraphNode N, Event E) {
  return call([&] { return cuGraphExecEventWaitNodeSetEvent(In, N, E); });
}
CUDA_API int cudaUserObjectCreate(UserObject **To, void *Data, void (*End)(void *), unsigned Count,
                                  unsigned Flags) {
  return call([&] { return cuUserObjectCreate(To, Data, End, Count, Flags); });
}
CUDA_API int cudaUserObjectRetain(UserObject *O, unsigned Count) {
  return call([&] { return cuUserObjectRetain(O, Count); });
}
CUDA_API int cudaUserObjectRelease(UserObject *O, unsigned Count) {
  return call([&] { return cuUserObjectRelease(O, Count); });
}
CUDA_API int cudaGraphRetainUserObject(Graph G, UserObject *O, unsigned Count, unsigned Flags) {
  return call([&] { return cuGraphRetainUserObject(G, O, Count, Flags); });
}
CUDA_API int cudaGraphReleaseUserObject(Graph G, UserObject *O, unsigned Count) {
  return call([&] { return cuGraphReleaseUserObject(G, O, Count); });
}
CUDA_API int cudaGraphAddMemAllocNode(GraphNode *To, Graph G, const GraphNode *After,
                                      size_t NumAfter, MemAllocNodeParameters *P) {
  return call([&] { return cuGraphAddMemAllocNode(To, G, After, NumAfter, P); });
}
CUDA_API int cudaGraphMemAllocNodeGetParams(GraphNode N, MemAllocNodeParameters *P) {
  return call([&] { return cuGraphMemAllocNodeGetParams(N, P); });
}
CUDA_API int cudaGraphAddMemFreeNode(GraphNode *To, Graph G, const GraphNode *After,
                                     size_t NumAfter, void *Address) {
  return call([&] {
    return cuGraphAddMemFreeNode(To, G, After, NumAfter, reinterpret_cast<DevicePointer>(Address));
  });
}
CUDA_API int cudaGraphMemFreeNodeGetParams(GraphNode N, void *To) {
  return call([&] { return cuGraphMemFreeNodeGetParams(N, static_cast<DevicePointer *>(To)); });
}
CUDA_API int cudaDeviceGraphMemTrim(int) { return Success; }
CUDA_API int cudaDeviceGetGraphMemAttribute(int Device, int Attribute, void *Value) {
  return call([&] {
    return cuDeviceGetGraphMemAttribute(Device, Attribute, static_cast<uint64_t *>(Value));
  });
}
CUDA_API int cudaDeviceSetGraphMemAttribute(int Device, int Attribute, void *Value) {
  return call([&] { return cuDeviceSetGraphMemAttribute(Device, Attribute, Value); });
}

/// Calls a function with the driver's parameters of a node of any type.
template <class F> static int callWith(NodeParameters &P, F Function) {
  return call([&]() -> int {
    constexpr int OfKernel = 0, OfMemcpy = 1;
    NodeParameters OfDriver = P;
    if (P.Type == OfKernel) {
      if (const int Error = Runtime::get().getFunction(P.Of.Kernel.F, OfDriver.Of.Kernel.F))
        return Error;
    } else if (P.Type == OfMemcpy) {
      OfDriver.Of.Memcpy = {0, 0, nullptr, convert(P.Of.RuntimeMemcpy.Copy)};
    }
    const Result R = Function(OfDriver);
    constexpr int OfMemAlloc = 10, OfConditional = 13;
    if (P.Type == OfMemAlloc)
      P.Of.Alloc.Address = OfDriver.Of.Alloc.Address;
    if (P.Type == OfConditional)
      P.Of.Conditional.Bodies = OfDriver.Of.Conditional.Bodies;
    return R;
  });
}
CUDA_API int cudaGraphConditionalHandleCreate(DevicePointer *To, Graph G, unsigned AtLaunch,
                                              unsigned Flags) {
  return call([&] { return cuGraphConditionalHandleCreate(To, G, nullptr, AtLaunch, Flags); });
}
static int addNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                   NodeParameters *P) {
  return callWith(*P, [&](NodeParameters &OfDriver) {
    return cuGraphAddNode_v2(To, G, After, nullptr, NumAfter, &OfDriver);
  });
}
#if RUNTIME_VERSION >= 13
CUDA_API int cudaGraphAddNode(GraphNode *To, Graph G, const GraphNode *After, const void *,
                              size_t NumAfter, NodeParameters *P) {
  return addNode(To, G, After, NumAfter, P);
}
#else
CUDA_API int cudaGraphAddNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                              NodeParameters *P) {
  return addNode(To, G, After, NumAfter, P);
}
CUDA_API int cudaGraphAddNode_v2(GraphNode *To, Graph G, const GraphNode *After, const void *,
                                 size_t NumAfter, NodeParameters *P) {
  return addNode(To, G, After, NumAfter, P);
}
#endif
CUDA_API int cudaGraphNodeSetParams(GraphNode N, NodeParameters *P) {
  return callWith(*P, [&](NodeParameters &OfDriver) { return cuGraphNodeSetParams(N, &OfDriver); });
}
CUDA_API int cudaGraphExecNodeSetParams(GraphExec E, GraphNode N, NodeParameters *P) {
  return callWith(
      *P, [&](NodeParameters &OfDriver) { return cuGraphExecNodeSetParams(E, N, &OfDriver); });
}

//===----------------------------------------------------------------------===//
// Nodes and edges of a graph
//===----------------------------------------------------------------------===//

CUDA_API int cudaGraphNodeGetType(GraphNode N, int *Type) {
  return call([&] { return cuGraphNodeGetType(N, Type); });
}
CUDA_API int cudaGraphGetNodes(Graph G, GraphNode *To, size_t *Count) {
  return call([&] { return cuGraphGetNodes(G, To, Count); });
}
CUDA_API int cudaGraphGetRootNodes(Graph G, GraphNode *To, size_t *Count) {
  return call([&] { return cuGraphGetRootNodes(G, To, Count); });
}
CUDA_API int cudaGraphGetEdges(Graph G, GraphNode *From, GraphNode *To EDGE_DATA, size_t *Count) {
  return call([&] { return cuGraphGetEdges(G, From, To, Count); });
}
CUDA_API int cudaGraphNodeGetDependencies(GraphNode N, GraphNode *To EDGE_DATA, size_t *Count) {
  return call([&] { return cuGraphNodeGetDependencies(N, To, Count); });
}
CUDA_API int cudaGraphNodeGetDependentNodes(GraphNode N, GraphNode *To EDGE_DATA, size_t *Count) {
  return call([&] { return cuGraphNodeGetDependentNodes(N, To, Count); });
}
CUDA_API int cudaGraphAddDependencies(Graph G, const GraphNode *From,
                                      const GraphNode *To CONST_EDGE_DATA, size_t Count) {
  return call([&] { return cuGraphAddDependencies(G, From, To, Count); });
}
CUDA_API int cudaGraphRemoveDependencies(Graph G, const GraphNode *From,
                                         const GraphNode *To CONST_EDGE_DATA, size_t Count) {
  return call([&] { return cuGraphRemoveDependencies(G, From, To, Count); });
}

//===----------------------------------------------------------------------===//
// Graphs that can be launched
//===----------------------------------------------------------------------===//

CUDA_API int cudaGraphInstantiate(GraphExec *To, Graph G, uint64_t Flags) {
  return call([&] { return cuGraphInstantiateWithFlags(To, G, Flags); });
}
CUDA_API int cudaGraphInstantiateWithFlags(GraphExec *To, Graph G, uint64_t Flags) {
  return cudaGraphInstantiate(To, G, Flags);
}
CUDA_API int cudaGraphInstantiateWithParams(GraphExec *To, Graph G, void *P) {
  return call([&] { return cuGraphInstantiateWithParams(To, G, P); });
}
CUDA_API int cudaGraphExecGetFlags(GraphExec E, uint64_t *Flags) {
  return call([&] { return cuGraphExecGetFlags(E, Flags); });
}
CUDA_API int cudaGraphExecDestroy(GraphExec E) {
  return call([&] { return cuGraphExecDestroy(E); });
}
CUDA_API int cudaGraphUpload(GraphExec E, Stream S) {
  return call([&] { return cuGraphUpload(E, S); });
}
CUDA_API int cudaGraphLaunch(GraphExec E, Stream S) {
  return call([&] { return cuGraphLaunch(E, S); });
}
CUDA_API int cudaGraphExecUpdate(GraphExec E, Graph G, void *Outcome) {
  return call([&] { return cuGraphExecUpdate_v2(E, G, Outcome); });
}
CUDA_API int cudaGraphNodeSetEnabled(GraphExec E, GraphNode N, unsigned IsEnabled) {
  return call([&] { return cuGraphNodeSetEnabled(E, N, IsEnabled); });
}
CUDA_API int cudaGraphNodeGetEnabled(GraphExec E, GraphNode N, unsigned *IsEnabled) {
  return call([&] { return cuGraphNodeGetEnabled(E, N, IsEnabled); });
}

//===----------------------------------------------------------------------===//
// Capture
//===----------------------------------------------------------------------===//

CUDA_API int cudaStreamBeginCapture(Stream S, int Mode) {
  return call([&] { return cuStreamBeginCapture_v2(S, Mode); });
}
CUDA_API int cudaStreamBeginCaptureToGraph(Stream S, Graph G, const GraphNode *After,
                                           const void *Edges, size_t NumAfter, int Mode) {
  return call([&] { return cuStreamBeginCaptureToGraph(S, G, After, Edges, NumAfter, Mode); });
}
CUDA_API int cudaStreamEndCapture(Stream S, Graph *To) {
  return call([&] { return cuStreamEndCapture(S, To); });
}
CUDA_API int cudaStreamIsCapturing(Stream S, int *Status) {
  return call([&] { return cuStreamIsCapturing(S, Status); });
}
CUDA_API int cudaThreadExchangeStreamCaptureMode(int *Mode) {
  return call([&] { return cuThreadExchangeStreamCaptureMode(Mode); });
}
#if RUNTIME_VERSION >= 13
CUDA_API int cudaStreamGetCaptureInfo(Stream S, int *Status, uint64_t *ID, Graph *G,
                                      const GraphNode **Nodes, const void **Edges, size_t *Count) {
  return call([&] { return cuStreamGetCaptureInfo_v3(S, Status, ID, G, Nodes, Edges, Count); });
}
CUDA_API int cudaStreamUpdateCaptureDependencies(Stream S, GraphNode *Nodes, const void *,
                                                 size_t Count, unsigned Flags) {
  return call([&] { return cuStreamUpdateCaptureDependencies(S, Nodes, Count, Flags); });
}
#else
CUDA_API int cudaStreamGetCaptureInfo(Stream S, int *Status, uint64_t *ID) {
  return call([&] { return cuStreamGetCaptureInfo(S, Status, ID); });
}
CUDA_API int cudaStreamGetCaptureInfo_v2(Stream S, int *Status, uint64_t *ID, Graph *G,
                                         const GraphNode **Nodes, size_t *Count) {
  return call([&] { return cuStreamGetCaptureInfo_v3(S, Status, ID, G, Nodes, nullptr, Count); });
}
CUDA_API int cudaStreamUpdateCaptureDependencies(Stream S, GraphNode *Nodes, size_t Count,
                                                 unsigned Flags) {
  return call([&] { return cuStreamUpdateCaptureDependencies(S, Nodes, Count, Flags); });
}
#endif
