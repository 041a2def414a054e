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

; So many addresses would take all registers in front of the branch.
; CHECK-LABEL: .entry many(
; CHECK-NOT:   xor.b64 {{.*}}, 110;
; CHECK:       bra
; CHECK:       xor.b64 {{.*}}, 110;
; CHECK:       xor.b64 {{.*}}, 110;
define ptx_kernel void @many(ptr addrspace(1) %c, i64 %row, i1 %inside, i32 %v) {
  br i1 %inside, label %first, label %second
first:
  %a0 = xor i64 %row, 5
  %ap0 = getelementptr float, ptr addrspace(1) %c, i64 %a0
  store volatile i32 %v, ptr addrspace(1) %ap0
  %a1 = xor i64 %row, 8
  %ap1 = getelementptr float, ptr addrspace(1) %c, i64 %a1
  store volatile i32 %v, ptr addrspace(1) %ap1
  %a2 = xor i64 %row, 11
  %ap2 = getelementptr float, ptr addrspace(1) %c, i64 %a2
  store volatile i32 %v, ptr addrspace(1) %ap2
  %a3 = xor i64 %row, 14
  %ap3 = getelementptr float, ptr addrspace(1) %c, i64 %a3
  store volatile i32 %v, ptr addrspace(1) %ap3
  %a4 = xor i64 %row, 17
  %ap4 = getelementptr float, ptr addrspace(1) %c, i64 %a4
  store volatile i32 %v, ptr addrspace(1) %ap4
  %a5 = xor i64 %row, 20
  %ap5 = getelementptr float, ptr addrspace(1) %c, i64 %a5
  store volatile i32 %v, ptr addrspace(1) %ap5
  %a6 = xor i64 %row, 23
  %ap6 = getelementptr float, ptr addrspace(1) %c, i64 %a6
  store volatile i32 %v, ptr addrspace(1) %ap6
  %a7 = xor i64 %row, 26
  %ap7 = getelementptr float, ptr addrspace(1) %c, i64 %a7
  store volatile i32 %v, ptr addrspace(1) %ap7
  %a8 = xor i64 %row, 29
  %ap8 = getelementptr float, ptr addrspace(1) %c, i64 %a8
  store volatile i32 %v, ptr addrspace(1) %ap8
  %a9 = xor i64 %row, 32
  %ap9 = getelementptr float, ptr addrspace(1) %c, i64 %a9
  store volatile i32 %v, ptr addrspace(1) %ap9
  %a10 = xor i64 %row, 35
  %ap10 = getelementptr float, ptr addrspace(1) %c, i64 %a10
  store volatile i32 %v, ptr addrspace(1) %ap10
  %a11 = xor i64 %row, 38
  %ap11 = getelementptr float, ptr addrspace(1) %c, i64 %a11
  store volatile i32 %v, ptr addrspace(1) %ap11
  %a12 = xor i64 %row, 41
  %ap12 = getelementptr float, ptr addrspace(1) %c, i64 %a12
  store volatile i32 %v, ptr addrspace(1) %ap12
  %a13 = xor i64 %row, 44
  %ap13 = getelementptr float, ptr addrspace(1) %c, i64 %a13
  store volatile i32 %v, ptr addrspace(1) %ap13
  %a14 = xor i64 %row, 47
  %ap14 = getelementptr float, ptr addrspace(1) %c, i64 %a14
  store volatile i32 %v, ptr addrspace(1) %ap14
  %a15 = xor i64 %row, 50
  %ap15 = getelementptr float, ptr addrspace(1) %c, i64 %a15
  store volatile i32 %v, ptr addrspace(1) %ap15
  %a16 = xor i64 %row, 53
  %ap16 = getelementptr float, ptr addrspace(1) %c, i64 %a16
  store volatile i32 %v, ptr addrspace(1) %ap16
  %a17 = xor i64 %row, 56
  %ap17 = getelementptr float, ptr addrspace(1) %c, i64 %a17
  store volatile i32 %v, ptr addrspace(1) %ap17
  %a18 = xor i64 %row, 59
  %ap18 = getelementptr float, ptr addrspace(1) %c, i64 %a18
  store volatile i32 %v, ptr addrspace(1) %ap18
  %a19 = xor i64 %row, 62
  %ap19 = getelementptr float, ptr addrspace(1) %c, i64 %a19
  store volatile i32 %v, ptr addrspace(1) %ap19
  %a20 = xor i64 %row, 65
  %ap20 = getelementptr float, ptr addrspace(1) %c, i64 %a20
  store volatile i32 %v, ptr addrspace(1) %ap20
  %a21 = xor i64 %row, 68
  %ap21 = getelementptr float, ptr addrspace(1) %c, i64 %a21
  store volatile i32 %v, ptr addrspace(1) %ap21
  %a22 = xor i64 %row, 71
  %ap22 = getelementptr float, ptr addrspace(1) %c, i64 %a22
  store volatile i32 %v, ptr addrspace(1) %ap22
  %a23 = xor i64 %row, 74
  %ap23 = getelementptr float, ptr addrspace(1) %c, i64 %a23
  store volatile i32 %v, ptr addrspace(1) %ap23
  %a24 = xor i64 %row, 77
  %ap24 = getelementptr float, ptr addrspace(1) %c, i64 %a24
  store volatile i32 %v, ptr addrspace(1) %ap24
  %a25 = xor i64 %row, 80
  %ap25 = getelementptr float, ptr addrspace(1) %c, i64 %a25
  store volatile i32 %v, ptr addrspace(1) %ap25
  %a26 = xor i64 %row, 83
  %ap26 = getelementptr float, ptr addrspace(1) %c, i64 %a26
  store volatile i32 %v, ptr addrspace(1) %ap26
  %a27 = xor i64 %row, 86
  %ap27 = getelementptr float, ptr addrspace(1) %c, i64 %a27
  store volatile i32 %v, ptr addrspace(1) %ap27
  %a28 = xor i64 %row, 89
  %ap28 = getelementptr float, ptr addrspace(1) %c, i64 %a28
  store volatile i32 %v, ptr addrspace(1) %ap28
  %a29 = xor i64 %row, 92
  %ap29 = getelementptr float, ptr addrspace(1) %c, i64 %a29
  store volatile i32 %v, ptr addrspace(1) %ap29
  %a30 = xor i64 %row, 95
  %ap30 = getelementptr float, ptr addrspace(1) %c, i64 %a30
  store volatile i32 %v, ptr addrspace(1) %ap30
  %a31 = xor i64 %row, 98
  %ap31 = getelementptr float, ptr addrspace(1) %c, i64 %a31
  store volatile i32 %v, ptr addrspace(1) %ap31
  %a32 = xor i64 %row, 101
  %ap32 = getelementptr float, ptr addrspace(1) %c, i64 %a32
  store volatile i32 %v, ptr addrspace(1) %ap32
  %a33 = xor i64 %row, 104
  %ap33 = getelementptr float, ptr addrspace(1) %c, i64 %a33
  store volatile i32 %v, ptr addrspace(1) %ap33
  %a34 = xor i64 %row, 107
  %ap34 = getelementptr float, ptr addrspace(1) %c, i64 %a34
  store volatile i32 %v, ptr addrspace(1) %ap34
  %a35 = xor i64 %row, 110
  %ap35 = getelementptr float, ptr addrspace(1) %c, i64 %a35
  store volatile i32 %v, ptr addrspace(1) %ap35
  ret void
second:
  %b0 = xor i64 %row, 5
  %bp0 = getelementptr float, ptr addrspace(1) %c, i64 %b0
  store volatile i32 %v, ptr addrspace(1) %bp0
  %b1 = xor i64 %row, 8
  %bp1 = getelementptr float, ptr addrspace(1) %c, i64 %b1
  store volatile i32 %v, ptr addrspace(1) %bp1
  %b2 = xor i64 %row, 11
  %bp2 = getelementptr float, ptr addrspace(1) %c, i64 %b2
  store volatile i32 %v, ptr addrspace(1) %bp2
  %b3 = xor i64 %row, 14
  %bp3 = getelementptr float, ptr addrspace(1) %c, i64 %b3
  store volatile i32 %v, ptr addrspace(1) %bp3
  %b4 = xor i64 %row, 17
  %bp4 = getelementptr float, ptr addrspace(1) %c, i64 %b4
  store volatile i32 %v, ptr addrspace(1) %bp4
  %b5 = xor i64 %row, 20
  %bp5 = getelementptr float, ptr addrspace(1) %c, i64 %b5
  store volatile i32 %v, ptr addrspace(1) %bp5
  %b6 = xor i64 %row, 23
  %bp6 = getelementptr float, ptr addrspace(1) %c, i64 %b6
  store volatile i32 %v, ptr addrspace(1) %bp6
  %b7 = xor i64 %row, 26
  %bp7 = getelementptr float, ptr addrspace(1) %c, i64 %b7
  store volatile i32 %v, ptr addrspace(1) %bp7
  %b8 = xor i64 %row, 29
  %bp8 = getelementptr float, ptr addrspace(1) %c, i64 %b8
  store volatile i32 %v, ptr addrspace(1) %bp8
  %b9 = xor i64 %row, 32
  %bp9 = getelementptr float, ptr addrspace(1) %c, i64 %b9
  store volatile i32 %v, ptr addrspace(1) %bp9
  %b10 = xor i64 %row, 35
  %bp10 = getelementptr float, ptr addrspace(1) %c, i64 %b10
  store volatile i32 %v, ptr addrspace(1) %bp10
  %b11 = xor i64 %row, 38
  %bp11 = getelementptr float, ptr addrspace(1) %c, i64 %b11
  store volatile i32 %v, ptr addrspace(1) %bp11
  %b12 = xor i64 %row, 41
  %bp12 = getelementptr float, ptr addrspace(1) %c, i64 %b12
  store volatile i32 %v, ptr addrspace(1) %bp12
  %b13 = xor i64 %row, 44
  %bp13 = getelementptr float, ptr addrspace(1) %c, i64 %b13
  store volatile i32 %v, ptr addrspace(1) %bp13
  %b14 = xor i64 %row, 47
  %bp14 = getelementptr float, ptr addrspace(1) %c, i64 %b14
  store volatile i32 %v, ptr addrspace(1) %bp14
  %b15 = xor i64 %row, 50
  %bp15 = getelementptr float, ptr addrspace(1) %c, i64 %b15
  store volatile i32 %v, ptr addrspace(1) %bp15
  %b16 = xor i64 %row, 53
  %bp16 = getelementptr float, ptr addrspace(1) %c, i64 %b16
  store volatile i32 %v, ptr addrspace(1) %bp16
  %b17 = xor i64 %row, 56
  %bp17 = getelementptr float, ptr addrspace(1) %c, i64 %b17
  store volatile i32 %v, ptr addrspace(1) %bp17
  %b18 = xor i64 %row, 59
  %bp18 = getelementptr float, ptr addrspace(1) %c, i64 %b18
  store volatile i32 %v, ptr addrspace(1) %bp18
  %b19 = xor i64 %row, 62
  %bp19 = getelementptr float, ptr addrspace(1) %c, i64 %b19
  store volatile i32 %v, ptr addrspace(1) %bp19
  %b20 = xor i64 %row, 65
  %bp20 = getelementptr float, ptr addrspace(1) %c, i64 %b20
  store volatile i32 %v, ptr addrspace(1) %bp20
  %b21 = xor i64 %row, 68
  %bp21 = getelementptr float, ptr addrspace(1) %c, i64 %b21
  store volatile i32 %v, ptr addrspace(1) %bp21
  %b22 = xor i64 %row, 71
  %bp22 = getelementptr float, ptr addrspace(1) %c, i64 %b22
  store volatile i32 %v, ptr addrspace(1) %bp22
  %b23 = xor i64 %row, 74
  %bp23 = getelementptr float, ptr addrspace(1) %c, i64 %b23
  store volatile i32 %v, ptr addrspace(1) %bp23
  %b24 = xor i64 %row, 77
  %bp24 = getelementptr float, ptr addrspace(1) %c, i64 %b24
  store volatile i32 %v, ptr addrspace(1) %bp24
  %b25 = xor i64 %row, 80
  %bp25 = getelementptr float, ptr addrspace(1) %c, i64 %b25
  store volatile i32 %v, ptr addrspace(1) %bp25
  %b26 = xor i64 %row, 83
  %bp26 = getelementptr float, ptr addrspace(1) %c, i64 %b26
  store volatile i32 %v, ptr addrspace(1) %bp26
  %b27 = xor i64 %row, 86
  %bp27 = getelementptr float, ptr addrspace(1) %c, i64 %b27
  store volatile i32 %v, ptr addrspace(1) %bp27
  %b28 = xor i64 %row, 89
  %bp28 = getelementptr float, ptr addrspace(1) %c, i64 %b28
  store volatile i32 %v, ptr addrspace(1) %bp28
  %b29 = xor i64 %row, 92
  %bp29 = getelementptr float, ptr addrspace(1) %c, i64 %b29
  store volatile i32 %v, ptr addrspace(1) %bp29
  %b30 = xor i64 %row, 95
  %bp30 = getelementptr float, ptr addrspace(1) %c, i64 %b30
  store volatile i32 %v, ptr addrspace(1) %bp30
  %b31 = xor i64 %row, 98
  %bp31 = getelementptr float, ptr addrspace(1) %c, i64 %b31
  store volatile i32 %v, ptr addrspace(1) %bp31
  %b32 = xor i64 %row, 101
  %bp32 = getelementptr float, ptr addrspace(1) %c, i64 %b32
  store volatile i32 %v, ptr addrspace(1) %bp32
  %b33 = xor i64 %row, 104
  %bp33 = getelementptr float, ptr addrspace(1) %c, i64 %b33
  store volatile i32 %v, ptr addrspace(1) %bp33
  %b34 = xor i64 %row, 107
  %bp34 = getelementptr float, ptr addrspace(1) %c, i64 %b34
  store volatile i32 %v, ptr addrspace(1) %bp34
  %b35 = xor i64 %row, 110
  %bp35 = getelementptr float, ptr addrspace(1) %c, i64 %b35
  store volatile i32 %v, ptr addrspace(1) %bp35
  ret void
}

; Branches of which one is taken share eight computations: the multiplication and seven addresses.
; CHECK-LABEL: .entry exclusive(
; CHECK-COUNT-7: add.s64
; CHECK-NOT:   add.s64
; CHECK:       @%p
; CHECK:       add.s64
; CHECK:       ret;
define ptx_kernel void @exclusive(ptr addrspace(1) %c, i64 %n, i64 %row, i1 %first, i32 %v) {
  br i1 %first, label %one, label %other
one:
  %one.0 = mul i64 %row, %n
  %one.1 = getelementptr i8, ptr addrspace(1) %c, i64 %one.0
  store volatile i32 %v, ptr addrspace(1) %one.1
  %one.2 = getelementptr i8, ptr addrspace(1) %one.1, i64 %one.0
  store volatile i32 %v, ptr addrspace(1) %one.2
  %one.3 = getelementptr i8, ptr addrspace(1) %one.2, i64 %one.0
  store volatile i32 %v, ptr addrspace(1) %one.3
  %one.4 = getelementptr i8, ptr addrspace(1) %one.3, i64 %one.0
  store volatile i32 %v, ptr addrspace(1) %one.4
  %one.5 = getelementptr i8, ptr addrspace(1) %one.4, i64 %one.0
  store volatile i32 %v, ptr addrspace(1) %one.5
  %one.6 = getelementptr i8, ptr addrspace(1) %one.5, i64 %one.0
  store volatile i32 %v, ptr addrspace(1) %one.6
  %one.7 = getelementptr i8, ptr addrspace(1) %one.6, i64 %one.0
  store volatile i32 %v, ptr addrspace(1) %one.7
  %one.8 = getelementptr i8, ptr addrspace(1) %one.7, i64 %one.0
  store volatile i32 %v, ptr addrspace(1) %one.8
  %one.9 = getelementptr i8, ptr addrspace(1) %one.8, i64 %one.0
  store volatile i32 %v, ptr addrspace(1) %one.9
  %one.10 = getelementptr i8, ptr addrspace(1) %one.9, i64 %one.0
  store volatile i32 %v, ptr addrspace(1) %one.10
  %one.11 = getelementptr i8, ptr addrspace(1) %one.10, i64 %one.0
  store volatile i32 %v, ptr addrspace(1) %one.11
  br label %end
other:
  %other.0 = mul i64 %row, %n
  %other.1 = getelementptr i8, ptr addrspace(1) %c, i64 %other.0
  store volatile i32 %v, ptr addrspace(1) %other.1
  %other.2 = getelementptr i8, ptr addrspace(1) %other.1, i64 %other.0
  store volatile i32 %v, ptr addrspace(1) %other.2
  %other.3 = getelementptr i8, ptr addrspace(1) %other.2, i64 %other.0
  store volatile i32 %v, ptr addrspace(1) %other.3
  %other.4 = getelementptr i8, ptr addrspace(1) %other.3, i64 %other.0
  store volatile i32 %v, ptr addrspace(1) %other.4
  %other.5 = getelementptr i8, ptr addrspace(1) %other.4, i64 %other.0
  store volatile i32 %v, ptr addrspace(1) %other.5
  %other.6 = getelementptr i8, ptr addrspace(1) %other.5, i64 %other.0
  store volatile i32 %v, ptr addrspace(1) %other.6
  %other.7 = getelementptr i8, ptr addrspace(1) %other.6, i64 %other.0
  store volatile i32 %v, ptr addrspace(1) %other.7
  %other.8 = getelementptr i8, ptr addrspace(1) %other.7, i64 %other.0
  store volatile i32 %v, ptr addrspace(1) %other.8
  %other.9 = getelementptr i8, ptr addrspace(1) %other.8, i64 %other.0
  store volatile i32 %v, ptr addrspace(1) %other.9
  %other.10 = getelementptr i8, ptr addrspace(1) %other.9, i64 %other.0
  store volatile i32 %v, ptr addrspace(1) %other.10
  %other.11 = getelementptr i8, ptr addrspace(1) %other.10, i64 %other.0
  store volatile i32 %v, ptr addrspace(1) %other.11
  store volatile i32 0, ptr addrspace(1) %c
  br label %end
end:
  ret void
}

; Behind a barrier, eight computations are common: those of two branches, and two of another. The fourth branch computes
; its own address.
; CHECK-LABEL: .entry phases(
; CHECK-COUNT-4: shl.b64
; CHECK:       bar{{.*}}sync
; CHECK:       shl.b64
; CHECK-NOT:   shl.b64
; CHECK:       ret;
define ptx_kernel void @phases(ptr addrspace(1) %c, i64 %row, i64 %column, i32 %v, i64 %k0, i64 %k1, i64 %k2, i64 %k3) {
  %inside.0 = icmp sgt i64 %row, 0
  %inside.1 = icmp sgt i64 %row, 7
  %inside.2 = icmp sgt i64 %row, 14
  %inside.3 = icmp sgt i64 %row, 21
  br i1 %inside.0, label %first.0, label %join.0
first.0:
  %x0 = mul i64 %row, %k0
  %i0 = add i64 %x0, %column
  %p0 = getelementptr float, ptr addrspace(1) %c, i64 %i0
  store volatile i32 %v, ptr addrspace(1) %p0
  store volatile i32 %v, ptr addrspace(1) %p0
  store volatile i32 %v, ptr addrspace(1) %p0
  store volatile i32 %v, ptr addrspace(1) %p0
  store volatile i32 %v, ptr addrspace(1) %p0
  store volatile i32 %v, ptr addrspace(1) %p0
  br label %join.0
join.0:
  br i1 %inside.1, label %first.1, label %join.1
first.1:
  %x1 = mul i64 %row, %k1
  %i1 = add i64 %x1, %column
  %p1 = getelementptr float, ptr addrspace(1) %c, i64 %i1
  store volatile i32 %v, ptr addrspace(1) %p1
  store volatile i32 %v, ptr addrspace(1) %p1
  store volatile i32 %v, ptr addrspace(1) %p1
  store volatile i32 %v, ptr addrspace(1) %p1
  store volatile i32 %v, ptr addrspace(1) %p1
  store volatile i32 %v, ptr addrspace(1) %p1
  br label %join.1
join.1:
  br i1 %inside.2, label %first.2, label %join.2
first.2:
  %x2 = mul i64 %row, %k2
  %i2 = add i64 %x2, %column
  %p2 = getelementptr float, ptr addrspace(1) %c, i64 %i2
  store volatile i32 %v, ptr addrspace(1) %p2
  store volatile i32 %v, ptr addrspace(1) %p2
  store volatile i32 %v, ptr addrspace(1) %p2
  store volatile i32 %v, ptr addrspace(1) %p2
  store volatile i32 %v, ptr addrspace(1) %p2
  store volatile i32 %v, ptr addrspace(1) %p2
  br label %join.2
join.2:
  br i1 %inside.3, label %first.3, label %join.3
first.3:
  %x3 = mul i64 %row, %k3
  %i3 = add i64 %x3, %column
  %p3 = getelementptr float, ptr addrspace(1) %c, i64 %i3
  store volatile i32 %v, ptr addrspace(1) %p3
  store volatile i32 %v, ptr addrspace(1) %p3
  store volatile i32 %v, ptr addrspace(1) %p3
  store volatile i32 %v, ptr addrspace(1) %p3
  store volatile i32 %v, ptr addrspace(1) %p3
  store volatile i32 %v, ptr addrspace(1) %p3
  br label %join.3
join.3:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %inside.0, label %second.0, label %end.0
second.0:
  %y0 = mul i64 %row, %k0
  %j0 = add i64 %y0, %column
  %q0 = getelementptr float, ptr addrspace(1) %c, i64 %j0
  store volatile i32 %v, ptr addrspace(1) %q0
  store volatile i32 %v, ptr addrspace(1) %q0
  store volatile i32 %v, ptr addrspace(1) %q0
  store volatile i32 %v, ptr addrspace(1) %q0
  store volatile i32 %v, ptr addrspace(1) %q0
  store volatile i32 %v, ptr addrspace(1) %q0
  br label %end.0
end.0:
  br i1 %inside.1, label %second.1, label %end.1
second.1:
  %y1 = mul i64 %row, %k1
  %j1 = add i64 %y1, %column
  %q1 = getelementptr float, ptr addrspace(1) %c, i64 %j1
  store volatile i32 %v, ptr addrspace(1) %q1
  store volatile i32 %v, ptr addrspace(1) %q1
  store volatile i32 %v, ptr addrspace(1) %q1
  store volatile i32 %v, ptr addrspace(1) %q1
  store volatile i32 %v, ptr addrspace(1) %q1
  store volatile i32 %v, ptr addrspace(1) %q1
  br label %end.1
end.1:
  br i1 %inside.2, label %second.2, label %end.2
second.2:
  %y2 = mul i64 %row, %k2
  %j2 = add i64 %y2, %column
  %q2 = getelementptr float, ptr addrspace(1) %c, i64 %j2
  store volatile i32 %v, ptr addrspace(1) %q2
  store volatile i32 %v, ptr addrspace(1) %q2
  store volatile i32 %v, ptr addrspace(1) %q2
  store volatile i32 %v, ptr addrspace(1) %q2
  store volatile i32 %v, ptr addrspace(1) %q2
  store volatile i32 %v, ptr addrspace(1) %q2
  br label %end.2
end.2:
  br i1 %inside.3, label %second.3, label %end.3
second.3:
  %y3 = mul i64 %row, %k3
  %j3 = add i64 %y3, %column
  %q3 = getelementptr float, ptr addrspace(1) %c, i64 %j3
  store volatile i32 %v, ptr addrspace(1) %q3
  store volatile i32 %v, ptr addrspace(1) %q3
  store volatile i32 %v, ptr addrspace(1) %q3
  store volatile i32 %v, ptr addrspace(1) %q3
  store volatile i32 %v, ptr addrspace(1) %q3
  store volatile i32 %v, ptr addrspace(1) %q3
  br label %end.3
end.3:
  ret void
}
