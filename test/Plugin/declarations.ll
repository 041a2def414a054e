;===-- declarations.ll - names that nobody knows, in LLVM 22 --------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM 22 takes them for functions of the program. Right are the names of this project, those of
; LLVM 22, and those of LLVM before it.
;
;===----------------------------------------------------------------------===;

; REQUIRES: stock-tools
; RUN: split-file %s %t
; RUN: not %stock-opt -load=%plugin -passes='default<O0>' -disable-output %t/bad.ll 2>&1 \
; RUN:   | FileCheck %t/bad.ll --implicit-check-not=error:
; RUN: not %stock-opt -load=%plugin -O3 -disable-output %t/bad.ll 2>&1 \
; RUN:   | FileCheck %t/bad.ll --implicit-check-not=error:
; RUN: %stock-opt -load=%plugin -O3 -S %t/good.ll | FileCheck %t/good.ll
; RUN: %stock-opt -load=%plugin -O3 -S %t/host.ll | FileCheck %t/host.ll

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fense.sync.aligned()

; CHECK: error: in function f {{.*}}llvm.nvvm.wgmma.fense.sync.aligned is not an intrinsic of NVPTX; did you mean llvm.nvvm.wgmma.fence.sync.aligned?
define void @f() {
  call void @llvm.nvvm.wgmma.fense.sync.aligned()
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.prmt.f4e(i32, i32, i32)
; An argument came after LLVM 22.
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)

; CHECK-LABEL: define i32 @f(
; CHECK-DAG: call void @llvm.nvvm.wgmma.fence.sync.aligned()
; CHECK-DAG: call void @llvm.nvvm.barrier
; CHECK-DAG: call i32 @llvm.nvvm.prmt.f4e(
; CHECK-DAG: call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) null, i32 32)
define i32 @f(i32 %a) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  call void @llvm.nvvm.barrier0()
  %b = call i32 @llvm.nvvm.prmt.f4e(i32 %a, i32 1, i32 2)
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) null, i32 32)
  ret i32 %b
}

;--- host.ll
target triple = "x86_64-pc-linux-gnu"
declare void @llvm.nvvm.wgmma.fense.sync.aligned()

; CHECK: call void @llvm.nvvm.wgmma.fense.sync.aligned()
define void @f() {
  call void @llvm.nvvm.wgmma.fense.sync.aligned()
  ret void
}
