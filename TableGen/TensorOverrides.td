//===- TensorOverrides.td - cp.async.bulk.tensor of Rubin -----*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows for the additions of PTX ISA 9.4 to the copies of TensorCopy.td: an address, sizes and
// strides in place of the tensor map's, reports to the mbarrier, masks of 32 CTAs,
// priorities in the L2 cache, im2col_no_offs::w. The names are LLVM's after 22, except for those
// with `cta_group` and `16b`.
//
//===----------------------------------------------------------------------===//

/// Replaces a part of the tensor map by operands between it and the coordinates. `dim` needs
/// coordinates of 0.
class TensorOverride<string name, list<string> words, list<Argument> arguments,
                     list<StatementOperand> operands> : CompanionRow {
  string Name = name;
  string Opcode = !toupper(!subst(".", "_", name));
  list<string> Words = words;
  list<Argument> Arguments = arguments;
  list<StatementOperand> Operands = operands;
}
class InMap<list<string> names, bit isVector = 0> : StatementOperand<names, isVector, /*isNested=*/1>;
def TensorOverride_None : TensorOverride<"", [], [], []>;
def TensorOverride_Address : TensorOverride<".override.addr", [".override::global_address"],
                                            [AddressNumber<"address">], [InMap<["address"]>]>;

/// Replaces the sizes of a tensor of some rank, all strides but the innermost in units of 16 bytes,
/// and the upper 4 bits of each stride.
class TensorOverrideSizes<int rank>
    : TensorOverride<".override.addr.dim" # !if(!eq(rank, 1), "", ".stride"),
                     [".override::global_address",
                      ".override::global_dim" # !if(!eq(rank, 1), "", "_stride")],
                     !listconcat([AddressNumber<"address">],
                                 !foreach(i, !range(rank), Argument<"i16", "size" # i>),
                                 !if(!eq(rank, 1), []<Argument>,
                                     !listconcat(!foreach(i, !range(!sub(rank, 1)),
                                                          Argument<"i32", "lower_stride" # i>),
                                                 [Argument<"i16", "upper_stride">]))),
                     !listconcat([InMap<["address"]>, InMap<!foreach(i, !range(rank), "size" # i), 1>],
                                 !if(!eq(rank, 1), []<StatementOperand>,
                                     [InMap<!foreach(i, !range(!sub(rank, 1)), "lower_stride" # i), 1>,
                                      InMap<["upper_stride"]>]))>;
foreach rank = [1, 2, 3, 4, 5] in
def TensorOverride_Sizes # rank : TensorOverrideSizes<rank>;

foreach rank = [3, 4, 5] in
def TensorMode_NoOffsetsW # rank
    : TensorCopyMode<"im2col.w", ".im2col_no_offs::w", rank, rank, []>;
defvar NoOffsetWModes = !foreach(rank, [3, 4, 5],
                                 !cast<TensorCopyMode>("TensorMode_NoOffsetsW" # rank));
defvar LoadModes = !listconcat(TileModes, Im2ColModes, Im2ColWModes, [TensorMode_Gather]);

/// The overrides of a mode.
class TensorOverridesOf<TensorCopyMode mode> {
  list<TensorOverride> Of = !listconcat(
      [TensorOverride_Address],
      !if(!eq(mode.PTX, ".tile"), [!cast<TensorOverride>("TensorOverride_Sizes" # !size(mode.Coordinates))],
          []<TensorOverride>));
  list<TensorOverride> AndNone = !listconcat([TensorOverride_None], Of);
}

/// A mode with an override: the end of the intrinsic's name, its arguments, and the operand in
/// brackets.
class OverriddenMode<TensorCopyMode mode, TensorOverride override> {
  string Name = !subst("." # mode.Rank, override.Name # "." # mode.Rank, mode.Name);
  string Opcode = !toupper(!subst(".", "_", Name));
  list<Argument> Arguments = !listconcat(override.Arguments, mode.Coordinates, mode.Offsets);
  list<StatementOperand> At = !listconcat(mode.Map, override.Operands, mode.At);
}

//===----------------------------------------------------------------------===//
// To the shared memory of CTAs of a cluster
//===----------------------------------------------------------------------===//

defvar GroupWord = Word<MMAField_CTAGroup, CTAGroup>;

/// Values of cta_group and of the report that are legal on the same targets.
class TensorLoadKind<string opcode, Choice group, Choice report, MMALegality legality> {
  string Opcode = opcode;
  list<Choice> Choices = [group, report];
  MMALegality Legality = legality;
  string Group = !if(group.Last, GroupWord.InStatement, "");
  string Report = !if(report.Last, ReportOf<1>.Modifier, "");
}
defvar NoGroup = Choice<"cta_group", 0>;
defvar AGroup = Choice<"cta_group", 1, 2>;
defvar AnyGroup = Choice<"cta_group", 0, 2>;
defvar NoReportChoice = Choice<"report", 0>;
defvar AReport = Choice<"report", 1, 6>;
defvar AnyReport = Choice<"report", 0, 6>;

/// The kinds of a copy that has nothing new itself, and of one that only Rubin has.
class TensorLoadKinds<bit rubin, MMALegality plain, MMALegality grouped> {
  list<TensorLoadKind> List =
      !if(rubin, [TensorLoadKind<"", AnyGroup, AnyReport, TensorCopyRubin>],
                 [TensorLoadKind<"", NoGroup, NoReportChoice, plain>,
                  TensorLoadKind<"_CTA_GROUP", AGroup, NoReportChoice, grouped>,
                  TensorLoadKind<"_REPORT", AnyGroup, AReport, TensorCopyRubin>]);
}

/// Says where a mode is legal that PTX ISA 9.4 writes with `::16b`.
class TensorLoadLegality<TensorCopyMode mode, MaskWidth width> {
  bit IsWritten = !eq(width.PTX, "::16b");
  MMALegality Grouped = !if(IsWritten, TensorCopyMulticast16Family, TensorCopyCTAGroup);
  MMALegality Plain = !cond(!or(!eq(mode.PTX, ".tile"), !eq(mode.PTX, ".im2col"))
                                : !if(IsWritten, TensorCopyMulticast16, TensorCopy),
                            IsWritten : TensorCopyMulticast16Family,
                            !eq(mode.PTX, ".tile::gather4") : TensorCopyGather,
                            true : TensorCopyIm2ColW);
}

/// One intrinsic.
multiclass TensorLoad<TensorCopyMode mode, TensorOverride override, MaskWidth width> {
  defvar place = OverriddenMode<mode, override>;
  defvar stem = "CP_ASYNC_BULK_TENSOR_G2S_" # place.Opcode # width.Opcode;
  defvar legality = TensorLoadLegality<mode, width>;
  def Companion_ # stem
      : Companion<"cp.async.bulk.tensor.g2s." # place.Name # "." # width.Name, [],
                  !listconcat([ToCluster7, MBarrier3, TensorMap], place.Arguments, width.Mask,
                              CachePolicy, UseMulticast, UseCacheHint,
                              [GroupWord, Report]),
                  TensorCopyEffects>;
  foreach many = width.Multicast in
  foreach hint = [0, 1] in
  foreach kind = TensorLoadKinds<!or(!not(!empty(override.Name)), !and(many, !eq(width.PTX, "::32b"))),
                                 legality.Plain, legality.Grouped>.List in {
    defvar cache = CacheHint<hint>;
    defvar multicast = Multicast<many, width.PTX>;
    defvar opcode = stem # multicast.Opcode # cache.Opcode # kind.Opcode;
    def CompanionForm_ # opcode
        : CompanionForm<stem, !listconcat([multicast.Choice, cache.Choice], kind.Choices),
                        Statement<!cast<PTXInstruction>("PTX_CP_TENSOR_" # mode.Box # "_TO_CLUSTER"),
                                  !listconcat(mode.Words, [kind.Report, multicast.Modifier, cache.Modifier, kind.Group],
                                              override.Words),
                                  !listconcat(Named<["destination"]>.List, place.At, Named<["mbarrier"]>.List,
                                              mode.OffsetsOf, multicast.Operands, cache.Operands)>,
                        kind.Legality>;
  }
}

let Origin = OfLaterLLVM in {
foreach mode = LoadModes in {
  foreach override = TensorOverridesOf<mode>.AndNone in
  foreach width = MaskWidths in
  // Sizes go with a mask of 32 CTAs only.
  if !or(!eq(!find(override.Name, ".dim"), -1), !eq(width.PTX, "::32b")) then
  let Origin = !if(!eq(width.Name, "16b"), OfProject, OfLaterLLVM) in
  defm "" : TensorLoad<mode, override, width>;
}
} // Origin

//===----------------------------------------------------------------------===//
// To the shared memory of one CTA, from it, and to the L2 cache
//===----------------------------------------------------------------------===//

/// One intrinsic. The name of its row is `row`, the box, and `ending`; `operation` is the word of a
/// reduction, `report` and `group` are those before the cache hint; `to` and `from` are operands around
/// the tensor map; `inner` and `last` are immediates on the two sides of the cache policy's flag.
/// `unreported` are the choices of forms without a report, which are legal elsewhere.
multiclass TensorCopyOf<string name, string row, string ending, TensorCopyMode mode,
                        TensorOverride override, list<Argument> arguments, list<Argument> inner,
                        list<Argument> last, string operation, string report, string group,
                        list<string> to, list<string> from, Effects effects, list<Choice> choices, MMALegality legality,
                        list<Choice> unreported = [], MMALegality ofUnreported = TensorCopy> {
  defvar place = OverriddenMode<mode, override>;
  defvar stem = !toupper(!subst(".", "_", name # "." # place.Name));
  def "Companion_" # stem
      : Companion<name # "." # place.Name, [],
                  !listconcat(arguments, [TensorMap], place.Arguments, CachePolicy, inner,
                              UseCacheHint, last),
                  effects>;
  foreach hint = [0, 1] in {
    defvar cache = CacheHint<hint>;
    defvar copy = !cast<PTXInstruction>(row # "_" # mode.Box # ending);
    defvar operands = !listconcat(Named<to>.List, place.At, Named<from>.List, mode.OffsetsOf, cache.Operands);
    def "CompanionForm_" # stem # cache.Opcode
        : CompanionForm<stem, !listconcat([cache.Choice], choices),
                        Statement<copy, !listconcat(["." # mode.Rank, operation, mode.PTX, report, group, cache.Modifier],
                                                    override.Words), operands>, legality>;
    if !not(!empty(unreported)) then
    def "CompanionForm_" # stem # cache.Opcode # "_UNREPORTED"
        : CompanionForm<stem, !listconcat([cache.Choice], unreported),
                        Statement<copy, !listconcat(["." # mode.Rank, operation, mode.PTX, group, cache.Modifier],
                                                    override.Words), operands>, ofUnreported>;
  }
}

let Origin = OfLaterLLVM in {
foreach mode = LoadModes in {
  foreach override = TensorOverridesOf<mode>.Of in
  defm "" : TensorCopyOf<"cp.async.bulk.tensor.g2s.cta", "PTX_CP_TENSOR", "_TO_CTA", mode, override,
                         [ToShared3, MBarrier3], [], [Report], "", Report.InStatement, "",
                         ["destination"], ["mbarrier"], TensorCopyEffects, [AnyReport], TensorCopyRubin>;
  // LLVM has no CTA group for these.
  let Origin = OfProject in
  foreach override = TensorOverridesOf<mode>.AndNone in
  defm "" : TensorCopyOf<"cp.async.bulk.tensor.g2s.cta.cta_group", "PTX_CP_TENSOR", "_TO_CTA", mode,
                         override, [ToShared3, MBarrier3], [], [Report, GroupWord], "",
                         Report.InStatement, GroupWord.InStatement, ["destination"], ["mbarrier"],
                         TensorCopyEffects,
                         [!if(!empty(override.Name), AReport, AnyReport), AGroup], TensorCopyRubin,
                         !if(!empty(override.Name), [NoReportChoice, AGroup], []<Choice>),
                         TensorCopyCTAGroup>;
}

defvar OperationWord = Word<MMAField_RedOp, ReductionOperation>;
foreach mode = !listconcat(TileModes, [TensorMode_Scatter], NoOffsetModes, NoOffsetWModes) in {
  defvar isNew = !eq(mode.PTX, ".im2col_no_offs::w");
  foreach override = !if(isNew, TensorOverridesOf<mode>.AndNone, TensorOverridesOf<mode>.Of) in
  defm "" : TensorCopyOf<"cp.async.bulk.tensor.s2g", "PTX_CP_TENSOR", "_TO_GLOBAL", mode, override,
                         [FromShared3], [], [], "", "", "", [], ["source"], TensorCopyEffects, [],
                         TensorCopyRubin>;
  if !ne(mode.PTX, ".tile::scatter4") then
  foreach override = TensorOverridesOf<mode>.AndNone in
  defm "" : TensorCopyOf<"cp.async.bulk.tensor.reduce", "PTX_CP_REDUCE_TENSOR", "", mode, override,
                         [FromShared3], [OperationWord], [], OperationWord.InStatement, "", "", [],
                         ["source"], TensorCopyEffects, [OperationWord.Any],
                         !if(!or(isNew, !not(!empty(override.Name))), TensorCopyRubin, TensorReduce)>;
}

foreach mode = LoadModes in {
  foreach override = TensorOverridesOf<mode>.Of in
  defm "" : TensorCopyOf<"cp.async.bulk.tensor.prefetch", "PTX_CP_TENSOR", "_PREFETCH", mode, override,
                         [], [], [], "", "", "", [], [], CopyHintEffects, [], TensorPriority>;
  foreach override = TensorOverridesOf<mode>.AndNone in {
    defvar place = OverriddenMode<mode, override>;
    defvar arguments = !listconcat([TensorMap], place.Arguments, [Policy]);
    defvar operands = !listconcat(place.At, mode.OffsetsOf);
    defm "" : CompanionInstruction<"cp.async.bulk.tensor.prefetch.evict.priority." # place.Name, [],
                                   arguments, CopyHintEffects,
                                   Statement<!cast<PTXInstruction>("PTX_CP_TENSOR_" # mode.Box # "_PREFETCH"),
                                             !listconcat(mode.Words, [".L2::evict_last"], override.Words), operands>,
                                   TensorPriority, [Choice<"policy", 0>]>;
    defm "" : CompanionInstruction<"applypriority.async.bulk.tensor.evict.priority." # place.Name, [],
                                   arguments, CopyHintEffects,
                                   Statement<!cast<PTXInstruction>("PTX_APPLYPRIORITY_TENSOR_" # mode.Box),
                                             !listconcat(["." # mode.Rank, ".global", mode.PTX], override.Words), operands>,
                                   TensorPriority, [Choice<"policy", 0>]>;
  }
}
} // Origin
