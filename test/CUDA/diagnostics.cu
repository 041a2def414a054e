//===-- diagnostics.cu - errors at the line that caused them -------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the chosen PTX version lacks, and an asm label that names no intrinsic; clang shows
// the source.
//
//===----------------------------------------------------------------------===//

// RUN: not %clangxx --cuda-gpu-arch=sm_75 --cuda-feature=+ptx65 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O2 -gline-tables-only -o %t.s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=PLEASE
// RUN: not %clangxx --cuda-gpu-arch=sm_75 --cuda-feature=+ptx65 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O0 -gline-tables-only -o %t.s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=PLEASE
// Without debug information, too.
// RUN: not %clangxx --cuda-gpu-arch=sm_75 --cuda-feature=+ptx65 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O2 -o %t.s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=PLEASE
// RUN: %clangxx --cuda-gpu-arch=sm_75 --cuda-feature=+ptx64 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O2 -DGOOD -o - | FileCheck %s --check-prefix=GOOD

// A name that nobody knows.
// RUN: not %clangxx --cuda-gpu-arch=sm_75 --cuda-feature=+ptx65 -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -I %S/Inputs -S %s -O2 -DUNKNOWN -o %t.s 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=PLEASE

#include "device_only.h"

__device__ void barrier() asm("llvm.nvvm.barrier0");
__device__ void misspelt() asm("llvm.nvvm.barier0");

// GOOD: wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32.satfinite
// GOOD: bar.sync 0;
extern "C" __global__ void removed(float *d, const int *a, const int *b, const float *c) {
  // CHECK: diagnostics.cu:[[#@LINE+1]]:3: error: llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32.satfinite is not supported in PTX ISA 6.5; 6.4 was the last version that had it
  __hmma_m16n16k16_mma_f32f32(d, a, b, c, 1, 1);
  barrier();
}

#ifdef UNKNOWN
extern "C" __global__ void unknown() {
  // UNKNOWN: diagnostics.cu:[[#@LINE+1]]:3: error: llvm.nvvm.barier0 is not an intrinsic of NVPTX
  misspelt();
}
#endif
