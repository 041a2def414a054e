//===- AsyncCopies.td - Asynchronous copies and stores ---------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async, cp.async.bulk, tensormap, st.async, red.async, of PTX ISA, "Data Movement and Conversion
// Instructions"; and spcompress and spdecompress. In a mnemonic with two state spaces the first is
// the destination's.
//
//===----------------------------------------------------------------------===//

def OrderedSpace : OrderedModifier<"StateSpace", StateSpace.Words>;
class From<string space> : Some<OrderedSpace, [space]>;
class To<string space> : Some<OrderedSpace, [space]>;

def HintWord   : Modifier<"", ["", ".L2::cache_hint"]>;
def HintPolicy : SourceBits<"cache-policy", 64> {
  let IsHint = 1;
  let With = [".L2::cache_hint"];
}

//===----------------------------------------------------------------------===//
// cp.async, and the groups of copies
//===----------------------------------------------------------------------===//

def AsyncCopyCache : Modifier<"AsyncCopyCache", [".ca", ".cg"]>;
def NoIncrement    : Modifier<"NoIncrement", ["", ".noinc"]>;
def OnlyReads      : Modifier<"OnlyReads", ["", ".read"]>;

defvar AsyncCopyWords = [AsyncCopyCache, Some<OrderedSpace, [".shared", ".shared::cta"]>, From<".global">, HintWord,
                         Modifier<"", ["", ".L2::64B", ".L2::128B", ".L2::256B"]>]<Modifier>;
class CopySize<string cache, list<string> sizes> : SpecialOperand<"cp-size", "16"> {
  let With = [cache];
  let Constants = sizes;
}
defvar SharedFromGlobal = [AddressOperand<"dstMem">, AddressOperand<"srcMem">,
                           CopySize<".ca", ["4", "8", "16"]>, CopySize<".cg", ["16"]>]<PTXOperand>;

// clang-format off
let IsAsynchronous = 1 in {
let Operation = OperationKind_AsyncCopy in {
def PTX_CP_ASYNC                   : PTXInstruction<"cp.async",                   AsyncCopyWords, !listconcat(SharedFromGlobal, [HintPolicy])>;
// The source has fewer bytes, or is ignored.
def PTX_CP_ASYNC_PART              : PTXInstruction<"cp.async",                   AsyncCopyWords, !listconcat(SharedFromGlobal, [SpecialOperand<"src-size", "%r3">, HintPolicy])>;
}
def PTX_CP_ASYNC_COMMIT_GROUP      : PTXInstruction<"cp.async.commit_group",      [],             []>;
def PTX_CP_ASYNC_WAIT_GROUP        : PTXInstruction<"cp.async.wait_group",        [],             [SpecialOperand<"n", "2">]>;
def PTX_CP_ASYNC_WAIT_ALL          : PTXInstruction<"cp.async.wait_all",          [],             []>;
def PTX_CP_ASYNC_MBARRIER_ARRIVE   : PTXInstruction<"cp.async.mbarrier.arrive",   !listconcat([NoIncrement], InOwnShared), AtBarrier>;
def PTX_CP_ASYNC_BULK_COMMIT_GROUP : PTXInstruction<"cp.async.bulk.commit_group", [],             []>;
def PTX_CP_ASYNC_BULK_WAIT_GROUP   : PTXInstruction<"cp.async.bulk.wait_group",   [OnlyReads],    [SpecialOperand<"n", "2">]>;
}
// clang-format on

//===----------------------------------------------------------------------===//
// st.async, red.async, st.bulk
//===----------------------------------------------------------------------===//

/// The operations of reductions and the types of their elements: in memory of the cluster that an
/// mbarrier counts, in global memory, in bytes of the cluster and in bytes of global memory.
class ReductionTypes<string name, list<string> operations, list<string> async, list<string> cluster,
                     list<string> global, list<Modifier> noftz = []> {
  string Name = name;
  list<Modifier> Async = [Some<ReductionOperation, operations>, TypeModifier<async>];
  list<Modifier> Cluster = [Some<ReductionOperation, operations>, TypeModifier<cluster>];
  list<Modifier> Global = !listconcat([Some<ReductionOperation, operations>], noftz, [TypeModifier<global>]);
}
// clang-format off
def Reduce_Add      : ReductionTypes<"ADD",       [".add"],                ["u32", "s32", "u64", "s64"], ["u32", "s32", "u64"], ["u32", "s32", "u64", "f32", "f64"]>;
def Reduce_Extremum : ReductionTypes<"EXTREMUM",  [".min", ".max"],        ["u32", "s32"],               ["u32", "s32"],        ["u32", "s32", "u64", "s64", "f16", "bf16"]>;
def Reduce_Count    : ReductionTypes<"COUNT",     [".inc", ".dec"],        ["u32"],                      ["u32"],               ["u32"]>;
def Reduce_Logic    : ReductionTypes<"LOGIC",     [".and", ".or", ".xor"], ["b32"],                      ["b32"],               ["b32", "b64"]>;
def Reduce_NoFlush  : ReductionTypes<"ADD_NOFTZ", [".add"],                [],                           [],                    ["f16", "bf16", "f32"], [Always<".noftz">]>;
// clang-format on
defvar Reductions = [Reduce_Add, Reduce_Extremum, Reduce_Count, Reduce_Logic];

defvar WeakWord     = Modifier<"", ["", ".weak"]>;
defvar StoredSpace  = Some<StateSpace, ["", ".shared::cta", ".shared::cluster"]>;
defvar ReleaseWords = [Modifier<"", ["", ".mmio"]>, Some<Order, [".release"]>, Some<Scope, [".gpu", ".sys"]>,
                       Some<StateSpace, ["", ".global"]>]<Modifier>;
defvar ScalarTypes  = TypeModifier<["b8", "b16", "b32", "b64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
                                    "f32", "f64"]>;
class SourceVector<string name> : Source<name> { let IsVector = 1; }
class ConstantBits<string name, int width, string example> : SourceBits<name, width> {
  let IsImmediate = 1;
  let Example = example;
}
defvar StoreOf      = [AddressOperand<"a">, Source<"b">]<PTXOperand>;
defvar StoreVector  = [AddressOperand<"a">, SourceVector<"b">, AddressOperand<"mbar">]<PTXOperand>;

// clang-format off
let IsAsynchronous = 1 in {
def PTX_ST_ASYNC_32      : PTXInstruction<"st.async", [WeakWord, StoredSpace, BytesArrive, Some<Vector, ["", ".v2", ".v4"]>, TypeModifier<["b32", "u32", "s32", "f32"]>], StoreVector>;
def PTX_ST_ASYNC_64      : PTXInstruction<"st.async", [WeakWord, StoredSpace, BytesArrive, Some<Vector, ["", ".v2"]>,        TypeModifier<["b64", "u64", "s64", "f64"]>], StoreVector>;
def PTX_ST_ASYNC_128     : PTXInstruction<"st.async", [WeakWord, StoredSpace, BytesArrive, B128Type],                        !listconcat(StoreOf, AtBarrier)>;
let Operation = OperationKind_ReleasingStore in
def PTX_ST_ASYNC_RELEASE : PTXInstruction<"st.async", !listconcat(ReleaseWords, [ScalarTypes]),                              StoreOf>;
}
let Operation = OperationKind_BulkStore in
def PTX_ST_BULK          : PTXInstruction<"st.bulk",  [WeakWord, Some<StateSpace, ["", ".shared::cta"]>],                    [AddressOperand<"a">, SourceBits<"size", 64>, ConstantBits<"initval", 64, "0">]>;
// clang-format on

let IsAsynchronous = 1 in
foreach r = Reductions in {
  def PTX_RED_ASYNC_ # r.Name
      : PTXInstruction<"red.async", !listconcat([Some<Order, [".relaxed"]>, Some<Scope, [".cluster"]>, InCluster, BytesArrive], r.Async),
                       !listconcat(StoreOf, AtBarrier)>;
  let Operation = OperationKind_ReleasingStore in
  def PTX_RED_ASYNC_RELEASE_ # r.Name : PTXInstruction<"red.async", !listconcat(ReleaseWords, r.Async), StoreOf>;
}

//===----------------------------------------------------------------------===//
// cp.async.bulk
//===----------------------------------------------------------------------===//

def CopyReport     : Modifier<"Report", ["", ".mbarrier::report::validity::per_16bytes::80000000",
                                       ".mbarrier::report::validity::per_16bytes::8000",
                                       ".mbarrier::report::validity::per_16bytes::80",
                                       ".mbarrier::report::validity::per_16bytes::8",
                                       ".mbarrier::report::validity::per_element::ff", ".mbarrier::report::disabled"]>;
def MulticastTo  : Modifier<"Multicast", ["", ".multicast::cluster", ".multicast::cluster::32b", ".multicast::cluster::16b"]>;
def CopyMask     : Modifier<"CopyMask", ["", ".cp_mask"]>;
def Mask16       : SourceBits<"ctaMask", 16> { let With = [".multicast::cluster", ".multicast::cluster::16b"]; }
def Mask32       : SourceBits<"ctaMask", 32> { let With = [".multicast::cluster::32b"]; }
def ByteMask     : SourceBits<"byteMask", 16> { let With = [".cp_mask"]; }

/// An order, and behind the words of a copy the type of what is relaxed.
class CopyOrder<list<string> scopes> {
  list<Modifier> Modifiers = [Some<Order, ["", ".weak", ".relaxed"]>,
                              GoesWith<[".relaxed"], Some<Scope, !listconcat([""], scopes)>>];
}
defvar AnyOrder     = CopyOrder<[".cta", ".cluster", ".gpu", ".sys"]>.Modifiers;
defvar ClusterOrder = CopyOrder<[".cta", ".cluster"]>.Modifiers;
defvar RelaxedType  = GoesWith<[".relaxed"], Modifier<"", ["", ".b128"]>>;

defvar BulkOf      = [AddressOperand<"dstMem">, AddressOperand<"srcMem">, SourceBits<"size", 32>]<PTXOperand>;
defvar BulkLoadOf  = !listconcat(BulkOf, AtBarrier);
defvar BytesIgnored = [SourceBits<"ignoreBytesLeft", 32>, SourceBits<"ignoreBytesRight", 32>]<PTXOperand>;
defvar ToGlobal    = [To<".global">, From<".shared::cta">, Always<".bulk_group">]<Modifier>;
defvar ToOthers    = [To<".shared::cluster">, From<".shared::cta">, BytesArrive]<Modifier>;
defvar BulkHintOf  = [AddressOperand<"a">, SourceBits<"size", 32>]<PTXOperand>;

let IsAsynchronous = 1 in {
// clang-format off
let Operation = OperationKind_BulkCopy in {
def PTX_CP_ASYNC_BULK_TO_CLUSTER : PTXInstruction<"cp.async.bulk", !listconcat(AnyOrder, [To<".shared::cluster">, From<".global">, BytesArrive, CopyReport, MulticastTo, HintWord, RelaxedType]),
                                                  !listconcat(BulkLoadOf, [Mask16, Mask32, HintPolicy])>;
def PTX_CP_ASYNC_BULK_TO_CTA     : PTXInstruction<"cp.async.bulk", !listconcat(AnyOrder, [To<".shared::cta">, From<".global">, BytesArrive, CopyReport, HintWord, RelaxedType]),
                                                  !listconcat(BulkLoadOf, [HintPolicy])>;
def PTX_CP_ASYNC_BULK_IGNORE_OOB : PTXInstruction<"cp.async.bulk", !listconcat(AnyOrder, [To<".shared::cta">, From<".global">, BytesArrive, Some<CopyReport, ["", ".mbarrier::report::disabled"]>,
                                                                                          HintWord, Always<".ignore_oob">, RelaxedType]),
                                                  !listconcat(BulkOf, BytesIgnored, AtBarrier, [HintPolicy])>;
def PTX_CP_ASYNC_BULK_WITHIN_CLUSTER : PTXInstruction<"cp.async.bulk", !listconcat(ClusterOrder, ToOthers, [RelaxedType]),             BulkLoadOf>;
}
let Operation = OperationKind_BulkGroupCopy in {
def PTX_CP_ASYNC_BULK_TO_GLOBAL  : PTXInstruction<"cp.async.bulk", !listconcat(AnyOrder, ToGlobal, [HintWord, CopyMask, RelaxedType]), !listconcat(BulkOf, [HintPolicy, ByteMask])>;
def PTX_MULTIMEM_CP_ASYNC_BULK   : PTXInstruction<"multimem.cp.async.bulk", !listconcat(AnyOrder, ToGlobal, [CopyMask, RelaxedType]), !listconcat(BulkOf, [ByteMask])>;
}
def PTX_CP_ASYNC_BULK_PREFETCH   : PTXInstruction<"cp.async.bulk.prefetch.L2.global", [Modifier<"", ["", ".L2::cache_hint", ".L2::evict_last"]>],  !listconcat(BulkHintOf, [HintPolicy])>;
def PTX_APPLYPRIORITY_BULK       : PTXInstruction<"applypriority.async.bulk", [Modifier<"", ["", ".global"]>, Always<".bulk_group">, Always<".L2::evict_normal">], BulkHintOf>;
} // IsAsynchronous
// clang-format on

let IsAsynchronous = 1, Operation = OperationKind_BulkGroupCopy in
foreach r = !listconcat(Reductions, [Reduce_NoFlush]) in {
  def PTX_CP_REDUCE_BULK_ # r.Name
      : PTXInstruction<"cp.reduce.async.bulk", !listconcat(AnyOrder, ToGlobal, [HintWord], r.Global), !listconcat(BulkOf, [HintPolicy])>;
  def PTX_MULTIMEM_CP_REDUCE_BULK_ # r.Name
      : PTXInstruction<"multimem.cp.reduce.async.bulk", !listconcat(AnyOrder, ToGlobal, r.Global), BulkOf>;
}
let IsAsynchronous = 1, Operation = OperationKind_BulkCopy in
foreach r = Reductions in
def PTX_CP_REDUCE_BULK_CLUSTER_ # r.Name
    : PTXInstruction<"cp.reduce.async.bulk", !listconcat(ClusterOrder, ToOthers, r.Cluster), BulkLoadOf>;

defvar ToDevices = [Some<Order, [".release"]>, Some<Scope, [".gpu", ".sys"]>, Some<StateSpace, ["", ".global"]>]<Modifier>;
let IsAsynchronous = 1, Operation = OperationKind_ReleasingStore in {
def PTX_MULTIMEM_ST_ASYNC  : PTXInstruction<"multimem.st.async", !listconcat(ToDevices, [ScalarTypes]), StoreOf>;
def PTX_MULTIMEM_RED_ASYNC : PTXInstruction<"multimem.red.async", !listconcat(ToDevices, Reduce_Add.Cluster), StoreOf>;
}

//===----------------------------------------------------------------------===//
// cp.async.bulk.tensor
//===----------------------------------------------------------------------===//

def TensorRank      : Modifier<"TensorRank", [".1d", ".2d", ".3d", ".4d", ".5d"]>;
def BoxMode         : Modifier<"BoxMode", ["", ".tile", ".tile::gather4", ".tile::scatter4", ".im2col", ".im2col::w",
                                           ".im2col::w::128", ".im2col_no_offs", ".im2col_no_offs::w"]>;
def CTAGroup        : Modifier<"CTAGroup", ["", ".cta_group::1", ".cta_group::2"]>;
def OverrideAddress : Modifier<"OverrideAddress", ["", ".override::global_address"]>;
def OverrideSizes   : Modifier<"OverrideSizes", ["", ".override::global_dim", ".override::global_dim_stride"]>;

/// Describes a part of a tensor: ranks, modes, offsets of im2col. A copy of tiles may override sizes.
class Box<string name, list<string> ranks, list<string> modes, bit hasOffsets = 0> {
  string Name = name;
  list<Modifier> Rank = [Some<TensorRank, ranks>];
  list<Modifier> Mode = [!if(!eq(!head(modes), ""), DefaultsTo<".tile", Some<BoxMode, modes>>, Some<BoxMode, modes>)];
  list<Modifier> Overrides = !listconcat([OverrideAddress], !if(!eq(name, "TILE"), [OverrideSizes], []<Modifier>));
  list<PTXOperand> Offsets = !if(hasOffsets, [SpecialOperand<"im2colInfo">], []<PTXOperand>);
}
defvar AllRanks    = [".1d", ".2d", ".3d", ".4d", ".5d"];
defvar Im2ColRanks = [".3d", ".4d", ".5d"];
defvar TileBox     = Box<"TILE", AllRanks, ["", ".tile"]>;
defvar GatherBox   = Box<"GATHER", [".2d"], [".tile::gather4"]>;
defvar ScatterBox  = Box<"SCATTER", [".2d"], [".tile::scatter4"]>;
defvar Im2ColBox   = Box<"IM2COL", Im2ColRanks, [".im2col", ".im2col::w", ".im2col::w::128"], 1>;
defvar NoOffsetBox = Box<"IM2COL", Im2ColRanks, [".im2col_no_offs", ".im2col_no_offs::w"]>;

defvar MapOperand  = [SpecialOperand<"[tensorMap, tensorCoords]">]<PTXOperand>;
defvar LoadedBox   = !listconcat([AddressOperand<"dstMem">], MapOperand, AtBarrier);
defvar StoredBox   = !listconcat(MapOperand, [AddressOperand<"srcMem">, HintPolicy]);

let IsAsynchronous = 1 in {
foreach b = [TileBox, GatherBox, Im2ColBox] in {
  let Operation = OperationKind_TensorCopy in {
  def PTX_CP_TENSOR_ # b.Name # _TO_CLUSTER
      : PTXInstruction<"cp.async.bulk.tensor", !listconcat(b.Rank, [To<".shared::cluster">, From<".global">], b.Mode,
                                                           [BytesArrive, CopyReport, MulticastTo, HintWord, CTAGroup], b.Overrides),
                       !listconcat(LoadedBox, b.Offsets, [Mask16, Mask32, HintPolicy])>;
  def PTX_CP_TENSOR_ # b.Name # _TO_CTA
      : PTXInstruction<"cp.async.bulk.tensor", !listconcat(b.Rank, [To<".shared::cta">, From<".global">], b.Mode,
                                                           [BytesArrive, CopyReport, CTAGroup, HintWord], b.Overrides),
                       !listconcat(LoadedBox, b.Offsets, [HintPolicy])>;
  }
  def PTX_CP_TENSOR_ # b.Name # _PREFETCH
      : PTXInstruction<"cp.async.bulk.prefetch.tensor", !listconcat(b.Rank, [Always<".L2">, Always<".global">], b.Mode,
                                                                    [Modifier<"", ["", ".L2::cache_hint", ".L2::evict_last"]>], b.Overrides),
                       !listconcat(MapOperand, b.Offsets, [HintPolicy])>;
  def PTX_APPLYPRIORITY_TENSOR_ # b.Name
      : PTXInstruction<"applypriority.async.bulk.tensor", !listconcat(b.Rank, [Modifier<"", ["", ".global"]>, Always<".bulk_group">], b.Mode,
                                                                      [Always<".L2::evict_normal">], b.Overrides),
                       !listconcat(MapOperand, b.Offsets)>;
}
let Operation = OperationKind_BulkGroupCopy in {
foreach b = [TileBox, ScatterBox, NoOffsetBox] in
def PTX_CP_TENSOR_ # b.Name # _TO_GLOBAL
    : PTXInstruction<"cp.async.bulk.tensor", !listconcat(b.Rank, [To<".global">, From<".shared::cta">], b.Mode,
                                                         [Always<".bulk_group">, HintWord], b.Overrides), StoredBox>;
foreach b = [TileBox, NoOffsetBox] in
def PTX_CP_REDUCE_TENSOR_ # b.Name
    : PTXInstruction<"cp.reduce.async.bulk.tensor", !listconcat(b.Rank, [To<".global">, From<".shared::cta">, ReductionOperation], b.Mode,
                                                                [Always<".bulk_group">, HintWord], b.Overrides), StoredBox>;
}
} // IsAsynchronous

//===----------------------------------------------------------------------===//
// tensormap
//===----------------------------------------------------------------------===//

def MapField : Modifier<"MapField", [".global_address", ".rank", ".box_dim", ".global_dim", ".global_stride",
                                     ".element_stride", ".elemtype", ".interleave_layout", ".swizzle_mode",
                                     ".swizzle_atomicity", ".fill_mode"]>;

/// Replaces fields of a type, by a constant alone if they have numbers that stand for something.
class MapReplacement<list<string> fields, string type, bit hasOrdinal, bit isConstant = 0>
    : PTXInstruction<"tensormap.replace.tile",
                     [Some<MapField, fields>, Some<StateSpace, ["", ".global", ".shared::cta"]>, Always<".b1024">, TypeModifier<[type]>],
                     !listconcat([AddressOperand<"addr">], !if(hasOrdinal, [SpecialOperand<"ord", "1">], []<PTXOperand>),
                                 [!if(isConstant, ConstantBits<"new_val", 32, "1">, Source<"new_val">)])>;
// clang-format off
def PTX_TENSORMAP_REPLACE_ADDRESS : MapReplacement<[".global_address"],                            "b64", 0>;
def PTX_TENSORMAP_REPLACE_STRIDE  : MapReplacement<[".global_stride"],                             "b64", 1>;
def PTX_TENSORMAP_REPLACE_EXTENT  : MapReplacement<[".box_dim", ".global_dim", ".element_stride"], "b32", 1>;
def PTX_TENSORMAP_REPLACE_RANK    : MapReplacement<[".rank"],                                      "b32", 0>;
def PTX_TENSORMAP_REPLACE_CODE    : MapReplacement<[".elemtype", ".interleave_layout", ".swizzle_mode", ".swizzle_atomicity", ".fill_mode"], "b32", 0, 1>;
def PTX_TENSORMAP_CP_FENCEPROXY   : PTXInstruction<"tensormap.cp_fenceproxy", [To<".global">, From<".shared::cta">, Always<".tensormap::generic">, Some<Order, [".release"]>,
                                                                               Some<Scope, [".cta", ".cluster", ".gpu", ".sys"]>, Always<".sync">, Always<".aligned">],
                                                   [AddressOperand<"dst">, AddressOperand<"src">, SpecialOperand<"size", "128">]>;
// clang-format on

//===----------------------------------------------------------------------===//
// spcompress, spdecompress
//===----------------------------------------------------------------------===//

def SparseElement : OrderedModifier<"SparseElement", [".b8", ".b16"]>;
def SparseIndex   : OrderedModifier<"SparseIndex", [".b2", ".b4"]>;
def SparseFactor  : Modifier<"SparseFactor", [".sp::1:2", ".sp::1:4", ".sp::1:8", ".sp::1:16", ".sp::2:4", ".sp::2:8",
                                              ".sp::2:16", ".sp::4:8", ".sp::4:16"]>;
def SparseRepeat  : Modifier<"SparseRepeat", [".x1", ".x2", ".x4", ".x8", ".x16", ".x32", ".x64"]>;

// The words say how many registers each vector has.
def PTX_SPCOMPRESS   : PTXInstruction<"spcompress", [SparseElement, SparseIndex, Some<SparseFactor, [".sp::2:4"]>, SparseRepeat],
                                      [SpecialOperand<"metadata">, SpecialOperand<"d">, SpecialOperand<"a">, SpecialOperand<"desc">]>;
def PTX_SPDECOMPRESS : PTXInstruction<"spdecompress", [SparseElement, SparseIndex, SparseFactor, SparseRepeat],
                                      [SpecialOperand<"d">, SpecialOperand<"metadata">, SpecialOperand<"a">]>;
