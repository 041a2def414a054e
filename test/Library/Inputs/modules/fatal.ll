; llc -mcpu=sm_80
; "Cannot select"
declare float @llvm.sin.f32(float)
define float @f(float %x) {
  %r = call float @llvm.sin.f32(float %x)
  ret float %r
}
