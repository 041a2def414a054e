//===- MMADescriptor.td - Layout of the 64-bit MMA descriptor -*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every matrix instruction carries one 64-bit word that says all of it that is
// not a register: the MMA descriptor. The low 40 bits are laid out as cicc lays
// them out; fields that overlap there belong to different views of the word. The
// high 24 bits are this project's, with the family, which selects the view, in
// the top nibble. 0 is never a family, so that 0 is never an MMA descriptor.
//
//===----------------------------------------------------------------------===//

/// Names the action of an instruction; it is the top nibble of the MMA descriptor. The field
/// `Threads` has how many execute it together; 0 if one may. A wgmma, a tcgen05.cp and a tcgen05.mma
/// read shared memory some time later. Tensor memory is reached by nothing but tcgen05.
class MMAFamily<bits<4> encoding, string spelling, Effects effects, int threads = 0> {
  bits<4> Encoding = encoding;
  string Spelling = spelling;
  Effects Effects = effects;
  bits<8> Threads = threads;
}

// clang-format off
//                              arguments inaccessible other convergent
def LoadsFragment     : Effects<1,        0,           0,    1>;
def StoresFragment    : Effects<2,        0,           0,    1>;
def OfRegisters       : Effects<0,        0,           0,    1>;
def ReadsLater        : Effects<1,        3,           1,    1>;
def ReadsLaterAlone   : Effects<1,        3,           1,    0>; // one thread issues it
def OfTensorMemory    : Effects<0,        3,           0,    1>;
def OrdersAll         : Effects<3,        3,           3,    1>;
def HoldsRegisters    : Effects<0,        3,           0,    0>;

defset list<MMAFamily> AllMMAFamilies = {
//                                        enc PTX                effects         threads
// No instruction of PTX: registers that must have their values at a point of the program, as the
// asynchronous instructions around it demand. It has no MMA descriptor, in which 0 is no family.
def MMAFamily_Hold       : MMAFamily<     0, "",                 HoldsRegisters>;
def MMAFamily_WMMALoad   : MMAFamily<     1, "wmma.load",        LoadsFragment,   32>;
def MMAFamily_WMMAStore  : MMAFamily<     2, "wmma.store",       StoresFragment,  32>;
def MMAFamily_WMMA       : MMAFamily<     3, "wmma.mma",         OfRegisters,     32>;
def MMAFamily_MMA        : MMAFamily<     4, "mma.sync",         OfRegisters,     32>;
def MMAFamily_LdMatrix   : MMAFamily<     5, "ldmatrix",         LoadsFragment,   32>;
def MMAFamily_StMatrix   : MMAFamily<     6, "stmatrix",         StoresFragment,  32>;
def MMAFamily_MovMatrix  : MMAFamily<     7, "movmatrix",        OfRegisters,     32>;
def MMAFamily_WGMMA      : MMAFamily<     8, "wgmma.mma_async",  ReadsLater,     128>;
def MMAFamily_WGMMASync  : MMAFamily<     9, "wgmma",            OrdersAll,      128>;
def MMAFamily_TCGen05    : MMAFamily<    10, "tcgen05",          OrdersAll>;
def MMAFamily_TCGen05Copy   : MMAFamily< 11, "tcgen05.cp",       ReadsLater>;
def MMAFamily_TCGen05Access : MMAFamily< 12, "tcgen05.ld/st",    OfTensorMemory>;
def MMAFamily_TCGen05MMA : MMAFamily<    13, "tcgen05.mma",      ReadsLaterAlone>;
// A companion: which one, and the words of its immediates (Model/Instructions/Companions.h).
def MMAFamily_Companion  : MMAFamily<    14, "",                 OrdersAll>;
}
// clang-format on

def MMAFamily : GenericEnum {
  let FilterClass = "MMAFamily";
  let ValueField = "Encoding";
}

/// A logical field. `Key` is for MIR and the command line, `Name` for people; `Values` are the PTX words of
/// its values from 0 on, without a dot where there always is one (PTX/Matrix.td adds it),
/// empty for fields whose values are types or shapes, which have tables of their own. "-" is
/// a value that no word has. A field has a name in C++ only if code needs one: whatever names a
/// field is rebuilt when the names change, and most modifiers are only printed and checked.
class MMAField<bits<8> encoding, string key, string name, list<string> values>
    : BitField<BitLayoutSet_MMADescriptor, encoding, key, name> {
  bit HasCppName = false;
  list<string> Values = values;
  defvar words = !filter(i, !range(!size(values)), !ne(values[i], "-"));
  list<BitValue> BitValues =
      !cond(!not(!empty(values)) : !foreach(i, words, BitValue<i, values[i]>),
            !eq(key, "shape") : !foreach(shape, !tail(AllMMAShapes),
                                         BitValue<shape.Encoding, shape.Spelling>),
            true : !foreach(type, !tail(AllMMATypes), BitValue<type.Encoding, type.Spelling>));
}

/// The position of a PTX word among a field's values: its encoding.
class MMAFieldValue<MMAField slotField, string word> {
  int Value = !foldl(-1, !range(!size(slotField.Values)), found, index,
                     !if(!eq(slotField.Values[index], word), index, found));
  assert !ge(Value, 0),
         "the MMA descriptor field '" # slotField.Key # "' has no value '" # word # "'";
}

/// The operations of reductions. Atomic operations have two more words (Instructions.td).
defvar ReductionWords = [".add", ".min", ".max", ".inc", ".dec", ".and", ".or", ".xor"];

// clang-format off
//                                        enc  key                name                              values
let HasCppName = true in {
def MMAField_Shape     : MMAField<        0,  "shape",           "shape",                          []>;
def MMAField_D         : MMAField<        1,  "dty",             "element type of D",              []>;
def MMAField_A         : MMAField<        2,  "aty",             "element type of A",              []>;
def MMAField_B         : MMAField<        3,  "bty",             "element type of B",              []>;
def MMAField_C         : MMAField<        4,  "cty",             "element type of C",              []>;
def MMAField_Element   : MMAField<        5,  "ety",             "element type",                   []>;
def MMAField_ALayout   : MMAField<        6,  "al",              "layout of A",                    ["row", "col"]>;
def MMAField_BLayout   : MMAField<        7,  "bl",              "layout of B",                    ["row", "col"]>;
def MMAField_Layout    : MMAField<        8,  "rowcol",          "layout in memory",               ["row", "col"]>;
def MMAField_Matrix    : MMAField<        9,  "mid",             "which matrix",                   ["a", "b", "c", "d"]>;
def MMAField_Rounding  : MMAField<       10,  "rnd",             "rounding",                       ["", ".rn", ".rm", ".rp", ".rz"]>;
def MMAField_Operation : MMAField<       11,  "opc",             "operation of single bits",       ["", ".and.popc", ".xor.popc"]>;
def MMAField_Satfinite : MMAField<       12,  "satf",            "saturation",                     ["", ".satfinite"]>;
def MMAField_Space     : MMAField<       13,  "space",           "state space of the address",     ["", ".global", ".shared"]>;
def MMAField_Stride    : MMAField<       14,  "stride",          "stride operand",                 ["0", "1"]>;
def MMAField_Count     : MMAField<       15,  "num",             "number of matrices",             ["", "x1", "x2", "x4"]>;
def MMAField_Transpose : MMAField<       16,  "trans",           "transposition",                  ["", ".trans"]>;
def MMAField_Aligned   : MMAField<       17,  "aligned",         "whether .aligned is printed",    ["", ".aligned"]>;
def MMAField_Kind      : MMAField<       18,  "kind",            "kind",                           ["", ".kind::f8f6f4", ".kind::mxf8f6f4", ".kind::mxf4", ".kind::mxf4nvf4"]>;
def MMAField_Scales    : MMAField<       19,  "scale_vec",       "scale vector size",              ["", ".scale_vec::1X", ".scale_vec::2X", ".scale_vec::4X"]>;
def MMAField_ScaleType : MMAField<       20,  "stype",           "type of the scales",             ["", ".ue8m0", ".ue4m3"]>;
def MMAField_Sparsity  : MMAField<       21,  "sp",              "sparsity",                       ["", ".sp", ".sp::ordered_metadata"]>;
def MMAField_ScaleD    : MMAField<       22,  "scaleD",          "scale-d as a constant",          ["0", "1"]>;
def MMAField_NegateA   : MMAField<       23,  "negA",            "factor of A",                    ["1", "-1"]>;
def MMAField_NegateB   : MMAField<       24,  "negB",            "factor of B",                    ["1", "-1"]>;
def MMAField_TransA    : MMAField<       25,  "transA",          "transposition of A",             ["0", "1"]>;
def MMAField_TransB    : MMAField<       26,  "transB",          "transposition of B",             ["0", "1"]>;
def MMAField_Predicate : MMAField<       27,  "predicated",      "scale-d in a register",          ["", "predicate"]>;
def MMAField_Residency : MMAField<       28,  "residency",       "where A is",                     ["", "registers"]>;
def MMAField_Immediates: MMAField<       29,  "imm",             "immediates behind scale-d",      ["", "scale", "scale,trans"]>;
def MMAField_Action    : MMAField<       30,  "action",          "action",                         ["", "fence", "commit_group", "wait_group"]>;
// tcgen05
def MMAField_Management: MMAField<       31,  "management",      "action",                         ["-", "alloc", "dealloc", "relinquish_alloc_permit", "commit", "shift",
                                                                                                 "wait::ld", "wait::st", "fence::before_thread_sync", "fence::after_thread_sync"]>;
def MMAField_CTAGroup  : MMAField<       32,  "cta_group",       "CTA group",                      ["", ".cta_group::1", ".cta_group::2"]>;
def MMAField_Window    : MMAField<       33,  "window",          "window of shared memory",        ["", ".shared::cta"]>;
def MMAField_Multicast : MMAField<       34,  "multicast",       "multicast",                      ["", ".multicast::cluster", ".multicast::cluster::32b", ".multicast::cluster::16b"]>;
def MMAField_CopyShape : MMAField<       35,  "cp_shape",        "shape of the copy",              [".128x256b", ".4x256b", ".128x128b", ".64x128b", ".32x128b"]>;
def MMAField_CopyWarps : MMAField<       36,  "cp_warps",        "warps that the copy is for",     ["", ".warpx2::02_13", ".warpx2::01_23", ".warpx4"]>;
def MMAField_CopyFormat: MMAField<       37,  "cp_format",       "decompression",                  ["", ".b8x16.b6x16_p32", ".b8x16.b4x16_p64"]>;
def MMAField_Access    : MMAField<       38,  "access",          "access",                         ["ld", "st", "ld.red"]>;
def MMAField_AccessShape : MMAField<     39,  "tmem_shape",      "shape of the access",            [".16x64b", ".16x128b", ".16x256b", ".32x32b", ".16x32bx2"]>;
def MMAField_AccessCount : MMAField<     40,  "tmem_num",        "repetitions of the shape",       [".x1", ".x2", ".x4", ".x8", ".x16", ".x32", ".x64", ".x128"]>;
def MMAField_Packed    : MMAField<       41,  "pack",            "packing of 16-bit elements",     ["", ".pack::16b"]>;
def MMAField_Unpacked  : MMAField<       42,  "unpack",          "unpacking of 16-bit elements",   ["", ".unpack::16b"]>;
def MMAField_Reduction : MMAField<       43,  "redop",           "reduction",                      ["", ".min", ".max"]>;
def MMAField_Absolute  : MMAField<       44,  "abs",             "absolute values",                ["", ".abs"]>;
def MMAField_NaN       : MMAField<       45,  "nan",             "NaNs win",                       ["", ".NaN"]>;
def MMAField_BlockScale: MMAField<       46,  "block_scale",     "block scaling",                  ["", ".block_scale"]>;
def MMAField_BlockSize : MMAField<       47,  "block",           "block size",                     ["", ".block16", ".block32"]>;
def MMAField_ScaleInput: MMAField<       48,  "scale_input_acc", "scale-input-d",                  ["", "scale-input-d"]>;
def MMAField_MMAKind   : MMAField<       49,  "mma_kind",        "MMA kind",                       [".kind::mxf4nvf4", ".kind::f8f6f4", ".kind::mxf8f6f4", ".kind::f16",
                                                                                                 ".kind::i8", ".kind::tf32", ".kind::ti16", ".kind::mxf4"]>;
def MMAField_Stationary: MMAField<       50,  "ws",              "weight-stationary",              ["", ".ws"]>;
def MMAField_Collector : MMAField<       51,  "usage",           "usage of the collector buffer",  ["discard", "lastuse", "fill", "use"]>;
def MMAField_AShift    : MMAField<       52,  "ashift",          "shift of A's rows",              ["", ".ashift"]>;
def MMAField_Buffer    : MMAField<       53,  "buffer",          "collector buffer of B",          ["b0", "b1", "b2", "b3"]>;
def MMAField_CollectorB: MMAField<       54,  "usage_b",         "usage of the collector buffer of B", ["", ".collector::b::lastuse", ".collector::b::fill", ".collector::b::use"]>;
def MMAField_Decompress: MMAField<       55,  "decompress",      "decompression of B",             ["", ".decompress::lut::b"]>;
def MMAField_Exclusive : MMAField<       63,  "exclusive",       "exclusive allocation",           ["", ".exclusive"]>;
def MMAField_Restrict  : MMAField<       64,  "sync_restrict",   "what a commit waits for",        ["", ".sync_restrict::shared::read::mma::a"]>;
def MMAField_Compressed: MMAField<       65,  "spcompress",      "compression",                    ["", ".spcompress"]>;
}
// Companions, which have no MMA descriptor, have these words of immediates.
def MMAField_BarrierLayout : MMAField<   56,  "layout_version",  "layout of an mbarrier",          [".layout::v0", ".layout::v1"]>;
def MMAField_Report    : MMAField<       57,  "report",          "report of a copy to its mbarrier", ["", ".mbarrier::report::validity::per_16bytes::80000000", ".mbarrier::report::validity::per_16bytes::8000",
                                                                                                 ".mbarrier::report::validity::per_16bytes::80", ".mbarrier::report::validity::per_16bytes::8",
                                                                                                 ".mbarrier::report::validity::per_element::ff", ".mbarrier::report::disabled"]>;
def MMAField_Relaxed   : MMAField<       58,  "scope",           "scope of a relaxed access",      [".cta", ".cluster", ".gpu", ".sys"]>;
def MMAField_AtomicOrder : MMAField<     60,  "atomic_order",    "order of an atomic access",      ["", ".relaxed", ".acquire", ".release", ".acq_rel"]>;
def MMAField_ReductionOrder : MMAField<  61,  "reduction_order", "order of a reduction",           ["", ".relaxed", ".release"]>;
def MMAField_AtomicScope : MMAField<     62,  "atomic_scope",    "scope of an atomic access",      ["", ".cta", ".cluster", ".gpu", ".sys"]>;
def MMAField_RedOp     : MMAField<       59,  "red_op",          "operation of a reduction",       ReductionWords>;
// clang-format on

def MMAField : GenericEnum {
  let FilterClass = "MMAField";
  let ValueField = "Encoding";
}

def MMAFields : GenericTable {
  let FilterClass = "MMAField";
  let CppTypeName = "MMAFieldInfo";
  let Fields = ["Encoding", "Key", "Name", "Values"];
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupMMAField";
}
def lookupMMAFieldByKey : SearchIndex {
  let Table = MMAFields;
  let Key = ["Key"];
}

/// Places a field in one view, at bits [high:low].
class MMASlot<MMAFamily family, MMAField slotField, int high, int low>
    : BitSlot<slotField, high, low, 1,
              !filter(v, slotField.BitValues, !lt(v.Value, !shl(1, !add(!sub(high, low), 1))))> {
  MMAFamily Family = family;
  assert !and(!ge(high, low), !lt(high, 60)), "bits [63:60] are the family's";
}

// clang-format off
multiclass WMMALoadStoreView<MMAFamily f> {
//                                  field                high low
  def _Layout    : MMASlot<f, MMAField_Layout,     0,  0>;
  def _Matrix    : MMASlot<f, MMAField_Matrix,     2,  1>;
  def _Element   : MMASlot<f, MMAField_Element,   27, 24>;
  def _Shape     : MMASlot<f, MMAField_Shape,     39, 32>;
  def _Space     : MMASlot<f, MMAField_Space,     42, 40>;
  def _Stride    : MMASlot<f, MMAField_Stride,    43, 43>;
  def _Aligned   : MMASlot<f, MMAField_Aligned,   59, 59>;
}

multiclass MultiplyView<MMAFamily f> {
//                                  field                high low
  def _Rounding  : MMASlot<f, MMAField_Rounding,   2,  0>;
  def _Operation : MMASlot<f, MMAField_Operation,  7,  4>;
  def _A         : MMASlot<f, MMAField_A,         15,  8>;
  def _B         : MMASlot<f, MMAField_B,         23, 16>;
  def _ALayout   : MMASlot<f, MMAField_ALayout,   25, 24>;
  def _BLayout   : MMASlot<f, MMAField_BLayout,   27, 26>;
  def _Satfinite : MMASlot<f, MMAField_Satfinite, 28, 28>;
  def _Shape     : MMASlot<f, MMAField_Shape,     39, 32>;
  def _C         : MMASlot<f, MMAField_C,         44, 40>;
  def _D         : MMASlot<f, MMAField_D,         49, 45>;
  def _Aligned   : MMASlot<f, MMAField_Aligned,   59, 59>;
}

multiclass MMASyncView<MMAFamily f> : MultiplyView<f> {
//                                  field                high low
  def _Kind      : MMASlot<f, MMAField_Kind,      52, 50>;
  def _Scales    : MMASlot<f, MMAField_Scales,    54, 53>;
  def _ScaleType : MMASlot<f, MMAField_ScaleType, 56, 55>;
  def _Sparsity  : MMASlot<f, MMAField_Sparsity,  58, 57>;
}

multiclass MatrixMoveView<MMAFamily f> {
//                                  field                high low
  def _Element   : MMASlot<f, MMAField_Element,   15,  8>;
  def _Count     : MMASlot<f, MMAField_Count,     17, 16>;
  def _Transpose : MMASlot<f, MMAField_Transpose, 18, 18>;
  def _Shape     : MMASlot<f, MMAField_Shape,     39, 32>;
  def _Space     : MMASlot<f, MMAField_Space,     42, 40>;
  def _Aligned   : MMASlot<f, MMAField_Aligned,   59, 59>;
}

/// The lowest five fields are cicc's. `scaleD` is in a predicate register if
/// `predicated` says so; `imm` says which of the immediates PTX prints.
multiclass WarpgroupView<MMAFamily f> {
//                                  field                high low
  def _ScaleD    : MMASlot<f, MMAField_ScaleD,     0,  0>;
  def _NegateA   : MMASlot<f, MMAField_NegateA,    1,  1>;
  def _NegateB   : MMASlot<f, MMAField_NegateB,    2,  2>;
  def _TransA    : MMASlot<f, MMAField_TransA,     3,  3>;
  def _TransB    : MMASlot<f, MMAField_TransB,     4,  4>;
  def _Predicate : MMASlot<f, MMAField_Predicate,  5,  5>;
  def _Operation : MMASlot<f, MMAField_Operation,  7,  6>;
  def _A         : MMASlot<f, MMAField_A,         15,  8>;
  def _B         : MMASlot<f, MMAField_B,         23, 16>;
  def _Satfinite : MMASlot<f, MMAField_Satfinite, 28, 28>;
  def _Residency : MMASlot<f, MMAField_Residency, 29, 29>;
  def _Immediates: MMASlot<f, MMAField_Immediates, 31, 30>;
  def _Shape     : MMASlot<f, MMAField_Shape,     39, 32>;
  def _D         : MMASlot<f, MMAField_D,         49, 45>;
  def _Sparsity  : MMASlot<f, MMAField_Sparsity,  58, 57>;
  def _Aligned   : MMASlot<f, MMAField_Aligned,   59, 59>;
}

multiclass WarpgroupSyncView<MMAFamily f> {
//                                  field                high low
  def _Action    : MMASlot<f, MMAField_Action,     1,  0>;
  def _Aligned   : MMASlot<f, MMAField_Aligned,   59, 59>;
}

multiclass TensorMemoryView<MMAFamily f> {
//                                  field                high low
  def _Management: MMASlot<f, MMAField_Management, 3,  0>;
  def _CTAGroup  : MMASlot<f, MMAField_CTAGroup,   5,  4>;
  def _Window    : MMASlot<f, MMAField_Window,     6,  6>;
  def _Multicast : MMASlot<f, MMAField_Multicast,  8,  7>;
  def _Exclusive : MMASlot<f, MMAField_Exclusive,  9,  9>;
  def _Restrict  : MMASlot<f, MMAField_Restrict,  10, 10>;
}

multiclass TensorMemoryCopyView<MMAFamily f> {
//                                  field                high low
  def _CopyShape : MMASlot<f, MMAField_CopyShape,  3,  1>;
  def _CTAGroup  : MMASlot<f, MMAField_CTAGroup,   5,  4>;
  def _CopyFormat: MMASlot<f, MMAField_CopyFormat, 8,  7>;
  def _CopyWarps : MMASlot<f, MMAField_CopyWarps, 10,  9>;
}

multiclass TensorMemoryAccessView<MMAFamily f> {
//                                  field                high low
  def _Access    : MMASlot<f, MMAField_Access,     1,  0>;
  def _AccessShape : MMASlot<f, MMAField_AccessShape, 4, 2>;
  def _AccessCount : MMASlot<f, MMAField_AccessCount, 7, 5>;
  def _Element   : MMASlot<f, MMAField_Element,   15,  8>;
  def _Packed    : MMASlot<f, MMAField_Packed,    16, 16>;
  def _Reduction : MMASlot<f, MMAField_Reduction, 18, 17>;
  def _Absolute  : MMASlot<f, MMAField_Absolute,  19, 19>;
  def _NaN       : MMASlot<f, MMAField_NaN,       20, 20>;
  def _Unpacked  : MMASlot<f, MMAField_Unpacked,  21, 21>;
  def _Compressed: MMASlot<f, MMAField_Compressed, 22, 22>;
}

/// The kind word, cicc's in its low 9 bits, and from bit 32 on the collector word. The packed
/// calls have them as two immediates (Model/Instructions/TCGen05Words.h).
multiclass TensorMemoryMultiplyView<MMAFamily f> {
//                                  field                high low
  def _CTAGroup  : MMASlot<f, MMAField_CTAGroup,   1,  0>;
  def _Scales    : MMASlot<f, MMAField_Scales,     3,  2>;
  def _ScaleInput: MMASlot<f, MMAField_ScaleInput, 4,  4>;
  def _BlockScale: MMASlot<f, MMAField_BlockScale, 5,  5>;
  def _MMAKind   : MMASlot<f, MMAField_MMAKind,    8,  6>;
  def _BlockSize : MMASlot<f, MMAField_BlockSize, 10,  9>;
  def _Sparsity  : MMASlot<f, MMAField_Sparsity,  11, 11>;
  def _Stationary: MMASlot<f, MMAField_Stationary,12, 12>;
  def _Decompress: MMASlot<f, MMAField_Decompress,13, 13>;
  def _Collector : MMASlot<f, MMAField_Collector, 33, 32>;
  def _AShift    : MMASlot<f, MMAField_AShift,    34, 34>;
  def _Buffer    : MMASlot<f, MMAField_Buffer,    36, 35>;
  def _CollectorB: MMASlot<f, MMAField_CollectorB, 38, 37>;
}

multiclass MatrixTransposeView<MMAFamily f> {
//                                  field                high low
  def _Element   : MMASlot<f, MMAField_Element,   15,  8>;
  def _Transpose : MMASlot<f, MMAField_Transpose, 18, 18>;
  def _Shape     : MMASlot<f, MMAField_Shape,     39, 32>;
  def _Aligned   : MMASlot<f, MMAField_Aligned,   59, 59>;
}
// clang-format on

defset list<MMASlot> AllMMASlots = {
defm MMASlot_WMMALoad  : WMMALoadStoreView<MMAFamily_WMMALoad>;
defm MMASlot_WMMAStore : WMMALoadStoreView<MMAFamily_WMMAStore>;
defm MMASlot_WMMA      : MultiplyView<MMAFamily_WMMA>;
defm MMASlot_MMA       : MMASyncView<MMAFamily_MMA>;
defm MMASlot_LdMatrix  : MatrixMoveView<MMAFamily_LdMatrix>;
defm MMASlot_StMatrix  : MatrixMoveView<MMAFamily_StMatrix>;
defm MMASlot_MovMatrix : MatrixTransposeView<MMAFamily_MovMatrix>;
defm MMASlot_WGMMA     : WarpgroupView<MMAFamily_WGMMA>;
defm MMASlot_WGMMASync : WarpgroupSyncView<MMAFamily_WGMMASync>;
defm MMASlot_TCGen05   : TensorMemoryView<MMAFamily_TCGen05>;
defm MMASlot_TCGen05Copy   : TensorMemoryCopyView<MMAFamily_TCGen05Copy>;
defm MMASlot_TCGen05Access : TensorMemoryAccessView<MMAFamily_TCGen05Access>;
defm MMASlot_TCGen05MMA    : TensorMemoryMultiplyView<MMAFamily_TCGen05MMA>;
}

/// The layout of a family's MMA descriptors. The family itself is in bits [63:60].
class MMALayout<MMAFamily family>
    : BitLayout<BitLayoutSet_MMADescriptor, family.Encoding, family.Spelling, 64,
                "an MMA descriptor", "an MMA descriptor", "", "",
                !filter(s, AllMMASlots, !eq(s.Family.Encoding, family.Encoding))>;

foreach family = !filter(f, AllMMAFamilies, !not(!empty(!filter(s, AllMMASlots, !eq(s.Family, f))))) in
def : MMALayout<family>;

/// One half of the MMA descriptors of tcgen05.mma: the bits from `low` on.
class TCGen05Word<bits<8> encoding, string key, int low>
    : BitLayout<BitLayoutSet_TCGen05Word, encoding, key, 32, "a " # key # " word", "tcgen05.mma",
                "", "",
                !foreach(s, !filter(s, AllMMASlots, !and(!eq(s.Family, MMAFamily_TCGen05MMA),
                                                         !eq(!div(s.Low, 32), !div(low, 32)))),
                         BitSlot<s.Field, !sub(s.High, low), !sub(s.Low, low), 1, s.Values>)>;
def TCGen05Word_Kind      : TCGen05Word<0, "kind", 0>;
def TCGen05Word_Collector : TCGen05Word<1, "collector", 32>;

def TCGen05Word : GenericEnum {
  let FilterClass = "TCGen05Word";
  let ValueField = "Encoding";
}
