;===-- companion-effects.ll - what optimisers know of companions ------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Attributes that are true: of arithmetic, of what others change meanwhile, of what orders
; memory. Stock opt, which knows none of these names, treats them as calls of anything.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-mma-attributes -S %s | FileCheck %s --check-prefix=ATTRIBUTES
; RUN: %opt -O3 -S %s | FileCheck %s
; RUN: %llc -O3 -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=PTX

target triple = "nvptx64-nvidia-cuda"

declare i16 @llvm.nvvm.ff.to.e4m3x2.rn(float, float)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta(ptr addrspace(3), i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3), i32)
declare void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1), ptr addrspace(3), i32, i64, i1)
declare void @llvm.nvvm.cp.async.bulk.prefetch.L2(ptr addrspace(1), i32, i64, i1)
declare { i32, i1 } @llvm.nvvm.elect.sync(i32)
declare float @llvm.nvvm.redux.sync.fmax(float, i32)
declare void @llvm.nvvm.fence.proxy.async()
declare void @llvm.nvvm.griddepcontrol.wait()
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
declare void @llvm.nvvm.st.bulk.shared.cta(ptr addrspace(3), i64, i64)

; ATTRIBUTES-DAG: declare i16 @llvm.nvvm.ff.to.e4m3x2.rn(float, float) #[[PURE:[0-9]+]]
; ATTRIBUTES-DAG: declare i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta({{.*}}) #[[STATE:[0-9]+]]
; ATTRIBUTES-DAG: declare i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta({{.*}}) #[[BARRIER:[0-9]+]]
; ATTRIBUTES-DAG: declare void @llvm.nvvm.cp.async.bulk.shared.cta.to.global({{.*}}) #[[COPY:[0-9]+]]
; ATTRIBUTES-DAG: declare void @llvm.nvvm.cp.async.bulk.prefetch.L2({{.*}}) #[[HINT:[0-9]+]]
; ATTRIBUTES-DAG: declare { i32, i1 } @llvm.nvvm.elect.sync(i32) #[[TOGETHER:[0-9]+]]
; ATTRIBUTES-DAG: declare float @llvm.nvvm.redux.sync.fmax(float, i32) #[[LANES:[0-9]+]]
; ATTRIBUTES-DAG: declare void @llvm.nvvm.fence.proxy.async() #[[ORDER:[0-9]+]]
; ATTRIBUTES-DAG: declare void @llvm.nvvm.griddepcontrol.wait() #[[ORDER]]
; ATTRIBUTES-DAG: declare void @llvm.nvvm.st.bulk.shared.cta({{.*}}) #[[STORE:[0-9]+]]
; ATTRIBUTES-DAG: attributes #[[PURE]] = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
; ATTRIBUTES-DAG: attributes #[[STATE]] = { convergent nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
; ATTRIBUTES-DAG: attributes #[[COPY]] = { convergent nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
; ATTRIBUTES-DAG: attributes #[[BARRIER]] = { convergent nocallback nofree nounwind willreturn memory(readwrite) }
; ATTRIBUTES-DAG: attributes #[[HINT]] = { convergent nocallback nofree nosync nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
; ATTRIBUTES-DAG: attributes #[[TOGETHER]] = { convergent nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
; ATTRIBUTES-DAG: attributes #[[LANES]] = { convergent nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite) }
; ATTRIBUTES-DAG: attributes #[[ORDER]] = { nocallback nofree nounwind willreturn memory(readwrite) }
; ATTRIBUTES-DAG: attributes #[[STORE]] = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }

; A conversion that nobody reads goes; two that are the same are one.
; CHECK-LABEL: @arithmetic(
; CHECK-COUNT-1: call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %a, float %b)
; CHECK-NOT: call
; CHECK: ret
; PTX-LABEL: arithmetic(
; PTX-COUNT-1: cvt.rn.satfinite.e4m3x2.f32
; PTX-NOT: cvt.rn.satfinite
; PTX: ret;
define i16 @arithmetic(float %a, float %b) {
  %unused = call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %b, float %a)
  %one = call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %a, float %b)
  %two = call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %a, float %b)
  %both = xor i16 %one, %two
  %r = or i16 %both, %one
  ret i16 %r
}

; A barrier changes between two looks at it, even where nothing here writes.
; CHECK-LABEL: @polls(
; CHECK-COUNT-2: call i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta(
; PTX-LABEL: polls(
; PTX-COUNT-2: mbarrier.try_wait.parity.relaxed.cta.shared.b64
define i1 @polls(ptr addrspace(3) %barrier) {
  %one = call i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta(ptr addrspace(3) %barrier, i32 0)
  %two = call i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta(ptr addrspace(3) %barrier, i32 0)
  %r = and i1 %one, %two
  ret i1 %r
}

; One that acquires: what is behind it is read anew; one that does not: it is not.
; CHECK-LABEL: @acquired(
; CHECK-COUNT-2: load i32, ptr addrspace(3) %data
define i32 @acquired(ptr addrspace(3) %barrier, ptr addrspace(3) %data) {
  %before = load i32, ptr addrspace(3) %data
  %done = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) %barrier, i32 0)
  %after = load i32, ptr addrspace(3) %data
  %r = sub i32 %after, %before
  ret i32 %r
}
; CHECK-LABEL: @relaxed(
; CHECK: ret i32 0
define i32 @relaxed(ptr addrspace(3) noalias %barrier, ptr addrspace(3) noalias %data) {
  %before = load i32, ptr addrspace(3) %data
  %done = call i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta(ptr addrspace(3) %barrier, i32 0)
  %after = load i32, ptr addrspace(3) %data
  %r = sub i32 %after, %before
  ret i32 %r
}

; What is stored is there when the copy reads it, behind the fence.
; CHECK-LABEL: @stored(
; CHECK: store i32 %x, ptr addrspace(3) %tile
; CHECK-NEXT: {{.*}}call void @llvm.nvvm.fence.proxy.async()
; CHECK-NEXT: {{.*}}call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(
; PTX-LABEL: stored(
; PTX: st.shared.b32
; PTX: fence.proxy.async;
; PTX: cp.async.bulk.global.shared::cta.bulk_group
define void @stored(ptr addrspace(3) %tile, ptr addrspace(1) %g, i32 %x) {
  store i32 0, ptr addrspace(3) %tile
  store i32 %x, ptr addrspace(3) %tile
  call void @llvm.nvvm.fence.proxy.async()
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %g, ptr addrspace(3) %tile, i32 16, i64 0, i1 false)
  ret void
}

; What a thread elects stays under no further condition, and stays.
; CHECK-LABEL: @together(
; CHECK: call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
; CHECK: call float @llvm.nvvm.redux.sync.fmax(float %x, i32 -1)
; CHECK: br i1
define float @together(float %x, i1 %c) {
entry:
  %leader = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %max = call float @llvm.nvvm.redux.sync.fmax(float %x, i32 -1)
  br i1 %c, label %then, label %end
then:
  call void @llvm.nvvm.griddepcontrol.wait()
  br label %end
end:
  %r = phi float [ %max, %then ], [ 0.0, %entry ]
  ret float %r
}
