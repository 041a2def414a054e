//===-- sarif-codes.cu - codes in clang's SARIF log -------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of this project's diagnostics are its codes, and those of clang's own are clang's numbers. Each
// result has its own rule, and a check that is off has none.
//
//===----------------------------------------------------------------------===//

// RUN: not %clangxx --cuda-gpu-arch=sm_80 --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -O1 -S %s -o %t.ptx -fdiagnostics-format=sarif 2>%t.txt
// RUN: %python %S/Inputs/print_sarif.py %t.txt | FileCheck %s
// RUN: %clangxx --cuda-gpu-arch=sm_80 --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -O1 -S %s -o %t.ptx -fdiagnostics-format=sarif -mllvm -nvptx-legality=off -DLEGAL 2>%t.off.txt
// RUN: %python %S/Inputs/print_sarif.py %t.off.txt | FileCheck %s --check-prefix=OFF --implicit-check-not=NVPTX

// CHECK: warning [[NUMBER:[0-9]+]] unused variable 'first'
// CHECK-NEXT: error NVPTX-intrinsic-name llvm.nvvm.wgmma.fense is not an intrinsic
// CHECK-NEXT: error NVPTX-legality-target llvm.nvvm.wgmma.fence.sync.aligned is not supported on sm_80{{.*}} intrinsic needs_ptx needs_targets option ptx
// CHECK-NEXT: rules [[NUMBER]] NVPTX-intrinsic-name NVPTX-legality-target
// OFF: warning {{[0-9]+}} unused variable 'first'
// OFF-NEXT: rules {{[0-9]+}}

__attribute__((device)) void misspelt() asm("llvm.nvvm.wgmma.fense");
__attribute__((global)) void kernel() {
#pragma clang diagnostic warning "-Wunused-variable"
  int first;
  asm volatile("wgmma.fence.sync.aligned;");
#ifndef LEGAL
  misspelt();
#endif
}
