; Orderings and scopes are handed on; what LLVM 19 has no operation for becomes a loop.

; RUN: %ir-bridge %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @scopes(
define void @scopes(ptr %p, i32 %n) {
  ; CHECK-NEXT: load atomic i32, ptr %p syncscope("block") acquire, align 4
  %a = load atomic i32, ptr %p syncscope("block") acquire, align 4
  ; CHECK-NEXT: store atomic volatile i32 %n, ptr %p syncscope("device") release, align 4
  store atomic volatile i32 %n, ptr %p syncscope("device") release, align 4
  ; CHECK-NEXT: fence syncscope("cluster") acq_rel
  fence syncscope("cluster") acq_rel
  ; CHECK-NEXT: fence seq_cst
  fence seq_cst
  ; CHECK-NEXT: atomicrmw volatile add ptr %p, i32 %n syncscope("cluster") acquire, align 4
  %b = atomicrmw volatile add ptr %p, i32 %n syncscope("cluster") acquire
  ; CHECK-NEXT: cmpxchg weak ptr %p, i32 %n, i32 7 syncscope("device") release monotonic, align 4
  %c = cmpxchg weak ptr %p, i32 %n, i32 7 syncscope("device") release monotonic
  ret void
}

; CHECK-LABEL: define void @operations(
define void @operations(ptr %p, i32 %n, float %x) {
  ; CHECK: cmpxchg ptr %p, i32 %{{.*}}, i32 %{{.*}} syncscope("block") acq_rel acquire
  %a = atomicrmw usub_cond ptr %p, i32 %n syncscope("block") acq_rel
  ; CHECK: call i32 @llvm.usub.sat.i32
  ; CHECK: cmpxchg volatile ptr %p, i32 %{{.*}}, i32 %{{.*}} monotonic monotonic
  %b = atomicrmw volatile usub_sat ptr %p, i32 %n monotonic
  ; CHECK: call float @llvm.maximum.f32
  ; CHECK: cmpxchg ptr %p, i32 %{{.*}}, i32 %{{.*}} syncscope("device") seq_cst seq_cst
  %c = atomicrmw fmaximum ptr %p, float %x syncscope("device") seq_cst
  ; CHECK: call float @llvm.minimum.f32
  %d = atomicrmw fminimum ptr %p, float %x monotonic
  ret void
}

; CHECK-LABEL: define void @wraps(
define void @wraps(ptr addrspace(1) %p, ptr %q, i32 %n, i64 %l) {
  ; CHECK-NEXT: call i32 @llvm.nvvm.atomic.load.inc.32.p1(ptr addrspace(1) %p, i32 %n)
  %a = atomicrmw uinc_wrap ptr addrspace(1) %p, i32 %n seq_cst
  ; CHECK-NEXT: call i32 @llvm.nvvm.atomic.load.dec.32.p0(ptr %q, i32 7)
  %b = atomicrmw udec_wrap ptr %q, i32 7 monotonic
  ; CHECK-NEXT: atomicrmw uinc_wrap ptr %q, i64 %l seq_cst, align 8
  %c = atomicrmw uinc_wrap ptr %q, i64 %l seq_cst
  ret void
}

; CHECK-LABEL: define void @vectors(
define void @vectors(ptr %p) {
  ; CHECK-NEXT: %[[BITS:.*]] = load atomic i64, ptr %p syncscope("block") acquire, align 8
  ; CHECK-NEXT: %[[V:.*]] = bitcast i64 %[[BITS]] to <2 x float>
  %v = load atomic <2 x float>, ptr %p syncscope("block") acquire, align 8
  ; CHECK-NEXT: %[[BACK:.*]] = bitcast <2 x float> %[[V]] to i64
  ; CHECK-NEXT: store atomic i64 %[[BACK]], ptr %p release, align 8
  store atomic <2 x float> %v, ptr %p release, align 8
  ret void
}
; The module says where it is from.
; CHECK: !{i32 7, !"nvptx-newer-llvm", i32 22}
