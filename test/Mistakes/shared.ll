;===-- shared.ll - addresses that are not in shared memory, or not aligned ---===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A kernel that is right, and the same kernel with one mistake each.
;
;===----------------------------------------------------------------------===;

; DEFINE: %{llc} = %llc -mcpu=sm_90a -mattr=+ptx86
; DEFINE: %{prefix} =
; DEFINE: %{check} = FileCheck %s --check-prefix=%{prefix} --implicit-check-not=error: --implicit-check-not=warning:

; RUN: split-file %s %t
; RUN: %{llc} %t/right.ll -o /dev/null 2>&1 | count 0
; RUN: %{llc} -O0 %t/right.ll -o /dev/null 2>&1 | count 0

; A descriptor of a local variable, and of what the host has passed.
; REDEFINE: %{prefix} = LOCAL
; RUN: sed 's/%%base = .*/%%base = addrspacecast ptr %%local to ptr addrspace(3)/' %t/right.ll | not %{llc} -o /dev/null 2>&1 | %{check}
; LOCAL: error: in function k {{.*}}: block 'entry', '%d = {{.*}}': the matrix descriptor a of llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64 must be in shared memory, and is of a variable 'local' in local memory (PTX ISA, State Spaces); expected a __shared__ variable, in LLVM one in addrspace(3) [-nvptx-shared-addresses]
; REDEFINE: %{prefix} = HOST
; RUN: sed 's/%%base = .*/%%base = addrspacecast ptr %%p to ptr addrspace(3)/' %t/right.ll | not %{llc} -o /dev/null 2>&1 | %{check}
; HOST: error: in function k {{.*}}: the matrix descriptor a of {{.*}} must be in shared memory, and is of what parameter 0 'p' of the kernel points to, in global memory

; Rows of stmatrix in global memory, and between two multiples of 16 bytes.
; REDEFINE: %{prefix} = ROWS
; RUN: sed 's/(3) %%row,/(3) %%wrong,/' %t/right.ll | not %{llc} -o /dev/null 2>&1 | %{check}
; ROWS: error: in function k {{.*}}: operand 0 of llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3 must be in shared memory, and is of what parameter 0 'p' of the kernel points to
; REDEFINE: %{prefix} = ODD
; RUN: sed 's/i32 %%offset$/i32 %%odd/' %t/right.ll | not %{llc} -o /dev/null 2>&1 | %{check}
; ODD: error: in function k {{.*}}: the address of a row of llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3 is 2 bytes after a multiple of 16; expected a multiple of 16 bytes (PTX ISA, stmatrix) [-nvptx-shared-addresses]

; A tile that a tensor copy could not write, and one that a variable before it moves. Without that
; it begins where it should.
; REDEFINE: %{prefix} = ALIGNED
; RUN: sed '/^@tile/s/align 1024/align 16/' %t/right.ll | %{llc} -o /dev/null 2>&1 | %{check}
; RUN: sed '/^@tile/s/align 1024/align 128/; /^@out/s/align 16/align 128/; /^@out/s/1024/128/' %t/right.ll | %{llc} -o /dev/null 2>&1 | %{check}
; ALIGNED: warning: in function k {{.*}}: the matrix descriptor a of {{.*}} has the swizzle 128, whose pattern begins at multiples of 1024 bytes, and variable 'tile' is aligned to {{16|128}}; expected alignas(1024), or a base offset (PTX ISA, Matrix descriptor) [-nvptx-descriptor-alignment]
; ALIGNED: warning: {{.*}} the matrix descriptor b of
; RUN: sed '/^@tile/s/align 1024/align 128/' %t/right.ll | %{llc} -o /dev/null 2>&1 | count 0
; Who has asked for memory at the launch aligns it himself.
; RUN: sed 's/^@tile = .*/@tile = external addrspace(3) global [0 x i8], align 16/' %t/right.ll | %{llc} -o /dev/null 2>&1 | count 0

;--- right.ll
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [16384 x i8] undef, align 1024
@out = internal addrspace(3) global [1024 x i8] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3), i32)

define ptx_kernel void @k(ptr %p, i32 %n) {
entry:
  %local = alloca [64 x i8], align 16
  %base = getelementptr i8, ptr addrspace(3) @tile, i32 0
  %a = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) %base, i32 16, i32 1024, i32 0, i32 1)
  %b = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) @tile, i32 16, i32 1024, i32 0, i32 1)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> undef, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %tid, 31
  %offset = mul i32 %lane, 16
  %odd = or disjoint i32 %offset, 2
  %wrong = addrspacecast ptr %p to ptr addrspace(3)
  %row = getelementptr i8, ptr addrspace(3) @out, i32 %offset
  %x = extractelement <4 x float> %d, i64 0
  %v = bitcast float %x to i32
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %row, i32 %v)
  ret void
}
