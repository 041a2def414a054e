; A loaded value that goes to memory before the program waits, as all do at -O0, is read there: the wait is inserted, with
; a remark. A variable that is in a register, of optimized code, reads nothing.

; RUN: %llc -O0 -mcpu=sm_100a -mattr=+ptx88 -verify-machineinstrs -pass-remarks-missed=nvptx-tensor-memory-waits %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=warning:
; RUN: FileCheck %s --check-prefixes=PTX,PLAIN <%t.ptx
; RUN: %llc -mcpu=sm_100a -mattr=+ptx88 -nvptx-tensor-memory-waits=error %s -o - | FileCheck %s --check-prefixes=PTX,FAST
; RUN: %llc -O0 -mcpu=sm_100a -mattr=+ptx88 -nvptx-tensor-memory-waits=off %s -o - | FileCheck %s --check-prefix=OFF
; RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.ptx -o %t.cubin %}

; REMARK-COUNT-3: remark: {{.*}}inserted a tcgen05.wait: what {{.*}} is read before tcgen05.wait::ld
; REMARK-NOT: remark

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1 immarg)
declare void @llvm.nvvm.tcgen05.wait.ld()

; PTX-LABEL:  .entry variable(
; PTX:        tcgen05.ld
; PLAIN-NEXT: tcgen05.wait::ld
; PTX:        tcgen05.wait::ld
; FAST-NOT:   tcgen05.wait
; OFF-LABEL:  .entry variable(
; OFF:        tcgen05.ld
; OFF:        st.{{.*}}b32
; OFF:        tcgen05.wait::ld
define ptx_kernel void @variable(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %v = alloca i32
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  store i32 %loaded, ptr %v
  call void @llvm.nvvm.tcgen05.wait.ld()
  %read = load i32, ptr %v
  store i32 %read, ptr addrspace(1) %p
  ret void
}

; Indexed by a number that is not known, the array is in memory at every level. So it is with the results of inline PTX.
; PTX-LABEL:  .entry array(
; PTX:        tcgen05.ld
; PTX-NEXT:   tcgen05.wait::ld
; PTX:        st.
; PTX-LABEL:  .entry assembly(
; PTX:        tcgen05.ld
; PTX:        tcgen05.wait::ld
; PTX:        st.
; PTX:        tcgen05.wait::ld
define ptx_kernel void @array(ptr addrspace(6) %t, ptr addrspace(1) %p, i32 %i) {
  %v = alloca [8 x i32]
  %at = getelementptr [8 x i32], ptr %v, i32 0, i32 %i
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  store i32 %loaded, ptr %at
  call void @llvm.nvvm.tcgen05.wait.ld()
  %first = load i32, ptr %v
  store i32 %first, ptr addrspace(1) %p
  ret void
}

define ptx_kernel void @assembly(i32 %t, ptr addrspace(1) %p, i32 %i) {
  %v = alloca [8 x i32]
  %at = getelementptr [8 x i32], ptr %v, i32 0, i32 %i
  %loaded = call i32 asm sideeffect "tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1];", "=r,r,~{memory}"(i32 %t)
  store i32 %loaded, ptr %at
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned;", "~{memory}"()
  %first = load i32, ptr %v
  store i32 %first, ptr addrspace(1) %p
  ret void
}
