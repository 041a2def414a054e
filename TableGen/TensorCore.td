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


/// The 64-bit word of MMADescriptor.td; "${desc:instruction}" prints the matrix instruction that it
/// describes, and "${desc:companion}" the one that a companion's word names.
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

/// The operands of some groups, as results or as inputs.
class MMAOperandDag<list<MMAOperands> groups> {
  defvar kinds = !foldl([]<DAGOperand>, groups, all, g,
                        !listconcat(all, !listsplat(!cast<DAGOperand>(g.Kind.RegisterClass), g.Count)));
  defvar names = !foldl([]<string>, groups, all, g, !listconcat(all, g.Registers));
  dag Outs = !dag(outs, kinds, names);
  dag Ins = !dag(ins, kinds, names);
}

/// A row of the table that leads from an MMAOpcode to its instruction.
class MMAInstructionRow<MMAOpcode opcode> {
  MMAOpcode Opcode = opcode;
  Instruction Record = !cast<Instruction>(NAME);
}

/// Operands are in PTX's order, with the MMA descriptor behind them. D and C of a wgmma are the same
/// registers, which Constraints cannot say of more than 14: the pass that ties them does.
class MMAInstruction<MMAOpcode opcode, bits<3> loadsStoresAndMore, bit convergent = true>
    : NVPTXInst<MMAOperandDag<!filter(g, opcode.Statement, g.IsResult)>.Outs,
                !con(MMAOperandDag<!if(!eq(opcode.Family, MMAFamily_WGMMA), [FragmentOperands<"c", opcode.C>],
                                       []<MMAOperands>)>.Ins,
                     MMAOperandDag<!filter(g, opcode.Statement, !not(g.IsResult))>.Ins,
                     (ins MMADescriptorOperand:$desc)),
                "${desc:instruction}", []>, MMAInstructionRow<opcode> {
  let mayLoad = loadsStoresAndMore{2};
  let mayStore = loadsStoresAndMore{1};
  let hasSideEffects = loadsStoresAndMore{0};
  let isConvergent = convergent;
  let UseNamedOperandTable = true;
}

// An asynchronous instruction has effects that machine code speaks of nowhere else: on tensor memory, on
// those around it, and on what orders it.
foreach opcode = AllMMAOpcodes in {
  defvar family = opcode.Family;
  if !eq(family, MMAFamily_Hold) then
    // Gone before anything is printed.
    let isPseudo = true, hasSideEffects = true in
    def opcode.Name : NVPTXInst<MMAOperandDag<[FragmentOperands<"d", opcode.D>]>.Outs,
                                MMAOperandDag<[FragmentOperands<"c", opcode.C>]>.Ins, "", []>,
                      MMAInstructionRow<opcode>;
  else
    def opcode.Name : MMAInstruction<opcode,
        !cond(!or(!eq(family, MMAFamily_WMMALoad), !eq(family, MMAFamily_LdMatrix))  : 0b100,
              !or(!eq(family, MMAFamily_WMMAStore), !eq(family, MMAFamily_StMatrix)) : 0b010,
              !or(!eq(family, MMAFamily_WMMA), !eq(family, MMAFamily_MMA), !eq(family, MMAFamily_MovMatrix)) : 0b000,
              !eq(family, MMAFamily_WGMMA) : 0b101,
              true : 0b111),
        family.Effects.IsConvergent>;
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

// Opcodes are numbered in the order of their names. These come behind all of LLVM's, so that a new one
// changes no number that LLVM's code uses (scripts/generate instruction-tables).
foreach opcode = AllCompanionOpcodes in {
  defvar results = CompanionOperands<opcode.ResultKinds, "d">;
  defvar operands = CompanionOperands<opcode.OperandKinds, "a">;
  def "x_" # opcode.Name : NVPTXInst<!dag(outs, results.Kinds, results.Names),
                                     !con(!dag(ins, operands.Kinds, operands.Names),
                                          (ins MMADescriptorOperand:$desc)),
                                     "${desc:companion}", []>,
                           MMAInstructionRow<opcode> {
    let isConvergent = opcode.IsConvergent;
    let hasSideEffects = !not(opcode.IsPure);
    let mayLoad = !not(opcode.IsPure);
    let mayStore = !not(opcode.IsPure);
  }
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
// Pairs of halves
//===----------------------------------------------------------------------===//

// Two halves that are put together by a shift are moved together: of two conversions and such a mov
// ptxas makes one conversion.
def OptimizesOrdinaryCode : Predicate<"tensorcore::optimizesOrdinaryCode()">;

let Predicates = [OptimizesOrdinaryCode] in
foreach extend = [zext, anyext] in
def : Pat<(or (i32 (zext i16:$low)), (shl (i32 (extend i16:$high)), (i32 16))),
          (V2I16toI32 $low, $high)>;

// LLVM multiplies a half that is to be in both locations, also of 64 bits. ptxas would put the product
// of 64 bits together again at each instruction of two floats that uses it.
let Predicates = [OptimizesOrdinaryCode] in {
  def : Pat<(mul (i32 (zext i16:$half)), (i32 65537)), (V2I16toI32 $half, $half)>;
  def : Pat<(mul (i64 (zext i32:$half)), (i64 4294967297)), (V2I32toI64 $half, $half)>;
}

// LLVM shifts a half out of four that were loaded as an integer.
let Predicates = [OptimizesOrdinaryCode, hasPTX<71>] in
foreach shift = [srl, sra] in {
  def : Pat<(i16 (trunc (shift i64:$halves, (i32 16)))),
            (I32toI16H_Sink (I64toI32L_Sink $halves))>;
  def : Pat<(i16 (trunc (shift i64:$halves, (i32 32)))),
            (I32toI16L_Sink (I64toI32H_Sink $halves))>;
  def : Pat<(i16 (trunc (shift i64:$halves, (i32 48)))),
            (I32toI16H_Sink (I64toI32H_Sink $halves))>;
}

//===----------------------------------------------------------------------===//
// Sums with a sign
//===----------------------------------------------------------------------===//

// LLVM makes a choice between a value and its opposite of a product with a sign. If several sums have
// the same sign, multiplications and additions of it are fewer instructions, and round as often.
def SignedOnce : PatFrag<(ops node:$sign, node:$then, node:$else),
                         (select node:$sign, node:$then, node:$else), [{
  return N->hasOneUse() && !N->getOperand(0)->hasOneUse();
}]>;

multiclass SignedSum<ValueType type, Instruction choice, Instruction fma, int plus,
                     int minus, list<Predicate> preds = []> {
  let Predicates = !listconcat([OptimizesOrdinaryCode], preds) in {
    def : Pat<(fadd (SignedOnce i1:$sign, type:$x, (fneg type:$x)), type:$y),
              (fma $x, (choice plus, minus, $sign), $y)>;
    def : Pat<(fadd (SignedOnce i1:$sign, (fneg type:$x), type:$x), type:$y),
              (fma $x, (choice minus, plus, $sign), $y)>;
  }
}
defm : SignedSum<f16, SELP_b16ii, FMA_F16rrr, 0x3c00, 0xbc00, [useFP16Math]>;
defm : SignedSum<f32, SELP_b32ii, FMA_F32rrr, 0x3f800000, 0xbf800000>;
defm : SignedSum<f64, SELP_b64ii, FMA_F64rrr, 0x3ff0000000000000, 0xbff0000000000000>;
