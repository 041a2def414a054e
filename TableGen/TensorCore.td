//===- TensorCore.td - What the patched NVPTX.td includes ------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes records of the NVPTX target out of the model: subtarget features and
// processors for the targets that LLVM 19 lacks, and one machine instruction for
// each MMAOpcode. It decides nothing: shapes, types and legality are the model's.
//
//===----------------------------------------------------------------------===//

include "TensorCoreModel.td"

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

foreach version = [86, 87, 88, 90] in
  def PTX # version : FeaturePTX<version>;

class NewTarget<GPUTarget target>
    : SubtargetFeature<target.Name, "FullSmVersion", !cast<string>(!cast<int>(target.FullSmVersion)),
                       "Target SM " # target.SM # target.Suffix>;

foreach target = AllGPUTargets in
  if !not(target.InLLVM19) then {
    def SM # target.SM # target.Suffix : NewTarget<target>;
    def : Proc<target.Name, [!cast<SubtargetFeature>("SM" # target.SM # target.Suffix),
                             !cast<SubtargetFeature>("PTX" # target.PTX)]>;
  }

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The 64-bit word of MMADescriptor.td; "${desc:KEY}" prints one field of it.
def MMADescriptorOperand : Operand<i64> {
  let PrintMethod = "printMMADescriptor";
}

/// The two words of a tcgen05.mma, which together are its MMA descriptor.
def TCGen05KindWordOperand : Operand<i32> {
  let PrintMethod = "printTCGen05KindWord";
}
def TCGen05CollectorWordOperand : Operand<i32> {
  let PrintMethod = "printTCGen05CollectorWord";
}

/// Base and offset: one form for every state space and pointer width. The base
/// is a register, a frame index or a symbol.
def MMAAddress : Operand<iPTR> {
  let PrintMethod = "printMemOperand";
  let MIOperandInfo = (ops imem, i32imm);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// The operands of a fragment: a dag of them, and their text "{$d0, $d1}".
class MMAFragmentOperands<MMARegisters registers, string letter> {
  list<string> Names = !foreach(i, !range(registers.Size), letter # i);
  dag Outs = !dag(outs, !listsplat(!cast<NVPTXRegClass>(registers.Kind.RegisterClass),
                                   registers.Size), Names);
  dag Ins = !dag(ins, !listsplat(!cast<NVPTXRegClass>(registers.Kind.RegisterClass),
                                 registers.Size), Names);
  string Text = "{{$" # !interleave(Names, ", $") # "}}";
}

/// The metadata of a sparse A, and the sparsity selector.
class MMAMetadataOperands<bit present> {
  dag Ins = !if(present, (ins Int32Regs:$metadata, i32imm:$selector), (ins));
  string Text = !if(present, ",\n\t\t$metadata,\n\t\t$selector", "");
}

/// The scales of A and of B, with their byte-id and thread-id.
class MMAScaleOperands<bit present> {
  dag Ins = !if(present,
                (ins Int32Regs:$scale_a, Int16Regs:$byte_a, Int16Regs:$thread_a,
                     Int32Regs:$scale_b, Int16Regs:$byte_b, Int16Regs:$thread_b),
                (ins));
  string Text = !if(present,
                    ",\n\t\t$scale_a, {{$byte_a, $thread_a}},\n\t\t$scale_b, {{$byte_b, $thread_b}}", "");
}

/// Registers of one role.
class TCGen05OperandGroup<MMAOperands o> {
  list<string> Names = !if(!eq(o.Count, 1), [o.Role], !foreach(i, !range(o.Count), o.Role # i));
  defvar kind = !cond(!eq(o.Kind, "r16") : Int16Regs,
                      !eq(o.Kind, "r64") : Int64Regs,
                      !eq(o.Kind, "p1") : Int1Regs,
                      !eq(o.Kind, "i64") : i64imm,
                      true : Int32Regs);
  dag Ins = !dag(ins, !listsplat(kind, o.Count), Names);
  string Text = !cond(!eq(o.Kind, "l32") : "{{$" # !interleave(Names, ", $") # "}}",
                      !eq(o.Kind, "m32") : "[$" # o.Role # "]",
                      true : "$" # o.Role);
}

/// The operands of a tcgen05 instruction behind its results, and their text in PTX.
class TCGen05Operands<list<MMAOperands> operands> {
  dag Ins = !foldl((ins), operands, result, o, !con(result, TCGen05OperandGroup<o>.Ins));
  string Text = !interleave(!foreach(o, operands, TCGen05OperandGroup<o>.Text), ", ");
}

/// What follows the name of the action.
class TCGen05ManagementText<string action> {
  string Text = !cond(!eq(action, "ALLOC") : "${desc:cta_group}.sync.aligned${desc:window}.b32",
                      !eq(action, "DEALLOC") : "${desc:cta_group}.sync.aligned.b32",
                      !eq(action, "RELINQUISH_ALLOC_PERMIT") : "${desc:cta_group}.sync.aligned",
                      !eq(action, "SHIFT") : "${desc:cta_group}.down",
                      !eq(action, "WAIT") : ".sync.aligned",
                      !eq(action, "FENCE") : "",
                      true : "${desc:cta_group}.mbarrier::arrive::one.shared::cluster${desc:multicast}.b64");
}

/// What modifiers a tcgen05.mma has behind its kind. LLVM 22 puts .ashift on either side
/// of the collector, and so do we; ptxas takes both.
class TCGen05CollectorText<MMAOpcode opcode> {
  defvar usage = ".collector::a::${collector:usage}";
  string Text = !cond(!ne(!find(opcode.Name, "_WS_"), -1) : ".collector::${collector:buffer}::${collector:usage}",
                      !ne(!find(opcode.Name, "_LANES"), -1) : "${collector:ashift}" # usage,
                      true : usage # "${collector:ashift}");
}

/// PTX before the operands, one for each family. What is spelled out here is the
/// same for all variants of the family.
class MMAMnemonic<MMAOpcode opcode> {
  defvar family = opcode.Family;
  string Text = !cond(
    !eq(family, MMAFamily_WMMALoad) :
      "wmma.load.${desc:mid}.sync${desc:aligned}.${desc:rowcol}.${desc:shape}${desc:space}.${desc:ety}",
    !eq(family, MMAFamily_WMMAStore) :
      "wmma.store.${desc:mid}.sync${desc:aligned}.${desc:rowcol}.${desc:shape}${desc:space}.${desc:ety}",
    !eq(family, MMAFamily_WMMA) :
      "wmma.mma${desc:opc}.sync${desc:aligned}.${desc:al}.${desc:bl}.${desc:shape}${desc:rnd}.${desc:types}${desc:satf}",
    !eq(family, MMAFamily_MMA) :
      "mma${desc:sp}.sync${desc:aligned}.${desc:shape}.${desc:al}.${desc:bl}${desc:kind}"
        # !if(opcode.HasScales, ".block_scale${desc:scale_vec}.${desc:types}${desc:stype}",
              "${desc:rnd}${desc:satf}.${desc:types}${desc:opc}"),
    !or(!eq(family, MMAFamily_LdMatrix), !eq(family, MMAFamily_StMatrix)) :
      family.Spelling # ".sync${desc:aligned}.${desc:shape}.${desc:num}${desc:trans}${desc:space}.${desc:ety}",
    !eq(family, MMAFamily_WGMMA) :
      "wgmma.mma_async${desc:sp}.sync${desc:aligned}.${desc:shape}.${desc:dty}.${desc:aty}.${desc:bty}${desc:satf}${desc:opc}",
    !eq(family, MMAFamily_TCGen05MMA) :
      "tcgen05.mma${kind:modifiers}" # TCGen05CollectorText<opcode>.Text,
    !eq(family, MMAFamily_TCGen05Copy) :
      "tcgen05.cp${desc:cta_group}${desc:cp_shape}${desc:cp_warps}${desc:cp_format}",
    !eq(family, MMAFamily_TCGen05Access) :
      "tcgen05.${desc:access}.sync.aligned${desc:tmem_shape}${desc:tmem_num}"
        # !if(opcode.HasReduced, "${desc:redop}${desc:abs}${desc:nan}.${desc:ety}",
              "${desc:pack}${desc:unpack}.${desc:ety}"),
    !eq(family, MMAFamily_TCGen05) : "tcgen05.${desc:management}"
        # TCGen05ManagementText<!subst("TCGEN05_", "", opcode.Name)>.Text,
    !eq(family, MMAFamily_WGMMASync) : "wgmma.${desc:action}.sync${desc:aligned}",
    !eq(family, MMAFamily_MovMatrix) :
      "movmatrix.sync${desc:aligned}.${desc:shape}${desc:trans}.${desc:ety}");
}

/// A row of the table that leads from an MMAOpcode to its instruction.
class MMAInstructionRow<MMAOpcode opcode> {
  MMAOpcode Opcode = opcode;
  Instruction Record = !cast<Instruction>(NAME);
}

class MMAInstruction<MMAOpcode opcode, dag results, dag inputs, string operands>
    : NVPTXInst<results, !con(inputs, (ins MMADescriptorOperand:$desc)),
                MMAMnemonic<opcode>.Text # operands # ";", []>, MMAInstructionRow<opcode> {
  let isConvergent = true;
  let hasSideEffects = false;
}

multiclass MMALoadInstruction<MMAOpcode opcode, string separator> {
  defvar fragment = MMAFragmentOperands<opcode.D, "d">;
  let mayLoad = true in
  def "" : MMAInstruction<opcode, fragment.Outs,
                          !con((ins MMAAddress:$address),
                               !if(opcode.HasStride, (ins Int32Regs:$stride), (ins))),
                          separator # fragment.Text # ", [$address]"
                              # !if(opcode.HasStride, ", $stride", "")>;
}

multiclass MMAStoreInstruction<MMAOpcode opcode, string beforeAddress, string beforeFragment> {
  defvar fragment = MMAFragmentOperands<opcode.C, "c">;
  let mayStore = true in
  def "" : MMAInstruction<opcode, (outs),
                          !con((ins MMAAddress:$address), fragment.Ins,
                               !if(opcode.HasStride, (ins Int32Regs:$stride), (ins))),
                          beforeAddress # "[$address]," # beforeFragment # fragment.Text
                              # !if(opcode.HasStride, ", $stride", "")>;
}

multiclass MMAMultiplyInstruction<MMAOpcode opcode> {
  defvar d = MMAFragmentOperands<opcode.D, "d">;
  defvar a = MMAFragmentOperands<opcode.A, "a">;
  defvar b = MMAFragmentOperands<opcode.B, "b">;
  defvar c = MMAFragmentOperands<opcode.C, "c">;
  defvar metadata = MMAMetadataOperands<opcode.HasMetadata>;
  defvar scales = MMAScaleOperands<opcode.HasScales>;
  def "" : MMAInstruction<opcode, d.Outs, !con(a.Ins, b.Ins, c.Ins, metadata.Ins, scales.Ins),
                          "\n\t\t" # d.Text # ",\n\t\t" # a.Text # ",\n\t\t" # b.Text
                              # ",\n\t\t" # c.Text # metadata.Text # scales.Text>;
}

multiclass MMATransposeInstruction<MMAOpcode opcode> {
  def "" : MMAInstruction<opcode, (outs Int32Regs:$d), (ins Int32Regs:$a), " \t$d, $a">;
}

/// A warpgroup's multiplication. D and C are the same registers, which Constraints
/// cannot say of more than 14: the pass that ties them does. The printer writes lists
/// of registers by itself, and scale-d: its register, or the MMA descriptor's `scaleD`
/// where that is $noreg.
multiclass WGMMAInstruction<MMAOpcode opcode> {
  defvar d = MMAFragmentOperands<opcode.D, "d">;
  defvar a = MMAFragmentOperands<opcode.A, "a">;
  defvar c = MMAFragmentOperands<opcode.C, "c">;
  defvar metadata = MMAMetadataOperands<opcode.HasMetadata>;
  let hasSideEffects = true, mayLoad = true in
  def "" : MMAInstruction<opcode, d.Outs,
                          !con(c.Ins, a.Ins, (ins Int64Regs:$b), metadata.Ins, (ins Int1Regs:$scale_d)),
                          "\n\t\t${desc:d},\n\t\t"
                              # !if(!eq(opcode.A.Kind, MMARegisterKind_B64), "$a0", a.Text)
                              # ",\n\t\t$b" # metadata.Text # ",\n\t\t${desc:scale_d}${desc:immediates}">;
}

/// Has an effect on the asynchronous ones around it, and no registers.
multiclass WGMMASyncInstruction<MMAOpcode opcode> {
  let hasSideEffects = true, mayLoad = true, mayStore = true in
  def "" : MMAInstruction<opcode, (outs), !if(opcode.HasCount, (ins i64imm:$count), (ins)),
                          !if(opcode.HasCount, " \t$count", "")>;
}

/// tcgen05 with everything in registers. It works on tensor memory and on what orders it,
/// which nothing else of the machine code speaks of.
multiclass TCGen05Instruction<MMAOpcode opcode, bit hasAddress = false> {
  defvar fragment = MMAFragmentOperands<opcode.D, "d">;
  defvar operands = TCGen05Operands<opcode.Operands>;
  defvar texts = !listconcat(!if(hasAddress, ["[$address]"], []<string>),
                             !if(opcode.D.Size, [fragment.Text], []<string>),
                             !if(opcode.HasReduced, ["$reduced"], []<string>),
                             !if(!empty(opcode.Operands), []<string>, [operands.Text]));
  defvar reduced = !dag(outs, !if(opcode.HasReduced, [!cast<NVPTXRegClass>(opcode.D.Kind.RegisterClass)],
                                  []<NVPTXRegClass>), !if(opcode.HasReduced, ["reduced"], []<string>));
  let hasSideEffects = true, mayLoad = true, mayStore = true in
  def "" : MMAInstruction<opcode, !con(fragment.Outs, reduced),
                          !con(!if(hasAddress, (ins MMAAddress:$address), (ins)), operands.Ins),
                          !if(!empty(texts), "", " \t" # !interleave(texts, ", "))>;
}

/// The multiplication has its MMA descriptor in two words.
multiclass TCGen05MMAInstruction<MMAOpcode opcode> {
  defvar operands = TCGen05Operands<opcode.Operands>;
  let hasSideEffects = true, mayLoad = true, mayStore = true in
  def "" : NVPTXInst<(outs), !con(operands.Ins, (ins TCGen05KindWordOperand:$kind,
                                                     TCGen05CollectorWordOperand:$collector)),
                     MMAMnemonic<opcode>.Text # " " # operands.Text # ";", []>,
           MMAInstructionRow<opcode>;
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
  if !eq(opcode.Family, MMAFamily_TCGen05) then
    defm opcode.Name : TCGen05Instruction<opcode, !or(!eq(opcode.Name, "TCGEN05_ALLOC"),
                                                      !ne(!find(opcode.Name, "TCGEN05_COMMIT"), -1))>;
  if !or(!eq(opcode.Family, MMAFamily_TCGen05Copy), !eq(opcode.Family, MMAFamily_TCGen05Access)) then
    defm opcode.Name : TCGen05Instruction<opcode>;
  if !eq(opcode.Family, MMAFamily_WMMALoad) then
    defm opcode.Name : MMALoadInstruction<opcode, " \t">;
  if !eq(opcode.Family, MMAFamily_LdMatrix) then
    defm opcode.Name : MMALoadInstruction<opcode, " ">;
  if !eq(opcode.Family, MMAFamily_WMMAStore) then
    defm opcode.Name : MMAStoreInstruction<opcode, " \t", "">;
  if !eq(opcode.Family, MMAFamily_StMatrix) then
    defm opcode.Name : MMAStoreInstruction<opcode, " ", " ">;
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

/// What an operand of a type is in a machine instruction.
class CompanionOperand<string type, bit immediate> {
  DAGOperand Kind = !cond(immediate : !if(!eq(type, "i64"), i64imm, i32imm),
                          !eq(type, "i1") : Int1Regs,
                          !eq(type, "i16") : Int16Regs,
                          !eq(type, "f16") : Int16Regs,
                          !eq(type, "bf16") : Int16Regs,
                          !eq(type, "i64") : Int64Regs,
                          !eq(type, "b0") : Int64Regs,
                          !eq(type, "f32") : Float32Regs,
                          !eq(type, "r3") : MMAAddress,
                          !eq(!substr(type, 0, 1), "p") : MMAAddress,
                          true : Int32Regs);
}

/// The operands of values, in parts where registers do not hold them whole.
class CompanionOperands<list<CompanionValue> values, dag start> {
  dag List = !foldl(start, values, all, v,
                    !con(all, !dag(!getdagop(start),
                                   !foreach(type, v.PartTypes, CompanionOperand<type, v.IsImmediate>.Kind),
                                   v.PartNames)));
}

/// A row of the table that leads from a form to its instruction.
class CompanionInstructionRow<CompanionForm form> {
  CompanionForm Form = form;
  Instruction Record = !cast<Instruction>(NAME);
}

defvar AllCompanionForms = !foreach(row, !filter(r, AllCompanionRows, !isa<CompanionForm>(r)),
                                    !cast<CompanionForm>(row));

foreach form = AllCompanionForms in
def form.Name : NVPTXInst<CompanionOperands<form.Results, (outs)>.List,
                          CompanionOperands<form.Operands, (ins)>.List,
                          form.Text # !if(form.IsBlock, "", ";"), []>,
                CompanionInstructionRow<form> {
  let isConvergent = form.IsConvergent;
  let hasSideEffects = !not(form.IsPure);
  let mayLoad = !not(form.IsPure);
  let mayStore = !not(form.IsPure);
}

/// CompanionForm -> NVPTX opcode.
def CompanionInstructions : GenericTable {
  let FilterClass = "CompanionInstructionRow";
  let CppTypeName = "CompanionInstruction";
  let Fields = ["Form", "Record"];
  string TypeOf_Form = "CompanionForm";
  let PrimaryKey = ["Form"];
  let PrimaryKeyName = "lookupCompanionInstruction";
}
def lookupCompanionInstructionByRecord : SearchIndex {
  let Table = CompanionInstructions;
  let Key = ["Record"];
}
