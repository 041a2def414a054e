; compile: -arch=compute_80
; run: --block 32 --arg A=s32[32]:iota,1,1 --arg B=s32[32] --print B
; prints: 0 1 3 6 10 15 21 28 36 45 55 66 78 91 105 120 …
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
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %n1, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s1, %loop ]
  %s1 = add i32 %s, %n
  %n1 = add i32 %n, 1
  %c = icmp slt i32 %n1, %v
  br i1 %c, label %loop, label %done
done:
  %r = add i32 %s1, 0
  store i32 %r, i32* %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (i32*, i32*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
