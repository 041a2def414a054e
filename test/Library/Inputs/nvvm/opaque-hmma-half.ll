; compile: -arch=compute_120
; run: --block 32 --arg A=f16[16x16]:iota,0,0.0625 --arg B=f16[16x16]:iota,1,0.03125 --arg C=f32[16x16]:iota,0,1 --arg H=f16[16x16] --print H
; prints: 9.921875 45.6875 81.4375 117.1875 152.875 188.625 224.375 260.25 296 331.75 367.5 403.25 439 474.75 510.5 546
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.hmma.m16n16k16.ld.a.p0(ptr, i32, i32)
declare { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.hmma.m16n16k16.ld.b.p0(ptr, i32, i32)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.hmma.m16n16k16.ld.c.f32.p0(ptr, i32, i32)
declare { float, float, float, float, float, float, float, float } @llvm.nvvm.hmma.m16n16k16.mma.f32.f32(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, float, float, float, float, float, float, float, float)
declare { i32, i32, i32, i32 } @llvm.nvvm.hmma.m16n16k16.mma.f16.f32(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, float, float, float, float, float, float, float, float)
declare void @llvm.nvvm.hmma.m16n16k16.st.c.f32.p0(ptr, i32, i32, float, float, float, float, float, float, float, float)
declare void @llvm.nvvm.hmma.m16n16k16.st.c.f16.p0(ptr, i32, i32, i32, i32, i32, i32)

; D = A * B + C with A by rows and B by columns; H is the same in half precision, by columns.
define void @kernel(ptr %a, ptr %b, ptr %c, ptr %h) {
entry:
  %fa = call { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.hmma.m16n16k16.ld.a.p0(ptr %a, i32 16, i32 0)
  %fb = call { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.hmma.m16n16k16.ld.b.p0(ptr %b, i32 16, i32 1)
  %fc = call { float, float, float, float, float, float, float, float } @llvm.nvvm.hmma.m16n16k16.ld.c.f32.p0(ptr %c, i32 16, i32 0)
  %a0 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fa, 0
  %a1 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fa, 1
  %a2 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fa, 2
  %a3 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fa, 3
  %a4 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fa, 4
  %a5 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fa, 5
  %a6 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fa, 6
  %a7 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fa, 7
  %b0 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fb, 0
  %b1 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fb, 1
  %b2 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fb, 2
  %b3 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fb, 3
  %b4 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fb, 4
  %b5 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fb, 5
  %b6 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fb, 6
  %b7 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %fb, 7
  %c0 = extractvalue { float, float, float, float, float, float, float, float } %fc, 0
  %c1 = extractvalue { float, float, float, float, float, float, float, float } %fc, 1
  %c2 = extractvalue { float, float, float, float, float, float, float, float } %fc, 2
  %c3 = extractvalue { float, float, float, float, float, float, float, float } %fc, 3
  %c4 = extractvalue { float, float, float, float, float, float, float, float } %fc, 4
  %c5 = extractvalue { float, float, float, float, float, float, float, float } %fc, 5
  %c6 = extractvalue { float, float, float, float, float, float, float, float } %fc, 6
  %c7 = extractvalue { float, float, float, float, float, float, float, float } %fc, 7
  %fd = call { float, float, float, float, float, float, float, float } @llvm.nvvm.hmma.m16n16k16.mma.f32.f32(i32 1, i32 0, i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i32 %a7, i32 %b0, i32 %b1, i32 %b2, i32 %b3, i32 %b4, i32 %b5, i32 %b6, i32 %b7, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7)
  %fh = call { i32, i32, i32, i32 } @llvm.nvvm.hmma.m16n16k16.mma.f16.f32(i32 1, i32 0, i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i32 %a7, i32 %b0, i32 %b1, i32 %b2, i32 %b3, i32 %b4, i32 %b5, i32 %b6, i32 %b7, float %c0, float %c1, float %c2, float %c3, float %c4, float %c5, float %c6, float %c7)
  %d0 = extractvalue { float, float, float, float, float, float, float, float } %fd, 0
  %d1 = extractvalue { float, float, float, float, float, float, float, float } %fd, 1
  %d2 = extractvalue { float, float, float, float, float, float, float, float } %fd, 2
  %d3 = extractvalue { float, float, float, float, float, float, float, float } %fd, 3
  %d4 = extractvalue { float, float, float, float, float, float, float, float } %fd, 4
  %d5 = extractvalue { float, float, float, float, float, float, float, float } %fd, 5
  %d6 = extractvalue { float, float, float, float, float, float, float, float } %fd, 6
  %d7 = extractvalue { float, float, float, float, float, float, float, float } %fd, 7
  %h0 = extractvalue { i32, i32, i32, i32 } %fh, 0
  %h1 = extractvalue { i32, i32, i32, i32 } %fh, 1
  %h2 = extractvalue { i32, i32, i32, i32 } %fh, 2
  %h3 = extractvalue { i32, i32, i32, i32 } %fh, 3
  call void @llvm.nvvm.hmma.m16n16k16.st.c.f32.p0(ptr %c, i32 16, i32 0, float %d0, float %d1, float %d2, float %d3, float %d4, float %d5, float %d6, float %d7)
  call void @llvm.nvvm.hmma.m16n16k16.st.c.f16.p0(ptr %h, i32 16, i32 1, i32 %h0, i32 %h1, i32 %h2, i32 %h3)
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
