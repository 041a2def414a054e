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
  string Address = "[$tensor_map, {{$" # !interleave(!foreach(c, Coordinates, c.Name), ", $")
                   # "}}]";
  string OffsetText = !if(!empty(offsets), "", ", {{$" # !interleave(offsets, ", $") # "}}");
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
          : CompanionForm<!cast<Companion>("Companion_" # stem), opcode,
                          [multicast.Choice, cache.Choice, Choice<"cta_group", group>],
                          "cp.async.bulk.tensor." # mode.Rank # ".shared::cluster.global" # mode.PTX
                              # ".mbarrier::complete_tx::bytes" # multicast.Modifier
                              # cache.Modifier
                              # !if(group, ".cta_group::" # group, "")
                              # " [$destination], " # mode.Address # ", [$mbarrier]"
                              # mode.OffsetText
                              # multicast.Operand # cache.Operand,
                          !if(group, TensorCopyCTAGroup, legality)>;
    }
  }
}

/// Defines copies to or from the shared memory of one CTA, or to the L2 cache: `arguments` are
/// before and behind the tensor map. `inText` is PTX between the rank and the cache hint. A copy
/// that `reports` has an argument for the report, which came after LLVM 22.
multiclass TensorCopies<string name, string mnemonic, list<TensorCopyMode> modes, string space,
                        list<Argument> before, string modifier,
                        string beforeText, string behindText, CompanionEffects effects,
                        MMALegality legality, bit reports = 0> {
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
          : CompanionForm<!cast<Companion>("Companion_" # stem), stem # cache.Opcode # report.Opcode,
                          !listconcat([cache.Choice], !if(reports, [report.Choice], []<Choice>)),
                          mnemonic # "." # mode.Rank # space # mode.PTX # modifier # report.Modifier
                              # cache.Modifier
                              # " " # beforeText # mode.Address # behindText # mode.OffsetText
                              # cache.Operand, !if(with, TensorCopyRubin, legality)>;
    }
  }
}

multiclass TensorLoadsToCTA<list<TensorCopyMode> modes, MMALegality legality> {
  foreach reports = [0, 1] in
  defm "" : TensorCopies<"g2s.cta", "cp.async.bulk.tensor", modes, ".shared::cta.global",
                         [ToShared3, MBarrier3], ".mbarrier::complete_tx::bytes",
                         "[$destination], ", ", [$mbarrier]", TensorCopyEffects, legality, reports>;
}

multiclass TensorStores<list<TensorCopyMode> modes, MMALegality legality>
    : TensorCopies<"s2g", "cp.async.bulk.tensor", modes, ".global.shared::cta", [FromShared3],
                   ".bulk_group", "", ", [$source]", TensorCopyEffects, legality>;

multiclass TensorReductions<string operation, list<TensorCopyMode> modes>
    : TensorCopies<"reduce." # operation, "cp.reduce.async.bulk.tensor", modes,
                   ".global.shared::cta." # operation, [FromShared3], ".bulk_group", "",
                   ", [$source]", TensorCopyEffects, TensorReduce>;

multiclass TensorPrefetches<list<TensorCopyMode> modes, MMALegality legality>
    : TensorCopies<"prefetch", "cp.async.bulk.prefetch.tensor", modes, ".L2.global", [], "", "",
                   "", CopyHintEffects, legality>;

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
