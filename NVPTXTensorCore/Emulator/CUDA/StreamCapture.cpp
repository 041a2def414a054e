//===- StreamCapture.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The capture of streams. A stream joins the capture of another one when it waits for an event
// that was recorded in it.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Graphs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;

StreamObject *cuda::getStream(Stream S) {
  static thread_local StreamObject OfThread;
  // CU_STREAM_LEGACY, CU_STREAM_PER_THREAD
  constexpr uintptr_t Legacy = 1, PerThread = 2;
  const auto Handle = reinterpret_cast<uintptr_t>(S);
  return Handle == PerThread ? &OfThread : Handle <= Legacy ? nullptr : S;
}

CaptureObject *cuda::getCapture(Stream S) {
  const StreamObject *Of = getStream(S);
  return Of && Of->Capture && !Of->Capture->IsEnded ? Of->Capture.get() : nullptr;
}

void CaptureObject::destroy(StreamObject &S) {
  llvm::append_range(LastOfDestroyed, S.Frontier);
  Streams.erase(&S);
  if (Origin == &S)
    Broken = StreamCaptureInvalidated;
}

Result cuda::forbidInCapture(Stream S) {
  CaptureObject *C = getCapture(S);
  if (!C)
    return Success;
  C->Broken = StreamCaptureInvalidated;
  return StreamCaptureUnsupported;
}

Result cuda::submit(Driver &D, Stream S, Work W) {
  CaptureObject *C = getCapture(S);
  // The host knows of the end of a function, and of copies in the default stream, which may be
  // synchronous.
  const bool IsKnown = !getStream(S) && (W.Type == NodeType::Memcpy || W.Type == NodeType::Memset);
  const auto Blocks = [&] {
    return IsKnown || (W.hasPageableMemory(D) && !(D.isPending(D.getClock(S)) && W.stage(D)));
  };
  if (!C && W.Type == NodeType::Memcpy && Blocks())
    return D.work(S, [&] {
      const Result R = W.run(D);
      if (IsKnown)
        D.Order.wait(D.getClock(S));
      return R;
    });
  if (!C) {
    const bool IsHost = W.Type == NodeType::Host;
    const StreamClock Seen = D.getClock(S);
    const Result R = D.workLater(S, [&D, W = std::move(W), Seen, IsHost] {
      const Result R = W.run(D);
      if (IsHost)
        D.Order.wait(Seen);
      return R;
    });
    if (IsKnown && !D.isPending(D.getClock(S)))
      D.Order.wait(D.getClock(S));
    return R;
  }
  if (C->Broken != Success)
    return StreamCaptureInvalidated;
  StreamObject &Of = *getStream(S);
  Of.Frontier = {C->Graph->add(std::move(W), Of.Frontier)};
  return Success;
}

static Result begin(Driver &D, Stream S, GraphObject *Into, ArrayRef<NodeObject *> After) {
  StreamObject *Of = getStream(S);
  if (!Of)
    return D.complain(StreamCaptureUnsupported, "the default stream cannot be captured");
  if (getCapture(S))
    return IllegalState;
  auto C = std::make_shared<CaptureObject>();
  static uint64_t LastID = 0;
  C->ID = ++LastID;
  C->Graph = Into;
  C->Origin = Of;
  C->Streams.insert(Of);
  Of->Capture = std::move(C);
  Of->Frontier.assign(After.begin(), After.end());
  return Success;
}

CUDA_API Result cuStreamBeginCapture_v2(Stream S, int) {
  Call C;
  if (C)
    return C.Error;
  auto Made = std::make_shared<GraphObject>();
  GraphObject *Into = Made.get();
  const Result R = begin(*C, S, Into, {});
  if (R == Success)
    C->Graphs[Into] = std::move(Made);
  return R;
}
CUDA_API Result cuStreamBeginCapture(Stream S) { return cuStreamBeginCapture_v2(S, 0); }
CUDA_API Result cuStreamBeginCaptureToGraph(Stream S, GraphObject *Into, NodeObject *const *After,
                                            const void *, size_t NumAfter, int) {
  Call C;
  return C ? C.Error : begin(*C, S, Into, ArrayRef(After, NumAfter));
}

/// Returns true if all of a graph's last nodes come before the end of the stream where the capture
/// began.
static bool isJoined(const CaptureObject &C) {
  SmallPtrSet<const NodeObject *, 16> Seen;
  std::vector<const NodeObject *> Left(C.Origin->Frontier.begin(), C.Origin->Frontier.end());
  while (!Left.empty()) {
    const NodeObject *N = Left.back();
    Left.pop_back();
    if (Seen.insert(N).second)
      Left.insert(Left.end(), N->After.begin(), N->After.end());
  }
  const auto IsSeen = [&](const NodeObject *N) { return Seen.count(N); };
  return all_of(C.LastOfDestroyed, IsSeen) &&
         all_of(C.Streams, [&](const StreamObject *S) { return all_of(S->Frontier, IsSeen); });
}

CUDA_API Result cuStreamEndCapture(Stream S, GraphObject **To) {
  Call C;
  Graph Ignored;
  To = To ? To : &Ignored;
  *To = nullptr;
  if (C)
    return C.Error;
  CaptureObject *Of = getCapture(S);
  if (!Of)
    return IllegalState;
  if (Of->Origin != getStream(S))
    return StreamCaptureUnmatched;
  Result R = Of->Broken;
  if (R == Success && !isJoined(*Of))
    R = C->complain(StreamCaptureUnjoined,
                    "the work of a stream that joined a capture is not waited for in the stream "
                    "where the capture began (cudaStreamWaitEvent)");
  if (R == Success)
    *To = Of->Graph;
  Of->IsEnded = true;
  const auto Streams = Of->Streams; // the capture ends with the last of them
  for (StreamObject *Each : Streams) {
    Each->Frontier.clear();
    Each->Capture.reset();
  }
  return R;
}

CUDA_API Result cuStreamIsCapturing(Stream S, int *Status) {
  constexpr int None = 0, Active = 1, Invalidated = 2;
  const CaptureObject *C = getCapture(S);
  *Status = !C ? None : C->Broken == Success ? Active : Invalidated;
  return Success;
}
CUDA_API Result cuStreamGetCaptureInfo_v3(Stream S, int *Status, uint64_t *ID, GraphObject **Graph,
                                          NodeObject *const **Nodes, const void **Edges,
                                          size_t *Count) {
  Call C;
  if (C)
    return C.Error;
  cuStreamIsCapturing(S, Status);
  const CaptureObject *Of = getCapture(S);
  if (ID)
    *ID = Of ? Of->ID : 0;
  if (Graph)
    *Graph = Of ? Of->Graph : nullptr;
  if (Nodes)
    *Nodes = Of ? getStream(S)->Frontier.data() : nullptr;
  if (Edges)
    *Edges = nullptr;
  if (Count)
    *Count = Of ? getStream(S)->Frontier.size() : 0;
  return Success;
}
CUDA_API Result cuStreamGetCaptureInfo_v2(Stream S, int *Status, uint64_t *ID, GraphObject **Graph,
                                          NodeObject *const **Nodes, size_t *Count) {
  return cuStreamGetCaptureInfo_v3(S, Status, ID, Graph, Nodes, nullptr, Count);
}
CUDA_API Result cuStreamGetCaptureInfo(Stream S, int *Status, uint64_t *ID) {
  return cuStreamGetCaptureInfo_v3(S, Status, ID, nullptr, nullptr, nullptr, nullptr);
}
CUDA_API Result cuStreamUpdateCaptureDependencies_v2(Stream S, NodeObject **Nodes, const void *,
                                                     size_t Count, unsigned Flags) {
  Call C;
  if (C)
    return C.Error;
  if (!getCapture(S))
    return IllegalState;
  constexpr unsigned Replaces = 1;
  StreamObject &Of = *getStream(S);
  if (Flags & Replaces)
    Of.Frontier.clear();
  Of.Frontier.insert(Of.Frontier.end(), Nodes, Nodes + Count);
  return Success;
}
CUDA_API Result cuStreamUpdateCaptureDependencies(Stream S, NodeObject **Nodes, size_t Count,
                                                  unsigned Flags) {
  return cuStreamUpdateCaptureDependencies_v2(S, Nodes, nullptr, Count, Flags);
}
/// Calls that no stream is told are done at once also while another stream is captured.
CUDA_API Result cuThreadExchangeStreamCaptureMode(int *Mode) {
  static thread_local int Current = 0;
  std::swap(*Mode, Current);
  return Success;
}
