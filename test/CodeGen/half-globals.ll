; A global variable of 16 bits of floating point begins as its bits. LLVM prints 0d and 64 bits, of which ptxas
; takes the lower 16.

; RUN: %llc -mcpu=sm_90 %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_90 %s -o %t.ptx && %ptxas -arch=sm_90 %t.ptx -o %t.cubin && llvm-readobj --hex-dump=.nv.global.init %t.cubin | FileCheck %s --check-prefix=CUBIN %}

target triple = "nvptx64-nvidia-cuda"

; CHECK: .visible .global .align 2 .b16 half = 0x7BFF;
@half = addrspace(1) global half 0xH7BFF
; CHECK: .visible .global .align 2 .b16 bfloat = 0x3F80;
@bfloat = addrspace(1) global bfloat 0xR3F80
; CHECK: .visible .global .align 2 .b16 zero;
@zero = addrspace(1) global half 0xH0000
; CHECK: .visible .global .align 2 .b8 several[4] = {255, 123, 0, 60};
@several = addrspace(1) global [2 x half] [half 0xH7BFF, half 0xH3C00]

; CUBIN-DAG: ff7b
; CUBIN-DAG: 803f

define ptx_kernel void @k() {
  ret void
}
