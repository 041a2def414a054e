;===-- computing-assembly.ll - assembly that only computes is not convergent -===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-computing-assembly -S %s | FileCheck %s
; RUN: %opt -passes=nvptx-computing-assembly -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=OFF
; RUN: %opt -O0 -S %s | FileCheck %s --check-prefix=OFF
; RUN: %opt -O2 -S %s | FileCheck %s --check-prefix=MERGED

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define i16 @computes(
; CHECK-NEXT:    call i16 asm {{.*}} [[COMPUTES:#[0-9]+]]
; CHECK-NEXT:    call i16 asm {{.*}} [[COMPUTES]]
; OFF-LABEL:   define i16 @computes(
; OFF-NEXT:      call i16 asm {{.*}} [[CONVERGENT:#[0-9]+]]
; OFF-NEXT:      call i16 asm {{.*}} [[CONVERGENT]]
; OFF:         attributes [[CONVERGENT]] = { convergent nounwind memory(none) }
define i16 @computes(i16 %a, i32 %b) {
  %c = call i16 asm "{mul.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %a, i16 %a) #0
  %d = call i16 asm "{.reg .f16 low,high;\0A  mov.b32 {low,high}, $1;\0A  add.f16 $0, low, $2;}", "=h,r,h"(i32 %b, i16 %a) #0
  %e = add i16 %c, %d
  ret i16 %e
}

; Other threads take part, the assembly is volatile or accesses memory, the text is not understood,
; or computing a value again takes less than keeping it.
; CHECK-LABEL: define i32 @others(
; CHECK-NEXT:    call i32 asm {{.*}} [[CONVERGENT:#[0-9]+]]
; CHECK-NEXT:    call i32 asm {{.*}} [[CONVERGENT]]
; CHECK-NEXT:    call i32 asm {{.*}} [[CONVERGENT]]
; CHECK-NEXT:    call i32 asm {{.*}} [[WRITES:#[0-9]+]]
; CHECK-NEXT:    call i32 asm {{.*}} [[CONVERGENT]]
; CHECK-NEXT:    call i32 asm {{.*}} [[CONVERGENT]]
; CHECK-NEXT:    call i32 asm {{.*}} [[CONVERGENT]]
; CHECK:       attributes [[COMPUTES]] = { nounwind memory(none) }
; CHECK:       attributes [[CONVERGENT]] = { convergent nounwind memory(none) }
; CHECK:       attributes [[WRITES]] = { convergent nounwind }
define i32 @others(i32 %a) {
  %b = call i32 asm "activemask.b32 $0;", "=r"() #0
  %c = call i32 asm "{ .reg .pred p; shfl.sync.down.b32 $0|p, $1, $2, 31, -1; }", "=r,r,r"(i32 %a, i32 %a) #0
  %d = call i32 asm sideeffect "add.u32 $0, $1, $2;", "=r,r,r"(i32 %b, i32 %a) #0
  %e = call i32 asm "add.u32 $0, $1, $2;", "=r,r,r"(i32 %c, i32 %a) #1
  %f = call i32 asm "add.u32 $0, $1, $2; }", "=r,r,r"(i32 %d, i32 %a) #0
  %g = call i32 asm "mov.u32 $0, %laneid;", "=r"() #0
  %h = call i32 asm "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h"(i16 0) #0
  %u = add i32 %e, %h
  %s = add i32 %u, %f
  %t = add i32 %s, %g
  ret i32 %t
}

; Both branches compute the same product.
; MERGED-LABEL: define {{.*}}@merged(
; MERGED:         mul.f16
; MERGED-NOT:     mul.f16
; MERGED:       }
define i16 @merged(i1 %is.zero, i16 %a, i16 %x, ptr %y) {
  br i1 %is.zero, label %product, label %sum

product:
  %p = call i16 asm "{mul.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %a, i16 %x) #0
  br label %end

sum:
  %q = call i16 asm "{mul.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %a, i16 %x) #0
  %z = load i16, ptr %y
  %s = call i16 asm "{add.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %q, i16 %z) #0
  br label %end

end:
  %r = phi i16 [ %p, %product ], [ %s, %sum ]
  ret i16 %r
}

attributes #0 = { convergent nounwind memory(none) }
attributes #1 = { convergent nounwind }
