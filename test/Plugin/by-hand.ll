;===-- by-hand.ll - the plug-in in the stock tools ----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; llc, opt and clang of LLVM 22 with the plug-in loaded on the command line: -load and
; -load-pass-plugin, -Xclang -load, -fplugin and -fpass-plugin; opt with the flags of NVPTX passes too.
;
;===----------------------------------------------------------------------===;

; REQUIRES: stock-tools
; UNSUPPORTED: sanitized
; RUN: %stock-llc -load %plugin -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %s -o - | FileCheck %s
; RUN: not %stock-llc -load %plugin -mtriple=nvptx64 -mcpu=sm_75 -verify-machineinstrs %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: %stock-llc -load-pass-plugin=%plugin -mtriple=nvptx64 -mcpu=sm_100a -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %stock-opt -load %plugin -mtriple=nvptx64 -O2 -S %s | FileCheck %s --check-prefix=OPT
; RUN: %stock-opt -load %plugin -mtriple=nvptx64 -mcpu=sm_80 -passes=nvptx-mma-attributes -S %s | FileCheck %s --check-prefix=OPT
; RUN: %stock-opt -load-pass-plugin=%plugin -mtriple=nvptx64 -O2 -S %s | FileCheck %s --check-prefix=OPT
; RUN: %stock-opt -load %plugin -mtriple=nvptx64-nvidia-cuda -mcpu=sm_80 -nvptx-lower-args -S %s | FileCheck %s --check-prefix=LOWERED
; RUN: %opt -mtriple=nvptx64-nvidia-cuda -mcpu=sm_80 -nvptx-lower-args -S %s | FileCheck %s --check-prefix=LOWERED
; RUN: %stock-clangxx -Wno-override-module -Wno-unknown-cuda-version --target=nvptx64-nvidia-cuda -march=sm_80 -Xclang -load -Xclang %plugin \
; RUN:   -S %s -o - | FileCheck %s --check-prefix=CLANG
; RUN: %stock-clangxx -Wno-override-module -Wno-unknown-cuda-version --target=nvptx64-nvidia-cuda -march=sm_80 -fplugin=%plugin \
; RUN:   -S %s -o - | FileCheck %s --check-prefix=CLANG
; RUN: %stock-clangxx -Wno-override-module -Wno-unknown-cuda-version --target=nvptx64-nvidia-cuda -march=sm_80 -fpass-plugin=%plugin \
; RUN:   -S %s -o - | FileCheck %s --check-prefix=CLANG
; RUN: not %stock-clangxx -Wno-override-module -Wno-unknown-cuda-version --target=nvptx64-nvidia-cuda -march=sm_75 -fplugin=%plugin \
; RUN:   -S %s -o %t.s 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: %stock-llc -load %plugin -mtriple=x86_64 -verify-machineinstrs %S/Inputs/host.ll -o - | FileCheck %S/Inputs/host.ll

; CHECK: .target sm_100a
; CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
; CLANG: .target sm_80
; CLANG: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
; ERROR: error: {{.*}}llvm.nvvm.mma.m16n8k16.row.col.bf16 is not supported on sm_75; it needs sm_80 or higher
; OPT: call {{.*}}@llvm.nvvm.mma.m16n8k16.row.col.bf16({{.*}}) #[[A:[0-9]+]]
; OPT: attributes #[[A]] = { convergent nocallback nofree nounwind willreturn memory(none) }
; LOWERED: load i32, ptr addrspace(101)

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)

define float @f(i32 %a, float %c) {
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %c, float %c, float %c, float %c)
  %e = extractvalue { float, float, float, float } %r, 0
  ret float %e
}

define void @kernel(ptr byval(i32) %n, ptr %p) {
  %v = load i32, ptr %n
  store i32 %v, ptr %p
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
