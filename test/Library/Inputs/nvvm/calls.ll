; compile: -arch=compute_80 -opt=2
; run: --block 32 --arg A=f64[32]:iota,-4,0.5 --arg B=f64[32] --print B
; prints: 7.206299 6.957799 6 4.321396 4.467901 3.5 1.5 2.404286 0 -0.6031497 0.609802 -3.5 -3.370039 -0.9872708 -6 -6.240853 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare double @__nv_cbrt(double)
declare double @__nv_lgamma(double)
declare double @__nv_sinpi(double)
@operations = internal addrspace(4) constant [3 x double (double)*] [double (double)* @root, double (double)* @gamma, double (double)* @sine], align 8

define internal double @root(double %x) {
  %r = call double @__nv_cbrt(double %x)
  ret double %r
}
define weak_odr double @gamma(double %x) {
  %y = fadd double %x, 5.25
  %r = call double @__nv_lgamma(double %y)
  ret double %r
}
define linkonce_odr double @sine(double %x) {
  %r = call double @__nv_sinpi(double %x)
  ret double %r
}

define internal <2 x double> @both(<2 x double> %v) noinline {
  %m = fmul <2 x double> %v, <double 0.5, double -2.0>
  %s = shufflevector <2 x double> %m, <2 x double> undef, <2 x i32> <i32 1, i32 0>
  ret <2 x double> %s
}

define void @kernel(double* %a, double* %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr inbounds double, double* %a, i64 %i
  %v = load double, double* %pa, align 8
  %k = urem i64 %i, 3
  %slot = getelementptr [3 x double (double)*], [3 x double (double)*] addrspace(4)* @operations, i64 0, i64 %k
  %f = load double (double)*, double (double)* addrspace(4)* %slot, align 8
  %x = call double %f(double %v)
  %p0 = insertelement <2 x double> undef, double %x, i32 0
  %p1 = insertelement <2 x double> %p0, double %v, i32 1
  %q = call <2 x double> @both(<2 x double> %p1)
  %e0 = extractelement <2 x double> %q, i32 0
  %e1 = extractelement <2 x double> %q, i32 1
  %r = fadd double %e0, %e1
  %pb = getelementptr inbounds double, double* %b, i64 %i
  store double %r, double* %pb, align 8
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (double*, double*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
