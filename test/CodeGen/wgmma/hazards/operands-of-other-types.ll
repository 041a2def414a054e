;===-- operands-of-other-types.ll - tied operands that are no accumulators -----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A statement may have operands that it reads and writes beside its accumulators: a matrix
; descriptor that it moves, a counter, a predicate. They are nothing that a fence orders.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=error %t/right.ll -o - | FileCheck %t/right.ll
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -O0 %t/right.ll -o - 2>/dev/null | FileCheck %t/right.ll --check-prefix=PTX
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx83 %t/right.ll -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}
; RUN: not %llc -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=error %t/wrong.ll -o /dev/null 2>&1 | FileCheck %t/wrong.ll --implicit-check-not=error:

;--- right.ll
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .func predicate(
; PTX-LABEL: .func predicate(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
define void @predicate(ptr %p, i64 %a, i64 %b, float %x, i1 %v) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, i1 } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $5, $6, 1, 1, 1, 0, 0; // $4", "=f,=f,=f,=f,=b,l,l,0,1,2,3,4"(i64 %a, i64 %b, float %x, float %x, float %x, float %x, i1 %v)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store volatile { float, float, float, float, i1 } %d, ptr %p
  ret void
}

; CHECK-LABEL: .func byte(
; PTX-LABEL: .func byte(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
define void @byte(ptr %p, i64 %a, i64 %b, float %x, i8 %v) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, i8 } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $5, $6, 1, 1, 1, 0, 0; // $4", "=f,=f,=f,=f,=r,l,l,0,1,2,3,4"(i64 %a, i64 %b, float %x, float %x, float %x, float %x, i8 %v)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store volatile { float, float, float, float, i8 } %d, ptr %p
  ret void
}

; CHECK-LABEL: .func short(
; PTX-LABEL: .func short(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
define void @short(ptr %p, i64 %a, i64 %b, float %x, i16 %v) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, i16 } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $5, $6, 1, 1, 1, 0, 0; // $4", "=f,=f,=f,=f,=h,l,l,0,1,2,3,4"(i64 %a, i64 %b, float %x, float %x, float %x, float %x, i16 %v)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store volatile { float, float, float, float, i16 } %d, ptr %p
  ret void
}

; CHECK-LABEL: .func descriptor(
; PTX-LABEL: .func descriptor(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
define void @descriptor(ptr %p, i64 %a, i64 %b, float %x, i64 %v) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, i64 } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $5, $6, 1, 1, 1, 0, 0; // $4", "=f,=f,=f,=f,=l,l,l,0,1,2,3,4"(i64 %a, i64 %b, float %x, float %x, float %x, float %x, i64 %v)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store volatile { float, float, float, float, i64 } %d, ptr %p
  ret void
}

; CHECK-LABEL: .func half(
; PTX-LABEL: .func half(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
define void @half(ptr %p, i64 %a, i64 %b, float %x, half %v) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, half } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $5, $6, 1, 1, 1, 0, 0; // $4", "=f,=f,=f,=f,=h,l,l,0,1,2,3,4"(i64 %a, i64 %b, float %x, float %x, float %x, float %x, half %v)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store volatile { float, float, float, float, half } %d, ptr %p
  ret void
}

; CHECK-LABEL: .func bfloat(
; PTX-LABEL: .func bfloat(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
define void @bfloat(ptr %p, i64 %a, i64 %b, float %x, bfloat %v) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, bfloat } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $5, $6, 1, 1, 1, 0, 0; // $4", "=f,=f,=f,=f,=h,l,l,0,1,2,3,4"(i64 %a, i64 %b, float %x, float %x, float %x, float %x, bfloat %v)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store volatile { float, float, float, float, bfloat } %d, ptr %p
  ret void
}

; CHECK-LABEL: .func double(
; PTX-LABEL: .func double(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
define void @double(ptr %p, i64 %a, i64 %b, float %x, double %v) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, double } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $5, $6, 1, 1, 1, 0, 0; // $4", "=f,=f,=f,=f,=d,l,l,0,1,2,3,4"(i64 %a, i64 %b, float %x, float %x, float %x, float %x, double %v)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store volatile { float, float, float, float, double } %d, ptr %p
  ret void
}

; CHECK-LABEL: .func pointer(
; PTX-LABEL: .func pointer(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
define void @pointer(ptr %p, i64 %a, i64 %b, float %x, ptr %v) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, ptr } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $5, $6, 1, 1, 1, 0, 0; // $4", "=f,=f,=f,=f,=l,l,l,0,1,2,3,4"(i64 %a, i64 %b, float %x, float %x, float %x, float %x, ptr %v)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store volatile { float, float, float, float, ptr } %d, ptr %p
  ret void
}

; CHECK-LABEL: .func shared(
; PTX-LABEL: .func shared(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
define void @shared(ptr %p, i64 %a, i64 %b, float %x, ptr addrspace(3) %v) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, ptr addrspace(3) } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $5, $6, 1, 1, 1, 0, 0; // $4", "=f,=f,=f,=f,=r,l,l,0,1,2,3,4"(i64 %a, i64 %b, float %x, float %x, float %x, float %x, ptr addrspace(3) %v)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store volatile { float, float, float, float, ptr addrspace(3) } %d, ptr %p
  ret void
}

; CHECK-LABEL: .func wide(
; PTX-LABEL: .func wide(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
define void @wide(ptr %p, i64 %a, i64 %b, float %x, i128 %v) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, i128 } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $5, $6, 1, 1, 1, 0, 0; // $4", "=f,=f,=f,=f,=q,l,l,0,1,2,3,4"(i64 %a, i64 %b, float %x, float %x, float %x, float %x, i128 %v)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store volatile { float, float, float, float, i128 } %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry moving(
; CHECK: {{^\$L}}
; CHECK: wgmma.fence.sync.aligned;
; CHECK-NOT: mov
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK: bra
; PTX-LABEL: .entry moving(
define ptx_kernel void @moving(ptr %p, i64 %a, i64 %b, i32 %n, i16 %s, i1 %c) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.1, %loop ]
  %at = phi i64 [ %a, %entry ], [ %at.1, %loop ]
  %count = phi i16 [ %s, %entry ], [ %count.1, %loop ]
  %x0 = phi float [ 0.0, %entry ], [ %d0, %loop ]
  %x1 = phi float [ 0.0, %entry ], [ %d1, %loop ]
  %x2 = phi float [ 0.0, %entry ], [ %d2, %loop ]
  %x3 = phi float [ 0.0, %entry ], [ %d3, %loop ]
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, i64, i16 } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $6, 1, 1, 1, 0, 0;\0Aadd.u64 $4, $4, 2;\0Aadd.u16 $5, $5, 1;", "=f,=f,=f,=f,=l,=h,l,0,1,2,3,4,5"(i64 %b, float %x0, float %x1, float %x2, float %x3, i64 %at, i16 %count)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  %d0 = extractvalue { float, float, float, float, i64, i16 } %d, 0
  %d1 = extractvalue { float, float, float, float, i64, i16 } %d, 1
  %d2 = extractvalue { float, float, float, float, i64, i16 } %d, 2
  %d3 = extractvalue { float, float, float, float, i64, i16 } %d, 3
  %at.1 = extractvalue { float, float, float, float, i64, i16 } %d, 4
  %count.1 = extractvalue { float, float, float, float, i64, i16 } %d, 5
  %i.1 = add i32 %i, 1
  %more = icmp ult i32 %i.1, %n
  br i1 %more, label %loop, label %done
done:
  store float %d0, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i16 %count.1, ptr %q
  ret void
}

;--- wrong.ll
target triple = "nvptx64-nvidia-cuda"

; The accumulators of such a statement are protected as ever.
; CHECK: error: {{.*}}in function no_wait {{.*}}: accumulator is read while wgmma.mma_async at {{.*}} is in flight
; CHECK: error: {{.*}}in function no_wait {{.*}}: function returns while wgmma.mma_async at {{.*}} is in flight
define ptx_kernel void @no_wait(ptr %p, i64 %a, i64 %b, float %x) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { float, float, float, float, i64 } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;\0Aadd.u64 $4, $4, 2;", "=f,=f,=f,=f,=l,l,0,1,2,3,4"(i64 %b, float %x, float %x, float %x, float %x, i64 %a)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  %d0 = extractvalue { float, float, float, float, i64 } %d, 0
  store float %d0, ptr %p
  ret void
}
