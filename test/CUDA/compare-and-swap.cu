// CUDA's atomicCAS is relaxed, also where clang's builtin is not: no fence, and no order.

// REQUIRES: cuda-sdk
// RUN: %clangxx --cuda-gpu-arch=sm_90 --cuda-device-only -O2 -S %s -o - | FileCheck %s
// RUN: %clangxx --cuda-gpu-arch=sm_60 --cuda-device-only -O2 -S -Wno-deprecated %s -o - | FileCheck %s --check-prefix=SM60

// CHECK-LABEL: .entry swaps(
// CHECK-NOT:   fence
// CHECK-COUNT-2: atom.relaxed.sys.{{(global\.)?}}cas.b32
// CHECK:       atom.relaxed.sys.{{(global\.)?}}cas.b64
// SM60-LABEL:  .entry swaps(
// SM60-NOT:    membar
// SM60:        atom.sys.{{(global\.)?}}cas.b32
extern "C" __global__ void swaps(int *I, unsigned *U, unsigned long long *L) {
  *I = atomicCAS(I + 1, 2, 3);
  *U = atomicCAS(U + 1, 2u, 3u);
  *L = atomicCAS(L + 1, 2ull, 3ull);
}

// The builtin itself is clang's.
// CHECK-LABEL: .entry builtin(
// CHECK:       fence.sc.sys;
// CHECK:       atom.acquire.sys.{{(global\.)?}}cas.b32
extern "C" __global__ void builtin(int *I) { *I = __nvvm_atom_cas_gen_i(I + 1, 2, 3); }
