; compile: -arch=compute_80
; run: --block 32 --arg A=s32[32]:iota,1,77 --arg B=s32[32] --print B
; prints: 287 1049 1304 1048 1303 791 1815 1046 1302 1558 1046 1046 1814 1814 1557 789 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)

define void @kernel(i32* %a, i32* %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr inbounds i32, i32* %a, i64 %i
  %pb = getelementptr inbounds i32, i32* %b, i64 %i
  %v = load i32, i32* %pa
  %p = call i32 @llvm.ctpop.i32(i32 %v)
  %l = call i32 @llvm.ctlz.i32(i32 %v, i1 false)
  %x = shl i32 %p, 8
  %r = or i32 %x, %l
  store i32 %r, i32* %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (i32*, i32*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
