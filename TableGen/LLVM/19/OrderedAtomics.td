//===- OrderedAtomics.td - Fences and atomics with an order ---*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM 19's target lacks for IR's memory model and for shared memory of the cluster
// (address space 7). `${order:volatile}` prints a memory order with its scope, as in LLVM's
// ld and st; CodeGen/Instructions/MemoryOrder.h knows the numbers.
//
// PTX ISA, "Parallel Synchronization and Communication Instructions: membar, fence; atom", and
// "Data Movement and Conversion Instructions: cvta".
//
//===----------------------------------------------------------------------===//

let hasSideEffects = true in
def ORDERED_FENCE : NVPTXInst<(outs), (ins LdStCode:$order), "fence${order:volatile};", []>;

class OrderedCompareAndSwap<NVPTXRegClass rc, string type>
    : NVPTXInst<(outs rc:$result),
                (ins LdStCode:$order, LdStCode:$space, MMAAddress:$address, rc:$expected, rc:$desired),
                "atom${order:volatile}${space:addsp}.cas." # type
                    # " \t$result, [$address], $expected, $desired;", []> {
  let mayLoad = true;
  let mayStore = true;
  let hasSideEffects = false;
}
def ORDERED_CAS_B32 : OrderedCompareAndSwap<Int32Regs, "b32">;
def ORDERED_CAS_B64 : OrderedCompareAndSwap<Int64Regs, "b64">;

class ClusterAddress<string mnemonic>
    : NVPTXInst<(outs Int64Regs:$result), (ins Int64Regs:$address),
                mnemonic # ".shared::cluster.u64 \t$result, $address;", []>;
def CVTA_SHARED_CLUSTER : ClusterAddress<"cvta">;
def CVTA_TO_SHARED_CLUSTER : ClusterAddress<"cvta.to">;
