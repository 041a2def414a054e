//===- Synchronization.td - order, elections, launches --------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fences, barriers of a CTA, elect.sync, redux.sync, setmaxnreg, griddepcontrol,
// clusterlaunchcontrol, mapa and special registers. PTX ISA, "Parallel Synchronization and Communication
// Instructions", "Miscellaneous Instructions" and "Special Registers".
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

class FenceRow<string name, Statement statement, MMALegality legality, string origin = OfOlder> {
  string Name = name;
  string Origin = origin;
  Statement Statement = statement;
  MMALegality Legality = legality;
}

// clang-format off
foreach fence = [
  FenceRow<"mbarrier_init.release.cluster", Statement<PTX_FENCE_MBARRIER_INIT>,                                FenceMBarrierInit>,
  FenceRow<"proxy.alias",                   Statement<PTX_FENCE_PROXY_ALIAS>,                                  FenceProxyAlias>,
  FenceRow<"proxy.async",                   Statement<PTX_FENCE_PROXY_ASYNC>,                                  FenceProxyAsync>,
  FenceRow<"proxy.async.global",            Statement<PTX_FENCE_PROXY_ASYNC_GLOBAL>,                           FenceProxyAsync>,
  FenceRow<"proxy.async.shared_cta",        Statement<PTX_FENCE_PROXY_ASYNC_SHARED, [".shared::cta"]>,         FenceProxyAsync>,
  FenceRow<"proxy.async.shared_cluster",    Statement<PTX_FENCE_PROXY_ASYNC_SHARED, [".shared::cluster"]>,     FenceProxyAsync>,
  FenceRow<"acquire.sync_restrict.space.cluster.scope.cluster", Statement<PTX_FENCE_RESTRICTED_ACQUIRE>,       FenceSyncRestrict>,
  FenceRow<"release.sync_restrict.space.cta.scope.cluster",     Statement<PTX_FENCE_RESTRICTED_RELEASE>,       FenceSyncRestrict>,
  FenceRow<"proxy.async_generic.acquire.sync_restrict.space.cluster.scope.cluster", Statement<PTX_FENCE_PROXY_ASYNC_GENERIC_ACQUIRE>, FenceSyncRestrict>,
  FenceRow<"proxy.async_generic.release.sync_restrict.space.cta.scope.cluster",     Statement<PTX_FENCE_PROXY_ASYNC_GENERIC_RELEASE>, FenceSyncRestrict>,
  FenceRow<"proxy.alias.acquire.sys",       Statement<PTX_FENCE_PROXY_ALIAS_ORDERED, [".acquire"]>,            FenceProxyAliasOrder, OfProject>,
  FenceRow<"proxy.alias.release.sys",       Statement<PTX_FENCE_PROXY_ALIAS_ORDERED, [".release"]>,            FenceProxyAliasOrder, OfProject>,
  FenceRow<"proxy.async_generic.release.sync_restrict.space.cluster.read.scope.cluster", Statement<PTX_FENCE_PROXY_ASYNC_GENERIC_READ>, FenceSyncRestrictRead, OfProject>] in
// clang-format on
let Origin = fence.Origin in
defm "" : CompanionInstruction<"fence." # fence.Name, [], [], OrderingEffects, fence.Statement,
                               fence.Legality>;

let Origin = OfProject in
foreach between = ["generic::fabric", "fabric::generic", "fabric::fabric"] in
foreach order = ["acquire", "release"] in
defm "" : CompanionInstruction<"fence.proxy." # !subst("::", "_", between) # ".alias." # order # ".sys",
                               [], [], OrderingEffects,
                               Statement<PTX_FENCE_PROXY_FABRIC, ["." # between, "." # order]>,
                               FenceProxyFabric>;

foreach scope = ["cta", "cluster", "gpu", "sys"] in {
  defm "" : CompanionInstruction<"fence.proxy.tensormap_generic.release." # scope, [], [],
                                 OrderingEffects,
                                 Statement<PTX_FENCE_PROXY_TENSORMAP_RELEASE, ["." # scope]>,
                                 FenceProxyTensorMap>;
  defm "" : CompanionInstruction<"fence.proxy.tensormap_generic.acquire." # scope, [],
                                 [Argument<"p0", "tensor_map">, Immediate<"i32", "size">],
                                 OrderingEffects,
                                 Statement<PTX_FENCE_PROXY_TENSORMAP_ACQUIRE, ["." # scope]>,
                                 FenceProxyTensorMap, [Choice<"size", 128>]>;
}

//===----------------------------------------------------------------------===//
// Barriers of a CTA
//===----------------------------------------------------------------------===//

class BarrierCTAName<bit aligned, bit counted> {
  string Name = !if(aligned, ".aligned", "") # !if(counted, ".count", ".all");
  string Row = !if(aligned, "PTX_BAR_", "PTX_BARRIER_");
  list<Argument> Arguments = !if(counted, [Argument<"i32", "barrier">, Argument<"i32", "threads">],
                                       [Argument<"i32", "barrier">]);
}

foreach aligned = [0, 1] in
foreach counted = [0, 1] in {
  defvar form = BarrierCTAName<aligned, counted>;
  defm "" : CompanionInstruction<"barrier.cta.sync" # form.Name, [], form.Arguments, BarrierEffects,
                                 Statement<!cast<PTXInstruction>(form.Row # "SYNC")>, BarrierCTA>;
  if counted then
  defm "" : CompanionInstruction<"barrier.cta.arrive" # form.Name, [], form.Arguments,
                                 BarrierEffects,
                                 Statement<!cast<PTXInstruction>(form.Row # "ARRIVE")>, BarrierCTA>;
  foreach operation = ["and", "or", "popc"] in {
    defvar counts = !eq(operation, "popc");
    defm "" : CompanionInstruction<"barrier.cta.red." # operation # form.Name,
                                   [Argument<!if(counts, "i32", "i1"), "result">],
                                   !listconcat(form.Arguments, [Argument<"i1", "predicate">]),
                                   BarrierEffects,
                                   Statement<!cast<PTXInstruction>(form.Row # "RED" # !if(counts, "_POPC", "")
                                                                   # !if(counted, "_COUNTED", "")),
                                             [!if(counts, "", "." # operation)]>, BarrierCTA>;
  }
}

//===----------------------------------------------------------------------===//
// Threads of a warp together
//===----------------------------------------------------------------------===//

defm "" : CompanionInstruction<"elect.sync", [Argument<"i32", "leader">, Argument<"i1", "elected">],
                               [Argument<"i32", "membermask">], TogetherEffects,
                               Statement<PTX_ELECT>, ElectSync>;

foreach operation = ["min", "max"] in
foreach abs = ["", ".abs"] in
foreach nan = ["", ".NaN"] in
defm "" : CompanionInstruction<"redux.sync.f" # operation # abs # nan, [Argument<"f32", "result">],
                               [Argument<"f32", "source">, Argument<"i32", "membermask">],
                               TogetherEffects,
                               Statement<PTX_REDUX_FLOAT, ["." # operation, abs, nan]>, ReduxFloat>;

foreach direction = ["inc", "dec"] in
defm "" : CompanionInstruction<"setmaxnreg." # direction # ".sync.aligned.u32", [],
                               [Immediate<"i32", "registers">], TogetherEffects,
                               Statement<!cast<PTXInstruction>("PTX_SETMAXNREG_" # !toupper(direction))>,
                               SetMaxNReg, [Choice<"registers", 24, 256, 8>]>;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

defm "" : CompanionInstruction<"griddepcontrol.launch.dependents", [], [], OrderingEffects,
                               Statement<PTX_GRIDDEPCONTROL_LAUNCH>, GridDepControl>;
defm "" : CompanionInstruction<"griddepcontrol.wait", [], [], OrderingEffects,
                               Statement<PTX_GRIDDEPCONTROL_WAIT>, GridDepControl>;

foreach many = [0, 1] in
defm "" : CompanionInstruction<"clusterlaunchcontrol.try_cancel.async" # !if(many, ".multicast", "")
                               # ".shared", [],
                               [Argument<"p3", "destination">, Argument<"p3", "mbarrier">],
                               RequestEffects,
                               Statement<PTX_CLUSTERLAUNCHCONTROL_TRY_CANCEL,
                                         [".shared::cta", !if(many, ".multicast::cluster::all", "")]>,
                               !if(many, ClusterLaunchMulticast, ClusterLaunch)>;

defvar CancelHandle = InPair<"handle", "handle">;
defm "" : CompanionInstruction<"clusterlaunchcontrol.query_cancel.is_canceled",
                               [Argument<"i1", "result">],
                               [Argument<"i128", "handle">], ArithmeticEffects,
                               Statement<PTX_CLUSTERLAUNCHCONTROL_IS_CANCELED, [],
                                         [StatementOperand<["result"]>, CancelHandle]>, ClusterLaunch>;
foreach dimension = ["x", "y", "z"] in
defm "" : CompanionInstruction<"clusterlaunchcontrol.query_cancel.get_first_ctaid." # dimension,
                               [Argument<"i32", "result">], [Argument<"i128", "handle">],
                               ArithmeticEffects,
                               Statement<PTX_CLUSTERLAUNCHCONTROL_FIRST_CTA, [".get_first_ctaid::" # dimension],
                                         [StatementOperand<["result"]>, CancelHandle]>,
                               ClusterLaunch>;
defm "" : CompanionInstruction<"clusterlaunchcontrol.query_cancel.get_first_ctaid.v4",
                               [Argument<"i32", "x">, Argument<"i32", "y">, Argument<"i32", "z">],
                               [Argument<"i128", "handle">], ArithmeticEffects,
                               Statement<PTX_CLUSTERLAUNCHCONTROL_FIRST_CTAS, [],
                                         [StatementOperand<["x", "y", "z", "_"], 1>, CancelHandle]>,
                               ClusterLaunch>;

//===----------------------------------------------------------------------===//
// Shared memory of other CTAs
//===----------------------------------------------------------------------===//

/// Addresses as numbers of 32 bits, as PTX takes them for shared memory everywhere.
defm "" : CompanionInstruction<"mapa.shared.cluster.u32", [Argument<"i32", "mapped">],
                               [Argument<"i32", "address">, Argument<"i32", "cta">],
                               ArithmeticEffects,
                               Statement<PTX_MAPA, [".shared::cluster", ".u32"]>, MapA>;

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

// LLVM 22 has the others itself, and LLVM 23 cannot select pm4.
let Origin = OfLaterLLVM in {
foreach register = ["begin", "end", "cap", "0", "1"] in
defm "" : CompanionInstruction<"read.ptx.sreg.reserved_smem_offset_" # register, [Argument<"i32", "d">], [],
                               ArithmeticEffects,
                               Statement<PTX_MOV, [".u32"], Named<["d", "%reserved_smem_offset_" # register]>.List>,
                               ReservedSharedMemory>;
defm "" : CompanionInstruction<"read.ptx.sreg.pm4", [Argument<"i32", "d">], [], CounterEffects,
                               Statement<PTX_MOV, [".u32"], Named<["d", "%pm4"]>.List>, PerformanceCounter>;
}
