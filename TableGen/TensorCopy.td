//===- TensorCopy.td - cp.async.bulk.tensor -------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of boxes of a tensor, which a tensor map describes: the Tensor Memory Accelerator.
// PTX ISA, "Data Movement and Conversion Instructions: Tensor copy". A mode says what the
// coordinates mean; those of im2col come with offsets, of im2col::w with a halo and an
// offset.
//
//===----------------------------------------------------------------------===//

/// `rank` is the tensor's; PTX has `count` coordinates.
class TensorCopyMode<string llvmName, string ptxName, int rank, int count, list<string> offsets>
    : CompanionRow {
  string Name = llvmName # "." # rank # "d";
  string Opcode = !toupper(!subst(".", "_", Name));
  string Rank = rank # "d";
  string PTX = ptxName;
  list<Argument> Coordinates = !foreach(i, !range(count), Argument<"i32", "c" # i>);
  list<Argument> Offsets = !foreach(o, offsets, Argument<"i16", o>);
  // Operands of the statement, and what is in the names of its rows.
  list<StatementOperand> Map = Named<["tensor_map"]>.List;
  list<StatementOperand> At = [StatementOperand<!foreach(c, Coordinates, c.Name), /*isVector=*/1, /*isNested=*/1>];
  list<StatementOperand> OffsetsOf = !if(!empty(offsets), []<StatementOperand>,
                                         [StatementOperand<offsets, /*isVector=*/1>]);
  string Box = !cond(!eq(ptxName, ".tile") : "TILE", !eq(ptxName, ".tile::gather4") : "GATHER",
                     !eq(ptxName, ".tile::scatter4") : "SCATTER", true : "IM2COL");
  list<string> Words = ["." # Rank, ptxName];
}

foreach rank = [1, 2, 3, 4, 5] in
def TensorMode_Tile # rank : TensorCopyMode<"tile", ".tile", rank, rank, []>;
foreach rank = [3, 4, 5] in {
  def TensorMode_Im2Col # rank
      : TensorCopyMode<"im2col", ".im2col", rank, rank,
                       !foreach(i, !range(!sub(rank, 2)), "offset" # i)>;
  def TensorMode_NoOffsets # rank : TensorCopyMode<"im2col", ".im2col_no_offs", rank, rank, []>;
  def TensorMode_Im2ColW # rank
      : TensorCopyMode<"im2col.w", ".im2col::w", rank, rank, ["w_halo", "w_offset"]>;
  def TensorMode_Im2ColW128 # rank
      : TensorCopyMode<"im2col.w.128", ".im2col::w::128", rank, rank, ["w_halo", "w_offset"]>;
}
def TensorMode_Gather : TensorCopyMode<"tile.gather4", ".tile::gather4", 2, 5, []>;
def TensorMode_Scatter : TensorCopyMode<"tile.scatter4", ".tile::scatter4", 2, 5, []>;

defvar TileModes = !foreach(rank, [1, 2, 3, 4, 5], !cast<TensorCopyMode>("TensorMode_Tile" # rank));
defvar Im2ColModes = !foreach(rank, [3, 4, 5], !cast<TensorCopyMode>("TensorMode_Im2Col" # rank));
defvar NoOffsetModes = !foreach(rank, [3, 4, 5],
                                !cast<TensorCopyMode>("TensorMode_NoOffsets" # rank));
defvar Im2ColWModes = !foreach(mode, ["Im2ColW3", "Im2ColW4", "Im2ColW5", "Im2ColW1283",
                                      "Im2ColW1284", "Im2ColW1285"],
                               !cast<TensorCopyMode>("TensorMode_" # mode));

defvar TensorMap = BaseAddress<"tensor_map">;

/// From global memory to the shared memory of CTAs of a cluster.
multiclass TensorLoads<list<TensorCopyMode> modes, MMALegality legality> {
  foreach mode = modes in {
    defvar stem = "CP_ASYNC_BULK_TENSOR_G2S_" # mode.Opcode;
    def "Companion_" # stem
        : Companion<"cp.async.bulk.tensor.g2s." # mode.Name, [],
                    !listconcat([ToCluster7, MBarrier3, TensorMap], mode.Coordinates, mode.Offsets,
                                CTAMask, CachePolicy, UseMulticast, UseCacheHint,
                                [Immediate<"i32", "cta_group">]), TensorCopyEffects>;
    foreach many = [0, 1] in
    foreach hint = [0, 1] in
    foreach group = [0, 1, 2] in {
      defvar cache = CacheHint<hint>;
      defvar multicast = Multicast<many>;
      defvar opcode = stem # multicast.Opcode # cache.Opcode # !if(group, "_CTA_GROUP" # group, "");
      def "CompanionForm_" # opcode
          : CompanionForm<stem, [multicast.Choice, cache.Choice, Choice<"cta_group", group>],
                          Statement<!cast<PTXInstruction>("PTX_CP_TENSOR_" # mode.Box # "_TO_CLUSTER"),
                                    !listconcat(mode.Words, [multicast.Modifier, cache.Modifier,
                                                             !if(group, ".cta_group::" # group, "")]),
                                    !listconcat(Named<["destination"]>.List, mode.Map, mode.At,
                                                Named<["mbarrier"]>.List, mode.OffsetsOf,
                                                multicast.Operands, cache.Operands)>,
                          !if(group, TensorCopyCTAGroup, legality)>;
    }
  }
}

/// Defines copies to or from the shared memory of one CTA, or to the L2 cache. The name of a row is
/// `row`, the box, and `ending`; `operation` is the word of a reduction; `to` and `from` are operands
/// before and behind the tensor map. A copy that `reports` has an argument for the report, which came
/// after LLVM 22.
multiclass TensorCopies<string name, string row, string ending, list<TensorCopyMode> modes,
                        string operation, list<Argument> before, list<string> to,
                        list<string> from, Effects effects, MMALegality legality,
                        bit reports = 0> {
  foreach mode = modes in {
    defvar stem = "CP_ASYNC_BULK_TENSOR_" # !toupper(!subst(".", "_", name)) # "_" # mode.Opcode
                      # !if(reports, "_FULL", "");
    let Origin = !if(reports, OfProject, OfOlder) in
    def "Companion_" # stem
        : Companion<"cp.async.bulk.tensor." # name # "." # mode.Name # !if(reports, WithAllArguments, ""), [],
                    !listconcat(before, [TensorMap], mode.Coordinates, mode.Offsets,
                                CachePolicy, UseCacheHint,
                                !if(reports, [Report], []<Argument>)), effects>;
    foreach hint = [0, 1] in
    foreach with = !if(reports, [0, 1], [0]) in {
      defvar cache = CacheHint<hint>;
      defvar report = ReportOf<with>;
      def "CompanionForm_" # stem # cache.Opcode # report.Opcode
          : CompanionForm<stem, !listconcat([cache.Choice], !if(reports, [report.Choice], []<Choice>)),
                          Statement<!cast<PTXInstruction>(row # "_" # mode.Box # ending),
                                    ["." # mode.Rank, operation, mode.PTX, report.Modifier, cache.Modifier],
                                    !listconcat(Named<to>.List, mode.Map, mode.At, Named<from>.List,
                                                mode.OffsetsOf, cache.Operands)>,
                          !if(with, TensorCopyRubin, legality)>;
    }
  }
}

multiclass TensorLoadsToCTA<list<TensorCopyMode> modes, MMALegality legality> {
  foreach reports = [0, 1] in
  defm "" : TensorCopies<"g2s.cta", "PTX_CP_TENSOR", "_TO_CTA", modes, "", [ToShared3, MBarrier3],
                         ["destination"], ["mbarrier"], TensorCopyEffects, legality, reports>;
}

multiclass TensorStores<list<TensorCopyMode> modes, MMALegality legality>
    : TensorCopies<"s2g", "PTX_CP_TENSOR", "_TO_GLOBAL", modes, "", [FromShared3], [], ["source"],
                   TensorCopyEffects, legality>;

multiclass TensorReductions<string operation, list<TensorCopyMode> modes>
    : TensorCopies<"reduce." # operation, "PTX_CP_REDUCE_TENSOR", "", modes, "." # operation,
                   [FromShared3], [], ["source"], TensorCopyEffects, TensorReduce>;

multiclass TensorPrefetches<list<TensorCopyMode> modes, MMALegality legality>
    : TensorCopies<"prefetch", "PTX_CP_TENSOR", "_PREFETCH", modes, "", [], [], [], CopyHintEffects,
                   legality>;

defm "" : TensorLoads<!listconcat(TileModes, Im2ColModes), TensorCopy>;
defm "" : TensorLoads<Im2ColWModes, TensorCopyIm2ColW>;
defm "" : TensorLoads<[TensorMode_Gather], TensorCopyGather>;
defm "" : TensorLoadsToCTA<!listconcat(TileModes, Im2ColModes), TensorCopyToCTA>;
defm ""
    : TensorLoadsToCTA<!filter(m, Im2ColWModes, !eq(m.PTX, ".im2col::w")), TensorCopyIm2ColWCTA>;
defm ""
    : TensorLoadsToCTA<!filter(m, Im2ColWModes, !eq(m.PTX, ".im2col::w::128")), TensorCopyIm2ColW>;
defm "" : TensorLoadsToCTA<[TensorMode_Gather], TensorCopyGatherCTA>;
defm "" : TensorStores<!listconcat(TileModes, NoOffsetModes), TensorCopy>;
defm "" : TensorStores<[TensorMode_Scatter], TensorCopyScatter>;
foreach operation = ["add", "min", "max", "inc", "dec", "and", "or", "xor"] in
defm "" : TensorReductions<operation, !listconcat(TileModes, NoOffsetModes)>;
defm "" : TensorPrefetches<!listconcat(TileModes, Im2ColModes), TensorPrefetch>;
defm "" : TensorPrefetches<Im2ColWModes, TensorPrefetchIm2ColW>;
defm "" : TensorPrefetches<[TensorMode_Gather], TensorPrefetchGather>;
