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
/// to PTX's text.
class CacheHint<bit with> {
  Choice Choice = Choice<"cache_hint", with>;
  string Opcode = !if(with, "_CACHE_HINT", "");
  string Modifier = !if(with, ".L2::cache_hint", "");
  string Operand = !if(with, ", $cache_policy", "");
}
defvar CachePolicy = [Argument<"i64", "cache_policy">];
defvar UseCacheHint = [Immediate<"i1", "cache_hint">];

/// The same of one that may go to several CTAs of the cluster.
class Multicast<bit with> {
  Choice Choice = Choice<"multicast", with>;
  string Opcode = !if(with, "_MULTICAST", "");
  string Modifier = !if(with, ".multicast::cluster", "");
  string Operand = !if(with, ", $cta_mask", "");
}
defvar CTAMask = [Argument<"i16", "cta_mask">];
defvar UseMulticast = [Immediate<"i1", "multicast">];

/// `Text` is between the mnemonic's modifiers and the operand of the cache hint.
multiclass BulkCopyForms<string name, string opcode, list<Argument> arguments,
                         list<Argument> last, CompanionEffects effects, string mnemonic,
                         string modifier, string operands, string lastOperand,
                         MMALegality legality> {
  def "Companion_" # opcode
      : Companion<name, [], !listconcat(arguments, CachePolicy, UseCacheHint, last), effects>;
  foreach hint = [0, 1] in {
    defvar cache = CacheHint<hint>;
    def "CompanionForm_" # opcode # cache.Opcode
        : CompanionForm<!cast<Companion>("Companion_" # opcode), opcode # cache.Opcode,
                        [cache.Choice],
                        mnemonic # cache.Modifier # modifier # " " # operands # cache.Operand
                            # lastOperand,
                        legality>;
  }
}

defvar ToCluster7 = Argument<"p7", "destination">;
defvar ToShared3 = Argument<"p3", "destination">;
defvar ToGlobal1 = Argument<"p1", "destination">;
defvar FromShared3 = Argument<"p3", "source">;
defvar FromGlobal1 = Argument<"p1", "source">;
defvar MBarrier3 = Argument<"p3", "mbarrier">;
defvar Bytes = Argument<"i32", "size">;

// clang-format off
defm "" : BulkCopyForms<"cp.async.bulk.global.to.shared.cta", "CP_ASYNC_BULK_GLOBAL_TO_SHARED_CTA",
                        [ToShared3, MBarrier3, FromGlobal1, Bytes], [], CopyEffects,
                        "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes", "",
                        "[$destination], [$source], $size, [$mbarrier]", "", BulkCopyToCTA>;
defm "" : BulkCopyForms<"cp.async.bulk.shared.cta.to.global", "CP_ASYNC_BULK_SHARED_CTA_TO_GLOBAL",
                        [ToGlobal1, FromShared3, Bytes], [], CopyEffects,
                        "cp.async.bulk.global.shared::cta.bulk_group", "",
                        "[$destination], [$source], $size", "", BulkCopy>;
defm "" : BulkCopyForms<"cp.async.bulk.shared.cta.to.global.bytemask", "CP_ASYNC_BULK_SHARED_CTA_TO_GLOBAL_BYTEMASK",
                        [ToGlobal1, FromShared3, Bytes], [Argument<"i16", "byte_mask">], CopyEffects,
                        "cp.async.bulk.global.shared::cta.bulk_group", ".cp_mask",
                        "[$destination], [$source], $size", ", $byte_mask", BulkCopyMask>;
defm "" : BulkCopyForms<"cp.async.bulk.prefetch.L2", "CP_ASYNC_BULK_PREFETCH_L2",
                        [FromGlobal1, Bytes], [], CopyHintEffects,
                        "cp.async.bulk.prefetch.L2.global", "",
                        "[$source], $size", "", BulkPrefetch>;
// clang-format on

defm "" : CompanionInstruction<"cp.async.bulk.shared.cta.to.cluster", [],
                               [ToCluster7, MBarrier3, FromShared3, Bytes], CopyEffects,
                               "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
                                   # "[$destination], [$source], $size, [$mbarrier]", BulkCopy>;

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
      : CompanionForm<Companion_CP_ASYNC_BULK_GLOBAL_TO_SHARED_CLUSTER, opcode,
                      [multicast.Choice, cache.Choice],
                      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                          # multicast.Modifier # cache.Modifier
                          # " [$destination], [$source], $size, [$mbarrier]"
                          # multicast.Operand # cache.Operand, BulkCopy>;
}

foreach space = ["", ".shared.cta"] in
defm "" : CompanionInstruction<"st.bulk" # space, [],
                               [!if(!empty(space), Argument<"p0", "destination">,
                                    RegisterAddress<"destination">),
                                Argument<"i64", "size">, Immediate<"i64", "value">],
                               StoreEffects,
                               "st.bulk" # !if(!empty(space), "", ".shared::cta")
                                   # " [$destination], $size, $value", BulkStore,
                               [Choice<"value", 0>]>;
