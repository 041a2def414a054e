; Immediates of LLVM's own intrinsics that its verifier rejects, which names neither the function nor
; the operand; what it says of a range is quoted. Calls with the same fault are one error.

; RUN: not %llc -mcpu=sm_100a %s -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not ls %t.ptx
; RUN: not %opt -O2 -S %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIRST
; RUN: sed -e 's/i32 7, i32 1, i32 0/i32 3, i32 1, i32 0/; s/i64 %n)$/i64 0)/; s/i32 50/i32 56/; s/i1 %multicast, i1 false/i1 true, i1 false/' %s | not %llc -mcpu=sm_90a -o /dev/null 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=immarg --implicit-check-not="must be"

; GOOD: is not supported on sm_90a

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(7), ptr addrspace(3), ptr, i32, i32, i16, i64, i1, i1, i32)

; CHECK: error: in function kind {{.*}}: block %0, 'call void @llvm.nvvm.tcgen05.mma.shared{{.*}}': operand 5 of llvm.nvvm.tcgen05.mma.shared, kind, must be 0 (f16), 1 (tf32), 2 (f8f6f4) or 3 (i8) (PTX ISA 8.6, tcgen05.mma); immarg value 7 out of range [0, 4); the same of 1 more call
; FIRST: error: in function kind {{.*}}: operand 5 of llvm.nvvm.tcgen05.mma.shared, kind, must be 0 (f16), 1 (tf32), 2 (f8f6f4) or 3 (i8)
define void @kind(ptr addrspace(6) %d, i64 %a, i64 %b) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 0, i1 true, i32 7, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 0, i1 true, i32 7, i32 1, i32 0)
  ret void
}

; CHECK: error: in function wait {{.*}}: operand 0 of llvm.nvvm.wgmma.wait_group.sync.aligned, the number of groups that stay in flight, must be a constant, 0 or higher (PTX ISA 8.0, wgmma.fence, commit_group, wait_group)
define void @wait(i64 %n) {
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 %n)
  ret void
}

; CHECK: error: in function registers {{.*}}llvm.nvvm.setmaxnreg.inc.sync.aligned.u32{{.*}} 24 to 256 in steps of 8
define void @registers() {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 50)
  ret void
}

; CHECK: error: in function copy {{.*}}llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d{{.*}} must be a constant
define void @copy(ptr addrspace(7) %d, ptr addrspace(3) %b, ptr %map, i32 %x, i1 %multicast) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(7) %d, ptr addrspace(3) %b, ptr %map, i32 %x, i32 %x, i16 0, i64 0, i1 %multicast, i1 false, i32 0)
  ret void
}
