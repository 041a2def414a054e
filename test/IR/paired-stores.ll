;===-- paired-stores.ll - two registers, stored as one integer ------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; They are stored as two elements; through phis, too, which are of the registers then. Not what
; is no pair of registers, what is volatile, and where there are no matrix instructions.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-paired-stores,adce -S %s | FileCheck %s
; RUN: %opt -O3 -S %s | FileCheck %s --check-prefix=O3

target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK-LABEL: define void @accumulators(
; CHECK: phi float [ 0.000000e+00, %entry ], [ %v, %loop ]
; CHECK: phi float [ 0.000000e+00, %entry ], [ %w, %loop ]
; CHECK-NOT: phi i64
; CHECK: [[LOW:%.*]] = insertelement <2 x float> poison, float %{{.*}}, i64 0
; CHECK: [[PAIR:%.*]] = insertelement <2 x float> [[LOW]], float %{{.*}}, i64 1
; CHECK: store <2 x float> [[PAIR]], ptr addrspace(3) %p, align 8
; O3-LABEL: define void @accumulators(
; O3-NOT: i64 [
; O3: store <2 x float>
define void @accumulators(ptr addrspace(3) %p, i32 %a, i32 %n) {
entry:
  %none = icmp eq i32 %n, 0
  br i1 %none, label %done, label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = phi float [ 0.0, %entry ], [ %v, %loop ]
  %d = phi float [ 0.0, %entry ], [ %w, %loop ]
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %d, float %c, float %d)
  %v = extractvalue { float, float, float, float } %r, 0
  %w = extractvalue { float, float, float, float } %r, 1
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %vi = bitcast float %v to i32
  %wi = bitcast float %w to i32
  %low = zext i32 %vi to i64
  %wide = zext i32 %wi to i64
  %high = shl nuw i64 %wide, 32
  br label %done
done:
  %l = phi i64 [ 0, %entry ], [ %low, %end ]
  %h = phi i64 [ 0, %entry ], [ %high, %end ]
  %both = or disjoint i64 %l, %h
  store i64 %both, ptr addrspace(3) %p, align 8
  ret void
}

; Integers and constants: 7 and 5 in the halves.
; CHECK-LABEL: define void @integers(
; CHECK: [[X:%.*]] = or i32 %x, 7
; CHECK: insertelement <2 x i32> poison, i32 [[X]], i64 0
; CHECK: insertelement <2 x i32> %{{.*}}, i32 5, i64 1
; CHECK: store <2 x i32>
define void @integers(ptr %p, i32 %x, float %c) {
  call float asm "mma.sync $0, $1;", "=f,f"(float %c)
  %low = zext i32 %x to i64
  %both = or i64 %low, 21474836487
  store i64 %both, ptr %p, align 8
  ret void
}

; CHECK-LABEL: define void @others(
; CHECK-NOT: store <2
; CHECK: ret void
define void @others(ptr %p, i64 %x, i32 %y, float %c) {
  call float asm "mma.sync $0, $1;", "=f,f"(float %c)
  %z = zext i32 %y to i64
  %high = shl i64 %z, 31
  %a = or i64 %x, %z
  store i64 %a, ptr %p, align 8
  %b = or i64 %high, %z
  store i64 %b, ptr %p, align 8
  %shift = shl i64 %z, 32
  %right = or i64 %shift, %z
  store volatile i64 %right, ptr %p, align 8
  store i64 %right, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @elsewhere(
; CHECK-NOT: store <2
; CHECK: ret void
define void @elsewhere(ptr %p, i32 %y) {
  %z = zext i32 %y to i64
  %shift = shl i64 %z, 32
  %right = or i64 %shift, %z
  store i64 %right, ptr %p, align 8
  ret void
}

; Four halves are two registers, of two halves each.
; CHECK-LABEL: define void @halves(
; CHECK-DAG: [[B:%.*]] = zext i16 %b to i32
; CHECK-DAG: [[HIGH:%.*]] = shl i32 [[B]], 16
; CHECK-DAG: [[D:%.*]] = zext i16 %d to i32
; CHECK-DAG: [[LAST:%.*]] = shl i32 [[D]], 16
; CHECK-DAG: [[FIRST:%.*]] = or i32 [[HIGH]], %
; CHECK-DAG: [[SECOND:%.*]] = or i32 %{{.*}}, [[LAST]]
; CHECK-DAG: insertelement <2 x i32> poison, i32 [[FIRST]], i64 0
; CHECK-DAG: insertelement <2 x i32> %{{.*}}, i32 [[SECOND]], i64 1
; CHECK: store <2 x i32>
define void @halves(ptr %p, i16 %a, i16 %b, i16 %c, i16 %d, float %e) {
  call float asm "mma.sync $0, $1;", "=f,f"(float %e)
  %a.wide = zext i16 %a to i64
  %b.wide = zext i16 %b to i64
  %b.high = shl nuw nsw i64 %b.wide, 16
  %c.wide = zext i16 %c to i64
  %c.high = shl nuw nsw i64 %c.wide, 32
  %d.wide = zext i16 %d to i64
  %d.high = shl nuw i64 %d.wide, 48
  %ab = or disjoint i64 %b.high, %a.wide
  %abc = or disjoint i64 %ab, %c.high
  %abcd = or disjoint i64 %abc, %d.high
  store i64 %abcd, ptr %p, align 8
  ret void
}

; The integer itself stays where something else uses it, such as a store that is aligned to 4 bytes.
; CHECK-LABEL: define void @used(
; CHECK: [[WHOLE:%.*]] = or i64
; CHECK: store <2 x float> %{{.*}}, ptr %p, align 8
; CHECK: store i64 [[WHOLE]], ptr %q, align 4
define void @used(ptr %p, ptr %q, i32 %a, float %c) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %v = extractvalue { float, float, float, float } %r, 0
  %b = bitcast float %v to i32
  %low = zext i32 %a to i64
  %high = zext i32 %b to i64
  %shifted = shl i64 %high, 32
  %whole = or i64 %low, %shifted
  store i64 %whole, ptr %p, align 8
  store i64 %whole, ptr %q, align 4
  ret void
}
