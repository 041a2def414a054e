; compile: -arch=compute_80
; run: --block 32 --arg A=f32[32]:iota,1,0.1 --arg B=f32[32] --print B
; prints: 2 2.21 2.44 2.69 2.96 3.25 3.56 3.89 4.24 4.61 5 5.409999 5.84 6.29 6.76 7.25 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @kernel(float* %a, float* %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr inbounds float, float* %a, i64 %i
  %pb = getelementptr inbounds float, float* %b, i64 %i
  %v = load float, float* %pa
  %m = fmul float %v, %v
  %r = fadd float %m, 1.0
  store float %r, float* %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (float*, float*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
