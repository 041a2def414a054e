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
#include "llvm/ADT/DenseMap.h"

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
  MemoryOperations = 12,
  Conditional = 13,
};

/// CUgraphConditionalNodeType
enum class ConditionType : int { If, While, Switch };

struct KernelWork {
  FunctionHandle F = nullptr;
  LaunchConfig Config = {};
  std::vector<LaunchAttribute> Attributes;
  std::vector<uint8_t> Parameters;
  std::vector<void *> Pointers; ///< to the parameters, for queries

  Result set(Driver &D, FunctionHandle F, const LaunchConfig &Config, void **Parameters,
             void **Extra);
  Result launch(Driver &D) const;
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
  std::vector<MemoryOperation> Operations;
  ConditionType Condition = ConditionType::If;      ///< of the number at the address
  std::vector<std::shared_ptr<GraphObject>> Bodies; ///< of which a conditional node chooses one
  std::vector<Graph> BodyHandles;                   ///< the same for the program
  std::shared_ptr<std::vector<char>> Staged;        ///< what a copy reads, as it was at the call

  Result run(Driver &D) const;
  /// Returns true of a copy from or to memory of the host that is neither pinned nor managed.
  bool hasPageableMemory(const Driver &D) const;
  /// Keeps what a copy reads from pageable memory, as the host may change it. Returns false if the
  /// copy writes such memory, which the host waits for.
  bool stage(const Driver &D);
  /// The graphs in it become copies. `KeepsOriginals`: see GraphObject::clone.
  void cloneGraphs(bool KeepsOriginals = false);
  /// Returns the body that a conditional node executes next; null if none.
  std::shared_ptr<GraphObject> chooseBody(Driver &D) const;
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

/// Is a reference to an object of the program, which ends with the last one.
class UserReference {
public:
  explicit UserReference(UserObject *To);
  UserReference(const UserReference &O) : UserReference(O.To) {}
  UserReference(UserReference &&O) : To(std::exchange(O.To, nullptr)) {}
  UserReference &operator=(UserReference O) {
    std::swap(To, O.To);
    return *this;
  }
  ~UserReference();
  UserObject *get() const { return To; }

private:
  UserObject *To;
};

/// Describes the number that a conditional node depends on. Its handle is its address.
struct ConditionalHandle {
  DevicePointer Address = 0;
  std::optional<uint32_t> AtLaunch; ///< what it becomes when the graph is launched
};

struct GraphObject {
  std::vector<std::unique_ptr<NodeObject>> Nodes;
  std::vector<ConditionalHandle> Handles;
  std::vector<UserReference> UserObjects;
  std::weak_ptr<GraphObject> Instance; ///< if it has conditional nodes, of which there may be one

  NodeObject *add(Work W, ArrayRef<NodeObject *> After);
  NodeObject *findClone(const NodeObject *Original) const;
  /// The nodes that depend on one.
  std::vector<NodeObject *> getDependents(const NodeObject *Of) const;
  /// `KeepsOriginals`: its nodes are found by those that these are copies of.
  std::shared_ptr<GraphObject> clone(bool KeepsOriginals = false) const;
  /// Calls a function for each node, those of graphs in nodes included.
  void forEach(function_ref<void(const NodeObject &)> Visit) const;
  bool hasConditions() const;
  /// Returns how often the numbers of its handles have been set.
  std::vector<uint32_t> countSets() const;
  /// Sets the numbers that conditional nodes begin with.
  void setConditions() const;
  /// False if nodes depend on each other in a circle.
  bool isAcyclic() const;
  /// Adds the events that nodes wait for to a clock.
  void collectEvents(StreamClock &To) const;
};

/// The nodes of a graph in an order: those that come next, as the nodes before them are done.
class GraphOrder {
public:
  explicit GraphOrder(const GraphObject &Of);
  size_t getNumReady() const { return Ready.size(); }
  size_t getNumLeft() const { return NumLeft; }
  const NodeObject &take(size_t Index);
  void complete(const NodeObject &N);

private:
  const GraphObject &Of;
  DenseMap<const NodeObject *, size_t> NumBefore;
  std::vector<const NodeObject *> Ready;
  size_t NumLeft;
};

/// A launch of a graph.
class GraphRun : public std::enable_shared_from_this<GraphRun> {
public:
  /// `Then` is done when all nodes are. `Before`: the parts of the work that come before them.
  GraphRun(Driver &D, std::shared_ptr<GraphObject> Of, std::function<Result()> Then = nullptr,
           const SparseBitVector<> &Before = {})
      : D(D), Of(std::move(Of)), Order(*this->Of), Before(Before), Then(std::move(Then)),
        Random(D.With.Options.Seed + D.NumKernels) {}
  /// Executes nodes, until those that are left wait for kernels that wait.
  Result go();

private:
  Result run(const NodeObject &N);
  Result run(const NodeObject &N, std::shared_ptr<GraphObject> Graph, std::function<Result()> Then);
  /// Compares what a node has accessed with those nodes that nothing orders before it.
  void endPart(const NodeObject &N, unsigned Part);
  Result runCondition(const NodeObject &N, std::function<Result()> Finish);
  /// A node sets a number of a conditional node, or depends on it.
  void noteUse(const NodeObject &N, DevicePointer Number, bool IsSet);

  struct Use {
    const NodeObject *Node;
    DevicePointer Number;
    bool IsSet;
  };
  std::vector<Use> Uses;

  Driver &D;
  const std::shared_ptr<GraphObject> Of;
  GraphOrder Order;
  const SparseBitVector<> Before;
  /// For each node, the parts of the work that have ended before what comes after it.
  DenseMap<const NodeObject *, SparseBitVector<>> Ended;
  std::function<Result()> Then;
  uint64_t Random;
  bool IsGoing = false;
};

/// A graph that can be launched: a copy of what it was made of.
struct GraphExecObject {
  std::shared_ptr<GraphObject> Graph;
  uint64_t Flags = 0;
  /// Returns the graph to change it. A launch that is not done goes on with what it was.
  GraphObject &change();
};

/// The capture of the work of one or more streams.
struct CaptureObject {
  uint64_t ID = 0;
  GraphObject *Graph = nullptr;
  StreamObject *Origin = nullptr;
  std::set<StreamObject *> Streams;
  std::vector<GraphNode> LastOfDestroyed; ///< the last nodes of streams that are gone
  bool IsEnded = false;
  Result Broken = Success; ///< why it cannot become a graph

  /// A stream takes no part any more.
  void destroy(StreamObject &S);
};

/// Executes operations in their order, up to one that waits for a value.
Result run(Driver &D, ArrayRef<MemoryOperation> Operations);
/// Returns what is wrong with operations, or Success.
Result check(Driver &D, ArrayRef<MemoryOperation> Operations);
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
