//===- MemoryOperations.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver API: operations of streams on words of memory. A stream writes a word, or waits until
// one has a value.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/DriverAPI.h"
#include "Emulator/CUDA/Graphs.h"
#include "Emulator/CUDA/PendingWork.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using emulator::LoopWait;

/// CUstreamWaitValue_flags
enum WaitCondition : unsigned { IsAtLeast, IsEqual, HasBits, LacksBits };

static bool isWait(const MemoryOperation &O) {
  return O.Type == MemoryOperation::Wait32 || O.Type == MemoryOperation::Wait64;
}
static bool isWrite(const MemoryOperation &O) {
  return O.Type == MemoryOperation::Write32 || O.Type == MemoryOperation::Write64;
}
static unsigned getBytes(const MemoryOperation &O) {
  return O.Type == MemoryOperation::Wait64 || O.Type == MemoryOperation::Write64 ? 8 : 4;
}
static uint64_t getValue(const MemoryOperation &O) {
  return getBytes(O) == 8 ? O.Value : uint32_t(O.Value);
}
static WaitCondition getCondition(const MemoryOperation &O) { return WaitCondition(O.Flags & 3); }
static std::string printName(const MemoryOperation &O) {
  return (isWait(O) ? "cuStreamWaitValue" : "cuStreamWriteValue") + utostr(8 * getBytes(O));
}

static uint64_t readWord(const MemoryOperation &O) {
  return getBytes(O) == 8 ? *reinterpret_cast<volatile uint64_t *>(O.Address)
                          : *reinterpret_cast<volatile uint32_t *>(O.Address);
}

static bool isFulfilled(const MemoryOperation &O) {
  const uint64_t Word = readWord(O), Value = getValue(O);
  switch (getCondition(O)) {
  case IsAtLeast:
    return getBytes(O) == 8 ? int64_t(Word - Value) >= 0 : int32_t(Word - Value) >= 0;
  case IsEqual:
    return Word == Value;
  case HasBits:
    return Word & Value;
  case LacksBits:
    return getBytes(O) == 8 ? ~(Word | Value) : uint32_t(~(Word | Value));
  }
  return true;
}

namespace {

/// Operations that have begun.
struct BegunOperations : BegunWork {
  explicit BegunOperations(ArrayRef<MemoryOperation> All) : Left(All.begin(), All.end()) {}
  LoopWait findWait() override {
    return IsStopped || isFulfilled(Left.front()) ? LoopWait::None : LoopWait::ForEver;
  }
  bool proceed(Driver &D, bool IsAlone, Result &R) override;
  void stop(Driver &D) override;

  std::deque<MemoryOperation> Left;
  bool IsStopped = false;
};

} // namespace

bool BegunOperations::proceed(Driver &D, bool, Result &) {
  for (; !Left.empty(); Left.pop_front()) {
    const MemoryOperation &O = Left.front();
    if (isWait(O) && !isFulfilled(O) && !IsStopped)
      return false;
    IsStopped = false;
    if (isWait(O))
      D.Order.see(D.getDone());
    if (isWrite(O) && getBytes(O) == 8)
      *reinterpret_cast<volatile uint64_t *>(O.Address) = O.Value;
    else if (isWrite(O))
      *reinterpret_cast<volatile uint32_t *>(O.Address) = uint32_t(O.Value);
    if (isWrite(O))
      D.Machine.getMemory().write(O.Address, getBytes(O));
    if (isWrite(O) || isWait(O))
      D.Order.access(O.Address, getBytes(O), isWrite(O), printName(O),
                     isWrite(O) ? "writes" : "reads", /*IsStrong=*/true);
  }
  return true;
}

void BegunOperations::stop(Driver &D) {
  static constexpr const char *Conditions[] = {"is at least", "is", "has one of the bits",
                                               "lacks a bit besides"};
  const MemoryOperation &O = Left.front();
  D.report(emulator::Check::Deadlock,
           "deadlock: a stream waits (" + printName(O) + ") until the word at global address 0x" +
               utohexstr(O.Address, true) + ", which is " + utostr(readWord(O)) + ", " +
               Conditions[getCondition(O)] + " " + utostr(getValue(O)) + ", and nothing writes it");
  D.Sticky = D.With.KeepsGoing ? Success : LaunchTimeout;
  IsStopped = true;
}

Result cuda::run(Driver &D, ArrayRef<MemoryOperation> Operations) {
  auto Begun = std::make_unique<BegunOperations>(Operations);
  Result R = Success;
  if (!Begun->proceed(D, /*IsAlone=*/false, R))
    D.Waiting.push_back(std::move(Begun));
  return R;
}

Result cuda::check(Driver &D, ArrayRef<MemoryOperation> Operations) {
  for (const MemoryOperation &O : Operations) {
    if (O.Type == MemoryOperation::Barrier)
      continue;
    if (!isWait(O) && !isWrite(O))
      return D.refuse(NotSupported, "an operation of cuStreamBatchMemOp of type " + Twine(O.Type) +
                                        " is not known to ptx-run");
    const std::string What = "the word of " + printName(O);
    if (Result R = D.checkRange(O.Address, getBytes(O), What.c_str()); R != Success)
      return R;
    if (O.Address % getBytes(O))
      return D.complain(InvalidValue, What + " is at 0x" + utohexstr(O.Address, true) +
                                          ", which is not a multiple of its size");
  }
  return Success;
}

CUDA_API Result cuStreamBatchMemOp_v2(Stream S, unsigned Count, const MemoryOperation *Operations,
                                      unsigned) {
  Call C;
  if (C)
    return C.Error;
  Work W;
  W.Type = NodeType::MemoryOperations;
  W.Operations.assign(Operations, Operations + Count);
  if (Result R = check(*C, W.Operations); R != Success)
    return R;
  return submit(*C, S, std::move(W));
}
static Result submitOne(Stream S, int Type, DevicePointer Address, uint64_t Value, unsigned Flags) {
  const MemoryOperation O = {Type, Address, Value, Flags, 0, 0};
  return cuStreamBatchMemOp_v2(S, 1, &O, 0);
}
CUDA_API Result cuStreamWaitValue32_v2(Stream S, DevicePointer At, uint32_t Value, unsigned Flags) {
  return submitOne(S, MemoryOperation::Wait32, At, Value, Flags);
}
CUDA_API Result cuStreamWaitValue64_v2(Stream S, DevicePointer At, uint64_t Value, unsigned Flags) {
  return submitOne(S, MemoryOperation::Wait64, At, Value, Flags);
}
CUDA_API Result cuStreamWriteValue32_v2(Stream S, DevicePointer At, uint32_t Value,
                                        unsigned Flags) {
  return submitOne(S, MemoryOperation::Write32, At, Value, Flags);
}
CUDA_API Result cuStreamWriteValue64_v2(Stream S, DevicePointer At, uint64_t Value,
                                        unsigned Flags) {
  return submitOne(S, MemoryOperation::Write64, At, Value, Flags);
}

//===----------------------------------------------------------------------===//
// Nodes of them
//===----------------------------------------------------------------------===//

static NodeParameters makeNode(const MemoryOperationNodeParameters &P) {
  NodeParameters N = {};
  N.Type = int(NodeType::MemoryOperations);
  N.Of.Operations = P;
  return N;
}
CUDA_API Result cuGraphAddBatchMemOpNode(GraphNode *To, Graph G, const GraphNode *After,
                                         size_t NumAfter, const MemoryOperationNodeParameters *P) {
  NodeParameters N = makeNode(*P);
  return cuGraphAddNode_v2(To, G, After, nullptr, NumAfter, &N);
}
CUDA_API Result cuGraphBatchMemOpNodeSetParams(GraphNode Of,
                                               const MemoryOperationNodeParameters *P) {
  NodeParameters N = makeNode(*P);
  return cuGraphNodeSetParams(Of, &N);
}
CUDA_API Result cuGraphExecBatchMemOpNodeSetParams(GraphExec E, GraphNode Of,
                                                   const MemoryOperationNodeParameters *P) {
  NodeParameters N = makeNode(*P);
  return cuGraphExecNodeSetParams(E, Of, &N);
}
CUDA_API Result cuGraphBatchMemOpNodeGetParams(GraphNode N, MemoryOperationNodeParameters *P) {
  Call C;
  if (C || !N || N->Does.Type != NodeType::MemoryOperations)
    return C ? C.Error : InvalidValue;
  *P = {&C->Primary, unsigned(N->Does.Operations.size()), N->Does.Operations.data(), 0};
  return Success;
}
