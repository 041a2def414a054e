; compile: -arch=compute_120 -opt=3 -ftz=0
; run: --block 32 --arg A=f16[32]:iota,0.5,0.25 --arg B=f32[32] --arg hex:0000003f00000040 --print B
; prints: 3.357845 3.646439 3.995055 4.404053 4.874139 5.405952 5.999909 6.656226 7.374994 8.156249 9 9.90625 10.875 11.90625 13 14.15625 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%closure = type { float, float }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare half @llvm.fma.f16(half, half, half)
declare float @llvm.maxnum.f32(float, float)
declare float @__nv_tanhf(float)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal float @apply(ptr byval(%closure) align 4 %c, float %x) noinline {
  %a = load float, ptr %c, align 4
  %p = getelementptr inbounds %closure, ptr %c, i32 0, i32 1
  %b = load float, ptr %p, align 4
  %m = fmul float %a, %x
  %s = fadd float %m, %b
  ret float %s
}

define void @map(ptr %a, ptr %b, %closure %c) {
entry:
  %local = alloca [8 x float], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %local, i8 0, i64 32, i1 false)
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %tid to i64
  %pa = getelementptr inbounds half, ptr %a, i64 %i
  %h = load half, ptr %pa, align 2
  %f = call half @llvm.fma.f16(half %h, half %h, half %h)
  %x = fpext half %f to float
  %copy = alloca %closure, align 4
  store %closure %c, ptr %copy, align 4
  %y = call float @apply(ptr byval(%closure) align 4 %copy, float %x)
  %t = call float @__nv_tanhf(float %y)
  %k = and i64 %i, 7
  %slot = getelementptr inbounds [8 x float], ptr %local, i64 0, i64 %k
  store float %t, ptr %slot, align 4
  %next = xor i64 %k, 1
  %other = getelementptr inbounds [8 x float], ptr %local, i64 0, i64 %next
  %z = load float, ptr %other, align 4
  %u = load float, ptr %slot, align 4
  %w = call float @llvm.maxnum.f32(float %z, float %u)
  %r = fadd float %w, %y
  %pb = getelementptr inbounds float, ptr %b, i64 %i
  store float %r, ptr %pb, align 4
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @map, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0, i32 3, i32 2}
