; What is the same on both ways of an election is copied once, behind their join: for ptxas, a register that
; lanes set in different places differs among them.

; RUN: %llc -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_100a -mattr=+ptx86 %s -o %t.ptx && %ptxas -arch=sm_100a %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

declare {i32, i1} @llvm.nvvm.elect.sync(i32)
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))

; The values of %issue and %commit meet before they meet those of %loop.
; CHECK-LABEL: .entry triangle(
; CHECK: [[JOIN:\$L__BB0_[0-9]+]]: {{.*}}%latch
; CHECK: mov.b32 {{%r[0-9]+, %r[0-9]+}};
; CHECK-NEXT: [[LATCH:\$L__BB0_[0-9]+]]: {{.*}}%latch
; CHECK: @%p{{[0-9]+}} bra [[LATCH]];
; CHECK: elect.sync %r{{[0-9]+}}|[[ELECTED:%p[0-9]+]],
; CHECK-NEXT: not.pred [[REST:%p[0-9]+]], [[ELECTED]];
; CHECK-NEXT: @[[REST]] bra [[JOIN]];
; CHECK-NOT: mov
; CHECK: tcgen05.commit
; CHECK-NEXT: bra.uni [[JOIN]];
define ptx_kernel void @triangle(ptr addrspace(6) %d, i64 %a, i32 %n, ptr addrspace(3) %bar, i1 %leader, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %latch ]
  %stage = phi i32 [ 0, %entry ], [ %stage.next, %latch ]
  %last = phi i32 [ 7, %entry ], [ %last.next, %latch ]
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 %last, i1 true, i32 0, i32 1, i32 0)
  br i1 %leader, label %issue, label %latch
issue:
  %new = add i32 %stage, %n
  %e = call {i32, i1} @llvm.nvvm.elect.sync(i32 -1)
  %elected = extractvalue {i32, i1} %e, 1
  br i1 %elected, label %commit, label %latch
commit:
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) %bar)
  br label %latch
latch:
  %stage.new = phi i32 [ %stage, %loop ], [ %new, %issue ], [ %new, %commit ]
  %last.next = phi i32 [ %k, %loop ], [ %new, %issue ], [ %new, %commit ]
  %stage.next = xor i32 %stage.new, 1
  %k.next = add i32 %k, 1
  %more = icmp ult i32 %k.next, %n
  br i1 %more, label %loop, label %done
done:
  store i32 %last.next, ptr addrspace(1) %out
  ret void
}

; Without matrix instructions nothing is done.
; CHECK-LABEL: .entry other(
; CHECK: %issue
; CHECK: mov.b32 {{%r[0-9]+, %r[0-9]+}};
; CHECK: %store
; CHECK: st.volatile
; CHECK-NEXT: mov.b32 {{%r[0-9]+, %r[0-9]+}};
define ptx_kernel void @other(i32 %n, i1 %leader, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %latch ]
  %stage = phi i32 [ 0, %entry ], [ %stage.next, %latch ]
  %last = phi i32 [ 7, %entry ], [ %last.next, %latch ]
  store volatile i32 %last, ptr addrspace(1) %out
  br i1 %leader, label %issue, label %latch
issue:
  %new = add i32 %stage, %n
  %e = call {i32, i1} @llvm.nvvm.elect.sync(i32 -1)
  %elected = extractvalue {i32, i1} %e, 1
  br i1 %elected, label %store, label %latch
store:
  store volatile i32 1, ptr addrspace(1) %out
  br label %latch
latch:
  %stage.new = phi i32 [ %stage, %loop ], [ %new, %issue ], [ %new, %store ]
  %last.next = phi i32 [ %k, %loop ], [ %new, %issue ], [ %new, %store ]
  %stage.next = xor i32 %stage.new, 1
  %k.next = add i32 %k, 1
  %more = icmp ult i32 %k.next, %n
  br i1 %more, label %loop, label %done
done:
  store i32 %last.next, ptr addrspace(1) %out
  ret void
}
