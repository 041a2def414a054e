//===-- tensor-memory-waits.cu - waits behind functions and variables ---------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and waits in functions that are inlined, values in variables: readers stay behind the
// wait, though the loop does not change what they compute; a warning of the kernel that lacks one,
// where clang shows the line.
//
//===----------------------------------------------------------------------===//

// DEFINE: %{compile} = %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -Wno-unknown-cuda-version -g1 -S \
// DEFINE:   -Xclang -target-feature -Xclang +sm_100a -Xclang -target-feature -Xclang +ptx86 %s
// RUN: %{compile} -O1 -o %t.ptx 2>%t.txt && FileCheck %s --input-file %t.ptx && FileCheck %s --check-prefix=FOUND --input-file %t.txt
// RUN: %{compile} -O3 -o %t.ptx 2>%t.txt && FileCheck %s --input-file %t.ptx && FileCheck %s --check-prefix=FOUND --input-file %t.txt
// In memory, nobody knows who reads what:
// RUN: %{compile} -O0 -o %t.ptx 2>&1 | count 0

typedef unsigned Registers __attribute__((ext_vector_type(4)));
using TensorMemory = __attribute__((address_space(6))) char *;

extern "C" __attribute__((device)) Registers load4(TensorMemory, bool)
    asm("llvm.nvvm.tcgen05.ld.32x32b.x4");
extern "C" __attribute__((device)) void wait_ld() asm("llvm.nvvm.tcgen05.wait.ld");

__attribute__((device)) inline Registers load(TensorMemory T) { return load4(T, false); }
__attribute__((device)) inline void wait() { wait_ld(); }

// FOUND-NOT: warning:
// FOUND:     tensor-memory-waits.cu:[[#@LINE+19]]:{{.*}}: warning: inserted a tcgen05.wait: what llvm.nvvm.tcgen05.ld.32x32b.x4 (line [[#@LINE-4]]) loads is read before tcgen05.wait::ld
// FOUND-NOT: warning:

// CHECK-LABEL: .entry waits(
// CHECK:     tcgen05.ld
// CHECK-NOT: mul.lo
// CHECK:     tcgen05.wait::ld.sync.aligned;
// CHECK:     mul.lo
extern "C" __attribute__((global)) void waits(TensorMemory T, unsigned *P, int N) {
  Registers Loaded = load(T);
  for (int I = 0; I < N; ++I) {
    wait();
    Registers Squares = Loaded * Loaded;
    P[I] = Squares.x + Squares.w;
  }
}

extern "C" __attribute__((global)) void reads(TensorMemory T, unsigned *P) {
  Registers Loaded = load(T);
  P[0] = Loaded.y;
  wait();
}
