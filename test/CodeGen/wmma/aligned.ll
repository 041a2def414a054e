;===-- aligned.ll - .aligned is part of the mnemonic from PTX 6.3 on ----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; wmma had no .aligned before; ptxas requires it since.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx60 -verify-machineinstrs %s -o - | FileCheck %s --check-prefixes=CHECK,OLD
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx61 -verify-machineinstrs %s -o - | FileCheck %s --check-prefixes=CHECK,OLD
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx63 -verify-machineinstrs %s -o - | FileCheck %s --check-prefixes=CHECK,NEW
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx60 -verify-machineinstrs %s -o %t.60.ptx \
; RUN:   && %ptxas -arch=sm_75 %t.60.ptx -o %t.cubin %}
; RUN: %if ptxas %{ %llc -mtriple=nvptx64 -mcpu=sm_70 -mattr=+ptx63 -verify-machineinstrs %s -o %t.63.ptx \
; RUN:   && %ptxas -arch=sm_75 %t.63.ptx -o %t.cubin %}

declare { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.c.row.f16.p0(ptr)
declare void @llvm.nvvm.wmma.m16n16k16.store.d.row.f16.p0(ptr, <2 x half>, <2 x half>, <2 x half>, <2 x half>)
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)

; CHECK-LABEL: {{[ 	]}}test(
; OLD: wmma.load.c.sync.row.m16n16k16.f16
; NEW: wmma.load.c.sync.aligned.row.m16n16k16.f16
; OLD: wmma.mma.sync.row.col.m16n16k16.f16.f16
; NEW: wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16
; OLD: wmma.store.d.sync.row.m16n16k16.f16
; NEW: wmma.store.d.sync.aligned.row.m16n16k16.f16
define void @test(ptr %p, <2 x half> %h) {
  %c = call { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.c.row.f16.p0(ptr %p)
  %c0 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %c, 0
  %d = call { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %c0, <2 x half> %c0, <2 x half> %c0, <2 x half> %c0)
  %d0 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %d, 0
  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.f16.p0(ptr %p, <2 x half> %d0, <2 x half> %d0, <2 x half> %d0, <2 x half> %d0)
  ret void
}
