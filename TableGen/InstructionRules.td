//===- InstructionRules.td - PTX that is no row -----------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows say where PTX instructions are legal that are neither matrix instructions nor
// companions, as ptxas 13.0 has it. An instruction without a rule is legal on every target of
// the model.
//
//===----------------------------------------------------------------------===//

/// Gives the legality of the instructions whose mnemonics begin with some words ("ld|st" are two) and
/// that satisfy all conditions, which spaces separate. A condition is satisfied by one of its
/// alternatives: a word of the mnemonic, types that it ends with (".f32.bf16"), a number of
/// operands ("#4"), or that a word is not there ("!noComplete"). "%clusterid" is a special register, read by any instruction; ".maxclusterrank" is
/// a directive of a kernel. The example is legal on the targets that the rule names and nowhere else.
class InstructionRule<string instructions, string conditions, MMALegality legality, string example> {
  string Instructions = instructions;
  string Conditions = conditions;
  MMALegality Legality = legality;
  string Example = example;
}

defvar BF16Types = "bf16|bf16x2";
defvar NarrowMultimemTargets = GPUTargetUnion<[SM100To110Families, SM120ArchitecturesUp]>;
/// Conversions between bf16 and all but f32.
defvar BF16Conversions = !interleave(!foreach(type, ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f16", "bf16", "f64"],
                                           "." # type # ".bf16|.bf16." # type), "|");

// clang-format off
defset list<InstructionRule> AllInstructionRules = {
// Registers: %h 16 bits, %r 32, %d 64, %q 128, %f of floats, %e of doubles, %p of predicates.
//                    instructions     conditions               where legal (targets, first PTX version, source), example
// Warps, blocks, clusters, grids.
def : InstructionRule<"redux",         "", MMALegality<SM80Up, 70, "PTX ISA 7.0, redux.sync">, "redux.sync.add.s32 %r0, %r1, 0xffffffff;">;
def : InstructionRule<"barrier.cta",   "", MMALegality<AnyTarget, 78, "PTX ISA 7.8, barrier.cta">, "barrier.cta.sync 0;">;
def : InstructionRule<"barrier.cluster","", MMALegality<SM90Up, 78, "PTX ISA 7.8, barrier.cluster">, "barrier.cluster.arrive;">;
def : InstructionRule<"mapa",          "", MapA, "mapa.u64 %d0, %d1, 0;">;
def : InstructionRule<"getctarank",    "", MMALegality<SM90Up, 78, "PTX ISA 7.8, getctarank">, "getctarank.shared::cluster.u32 %r0, %r1;">;
def : InstructionRule<"isspacep|cvta", "shared::cluster", MMALegality<SM90Up, 78, "PTX ISA 7.8, isspacep and cvta .shared::cluster">, "isspacep.shared::cluster %p0, %d0;">;
def : InstructionRule<"isspacep|cvta", "param", MMALegality<AnyTarget, 77, "PTX ISA 7.7, isspacep and cvta .param">, "isspacep.param %p0, %d0;">;
def : InstructionRule<"isspacep|cvta", "shared::cta", MMALegality<AnyTarget, 78, "PTX ISA 7.8, .shared::cta">, "isspacep.shared::cta %p0, %d0;">;
def : InstructionRule<"ld|st|cvta|isspacep", "param::entry|param::func", MMALegality<AnyTarget, 83, "PTX ISA 8.3, .param::entry and .param::func">, "isspacep.param::entry %p0, %d0;">;
def : InstructionRule<"nanosleep",     "", MMALegality<AnyTarget, 62, "PTX ISA 6.2, nanosleep">, "nanosleep.u32 %r0;">;
def : InstructionRule<".reqnctapercluster|.maxclusterrank|.explicitcluster","", MMALegality<SM90Up, 78, "PTX ISA 7.8, clusters">, ".reqnctapercluster 2, 1, 1">;
// Special registers.
def : InstructionRule<"%cluster_ctaid|%cluster_nctaid|%cluster_ctarank|%cluster_nctarank|%clusterid|%nclusterid|%is_explicit_cluster",
                                       "", MMALegality<SM90Up, 78, "PTX ISA 7.8, clusters">, "mov.u32 %r0, %cluster_ctaid.x;">;
def : InstructionRule<"%aggr_smem_size","", MMALegality<SM90Up, 81, "PTX ISA 8.1, %aggr_smem_size">, "mov.u32 %r0, %aggr_smem_size;">;
def : InstructionRule<"%reserved_smem_offset_begin|%reserved_smem_offset_end|%reserved_smem_offset_cap|%reserved_smem_offset_0|%reserved_smem_offset_1",
                                       "", MMALegality<SM80Up, 76, "PTX ISA 7.6, reserved shared memory">, "mov.u32 %r0, %reserved_smem_offset_begin;">;
def : InstructionRule<"%current_graph_exec","", MMALegality<AnyTarget, 80, "PTX ISA 8.0, %current_graph_exec">, "mov.u64 %d0, %current_graph_exec;">;
// mbarrier and asynchronous copies.
def : InstructionRule<"mbarrier",      "", MMALegality<SM80Up, 70, "PTX ISA 7.0, mbarrier">, "mbarrier.inval.shared.b64 [%r0];">;
def : InstructionRule<"mbarrier.test_wait","parity", MBarrierTestParity, "mbarrier.test_wait.parity.b64 %p0, [%d0], 0;">;
def : InstructionRule<"mbarrier.try_wait","", MBarrierTryWait, "mbarrier.try_wait.b64 %p0, [%d0], %d1;">;
def : InstructionRule<"mbarrier",      "expect_tx|complete_tx|shared::cluster", MBarrierCluster, "mbarrier.arrive.expect_tx.b64 %d1, [%d0], 16;">;
def : InstructionRule<"mbarrier.arrive|mbarrier.arrive_drop", "#3 !noComplete", MBarrierCount, "mbarrier.arrive.b64 %d1, [%d0], 2;">;
def : InstructionRule<"mbarrier",      "release|acquire", MMALegality<SM80Up, 80, "PTX ISA 8.0, mbarrier .release and .acquire">, "mbarrier.arrive.release.cta.b64 %d1, [%d0];">;
def : InstructionRule<"mbarrier",      "cluster", MBarrierCluster, "mbarrier.arrive.release.cluster.b64 %d1, [%d0];">;
def : InstructionRule<"mbarrier",      "relaxed", MBarrierRelaxed, "mbarrier.arrive.relaxed.cta.b64 %d1, [%d0];">;
def : InstructionRule<"mbarrier",      "shared::cta", MMALegality<SM80Up, 78, "PTX ISA 7.8, .shared::cta">, "mbarrier.inval.shared::cta.b64 [%r0];">;
def : InstructionRule<"cp.async",      "", AsyncCopy, "cp.async.wait_all;">;
def : InstructionRule<"mbarrier",      "phase_type::primary|phase_type::conditional", MBarrierPhaseType, "mbarrier.test_wait.phase_type::primary.b64 %p0, [%d0], %d1;">;
def : InstructionRule<"mbarrier",      "multicast::cluster::32b", MBarrierMulticast, "mbarrier.expect_tx.multicast::cluster::32b.b64 [%d0], 16, %r1;">;
def : InstructionRule<"cp.async.bulk|cp.reduce.async.bulk", "", BulkCopy, "cp.async.bulk.commit_group;">;
def : InstructionRule<"cp.async.bulk|cp.reduce.async.bulk", "weak", BulkCopyRelaxed, "cp.async.bulk.weak.global.shared::cta.bulk_group [%d0], [%r1], 16;">;
def : InstructionRule<"applypriority.async.bulk", "", BulkPriority, "applypriority.async.bulk.bulk_group.L2::evict_normal [%d0], 128;">;
def : InstructionRule<"clusterlaunchcontrol", "", ClusterLaunch, "clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes.b128 [%d0], [%d1];">;
def : InstructionRule<"clusterlaunchcontrol", "multicast::cluster::all", ClusterLaunchMulticast, "clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [%d0], [%d1];">;
def : InstructionRule<"st.async",      "b128", AsyncStore128, "st.async.mbarrier::complete_tx::bytes.b128 [%d0], %q0, [%d1];">;
def : InstructionRule<"red.async|st.async","release", AsyncStoreRelease, "red.async.release.gpu.global.add.u32 [%d0], %r1;">;
def : InstructionRule<"red.async|st.async","", AsyncStore, "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r0], %r1, [%r2];">;
def : InstructionRule<"st.bulk",       "", BulkStore, "st.bulk.weak.shared::cta [%r0], 64, 0;">;
def : InstructionRule<"multimem",      "", MMALegality<SM90Up, 81, "PTX ISA 8.1, multimem">, "multimem.red.relaxed.gpu.global.add.u32 [%d0], %r0;">;
def : InstructionRule<"multimem.cp.async.bulk|multimem.cp.reduce.async.bulk", "weak", MultimemCopyRelaxed, "multimem.cp.async.bulk.weak.global.shared::cta.bulk_group [%d0], [%r1], 16;">;
def : InstructionRule<"multimem.st.async|multimem.red.async", "", MultimemStore, "multimem.st.async.release.gpu.b32 [%d0], %r1;">;
def : InstructionRule<"multimem",      "e4m3|e5m2|e4m3x2|e5m2x2|e4m3x4|e5m2x4|acc::f16", MMALegality<NarrowMultimemTargets, 86, "PTX ISA 8.6, multimem .e4m3, .e5m2 and .acc::f16">, "multimem.ld_reduce.relaxed.gpu.global.add.acc::f16.v4.e4m3x4 {%r0, %r1, %r2, %r3}, [%d0];">;
def : InstructionRule<"tensormap.replace","", TensorMapReplace, "tensormap.replace.tile.global_address.b1024.b64 [%d0], %d1;">;
def : InstructionRule<"tensormap.replace","swizzle_atomicity", TensorMapReplaceAtoms, "tensormap.replace.tile.swizzle_atomicity.b1024.b32 [%d0], 1;">;
// Fences.
def : InstructionRule<"fence",         "cluster", MMALegality<SM90Up, 78, "PTX ISA 7.8, fence .cluster">, "fence.acq_rel.cluster;">;
def : InstructionRule<"membar.proxy",  "", MMALegality<AnyTarget, 75, "PTX ISA 7.5, membar.proxy">, "membar.proxy.alias;">;
// Caches.
def : InstructionRule<"createpolicy",  "", MMALegality<SM80Up, 74, "PTX ISA 7.4, createpolicy">, "createpolicy.fractional.L2::evict_last.b64 %d1, 1.0;">;
def : InstructionRule<"ld|st",         "L1::evict_last|L1::evict_first|L1::no_allocate|L1::evict_unchanged|L1::evict_normal", MMALegality<AnyTarget, 74, "PTX ISA 7.4, .level::eviction_priority">, "ld.global.L1::evict_last.u32 %r0, [%d0];">;
def : InstructionRule<"ld|st",         "L2::evict_last|L2::evict_first|L2::evict_normal", MMALegality<SM100Up, 88, "PTX ISA 8.8, .L2::eviction_priority">, "ld.global.L2::evict_last.v8.u32 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%d0];">;
def : InstructionRule<"ld|st|atom|red","L2::cache_hint", MMALegality<SM80Up, 74, "PTX ISA 7.4, .L2::cache_hint">, "ld.global.L2::cache_hint.u32 %r0, [%d0], %d1;">;
def : InstructionRule<"ld",            "L2::64B|L2::128B", MMALegality<SM75Up, 74, "PTX ISA 7.4, .level::prefetch_size">, "ld.global.L2::128B.u32 %r0, [%d0];">;
def : InstructionRule<"ld",            "L2::256B", MMALegality<SM80Up, 74, "PTX ISA 7.4, .L2::256B">, "ld.global.L2::256B.u32 %r0, [%d0];">;
def : InstructionRule<"prefetch",      "L2::evict_last|L2::evict_normal", PrefetchEvict, "prefetch.L2::evict_last [%d0];">;
// Loads, stores and atomics.
def : InstructionRule<"ld|st",         "v8", MMALegality<SM100Up, 88, "PTX ISA 8.8, .v8">, "ld.global.v8.u32 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%d0];">;
def : InstructionRule<"ld|st",         "v4 b64|u64|s64|f64", MMALegality<SM100Up, 88, "PTX ISA 8.8, .v4 of 64 bits">, "st.global.v4.u64 [%d0], {%d1, %d2, %d3, %d4};">;
def : InstructionRule<"ld|st|mov",     "b128", MMALegality<AnyTarget, 83, "PTX ISA 8.3, .b128">, "ld.global.b128 %q0, [%d0];">;
def : InstructionRule<"ld|st",         "mmio", MMALegality<AnyTarget, 82, "PTX ISA 8.2, .mmio">, "ld.mmio.relaxed.sys.global.u32 %r0, [%d0];">;
def : InstructionRule<"ld|st|atom|red","cluster", MMALegality<SM90Up, 78, "PTX ISA 7.8, .cluster">, "ld.relaxed.cluster.global.u32 %r0, [%d0];">;
def : InstructionRule<"ld|st|atom|red","shared::cluster", MMALegality<SM90Up, 78, "PTX ISA 7.8, .shared::cluster">, "atom.shared::cluster.add.u32 %r0, [%r1], %r2;">;
def : InstructionRule<"ld|st|atom|red","shared::cta", MMALegality<AnyTarget, 78, "PTX ISA 7.8, .shared::cta">, "ld.shared::cta.u32 %r0, [%r1];">;
def : InstructionRule<"atom|red",      BF16Types, MMALegality<SM90Up, 78, "PTX ISA 7.8, atom and red of bf16">, "atom.global.add.noftz.bf16 %h0, [%d0], %h1;">;
def : InstructionRule<"atom",          "b128", MMALegality<SM90Up, 83, "PTX ISA 8.3, atom .b128">, "atom.global.exch.b128 %q0, [%d0], %q1;">;
def : InstructionRule<"atom|red",      "v2|v4|v8", MMALegality<SM90Up, 81, "PTX ISA 8.1, atom and red of vectors">, "red.global.add.v2.f32 [%d0], {%f2, %f3};">;
def : InstructionRule<"atom|red",      "noftz f32", AtomicNoFlush, "atom.add.noftz.v2.f32 {%f0, %f1}, [%d0], {%f2, %f3};">;
// Conversions.
def : InstructionRule<"cvt",           ".f32.bf16", MMALegality<SM80Up, 71, "PTX ISA 7.1, cvt .f32.bf16">, "cvt.f32.bf16 %f0, %h1;">;
def : InstructionRule<"cvt",           "ftz .f32.bf16", MMALegality<SM90Up, 78, "PTX ISA 7.8, cvt .ftz.f32.bf16">, "cvt.ftz.f32.bf16 %f0, %h1;">;
def : InstructionRule<"cvt",           ".bf16.f32", MMALegality<SM80Up, 70, "PTX ISA 7.0, cvt .bf16.f32">, "cvt.rm.bf16.f32 %h0, %f1;">;
def : InstructionRule<"cvt",           BF16Conversions, MMALegality<SM90Up, 78, "PTX ISA 7.8, cvt of bf16 and types other than f32">, "cvt.rn.bf16.s32 %h0, %r1;">;
def : InstructionRule<"cvt.pack",      "", MMALegality<SM72Up, 65, "PTX ISA 6.5, cvt.pack">, "cvt.pack.sat.s16.s32 %r0, %r1, %r2;">;
def : InstructionRule<"cvt.pack",      "u4|s4|u2|s2", MMALegality<SM75Up, 65, "PTX ISA 6.5, cvt.pack of 4 and 2 bits">, "cvt.pack.sat.u4.s32.b32 %r0, %r1, %r2, %r3;">;
// Arithmetic.
def : InstructionRule<"fma|min|max|abs|neg", BF16Types, MMALegality<SM80Up, 70, "PTX ISA 7.0, bf16">, "fma.rn.bf16 %h0, %h1, %h2, %h3;">;
def : InstructionRule<"add|sub|mul|set|setp|ex2|tanh", BF16Types, MMALegality<SM90Up, 78, "PTX ISA 7.8, bf16">, "add.bf16 %h0, %h1, %h2;">;
def : InstructionRule<"fma",           "relu", MMALegality<SM80Up, 70, "PTX ISA 7.0, fma .relu">, "fma.rn.relu.f16 %h0, %h1, %h2, %h3;">;
def : InstructionRule<"fma",           "oob", MultiplyAddOutOfBounds, "fma.rn.oob.sat.f16 %h0, %h1, %h2, %h3;">;
def : InstructionRule<"fma|add|sub|mul","f32x2", MMALegality<SM100Up, 86, "PTX ISA 8.6, f32x2">, "fma.rn.f32x2 %d0, %d1, %d2, %d3;">;
def : InstructionRule<"fma|add|sub",   ".f32.f16|.f32.bf16", MMALegality<SM100Up, 86, "PTX ISA 8.6, mixed precision">, "fma.rn.f32.f16 %f0, %h1, %h2, %f3;">;
def : InstructionRule<"add|min|max",   "u16x2|s16x2", MMALegality<SM90Up, 80, "PTX ISA 8.0, packed integers">, "add.u16x2 %r0, %r1, %r2;">;
def : InstructionRule<"min|max",       "f16|f16x2", MMALegality<SM80Up, 70, "PTX ISA 7.0, min and max of f16">, "min.f16 %h0, %h1, %h2;">;
def : InstructionRule<"min|max",       "NaN", MMALegality<SM80Up, 70, "PTX ISA 7.0, min and max .NaN">, "min.NaN.f32 %f0, %f1, %f2;">;
def : InstructionRule<"min|max",       "xorsign", MMALegality<SM86Up, 72, "PTX ISA 7.2, min and max .xorsign.abs">, "min.xorsign.abs.f32 %f0, %f1, %f2;">;
def : InstructionRule<"min|max",       "relu", MMALegality<SM90Up, 80, "PTX ISA 8.0, min and max .relu">, "min.relu.s32 %r0, %r1, %r2;">;
def : InstructionRule<"min|max",       "#4", MMALegality<SM100Up, 88, "PTX ISA 8.8, min and max of three">, "min.f32 %f0, %f1, %f2, %f3;">;
def : InstructionRule<"abs",           "f16|f16x2", MMALegality<AnyTarget, 65, "PTX ISA 6.5, abs of f16">, "abs.f16 %h0, %h1;">;
def : InstructionRule<"ex2",           "f16|f16x2", MMALegality<SM75Up, 70, "PTX ISA 7.0, ex2 of f16">, "ex2.approx.f16 %h0, %h1;">;
def : InstructionRule<"tanh",          "", MMALegality<SM75Up, 70, "PTX ISA 7.0, tanh">, "tanh.approx.f32 %f0, %f1;">;
def : InstructionRule<"set",           ".u16.f16|.s16.f16|.u32.f16|.s32.f16|.u32.f16x2|.s32.f16x2", MMALegality<AnyTarget, 65, "PTX ISA 6.5, set of integers by f16">, "set.lt.u32.f16 %r0, %h1, %h2;">;
def : InstructionRule<"lop3",          "and|or", MMALegality<AnyTarget, 82, "PTX ISA 8.2, lop3 with a predicate">, "lop3.or.b32 %r0|%p0, %r1, %r2, %r3, 1, %p1;">;
def : InstructionRule<"szext|bmsk",    "", MMALegality<AnyTarget, 76, "PTX ISA 7.6, szext and bmsk">, "szext.wrap.s32 %r0, %r1, %r2;">;
// Stack.
def : InstructionRule<"alloca|stacksave|stackrestore", "", MMALegality<AnyTarget, 73, "PTX ISA 7.3, alloca">, "alloca.u64 %d0, 16;">;
}
// clang-format on

def InstructionRules : GenericTable {
  let FilterClass = "InstructionRule";
  let CppTypeName = "InstructionRule";
  let Fields = ["Instructions", "Conditions", "Legality", "Example"];
}
