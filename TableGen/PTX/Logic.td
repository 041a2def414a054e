//===- Logic.td - Logic, shifts, bits and bytes ------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Logic and Shift Instructions", and what else takes words apart into bits and bytes.
//
//===----------------------------------------------------------------------===//

def BitsOrPredicate : TypeModifier<["pred", "b16", "b32", "b64"]>;
def Bits32          : TypeModifier<["b32"]>;
def Bits32To64      : TypeModifier<["b32", "b64"]>;
def Shifted         : TypeModifier<["b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64"]>;

def PastWidth       : Modifier<"PastWidth", [".wrap", ".clamp"]>;
def Permutation     : Modifier<"Permutation", ["", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"]>;
def PredicateLogic  : Some<Combination, ["", ".and", ".or"]>;

defvar SecondOf32 = [SourceBits<"b", 32>]<PTXOperand>;
defvar Field   = [SourceBits<"begin", 32>, SourceBits<"length", 32>]<PTXOperand>;
defvar D32A    = [ResultBits<"d", 32>, Source<"a">]<PTXOperand>;
class WithCombination<PTXOperand o> : PTXOperand<o.Name, o.Kind, o.Type, o.Bits> {
  let IsPaired = o.IsPaired;
  let With = [".and", ".or"];
}
defvar TableLogic = [Result<"d">, WithCombination<PairedPredicate<"p">>, Source<"a">, Source<"b">, Source<"c">,
                     SpecialOperand<"table", "128">, WithCombination<SourceBits<"q", 1>>]<PTXOperand>;

// clang-format off
//                                   mnemonic          modifiers                   operands
let Flow = BitFlow_ByValues in {
def PTX_AND         : PTXInstruction<"and",            [BitsOrPredicate],          DAB>;
def PTX_OR          : PTXInstruction<"or",             [BitsOrPredicate],          DAB>;
def PTX_XOR         : PTXInstruction<"xor",            [BitsOrPredicate],          DAB>;
def PTX_NOT         : PTXInstruction<"not",            [BitsOrPredicate],          DA>;
}
def PTX_CNOT        : PTXInstruction<"cnot",           [Bits16To64],               DA>;
let Flow = BitFlow_ByValues in
def PTX_LOP3        : PTXInstruction<"lop3",           [PredicateLogic, Bits32],   TableLogic>;
let Flow = BitFlow_ByValues, FirstControl = 1 in {
def PTX_SHL         : PTXInstruction<"shl",            [Bits16To64],               !listconcat(DA, SecondOf32)>;
def PTX_SHR         : PTXInstruction<"shr",            [Shifted],                  !listconcat(DA, SecondOf32)>;
}
let Flow = BitFlow_ByValues, FirstControl = 2 in {
def PTX_SHF_L       : PTXInstruction<"shf.l",          [PastWidth, Bits32],        DABC>;
def PTX_SHF_R       : PTXInstruction<"shf.r",          [PastWidth, Bits32],        DABC>;
}
def PTX_POPC        : PTXInstruction<"popc",           [Bits32To64],               D32A>;
def PTX_CLZ         : PTXInstruction<"clz",            [Bits32To64],               D32A>;
def PTX_BFIND       : PTXInstruction<"bfind",          [Integers32To64],           D32A>;
def PTX_BFIND_SHIFTAMT : PTXInstruction<"bfind.shiftamt", [Integers32To64],        D32A>;
def PTX_FNS         : PTXInstruction<"fns",            [Bits32],                   DABC>;
let Flow = BitFlow_ByValues in
def PTX_BREV        : PTXInstruction<"brev",           [Bits32To64],               DA>;
let Flow = BitFlow_ByValues, FirstControl = 1 in
def PTX_BFE         : PTXInstruction<"bfe",            [Integers32To64],           !listconcat(DA, Field)>;
let Flow = BitFlow_ByValues, FirstControl = 2 in
def PTX_BFI         : PTXInstruction<"bfi",            [Bits32To64],               !listconcat(DAB, Field)>;
let Flow = BitFlow_ByValues, FirstControl = 1 in
def PTX_SZEXT       : PTXInstruction<"szext",          [PastWidth, Integers32],    !listconcat(DA, SecondOf32)>;
def PTX_BMSK        : PTXInstruction<"bmsk",           [PastWidth, Bits32],        DAB>;
let Flow = BitFlow_ByValues, FirstControl = 2 in
def PTX_PRMT        : PTXInstruction<"prmt",           [Bits32, Permutation],      DABC>;
def PTX_DP4A        : PTXInstruction<"dp4a",           [Integers32, Integers32],   DABC>;
def PTX_DP2A_LO     : PTXInstruction<"dp2a.lo",        [Integers32, Integers32],   DABC>;
def PTX_DP2A_HI     : PTXInstruction<"dp2a.hi",        [Integers32, Integers32],   DABC>;
// clang-format on
