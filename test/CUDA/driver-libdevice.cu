//===-- driver-libdevice.cu - the target as libdevice sees it -------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang links it for the stand-in; what it asks is answered for the target. With our
// clang++, and with clang's own driver by hand. The SDK is a mock.
//
//===----------------------------------------------------------------------===//

// RUN: rm -rf %t && mkdir %t
// RUN: llvm-as %S/Inputs/libdevice.ll -o %t/libdevice.bc
// RUN: %python %S/Inputs/mock_sdk.py %t/sdk 13.0 --libdevice %t/libdevice.bc
// RUN: %clangxx --cuda-path=%t/sdk -nocudainc --cuda-gpu-arch=sm_100a --cuda-device-only -O2 -S %s -o - | FileCheck %s --check-prefixes=CHECK,DRIVER -DTARGET=sm_100a -DARCH=1000
// RUN: %clangxx --cuda-path=%t/sdk -nocudainc --cuda-gpu-arch=sm_100a --cuda-device-only -O0 -S %s -o - | FileCheck %s --check-prefixes=CHECK,DRIVER -DTARGET=sm_100a -DARCH=1000
// RUN: %clangxx --cuda-path=%t/sdk -nocudainc --cuda-gpu-arch=sm_121f --cuda-device-only -O2 -S %s -o - | FileCheck %s --check-prefixes=CHECK,DRIVER -DTARGET=sm_121f -DARCH=1210
// RUN: %clangxx --cuda-path=%t/sdk -nocudainc --cuda-gpu-arch=sm_90a --cuda-device-only -O2 -S %s -o - | FileCheck %s --check-prefixes=CHECK,DRIVER -DTARGET=sm_90a -DARCH=900
// RUN: %if stock-tools %{ %if sanitized %{ true %} %else %{ %stock-clangxx -fplugin=%plugin --cuda-path=%t/sdk -nocudainc -Wno-unknown-cuda-version --cuda-gpu-arch=sm_100 --cuda-feature=+ptx88 -Xclang -target-feature -Xclang +sm_100f --cuda-device-only -O2 -S %s -o - | FileCheck %s -DTARGET=sm_100f -DARCH=1000 %} %}

// CHECK: .target [[TARGET]]
// DRIVER-DAG: arch = [[ARCH]];
// CHECK-DAG: .visible .func {{.*}}asked(
// CHECK-DAG: {{mov|st}}.{{.*}}[[ARCH]];

#define __device__ __attribute__((device))
extern "C" __device__ int __nv_arch();
#ifdef __CUDA_ARCH__
extern "C" __device__ __attribute__((used)) int arch = __CUDA_ARCH__;
#endif
extern "C" __device__ int asked() { return __nv_arch(); }
