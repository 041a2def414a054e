//===- Instructions.td - What a row of an instruction is ------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of PTX. A row is a mnemonic, a list of modifier groups in PTX's order, and typed
// operands. The parser, the printer and the emulator take all three from the row; nothing is inferred
// from text. Companions and the opcodes of matrix instructions refer to these rows, which are in PTX/,
// by the chapters of the PTX ISA.
//
//===----------------------------------------------------------------------===//

/// A group of words, of which a mnemonic has one. The empty word stands for an absent one. PTX takes
/// words of different groups in any order, except those of ordered groups among each other. C++ has
/// the words as the enumeration `words::CPPNAME`, if the group has such a name.
class Modifier<string cppName, list<string> words> {
  string CppName = cppName;
  list<string> Words = words;
  bit IsType = 0;
  bit IsOrdered = 0;
  list<string> With = []; // words of other groups: one is here exactly if one of them is there
  string Default = "";    // the word that an absent one means
}

/// A group of words that mean something by their order, such as two state spaces.
class OrderedModifier<string cppName, list<string> words> : Modifier<cppName, words> {
  let IsOrdered = 1;
}

/// A group of types. Operands refer to the type groups of a row by number.
class TypeModifier<list<string> types> : Modifier<"", !foreach(type, types, "." # type)> {
  let IsType = 1;
  let IsOrdered = 1;
}

/// Some of the words of a group. C++ has them as the same enumeration; "-" stands for the others.
class Some<Modifier all, list<string> words> : Modifier<all.CppName, !foreach(word, all.Words,
    !if(!empty(!filter(w, words, !eq(w, word))), "-", word))> {
  let IsOrdered = all.IsOrdered;
  defvar unknown = !filter(w, words, !empty(!filter(word, all.Words, !eq(w, word))));
  assert !empty(unknown), "the group " # all.CppName # " has no word " # !interleave(unknown, ", ");
}

/// A group whose word is there exactly if the mnemonic has one of some other words.
class GoesWith<list<string> with, Modifier group> : Modifier<group.CppName, group.Words> {
  let IsType = group.IsType;
  let IsOrdered = group.IsOrdered;
  let With = with;
}

/// A group of which an absent word means `word`.
class DefaultsTo<string word, Modifier group> : Modifier<group.CppName, group.Words> {
  let IsType = group.IsType;
  let IsOrdered = group.IsOrdered;
  let With = group.With;
  let Default = word;
}

/// A word that is always there, behind groups.
class Always<string word> : Modifier<"", [word]>;

// Words of several chapters.
def Ftz        : Modifier<"Ftz", ["", ".ftz"]>;
def Sat        : Modifier<"Sat", ["", ".sat"]>;
def Rounding   : Modifier<"Rounding", ["", ".rn", ".rz", ".rm", ".rp", ".rna", ".rs", ".rni", ".rzi", ".rmi", ".rpi",
                                       ".approx", ".full"]>;
def Order      : Modifier<"Order", ["", ".weak", ".volatile", ".relaxed", ".acquire", ".release", ".acq_rel", ".sc"]>;
def Scope      : Modifier<"Scope", ["", ".cta", ".cluster", ".gpu", ".sys"]>;
def StateSpace : Modifier<"StateSpace", ["", ".global", ".shared", ".shared::cta", ".shared::cluster", ".local",
                                         ".const", ".param", ".param::entry", ".param::func"]>;
def AtomicOperation : Modifier<"AtomicOperation", ReductionWords # [".exch", ".cas"]>;
def ReductionOperation : Some<AtomicOperation, ReductionWords>;
def Vector     : Modifier<"Vector", ["", ".v2", ".v4", ".v8"]>;

class PTXOperandKind;
def PTXOperandKind_Result  : PTXOperandKind;
def PTXOperandKind_Source  : PTXOperandKind;
def PTXOperandKind_Address : PTXOperandKind; // [a + 4]
def PTXOperandKind_Special : PTXOperandKind; // a label, a list, a name: its user reads it

def PTXOperandKind : GenericEnum { let FilterClass = "PTXOperandKind"; }

/// An operand: of the type in the row's type group `type`, or of `width` bits. `scale` multiplies
/// the width of that type.
class PTXOperand<string name, PTXOperandKind kind, int type = 0, int width = 0, int scale = 1> {
  string Name = name;
  PTXOperandKind Kind = kind;
  int Type = type;
  int Bits = width;
  int Scale = scale;
  bit IsOptional = 0;   // it and all behind it may be absent
  bit IsPaired = 0;     // the second part of the operand before it, which may be absent: d|p
  bit IsRequired = 0;   // a second part that may not
  bit IsVector = 0;     // has as many elements as the row's vector modifier says
  bit MayBeWider = 0;   // a register may be wider than its type
  bit IsImmediate = 0;  // a constant alone
  list<string> Constants = []; // the constants that it may be, or any
  bit IsBare = 0;       // an address without brackets
  bit IsHint = 0;       // changes nothing but the time that it takes: the emulator drops it
  list<string> With = []; // it is there exactly if the mnemonic has one of these words
  string Example = "";  // what a form that is only printed has; "1d=… | 2d=…" if that depends on a word
}
class Result<string name, int type = 0, int scale = 1> : PTXOperand<name, PTXOperandKind_Result, type, 0, scale>;
class ResultBits<string name, int width> : PTXOperand<name, PTXOperandKind_Result, 0, width>;
class Source<string name, int type = 0, int scale = 1> : PTXOperand<name, PTXOperandKind_Source, type, 0, scale>;
class SourceBits<string name, int width> : PTXOperand<name, PTXOperandKind_Source, 0, width>;
class AddressOperand<string name> : PTXOperand<name, PTXOperandKind_Address>;
class BareAddress<string name, int type = 0> : PTXOperand<name, PTXOperandKind_Address, type> { let IsBare = 1; }
/// Without an example, what it is depends on the words.
class SpecialOperand<string name, string example = ""> : PTXOperand<name, PTXOperandKind_Special> {
  let Example = example;
}
/// A register of the row's type, or something else in its place.
class AnyOperand<string name> : SpecialOperand<name>;
class Optional<string name, string example = ""> : SpecialOperand<name, example> { let IsOptional = 1; }
class Hint<string name, int type = 0> : Source<name, type> { let IsHint = 1; }
class HintBits<string name, int width> : SourceBits<name, width> { let IsHint = 1; }
def CachePolicyOperand : HintBits<"policy", 64> {
  let With = [".L2::cache_hint"];
}
class PairedPredicate<string name> : ResultBits<name, 1> { let IsPaired = 1; }
class RequiredPredicate<string name> : PairedPredicate<name> { let IsRequired = 1; }

def : TableStruct<"PTXOperand", "PTXOperandInfo",
                  ["Name", "Kind", "Type", "Bits", "Scale", "IsOptional", "IsPaired", "IsRequired", "IsVector", "MayBeWider",
                   "IsImmediate", "Constants", "IsBare", "IsHint", "With"]>;

/// Names an operation that execution, checks and statistics tell from others. A matrix statement has
/// the kind of its family and action.
class OperationKind;
// clang-format off
def OperationKind_Other           : OperationKind; // nobody asks
def OperationKind_Move            : OperationKind;
def OperationKind_Select          : OperationKind;
def OperationKind_Shuffle         : OperationKind;
def OperationKind_Convert         : OperationKind;
def OperationKind_MultiplyAdd     : OperationKind; // of floats
def OperationKind_Load            : OperationKind;
def OperationKind_Store           : OperationKind;
def OperationKind_Atomic          : OperationKind; // atom
def OperationKind_Reduction       : OperationKind; // red
def OperationKind_Branch          : OperationKind;
def OperationKind_IndexedBranch   : OperationKind;
def OperationKind_Call            : OperationKind;
def OperationKind_Return          : OperationKind;
def OperationKind_Exit            : OperationKind; // also trap
def OperationKind_BulkStore       : OperationKind; // st.bulk
def OperationKind_WarpBarrier     : OperationKind; // bar.warp.sync
def OperationKind_Bar             : OperationKind; // a barrier of the block that is always .aligned
def OperationKind_BarArrive       : OperationKind;
def OperationKind_Barrier         : OperationKind; // one that may be .aligned
def OperationKind_BarrierArrive   : OperationKind;
def OperationKind_ClusterWait     : OperationKind; // barrier.cluster.wait
def OperationKind_ClusterArrive   : OperationKind;
def OperationKind_MBarrierInit    : OperationKind;
def OperationKind_MBarrierArrive  : OperationKind; // also arrive_drop
def OperationKind_MBarrier        : OperationKind; // all else that mbarriers do
def OperationKind_AsyncCopy       : OperationKind; // cp.async
def OperationKind_BulkCopy        : OperationKind; // an mbarrier counts its bytes
def OperationKind_TensorCopy      : OperationKind; // an mbarrier counts its bytes
def OperationKind_BulkGroupCopy   : OperationKind; // also of tensors
def OperationKind_ReleasingStore  : OperationKind; // st.async.release and related stores
def OperationKind_WarpMatrix      : OperationKind; // mma, wmma
def OperationKind_MatrixMove      : OperationKind; // ldmatrix, stmatrix
def OperationKind_WGMMA           : OperationKind; // mma_async
def OperationKind_WGMMASync       : OperationKind; // fence, commit_group, wait_group
def OperationKind_TCGen05Load     : OperationKind;
def OperationKind_TCGen05Store    : OperationKind;
def OperationKind_TCGen05Multiply : OperationKind;
def OperationKind_TCGen05Copy     : OperationKind;
def OperationKind_TCGen05Copy4    : OperationKind; // of the shape 4x256b, which may follow a shift
def OperationKind_TCGen05Shift    : OperationKind;
def OperationKind_TCGen05Commit   : OperationKind;
def OperationKind_TCGen05         : OperationKind; // all else
// clang-format on

def OperationKind : GenericEnum { let FilterClass = "OperationKind"; }

/// Says how the bits of operands reach the results of an instruction of registers alone.
class BitFlow;
def BitFlow_Whole         : BitFlow; // a bit changes the whole result
def BitFlow_ByValues      : BitFlow; // it changes what the values say: the instruction is bitwise
def BitFlow_FromLowestBit : BitFlow; // it changes those above it
def BitFlow_Elements      : BitFlow; // it changes the element of its location
def BitFlow_Packs         : BitFlow; // element N is made of the Nth operand from the end

def BitFlow : GenericEnum { let FilterClass = "BitFlow"; }

/// An instruction. All words of `mnemonic` are there. Where it is legal, InstructionRules.td says.
class PTXInstruction<string mnemonic, list<Modifier> modifiers, list<PTXOperand> operands> {
  string Name = NAME;
  string Mnemonic = mnemonic;
  list<Modifier> Modifiers = modifiers;
  list<PTXOperand> Operands = operands;
  OperationKind Operation = OperationKind_Other;
  // C++ replaces Whole by Elements or Packs if the type is packed.
  BitFlow Flow = BitFlow_Whole;
  int FirstControl = 255; // of BitFlow_ByValues: the first operand that any bit of the result depends on
  bit IsAsynchronous = 0; // it goes on after it was executed, or tells of what does
  bit IsRemoved = 0; // newer versions of PTX do not have it
  defvar with = !listflatten(!foreach(o, !filter(o, operands, !not(o.IsHint)), o.With));
  defvar unknown = !filter(w, with,
                           !empty(!filter(m, modifiers, !not(!empty(!filter(word, m.Words, !eq(word, w)))))));
  assert !empty(unknown), mnemonic # " has an operand with " # !interleave(unknown, ", ") # ", and no group has that word";
}

def : TableStruct<"Modifier", "ModifierInfo", ["CppName", "Words", "IsType", "IsOrdered", "With", "Default"]>;

def PTXInstruction : GenericEnum { let FilterClass = "PTXInstruction"; }
def PTXInstructions : GenericTable {
  let FilterClass = "PTXInstruction";
  let CppTypeName = "PTXInstructionInfo";
  let Fields = ["Name", "Mnemonic", "Modifiers", "Operands", "Operation", "Flow", "FirstControl", "IsAsynchronous"];
}
