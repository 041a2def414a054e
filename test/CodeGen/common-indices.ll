; Several branches of an epilogue have one address: the pass "NVPTX common indices". Each branch has
; so many stores that LLVM computes no address before it is known that the branch is taken.
;
; RUN: %llc -mcpu=sm_80 -mattr=+ptx78 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -mattr=+ptx78 -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=LLVM
; RUN: %if ptxas %{ %llc -mcpu=sm_80 -mattr=+ptx78 %s -o - | %ptxas -arch=sm_80 -c - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; Neither branch dominates the other.
; CHECK-LABEL: .entry branches(
; CHECK:       mad.lo.s64
; CHECK-NOT:   mad.lo.s64
; CHECK:       st.volatile.global.b32 [[ADDRESS:\[%rd[0-9]+]]], %r
; CHECK-NOT:   {{mad|shl|add}}
; CHECK:       st.volatile.global.b32 [[ADDRESS]]+32], %r
; CHECK:       ret;
; LLVM-LABEL:  .entry branches(
; LLVM-COUNT-2: shl.b64
; LLVM:        ret;
define ptx_kernel void @branches(ptr addrspace(1) %c, i64 %n, i64 %row, i64 %column, i64 %m, i32 %v) {
  %inside = icmp slt i64 %row, %m
  br i1 %inside, label %first, label %between
first:
  %row1 = mul i64 %row, %n
  %index1 = add i64 %row1, %column
  %address1 = getelementptr float, ptr addrspace(1) %c, i64 %index1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  br label %between
between:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %inside, label %second, label %end
second:
  %row2 = mul i64 %row, %n
  %index2 = add i64 %row2, %column
  %address2 = getelementptr float, ptr addrspace(1) %c, i64 %index2
  %further = getelementptr float, ptr addrspace(1) %address2, i64 8
  store volatile i32 %v, ptr addrspace(1) %further
  store volatile i32 %v, ptr addrspace(1) %further
  store volatile i32 %v, ptr addrspace(1) %further
  store volatile i32 %v, ptr addrspace(1) %further
  store volatile i32 %v, ptr addrspace(1) %further
  store volatile i32 %v, ptr addrspace(1) %further
  br label %end
end:
  ret void
}

; A value that is alive in all of a loop takes a register there.
; CHECK-LABEL: .entry around_a_loop(
; CHECK-COUNT-2: shl.b64
; CHECK:       ret;
define ptx_kernel void @around_a_loop(ptr addrspace(1) %c, i64 %n, i64 %row, i1 %inside, i32 %v) {
  br i1 %inside, label %first, label %loop
first:
  %row1 = mul i64 %row, %n
  %address1 = getelementptr float, ptr addrspace(1) %c, i64 %row1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  br label %loop
loop:
  %more = load volatile i1, ptr addrspace(1) %c
  br i1 %more, label %loop, label %last
last:
  br i1 %inside, label %second, label %end
second:
  %row2 = mul i64 %row, %n
  %address2 = getelementptr float, ptr addrspace(1) %c, i64 %row2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  br label %end
end:
  ret void
}

; A loop does not compute what stands behind it.
; CHECK-LABEL: .entry behind_a_loop(
; CHECK-COUNT-2: mul.lo.s64
; CHECK:       ret;
define ptx_kernel void @behind_a_loop(ptr addrspace(1) %c, i64 %n, i1 %first, i1 %second, i32 %v) {
  br label %loop
loop:
  %row = load volatile i64, ptr addrspace(1) %c
  %more = trunc i64 %row to i1
  br i1 %more, label %again, label %left
again:
  br i1 %first, label %inner, label %loop
inner:
  %row1 = mul i64 %row, %n
  %address1 = getelementptr float, ptr addrspace(1) %c, i64 %row1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  br label %loop
left:
  br i1 %second, label %outer, label %end
outer:
  %row2 = mul i64 %row, %n
  %address2 = getelementptr float, ptr addrspace(1) %c, i64 %row2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  br label %end
end:
  ret void
}

; A sum that may overflow in one branch may overflow in both: it has 32 bits before it has 64.
; CHECK-LABEL: .entry flags(
; CHECK:       add.s32 [[SUM:%r[0-9]+]], %r{{[0-9]+}}, %r{{[0-9]+}};
; CHECK:       mul.wide.s32 %rd{{[0-9]+}}, [[SUM]], 4;
; CHECK-NOT:   mul.wide
; CHECK:       ret;
define ptx_kernel void @flags(ptr addrspace(1) %c, i32 %a, i32 %b, i1 %first, i1 %second, i32 %v) {
  br i1 %first, label %one, label %between
one:
  %sum1 = add nsw i32 %a, %b
  %index1 = sext i32 %sum1 to i64
  %address1 = getelementptr float, ptr addrspace(1) %c, i64 %index1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  store volatile i32 %v, ptr addrspace(1) %address1
  br label %between
between:
  br i1 %second, label %two, label %end
two:
  %sum2 = add i32 %a, %b
  %index2 = sext i32 %sum2 to i64
  %address2 = getelementptr float, ptr addrspace(1) %c, i64 %index2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  store volatile i32 %v, ptr addrspace(1) %address2
  br label %end
end:
  ret void
}
