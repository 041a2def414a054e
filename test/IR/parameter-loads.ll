; Loads of a grid constant are ld.param, though its address goes into a phi, to a call and to inline assembly.

; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx80 %s -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin %}
; RUN: %llc -O0 -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=O0

target triple = "nvptx64-nvidia-cuda"

%struct = type { [128 x i8], i32, i32, float, ptr }

; CHECK-LABEL: .entry choose(
; CHECK: cvta.param.u64
; CHECK: ld.param.b64 {{%rd[0-9]+}}, [choose_param_0+144];
; What the phi may point to is generic.
; CHECK: ld.b32
; CHECK: ld.param.b32 {{%r[0-9]+}}, [{{.*}}+128];
; CHECK: ld.param.b32 {{%r[0-9]+}}, [{{.*}}+132];
; O0-LABEL: .entry choose(
; O0: cvta.param.u64
define ptx_kernel void @choose(ptr byval(%struct) align 64 %p, ptr addrspace(1) %out) {
entry:
  %q.address = getelementptr inbounds %struct, ptr %p, i32 0, i32 4
  %q = load ptr, ptr %q.address
  %alpha.address = getelementptr inbounds %struct, ptr %p, i32 0, i32 3
  %n.address = getelementptr inbounds %struct, ptr %p, i32 0, i32 1
  %k.address = getelementptr inbounds %struct, ptr %p, i32 0, i32 2
  call void asm sideeffect "prefetch.tensormap [$0];", "l"(ptr %p)
  %none = icmp eq ptr %q, null
  br i1 %none, label %own, label %join
own:
  store volatile i32 0, ptr addrspace(1) %out
  br label %join
join:
  %alpha.chosen = phi ptr [ %q, %entry ], [ %alpha.address, %own ]
  %alpha = load float, ptr %alpha.chosen
  %n = load i32, ptr %n.address
  %k = load i32, ptr %k.address
  store volatile i32 %n, ptr addrspace(1) %out
  store volatile i32 %k, ptr addrspace(1) %out
  store volatile float %alpha, ptr addrspace(1) %out
  ret void
}

; A variable index, and a volatile access: no thread writes the memory of a parameter, so that .volatile says nothing there.
; CHECK-LABEL: .entry index(
; CHECK: ld.param.b8 {{%r[a-z0-9]+}}, [%rd{{[0-9]+}}];
; CHECK: ld.param.b32 {{%r[0-9]+}}, [index_param_0+128];
define ptx_kernel void @index(ptr byval(%struct) align 64 %p, i32 %i, ptr addrspace(1) %out) {
  %address = getelementptr inbounds %struct, ptr %p, i32 0, i32 0, i32 %i
  %n.address = getelementptr inbounds %struct, ptr %p, i32 0, i32 1
  call void asm sideeffect "prefetch.tensormap [$0];", "l"(ptr %p)
  %some = icmp eq i32 %i, 0
  %chosen = select i1 %some, ptr %p, ptr %n.address
  call void asm sideeffect "// $0", "l"(ptr %chosen)
  %byte = load i8, ptr %address
  %n = load volatile i32, ptr %n.address
  store i8 %byte, ptr addrspace(1) %out
  store volatile i32 %n, ptr addrspace(1) %out
  ret void
}

!nvvm.annotations = !{!0, !2}
!0 = !{ptr @choose, !"grid_constant", !1}
!1 = !{i32 1}
!2 = !{ptr @index, !"grid_constant", !1}
