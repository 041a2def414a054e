//===-- driver-names.cu - which target the errors name --------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target that was asked for, not the one that stands in for it in clang's front end; and
// where none was asked for, one note says so.
//
//===----------------------------------------------------------------------===//

// RUN: not %clangxx --cuda-gpu-arch=sm_100a --cuda-device-only -nocudainc -nocudalib -S %s -o %t.s 2>&1 | FileCheck %s --check-prefixes=CHECK,LAST -DTARGET=sm_100a --implicit-check-not="for sm_90a" --implicit-check-not=note:
// RUN: not %clangxx --cuda-gpu-arch=sm_100a --cuda-device-only -nocudainc -nocudalib -DSYNTAX -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=LAST -DTARGET=sm_100a
// RUN: not %clangxx --cuda-gpu-arch=sm_90,sm_120f --cuda-device-only -nocudainc -nocudalib -S %s 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not %clangxx --cuda-device-only -nocudainc -nocudalib -S %s -o %t.s 2>&1 | FileCheck %s --check-prefixes=CHECK,LAST,NONE -DTARGET=sm_52
// A header of CUDA that -nocudainc leaves out is named; one that is not there is not.
// RUN: echo '#include <cuda_bf16.h>' >%t.sdk.cu
// RUN: not %clangxx --cuda-gpu-arch=sm_90a --cuda-device-only -nocudainc -nocudalib -S %t.sdk.cu -o %t.s 2>&1 | FileCheck %s --check-prefix=SDK
// RUN: sed 's/cuda_bf16/my_bf16/' %t.sdk.cu >%t.my.cu
// RUN: not %clangxx --cuda-gpu-arch=sm_90a --cuda-device-only -nocudainc -nocudalib -S %t.my.cu -o %t.s 2>&1 | FileCheck %s --check-prefix=MY --implicit-check-not=note:
// SDK: fatal error: 'cuda_bf16.h' file not found
// SDK: clang++: note: {{.*}}.sdk.cu includes a header of CUDA, which -nocudainc leaves out; nvptx_tensorcore_device.h has
// MY: fatal error: 'my_bf16.h' file not found
// What compiles says nothing, and is the same PTX.
// RUN: %clangxx --cuda-device-only -nocudainc -nocudalib -DGOOD -S %s -o %t.s 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=PTX --input-file %t.s

// CHECK: error: llvm.nvvm.wgmma.fence.sync.aligned is not supported on [[TARGET]]; it needs sm_90a
// LAST: 1 error generated when compiling for [[TARGET]].
// NONE-NEXT: clang++: note: no --cuda-gpu-arch= was given; clang's default is sm_52

// BOTH: 1 error generated when compiling for sm_120f.
// PTX: .target sm_52

#include <nvptx_tensorcore.h>

extern "C" __global__ void k() {
#ifdef SYNTAX
  undeclared();
#elif !defined(GOOD)
  nvptx_tensorcore::wgmma_fence();
#endif
}
