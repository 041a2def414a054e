;===-- packed-phis.ll - elements that are loaded on some paths -----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Elements of 16 and of 8 bits that are loaded on some paths stay in the register that they are loaded into.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_90 -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=OFF
; RUN: %if ptxas %{ %llc -mcpu=sm_90 %s -o - | %ptxas -arch=sm_90 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: .entry halves(
; CHECK-NOT:   mov.b16
; CHECK:       ld.global.v2.b32 {[[LOW:%r[0-9]+]], [[HIGH:%r[0-9]+]]}
; CHECK-NEXT:  {{.*}}:
; CHECK-NEXT:  bar.sync 0;
; CHECK-NEXT:  mov.b32 {%rs{{[0-9]+}}, %rs{{[0-9]+}}}, [[LOW]];
; CHECK:       mov.b32 {%rs{{[0-9]+}}, %rs{{[0-9]+}}}, [[HIGH]];
; OFF-LABEL:   .entry halves(
; OFF:         mov.b16 %rs{{[0-9]+}}, 0
define ptx_kernel void @halves(ptr addrspace(1) %in, ptr addrspace(1) %out, i1 %c) {
  br i1 %c, label %load, label %end
load:
  %p1 = getelementptr i8, ptr addrspace(1) %in, i64 2
  %p2 = getelementptr i8, ptr addrspace(1) %in, i64 4
  %p3 = getelementptr i8, ptr addrspace(1) %in, i64 6
  %l0 = load half, ptr addrspace(1) %in, align 8
  %l1 = load half, ptr addrspace(1) %p1, align 2
  %l2 = load half, ptr addrspace(1) %p2, align 4
  %l3 = load half, ptr addrspace(1) %p3, align 2
  br label %end
end:
  %h0 = phi half [ %l0, %load ], [ 0.0, %0 ]
  %h1 = phi half [ %l1, %load ], [ 0.0, %0 ]
  %h2 = phi half [ 0.0, %0 ], [ %l2, %load ] ; in another order
  %h3 = phi half [ %l3, %load ], [ poison, %0 ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %f0 = fpext half %h0 to float
  %f1 = fpext half %h1 to float
  %f2 = fpext half %h2 to float
  %f3 = fpext half %h3 to float
  store volatile float %f3, ptr addrspace(1) %out
  store volatile float %f2, ptr addrspace(1) %out
  store volatile float %f1, ptr addrspace(1) %out
  store volatile float %f0, ptr addrspace(1) %out
  ret void
}

; Four bytes go around a loop, from an edge that is there twice.
; CHECK-LABEL: .entry bytes(
; CHECK:       mov.b32 [[BYTES:%r[0-9]+]], 67305985;
; CHECK-NOT:   %rs
; CHECK:       bar.sync 0;
; CHECK:       xor.b32 %r{{[0-9]+}}, [[BYTES]],
; CHECK-NOT:   %rs
; CHECK:       ld.global.b32 [[BYTES]],
define ptx_kernel void @bytes(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
  switch i32 %n, label %loop [ i32 5, label %loop
                               i32 7, label %exit ]
loop:
  %b0 = phi i8 [ 1, %0 ], [ 1, %0 ], [ %c0, %next ]
  %b1 = phi i8 [ 2, %0 ], [ 2, %0 ], [ %c1, %next ]
  %b2 = phi i8 [ 3, %0 ], [ 3, %0 ], [ %c2, %next ]
  %b3 = phi i8 [ 4, %0 ], [ 4, %0 ], [ %c3, %next ]
  %i = phi i32 [ 0, %0 ], [ 0, %0 ], [ %i1, %next ]
  %odd = trunc i32 %i to i1
  br i1 %odd, label %load, label %next
load:
  %at = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %p1 = getelementptr i8, ptr addrspace(1) %at, i64 1
  %p2 = getelementptr i8, ptr addrspace(1) %at, i64 2
  %p3 = getelementptr i8, ptr addrspace(1) %at, i64 3
  %l0 = load i8, ptr addrspace(1) %at, align 4
  %l1 = load i8, ptr addrspace(1) %p1, align 1
  %l2 = load i8, ptr addrspace(1) %p2, align 2
  %l3 = load i8, ptr addrspace(1) %p3, align 1
  br label %next
next:
  %c0 = phi i8 [ %l0, %load ], [ %b0, %loop ]
  %c1 = phi i8 [ %l1, %load ], [ %b1, %loop ]
  %c2 = phi i8 [ %l2, %load ], [ %b2, %loop ]
  %c3 = phi i8 [ %l3, %load ], [ %b3, %loop ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %s0 = xor i8 %c0, %c1
  %s1 = xor i8 %c2, %c3
  %s2 = xor i8 %s0, %s1
  store volatile i8 %s2, ptr addrspace(1) %out
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %e2 = phi i8 [ 0, %0 ], [ %c2, %next ]
  store volatile i8 %e2, ptr addrspace(1) %out
  ret void
}

; The first two are not packed, as one is computed on a path; so are those that use them.
; CHECK-LABEL: .entry others(
; CHECK:       ld.global.v2.b32 {[[FIRST:%r[0-9]+]], [[SECOND:%r[0-9]+]]}
; CHECK-NEXT:  mov.b32 {%rs{{[0-9]+}}, %rs{{[0-9]+}}}, [[FIRST]];
; CHECK:       bar.sync 0;
; CHECK:       mov.b32 {%rs{{[0-9]+}}, %rs{{[0-9]+}}}, [[SECOND]];
define ptx_kernel void @others(ptr addrspace(1) %in, ptr addrspace(1) %out, i1 %c, i16 %x) {
  br i1 %c, label %load, label %end
load:
  %p1 = getelementptr i8, ptr addrspace(1) %in, i64 2
  %p2 = getelementptr i8, ptr addrspace(1) %in, i64 4
  %p3 = getelementptr i8, ptr addrspace(1) %in, i64 6
  %l0 = load i16, ptr addrspace(1) %in, align 8
  %l1 = load i16, ptr addrspace(1) %p1, align 2
  %l2 = load i16, ptr addrspace(1) %p2, align 4
  %l3 = load i16, ptr addrspace(1) %p3, align 2
  br label %end
end:
  %h0 = phi i16 [ %l0, %load ], [ 0, %0 ]
  %h1 = phi i16 [ %l1, %load ], [ %x, %0 ]
  %h2 = phi i16 [ %l2, %load ], [ 0, %0 ]
  %h3 = phi i16 [ %l3, %load ], [ 0, %0 ]
  br i1 %c, label %last, label %middle
middle:
  br label %last
last:
  %g0 = phi i16 [ %h0, %end ], [ 0, %middle ]
  %g1 = phi i16 [ %h1, %end ], [ 0, %middle ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store volatile i16 %g0, ptr addrspace(1) %out
  store volatile i16 %g1, ptr addrspace(1) %out
  store volatile i16 %h2, ptr addrspace(1) %out
  store volatile i16 %h3, ptr addrspace(1) %out
  ret void
}

; A constant next to an element that is loaded is no part of its register.
; CHECK-LABEL: .entry constant(
; CHECK:       mov.b16 %rs{{[0-9]+}}, 0x0000;
; OFF-LABEL:   .entry constant(
define ptx_kernel void @constant(ptr addrspace(1) %in, ptr addrspace(1) %out, i1 %c) {
  br i1 %c, label %both, label %one
both:
  %b = load <2 x half>, ptr addrspace(1) %in
  %b0 = extractelement <2 x half> %b, i32 0
  %b1 = extractelement <2 x half> %b, i32 1
  br label %end
one:
  %p = getelementptr i8, ptr addrspace(1) %in, i64 16
  %o = load <2 x half>, ptr addrspace(1) %p
  %o0 = extractelement <2 x half> %o, i32 0
  br label %end
end:
  %h0 = phi half [ %b0, %both ], [ %o0, %one ]
  %h1 = phi half [ %b1, %both ], [ 0.0, %one ]
  %f0 = fpext half %h0 to float
  %f1 = fpext half %h1 to float
  store volatile float %f0, ptr addrspace(1) %out
  store volatile float %f1, ptr addrspace(1) %out
  ret void
}
