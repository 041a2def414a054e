; compile: -arch=compute_80
; run: --block 32 --arg A=s32[32]:iota,0,1 --arg B=s32[32]:zeros --print B
; prints: 496 496 496 496 496 496 496 496 496 496 496 496 496 496 496 496 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0() #0
attributes #0 = { convergent nounwind }

define void @kernel(i32* %a, i32* %b) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %tid to i64
  %pa = getelementptr inbounds i32, i32* %a, i64 %i
  %pb = getelementptr inbounds i32, i32* %b, i64 %i
  %v = load i32, i32* %pa
  %o = atomicrmw add i32* %b, i32 %v seq_cst
  %z = and i32 %o, 0
  call void @llvm.nvvm.barrier0()
  %g = addrspacecast i32* %b to i32 addrspace(1)*
  %s = load volatile i32, i32 addrspace(1)* %g
  call void @llvm.nvvm.barrier0()
  %r = add i32 %s, %z
  store i32 %r, i32* %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (i32*, i32*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
