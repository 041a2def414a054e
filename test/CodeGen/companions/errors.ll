;===-- errors.ll - what companions refuse -----------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Immediates, names, types and targets: each with what would be legal, all in one run.
;
;===----------------------------------------------------------------------===;

; RUN: not %llc -disable-verify -pass-remarks-missed=nvptx-legality -mcpu=sm_90a -mattr=+ptx80 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -disable-verify -pass-remarks-missed=nvptx-legality -mcpu=sm_90a -mattr=+ptx80 -O0 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{(error|remark):}}"
; RUN: not %llc -disable-verify -pass-remarks-missed=nvptx-legality -mcpu=sm_60 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASCAL

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(7), ptr addrspace(3), ptr, i32, i16, i64, i1, i1, i32)
declare void @llvm.nvvm.tensormap.replace.elemtype.p1(ptr addrspace(1), i32)
declare void @llvm.nvvm.tensormap.replace.box.dim.p3(ptr addrspace(3), i32, i32)
declare void @llvm.nvvm.tensormap.replace.rank.p0(ptr, i32)
declare void @llvm.nvvm.tensormap.replace.rank(ptr addrspace(1), i32)
declare void @llvm.nvvm.tensormap.cp_fenceproxy.global.shared.cta.tensormap.generic.release.gpu.sync.aligned(ptr addrspace(1), ptr addrspace(3), i32)
declare void @llvm.nvvm.cp.async.ca.shared.global(ptr addrspace(3), ptr addrspace(1), i64, i32, i32, i1)
declare void @llvm.nvvm.cp.async.cg.shared.global.s(ptr addrspace(3), ptr addrspace(1), i32, i64, i32, i32, i1)
declare i16 @llvm.nvvm.ff.to.e4m3x2.rn(float, float)
declare i64 @llvm.nvvm.mbarrier.arrive.scope.cta.space.cta(ptr, i32)
declare void @llvm.nvvm.fence.proxy.asynch()
declare { i32, i8 } @llvm.nvvm.elect.sync(i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta(ptr addrspace(3), i32)

; CHECK-DAG: {{error|remark}}: {{.*}}in function group {{.*}}: llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d with cta_group 2 is not supported on sm_90a; it needs a target with the suffix f or a of sm_100 to sm_110 (PTX ISA 8.6, cp.async.bulk.tensor .cta_group); the closest intrinsic on sm_90a is llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d
; PASCAL: {{error|remark}}: {{.*}}in function group {{.*}}: llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d with cta_group 2 is not supported on sm_60; it needs a target
define void @group(ptr addrspace(7) %d, ptr addrspace(3) %b, ptr %map) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(7) %d, ptr addrspace(3) %b, ptr %map, i32 0, i16 0, i64 0, i1 false, i1 false, i32 2)
  ret void
}

; CHECK-DAG: {{error|remark}}: {{.*}}in function no_group {{.*}}: operand 8 of llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d, cta_group, must be 0, 1 or 2
define void @no_group(ptr addrspace(7) %d, ptr addrspace(3) %b, ptr %map) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(7) %d, ptr addrspace(3) %b, ptr %map, i32 0, i16 0, i64 0, i1 false, i1 false, i32 3)
  ret void
}

; CHECK-DAG: {{error|remark}}: {{.*}}in function variable {{.*}}: operand 7 of llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d, cache_hint, must be a constant, 0 or 1
define void @variable(ptr addrspace(7) %d, ptr addrspace(3) %b, ptr %map, i1 %hint) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(7) %d, ptr addrspace(3) %b, ptr %map, i32 0, i16 0, i64 0, i1 false, i1 %hint, i32 0)
  ret void
}

; CHECK-DAG: {{error|remark}}: {{.*}}in function version {{.*}}: llvm.nvvm.tensormap.replace.elemtype.p1 with new_value 0 to 12 is not supported in PTX ISA 8.0; it needs 8.3 or later, e.g. -mattr=+ptx83 (PTX ISA 8.3, tensormap.replace)
; CHECK-DAG: {{error|remark}}: {{.*}}in function version {{.*}}: llvm.nvvm.tensormap.replace.elemtype.p1 with new_value 13 to 15 is not supported on sm_90a; it needs a target with the suffix f or a of sm_100 or higher (PTX ISA 8.7, tensormap.replace .elemtype of 4 and 6 bits)
; CHECK-DAG: {{error|remark}}: {{.*}}in function version {{.*}}: operand 1 of llvm.nvvm.tensormap.replace.elemtype, new_value, must be from 0 to 15
define void @version(ptr addrspace(1) %map) {
  call void @llvm.nvvm.tensormap.replace.elemtype.p1(ptr addrspace(1) %map, i32 12)
  call void @llvm.nvvm.tensormap.replace.elemtype.p1(ptr addrspace(1) %map, i32 13)
  call void @llvm.nvvm.tensormap.replace.elemtype.p1(ptr addrspace(1) %map, i32 16)
  ret void
}

; CHECK-DAG: {{error|remark}}: {{.*}}in function ordinal {{.*}}: operand 1 of llvm.nvvm.tensormap.replace.box.dim, ordinal, must be from 0 to 4
define void @ordinal(ptr addrspace(3) %map) {
  call void @llvm.nvvm.tensormap.replace.box.dim.p3(ptr addrspace(3) %map, i32 5, i32 64)
  ret void
}

; Sizes are those of PTX: cp.async.cg has 16 alone.
; CHECK-DAG: {{error|remark}}: {{.*}}in function sizes {{.*}}: operand 2 of llvm.nvvm.tensormap.cp_fenceproxy.global.shared.cta.tensormap.generic.release.gpu.sync.aligned, size, must be 128
; CHECK-DAG: {{error|remark}}: {{.*}}in function sizes {{.*}}: operand 3 of llvm.nvvm.cp.async.ca.shared.global, size, must be 4, 8 or 16
; CHECK-DAG: {{error|remark}}: {{.*}}in function sizes {{.*}}: operand 4 of llvm.nvvm.cp.async.ca.shared.global, prefetch_size, must be a constant, 0, 64, 128, 256
; CHECK-DAG: {{error|remark}}: {{.*}}in function sizes {{.*}}: operand 4 of llvm.nvvm.cp.async.cg.shared.global.s, size, must be 16
define void @sizes(ptr addrspace(3) %tile, ptr addrspace(1) %global, i32 %n) {
  call void @llvm.nvvm.tensormap.cp_fenceproxy.global.shared.cta.tensormap.generic.release.gpu.sync.aligned(ptr addrspace(1) %global, ptr addrspace(3) %tile, i32 64)
  call void @llvm.nvvm.cp.async.ca.shared.global(ptr addrspace(3) %tile, ptr addrspace(1) %global, i64 0, i32 12, i32 0, i1 false)
  call void @llvm.nvvm.cp.async.ca.shared.global(ptr addrspace(3) %tile, ptr addrspace(1) %global, i64 0, i32 4, i32 %n, i1 false)
  call void @llvm.nvvm.cp.async.cg.shared.global.s(ptr addrspace(3) %tile, ptr addrspace(1) %global, i32 3, i64 0, i32 8, i32 128, i1 false)
  ret void
}

; A name says which space the pointer is of, and these have to agree.
; CHECK-DAG: {{error|remark}}: {{.*}}in function spaces {{.*}}: llvm.nvvm.tensormap.replace.rank.p0 is declared with the type void (ptr, i32), which is not its signature
define void @spaces(ptr %map, ptr addrspace(1) %global) {
  call void @llvm.nvvm.tensormap.replace.rank.p0(ptr %map, i32 1)
  call void @llvm.nvvm.tensormap.replace.rank(ptr addrspace(1) %global, i32 1)
  ret void
}

; Half of a structure that C++ has bits in as bytes is fine; another type is not.
; CHECK-DAG: {{error|remark}}: {{.*}}in function types {{.*}}: llvm.nvvm.mbarrier.arrive.scope.cta.space.cta is declared with the type i64 (ptr, i32), which is not its signature; it is i64 (ptr addrspace(3), i32)
define i8 @types(ptr %barrier) {
  %state = call i64 @llvm.nvvm.mbarrier.arrive.scope.cta.space.cta(ptr %barrier, i32 1)
  %both = call { i32, i8 } @llvm.nvvm.elect.sync(i32 -1)
  %elected = extractvalue { i32, i8 } %both, 1
  ret i8 %elected
}

; CHECK-DAG: {{error|remark}}: {{.*}}in function relaxed {{.*}}: llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta is not supported in PTX ISA 8.0; it needs 8.6 or later, e.g. -mattr=+ptx86 (PTX ISA 8.6, mbarrier .relaxed)
define i1 @relaxed(ptr addrspace(3) %barrier) {
  %d = call i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta(ptr addrspace(3) %barrier, i32 0)
  ret i1 %d
}

; PASCAL: {{error|remark}}: {{.*}}in function fp8 {{.*}}: llvm.nvvm.ff.to.e4m3x2.rn is not supported on sm_60; it needs sm_89 or higher
define i16 @fp8(float %a, float %b) {
  %r = call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %a, float %b)
  ret i16 %r
}

; CHECK-DAG: {{error|remark}}: {{.*}}in function unknown {{.*}}: llvm.nvvm.fence.proxy.asynch is not an intrinsic of NVPTX; did you mean llvm.nvvm.fence.proxy.async?
define void @unknown() {
  call void @llvm.nvvm.fence.proxy.asynch()
  ret void
}
