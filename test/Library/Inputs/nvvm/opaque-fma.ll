; compile: -arch=compute_120f
; run: --block 32 --arg A=f64[32]:iota,1,0.25 --arg B=f64[32] --print B
; prints: 2 2.5625 3.25 4.0625 5 6.0625 7.25 8.5625 10 11.5625 13.25 15.0625 17 19.0625 21.25 23.5625 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare double @llvm.fma.f64(double, double, double)

define void @kernel(ptr %a, ptr %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr inbounds double, ptr %a, i64 %i
  %pb = getelementptr inbounds double, ptr %b, i64 %i
  %v = load double, ptr %pa
  %r = call double @llvm.fma.f64(double %v, double %v, double 1.0)
  store double %r, ptr %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
