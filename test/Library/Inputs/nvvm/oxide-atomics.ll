; compile: -arch=compute_120 -opt=3
; run: --block 64 --arg A=s32[64]:iota,3,7 --arg u64:64 --arg B=s32[16]:zeros --arg u64:16 --print B
; prints: 992 740 936 684 880 1076 824 1020 768 964 712 908 1104 852 1048 796
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@__shared_mem_0 = internal addrspace(3) global [16 x i32] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1
declare void @llvm.nvvm.barrier0() #2
declare void @llvm.trap() #3

define void @histogram(ptr %v0, i64 %v1, ptr %v2, i64 %v3) #0 {
entry:
  %cell = alloca { i32, i32 }, align 4
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %zeroes = icmp ult i32 %tid, 16
  br i1 %zeroes, label %clear, label %cleared
clear:
  %zero = getelementptr inbounds [16 x i32], ptr addrspace(3) @__shared_mem_0, i64 0, i64 %index
  store i32 0, ptr addrspace(3) %zero, align 4
  br label %cleared
cleared:
  call void @llvm.nvvm.barrier0()
  %in = icmp ult i64 %index, %v1
  br i1 %in, label %count, label %counted
count:
  %p = getelementptr inbounds i32, ptr %v0, i64 %index
  %x = load i32, ptr %p, align 4
  %bucket = and i32 %x, 15
  %bl = zext i32 %bucket to i64
  %s = getelementptr inbounds [16 x i32], ptr addrspace(3) @__shared_mem_0, i64 0, i64 %bl
  %generic = addrspacecast ptr addrspace(3) %s to ptr
  %old = atomicrmw add ptr %generic, i32 %x syncscope("block") monotonic
  store i32 %old, ptr %cell, align 4
  %second = getelementptr inbounds { i32, i32 }, ptr %cell, i32 0, i32 1
  store i32 1, ptr %second, align 4
  br label %counted
counted:
  call void @llvm.nvvm.barrier0()
  %write = icmp ult i64 %index, %v3
  br i1 %write, label %max, label %done
max:
  %mine = getelementptr inbounds [16 x i32], ptr addrspace(3) @__shared_mem_0, i64 0, i64 %index
  %sum = load i32, ptr addrspace(3) %mine, align 4
  %q = getelementptr inbounds i32, ptr %v2, i64 %index
  %m = atomicrmw max ptr %q, i32 %sum syncscope("device") monotonic
  %e = atomicrmw xchg ptr %q, i32 %sum syncscope("device") monotonic
  %c = cmpxchg ptr %q, i32 7, i32 8 monotonic monotonic
  br label %done
done:
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { nounwind readnone }
attributes #2 = { convergent nounwind }
attributes #3 = { noreturn nounwind }

!nvvm.annotations = !{!0}
!0 = !{ptr @histogram, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0, i32 3, i32 2}
