; What the target lacks is one error, and what the version of PTX lacks is another.

; RUN: not %llc -mcpu=sm_90 -mattr=+ptx78 %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

; CHECK-DAG: error: in function k {{.*}}: fence.proxy.async.shared::cta is not supported in PTX ISA 7.8; it needs 8.0 or later, e.g. -mattr=+ptx80 (PTX ISA 8.0, fence.proxy.async)
; CHECK-DAG: error: in function k {{.*}}: llvm.nvvm.wgmma.fence.sync.aligned is not supported on sm_90; it needs sm_90a (PTX ISA 8.0, wgmma.fence, commit_group, wait_group); the same of 1 more call (see the remarks of nvptx-legality)

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()

define ptx_kernel void @k() {
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"()
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  ret void
}
