//===- Execution.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver API: launches, streams, events and occupancy. A stream does what it is told at once.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Graphs.h"
#include "Emulator/Interface/Occupancy.h"
#include "Model/RegisterBudget.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using emulator::DeviceLimits;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

CUDA_API Result cuLaunchKernelEx(const LaunchConfig *Config, FunctionHandle F, void **Parameters,
                                 void **Extra) {
  Call C;
  if (C)
    return C.Error;
  Work W;
  W.Type = NodeType::Kernel;
  const Result R = W.Kernel.set(*C, F, *Config, Parameters, Extra);
  return R == Success ? submit(*C, Config->On, std::move(W)) : R;
}
CUDA_API Result cuLaunchKernel(FunctionHandle F, unsigned GridX, unsigned GridY, unsigned GridZ,
                               unsigned BlockX, unsigned BlockY, unsigned BlockZ,
                               unsigned SharedBytes, Stream On, void **Parameters, void **Extra) {
  const LaunchConfig Config = {
      {GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ}, SharedBytes, On, nullptr, 0};
  return cuLaunchKernelEx(&Config, F, Parameters, Extra);
}
CUDA_API Result cuLaunchCooperativeKernel(FunctionHandle F, unsigned GridX, unsigned GridY,
                                          unsigned GridZ, unsigned BlockX, unsigned BlockY,
                                          unsigned BlockZ, unsigned SharedBytes, Stream On,
                                          void **Parameters) {
  LaunchAttribute A = {AttributeCooperative, 0, {}};
  A.Value.Cooperative = 1;
  const LaunchConfig Config = {
      {GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ}, SharedBytes, On, &A, 1};
  return cuLaunchKernelEx(&Config, F, Parameters, nullptr);
}
CUDA_API Result cuLaunchHostFunc(Stream S, void (*Function)(void *), void *Data) {
  Call C;
  if (C)
    return C.Error;
  Work W;
  W.Type = NodeType::Host;
  W.Host = {Function, Data};
  return submit(*C, S, std::move(W));
}

//===----------------------------------------------------------------------===//
// Occupancy
//===----------------------------------------------------------------------===//

int Driver::getBlocksAtOnce(const LoadedFunction &F, unsigned Threads, size_t SharedBytes) {
  return int(run::getOccupancy(*F.In->Of, *F.Of, getArchitecture(), Threads,
                               SharedBytes + emulator::getStaticSharedBytes(*F.In->Of, *F.Of))
                 .Blocks);
}

CUDA_API Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, FunctionHandle F,
                                                            int Threads, size_t SharedBytes) {
  Call C;
  if (C || !F)
    return C ? C.Error : InvalidHandle;
  *Blocks = C->getBlocksAtOnce(*F, unsigned(Threads), SharedBytes);
  return Success;
}
CUDA_API Result cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *Blocks, FunctionHandle F,
                                                                     int Threads,
                                                                     size_t SharedBytes, unsigned) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(Blocks, F, Threads, SharedBytes);
}
CUDA_API Result cuOccupancyMaxActiveClusters(int *Clusters, FunctionHandle F,
                                             const LaunchConfig *Config) {
  Call C;
  if (C || !F)
    return C ? C.Error : InvalidHandle;
  unsigned Size = 1;
  for (unsigned Each : F->Of->RequiredCluster)
    Size *= Each ? Each : 1;
  for (unsigned I = 0; I != Config->NumAttributes; ++I) {
    const LaunchAttribute &A = Config->Attributes[I];
    if (A.ID == AttributeClusterDimension)
      Size = A.Value.ClusterDim[0] * A.Value.ClusterDim[1] * A.Value.ClusterDim[2];
  }
  const unsigned Threads = Config->Block[0] * Config->Block[1] * Config->Block[2];
  const int Blocks = C->getBlocksAtOnce(*F, Threads, Config->SharedBytes);
  *Clusters = Size ? Blocks * int(C->With.Options.NumMultiprocessors / Size) : 0;
  return Success;
}
CUDA_API Result cuOccupancyMaxPotentialClusterSize(int *Size, FunctionHandle F,
                                                   const LaunchConfig *) {
  Call C;
  if (C || !F)
    return C ? C.Error : InvalidHandle;
  *Size = F->AllowsLargeClusters ? MaxClusterBlocks : PortableClusterBlocks;
  return Success;
}
CUDA_API Result cuOccupancyMaxPotentialBlockSize(int *Grid, int *Block, FunctionHandle F,
                                                 size_t (*)(int), size_t, int Limit) {
  Call C;
  if (C || !F)
    return C ? C.Error : InvalidHandle;
  *Block = Limit ? std::min(Limit, 1024) : 1024;
  *Grid = C->With.Options.NumMultiprocessors;
  return Success;
}
CUDA_API Result cuOccupancyMaxPotentialBlockSizeWithFlags(int *Grid, int *Block, FunctionHandle F,
                                                          size_t (*SharedBytesOf)(int),
                                                          size_t SharedBytes, int Limit, unsigned) {
  return cuOccupancyMaxPotentialBlockSize(Grid, Block, F, SharedBytesOf, SharedBytes, Limit);
}
CUDA_API Result cuOccupancyAvailableDynamicSMemPerBlock(size_t *Bytes, FunctionHandle F, int Blocks,
                                                        int) {
  Call C;
  if (C || !F)
    return C ? C.Error : InvalidHandle;
  const MultiprocessorLimits Limits = getMultiprocessorLimits(C->getArchitecture());
  const size_t Taken =
      Limits.ReservedSharedBytes + emulator::getStaticSharedBytes(*F->In->Of, *F->Of);
  const size_t OfBlock = Limits.SharedBytes / unsigned(std::max(Blocks, 1));
  *Bytes = OfBlock > Taken ? OfBlock - Taken : 0;
  return Success;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

CUDA_API Result cuStreamCreateWithPriority(Stream *To, unsigned Flags, int Priority) {
  Call C;
  if (C)
    return C.Error;
  *To = new StreamObject;
  (*To)->Flags = Flags;
  (*To)->Priority = Priority;
  return Success;
}
CUDA_API Result cuStreamCreate(Stream *To, unsigned Flags) {
  return cuStreamCreateWithPriority(To, Flags, 0);
}
CUDA_API Result cuStreamDestroy_v2(Stream S) {
  Call C(Call::Initialized);
  if (C)
    return C.Error;
  if (CaptureObject *Of = getCapture(S))
    Of->destroy(*S);
  if (S->Number && !C->isPending(C->getClock(S)))
    C->Order.destroyStream(S->Number);
  delete S;
  return Success;
}
CUDA_API Result cuStreamDestroy(Stream S) { return cuStreamDestroy_v2(S); }
CUDA_API Result cuStreamSynchronize(Stream S) {
  Call C;
  C->Overlapping.clear();
  const Result R = C->wait(C->getClock(S));
  return C ? C.Error : R != Success ? R : forbidInCapture(S);
}
CUDA_API Result cuStreamQuery(Stream S) {
  Call C;
  const Result R = C->query(C->getClock(S));
  return C ? C.Error : R != Success ? R : cuStreamSynchronize(S);
}
CUDA_API Result cuStreamWaitEvent(Stream S, Event E, unsigned) {
  Call C;
  C->Overlapping.clear();
  if (C || !E)
    return C ? C.Error : InvalidHandle;
  const bool IsCaptured = E->Capture && !E->Capture->IsEnded;
  CaptureObject *Of = getCapture(S);
  if (!IsCaptured && !Of)
    C->getClock(S).join(E->Seen);
  if (!IsCaptured || (Of && Of != E->Capture.get()))
    return Of ? StreamCaptureIsolation : Success;
  StreamObject *Waits = getStream(S);
  if (!Waits)
    return StreamCaptureUnsupported;
  if (!Of) {
    Waits->Capture = E->Capture;
    Waits->Frontier.clear();
    E->Capture->Streams.insert(Waits);
  }
  for (GraphNode N : E->After)
    if (!is_contained(Waits->Frontier, N))
      Waits->Frontier.push_back(N);
  return Success;
}
CUDA_API Result cuStreamGetPriority(Stream, int *Priority) {
  *Priority = 0;
  return Success;
}
CUDA_API Result cuStreamGetFlags(Stream, unsigned *Flags) {
  *Flags = 0;
  return Success;
}
CUDA_API Result cuStreamGetCtx(Stream, Context *To) {
  *To = &Call(Call::Nothing)->Primary;
  return Success;
}
CUDA_API Result cuStreamAddCallback(Stream S, void (*Function)(Stream, Result, void *), void *Data,
                                    unsigned) {
  Call C;
  if (C)
    return C.Error;
  if (Result R = forbidInCapture(S); R != Success)
    return R;
  const StreamClock Seen = C->getClock(S);
  return C->workLater(S, [&D = *C, S, Function, Data, Seen] {
    Function(S, Success, Data);
    D.Order.wait(Seen);
    return Success;
  });
}
CUDA_API Result cuStreamAttachMemAsync(Stream, DevicePointer, size_t, unsigned) { return Success; }

//===----------------------------------------------------------------------===//
// Events: the time is a made-up one of a millisecond for each kernel
//===----------------------------------------------------------------------===//

CUDA_API Result cuEventCreate(Event *To, unsigned) {
  Call C;
  if (C)
    return C.Error;
  *To = new EventObject;
  return Success;
}
CUDA_API Result cuEventDestroy_v2(Event E) {
  delete E;
  return Success;
}
CUDA_API Result cuEventDestroy(Event E) { return cuEventDestroy_v2(E); }
void EventObject::record(uint64_t Now, StreamClock After) {
  IsRecorded = true;
  Time = Now;
  Seen = std::move(After);
}
CUDA_API Result cuEventRecord(Event E, Stream S) {
  Call C;
  C->Overlapping.clear();
  if (C || !E)
    return C ? C.Error : InvalidHandle;
  E->Capture.reset();
  if (getCapture(S)) {
    E->Capture = getStream(S)->Capture;
    E->After = getStream(S)->Frontier;
    return Success;
  }
  E->record(C->NumKernels, C->getClock(S));
  return Success;
}
CUDA_API Result cuEventRecordWithFlags(Event E, Stream S, unsigned Flags) {
  constexpr unsigned IsExternal = 1; // a node of the graph, and no event of the capture
  Call C;
  if (C || !E)
    return C ? C.Error : InvalidHandle;
  if (!(Flags & IsExternal) || !getCapture(S))
    return cuEventRecord(E, S);
  Work W;
  W.Type = NodeType::EventRecord;
  W.Of = E;
  return submit(*C, S, std::move(W));
}
CUDA_API Result cuEventSynchronize(Event E) {
  Call C;
  C->Overlapping.clear();
  const Result R = E ? C->wait(E->Seen) : Success;
  return C ? C.Error : E && E->Capture && !E->Capture->IsEnded ? CapturedEvent : R;
}
CUDA_API Result cuEventQuery(Event E) {
  Call C;
  const Result R = E ? C->query(E->Seen) : Success;
  return C ? C.Error : R != Success ? R : cuEventSynchronize(E);
}
CUDA_API Result cuEventElapsedTime_v2(float *Milliseconds, Event Begin, Event End) {
  Call C;
  if (C)
    return C.Error;
  if (!Begin->IsRecorded || !End->IsRecorded)
    return InvalidHandle;
  for (Event E : {Begin, End})
    if (const Result R = C->query(E->Seen); R != Success)
      return R;
  *Milliseconds = float(End->Time - Begin->Time);
  return Success;
}
CUDA_API Result cuEventElapsedTime(float *Milliseconds, Event Begin, Event End) {
  return cuEventElapsedTime_v2(Milliseconds, Begin, End);
}

CUDA_API Result cuProfilerStart() { return Success; }
CUDA_API Result cuProfilerStop() { return Success; }
