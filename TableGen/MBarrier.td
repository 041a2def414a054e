//===- MBarrier.td - mbarrier ---------------------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows for Hopper's additions to mbarrier: transaction counts, waits that may sleep, scopes,
// barriers of other CTAs of the cluster; for those of PTX ISA 9.3, layouts and phase types; and
// for Rubin's, arrivals at several CTAs. PTX ISA, "Parallel Synchronization and Communication
// Instructions: mbarrier". In a name, `scope` is what the operation orders memory for, and
// `space` where the barrier is: a barrier in another CTA gives no state back.
//
//===----------------------------------------------------------------------===//

class MBarrierSpace<string name, string pointer, string ptx, string result> : CompanionRow {
  string Name = "space." # name;
  Argument Address = Argument<pointer, "mbarrier">;
  string PTX = ptx;
  list<Argument> Results = !if(!empty(result), []<Argument>, [Argument<result, "state">]);
  list<StatementOperand> State = Named<[!if(!empty(result), "_", "state")]>.List;
  string Row = !if(!empty(result), "_REMOTE", "");
}
def MBarrierSpace_CTA : MBarrierSpace<"cta", "p3", ".shared", "i64">;
def MBarrierSpace_Cluster : MBarrierSpace<"cluster", "p7", ".shared::cluster", "">;

/// PTX's words for an order and a scope. What has neither releases or acquires for the CTA.
class MBarrierOrder<bit relaxed, string order, string scope> {
  string Name = !if(relaxed, ".relaxed", "") # ".scope." # scope;
  list<string> Words = !cond(relaxed : [".relaxed", "." # scope],
                             !eq(scope, "cta") : []<string>,
                             true : ["." # order, "." # scope]);
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
        Statement<!cast<PTXInstruction>("PTX_MBARRIER_ARRIVE" # !if(drop, "_DROP", "")
                                        # !if(transaction, "_EXPECT_TX", "") # space.Row),
                  !listconcat(order.Words, [space.PTX]),
                  !listconcat(space.State, Named<["mbarrier", !if(transaction, "tx_count", "count")]>.List)>,
        !cond(relaxed : MBarrierRelaxed,
              !and(!eq(scope, "cta"), !eq(space.Name, "space.cta"), !not(transaction)) :
                  MBarrierCount,
              true : MBarrierCluster)>;
  }
  foreach operation = ["expect", "complete"] in
  defm "" : CompanionInstruction<
      "mbarrier." # operation # ".tx.scope." # scope # "." # space.Name, [],
      [space.Address, Argument<"i32", "tx_count">], SharedStateEffects,
      Statement<!cast<PTXInstruction>("PTX_MBARRIER_" # !toupper(operation) # "_TX"),
                [".relaxed", "." # scope, space.PTX]>, MBarrierCluster>;
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
      Statement<!cast<PTXInstruction>("PTX_MBARRIER_" # !if(!eq(wait, "test"), "TEST", "TRY") # "_WAIT"
                                      # !if(parity, "_PARITY", "")),
                !listconcat(order.Words, [".shared"])>,
      !cond(relaxed : MBarrierRelaxed, !eq(scope, "cluster") : MBarrierCluster,
            !ne(wait, "test") : MBarrierTryWait, parity : MBarrierTestParity,
            true : MBarrierTestWait)>;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

defvar LayoutWord = Word<MMAField_BarrierLayout, BarrierLayoutWord>;

let Origin = OfLaterLLVM in {
foreach space = ["p0", "p3"] in {
  defvar inShared = !if(!eq(space, "p3"), ".shared", "");
  defvar opcode = "MBARRIER_INIT_" # !toupper(space);
  def Companion_ # opcode
      : Companion<"mbarrier.init." # space, [],
                  [Argument<space, "mbarrier">, Argument<"i32", "count">, Immediate<"i32", "layout">],
                  SharedStateEffects>;
  // LLVM has layout 0 without its word, which PTX ISA 9.3 added.
  foreach layout = [0, 1] in
  def CompanionForm_ # opcode # "_V" # layout
      : CompanionForm<opcode, [Choice<"layout", layout>],
                      Statement<PTX_MBARRIER_INIT, [!if(layout, ".layout::v1", ""), inShared],
                                Named<["mbarrier", "count"]>.List>,
                      !if(layout, MBarrierLayout, MBarrierInitLayout)>;
  defm "" : CompanionInstruction<"mbarrier.init.layout.v0." # space, [],
                                 [Argument<space, "mbarrier">, Argument<"i32", "count">],
                                 SharedStateEffects,
                                 Statement<PTX_MBARRIER_INIT, [".layout::v0", inShared]>,
                                 MBarrierLayout>;
  defm "" : CompanionInstruction<"mbarrier.check_layout." # space, [Argument<"i1", "result">],
                                 [Argument<space, "mbarrier">, LayoutWord],
                                 SharedStateEffects,
                                 Statement<PTX_MBARRIER_CHECK_LAYOUT, [LayoutWord.InStatement, inShared]>,
                                 MBarrierLayout, [LayoutWord.Any]>;
}
} // Origin

let Origin = OfProject in {
defm "" : CompanionInstruction<"mbarrier.pending_count.layout.v0.b64", [Argument<"i32", "count">],
                               [Argument<"i64", "state">], ArithmeticEffects,
                               Statement<PTX_MBARRIER_PENDING_COUNT, [".layout::v0"]>,
                               MBarrierLayout>;
} // Origin

//===----------------------------------------------------------------------===//
// Phase types
//===----------------------------------------------------------------------===//

/// Orders with their scopes, or none.
class ScopedOrder<string order, string scope> {
  string Name = !if(!empty(order), "", "." # order # "." # scope);
  list<string> Words = !if(!empty(order), []<string>, ["." # order, "." # scope]);
  Effects Effects = !if(!eq(order, "relaxed"), SharedStateEffects, BarrierEffects);
}
class MBarrierOrders<list<string> orders> {
  list<ScopedOrder> List = !listconcat([ScopedOrder<"", "">],
                                       !foldl([]<ScopedOrder>, orders, all, order,
                                              !listconcat(all, [ScopedOrder<order, "cta">,
                                                                ScopedOrder<order, "cluster">])));
}

/// Describes what a wait returns besides whether the phase is complete: whether a copy has reported
/// something, and what. The primary phase of layout v0 has neither.
class MBarrierReport<string name, string row, bit block> {
  string Name = name;
  list<Argument> Results = !listconcat([Argument<"i1", "complete">],
                                       !if(!empty(name), []<Argument>, [Argument<"i1", "reported">]),
                                       !if(block, [Argument<"i16", "report">], []<Argument>));
  string Row = row;
  list<StatementOperand> Operands = !listconcat(
      Named<["complete"]>.List, !if(!empty(name), []<StatementOperand>, Named<["reported"]>.List),
      !if(block, [InByte<"report", "report">], []<StatementOperand>));
}
defvar NoReport = MBarrierReport<"", "", 0>;
defvar MBarrierReports = [NoReport, MBarrierReport<".report", "_REPORT", 0>,
                          MBarrierReport<".report.value", "_REPORT_VALUE", 1>];

let Origin = OfProject in {
foreach wait = ["test_wait", "try_wait", "try_wait.limited"] in
foreach parity = [0, 1] in
foreach type = !if(parity, ["primary", "conditional"], ["primary"]) in
foreach report = !if(!eq(type, "primary"), MBarrierReports, [NoReport]) in
foreach order = MBarrierOrders<["acquire", "relaxed"]>.List in {
  defvar limited = !eq(wait, "try_wait.limited");
  defvar phase = !if(parity, Argument<"i32", "phase_parity">, Argument<"i64", "state">);
  defvar mnemonic = !subst(".limited", "", wait) # !if(parity, ".parity", "");
  defvar row = "PTX_MBARRIER_" # !toupper(!subst(".", "_", mnemonic)) # report.Row;
  defm "" : CompanionInstruction<
      "mbarrier." # mnemonic # ".phase_type." # type # order.Name # ".shared.b64" # report.Name
          # !if(limited, ".limited", ""),
      report.Results,
      !listconcat([Argument<"p3", "mbarrier">, phase],
                  !if(limited, [Argument<"i32", "time_limit">], []<Argument>)),
      order.Effects,
      Statement<!cast<PTXInstruction>(row),
                !listconcat([".phase_type::" # type], order.Words, [".shared"]),
                !listconcat(report.Operands, Named<["mbarrier", phase.Name]>.List,
                            !if(limited, Named<["time_limit"]>.List, []<StatementOperand>))>,
      MBarrierPhaseType>;
}
} // Origin

//===----------------------------------------------------------------------===//
// At the same offset in several CTAs of the cluster: a bit of the mask for each
//===----------------------------------------------------------------------===//

/// `operands` are between the address and the mask.
multiclass MBarrierMulticast<string operation, ScopedOrder order, list<Argument> operands,
                             string ending = ""> {
  defvar hasResult = !eq(!find(operation, "arrive"), 0);
  defvar row = "PTX_MBARRIER_" # !toupper(!subst(".", "_", operation)) # "_MULTICAST"
                   # !if(!empty(ending), "", "_COUNTED");
  defm "" : CompanionInstruction<
      "mbarrier." # operation # order.Name # ".shared.cluster.multicast.cluster.32b.b64" # ending, [],
      !listconcat([Argument<"p7", "mbarrier">], operands, [Argument<"i32", "cta_mask">]),
      order.Effects,
      Statement<!cast<PTXInstruction>(row), !listconcat(order.Words, [".shared::cluster"]),
                Named<!listconcat(!if(hasResult, ["_"], []<string>), ["mbarrier"],
                                  !foreach(o, operands, o.Name), ["cta_mask"])>.List>, MBarrierMulticast>;
}

let Origin = OfProject in {
foreach operation = ["expect_tx", "complete_tx"] in
foreach order = MBarrierOrders<["relaxed"]>.List in
defm "" : MBarrierMulticast<operation, order, [Argument<"i32", "tx_count">]>;
foreach operation = ["arrive", "arrive_drop"] in
foreach order = MBarrierOrders<["release", "relaxed"]>.List in {
  defm "" : MBarrierMulticast<operation, order, []>;
  defm "" : MBarrierMulticast<operation, order, [Argument<"i32", "count">], ".count">;
  defm "" : MBarrierMulticast<operation # ".expect_tx", order, [Argument<"i32", "tx_count">]>;
}
} // Origin
