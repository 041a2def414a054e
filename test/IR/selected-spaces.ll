; A choice between addresses in two spaces is loaded behind a branch, from either space: generic, the value would not be
; the same in all threads for ptxas.

; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=LLVM
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx80 %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

%struct = type { ptr, i64, float }

; CUTLASS's epilogues take a factor by value, or by its address and an index.
; CHECK-LABEL: .entry factor(
; CHECK: @%p{{[0-9]+}} bra
; CHECK: ld.param.b32 [[R:%r[0-9]+]], [%rd{{[0-9]+}}+16];
; CHECK: ld.global.b32 [[R]], [
; LLVM-LABEL: .entry factor(
; LLVM: ld.b32
define ptx_kernel void @factor(ptr byval(%struct) align 8 %p, ptr addrspace(1) %out) {
  %factors = load ptr, ptr %p
  %index.address = getelementptr i8, ptr %p, i64 8
  %index = load i64, ptr %index.address
  %indexed = getelementptr float, ptr %factors, i64 %index
  %value.address = getelementptr i8, ptr %p, i64 16
  %none = icmp eq ptr %factors, null
  %address = select i1 %none, ptr %value.address, ptr %indexed
  %factor = load float, ptr %address
  store float %factor, ptr addrspace(1) %out
  ret void
}

; CUTLASS's stream-K kernels copy the factor to a variable, which is in a register then.
; CHECK-LABEL: .entry variable(
; CHECK-NOT: .local
; CHECK: ret;
; LLVM-LABEL: .entry variable(
; LLVM: .local .align 4 .b8
define ptx_kernel void @variable(ptr byval(%struct) align 8 %p, ptr addrspace(1) %out) {
  %copy = alloca float
  %factors = load ptr, ptr %p
  %value.address = getelementptr i8, ptr %p, i64 16
  %value = load float, ptr %value.address
  store float %value, ptr %copy
  %none = icmp eq ptr %factors, null
  %address = select i1 %none, ptr %copy, ptr %factors
  %factor = load float, ptr %address
  store float %factor, ptr addrspace(1) %out
  ret void
}

; A factor's address may be in an array, which is loaded if there is one: the paths join at the load.
; CHECK-LABEL: .entry array(
; CHECK-NOT: .local
; CHECK: ret;
; LLVM-LABEL: .entry array(
; LLVM: .local .align 4 .b8
define ptx_kernel void @array(ptr byval(%struct) align 8 %p, ptr %addresses, ptr addrspace(1) %out) {
entry:
  %copy = alloca float
  %factors = load ptr, ptr %p
  %value.address = getelementptr i8, ptr %p, i64 16
  %value = load float, ptr %value.address
  store float %value, ptr %copy
  %no.array = icmp eq ptr %addresses, null
  br i1 %no.array, label %otherwise, label %in.array

in.array:
  %element = load ptr, ptr %addresses
  %no.element = icmp eq ptr %element, null
  br i1 %no.element, label %otherwise, label %join

otherwise:
  %none = icmp eq ptr %factors, null
  %address = select i1 %none, ptr %copy, ptr %factors
  br label %join

join:
  %joined = phi ptr [ %element, %in.array ], [ %address, %otherwise ]
  %factor = load float, ptr %joined
  store float %factor, ptr addrspace(1) %out
  ret void
}

; Each member of a struct is loaded before the paths join: no variable is left.
; CHECK-LABEL: .entry members(
; CHECK-NOT:   .local
; CHECK:       ld.global.v2.b32
; CHECK-NOT:   ld.
; CHECK:       ret;
define ptx_kernel void @members(ptr %p, i1 %has.mask, ptr addrspace(1) %out) {
entry:
  %zero = alloca [2 x float], align 8
  call void @llvm.memset.p0.i64(ptr align 8 %zero, i8 0, i64 8, i1 false)
  br i1 %has.mask, label %load, label %join

load:
  %index = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %element = getelementptr [2 x float], ptr %p, i32 %index
  br label %join

join:
  %joined = phi ptr [ %element, %load ], [ %zero, %entry ]
  %x = load float, ptr %joined, align 8
  %joined1 = getelementptr i8, ptr %joined, i64 4
  %y = load float, ptr %joined1
  %sum = fadd float %x, %y
  store float %sum, ptr addrspace(1) %out
  ret void
}

; A load stays behind the branch that leads to it alone.
; CHECK-LABEL: .entry one_path(
; CHECK:       @%p{{[0-9]+}} bra
; CHECK:       ld.
; CHECK:       ret;
define ptx_kernel void @one_path(ptr %q, i1 %is.variable, i1 %is.loaded, ptr addrspace(1) %out) {
entry:
  %variable = alloca i32
  store i32 7, ptr %variable
  %chosen = select i1 %is.variable, ptr %variable, ptr %q
  br i1 %is.loaded, label %load, label %exit

load:
  %only = phi ptr [ %chosen, %entry ]
  %x = load i32, ptr %only
  store i32 %x, ptr addrspace(1) %out
  br label %exit

exit:
  ret void
}

; What is stored in front of the load may be what it loads.
; CHECK-LABEL: .entry stored(
; CHECK: st.global.b32
; CHECK: ld.b32
define ptx_kernel void @stored(ptr %q, i1 %is.variable, ptr %addresses, ptr addrspace(1) %out) {
entry:
  %copy = alloca float
  store float 1.0, ptr %copy
  br i1 %is.variable, label %join, label %other

other:
  %element = load ptr, ptr %addresses
  br label %join

join:
  %joined = phi ptr [ %copy, %entry ], [ %element, %other ]
  store float 2.0, ptr %addresses
  %factor = load float, ptr %joined
  store float %factor, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: .entry shared_or_global(
; CHECK-DAG: ld.global.b32
; CHECK-DAG: ld.shared.b32
define ptx_kernel void @shared_or_global(ptr addrspace(1) %p, ptr addrspace(3) %q, i1 %is.shared, ptr addrspace(1) %out) {
  %global = addrspacecast ptr addrspace(1) %p to ptr
  %shared = addrspacecast ptr addrspace(3) %q to ptr
  %address = select i1 %is.shared, ptr %shared, ptr %global
  %x = load float, ptr %address
  store float %x, ptr addrspace(1) %out
  ret void
}

; The space of one address is not known; both addresses have the same space; the access is volatile.
; CHECK-LABEL: .entry one_load(
; CHECK-NOT: bra
; CHECK: ld.b32
; CHECK-NOT: bra
; CHECK: ld.global.b32
; CHECK-NOT: bra
; CHECK: ld.volatile.b32
; CHECK-NOT: bra
; CHECK: ret;
define ptx_kernel void @one_load(ptr %p, ptr %q, ptr addrspace(3) %r, i1 %first, ptr addrspace(1) %out) {
  %shared = addrspacecast ptr addrspace(3) %r to ptr
  %unknown = call ptr asm "mov.u64 $0, 64;", "=l"()
  %any = select i1 %first, ptr %shared, ptr %unknown
  %x = load i32, ptr %any
  store volatile i32 %x, ptr addrspace(1) %out
  %global = select i1 %first, ptr %p, ptr %q
  %y = load i32, ptr %global
  store volatile i32 %y, ptr addrspace(1) %out
  %both = select i1 %first, ptr %p, ptr %shared
  %z = load volatile i32, ptr %both
  store volatile i32 %z, ptr addrspace(1) %out
  ret void
}
