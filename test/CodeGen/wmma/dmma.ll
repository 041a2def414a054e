;===-- dmma.ll - wmma with double precision -----------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Golden PTX of f64, typed from the PTX ISA: each rounding.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o - | FileCheck %s --implicit-check-not=.extern
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_80 -mattr=+ptx70 -verify-machineinstrs %s -o %t.ptx && %ptxas -arch=sm_80 %t.ptx -o %t.cubin %}

declare double @llvm.nvvm.wmma.m8n8k4.load.a.row.stride.f64.p1(ptr addrspace(1), i32)
declare double @llvm.nvvm.wmma.m8n8k4.load.b.col.f64.p3(ptr addrspace(3))
declare { double, double } @llvm.nvvm.wmma.m8n8k4.load.c.row.stride.f64.p0(ptr, i32)
declare void @llvm.nvvm.wmma.m8n8k4.store.d.col.f64.p1(ptr addrspace(1), double, double)
declare { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.col.f64(double, double, double, double)
declare { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.col.rn.f64(double, double, double, double)
declare { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.col.rz.f64(double, double, double, double)
declare { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.col.rm.f64(double, double, double, double)
declare { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.col.rp.f64(double, double, double, double)

; CHECK-LABEL: {{[ 	]}}load_a(
; CHECK: wmma.load.a.sync.aligned.row.m8n8k4.global.f64 {{[{]%rd[0-9]+[}]}}, [%rd1], %r1;
define double @load_a(ptr addrspace(1) %p, i32 %stride) {
  %r = call double @llvm.nvvm.wmma.m8n8k4.load.a.row.stride.f64.p1(ptr addrspace(1) %p, i32 %stride)
  ret double %r
}

; CHECK-LABEL: {{[ 	]}}load_b(
; CHECK: wmma.load.b.sync.aligned.col.m8n8k4.shared.f64 {{[{]%rd[0-9]+[}]}}, [%rd1];
define double @load_b(ptr addrspace(3) %p) {
  %r = call double @llvm.nvvm.wmma.m8n8k4.load.b.col.f64.p3(ptr addrspace(3) %p)
  ret double %r
}

; CHECK-LABEL: {{[ 	]}}load_c(
; CHECK: wmma.load.c.sync.aligned.row.m8n8k4.f64 {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}}, [%rd1], %r1;
define { double, double } @load_c(ptr %p, i32 %stride) {
  %r = call { double, double } @llvm.nvvm.wmma.m8n8k4.load.c.row.stride.f64.p0(ptr %p, i32 %stride)
  ret { double, double } %r
}

; CHECK-LABEL: {{[ 	]}}store_d(
; CHECK: wmma.store.d.sync.aligned.col.m8n8k4.global.f64 [%rd1],{{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}};
define void @store_d(ptr addrspace(1) %p, double %c0, double %c1) {
  call void @llvm.nvvm.wmma.m8n8k4.store.d.col.f64.p1(ptr addrspace(1) %p, double %c0, double %c1)
  ret void
}

; CHECK-LABEL: {{[ 	]}}mma(
; CHECK: wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}};
define { double, double } @mma(double %a0, double %b0, double %c0, double %c1) {
  %r = call { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.col.f64(double %a0, double %b0, double %c0, double %c1)
  ret { double, double } %r
}

; CHECK-LABEL: {{[ 	]}}mma_rn(
; CHECK: wmma.mma.sync.aligned.row.col.m8n8k4.rn.f64.f64.f64.f64
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}};
define { double, double } @mma_rn(double %a0, double %b0, double %c0, double %c1) {
  %r = call { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.col.rn.f64(double %a0, double %b0, double %c0, double %c1)
  ret { double, double } %r
}

; CHECK-LABEL: {{[ 	]}}mma_rz(
; CHECK: wmma.mma.sync.aligned.row.col.m8n8k4.rz.f64.f64.f64.f64
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}};
define { double, double } @mma_rz(double %a0, double %b0, double %c0, double %c1) {
  %r = call { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.col.rz.f64(double %a0, double %b0, double %c0, double %c1)
  ret { double, double } %r
}

; CHECK-LABEL: {{[ 	]}}mma_rm(
; CHECK: wmma.mma.sync.aligned.row.col.m8n8k4.rm.f64.f64.f64.f64
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}};
define { double, double } @mma_rm(double %a0, double %b0, double %c0, double %c1) {
  %r = call { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.col.rm.f64(double %a0, double %b0, double %c0, double %c1)
  ret { double, double } %r
}

; CHECK-LABEL: {{[ 	]}}mma_rp(
; CHECK: wmma.mma.sync.aligned.row.col.m8n8k4.rp.f64.f64.f64.f64
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+[}]}},
; CHECK-NEXT: {{[{]%rd[0-9]+(, %rd[0-9]+){1}[}]}};
define { double, double } @mma_rp(double %a0, double %b0, double %c0, double %c1) {
  %r = call { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.col.rp.f64(double %a0, double %b0, double %c0, double %c1)
  ret { double, double } %r
}
