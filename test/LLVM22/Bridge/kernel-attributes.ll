; Launch bounds, clusters and grid constants of LLVM 22's attributes reach PTX.

; RUN: %ir-bridge %s | %llc -mcpu=sm_90 -mattr=+ptx80 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK:      .entry bounds(
; CHECK:      .maxntid 128, 2, 1
; CHECK-NEXT: .minnctapersm 2
; CHECK-NEXT: .maxnreg 96
define ptx_kernel void @bounds(ptr %p) #0 {
  store i32 1, ptr %p
  ret void
}

; CHECK:      .entry required(
; CHECK:      .reqntid 32, 4, 2
define ptx_kernel void @required() "nvvm.reqntid"="32,4,2" {
  ret void
}

; CHECK:      .entry cluster(
; CHECK:      .explicitcluster
; CHECK:      .reqnctapercluster 2, 1, 1
define ptx_kernel void @cluster() "nvvm.cluster_dim"="2,1,1" {
  ret void
}

; CHECK:      .entry clusters(
; CHECK:      .maxclusterrank 8
define ptx_kernel void @clusters() "nvvm.maxclusterrank"="8" {
  ret void
}

; A grid constant is not copied: its address is the parameter's.
; CHECK:      .entry constants(
; CHECK-NOT:  .local
; CHECK-DAG:  cvta.param
; CHECK-DAG:  mov.b64 %{{.*}}, constants_param_1;
; CHECK-DAG:  mov.b64 %{{.*}}, constants_param_2;
%struct = type { [4 x i32] }
define ptx_kernel void @constants(ptr %out, ptr byval(%struct) align 4 "nvvm.grid_constant" %a, ptr byval(%struct) align 4 "nvvm.grid_constant" %b) {
  store ptr %a, ptr %out
  call void @escape(ptr %b)
  ret void
}
declare void @escape(ptr)

attributes #0 = { "nvvm.maxntid"="128,2" "nvvm.minctasm"="2" "nvvm.maxnreg"="96" }
