; compile: -arch=compute_80 -opt=3
; run: --block 64 --arg A=s32[32]:iota,7,11 --arg u64:32 --arg B=s32[32]:zeros --arg u64:32 --print B
; prints: 16 20 18 8 24 107 115 9 105 12 20 7 41 15 98 31 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%"core::panic::Location" = type { { [0 x i8]*, i64 }, i32, i32 }
@alloc_1 = private unnamed_addr addrspace(1) constant <{ [10 x i8] }> <{ [10 x i8] c"src/lib.rs" }>, align 1
@vtable.0 = private unnamed_addr addrspace(1) constant <{ i8 addrspace(1)*, [16 x i8] }> <{ i8 addrspace(1)* getelementptr inbounds (<{ [10 x i8] }>, <{ [10 x i8] }> addrspace(1)* @alloc_1, i32 0, i32 0, i32 0), [16 x i8] c"\0A\00\00\00\00\00\00\00\07\00\00\00\0D\00\00\00" }>, align 8

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare void @llvm.trap()

; Function Attrs: cold noinline noreturn nounwind
define internal void @_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE(i64 %index, i64 %len, i8 addrspace(1)* noalias readonly dereferenceable(26) %location) unnamed_addr #1 {
start:
  call void @llvm.trap()
  unreachable
}

define internal fastcc i32 @collatz(i32 %n) unnamed_addr #2 {
start:
  br label %loop
loop:
  %x = phi i32 [ %n, %start ], [ %next, %step ]
  %steps = phi i32 [ 0, %start ], [ %more, %step ]
  %done = icmp ule i32 %x, 1
  br i1 %done, label %end, label %step
step:
  %odd = and i32 %x, 1
  %is = icmp ne i32 %odd, 0
  %t = mul i32 %x, 3
  %u = add i32 %t, 1
  %h = lshr i32 %x, 1
  %next = select i1 %is, i32 %u, i32 %h
  %sum = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %steps, i32 1)
  %more = extractvalue { i32, i1 } %sum, 0
  %over = extractvalue { i32, i1 } %sum, 1
  br i1 %over, label %bad, label %loop
bad:
  call void @_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE(i64 0, i64 0, i8 addrspace(1)* getelementptr inbounds (<{ i8 addrspace(1)*, [16 x i8] }>, <{ i8 addrspace(1)*, [16 x i8] }> addrspace(1)* @vtable.0, i64 0, i32 1, i64 0))
  unreachable
end:
  ret i32 %steps
}

define void @collatz_kernel([0 x i32]* noalias nonnull readonly align 4 %input.0, i64 %input.1, [0 x i32]* nonnull align 4 %output.0, i64 %output.1) unnamed_addr #0 {
start:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !4
  %index = zext i32 %tid to i64
  %inside = icmp ult i64 %index, %input.1
  br i1 %inside, label %bb1, label %bb9
bb1:
  %m = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %index, i64 1)
  %j = extractvalue { i64, i1 } %m, 0
  %good = icmp ult i64 %j, %output.1
  br i1 %good, label %bb2, label %panic
panic:
  call void @_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE(i64 %j, i64 %output.1, i8 addrspace(1)* noalias readonly dereferenceable(26) getelementptr inbounds (<{ i8 addrspace(1)*, [16 x i8] }>, <{ i8 addrspace(1)*, [16 x i8] }> addrspace(1)* @vtable.0, i64 0, i32 1, i64 0))
  unreachable
bb2:
  %pa = getelementptr inbounds [0 x i32], [0 x i32]* %input.0, i64 0, i64 %index
  %v = load i32, i32* %pa, align 4
  %c = call fastcc i32 @collatz(i32 %v)
  %pb = getelementptr inbounds [0 x i32], [0 x i32]* %output.0, i64 0, i64 %j
  store i32 %c, i32* %pb, align 4
  br label %bb9
bb9:
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { cold noinline noreturn nounwind }
attributes #2 = { noinline nounwind }

!nvvm.annotations = !{!0}
!0 = !{void ([0 x i32]*, i64, [0 x i32]*, i64)* @collatz_kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
!4 = !{i32 0, i32 1024}
