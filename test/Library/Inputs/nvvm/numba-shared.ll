; compile: -arch=compute_80 -opt=3
; run: --block 32 --arg A=f32[32]:iota,1,0.5 --arg B=f32[32] --print B
; prints: 0.0009180985 0.001933647 0.003067076 0.004304762 0.005660936 0.007133746 0.008715772 0.01040003 0.01218066 0.0140527 0.0160119 0.01805452 0.0201773 0.0223773 0.02465193 0.02699879 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare float @__nv_powf(float, float)
declare float @__nv_erff(float)
@"_cudapy_smem_8" = internal addrspace(3) global [32 x float] undef, align 16

define void @_ZN6cudapy8__main__6reduceB3v10E(float* %a, float* %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr float, float* %a, i64 %i
  %v = load float, float* %pa
  %p = call float @__nv_powf(float %v, float 1.5)
  %e = call float @__nv_erff(float %v)
  %x = fmul float %p, %e
  %smem = addrspacecast [32 x float] addrspace(3)* @"_cudapy_smem_8" to [32 x float]*
  %slot = getelementptr [32 x float], [32 x float]* %smem, i64 0, i64 %i
  store float %x, float* %slot
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %s = phi i32 [ 16, %entry ], [ %half, %next ]
  %active = icmp slt i32 %tid, %s
  br i1 %active, label %add, label %next
add:
  %oi = add i32 %tid, %s
  %ol = sext i32 %oi to i64
  %other = getelementptr [32 x float], [32 x float]* %smem, i64 0, i64 %ol
  %y = load float, float* %other
  %z = load float, float* %slot
  %sum = fadd float %y, %z
  store float %sum, float* %slot
  br label %next
next:
  call void @llvm.nvvm.barrier0()
  %half = ashr i32 %s, 1
  %more = icmp sgt i32 %half, 0
  br i1 %more, label %loop, label %done
done:
  %first = getelementptr [32 x float], [32 x float]* %smem, i64 0, i64 0
  %total = load float, float* %first
  %share = fdiv float %x, %total
  %pb = getelementptr float, float* %b, i64 %i
  store float %share, float* %pb
  ret void
}

!nvvm.annotations = !{!0, !2}
!0 = !{void (float*, float*)* @_ZN6cudapy8__main__6reduceB3v10E, !"kernel", i32 1}
!2 = !{void (float*, float*)* @_ZN6cudapy8__main__6reduceB3v10E, !"maxntidx", i32 32, !"maxntidy", i32 1, !"maxntidz", i32 1, !"minctasm", i32 2}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0, i32 3, i32 2}
