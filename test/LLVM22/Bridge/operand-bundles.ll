; Operand bundles stay with a call whose name is another.

; RUN: %ir-bridge %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: call void @llvm.nvvm.barrier0() [ "convergencectrl"(token %token) ]
define void @bundle() convergent {
  %token = call token @llvm.experimental.convergence.entry()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) convergent [ "convergencectrl"(token %token) ]
  ret void
}
