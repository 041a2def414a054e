//===-- known-trips.cu - copies of a tile's rows ------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose number of trips is known is unrolled twice as far as LLVM does it. ptxas would unroll
// it further, and compute more addresses.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx --cuda-gpu-arch=sm_90a --cuda-device-only -nocudainc -nocudalib -O3 -S %s -o - | FileCheck %s
// RUN: %clangxx --cuda-gpu-arch=sm_90a --cuda-device-only -nocudainc -nocudalib -O3 -S -mllvm -nvptx-optimize-ordinary-code=0 %s -o - | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: .entry copy(
// CHECK-COUNT-2: ld.shared.v4.b32
// CHECK-NOT:     ld.shared
// CHECK:         ret;
// LLVM-LABEL:  .entry copy(
// LLVM-COUNT-4: ld.shared.b32
// LLVM-NOT:     ld.shared.b32
// LLVM:         ret;
extern "C" __attribute__((global)) void copy(float *to, const float *from, unsigned row) {
  __attribute__((shared)) alignas(16) static float tile[16][8][4];
  tile[row % 16][row / 128][row / 16 % 4] = *from;
  for (unsigned column = 0; column < 64; ++column)
    to[column] = tile[column / 4][row % 8][column % 4];
}
