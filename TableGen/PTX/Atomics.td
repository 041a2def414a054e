//===- Atomics.td - Atomic operations -------------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Parallel Synchronization and Communication Instructions: atom, red", and multimem.red.
// Only memory outside of shared memory has cache hints and vectors.
//
//===----------------------------------------------------------------------===//

def AtomicOrder    : Some<Order, ["", ".relaxed", ".acquire", ".release", ".acq_rel"]>;
def ReductionOrder : Some<Order, ["", ".relaxed", ".release"]>;
def OptionalScope  : Some<Scope, ["", ".cta", ".cluster", ".gpu", ".sys"]>;
def AtomicSpace    : Some<StateSpace, ["", ".global", ".shared", ".shared::cta", ".shared::cluster"]>;
def AtomicCounter  : Some<AtomicOperation, [".inc", ".dec"]>;
def AtomicExchange : Some<AtomicOperation, [".exch"]>;
def AtomicCompare  : Some<AtomicOperation, [".cas"]>;
def NoFtz          : Modifier<"NoFtz", ["", ".noftz"]>;
def MustNotFlush   : Some<NoFtz, [".noftz"]>;
def Bits32To128    : TypeModifier<["b32", "b64", "b128"]>;
def Bits16To128    : TypeModifier<["b16", "b32", "b64", "b128"]>;
def AllHalves      : TypeModifier<["f16", "f16x2", "bf16", "bf16x2"]>;

defvar ReductionOperands = Address # [OfVector<Source<"b">>]<PTXOperand> # HintPolicy;
defvar AtomicOperands    = [OfVector<Result<"d">>]<PTXOperand> # ReductionOperands;

/// The operations on a number of an ordinary type.
multiclass Reduction<string mnemonic, list<Modifier> words, list<PTXOperand> operands> {
  def _ADD      : PTXInstruction<mnemonic, words # [ReductionSum, SumTypes], operands>;
  def _EXTREMUM : PTXInstruction<mnemonic, words # [ReductionExtremum, ExtremumTypes], operands>;
  def _BITS     : PTXInstruction<mnemonic, words # [ReductionOfBits, Bits32To64], operands>;
}
multiclass VectorReduction<string mnemonic, list<Modifier> words, list<Modifier> noftz, list<PTXOperand> operands> {
  def _V_F32    : PTXInstruction<mnemonic, words # [ReductionSum, V2V4, F32], operands>;
  def _V_HALF   : PTXInstruction<mnemonic, words # [SumAndExtrema] # noftz # [V2To8, Halves], operands>;
  def _V_PACKED : PTXInstruction<mnemonic, words # [SumAndExtrema] # noftz # [V2V4, PackedHalves], operands>;
}
multiclass Atomic<string mnemonic, list<Modifier> words, list<PTXOperand> operands>
    : Reduction<mnemonic, words, operands> {
  def _COUNT     : PTXInstruction<mnemonic, words # [AtomicCounter, U32], operands>;
  def _ADD_HALF  : PTXInstruction<mnemonic, words # [ReductionSum, MustNotFlush, AllHalves], operands>;
}

multiclass AtomicFamily<string mnemonic, Modifier order, list<PTXOperand> operands> {
  defvar place = [order, OptionalScope, GlobalOrGeneric];
  defvar global = place # [CacheHint];
  defvar noftz = place # [ReductionSum, MustNotFlush, CacheHint];
  defm ""          : Atomic<mnemonic, global, operands>;
  defm ""          : VectorReduction<mnemonic, global, [MustNotFlush], operands>;
  def _ADD_NOFTZ   : PTXInstruction<mnemonic, noftz # [F32], operands>;
  def _V_ADD_NOFTZ : PTXInstruction<mnemonic, noftz # [V2V4, F32], operands>;
  defm _SHARED     : Atomic<mnemonic, [order, OptionalScope, Shared], operands>;
  def _SHARED_ADD_NOFTZ : PTXInstruction<mnemonic, [order, OptionalScope, Shared, ReductionSum, MustNotFlush, F32], operands>;
}
multiclass MultimemReduction<list<Modifier> words> {
  defm ""     : Reduction<"multimem.red", words, ReductionOperands>;
  defm ""     : VectorReduction<"multimem.red", words, [], ReductionOperands>;
  def _PACKED : PTXInstruction<"multimem.red", words # [ReductionSum, PackedHalves], ReductionOperands>;
}

// clang-format off
let Operation = OperationKind_Atomic in {
defm PTX_ATOM                 : AtomicFamily<"atom", AtomicOrder,    AtomicOperands>;
def  PTX_ATOM_EXCH            : PTXInstruction<"atom", [AtomicOrder, OptionalScope, GlobalOrGeneric, CacheHint, AtomicExchange, Bits32To128], AtomicOperands>;
def  PTX_ATOM_EXCH_SHARED     : PTXInstruction<"atom", [AtomicOrder, OptionalScope, Shared, AtomicExchange, Bits32To128],       AtomicOperands>;
def  PTX_ATOM_CAS             : PTXInstruction<"atom", [AtomicOrder, OptionalScope, AtomicSpace, AtomicCompare, Bits16To128],   AtomicOperands # C>;
}
let Operation = OperationKind_Reduction in
defm PTX_RED                  : AtomicFamily<"red",  ReductionOrder, ReductionOperands>;
defm PTX_MULTIMEM_RED         : MultimemReduction<[GlobalOrGeneric]>;
defm PTX_MULTIMEM_RED_ORDERED : MultimemReduction<[StoreOrder, AnyScope, GlobalOrGeneric]>;
// clang-format on
