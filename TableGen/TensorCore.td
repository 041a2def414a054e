//===- TensorCore.td - What the patched NVPTX.td includes ------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes records of the NVPTX target out of the model: subtarget features and
// processors for the targets that LLVM lacks, and one machine instruction for
// each MMAOpcode. It decides nothing: shapes, types and legality are the model's.
//
//===----------------------------------------------------------------------===//

#define IN_TARGET
include "TensorCoreModel.td"

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

foreach version = AllPTXVersions in
  if !not(version.InLLVM) then
    def PTX # version.Number : FeaturePTX<version.Number>;

class NewTarget<GPUTarget target>
    : SubtargetFeature<target.Name, "FullSmVersion", !cast<string>(!cast<int>(target.FullSmVersion)),
                       "Target SM " # target.SM # target.Suffix>;

foreach target = AllGPUTargets in
  if !not(target.InLLVM) then {
    def SM # target.SM # target.Suffix : NewTarget<target>;
    def : Processor<target.Name, NoItineraries,
                    [!cast<SubtargetFeature>("SM" # target.SM # target.Suffix)]>;
  }

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//


/// The 64-bit word of MMADescriptor.td; "${desc:KEY}" prints one field of it, and "${desc:companion}"
/// the instruction that a companion's word names.
def MMADescriptorOperand : Operand<i64> {
  let PrintMethod = "printMMADescriptor";
}

/// Base and offset: one form for every state space and pointer width. The base
/// is a register, a frame index or a symbol.
def MMAAddress : Operand<pAny> {
  let PrintMethod = "printMemOperand";
  defvar base = ADDR_base;
  let MIOperandInfo = (ops base, i32imm);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// The operands of a fragment.
class MMAFragmentOperands<MMARegisters registers, string letter> {
  defvar Names = MMAFragmentText<registers, letter>.Names;
  dag Outs = !dag(outs, !listsplat(!cast<NVPTXRegClass>(registers.Kind.RegisterClass),
                                   registers.Size), Names);
  dag Ins = !dag(ins, !listsplat(!cast<NVPTXRegClass>(registers.Kind.RegisterClass),
                                 registers.Size), Names);
}

/// The metadata of a sparse A, and the sparsity selector.
class MMAMetadataOperands<bit present> {
  dag Ins = !if(present, (ins B32:$metadata, i32imm:$selector), (ins));
}

/// The scales of A and of B, with their byte-id and thread-id.
class MMAScaleOperands<bit present> {
  dag Ins = !if(present,
                (ins B32:$scale_a, B16:$byte_a, B16:$thread_a,
                     B32:$scale_b, B16:$byte_b, B16:$thread_b),
                (ins));
}

/// Registers of one role.
class TCGen05OperandGroup<MMAOperands o> {
  defvar kind = !cast<DAGOperand>(o.Kind.RegisterClass);
  dag Ins = !dag(ins, !listsplat(kind, o.Count), MMAOperandsText<o>.Names);
}

/// The operands of a tcgen05 instruction behind its results.
class TCGen05Operands<list<MMAOperands> operands> {
  dag Ins = !foldl((ins), operands, result, o, !con(result, TCGen05OperandGroup<o>.Ins));
}

/// A row of the table that leads from an MMAOpcode to its instruction.
class MMAInstructionRow<MMAOpcode opcode> {
  MMAOpcode Opcode = opcode;
  Instruction Record = !cast<Instruction>(NAME);
}

/// The assembly string.
class MMAPTXTextOf<MMAOpcode opcode> {
  defvar text = !cast<MMAPTXText>("MMAPTXText_" # opcode.Name);
  string Line = text.Mnemonic # text.Operands # ";";
}

class MMAInstruction<MMAOpcode opcode, dag results, dag inputs>
    : NVPTXInst<results, !con(inputs, (ins MMADescriptorOperand:$desc)),
                MMAPTXTextOf<opcode>.Line, []>, MMAInstructionRow<opcode> {
  let isConvergent = true;
  let hasSideEffects = false;
  let UseNamedOperandTable = true;
}

multiclass MMALoadInstruction<MMAOpcode opcode> {
  let mayLoad = true in
  def "" : MMAInstruction<opcode, MMAFragmentOperands<opcode.D, "d">.Outs,
                          !con((ins MMAAddress:$address),
                               !if(opcode.HasStride, (ins B32:$stride), (ins)))>;
}

multiclass MMAStoreInstruction<MMAOpcode opcode> {
  let mayStore = true in
  def "" : MMAInstruction<opcode, (outs),
                          !con((ins MMAAddress:$address), MMAFragmentOperands<opcode.C, "c">.Ins,
                               !if(opcode.HasStride, (ins B32:$stride), (ins)))>;
}

multiclass MMAMultiplyInstruction<MMAOpcode opcode> {
  defvar d = MMAFragmentOperands<opcode.D, "d">;
  defvar a = MMAFragmentOperands<opcode.A, "a">;
  defvar b = MMAFragmentOperands<opcode.B, "b">;
  defvar c = MMAFragmentOperands<opcode.C, "c">;
  defvar metadata = MMAMetadataOperands<opcode.HasMetadata>;
  defvar scales = MMAScaleOperands<opcode.HasScales>;
  def "" : MMAInstruction<opcode, d.Outs, !con(a.Ins, b.Ins, c.Ins, metadata.Ins, scales.Ins)>;
}

multiclass MMATransposeInstruction<MMAOpcode opcode> {
  def "" : MMAInstruction<opcode, (outs B32:$d), (ins B32:$a)>;
}

/// A warpgroup's multiplication. D and C are the same registers, which Constraints
/// cannot say of more than 14: the pass that ties them does.
multiclass WGMMAInstruction<MMAOpcode opcode> {
  defvar d = MMAFragmentOperands<opcode.D, "d">;
  defvar a = MMAFragmentOperands<opcode.A, "a">;
  defvar c = MMAFragmentOperands<opcode.C, "c">;
  defvar metadata = MMAMetadataOperands<opcode.HasMetadata>;
  let hasSideEffects = true, mayLoad = true in
  def "" : MMAInstruction<opcode, d.Outs,
                          !con(c.Ins, a.Ins, (ins B64:$b), metadata.Ins, (ins B1:$scale_d))>;
}

/// Has an effect on the asynchronous ones around it, and no registers.
multiclass WGMMASyncInstruction<MMAOpcode opcode> {
  let hasSideEffects = true, mayLoad = true, mayStore = true in
  def "" : MMAInstruction<opcode, (outs), !if(opcode.HasCount, (ins i64imm:$count), (ins))>;
}

/// tcgen05 with everything in registers. It works on tensor memory and on what orders it,
/// which nothing else of the machine code speaks of.
multiclass TCGen05Instruction<MMAOpcode opcode> {
  defvar reduced = !dag(outs, !if(opcode.HasReduced, [!cast<NVPTXRegClass>(opcode.D.Kind.RegisterClass)],
                                  []<NVPTXRegClass>), !if(opcode.HasReduced, ["reduced"], []<string>));
  let hasSideEffects = true, mayLoad = true, mayStore = true in
  def "" : MMAInstruction<opcode, !con(MMAFragmentOperands<opcode.D, "d">.Outs, reduced),
                          !con(!if(TCGen05Text<opcode>.HasAddress, (ins MMAAddress:$address), (ins)),
                               TCGen05Operands<opcode.Operands>.Ins)>;
}

/// One thread issues the multiplication.
multiclass TCGen05MMAInstruction<MMAOpcode opcode> {
  let hasSideEffects = true, mayLoad = true, mayStore = true, isConvergent = false in
  def "" : MMAInstruction<opcode, (outs), TCGen05Operands<opcode.Operands>.Ins>;
}

/// Gone before anything is printed.
multiclass HoldInstruction<MMAOpcode opcode> {
  let isPseudo = true, hasSideEffects = true in
  def "" : NVPTXInst<MMAFragmentOperands<opcode.D, "d">.Outs, MMAFragmentOperands<opcode.C, "c">.Ins,
                     "", []>, MMAInstructionRow<opcode>;
}

foreach opcode = AllMMAOpcodes in {
  if !eq(opcode.Family, MMAFamily_WGMMA) then
    defm opcode.Name : WGMMAInstruction<opcode>;
  if !eq(opcode.Family, MMAFamily_WGMMASync) then
    defm opcode.Name : WGMMASyncInstruction<opcode>;
  if !eq(opcode.Family, MMAFamily_Hold) then
    defm opcode.Name : HoldInstruction<opcode>;
  if !eq(opcode.Family, MMAFamily_TCGen05MMA) then
    defm opcode.Name : TCGen05MMAInstruction<opcode>;
  if !or(!eq(opcode.Family, MMAFamily_TCGen05), !eq(opcode.Family, MMAFamily_TCGen05Copy),
         !eq(opcode.Family, MMAFamily_TCGen05Access)) then
    defm opcode.Name : TCGen05Instruction<opcode>;
  if !or(!eq(opcode.Family, MMAFamily_WMMALoad), !eq(opcode.Family, MMAFamily_LdMatrix)) then
    defm opcode.Name : MMALoadInstruction<opcode>;
  if !or(!eq(opcode.Family, MMAFamily_WMMAStore), !eq(opcode.Family, MMAFamily_StMatrix)) then
    defm opcode.Name : MMAStoreInstruction<opcode>;
  if !eq(opcode.Family, MMAFamily_MovMatrix) then
    defm opcode.Name : MMATransposeInstruction<opcode>;
  if !or(!eq(opcode.Family, MMAFamily_WMMA), !eq(opcode.Family, MMAFamily_MMA)) then
    defm opcode.Name : MMAMultiplyInstruction<opcode>;
}

/// MMAOpcode -> NVPTX opcode.
def MMAInstructions : GenericTable {
  let FilterClass = "MMAInstructionRow";
  let CppTypeName = "MMAInstruction";
  let Fields = ["Opcode", "Record"];
  string TypeOf_Opcode = "MMAOpcode";
  let PrimaryKey = ["Opcode"];
  let PrimaryKeyName = "lookupMMAInstruction";
}
def lookupMMAInstructionByRecord : SearchIndex {
  let Table = MMAInstructions;
  let Key = ["Record"];
}

//===----------------------------------------------------------------------===//
// Companions
//===----------------------------------------------------------------------===//

/// The operand that a letter of the opcode's name stands for.
class CompanionOperand<string letter> {
  DAGOperand Kind = !cond(!eq(letter, "P") : B1, !eq(letter, "H") : B16, !eq(letter, "R") : B32,
                          !eq(letter, "D") : B64, !eq(letter, "M") : MMAAddress,
                          !eq(letter, "N") : i32imm, !eq(letter, "W") : i64imm);
}

/// Operands, which only the row of the instruction has names for.
class CompanionOperands<list<string> letters, string prefix> {
  list<DAGOperand> Kinds = !foreach(letter, letters, CompanionOperand<letter>.Kind);
  list<string> Names = !foreach(i, !range(!size(letters)), prefix # i);
}

/// A row of the table that leads from an opcode to its instruction.
class CompanionInstructionRow<CompanionOpcode opcode> {
  CompanionOpcode Opcode = opcode;
  Instruction Record = !cast<Instruction>(NAME);
}

// Opcodes are numbered in the order of their names. These come behind all of LLVM's, so that a new one
// changes no number that LLVM's code uses (scripts/generate instruction-tables).
foreach opcode = AllCompanionOpcodes in {
  defvar results = CompanionOperands<opcode.ResultKinds, "d">;
  defvar operands = CompanionOperands<opcode.OperandKinds, "a">;
  def "x_" # opcode.Name : NVPTXInst<!dag(outs, results.Kinds, results.Names),
                                     !con(!dag(ins, operands.Kinds, operands.Names),
                                          (ins MMADescriptorOperand:$desc)),
                                     "${desc:companion}", []>,
                           CompanionInstructionRow<opcode> {
    let isConvergent = opcode.IsConvergent;
    let hasSideEffects = !not(opcode.IsPure);
    let mayLoad = !not(opcode.IsPure);
    let mayStore = !not(opcode.IsPure);
  }
}

/// CompanionOpcode -> NVPTX opcode.
def CompanionInstructions : GenericTable {
  let FilterClass = "CompanionInstructionRow";
  let CppTypeName = "CompanionInstruction";
  let Fields = ["Opcode", "Record"];
  string TypeOf_Opcode = "CompanionOpcode";
  let PrimaryKey = ["Opcode"];
  let PrimaryKeyName = "lookupCompanionInstruction";
}
def lookupCompanionInstructionByRecord : SearchIndex {
  let Table = CompanionInstructions;
  let Key = ["Record"];
}

//===----------------------------------------------------------------------===//
// Pairs of halves
//===----------------------------------------------------------------------===//

// Two halves that are put together by a shift are moved together: of two conversions and such a mov
// ptxas makes one conversion.
def OptimizesOrdinaryCode : Predicate<"tensorcore::optimizesOrdinaryCode()">;

let Predicates = [OptimizesOrdinaryCode] in
foreach extend = [zext, anyext] in
def : Pat<(or (i32 (zext i16:$low)), (shl (i32 (extend i16:$high)), (i32 16))),
          (V2I16toI32 $low, $high)>;

// LLVM multiplies a half that is to be in both places.
let Predicates = [OptimizesOrdinaryCode] in
def : Pat<(mul (i32 (zext i16:$half)), (i32 65537)), (V2I16toI32 $half, $half)>;
