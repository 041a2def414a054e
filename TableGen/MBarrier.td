//===- MBarrier.td - mbarrier ---------------------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Hopper added to mbarrier: transaction counts, waits that may sleep, scopes, barriers
// of other CTAs of the cluster. PTX ISA, "Parallel Synchronization and Communication
// Instructions: mbarrier". In a name, `scope` is what the operation orders memory for, and
// `space` where the barrier is: a barrier in another CTA gives no state back.
//
//===----------------------------------------------------------------------===//

class MBarrierSpace<string name, string pointer, string ptx, string result> : CompanionRow {
  string Name = "space." # name;
  Argument Address = Argument<pointer, "mbarrier">;
  string PTX = ptx # ".b64";
  list<Argument> Results = !if(!empty(result), []<Argument>, [Argument<result, "state">]);
  string ResultText = !if(!empty(result), "_", "$state");
}
def MBarrierSpace_CTA : MBarrierSpace<"cta", "p3", ".shared", "i64">;
def MBarrierSpace_Cluster : MBarrierSpace<"cluster", "p7", ".shared::cluster", "">;

/// PTX's words for an order and a scope. What has neither releases or acquires for the CTA.
class MBarrierOrder<bit relaxed, string order, string scope> {
  string Name = !if(relaxed, ".relaxed", "") # ".scope." # scope;
  string PTX = !cond(relaxed : ".relaxed." # scope,
                     !eq(scope, "cta") : "",
                     true : "." # order # "." # scope);
}

foreach scope = ["cta", "cluster"] in
foreach space = [MBarrierSpace_CTA, MBarrierSpace_Cluster] in {
  foreach relaxed = [0, 1] in
  foreach drop = [0, 1] in
  foreach transaction = [0, 1] in {
    defvar order = MBarrierOrder<relaxed, "release", scope>;
    defm "" : CompanionInstruction<
        "mbarrier.arrive" # !if(drop, ".drop", "") # !if(transaction, ".expect.tx", "") # order.Name
            # "." # space.Name,
        space.Results, [space.Address, Argument<"i32", !if(transaction, "tx_count", "count")>],
        !if(relaxed, SharedStateEffects, BarrierEffects),
        "mbarrier.arrive" # !if(drop, "_drop", "") # !if(transaction, ".expect_tx", "") # order.PTX
            # space.PTX
            # " " # space.ResultText # ", [$mbarrier], $" # !if(transaction, "tx_count", "count"),
        !cond(relaxed : MBarrierRelaxed,
              !and(!eq(scope, "cta"), !eq(space.Name, "space.cta"), !not(transaction)) :
                  MBarrierCount,
              true : MBarrierCluster)>;
  }
  foreach operation = ["expect", "complete"] in
  defm "" : CompanionInstruction<
      "mbarrier." # operation # ".tx.scope." # scope # "." # space.Name, [],
      [space.Address, Argument<"i32", "tx_count">], SharedStateEffects,
      "mbarrier." # operation # "_tx.relaxed." # scope # space.PTX # " [$mbarrier], $tx_count",
      MBarrierCluster>;
}

/// Waits know the phase by its state or by its parity; those that may sleep may have a
/// limit in nanoseconds.
foreach scope = ["cta", "cluster"] in
foreach relaxed = [0, 1] in
foreach parity = [0, 1] in
foreach wait = ["test", "try", "try.limited"] in {
  defvar order = MBarrierOrder<relaxed, "acquire", scope>;
  defvar limited = !eq(wait, "try.limited");
  defvar phase = !if(parity, Argument<"i32", "phase_parity">, Argument<"i64", "state">);
  defm "" : CompanionInstruction<
      "mbarrier." # !if(!eq(wait, "test"), "test", "try") # ".wait" # !if(parity, ".parity", "")
          # !if(limited, ".tl", "") # order.Name # ".space.cta",
      [Argument<"i1", "complete">],
      !listconcat([Argument<"p3", "mbarrier">, phase],
                  !if(limited, [Argument<"i32", "time_limit">], []<Argument>)),
      !if(relaxed, SharedStateEffects, BarrierEffects),
      "mbarrier." # !if(!eq(wait, "test"), "test", "try") # "_wait" # !if(parity, ".parity", "")
          # order.PTX
          # ".shared.b64 $complete, [$mbarrier], $" # phase.Name
          # !if(limited, ", $time_limit", ""),
      !cond(relaxed : MBarrierRelaxed, !eq(scope, "cluster") : MBarrierCluster,
            !ne(wait, "test") : MBarrierTryWait, parity : MBarrierTestParity,
            true : MBarrierTestWait)>;
}
