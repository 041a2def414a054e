//===- Flow.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes which tcgen05.ld and tcgen05.st of a function are in flight at each location: a
// forward dataflow, whose joins are unions. A loaded value is in flight until tcgen05.wait::ld,
// and so are the values that it is part of: its elements, vectors and structs with it in them,
// phis, selects. The cells of tensor memory are in flight until the wait, too, as long as their
// address is known to be the same one.
//
// It reads calls as users write them; of calls in register form it sees the values only.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_TENSORMEMORY_FLOW_H
#define NVPTXTENSORCORE_IR_TENSORMEMORY_FLOW_H

#include "IR/TensorMemory/Cells.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SparseBitVector.h"

namespace llvm {
class BasicBlock;
class Function;
class PHINode;
class Use;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns true if a call is a tcgen05.ld or .ld.red, in either form, or a tcgen05.st.
bool isTensorMemoryLoad(const Instruction &I);
bool isTensorMemoryStore(const Instruction &I);

enum class TensorMemoryWait : unsigned { Load, Store };

/// Returns true if a call is, or inline assembly has, this wait.
bool isTensorMemoryWait(const Instruction &I, TensorMemoryWait Kind);

/// Returns true if a call goes to a function of which nothing is known.
bool isUnknownCall(const Instruction &I);

/// Returns true if a user reads no register, but makes of a loaded value another one with it in it.
bool isPassedOn(const Use &U);

class TensorMemoryFlow {
public:
  /// A function that is called may wait for all; if it is not `TrustCallees`, it does not.
  TensorMemoryFlow(Function &F, bool TrustCallees);

  /// Returns true if there is anything to look at.
  bool isEmpty() const { return Facts.empty(); }

  /// From now on, as if there were a wait before an instruction. False if that is nothing new.
  bool addWait(Instruction &Before, TensorMemoryWait Kind);

  /// Calls `Visit` for each instruction, block after block, with the state before it, until it
  /// says false; the rest of the block is then visited still.
  void visit(function_ref<bool(Instruction &)> Visit);

  /// At the instruction that is being visited: the loads from which a value is in flight.
  SmallVector<Instruction *, 2> getLoadsInFlight(const Value &V) const;

  /// There, a load or store whose cells are in flight and certainly overlap these.
  Instruction *findAccess(const TensorMemoryCells &Cells, TensorMemoryWait Kind) const;

  /// The instructions that load values or pass them on, in the order of the function.
  SmallVector<Instruction *, 0> getLoadedValues() const;

private:
  using FactMap = DenseMap<const Value *, SmallVector<unsigned, 2>>;
  using WaitSet = DenseSet<std::pair<Instruction *, TensorMemoryWait>>;

  /// Is a fact about a value, namely that `Root`, a load or a phi, holds what `Access` loads; or
  /// about memory, namely that `Access` is under way at cells, without a root.
  struct Fact {
    Instruction *Root;
    Instruction *Access;
    TensorMemoryCells Cells;
    TensorMemoryWait EndedBy;
  };

  /// The facts that hold, which are few at a time, by the wait that ends them.
  struct FactSet {
    SparseBitVector<> EndedBy[2];

    SparseBitVector<> &operator[](TensorMemoryWait Kind) { return EndedBy[unsigned(Kind)]; }
    const SparseBitVector<> &operator[](TensorMemoryWait Kind) const {
      return EndedBy[unsigned(Kind)];
    }
    void operator|=(const FactSet &Other);
    bool operator!=(const FactSet &Other) const {
      return EndedBy[0] != Other.EndedBy[0] || EndedBy[1] != Other.EndedBy[1];
    }
  };

  unsigned addFact(Instruction *Root, Instruction &Access, const TensorMemoryCells &Cells = {});
  void followLoad(Instruction &Load);
  void followAll();
  void addCells(Instruction &Access, ArrayRef<TensorMemoryCells> Cells);
  void solve();
  FactSet getEntryState(BasicBlock &BB) const;
  void passPHIs(BasicBlock &BB, BasicBlock &From, FactSet &State) const;
  bool holds(unsigned Fact, const FactSet &State) const;
  void wait(const WaitSet &Waits, Instruction &I, FactSet &State) const;
  void set(const FactMap &Map, const Value &V, FactSet &State, bool To) const;
  void apply(Instruction &I, FactSet &State) const;

  SmallVector<BasicBlock *, 0> Order;
  SmallVector<Fact, 0> Facts;
  FactMap Loaded;                   ///< of values, to facts of values
  FactMap ByLoad, ByAccess, ByBase; ///< what a load, any access, an address makes or ends
  WaitSet Waits, Added;             ///< that are there, and that are thought
  DenseMap<BasicBlock *, FactSet> Out;
  FactSet Current;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_TENSORMEMORY_FLOW_H
