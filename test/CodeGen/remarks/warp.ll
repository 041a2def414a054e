;===-- warp.ll - remarks on instructions of a warp ------------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM's own options ask for them. What is an argument has a key in the record.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_80 -verify-machineinstrs -pass-remarks=nvptx-mma -pass-remarks-analysis=nvptx-mma %s -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %llc -O0 -mcpu=sm_80 -verify-machineinstrs -pass-remarks=nvptx-mma -pass-remarks-analysis=nvptx-mma %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %llc -mcpu=sm_80 -pass-remarks-analysis=nvptx-mma %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SUMMARY --implicit-check-not=remark:
; RUN: %llc -mcpu=sm_80 -pass-remarks-output=%t.yaml -pass-remarks-filter=nvptx-mma %s -o %t.yaml.ptx 2>&1 | count 0
; RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml
; RUN: %llc -mcpu=sm_80 %s -o %t.off.ptx 2>&1 | count 0
; RUN: %llc -mcpu=sm_80 -pass-remarks=other -pass-remarks-analysis=other %s -o /dev/null 2>&1 | count 0
; RUN: diff %t.off.ptx %t.ptx
; RUN: diff %t.off.ptx %t.yaml.ptx

target triple = "nvptx64-nvidia-cuda"

declare {float, float, float, float} @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))

; CHECK: remark: gemm.cu:7:3: ldmatrix.sync.aligned.m8n8.x4.shared.b16: LDMATRIX_B32x4, MMA descriptor 0x[[LOAD:[0-9A-F]+]]{{$}}
; CHECK: remark: gemm.cu:8:5: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32: HMMA_MMA_F32x4_B32x4_B32x2_F32x4, 2048 multiply-adds (m16n8k16), MMA descriptor 0x48014A1204070700{{$}}
; CHECK: remark: gemm.cu:9:5: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32: HMMA_MMA_F32x4_B32x4_B32x2_F32x4, 2048 multiply-adds (m16n8k16), MMA descriptor 0x48014A1204070700{{$}}
; CHECK: remark: gemm.cu:5:0: gemm: 3 tensor-core instructions, 4096 multiply-adds if each is executed once{{$}}
; CHECK: remark: <unknown>:0:0: ldmatrix.sync.aligned.m8n8.x4.shared.b16: LDMATRIX_B32x4, MMA descriptor 0x[[LOAD]]{{$}}
; CHECK: remark: <unknown>:0:0: loads: 1 tensor-core instruction, 0 multiply-adds if each is executed once{{$}}

; SUMMARY: remark: gemm.cu:5:0: gemm: 3 tensor-core instructions, 4096
; SUMMARY: remark: <unknown>:0:0: loads: 1 tensor-core instruction, 0

; YAML:      --- !Passed
; YAML-NEXT: Pass:            nvptx-mma
; YAML-NEXT: Name:            MMASelected
; YAML-NEXT: DebugLoc:        { File: gemm.cu, Line: 7, Column: 3 }
; YAML-NEXT: Function:        gemm
; YAML-NEXT: Args:
; YAML-NEXT:   - Instruction:     ldmatrix.sync.aligned.m8n8.x4.shared.b16
; YAML-NEXT:   - String:          ': '
; YAML-NEXT:   - Opcode:          LDMATRIX_B32x4
; YAML-NEXT:   - String:          ', MMA descriptor '
; YAML-NEXT:   - Descriptor:      '0x{{[0-9A-F]+}}'
; YAML-NEXT:   - String:          '; registers of D: '
; YAML-NEXT:   - RegistersD:      '4'
; YAML-NEXT: ...
; YAML:      DebugLoc:        { File: gemm.cu, Line: 8, Column: 5 }
; YAML-NEXT: Function:        gemm
; YAML-NEXT: Args:
; YAML-NEXT:   - Instruction:     mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
; YAML-NEXT:   - String:          ': '
; YAML-NEXT:   - Opcode:          HMMA_MMA_F32x4_B32x4_B32x2_F32x4
; YAML-NEXT:   - String:          ', '
; YAML-NEXT:   - MultiplyAdds:    '2048'
; YAML-NEXT:   - String:          ' multiply-adds ('
; YAML-NEXT:   - Shape:           m16n8k16
; YAML-NEXT:   - String:          ')'
; YAML-NEXT:   - String:          ', MMA descriptor '
; YAML-NEXT:   - Descriptor:      '0x48014A1204070700'
; YAML-NEXT:   - String:          '; registers of D: '
; YAML-NEXT:   - RegistersD:      '4'
; YAML-NEXT:   - String:          '; registers of A: '
; YAML-NEXT:   - RegistersA:      '4'
; YAML-NEXT:   - String:          '; registers of B: '
; YAML-NEXT:   - RegistersB:      '2'
; YAML-NEXT:   - String:          '; registers of C: '
; YAML-NEXT:   - RegistersC:      '4'
; YAML-NEXT: ...
; YAML:      --- !Analysis
; YAML-NEXT: Pass:            nvptx-mma
; YAML-NEXT: Name:            MMASummary
; YAML-NEXT: DebugLoc:        { File: gemm.cu, Line: 5, Column: 0 }
; YAML-NEXT: Function:        gemm
; YAML-NEXT: Args:
; YAML-NEXT:   - String:          gemm
; YAML-NEXT:   - String:          ': '
; YAML-NEXT:   - Instructions:    '3'
; YAML-NEXT:   - String:          ' tensor-core instructions, '
; YAML-NEXT:   - MultiplyAdds:    '4096'
; YAML-NEXT:   - String:          ' multiply-adds if each is executed once'
; YAML-NEXT: ...
define {float, float, float, float} @gemm(ptr addrspace(3) %p, float %c) !dbg !4 {
  %a = call {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p), !dbg !6
  %a0 = extractvalue {i32, i32, i32, i32} %a, 0
  %a1 = extractvalue {i32, i32, i32, i32} %a, 1
  %a2 = extractvalue {i32, i32, i32, i32} %a, 2
  %a3 = extractvalue {i32, i32, i32, i32} %a, 3
  %d = call {float, float, float, float} @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a0, i32 %a1, float %c, float %c, float %c, float %c), !dbg !7
  %d0 = extractvalue {float, float, float, float} %d, 0
  %e = call {float, float, float, float} @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a2, i32 %a3, float %d0, float %d0, float %d0, float %d0), !dbg !8
  ret {float, float, float, float} %e
}

define {i32, i32, i32, i32} @loads(ptr addrspace(3) %p) {
  %r = call {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %p)
  ret {i32, i32, i32, i32} %r
}

; Nothing is said of functions without any.
; YAML-NOT: Function:        other
define i32 @other(i32 %a) {
  %r = mul i32 %a, 3
  ret i32 %r
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "gemm.cu", directory: "")
!2 = !DISubroutineType(types: !{})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "gemm", file: !1, line: 5, scopeLine: 5, type: !2, unit: !0)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !DILocation(line: 8, column: 5, scope: !4)
!8 = !DILocation(line: 9, column: 5, scope: !4)
