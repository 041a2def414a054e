//===-- macros-of-one-letter.cu - sizes given by -D -------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc takes sizes as -DN=128. The headers that clang includes before the user's have parameters of
// these names; the user's code has the macros, and none that nobody defines.
//
//===----------------------------------------------------------------------===//

// REQUIRES: cuda-sdk
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only -O2 -S -Wall -Werror --cuda-gpu-arch=sm_80 -DM=16 -DN=128 -DK=64 -DT=float %s -o - | FileCheck %s
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_80 -Wall -Werror -DM=16 -DN=128 -DK=64 -DT=float -c %s -o %t.o

// CHECK: .entry sizes(
// CHECK: st.global.b32 [{{%rd[0-9]+}}], 131088;
extern "C" __global__ void sizes(int *p) {
  *p = sizeof(T[N][K][4]) + M;
}

#ifdef B
#error "nobody defines it"
#endif
