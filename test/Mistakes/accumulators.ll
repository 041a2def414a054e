; Accumulators that nothing has set: what is wrong is named, and nothing is said of the functions that begin with
; "right".
;
; RUN: %llc -mcpu=sm_90a -nvptx-wgmma-hazards=fix-silently %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

target triple = "nvptx64-nvidia-cuda"
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, float, float, float, float)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)

; CHECK: warning: in function mma {{.*}}: llvm.nvvm.mma.m16n8k8.row.col.f32.f32 adds to uninitialized accumulators (PTX ISA {{.*}}); expected zeros, or for wgmma a scale-d of 0 the first time [-nvptx-uninitialized-accumulators]
define ptx_kernel void @mma(ptr %p, <2 x half> %a) {
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, float poison, float poison, float undef, float poison)
  store { float, float, float, float } %d, ptr %p
  ret void
}

; CHECK: warning: in function loop {{.*}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64 adds to uninitialized accumulators
define ptx_kernel void @loop(ptr %p, i64 %a, i64 %b, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %d = phi <4 x float> [ poison, %entry ], [ %r, %more ]
  %end = icmp eq i32 %i, %n
  br i1 %end, label %exit, label %more
more:
  %next = add i32 %i, 1
  %r = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %d, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  br label %loop
exit:
  store <4 x float> %d, ptr %p
  ret void
}

; CHECK: warning: in function assembly {{.*}}: llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16.i64 adds to uninitialized accumulators
define ptx_kernel void @assembly(ptr %p, i64 %a, i64 %b) {
  %r = call { i32, i32 } asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $4, 0; wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0, $1}, $2, $3, p, 1, 1, 0, 0; }", "=r,=r,l,l,r,0,1"(i64 %a, i64 %b, i32 1, i32 poison, i32 poison)
  %r0 = extractvalue { i32, i32 } %r, 0
  store i32 %r0, ptr %p
  ret void
}

; The first multiplication does not add; it may not; a part is set; it is another one that comes first.
define ptx_kernel void @right_first(ptr %p, i64 %a, i64 %b, i1 %adds) {
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> poison, i64 %a, i64 %b, i1 false, i32 1, i32 1, i32 0, i32 0)
  %e = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> %d, i64 %a, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  %f = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> poison, i64 %a, i64 %b, i1 %adds, i32 1, i32 1, i32 0, i32 0)
  %sum = fadd <4 x float> %e, %f
  store <4 x float> %sum, ptr %p
  ret void
}
define ptx_kernel void @right_part(ptr %p, <2 x half> %a) {
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, float 0.0, float 0.0, float poison, float poison)
  store { float, float, float, float } %d, ptr %p
  ret void
}
define ptx_kernel void @right_branch(ptr %p, <2 x half> %a, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = phi float [ poison, %entry ], [ %sum, %latch ]
  %is_first = icmp eq i32 %i, 0
  br i1 %is_first, label %first, label %other
first:
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, float 0.0, float 0.0, float 0.0, float 0.0)
  %d0 = extractvalue { float, float, float, float } %d, 0
  br label %latch
other:
  %e = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, float %c, float %c, float %c, float %c)
  %e0 = extractvalue { float, float, float, float } %e, 0
  br label %latch
latch:
  %sum = phi float [ %d0, %first ], [ %e0, %other ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  store float %sum, ptr %p
  ret void
}
