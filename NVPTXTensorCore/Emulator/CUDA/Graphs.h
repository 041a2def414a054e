//===- Graphs.h -------------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work that a stream is given, graphs of it, and the capture of a stream's work into a graph.
// Work that is not captured is done when it is given. A graph that is launched is done node by
// node, each after those that it depends on; among the nodes that could be next, the seed chooses.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CUDA_GRAPHS_H
#define NVPTXTENSORCORE_EMULATOR_CUDA_GRAPHS_H

#include "Emulator/CUDA/Driver.h"

namespace llvm::tensorcore::cuda {

struct CaptureObject;

/// CUgraphNodeType
enum class NodeType : int {
  Kernel,
  Memcpy,
  Memset,
  Host,
  Graph,
  Empty,
  WaitEvent,
  EventRecord,
  MemAlloc = 10,
  MemFree = 11,
};

struct KernelWork {
  FunctionHandle F = nullptr;
  LaunchConfig Config = {};
  std::vector<LaunchAttribute> Attributes;
  std::vector<uint8_t> Parameters;
  std::vector<void *> Pointers; ///< to the parameters, for queries

  Result set(Driver &D, FunctionHandle F, const LaunchConfig &Config, void **Parameters,
             void **Extra);
};

/// Describes what a node does.
struct Work {
  NodeType Type = NodeType::Empty;
  KernelWork Kernel;
  Memcpy3D Copy = {};
  MemsetParameters Fill = {};
  HostWork Host = {};
  std::shared_ptr<GraphObject> Child;
  Event Of = nullptr;
  DevicePointer Address = 0; ///< of memory nodes
  size_t Bytes = 0;

  Result run(Driver &D) const;
  /// Returns true of a copy from or to memory of the host that is neither pinned nor managed.
  bool hasPageableMemory(const Driver &D) const;
};

Work makeCopy(MemoryType ToType, DevicePointer To, MemoryType FromType, DevicePointer From,
              size_t Bytes);

struct NodeObject {
  GraphObject *In = nullptr;
  Work Does;
  std::vector<NodeObject *> After;      ///< what it depends on
  const NodeObject *Original = nullptr; ///< of a clone
  bool IsEnabled = true;
};

struct GraphObject {
  std::vector<std::unique_ptr<NodeObject>> Nodes;

  NodeObject *add(Work W, ArrayRef<NodeObject *> After);
  NodeObject *findClone(const NodeObject *Original) const;
  /// The nodes that depend on one.
  std::vector<NodeObject *> getDependents(const NodeObject *Of) const;
  std::shared_ptr<GraphObject> clone() const;
  /// False if nodes depend on each other in a circle.
  bool isAcyclic() const;
  Result run(Driver &D) const;
};

/// A graph that can be launched: a copy of what it was made of.
struct GraphExecObject {
  std::shared_ptr<GraphObject> Graph;
  uint64_t Flags = 0;
};

/// The capture of the work of one or more streams.
struct CaptureObject {
  uint64_t ID = 0;
  GraphObject *Graph = nullptr;
  StreamObject *Origin = nullptr;
  std::set<StreamObject *> Streams;
  bool IsEnded = false;
  Result Broken = Success; ///< why it cannot become a graph
};

/// The stream of a handle, which may be the one of the thread; null of the default stream.
StreamObject *getStream(Stream S);
/// The capture that a stream takes part in; null if none.
CaptureObject *getCapture(Stream S);
/// Does work now, or adds it to the graph of a stream that is captured.
Result submit(Driver &D, Stream S, Work W);
/// Returns what a call returns that cannot be captured, or Success. The capture is broken.
Result forbidInCapture(Stream S);

} // namespace llvm::tensorcore::cuda

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_GRAPHS_H
