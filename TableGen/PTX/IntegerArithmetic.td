//===- IntegerArithmetic.td - Arithmetic of integers ----------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Integer Arithmetic Instructions" and "Extended-Precision Integer Arithmetic Instructions".
//
//===----------------------------------------------------------------------===//

def Integers16To64 : TypeModifier<["u16", "u32", "u64", "s16", "s32", "s64"]>;
def Signed16To64   : TypeModifier<["s16", "s32", "s64"]>;
def Integers16To32 : TypeModifier<["u16", "u32", "s16", "s32"]>;
def Integers32     : TypeModifier<["u32", "s32"]>;
def Integers32To64 : TypeModifier<["u32", "u64", "s32", "s64"]>;
def Signed32       : TypeModifier<["s32"]>;
def PackedIntegers : TypeModifier<["u16x2", "s16x2"]>;
def PackedSigned   : TypeModifier<["s16x2"]>;
def PackedBytes    : TypeModifier<["u8x4", "s8x4"]>;

defvar D   = [Result<"d">]<PTXOperand>;
defvar A   = [Source<"a">]<PTXOperand>;
defvar B   = [Source<"b">]<PTXOperand>;
defvar C   = [Source<"c">]<PTXOperand>;
defvar DA  = !listconcat(D, A);
defvar DAB = !listconcat(DA, B);
defvar DABC = !listconcat(DAB, C);
defvar WideDAB  = !listconcat([Result<"d", 0, 2>]<PTXOperand>, A, B);
defvar WideDABC = !listconcat(WideDAB, [Source<"c", 0, 2>]<PTXOperand>);

def CarryOut : Modifier<"CarryOut", ["", ".cc"]>;

// clang-format off
//                                  mnemonic    modifiers                        operands
let Flow = BitFlow_FromLowestBit in
def PTX_ADD        : PTXInstruction<"add",      [Integers16To64],                DAB>;
def PTX_ADD_PACKED : PTXInstruction<"add",      [PackedIntegers],                DAB>;
def PTX_ADD_SAT    : PTXInstruction<"add.sat",  [Signed32],                      DAB>;
let Flow = BitFlow_FromLowestBit in
def PTX_SUB        : PTXInstruction<"sub",      [Integers16To64],                DAB>;
def PTX_SUB_SAT    : PTXInstruction<"sub.sat",  [Signed32],                      DAB>;
let Flow = BitFlow_FromLowestBit in
def PTX_MUL_LO     : PTXInstruction<"mul.lo",   [Integers16To64],                DAB>;
def PTX_MUL_HI     : PTXInstruction<"mul.hi",   [Integers16To64],                DAB>;
let Flow = BitFlow_FromLowestBit in
def PTX_MUL_WIDE   : PTXInstruction<"mul.wide", [Integers16To32],                WideDAB>;
let Flow = BitFlow_FromLowestBit in
def PTX_MAD_LO     : PTXInstruction<"mad.lo",   [Integers16To64],                DABC>;
def PTX_MAD_HI     : PTXInstruction<"mad.hi",   [Integers16To64],                DABC>;
def PTX_MAD_HI_SAT : PTXInstruction<"mad.hi.sat", [Signed32],                    DABC>;
let Flow = BitFlow_FromLowestBit in
def PTX_MAD_WIDE   : PTXInstruction<"mad.wide", [Integers16To32],                WideDABC>;
def PTX_MUL24_LO   : PTXInstruction<"mul24.lo", [Integers32],                    DAB>;
def PTX_MUL24_HI   : PTXInstruction<"mul24.hi", [Integers32],                    DAB>;
def PTX_MAD24_LO   : PTXInstruction<"mad24.lo", [Integers32],                    DABC>;
def PTX_MAD24_HI   : PTXInstruction<"mad24.hi", [Integers32],                    DABC>;
def PTX_MAD24_HI_SAT : PTXInstruction<"mad24.hi.sat", [Signed32],                DABC>;
def PTX_SAD        : PTXInstruction<"sad",      [Integers16To64],                DABC>;
def PTX_DIV        : PTXInstruction<"div",      [Integers16To64],                DAB>;
def PTX_REM        : PTXInstruction<"rem",      [Integers16To64],                DAB>;
def PTX_ABS        : PTXInstruction<"abs",      [Signed16To64],                  DA>;
let Flow = BitFlow_FromLowestBit in
def PTX_NEG        : PTXInstruction<"neg",      [Signed16To64],                  DA>;
def PTX_MIN        : PTXInstruction<"min",      [Integers16To64],                DAB>;
def PTX_MIN_PACKED : PTXInstruction<"min",      [PackedIntegers],                DAB>;
def PTX_MIN_RELU   : PTXInstruction<"min.relu", [Signed32],                      DAB>;
def PTX_MIN_RELU_PACKED : PTXInstruction<"min.relu", [PackedSigned],             DAB>;
def PTX_MAX        : PTXInstruction<"max",      [Integers16To64],                DAB>;
def PTX_MAX_PACKED : PTXInstruction<"max",      [PackedIntegers],                DAB>;
def PTX_MAX_RELU   : PTXInstruction<"max.relu", [Signed32],                      DAB>;
def PTX_MAX_RELU_PACKED : PTXInstruction<"max.relu", [PackedSigned],             DAB>;

let Flow = BitFlow_FromLowestBit in
def PTX_ADD_CC     : PTXInstruction<"add.cc",   [Integers32To64],                DAB>;
def PTX_ADDC       : PTXInstruction<"addc",     [CarryOut, Integers32To64],      DAB>;
let Flow = BitFlow_FromLowestBit in
def PTX_SUB_CC     : PTXInstruction<"sub.cc",   [Integers32To64],                DAB>;
def PTX_SUBC       : PTXInstruction<"subc",     [CarryOut, Integers32To64],      DAB>;
let Flow = BitFlow_FromLowestBit in
def PTX_MAD_LO_CC  : PTXInstruction<"mad.lo.cc", [Integers32To64],               DABC>;
def PTX_MAD_HI_CC  : PTXInstruction<"mad.hi.cc", [Integers32To64],               DABC>;
def PTX_MADC_LO    : PTXInstruction<"madc.lo",  [CarryOut, Integers32To64],      DABC>;
def PTX_MADC_HI    : PTXInstruction<"madc.hi",  [CarryOut, Integers32To64],      DABC>;
// clang-format on
