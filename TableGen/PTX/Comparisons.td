//===- Comparisons.td - Comparisons and choices ------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Comparison and Selection Instructions" and "Half Precision Comparison Instructions".
//
//===----------------------------------------------------------------------===//

// Behind the words that hold for numbers alone are those that hold for NaN, too, and those of
// unsigned integers.
def Comparison : Modifier<"Comparison", [".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".num",
                                         ".equ", ".neu", ".ltu", ".leu", ".gtu", ".geu", ".nan",
                                         ".lo", ".ls", ".hi", ".hs"]>;
def Equality           : Some<Comparison, [".eq", ".ne"]>;
def SignedComparison   : Some<Comparison, [".eq", ".ne", ".lt", ".le", ".gt", ".ge"]>;
def UnsignedComparison : Some<Comparison, [".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".lo", ".ls", ".hi", ".hs"]>;
def FloatComparison    : Some<Comparison, [".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".num",
                                           ".equ", ".neu", ".ltu", ".leu", ".gtu", ".geu", ".nan"]>;
def Combination : Modifier<"Combination", ["", ".and", ".or", ".xor"]>;

def Bits16To64      : TypeModifier<["b16", "b32", "b64"]>;
def Unsigned16To64  : TypeModifier<["u16", "u32", "u64"]>;
def PackedUnsigned  : TypeModifier<["u8x4", "u16x2"]>;
def PackedSigned8   : TypeModifier<["s8x4", "s16x2"]>;
def Any16To64       : TypeModifier<["b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64"]>;
def SingleOrPair    : TypeModifier<["f32", "f16x2"]>;
def DoubleOrPair    : TypeModifier<["f64", "bf16x2"]>;
def SingleOrHalf    : TypeModifier<["f32", "f16"]>;
def TruthsOfSingles : TypeModifier<["u32", "s32", "f16", "f32"]>;
def Truths          : TypeModifier<["u32", "s32", "f16", "bf16", "f32"]>;
def TruthsOfF16     : TypeModifier<["u16", "s16", "u32", "s32", "f16"]>;
def TruthsOfBF16    : TypeModifier<["u16", "s16", "u32", "s32", "bf16"]>;
def TruthsOfF16x2   : TypeModifier<["u32", "s32", "f16x2"]>;
def TruthsOfBF16x2  : TypeModifier<["u32", "s32", "bf16x2"]>;

def CombinedPredicate : SourceBits<"c", 1> {
  let With = [".and", ".or", ".xor"];
}
def ChoosingPredicate : SourceBits<"p", 1>;
defvar PAB  = [ResultBits<"p", 1>, Source<"a">, Source<"b">, CombinedPredicate]<PTXOperand>;
defvar PQAB = [ResultBits<"p", 1>, PairedPredicate<"q">, Source<"a">, Source<"b">, CombinedPredicate]<PTXOperand>;
defvar DABOfSecond = [Result<"d">, Source<"a", 1>, Source<"b", 1>, CombinedPredicate]<PTXOperand>;

// clang-format off
//                                      mnemonic   modifiers                                                      operands
def PTX_SETP_BITS      : PTXInstruction<"setp",    [Equality, Combination, Bits16To64],                           PQAB>;
def PTX_SETP_UNSIGNED  : PTXInstruction<"setp",    [UnsignedComparison, Combination, Unsigned16To64],             PQAB>;
def PTX_SETP_SIGNED    : PTXInstruction<"setp",    [SignedComparison, Combination, Signed16To64],                 PQAB>;
def PTX_SETP_F32       : PTXInstruction<"setp",    [FloatComparison, Combination, Ftz, SingleOrPair],             PQAB>;
def PTX_SETP_F64       : PTXInstruction<"setp",    [FloatComparison, Combination, DoubleOrPair],                  PQAB>;
def PTX_SETP_F16       : PTXInstruction<"setp",    [FloatComparison, Combination, Ftz, TypeF16],                  PAB>;
def PTX_SETP_BF16      : PTXInstruction<"setp",    [FloatComparison, Combination, TypeBF16],                      PAB>;
def PTX_SET_BITS       : PTXInstruction<"set",     [Equality, Combination, Truths, Bits16To64],                   DABOfSecond>;
def PTX_SET_UNSIGNED   : PTXInstruction<"set",     [UnsignedComparison, Combination, Truths, Unsigned16To64],     DABOfSecond>;
def PTX_SET_SIGNED     : PTXInstruction<"set",     [SignedComparison, Combination, Truths, Signed16To64],         DABOfSecond>;
def PTX_SET_F32        : PTXInstruction<"set",     [FloatComparison, Combination, Ftz, TruthsOfSingles, TypeF32], DABOfSecond>;
def PTX_SET_F64        : PTXInstruction<"set",     [FloatComparison, Combination, Truths, TypeF64],               DABOfSecond>;
def PTX_SET_F16        : PTXInstruction<"set",     [FloatComparison, Combination, Ftz, TruthsOfF16, TypeF16],     DABOfSecond>;
def PTX_SET_BF16       : PTXInstruction<"set",     [FloatComparison, Combination, TruthsOfBF16, TypeBF16],        DABOfSecond>;
def PTX_SET_TO_BF16    : PTXInstruction<"set",     [FloatComparison, Combination, TypeBF16, SingleOrHalf],        DABOfSecond>;
def PTX_SET_F16X2      : PTXInstruction<"set",     [FloatComparison, Combination, Ftz, TruthsOfF16x2, TypeF16x2], DABOfSecond>;
def PTX_SET_BF16X2     : PTXInstruction<"set",     [FloatComparison, Combination, TruthsOfBF16x2, TypeBF16x2],    DABOfSecond>;
def PTX_SET_PACKED_UNSIGNED : PTXInstruction<"set", [UnsignedComparison, PackedUnsigned],                         DAB>;
def PTX_SET_PACKED_SIGNED : PTXInstruction<"set",  [SignedComparison, PackedSigned8],                             DAB>;
let Operation = OperationKind_Select, Flow = BitFlow_ByValues in
def PTX_SELP           : PTXInstruction<"selp",    [Any16To64], !listconcat(DAB, [ChoosingPredicate]<PTXOperand>)>;
def PTX_SLCT_S32       : PTXInstruction<"slct",    [Any16To64, Signed32], !listconcat(DAB, [Source<"c", 1>]<PTXOperand>)>;
def PTX_SLCT_F32       : PTXInstruction<"slct",    [Ftz, Any16To64, TypeF32], !listconcat(DAB, [Source<"c", 1>]<PTXOperand>)>;
// clang-format on
