; A module that was written for LLVM 19 has mapa with a pointer of shared memory, and keeps it.

; RUN: %ir-bridge %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptr addrspace(3) @f(
define ptr addrspace(3) @f(ptr addrspace(3) %p, i32 %rank) {
  ; CHECK: %[[REMOTE:.*]] = call ptr addrspace(3) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %p, i32 %rank)
  ; CHECK: ret ptr addrspace(3) %[[REMOTE]]
  %remote = call ptr addrspace(3) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %p, i32 %rank)
  ret ptr addrspace(3) %remote
}
declare ptr addrspace(3) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3), i32)
