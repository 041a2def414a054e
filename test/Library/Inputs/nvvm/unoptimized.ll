; compile: -arch=compute_80 -opt=0 -g
; run: --block 32 --arg A=s32[32]:iota,3,5 --arg B=s32[32] --print B
; prints: 9 64 169 324 529 784 1089 1444 1849 2304 2809 3364 3969 4624 5329 6084 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @kernel(i32* %a, i32* %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr inbounds i32, i32* %a, i64 %i
  %pb = getelementptr inbounds i32, i32* %b, i64 %i
  %v = load i32, i32* %pa
  %x = alloca i32
  store i32 %v, i32* %x
  %y = load i32, i32* %x
  %r = mul i32 %y, %y
  store i32 %r, i32* %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (i32*, i32*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
