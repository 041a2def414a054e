; Tables of addresses in shared memory, which PTX's initializers cannot hold: the optimiser makes none of a switch, those
; of the source become selects or variables of the function, and those for which this is not possible are errors.

; RUN: split-file %s %t
; RUN: %opt -O2 -S %t/switch.ll | FileCheck %s --check-prefix=SWITCH --implicit-check-not=switch.table
; RUN: %llc -O0 -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx71 %t/tables.ll -o %t/slow.ptx
; RUN: %llc -verify-machineinstrs -mcpu=sm_80 -mattr=+ptx71 %t/tables.ll -o %t/fast.ptx
; RUN: FileCheck %s --input-file=%t/fast.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_80 %t/slow.ptx -o %t.cubin && %ptxas -arch=sm_80 %t/fast.ptx -o %t.cubin %}
; RUN: %if emulator %{ %ptx-run %t/slow.ptx --entry select --block 3 --arg O=u32[3] --print O | FileCheck %s --check-prefix=SELECT %}
; RUN: %if emulator %{ %ptx-run %t/fast.ptx --entry select --block 3 --arg O=u32[3] --print O | FileCheck %s --check-prefix=SELECT %}
; RUN: %if emulator %{ %ptx-run %t/slow.ptx --entry structs --block 2 --arg O=u32[2] --print O | FileCheck %s --check-prefix=STRUCTS %}
; RUN: %if emulator %{ %ptx-run %t/fast.ptx --entry structs --block 2 --arg O=u32[2] --print O | FileCheck %s --check-prefix=STRUCTS %}
; RUN: %if emulator %{ %ptx-run %t/fast.ptx --entry part --block 2 --arg O=u32[2] --print O | FileCheck %s --check-prefix=PART %}
; RUN: not %llc -mcpu=sm_80 -mattr=+ptx71 %t/errors.ll -o %t/errors.ptx 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=error:
; RUN: not ls %t/errors.ptx

; SWITCH: switch i32
; SELECT: 11 12 13
; STRUCTS: 18 21
; PART: 12 13

;--- switch.ll
target triple = "nvptx64-nvidia-cuda"
@s0 = internal addrspace(3) global [32 x i32] undef, align 4
@s1 = internal addrspace(3) global [32 x i32] undef, align 4
@s2 = internal addrspace(3) global [32 x i32] undef, align 4
@s3 = internal addrspace(3) global [32 x i32] undef, align 4

define ptx_kernel void @stages(i32 %stage, i32 %v) {
entry:
  switch i32 %stage, label %none [ i32 0, label %a
                                   i32 1, label %b
                                   i32 2, label %c
                                   i32 3, label %d ]
a:
  br label %write
b:
  br label %write
c:
  br label %write
d:
  br label %write
write:
  %p = phi ptr [ addrspacecast (ptr addrspace(3) @s0 to ptr), %a ], [ addrspacecast (ptr addrspace(3) @s2 to ptr), %b ], [ addrspacecast (ptr addrspace(3) @s1 to ptr), %c ], [ addrspacecast (ptr addrspace(3) @s3 to ptr), %d ]
  store volatile i32 %v, ptr %p, align 4
  br label %none
none:
  ret void
}

;--- tables.ll
target triple = "nvptx64-nvidia-cuda"
@s0 = internal addrspace(3) global [32 x i32] undef, align 4
@s1 = internal addrspace(3) global [32 x i32] undef, align 4
@s2 = internal addrspace(3) global [32 x i32] undef, align 4
@table = internal unnamed_addr constant [3 x ptr] [ptr addrspacecast (ptr addrspace(3) @s0 to ptr), ptr addrspacecast (ptr addrspace(3) @s1 to ptr), ptr addrspacecast (ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s2, i64 4) to ptr)], align 8
@pairs = internal unnamed_addr constant [2 x { ptr addrspace(3), i32 }] [{ ptr addrspace(3), i32 } { ptr addrspace(3) @s0, i32 7 }, { ptr addrspace(3), i32 } { ptr addrspace(3) @s1, i32 9 }]

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @fill() {
  store i32 11, ptr addrspace(3) @s0
  store i32 12, ptr addrspace(3) @s1
  store i32 13, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s2, i64 4)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; CHECK-NOT:   table
; CHECK-LABEL: .entry select(
; CHECK:       selp.b64
; CHECK:       selp.b64
; CHECK:       ld.shared.b32
define ptx_kernel void @select(ptr addrspace(1) %out) {
  call void @fill()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr [3 x ptr], ptr @table, i32 0, i32 %t
  %p = load ptr, ptr %at
  %v = load i32, ptr %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @structs(ptr addrspace(1) %out) {
  call void @fill()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr [2 x { ptr addrspace(3), i32 }], ptr @pairs, i32 0, i32 %t
  %p = load ptr addrspace(3), ptr %at
  %second = getelementptr { ptr addrspace(3), i32 }, ptr %at, i32 0, i32 1
  %n = load i32, ptr %second
  %v = load i32, ptr addrspace(3) %p
  %w = add i32 %v, %n
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @part(ptr addrspace(1) %out) {
  %rest = alloca [2 x ptr]
  call void @fill()
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %rest, ptr align 8 getelementptr (i8, ptr @table, i64 8), i64 16, i1 false)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr ptr, ptr %rest, i32 %t
  %p = load ptr, ptr %at
  %v = load i32, ptr %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

;--- errors.ll
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [32 x i32] undef, align 4
; ERROR: error: the initial value of the global 'visible' has the address of 'tile', which is in shared memory; PTX has initializers with addresses of global and constant memory only; expected assignments in a function, or a constant whose address does not leave one
@visible = constant ptr addrspacecast (ptr addrspace(3) @tile to ptr)
; ERROR: error: the initial value of the global 'written' has the address of 'tile'
@written = internal addrspace(1) global i64 ptrtoint (ptr addrspace(3) @tile to i64)
; ERROR: error: the initial value of the global 'leaves' has the address of 'tile'
@leaves = internal constant ptr addrspacecast (ptr addrspace(3) @tile to ptr)

define ptr @f() {
  store i64 1, ptr addrspace(1) @written
  ret ptr @leaves
}
