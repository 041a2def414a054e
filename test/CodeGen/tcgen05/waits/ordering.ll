;===-- ordering.ll - loaded values are handed on by their wait ---------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Nothing moves a reader up past the wait, in opt nor in code generation: no warning of a kernel
; that was right. What holds the values there leaves nothing behind.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -mcpu=sm_103a -passes=nvptx-tensor-memory-ordering %s -S | FileCheck %s --check-prefix=HOLD
; RUN: %opt -mcpu=sm_103a -passes=nvptx-tensor-memory-ordering,nvptx-tensor-memory-ordering %s -S | FileCheck %s --check-prefix=HOLD
; DEFINE: %{compile} = %llc -mcpu=sm_103a -mattr=+ptx88 -verify-machineinstrs -nvptx-tensor-memory-waits=error
; RUN: %{compile} %s -o - | FileCheck %s
; RUN: %{compile} -O0 %s -o - | FileCheck %s
; RUN: %{compile} -O3 -enable-misched -misched-prera-direction=bottomup %s -o - | FileCheck %s
; RUN: %opt -mcpu=sm_103a -O1 %s -S | %{compile} -o - | FileCheck %s --check-prefixes=CHECK,INLINED
; RUN: %opt -mcpu=sm_103a -O2 %s -S | %{compile} -o - | FileCheck %s --check-prefixes=CHECK,INLINED
; RUN: %opt -mcpu=sm_103a -O3 %s -S | %{compile} -o - | FileCheck %s --check-prefixes=CHECK,INLINED
; RUN: %opt -mcpu=sm_103a '-passes=nvptx-mma-attributes,function(nvptx-tensor-memory-ordering,loop-mssa(licm))' %s -S | %{compile} -o - | FileCheck %s
; Who is not threaded is hoisted:
; RUN: %opt -mcpu=sm_103a '-passes=nvptx-mma-attributes,function(loop-mssa(licm))' %s -S | not %llc -mcpu=sm_103a -mattr=+ptx88 -nvptx-tensor-memory-waits=error -o - 2>&1 | FileCheck %s --check-prefix=HOISTED

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1 immarg)
declare <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6), i1 immarg)
declare { <2 x float>, float } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.max.f32(ptr addrspace(6))
declare void @llvm.nvvm.tcgen05.wait.ld()

; HOISTED: error: {{.*}}in function in_loop {{.*}}is read before tcgen05.wait::ld

; HOLD-LABEL: @straight(
; HOLD:       [[LOADED:%.+]] = call <4 x i32> @llvm.nvvm.tcgen05.ld
; HOLD-NEXT:  [[ONE:%.+]] = extractelement <4 x i32> [[LOADED]], i32 1
; HOLD-NEXT:  call void @llvm.nvvm.tcgen05.wait.ld()
; HOLD-NEXT:  [[HELD:%.+]] = call <4 x i32> @llvm.nvvm.registers.hold.v4i32(<4 x i32> [[LOADED]])
; HOLD-NEXT:  [[HELDONE:%.+]] = call i32 @llvm.nvvm.registers.hold.i32(i32 [[ONE]])
; HOLD-NEXT:  bitcast <4 x i32> [[HELD]]
; HOLD-NEXT:  call void @llvm.nvvm.tcgen05.wait.ld()
; HOLD-NOT:   hold
; HOLD:       store i32 [[HELDONE]]
; HOLD:       ret
; CHECK-LABEL: .entry straight(
; CHECK:      tcgen05.ld
; CHECK-NOT:  {{mov|sub|mul|tcgen05}}
; CHECK:      tcgen05.wait::ld.sync.aligned;
; CHECK-NOT:  {{mov.b32.*%r[0-9]+, %r|tcgen05.ld}}
; CHECK:      mul{{.*}}f32
; CHECK-NOT:  {{mov.b32.*%r[0-9]+, %r|tcgen05.ld}}
; CHECK:      ret;
define ptx_kernel void @straight(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %loaded = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %t, i1 false)
  %one = extractelement <4 x i32> %loaded, i32 1
  call void @llvm.nvvm.tcgen05.wait.ld()
  %floats = bitcast <4 x i32> %loaded to <4 x float>
  call void @llvm.nvvm.tcgen05.wait.ld()
  %squares = fmul <4 x float> %floats, %floats
  store volatile <4 x float> %squares, ptr addrspace(1) %p, align 16
  store i32 %one, ptr addrspace(1) %p
  ret void
}

; HOLD-LABEL: @reduced(
; HOLD:       call void @llvm.nvvm.tcgen05.wait.ld()
; HOLD-NEXT:  call { <2 x float>, float } @llvm.nvvm.registers.hold.s_v2f32_f32(
; CHECK-LABEL: .entry reduced(
; CHECK:      tcgen05.ld.red
; CHECK-NOT:  {{mov|sub|mul|tcgen05}}
; CHECK:      tcgen05.wait::ld.sync.aligned;
; CHECK:      ret;
define ptx_kernel void @reduced(ptr addrspace(6) %t, ptr addrspace(1) %p) {
  %both = call { <2 x float>, float } @llvm.nvvm.tcgen05.ld.red.32x32b.x2.max.f32(ptr addrspace(6) %t)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %most = extractvalue { <2 x float>, float } %both, 1
  %vector = extractvalue { <2 x float>, float } %both, 0
  %one = extractelement <2 x float> %vector, i32 0
  %rest = fsub float %most, %one
  store float %rest, ptr addrspace(1) %p
  ret void
}

; What is computed behind the wait does not change in the loop, and LICM would like to have it
; before.
; CHECK-LABEL: .entry in_loop(
; CHECK:      tcgen05.ld
; CHECK-NOT:  mul.lo
; CHECK:      tcgen05.wait::ld.sync.aligned;
; CHECK:      mul.lo
; CHECK:      ret;
define ptx_kernel void @in_loop(ptr addrspace(6) %t, ptr addrspace(1) %p, i32 %n) {
entry:
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  call void @llvm.nvvm.tcgen05.wait.ld()
  %square = mul i32 %loaded, %loaded
  store volatile i32 %square, ptr addrspace(1) %p
  %more = add i32 %i, 1
  %done = icmp eq i32 %more, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; As clang writes it: in variables, and in functions that are inlined.
; INLINED-LABEL: .entry in_variables(
; INLINED:      tcgen05.ld
; INLINED-NOT:  mul.lo
; INLINED:      tcgen05.wait::ld.sync.aligned;
; INLINED:      mul.lo
; INLINED:      ret;
define ptx_kernel void @in_variables(ptr addrspace(6) %t, ptr addrspace(1) %p, i32 %n) {
entry:
  %variable = alloca i32
  %count = alloca i32
  %loaded = call i32 @load(ptr addrspace(6) %t)
  store i32 %loaded, ptr %variable
  store i32 0, ptr %count
  br label %loop
loop:
  call void @wait()
  %again = load i32, ptr %variable
  %square = mul i32 %again, %again
  store volatile i32 %square, ptr addrspace(1) %p
  %i = load i32, ptr %count
  %more = add i32 %i, 1
  store i32 %more, ptr %count
  %done = icmp eq i32 %more, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

define internal i32 @load(ptr addrspace(6) %t) alwaysinline {
  %loaded = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 false)
  ret i32 %loaded
}

define internal void @wait() alwaysinline {
  call void @llvm.nvvm.tcgen05.wait.ld()
  ret void
}
