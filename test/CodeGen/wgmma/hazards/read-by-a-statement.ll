;===-- read-by-a-statement.ll - what a statement reads beside its wgmma --------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; A zero that is scale-d and an accumulator is one register, unless somebody says that the
; accumulator is another one. What the statement reads by setp is then behind the fence that is
; inserted, and nothing can be inserted between the two.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=fix-silently -pass-remarks-missed=nvptx-wgmma-hazards %s -o - 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: %llc -O0 -mcpu=sm_90a -verify-machineinstrs %s -o /dev/null
; RUN: not %llc -mcpu=sm_90a -nvptx-wgmma-hazards=error %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=error:
; RUN: %if ptxas %{ %llc -mcpu=sm_90a %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; ERROR: error: {{.*}}in function zero {{.*}}: no wgmma.fence before the first wgmma.mma_async
; ERROR: error: {{.*}}in function zero {{.*}}: no wgmma.fence between the access to register
; ERROR: error: {{.*}}in function chain {{.*}}: no wgmma.fence before the first wgmma.mma_async
; ERROR: error: {{.*}}in function chain {{.*}}: no wgmma.fence between the access to register

; CHECK-LABEL: .entry zero(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: setp.ne.b32 p, [[SCALE:%r[0-9]+]], 0;
; CHECK-NOT: [[SCALE]]
; CHECK: p; }
define ptx_kernel void @zero(ptr %p, i64 %a, i64 %b) {
  %d = call { i32, i32, i32, i32 } asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $6, 0; wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {$0, $1, $2, $3}, $4, $5, p; }", "=r,=r,=r,=r,l,l,r,0,1,2,3"(i64 %a, i64 %b, i32 0, i32 0, i32 0, i32 0, i32 0)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store { i32, i32, i32, i32 } %d, ptr %p
  ret void
}

; The scale of the first is an accumulator of the second.
; CHECK-LABEL: .entry chain(
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async
; CHECK: wgmma.fence.sync.aligned;
; CHECK: wgmma.mma_async
define ptx_kernel void @chain(ptr %p, i64 %a, i64 %b, i32 %x, i32 %y) {
  %d = call { i32, i32, i32, i32 } asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $6, 0; wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {$0, $1, $2, $3}, $4, $5, p; }", "=r,=r,=r,=r,l,l,r,0,1,2,3"(i64 %a, i64 %b, i32 0, i32 %x, i32 %x, i32 %x, i32 %x)
  %d1 = extractvalue { i32, i32, i32, i32 } %d, 1
  %d2 = extractvalue { i32, i32, i32, i32 } %d, 2
  %d3 = extractvalue { i32, i32, i32, i32 } %d, 3
  %e = call { i32, i32, i32, i32 } asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $6, 0; wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {$0, $1, $2, $3}, $4, $5, p; }", "=r,=r,=r,=r,l,l,r,0,1,2,3"(i64 %a, i64 %b, i32 %y, i32 0, i32 %d1, i32 %d2, i32 %d3)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", ""()
  store { i32, i32, i32, i32 } %e, ptr %p
  ret void
}
