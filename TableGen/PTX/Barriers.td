//===- Barriers.td - Barriers of warps, blocks and clusters ----*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// bar, barrier, mbarrier and what goes on in clusters, of PTX ISA, "Parallel Synchronization and
// Communication Instructions".
//
//===----------------------------------------------------------------------===//

def Aligned          : Modifier<"Aligned", ["", ".aligned"]>;
def BarrierReduction : Modifier<"BarrierReduction", [".and", ".or"]>;

defvar OfCTA   = Modifier<"", ["", ".cta"]>;
defvar Number  = [SourceBits<"a", 32>]<PTXOperand>;
defvar Count   = [SourceBits<"b", 32>]<PTXOperand>;
defvar OptionalCount = [OptionalBits<"b", 32>]<PTXOperand>;
defvar ReducedPred   = [Condition<"c">]<PTXOperand>;

// bar is barrier.aligned.
foreach name = ["bar", "barrier"] in {
  defvar stem = "PTX_" # !toupper(name);
  defvar aligned = !if(!eq(name, "bar"), []<Modifier>, [Aligned]<Modifier>);
  let Operation = !if(!eq(name, "bar"), OperationKind_BarArrive, OperationKind_BarrierArrive) in
  def stem # _ARRIVE : PTXInstruction<name, !listconcat([OfCTA, Always<".arrive">], aligned), !listconcat(Number, Count)>;
  let Operation = !if(!eq(name, "bar"), OperationKind_Bar, OperationKind_Barrier) in {
  def stem # _SYNC   : PTXInstruction<name, !listconcat([OfCTA, Always<".sync">], aligned), !listconcat(Number, OptionalCount)>;
  foreach counted = [0, 1] in {
    defvar operands = !listconcat([Result<"d">]<PTXOperand>, Number, !if(counted, Count, []<PTXOperand>), ReducedPred);
    defvar ending = !if(counted, "_COUNTED", "");
    def stem # _RED_POPC # ending : PTXInstruction<name, !listconcat([OfCTA, Always<".red">, Always<".popc">], aligned, [TypeModifier<["u32"]>]), operands>;
    def stem # _RED # ending      : PTXInstruction<name, !listconcat([OfCTA, Always<".red">, BarrierReduction], aligned, [PredType]), operands>;
  }
  }
}

def FirstCTA  : Modifier<"FirstCTA", [".get_first_ctaid::x", ".get_first_ctaid::y", ".get_first_ctaid::z"]>;
def CancelAll : Modifier<"CancelAll", ["", ".multicast::cluster::all"]>;

defvar InCluster   = Some<StateSpace, ["", ".shared::cluster"]>;
defvar AddressType = TypeModifier<["u32", "u64"]>;
defvar BytesArrive = Always<".mbarrier::complete_tx::bytes">;

// clang-format off
//                                          mnemonic                  modifiers                                                    operands
let Operation = OperationKind_WarpBarrier in
def PTX_BAR_WARP_SYNC          : PTXInstruction<"bar.warp.sync",          [],                                                      Members>;
let Operation = OperationKind_ClusterArrive in
def PTX_BARRIER_CLUSTER_ARRIVE : PTXInstruction<"barrier.cluster.arrive", [Some<Order, ["", ".release", ".relaxed"]>, Aligned],    []>;
let Operation = OperationKind_ClusterWait in
def PTX_BARRIER_CLUSTER_WAIT   : PTXInstruction<"barrier.cluster.wait",   [Some<Order, ["", ".acquire"]>, Aligned],                []>;
def PTX_MAPA                   : PTXInstruction<"mapa",                   [InCluster, AddressType],                                [Result<"d">, BareAddress<"a">, SourceBits<"b", 32>]>;
def PTX_GETCTARANK             : PTXInstruction<"getctarank",             [InCluster, AddressType],                                [ResultBits<"d", 32>, BareAddress<"a">]>;
let IsAsynchronous = 1 in
def PTX_CLUSTERLAUNCHCONTROL_TRY_CANCEL  : PTXInstruction<"clusterlaunchcontrol.try_cancel.async", [Some<StateSpace, ["", ".shared::cta"]>, BytesArrive, CancelAll, B128Type], [AddressOperand<"addr">, AddressOperand<"mbar">]>;
def PTX_CLUSTERLAUNCHCONTROL_IS_CANCELED : PTXInstruction<"clusterlaunchcontrol.query_cancel.is_canceled",     [PredType, B128Type],                      [Result<"pred">, Source<"response", 1>]>;
def PTX_CLUSTERLAUNCHCONTROL_FIRST_CTA   : PTXInstruction<"clusterlaunchcontrol.query_cancel",                 [FirstCTA, B32Type, B128Type],             [Result<"d">, Source<"response", 1>]>;
def PTX_CLUSTERLAUNCHCONTROL_FIRST_CTAS  : PTXInstruction<"clusterlaunchcontrol.query_cancel.get_first_ctaid", [Some<Vector, [".v4"]>, B32Type, B128Type], [ResultVector<"d">, Source<"response", 1>]>;
// clang-format on

//===----------------------------------------------------------------------===//
// mbarrier
//===----------------------------------------------------------------------===//

def BarrierLayoutWord : Modifier<"Layout", ["", ".layout::v0", ".layout::v1"]>;
def PhaseType       : Modifier<"PhaseType", ["", ".phase_type::primary", ".phase_type::conditional"]>;

/// An order and a scope, or none of both.
class Ordered<string order, list<string> scopes = [".cta", ".cluster"], bit relaxed = 1> {
  defvar orders = !listconcat(!if(!empty(order), []<string>, [order]), !if(relaxed, [".relaxed"], []<string>));
  list<Modifier> Modifiers = [DefaultsTo<!head(orders), Some<Order, !listconcat([""], orders)>>,
                              DefaultsTo<".cta", GoesWith<orders, Some<Scope, !listconcat([""], scopes)>>>];
}

defvar InOwnShared = [Some<StateSpace, ["", ".shared", ".shared::cta"]>, B64Type]<Modifier>;
defvar InAnyShared = [Some<StateSpace, ["", ".shared", ".shared::cta", ".shared::cluster"]>, B64Type]<Modifier>;
defvar InOthers    = [Some<StateSpace, [".shared::cluster"]>, B64Type]<Modifier>;
defvar ToClusters  = [Some<StateSpace, ["", ".shared::cluster"]>, Always<".multicast::cluster::32b">, B64Type]<Modifier>;

def TimeLimit   : OptionalBits<"suspendTimeHint", 32> { let IsHint = 1; }
def ReportValue : ResultBits<"reportValue", 8> { let MayBeWider = 1; }

defvar AtBarrier   = [AddressOperand<"addr">]<PTXOperand>;
defvar StateAt     = !listconcat([Result<"state">]<PTXOperand>, AtBarrier);
defvar NothingAt   = !listconcat([SpecialOperand<"_", "_">]<PTXOperand>, AtBarrier);
defvar Arrivals    = [SourceBits<"count", 32>]<PTXOperand>;
defvar Transactions = [SourceBits<"txCount", 32>]<PTXOperand>;
defvar BlockMask   = [SourceBits<"ctaMask", 32>]<PTXOperand>;

// clang-format off
let Operation = OperationKind_MBarrierInit in
def PTX_MBARRIER_INIT          : PTXInstruction<"mbarrier.init",          !listconcat([BarrierLayoutWord], InOwnShared),                                      !listconcat(AtBarrier, Arrivals)>;
let Operation = OperationKind_MBarrier in {
def PTX_MBARRIER_INVAL         : PTXInstruction<"mbarrier.inval",         InOwnShared,                                                                      AtBarrier>;
def PTX_MBARRIER_CHECK_LAYOUT  : PTXInstruction<"mbarrier.check_layout",  !listconcat([Some<BarrierLayoutWord, [".layout::v0", ".layout::v1"]>], InOwnShared), !listconcat([ResultBits<"p", 1>], AtBarrier)>;
def PTX_MBARRIER_PENDING_COUNT : PTXInstruction<"mbarrier.pending_count", [Some<BarrierLayoutWord, ["", ".layout::v0"]>, B64Type],                             [ResultBits<"count", 32>, Source<"state">]>;

let Operation = OperationKind_MBarrierArrive in
foreach name = ["arrive", "arrive_drop"] in {
  defvar mnemonic = "mbarrier." # name;
  defvar row = "PTX_MBARRIER_" # !toupper(name);
  defvar order = Ordered<".release">.Modifiers;
  def row                           : PTXInstruction<mnemonic,                !listconcat(order, InOwnShared), !listconcat(StateAt, [OptionalBits<"count", 32>])>;
  def row # _REMOTE                 : PTXInstruction<mnemonic,                !listconcat(order, InOthers),    !listconcat(NothingAt, [OptionalBits<"count", 32>])>;
  def row # _EXPECT_TX              : PTXInstruction<mnemonic # ".expect_tx", !listconcat(order, InOwnShared), !listconcat(StateAt, Transactions)>;
  def row # _EXPECT_TX_REMOTE       : PTXInstruction<mnemonic # ".expect_tx", !listconcat(order, InOthers),    !listconcat(NothingAt, Transactions)>;
  def row # _NO_COMPLETE            : PTXInstruction<mnemonic,                !listconcat([Always<".noComplete">], Ordered<".release", [".cta"], 0>.Modifiers, InOwnShared), !listconcat(StateAt, Arrivals)>;
  def row # _MULTICAST              : PTXInstruction<mnemonic,                !listconcat(order, ToClusters),  !listconcat(NothingAt, BlockMask)>;
  def row # _MULTICAST_COUNTED      : PTXInstruction<mnemonic,                !listconcat(order, ToClusters),  !listconcat(NothingAt, Arrivals, BlockMask)>;
  def row # _EXPECT_TX_MULTICAST    : PTXInstruction<mnemonic # ".expect_tx", !listconcat(order, ToClusters),  !listconcat(NothingAt, Transactions, BlockMask)>;
}

foreach name = ["expect_tx", "complete_tx"] in {
  defvar mnemonic = "mbarrier." # name;
  defvar row = "PTX_MBARRIER_" # !toupper(name);
  def row              : PTXInstruction<mnemonic, !listconcat(Ordered<"">.Modifiers, InAnyShared), !listconcat(AtBarrier, Transactions)>;
  def row # _MULTICAST : PTXInstruction<mnemonic, !listconcat(Ordered<"">.Modifiers, ToClusters),  !listconcat(AtBarrier, Transactions, BlockMask)>;
}

// Only waits for the primary phase report what copies have found.
foreach name = ["test_wait", "try_wait"] in
foreach parity = [0, 1] in {
  defvar mnemonic = "mbarrier." # name # !if(parity, ".parity", "");
  defvar row = "PTX_MBARRIER_" # !toupper(name) # !if(parity, "_PARITY", "");
  defvar types = !if(parity, ["", ".phase_type::primary", ".phase_type::conditional"], ["", ".phase_type::primary"]);
  defvar modifiers = !listconcat(Ordered<".acquire">.Modifiers, InOwnShared);
  defvar reporting = !listconcat([Some<PhaseType, [".phase_type::primary"]>], modifiers);
  defvar complete = [ResultBits<"waitComplete", 1>]<PTXOperand>;
  defvar report = [RequiredPredicate<"reportPredicate">]<PTXOperand>;
  defvar phase = !listconcat(AtBarrier, [!if(parity, SourceBits<"phaseParity", 32>, SourceBits<"state", 64>)],
                             !if(!eq(name, "try_wait"), [TimeLimit], []<PTXOperand>));
  def row                  : PTXInstruction<mnemonic, !listconcat([Some<PhaseType, types>], modifiers), !listconcat(complete, phase)>;
  def row # _REPORT        : PTXInstruction<mnemonic, reporting,                                        !listconcat(complete, report, phase)>;
  def row # _REPORT_VALUE  : PTXInstruction<mnemonic, reporting,                                        !listconcat(complete, report, [ReportValue], phase)>;
}
} // Operation
// clang-format on
