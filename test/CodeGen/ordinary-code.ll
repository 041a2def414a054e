; Ordinary code that is compiled better than LLVM does it, and as LLVM does it with an option.
;
; RUN: %llc -mcpu=sm_80 -mattr=+ptx78 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -mattr=+ptx78 -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=LLVM
; RUN: %if ptxas %{ %llc -mcpu=sm_80 -mattr=+ptx78 %s -o - | %ptxas -arch=sm_80 -c - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"
@buffer = external addrspace(3) global [0 x i8], align 16
@small = external addrspace(3) global [0 x i8], align 4

; 16 bytes are one load and one store, in each space; 32 are two; 8 bytes of alignment are not enough.
; CHECK-LABEL: .entry copies(
; CHECK:       ld.global.v4.b32 {[[A:.*]]}, [%rd{{[0-9]+}}];
; CHECK-NEXT:  st.global.v4.b32 [%rd{{[0-9]+}}], {[[A]]};
; CHECK-COUNT-2: ld.global.v4.b32
; CHECK-COUNT-2: ld.global.b64
; LLVM-LABEL:  .entry copies(
; LLVM-NOT:    v4
define ptx_kernel void @copies(ptr addrspace(1) align 16 %to, ptr addrspace(1) align 16 %from) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %to, ptr addrspace(1) align 16 %from, i64 16, i1 false)
  %to1 = getelementptr i8, ptr addrspace(1) %to, i64 32
  %from1 = getelementptr i8, ptr addrspace(1) %from, i64 32
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %to1, ptr addrspace(1) align 16 %from1, i64 32, i1 false)
  %to2 = getelementptr i8, ptr addrspace(1) %to, i64 104
  %from2 = getelementptr i8, ptr addrspace(1) %from, i64 104
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %to2, ptr addrspace(1) align 8 %from2, i64 16, i1 false)
  ret void
}

; More than 64 bytes, which LLVM copies and sets byte by byte, are copied by the widest accesses, in
; a loop if there are more than 32, or 64 that set memory.
; CHECK-LABEL: .entry long_copies(
; CHECK-COUNT-17: ld.global.b64
; CHECK:       ld.global.b16
; CHECK:       $L__BB{{.*}}:
; CHECK:       ld.global.v4.b32 {[[V:.*]]}, [%rd{{[0-9]+}}];
; CHECK:       st.global.v4.b32 [%rd{{[0-9]+}}], {[[V]]};
; CHECK:       setp.lt.u64 %{{p[0-9]+}}, %rd{{[0-9]+}}, 1008;
; CHECK:       $L__BB{{.*}}:
; CHECK:       ld.global.b32
; CHECK:       $L__BB{{.*}}:
; CHECK:       ld.global.b64
; CHECK:       ret;
; LLVM-LABEL:  .entry long_copies(
; LLVM-NOT:    ld.global.{{(v4|b16|b32|b64)}}
; LLVM:        ret;
define ptx_kernel void @long_copies(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 %n) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %to, ptr addrspace(1) align 16 %from, i64 136, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %to, ptr addrspace(1) align 64 %from, i64 1010, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i64 %n, i1 false)
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 8 %to, ptr addrspace(1) align 8 %from, i64 256, i1 false)
  ret void
}

; CHECK-LABEL: .entry sets(
; CHECK-COUNT-64: st.global.b32 {{.*}}, 0;
; CHECK-NOT:   st.global.b32
; CHECK:       st.global.b16 [%rd{{[0-9]+}}+1104], 23130;
; CHECK:       $L__BB{{.*}}:
; CHECK-NOT:   st.global
; CHECK:       st.global.v4.b32 [%rd{{[0-9]+}}], {1515870810, 1515870810, 1515870810, 1515870810};
; CHECK:       setp.lt.u64 %{{p[0-9]+}}, %rd{{[0-9]+}}, 69;
; CHECK:       ret;
define ptx_kernel void @sets(ptr addrspace(1) %to, ptr addrspace(1) %other) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %to, i8 0, i64 256, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 16 %other, i8 90, i64 1106, i1 false)
  ret void
}

; Eight loads are ahead of their stores, which might write what they load. A length that is no
; number of bytes that memory has is one as well.
; CHECK-LABEL: .entry in_flight(
; CHECK-COUNT-8: ld.global.v4.b32
; CHECK-NOT:   ld.global
; CHECK-COUNT-8: st.global.v4.b32
; CHECK:       ld.global.v4.b32
; CHECK:       $L__BB{{.*}}:
; CHECK:       ret;
define ptx_kernel void @in_flight(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %to, ptr addrspace(1) align 16 %from, i64 144, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %to, ptr addrspace(1) align 16 %from, i64 -1, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 16 %to, i8 0, i64 -1, i1 false)
  ret void
}

; So is an element of a parameter: the index is not known.
; CHECK-LABEL: .entry element(
; CHECK-COUNT-8: ld.param.v4.b32
; CHECK:       ret;
define ptx_kernel void @element(ptr byval([4 x [128 x i8]]) align 64 %from, ptr addrspace(1) %to, i64 %i) {
  %element = getelementptr [128 x i8], ptr %from, i64 %i
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 64 %to, ptr align 64 %element, i64 128, i1 false)
  ret void
}

; The alignment of a variable is known behind a cast of its address, too. Nothing says what another is.
; CHECK-LABEL: .entry casts(
; CHECK:       st.shared.v4.b32 [%rd{{[0-9]+}}],
; CHECK-NOT:   st.shared.v4
; CHECK:       ret;
define ptx_kernel void @casts(ptr addrspace(1) align 16 %from, i32 %i) {
  %to = getelementptr [16 x i8], ptr addrspacecast (ptr addrspace(3) @buffer to ptr), i32 %i
  call void @llvm.memcpy.p0.p1.i64(ptr align 1 %to, ptr addrspace(1) align 16 %from, i64 16, i1 false)
  %other = getelementptr [16 x i8], ptr addrspacecast (ptr addrspace(3) @small to ptr), i32 %i
  call void @llvm.memcpy.p0.p1.i64(ptr align 1 %other, ptr addrspace(1) align 16 %from, i64 16, i1 false)
  ret void
}

; A volatile copy stays what it is, and copies of bytes are right: all of them are there.
; CHECK-LABEL: .entry whole(
; CHECK:       st.global.v4.b32 [%rd[[#TO:]]],
; CHECK:       st.global.v4.b32 [%rd[[#TO]]+16],
; CHECK:       ret;
define ptx_kernel void @whole(ptr addrspace(1) align 16 %to, ptr addrspace(1) align 16 %from) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %to, ptr addrspace(1) align 16 %from, i64 32, i1 false)
  ret void
}

; A variable that is only set and copied as a whole is registers, whatever its alignment. One that is larger than the
; copy is memory.
; CHECK-LABEL: .entry variables(
; CHECK-NOT:   .local
; CHECK:       ld.global.v4.b32 {[[FIELDS:.*]]}, [%rd{{[0-9]+}}];
; CHECK:       st.global.v4.b32 [%rd{{[0-9]+}}], {[[FIELDS]]};
; CHECK:       ret;
; CHECK-LABEL: .entry larger(
; CHECK:       .local .align 4 .b8 {{.*}}[20];
; LLVM-LABEL:  .entry variables(
; LLVM:        .local .align 4 .b8 {{.*}}[16];
define ptx_kernel void @variables(ptr addrspace(1) align 16 %to, ptr addrspace(1) align 16 %from, i1 %is.inside) {
  %fields = alloca [4 x float], align 4
  call void @llvm.memset.p0.i64(ptr align 4 %fields, i8 0, i64 16, i1 false)
  br i1 %is.inside, label %inside, label %done

inside:
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %fields, ptr addrspace(1) align 16 %from, i64 16, i1 false)
  br label %done

done:
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 16 %to, ptr align 4 %fields, i64 16, i1 false)
  ret void
}

define ptx_kernel void @larger(ptr addrspace(1) align 16 %to, ptr addrspace(1) align 16 %from, i32 %i) {
  %fields = alloca [5 x float], align 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %fields, ptr addrspace(1) align 16 %from, i64 16, i1 false)
  %field = getelementptr float, ptr %fields, i32 %i
  %value = load float, ptr %field
  store float %value, ptr addrspace(1) %to
  ret void
}

; One select of two conditions.
; CHECK-LABEL: .func {{.*}}masked(
; CHECK:       or.pred
; CHECK-COUNT-1: selp.f32
; CHECK-NOT:   selp
; CHECK:       ret;
; LLVM-LABEL:  .func {{.*}}masked(
; LLVM-COUNT-2: selp.f32
define float @masked(i32 %a, i32 %b, i32 %c, float %x) {
  %above = icmp ugt i32 %a, %b
  %beyond = icmp uge i32 %a, %c
  %out = or i1 %above, %beyond
  %masked = select i1 %out, float 0xFFF0000000000000, float %x
  ret float %masked
}

; A comparison is repeated where its result is used: a thread has seven predicates, and what it compares can be in
; registers.
; CHECK-LABEL: .entry compared(
; CHECK-COUNT-2: setp.{{lt|ge}}.s32
; CHECK:       ret;
; LLVM-LABEL:  .entry compared(
; LLVM-COUNT-2: setp.{{lt|ge}}.s32
define ptx_kernel void @compared(ptr addrspace(1) %p, i32 %a, i32 %b, i32 %way) {
entry:
  %inside = icmp slt i32 %a, %b
  %left = icmp eq i32 %way, 0
  br i1 %left, label %a.first, label %b.first

a.first:
  store volatile i32 %a, ptr addrspace(1) %p
  br i1 %inside, label %a.then, label %exit

a.then:
  store volatile i32 %b, ptr addrspace(1) %p
  br label %exit

b.first:
  store volatile i32 %b, ptr addrspace(1) %p
  br i1 %inside, label %b.then, label %exit

b.then:
  store volatile i32 %a, ptr addrspace(1) %p
  br label %exit

exit:
  ret void
}

; Two halves are moved together.
; CHECK-LABEL: .func {{.*}}packed(
; CHECK:       cvt.rn.bf16.f32 [[LOW:%rs[0-9]+]],
; CHECK:       cvt.rn.bf16.f32 [[HIGH:%rs[0-9]+]],
; CHECK:       mov.b32 %r{{[0-9]+}}, {[[LOW]], [[HIGH]]};
; CHECK-NOT:   shl
; CHECK:       ret;
; LLVM-LABEL:  .func {{.*}}packed(
; LLVM:        shl.b32
define i32 @packed(float %a, float %b) {
  %low = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,f"(float %a)
  %high = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,f"(float %b)
  %l = zext i16 %low to i32
  %h = zext i16 %high to i32
  %shifted = shl nuw i32 %h, 16
  %both = or disjoint i32 %shifted, %l
  ret i32 %both
}

; A half in both places is one instruction, too.
; CHECK-LABEL: .func {{.*}}both(
; CHECK:       cvt.rn.bf16.f32 [[HALF:%rs[0-9]+]],
; CHECK:       mov.b32 %r{{[0-9]+}}, {[[HALF]], [[HALF]]};
; CHECK-NOT:   mul
; CHECK:       ret;
; LLVM-LABEL:  .func {{.*}}both(
; LLVM:        mul.lo.s32 {{.*}}, 65537;
define i32 @both(float %a) {
  %half = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,f"(float %a)
  %wide = zext i16 %half to i32
  %both = mul i32 %wide, 65537
  ret i32 %both
}

; So is a float in both halves of an operand of two floats.
; CHECK-LABEL: .func {{.*}}two_floats(
; CHECK:       ex2.approx.f32 [[FLOAT:%r[0-9]+]],
; CHECK:       mov.b64 %rd{{[0-9]+}}, {[[FLOAT]], [[FLOAT]]};
; CHECK-NOT:   mul
; CHECK:       ret;
; LLVM-LABEL:  .func {{.*}}two_floats(
; LLVM:        mul.lo.s64 {{.*}}, 4294967297;
define i64 @two_floats(float %a) {
  %float = call i32 asm "ex2.approx.f32 $0, $1;", "=r,f"(float %a)
  %wide = zext i32 %float to i64
  %both = mul i64 %wide, 4294967297
  ret i64 %both
}

; Constants that are cast to the generic space and back; matrix loads and stores of a known space.
; CHECK-LABEL: .entry spaces(
; CHECK-NOT:   cvta
; CHECK:       mbarrier.arrive.shared.b64 _, [%r{{[0-9]+}}];
; CHECK-NOT:   cvta
; CHECK:       wmma.load.a.sync.aligned.row.m16n16k16.shared.f16
; CHECK-NOT:   cvta
; CHECK:       ret;
define ptx_kernel void @spaces(ptr addrspace(1) %out, i32 %i) {
  call void asm sideeffect "mbarrier.arrive.shared.b64 _, [$0];", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) addrspacecast (ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @buffer to ptr), i64 256) to ptr addrspace(3)) to i32))
  %row = getelementptr [64 x i8], ptr addrspacecast (ptr addrspace(3) @buffer to ptr), i32 %i
  %a = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %row, i32 32)
  %a0 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a, 0
  store <2 x half> %a0, ptr addrspace(1) %out
  ret void
}

; CUDA hands kernels pointers to global memory, alone and in structs; a function knows nothing of its own.
; CHECK-LABEL: .entry handed_over(
; CHECK:       wmma.load.a.sync.aligned.row.m16n16k16.global.f16
; CHECK:       wmma.store.d.sync.aligned.row.m16n16k16.global.f16
; CHECK:       ret;
; CHECK-LABEL: .func store_anywhere(
; CHECK:       wmma.store.d.sync.aligned.row.m16n16k16.f16
; CHECK:       ret;
define ptx_kernel void @handed_over(ptr byval({ i32, ptr }) align 8 %tensor, ptr %out, i64 %i) {
  %member = getelementptr i8, ptr %tensor, i64 8
  %in = load ptr, ptr %member
  %a = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %in, i32 32)
  %a0 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a, 0
  %to = getelementptr half, ptr %out, i64 %i
  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16.p0(ptr %to, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, i32 32)
  ret void
}
define void @store_anywhere(ptr %out, <2 x half> %v) {
  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16.p0(ptr %out, <2 x half> %v, <2 x half> %v, <2 x half> %v, <2 x half> %v, i32 32)
  ret void
}

; A space that the instruction does not take is left alone.
; CHECK-LABEL: .func {{.*}}load_elsewhere(
; CHECK:       ldmatrix.sync.aligned.m8n8.x1.b16
; CHECK:       ret;
@elsewhere = addrspace(1) global [64 x i8] zeroinitializer, align 16
define i32 @load_elsewhere() {
  %v = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p0(ptr addrspacecast (ptr addrspace(1) @elsewhere to ptr))
  ret i32 %v
}

; Two elements that are a constant apart have one index; the 64-bit sum of its parts is right for both.
; CHECK-LABEL: .entry columns(
; CHECK:       st.global.b16 [[[ADDRESS:%rd[0-9]+]]],
; CHECK:       st.global.b16 [[[ADDRESS]]+16],
; LLVM-LABEL:  .entry columns(
; LLVM:        st.global.b16 [[[ADDRESS:%rd[0-9]+]]],
; LLVM-NOT:    [[[ADDRESS]]+16]
; LLVM:        ret;
define ptx_kernel void @columns(ptr addrspace(1) %to, i32 %column, i32 %m, i32 %row, i16 %a, i16 %b, i1 %c) {
entry:
  %start = mul nsw i32 %column, %m
  %index = add nsw i32 %start, %row
  %wide = sext i32 %index to i64
  br i1 %c, label %store, label %exit
store:
  %first = getelementptr i16, ptr addrspace(1) %to, i64 %wide
  store i16 %a, ptr addrspace(1) %first
  %row8 = add nsw i32 %row, 8
  %index8 = add nsw i32 %start, %row8
  %wide8 = sext i32 %index8 to i64
  %second = getelementptr i16, ptr addrspace(1) %to, i64 %wide8
  store i16 %b, ptr addrspace(1) %second
  br label %exit
exit:
  ret void
}

; Assembly without an effect returns: that the first index is used behind it is known, and LLVM writes
; the second like the first.
; CHECK-LABEL: .entry converted(
; CHECK:       add.s32 [[INDEX:%r[0-9]+]], %r{{[0-9]+}}, %r{{[0-9]+}};
; CHECK:       mul.wide.s32 {{.*}}, [[INDEX]], 2;
; CHECK-NOT:   cvt.s64
; CHECK:       ret;
; LLVM-LABEL:  .entry converted(
; LLVM:        cvt.s64
; LLVM:        ret;
define ptx_kernel void @converted(ptr addrspace(1) %to, i32 %start, i32 %row, float %a) {
  %index = add nsw i32 %start, %row
  %wide = sext i32 %index to i64
  %first = getelementptr inbounds i16, ptr addrspace(1) %to, i64 %wide
  %h = call i16 asm "cvt.rn.bf16.f32 $0, $1;", "=h,f"(float %a) nounwind memory(none)
  store i16 %h, ptr addrspace(1) %first
  %row8 = add nsw i32 %row, 8
  %index8 = add nsw i32 %start, %row8
  %wide8 = sext i32 %index8 to i64
  %second = getelementptr inbounds i16, ptr addrspace(1) %to, i64 %wide8
  store i16 %h, ptr addrspace(1) %second
  ret void
}

; Addresses that differ by constants are one address in shared memory, which is converted where all
; of its uses can have it, and not before a branch that asks whether it is one.
; CHECK-LABEL: .func bases(
; CHECK:       isspacep.shared
; CHECK-NOT:   cvta.to.shared
; CHECK:       bra
; CHECK:       cvta.to.shared.u64
; CHECK-NOT:   cvta.to.shared
; CHECK:       add.s32 %r{{[0-9]+}}, [[BASE:%r[0-9]+]], 64;
; CHECK:       add.s32 %r{{[0-9]+}}, [[BASE]], -8;
; CHECK-NOT:   cvta.to.shared
; CHECK:       ret;
; LLVM-LABEL:  .func bases(
; LLVM-COUNT-3: cvta.to.shared.u64
define void @bases(ptr %base, i1 %c) {
  %is = call i1 @llvm.nvvm.isspacep.shared(ptr %base)
  br i1 %is, label %shared, label %exit
shared:
  %s0 = addrspacecast ptr %base to ptr addrspace(3)
  %i0 = ptrtoint ptr addrspace(3) %s0 to i32
  call void asm sideeffect "st.shared.b32 [$0], 0;", "r"(i32 %i0)
  br i1 %c, label %left, label %right
left:
  %p1 = getelementptr inbounds i8, ptr %base, i64 64
  %s1 = addrspacecast ptr %p1 to ptr addrspace(3)
  %i1 = ptrtoint ptr addrspace(3) %s1 to i32
  call void asm sideeffect "st.shared.b32 [$0], 1;", "r"(i32 %i1)
  br label %exit
right:
  %p2 = getelementptr i8, ptr %base, i64 -8
  %s2 = addrspacecast ptr %p2 to ptr addrspace(3)
  %i2 = ptrtoint ptr addrspace(3) %s2 to i32
  call void asm sideeffect "st.shared.b32 [$0], 2;", "r"(i32 %i2)
  br label %exit
exit:
  ret void
}

; A number that is computed from an address in shared memory, as that of a tile of CuTe, is computed
; from the address itself.
; CHECK-LABEL: .func sums(
; CHECK-NOT:   cvta
; CHECK:       st.shared.b32 [%r{{[0-9]+}}], 0;
; CHECK-NOT:   cvta
; CHECK:       ret;
; LLVM-LABEL:  .func sums(
; LLVM:        cvta.shared.u64
; LLVM:        cvta.to.shared.u64
define void @sums(ptr addrspace(3) %tile, i64 %row, i64 %column) {
  %generic = addrspacecast ptr addrspace(3) %tile to ptr
  %stage = getelementptr i8, ptr %generic, i64 256
  %address = ptrtoint ptr %stage to i64
  %of_row = add i64 %row, %address
  %sum = add i64 %of_row, %column
  %p = inttoptr i64 %sum to ptr
  %s = addrspacecast ptr %p to ptr addrspace(3)
  %i = ptrtoint ptr addrspace(3) %s to i32
  call void asm sideeffect "st.shared.b32 [$0], 0;", "r"(i32 %i)
  ret void
}

; What a number of a generic address is in shared memory is not known.
; CHECK-LABEL: .func unknown_sums(
; CHECK:       add.s64
; CHECK:       cvta.to.shared.u64
; CHECK:       ret;
define void @unknown_sums(ptr %tile, i64 %row) {
  %address = ptrtoint ptr %tile to i64
  %sum = add i64 %row, %address
  %p = inttoptr i64 %sum to ptr
  %s = addrspacecast ptr %p to ptr addrspace(3)
  %i = ptrtoint ptr addrspace(3) %s to i32
  call void asm sideeffect "st.shared.b32 [$0], 0;", "r"(i32 %i)
  ret void
}

; The address of an element is one instruction of the machine, computed from the counter; a pointer that moves along
; takes two registers and two instructions.
; CHECK-LABEL: .entry elements(
; CHECK:       $L__BB
; CHECK:       mul.wide.s32
; CHECK-NOT:   add.s64 {{.*}}, 4;
; CHECK:       ret;
; LLVM-LABEL:  .entry elements(
; LLVM:        $L__BB
; LLVM:        add.s64 {{.*}}, 4;
; LLVM:        ret;
define ptx_kernel void @elements(ptr addrspace(1) %out, i32 %n) {
entry:
  %a = alloca [8 x i32]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds float, ptr %a, i32 %i
  %x = load i32, ptr %p
  %y = mul i32 %x, 3
  store i32 %y, ptr %p
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %last = load i32, ptr %a
  store i32 %last, ptr addrspace(1) %out
  ret void
}

; A product that is stored, too, is not computed twice; one that is only added is part of each addition.
; CHECK-LABEL: .entry products(
; CHECK:       mul.f32 %r[[#PRODUCT:]],
; CHECK:       add.f32 %r{{[0-9]+}}, %r{{[0-9]+}}, %r[[#PRODUCT]];
; CHECK-COUNT-2: fma.rn.f32
; CHECK-NOT:   {{mul|add}}.f32
; LLVM-LABEL:  .entry products(
; LLVM:        mul.f32
; LLVM-COUNT-3: fma.rn.f32
define ptx_kernel void @products(float %a, float %b, float %c, float %d, ptr addrspace(1) %p) {
  %stored = fmul contract float %a, %b
  %sum = fadd contract float %c, %stored
  %added = fmul contract float %c, %d
  %sum1 = fadd contract float %sum, %added
  %sum2 = fadd contract float %a, %added
  store float %stored, ptr addrspace(1) %p
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 1
  store float %sum1, ptr addrspace(1) %p1
  %p2 = getelementptr float, ptr addrspace(1) %p, i64 2
  store float %sum2, ptr addrspace(1) %p2
  ret void
}

; A volatile variable is in a register, and the loop that waits for it stays. A variable whose address is stored is in
; memory, and so are terms of a sum that fast-math could compute in another order.
; CHECK-LABEL: .entry waits(
; CHECK-NOT:   .local
; CHECK:       ld.acquire.gpu.b32 %r[[#STATE:]],
; CHECK:       setp.ne.b32 %p[[#WAITS:]], %r[[#STATE]],
; CHECK-NEXT:  @%p[[#WAITS]] bra
; LLVM-LABEL:  .entry waits(
; LLVM:        st.local.b32
define ptx_kernel void @waits(ptr addrspace(1) %lock, i32 %stage) {
  %state = alloca i32
  br label %loop
loop:
  %asm = call i32 asm sideeffect "ld.acquire.gpu.b32 $0, [$1];", "=r,l"(ptr addrspace(1) %lock)
  store volatile i32 %asm, ptr %state
  %loaded = load volatile i32, ptr %state
  %waits = icmp ne i32 %loaded, %stage
  br i1 %waits, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: .entry idles(
; CHECK-NOT:   .local
; CHECK:       setp.ne.b32 %p[[#IDLES:]],
; CHECK:       @%p[[#IDLES]] bra
define ptx_kernel void @idles(i32 %n) {
  %flags = alloca [2 x i32]
  %flag = getelementptr i32, ptr %flags, i64 1
  store volatile i32 %n, ptr %flag
  br label %loop
loop:
  %loaded = load volatile i32, ptr %flag
  %idles = icmp ne i32 %loaded, 0
  br i1 %idles, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: .entry escapes(
; CHECK:       st.local.b32
; CHECK:       ld.local.b32
define ptx_kernel void @escapes(ptr addrspace(1) %p, i32 %n) {
  %variable = alloca i32
  store volatile i32 %n, ptr %variable
  store ptr %variable, ptr addrspace(1) %p
  %loaded = load volatile i32, ptr %variable
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 8
  store i32 %loaded, ptr addrspace(1) %p1
  ret void
}

; CHECK-LABEL: .entry compensated(
; CHECK:       add.f32
; CHECK:       st.local.b32
; CHECK:       sub.f32
define ptx_kernel void @compensated(ptr addrspace(1) %p, float %sum, float %x) {
  %variable = alloca float
  %new = fadd fast float %sum, %x
  store volatile float %new, ptr %variable
  %loaded = load volatile float, ptr %variable
  %lost = fsub fast float %loaded, %sum
  store float %lost, ptr addrspace(1) %p
  ret void
}

@text = internal constant [3 x i8] c"%d\00"
declare i32 @vprintf(ptr, ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; The arguments of one printf are where those of another were, whatever inlining says of their life.
; CHECK-LABEL: .entry printed(
; CHECK:       .b8 __local_depot{{[0-9]+}}[16];
; LLVM-LABEL:  .entry printed(
; LLVM:        .b8 __local_depot{{[0-9]+}}[32];
define ptx_kernel void @printed(i32 %x, i64 %y) {
  %first = alloca { i32, i64 }, align 8
  %second = alloca { i64, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %first)
  call void @llvm.lifetime.start.p0(ptr %second)
  %next = getelementptr i8, ptr %second, i64 8
  %test = icmp eq i32 %x, 0
  br i1 %test, label %one, label %other
one:
  store i32 %x, ptr %first, align 8
  %more = getelementptr i8, ptr %first, i64 8
  store i64 %y, ptr %more, align 8
  %i = call i32 @vprintf(ptr @text, ptr %first)
  br label %other
other:
  store i64 %y, ptr %second, align 8
  store i64 %y, ptr %next, align 8
  %j = call i32 @vprintf(ptr @text, ptr %second)
  call void @llvm.lifetime.end.p0(ptr %first)
  call void @llvm.lifetime.end.p0(ptr %second)
  ret void
}

; Not those that are read behind it, or written in another block.
; CHECK-LABEL: .entry kept(
; CHECK:       .b8 __local_depot{{[0-9]+}}[48];
define ptx_kernel void @kept(i32 %x, i64 %y, ptr addrspace(1) %p) {
  %first = alloca { i64, i64 }, align 8
  %second = alloca { i64, i64 }, align 8
  %third = alloca { i64, i64 }, align 8
  store volatile i64 %y, ptr %second, align 8
  %test = icmp eq i32 %x, 0
  br i1 %test, label %one, label %other
one:
  store volatile i64 %y, ptr %first, align 8
  %i = call i32 @vprintf(ptr @text, ptr %first)
  %read = load volatile i64, ptr %first, align 8
  store volatile i64 %read, ptr addrspace(1) %p
  br label %other
other:
  %j = call i32 @vprintf(ptr @text, ptr %second)
  store volatile i64 %y, ptr %third, align 8
  %k = call i32 @vprintf(ptr @text, ptr %third)
  ret void
}

; A volatile product is not part of a sum.
; CHECK-LABEL: .entry product(
; CHECK:       mul{{(.rn)?}}.f32
; CHECK:       add{{(.rn)?}}.f32
define ptx_kernel void @product(ptr addrspace(1) %p, float %a, float %b) {
  %variable = alloca float
  %product = fmul contract float %a, %b
  store volatile float %product, ptr %variable
  %loaded = load volatile float, ptr %variable
  %sum = fadd contract float %loaded, %a
  store float %sum, ptr addrspace(1) %p
  ret void
}

; Arguments that are read before they are written are alive between the calls.
; CHECK-LABEL: .entry counts(
; CHECK:       .local .align {{.*}}[16];
define ptx_kernel void @counts(ptr %format, i32 %n) {
entry:
  %arguments = alloca i64, align 8
  %other = alloca i64, align 8
  store i64 0, ptr %arguments
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %old = load i64, ptr %arguments
  %new = add i64 %old, 1
  store i64 %new, ptr %arguments
  call i32 @vprintf(ptr %format, ptr %arguments)
  store i64 5, ptr %other
  call i32 @vprintf(ptr %format, ptr %other)
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Selects of values that take several registers are as LLVM has them.
; LLVM-LABEL:  .entry wide(
; LLVM-COUNT-2: selp.b64
; LLVM-NOT:    selp
; LLVM:        ret;
define ptx_kernel void @wide(ptr addrspace(1) %p, i1 %a, i1 %b, i128 %x, i128 %y) {
  %either = or i1 %a, %b
  %chosen = select i1 %either, i128 %x, i128 %y
  store i128 %chosen, ptr addrspace(1) %p
  ret void
}
