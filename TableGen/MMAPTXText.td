//===- MMAPTXText.td - Machine opcodes in PTX ---------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of each MMAOpcode as an LLVM assembly string: "$name" is an operand,
// "${desc:KEY}" a query of the MMA descriptor (Model/Instructions/MMAPTXSyntax.h), "{{" a brace.
// TensorCore.td makes machine instructions with it; Model/Instructions/MMAPTXText.h prints it for
// those who have no machine instruction. It knows no operand kinds of the target.
//
//===----------------------------------------------------------------------===//

/// The registers of a fragment: their names, and "{$d0, $d1}".
class MMAFragmentText<MMARegisters registers, string letter> {
  list<string> Names = !foreach(i, !range(registers.Size), letter # i);
  string Text = "{{$" # !interleave(Names, ", $") # "}}";
}

/// The registers of D as lists: those of metadata by themselves.
class MMAResultText<MMAOpcode opcode> {
  defvar names = MMAFragmentText<opcode.D, "d">.Names;
  string Text = MMAFragmentText<opcode.D, "d">.Text;
  string Lists = !if(opcode.Metadata,
                     !subst("$d" # !sub(opcode.Metadata, 1) # ", ",
                            "$d" # !sub(opcode.Metadata, 1) # "}}, {{", Text), Text);
}

/// Registers of one role.
class MMAOperandsText<MMAOperands o> {
  list<string> Names = !if(!eq(o.Count, 1), [o.Role], !foreach(i, !range(o.Count), o.Role # i));
  string Text = !cond(!eq(o.Form, MMAOperandForm_List) : "{{$" # !interleave(Names, ", $") # "}}",
                      !eq(o.Form, MMAOperandForm_Address) : "[$" # o.Role # "]",
                      true : "$" # o.Role);
}

/// Has the text that follows the name of the action.
class TCGen05ManagementText<string action> {
  string Text = !cond(!eq(action, "ALLOC") : "${desc:exclusive}${desc:cta_group}.sync.aligned${desc:window}.b32",
                      !eq(action, "DEALLOC") : "${desc:exclusive}${desc:cta_group}.sync.aligned.b32",
                      !eq(action, "RELINQUISH_ALLOC_PERMIT") : "${desc:cta_group}.sync.aligned",
                      !eq(action, "SHIFT") : "${desc:cta_group}.down",
                      !eq(action, "WAIT") : ".sync.aligned",
                      !eq(action, "FENCE") : "",
                      true : "${desc:cta_group}.mbarrier::arrive::one${desc:sync_restrict}.shared::cluster${desc:multicast}.b64");
}

/// Has the modifiers behind the kind of a tcgen05.mma. LLVM 22 prints .ashift on either side of the
/// collector, and so does this target; ptxas accepts both. With a collector of B it comes before
/// them.
class TCGen05CollectorText<MMAOpcode opcode> {
  defvar usage = ".collector::a::${desc:usage}";
  string Text = !cond(opcode.IsStationary : ".collector::${desc:buffer}::${desc:usage}",
                      !ne(!find(opcode.Name, "_LANES"), -1) : "${desc:ashift}" # usage # "${desc:usage_b}",
                      true : "${desc:ashift_before_b}" # usage # "${desc:ashift_alone}${desc:usage_b}");
}

/// The types of a multiplication. A wmma of halves, in which alone both A and B have eight
/// registers, says those of C and D only.
class MMATypesText<MMAOpcode opcode> {
  bit OfHalves = !and(!eq(opcode.Family, MMAFamily_WMMA), !eq(opcode.A.Size, 8), !eq(opcode.B.Size, 8));
  string Text = "${desc:dty}" # !if(OfHalves, "", ".${desc:aty}.${desc:bty}") # ".${desc:cty}";
}

/// PTX before the operands, one for each family. What is written out here is the
/// same for all variants of the family.
class MMAMnemonic<MMAOpcode opcode> {
  defvar family = opcode.Family;
  string Text = !cond(
    !eq(family, MMAFamily_WMMALoad) :
      "wmma.load.${desc:mid}.sync${desc:aligned}.${desc:rowcol}.${desc:shape}${desc:space}.${desc:ety}",
    !eq(family, MMAFamily_WMMAStore) :
      "wmma.store.${desc:mid}.sync${desc:aligned}.${desc:rowcol}.${desc:shape}${desc:space}.${desc:ety}",
    !eq(family, MMAFamily_WMMA) :
      "wmma.mma${desc:opc}.sync${desc:aligned}.${desc:al}.${desc:bl}.${desc:shape}${desc:rnd}." # MMATypesText<opcode>.Text # "${desc:satf}",
    !eq(family, MMAFamily_MMA) :
      "mma${desc:sp}.sync${desc:aligned}.${desc:shape}.${desc:al}.${desc:bl}${desc:kind}"
        # !if(opcode.HasScales, ".block_scale${desc:scale_vec}." # MMATypesText<opcode>.Text # "${desc:stype}",
              "${desc:rnd}${desc:satf}." # MMATypesText<opcode>.Text # "${desc:opc}"),
    !or(!eq(family, MMAFamily_LdMatrix), !eq(family, MMAFamily_StMatrix)) :
      family.Spelling # ".sync${desc:aligned}.${desc:shape}.${desc:num}${desc:trans}${desc:space}.${desc:ety}",
    !eq(family, MMAFamily_WGMMA) :
      "wgmma.mma_async${desc:sp}.sync${desc:aligned}.${desc:shape}.${desc:dty}.${desc:aty}.${desc:bty}${desc:satf}${desc:opc}",
    !eq(family, MMAFamily_TCGen05MMA) :
      "tcgen05.mma${desc:ws}${desc:sp}${desc:cta_group}${desc:mma_kind}${desc:block_scale}"
        # "${desc:decompress}${desc:scale_vec}${desc:block}" # TCGen05CollectorText<opcode>.Text,
    !eq(family, MMAFamily_TCGen05Copy) :
      "tcgen05.cp${desc:cta_group}${desc:cp_shape}${desc:cp_warps}${desc:cp_format}",
    !eq(family, MMAFamily_TCGen05Access) :
      "tcgen05.${desc:access}${desc:spcompress}.sync.aligned${desc:tmem_shape}${desc:tmem_num}"
        # !cond(!ne(opcode.Metadata, 0) : "${desc:redop}.sp::2:4${desc:abs}${desc:nan}.f32.b2",
                opcode.HasReduced : "${desc:redop}${desc:abs}${desc:nan}.${desc:ety}",
                true : "${desc:pack}${desc:unpack}.${desc:ety}"),
    !eq(family, MMAFamily_TCGen05) : "tcgen05.${desc:management}"
        # TCGen05ManagementText<!subst("TCGEN05_", "", opcode.Name)>.Text,
    !eq(family, MMAFamily_WGMMASync) : "wgmma.${desc:action}.sync${desc:aligned}",
    !eq(family, MMAFamily_MovMatrix) :
      "movmatrix.sync${desc:aligned}.${desc:shape}${desc:trans}.${desc:ety}");
}

/// The operands of a multiplication of registers, each fragment on a line. LLVM has a blank before
/// those of a dense one with scales.
class MMAMultiplyText<MMAOpcode opcode> {
  defvar separator = ",\n\t\t";
  defvar blank = !if(!and(opcode.HasScales, !not(opcode.HasMetadata)), " ", "");
  string Text = blank # "\n\t\t" # MMAFragmentText<opcode.D, "d">.Text
      # separator # MMAFragmentText<opcode.A, "a">.Text
      # separator # MMAFragmentText<opcode.B, "b">.Text
      # separator # MMAFragmentText<opcode.C, "c">.Text
      # !if(opcode.HasMetadata, separator # "$metadata" # separator # "$selector", "")
      # !if(opcode.HasScales, separator # "$scale_a, {{$byte_a, $thread_a}}" # separator
                                  # "$scale_b, {{$byte_b, $thread_b}}", "");
}

/// The operands of a wgmma. The printer writes the list of accumulators by itself, and
/// scale-d: its register, or the MMA descriptor's `scaleD` where that is $noreg.
class WGMMAText<MMAOpcode opcode> {
  defvar separator = ",\n\t\t";
  string Text = "\n\t\t${desc:d}" # separator
      # !if(!eq(opcode.A.Kind, MMARegisterKind_B64), "$a0", MMAFragmentText<opcode.A, "a">.Text)
      # separator # "$b"
      # !if(opcode.HasMetadata, separator # "$metadata" # separator # "$selector", "")
      # separator # "${desc:scale_d}${desc:immediates}";
}

/// The operands of a tcgen05 instruction: an address of memory, registers, and what the row lists.
class TCGen05Text<MMAOpcode opcode> {
  bit HasAddress = !or(!eq(opcode.Name, "TCGEN05_ALLOC"), !ne(!find(opcode.Name, "TCGEN05_COMMIT"), -1));
  defvar texts = !listconcat(!if(HasAddress, ["[$address]"], []<string>),
                             !if(opcode.D.Size, [MMAResultText<opcode>.Lists], []<string>),
                             !if(opcode.HasReduced, ["$reduced"], []<string>),
                             !foreach(o, opcode.Operands, MMAOperandsText<o>.Text));
  string Text = !interleave(texts, ", ");
}

/// A text that C++ tables can hold.
class OneLine<string text> {
  string Text = !subst("\n", " ", !subst("\t", " ", !subst(" \n", "\n", text)));
}

/// PTX of one opcode: Mnemonic and Operands, one behind the other.
class MMAPTXText<MMAOpcode opcode> {
  MMAOpcode Opcode = opcode;
  defvar family = opcode.Family;
  defvar stride = !if(opcode.HasStride, ", $stride", "");
  defvar tcgen05 = TCGen05Text<opcode>.Text;
  string Mnemonic = MMAMnemonic<opcode>.Text;
  string Operands = !cond(
    !eq(family, MMAFamily_WMMALoad)  : " \t" # MMAFragmentText<opcode.D, "d">.Text # ", [$address]" # stride,
    !eq(family, MMAFamily_WMMAStore) : " \t[$address]," # MMAFragmentText<opcode.C, "c">.Text # stride,
    !eq(family, MMAFamily_LdMatrix)  : " " # MMAFragmentText<opcode.D, "d">.Text # ", [$address]",
    !eq(family, MMAFamily_StMatrix)  : " [$address], " # MMAFragmentText<opcode.C, "c">.Text,
    !eq(family, MMAFamily_MovMatrix) : " \t$d, $a",
    !eq(family, MMAFamily_WGMMA)     : WGMMAText<opcode>.Text,
    !eq(family, MMAFamily_WGMMASync) : !if(opcode.HasCount, " \t$count", ""),
    !or(!eq(family, MMAFamily_TCGen05MMA), !eq(family, MMAFamily_TCGen05Access)) : " " # tcgen05,
    !or(!eq(family, MMAFamily_WMMA), !eq(family, MMAFamily_MMA)) : MMAMultiplyText<opcode>.Text,
    true : !if(!empty(tcgen05), "", " \t" # tcgen05));
  string OperandLine = OneLine<Operands>.Text;
}

// The opcodes that only hold registers print nothing.
foreach opcode = AllMMAOpcodes in
  if !ne(opcode.Family, MMAFamily_Hold) then
    def MMAPTXText_ # opcode.Name : MMAPTXText<opcode>;

def MMAPTXTexts : GenericTable {
  let FilterClass = "MMAPTXText";
  let CppTypeName = "MMAPTXText";
  let Fields = ["Opcode", "Mnemonic", "OperandLine"];
  string TypeOf_Opcode = "MMAOpcode";
  let PrimaryKey = ["Opcode"];
  let PrimaryKeyName = "lookupMMAPTXText";
}
