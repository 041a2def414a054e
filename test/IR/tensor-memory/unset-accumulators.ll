;===-- unset-accumulators.ll - tensor memory that nothing sets ------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; All multiplications of a kernel add to tensor memory. The first of an allocation is reported, if
; nothing sets it.
; RUN: %llc %s -mcpu=sm_100a -mattr=+ptx86 -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning:
; CHECK: warning: in function added {{.*}} llvm.nvvm.tcgen05.mma.shared adds to tensor memory that nothing in kernel added sets: all multiplications have enable_input_d

target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6), <4 x i32>, i1 immarg)
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.wait.st()
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3), i32)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@slot = internal addrspace(3) global i32 undef
@complete = internal addrspace(3) global i64 undef

define ptx_kernel void @added(ptr %p, i64 %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  br i1 %c, label %allocate, label %allocated
allocate:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 128)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %allocated
allocated:
  call void @llvm.nvvm.barrier0()
  %d = load ptr addrspace(6), ptr addrspace(3) @slot
  br label %b0
b0:
  %z = icmp eq i32 %t, 0
  br i1 %z, label %issue, label %done
issue:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 69207184, i1 true, i32 0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 69207184, i1 true, i32 0, i32 1, i32 0)
  br label %done
done:
  %first = icmp eq i32 %t, 0
  br i1 %first, label %commit, label %wait
commit:
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) @complete)
  br label %wait
wait:
  %over = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @complete, i32 0)
  br i1 %over, label %end, label %wait
end:
  call void @llvm.nvvm.barrier0()
  br i1 %c, label %free, label %freed
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %d, i32 128)
  br label %freed
freed:
  ret void
}

define ptx_kernel void @first(ptr %p, i64 %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  br i1 %c, label %allocate, label %allocated
allocate:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 128)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %allocated
allocated:
  call void @llvm.nvvm.barrier0()
  %d = load ptr addrspace(6), ptr addrspace(3) @slot
  br label %b0
b0:
  %z = icmp eq i32 %t, 0
  br i1 %z, label %issue, label %done
issue:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 69207184, i1 false, i32 0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 69207184, i1 true, i32 0, i32 1, i32 0)
  br label %done
done:
  %first = icmp eq i32 %t, 0
  br i1 %first, label %commit, label %wait
commit:
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) @complete)
  br label %wait
wait:
  %over = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @complete, i32 0)
  br i1 %over, label %end, label %wait
end:
  call void @llvm.nvvm.barrier0()
  br i1 %c, label %free, label %freed
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %d, i32 128)
  br label %freed
freed:
  ret void
}

define ptx_kernel void @stored(ptr %p, i64 %a, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  br i1 %c, label %allocate, label %allocated
allocate:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 128)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %allocated
allocated:
  call void @llvm.nvvm.barrier0()
  %d = load ptr addrspace(6), ptr addrspace(3) @slot
  br label %b0
b0:
  call void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6) %d, <4 x i32> zeroinitializer, i1 false)
  call void @llvm.nvvm.tcgen05.wait.st()
  call void @llvm.nvvm.barrier0()
  %z = icmp eq i32 %t, 0
  br i1 %z, label %issue, label %done
issue:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 69207184, i1 true, i32 0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 69207184, i1 true, i32 0, i32 1, i32 0)
  br label %done
done:
  %first = icmp eq i32 %t, 0
  br i1 %first, label %commit, label %wait
commit:
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) @complete)
  br label %wait
wait:
  %over = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @complete, i32 0)
  br i1 %over, label %end, label %wait
end:
  call void @llvm.nvvm.barrier0()
  br i1 %c, label %free, label %freed
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %d, i32 128)
  br label %freed
freed:
  ret void
}
