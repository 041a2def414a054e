//===- DriverAPI.h ----------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the driver API that the replacement for the runtime calls.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CUDA_DRIVERAPI_H
#define NVPTXTENSORCORE_EMULATOR_CUDA_DRIVERAPI_H

#include "Emulator/CUDA/ABI.h"

extern "C" {
using namespace llvm::tensorcore::cuda;

void ptxRunNoteImage(const void *Data);
Result ptxRunRefuse(const char *Name);
Result ptxRunRefuseKernel();
Result cuInit(unsigned Flags);
Result cuDevicePrimaryCtxRetain(Context *To, int Device);
Result cuDevicePrimaryCtxReset_v2(int Device);
Result cuCtxGetCurrent(Context *To);
Result cuCtxSetCurrent(Context To);
Result cuCtxSynchronize();
Result cuCtxSetLimit(int Limit, size_t Value);
Result cuCtxGetLimit(size_t *Value, int Limit);
Result cuDeviceGetAttribute(int *Value, int Attribute, int Device);
Result cuDeviceGetName(char *Name, int Length, int Device);
Result cuDeviceGetUuid_v2(void *UUID, int Device);
Result cuDeviceTotalMem_v2(size_t *Bytes, int Device);

Result cuLibraryLoadData(ModuleHandle *To, const void *Data, int *, void **, unsigned, int *,
                         void **, unsigned);
Result cuLibraryUnload(ModuleHandle M);
Result cuModuleLoad(ModuleHandle *To, const char *Name);
Result cuModuleGetFunction(FunctionHandle *To, ModuleHandle M, const char *Name);
Result cuModuleGetGlobal_v2(DevicePointer *To, size_t *Bytes, ModuleHandle M, const char *Name);
Result cuFuncGetAttribute(int *Value, int Attribute, FunctionHandle F);
Result cuFuncSetAttribute(FunctionHandle F, int Attribute, int Value);
Result cuFuncGetName(const char **To, FunctionHandle F);
Result cuFuncGetParamInfo(FunctionHandle F, size_t Number, size_t *Offset, size_t *Bytes);
Result cuLaunchKernelEx(const LaunchConfig *Config, FunctionHandle F, void **Parameters,
                        void **Extra);
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, FunctionHandle F, int Threads,
                                                   size_t SharedBytes);
Result cuOccupancyMaxActiveClusters(int *Clusters, FunctionHandle F, const LaunchConfig *Config);
Result cuOccupancyMaxPotentialClusterSize(int *Size, FunctionHandle F, const LaunchConfig *Config);
Result cuOccupancyAvailableDynamicSMemPerBlock(size_t *Bytes, FunctionHandle F, int Blocks,
                                               int Threads);

Result cuMemAlloc_v2(DevicePointer *To, size_t Bytes);
Result cuMemAllocPitch_v2(DevicePointer *To, size_t *Pitch, size_t Width, size_t Height, unsigned);
Result cuMemAllocManaged(DevicePointer *To, size_t Bytes, unsigned Flags);
Result cuMemHostAlloc(void **To, size_t Bytes, unsigned Flags);
Result cuMemFree_v2(DevicePointer Address);
Result cuMemFreeHost(void *Address);
Result cuMemHostRegister_v2(void *Address, size_t Bytes, unsigned Flags);
Result cuMemHostUnregister(void *Address);
Result cuMemHostGetDevicePointer_v2(DevicePointer *To, void *Address, unsigned Flags);
Result cuMemGetInfo_v2(size_t *Free, size_t *Total);
Result cuPointerGetAttribute(void *To, int Attribute, DevicePointer Of);
Result cuMemcpyHtoD_v2(DevicePointer To, const void *From, size_t Bytes);
Result cuMemcpyDtoH_v2(void *To, DevicePointer From, size_t Bytes);
Result cuMemcpyDtoD_v2(DevicePointer To, DevicePointer From, size_t Bytes);
Result cuMemcpy(DevicePointer To, DevicePointer From, size_t Bytes);
Result cuMemsetD8_v2(DevicePointer To, unsigned char Value, size_t Count);
Result cuMemsetD2D8_v2(DevicePointer To, size_t Pitch, unsigned char Value, size_t Width,
                       size_t Height);
Result cuDeviceGetDefaultMemPool(Pool *To, int Device);

Result cuGraphAddChildGraphNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                                Graph Child);
Result cuGraphAddDependencies(Graph G, const GraphNode *From, const GraphNode *To, size_t Count);
Result cuGraphAddEmptyNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter);
Result cuGraphAddEventRecordNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                                 Event E);
Result cuGraphAddEventWaitNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                               Event E);
Result cuGraphAddHostNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                          const HostWork *P);
Result cuGraphAddKernelNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                            const KernelNodeParameters *P);
Result cuGraphAddMemAllocNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                              MemAllocNodeParameters *P);
Result cuGraphAddMemFreeNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                             DevicePointer Address);
Result cuGraphAddMemcpyNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                            const Memcpy3D *P, Context);
Result cuGraphAddMemsetNode(GraphNode *To, Graph G, const GraphNode *After, size_t NumAfter,
                            const MemsetParameters *P, Context);
Result cuGraphChildGraphNodeGetGraph(GraphNode N, Graph *To);
Result cuDeviceGetGraphMemAttribute(int Device, int Attribute, uint64_t *Value);
Result cuDeviceSetGraphMemAttribute(int Device, int Attribute, const void *Value);
Result cuUserObjectCreate(UserObject **To, void *Data, void (*End)(void *), unsigned Count,
                          unsigned Flags);
Result cuUserObjectRetain(UserObject *O, unsigned Count);
Result cuUserObjectRelease(UserObject *O, unsigned Count);
Result cuGraphRetainUserObject(Graph G, UserObject *O, unsigned Count, unsigned Flags);
Result cuGraphReleaseUserObject(Graph G, UserObject *O, unsigned Count);
Result cuGraphEventRecordNodeGetEvent(GraphNode N, Event *E);
Result cuGraphEventRecordNodeSetEvent(GraphNode N, Event E);
Result cuGraphEventWaitNodeGetEvent(GraphNode N, Event *E);
Result cuGraphEventWaitNodeSetEvent(GraphNode N, Event E);
Result cuGraphExecEventRecordNodeSetEvent(GraphExec In, GraphNode N, Event E);
Result cuGraphExecEventWaitNodeSetEvent(GraphExec In, GraphNode N, Event E);
Result cuStreamSetAttribute(Stream S, int ID, const void *Value);
Result cuStreamGetAttribute(Stream S, int ID, void *Value);
Result cuStreamCopyAttributes(Stream To, Stream From);
Result cuMemPoolGetAccess(int *Flags, Pool, const void *);
Result cuMemcpyAsync(DevicePointer To, DevicePointer From, size_t Bytes, Stream S);
Result cuGraphConditionalHandleCreate(DevicePointer *To, Graph G, Context, unsigned AtLaunch,
                                      unsigned Flags);
Result cuGraphClone(Graph *To, Graph From);
Result cuGraphCreate(Graph *To, unsigned);
Result cuGraphDebugDotPrint(Graph G, const char *Path, unsigned);
Result cuGraphDestroy(Graph G);
Result cuGraphDestroyNode(GraphNode N);
Result cuGraphExecChildGraphNodeSetParams(GraphExec E, GraphNode N, Graph Child);
Result cuGraphExecDestroy(GraphExec E);
Result cuGraphExecGetFlags(GraphExec E, uint64_t *Flags);
Result cuGraphExecHostNodeSetParams(GraphExec E, GraphNode N, const HostWork *P);
Result cuGraphExecKernelNodeSetParams(GraphExec E, GraphNode N, const KernelNodeParameters *P);
Result cuGraphExecMemcpyNodeSetParams(GraphExec E, GraphNode N, const Memcpy3D *P, Context);
Result cuGraphExecMemsetNodeSetParams(GraphExec E, GraphNode N, const MemsetParameters *P, Context);
Result cuGraphExecUpdate_v2(GraphExec E, Graph G, void *Outcome);
Result cuGraphGetEdges(Graph G, GraphNode *From, GraphNode *To, size_t *Count);
Result cuGraphGetNodes(Graph G, GraphNode *To, size_t *Count);
Result cuGraphGetRootNodes(Graph G, GraphNode *To, size_t *Count);
Result cuGraphHostNodeGetParams(GraphNode N, HostWork *P);
Result cuGraphHostNodeSetParams(GraphNode N, const HostWork *P);
Result cuGraphInstantiateWithFlags(GraphExec *To, Graph G, uint64_t Flags);
Result cuGraphInstantiateWithParams(GraphExec *To, Graph G, void *P);
Result cuGraphKernelNodeCopyAttributes(GraphNode To, GraphNode From);
Result cuGraphKernelNodeGetAttribute(GraphNode N, int ID, void *Value);
Result cuGraphKernelNodeGetParams(GraphNode N, KernelNodeParameters *P);
Result cuGraphKernelNodeSetAttribute(GraphNode N, int ID, const void *Value);
Result cuGraphKernelNodeSetParams(GraphNode N, const KernelNodeParameters *P);
Result cuGraphLaunch(GraphExec E, Stream S);
Result cuGraphMemAllocNodeGetParams(GraphNode N, MemAllocNodeParameters *P);
Result cuGraphMemFreeNodeGetParams(GraphNode N, DevicePointer *Address);
Result cuGraphMemcpyNodeGetParams(GraphNode N, Memcpy3D *P);
Result cuGraphMemcpyNodeSetParams(GraphNode N, const Memcpy3D *P);
Result cuGraphMemsetNodeGetParams(GraphNode N, MemsetParameters *P);
Result cuGraphMemsetNodeSetParams(GraphNode N, const MemsetParameters *P);
Result cuGraphNodeFindInClone(GraphNode *To, GraphNode Original, Graph Clone);
Result cuGraphNodeGetDependencies(GraphNode N, GraphNode *To, size_t *Count);
Result cuGraphNodeGetDependentNodes(GraphNode N, GraphNode *To, size_t *Count);
Result cuGraphNodeGetEnabled(GraphExec E, GraphNode N, unsigned *IsEnabled);
Result cuGraphNodeGetType(GraphNode N, int *Type);
Result cuGraphNodeSetEnabled(GraphExec E, GraphNode N, unsigned IsEnabled);
Result cuGraphRemoveDependencies(Graph, const GraphNode *From, const GraphNode *To, size_t Count);
Result cuGraphUpload(GraphExec, Stream);
Result cuStreamBeginCaptureToGraph(Stream S, Graph Into, const GraphNode *After, const void *,
                                   size_t NumAfter, int);
Result cuStreamBeginCapture_v2(Stream S, int);
Result cuStreamEndCapture(Stream S, Graph *To);
Result cuStreamGetCaptureInfo(Stream S, int *Status, uint64_t *ID);
Result cuStreamGetCaptureInfo_v3(Stream S, int *Status, uint64_t *ID, Graph *Graph,
                                 const GraphNode **Nodes, const void **Edges, size_t *Count);
Result cuStreamIsCapturing(Stream S, int *Status);
Result cuStreamUpdateCaptureDependencies(Stream S, GraphNode *Nodes, size_t Count, unsigned Flags);
Result cuThreadExchangeStreamCaptureMode(int *Mode);
Result cuMemcpy3DAsync_v2(const Memcpy3D *M, Stream S);
Result cuMemsetD2D8Async(DevicePointer To, size_t Pitch, unsigned char Value, size_t Width,
                         size_t Height, Stream S);
Result cuMemAllocAsync(DevicePointer *To, size_t Bytes, Stream S);
Result cuMemFreeAsync(DevicePointer Address, Stream S);
Result cuStreamWaitEvent(Stream S, Event E, unsigned);
Result cuLaunchHostFunc(Stream S, void (*Function)(void *), void *Data);
Result cuEventRecordWithFlags(Event E, Stream S, unsigned Flags);

Result cuCtxGetDevice(int *Device);
Result cuDeviceGetByPCIBusId(int *Device, const char *Name);
Result cuIpcGetMemHandle(ProcessHandle *To, DevicePointer Address);
Result cuIpcOpenMemHandle_v2(DevicePointer *To, ProcessHandle Handle, unsigned Flags);
Result cuIpcGetEventHandle(ProcessHandle *To, Event E);
Result cuIpcOpenEventHandle(Event *To, ProcessHandle Handle);
Result cuStreamGetId(Stream S, unsigned long long *ID);

Result cuArray3DCreate_v2(Array *To, const ArrayDescription *D);
Result cuArray3DGetDescriptor_v2(ArrayDescription *To, Array A);
Result cuArrayDestroy(Array A);
Result cuTexObjectCreate(uint64_t *To, const ResourceDescription *R, const TextureDescription *D,
                         const void *View);
Result cuTexObjectDestroy(uint64_t Handle);
Result cuSurfObjectCreate(uint64_t *To, const ResourceDescription *R);

Result cuGraphAddNode_v2(GraphNode *To, Graph G, const GraphNode *After, const void *Edges,
                         size_t NumAfter, NodeParameters *P);
Result cuGraphExecNodeSetParams(GraphExec E, GraphNode N, NodeParameters *P);
Result cuGraphNodeSetParams(GraphNode N, NodeParameters *P);
Result cuModuleGetFunctionCount(unsigned *Count, ModuleHandle M);
Result cuModuleEnumerateFunctions(FunctionHandle *To, unsigned Count, ModuleHandle M);

Result cuStreamCreateWithPriority(Stream *To, unsigned Flags, int Priority);
Result cuStreamDestroy_v2(Stream S);
Result cuStreamSynchronize(Stream S);
Result cuStreamQuery(Stream S);
Result cuStreamAddCallback(Stream S, void (*Function)(Stream, Result, void *), void *Data,
                           unsigned Flags);
Result cuEventCreate(Event *To, unsigned Flags);
Result cuEventDestroy_v2(Event E);
Result cuEventRecord(Event E, Stream S);
Result cuEventSynchronize(Event E);
Result cuEventQuery(Event E);
Result cuEventElapsedTime_v2(float *Milliseconds, Event Begin, Event End);
Result cuGetProcAddress_v2(const char *Name, void **To, int Version, uint64_t Flags, int *Status);
}

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_DRIVERAPI_H
