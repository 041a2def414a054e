; Loads, stores, fences and cmpxchg with their orders and scopes, as LLVM 22 prints
; them. Before sm_70 there are .volatile and membar, and an error for what these cannot say (errors.ll).

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s --check-prefixes=CHECK,SM70
; RUN: %if stock-tools %{ %stock-llc -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s --check-prefixes=CHECK,SM70 %}
; RUN: sed -e '/^; SM70-ONLY/,/^}/d' %s >%t.ll
; RUN: %llc -verify-machineinstrs -mcpu=sm_60 -mattr=+ptx60 %t.ll -o - | FileCheck %t.ll --check-prefixes=CHECK,SM60
; RUN: %if stock-tools %{ %stock-llc -mcpu=sm_60 -mattr=+ptx60 %t.ll -o - | FileCheck %t.ll --check-prefixes=CHECK,SM60 %}
; RUN: %if ptxas %{ %llc -O0 -mcpu=sm_90 -mattr=+ptx78 %s -o - | %ptxas -arch=sm_90 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: load_monotonic(
; SM70: ld.relaxed.sys.global.{{[bu]}}32 {{.*}}, [{{%rd[0-9]+}}+8];
; SM60: ld.volatile.global.{{[bu]}}32
define i32 @load_monotonic(ptr addrspace(1) %p) {
  %at = getelementptr i8, ptr addrspace(1) %p, i64 8
  %v = load atomic i32, ptr addrspace(1) %at monotonic, align 4
  ret i32 %v
}

; CHECK-LABEL: load_volatile(
; CHECK: ld.volatile.{{[bu]}}32
define i32 @load_volatile(ptr %p) {
  %v = load atomic volatile i32, ptr %p syncscope("block") monotonic, align 4
  ret i32 %v
}

; CHECK-LABEL: store_unordered(
; SM70: st.relaxed.gpu.shared.{{[bu]}}32
; SM60: st.volatile.shared.{{[bu]}}32
define void @store_unordered(ptr addrspace(3) %p, i32 %v) {
  store atomic i32 %v, ptr addrspace(3) %p syncscope("device") unordered, align 4
  ret void
}

; SM70-ONLY
; CHECK-LABEL: load_acquire(
; SM70: ld.acquire.cta.global.{{[bu]}}32
define i32 @load_acquire(ptr addrspace(1) %p) {
  %v = load atomic i32, ptr addrspace(1) %p syncscope("block") acquire, align 4
  ret i32 %v
}

; SM70-ONLY
; CHECK-LABEL: load_seq_cst(
; SM70: fence.sc.gpu;
; SM70: ld.acquire.gpu.{{[bu]}}64
define i64 @load_seq_cst(ptr %p) {
  %v = load atomic i64, ptr %p syncscope("device") seq_cst, align 8
  ret i64 %v
}

; SM70-ONLY
; CHECK-LABEL: load_volatile_seq_cst(
; SM70: ld.acquire.sys.{{[bu]}}32
define i32 @load_volatile_seq_cst(ptr %p) {
  %v = load atomic volatile i32, ptr %p syncscope("block") acquire, align 4
  ret i32 %v
}

; SM70-ONLY
; CHECK-LABEL: load_byte(
; SM70: ld.acquire.sys.global.{{[bu]}}8
define i8 @load_byte(ptr addrspace(1) %p) {
  %v = load atomic i8, ptr addrspace(1) %p acquire, align 1
  ret i8 %v
}

; SM70-ONLY
; CHECK-LABEL: load_float(
; SM70: ld.acquire.cluster.shared.{{[bf]}}32
define float @load_float(ptr addrspace(3) %p) {
  %v = load atomic float, ptr addrspace(3) %p syncscope("cluster") acquire, align 4
  ret float %v
}

; SM70-ONLY
; CHECK-LABEL: store_release(
; SM70: st.release.cluster.global.{{[bu]}}16
define void @store_release(ptr addrspace(1) %p, i16 %v) {
  store atomic i16 %v, ptr addrspace(1) %p syncscope("cluster") release, align 2
  ret void
}

; SM70-ONLY
; CHECK-LABEL: store_seq_cst(
; SM70: fence.sc.sys;
; SM70: st.release.sys.global.{{[bu]}}32
define void @store_seq_cst(ptr addrspace(1) %p, i32 %v) {
  store atomic i32 %v, ptr addrspace(1) %p seq_cst, align 4
  ret void
}

; CHECK-LABEL: local_memory(
; CHECK-NOT: fence
; CHECK: ld.local.{{[bu]}}32
define i32 @local_memory(ptr addrspace(5) %p) {
  %v = load atomic i32, ptr addrspace(5) %p seq_cst, align 4
  ret i32 %v
}

; CHECK-LABEL: fence_sys(
; SM70: fence.acq_rel.sys;
; SM70-NEXT: fence.sc.sys;
; SM60-COUNT-2: membar.sys;
define void @fence_sys() {
  fence acquire
  fence seq_cst
  ret void
}

; CHECK-LABEL: fence_gpu(
; SM70: fence.acq_rel.gpu;
; SM70-NEXT: fence.sc.gpu;
; SM60-COUNT-2: membar.gl;
define void @fence_gpu() {
  fence syncscope("device") acquire
  fence syncscope("device") seq_cst
  ret void
}

; CHECK-LABEL: fence_cta(
; SM70: fence.acq_rel.cta;
; SM70-NEXT: fence.sc.cta;
; SM60-COUNT-2: membar.cta;
define void @fence_cta() {
  fence syncscope("block") acquire
  fence syncscope("block") seq_cst
  ret void
}

; SM70-ONLY
; CHECK-LABEL: fence_cluster(
; SM70: fence.acq_rel.cluster;
; SM70-NEXT: fence.sc.cluster;
define void @fence_cluster() {
  fence syncscope("cluster") release
  fence syncscope("cluster") seq_cst
  ret void
}

; CHECK-LABEL: swap_monotonic(
; SM70: atom.relaxed.sys.cas.b32
; SM60: atom.sys.cas.b32
define i32 @swap_monotonic(ptr %p, i32 %a, i32 %b) {
  %pair = cmpxchg ptr %p, i32 %a, i32 %b monotonic monotonic
  %v = extractvalue { i32, i1 } %pair, 0
  ret i32 %v
}

; CHECK-LABEL: swap_acquire(
; SM70: atom.acquire.gpu.global.cas.b64
; SM60: atom.gpu.global.cas.b64
define i64 @swap_acquire(ptr addrspace(1) %p, i64 %a, i64 %b) {
  %pair = cmpxchg ptr addrspace(1) %p, i64 %a, i64 %b syncscope("device") acquire monotonic
  %v = extractvalue { i64, i1 } %pair, 0
  ret i64 %v
}

; CHECK-LABEL: swap_merged(
; SM70: atom.acq_rel.cta.shared.cas.b32
; SM60: atom.cta.shared.cas.b32
define i32 @swap_merged(ptr addrspace(3) %p, i32 %a, i32 %b) {
  %pair = cmpxchg ptr addrspace(3) %p, i32 %a, i32 %b syncscope("block") release acquire
  %v = extractvalue { i32, i1 } %pair, 0
  ret i32 %v
}

; CHECK-LABEL: swap_seq_cst(
; SM70: fence.sc.sys;
; SM60: membar.sys;
; SM70: atom.acquire.sys.cas.b32
; SM60: atom.sys.cas.b32
define i32 @swap_seq_cst(ptr %p, i32 %a, i32 %b) {
  %pair = cmpxchg ptr %p, i32 %a, i32 %b seq_cst seq_cst
  %v = extractvalue { i32, i1 } %pair, 0
  ret i32 %v
}

; SM70-ONLY
; CHECK-LABEL: swap_cluster(
; SM70: atom.acq_rel.cluster.shared.cas.b32
define i32 @swap_cluster(ptr addrspace(3) %p, i32 %a, i32 %b) {
  %pair = cmpxchg ptr addrspace(3) %p, i32 %a, i32 %b syncscope("cluster") acq_rel acquire
  %v = extractvalue { i32, i1 } %pair, 0
  ret i32 %v
}

; LLVM's atomicrmw is relaxed, see atomicrmw.ll.
; CHECK-LABEL: add(
; SM70: {{fence.sc.sys|atom.add.u32}}
; SM60: {{membar.sys|atom.add.u32}}
define i32 @add(ptr %p) {
  %v = atomicrmw add ptr %p, i32 1 seq_cst, align 4
  ret i32 %v
}

; cmpxchg has its order, too.
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"nvptx-newer-llvm", i32 22}
