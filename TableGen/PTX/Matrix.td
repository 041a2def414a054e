//===- Matrix.td - Matrix instructions ------------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wmma, mma, ldmatrix, stmatrix, movmatrix, wgmma and tcgen05. The words of most groups are the
// values of a field of the MMA descriptor. Which combinations exist, the variants say, and the operands
// are those of their opcodes.
//
//===----------------------------------------------------------------------===//

/// The words of a field at the positions of its values, all or `some`.
class FieldWords<MMAField of, list<string> some> {
  defvar last = !foldl(0, of.BitValues, max, v, !if(!lt(max, v.Value), v.Value, max));
  defvar known = !foreach(i, !range(!add(last, 1)), !filter(v, of.BitValues, !eq(v.Value, i)));
  defvar words = !foreach(found, known, !if(!empty(found), "-", !head(found).Meaning));
  list<string> All = !foreach(w, words, !if(!or(!empty(w), !eq(w, "-"), !eq(!substr(w, 0, 1), ".")), w, "." # w));
  list<string> List = !if(!empty(some), All,
                          !foreach(w, All, !if(!empty(!filter(s, some, !eq(s, w))), "-", w)));
  assert !empty(!filter(s, some, !empty(!filter(w, All, !eq(w, s))))), "the field '" # of.Key # "' has these words";
}

/// A group of the words of a field. Types and layouts mean something by their order.
class OfField<MMAField of, list<string> some = []> : Modifier<"", FieldWords<of, some>.List> {
  list<MMAField> Fields = [of];
  let IsOrdered = !or(!and(!empty(of.Values), !ne(of, MMAField_Shape)), !eq(of, MMAField_ALayout),
                      !eq(of, MMAField_BLayout), !eq(of, MMAField_Layout), !eq(of, MMAField_Operation));
}

/// The fields whose values are the positions of a group's words.
class FieldsOf<Modifier group> {
  list<MMAField> Fields = !if(!isa<OfField>(group), !cast<OfField>(group).Fields, []<MMAField>);
}
def : TableStruct<"FieldsOf", "FieldsOfGroup", ["Fields"]>;

/// The instructions of a family. Of several that have words for a descriptor, the first prints it.
class MatrixInstruction<MMAFamily family, string mnemonic, list<Modifier> modifiers, string begin = " ",
                        string between = ", "> : PTXInstruction<mnemonic, modifiers, []> {
  PTXInstruction Row = !cast<PTXInstruction>(NAME);
  MMAFamily Family = family;
  list<FieldsOf> Groups = !foreach(m, modifiers, FieldsOf<m>);
  string Begin = begin; // what stands before the operands
  string Between = between;
  defvar fields = !listflatten(!foreach(g, Groups, g.Fields));
  defvar twice = !filter(f, fields, !gt(!size(!filter(g, fields, !eq(g, f))), 1));
  assert !empty(twice), "'" # mnemonic # "' has two groups of one field: " # !interleave(!foreach(f, twice, f.Key), ", ");
}

defvar Sync      = Always<".sync">;
defvar Aligned   = Always<".aligned">;
defvar WarpWords = [Sync, OfField<MMAField_Aligned>]<Modifier>;
defvar MatrixD   = OfField<MMAField_D>;
defvar MatrixA   = OfField<MMAField_A>;
defvar MatrixB   = OfField<MMAField_B>;
defvar MatrixC   = OfField<MMAField_C>;
defvar Shape     = OfField<MMAField_Shape>;
defvar Layouts   = [OfField<MMAField_ALayout>, OfField<MMAField_BLayout>]<Modifier>;
defvar Element   = OfField<MMAField_Element>;
defvar CTAGroup  = OfField<MMAField_CTAGroup>;
defvar OnLines   = ",\n\t\t";

/// Without a word, the usage of A's collector buffer, and that of the first one of B.
def UsageOfA : OfField<MMAField_Collector> {
  let Words = !foreach(usage, MMAField_Collector.Values, ".collector::a::" # usage);
  let Default = ".collector::a::discard";
}
def UsageOfB : OfField<MMAField_Collector> {
  let Fields = [MMAField_Buffer, MMAField_Collector];
  let Words = !foldl([]<string>, MMAField_Buffer.Values, all, buffer, !listconcat(all,
                     !foreach(usage, MMAField_Collector.Values, ".collector::" # buffer # "::" # usage)));
  let Default = ".collector::b0::discard";
}

defset list<MatrixInstruction> AllMatrixInstructions = {
//===----------------------------------------------------------------------===//
// A warp's
//===----------------------------------------------------------------------===//

defvar FragmentWords = !listconcat([OfField<MMAField_Matrix>], WarpWords,
                                   [OfField<MMAField_Layout>, Shape, OfField<MMAField_Space>, Element]);
def PTX_WMMA_LOAD  : MatrixInstruction<MMAFamily_WMMALoad,  "wmma.load",  FragmentWords, " \t">;
def PTX_WMMA_STORE : MatrixInstruction<MMAFamily_WMMAStore, "wmma.store", FragmentWords, " \t", ",">;

/// A multiplication of halves says the types of C and D only.
foreach types = [[MatrixD, OfField<MMAField_A, [".s4", ".u4", ".s8", ".u8", ".b1", ".bf16", ".tf32", ".f64"]>, MatrixB, MatrixC],
                 [MatrixD, MatrixC]]<list<Modifier>> in
def PTX_WMMA_MMA # !if(!eq(!size(types), 2), "_HALVES", "")
    : MatrixInstruction<MMAFamily_WMMA, "wmma.mma",
                        !listconcat([OfField<MMAField_Operation>], WarpWords, Layouts, [Shape, OfField<MMAField_Rounding>],
                                    types, [OfField<MMAField_Satfinite>]),
                        "\n\t\t", OnLines>;

class MMAWords<list<string> kinds, list<string> sparsity, list<Modifier> before, list<Modifier> behind> {
  list<Modifier> List = !listconcat([OfField<MMAField_Sparsity, sparsity>], WarpWords, [Shape], Layouts,
                                    [OfField<MMAField_Kind, kinds>], before,
                                    [MatrixD, MatrixA, MatrixB, MatrixC], behind);
}
def PTX_MMA : MatrixInstruction<MMAFamily_MMA, "mma", MMAWords<["", ".kind::f8f6f4"], [],
                                [OfField<MMAField_Rounding>, OfField<MMAField_Satfinite>],
                                [OfField<MMAField_Operation>]>.List,
                                "\n\t\t", OnLines>;
// LLVM has a blank before the operands of a dense one.
foreach dense = [1, 0] in
def PTX_MMA_ # !if(dense, "", "SP_") # "BLOCK_SCALE"
    : MatrixInstruction<MMAFamily_MMA, "mma",
                        MMAWords<[".kind::mxf8f6f4", ".kind::mxf4", ".kind::mxf4nvf4"],
                                 !if(dense, [""], [".sp", ".sp::ordered_metadata"]),
                                 [Always<".block_scale">, OfField<MMAField_Scales>], [OfField<MMAField_ScaleType>]>.List,
                        !if(dense, " ", "") # "\n\t\t", OnLines>;

defvar MovedWords = !listconcat(WarpWords, [Shape, OfField<MMAField_Count>, OfField<MMAField_Transpose>,
                                            OfField<MMAField_Space>, Element]);
def PTX_LDMATRIX  : MatrixInstruction<MMAFamily_LdMatrix,  "ldmatrix",  MovedWords>;
def PTX_STMATRIX  : MatrixInstruction<MMAFamily_StMatrix,  "stmatrix",  MovedWords>;
def PTX_MOVMATRIX : MatrixInstruction<MMAFamily_MovMatrix, "movmatrix",
                                      !listconcat(WarpWords, [Shape, OfField<MMAField_Transpose>, Element]), " \t">;

//===----------------------------------------------------------------------===//
// A warpgroup's
//===----------------------------------------------------------------------===//

def PTX_WGMMA_MMA_ASYNC : MatrixInstruction<MMAFamily_WGMMA, "wgmma.mma_async",
    !listconcat([OfField<MMAField_Sparsity>], WarpWords, [Shape, MatrixD, MatrixA, MatrixB],
                [OfField<MMAField_Satfinite>, OfField<MMAField_Operation>]),
    "\n\t\t", OnLines>;
def PTX_WGMMA_SYNC : MatrixInstruction<MMAFamily_WGMMASync, "wgmma",
    !listconcat([OfField<MMAField_Action, [".fence", ".commit_group", ".wait_group"]>], WarpWords), " \t">;

//===----------------------------------------------------------------------===//
// tcgen05
//===----------------------------------------------------------------------===//

class TCGen05Instruction<list<string> actions, list<Modifier> words>
    : MatrixInstruction<MMAFamily_TCGen05, "tcgen05", !listconcat([OfField<MMAField_Management, actions>], words), " \t">;
defvar Exclusive = OfField<MMAField_Exclusive>;
def PTX_TCGEN05_ALLOC      : TCGen05Instruction<[".alloc"], [Exclusive, CTAGroup, Sync, Aligned, OfField<MMAField_Window>, Always<".b32">]>;
def PTX_TCGEN05_DEALLOC    : TCGen05Instruction<[".dealloc"], [Exclusive, CTAGroup, Sync, Aligned, Always<".b32">]>;
def PTX_TCGEN05_RELINQUISH : TCGen05Instruction<[".relinquish_alloc_permit"], [CTAGroup, Sync, Aligned]>;
def PTX_TCGEN05_SHIFT      : TCGen05Instruction<[".shift"], [CTAGroup, Always<".down">]>;
def PTX_TCGEN05_WAIT       : TCGen05Instruction<[".wait::ld", ".wait::st"], [Sync, Aligned]>;
def PTX_TCGEN05_FENCE      : TCGen05Instruction<[".fence::before_thread_sync", ".fence::after_thread_sync"], []>;
def PTX_TCGEN05_COMMIT     : TCGen05Instruction<[".commit"],
    [CTAGroup, Always<".mbarrier::arrive::one">, OfField<MMAField_Restrict>,
     DefaultsTo<".shared::cluster", Always<".shared::cluster">>, OfField<MMAField_Multicast>, Always<".b64">]>;

def PTX_TCGEN05_CP : MatrixInstruction<MMAFamily_TCGen05Copy, "tcgen05.cp",
    [CTAGroup, OfField<MMAField_CopyShape>, OfField<MMAField_CopyWarps>, OfField<MMAField_CopyFormat>], " \t">;

class TCGen05AccessInstruction<list<string> accesses, string compressed, list<Modifier> words>
    : MatrixInstruction<MMAFamily_TCGen05Access, "tcgen05",
                        !listconcat([OfField<MMAField_Access, accesses>, OfField<MMAField_Compressed, [compressed]>, Sync,
                                     Aligned, OfField<MMAField_AccessShape>, OfField<MMAField_AccessCount>], words)>;
defvar ReducedWords = [OfField<MMAField_Absolute>, OfField<MMAField_NaN>]<Modifier>;
def PTX_TCGEN05_LD_ST  : TCGen05AccessInstruction<[".ld", ".st"], "",
    [OfField<MMAField_Packed>, OfField<MMAField_Unpacked>, Element]>;
def PTX_TCGEN05_LD_RED : TCGen05AccessInstruction<[".ld.red"], "",
    !listconcat([OfField<MMAField_Reduction>], ReducedWords, [Element])>;
def PTX_TCGEN05_LD_SPCOMPRESS : TCGen05AccessInstruction<[".ld", ".ld.red"], ".spcompress",
    !listconcat([OfField<MMAField_Reduction>, Always<".sp::2:4">], ReducedWords,
                [Always<".f32">, Always<".b2">])>;

class TCGen05MMAInstruction<string ws, list<string> kinds, list<Modifier> collectors>
    : MatrixInstruction<MMAFamily_TCGen05MMA, "tcgen05.mma",
                        !listconcat([OfField<MMAField_Stationary, [ws]>, OfField<MMAField_Sparsity>, CTAGroup,
                                     OfField<MMAField_MMAKind, kinds>, OfField<MMAField_BlockScale>,
                                     OfField<MMAField_Decompress>, OfField<MMAField_Scales>,
                                     OfField<MMAField_BlockSize>], collectors)>;
// LLVM 22 prints .ashift on either side of the collector, and so does this target; ptxas accepts both. With
// a collector of B and .kind::ti16, which LLVM lacks, it comes before the collector.
def PTX_TCGEN05_MMA : TCGen05MMAInstruction<"", !filter(k, MMAField_MMAKind.Values, !ne(k, ".kind::ti16")),
    [UsageOfA, OfField<MMAField_AShift>, OfField<MMAField_CollectorB, [""]>]>;
def PTX_TCGEN05_MMA_ASHIFT : TCGen05MMAInstruction<"", [],
    [OfField<MMAField_AShift>, UsageOfA, OfField<MMAField_CollectorB>]>;
def PTX_TCGEN05_MMA_WS : TCGen05MMAInstruction<".ws", [], [UsageOfB]>;
}

def MatrixInstructions : GenericTable {
  let FilterClass = "MatrixInstruction";
  let CppTypeName = "MatrixInstruction";
  let Fields = ["Row", "Groups", "Begin", "Between"];
  string TypeOf_Row = "PTXInstruction";
  let PrimaryKey = ["Row"];
  let PrimaryKeyName = "lookupMatrixInstruction";
}
