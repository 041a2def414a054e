//===-- cuda.cu - CUDA C++ by clang 22 with the plug-in -------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plug-in alone, without an SDK and without the configuration file. clang shows the source
// line of messages, takes the checks' options by -mllvm, and prints the remarks that are asked for.
//
//===----------------------------------------------------------------------===//

// REQUIRES: stock-tools
// DEFINE: %{cuda} = %stock-clangxx -fplugin=%plugin -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version \
// DEFINE:   -I %headers -I %root/examples/cuda -Rpass=lines-for-messages -S %s
// RUN: %{cuda} --cuda-gpu-arch=sm_90a -O0 -o - | FileCheck %s
// RUN: %{cuda} --cuda-gpu-arch=sm_90a -O2 -o - | FileCheck %s
// RUN: %{cuda} --cuda-gpu-arch=sm_90a -O2 -g -o %t.ptx && FileCheck %s --input-file=%t.ptx
// Without an SDK, clang chooses PTX 4.2.
// RUN: %{cuda} --cuda-path=%t.none --cuda-gpu-arch=sm_90a --cuda-feature=+ptx80 -O2 -o - | FileCheck %s
// RUN: %if ptxas %{ %ptxas -arch=sm_90a -c %t.ptx -o %t.cubin %}
// RUN: not %{cuda} --cuda-gpu-arch=sm_80 -O2 -o %t.bad.ptx 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: test ! -e %t.bad.ptx
// RUN: not %{cuda} --cuda-gpu-arch=sm_90a -O2 -mllvm -nvptx-wgmma-hazards=error -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HAZARD
// RUN: not %stock-clangxx -fplugin=%plugin -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version \
// RUN:   -I %headers -I %root/examples/cuda --cuda-gpu-arch=sm_90a --cuda-feature=+ptx80 -O2 \
// RUN:   -Rpass=lines-for-messages -fgpu-rdc -foffload-lto --offload-new-driver -c %s -o %t.bc 2>&1 | FileCheck %s --check-prefix=LTO
// RUN: %{cuda} --cuda-gpu-arch=sm_90a -O2 -Rpass=nvptx-mma -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not %{cuda} --cuda-gpu-arch=sm_90a -O2 -DUNKNOWN -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=error:

#include "device_only.h"
#include "nvptx_tensorcore_sync.h"
#include "nvptx_tensorcore_wgmma.h"

using namespace nvptx_tensorcore;
using Tile = wgmma<8, f32, bf16>;

// CHECK: .target sm_90a
// CHECK-LABEL: .entry gemm(
// CHECK: .maxntid 128
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16
// CHECK-NOT: wgmma.mma_async
// CHECK: wgmma.wait_group.sync.aligned{{[[:space:]]+}}0
extern "C" __global__ void __launch_bounds__(128) gemm(Tile::Accumulator *p, MatrixDescriptor a, MatrixDescriptor b) {
  wgmma_fence();
  // TARGET: cuda.cu:[[@LINE-1]]:3: error: {{.*}}is not supported on sm_80; it needs sm_90a
  // TARGET-NEXT: wgmma_fence();
  // TARGET-NEXT: ^
  Tile::Accumulator d = Tile::mma_async({}, a, b, false);
  wgmma_commit_group();
  // LTO: cuda.cu:[[@LINE-2]]:{{[0-9]+}}: error: {{.*}} would be compiled at link time, where clang loads no plug-in; expected a compilation without -foffload-lto
  // REMARK: cuda.cu:[[@LINE-3]]:{{[0-9]+}}: remark: wgmma.mma_async.sync.aligned.m64n8k16{{.*}} [-Rpass=nvptx-mma]
  *p = d;
  // HAZARD: cuda.cu:[[@LINE-1]]:{{[0-9]+}}: error: {{.*}}[-nvptx-wgmma-hazards]
}

__device__ ClusterPointer mapa(SharedPointer, unsigned) asm("llvm.nvvm.mapa.shared.cluster");
// CHECK-LABEL: .entry rank(
// CHECK: mapa.shared::cluster.u64
extern "C" __global__ void rank(unsigned long *p) {
  p[0] = (unsigned long)mapa((SharedPointer)p[1], 1);
}

// A bool in a struct is 8 bits in C++ and one in LLVM.
// CHECK-LABEL: .entry elected(
// CHECK: elect.sync
extern "C" __global__ void elected(int *p) { *p = elect_one(); }

#ifdef UNKNOWN
__device__ void fense() asm("llvm.nvvm.wgmma.fense.sync.aligned");
extern "C" __global__ void unknown() {
  fense();
  // UNKNOWN: cuda.cu:[[@LINE-1]]:3: error: llvm.nvvm.wgmma.fense.sync.aligned is not an intrinsic of NVPTX; did you mean llvm.nvvm.wgmma.fence.sync.aligned?
}

// LLVM 22's verifier would end the compilation.
__device__ float misdeclared(int) asm("llvm.nvvm.mma.m16n8k16.row.col.bf16");
extern "C" __global__ void call(float *p) {
  p[0] = misdeclared(1);
  // UNKNOWN: cuda.cu:[[@LINE-1]]:10: error: llvm.nvvm.mma.m16n8k16.row.col.bf16 is declared with the type float (i32), which is not its signature; it is {
}
#endif
