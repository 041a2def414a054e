; A fence of a single thread is no instruction: PTX has no such scope. An access gets the scope of its block. LLVM 22
; aborts on these.

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: fences(
; CHECK-NOT:   fence
; CHECK:       ret;
define void @fences() {
  fence syncscope("singlethread") seq_cst
  fence syncscope("singlethread") acquire
  ret void
}

; CHECK-LABEL: access(
; CHECK-NOT:   fence
; CHECK:       ld.acquire.cta.{{[bu]}}32
; CHECK:       st.release.cta.{{[bu]}}32
; CHECK:       atom.relaxed.cta.cas.b32
define void @access(ptr %p, ptr %q) {
  %v = load atomic i32, ptr %p syncscope("singlethread") seq_cst, align 4
  store atomic i32 %v, ptr %q syncscope("singlethread") release, align 4
  %swapped = cmpxchg ptr %p, i32 %v, i32 7 syncscope("singlethread") monotonic monotonic
  ret void
}

; cmpxchg has its order, too.
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"nvptx-newer-llvm", i32 22}
