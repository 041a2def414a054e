; Pointers of shared::cluster memory, address space 7: accesses go through a generic address.

; RUN: %ir-bridge %s | %llc -mcpu=sm_90 -mattr=+ptx80 -o %t.ptx
; RUN: FileCheck %s <%t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90 %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

@buffer = internal addrspace(3) global [64 x i32] poison

; CHECK-LABEL: .entry accesses(
define ptx_kernel void @accesses(ptr %out, i32 %rank) {
  ; CHECK:     mapa.shared::cluster.u64 [[REMOTE:%rd[0-9]+]], {{.*}};
  %remote = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) @buffer, i32 %rank)
  ; CHECK:     cvta.shared::cluster.u64 [[G:%rd[0-9]+]], [[REMOTE]];
  ; CHECK:     ld.v2.f32 {{.*}}, [[[G]]];
  %v = load <2 x float>, ptr addrspace(7) %remote
  %next = getelementptr i32, ptr addrspace(7) %remote, i64 2
  ; CHECK:     add.s64 [[NEXT:%rd[0-9]+]], [[REMOTE]], 8;
  ; CHECK:     cvta.shared::cluster.u64 [[H:%rd[0-9]+]], [[NEXT]];
  ; CHECK:     st.volatile.u32 [[[H]]],
  store volatile i32 1, ptr addrspace(7) %next
  ; CHECK:     atom.add.u32 {{.*}}, [{{%rd[0-9]+}}], 3;
  %old = atomicrmw add ptr addrspace(7) %next, i32 3 monotonic
  store <2 x float> %v, ptr %out
  ret void
}

; CHECK-LABEL: .func conversions(
define void @conversions(ptr %out, ptr addrspace(3) %shared, ptr %generic, ptr addrspace(7) %cluster) {
  ; CHECK-NOT: cvta.shared
  %a = addrspacecast ptr addrspace(3) %shared to ptr addrspace(7)
  store volatile ptr addrspace(7) %a, ptr %out
  ; CHECK:     cvta.to.shared::cluster.u64
  %b = addrspacecast ptr %generic to ptr addrspace(7)
  store volatile ptr addrspace(7) %b, ptr %out
  ; CHECK:     cvta.shared::cluster.u64
  %c = addrspacecast ptr addrspace(7) %cluster to ptr
  store volatile ptr %c, ptr %out
  ; CHECK:     cvta.shared::cluster.u64
  store volatile i32 1, ptr addrspace(7) addrspacecast (ptr addrspace(3) @buffer to ptr addrspace(7))
  ret void
}

; CHECK-LABEL: .func copies(
define void @copies(ptr addrspace(7) %to, ptr addrspace(7) %from, ptr %generic) {
  ; CHECK:     cvta.shared::cluster.u64
  ; CHECK:     cvta.shared::cluster.u64
  call void @llvm.memcpy.p7.p7.i64(ptr addrspace(7) align 4 %to, ptr addrspace(7) align 4 %from, i64 8, i1 false)
  ; CHECK-COUNT-2: ld.u32
  call void @llvm.memset.p7.i64(ptr addrspace(7) align 4 %to, i8 0, i64 4, i1 false)
  ret void
}
