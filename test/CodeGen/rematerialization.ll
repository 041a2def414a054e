; Values are computed again behind a loop of mma.sync or in it, where that frees registers.
;
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_80 -mattr=+ptx71 %s -o - | %ptxas -arch=sm_80 -c - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; A value of three instructions takes as many registers as what it is computed from. It is computed again in four blocks,
; and not in five.
; CHECK-LABEL:   .entry four(
; CHECK-NOT:     xor.b32 %r{{[0-9]+}}, %r{{[0-9]+}}, 21;
; CHECK:         mma.sync
; CHECK-COUNT-4: xor.b32 %r{{[0-9]+}}, %r{{[0-9]+}}, 21;
; CHECK:         ret;
define ptx_kernel void @four(ptr addrspace(1) %p, i32 %n, i32 %s) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 21
  %y = mul i32 %t, 37
  %v = add i32 %x, %y
  %w0 = xor i32 %s, 1
  %w1 = xor i32 %s, 2
  %w2 = xor i32 %s, 3
  %w3 = xor i32 %s, 4
  %w4 = xor i32 %s, 5
  %w5 = xor i32 %s, 6
  %w6 = xor i32 %s, 7
  %w7 = xor i32 %s, 8
  %w8 = xor i32 %s, 9
  %w9 = xor i32 %s, 10
  %w10 = xor i32 %s, 11
  %w11 = xor i32 %s, 12
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %c = phi float [ 0.0, %entry ], [ %d, %loop ]
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
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %behind
behind:
  store volatile float %d, ptr addrspace(1) %p
  store volatile i32 %s, ptr addrspace(1) %p
  store volatile i32 %w0, ptr addrspace(1) %p
  store volatile i32 %w1, ptr addrspace(1) %p
  store volatile i32 %w2, ptr addrspace(1) %p
  store volatile i32 %w3, ptr addrspace(1) %p
  store volatile i32 %w4, ptr addrspace(1) %p
  store volatile i32 %w5, ptr addrspace(1) %p
  store volatile i32 %w6, ptr addrspace(1) %p
  store volatile i32 %w7, ptr addrspace(1) %p
  store volatile i32 %w8, ptr addrspace(1) %p
  store volatile i32 %w9, ptr addrspace(1) %p
  store volatile i32 %w10, ptr addrspace(1) %p
  store volatile i32 %w11, ptr addrspace(1) %p
  br label %b0
b0:
  store volatile i32 %v, ptr addrspace(1) %p
  %l0 = load volatile i1, ptr addrspace(1) %p
  br i1 %l0, label %b1, label %exit
b1:
  store volatile i32 %v, ptr addrspace(1) %p
  %l1 = load volatile i1, ptr addrspace(1) %p
  br i1 %l1, label %b2, label %exit
b2:
  store volatile i32 %v, ptr addrspace(1) %p
  %l2 = load volatile i1, ptr addrspace(1) %p
  br i1 %l2, label %b3, label %exit
b3:
  store volatile i32 %v, ptr addrspace(1) %p
  %l3 = load volatile i1, ptr addrspace(1) %p
  br i1 %l3, label %exit, label %exit
exit:
  ret void
}

; CHECK-LABEL: .entry five(
; CHECK:       xor.b32 %r{{[0-9]+}}, %r{{[0-9]+}}, 21;
; CHECK:       mma.sync
; CHECK-NOT:   xor.b32 %r{{[0-9]+}}, %r{{[0-9]+}}, 21;
; CHECK:       ret;
define ptx_kernel void @five(ptr addrspace(1) %p, i32 %n, i32 %s) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 21
  %y = mul i32 %t, 37
  %v = add i32 %x, %y
  %w0 = xor i32 %s, 1
  %w1 = xor i32 %s, 2
  %w2 = xor i32 %s, 3
  %w3 = xor i32 %s, 4
  %w4 = xor i32 %s, 5
  %w5 = xor i32 %s, 6
  %w6 = xor i32 %s, 7
  %w7 = xor i32 %s, 8
  %w8 = xor i32 %s, 9
  %w9 = xor i32 %s, 10
  %w10 = xor i32 %s, 11
  %w11 = xor i32 %s, 12
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %c = phi float [ 0.0, %entry ], [ %d, %loop ]
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
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %behind
behind:
  store volatile float %d, ptr addrspace(1) %p
  store volatile i32 %s, ptr addrspace(1) %p
  store volatile i32 %w0, ptr addrspace(1) %p
  store volatile i32 %w1, ptr addrspace(1) %p
  store volatile i32 %w2, ptr addrspace(1) %p
  store volatile i32 %w3, ptr addrspace(1) %p
  store volatile i32 %w4, ptr addrspace(1) %p
  store volatile i32 %w5, ptr addrspace(1) %p
  store volatile i32 %w6, ptr addrspace(1) %p
  store volatile i32 %w7, ptr addrspace(1) %p
  store volatile i32 %w8, ptr addrspace(1) %p
  store volatile i32 %w9, ptr addrspace(1) %p
  store volatile i32 %w10, ptr addrspace(1) %p
  store volatile i32 %w11, ptr addrspace(1) %p
  br label %b0
b0:
  store volatile i32 %v, ptr addrspace(1) %p
  %l0 = load volatile i1, ptr addrspace(1) %p
  br i1 %l0, label %b1, label %exit
b1:
  store volatile i32 %v, ptr addrspace(1) %p
  %l1 = load volatile i1, ptr addrspace(1) %p
  br i1 %l1, label %b2, label %exit
b2:
  store volatile i32 %v, ptr addrspace(1) %p
  %l2 = load volatile i1, ptr addrspace(1) %p
  br i1 %l2, label %b3, label %exit
b3:
  store volatile i32 %v, ptr addrspace(1) %p
  %l3 = load volatile i1, ptr addrspace(1) %p
  br i1 %l3, label %b4, label %exit
b4:
  store volatile i32 %v, ptr addrspace(1) %p
  %l4 = load volatile i1, ptr addrspace(1) %p
  br i1 %l4, label %exit, label %exit
exit:
  ret void
}

; Values are computed again in a loop that has too many for the kernel's registers.
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
