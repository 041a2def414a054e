;===-- wgmma.ll - accumulators of wgmma, and the launch bounds --------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; What a thread has where the wgmma is: the launch bounds' share, or what setmaxnreg has given it.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %t/warned.ll -o /dev/null 2>&1 | FileCheck %t/warned.ll --implicit-check-not=warning:
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs -nvptx-register-budget=off %t/warned.ll -o /dev/null 2>&1 | count 0
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %t/clean.ll -o %t/clean.ptx 2>&1 | count 0
; RUN: %if ptxas %{ %ptxas -v -arch=sm_90a %t/clean.ptx -o %t/clean.cubin 2>&1 | FileCheck %t/clean.ll --check-prefix=PTXAS --implicit-check-not=C75 %}

;--- warned.ll
; CHECK: warning: {{.*}}in function no_budget {{.*}}: setmaxnreg.dec.sync.aligned.u32 40 in kernel no_budget, which has .maxntid, but no .minnctapersm
; CHECK: warning: {{.*}}in function share {{.*}}: wgmma has 128 registers alive at once, and ptxas needs 26 more at the least; a thread has 128 (65536 registers for 512 threads (.maxntid)): {{.*}} what fits is smaller tiles, fewer of them at once, at most 384 threads (.maxntid), or setmaxnreg.inc to 160 or more
; CHECK: warning: {{.*}}in function too_little {{.*}}: wgmma has 128 registers alive at once, and ptxas needs 26 more at the least; a thread has 144 (setmaxnreg):
; CHECK: warning: {{.*}}in function no_budget {{.*}}: wgmma has 156 registers alive at once, and ptxas needs 26 more at the least; a thread has 168 (65536 registers for 384 threads (.maxntid)):
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float>, i64, i64, i1, i32, i32, i32, i32)
define ptx_kernel void @share(i64 %a, i64 %b, ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is = icmp ult i32 %tid, 256
  br i1 %is, label %producer, label %consumer
producer:
  store volatile i32 1, ptr addrspace(1) %p
  ret void
consumer:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> zeroinitializer, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  %e = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> zeroinitializer, i64 %b, i64 %a, i1 false, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <64 x float> %d, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4096
  store <64 x float> %e, ptr addrspace(1) %q
  ret void
}
define ptx_kernel void @too_little(i64 %a, i64 %b, ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is = icmp ult i32 %tid, 256
  br i1 %is, label %producer, label %consumer
producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  store volatile i32 1, ptr addrspace(1) %p
  ret void
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 144)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> zeroinitializer, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  %e = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> zeroinitializer, i64 %b, i64 %a, i1 false, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <64 x float> %d, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4096
  store <64 x float> %e, ptr addrspace(1) %q
  ret void
}
declare <52 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n104k16.f32.f16.f16.i64(<52 x float>, i64, i64, i1, i32, i32, i32, i32)
define ptx_kernel void @no_budget(i64 %a, i64 %b, ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is = icmp ult i32 %tid, 256
  br i1 %is, label %producer, label %consumer
producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  store volatile i32 1, ptr addrspace(1) %p
  ret void
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 208)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <52 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n104k16.f32.f16.f16.i64(<52 x float> zeroinitializer, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  %e = call <52 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n104k16.f32.f16.f16.i64(<52 x float> zeroinitializer, i64 %b, i64 %a, i1 false, i32 1, i32 1, i32 0, i32 0)
  %f = call <52 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n104k16.f32.f16.f16.i64(<52 x float> zeroinitializer, i64 %b, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <52 x float> %d, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4096
  store <52 x float> %e, ptr addrspace(1) %q
  %r = getelementptr i8, ptr addrspace(1) %p, i64 8192
  store <52 x float> %f, ptr addrspace(1) %r
  ret void
}
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @share, !"maxntidx", i32 512}
!1 = !{ptr @too_little, !"maxntidx", i32 512, !"minctasm", i32 1}
!2 = !{ptr @no_budget, !"maxntidx", i32 384}

;--- clean.ll
; PTXAS: 0 bytes spill stores
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float>, i64, i64, i1, i32, i32, i32, i32)
define ptx_kernel void @enough(i64 %a, i64 %b, ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is = icmp ult i32 %tid, 256
  br i1 %is, label %producer, label %consumer
producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  store volatile i32 1, ptr addrspace(1) %p
  ret void
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 208)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> zeroinitializer, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  %e = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> zeroinitializer, i64 %b, i64 %a, i1 false, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <64 x float> %d, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4096
  store <64 x float> %e, ptr addrspace(1) %q
  ret void
}
; One block is all that there can be: setmaxnreg is heeded.
define ptx_kernel void @alone(i64 %a, i64 %b, ptr addrspace(1) %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is = icmp ult i32 %tid, 256
  br i1 %is, label %producer, label %consumer
producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  store volatile i32 1, ptr addrspace(1) %p
  ret void
consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 208)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> zeroinitializer, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  %e = call <64 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64(<64 x float> zeroinitializer, i64 %b, i64 %a, i1 false, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <64 x float> %d, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4096
  store <64 x float> %e, ptr addrspace(1) %q
  ret void
}
!nvvm.annotations = !{!100, !0}
!0 = !{ptr @enough, !"maxntidx", i32 512, !"minctasm", i32 1}
!100 = !{ptr @alone, !"maxntidx", i32 512}
