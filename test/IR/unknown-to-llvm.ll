;===-- unknown-to-llvm.ll - intrinsics that LLVM 22 has not ----------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; They have the same attributes as the others, although their declarations arrive bare:
; what is dead dies, loads and stores touch their argument only, and two calls that
; differ in an immediate are not made into one with a variable.
;
;===----------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-mma-attributes -S %s | FileCheck %s --check-prefix=ATTRIBUTES
; RUN: %opt -O2 -S %s | FileCheck %s
; RUN: %opt -O3 -S %s | FileCheck %s
; RUN: %opt -O3 -S %s | %llc -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs -o - | FileCheck %s --check-prefix=PTX

target triple = "nvptx64-nvidia-cuda"

declare { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m16n16.x1.trans.b8.p3(ptr addrspace(3))
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3), i32)
declare i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32)

; ATTRIBUTES-DAG: declare {{.*}}@llvm.nvvm.mma.sp.m16n8k32.row.col.s8({{.*}}) #[[NONE:[0-9]+]]
; ATTRIBUTES-DAG: declare {{.*}}@llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16({{.*}}) #[[NONE]]
; ATTRIBUTES-DAG: declare {{.*}}@llvm.nvvm.ldmatrix.sync.aligned.m16n16.x1.trans.b8.p3({{.*}}) #[[READ:[0-9]+]]
; ATTRIBUTES-DAG: declare {{.*}}@llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3({{.*}}) #[[WRITE:[0-9]+]]
; ATTRIBUTES-DAG: attributes #[[NONE]] = { convergent nocallback nofree nounwind willreturn memory(none) }
; ATTRIBUTES-DAG: attributes #[[READ]] = { convergent nocallback nofree nounwind willreturn memory(argmem: read) }
; ATTRIBUTES-DAG: attributes #[[WRITE]] = { convergent nocallback nofree nounwind willreturn memory(argmem: write) }

; CHECK-LABEL: define void @dead(
; CHECK-NOT: call
; CHECK: ret void
define void @dead(i32 %a, ptr addrspace(3) %p) {
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 0)
  %l = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m16n16.x1.trans.b8.p3(ptr addrspace(3) %p)
  %m = call i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32 %a)
  ret void
}

; CHECK-LABEL: define i32 @selectors(
; CHECK-COUNT-2: call {{.*}}@llvm.nvvm.mma.sp.m16n8k32.row.col.s8({{.*}}i32 {{[01]}})
; CHECK: ret i32
; PTX-LABEL: {{[ 	]}}selectors(
; PTX: mma.sp
; PTX: mma.sp
define i32 @selectors(i1 %uniform, i32 %a) {
  br i1 %uniform, label %then, label %else

then:
  %r = call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 0)
  %r0 = extractvalue { i32, i32, i32, i32 } %r, 0
  br label %end

else:
  %s = call { i32, i32, i32, i32 } @llvm.nvvm.mma.sp.m16n8k32.row.col.s8(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 1)
  %s0 = extractvalue { i32, i32, i32, i32 } %s, 0
  br label %end

end:
  %d = phi i32 [ %r0, %then ], [ %s0, %else ]
  ret i32 %d
}

; CHECK-LABEL: define i32 @divergent(
; CHECK: call {{.*}}@llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16
; CHECK-NOT: call {{.*}}@llvm.nvvm.movmatrix
; CHECK: ret i32
define i32 @divergent(i32 %lane, i32 %a) {
  %c = icmp eq i32 %lane, 0
  %m = call i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32 %a)
  br i1 %c, label %then, label %else

then:
  %t = mul i32 %m, 3
  br label %end

else:
  %e = xor i32 %m, 5
  br label %end

end:
  %d = phi i32 [ %t, %then ], [ %e, %else ]
  ret i32 %d
}

; What a store writes is what a load behind it reads.
; CHECK-LABEL: define i32 @memory(
; CHECK: call void @llvm.nvvm.stmatrix
; CHECK: load i32
; CHECK: ret i32
define i32 @memory(ptr addrspace(3) noalias %p, ptr addrspace(3) noalias %q, i32 %a) {
  store i32 7, ptr addrspace(3) %p
  store i32 9, ptr addrspace(3) %q
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %p, i32 %a)
  %changed = load i32, ptr addrspace(3) %p
  %same = load i32, ptr addrspace(3) %q
  %sum = add i32 %changed, %same
  ret i32 %sum
}
