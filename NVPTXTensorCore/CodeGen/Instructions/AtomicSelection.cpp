//===- AtomicSelection.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM 19 cannot select of IR's memory model, with LLVM 22's PTX as the model: fences, loads
// and stores with an order, the order of cmpxchg in a newer LLVM's modules; and casts of pointers
// to shared memory of the cluster. A sequentially consistent access is fence.sc with an acquiring
// or releasing access after it. As in LLVM 22, atomicrmw that is one instruction of PTX stays
// relaxed, in the scope of the GPU, whatever it says: clang writes seq_cst for CUDA's atomicAdd,
// which is relaxed.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/MemoryOrder.h"
#include "CodeGen/Instructions/Rejection.h"
#include "CodeGen/Target/Hooks.h"
#include "IR/Analysis/AddressSpaces.h"
#include "Model/Tables/Errors.h"
#include "NVPTXISelDAGToDAG.h"

using namespace llvm;
using namespace llvm::tensorcore;

bool tensorcore::isSharedMemory(unsigned AddressSpace) {
  return AddressSpace == SharedSpace || AddressSpace == ClusterSharedSpace;
}

/// Whether other threads see the memory of an access, so that an order means something.
static bool isShareable(unsigned Space) {
  return Space == GenericSpace || Space == GlobalSpace || isSharedMemory(Space);
}

/// The scope of an access; a volatile one is of the whole system. What is not a scope was reported
/// when the node was checked.
static MemoryScope getScope(const LLVMContext &Context, const MemSDNode &N) {
  return N.isVolatile() ? MemoryScope::System
                        : expectedToOptional(getMemoryScope(Context, N.getSyncScopeID()))
                              .value_or(MemoryScope::System);
}

/// The scope with a number in IR; an error if the target does not have it.
static Expected<MemoryScope> getLegalScope(const SelectionDAG &DAG, uint8_t SyncScope,
                                           const NVPTXSubtarget &Subtarget) {
  Expected<MemoryScope> Scope = getMemoryScope(*DAG.getContext(), SyncScope);
  if (Scope)
    if (Error Illegal = checkMemoryScope(*Scope, Subtarget))
      return Illegal;
  return Scope;
}

/// LLVM's number for the state space in the text of a load or store.
static unsigned getStateSpace(unsigned Space) {
  switch (Space) {
  case GlobalSpace:
    return NVPTX::PTXLdStInstCode::GLOBAL;
  case SharedSpace:
    return NVPTX::PTXLdStInstCode::SHARED;
  case ClusterSharedSpace:
    return ClusterSharedCode;
  default:
    return NVPTX::PTXLdStInstCode::GENERIC;
  }
}

unsigned tensorcore::getMemoryOrder(const MemSDNode &N, const NVPTXSubtarget &Subtarget,
                                    const LLVMContext &Context) {
  if (!isShareable(N.getAddressSpace()))
    return PlainAccess;
  AtomicOrdering Order = N.getSuccessOrdering();
  if (Order == AtomicOrdering::NotAtomic)
    return N.isVolatile() ? VolatileAccess : PlainAccess;
  if (!hasMemoryOrders(Subtarget) || (N.isVolatile() && !isStrongerThanMonotonic(Order)))
    return VolatileAccess;
  if (Order == AtomicOrdering::SequentiallyConsistent)
    Order = N.readMem() ? AtomicOrdering::Acquire : AtomicOrdering::Release;
  return encodeMemoryOrder(Order, getScope(Context, N));
}

/// The fence of an order as a machine node, or the chain itself for a single thread.
static SDValue makeFence(SelectionDAG &DAG, const SDLoc &DL, AtomicOrdering Order,
                         MemoryScope Scope, SDValue Chain, const NVPTXSubtarget &Subtarget) {
  if (Scope == MemoryScope::Thread)
    return Chain;
  if (hasMemoryOrders(Subtarget)) {
    if (Order != AtomicOrdering::SequentiallyConsistent)
      Order = AtomicOrdering::AcquireRelease;
    SDValue Number = DAG.getTargetConstant(encodeMemoryOrder(Order, Scope), DL, MVT::i32);
    return SDValue(DAG.getMachineNode(NVPTX::ORDERED_FENCE, DL, MVT::Other, {Number, Chain}), 0);
  }
  unsigned Opcode = Scope == MemoryScope::CTA   ? NVPTX::INT_MEMBAR_CTA
                    : Scope == MemoryScope::GPU ? NVPTX::INT_MEMBAR_GL
                                                : NVPTX::INT_MEMBAR_SYS;
  return SDValue(DAG.getMachineNode(Opcode, DL, MVT::Other, Chain), 0);
}

void NVPTXDAGToDAGISel::selectFence(SDNode *N) {
  auto Order = AtomicOrdering(N->getConstantOperandVal(1));
  Expected<MemoryScope> Scope =
      getLegalScope(*CurDAG, uint8_t(N->getConstantOperandVal(2)), *Subtarget);
  if (!Scope)
    return reject(*CurDAG, N, Scope.takeError());
  SDValue Fence = makeFence(*CurDAG, SDLoc(N), Order, *Scope, N->getOperand(0), *Subtarget);
  ReplaceUses(SDValue(N, 0), Fence);
  CurDAG->RemoveDeadNode(N);
}

/// Puts the fence of a sequentially consistent access before it.
static void insertLeadingFence(SelectionDAG &DAG, AtomicSDNode *N,
                               const NVPTXSubtarget &Subtarget) {
  SmallVector<SDValue, 4> Operands(N->ops());
  Operands[0] = makeFence(DAG, SDLoc(N), AtomicOrdering::SequentiallyConsistent,
                          getScope(*DAG.getContext(), *N), Operands[0], Subtarget);
  DAG.UpdateNodeOperands(N, Operands);
}

/// Whether an atomic access may be what it is, of those that LLVM 19 selects or this file.
static Error checkAtomic(const SelectionDAG &DAG, const AtomicSDNode &N,
                         const NVPTXSubtarget &Subtarget) {
  Expected<MemoryScope> Scope = getLegalScope(DAG, N.getSyncScopeID(), Subtarget);
  if (!Scope)
    return Scope.takeError();
  bool IsSwap = N.getOpcode() == ISD::ATOMIC_CMP_SWAP;
  if (IsSwap && !isShareable(N.getAddressSpace()))
    return makeError("cmpxchg in address space " + Twine(N.getAddressSpace()) +
                     "; PTX has atom in generic, global and shared memory");
  if (!IsSwap && isStrongerThanMonotonic(N.getSuccessOrdering()) && !hasMemoryOrders(Subtarget))
    return makeError("an atomic " + Twine(N.readMem() ? "load" : "store") + " that is " +
                     toIRString(N.getSuccessOrdering()) + " needs sm_70 and PTX ISA 6.0; on " +
                     Subtarget.getTargetName() + " it has to be monotonic, with a fence");
  return Error::success();
}

void NVPTXDAGToDAGISel::selectCompareAndSwap(AtomicSDNode *N) {
  SDLoc DL(N);
  AtomicOrdering Order = N->getMergedOrdering();
  if (Order == AtomicOrdering::SequentiallyConsistent)
    Order = AtomicOrdering::Acquire; // after a fence
  if (!hasMemoryOrders(*Subtarget))
    Order = AtomicOrdering::NotAtomic;
  MemoryScope Scope = getScope(*CurDAG->getContext(), *N);
  SmallVector<SDValue, 7> Operands = {
      CurDAG->getTargetConstant(encodeMemoryOrder(Order, Scope), DL, MVT::i32),
      CurDAG->getTargetConstant(getStateSpace(N->getAddressSpace()), DL, MVT::i32)};
  appendAddress(N, N->getBasePtr(), /*HasSymbolOffset=*/true, Operands);
  Operands.append({N->getOperand(2), N->getOperand(3), N->getChain()});
  bool IsWide = N->getSimpleValueType(0) == MVT::i64;
  MachineSDNode *Selected = CurDAG->getMachineNode(
      IsWide ? NVPTX::ORDERED_CAS_B64 : NVPTX::ORDERED_CAS_B32, DL, N->getVTList(), Operands);
  CurDAG->setNodeMemRefs(Selected, {N->getMemOperand()});
  ReplaceNode(N, Selected);
}

bool NVPTXDAGToDAGISel::tryAtomic(SDNode *N) {
  if (N->getOpcode() == ISD::ATOMIC_FENCE) {
    selectFence(N);
    return true;
  }
  auto *Atomic = dyn_cast<AtomicSDNode>(N);
  bool IsSwap = N->getOpcode() == ISD::ATOMIC_CMP_SWAP;
  if (!Atomic ||
      !(IsSwap || N->getOpcode() == ISD::ATOMIC_LOAD || N->getOpcode() == ISD::ATOMIC_STORE))
    return false;
  if (!IsSwap && !isShareable(Atomic->getAddressSpace()))
    return false; // LLVM's own
  if (Error Illegal = checkAtomic(*CurDAG, *Atomic, *Subtarget)) {
    reject(*CurDAG, N, std::move(Illegal));
    return true;
  }
  if (IsSwap && Atomic->getAddressSpace() != ClusterSharedSpace &&
      !isOfNewerLLVM(*MF->getFunction().getParent()))
    return false; // LLVM's own, which is relaxed
  if (Atomic->getMergedOrdering() == AtomicOrdering::SequentiallyConsistent)
    insertLeadingFence(*CurDAG, Atomic, *Subtarget);
  if (!IsSwap || !Subtarget->hasAtomScope())
    return false; // LLVM's own, with getMemoryOrder
  selectCompareAndSwap(Atomic);
  return true;
}

/// A pointer to shared memory, of the block or of the cluster, as a generic one.
static SDValue makeGeneric(SelectionDAG &DAG, const SDLoc &DL, SDValue Address, unsigned Space) {
  unsigned Opcode = Space == ClusterSharedSpace          ? NVPTX::CVTA_SHARED_CLUSTER
                    : Address.getValueType() == MVT::i64 ? NVPTX::cvta_shared_64
                                                         : NVPTX::cvta_shared_6432;
  return SDValue(DAG.getMachineNode(Opcode, DL, MVT::i64, Address), 0);
}

/// A generic pointer as one to shared memory, of the block or of the cluster.
static SDNode *makeShared(SelectionDAG &DAG, const SDLoc &DL, SDValue Address, unsigned Space,
                          EVT Type) {
  unsigned Opcode = Space == ClusterSharedSpace ? NVPTX::CVTA_TO_SHARED_CLUSTER
                    : Type == MVT::i64          ? NVPTX::cvta_to_shared_64
                                                : NVPTX::cvta_to_shared_3264;
  return DAG.getMachineNode(Opcode, DL, Type, Address);
}

bool NVPTXDAGToDAGISel::tryClusterAddress(SDNode *N) {
  auto *Cast = dyn_cast<AddrSpaceCastSDNode>(N);
  if (!Cast)
    return false;
  unsigned From = Cast->getSrcAddressSpace(), To = Cast->getDestAddressSpace();
  if (From != ClusterSharedSpace && To != ClusterSharedSpace)
    return false;
  unsigned Other = From == ClusterSharedSpace ? To : From;
  if (!TM.is64Bit() || (Other != GenericSpace && Other != SharedSpace)) {
    reject(*CurDAG, N,
           makeError("a cast from address space " + Twine(From) + " to " + Twine(To) +
                     "; shared memory of the cluster (7) has casts from and to generic pointers "
                     "and shared memory (3), on nvptx64"));
    return true;
  }
  SDLoc DL(N);
  SDValue Generic = N->getOperand(0);
  if (From != GenericSpace)
    Generic = makeGeneric(*CurDAG, DL, Generic, From);
  ReplaceNode(N, To == GenericSpace ? Generic.getNode()
                                    : makeShared(*CurDAG, DL, Generic, To, N->getValueType(0)));
  return true;
}
