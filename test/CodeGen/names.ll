; Names that are not identifiers of PTX. Local ones are replaced, those that other modules know in the same way with a
; warning, and that of a kernel, which the host looks up, is an error. LLVM aborts, or prints what ptxas rejects.

; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_90 %t/names.ll -o %t.ptx 2>&1 | FileCheck %s --check-prefix=WARNING
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90 -c %t.ptx -o %t.cubin %}
; RUN: not %llc -mcpu=sm_90 %t/kernel.ll -o - 2>&1 | FileCheck %s --check-prefix=KERNEL

; WARNING-DAG: warning: the name of the global '1st' is not an identifier of PTX; it becomes '_$_1st'
; WARNING-DAG: warning: the name of the global 'a.b' is not an identifier of PTX; it becomes 'a_$_b'
; WARNING-DAG: warning: the name of the global 'f<int>' is not an identifier of PTX; it becomes 'f_$_int_$_'
; KERNEL: error: the name of the kernel 'k.1' is not an identifier of PTX; expected letters, digits, '_' and '$', and no digit first

;--- names.ll
target triple = "nvptx64-nvidia-cuda"
; CHECK-DAG: .visible .global .align 4 .u32 _$_1st = 1;
@"1st" = addrspace(1) global i32 1
; CHECK-DAG: .visible .global .align 4 .u32 a_$_b = 2;
@a.b = addrspace(1) global i32 2
; CHECK-DAG: .shared .align 4 .u32 _$_9_$_tile
@"9.tile" = internal addrspace(3) global i32 undef
; CHECK-DAG: _$__
@_ = internal addrspace(1) global i32 5
@0 = private addrspace(1) global i32 6
@1 = addrspace(1) global i32 7
; CHECK-DAG: .visible .global .align 4 .u32 $plain$ = 8;
@"$plain$" = addrspace(1) global i32 8

; CHECK-DAG: .func (.param .b32 func_retval0) _$_2nd(
define internal i32 @"2nd"(i32 %x) noinline {
  %v = load volatile i32, ptr addrspace(3) @"9.tile"
  %w = load volatile i32, ptr addrspace(1) @_
  %y = load volatile i32, ptr addrspace(1) @0
  %s = add i32 %v, %w
  %t = add i32 %s, %y
  ret i32 %t
}

; CHECK-DAG: .func (.param .b32 func_retval0) f_$_int_$_(
define i32 @"f<int>"(i32 %"0.a") {
  %r = call i32 @"2nd"(i32 %"0.a")
  ret i32 %r
}

;--- kernel.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k.1() {
  ret void
}
