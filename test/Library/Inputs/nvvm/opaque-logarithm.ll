; compile: -arch=compute_100
; run: --block 32 --arg A=f32[32]:iota,1,0.25 --arg B=f32[32] --print B
; prints: 0 0.2231435 0.4054651 0.5596158 0.6931472 0.8109302 0.9162908 1.011601 1.098612 1.178655 1.252763 1.321756 1.386294 1.446919 1.504077 1.558145 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @__nv_logf(float)

define void @kernel(ptr %a, ptr %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr inbounds float, ptr %a, i64 %i
  %pb = getelementptr inbounds float, ptr %b, i64 %i
  %v = load float, ptr %pa
  %r = call float @__nv_logf(float %v)
  store float %r, ptr %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
