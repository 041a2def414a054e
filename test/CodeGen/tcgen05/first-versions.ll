; A form that came later is named with its modifiers.
;
; RUN: not %llc -mcpu=sm_100a -mattr=+ptx86 -nvptx-descriptors=off %s -o /dev/null 2>&1 | FileCheck %s
; RUN: %llc -mcpu=sm_100a -mattr=+ptx88 -nvptx-descriptors=off %s -o - | FileCheck %s --check-prefix=PTX
; CHECK: error: {{.*}}: tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32 is not supported in PTX ISA 8.6; it needs 8.8 or later, e.g. -mattr=+ptx88 (PTX ISA 8.8, tcgen05.mma .block_scale)
; PTX: tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32

target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.tcgen05.mma.shared.mxf4.block_scale.block32(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), ptr addrspace(6), i32, i32)
define void @f(ptr addrspace(6) %d, i64 %a, i64 %b, ptr addrspace(6) %s) {
  call void @llvm.nvvm.tcgen05.mma.shared.mxf4.block_scale.block32(ptr addrspace(6) %d, i64 %a, i64 %b, i32 0, i1 true, ptr addrspace(6) %s, ptr addrspace(6) %s, i32 1, i32 0)
  ret void
}
