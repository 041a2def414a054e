//===- Graphs.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver API of graphs: nodes and their parameters.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Graphs.h"
#include "Emulator/CUDA/PendingWork.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using emulator::ConditionalNumber;

//===----------------------------------------------------------------------===//
// Work and graphs
//===----------------------------------------------------------------------===//

Result KernelWork::set(Driver &D, FunctionHandle Function, const LaunchConfig &With, void **Given,
                       void **Extra) {
  if (!Function)
    return InvalidHandle;
  F = Function;
  Config = With;
  Attributes.assign(With.Attributes, With.Attributes + With.NumAttributes);
  if (Error E = D.fillParameters(*F->Of, Given, Extra, Parameters))
    return D.complain(InvalidValue, "a node of '" + F->Of->Name + "': " + toString(std::move(E)));
  return Success;
}

Result KernelWork::launch(Driver &D) const {
  LaunchConfig With = Config;
  With.Attributes = Attributes.data();
  With.NumAttributes = unsigned(Attributes.size());
  return D.launch(*F, With, Parameters);
}

Result Work::run(Driver &D) const {
  if (Type != NodeType::Kernel)
    D.Overlapping.clear();
  switch (Type) {
  case NodeType::Kernel:
    return Kernel.launch(D);
  case NodeType::Memcpy:
    return D.copy(Copy);
  case NodeType::Memset:
    return D.fill(Fill);
  case NodeType::Host:
    Host.Function(Host.Data);
    return Success;
  case NodeType::Graph:
    Child->setConditions();
    return std::make_shared<GraphRun>(D, Child)->go();
  case NodeType::EventRecord:
    Of->record(D.NumKernels, D.Order.getAll());
    return Success;
  case NodeType::MemAlloc:
    D.Machine.getMemory().watchWrites(Address);
    return Success;
  case NodeType::MemFree:
    // Memory that a node of a graph has allocated stays where it is for the next launch.
    if (!D.OfGraphs.count(Address) && !D.Machine.getMemory().free(Address))
      return D.complain(InvalidValue, "a node frees 0x" + utohexstr(Address, true) +
                                          ", where no allocation begins");
    return Success;
  case NodeType::WaitEvent:
    D.Order.waitForAll();
    return Success;
  case NodeType::MemoryOperations:
    return cuda::run(D, Operations);
  case NodeType::Empty:
    return Success;
  case NodeType::Conditional: // executed by its graph
    break;
  }
  return InvalidValue;
}

static bool isPageable(const Driver &D, unsigned Type, const void *Host, DevicePointer Device) {
  const auto Address = Type == HostMemory ? reinterpret_cast<DevicePointer>(Host) : Device;
  return Type != ArrayMemory && !D.Machine.getMemory().find(Address);
}

bool Work::hasPageableMemory(const Driver &D) const {
  return Type == NodeType::Memcpy &&
         (isPageable(D, Copy.FromType, Copy.FromHost, Copy.FromDevice) ||
          isPageable(D, Copy.ToType, Copy.ToHost, Copy.ToDevice));
}

bool Work::stage(const Driver &D) {
  if (isPageable(D, Copy.ToType, Copy.ToHost, Copy.ToDevice))
    return false;
  const char *From = Copy.FromType == HostMemory ? static_cast<const char *>(Copy.FromHost)
                                                 : reinterpret_cast<const char *>(Copy.FromDevice);
  From += Copy.FromX;
  Staged = std::make_shared<std::vector<char>>();
  for (size_t Slice = 0; Slice != Copy.Depth; ++Slice)
    for (size_t Row = 0; Row != Copy.Height; ++Row) {
      const char *At =
          From + (Row + Copy.FromY + (Slice + Copy.FromZ) * Copy.FromHeight) * Copy.FromPitch;
      Staged->insert(Staged->end(), At, At + Copy.WidthInBytes);
    }
  Copy.FromX = Copy.FromY = Copy.FromZ = 0;
  Copy.FromPitch = Copy.WidthInBytes;
  Copy.FromHeight = Copy.Height;
  Copy.FromType = HostMemory;
  Copy.FromHost = Staged->data();
  return true;
}

Work cuda::makeCopy(MemoryType ToType, DevicePointer To, MemoryType FromType, DevicePointer From,
                    size_t Bytes) {
  Work W;
  W.Type = NodeType::Memcpy;
  W.Copy.FromType = FromType;
  W.Copy.FromHost = reinterpret_cast<const void *>(From);
  W.Copy.FromDevice = From;
  W.Copy.ToType = ToType;
  W.Copy.ToHost = reinterpret_cast<void *>(To);
  W.Copy.ToDevice = To;
  W.Copy.WidthInBytes = Bytes;
  W.Copy.Height = W.Copy.Depth = 1;
  return W;
}

NodeObject *GraphObject::add(Work W, ArrayRef<NodeObject *> After) {
  Nodes.push_back(std::make_unique<NodeObject>());
  NodeObject &N = *Nodes.back();
  N.In = this;
  N.Does = std::move(W);
  for (NodeObject *Each : After)
    if (!is_contained(N.After, Each))
      N.After.push_back(Each);
  return &N;
}

void Work::cloneGraphs(bool KeepsOriginals) {
  if (Child)
    Child = Child->clone(KeepsOriginals);
  for (std::shared_ptr<GraphObject> &Body : Bodies)
    Body = Body->clone(KeepsOriginals);
}

NodeObject *GraphObject::findClone(const NodeObject *Original) const {
  for (const auto &N : Nodes) {
    if (N->Original == Original)
      return N.get();
    if (NodeObject *Found = N->Does.Child ? N->Does.Child->findClone(Original) : nullptr)
      return Found;
    for (const auto &Body : N->Does.Bodies)
      if (NodeObject *Found = Body->findClone(Original))
        return Found;
  }
  return nullptr;
}

std::vector<NodeObject *> GraphObject::getDependents(const NodeObject *Of) const {
  std::vector<NodeObject *> Result;
  for (const auto &N : Nodes)
    if (is_contained(N->After, Of))
      Result.push_back(N.get());
  return Result;
}

void GraphObject::forEach(function_ref<void(const NodeObject &)> Visit) const {
  for (const auto &N : Nodes) {
    Visit(*N);
    if (N->Does.Child)
      N->Does.Child->forEach(Visit);
    for (const auto &Body : N->Does.Bodies)
      Body->forEach(Visit);
  }
}

std::shared_ptr<GraphObject> GraphObject::clone(bool KeepsOriginals) const {
  auto Result = std::make_shared<GraphObject>();
  Result->Handles = Handles;
  Result->UserObjects = UserObjects;
  DenseMap<const NodeObject *, NodeObject *> Copies;
  for (const auto &N : Nodes) {
    NodeObject *Copy = Copies[N.get()] = Result->add(N->Does, {});
    Copy->Original = KeepsOriginals ? N->Original : N.get();
    Copy->IsEnabled = N->IsEnabled;
    Copy->Does.cloneGraphs(KeepsOriginals);
  }
  for (const auto &N : Nodes)
    for (const NodeObject *Each : N->After)
      Copies[N.get()]->After.push_back(Copies.lookup(Each));
  return Result;
}

GraphOrder::GraphOrder(const GraphObject &Of) : Of(Of), NumLeft(Of.Nodes.size()) {
  for (const auto &N : Of.Nodes)
    if (!(NumBefore[N.get()] = N->After.size()))
      Ready.push_back(N.get());
}

const NodeObject &GraphOrder::take(size_t Index) {
  const auto It = Ready.begin() + ptrdiff_t(Index);
  const NodeObject &N = **It;
  Ready.erase(It);
  return N;
}

void GraphOrder::complete(const NodeObject &N) {
  --NumLeft;
  for (const NodeObject *Each : Of.getDependents(&N))
    if (!--NumBefore[Each])
      Ready.push_back(Each);
}

bool GraphObject::isAcyclic() const {
  GraphOrder Order(*this);
  while (Order.getNumReady())
    Order.complete(Order.take(0));
  return !Order.getNumLeft();
}

void GraphObject::collectEvents(StreamClock &To) const {
  forEach([&](const NodeObject &N) {
    if (N.Does.Type == NodeType::WaitEvent)
      To.join(N.Does.Of->Seen);
  });
}

Result GraphRun::run(const NodeObject &N) {
  D.Overlapping.clear(); // a node waits for the end of those that it depends on
  SparseBitVector<> After = Before;
  for (const NodeObject *Each : N.After)
    After |= Ended[Each];
  Ended[&N] = std::move(After);
  const auto Finish = [Self = shared_from_this(), &N, Part = D.Order.makePart()] {
    Self->endPart(N, Part);
    Self->Order.complete(N);
    return Self->go();
  };
  if (!N.IsEnabled)
    return Finish();
  if (N.Does.Type == NodeType::Graph)
    return run(N, N.Does.Child, Finish);
  if (N.Does.Type == NodeType::Conditional) {
    noteUse(N, N.Does.Address, /*IsSet=*/false);
    return runCondition(N, Finish);
  }
  const size_t NumWaiting = D.Waiting.size();
  const std::vector<uint32_t> Sets = Of->countSets();
  const Result R = N.Does.run(D);
  for (const auto &[H, Old, New] : zip(Of->Handles, Sets, Of->countSets()))
    if (New != Old)
      noteUse(N, H.Address, /*IsSet=*/true);
  if (R != Success || D.Sticky != Success)
    return R;
  if (D.Waiting.size() == NumWaiting)
    return Finish();
  endPart(N, D.Order.makePart());
  D.Waiting.back()->Then = Finish;
  return Success;
}

void GraphRun::endPart(const NodeObject &N, unsigned Part) {
  D.Order.endPart(Part, Ended[&N],
                  [&](StringRef Sentence) { D.report(emulator::Check::StreamOrder, Sentence); });
  Ended[&N].set(Part);
}

/// Executes a graph that is in a node.
Result GraphRun::run(const NodeObject &N, std::shared_ptr<GraphObject> Graph,
                     std::function<Result()> Then) {
  const auto Inner = std::make_shared<GraphRun>(D, std::move(Graph), nullptr, Ended[&N]);
  Inner->Then = [Self = shared_from_this(), &N, Of = Inner.get(), Then = std::move(Then)] {
    for (const auto &Each : Of->Ended)
      Self->Ended[&N] |= Each.second;
    return Then();
  };
  return Inner->go();
}

std::shared_ptr<GraphObject> Work::chooseBody(Driver &D) const {
  const ConditionalNumber &Number = *ConditionalNumber::find(D.Machine.getMemory(), Address);
  if (!Number.NumSets)
    D.report(emulator::Check::UninitializedGlobal,
             "a conditional node of a graph depends on a number that was never set; missing: a "
             "kernel before it that calls cudaGraphSetConditional, or "
             "cudaGraphCondAssignDefault where its handle is made");
  const size_t Value = Number.Value;
  const size_t Chosen = Condition == ConditionType::Switch ? Value : !Value;
  return Chosen < Bodies.size() ? Bodies[Chosen] : nullptr;
}

/// Returns true if a node depends on another one.
static bool isBefore(const NodeObject &First, const NodeObject &Second) {
  SmallPtrSet<const NodeObject *, 16> Seen;
  std::vector<const NodeObject *> Left = {&Second};
  while (!Left.empty()) {
    const NodeObject *N = Left.back();
    Left.pop_back();
    if (N == &First)
      return true;
    if (Seen.insert(N).second)
      Left.insert(Left.end(), N->After.begin(), N->After.end());
  }
  return false;
}

void GraphRun::noteUse(const NodeObject &N, DevicePointer Number, bool IsSet) {
  for (const Use &U : Uses)
    if (U.Number == Number && U.IsSet != IsSet && !isBefore(*U.Node, N)) {
      const NodeObject &Setting = IsSet ? N : *U.Node;
      D.report(emulator::Check::StreamOrder,
               "nothing orders a conditional node of a graph and '" +
                   Setting.Does.Kernel.F->Of->Name.str() +
                   "', which sets its number; missing: the kernel's node among those that the "
                   "conditional node depends on");
    }
  Uses.push_back({&N, Number, IsSet});
}

/// A body that waits for memory goes on later, and the rest of the rounds with it.
Result GraphRun::runCondition(const NodeObject &N, std::function<Result()> Finish) {
  while (const std::shared_ptr<GraphObject> Body = N.Does.chooseBody(D)) {
    if (N.Does.Condition != ConditionType::While)
      return run(N, Body, std::move(Finish));
    struct Round {
      bool HasEnded = false, IsLate = false;
    };
    const auto Now = std::make_shared<Round>();
    const auto Then = [Self = shared_from_this(), &N, Finish, Now] {
      Now->HasEnded = true;
      return Now->IsLate ? Self->runCondition(N, Finish) : Success;
    };
    const Result R = run(N, Body, Then);
    if (R != Success || D.Sticky != Success)
      return R;
    if (!Now->HasEnded) {
      Now->IsLate = true;
      return Success;
    }
  }
  return Finish();
}

Result GraphRun::go() {
  if (std::exchange(IsGoing, true))
    return Success;
  Result R = Success;
  while (Order.getNumReady() && R == Success && D.Sticky == Success) {
    Random = Random * 6364136223846793005 + 1442695040888963407;
    R = run(Order.take((Random >> 33) % Order.getNumReady()));
  }
  IsGoing = false;
  D.Overlapping.clear();
  const bool IsDone = R == Success && D.Sticky == Success && !Order.getNumLeft();
  return IsDone && Then ? std::exchange(Then, nullptr)() : R;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

using Node = GraphNode;

GraphObject &GraphExecObject::change() {
  if (Graph.use_count() > 1)
    Graph = Graph->clone(/*KeepsOriginals=*/true);
  return *Graph;
}

static Result add(Node *To, Graph G, const Node *After, size_t NumAfter, Work W) {
  if (!To || !G)
    return InvalidValue;
  const ArrayRef<Node> Dependencies(After, NumAfter);
  if (any_of(Dependencies, [&](Node N) { return !N || N->In != G; }))
    return InvalidValue;
  *To = G->add(std::move(W), Dependencies);
  return Success;
}

/// The work of a node, if it is of a type; in a graph that can be launched, that of its copy.
static Work *find(Node N, NodeType Type, GraphExec In = nullptr) {
  if (N && In)
    N = In->change().findClone(N);
  return N && N->Does.Type == Type ? &N->Does : nullptr;
}

//===----------------------------------------------------------------------===//
// Conditional nodes
//===----------------------------------------------------------------------===//

bool GraphObject::hasConditions() const {
  bool Result = !Handles.empty();
  forEach([&](const NodeObject &N) { Result |= N.Does.Type == NodeType::Conditional; });
  return Result;
}

std::vector<uint32_t> GraphObject::countSets() const {
  std::vector<uint32_t> Result;
  for (const ConditionalHandle &H : Handles)
    Result.push_back(reinterpret_cast<const ConditionalNumber *>(H.Address)->NumSets);
  return Result;
}

void GraphObject::setConditions() const {
  for (const ConditionalHandle &H : Handles)
    *reinterpret_cast<ConditionalNumber *>(H.Address) = {H.AtLaunch.value_or(0),
                                                         H.AtLaunch ? 1u : 0};
  for (const auto &N : Nodes)
    for (const auto &Body : N->Does.Bodies)
      Body->setConditions();
}

static Result forbidConditions(Driver &D, const GraphObject &G, const char *What) {
  return G.hasConditions() ? D.complain(NotSupported, Twine("a graph with conditional nodes ") +
                                                          What + ", which CUDA does not allow")
                           : Success;
}

static Result checkConditions(Driver &D, const GraphObject &G) {
  if (!G.hasConditions())
    return Success;
  if (!G.Instance.expired())
    return D.complain(NotSupported, "a graph with conditional nodes has two instances, which CUDA "
                                    "does not allow");
  bool IsRight = true;
  for (const auto &N : G.Nodes)
    for (const auto &Body : N->Does.Bodies)
      Body->forEach([&](const NodeObject &In) {
        IsRight &= is_contained({NodeType::Kernel, NodeType::Memcpy, NodeType::Memset,
                                 NodeType::Graph, NodeType::Empty, NodeType::Conditional},
                                In.Does.Type);
      });
  return IsRight
             ? Success
             : D.complain(NotSupported, "the body of a conditional node may have kernels, copies, "
                                        "memsets, empty nodes, graphs and conditional nodes");
}

CUDA_API Result cuGraphConditionalHandleCreate(DevicePointer *To, Graph G, Context,
                                               unsigned AtLaunch, unsigned Flags) {
  constexpr unsigned IsAssigned = 1;
  Call C;
  if (C || !To || !G || Flags & ~IsAssigned)
    return C ? C.Error : InvalidValue;
  ConditionalHandle H;
  H.Address = *To = C->Machine.getMemory().allocate(sizeof(ConditionalNumber), 256,
                                                    ConditionalNumber::Name.str());
  if (!H.Address)
    return OutOfMemory;
  if (Flags & IsAssigned)
    H.AtLaunch = AtLaunch;
  G->Handles.push_back(H);
  return Success;
}

/// Makes the bodies of a conditional node, which the program fills.
static Result set(Driver &D, ConditionalNodeParameters &P, Work &W) {
  W.Condition = ConditionType(P.Type);
  if (!ConditionalNumber::find(D.Machine.getMemory(), P.Handle) || !P.Count ||
      W.Condition > ConditionType::Switch || (W.Condition == ConditionType::While && P.Count > 1) ||
      (W.Condition == ConditionType::If && P.Count > 2))
    return InvalidValue;
  W.Address = P.Handle;
  for (unsigned I = 0; I != P.Count; ++I) {
    W.Bodies.push_back(std::make_shared<GraphObject>());
    W.BodyHandles.push_back(W.Bodies.back().get());
  }
  P.Bodies = W.BodyHandles.data();
  return Success;
}

CUDA_API Result cuGraphCreate(Graph *To, unsigned) {
  Call C;
  if (C)
    return C.Error;
  auto Made = std::make_shared<GraphObject>();
  *To = Made.get();
  C->Graphs[*To] = std::move(Made);
  return Success;
}
CUDA_API Result cuGraphDestroy(Graph G) {
  Call C(Call::Nothing);
  return C->Graphs.erase(G) ? Success : InvalidValue;
}
CUDA_API Result cuGraphClone(Graph *To, Graph From) {
  Call C;
  if (C || !From)
    return C ? C.Error : InvalidValue;
  if (Result R = forbidConditions(*C, *From, "is cloned"); R != Success)
    return R;
  auto Made = From->clone();
  *To = Made.get();
  C->Graphs[*To] = std::move(Made);
  return Success;
}
CUDA_API Result cuGraphNodeFindInClone(Node *To, Node Original, Graph Clone) {
  *To = Clone->findClone(Original);
  return *To ? Success : InvalidValue;
}
CUDA_API Result cuGraphDestroyNode(Node N) {
  Call C;
  if (C || !N)
    return C ? C.Error : InvalidValue;
  Graph G = N->In;
  for (const auto &Each : G->Nodes)
    erase(Each->After, N);
  erase_if(G->Nodes, [&](const auto &Each) { return Each.get() == N; });
  return Success;
}

static Result set(Driver &D, KernelWork &To, const KernelNodeParameters &P) {
  LaunchConfig Config = {};
  copy(P.Grid, Config.Grid);
  copy(P.Block, Config.Block);
  Config.SharedBytes = P.SharedBytes;
  KernelWork Made;
  if (Result R = Made.set(D, P.F, Config, P.Parameters, P.Extra); R != Success)
    return R;
  Made.Attributes = std::move(To.Attributes);
  To = std::move(Made);
  return Success;
}

CUDA_API Result cuGraphAddKernelNode(Node *To, Graph G, const Node *After, size_t NumAfter,
                                     const KernelNodeParameters *P) {
  Call C;
  if (C)
    return C.Error;
  Work W;
  W.Type = NodeType::Kernel;
  const Result R = set(*C, W.Kernel, *P);
  return R == Success ? add(To, G, After, NumAfter, std::move(W)) : R;
}
CUDA_API Result cuGraphKernelNodeGetParams(Node N, KernelNodeParameters *P) {
  Call C;
  Work *W = find(N, NodeType::Kernel);
  if (C || !W)
    return C ? C.Error : InvalidValue;
  KernelWork &K = W->Kernel;
  K.Pointers.clear();
  for (const emulator::Variable *V : K.F->Of->Parameters)
    K.Pointers.push_back(K.Parameters.data() + V->Location);
  P->F = K.F;
  copy(K.Config.Grid, P->Grid);
  copy(K.Config.Block, P->Block);
  P->SharedBytes = K.Config.SharedBytes;
  P->Parameters = K.Pointers.data();
  P->Extra = nullptr;
  return Success;
}
CUDA_API Result cuGraphExecKernelNodeSetParams(GraphExec E, Node N, const KernelNodeParameters *P) {
  Call C;
  Work *W = find(N, NodeType::Kernel, E);
  if (C || !W)
    return C ? C.Error : InvalidValue;
  return set(*C, W->Kernel, *P);
}
CUDA_API Result cuGraphKernelNodeSetParams(Node N, const KernelNodeParameters *P) {
  return cuGraphExecKernelNodeSetParams(nullptr, N, P);
}
CUDA_API Result cuGraphAddKernelNode_v2(Node *To, Graph G, const Node *After, size_t NumAfter,
                                        const KernelNodeParameters *P) {
  return cuGraphAddKernelNode(To, G, After, NumAfter, P);
}
CUDA_API Result cuGraphKernelNodeGetParams_v2(Node N, KernelNodeParameters *P) {
  return cuGraphKernelNodeGetParams(N, P);
}
CUDA_API Result cuGraphKernelNodeSetParams_v2(Node N, const KernelNodeParameters *P) {
  return cuGraphKernelNodeSetParams(N, P);
}
CUDA_API Result cuGraphExecKernelNodeSetParams_v2(GraphExec E, Node N,
                                                  const KernelNodeParameters *P) {
  return cuGraphExecKernelNodeSetParams(E, N, P);
}
CUDA_API Result cuGraphKernelNodeSetAttribute(Node N, int ID, const void *Value) {
  Call C;
  Work *W = find(N, NodeType::Kernel);
  if (C || !W)
    return C ? C.Error : InvalidValue;
  erase_if(W->Kernel.Attributes, [&](const LaunchAttribute &A) { return A.ID == ID; });
  LaunchAttribute A = {ID, 0, {}};
  std::memcpy(&A.Value, Value, sizeof A.Value);
  W->Kernel.Attributes.push_back(A);
  return Success;
}
CUDA_API Result cuGraphKernelNodeGetAttribute(Node N, int ID, void *Value) {
  Call C;
  Work *W = find(N, NodeType::Kernel);
  if (C || !W)
    return C ? C.Error : InvalidValue;
  std::memset(Value, 0, sizeof(LaunchAttribute::Value));
  for (const LaunchAttribute &A : W->Kernel.Attributes)
    if (A.ID == ID)
      std::memcpy(Value, &A.Value, sizeof A.Value);
  return Success;
}
CUDA_API Result cuGraphKernelNodeCopyAttributes(Node To, Node From) {
  Call C;
  Work *Of = find(From, NodeType::Kernel), *W = find(To, NodeType::Kernel);
  if (C || !Of || !W)
    return C ? C.Error : InvalidValue;
  W->Kernel.Attributes = Of->Kernel.Attributes;
  return Success;
}

/// The functions for a type of node whose parameters are one member of its work.
#define NODE_FUNCTIONS(NAME, TYPE, MEMBER, PARAMETERS)                                             \
  static Result add##NAME(Node *To, Graph G, const Node *After, size_t NumAfter, PARAMETERS P) {   \
    Call C;                                                                                        \
    if (C)                                                                                         \
      return C.Error;                                                                              \
    Work W;                                                                                        \
    W.Type = NodeType::TYPE;                                                                       \
    W.MEMBER = P;                                                                                  \
    return add(To, G, After, NumAfter, std::move(W));                                              \
  }                                                                                                \
  static Result get##NAME(Node N, PARAMETERS *P) {                                                 \
    Call C;                                                                                        \
    const Work *W = find(N, NodeType::TYPE);                                                       \
    if (C || !W)                                                                                   \
      return C ? C.Error : InvalidValue;                                                           \
    *P = W->MEMBER;                                                                                \
    return Success;                                                                                \
  }                                                                                                \
  static Result set##NAME(GraphExec E, Node N, PARAMETERS P) {                                     \
    Call C;                                                                                        \
    Work *W = find(N, NodeType::TYPE, E);                                                          \
    if (C || !W)                                                                                   \
      return C ? C.Error : InvalidValue;                                                           \
    W->MEMBER = P;                                                                                 \
    return Success;                                                                                \
  }
NODE_FUNCTIONS(Memcpy, Memcpy, Copy, Memcpy3D)
NODE_FUNCTIONS(Memset, Memset, Fill, MemsetParameters)
NODE_FUNCTIONS(Host, Host, Host, HostWork)
NODE_FUNCTIONS(EventRecord, EventRecord, Of, Event)
NODE_FUNCTIONS(EventWait, WaitEvent, Of, Event)
#undef NODE_FUNCTIONS

CUDA_API Result cuGraphAddMemcpyNode(Node *To, Graph G, const Node *After, size_t NumAfter,
                                     const Memcpy3D *P, Context) {
  return addMemcpy(To, G, After, NumAfter, *P);
}
CUDA_API Result cuGraphMemcpyNodeGetParams(Node N, Memcpy3D *P) { return getMemcpy(N, P); }
CUDA_API Result cuGraphMemcpyNodeSetParams(Node N, const Memcpy3D *P) {
  return setMemcpy(nullptr, N, *P);
}
CUDA_API Result cuGraphExecMemcpyNodeSetParams(GraphExec E, Node N, const Memcpy3D *P, Context) {
  return setMemcpy(E, N, *P);
}
CUDA_API Result cuGraphAddMemsetNode(Node *To, Graph G, const Node *After, size_t NumAfter,
                                     const MemsetParameters *P, Context) {
  return addMemset(To, G, After, NumAfter, *P);
}
CUDA_API Result cuGraphMemsetNodeGetParams(Node N, MemsetParameters *P) { return getMemset(N, P); }
CUDA_API Result cuGraphMemsetNodeSetParams(Node N, const MemsetParameters *P) {
  return setMemset(nullptr, N, *P);
}
CUDA_API Result cuGraphExecMemsetNodeSetParams(GraphExec E, Node N, const MemsetParameters *P,
                                               Context) {
  return setMemset(E, N, *P);
}
CUDA_API Result cuGraphAddHostNode(Node *To, Graph G, const Node *After, size_t NumAfter,
                                   const HostWork *P) {
  return addHost(To, G, After, NumAfter, *P);
}
CUDA_API Result cuGraphHostNodeGetParams(Node N, HostWork *P) { return getHost(N, P); }
CUDA_API Result cuGraphHostNodeSetParams(Node N, const HostWork *P) {
  return setHost(nullptr, N, *P);
}
CUDA_API Result cuGraphExecHostNodeSetParams(GraphExec E, Node N, const HostWork *P) {
  return setHost(E, N, *P);
}
CUDA_API Result cuGraphAddEventRecordNode(Node *To, Graph G, const Node *After, size_t NumAfter,
                                          Event E) {
  return addEventRecord(To, G, After, NumAfter, E);
}
CUDA_API Result cuGraphEventRecordNodeGetEvent(Node N, Event *E) { return getEventRecord(N, E); }
CUDA_API Result cuGraphEventRecordNodeSetEvent(Node N, Event E) {
  return setEventRecord(nullptr, N, E);
}
CUDA_API Result cuGraphExecEventRecordNodeSetEvent(GraphExec In, Node N, Event E) {
  return setEventRecord(In, N, E);
}
CUDA_API Result cuGraphAddEventWaitNode(Node *To, Graph G, const Node *After, size_t NumAfter,
                                        Event E) {
  return addEventWait(To, G, After, NumAfter, E);
}
CUDA_API Result cuGraphEventWaitNodeGetEvent(Node N, Event *E) { return getEventWait(N, E); }
CUDA_API Result cuGraphEventWaitNodeSetEvent(Node N, Event E) {
  return setEventWait(nullptr, N, E);
}
CUDA_API Result cuGraphExecEventWaitNodeSetEvent(GraphExec In, Node N, Event E) {
  return setEventWait(In, N, E);
}

CUDA_API Result cuGraphAddEmptyNode(Node *To, Graph G, const Node *After, size_t NumAfter) {
  Call C;
  return C ? C.Error : add(To, G, After, NumAfter, {});
}
static Result setChild(Driver &D, Work &W, Graph Child) {
  if (!Child)
    return InvalidValue;
  if (Result R = forbidConditions(D, *Child, "is in a node of another one"); R != Success)
    return R;
  W.Type = NodeType::Graph;
  W.Child = Child->clone();
  return Success;
}
CUDA_API Result cuGraphAddChildGraphNode(Node *To, Graph G, const Node *After, size_t NumAfter,
                                         Graph Child) {
  Call C;
  if (C)
    return C.Error;
  Work W;
  const Result R = setChild(*C, W, Child);
  return R == Success ? add(To, G, After, NumAfter, std::move(W)) : R;
}
CUDA_API Result cuGraphChildGraphNodeGetGraph(Node N, Graph *To) {
  Call C;
  const Work *W = find(N, NodeType::Graph);
  if (C || !W)
    return C ? C.Error : InvalidValue;
  *To = W->Child.get();
  return Success;
}

CUDA_API Result cuGraphAddMemAllocNode(Node *To, Graph G, const Node *After, size_t NumAfter,
                                       MemAllocNodeParameters *P) {
  Call C;
  if (C || !P->Bytes)
    return C ? C.Error : InvalidValue;
  Work W;
  W.Type = NodeType::MemAlloc;
  W.Bytes = P->Bytes;
  W.Address = P->Address = C->allocateForGraph(P->Bytes);
  return W.Address ? add(To, G, After, NumAfter, std::move(W)) : OutOfMemory;
}
CUDA_API Result cuGraphMemAllocNodeGetParams(Node N, MemAllocNodeParameters *P) {
  Call C;
  const Work *W = find(N, NodeType::MemAlloc);
  if (C || !W)
    return C ? C.Error : InvalidValue;
  *P = {};
  P->Bytes = W->Bytes;
  P->Address = W->Address;
  return Success;
}
CUDA_API Result cuGraphAddMemFreeNode(Node *To, Graph G, const Node *After, size_t NumAfter,
                                      DevicePointer Address) {
  Call C;
  if (C)
    return C.Error;
  Work W;
  W.Type = NodeType::MemFree;
  W.Address = Address;
  return add(To, G, After, NumAfter, std::move(W));
}
CUDA_API Result cuGraphMemFreeNodeGetParams(Node N, DevicePointer *Address) {
  Call C;
  const Work *W = find(N, NodeType::MemFree);
  if (C || !W)
    return C ? C.Error : InvalidValue;
  *Address = W->Address;
  return Success;
}
CUDA_API Result cuDeviceGraphMemTrim(int) { return Success; }
/// All that the nodes of graphs have allocated stays so: the bytes in use, the reserved ones, and
/// the most that there were of both are one number.
CUDA_API Result cuDeviceGetGraphMemAttribute(int, int, uint64_t *Value) {
  Call C;
  if (C)
    return C.Error;
  *Value = 0;
  for (DevicePointer Address : C->OfGraphs)
    *Value += C->Machine.getMemory().find(Address)->Size;
  return Success;
}
CUDA_API Result cuDeviceSetGraphMemAttribute(int, int, const void *) { return Call().Error; }

/// Sets the work of a node of any type. What is allocated is told in the parameters.
static Result set(Driver &D, NodeParameters &P, Work &To) {
  Work W;
  Result R = Success;
  W.Type = NodeType(P.Type);
  switch (W.Type) {
  case NodeType::Kernel:
    W.Kernel.Attributes = To.Kernel.Attributes;
    R = set(D, W.Kernel, P.Of.Kernel);
    break;
  case NodeType::Memcpy:
    W.Copy = P.Of.Memcpy.Copy;
    break;
  case NodeType::Memset:
    W.Fill = P.Of.Memset;
    break;
  case NodeType::Host:
    W.Host = P.Of.Host;
    break;
  case NodeType::Graph:
    R = setChild(D, W, P.Of.Child);
    break;
  case NodeType::Empty:
    break;
  case NodeType::WaitEvent:
  case NodeType::EventRecord:
    W.Of = P.Of.OfEvent;
    break;
  case NodeType::MemAlloc:
    W.Bytes = P.Of.Alloc.Bytes;
    W.Address = P.Of.Alloc.Address = D.allocateForGraph(W.Bytes);
    R = W.Address ? Success : OutOfMemory;
    break;
  case NodeType::MemFree:
    W.Address = P.Of.Free;
    break;
  case NodeType::MemoryOperations:
    W.Operations.assign(P.Of.Operations.Operations,
                        P.Of.Operations.Operations + P.Of.Operations.Count);
    R = check(D, W.Operations);
    break;
  case NodeType::Conditional:
    R = set(D, P.Of.Conditional, W);
    break;
  default:
    return D.refuse(NotSupported,
                    "a node of a graph of type " + Twine(P.Type) + " is not known to ptx-run");
  }
  if (R == Success)
    To = std::move(W);
  return R;
}
CUDA_API Result cuGraphAddNode_v2(Node *To, Graph G, const Node *After, const void *,
                                  size_t NumAfter, NodeParameters *P) {
  Call C;
  if (C)
    return C.Error;
  Work W;
  const Result R = set(*C, *P, W);
  return R == Success ? add(To, G, After, NumAfter, std::move(W)) : R;
}
CUDA_API Result cuGraphAddNode(Node *To, Graph G, const Node *After, size_t NumAfter,
                               NodeParameters *P) {
  return cuGraphAddNode_v2(To, G, After, nullptr, NumAfter, P);
}
CUDA_API Result cuGraphExecNodeSetParams(GraphExec E, Node N, NodeParameters *P) {
  Call C;
  Work *W = find(N, NodeType(P->Type), E);
  if (C || !W)
    return C ? C.Error : InvalidValue;
  if (is_contained({NodeType::MemAlloc, NodeType::MemFree, NodeType::Conditional}, W->Type))
    return InvalidValue;
  return set(*C, *P, *W);
}
CUDA_API Result cuGraphNodeSetParams(Node N, NodeParameters *P) {
  return cuGraphExecNodeSetParams(nullptr, N, P);
}

//===----------------------------------------------------------------------===//
// Objects of the program
//===----------------------------------------------------------------------===//

struct cuda::UserObject {
  void *Data;
  void (*End)(void *);
  unsigned NumReferences;

  void release(unsigned Count) {
    if (NumReferences -= Count)
      return;
    End(Data);
    delete this;
  }
};

UserReference::UserReference(UserObject *To) : To(To) { ++To->NumReferences; }
UserReference::~UserReference() {
  if (To)
    To->release(1);
}

CUDA_API Result cuUserObjectCreate(UserObject **To, void *Data, void (*End)(void *), unsigned Count,
                                   unsigned) {
  if (!To || !End || !Count)
    return InvalidValue;
  *To = new UserObject{Data, End, Count};
  return Success;
}
CUDA_API Result cuUserObjectRetain(UserObject *O, unsigned Count) {
  O->NumReferences += Count;
  return Success;
}
CUDA_API Result cuUserObjectRelease(UserObject *O, unsigned Count) {
  if (Count > O->NumReferences)
    return InvalidValue;
  O->release(Count);
  return Success;
}
CUDA_API Result cuGraphRetainUserObject(Graph G, UserObject *O, unsigned Count, unsigned Flags) {
  constexpr unsigned IsMoved = 1;
  for (unsigned I = 0; I != Count; ++I)
    G->UserObjects.emplace_back(O);
  return Flags & IsMoved ? cuUserObjectRelease(O, Count) : Success;
}
CUDA_API Result cuGraphReleaseUserObject(Graph G, UserObject *O, unsigned Count) {
  for (unsigned I = 0; I != Count; ++I) {
    const auto It = find_if(G->UserObjects, [&](const auto &R) { return R.get() == O; });
    if (It == G->UserObjects.end())
      return InvalidValue;
    G->UserObjects.erase(It);
  }
  return Success;
}

//===----------------------------------------------------------------------===//
// Nodes and edges of a graph
//===----------------------------------------------------------------------===//

CUDA_API Result cuGraphNodeGetType(Node N, NodeType *Type) {
  if (!N)
    return InvalidValue;
  *Type = N->Does.Type;
  return Success;
}

/// Answers with a list, or with its size if there is no memory for the list.
static Result answer(ArrayRef<Node> All, Node *To, size_t *Count) {
  if (To)
    for (size_t I = 0; I != *Count; ++I)
      To[I] = I < All.size() ? All[I] : nullptr;
  *Count = To ? std::min(*Count, All.size()) : All.size();
  return Success;
}

CUDA_API Result cuGraphGetNodes(Graph G, Node *To, size_t *Count) {
  std::vector<Node> All;
  for (const auto &N : G->Nodes)
    All.push_back(N.get());
  return answer(All, To, Count);
}
CUDA_API Result cuGraphGetRootNodes(Graph G, Node *To, size_t *Count) {
  std::vector<Node> All;
  for (const auto &N : G->Nodes)
    if (N->After.empty())
      All.push_back(N.get());
  return answer(All, To, Count);
}
CUDA_API Result cuGraphNodeGetDependencies(Node N, Node *To, size_t *Count) {
  return answer(N->After, To, Count);
}
CUDA_API Result cuGraphNodeGetDependentNodes(Node N, Node *To, size_t *Count) {
  return answer(N->In->getDependents(N), To, Count);
}
CUDA_API Result cuGraphGetEdges(Graph G, Node *From, Node *To, size_t *Count) {
  std::vector<Node> Begins, Ends;
  for (const auto &N : G->Nodes)
    for (Node Each : N->After) {
      Begins.push_back(Each);
      Ends.push_back(N.get());
    }
  size_t Other = *Count;
  answer(Begins, From, &Other);
  return answer(Ends, To, Count);
}
CUDA_API Result cuGraphAddDependencies(Graph G, const Node *From, const Node *To, size_t Count) {
  Call C;
  if (C)
    return C.Error;
  for (size_t I = 0; I != Count; ++I) {
    if (From[I]->In != G || To[I]->In != G || is_contained(To[I]->After, From[I]))
      return InvalidValue;
    To[I]->After.push_back(From[I]);
  }
  return Success;
}
CUDA_API Result cuGraphRemoveDependencies(Graph, const Node *From, const Node *To, size_t Count) {
  Call C;
  for (size_t I = 0; I != Count && !C; ++I) {
    if (!is_contained(To[I]->After, From[I]))
      return InvalidValue;
    erase(To[I]->After, From[I]);
  }
  return C.Error;
}

/// The versions of CUDA 12.3, with data of edges: here, all edges are alike.
static void clearEdges(void *Data, size_t Count) {
  constexpr size_t EdgeBytes = 8;
  if (Data)
    std::memset(Data, 0, Count * EdgeBytes);
}
CUDA_API Result cuGraphNodeGetDependencies_v2(Node N, Node *To, void *Data, size_t *Count) {
  const Result R = cuGraphNodeGetDependencies(N, To, Count);
  clearEdges(Data, *Count);
  return R;
}
CUDA_API Result cuGraphNodeGetDependentNodes_v2(Node N, Node *To, void *Data, size_t *Count) {
  const Result R = cuGraphNodeGetDependentNodes(N, To, Count);
  clearEdges(Data, *Count);
  return R;
}
CUDA_API Result cuGraphGetEdges_v2(Graph G, Node *From, Node *To, void *Data, size_t *Count) {
  const Result R = cuGraphGetEdges(G, From, To, Count);
  clearEdges(Data, *Count);
  return R;
}
CUDA_API Result cuGraphAddDependencies_v2(Graph G, const Node *From, const Node *To, const void *,
                                          size_t Count) {
  return cuGraphAddDependencies(G, From, To, Count);
}
CUDA_API Result cuGraphRemoveDependencies_v2(Graph G, const Node *From, const Node *To,
                                             const void *, size_t Count) {
  return cuGraphRemoveDependencies(G, From, To, Count);
}

CUDA_API Result cuGraphDebugDotPrint(Graph G, const char *Path, unsigned) {
  static constexpr const char *Names[] = {"kernel",
                                          "memcpy",
                                          "memset",
                                          "host",
                                          "graph",
                                          "empty",
                                          "wait",
                                          "record",
                                          "",
                                          "",
                                          "alloc",
                                          "free",
                                          "memory operations",
                                          "conditional"};
  std::error_code Failure;
  raw_fd_ostream OS(Path, Failure);
  if (Failure)
    return InvalidValue;
  OS << "digraph graph_1 {\n";
  DenseMap<const NodeObject *, size_t> Numbers;
  for (const auto &N : G->Nodes) {
    const size_t Number = Numbers.size();
    Numbers[N.get()] = Number;
    const Work &W = N->Does;
    OS << "  n" << Number << " [label=\"" << Names[unsigned(W.Type)]
       << (W.Kernel.F ? " " + W.Kernel.F->Of->Name.str() : std::string()) << "\"];\n";
  }
  for (const auto &N : G->Nodes)
    for (const NodeObject *Each : N->After)
      OS << "  n" << Numbers.lookup(Each) << " -> n" << Numbers.lookup(N.get()) << ";\n";
  OS << "}\n";
  return Success;
}

//===----------------------------------------------------------------------===//
// Graphs that can be launched
//===----------------------------------------------------------------------===//

CUDA_API Result cuGraphInstantiateWithFlags(GraphExec *To, Graph G, uint64_t Flags) {
  Call C;
  if (C || !G || !To)
    return C ? C.Error : InvalidValue;
  if (!G->isAcyclic())
    return C->complain(InvalidValue, "a graph whose nodes depend on each other in a circle");
  if (Result R = checkConditions(*C, *G); R != Success)
    return R;
  *To = new GraphExecObject{G->clone(), Flags};
  G->Instance = (*To)->Graph;
  return Success;
}
CUDA_API Result cuGraphInstantiate_v2(GraphExec *To, Graph G, Node *, char *, size_t) {
  return cuGraphInstantiateWithFlags(To, G, 0);
}
CUDA_API Result cuGraphInstantiate(GraphExec *To, Graph G, Node *, char *, size_t) {
  return cuGraphInstantiateWithFlags(To, G, 0);
}
/// CUDA_GRAPH_INSTANTIATE_PARAMS
struct InstantiateParameters {
  uint64_t Flags;
  Stream Upload;
  Node Wrong;
  int Outcome;
};
CUDA_API Result cuGraphInstantiateWithParams(GraphExec *To, Graph G, InstantiateParameters *P) {
  const Result R = cuGraphInstantiateWithFlags(To, G, P->Flags);
  P->Wrong = nullptr;
  P->Outcome = R != Success;
  return R;
}
CUDA_API Result cuGraphExecGetFlags(GraphExec E, uint64_t *Flags) {
  *Flags = E->Flags;
  return Success;
}
CUDA_API Result cuGraphExecDestroy(GraphExec E) {
  Call C(Call::Nothing);
  delete E;
  return Success;
}
CUDA_API Result cuGraphUpload(GraphExec, Stream) { return Call().Error; }
CUDA_API Result cuGraphLaunch(GraphExec E, Stream S) {
  Call C;
  if (C || !E)
    return C ? C.Error : InvalidValue;
  if (Result R = getCapture(S) ? forbidConditions(*C, *E->Graph, "is captured") : Success;
      R != Success)
    return R;
  Work W;
  W.Type = NodeType::Graph;
  W.Child = getCapture(S) ? E->Graph->clone() : E->Graph;
  if (!getCapture(S))
    E->Graph->collectEvents(C->getClock(S));
  return submit(*C, S, std::move(W));
}

/// Returns true if a node can replace another one in an executable graph.
static bool isAlike(const NodeObject &A, const NodeObject &B, const GraphObject &InA,
                    const GraphObject &InB) {
  auto Number = [](const GraphObject &G, const NodeObject *N) {
    return find_if(G.Nodes, [&](const auto &Each) { return Each.get() == N; }) - G.Nodes.begin();
  };
  if (A.Does.Type != B.Does.Type || A.After.size() != B.After.size())
    return false;
  for (size_t I = 0; I != A.After.size(); ++I)
    if (Number(InA, A.After[I]) != Number(InB, B.After[I]))
      return false;
  return true;
}

/// CUgraphExecUpdateResultInfo
struct UpdateOutcome {
  int Result; ///< CU_GRAPH_EXEC_UPDATE_…
  Node Wrong, WrongFrom;
};
CUDA_API Result cuGraphExecUpdate_v2(GraphExec E, Graph G, UpdateOutcome *Outcome) {
  Call C;
  if (C)
    return C.Error;
  constexpr int Updated = 0, TopologyChanged = 2;
  UpdateOutcome Ignored;
  UpdateOutcome &O = Outcome ? *Outcome : Ignored;
  O = {Updated, nullptr, nullptr};
  const size_t Count = G->Nodes.size();
  GraphObject &Old = E->change();
  size_t At = 0;
  while (At != Count && At != Old.Nodes.size() && isAlike(*Old.Nodes[At], *G->Nodes[At], Old, *G))
    ++At;
  if (At != Count || At != Old.Nodes.size()) {
    O.Result = TopologyChanged;
    O.Wrong = At < Count ? G->Nodes[At].get() : nullptr;
    return GraphExecUpdateFailure;
  }
  for (size_t I = 0; I != Count; ++I) {
    Old.Nodes[I]->Does = G->Nodes[I]->Does;
    Old.Nodes[I]->Does.cloneGraphs();
  }
  return Success;
}
CUDA_API Result cuGraphExecUpdate(GraphExec E, Graph G, Node *Wrong, int *Outcome) {
  UpdateOutcome O;
  const Result R = cuGraphExecUpdate_v2(E, G, &O);
  if (Wrong)
    *Wrong = O.Wrong;
  if (Outcome)
    *Outcome = O.Result;
  return R;
}
CUDA_API Result cuGraphExecChildGraphNodeSetParams(GraphExec E, Node N, Graph Child) {
  Call C;
  Work *W = find(N, NodeType::Graph, E);
  if (C || !W || !Child)
    return C ? C.Error : InvalidValue;
  if (Result R = forbidConditions(*C, *Child, "is in a node of another one"); R != Success)
    return R;
  W->Child = Child->clone();
  return Success;
}
CUDA_API Result cuGraphNodeSetEnabled(GraphExec E, Node N, unsigned IsEnabled) {
  Node Copy = E->change().findClone(N);
  if (!Copy)
    return InvalidValue;
  Copy->IsEnabled = IsEnabled;
  return Success;
}
CUDA_API Result cuGraphNodeGetEnabled(GraphExec E, Node N, unsigned *IsEnabled) {
  Node Copy = E->Graph->findClone(N);
  if (!Copy)
    return InvalidValue;
  *IsEnabled = Copy->IsEnabled;
  return Success;
}
