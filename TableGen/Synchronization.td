//===- Synchronization.td - order, elections, launches --------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fences, barriers of a CTA, elect.sync, redux.sync, setmaxnreg, griddepcontrol,
// clusterlaunchcontrol and mapa. PTX ISA, "Parallel Synchronization and Communication Instructions"
// and "Miscellaneous Instructions".
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

class FenceRow<string name, string ptx, MMALegality legality, string origin = OfOlder> {
  string Name = name;
  string Origin = origin;
  string PTX = ptx;
  MMALegality Legality = legality;
}

// clang-format off
foreach fence = [
  FenceRow<"mbarrier_init.release.cluster", "mbarrier_init.release.cluster", FenceMBarrierInit>,
  FenceRow<"proxy.alias",                   "proxy.alias",                   FenceProxyAlias>,
  FenceRow<"proxy.async",                   "proxy.async",                   FenceProxyAsync>,
  FenceRow<"proxy.async.global",            "proxy.async.global",            FenceProxyAsync>,
  FenceRow<"proxy.async.shared_cta",        "proxy.async.shared::cta",       FenceProxyAsync>,
  FenceRow<"proxy.async.shared_cluster",    "proxy.async.shared::cluster",   FenceProxyAsync>,
  FenceRow<"acquire.sync_restrict.space.cluster.scope.cluster", "acquire.sync_restrict::shared::cluster.cluster", FenceSyncRestrict>,
  FenceRow<"release.sync_restrict.space.cta.scope.cluster",     "release.sync_restrict::shared::cta.cluster",     FenceSyncRestrict>,
  FenceRow<"proxy.async_generic.acquire.sync_restrict.space.cluster.scope.cluster",
           "proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster", FenceSyncRestrict>,
  FenceRow<"proxy.async_generic.release.sync_restrict.space.cta.scope.cluster",
           "proxy.async::generic.release.sync_restrict::shared::cta.cluster",     FenceSyncRestrict>,
  FenceRow<"proxy.alias.acquire.sys", "proxy.alias.acquire.sys", FenceProxyAliasOrder, OfProject>,
  FenceRow<"proxy.alias.release.sys", "proxy.alias.release.sys", FenceProxyAliasOrder, OfProject>,
  FenceRow<"proxy.async_generic.release.sync_restrict.space.cluster.read.scope.cluster",
           "proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster", FenceSyncRestrictRead, OfProject>] in
// clang-format on
let Origin = fence.Origin in
defm "" : CompanionInstruction<"fence." # fence.Name, [], [], OrderingEffects, "fence." # fence.PTX,
                               fence.Legality>;

let Origin = OfProject in
foreach between = ["generic::fabric", "fabric::generic", "fabric::fabric"] in
foreach order = ["acquire", "release"] in
defm "" : CompanionInstruction<"fence.proxy." # !subst("::", "_", between) # ".alias." # order # ".sys",
                               [], [], OrderingEffects,
                               "fence.proxy." # between # ".alias." # order # ".sys",
                               FenceProxyFabric>;

foreach scope = ["cta", "cluster", "gpu", "sys"] in {
  defm "" : CompanionInstruction<"fence.proxy.tensormap_generic.release." # scope, [], [],
                                 OrderingEffects,
                                 "fence.proxy.tensormap::generic.release." # scope,
                                 FenceProxyTensorMap>;
  defm "" : CompanionInstruction<"fence.proxy.tensormap_generic.acquire." # scope, [],
                                 [Argument<"p0", "tensor_map">, Immediate<"i32", "size">],
                                 OrderingEffects,
                                 "fence.proxy.tensormap::generic.acquire." # scope
                                     # " [$tensor_map], $size",
                                 FenceProxyTensorMap, [Choice<"size", 128>]>;
}

//===----------------------------------------------------------------------===//
// Barriers of a CTA
//===----------------------------------------------------------------------===//

class BarrierCTAName<bit aligned, bit counted> {
  string Name = !if(aligned, ".aligned", "") # !if(counted, ".count", ".all");
  string PTX = !if(aligned, "bar", "barrier");
  list<Argument> Arguments = !if(counted, [Argument<"i32", "barrier">, Argument<"i32", "threads">],
                                       [Argument<"i32", "barrier">]);
  string Text = "$barrier" # !if(counted, ", $threads", "");
}

foreach aligned = [0, 1] in
foreach counted = [0, 1] in {
  defvar form = BarrierCTAName<aligned, counted>;
  defm "" : CompanionInstruction<"barrier.cta.sync" # form.Name, [], form.Arguments, BarrierEffects,
                                 form.PTX # ".sync " # form.Text, BarrierCTA>;
  if counted then
  defm "" : CompanionInstruction<"barrier.cta.arrive" # form.Name, [], form.Arguments,
                                 BarrierEffects, form.PTX # ".arrive " # form.Text, BarrierCTA>;
  foreach operation = ["and", "or", "popc"] in
  defm "" : CompanionInstruction<"barrier.cta.red." # operation # form.Name,
                                 [Argument<!if(!eq(operation, "popc"), "i32", "i1"), "result">],
                                 !listconcat(form.Arguments, [Argument<"i1", "predicate">]),
                                 BarrierEffects,
                                 form.PTX # ".red." # operation
                                     # !if(!eq(operation, "popc"), ".u32", ".pred")
                                     # " $result, " # form.Text # ", $predicate", BarrierCTA>;
}

//===----------------------------------------------------------------------===//
// Threads of a warp together
//===----------------------------------------------------------------------===//

defm "" : CompanionInstruction<"elect.sync", [Argument<"i32", "leader">, Argument<"i1", "elected">],
                               [Argument<"i32", "membermask">], TogetherEffects,
                               "elect.sync $leader|$elected, $membermask", ElectSync>;

foreach operation = ["min", "max"] in
foreach modifier = ["", ".abs", ".NaN", ".abs.NaN"] in
defm "" : CompanionInstruction<"redux.sync.f" # operation # modifier, [Argument<"f32", "result">],
                               [Argument<"f32", "source">, Argument<"i32", "membermask">],
                               TogetherEffects,
                               "redux.sync." # operation # modifier
                                   # ".f32 $result, $source, $membermask", ReduxFloat>;

foreach direction = ["inc", "dec"] in
defm "" : CompanionInstruction<"setmaxnreg." # direction # ".sync.aligned.u32", [],
                               [Immediate<"i32", "registers">], TogetherEffects,
                               "setmaxnreg." # direction # ".sync.aligned.u32 $registers",
                               SetMaxNReg, [Choice<"registers", 24, 256, 8>]>;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

defm "" : CompanionInstruction<"griddepcontrol.launch.dependents", [], [], OrderingEffects,
                               "griddepcontrol.launch_dependents", GridDepControl>;
defm "" : CompanionInstruction<"griddepcontrol.wait", [], [], OrderingEffects,
                               "griddepcontrol.wait", GridDepControl>;

foreach many = [0, 1] in
defm "" : CompanionInstruction<"clusterlaunchcontrol.try_cancel.async" # !if(many, ".multicast", "")
                               # ".shared", [],
                               [Argument<"p3", "destination">, Argument<"p3", "mbarrier">],
                               RequestEffects,
                               "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes"
                                   # !if(many, ".multicast::cluster::all", "")
                                   # ".b128 [$destination], [$mbarrier]",
                               !if(many, ClusterLaunchMulticast, ClusterLaunch)>;

/// The handle is 128 bits, which this target has no registers for.
class CancelQuery<string query, string result = "$result"> {
  string Text = "{{\n\t.reg .b128 %handle;\n\tmov.b128 %handle, {$handle0, $handle1};\n\t"
                # "clusterlaunchcontrol.query_cancel." # query # ".b128 " # result
                # ", %handle;\n\t}}";
}
defm "" : CompanionInstruction<"clusterlaunchcontrol.query_cancel.is_canceled",
                               [Argument<"i1", "result">],
                               [Argument<"i128", "handle">], ArithmeticEffects,
                               CancelQuery<"is_canceled.pred">.Text, ClusterLaunch>;
foreach dimension = ["x", "y", "z"] in
defm "" : CompanionInstruction<"clusterlaunchcontrol.query_cancel.get_first_ctaid." # dimension,
                               [Argument<"i32", "result">], [Argument<"i128", "handle">],
                               ArithmeticEffects,
                               CancelQuery<"get_first_ctaid::" # dimension # ".b32">.Text,
                               ClusterLaunch>;
defm "" : CompanionInstruction<"clusterlaunchcontrol.query_cancel.get_first_ctaid.v4",
                               [Argument<"i32", "x">, Argument<"i32", "y">, Argument<"i32", "z">],
                               [Argument<"i128", "handle">], ArithmeticEffects,
                               CancelQuery<"get_first_ctaid.v4.b32", "{$x, $y, $z, _}">.Text,
                               ClusterLaunch>;

//===----------------------------------------------------------------------===//
// Shared memory of other CTAs
//===----------------------------------------------------------------------===//

/// Addresses as numbers of 32 bits, as PTX takes them for shared memory everywhere.
defm "" : CompanionInstruction<"mapa.shared.cluster.u32", [Argument<"i32", "mapped">],
                               [Argument<"i32", "address">, Argument<"i32", "cta">],
                               ArithmeticEffects,
                               "mapa.shared::cluster.u32 $mapped, $address, $cta", MapA>;
