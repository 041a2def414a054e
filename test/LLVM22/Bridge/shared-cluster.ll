; Pointers of shared::cluster memory, address space 7, are handed on; mapa returns one, though LLVM 19's
; returns a pointer of shared memory.

; RUN: %ir-bridge %s | %llc -mcpu=sm_90 -mattr=+ptx80 -o %t.ptx
; RUN: FileCheck %s <%t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90 %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

@buffer = internal addrspace(3) global [64 x i32] poison

; CHECK-LABEL: .entry accesses(
define ptx_kernel void @accesses(ptr %out, i32 %rank) {
  ; CHECK:     mapa.shared::cluster.u64 [[REMOTE:%rd[0-9]+]], {{.*}};
  %remote = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) @buffer, i32 %rank)
  ; CHECK:     ld.shared::cluster.v2.f32 {{.*}}, [[[REMOTE]]];
  %v = load <2 x float>, ptr addrspace(7) %remote
  %next = getelementptr i32, ptr addrspace(7) %remote, i64 2
  ; CHECK:     st.volatile.shared::cluster.u32 [[[REMOTE]]+8],
  store volatile i32 1, ptr addrspace(7) %next
  ; CHECK:     cvta.shared::cluster.u64
  ; CHECK:     atom.add.u32
  %old = atomicrmw add ptr addrspace(7) %next, i32 3 monotonic
  store <2 x float> %v, ptr %out
  ret void
}

; CHECK-LABEL: .func conversions(
define void @conversions(ptr %out, ptr addrspace(7) %to, ptr addrspace(7) %from) {
  ; CHECK:     ld.shared::cluster.u32
  ; CHECK:     st.shared::cluster.u32
  call void @llvm.memcpy.p7.p7.i64(ptr addrspace(7) align 4 %to, ptr addrspace(7) align 4 %from, i64 4, i1 false)
  ; CHECK:     st.volatile.shared::cluster.u32
  store volatile i32 1, ptr addrspace(7) addrspacecast (ptr addrspace(3) @buffer to ptr addrspace(7))
  ret void
}
