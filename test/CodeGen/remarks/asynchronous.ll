;===-- asynchronous.ll - remarks on wgmma and tcgen05 ---------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Constant operands are in the records, in the words of the comments. Where a register has the shape,
; the multiply-adds are not known, and the summary says of how many.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_90a -verify-machineinstrs -pass-remarks=nvptx-mma -pass-remarks-analysis=nvptx-mma -pass-remarks-output=%t/wgmma.yaml %t/wgmma.ll -o /dev/null 2>&1 | FileCheck %t/wgmma.ll --implicit-check-not=remark:
; RUN: FileCheck %t/wgmma.ll --check-prefix=YAML --input-file=%t/wgmma.yaml
; RUN: %llc -mcpu=sm_100a -verify-machineinstrs -pass-remarks=nvptx-mma -pass-remarks-analysis=nvptx-mma -pass-remarks-output=%t/tcgen05.yaml %t/tcgen05.ll -o /dev/null 2>&1 | FileCheck %t/tcgen05.ll --implicit-check-not=remark:
; RUN: FileCheck %t/tcgen05.ll --check-prefix=YAML --input-file=%t/tcgen05.yaml

;--- wgmma.ll
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)

; CHECK: remark: {{.*}}: wgmma.fence.sync.aligned: WGMMA_FENCE, MMA descriptor 0x{{[0-9A-F]+}}{{$}}
; CHECK: remark: {{.*}}: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16: WGMMA_SS_F32x4, 8192 multiply-adds (m64n8k16), MMA descriptor 0x{{[0-9A-F]+}}{{$}}
; CHECK: remark: {{.*}}: wgmma.commit_group.sync.aligned: WGMMA_COMMIT_GROUP, MMA descriptor 0x{{[0-9A-F]+}}{{$}}
; CHECK: remark: {{.*}}: wgmma.wait_group.sync.aligned: WGMMA_WAIT_GROUP, MMA descriptor 0x{{[0-9A-F]+}}{{$}}
; CHECK: remark: {{.*}}: kernel: 4 tensor-core instructions, 8192 multiply-adds if each is executed once{{$}}

; YAML:      - Opcode:          WGMMA_SS_F32x4
; YAML:      - RegistersC:      '4'
; YAML-NEXT: - String:          '; '
; YAML-NEXT: - DescriptorA:     'a: matrix descriptor 0x4000004000010000: start address 0x0, lbo 16 bytes, sbo 1024 bytes, 128-byte swizzle'
; YAML-NEXT: ...

; The wait is one that the compiler puts in.
define ptx_kernel void @kernel(ptr %p, i64 %b) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float> zeroinitializer, i64 4611686293305360384, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  store <4 x float> %d, ptr %p
  ret void
}

;--- tcgen05.ll
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)

; CHECK: remark: {{.*}}: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard: TCGEN05_MMA_DENSE_SS, 65536 multiply-adds (m128n32k16), MMA descriptor 0xD0000000000000C1{{$}}
; CHECK: remark: {{.*}}: tcgen05.mma.cta_group::1.kind::f16.collector::a::use: TCGEN05_MMA_DENSE_SS, multiply-adds unknown without a valid constant as instruction descriptor, MMA descriptor 0xD0000003000000C1{{$}}
; CHECK: remark: {{.*}}: multiply: 2 tensor-core instructions, 65536 multiply-adds if each is executed once, those of 1 unknown without a valid constant as instruction descriptor{{$}}

; YAML:      - Descriptor:      '0xD0000000000000C1'
; YAML-NEXT: - String:          '; '
; YAML-NEXT: - KindWord:        'kind word 0xC1: .cta_group::1, .kind::f16'
; YAML-NEXT: - String:          '; '
; YAML-NEXT: - CollectorWord:   'collector word 0x0: discard'
; YAML-NEXT: - String:          '; '
; YAML-NEXT: - InstructionDescriptor: 'idesc 0x08080490: D f32, A bf16, B bf16, M 128, N 32, K 16'
; YAML-NEXT: ...
; YAML:      - UnknownShapes:   '1'
define void @multiply(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p) {
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 134743184, i1 %p, i32 0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 %i, i1 %p, i32 0, i32 1, i32 3)
  ret void
}
