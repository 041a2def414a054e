; What LLVM 22's language has and LLVM 19's does not have: LLVM 19 reads what the bridge writes, and it
; means the same.

; RUN: %ir-bridge %s | FileCheck %s
; RUN: %ir-bridge %s | %llc -mcpu=sm_90 -mattr=+ptx80 -o %t.ptx
; RUN: %if ptxas %{ %ptxas -c -arch=sm_90 %t.ptx -o %t.cubin %}

; CHECK: target datalayout = "e-p6:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@g = addrspace(3) global [4 x i32] poison

; Strings and names stay as they are, whatever they say.
; CHECK: @text = constant [61 x i8] c"captures(none) \22nvptx-ir-bridge:nocapture\22 atomGroup samesign"
@text = constant [61 x i8] c"captures(none) \22nvptx-ir-bridge:nocapture\22 atomGroup samesign"
; CHECK: @"captures(none) samesign" = internal constant i32 1
@"captures(none) samesign" = internal constant i32 1
; CHECK: @address = constant i64 ptrtoint (ptr @text to i64)
@address = constant i64 ptrtoaddr (ptr @text to i64)

; CHECK-LABEL: define ptx_kernel void @attributes(ptr initializes((0, 4)) nocapture %none, ptr %some, i32 %n, i32 zeroext %z)
; CHECK-SAME:  #[[#HINTS:]] {
define ptx_kernel void @attributes(ptr initializes((0, 4)) captures(none) %none, ptr captures(address, read_provenance) dead_on_return %some,
                                   i32 noext %n, i32 zeroext %z) #0 {
  ; CHECK: call i32 @reads(ptr nocapture %none) #[[#READS:]]
  %r = call i32 @reads(ptr captures(none) %none) memory(argmem: read, errnomem: write)
  ; CHECK: call i32 @reads(ptr %none) #[[#NONE:]]
  %s = call i32 @reads(ptr captures(ret: address, provenance) %none) memory(readwrite, target_mem0: none)
  %t = add i32 %r, %s
  store i32 %t, ptr %some
  ret void
}
declare i32 @reads(ptr)

; CHECK-LABEL: define i1 @compare(
define i1 @compare(i32 %a, i32 %b) {
  ; CHECK: icmp ult i32 %a, %b
  %c = icmp samesign ult i32 %a, %b
  ret i1 %c
}

; CHECK-LABEL: define i64 @pointers(
define i64 @pointers(ptr %p, i64 %i) {
  ; CHECK: %[[P:.*]] = ptrtoint ptr %p to i64
  %a = ptrtoaddr ptr %p to i64
  ; CHECK: add i64 %[[P]], ptrtoint (ptr addrspacecast (ptr addrspace(3) @g to ptr) to i64)
  %b = add i64 %a, ptrtoaddr (ptr addrspacecast (ptr addrspace(3) @g to ptr) to i64)
  ; CHECK: getelementptr inbounds nuw i8, ptr %p, i64 %b
  %q = getelementptr inbounds nuw i8, ptr %p, i64 %b
  %v = load i64, ptr %q
  ret i64 %v
}

; CHECK-LABEL: define void @memory(
define void @memory(ptr align 16 %p, <4 x i1> %mask, <4 x i32> %other) {
  %slot = alloca [8 x i32], align 4
  ; CHECK: call void @llvm.lifetime.start.p0(i64 32, ptr %slot)
  call void @llvm.lifetime.start.p0(ptr %slot)
  ; CHECK: %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 16, <4 x i1> %mask, <4 x i32> %other)
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 16 %p, <4 x i1> %mask, <4 x i32> %other)
  ; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %slot, i32 4, <4 x i1> %mask)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %slot, <4 x i1> %mask)
  %w = load <4 x i32>, ptr %slot
  ; CHECK: call void @llvm.lifetime.end.p0(i64 32, ptr %slot)
  call void @llvm.lifetime.end.p0(ptr %slot)
  store <4 x i32> %w, ptr %p
  ret void
}

; CHECK-LABEL: define float @numbers(
define float @numbers(float %a, float %b) {
  ; CHECK: call nnan float @llvm.minnum.f32(float %a, float %b)
  %m = call nnan float @llvm.minimumnum.f32(float %a, float %b)
  ; CHECK: call float @llvm.maxnum.f32(float %m, float %b)
  %n = call float @llvm.maximumnum.f32(float %m, float %b)
  ret float %n
}

; CHECK-DAG: attributes #[[#HINTS]] = { nounwind }
; CHECK-DAG: attributes #[[#READS]] = { memory(write, argmem: read, inaccessiblemem: none) }
; CHECK-DAG: attributes #[[#NONE]] = { memory(readwrite) }
; CHECK: !0 = !{!"address"}
attributes #0 = { nounwind nocreateundeforpoison sanitize_type }
!named = !{!0}
!0 = !{!"address"}
