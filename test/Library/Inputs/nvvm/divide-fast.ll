; compile: -arch=compute_80 -prec-div=0
; run: --block 32 --arg A=f32[32]:iota,1,0.5 --arg B=f32[32] --print B
; prints: 1 0.6666667 0.5 0.4 0.3333333 0.2857143 0.25 0.2222222 0.2 0.1818182 0.1666667 0.1538462 0.1428571 0.1333333 0.125 0.1176471 …
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
  %r = fdiv float 1.0, %v
  store float %r, float* %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (float*, float*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
