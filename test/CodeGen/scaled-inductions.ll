; Products of a loop's counter are computed in the loop where they are many: loop strength reduction
; would keep a value for each distance.

; RUN: %llc -verify-machineinstrs -mcpu=sm_80 %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_80 %s -o - | %ptxas -arch=sm_80 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK-LABEL: many(
; CHECK:       // =>This Inner Loop
; CHECK:       mul.lo.s32
; CHECK-COUNT-18: sub.s32
; CHECK:       bra
define void @many(ptr addrspace(1) %p, i32 %first, i32 %size, i32 %row, i32 %other, i32 %a, float %c, i32 %n) {
entry:
  br label %loop
loop:
  %column = phi i32 [ %first, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %sum = phi float [ %c, %entry ], [ %v, %loop ]
  %column0 = add i32 %column, 0
  %scaled0 = mul i32 %column0, %size
  %distance0 = sub i32 %row, %scaled0
  %further0 = sub i32 %other, %scaled0
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance0, i32 %further0)
  %column1 = add i32 %column, 9
  %scaled1 = mul i32 %column1, %size
  %distance1 = sub i32 %row, %scaled1
  %further1 = sub i32 %other, %scaled1
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance1, i32 %further1)
  %column2 = add i32 %column, 16
  %scaled2 = mul i32 %column2, %size
  %distance2 = sub i32 %row, %scaled2
  %further2 = sub i32 %other, %scaled2
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance2, i32 %further2)
  %column3 = add i32 %column, 25
  %scaled3 = mul i32 %column3, %size
  %distance3 = sub i32 %row, %scaled3
  %further3 = sub i32 %other, %scaled3
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance3, i32 %further3)
  %column4 = add i32 %column, 32
  %scaled4 = mul i32 %column4, %size
  %distance4 = sub i32 %row, %scaled4
  %further4 = sub i32 %other, %scaled4
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance4, i32 %further4)
  %column5 = add i32 %column, 41
  %scaled5 = mul i32 %column5, %size
  %distance5 = sub i32 %row, %scaled5
  %further5 = sub i32 %other, %scaled5
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance5, i32 %further5)
  %column6 = add i32 %column, 48
  %scaled6 = mul i32 %column6, %size
  %distance6 = sub i32 %row, %scaled6
  %further6 = sub i32 %other, %scaled6
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance6, i32 %further6)
  %column7 = add i32 %column, 57
  %scaled7 = mul i32 %column7, %size
  %distance7 = sub i32 %row, %scaled7
  %further7 = sub i32 %other, %scaled7
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance7, i32 %further7)
  %column8 = add i32 %column, 64
  %scaled8 = mul i32 %column8, %size
  %distance8 = sub i32 %row, %scaled8
  %further8 = sub i32 %other, %scaled8
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance8, i32 %further8)
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %sum, float %sum, float %sum, float %sum)
  %v = extractvalue { float, float, float, float } %r, 0
  %next = add i32 %column, -128
  %more = add i32 %i, 1
  %again = icmp slt i32 %more, %n
  br i1 %again, label %loop, label %done
done:
  store float %v, ptr addrspace(1) %p
  ret void
}

; A few are as loop strength reduction has them.
; CHECK-LABEL: few(
; CHECK:       // =>This Inner Loop
; CHECK-NOT:   mul.lo
; CHECK-NOT:   sub
; CHECK:       bra
define void @few(ptr addrspace(1) %p, i32 %first, i32 %size, i32 %row, i32 %other, i32 %a, float %c, i32 %n) {
entry:
  br label %loop
loop:
  %column = phi i32 [ %first, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %sum = phi float [ %c, %entry ], [ %v, %loop ]
  %column0 = add i32 %column, 0
  %scaled0 = mul i32 %column0, %size
  %distance0 = sub i32 %row, %scaled0
  %further0 = sub i32 %other, %scaled0
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance0, i32 %further0)
  %column1 = add i32 %column, 9
  %scaled1 = mul i32 %column1, %size
  %distance1 = sub i32 %row, %scaled1
  %further1 = sub i32 %other, %scaled1
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance1, i32 %further1)
  %column2 = add i32 %column, 16
  %scaled2 = mul i32 %column2, %size
  %distance2 = sub i32 %row, %scaled2
  %further2 = sub i32 %other, %scaled2
  call void asm sideeffect "// distances $0 $1", "r,r"(i32 %distance2, i32 %further2)
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %sum, float %sum, float %sum, float %sum)
  %v = extractvalue { float, float, float, float } %r, 0
  %next = add i32 %column, -128
  %more = add i32 %i, 1
  %again = icmp slt i32 %more, %n
  br i1 %again, label %loop, label %done
done:
  store float %v, ptr addrspace(1) %p
  ret void
}

; Without matrix instructions, three steps of products are many.
; CHECK-LABEL: .entry steps(
; CHECK:       // =>This Inner Loop
; CHECK-COUNT-3: m{{ul|ad}}.lo.s64
; CHECK:       bra
define ptx_kernel void @steps(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r, i64 %size, i64 %other, i64 %last, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %counter = zext nneg i32 %i to i64
  %first = mul i64 %counter, %size
  %second = mul i64 %counter, %other
  %third = mul i64 %counter, %last
  %a = getelementptr float, ptr addrspace(1) %p, i64 %first
  %b = getelementptr float, ptr addrspace(1) %q, i64 %second
  %c = getelementptr float, ptr addrspace(1) %r, i64 %third
  %value = load volatile float, ptr addrspace(1) %a
  store volatile float %value, ptr addrspace(1) %b
  store volatile float %value, ptr addrspace(1) %c
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Two are as loop strength reduction has them.
; CHECK-LABEL: .entry two(
; CHECK:       // =>This Inner Loop
; CHECK-NOT:   .lo.s64
; CHECK:       ret;
define ptx_kernel void @two(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %size, i64 %other, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %counter = zext nneg i32 %i to i64
  %first = mul i64 %counter, %size
  %second = mul i64 %counter, %other
  %a = getelementptr float, ptr addrspace(1) %p, i64 %first
  %b = getelementptr float, ptr addrspace(1) %q, i64 %second
  %value = load volatile float, ptr addrspace(1) %a
  store volatile float %value, ptr addrspace(1) %b
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
