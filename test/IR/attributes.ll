;===-- attributes.ll - the true attributes of tensor-core intrinsics ----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; On declarations and call sites alike, at the start of every pipeline: convergent,
; because all threads of a warp execute the instruction together, willreturn, and what
; memory is touched. Stock LLVM has neither convergent nor willreturn.
;
;===----------------------------------------------------------------------===;

; REQUIRES: stock-tools
; RUN: %opt -O0 -S %s -o %t.O0 && FileCheck %s --input-file=%t.O0 && FileCheck %s --input-file=%t.O0 --check-prefix=CALL
; RUN: %opt -O1 -S %s -o %t.O1 && FileCheck %s --input-file=%t.O1 && FileCheck %s --input-file=%t.O1 --check-prefix=CALL
; RUN: %opt -O2 -S %s -o %t.O2 && FileCheck %s --input-file=%t.O2 && FileCheck %s --input-file=%t.O2 --check-prefix=CALL
; RUN: %opt -O3 -S %s -o %t.O3 && FileCheck %s --input-file=%t.O3 && FileCheck %s --input-file=%t.O3 --check-prefix=CALL
; RUN: %opt -Os -S %s -o %t.Os && FileCheck %s --input-file=%t.Os && FileCheck %s --input-file=%t.Os --check-prefix=CALL
; RUN: %opt -passes=nvptx-mma-attributes -S %s | FileCheck %s --check-prefixes=CHECK,DECLARED
; RUN: %opt -passes=nvptx-mma-attributes -S %s | FileCheck %s --check-prefix=CALL
; RUN: %opt -passes='default<O2>' -S %s | FileCheck %s --check-prefix=CALL
; RUN: %opt -passes='lto<O2>' -S %s | FileCheck %s --check-prefix=CALL
; RUN: %opt -passes=nvptx-mma-attributes,nvptx-mma-attributes -S %s | FileCheck %s --check-prefixes=CHECK,DECLARED
; RUN: %opt -passes=nvptx-mma-attributes -S %s | %opt -passes=nvptx-mma-attributes -S - | FileCheck %s --check-prefixes=CHECK,DECLARED
; RUN: %stock-opt -O2 -S %s | FileCheck %s --check-prefix=STOCK

target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, float, float, float, float)
declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3))
declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3))
declare void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p0(ptr, i32, i32)
declare void @llvm.nvvm.barrier0()
declare { double, double } @llvm.nvvm.mma.m8n8k4.row.col.f64(double, double, double, double)

; The last one is never called: its declaration gets the attributes all the same.
; CHECK-DAG: declare {{.*}}@llvm.nvvm.mma.m16n8k16.row.col.bf16({{.*}}) #[[NONE:[0-9]+]]
; CHECK-DAG: declare {{.*}}@llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32({{.*}}) #[[NONE]]
; CHECK-DAG: declare {{.*}}@llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3({{.*}}) #[[READ:[0-9]+]]
; CHECK-DAG: declare {{.*}}@llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3({{.*}}) #[[READ]]
; CHECK-DAG: declare {{.*}}@llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p0({{.*}}) #[[WRITE:[0-9]+]]
; DECLARED-DAG: declare {{.*}}@llvm.nvvm.mma.m8n8k4.row.col.f64({{.*}}) #[[NONE]]
; CHECK-DAG: attributes #[[NONE]] = { convergent {{(mustprogress )?}}nocallback nofree {{.*}}nounwind willreturn memory(none) }
; CHECK-DAG: attributes #[[READ]] = { convergent {{(mustprogress )?}}nocallback nofree {{.*}}nounwind willreturn memory(argmem: read) }
; CHECK-DAG: attributes #[[WRITE]] = { convergent {{(mustprogress )?}}nocallback nofree {{.*}}nounwind willreturn memory(argmem: write) }

; CALL-DAG: call {{.*}}@llvm.nvvm.mma.m16n8k16.row.col.bf16({{.*}}) #[[CALLNONE:[0-9]+]]
; CALL-DAG: call {{.*}}@llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32({{.*}}) #[[CALLNONE]]
; CALL-DAG: call {{.*}}@llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3({{.*}}) #[[CALLREAD:[0-9]+]]
; CALL-DAG: call {{.*}}@llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3({{.*}}) #[[CALLREAD]]
; CALL-DAG: call void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p0({{.*}}) #[[CALLWRITE:[0-9]+]]
; CALL-DAG: attributes #[[CALLNONE]] = { convergent nocallback nofree nounwind willreturn memory(none) }
; CALL-DAG: attributes #[[CALLREAD]] = { convergent nocallback nofree nounwind willreturn memory(argmem: read) }
; CALL-DAG: attributes #[[CALLWRITE]] = { convergent nocallback nofree nounwind willreturn memory(argmem: write) }
; CALL-NOT: noduplicate

; STOCK-NOT: attributes {{.*}}convergent{{.*}}memory(none)
; STOCK-NOT: attributes {{.*}}willreturn memory(none)

define void @all(i32 %a, i32 %b, float %c, <2 x half> %h, ptr addrspace(3) %s, ptr %o) {
  %mma = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %b, i32 %b, float %c, float %c, float %c, float %c)
  %mma.0 = extractvalue { float, float, float, float } %mma, 0
  store volatile float %mma.0, ptr %o
  %wmma = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, float %c, float %c, float %c, float %c, float %c, float %c, float %c, float %c)
  %wmma.0 = extractvalue { float, float, float, float, float, float, float, float } %wmma, 0
  store volatile float %wmma.0, ptr %o
  %load = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.s8.p3(ptr addrspace(3) %s)
  %load.0 = extractvalue { i32, i32 } %load, 0
  store volatile i32 %load.0, ptr %o
  %ldmatrix = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %s)
  %ldmatrix.0 = extractvalue { i32, i32 } %ldmatrix, 0
  store volatile i32 %ldmatrix.0, ptr %o
  call void @llvm.nvvm.wmma.m8n8k32.store.d.row.s32.p0(ptr %o, i32 %a, i32 %b)
  ret void
}
