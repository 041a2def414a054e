; Warps and tensor memory: each loads its own lanes, and one deallocates when all have. Nothing is said of the kernel
; as it is.
;
; RUN: %llc -mcpu=sm_100a -mattr=+ptx87 %s -o /dev/null 2>&1 | count 0
;
; No barrier between the stores of all warps and the dealloc of one.
; RUN: sed '/the last barrier/d' %s | %llc -mcpu=sm_100a -mattr=+ptx87 -o /dev/null 2>&1 | FileCheck %s --check-prefix=EARLY
; EARLY: warning: in function k {{.*}}: llvm.nvvm.tcgen05.dealloc.cg1 frees tensor memory that llvm.nvvm.tcgen05.st.32x32b.x1{{.*}} may still access in other warps: nothing between them can make a thread wait (PTX ISA, tcgen05.dealloc); expected tcgen05.fence::before_thread_sync and a barrier of the block between them [-nvptx-tensor-memory-warps]
;
; The lanes of warp 0 in all warps; not if the block may have one warp.
; RUN: sed 's/add i32 %%t, %%lanes/add i32 %%t, 0/' %s | %llc -mcpu=sm_100a -mattr=+ptx87 -o /dev/null 2>&1 | FileCheck %s --check-prefix=LANES
; LANES: warning: in function k {{.*}}: llvm.nvvm.tcgen05.st.32x32b.x1 accesses lanes from 0 in warp 1, which can access lanes 32 to 63 (PTX ISA, tcgen05 Access restrictions); {{.*}} [-nvptx-tensor-memory-warps]
; RUN: sed -e 's/add i32 %%t, %%lanes/add i32 %%t, 0/' -e 's/"nvvm.maxntid"="128"//' %s | %llc -mcpu=sm_100a -mattr=+ptx87 -o /dev/null 2>&1 | count 0

target triple = "nvptx64-nvidia-cuda"
@base = internal addrspace(3) global i32 poison
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6), i32, i1)
declare void @llvm.nvvm.tcgen05.wait.st()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @k() "nvvm.maxntid"="128" {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp ult i32 %thread, 32
  br i1 %first, label %allocate, label %use
allocate:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @base, i32 32)
  br label %use
use:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t = load i32, ptr addrspace(3) @base
  %shifted = shl i32 %thread, 16
  %lanes = and i32 %shifted, 6291456
  %address = add i32 %t, %lanes
  %to = inttoptr i32 %address to ptr addrspace(6)
  call void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6) %to, i32 1, i1 false)
  call void @llvm.nvvm.tcgen05.wait.st()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) ; the last barrier
  br i1 %first, label %free, label %done
free:
  %d = inttoptr i32 %t to ptr addrspace(6)
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %d, i32 32)
  br label %done
done:
  ret void
}
