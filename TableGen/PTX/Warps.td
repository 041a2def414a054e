//===- Warps.td - What the threads of a warp tell each other ---*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions with a member mask, of PTX ISA, "Parallel Synchronization and Communication
// Instructions" and "Data Movement and Conversion Instructions"; and addresses in other blocks of
// the cluster.
//
//===----------------------------------------------------------------------===//

/// A predicate that is read.
class Condition<string name> : SourceBits<name, 1>;

class OptionalBits<string name, int width> : SourceBits<name, width> { let IsOptional = 1; }
class ResultVector<string name, int type = 0> : Result<name, type> { let IsVector = 1; }

defvar PredType = TypeModifier<["pred"]>;
defvar B32Type  = TypeModifier<["b32"]>;
defvar B64Type  = TypeModifier<["b64"]>;
defvar B128Type = TypeModifier<["b128"]>;

def Vote               : Modifier<"Vote", [".all", ".any", ".uni", ".ballot"]>;
def Shuffle            : Modifier<"Shuffle", [".up", ".down", ".bfly", ".idx"]>;
defvar Extrema = Some<ReductionOperation, [".min", ".max"]>;
defvar Logic   = Some<ReductionOperation, [".and", ".or", ".xor"]>;

defvar Members     = [SourceBits<"membermask", 32>]<PTXOperand>;
defvar VoteOf      = [Result<"d">, Condition<"a">]<PTXOperand>;
defvar ReduxOf     = !listconcat([Result<"d">, Source<"a">], Members);
defvar ShuffleOf   = [Result<"d">, PairedPredicate<"p">, Source<"a">, SourceBits<"b", 32>, SourceBits<"c", 32>]<PTXOperand>;

// clang-format off
//                                      mnemonic              modifiers                                                     operands
def PTX_ACTIVEMASK     : PTXInstruction<"activemask",         [B32Type],                                                    [Result<"d">]>;
def PTX_ELECT          : PTXInstruction<"elect.sync",         [],                                                           !listconcat([ResultBits<"d", 32>, RequiredPredicate<"p">], Members)>;
def PTX_MATCH_ANY      : PTXInstruction<"match.any.sync",     [TypeModifier<["b32", "b64"]>],                               !listconcat([ResultBits<"d", 32>, Source<"a">], Members)>;
def PTX_MATCH_ALL      : PTXInstruction<"match.all.sync",     [TypeModifier<["b32", "b64"]>],                               !listconcat([ResultBits<"d", 32>, PairedPredicate<"p">, Source<"a">], Members)>;
def PTX_REDUX          : PTXInstruction<"redux.sync",         [Some<ReductionOperation, [".add", ".min", ".max"]>, TypeModifier<["u32", "s32"]>], ReduxOf>;
def PTX_REDUX_LOGIC    : PTXInstruction<"redux.sync",         [Logic, B32Type],                                             ReduxOf>;
def PTX_REDUX_FLOAT    : PTXInstruction<"redux.sync",         [Extrema, Modifier<"Abs", ["", ".abs"]>, Modifier<"NaN", ["", ".NaN"]>, TypeModifier<["f32"]>], ReduxOf>;
let Operation = OperationKind_Shuffle in
def PTX_SHFL           : PTXInstruction<"shfl.sync",          [Shuffle, B32Type],                                           !listconcat(ShuffleOf, Members)>;
def PTX_VOTE           : PTXInstruction<"vote.sync",          [Some<Vote, [".all", ".any", ".uni"]>, PredType],             !listconcat(VoteOf, Members)>;
def PTX_VOTE_BALLOT    : PTXInstruction<"vote.sync",          [Some<Vote, [".ballot"]>, B32Type],                           !listconcat(VoteOf, Members)>;

// Without a mask, which PTX ISA 6.4 has up to sm_62 alone.
let IsRemoved = 1 in {
let Operation = OperationKind_Shuffle in
def PTX_SHFL_ACTIVE    : PTXInstruction<"shfl",               [Shuffle, B32Type],                                           ShuffleOf>;
def PTX_VOTE_ACTIVE    : PTXInstruction<"vote",               [Some<Vote, [".all", ".any", ".uni"]>, PredType],             VoteOf>;
def PTX_VOTE_BALLOT_ACTIVE : PTXInstruction<"vote",           [Some<Vote, [".ballot"]>, B32Type],                           VoteOf>;
}
// clang-format on
