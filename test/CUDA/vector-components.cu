//===-- vector-components.cu - components of a vector by index ---------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// (&v.x)[i] reads what was written to v.y, as in nvcc: the store is not removed.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx --cuda-gpu-arch=sm_80 --cuda-device-only -nocudainc -nocudalib -O2 -S %s -o - | FileCheck %s

struct alignas(16) Pair {
  unsigned long long x, y;
};

// CHECK-LABEL: .entry component(
// CHECK: ld.param.b64 [[Y:%rd[0-9]+]], [component_param_1];
// CHECK: st.local.b64 {{.*}}, [[Y]];
extern "C" __attribute__((global)) void component(Pair *p, unsigned long long y, int i) {
  Pair v = p[1];
  v.y = y;
  p[0].x = (&v.x)[i];
}
