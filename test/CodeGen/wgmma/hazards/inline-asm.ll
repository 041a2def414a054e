;===-- inline-asm.ll - hazards of wgmma in inline assembly ---------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; wgmma as MLIR and CUTLASS write it is read off the text of the statement, and gets the same
; protection: each function has its twin with which nothing is wrong.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -nvptx-wgmma-hazards=fix-silently -pass-remarks-missed=nvptx-wgmma-hazards %s -o - 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -O0 %s -o - 2>/dev/null | FileCheck %s --check-prefix=PTX
; RUN: not %llc -mcpu=sm_90a -nvptx-wgmma-hazards=error %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=error:
; RUN: %llc -mcpu=sm_90a -nvptx-wgmma-hazards=fix-silently %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=WARNING --implicit-check-not=warning:
; RUN: %if ptxas %{ %llc -mcpu=sm_90a %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; WARNING: warning: {{.*}}in function unknown {{.*}}: inline assembly with wgmma is not understood, so nothing protects its registers:
; CHECK: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: accumulator is read while wgmma.mma_async at {{.*}} is in flight
; CHECK: remark: {{.*}}: inserted wgmma.wait_group 0, which waits for 1 group: A fragment is written while wgmma.mma_async at block 'body'{{.*}} is in flight
; ERROR: error: {{.*}}in function read_early {{.*}}: accumulator is read while wgmma.mma_async at {{.*}} is in flight
; ERROR: error: {{.*}}in function overwritten {{.*}}: A fragment is written while wgmma.mma_async at block 'body'{{.*}} is in flight

; CHECK-LABEL: .entry read_early(
; PTX-LABEL: .entry read_early(
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK: st.
; PTX: wgmma.wait_group.sync.aligned 0;
; PTX: st.
define ptx_kernel void @read_early(i64 %a, i64 %b, ptr addrspace(1) %p) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { i32, i32 } asm sideeffect "{\0A.reg .pred p;\0Asetp.ne.b32 p, $6, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0, $1}, $4, $5, p, $7, $8, $9, $10;\0A}\0A", "=r,=r,0,1,l,l,n,n,n,n,n"(i32 0, i32 0, i64 %a, i64 %b, i32 0, i32 1, i32 1, i32 0, i32 0)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  %first = extractvalue { i32, i32 } %d, 0
  store volatile i32 %first, ptr addrspace(1) %p
  call void asm sideeffect "wgmma.wait_group.sync.aligned $0;", "n"(i32 0)
  ret void
}

; The read stands behind the wait, and stays there, although the statement of the wait knows
; nothing of it.
; CHECK-LABEL: .entry read_in_time(
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK-NOT: wgmma
; CHECK: add.s32
; CHECK: st.
define ptx_kernel void @read_in_time(i64 %a, i64 %b, ptr addrspace(1) %p) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { i32, i32 } asm sideeffect "{\0A.reg .pred p;\0Asetp.ne.b32 p, $6, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0, $1}, $4, $5, p, $7, $8, $9, $10;\0A}\0A", "=r,=r,0,1,l,l,n,n,n,n,n"(i32 0, i32 0, i64 %a, i64 %b, i32 0, i32 1, i32 1, i32 0, i32 0)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  call void asm sideeffect "wgmma.wait_group.sync.aligned $0;", "n"(i32 0)
  %first = extractvalue { i32, i32 } %d, 0
  %second = extractvalue { i32, i32 } %d, 1
  %sum = add i32 %first, %second
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: .entry overwritten(
; CHECK: %body
; CHECK: wgmma.commit_group.sync.aligned;
; CHECK: wgmma.wait_group.sync.aligned 0;
; CHECK-NEXT: mov.b32 {{%r[0-9]+, %r[0-9]+}};
; CHECK-NEXT: bra
define ptx_kernel void @overwritten(i64 %b, i32 %n, ptr addrspace(1) %in, ptr addrspace(1) %p) {
entry:
  %a0 = load i32, ptr addrspace(1) %in
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c0 = phi i32 [ 0, %entry ], [ %d0, %body ]
  %c1 = phi i32 [ 0, %entry ], [ %d1, %body ]
  %a = phi i32 [ %a0, %entry ], [ %a1, %body ]
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  %d = call { i32, i32 } asm sideeffect "{\0A.reg .pred p;\0Asetp.ne.b32 p, $9, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0, $1}, {$4, $5, $6, $7}, $8, p, $10, $11, $12;\0A}\0A", "=r,=r,0,1,r,r,r,r,l,n,n,n,n"(i32 %c0, i32 %c1, i32 %a, i32 %a, i32 %a, i32 %a, i64 %b, i32 1, i32 1, i32 1, i32 0)
  %d0 = extractvalue { i32, i32 } %d, 0
  %d1 = extractvalue { i32, i32 } %d, 1
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
  %next = add i32 %i, 1
  %q = getelementptr i32, ptr addrspace(1) %in, i32 %next
  %a1 = load i32, ptr addrspace(1) %q
  call void asm sideeffect "wgmma.wait_group.sync.aligned $0;", "n"(i32 1)
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %exit
exit:
  call void asm sideeffect "wgmma.wait_group.sync.aligned $0;", "n"(i32 0)
  %sum = add i32 %d0, %d1
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

; What is not understood is said to be unprotected.
; CHECK-LABEL: .entry unknown(
define ptx_kernel void @unknown(i64 %a, i64 %b) {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  call void asm sideeffect "{\0A.reg .f32 d<4>;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, $0, $1, 0, 1, 1, 0, 0;\0Awgmma.commit_group.sync.aligned;\0Awgmma.wait_group.sync.aligned 0;\0A}", "l,l"(i64 %a, i64 %b)
  ret void
}
