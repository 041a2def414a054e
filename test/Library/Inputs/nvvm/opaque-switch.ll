; compile: -arch=compute_103a -opt=3 -generate-line-info
; run: --block 32 --arg A=s32[32]:iota,0,1 --arg B=s32[32] --print B
; prints: 0 100 200 3 4 100 200 7 8 100 200 11 12 100 200 15 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @kernel(ptr %a, ptr %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr inbounds i32, ptr %a, i64 %i
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  %v = load i32, ptr %pa
  %m = urem i32 %v, 4
  switch i32 %m, label %done [ i32 1, label %one i32 2, label %two ]
one:
  br label %done
two:
  br label %done
done:
  %r = phi i32 [ %v, %entry ], [ 100, %one ], [ 200, %two ]
  store i32 %r, ptr %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
