//===- Video.td - Video instructions -----------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Video Instructions": the operands select bytes and half-words, which their reader knows.
//
//===----------------------------------------------------------------------===//

def Unsigned32    : TypeModifier<["u32"]>;
// A second operation with c may follow, or saturation, which excludes it.
def VideoEnd      : Modifier<"VideoEnd", ["", ".add", ".min", ".max", ".sat"]>;
def Second        : Some<VideoEnd, [".add", ".min", ".max"]>;
def PackedEnd     : Some<VideoEnd, ["", ".add", ".sat"]>;
def PackedSetEnd  : Some<VideoEnd, ["", ".add"]>;
def PlusOne       : Modifier<"PlusOne", ["", ".po"]>;
def VideoScale    : Modifier<"VideoScale", ["", ".shr7", ".shr15"]>;

defvar Selecting     = [SpecialOperand<"d", "%r0">, SpecialOperand<"a", "%r1">, SpecialOperand<"b", "%r2">]<PTXOperand>;
def MaybeC : SpecialOperand<"c", "%r3"> { let IsOptional = 1; }
defvar SelectingOrC  = !listconcat(Selecting, [MaybeC]<PTXOperand>);
defvar SelectingAndC = !listconcat(Selecting, [SpecialOperand<"c", "%r3">]<PTXOperand>);
defvar VideoTypes    = [Integers32, Integers32, Integers32]<Modifier>;

// clang-format off
//                                  mnemonic       modifiers                                                                    operands
foreach operation = ["vadd", "vsub", "vabsdiff", "vmin", "vmax"] in {
defvar name = "PTX_" # !toupper(operation);
def name           : PTXInstruction<operation,     !listconcat(VideoTypes, [Sat]),                                              SelectingOrC>;
def name#"_THEN"   : PTXInstruction<operation,     !listconcat(VideoTypes, [Sat, Second]),                                      SelectingAndC>;
def name#"2"       : PTXInstruction<operation#"2", !listconcat(VideoTypes, [PackedEnd]),                                        SelectingAndC>;
def name#"4"       : PTXInstruction<operation#"4", !listconcat(VideoTypes, [PackedEnd]),                                        SelectingAndC>;
}
def PTX_VAVRG2     : PTXInstruction<"vavrg2",      !listconcat(VideoTypes, [PackedEnd]),                                        SelectingAndC>;
def PTX_VAVRG4     : PTXInstruction<"vavrg4",      !listconcat(VideoTypes, [PackedEnd]),                                        SelectingAndC>;
def PTX_VSHL       : PTXInstruction<"vshl",        [Integers32, Integers32, Unsigned32, Sat, PastWidth],                        SelectingOrC>;
def PTX_VSHL_THEN  : PTXInstruction<"vshl",        [Integers32, Integers32, Unsigned32, Sat, PastWidth, Second],                SelectingAndC>;
def PTX_VSHR       : PTXInstruction<"vshr",        [Integers32, Integers32, Unsigned32, Sat, PastWidth],                        SelectingOrC>;
def PTX_VSHR_THEN  : PTXInstruction<"vshr",        [Integers32, Integers32, Unsigned32, Sat, PastWidth, Second],                SelectingAndC>;
def PTX_VSET       : PTXInstruction<"vset",        [Integers32, Integers32, SignedComparison],                                  SelectingOrC>;
def PTX_VSET_THEN  : PTXInstruction<"vset",        [Integers32, Integers32, SignedComparison, Second],                          SelectingAndC>;
def PTX_VSET2      : PTXInstruction<"vset2",       [Integers32, Integers32, SignedComparison, PackedSetEnd],                    SelectingAndC>;
def PTX_VSET4      : PTXInstruction<"vset4",       [Integers32, Integers32, SignedComparison, PackedSetEnd],                    SelectingAndC>;
def PTX_VMAD       : PTXInstruction<"vmad",        !listconcat(VideoTypes, [PlusOne, Sat, VideoScale]),                         SelectingAndC>;
// clang-format on
