//===-- undefined-in-cpp.cu - what C++ leaves undefined and nvcc defines ------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in nvcc, device code may access an object by another type, end a function without a return, and
// wait in a loop without an effect.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx --cuda-gpu-arch=sm_80 --cuda-device-only -nocudainc -nocudalib -O2 -S -w %s -o - | FileCheck %s
// RUN: %clangxx --cuda-gpu-arch=sm_80 --cuda-device-only -nocudainc -nocudalib -O2 -S -fstrict-aliasing -fstrict-return -ffinite-loops -w %s -o - | FileCheck %s --check-prefix=STRICT
// RUN: %clangxx --cuda-gpu-arch=sm_80 -nocudainc -nocudalib -O2 -c -### %s 2>&1 | FileCheck %s --check-prefix=JOBS

// The host's compiler is as it was.
// JOBS: "-triple" "nvptx64-nvidia-cuda"{{.*}} "-relaxed-aliasing" {{.*}}"-fno-finite-loops"
// JOBS-NOT: "-relaxed-aliasing"
// JOBS-NOT: "-fno-finite-loops"

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

// CHECK-LABEL: .entry words(
// CHECK: ld.global.b32
// CHECK: st.global.b32
// CHECK: ld.global.b32
// STRICT-LABEL: .entry words(
// STRICT-COUNT-1: ld.global.b32
// STRICT-NOT: ld.global.b32
extern "C" __attribute__((global)) void words(unsigned *fragment, float *value) {
  const unsigned before = fragment[0];
  *value = 1;
  fragment[1] = fragment[0] + before;
}

// CHECK-LABEL: .entry no_return(
// CHECK: bra
// CHECK: st.global.b32 {{.*}}, 0;
// CHECK: ret;
// STRICT-LABEL: .entry no_return(
// STRICT-NOT: bra
// STRICT: ret;
__attribute__((device)) int replaced(int *value) {
  if (*value < 0) {
    *value = 0;
    return 1;
  }
}
extern "C" __attribute__((global)) void no_return(int *value) {
  replaced(value);
}

// CHECK-LABEL: .entry no_end(
// CHECK: ld.global.b32
// CHECK: bra
// CHECK: ret;
// STRICT-LABEL: .entry no_end(
// STRICT-NOT: bra
// STRICT: ret;
extern "C" __attribute__((global)) void no_end(int *flag) {
  while (*flag == 0)
    ;
}
