; Control passes by a branch whose way is known where it comes from: LLVM's jump threading leaves targets with
; divergent control flow alone.

; RUN: %llc -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_100a -mattr=+ptx86 %s -o %t.ptx && %ptxas -arch=sm_100a %t.ptx -o %t.cubin %}
; RUN: %llc -O0 -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=O0

target triple = "nvptx64-nvidia-cuda"

declare {i32, i1} @llvm.nvvm.elect.sync(i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32 immarg, i32 immarg, i32 immarg)

; The lanes of warp 0 that were not elected know that they are not of warp 1, nor of warps 4 to 7.
; CHECK-LABEL: .entry roles(
; CHECK: elect.sync %r{{[0-9]+}}|[[ELECTED:%p[0-9]+]],
; CHECK-NEXT: not.pred [[REST:%p[0-9]+]], [[ELECTED]];
; CHECK-NEXT: @[[REST]] bra [[DONE:\$L__BB0_[0-9]+]];
; CHECK: tcgen05.mma
; CHECK: [[DONE]]: {{.*}}%done
; O0-LABEL: .entry roles(
; O0: tcgen05.mma
define ptx_kernel void @roles(ptr addrspace(6) %d, i64 %a, i32 %shape, i1 %leader, ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %group = lshr i32 %tid, 5
  %warp = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %group, i32 0, i32 31)
  %follower = xor i1 %leader, true
  %first = icmp eq i32 %warp, 0
  br i1 %first, label %choose, label %others
choose:
  %e = call {i32, i1} @llvm.nvvm.elect.sync(i32 -1)
  %elected = extractvalue {i32, i1} %e, 1
  br i1 %elected, label %load, label %others
load:
  store volatile i32 1, ptr addrspace(1) %out
  br label %done
others:
  %not.second = icmp ne i32 %warp, 1
  %not.multiplying = or i1 %follower, %not.second
  br i1 %not.multiplying, label %storing, label %multiply
multiply:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 %shape, i1 true, i32 0, i32 1, i32 0)
  br label %done
storing:
  %quad = and i32 %warp, -4
  %is.storing = icmp eq i32 %quad, 4
  br i1 %is.storing, label %store, label %done
store:
  store volatile i32 2, ptr addrspace(1) %out
  br label %done
done:
  ret void
}

; Neither a header of a loop nor a block that does something else is passed by, nor one of which nothing is known.
; CHECK-LABEL: .entry kept(
; CHECK: bra [[BOTH:\$L__BB1_[0-9]+]];
; CHECK: [[BOTH]]: {{.*}}%both
; CHECK: st.volatile.global.b32
; CHECK: bra [[AFTER:\$L__BB1_[0-9]+]];
; CHECK: [[LOOP:\$L__BB1_[0-9]+]]: {{.*}}%loop
; CHECK: bra [[LOOP]];
; CHECK: [[AFTER]]: {{.*}}%after
; CHECK-NEXT: setp.ne.b32 {{.*}}, 9;
define ptx_kernel void @kept(ptr addrspace(6) %d, i64 %a, i32 %shape, i32 %n, ptr addrspace(1) %out) {
entry:
  %small = icmp ult i32 %n, 5
  br i1 %small, label %few, label %both
few:
  store volatile i32 0, ptr addrspace(1) %out
  br label %both
both:
  store volatile i32 1, ptr addrspace(1) %out
  br i1 %small, label %loop, label %after
loop:
  %k = phi i32 [ 0, %both ], [ %k.next, %loop ]
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 %shape, i1 true, i32 0, i32 1, i32 0)
  %k.next = add i32 %k, 1
  %more = icmp ult i32 %k.next, %n
  br i1 %more, label %loop, label %after
after:
  %nine = icmp eq i32 %n, 9
  br i1 %nine, label %three, label %four
three:
  store volatile i32 3, ptr addrspace(1) %out
  ret void
four:
  store volatile i32 4, ptr addrspace(1) %out
  ret void
}

; Nor one with an instruction that all lanes execute together.
; CHECK-LABEL: .entry together(
; CHECK: bra [[VOTE:\$L__BB2_[0-9]+]];
; CHECK: %five
; CHECK: [[VOTE]]: {{.*}}%vote
; CHECK: activemask
define ptx_kernel void @together(ptr addrspace(6) %d, i64 %a, i32 %shape, i32 %n, ptr addrspace(1) %out) {
entry:
  %c = icmp eq i32 %n, 0
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 %shape, i1 true, i32 0, i32 1, i32 0)
  br i1 %c, label %five, label %vote
five:
  store volatile i32 5, ptr addrspace(1) %out
  br label %vote
vote:
  %active = call i32 asm "activemask.b32 $0;", "=r"() #0
  %all = icmp eq i32 %active, -1
  %some = icmp ne i32 %n, 0
  %both = and i1 %all, %some
  br i1 %both, label %seven, label %done
seven:
  store volatile i32 7, ptr addrspace(1) %out
  br label %done
done:
  ret void
}

; The value that a PHI has where control comes from decides, and the PHI behind gets what the block would have passed on.
; CHECK-LABEL: .entry merged(
; CHECK: %six
; CHECK: setp.gt.u32
; CHECK: bra [[DONE:\$L__BB3_[0-9]+]];
; CHECK: %five
; CHECK: mov.b32 [[RESULT:%r[0-9]+]], 8;
; CHECK-NEXT: [[DONE]]: {{.*}}%done
; CHECK: st.volatile.global.b32 {{.*}}, [[RESULT]];
define ptx_kernel void @merged(ptr addrspace(6) %d, i64 %a, i32 %shape, i32 %n, ptr addrspace(1) %out) {
entry:
  %c = icmp eq i32 %n, 0
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 %shape, i1 true, i32 0, i32 1, i32 0)
  br i1 %c, label %five, label %six
five:
  store volatile i32 5, ptr addrspace(1) %out
  br label %test
six:
  %x = icmp ugt i32 %n, 100
  store volatile i32 6, ptr addrspace(1) %out
  br label %test
test:
  %taken = phi i1 [ true, %five ], [ %x, %six ]
  br i1 %taken, label %done, label %seven
seven:
  store volatile i32 7, ptr addrspace(1) %out
  br label %done
done:
  %result = phi i32 [ 8, %test ], [ 9, %seven ]
  store volatile i32 %result, ptr addrspace(1) %out
  ret void
}

; Without matrix instructions, PTX is stock LLVM's.
; CHECK-LABEL: .entry other(
; CHECK: bra [[TEST:\$L__BB4_[0-9]+]];
; CHECK: %five
; CHECK: [[TEST]]: {{.*}}%test
; CHECK-NEXT: setp.ne.b32 {{.*}}, 1;
define ptx_kernel void @other(i32 %n, i1 %follower, ptr addrspace(1) %out) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %five, label %test
five:
  store volatile i32 5, ptr addrspace(1) %out
  br label %test
test:
  %one = icmp eq i32 %n, 1
  br i1 %one, label %seven, label %done
seven:
  store volatile i32 7, ptr addrspace(1) %out
  br label %done
done:
  ret void
}

attributes #0 = { convergent nounwind willreturn memory(none) }
