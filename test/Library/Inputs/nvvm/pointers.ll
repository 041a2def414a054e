; compile: -arch=compute_80
; run: --block 32 --arg A=s32[32]:iota,0,1 --arg B=s32[32] --print B
; prints: 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
%pair = type { i32, i32* }
define internal i32 @first(%pair* nocapture readonly %p) {
  %e = getelementptr %pair, %pair* %p, i32 0, i32 0
  %x = load i32, i32* %e ; a comment with i32*
  ret i32 %x
}

define void @kernel(i32* %a, i32* %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr inbounds i32, i32* %a, i64 %i
  %pb = getelementptr inbounds i32, i32* %b, i64 %i
  %v = load i32, i32* %pa
  %slot = alloca i32*
  store i32* %pa, i32** %slot
  %p = load i32*, i32** %slot
  %q = bitcast i32* %p to %pair*
  %f = select i1 true, i32 (%pair*)* @first, i32 (%pair*)* null
  %x = call i32 %f(%pair* %q)
  %r = add i32 %x, %v
  store i32 %r, i32* %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (i32*, i32*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
