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
def VideoOrder    : Some<Comparison, [".eq", ".ne", ".lt", ".le", ".gt", ".ge"]>;
// What is done to a result: a second operation with c, or saturation, which excludes it.
def VideoEnd      : Modifier<"VideoEnd", ["", ".add", ".min", ".max", ".sat"]>;
def Second        : Some<VideoEnd, ["", ".add", ".min", ".max"]>;
def PackedEnd     : Some<VideoEnd, ["", ".add", ".sat"]>;
def PackedSetEnd  : Some<VideoEnd, ["", ".add"]>;
def PlusOne       : Modifier<"PlusOne", ["", ".po"]>;
def VideoScale    : Modifier<"VideoScale", ["", ".shr7", ".shr15"]>;

defvar Selecting     = [SpecialOperand<"d">, SpecialOperand<"a">, SpecialOperand<"b">]<PTXOperand>;
def MaybeC : SpecialOperand<"c"> { let IsOptional = 1; }
defvar SelectingOrC  = !listconcat(Selecting, [MaybeC]<PTXOperand>);
defvar SelectingAndC = !listconcat(Selecting, [SpecialOperand<"c">]<PTXOperand>);
defvar VideoTypes    = [Integers32, Integers32, Integers32]<Modifier>;

// clang-format off
//                                   mnemonic   modifiers                                                              operands
foreach operation = ["vadd", "vsub", "vabsdiff", "vmin", "vmax"] in {
def PTX_#!toupper(operation)     : PTXInstruction<operation,      !listconcat(VideoTypes, [Sat, Second]),              SelectingOrC>;
def PTX_#!toupper(operation)#"2" : PTXInstruction<operation#"2",  !listconcat(VideoTypes, [PackedEnd]),                SelectingAndC>;
def PTX_#!toupper(operation)#"4" : PTXInstruction<operation#"4",  !listconcat(VideoTypes, [PackedEnd]),                SelectingAndC>;
}
def PTX_VAVRG2   : PTXInstruction<"vavrg2", !listconcat(VideoTypes, [PackedEnd]),                                      SelectingAndC>;
def PTX_VAVRG4   : PTXInstruction<"vavrg4", !listconcat(VideoTypes, [PackedEnd]),                                      SelectingAndC>;
def PTX_VSHL     : PTXInstruction<"vshl",   [Integers32, Integers32, Unsigned32, Sat, PastWidth, Second],              SelectingOrC>;
def PTX_VSHR     : PTXInstruction<"vshr",   [Integers32, Integers32, Unsigned32, Sat, PastWidth, Second],              SelectingOrC>;
def PTX_VSET     : PTXInstruction<"vset",   [Integers32, Integers32, VideoOrder, Second],                              SelectingOrC>;
def PTX_VSET2    : PTXInstruction<"vset2",  [Integers32, Integers32, VideoOrder, PackedSetEnd],                        SelectingAndC>;
def PTX_VSET4    : PTXInstruction<"vset4",  [Integers32, Integers32, VideoOrder, PackedSetEnd],                        SelectingAndC>;
def PTX_VMAD     : PTXInstruction<"vmad",   !listconcat(VideoTypes, [PlusOne, Sat, VideoScale]),                       SelectingAndC>;
// clang-format on
