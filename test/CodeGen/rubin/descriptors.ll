;===-- descriptors.ll - fields of descriptors that PTX ISA 9.4 adds ----===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; The words are computed by hand from the PTX ISA's tables. Declarations of before 9.4 lack the new
; operands; in registers on other targets, an address keeps its 14 bits.
;
;===----------------------------------------------------------------------===;

; RUN: split-file %s %t
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_107a -mattr=+ptx94 -verify-machineinstrs %t/right.ll -o - | FileCheck %t/right.ll
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_107a -mattr=+ptx94 -verify-machineinstrs %t/address.ll -o - | FileCheck %t/address.ll --check-prefix=WIDE
; RUN: %llc -mtriple=nvptx64 -mcpu=sm_100a -mattr=+ptx86 -verify-machineinstrs %t/address.ll -o - | FileCheck %t/address.ll
; RUN: not %llc -pass-remarks-missed=nvptx-legality -mtriple=nvptx64 -mcpu=sm_103a -mattr=+ptx94 -verify-machineinstrs %t/wrong.ll -o /dev/null 2>&1 | FileCheck %t/wrong.ll --implicit-check-not=error:
; RUN: not %llc -mtriple=nvptx64 -mcpu=sm_107a -mattr=+ptx94 -verify-machineinstrs %t/uses.ll -o /dev/null 2>&1 | FileCheck %t/uses.ll --implicit-check-not=error:

;--- right.ll
declare i32 @llvm.nvvm.tcgen05.idesc.encode.f8f6f4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.ti16(i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)

; CHECK-LABEL: .func (.param .b32 func_retval0) k64(
; CHECK: 673185808;
define i32 @k64() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.f8f6f4(i32 128, i32 128, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1)
  ret i32 %d
}
; CHECK-LABEL: .func (.param .b32 func_retval0) k128(
; CHECK: 277087368;
define i32 @k128() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32 256, i32 16, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0)
  ret i32 %d
}
; CHECK-LABEL: .func (.param .b32 func_retval0) sparse_ue5m3(
; CHECK: 220206212;
define i32 @sparse_ue5m3() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4nvf4(i32 128, i32 128, i32 1, i32 0, i32 0, i32 0, i32 2, i32 0, i32 0, i32 0, i32 1, i32 1)
  ret i32 %d
}
; CHECK-LABEL: .func (.param .b32 func_retval0) ti16(
; CHECK: 69209504;
define i32 @ti16() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.ti16(i32 64, i32 128, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  ret i32 %d
}
; Older: no K and no layout of scale factors. 1 << 27 | 16 << 17 | 1 << 23
; CHECK-LABEL: .func (.param .b32 func_retval0) older(
; CHECK: 144703488;
define i32 @older() {
  %d = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32 128, i32 128, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  ret i32 %d
}
; Bits 14, 30, 46 and 53, and the swizzle 2 in bits 63:61.
; CHECK-LABEL: .func (.param .b64 func_retval0) segment(
; CHECK: 4620763587500064768;
define i64 @segment() {
  %d = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) inttoptr (i32 262144 to ptr addrspace(3)), i32 262144, i32 0, i32 0, i32 0, i32 2, i32 1)
  ret i64 %d
}

;--- address.ll
declare i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32, i32)
; CHECK: bfe.u64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, 4, 14;
; WIDE: bfe.u64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, 4, 15;
define i64 @f(ptr addrspace(3) %p) {
  %d = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 0, i32 1024, i32 0, i32 0, i32 2)
  ret i64 %d
}

;--- wrong.ll
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32, i32, i32)
; CHECK: error: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.mxf4: with the sparsity 1 (sparse), the dimension K of kind::mxf4 cannot be 1 (K = 96, sparse 192) on sm_103a; that needs sm_107f or sm_107a (PTX ISA 9.4, Matrix Shape of tcgen05)
; CHECK: remark: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.mxf4: the upper bit of the dimension K of kind::mxf4 cannot be 1 (K = 128) on sm_103a; that needs sm_107f or sm_107a (
; CHECK: remark: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4: the dimension K of kind::mxf8f6f4 cannot be 1 (K = 64, sparse 128) on sm_103a; that needs sm_107f or sm_107a ({{.*}}; the scale factor layout of A of kind::mxf8f6f4 cannot be 1 (128 lanes) on sm_103a; that needs sm_107f or sm_107a (
; CHECK: remark: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.mma_smem_desc.encode: the matrix start address of a tcgen05 matrix descriptor cannot be 262144 on sm_103a; that needs sm_107f or sm_107a (
; CHECK: remark: {{.*}}in function f {{.*}}: llvm.nvvm.tcgen05.mma_smem_desc.encode: the K segment of indices of a tcgen05 matrix descriptor cannot be 1 (bytes 24 to 47) on sm_103a; that needs sm_107f or sm_107a (
define void @f(ptr addrspace(3) %p, ptr %o) {
  %a = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32 128, i32 128, i32 1, i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0)
  store volatile i32 %a, ptr %o
  %b = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf4(i32 256, i32 128, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0)
  store volatile i32 %b, ptr %o
  %c = call i32 @llvm.nvvm.tcgen05.idesc.encode.mxf8f6f4(i32 128, i32 128, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 1)
  store volatile i32 %c, ptr %o
  %d = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) inttoptr (i32 262144 to ptr addrspace(3)), i32 0, i32 0, i32 0, i32 0, i32 2, i32 0)
  store volatile i64 %d, ptr %o
  %e = call i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3) %p, i32 0, i32 0, i32 0, i32 0, i32 2, i32 1)
  store volatile i64 %e, ptr %o
  ret void
}

;--- uses.ll
; Constants in instructions: B of .decompress::lut::b is e4m3, K-major, and M is 128 or 256; sparse
; matrices of four bits have the version v1.
declare void @llvm.nvvm.tcgen05.mma.shared.f8f6f4.decompress_b(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.sp.shared.mxf4.block_scale.block32(ptr addrspace(6), i64, i64, i32, i1, ptr addrspace(6), ptr addrspace(6), ptr addrspace(6), i32, i32)
; CHECK: error: {{.*}}in function lut {{.*}}0x4200410 is not an instruction descriptor for tcgen05.mma.cta_group::1.kind::f8f6f4.decompress::lut::b: the type of B of kind::f8f6f4 must be 0 (e4m3) with .decompress::lut::b, not 1 (e5m2) (PTX ISA 9.4, tcgen05.mma .decompress::lut::b); the dimension M of kind::f8f6f4 must be 128 with .decompress::lut::b.cta_group::1, not 64 (
define ptx_kernel void @lut(ptr addrspace(6) %d, i64 %a, i64 %b, ptr addrspace(6) %lut) {
  call void @llvm.nvvm.tcgen05.mma.shared.f8f6f4.decompress_b(ptr addrspace(6) %d, i64 %a, i64 %b, i32 69207056, i1 true, ptr addrspace(6) %lut, i32 1, i32 0, i32 0)
  call void @llvm.nvvm.tcgen05.mma.shared.f8f6f4.decompress_b(ptr addrspace(6) %d, i64 %a, i64 %b, i32 136314896, i1 true, ptr addrspace(6) %lut, i32 1, i32 0, i32 0)
  ret void
}
; CHECK: error: {{.*}}in function version {{.*}}with the sparsity 1 (sparse) on sm_107a, the sparsity version of kind::mxf4 must be 1 (v1, elements), not 0 (v0, pairs of elements) (
define ptx_kernel void @version(ptr addrspace(6) %d, i64 %a, i64 %b, ptr addrspace(6) %m) {
  call void @llvm.nvvm.tcgen05.mma.sp.shared.mxf4.block_scale.block32(ptr addrspace(6) %d, i64 %a, i64 %b, i32 144704644, i1 true, ptr addrspace(6) %m, ptr addrspace(6) %m, ptr addrspace(6) %m, i32 1, i32 0)
  ret void
}
