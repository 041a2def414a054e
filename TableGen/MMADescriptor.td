//===- MMADescriptor.td - Layout of the 64-bit MMA descriptor -*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every matrix instruction carries one 64-bit word that says all of it that is not a register: the
// MMA descriptor. The top nibble is the family, which says where the fields are. The low 40 bits are
// laid out as cicc lays them out, so that fields of different families overlap there; the others are
// this project's. 0 is never a family, so that 0 is never an MMA descriptor.
//
// The five lowest fields of wgmma are cicc's: `scaleD` is in a predicate register if `predicated`
// says so, and `imm` says which of the immediates PTX prints. A tcgen05.mma has the kind word in the
// low half, with cicc's nine bits, and the collector word in the high half; the packed calls have
// them as two immediates (Model/Instructions/TCGen05Words.h).
//
//===----------------------------------------------------------------------===//

/// Names the action of an instruction; it is the top nibble of the MMA descriptor. The field
/// `Threads` has how many execute it together; 0 if one may. A wgmma, a tcgen05.cp and a tcgen05.mma
/// read shared memory some time later. Tensor memory is reached by nothing but tcgen05.
class MMAFamily<int encoding, string spelling, Effects effects, int threads = 0> {
  assert !lt(encoding, 16), NAME # " has the encoding " # encoding # "; an MMA descriptor has 4 bits for it: 0 to 15";
  bits<4> Encoding = !and(encoding, 15);
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

/// A field's location in the MMA descriptors of some families: bits [high:low].
class At<list<MMAFamily> families, int high, int low = high> {
  list<MMAFamily> Families = families;
  int High = high;
  int Low = low;
}

/// A logical field. `Key` is for MIR and the command line, `Name` for people; `Values` are the PTX words of
/// its values from 0 on, without a dot where there always is one (PTX/Matrix.td adds it),
/// empty for fields whose values are types or shapes, which have tables of their own. "-" is
/// a value that no word has. `Locations` say where the field is. A field has a name in C++ only if code needs one: whatever names a
/// field is rebuilt when the names change, and most modifiers are only printed and checked.
class MMAField<bits<8> encoding, string key, string name, list<At> locations, list<string> values>
    : BitField<BitLayoutSet_MMADescriptor, encoding, key, name> {
  bit HasCppName = false;
  list<At> Locations = locations;
  list<string> Values = values;
  defvar widest = !foldl(0, locations, bits_, at,
                         !if(!gt(!sub(at.High, at.Low), bits_), !sub(at.High, at.Low), bits_));
  assert !or(!empty(locations), !le(!size(values), !shl(2, widest))),
         "the MMA descriptor field '" # key # "' has more values than its bits hold";
  assert !ne(!size(values), 1), "the MMA descriptor field '" # key # "' has one value; the first of two is without the word";
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

// The families whose descriptors share locations.
defvar FragmentMoves  = [MMAFamily_WMMALoad, MMAFamily_WMMAStore];
defvar MatrixMoves    = [MMAFamily_LdMatrix, MMAFamily_StMatrix];
defvar Transposes     = !listconcat(MatrixMoves, [MMAFamily_MovMatrix]);
defvar Elements       = !listconcat(Transposes, [MMAFamily_TCGen05Access]);
defvar Addresses      = !listconcat(FragmentMoves, MatrixMoves);
defvar WarpMultiplies = [MMAFamily_WMMA, MMAFamily_MMA];
defvar Multiplies     = !listconcat(WarpMultiplies, [MMAFamily_WGMMA]);
defvar Shapes         = !listconcat(FragmentMoves, Transposes, Multiplies);
defvar Collective     = !listconcat(Shapes, [MMAFamily_WGMMASync]);

// clang-format off
defset list<MMAField> AllMMAFields = {
//                                        enc  key                name                                  locations                                                                                 values
let HasCppName = true in {
def MMAField_Shape     : MMAField<        0,  "shape",           "shape",                              [At<Shapes, 39, 32>],                                                                     []>;
def MMAField_D         : MMAField<        1,  "dty",             "element type of D",                  [At<Multiplies, 49, 45>],                                                                 []>;
def MMAField_A         : MMAField<        2,  "aty",             "element type of A",                  [At<Multiplies, 15, 8>],                                                                  []>;
def MMAField_B         : MMAField<        3,  "bty",             "element type of B",                  [At<Multiplies, 23, 16>],                                                                 []>;
def MMAField_C         : MMAField<        4,  "cty",             "element type of C",                  [At<WarpMultiplies, 44, 40>],                                                             []>;
def MMAField_Element   : MMAField<        5,  "ety",             "element type",                       [At<FragmentMoves, 27, 24>, At<Elements, 15, 8>],                                         []>;
def MMAField_ALayout   : MMAField<        6,  "al",              "layout of A",                        [At<WarpMultiplies, 25, 24>],                                                             ["row", "col"]>;
def MMAField_BLayout   : MMAField<        7,  "bl",              "layout of B",                        [At<WarpMultiplies, 27, 26>],                                                             ["row", "col"]>;
def MMAField_Layout    : MMAField<        8,  "rowcol",          "layout in memory",                   [At<FragmentMoves, 0>],                                                                   ["row", "col"]>;
def MMAField_Matrix    : MMAField<        9,  "mid",             "which matrix",                       [At<FragmentMoves, 2, 1>],                                                                ["a", "b", "c", "d"]>;
def MMAField_Rounding  : MMAField<       10,  "rnd",             "rounding",                           [At<WarpMultiplies, 2, 0>],                                                               ["", ".rn", ".rm", ".rp", ".rz"]>;
def MMAField_Operation : MMAField<       11,  "opc",             "operation of single bits",           [At<WarpMultiplies, 7, 4>, At<[MMAFamily_WGMMA], 7, 6>],                                  ["", ".and.popc", ".xor.popc"]>;
def MMAField_Satfinite : MMAField<       12,  "satf",            "saturation",                         [At<Multiplies, 28>],                                                                     ["", ".satfinite"]>;
def MMAField_Space     : MMAField<       13,  "space",           "state space of the address",         [At<Addresses, 42, 40>],                                                                  ["", ".global", ".shared"]>;
def MMAField_Stride    : MMAField<       14,  "stride",          "stride operand",                     [At<FragmentMoves, 43>],                                                                  ["0", "1"]>;
def MMAField_Count     : MMAField<       15,  "num",             "number of matrices",                 [At<MatrixMoves, 17, 16>],                                                                ["", "x1", "x2", "x4"]>;
def MMAField_Transpose : MMAField<       16,  "trans",           "transposition",                      [At<Transposes, 18>],                                                                     ["", ".trans"]>;
def MMAField_Aligned   : MMAField<       17,  "aligned",         "whether .aligned is printed",        [At<Collective, 59>],                                                                     ["", ".aligned"]>;
def MMAField_Kind      : MMAField<       18,  "kind",            "kind",                               [At<[MMAFamily_MMA], 52, 50>],                                                            ["", ".kind::f8f6f4", ".kind::mxf8f6f4", ".kind::mxf4", ".kind::mxf4nvf4"]>;
def MMAField_Scales    : MMAField<       19,  "scale_vec",       "scale vector size",                  [At<[MMAFamily_MMA], 54, 53>, At<[MMAFamily_TCGen05MMA], 3, 2>],                          ["", ".scale_vec::1X", ".scale_vec::2X", ".scale_vec::4X"]>;
def MMAField_ScaleType : MMAField<       20,  "stype",           "type of the scales",                 [At<[MMAFamily_MMA], 56, 55>],                                                            ["", ".ue8m0", ".ue4m3"]>;
def MMAField_Sparsity  : MMAField<       21,  "sp",              "sparsity",                           [At<[MMAFamily_MMA, MMAFamily_WGMMA], 58, 57>, At<[MMAFamily_TCGen05MMA], 11>],           ["", ".sp", ".sp::ordered_metadata"]>;
def MMAField_ScaleD    : MMAField<       22,  "scaleD",          "scale-d as a constant",              [At<[MMAFamily_WGMMA], 0>],                                                               ["0", "1"]>;
def MMAField_NegateA   : MMAField<       23,  "negA",            "factor of A",                        [At<[MMAFamily_WGMMA], 1>],                                                               ["1", "-1"]>;
def MMAField_NegateB   : MMAField<       24,  "negB",            "factor of B",                        [At<[MMAFamily_WGMMA], 2>],                                                               ["1", "-1"]>;
def MMAField_TransA    : MMAField<       25,  "transA",          "transposition of A",                 [At<[MMAFamily_WGMMA], 3>],                                                               ["0", "1"]>;
def MMAField_TransB    : MMAField<       26,  "transB",          "transposition of B",                 [At<[MMAFamily_WGMMA], 4>],                                                               ["0", "1"]>;
def MMAField_Predicate : MMAField<       27,  "predicated",      "scale-d in a register",              [At<[MMAFamily_WGMMA], 5>],                                                               ["", "predicate"]>;
def MMAField_Residency : MMAField<       28,  "residency",       "where A is",                         [At<[MMAFamily_WGMMA], 29>],                                                              ["", "registers"]>;
def MMAField_Immediates: MMAField<       29,  "imm",             "immediates behind scale-d",          [At<[MMAFamily_WGMMA], 31, 30>],                                                          ["", "scale", "scale,trans"]>;
def MMAField_Action    : MMAField<       30,  "action",          "action",                             [At<[MMAFamily_WGMMASync], 1, 0>],                                                        ["", "fence", "commit_group", "wait_group"]>;
// tcgen05
def MMAField_Management: MMAField<       31,  "management",      "action",                             [At<[MMAFamily_TCGen05], 3, 0>],                                                          ["-", "alloc", "dealloc", "relinquish_alloc_permit", "commit", "shift",
                                                                                                                                                                                                  "wait::ld", "wait::st", "fence::before_thread_sync", "fence::after_thread_sync"]>;
def MMAField_CTAGroup  : MMAField<       32,  "cta_group",       "CTA group",                          [At<[MMAFamily_TCGen05, MMAFamily_TCGen05Copy], 5, 4>, At<[MMAFamily_TCGen05MMA], 1, 0>], ["", ".cta_group::1", ".cta_group::2"]>;
def MMAField_Window    : MMAField<       33,  "window",          "window of shared memory",            [At<[MMAFamily_TCGen05], 6>],                                                             ["", ".shared::cta"]>;
def MMAField_Multicast : MMAField<       34,  "multicast",       "multicast",                          [At<[MMAFamily_TCGen05], 8, 7>],                                                          ["", ".multicast::cluster", ".multicast::cluster::32b", ".multicast::cluster::16b"]>;
def MMAField_CopyShape : MMAField<       35,  "cp_shape",        "shape of the copy",                  [At<[MMAFamily_TCGen05Copy], 3, 1>],                                                      [".128x256b", ".4x256b", ".128x128b", ".64x128b", ".32x128b"]>;
def MMAField_CopyWarps : MMAField<       36,  "cp_warps",        "warps that the copy is for",         [At<[MMAFamily_TCGen05Copy], 10, 9>],                                                     ["", ".warpx2::02_13", ".warpx2::01_23", ".warpx4"]>;
def MMAField_CopyFormat: MMAField<       37,  "cp_format",       "decompression",                      [At<[MMAFamily_TCGen05Copy], 8, 7>],                                                      ["", ".b8x16.b6x16_p32", ".b8x16.b4x16_p64"]>;
def MMAField_Access    : MMAField<       38,  "access",          "access",                             [At<[MMAFamily_TCGen05Access], 1, 0>],                                                    ["ld", "st", "ld.red"]>;
def MMAField_AccessShape : MMAField<     39,  "tmem_shape",      "shape of the access",                [At<[MMAFamily_TCGen05Access], 4, 2>],                                                    [".16x64b", ".16x128b", ".16x256b", ".32x32b", ".16x32bx2"]>;
def MMAField_AccessCount : MMAField<     40,  "tmem_num",        "repetitions of the shape",           [At<[MMAFamily_TCGen05Access], 7, 5>],                                                    [".x1", ".x2", ".x4", ".x8", ".x16", ".x32", ".x64", ".x128"]>;
def MMAField_Packed    : MMAField<       41,  "pack",            "packing of 16-bit elements",         [At<[MMAFamily_TCGen05Access], 16>],                                                      ["", ".pack::16b"]>;
def MMAField_Unpacked  : MMAField<       42,  "unpack",          "unpacking of 16-bit elements",       [At<[MMAFamily_TCGen05Access], 21>],                                                      ["", ".unpack::16b"]>;
def MMAField_Reduction : MMAField<       43,  "redop",           "reduction",                          [At<[MMAFamily_TCGen05Access], 18, 17>],                                                  ["", ".min", ".max"]>;
def MMAField_Absolute  : MMAField<       44,  "abs",             "absolute values",                    [At<[MMAFamily_TCGen05Access], 19>],                                                      ["", ".abs"]>;
def MMAField_NaN       : MMAField<       45,  "nan",             "NaNs win",                           [At<[MMAFamily_TCGen05Access], 20>],                                                      ["", ".NaN"]>;
def MMAField_BlockScale: MMAField<       46,  "block_scale",     "block scaling",                      [At<[MMAFamily_TCGen05MMA], 5>],                                                          ["", ".block_scale"]>;
def MMAField_BlockSize : MMAField<       47,  "block",           "block size",                         [At<[MMAFamily_TCGen05MMA], 10, 9>],                                                      ["", ".block16", ".block32"]>;
def MMAField_ScaleInput: MMAField<       48,  "scale_input_acc", "scale-input-d",                      [At<[MMAFamily_TCGen05MMA], 4>],                                                          ["", "scale-input-d"]>;
def MMAField_MMAKind   : MMAField<       49,  "mma_kind",        "MMA kind",                           [At<[MMAFamily_TCGen05MMA], 8, 6>],                                                       [".kind::mxf4nvf4", ".kind::f8f6f4", ".kind::mxf8f6f4", ".kind::f16",
                                                                                                                                                                                                  ".kind::i8", ".kind::tf32", ".kind::ti16", ".kind::mxf4"]>;
def MMAField_Stationary: MMAField<       50,  "ws",              "weight-stationary",                  [At<[MMAFamily_TCGen05MMA], 12>],                                                         ["", ".ws"]>;
def MMAField_Collector : MMAField<       51,  "usage",           "usage of the collector buffer",      [At<[MMAFamily_TCGen05MMA], 33, 32>],                                                     ["discard", "lastuse", "fill", "use"]>;
def MMAField_AShift    : MMAField<       52,  "ashift",          "shift of A's rows",                  [At<[MMAFamily_TCGen05MMA], 34>],                                                         ["", ".ashift"]>;
def MMAField_Buffer    : MMAField<       53,  "buffer",          "collector buffer of B",              [At<[MMAFamily_TCGen05MMA], 36, 35>],                                                     ["b0", "b1", "b2", "b3"]>;
def MMAField_CollectorB: MMAField<       54,  "usage_b",         "usage of the collector buffer of B", [At<[MMAFamily_TCGen05MMA], 38, 37>],                                                     ["", ".collector::b::lastuse", ".collector::b::fill", ".collector::b::use"]>;
def MMAField_Decompress: MMAField<       55,  "decompress",      "decompression of B",                 [At<[MMAFamily_TCGen05MMA], 13>],                                                         ["", ".decompress::lut::b"]>;
def MMAField_Exclusive : MMAField<       63,  "exclusive",       "exclusive allocation",               [At<[MMAFamily_TCGen05], 9>],                                                             ["", ".exclusive"]>;
def MMAField_Restrict  : MMAField<       64,  "sync_restrict",   "what a commit waits for",            [At<[MMAFamily_TCGen05], 10>],                                                            ["", ".sync_restrict::shared::read::mma::a"]>;
def MMAField_Compressed: MMAField<       65,  "spcompress",      "compression",                        [At<[MMAFamily_TCGen05Access], 22>],                                                      ["", ".spcompress"]>;
}
// Companions, which have no MMA descriptor, have these words of immediates.
def MMAField_BarrierLayout : MMAField<   56,  "layout_version",  "layout of an mbarrier",              [],                                                                                       [".layout::v0", ".layout::v1"]>;
def MMAField_Report    : MMAField<       57,  "report",          "report of a copy to its mbarrier",   [],                                                                                       ["", ".mbarrier::report::validity::per_16bytes::80000000", ".mbarrier::report::validity::per_16bytes::8000",
                                                                                                                                                                                                  ".mbarrier::report::validity::per_16bytes::80", ".mbarrier::report::validity::per_16bytes::8",
                                                                                                                                                                                                  ".mbarrier::report::validity::per_element::ff", ".mbarrier::report::disabled"]>;
def MMAField_Relaxed   : MMAField<       58,  "scope",           "scope of a relaxed access",          [],                                                                                       [".cta", ".cluster", ".gpu", ".sys"]>;
def MMAField_AtomicOrder : MMAField<     60,  "atomic_order",    "order of an atomic access",          [],                                                                                       ["", ".relaxed", ".acquire", ".release", ".acq_rel"]>;
def MMAField_ReductionOrder : MMAField<  61,  "reduction_order", "order of a reduction",               [],                                                                                       ["", ".relaxed", ".release"]>;
def MMAField_AtomicScope : MMAField<     62,  "atomic_scope",    "scope of an atomic access",          [],                                                                                       ["", ".cta", ".cluster", ".gpu", ".sys"]>;
def MMAField_RedOp     : MMAField<       59,  "red_op",          "operation of a reduction",           [],                                                                                       ReductionWords>;
}
// clang-format on

class UniqueKey<MMAField one> {
  assert !eq(!size(!filter(f, AllMMAFields, !eq(f.Key, one.Key))), 1),
         "two MMA descriptor fields have the key '" # one.Key # "'";
}
foreach one = AllMMAFields in
def : UniqueKey<one>;

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

/// A field in the descriptors of one family.
class MMASlot<MMAFamily family, MMAField slotField, int high, int low>
    : BitSlot<slotField, high, low, 1,
              !filter(v, slotField.BitValues, !lt(v.Value, !shl(1, !add(!sub(high, low), 1))))> {
  MMAFamily Family = family;
  assert !and(!ge(high, low), !lt(high, 60)), "bits [63:60] are the family's";
}

defset list<MMASlot> AllMMASlots = {
foreach located = AllMMAFields in
foreach location = located.Locations in
foreach family = location.Families in
def !subst("MMAFamily_", "MMASlot_", !cast<string>(family)) # !subst("MMAField", "", !cast<string>(located))
    : MMASlot<family, located, location.High, location.Low>;
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
