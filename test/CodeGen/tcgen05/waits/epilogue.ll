;===-- epilogue.ll - what an epilogue costs ----------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Nothing but loads, waits and what the program asks for: no loaded register is moved, no wait is
; added, nothing is spilled. That a wait is missing where registers are read changes nothing
; either. (A register of PTX is an integer or a float; what makes the one of
; the other is a mov, %f from %r, in PTX only.)
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_103a -mattr=+ptx88 -nvptx-tensor-memory-waits=off -verify-machineinstrs %s -o %t.ptx && FileCheck %s --input-file %t.ptx
; RUN: %opt -mcpu=sm_103a -O3 %s -S | %llc -mcpu=sm_103a -mattr=+ptx88 -nvptx-tensor-memory-waits=off -verify-machineinstrs -o %t.opt.ptx && FileCheck %s --input-file %t.opt.ptx
; RUN: %if ptxas %{ %ptxas -v -arch=sm_103a %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=CLEAN --implicit-check-not=warning --implicit-check-not="{{[1-9][0-9]*}} bytes spill" %}
; RUN: %if ptxas %{ %ptxas -v -arch=sm_103a %t.opt.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=CLEAN --implicit-check-not=warning --implicit-check-not="{{[1-9][0-9]*}} bytes spill" %}

target triple = "nvptx64-nvidia-cuda"

declare <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6), i1 immarg)
declare <128 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x128(ptr addrspace(6), i1 immarg)
declare { <2 x float>, float } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.max.f32(ptr addrspace(6))
declare void @llvm.nvvm.tcgen05.wait.ld()

; CLEAN-COUNT-6: 0 bytes spill stores, 0 bytes spill loads

; CHECK-LABEL: .entry waited(
; CHECK:     tcgen05.ld.sync.aligned.32x32b.x32.b32
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK:     tcgen05.wait::ld.sync.aligned;
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK:     mul{{.*}}f32
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK:     ret;
define ptx_kernel void @waited(ptr addrspace(6) %t, float %alpha, ptr addrspace(1) %p) {
  %raw = call <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %loaded = bitcast <32 x i32> %raw to <32 x float>
  %one = insertelement <32 x float> poison, float %alpha, i32 0
  %all = shufflevector <32 x float> %one, <32 x float> poison, <32 x i32> zeroinitializer
  %scaled = fmul <32 x float> %loaded, %all
  store <32 x float> %scaled, ptr addrspace(1) %p, align 16
  ret void
}

; CHECK-LABEL: .entry largest(
; CHECK:     tcgen05.ld.sync.aligned.32x32b.x128.b32
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK:     tcgen05.wait::ld.sync.aligned;
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK:     ret;
define ptx_kernel void @largest(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %loaded = call <128 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x128(ptr addrspace(6) %t, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  store <128 x i32> %loaded, ptr addrspace(1) %p, align 16
  ret void
}

; CHECK-LABEL: .entry never_waited(
; CHECK:     tcgen05.ld.sync.aligned.32x32b.x32.b32
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK:     ret;
define ptx_kernel void @never_waited(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %loaded = call <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6) %t, i1 false)
  store <32 x i32> %loaded, ptr addrspace(1) %p, align 16
  ret void
}

; CHECK-LABEL: .entry reduced(
; CHECK:     tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK:     tcgen05.wait::ld.sync.aligned;
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK:     ret;
define ptx_kernel void @reduced(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %both = call { <2 x float>, float } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.max.f32(ptr addrspace(6) %t)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %loaded = extractvalue { <2 x float>, float } %both, 0
  %max = extractvalue { <2 x float>, float } %both, 1
  store <2 x float> %loaded, ptr addrspace(1) %p, align 16
  %q = getelementptr i8, ptr addrspace(1) %p, i64 16
  store float %max, ptr addrspace(1) %q
  ret void
}

; The next tile is under way while this one is stored. Unrolled by two, each of the two has its
; registers.
; CHECK-LABEL: .entry pipelined(
; CHECK:     tcgen05.ld.sync.aligned.32x32b.x32.b32
; CHECK:     %body
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK:     tcgen05.wait::ld.sync.aligned;
; CHECK:     tcgen05.ld.sync.aligned.32x32b.x32.b32
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK-COUNT-8: st.global.v4
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK:     tcgen05.wait::ld.sync.aligned;
; CHECK:     tcgen05.ld.sync.aligned.32x32b.x32.b32
; CHECK-NOT: {{mov.b32.*%r[0-9]+, %r|tcgen05}}
; CHECK-COUNT-8: st.global.v4
; CHECK:     @%p1 bra
define ptx_kernel void @pipelined(i32 %t, i32 %n, ptr addrspace(1) %p) {
entry:
  %t.0 = inttoptr i32 %t to ptr addrspace(6)
  %d.0 = call <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6) %t.0, i1 false)
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i.2, %body ]
  %d = phi <32 x i32> [ %d.0, %entry ], [ %d.2, %body ]
  call void @llvm.nvvm.tcgen05.wait.ld()
  %i.1 = add i32 %i, 32
  %address.1 = add i32 %t, %i.1
  %t.1 = inttoptr i32 %address.1 to ptr addrspace(6)
  %d.1 = call <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6) %t.1, i1 false)
  %q.1 = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store <32 x i32> %d, ptr addrspace(1) %q.1, align 16
  call void @llvm.nvvm.tcgen05.wait.ld()
  %i.2 = add i32 %i.1, 32
  %address.2 = add i32 %t, %i.2
  %t.2 = inttoptr i32 %address.2 to ptr addrspace(6)
  %d.2 = call <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6) %t.2, i1 false)
  %q.2 = getelementptr i32, ptr addrspace(1) %p, i32 %i.1
  store <32 x i32> %d.1, ptr addrspace(1) %q.2, align 16
  %more = icmp slt i32 %i.2, %n
  br i1 %more, label %body, label %exit, !llvm.loop !0
exit:
  ret void
}

; Not unrolled, the one has to become the other: 32 moves, which await the load.
; CHECK-LABEL: .entry moved(
; CHECK:     %body
; CHECK-COUNT-32: mov.{{b|u}}32 {{.*}}%r{{[0-9]+}}, %r
; CHECK:     @%p1 bra
define ptx_kernel void @moved(i32 %t, i32 %n, ptr addrspace(1) %p) {
entry:
  %t.0 = inttoptr i32 %t to ptr addrspace(6)
  %d.0 = call <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6) %t.0, i1 false)
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i.1, %body ]
  %d = phi <32 x i32> [ %d.0, %entry ], [ %d.1, %body ]
  call void @llvm.nvvm.tcgen05.wait.ld()
  %i.1 = add i32 %i, 32
  %address.1 = add i32 %t, %i.1
  %t.1 = inttoptr i32 %address.1 to ptr addrspace(6)
  %d.1 = call <32 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x32(ptr addrspace(6) %t.1, i1 false)
  %q.1 = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store <32 x i32> %d, ptr addrspace(1) %q.1, align 16
  %more = icmp slt i32 %i.1, %n
  br i1 %more, label %body, label %exit, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
