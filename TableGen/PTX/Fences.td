//===- Fences.td - Fences -------------------------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Parallel Synchronization and Communication Instructions: membar, fence".
//
//===----------------------------------------------------------------------===//

def FenceOrder      : Some<Order, ["", ".acq_rel", ".acquire", ".release"]>;
def BlockOrSystemScope : Some<Scope, [".cta", ".sys"]>;
def Acquire         : Some<Order, [".acquire"]>;
def Release         : Some<Order, [".release"]>;
def ClusterScope    : Some<Scope, [".cluster"]>;
def FabricProxies   : Modifier<"", [".generic::fabric", ".fabric::generic", ".fabric::fabric"]>;
def EitherOrder     : Some<Order, [".acquire", ".release"]>;
def AsyncShared     : Some<StateSpace, [".shared::cta", ".shared::cluster"]>;
def InOneCTA        : Always<".sync_restrict::shared::cta">;
def InWholeCluster  : Always<".sync_restrict::shared::cluster">;
def ReadInCluster   : Always<".sync_restrict::shared::cluster::read">;
defvar NoOperands   = []<PTXOperand>;
defvar MapOperands  = Address # [SpecialOperand<"128", "128">]<PTXOperand>;

// clang-format off
//                                                            mnemonic                            modifiers                 operands
def PTX_FENCE                             : PTXInstruction<"fence",                            [FenceOrder, AnyScope],      NoOperands>;
def PTX_FENCE_SC                          : PTXInstruction<"fence.sc",                         [AnyScope],                  NoOperands>;
def PTX_MEMBAR                            : PTXInstruction<"membar",                           [BlockOrSystemScope],        NoOperands>;
def PTX_MEMBAR_GL                         : PTXInstruction<"membar.gl",                        [],                          NoOperands>;
def PTX_MEMBAR_PROXY_ALIAS                : PTXInstruction<"membar.proxy.alias",               [],                          NoOperands>;
def PTX_FENCE_PROXY_ALIAS                 : PTXInstruction<"fence.proxy.alias",                [],                          NoOperands>;
def PTX_FENCE_PROXY_ALIAS_ORDERED         : PTXInstruction<"fence.proxy.alias",                [EitherOrder, SystemScope],  NoOperands>;
def PTX_FENCE_PROXY_FABRIC                : PTXInstruction<"fence.proxy",                      [FabricProxies, Always<".alias">, EitherOrder, SystemScope], NoOperands>;
def PTX_FENCE_PROXY_ASYNC                 : PTXInstruction<"fence.proxy.async",                [],                          NoOperands>;
def PTX_FENCE_PROXY_ASYNC_GLOBAL          : PTXInstruction<"fence.proxy.async",                [Global],                    NoOperands>;
def PTX_FENCE_PROXY_ASYNC_SHARED          : PTXInstruction<"fence.proxy.async",                [AsyncShared],               NoOperands>;
def PTX_FENCE_PROXY_ASYNC_GENERIC_ACQUIRE : PTXInstruction<"fence.proxy.async::generic",       [Acquire, InWholeCluster, ClusterScope], NoOperands>;
def PTX_FENCE_PROXY_ASYNC_GENERIC_RELEASE : PTXInstruction<"fence.proxy.async::generic",       [Release, InOneCTA, ClusterScope], NoOperands>;
def PTX_FENCE_PROXY_ASYNC_GENERIC_READ    : PTXInstruction<"fence.proxy.async::generic",       [Release, ReadInCluster, ClusterScope], NoOperands>;
def PTX_FENCE_PROXY_TENSORMAP_ACQUIRE     : PTXInstruction<"fence.proxy.tensormap::generic",   [Acquire, AnyScope],         MapOperands>;
def PTX_FENCE_PROXY_TENSORMAP_RELEASE     : PTXInstruction<"fence.proxy.tensormap::generic",   [Release, AnyScope],         NoOperands>;
def PTX_FENCE_MBARRIER_INIT               : PTXInstruction<"fence.mbarrier_init",              [Release, ClusterScope],     NoOperands>;
def PTX_FENCE_RESTRICTED_ACQUIRE          : PTXInstruction<"fence",                            [Acquire, InWholeCluster, ClusterScope], NoOperands>;
def PTX_FENCE_RESTRICTED_RELEASE          : PTXInstruction<"fence",                            [Release, InOneCTA, ClusterScope],  NoOperands>;
// clang-format on
