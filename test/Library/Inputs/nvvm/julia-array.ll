; compile: -arch=compute_90 -opt=3 -generate-line-info
; run: --block 32 --shared 128 --arg hex:00000000000000000300000000000000 --arg B=f32[32] --arg hex:20000000000000002000000000000000 --arg s64:32 --print B
; prints: 13.66667 13.33333 13 12.66667 12.33333 12 11.66667 11.33333 11 10.66667 10.33333 10 9.666667 9.333334 9 8.666667 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.assume(i1)
@__dynamic_shmem = external addrspace(3) global [0 x i8], align 16

define internal fastcc void @julia_throw_boundserror_1234() noinline noreturn {
top:
  call void asm sideeffect "trap;", ""() noreturn
  unreachable
}

define void @_Z7reverse13CuDeviceArrayI7Float32Li1ELi1EE({ i64, i32 } %state, i8 addrspace(1)* %data, { i64, [1 x i64] } %array, i64 %length) {
top:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !2
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !range !3
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %b = mul i32 %block, %n
  %g = add i32 %b, %tid
  %i = zext i32 %g to i64
  %i1 = add nuw nsw i64 %i, 1
  %size = extractvalue { i64, [1 x i64] } %array, 1, 0
  %nonneg = icmp sgt i64 %size, -1
  call void @llvm.assume(i1 %nonneg)
  %in = icmp ule i64 %i1, %size
  br i1 %in, label %good, label %bad
bad:
  call fastcc void @julia_throw_boundserror_1234()
  unreachable
good:
  %floats = bitcast i8 addrspace(1)* %data to float addrspace(1)*
  %p = getelementptr inbounds float, float addrspace(1)* %floats, i64 %i
  %slots = bitcast [0 x i8] addrspace(3)* @__dynamic_shmem to float addrspace(3)*
  %t = zext i32 %tid to i64
  %slot = getelementptr inbounds float, float addrspace(3)* %slots, i64 %t
  %x = sitofp i64 %i1 to float
  %y = fdiv arcp float %x, 3.0
  store float %y, float addrspace(3)* %slot, align 4, !tbaa !4
  call void @llvm.nvvm.barrier0()
  %last = sub i64 %length, 1
  %j = sub i64 %last, %t
  %other = getelementptr inbounds float, float addrspace(3)* %slots, i64 %j
  %z = load float, float addrspace(3)* %other, align 4, !tbaa !4
  %st = extractvalue { i64, i32 } %state, 1
  %sf = uitofp i32 %st to float
  %r = fadd float %z, %sf
  store float %r, float addrspace(1)* %p, align 4, !tbaa !7
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void ({ i64, i32 }, i8 addrspace(1)*, { i64, [1 x i64] }, i64)* @_Z7reverse13CuDeviceArrayI7Float32Li1ELi1EE, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
!2 = !{i32 0, i32 1024}
!3 = !{i32 1, i32 1025}
!4 = !{!5, !5, i64 0, i64 0}
!5 = !{!"jtbaa_shared", !6, i64 0}
!6 = !{!"jtbaa"}
!7 = !{!8, !8, i64 0, i64 0}
!8 = !{!"jtbaa_global", !6, i64 0}
