;===-- half-accumulators.ll - accumulators of helper functions --------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The accumulators of a wgmma with N = 24 in halves are a vector of 12. Caller and callee agree on
; where each half is, and on what else is passed.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -O3 -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90a -c %t.ptx -o %t.cubin %}
; RUN: %llc -O0 -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o %t.O0.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90a -c %t.O0.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <12 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n24k16.f16.f16.f16.i64(<12 x half>, i64, i64, i1, i32, i32, i32, i32)

; CHECK: .visible .func (.param .align 32 .b8 func_retval0[32]) multiply(
; CHECK-NEXT: .param .align 32 .b8 multiply_param_0[32],
; CHECK-DAG: ld.param.v2.b32 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [multiply_param_0];
; CHECK-DAG: ld.param.v2.b32 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [multiply_param_0+8];
; CHECK-DAG: ld.param.v2.b32 {%r{{[0-9]+}}, %r{{[0-9]+}}}, [multiply_param_0+16];
; CHECK: wgmma.mma_async.sync.aligned.m64n24k16.f16.f16.f16
; CHECK-DAG: st.param.v2.b32 [func_retval0],
; CHECK-DAG: st.param.v2.b32 [func_retval0+8],
; CHECK-DAG: st.param.v2.b32 [func_retval0+16],
define <12 x half> @multiply(<12 x half> %c, i64 %a, i64 %b) noinline {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <12 x half> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n24k16.f16.f16.f16.i64(<12 x half> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  ret <12 x half> %d
}

; CHECK-LABEL: .visible .entry kernel(
; CHECK: .param .align 32 .b8 param0[32];
; CHECK-DAG: st.param.v2.b32 [param0],
; CHECK-DAG: st.param.v2.b32 [param0+8],
; CHECK-DAG: st.param.v2.b32 [param0+16],
; CHECK: call.uni (retval0), multiply, (param0, param1, param2);
; CHECK-DAG: ld.param.v2.b32 {{.*}}, [retval0];
; CHECK-DAG: ld.param.v2.b32 {{.*}}, [retval0+8];
; CHECK-DAG: ld.param.v2.b32 {{.*}}, [retval0+16];
define ptx_kernel void @kernel(ptr addrspace(1) %p, i64 %a, i64 %b) {
  %c = load <12 x half>, ptr addrspace(1) %p, align 32
  %d = call <12 x half> @multiply(<12 x half> %c, i64 %a, i64 %b)
  store <12 x half> %d, ptr addrspace(1) %p, align 32
  ret void
}
