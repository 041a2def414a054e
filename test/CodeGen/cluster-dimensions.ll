; A kernel with fixed dimensions of its cluster has no .maxclusterrank, which ptxas rejects beside them; LLVM prints both.

; RUN: %llc -mcpu=sm_90 -mattr=+ptx78 %s -o %t.ptx
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90 %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .entry fixed(
; CHECK-NOT:   .maxclusterrank
; CHECK:       .reqnctapercluster 2, 1, 1
; CHECK-NOT:   .maxclusterrank
; CHECK:       {
define ptx_kernel void @fixed() "nvvm.cluster_dim"="2,1,1" "nvvm.maxclusterrank"="4" "nvvm.maxntid"="128" {
  ret void
}

; CHECK-LABEL: .entry any(
; CHECK:       .maxclusterrank 4
; CHECK:       {
define ptx_kernel void @any() "nvvm.maxclusterrank"="4" "nvvm.maxntid"="128" {
  ret void
}
