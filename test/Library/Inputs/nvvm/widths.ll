; compile: -arch=compute_90a
; run: --block 32 --arg A=s16[32]:iota,-3,7 --arg B=s64[32] --print B
; prints: 1.441152e+17 3.858025e+09 1.060957e+10 1.736111e+10 2.411265e+10 3.08642e+10 3.761574e+10 4.436728e+10 5.111883e+10 5.787037e+10 6.462191e+10 7.137346e+10 7.8125e+10 8.487654e+10 9.162809e+10 9.837963e+10 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @kernel(i16* %a, i64* %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr inbounds i16, i16* %a, i64 %i
  %pb = getelementptr inbounds i64, i64* %b, i64 %i
  %v = load i16, i16* %pa
  %w = sext i16 %v to i64
  %x = mul i64 %w, 123456789012
  %r = lshr i64 %x, 7
  store i64 %r, i64* %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (i16*, i64*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
