;===-- address-assembly.ll - assembly that converts an address is a cast ---===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-address-assembly -S %s | FileCheck %s
; RUN: %opt -passes=nvptx-address-assembly -nvptx-optimize-ordinary-code=0 -S %s | FileCheck %s --check-prefix=OFF
; RUN: %opt -O2 -S %s | %llc -mcpu=sm_80 -mattr=+ptx78 -o - | FileCheck %s --check-prefix=PTX
; RUN: %opt -O0 -S %s | FileCheck %s --check-prefix=OFF

target triple = "nvptx64-nvidia-cuda"

@buffer = internal addrspace(3) global [4096 x i8] undef, align 16

; CHECK-LABEL: define i32 @narrow(
; CHECK-NEXT:  [[A:%.*]] = addrspacecast ptr %p to ptr addrspace(3)
; CHECK-NEXT:  [[I:%.*]] = ptrtoint ptr addrspace(3) [[A]] to i32
; CHECK-NEXT:  ret i32 [[I]]
; OFF-LABEL:   define i32 @narrow(
; OFF-NEXT:    call i32 asm
define i32 @narrow(ptr %p) {
  %i = call i32 asm "{ .reg .u64 smem_ptr; cvta.to.shared.u64 smem_ptr, $1; cvt.u32.u64 $0, smem_ptr; }\0A", "=r,l"(ptr %p)
  ret i32 %i
}

; CHECK-LABEL: define i32 @of_a_number(
; CHECK-NEXT:  [[P:%.*]] = inttoptr i64 %p to ptr
; CHECK-NEXT:  [[A:%.*]] = addrspacecast ptr [[P]] to ptr addrspace(3)
; CHECK-NEXT:  ptrtoint ptr addrspace(3) [[A]] to i32
define i32 @of_a_number(i64 %p) {
  %i = call i32 asm sideeffect "{\0A\09.reg .b64 %t;\0A\09cvta.to.shared.u64 %t, $1;\0A\09cvt.u32.u64 $0, %t;\0A}", "=r,l"(i64 %p)
  ret i32 %i
}

; CHECK-LABEL: define i64 @wide(
; CHECK-NEXT:  [[A:%.*]] = addrspacecast ptr %p to ptr addrspace(3)
; CHECK-NEXT:  ptrtoint ptr addrspace(3) [[A]] to i64
define i64 @wide(ptr %p) {
  %i = call i64 asm "cvta.to.shared.u64 $0, $1;", "=l,l"(ptr %p)
  ret i64 %i
}

; An address in shared memory is not converted at all, and the offset is part of the access.
; PTX-LABEL: .entry known(
; PTX-NOT:   cvta.shared
; PTX-NOT:   cvta.to.shared
; PTX:       ret;
define ptx_kernel void @known(i64 %offset, ptr addrspace(1) %out) {
  %shared = getelementptr i8, ptr addrspace(3) @buffer, i64 %offset
  %generic = addrspacecast ptr addrspace(3) %shared to ptr
  %further = getelementptr i8, ptr %generic, i64 64
  %i = call i32 asm sideeffect "{ .reg .u64 a; cvta.to.shared.u64 a, $1; cvt.u32.u64 $0, a; }", "=r,l"(ptr %further)
  store i32 %i, ptr addrspace(1) %out
  ret void
}

; A clobber of memory, a predicate, another instruction, another space and direction, a register that
; is another one, and an address that is used for something else, too.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-8: call {{.*}} asm
; CHECK-NEXT:  ret void
define void @others(ptr %p, i1 %c) {
  %a = call i32 asm sideeffect "{ .reg .u64 a; cvta.to.shared.u64 a, $1; cvt.u32.u64 $0, a; }", "=r,l,~{memory}"(ptr %p)
  %b = call i32 asm "{ .reg .u64 a; .reg .pred q; @q cvta.to.shared.u64 a, $1; cvt.u32.u64 $0, a; }", "=r,l"(ptr %p)
  %d = call i32 asm "{ .reg .u64 a; cvta.to.shared.u64 a, $1; cvt.u32.u64 $0, a; bar.sync 0; }", "=r,l"(ptr %p)
  %e = call i32 asm "{ .reg .u64 a; cvta.to.global.u64 a, $1; cvt.u32.u64 $0, a; }", "=r,l"(ptr %p)
  %f = call i64 asm "cvta.shared.u64 $0, $1;", "=l,l"(ptr %p)
  %g = call i32 asm "{ .reg .u64 a, b; cvta.to.shared.u64 a, $1; cvt.u32.u64 $0, b; }", "=r,l"(ptr %p)
  %h = call i32 asm "{ .reg .u64 a; cvta.to.shared.u64 a, $1; cvt.u16.u64 $0, a; }", "=r,l"(ptr %p)
  %i = call i32 asm "cvt.u32.u64 $0, $1;", "=r,l"(ptr %p)
  ret void
}
