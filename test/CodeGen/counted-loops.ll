; A loop that counts down to zero from a positive number ends by the sign of its count, in functions with
; matrix instructions: the pass "NVPTX counted loops".
;
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -nvptx-counted-loops=0 %s -o - | FileCheck %s --check-prefix=OFF

target triple = "nvptx64-nvidia-cuda"

declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3))

; CHECK-LABEL: .entry positive(
; CHECK:       add.s32 %r[[#N:]], %r{{[0-9]+}}, -1;
; CHECK:       setp.gt.s32 %p{{[0-9]+}}, %r[[#N]], 0;
; CHECK:       ret;
; OFF-LABEL:   .entry positive(
; OFF:         setp.ne.b32 %p{{[0-9]+}}, %r{{[0-9]+}}, 0;
; OFF:         ret;
define ptx_kernel void @positive(ptr addrspace(3) %from, ptr addrspace(1) %to, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %done

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %from)
  %a = extractvalue { i32, i32 } %r, 0
  store volatile i32 %a, ptr addrspace(1) %to
  %next = add nuw nsw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}

; 2^31 trips and more, as an unsigned count may have.
; CHECK-LABEL: .entry unknown(
; CHECK:       setp.ne.b32 %p{{[0-9]+}}, %r{{[0-9]+}}, 0;
; CHECK:       ret;
define ptx_kernel void @unknown(ptr addrspace(3) %from, ptr addrspace(1) %to, i32 %n) {
entry:
  %some = icmp ne i32 %n, 0
  br i1 %some, label %loop, label %done

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %from)
  %a = extractvalue { i32, i32 } %r, 0
  store volatile i32 %a, ptr addrspace(1) %to
  %next = add nuw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}

; A step of two may pass zero by.
; CHECK-LABEL: .entry two(
; CHECK:       setp.ne.b32 %p{{[0-9]+}}, %r{{[0-9]+}}, 0;
; CHECK:       ret;
define ptx_kernel void @two(ptr addrspace(3) %from, ptr addrspace(1) %to, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %done

loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %r = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %from)
  %a = extractvalue { i32, i32 } %r, 0
  store volatile i32 %a, ptr addrspace(1) %to
  %next = add i32 %i, -2
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %done

done:
  ret void
}

; CHECK-LABEL: .entry ordinary(
; CHECK:       setp.ne.b32 %p{{[0-9]+}}, %r{{[0-9]+}}, 0;
; CHECK:       ret;
define ptx_kernel void @ordinary(ptr addrspace(1) %to, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %done

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 7, ptr addrspace(1) %to
  %next = add nuw nsw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %done, label %loop

done:
  ret void
}
