; The first values of global variables whose integers have no whole bytes, or not as many as memory has for
; them. LLVM gives each element of a vector bytes of its own (and writes behind its buffer), leaves out what
; pads the elements of arrays and the pointers of structures, makes i1 true a byte of ones, and prints types
; that PTX does not have.

; RUN: %llc -mcpu=sm_90 %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_90 %s -o - | %ptxas -arch=sm_90 - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK: .align 1 .u8 bit = 1;
@bit = addrspace(1) global i1 true
; CHECK: .align 4 .u32 word = -1;
@word = addrspace(1) global i32 -1
; CHECK: .align 4 .b8 bits17[3] = {253, 255, 1};
@bits17 = addrspace(1) global i17 -3
; CHECK: .align 16 .b8 bits72[9] = {255, 255, 255, 255, 255, 255, 255, 255, 127};
@bits72 = addrspace(1) global i72 u0x7fffffffffffffffff

; CHECK: .b8 mask[1] = {253};
@mask = addrspace(1) global <8 x i1> <i1 true, i1 false, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
; CHECK: .b8 masks[4] = {1, 0, 2, 1};
@masks = addrspace(1) global [2 x <9 x i1>] [<9 x i1> <i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>, <9 x i1> <i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 undef, i1 1>]
; CHECK: .b8 nibbles[2] = {33, 67};
@nibbles = addrspace(1) global <4 x i4> <i4 1, i4 2, i4 3, i4 4>
; CHECK: .b8 packed[7] = {1, 0, 4, 0, 12};
@packed = addrspace(1) global <3 x i17> <i17 1, i17 2, i17 3>

; CHECK: .b8 array[8] = {1, 0, 0, 0, 254, 255, 255};
@array = addrspace(1) global [2 x i24] [i24 1, i24 -2]
; CHECK: .b8 vectors[32] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6};
@vectors = addrspace(1) global [2 x <3 x i32>] [<3 x i32> <i32 1, i32 2, i32 3>, <3 x i32> <i32 4, i32 5, i32 6>]
; CHECK: .u64 struct[6] = {generic(bit), 0, 7, 0, 1, 5};
@struct = addrspace(1) global {ptr, i128, i1, i64} {ptr addrspacecast (ptr addrspace(1) @bit to ptr), i128 7, i1 true, i64 5}

define ptx_kernel void @k() {
  ret void
}
