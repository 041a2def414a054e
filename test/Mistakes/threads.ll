;===-- threads.ll - matrix instructions in parts of warps -----------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A kernel for each: what a whole warp or warpgroup may execute, and the same with one mistake.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: cat %t/declarations.ll %t/right.ll | %llc -mcpu=sm_90a -o /dev/null 2>&1 | count 0
; RUN: cat %t/declarations.ll %t/wrong.ll | not %llc -mcpu=sm_90a -o /dev/null 2>&1 | FileCheck %t/wrong.ll --implicit-check-not=error:
; RUN: cat %t/declarations.ll %t/wrong.ll | not %llc -O0 -mcpu=sm_90a -o /dev/null 2>&1 | FileCheck %t/wrong.ll --implicit-check-not=error:
; RUN: cat %t/declarations.ll %t/wrong.ll | %llc -mcpu=sm_90a -nvptx-matrix-threads=off -o /dev/null 2>&1 | count 0

;--- declarations.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare { i32, i1 } @llvm.nvvm.elect.sync(i32)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3))
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3), i32)
declare void @llvm.nvvm.wgmma.fence.sync.aligned()

define internal void @multiply(ptr %p, i32 %a) noinline {
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float 0.0, float 0.0, float 0.0, float 0.0)
  %x = extractvalue { float, float, float, float } %d, 0
  store float %x, ptr %p
  ret void
}

;--- right.ll
define ptx_kernel void @warp(ptr %p, i32 %a) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %tid, 5
  %c = icmp eq i32 %warp, 1
  br i1 %c, label %in, label %out
in:
  call void @multiply(ptr %p, i32 %a)
  br label %out
out:
  ret void
}

define ptx_kernel void @broadcast(ptr %p, i32 %a) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = lshr i32 %tid, 5
  %warp = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %own, i32 0, i32 31)
  %odd = and i32 %warp, 1
  %c = icmp eq i32 %odd, 1
  br i1 %c, label %in, label %out
in:
  call void @multiply(ptr %p, i32 %a)
  br label %out
out:
  ret void
}

; The last warp may have no more threads; nobody knows what %n is.
define ptx_kernel void @some(ptr %p, i32 %a, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 48
  br i1 %c, label %in, label %out
in:
  %d = icmp ult i32 %tid, %n
  br i1 %d, label %then, label %out
then:
  call void @multiply(ptr %p, i32 %a)
  br label %out
out:
  ret void
}

define ptx_kernel void @warpgroup() {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %group = lshr i32 %tid, 7
  %c = icmp eq i32 %group, 1
  br i1 %c, label %in, label %out
in:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  br label %out
out:
  ret void
}

; Elected threads do something else.
define ptx_kernel void @beside(ptr %p, ptr addrspace(3) %s, i32 %a) {
  %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %c = extractvalue { i32, i1 } %e, 1
  br i1 %c, label %in, label %out
in:
  store i32 1, ptr %p
  br label %out
out:
  %m = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %s)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %s, i32 %m)
  ret void
}

;--- wrong.ll
; CHECK: error: {{.*}}in function multiply {{.*}}: llvm.nvvm.mma.m16n8k16.row.col.bf16 is executed by all threads of a warp together, here only by at most 16 threads of a warp, which the condition of the branch selects; a .sync.aligned instruction must be executed by the whole warp (PTX ISA 7.0, mma); expected a condition on warps: tid.x / 32 == 0, tid.x < 32, a warp index that shfl.sync has made the same for all threads of the warp [-nvptx-matrix-threads]
define ptx_kernel void @odd(ptr %p, i32 %a) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = and i32 %tid, 1
  %c = icmp eq i32 %odd, 1
  br i1 %c, label %in, label %out
in:
  call void @multiply(ptr %p, i32 %a)
  br label %out
out:
  ret void
}

; CHECK: error: {{.*}}in function elected {{.*}}: llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16 is executed by all threads of a warp together, here only by the thread that elect.sync selects, or only the others
define ptx_kernel void @elected(ptr addrspace(3) %s) {
  %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %c = extractvalue { i32, i1 } %e, 1
  br i1 %c, label %in, label %out
in:
  %m = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %s)
  br label %out
out:
  ret void
}

; CHECK: error: {{.*}}in function first {{.*}}: llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16 is executed by all threads of a warp together, here only by one thread of a warp, which
define ptx_kernel void @first(ptr addrspace(3) %s) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %c = icmp eq i32 %lane, 0
  br i1 %c, label %in, label %out
in:
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %s, i32 0)
  br label %out
out:
  ret void
}

; CHECK: error: {{.*}}in function one_warp {{.*}}: llvm.nvvm.wgmma.fence.sync.aligned is executed by the 128 threads of a warpgroup together, here only by at most 32 threads of warpgroup 0, which the condition of the branch selects (PTX ISA 8.0, wgmma.fence, commit_group, wait_group); expected a condition on warpgroups: tid.x / 128 == 0, tid.x < 128, a warp index that shfl.sync has broadcast, divided by 4 [-nvptx-matrix-threads]
define ptx_kernel void @one_warp() {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 32
  br i1 %c, label %in, label %out
in:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  br label %out
out:
  ret void
}

; CHECK: error: {{.*}}in function thirds {{.*}}: llvm.nvvm.wgmma.fence.sync.aligned is executed by the 128 threads of a warpgroup together, here only by at most 43 threads of warpgroup 0
define ptx_kernel void @thirds() {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %third = urem i32 %tid, 3
  %c = icmp eq i32 %third, 0
  br i1 %c, label %in, label %out
in:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  br label %out
out:
  ret void
}

; CHECK: error: {{.*}}in function small {{.*}}: llvm.nvvm.wgmma.fence.sync.aligned is executed by the 128 threads of a warpgroup together, here only by at most 64 threads of warpgroup 0, as the block has 64 at most (PTX ISA 8.0, {{.*}}); expected a block of 128 threads or more
define ptx_kernel void @small() {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  ret void
}

; CHECK: error: {{.*}}in function tiny {{.*}}: llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16 is executed by all threads of a warp together, here only by at most 16 threads of a warp, as the block has 16 at most; {{.*}}; expected a block of 32 threads or more
define ptx_kernel void @tiny(ptr addrspace(3) %s) {
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %s, i32 0)
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @small, !"maxntidx", i32 64}
!1 = !{ptr @tiny, !"reqntidx", i32 16}
