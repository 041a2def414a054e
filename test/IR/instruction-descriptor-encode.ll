;===-- instruction-descriptor-encode.ll - encoding is arithmetic -------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The intrinsics that make instruction descriptors read nothing and write nothing, and may
; be done early, once, or never, whatever a front end says. Operands that are constants
; only after inlining are constants.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -O2 -S %s | FileCheck %s
; RUN: %opt -passes=nvptx-mma-attributes -S %s | FileCheck %s --check-prefix=ATTRIBUTES
; RUN: %if stock-tools %{ %stock-opt -O2 -S %s | FileCheck %s --check-prefix=STOCK %}
; RUN: %opt -O3 %s -o - | %llc -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs -o - | FileCheck %s --check-prefix=PTX --implicit-check-not=.extern

target triple = "nvptx64-nvidia-cuda"

; ATTRIBUTES-DAG: declare {{.*}}@llvm.nvvm.tcgen05.idesc.encode.mxf4({{.*}}) #[[D:[0-9]+]]
; ATTRIBUTES-DAG: declare {{.*}}@llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4({{.*}}) #[[D]]
; ATTRIBUTES-DAG: attributes #[[D]] = { {{(mustprogress )?}}nocallback nofree nosync nounwind speculatable willreturn memory(none) }
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32, i32, i32, i32, i32, i32, i32, i32) #0
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(i32, i32, i32, i32, i32, i32, i32, i32, i32)

; CHECK-LABEL: @dead(
; CHECK-NOT: call
; CHECK: ret void
; STOCK-LABEL: @dead(
; STOCK: call
define void @dead(i32 %x) {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32 128, i32 %x, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; 0x8400480
; PTX-LABEL: {{[ 	]}}wrapped(
; PTX: st.param.b32 	[func_retval0], 138413184;
define i32 @wrapped() {
  %d = call i32 @wrapper(i32 256)
  ret i32 %d
}

define internal i32 @wrapper(i32 %n) {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(i32 128, i32 %n, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  ret i32 %d
}

attributes #0 = { convergent memory(readwrite) }
