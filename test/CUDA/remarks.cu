//===-- remarks.cu - remarks and comments on tensor-core instructions ----===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's own options show them at the source line, without -g too, for targets that clang
// knows and for those that it does not; and write them into a record.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx --cuda-gpu-arch=sm_80 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O2 -Rpass=nvptx-mma -Rpass-analysis=nvptx-mma -o %t.80.ptx 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %clangxx --cuda-gpu-arch=sm_100a -x cuda --cuda-device-only -nocudainc -nocudalib -I %S/Inputs -S %s -O0 -Rpass=nvptx-mma -Rpass-analysis=nvptx-mma -o %t.100.ptx 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %clangxx --cuda-gpu-arch=sm_100a -x cuda --cuda-device-only -nocudainc -nocudalib -I %S/Inputs -S %s -O2 -fsave-optimization-record -foptimization-record-file=%t.yaml -mllvm -nvptx-mma-comments -o %t.commented.ptx 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.commented.ptx
// RUN: %clangxx --cuda-gpu-arch=sm_80 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O2 -o %t.off.ptx 2>&1 | count 0
// RUN: diff %t.off.ptx %t.80.ptx

#include "device_only.h"

struct Registers {
  float c0, c1, c2, c3;
};
__device__ Registers multiply(int, int, int, int, int, int, float, float, float, float) asm("llvm.nvvm.mma.m16n8k16.row.col.bf16");

extern "C" __global__ void kernel(float *p, int a, float c) {
  // CHECK: remarks.cu:[[#@LINE+4]]:17: remark: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32: HMMA_MMA_F32x4_B32x4_B32x2_F32x4, 2048 multiply-adds (m16n8k16), MMA descriptor 0x48014A1204070700 [-Rpass=nvptx-mma]
  // CHECK: remarks.cu:[[#@LINE-2]]:{{[0-9]+}}: remark: kernel: 1 tensor-core instruction, 2048 multiply-adds if each is executed once [-Rpass-analysis=nvptx-mma]
  // YAML: Name:            MMASelected
  // YAML-NEXT: DebugLoc:        { File: '{{.*}}remarks.cu', Line: [[#@LINE+1]], Column: 17 }
  Registers d = multiply(a, a, a, a, a, a, c, c, c, c);
  *p = d.c0 + d.c1 + d.c2 + d.c3;
}
// PTX: // HMMA_MMA_F32x4_B32x4_B32x2_F32x4, MMA descriptor 0x48014A1204070700, m16n8k16: 2048 multiply-adds
// PTX-NEXT: mma.sync.aligned.m16n8k16
