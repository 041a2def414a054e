//===-- nvcc-math.cu - nvcc's options about numbers, and its float2 ---------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// REQUIRES: cuda-sdk
// DEFINE: %{ours} = %clangxx --cuda-path=%cuda --cuda-device-only -Wall -Werror -O2 -S %s -o -
// RUN: %{ours} --cuda-gpu-arch=sm_90 | FileCheck %s --check-prefixes=CHECK,EXACT
// RUN: %{ours} --cuda-gpu-arch=sm_90 --use_fast_math | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: %{ours} --cuda-gpu-arch=sm_90 -use_fast_math -prec-div=true | FileCheck %s --check-prefixes=CHECK,MIXED
// RUN: %{ours} --cuda-gpu-arch=sm_90 -prec-div=false --prec-sqrt=false -fmad=false -ftz=false | FileCheck %s --check-prefixes=CHECK,SINGLE
// RUN: %{ours} --cuda-gpu-arch=sm_100a | FileCheck %s --check-prefix=PACKED
// RUN: %{ours} --cuda-gpu-arch=sm_100a -ftz=true | FileCheck %s --check-prefix=FLUSHED
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_100a,sm_90 --use_fast_math -Wall -Werror -c %s -o %t.o
// RUN: not %{ours} --cuda-gpu-arch=sm_90 -ftz=maybe 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: %{ours} -arch=sm_90 --expt-relaxed-constexpr --extended-lambda | FileCheck %s --check-prefixes=CHECK,EXACT
// RUN: %{ours} -gencode arch=compute_90,code=[sm_90,compute_90] -gencode=arch=compute_90,code=sm_90 | FileCheck %s --check-prefixes=CHECK,EXACT
// RUN: %clangxx --cuda-path=%cuda -gencode=arch=compute_90,code=sm_90 --generate-code arch=compute_100a,code=sm_100a -Xptxas -O1 -Xptxas=-w -lineinfo -O2 -### -c %s 2>&1 | FileCheck %s --check-prefix=OPTIONS
// OPTIONS-DAG: ptxas{{.*}}"-lineinfo"{{.*}}"--gpu-name" "sm_90"{{.*}}"-O1" "-w"
// OPTIONS-DAG: ptxas{{.*}}"-lineinfo"{{.*}}"--gpu-name" "sm_100a"{{.*}}"-O1" "-w"
// RUN: %clangxx --cuda-path=%cuda -arch=sm_90 -dc -res-usage -Xcompiler -fPIC,-Wall -Xcompiler "-g -Wextra" --diag-suppress 20012 -Xcudafe --diag_suppress=177 -diag-suppress=186 --threads 4 --extra-device-vectorization -O2 -### %s 2>&1 | FileCheck %s --check-prefix=BUILD
// BUILD: "-triple" "nvptx64-{{.*}}"-O2"
// BUILD-NOT: "-Wall"
// BUILD-SAME: "-fgpu-rdc"
// BUILD: ptxas{{.*}}"-v"
// BUILD: "-triple" "x86_64-{{.*}}"-pic-level"{{.*}}"-debug-info-kind={{.*}}"-Wall" "-Wextra"{{.*}}"-fgpu-rdc"
// RUN: %clangxx --cuda-path=%cuda -arch=sm_90 -Xlinker --threads=4 -### %s 2>&1 | FileCheck %s --check-prefix=LINKER
// LINKER: "--threads=4"
// RUN: not %clangxx --cuda-path=%cuda -arch=sm_90 -c %s -Xcompiler 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: the value of -Xcompiler is missing
// RUN: not %{ours} -arch=compute_90 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: 'compute_90' names no target sm_NN
// VALUE: error: the value of -ftz=maybe is not known; it is true or false

// CHECK-LABEL: .entry numbers(
// EXACT:      div.rn.f32
// EXACT:      fma.rn.f32
// FAST:       div.approx.ftz.f32
// FAST:       sqrt.approx.ftz.f32
// FAST:       fma.rn.ftz.f32
// FAST:       sin.approx.ftz.f32
// MIXED:      div.rn.ftz.f32
// SINGLE:     div.full.f32
// SINGLE:     mul{{(.rn)?}}.f32
// SINGLE:     add{{(.rn)?}}.f32
extern "C" __global__ void numbers(float *p) {
  p[0] = p[1] / p[2];
  p[3] = sqrtf(p[4]);
  p[5] = p[6] * p[7] + p[8];
  p[9] = sinf(p[10]);
}

// Each function that nvcc has an approximation of.
// CHECK-LABEL: .entry transcendental(
// EXACT:      bra
// SINGLE:     bra
// FAST-NEXT:  .param
// FAST-NOT:   bra
// FAST-NOT:   fma
// FAST-DAG:   tanh.approx.f32
// FAST-DAG:   ex2.approx.ftz.f32
// FAST-DAG:   lg2.approx.ftz.f32
// FAST-DAG:   div.approx.ftz.f32
// FAST:       ret
extern "C" __global__ void transcendental(float *p) {
  p[0] = tanhf(p[0]);
  p[1] = std::tanh(p[1]);
  p[2] = expf(p[2]);
  p[3] = exp10f(p[3]);
  p[4] = log10f(p[4]);
  p[5] = powf(p[5], p[6]);
  p[6] = tanf(p[7]);
  p[7] = __tanhf(p[8]);
}

// CHECK-LABEL: .entry packed(
// CHECK-COUNT-2: add.rn.{{(ftz.)?}}f32
// CHECK-COUNT-2: fma.rz.{{(ftz.)?}}f32
// CHECK-COUNT-2: mul.rp.{{(ftz.)?}}f32
// PACKED-LABEL: .entry packed(
// PACKED:       add.rn.f32x2
// PACKED:       fma.rz.f32x2
// PACKED:       mul.rp.f32x2
// FLUSHED-LABEL: .entry packed(
// FLUSHED:       add.rn.ftz.f32x2
// FLUSHED:       fma.rz.ftz.f32x2
// FLUSHED:       mul.rp.ftz.f32x2
extern "C" __global__ void packed(float2 *p) {
  p[0] = __fadd2_rn(p[1], p[2]);
  p[3] = __ffma2_rz(p[4], p[5], p[6]);
  p[7] = __fmul2_ru(p[8], p[9]);
}
