; Values are computed again in a loop of mma.sync that has too many for the kernel's registers.
;
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_80 -mattr=+ptx71 %s -o - | %ptxas -arch=sm_80 -c - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL:   .entry many(
; CHECK-COUNT-10: xor.b64
; CHECK:         mma.sync
; CHECK-NOT:     xor.b64
; CHECK:         ret;
define ptx_kernel void @many(ptr addrspace(1) %p, i32 %n, i64 %s)  {
entry:
  %w0 = xor i64 %s, 1
  %w1 = xor i64 %s, 2
  %w2 = xor i64 %s, 3
  %w3 = xor i64 %s, 4
  %w4 = xor i64 %s, 5
  %w5 = xor i64 %s, 6
  %w6 = xor i64 %s, 7
  %w7 = xor i64 %s, 8
  %w8 = xor i64 %s, 9
  %w9 = xor i64 %s, 10
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %c = phi float [ 0.0, %entry ], [ %d, %next ]
  %a = load volatile i32, ptr addrspace(1) %p
  %m0 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %f0 = extractvalue { float, float, float, float } %m0, 0
  %m1 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %f0, float %f0, float %f0, float %f0)
  %f1 = extractvalue { float, float, float, float } %m1, 0
  %m2 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %f1, float %f1, float %f1, float %f1)
  %f2 = extractvalue { float, float, float, float } %m2, 0
  %m3 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %f2, float %f2, float %f2, float %f2)
  %f3 = extractvalue { float, float, float, float } %m3, 0
  %m4 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %f3, float %f3, float %f3, float %f3)
  %f4 = extractvalue { float, float, float, float } %m4, 0
  %m5 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %f4, float %f4, float %f4, float %f4)
  %d = extractvalue { float, float, float, float } %m5, 0
  %is.stored = load volatile i1, ptr addrspace(1) %p
  br i1 %is.stored, label %store, label %next
store:
  store volatile i64 %w0, ptr addrspace(1) %p
  store volatile i64 %w1, ptr addrspace(1) %p
  store volatile i64 %w2, ptr addrspace(1) %p
  store volatile i64 %w3, ptr addrspace(1) %p
  store volatile i64 %w4, ptr addrspace(1) %p
  store volatile i64 %w5, ptr addrspace(1) %p
  store volatile i64 %w6, ptr addrspace(1) %p
  store volatile i64 %w7, ptr addrspace(1) %p
  store volatile i64 %w8, ptr addrspace(1) %p
  store volatile i64 %w9, ptr addrspace(1) %p
  br label %next
next:
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  store volatile float %d, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL:   .entry few(
; CHECK:         mma.sync
; CHECK:         xor.b64
; CHECK:         ret;
define ptx_kernel void @few(ptr addrspace(1) %p, i32 %n, i64 %s) "nvvm.maxnreg"="32" {
entry:
  %w0 = xor i64 %s, 1
  %w1 = xor i64 %s, 2
  %w2 = xor i64 %s, 3
  %w3 = xor i64 %s, 4
  %w4 = xor i64 %s, 5
  %w5 = xor i64 %s, 6
  %w6 = xor i64 %s, 7
  %w7 = xor i64 %s, 8
  %w8 = xor i64 %s, 9
  %w9 = xor i64 %s, 10
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %c = phi float [ 0.0, %entry ], [ %d, %next ]
  %a = load volatile i32, ptr addrspace(1) %p
  %m0 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %f0 = extractvalue { float, float, float, float } %m0, 0
  %m1 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %f0, float %f0, float %f0, float %f0)
  %f1 = extractvalue { float, float, float, float } %m1, 0
  %m2 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %f1, float %f1, float %f1, float %f1)
  %f2 = extractvalue { float, float, float, float } %m2, 0
  %m3 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %f2, float %f2, float %f2, float %f2)
  %f3 = extractvalue { float, float, float, float } %m3, 0
  %m4 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %f3, float %f3, float %f3, float %f3)
  %f4 = extractvalue { float, float, float, float } %m4, 0
  %m5 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %a, i32 %a, i32 %a, float %f4, float %f4, float %f4, float %f4)
  %d = extractvalue { float, float, float, float } %m5, 0
  %is.stored = load volatile i1, ptr addrspace(1) %p
  br i1 %is.stored, label %store, label %next
store:
  store volatile i64 %w0, ptr addrspace(1) %p
  store volatile i64 %w1, ptr addrspace(1) %p
  store volatile i64 %w2, ptr addrspace(1) %p
  store volatile i64 %w3, ptr addrspace(1) %p
  store volatile i64 %w4, ptr addrspace(1) %p
  store volatile i64 %w5, ptr addrspace(1) %p
  store volatile i64 %w6, ptr addrspace(1) %p
  store volatile i64 %w7, ptr addrspace(1) %p
  store volatile i64 %w8, ptr addrspace(1) %p
  store volatile i64 %w9, ptr addrspace(1) %p
  br label %next
next:
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  store volatile float %d, ptr addrspace(1) %p
  ret void
}
