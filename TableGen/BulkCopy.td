//===- BulkCopy.td - cp.async.bulk ----------------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of contiguous memory by the copy engine, and st.bulk. PTX ISA, "Data Movement and
// Conversion Instructions: Bulk copy". Sizes count bytes.
//
//===----------------------------------------------------------------------===//

/// The arguments of a copy that may have a cache hint, in LLVM's order, and what they add
/// to its statement.
class CacheHint<bit with> {
  Choice Choice = Choice<"cache_hint", with>;
  string Opcode = !if(with, "_CACHE_HINT", "");
  string Modifier = !if(with, ".L2::cache_hint", "");
  list<StatementOperand> Operands = !if(with, Named<["cache_policy"]>.List, []<StatementOperand>);
}
defvar CachePolicy = [Argument<"i64", "cache_policy">];
defvar UseCacheHint = [Immediate<"i1", "cache_hint">];

/// The same of one that may go to several CTAs of the cluster. `width` is that of the mask as PTX
/// writes it, "" where it does not.
class Multicast<bit with, string width = ""> {
  Choice Choice = Choice<"multicast", with>;
  string Opcode = !if(with, "_MULTICAST", "");
  string Modifier = !if(with, ".multicast::cluster" # width, "");
  list<StatementOperand> Operands = !if(with, Named<["cta_mask"]>.List, []<StatementOperand>);
}
defvar CTAMask = [Argument<"i16", "cta_mask">];
defvar UseMulticast = [Immediate<"i1", "multicast">];

/// A mask of CTAs in a name of LLVM's after 22, or (16b) in one of ours, whose mnemonic has its width.
class MaskWidth<string name, string type, string ptx, list<int> multicast> : CompanionRow {
  string Name = name;
  string Opcode = "_" # !toupper(name);
  list<Argument> Mask = [Argument<type, "cta_mask">];
  string PTX = ptx;
  list<int> Multicast = multicast; // whether it may be there and not
}
def MaskWidth_I16 : MaskWidth<"i16", "i16", "", [0, 1]>;
def MaskWidth_I32 : MaskWidth<"i32", "i32", "::32b", [0, 1]>;
def MaskWidth_16B : MaskWidth<"16b", "i16", "::16b", [1]>;
defvar MaskWidths = [MaskWidth_I16, MaskWidth_I32, MaskWidth_16B];

/// Selects what a copy reports to its mbarrier of layout v1 besides bytes, by LLVM's numbers, and 6
/// for an explicit .disabled. With `all`, it is a word of the instruction.
defvar Report = Word<MMAField_Report, CopyReport>;
class ReportOf<bit with> {
  Choice Choice = !if(with, Choice<"report", 1, 6>, Choice<"report", 0>);
  string Opcode = !if(with, "_REPORT", "");
  string Modifier = !if(with, Report.InStatement, "");
}

/// A copy that is a relaxed access of some scope, in parts of 16 bytes.
defvar RelaxedScope = Word<MMAField_Relaxed, Scope>;
class RelaxedOf<bit with, int scopes = 4> {
  string Name = !if(with, ".relaxed", "");
  string Opcode = !if(with, "_RELAXED", "");
  list<Argument> Arguments = !if(with, [RelaxedScope], []<Argument>);
  list<Choice> Choices = !if(with, [Choice<"scope", 0, !sub(scopes, 1)>], []<Choice>);
  list<string> Words = !if(with, [".relaxed", RelaxedScope.InStatement], []<string>);
  string Type = !if(with, ".b128", "");
}

/// `words` and `operands` are before the cache hint's, `lastWord` and `lastOperands` behind them.
multiclass BulkCopyForms<string name, string opcode, list<Argument> arguments,
                         list<Argument> last, Effects effects, PTXInstruction row,
                         string lastWord, list<string> operands, list<string> lastOperands,
                         MMALegality legality> {
  def "Companion_" # opcode
      : Companion<name, [], !listconcat(arguments, CachePolicy, UseCacheHint, last), effects>;
  foreach hint = [0, 1] in {
    defvar cache = CacheHint<hint>;
    def "CompanionForm_" # opcode # cache.Opcode
        : CompanionForm<opcode, [cache.Choice],
                        Statement<row, [cache.Modifier, lastWord],
                                  !listconcat(Named<operands>.List, cache.Operands,
                                              Named<lastOperands>.List)>, legality>;
  }
}

defvar ToCluster7 = Argument<"p7", "destination">;
defvar ToShared3 = Argument<"p3", "destination">;
defvar ToGlobal1 = Argument<"p1", "destination">;
defvar FromShared3 = Argument<"p3", "source">;
defvar FromGlobal1 = Argument<"p1", "source">;
defvar MBarrier3 = Argument<"p3", "mbarrier">;
defvar MBarrier7 = Argument<"p7", "mbarrier">;
defvar Bytes = Argument<"i32", "size">;

// clang-format off
defm "" : BulkCopyForms<"cp.async.bulk.shared.cta.to.global", "CP_ASYNC_BULK_SHARED_CTA_TO_GLOBAL",
                        [ToGlobal1, FromShared3, Bytes], [], CopyEffects,
                        PTX_CP_ASYNC_BULK_TO_GLOBAL, "", ["destination", "source", "size"], [], BulkCopy>;
defm "" : BulkCopyForms<"cp.async.bulk.shared.cta.to.global.bytemask", "CP_ASYNC_BULK_SHARED_CTA_TO_GLOBAL_BYTEMASK",
                        [ToGlobal1, FromShared3, Bytes], [Argument<"i16", "byte_mask">], CopyEffects,
                        PTX_CP_ASYNC_BULK_TO_GLOBAL, ".cp_mask", ["destination", "source", "size"],
                        ["byte_mask"], BulkCopyMask>;
defm "" : BulkCopyForms<"cp.async.bulk.prefetch.L2", "CP_ASYNC_BULK_PREFETCH_L2",
                        [FromGlobal1, Bytes], [], CopyHintEffects,
                        PTX_CP_ASYNC_BULK_PREFETCH, "", ["source", "size"], [], BulkPrefetch>;
// clang-format on

/// The operands of copies, without and with an mbarrier.
defvar CopiedBytes = Named<["destination", "source", "size"]>.List;
defvar CountedBytes = !listconcat(CopiedBytes, Named<["mbarrier"]>.List);

defm "" : CompanionInstruction<"cp.async.bulk.shared.cta.to.cluster", [],
                               [ToCluster7, MBarrier3, FromShared3, Bytes], CopyEffects,
                               Statement<PTX_CP_ASYNC_BULK_WITHIN_CLUSTER, [], CountedBytes>, BulkCopy>;

def Companion_CP_ASYNC_BULK_GLOBAL_TO_SHARED_CLUSTER
    : Companion<"cp.async.bulk.global.to.shared.cluster", [],
                !listconcat([ToCluster7, MBarrier3, FromGlobal1, Bytes], CTAMask, CachePolicy,
                            UseMulticast, UseCacheHint), CopyEffects>;
foreach many = [0, 1] in
foreach hint = [0, 1] in {
  defvar cache = CacheHint<hint>;
  defvar multicast = Multicast<many>;
  defvar opcode = "CP_ASYNC_BULK_GLOBAL_TO_SHARED_CLUSTER" # multicast.Opcode # cache.Opcode;
  def "CompanionForm_" # opcode
      : CompanionForm<"CP_ASYNC_BULK_GLOBAL_TO_SHARED_CLUSTER", [multicast.Choice, cache.Choice],
                      Statement<PTX_CP_ASYNC_BULK_TO_CLUSTER, [multicast.Modifier, cache.Modifier],
                                !listconcat(CountedBytes, multicast.Operands, cache.Operands)>,
                      BulkCopy>;
}

foreach space = ["", ".shared.cta"] in
defm "" : CompanionInstruction<"st.bulk" # space, [],
                               [!if(!empty(space), Argument<"p0", "destination">,
                                    RegisterAddress<"destination">),
                                Argument<"i64", "size">, Immediate<"i64", "value">],
                               StoreEffects,
                               Statement<PTX_ST_BULK, [!if(!empty(space), "", ".shared::cta")]>, BulkStore,
                               [Choice<"value", 0>]>;

//===----------------------------------------------------------------------===//
// From global memory: relaxed, with a report, without bytes that are out of bounds
//===----------------------------------------------------------------------===//

/// Defines copies to the shared memory of one CTA. `full` has the arguments that came after LLVM
/// 22.
multiclass BulkCopyToCTAForms<bit relaxed, bit full> {
  defvar access = RelaxedOf<relaxed>;
  defvar later = !and(full, !not(relaxed));
  defvar stem = "CP_ASYNC_BULK_GLOBAL_TO_SHARED_CTA" # access.Opcode # !if(later, "_FULL", "");
  let Origin = !cond(later : OfProject, relaxed : OfLaterLLVM, true : OfOlder) in
  def Companion_ # stem
      : Companion<"cp.async.bulk.global.to.shared.cta" # access.Name # !if(later, WithAllArguments, ""), [],
                  !listconcat([ToShared3, MBarrier3, FromGlobal1, Bytes],
                              !if(full, [Argument<"i32", "ignore_left">, Argument<"i32", "ignore_right">], []<Argument>),
                              CachePolicy, UseCacheHint, !if(full, [Immediate<"i1", "ignore_oob">], []<Argument>),
                              access.Arguments, !if(full, [Report], []<Argument>)),
                  CopyEffects>;
  foreach hint = [0, 1] in
  foreach kind = !if(full, ["", "_REPORT", "_IGNORE_OOB", "_IGNORE_OOB_DISABLED"], [""]) in {
    defvar cache = CacheHint<hint>;
    defvar ignores = !ne(!find(kind, "_IGNORE"), -1);
    defvar opcode = stem # cache.Opcode # kind;
    def CompanionForm_ # opcode
        : CompanionForm<stem, !listconcat([cache.Choice],
                                    !if(full, [Choice<"ignore_oob", ignores>,
                                               !cond(!eq(kind, "_REPORT") : ReportOf<1>.Choice,
                                                     !eq(kind, "_IGNORE_OOB_DISABLED") : Choice<"report", 6>,
                                                     true : ReportOf<0>.Choice)], []<Choice>),
                                    access.Choices),
                        Statement<!if(ignores, PTX_CP_ASYNC_BULK_IGNORE_OOB, PTX_CP_ASYNC_BULK_TO_CTA),
                                  !listconcat(access.Words,
                                              [!cond(!eq(kind, "_REPORT") : Report.InStatement,
                                                     !eq(kind, "_IGNORE_OOB_DISABLED") : ".mbarrier::report::disabled",
                                                     true : ""),
                                               cache.Modifier, access.Type]),
                                  !listconcat(CopiedBytes,
                                              !if(ignores, Named<["ignore_left", "ignore_right"]>.List,
                                                  []<StatementOperand>),
                                              Named<["mbarrier"]>.List, cache.Operands)>,
                        !cond(!or(!eq(kind, "_REPORT"), !eq(kind, "_IGNORE_OOB_DISABLED")) : BulkCopyReport,
                              relaxed : BulkCopyRelaxed, ignores : BulkCopyIgnore,
                              true : BulkCopyToCTA)>;
  }
}

defm "" : BulkCopyToCTAForms</*relaxed=*/0, /*full=*/0>;
defm "" : BulkCopyToCTAForms</*relaxed=*/0, /*full=*/1>;
defm "" : BulkCopyToCTAForms</*relaxed=*/1, /*full=*/1>;

let Origin = OfLaterLLVM in {
foreach relaxed = [0, 1] in {
  defvar access = RelaxedOf<relaxed>;

  foreach width = MaskWidths in {
    defvar stemOfWidth = "CP_ASYNC_BULK_GLOBAL_TO_SHARED_CLUSTER" # access.Opcode # width.Opcode;
    def Companion_ # stemOfWidth
        : Companion<"cp.async.bulk.global.to.shared.cluster" # access.Name # "." # width.Name, [],
                    !listconcat([ToCluster7, MBarrier3, FromGlobal1, Bytes], width.Mask, CachePolicy,
                                UseMulticast, UseCacheHint, access.Arguments, [Report]),
                    CopyEffects>;
    foreach many = width.Multicast in
    foreach hint = [0, 1] in
    foreach reports = [0, 1] in {
      defvar cache = CacheHint<hint>;
      defvar multicast = Multicast<many, width.PTX>;
      defvar report = ReportOf<reports>;
      defvar opcode = stemOfWidth # multicast.Opcode # cache.Opcode # report.Opcode;
      def CompanionForm_ # opcode
          : CompanionForm<stemOfWidth, !listconcat([multicast.Choice, cache.Choice, report.Choice], access.Choices),
                          Statement<PTX_CP_ASYNC_BULK_TO_CLUSTER,
                                    !listconcat(access.Words, [report.Modifier, multicast.Modifier,
                                                               cache.Modifier, access.Type]),
                                    !listconcat(CountedBytes, multicast.Operands, cache.Operands)>,
                          !cond(reports : BulkCopyReport,
                                !and(many, !eq(width.PTX, "::32b")) : BulkCopyMulticast32,
                                !and(relaxed, !eq(width.PTX, "::16b")) : BulkCopyRelaxedMulticast16,
                                relaxed : BulkCopyRelaxed,
                                !eq(width.PTX, "::16b") : BulkCopyMulticast16,
                                true : BulkCopy)>;
    }
  }
}
} // Origin

//===----------------------------------------------------------------------===//
// Priorities in the L2 cache
//===----------------------------------------------------------------------===//

defvar Policy = Immediate<"i32", "policy">;
let Origin = OfLaterLLVM in {
defm "" : CompanionInstruction<"cp.async.bulk.prefetch.evict.priority", [],
                               [FromGlobal1, Bytes, Policy], CopyHintEffects,
                               Statement<PTX_CP_ASYNC_BULK_PREFETCH, [".L2::evict_last"], Named<["source", "size"]>.List>,
                               BulkPriority, [Choice<"policy", 0>]>;
defm "" : CompanionInstruction<"applypriority.async.bulk.evict.priority", [],
                               [FromGlobal1, Bytes, Policy], CopyHintEffects,
                               Statement<PTX_APPLYPRIORITY_BULK, [".global"], Named<["source", "size"]>.List>,
                               BulkPriority, [Choice<"policy", 0>]>;
} // Origin

//===----------------------------------------------------------------------===//
// What LLVM does not have; named as PTX has it
//===----------------------------------------------------------------------===//

let Origin = OfProject in {
defm "" : CompanionInstruction<"cp.async.bulk.relaxed.shared.cluster.shared.cta.mbarrier.complete_tx.bytes.b128",
                               [], [ToCluster7, FromShared3, Bytes, MBarrier3, RelaxedScope], CopyEffects,
                               Statement<PTX_CP_ASYNC_BULK_WITHIN_CLUSTER,
                                         !listconcat(RelaxedOf<1>.Words, [".b128"])>,
                               BulkCopyRelaxed, [Choice<"scope", 0, 1>]>;

foreach masked = [0, 1] in {
  defvar mask = !if(masked, [Argument<"i16", "byte_mask">], []<Argument>);
  defvar modifier = !if(masked, ".cp_mask", "");
  defvar masks = !if(masked, Named<["byte_mask"]>.List, []<StatementOperand>);
  defvar operands = [ToGlobal1, FromShared3, Bytes];
  def Companion_CP_ASYNC_BULK_RELAXED_GLOBAL # !toupper(!subst(".", "_", modifier))
      : Companion<"cp.async.bulk.relaxed.global.shared.cta.bulk_group" # modifier # ".b128", [],
                  !listconcat(operands, mask, CachePolicy, UseCacheHint, [RelaxedScope]), CopyEffects>;
  foreach hint = [0, 1] in {
    defvar cache = CacheHint<hint>;
    defvar opcode = "CP_ASYNC_BULK_RELAXED_GLOBAL" # !toupper(!subst(".", "_", modifier));
    def CompanionForm_ # opcode # cache.Opcode
        : CompanionForm<opcode, [cache.Choice, RelaxedScope.Any],
                        Statement<PTX_CP_ASYNC_BULK_TO_GLOBAL,
                                  !listconcat(RelaxedOf<1>.Words, [cache.Modifier, modifier, ".b128"]),
                                  !listconcat(CopiedBytes, cache.Operands, masks)>,
                        !if(masked, BulkCopyRelaxedMask, BulkCopyRelaxed)>;
  }
  foreach relaxed = [0, 1] in {
    defvar access = RelaxedOf<relaxed>;
    defm "" : CompanionInstruction<"multimem.cp.async.bulk" # access.Name
                                       # ".global.shared.cta.bulk_group" # modifier # access.Type,
                                   [], !listconcat(operands, mask, access.Arguments), CopyEffects,
                                   Statement<PTX_MULTIMEM_CP_ASYNC_BULK,
                                             !listconcat(access.Words, [modifier, access.Type])>,
                                   !cond(!and(relaxed, masked) : MultimemCopyRelaxedMask,
                                         relaxed : MultimemCopyRelaxed, masked : MultimemCopyMask,
                                         true : MultimemCopy),
                                   access.Choices>;
  }
}
} // Origin

/// Reductions of contiguous memory: operation and type as PTX has them, and what ends the names of
/// their rows.
class BulkReduction<string operation, list<string> types> : CompanionRow {
  string Name = operation;
  string Row = !cond(!eq(operation, "add") : "ADD", !eq(operation, "add.noftz") : "ADD_NOFTZ",
                     !or(!eq(operation, "min"), !eq(operation, "max")) : "EXTREMUM",
                     !or(!eq(operation, "inc"), !eq(operation, "dec")) : "COUNT", true : "LOGIC");
  string Operation = "." # !subst(".noftz", "", operation);
  list<string> Types = types;
}
defvar GlobalReductions = [BulkReduction<"add", ["u32", "s32", "u64", "f32", "f64"]>,
                           BulkReduction<"add.noftz", ["f16", "bf16", "f32"]>,
                           BulkReduction<"min", ["u32", "s32", "u64", "s64", "f16", "bf16"]>,
                           BulkReduction<"max", ["u32", "s32", "u64", "s64", "f16", "bf16"]>,
                           BulkReduction<"inc", ["u32"]>, BulkReduction<"dec", ["u32"]>,
                           BulkReduction<"and", ["b32", "b64"]>, BulkReduction<"or", ["b32", "b64"]>,
                           BulkReduction<"xor", ["b32", "b64"]>];
defvar ClusterReductions = [BulkReduction<"add", ["u32", "s32", "u64"]>,
                            BulkReduction<"min", ["u32", "s32"]>, BulkReduction<"max", ["u32", "s32"]>,
                            BulkReduction<"inc", ["u32"]>, BulkReduction<"dec", ["u32"]>,
                            BulkReduction<"and", ["b32"]>, BulkReduction<"or", ["b32"]>,
                            BulkReduction<"xor", ["b32"]>];

let Origin = OfProject in {
foreach relaxed = [0, 1] in {
  foreach reduction = GlobalReductions in
  foreach type = reduction.Types in {
    defvar access = RelaxedOf<relaxed>;
    defvar flushes = !and(!eq(reduction.Name, "add.noftz"), !eq(type, "f32"));
    defvar words = [reduction.Operation, "." # type];
    defvar name = "cp.reduce.async.bulk" # access.Name # ".global.shared.cta.bulk_group."
                      # reduction.Name # "." # type;
    defvar opcode = !toupper(!subst(".", "_", name));
    def Companion_ # opcode
        : Companion<name, [], !listconcat([ToGlobal1, FromShared3, Bytes], CachePolicy, UseCacheHint,
                                          access.Arguments), CopyEffects>;
    foreach hint = [0, 1] in {
      defvar cache = CacheHint<hint>;
      def CompanionForm_ # opcode # cache.Opcode
          : CompanionForm<opcode, !listconcat([cache.Choice], access.Choices),
                          Statement<!cast<PTXInstruction>("PTX_CP_REDUCE_BULK_" # reduction.Row),
                                    !listconcat(access.Words, [cache.Modifier], words),
                                    !listconcat(CopiedBytes, cache.Operands)>,
                          !cond(flushes : BulkReduceFlush, relaxed : BulkReduceRelaxed,
                                true : BulkReduce)>;
    }
    defm "" : CompanionInstruction<"multimem." # name, [],
                                   !listconcat([ToGlobal1, FromShared3, Bytes], access.Arguments),
                                   CopyEffects,
                                   Statement<!cast<PTXInstruction>("PTX_MULTIMEM_CP_REDUCE_BULK_" # reduction.Row),
                                             !listconcat(access.Words, words)>,
                                   !cond(flushes : MultimemReduceFlush,
                                         relaxed : MultimemReduceRelaxed, true : MultimemReduce),
                                   access.Choices>;
  }
  foreach reduction = ClusterReductions in
  foreach type = reduction.Types in {
    defvar access = RelaxedOf<relaxed, /*scopes=*/2>;
    defm "" : CompanionInstruction<"cp.reduce.async.bulk" # access.Name
                                       # ".shared.cluster.shared.cta.mbarrier.complete_tx.bytes."
                                       # reduction.Name # "." # type,
                                   [], !listconcat([ToCluster7, FromShared3, Bytes, MBarrier7],
                                                   access.Arguments), CopyEffects,
                                   Statement<!cast<PTXInstruction>("PTX_CP_REDUCE_BULK_CLUSTER_" # reduction.Row),
                                             !listconcat(access.Words, [reduction.Operation, "." # type])>,
                                   !if(relaxed, BulkReduceRelaxed, BulkReduce), access.Choices>;
  }
}
} // Origin
