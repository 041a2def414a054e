;===-- unroll-by-two.ll - loops of asynchronous mma are unrolled by two ---===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Two trips of a short loop of wgmma.mma_async or tcgen05.mma have counters and stages in common. An
; odd number of trips, a long body or many multiplications, and mma.sync, whose fragments take registers of their own in each
; trip, leave a loop as it is. If the number of trips is not known, a trip may be left over.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -mcpu=sm_100a -O3 -S %s | FileCheck %s
; RUN: %opt -mcpu=sm_100a -O3 -nvptx-unroll-by-two=0 -S %s | FileCheck %s --check-prefix=OFF

target triple = "nvptx64-nvidia-cuda"

; OFF-LABEL: define {{.*}}@tcgen05(
; OFF: call void asm {{.*}}tcgen05.mma
; OFF-NOT: tcgen05.mma
; OFF: {{^}}}

; CHECK-LABEL: define {{.*}}@tcgen05(
; CHECK-COUNT-2: call {{.*}}asm {{.*}}tcgen05.mma
; CHECK-NOT: tcgen05.mma
; CHECK: {{^}}}
define i32 @tcgen05(i32 %t, i64 %d, i32 %n, ptr addrspace(3) %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %x0 = phi i64 [ %d, %entry ], [ %x40, %loop ]
  %x1 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x0)
  %x2 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x1)
  %x3 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x2)
  %x4 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x3)
  %x5 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x4)
  %x6 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x5)
  %x7 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x6)
  %x8 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x7)
  %x9 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x8)
  %x10 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x9)
  %x11 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x10)
  %x12 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x11)
  %x13 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x12)
  %x14 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x13)
  %x15 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x14)
  %x16 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x15)
  %x17 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x16)
  %x18 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x17)
  %x19 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x18)
  %x20 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x19)
  %x21 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x20)
  %x22 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x21)
  %x23 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x22)
  %x24 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x23)
  %x25 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x24)
  %x26 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x25)
  %x27 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x26)
  %x28 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x27)
  %x29 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x28)
  %x30 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x29)
  %x31 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x30)
  %x32 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x31)
  %x33 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x32)
  %x34 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x33)
  %x35 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x34)
  %x36 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x35)
  %x37 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x36)
  %x38 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x37)
  %x39 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x38)
  %x40 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x39)
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %x40, i64 %x40, i32 1) convergent
  %i1 = add i32 %i, 1
  %e = icmp eq i32 %i1, 112
  br i1 %e, label %done, label %loop

done:
  ret i32 %i1
}

; CHECK-LABEL: define {{.*}}@wgmma(
; CHECK-COUNT-2: call {{.*}}asm {{.*}}wgmma.mma_async
; CHECK-NOT: wgmma.mma_async
; CHECK: {{^}}}
define i32 @wgmma(i32 %t, i64 %d, i32 %n, ptr addrspace(3) %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %x0 = phi i64 [ %d, %entry ], [ %x40, %loop ]
  %a = phi i32 [ 0, %entry ], [ %f, %loop ]
  %x1 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x0)
  %x2 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x1)
  %x3 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x2)
  %x4 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x3)
  %x5 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x4)
  %x6 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x5)
  %x7 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x6)
  %x8 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x7)
  %x9 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x8)
  %x10 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x9)
  %x11 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x10)
  %x12 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x11)
  %x13 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x12)
  %x14 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x13)
  %x15 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x14)
  %x16 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x15)
  %x17 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x16)
  %x18 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x17)
  %x19 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x18)
  %x20 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x19)
  %x21 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x20)
  %x22 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x21)
  %x23 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x22)
  %x24 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x23)
  %x25 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x24)
  %x26 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x25)
  %x27 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x26)
  %x28 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x27)
  %x29 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x28)
  %x30 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x29)
  %x31 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x30)
  %x32 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x31)
  %x33 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x32)
  %x34 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x33)
  %x35 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x34)
  %x36 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x35)
  %x37 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x36)
  %x38 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x37)
  %x39 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x38)
  %x40 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x39)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "l,l"(i64 %d, i64 %d)
  %f = call i32 asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0, $0}, $1, $1, p, 1, 1, 0, 0;", "=r,l,0"(i64 %x40, i32 %a) convergent
  %i1 = add i32 %i, 1
  %e = icmp eq i32 %i1, 112
  br i1 %e, label %done, label %loop

done:
  ret i32 %f
}

; Threads that copy tiles themselves compute addresses for each trip: only shorter loops, as the one
; above, are unrolled.
; CHECK-LABEL: define {{.*}}@copying(
; CHECK-COUNT-1: call {{.*}}asm {{.*}}wgmma.mma_async
; CHECK-NOT: wgmma.mma_async
; CHECK: {{^}}}
define i32 @copying(i32 %t, i64 %d, i32 %n, ptr addrspace(3) %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %x0 = phi i64 [ %d, %entry ], [ %x99, %loop ]
  %a = phi i32 [ 0, %entry ], [ %f, %loop ]
  %x1 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x0)
  %x2 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x1)
  %x3 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x2)
  %x4 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x3)
  %x5 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x4)
  %x6 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x5)
  %x7 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x6)
  %x8 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x7)
  %x9 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x8)
  %x10 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x9)
  %x11 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x10)
  %x12 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x11)
  %x13 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x12)
  %x14 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x13)
  %x15 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x14)
  %x16 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x15)
  %x17 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x16)
  %x18 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x17)
  %x19 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x18)
  %x20 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x19)
  %x21 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x20)
  %x22 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x21)
  %x23 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x22)
  %x24 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x23)
  %x25 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x24)
  %x26 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x25)
  %x27 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x26)
  %x28 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x27)
  %x29 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x28)
  %x30 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x29)
  %x31 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x30)
  %x32 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x31)
  %x33 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x32)
  %x34 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x33)
  %x35 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x34)
  %x36 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x35)
  %x37 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x36)
  %x38 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x37)
  %x39 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x38)
  %x40 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x39)
  %x41 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x40)
  %x42 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x41)
  %x43 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x42)
  %x44 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x43)
  %x45 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x44)
  %x46 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x45)
  %x47 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x46)
  %x48 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x47)
  %x49 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x48)
  %x50 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x49)
  %x51 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x50)
  %x52 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x51)
  %x53 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x52)
  %x54 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x53)
  %x55 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x54)
  %x56 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x55)
  %x57 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x56)
  %x58 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x57)
  %x59 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x58)
  %x60 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x59)
  %x61 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x60)
  %x62 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x61)
  %x63 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x62)
  %x64 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x63)
  %x65 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x64)
  %x66 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x65)
  %x67 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x66)
  %x68 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x67)
  %x69 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x68)
  %x70 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x69)
  %x71 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x70)
  %x72 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x71)
  %x73 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x72)
  %x74 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x73)
  %x75 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x74)
  %x76 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x75)
  %x77 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x76)
  %x78 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x77)
  %x79 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x78)
  %x80 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x79)
  %x81 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x80)
  %x82 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x81)
  %x83 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x82)
  %x84 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x83)
  %x85 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x84)
  %x86 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x85)
  %x87 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x86)
  %x88 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x87)
  %x89 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x88)
  %x90 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x89)
  %x91 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x90)
  %x92 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x91)
  %x93 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x92)
  %x94 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x93)
  %x95 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x94)
  %x96 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x95)
  %x97 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x96)
  %x98 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x97)
  %x99 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x98)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "l,l"(i64 %d, i64 %d)
  %f = call i32 asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0, $0}, $1, $1, p, 1, 1, 0, 0;", "=r,l,0"(i64 %x99, i32 %a) convergent
  %i1 = add i32 %i, 1
  %e = icmp eq i32 %i1, 112
  br i1 %e, label %done, label %loop

done:
  ret i32 %f
}

; CHECK-LABEL: define {{.*}}@odd(
; CHECK-COUNT-1: call {{.*}}asm {{.*}}tcgen05.mma
; CHECK-NOT: tcgen05.mma
; CHECK: {{^}}}
define i32 @odd(i32 %t, i64 %d, i32 %n, ptr addrspace(3) %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %x0 = phi i64 [ %d, %entry ], [ %x40, %loop ]
  %x1 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x0)
  %x2 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x1)
  %x3 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x2)
  %x4 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x3)
  %x5 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x4)
  %x6 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x5)
  %x7 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x6)
  %x8 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x7)
  %x9 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x8)
  %x10 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x9)
  %x11 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x10)
  %x12 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x11)
  %x13 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x12)
  %x14 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x13)
  %x15 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x14)
  %x16 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x15)
  %x17 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x16)
  %x18 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x17)
  %x19 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x18)
  %x20 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x19)
  %x21 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x20)
  %x22 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x21)
  %x23 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x22)
  %x24 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x23)
  %x25 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x24)
  %x26 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x25)
  %x27 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x26)
  %x28 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x27)
  %x29 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x28)
  %x30 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x29)
  %x31 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x30)
  %x32 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x31)
  %x33 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x32)
  %x34 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x33)
  %x35 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x34)
  %x36 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x35)
  %x37 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x36)
  %x38 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x37)
  %x39 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x38)
  %x40 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x39)
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %x40, i64 %x40, i32 1) convergent
  %i1 = add i32 %i, 1
  %e = icmp eq i32 %i1, 113
  br i1 %e, label %done, label %loop

done:
  ret i32 %i1
}

; OFF-LABEL: define {{.*}}@unknown(
; OFF: call void asm {{.*}}tcgen05.mma
; OFF-NOT: tcgen05.mma
; OFF: {{^}}}

; CHECK-LABEL: define {{.*}}@unknown(
; CHECK-COUNT-3: call {{.*}}asm {{.*}}tcgen05.mma
; CHECK-NOT: tcgen05.mma
; CHECK: {{^}}}
define i32 @unknown(i32 %t, i64 %d, i32 %n, ptr addrspace(3) %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %x0 = phi i64 [ %d, %entry ], [ %x40, %loop ]
  %x1 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x0)
  %x2 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x1)
  %x3 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x2)
  %x4 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x3)
  %x5 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x4)
  %x6 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x5)
  %x7 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x6)
  %x8 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x7)
  %x9 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x8)
  %x10 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x9)
  %x11 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x10)
  %x12 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x11)
  %x13 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x12)
  %x14 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x13)
  %x15 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x14)
  %x16 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x15)
  %x17 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x16)
  %x18 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x17)
  %x19 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x18)
  %x20 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x19)
  %x21 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x20)
  %x22 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x21)
  %x23 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x22)
  %x24 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x23)
  %x25 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x24)
  %x26 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x25)
  %x27 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x26)
  %x28 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x27)
  %x29 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x28)
  %x30 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x29)
  %x31 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x30)
  %x32 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x31)
  %x33 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x32)
  %x34 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x33)
  %x35 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x34)
  %x36 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x35)
  %x37 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x36)
  %x38 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x37)
  %x39 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x38)
  %x40 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x39)
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %x40, i64 %x40, i32 1) convergent
  %i1 = add i32 %i, 1
  %e = icmp eq i32 %i1, %n
  br i1 %e, label %done, label %loop

done:
  ret i32 %i1
}

; CHECK-LABEL: define {{.*}}@long(
; CHECK-COUNT-1: call {{.*}}asm {{.*}}tcgen05.mma
; CHECK-NOT: tcgen05.mma
; CHECK: {{^}}}
define i32 @long(i32 %t, i64 %d, i32 %n, ptr addrspace(3) %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %x0 = phi i64 [ %d, %entry ], [ %x300, %loop ]
  %x1 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x0)
  %x2 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x1)
  %x3 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x2)
  %x4 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x3)
  %x5 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x4)
  %x6 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x5)
  %x7 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x6)
  %x8 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x7)
  %x9 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x8)
  %x10 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x9)
  %x11 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x10)
  %x12 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x11)
  %x13 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x12)
  %x14 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x13)
  %x15 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x14)
  %x16 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x15)
  %x17 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x16)
  %x18 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x17)
  %x19 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x18)
  %x20 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x19)
  %x21 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x20)
  %x22 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x21)
  %x23 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x22)
  %x24 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x23)
  %x25 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x24)
  %x26 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x25)
  %x27 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x26)
  %x28 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x27)
  %x29 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x28)
  %x30 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x29)
  %x31 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x30)
  %x32 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x31)
  %x33 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x32)
  %x34 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x33)
  %x35 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x34)
  %x36 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x35)
  %x37 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x36)
  %x38 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x37)
  %x39 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x38)
  %x40 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x39)
  %x41 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x40)
  %x42 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x41)
  %x43 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x42)
  %x44 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x43)
  %x45 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x44)
  %x46 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x45)
  %x47 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x46)
  %x48 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x47)
  %x49 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x48)
  %x50 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x49)
  %x51 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x50)
  %x52 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x51)
  %x53 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x52)
  %x54 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x53)
  %x55 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x54)
  %x56 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x55)
  %x57 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x56)
  %x58 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x57)
  %x59 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x58)
  %x60 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x59)
  %x61 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x60)
  %x62 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x61)
  %x63 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x62)
  %x64 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x63)
  %x65 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x64)
  %x66 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x65)
  %x67 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x66)
  %x68 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x67)
  %x69 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x68)
  %x70 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x69)
  %x71 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x70)
  %x72 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x71)
  %x73 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x72)
  %x74 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x73)
  %x75 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x74)
  %x76 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x75)
  %x77 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x76)
  %x78 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x77)
  %x79 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x78)
  %x80 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x79)
  %x81 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x80)
  %x82 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x81)
  %x83 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x82)
  %x84 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x83)
  %x85 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x84)
  %x86 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x85)
  %x87 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x86)
  %x88 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x87)
  %x89 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x88)
  %x90 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x89)
  %x91 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x90)
  %x92 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x91)
  %x93 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x92)
  %x94 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x93)
  %x95 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x94)
  %x96 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x95)
  %x97 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x96)
  %x98 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x97)
  %x99 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x98)
  %x100 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x99)
  %x101 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x100)
  %x102 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x101)
  %x103 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x102)
  %x104 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x103)
  %x105 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x104)
  %x106 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x105)
  %x107 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x106)
  %x108 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x107)
  %x109 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x108)
  %x110 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x109)
  %x111 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x110)
  %x112 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x111)
  %x113 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x112)
  %x114 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x113)
  %x115 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x114)
  %x116 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x115)
  %x117 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x116)
  %x118 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x117)
  %x119 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x118)
  %x120 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x119)
  %x121 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x120)
  %x122 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x121)
  %x123 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x122)
  %x124 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x123)
  %x125 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x124)
  %x126 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x125)
  %x127 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x126)
  %x128 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x127)
  %x129 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x128)
  %x130 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x129)
  %x131 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x130)
  %x132 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x131)
  %x133 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x132)
  %x134 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x133)
  %x135 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x134)
  %x136 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x135)
  %x137 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x136)
  %x138 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x137)
  %x139 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x138)
  %x140 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x139)
  %x141 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x140)
  %x142 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x141)
  %x143 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x142)
  %x144 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x143)
  %x145 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x144)
  %x146 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x145)
  %x147 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x146)
  %x148 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x147)
  %x149 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x148)
  %x150 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x149)
  %x151 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x150)
  %x152 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x151)
  %x153 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x152)
  %x154 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x153)
  %x155 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x154)
  %x156 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x155)
  %x157 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x156)
  %x158 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x157)
  %x159 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x158)
  %x160 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x159)
  %x161 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x160)
  %x162 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x161)
  %x163 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x162)
  %x164 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x163)
  %x165 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x164)
  %x166 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x165)
  %x167 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x166)
  %x168 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x167)
  %x169 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x168)
  %x170 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x169)
  %x171 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x170)
  %x172 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x171)
  %x173 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x172)
  %x174 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x173)
  %x175 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x174)
  %x176 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x175)
  %x177 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x176)
  %x178 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x177)
  %x179 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x178)
  %x180 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x179)
  %x181 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x180)
  %x182 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x181)
  %x183 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x182)
  %x184 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x183)
  %x185 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x184)
  %x186 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x185)
  %x187 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x186)
  %x188 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x187)
  %x189 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x188)
  %x190 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x189)
  %x191 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x190)
  %x192 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x191)
  %x193 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x192)
  %x194 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x193)
  %x195 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x194)
  %x196 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x195)
  %x197 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x196)
  %x198 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x197)
  %x199 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x198)
  %x200 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x199)
  %x201 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x200)
  %x202 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x201)
  %x203 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x202)
  %x204 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x203)
  %x205 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x204)
  %x206 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x205)
  %x207 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x206)
  %x208 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x207)
  %x209 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x208)
  %x210 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x209)
  %x211 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x210)
  %x212 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x211)
  %x213 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x212)
  %x214 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x213)
  %x215 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x214)
  %x216 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x215)
  %x217 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x216)
  %x218 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x217)
  %x219 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x218)
  %x220 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x219)
  %x221 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x220)
  %x222 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x221)
  %x223 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x222)
  %x224 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x223)
  %x225 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x224)
  %x226 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x225)
  %x227 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x226)
  %x228 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x227)
  %x229 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x228)
  %x230 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x229)
  %x231 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x230)
  %x232 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x231)
  %x233 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x232)
  %x234 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x233)
  %x235 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x234)
  %x236 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x235)
  %x237 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x236)
  %x238 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x237)
  %x239 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x238)
  %x240 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x239)
  %x241 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x240)
  %x242 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x241)
  %x243 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x242)
  %x244 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x243)
  %x245 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x244)
  %x246 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x245)
  %x247 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x246)
  %x248 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x247)
  %x249 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x248)
  %x250 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x249)
  %x251 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x250)
  %x252 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x251)
  %x253 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x252)
  %x254 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x253)
  %x255 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x254)
  %x256 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x255)
  %x257 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x256)
  %x258 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x257)
  %x259 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x258)
  %x260 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x259)
  %x261 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x260)
  %x262 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x261)
  %x263 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x262)
  %x264 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x263)
  %x265 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x264)
  %x266 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x265)
  %x267 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x266)
  %x268 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x267)
  %x269 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x268)
  %x270 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x269)
  %x271 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x270)
  %x272 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x271)
  %x273 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x272)
  %x274 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x273)
  %x275 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x274)
  %x276 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x275)
  %x277 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x276)
  %x278 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x277)
  %x279 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x278)
  %x280 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x279)
  %x281 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x280)
  %x282 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x281)
  %x283 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x282)
  %x284 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x283)
  %x285 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x284)
  %x286 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x285)
  %x287 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x286)
  %x288 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x287)
  %x289 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x288)
  %x290 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x289)
  %x291 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x290)
  %x292 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x291)
  %x293 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x292)
  %x294 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x293)
  %x295 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x294)
  %x296 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x295)
  %x297 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x296)
  %x298 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x297)
  %x299 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x298)
  %x300 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x299)
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %x300, i64 %x300, i32 1) convergent
  %i1 = add i32 %i, 1
  %e = icmp eq i32 %i1, 112
  br i1 %e, label %done, label %loop

done:
  ret i32 %i1
}

; CHECK-LABEL: define {{.*}}@many(
; CHECK-COUNT-17: call {{.*}}asm {{.*}}tcgen05.mma
; CHECK-NOT: tcgen05.mma
; CHECK: {{^}}}
define i32 @many(i32 %t, i64 %d, i32 %n, ptr addrspace(3) %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  call void asm sideeffect "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, 1;", "r,l,l,r"(i32 %t, i64 %d, i64 %d, i32 1) convergent
  %i1 = add i32 %i, 1
  %e = icmp eq i32 %i1, %n
  br i1 %e, label %done, label %loop

done:
  ret i32 %i1
}

; CHECK-LABEL: define {{.*}}@mma(
; CHECK-COUNT-1: call {{.*}}asm {{.*}}mma.sync
; CHECK-NOT: mma.sync
; CHECK: {{^}}}
define i32 @mma(i32 %t, i64 %d, i32 %n, ptr addrspace(3) %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %x0 = phi i64 [ %d, %entry ], [ %x40, %loop ]
  %a = phi i32 [ 0, %entry ], [ %f, %loop ]
  %x1 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x0)
  %x2 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x1)
  %x3 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x2)
  %x4 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x3)
  %x5 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x4)
  %x6 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x5)
  %x7 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x6)
  %x8 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x7)
  %x9 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x8)
  %x10 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x9)
  %x11 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x10)
  %x12 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x11)
  %x13 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x12)
  %x14 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x13)
  %x15 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x14)
  %x16 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x15)
  %x17 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x16)
  %x18 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x17)
  %x19 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x18)
  %x20 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x19)
  %x21 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x20)
  %x22 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x21)
  %x23 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x22)
  %x24 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x23)
  %x25 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x24)
  %x26 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x25)
  %x27 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x26)
  %x28 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x27)
  %x29 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x28)
  %x30 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x29)
  %x31 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x30)
  %x32 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x31)
  %x33 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x32)
  %x34 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x33)
  %x35 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x34)
  %x36 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x35)
  %x37 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x36)
  %x38 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x37)
  %x39 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x38)
  %x40 = call i64 asm sideeffect "mov.b64 $0, $1;", "=l,l"(i64 %x39)
  %f = call i32 asm sideeffect "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {$0, $0}, {$1}, {$1}, {$0, $0};", "=r,l,0"(i64 %x40, i32 %a) convergent
  %i1 = add i32 %i, 1
  %e = icmp eq i32 %i1, 112
  br i1 %e, label %done, label %loop

done:
  ret i32 %f
}
