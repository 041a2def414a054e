; Pointers to the shared memory of the cluster (address space 7).

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s --check-prefixes=CHECK,OURS
; RUN: %llc -verify-machineinstrs -nvptx-short-ptr -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s --check-prefix=SHORT
; RUN: %if stock-tools %{ %stock-llc -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s %}
; RUN: %if ptxas %{ %llc -mcpu=sm_90 -mattr=+ptx78 %s -o - | %ptxas -arch=sm_90 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: access(
; CHECK:       ld.shared::cluster.{{[bu]}}32 {{.*}}+8];
; CHECK:       ld.volatile.shared::cluster.{{[bu]}}32
; CHECK:       ld.acquire.cluster.shared::cluster.{{[bu]}}32
; CHECK:       st.shared::cluster.v4.{{[bu]}}32
define void @access(ptr addrspace(7) %p, ptr addrspace(7) %q) {
  %at = getelementptr i8, ptr addrspace(7) %p, i64 8
  %a = load i32, ptr addrspace(7) %at
  %b = load volatile i32, ptr addrspace(7) %p
  %c = load atomic i32, ptr addrspace(7) %p syncscope("cluster") acquire, align 4
  %v0 = insertelement <4 x i32> zeroinitializer, i32 %a, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %b, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %c, i32 2
  store <4 x i32> %v2, ptr addrspace(7) %q
  ret void
}

; CHECK-LABEL: atomics(
; OURS:        atom.relaxed.sys.shared::cluster.add.u32 {{.*}}, 1;
; OURS:        atom.relaxed.sys.shared::cluster.exch.b32
; CHECK:       atom.acquire.cluster.shared::cluster.cas.b32
define i32 @atomics(ptr addrspace(7) %p) {
  %a = atomicrmw add ptr addrspace(7) %p, i32 1 monotonic
  %generic = addrspacecast ptr addrspace(7) %p to ptr
  %b = atomicrmw xchg ptr %generic, i32 %a monotonic
  %pair = cmpxchg ptr addrspace(7) %p, i32 %b, i32 2 syncscope("cluster") acquire acquire
  %v = extractvalue { i32, i1 } %pair, 0
  ret i32 %v
}

; CHECK-LABEL: casts(
; CHECK:       cvta.to.shared::cluster.u64
; CHECK:       cvta.shared::cluster.u64
; SHORT-LABEL: casts(
; SHORT:       cvta.to.shared::cluster.u64
define ptr @casts(ptr %p) {
  %q = addrspacecast ptr %p to ptr addrspace(7)
  %v = ptrtoint ptr addrspace(7) %q to i64
  %next = add i64 %v, 16
  %r = inttoptr i64 %next to ptr addrspace(7)
  %generic = addrspacecast ptr addrspace(7) %r to ptr
  ret ptr %generic
}

; CHECK-LABEL: from_shared(
; CHECK:       cvta.shared.u64 [[GENERIC:%rd[0-9]+]],
; CHECK:       cvta.to.shared::cluster.u64 {{.*}}, [[GENERIC]];
; SHORT-LABEL: from_shared(
; SHORT:       cvta.to.shared::cluster.u64
define ptr addrspace(7) @from_shared(ptr addrspace(3) %p) {
  %q = addrspacecast ptr addrspace(3) %p to ptr addrspace(7)
  ret ptr addrspace(7) %q
}

; CHECK-LABEL: to_shared(
; CHECK:       cvta.shared::cluster.u64 [[GENERIC:%rd[0-9]+]],
; CHECK:       cvta.to.shared.u64 {{.*}}, [[GENERIC]];
; SHORT-LABEL: to_shared(
; SHORT:       cvta.to.shared.u64
; SHORT-NEXT:  cvt.u32.u64
define ptr addrspace(3) @to_shared(ptr addrspace(7) %p) {
  %q = addrspacecast ptr addrspace(7) %p to ptr addrspace(3)
  ret ptr addrspace(3) %q
}

; A block's own shared memory is part of its cluster's: the load is not moved before the store.
; CHECK-LABEL: alias(
; CHECK:       st.shared::cluster
; CHECK:       ld.shared.
define i32 @alias(ptr addrspace(7) %p, ptr addrspace(3) %q) {
  %a = load i32, ptr addrspace(3) %q
  store i32 1, ptr addrspace(7) %p
  %b = load i32, ptr addrspace(3) %q
  %sum = add i32 %a, %b
  ret i32 %sum
}
