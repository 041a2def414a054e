//===-- driver-sdk.cu - our clang++ with a CUDA SDK -----------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a .cu file to a program in one command, for several targets, with the SDK's own
// headers, libdevice, ptxas and fatbinary.
//
//===----------------------------------------------------------------------===//

// REQUIRES: cuda-sdk
// RUN: rm -rf "%t with space" && mkdir "%t with space" && cd "%t with space"
// RUN: %clangxx -Werror -Wall --cuda-gpu-arch=sm_90a,sm_100a --cuda-gpu-arch=sm_120f -O2 -save-temps %S/Inputs/program.cu -o program -L%cuda/lib64 -lcudart_static -ldl -lrt -pthread 2>&1 | count 0
// RUN: ./program | FileCheck %s
// RUN: %python %S/Inputs/fatbin.py program.cu-cuda-nvptx64-nvidia-cuda.fatbin | sort | FileCheck %s --check-prefix=IMAGES
// CHECK:       {{the answer is 42|no answer: .*[dD]}}
// IMAGES:      elf sm_100a
// IMAGES-NEXT: elf sm_120f
// IMAGES-NEXT: elf sm_90a
// IMAGES-NEXT: ptx sm_100a
// IMAGES-NEXT: ptx sm_120f
// IMAGES-NEXT: ptx sm_90a

// libdevice's cosf asks for the target.
// RUN: FileCheck %s --check-prefix=PTX --input-file program-cuda-nvptx64-nvidia-cuda-sm_100a.s
// PTX:     .target sm_100a
// PTX:     cvt.rni.s32.f32
// PTX-NOT: call

// Without an optimiser, with debug information, PTX only for one of them.
// RUN: %clangxx -Werror -Wall --cuda-gpu-arch=sm_100a,sm_103f,sm_88 --no-cuda-include-ptx=all --cuda-include-ptx=sm_88 -O0 -g -save-temps -c %S/Inputs/program.cu -o debug.o
// RUN: %python %S/Inputs/fatbin.py program.cu-cuda-nvptx64-nvidia-cuda.fatbin | sort | FileCheck %s --check-prefix=DEBUG
// DEBUG:      elf sm_100a
// DEBUG-NEXT: elf sm_103f
// DEBUG-NEXT: elf sm_88
// DEBUG-NEXT: ptx sm_88
// DEBUG-NOT:  {{.}}

// ptxas' errors, and its options.
// RUN: not %clangxx --cuda-gpu-arch=sm_100a -DWRONG --cuda-device-only -c %s -o wrong.o 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not ls wrong.o
// RUN: %clangxx --cuda-gpu-arch=sm_100a -O2 -Xcuda-ptxas -v --cuda-device-only -c %s -o right.o 2>&1 | FileCheck %s --check-prefix=VERBOSE
// WRONG:   ptxas {{.*}}error
// WRONG:   clang++: error: ptxas command failed with exit code 255
// VERBOSE: ptxas info {{.*}} Compiling entry function {{.*}} for 'sm_100a'

// Headers of the SDK that go by the target, CCCL's among them; our own without -I.
#include <cooperative_groups.h>
#include <cuda/std/array>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <nvptx_tensorcore_wgmma.h>

__global__ void kernel(float *p, __nv_fp8_storage_t *q) {
#if defined(__CUDA_ARCH__) &&                                                                 \
    (__CUDA_ARCH_FAMILY_SPECIFIC__ != 1000 || !__CUDA_ARCH_HAS_FEATURE__(SM100_ALL))
#error not sm_100a
#endif
  cuda::std::array<float, 2> a = {p[0], sinf(p[1])};
  *q = __nv_cvt_float_to_fp8(a[0], __NV_SATFINITE, __NV_E4M3);
  cooperative_groups::this_thread_block().sync();
  cooperative_groups::this_cluster().sync();
  p[2] = a[1];
#ifdef WRONG
  asm volatile("no.such.instruction;");
#endif
}
