;===-- shared-initializers.ll - variables that hold shared addresses ------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; clang -O0 copies them from a constant, which ptxas refuses: PTX's constants hold no addresses of
; shared memory. Constants with other addresses stay.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -O0 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx --implicit-check-not='@whole'
; RUN: %if ptxas %{ %ptxas -arch=sm_80 -c %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

%Pair = type { i32, ptr }
@bytes = internal addrspace(3) global [256 x i8] undef, align 16
@data = addrspace(1) global i32 0
@whole = private unnamed_addr constant %Pair { i32 7, ptr addrspacecast (ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @bytes, i64 64) to ptr) }, align 8
@other = private unnamed_addr constant %Pair { i32 8, ptr addrspacecast (ptr addrspace(1) @data to ptr) }, align 8

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @use(ptr, ptr)

; CHECK: generic(data)
; CHECK-NOT: generic(bytes)
; CHECK-LABEL: .entry k(
; CHECK-DAG: mov.{{[bu]}}64 [[SHARED:%rd[0-9]+]], bytes;
; CHECK-DAG: cvta.shared.u64
; CHECK-DAG: st.b32 {{.*}}, 7;
define ptx_kernel void @k() {
  %v = alloca %Pair, align 8
  %w = alloca %Pair, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 @whole, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %w, ptr align 8 @other, i64 16, i1 false)
  call void @use(ptr %v, ptr %w)
  ret void
}
