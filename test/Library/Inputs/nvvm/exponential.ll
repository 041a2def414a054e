; compile: -arch=compute_80
; run: --block 32 --arg A=f64[32]:iota,-1,0.125 --arg B=f64[32] --print B
; prints: 0.3678794 0.416862 0.4723666 0.5352614 0.6065307 0.6872893 0.7788008 0.8824969 1 1.133148 1.284025 1.454991 1.648721 1.868246 2.117 2.398875 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare double @__nv_exp(double)

define void @kernel(double* %a, double* %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr inbounds double, double* %a, i64 %i
  %pb = getelementptr inbounds double, double* %b, i64 %i
  %v = load double, double* %pa
  %r = call double @__nv_exp(double %v)
  store double %r, double* %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (double*, double*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
