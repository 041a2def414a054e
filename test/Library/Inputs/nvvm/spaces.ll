; compile: -arch=compute_80
; run: --block 32 --arg A=f32[32]:iota,1,0.5 --arg B=f32[32]:zeros --print B
; prints: 91 138 -33 67.25 99 158 -57 68.25 91 138 -33 67.25 99 158 -57 68.25 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@table = addrspace(4) constant [4 x float] [float 1.0, float 2.5, float -3.0, float 0.125], align 4
@counter = internal addrspace(1) global i32 0, align 4
@pointer = internal addrspace(1) global float* getelementptr inbounds ([4 x float], [4 x float]* addrspacecast ([4 x float] addrspace(1)* @values to [4 x float]*), i64 0, i64 2), align 8
@values = internal addrspace(1) global [4 x float] [float 10.0, float 20.0, float 30.0, float 40.0], align 4
@shared = internal addrspace(3) global [8 x float] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare float @llvm.nvvm.atomic.load.add.f32.p3f32(float addrspace(3)*, float)
declare float @llvm.nvvm.atomic.load.add.f32.p1f32(float addrspace(1)*, float)
declare i32 @llvm.nvvm.atomic.load.inc.32.p1i32(i32 addrspace(1)*, i32)
declare i1 @llvm.nvvm.isspacep.shared(i8*)
declare i1 @llvm.nvvm.isspacep.local(i8*)

define internal float @read(float* %p) noinline {
  %v = load float, float* %p, align 4
  ret float %v
}

define void @kernel(float* %a, float* %b) {
entry:
  %stack = alloca [4 x float], align 4
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %k = and i64 %i, 3
  %few = icmp slt i32 %tid, 8
  br i1 %few, label %clear, label %work
clear:
  %cp = getelementptr [8 x float], [8 x float] addrspace(3)* @shared, i64 0, i64 %i
  store float 0.0, float addrspace(3)* %cp
  br label %work
work:
  call void @llvm.nvvm.barrier0()
  %pa = getelementptr inbounds float, float* %a, i64 %i
  %ga = addrspacecast float* %pa to float addrspace(1)*
  %v = load float, float addrspace(1)* %ga, align 4
  %tp = getelementptr [4 x float], [4 x float] addrspace(4)* @table, i64 0, i64 %k
  %tg = addrspacecast float addrspace(4)* %tp to float*
  %t = call float @read(float* %tg)
  %m = fmul float %v, %t
  %sp = getelementptr [4 x float], [4 x float]* %stack, i64 0, i64 %k
  store float %m, float* %sp, align 4
  %l = addrspacecast float* %sp to float addrspace(5)*
  %lg = addrspacecast float addrspace(5)* %l to float*
  %s = call float @read(float* %lg)
  %e = and i64 %i, 7
  %shp = getelementptr [8 x float], [8 x float] addrspace(3)* @shared, i64 0, i64 %e
  %old = call float @llvm.nvvm.atomic.load.add.f32.p3f32(float addrspace(3)* %shp, float %s)
  %count = call i32 @llvm.nvvm.atomic.load.inc.32.p1i32(i32 addrspace(1)* @counter, i32 1000)
  call void @llvm.nvvm.barrier0()
  %shg = addrspacecast float addrspace(3)* %shp to float*
  %sum = call float @read(float* %shg)
  %q8 = bitcast float* %shg to i8*
  %is = call i1 @llvm.nvvm.isspacep.shared(i8* %q8)
  %isl = call i1 @llvm.nvvm.isspacep.local(i8* %q8)
  %one = select i1 %is, float 1.0, float 0.0
  %two = select i1 %isl, float 2.0, float 0.0
  %hp = load float*, float* addrspace(1)* @pointer, align 8
  %h = load float, float* %hp, align 4
  %n = load i32, i32 addrspace(1)* @counter, align 4
  %nf = sitofp i32 %n to float
  %r0 = fadd float %sum, %one
  %r1 = fadd float %r0, %two
  %r2 = fadd float %r1, %h
  %r3 = fadd float %r2, %nf
  %pb = getelementptr inbounds float, float* %b, i64 %i
  %gb = addrspacecast float* %pb to float addrspace(1)*
  %o = call float @llvm.nvvm.atomic.load.add.f32.p1f32(float addrspace(1)* %gb, float %r3)
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (float*, float*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
