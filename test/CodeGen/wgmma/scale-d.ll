;===-- scale-d.ll - scale-d of wgmma -----------------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; D = A * B + D, or A * B where scale-d is false. A constant is printed as such; other values
; are a predicate. Zeros in the accumulators become a scale-d that is false, and nobody makes
; them, also where a phi brings them; that they are all zeros must be plain to see.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %t/folded.ll -o - | FileCheck %t/folded.ll
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs -O0 %t/folded.ll -o - | FileCheck %t/folded.ll
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %t/kept.ll -o - | FileCheck %t/kept.ll
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs -O0 %t/kept.ll -o - | FileCheck %t/kept.ll
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %t/folded.ll -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | count 0 %}
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs -O0 %t/folded.ll -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | count 0 %}

;--- folded.ll
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)

; CHECK-LABEL: .entry is_true(
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 0, 0;
define ptx_kernel void @is_true(ptr %p, i64 %a, i64 %b) {
  %c = load <4 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; What is not looked at is not loaded.
; CHECK-LABEL: .entry is_false(
; CHECK-NOT: {{ld(.global)?.v4}}
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}0, 1, 1, 0, 0;
define ptx_kernel void @is_false(ptr %p, i64 %a, i64 %b) {
  %c = load <4 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry is_predicate(
; CHECK: setp.ne.b16 [[S:%p[0-9]+]],
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: [[S]], 1, 1, 0, 0;
define ptx_kernel void @is_predicate(ptr %p, i64 %a, i64 %b, i1 %s) {
  %c = load <4 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 %s, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry zeros(
; CHECK-NOT: 0f00000000
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}0, 1, 1, 0, 0;
define ptx_kernel void @zeros(ptr %p, i64 %a, i64 %b) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry zeros_or_nothing(
; CHECK-NOT: 0f00000000
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}0, 1, 1, 0, 0;
define ptx_kernel void @zeros_or_nothing(ptr %p, i64 %a, i64 %b, i1 %s) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> <float 0.0, float undef, float 0.0, float poison>, i64 %a, i64 %b, i1 %s, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; False at first, then true.
; CHECK-LABEL: .entry loop(
; CHECK-NOT: 0f00000000
; CHECK: mov.pred [[FIRST:%p[0-9]+]], 0;
; CHECK-NOT: 0f00000000
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: [[FIRST2:%p[0-9]+]], 1, 1, 0, 0;
; CHECK-NOT: 0f00000000
define ptx_kernel void @loop(ptr %p, i64 %a, i64 %b, i32 %n) {
entry:
  br label %body

body:
  %c = phi <4 x float> [ zeroinitializer, %entry ], [ %d, %body ]
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %out

out:
  store <4 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry loop_with_predicate(
; CHECK-NOT: 0f00000000
; CHECK: and.pred [[BOTH:%p[0-9]+]],
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: [[BOTH]], 1, 1, 0, 0;
; CHECK-NOT: 0f00000000
define ptx_kernel void @loop_with_predicate(ptr %p, i64 %a, i64 %b, i32 %n, i1 %s) {
entry:
  br label %body

body:
  %c = phi <4 x float> [ zeroinitializer, %entry ], [ %d, %body ]
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 %s, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %out

out:
  store <4 x float> %d, ptr %p
  ret void
}

;--- kept.ll
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)

; -0 is another number.
; CHECK-LABEL: .entry minus_zero(
; CHECK-DAG: mov.b32 {{.*}}, 0f80000000;
; CHECK-DAG: mov.b32 {{.*}}, 0f00000000;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 0, 0;
define ptx_kernel void @minus_zero(ptr %p, i64 %a, i64 %b) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> <float 0.0, float 0.0, float 0.0, float -0.0>, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}

; CHECK-LABEL: .entry one_in_a_loop(
; CHECK-DAG: mov.b32 {{.*}}, 0f3F800000;
; CHECK-DAG: mov.b32 {{.*}}, 0f00000000;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 0, 0;
define ptx_kernel void @one_in_a_loop(ptr %p, i64 %a, i64 %b, i32 %n) {
entry:
  br label %body

body:
  %c = phi <4 x float> [ <float 0.0, float 0.0, float 0.0, float 1.0>, %entry ], [ %d, %body ]
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %out

out:
  store <4 x float> %d, ptr %p
  ret void
}

; Somebody else wants to see the zeros.
; CHECK-LABEL: .entry used_otherwise(
; CHECK: mov.b32 {{.*}}, 0f00000000;
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {{[{](%r[0-9]+, ){3}%r[0-9]+[}]}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 0, 0;
define ptx_kernel void @used_otherwise(ptr %p, i64 %a, i64 %b, i32 %n) {
entry:
  br label %body

body:
  %c = phi <4 x float> [ zeroinitializer, %entry ], [ %d, %body ]
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  store volatile <4 x float> %c, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %body, label %out

out:
  store <4 x float> %d, ptr %p
  ret void
}

; The accumulators come from memory: who knows what is there.
; CHECK-LABEL: .entry from_memory(
; CHECK: ld{{.*}}.v4.b32 {[[D0:%r[0-9]+]], [[D1:%r[0-9]+]], [[D2:%r[0-9]+]], [[D3:%r[0-9]+]]},
; CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK-NEXT: {[[D0]], [[D1]], [[D2]], [[D3]]},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: %rd{{[0-9]+}},
; CHECK-NEXT: {{^[ 	]*}}1, 1, 1, 0, 0;
; CHECK: st{{.*}}.v4.b32 {{.*}}, {[[D0]], [[D1]], [[D2]], [[D3]]};
define ptx_kernel void @from_memory(ptr %p, i64 %a, i64 %b) {
  %c = load <4 x float>, ptr %p
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %c, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  store <4 x float> %d, ptr %p
  ret void
}
