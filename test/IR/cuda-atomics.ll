; CUDA's atomic functions are relaxed, in the scope of the device; clang's header says seq_cst. What a program says
; itself stays.

; RUN: %opt -passes=nvptx-cuda-atomics -S %s | FileCheck %s
; RUN: %opt -O2 -S %s | FileCheck %s --check-prefix=KERNEL
; RUN: %opt -O2 -S %s | %llc -mcpu=sm_80 -o - | FileCheck %s --check-prefix=PTX

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @_ZL12__iAtomicAddPii(
; CHECK: atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
define internal i32 @_ZL12__iAtomicAddPii(ptr %p, i32 %v) alwaysinline {
  %r = atomicrmw add ptr %p, i32 %v seq_cst, align 4
  ret i32 %r
}

; CHECK-LABEL: @_ZL14__ullAtomicCASPyyy(
; CHECK: cmpxchg ptr %p, i64 %a, i64 %b syncscope("device") monotonic monotonic
define internal i64 @_ZL14__ullAtomicCASPyyy(ptr %p, i64 %a, i64 %b) alwaysinline {
  %pair = cmpxchg ptr %p, i64 %a, i64 %b seq_cst seq_cst, align 8
  %r = extractvalue { i64, i1 } %pair, 0
  ret i64 %r
}

; CHECK-LABEL: @_ZL19__iAtomicAdd_systemPii(
; CHECK: atomicrmw add ptr %p, i32 %v seq_cst
define internal i32 @_ZL19__iAtomicAdd_systemPii(ptr %p, i32 %v) alwaysinline {
  %r = atomicrmw add ptr %p, i32 %v seq_cst, align 4
  ret i32 %r
}

; CHECK-LABEL: @own(
; CHECK: atomicrmw add ptr %p, i32 1 seq_cst
; KERNEL-LABEL: @own(
; KERNEL: atomicrmw add ptr {{.*}}, i32 1 seq_cst
define i32 @own(ptr %p) {
  %r = atomicrmw add ptr %p, i32 1 seq_cst, align 4
  %s = call i32 @_ZL19__iAtomicAdd_systemPii(ptr %p, i32 %r)
  ret i32 %s
}

; KERNEL-LABEL: @k(
; KERNEL: atomicrmw add ptr {{.*}}, i32 2 syncscope("device") monotonic
; KERNEL: cmpxchg ptr {{.*}} syncscope("device") monotonic monotonic
; PTX-LABEL: .entry k(
; PTX-NOT: fence
; PTX: atom.global.add.u32
; PTX: atom.relaxed.gpu.global.cas.b64
define ptx_kernel void @k(ptr %p, ptr %q) {
  %r = call i32 @_ZL12__iAtomicAddPii(ptr %p, i32 2)
  %s = call i64 @_ZL14__ullAtomicCASPyyy(ptr %q, i64 1, i64 2)
  ret void
}
