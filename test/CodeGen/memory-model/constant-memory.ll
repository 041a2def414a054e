; An atomic load of memory that nobody writes is a load like any other. LLVM 22 aborts: it tries ld.global.nc.

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 -mattr=+ptx78 %s -o - | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@table = addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK:     ld.acquire.sys.global.{{[bu]}}32
; CHECK:     ld.relaxed.sys.global.{{[bu]}}32
; CHECK-NOT: .nc
define ptx_kernel void @constants(ptr addrspace(1) noalias readonly %p, ptr addrspace(1) %q, i32 %i) {
  %v = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %at = getelementptr i32, ptr addrspace(1) @table, i32 %i
  %w = load atomic i32, ptr addrspace(1) %at monotonic, align 4
  %sum = add i32 %v, %w
  store i32 %sum, ptr addrspace(1) %q
  ret void
}
