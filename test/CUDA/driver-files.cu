//===-- driver-files.cu - the files that our clang++ for CUDA makes -------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are clang's, with the targets' own names in them. The SDK is a mock: its ptxas and
// fatbinary write down how they were called.
//
//===----------------------------------------------------------------------===//

// RUN: rm -rf %t && mkdir -p "%t/with space/tmp" %t/out && cd %t/out
// RUN: %python %S/Inputs/mock_sdk.py "%t/with space/sdk" 13.0
// RUN: cp %s "%t/with space/a file.cu" && cp %s b.cu

// Device only: a file for each target, or one by name.
// RUN: env "TMPDIR=%t/with space/tmp" %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a,sm_120,sm_80 -nocudainc -nocudalib --cuda-device-only -S "%t/with space/a file.cu"
// RUN: ls | FileCheck %s --check-prefix=PTX --match-full-lines
// RUN: FileCheck %s --check-prefix=SM100A --input-file "a file-cuda-nvptx64-nvidia-cuda-sm_100a.s"
// RUN: FileCheck %s --check-prefix=SM80 --input-file "a file-cuda-nvptx64-nvidia-cuda-sm_80.s"
// PTX:      a file-cuda-nvptx64-nvidia-cuda-sm_100a.s
// PTX-NEXT: a file-cuda-nvptx64-nvidia-cuda-sm_120.s
// PTX-NEXT: a file-cuda-nvptx64-nvidia-cuda-sm_80.s
// PTX-NEXT: b.cu
// SM100A:   .version 9.0
// SM100A:   .target sm_100a
// SM100A:   arch = 1000;
// SM80:     .version 9.0
// SM80:     .target sm_80
// SM80:     arch = 800;
// RUN: rm *.s
// RUN: %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a -nocudainc -nocudalib --cuda-device-only -c b.cu -o one.cubin
// RUN: FileCheck %s --check-prefix=CUBIN --input-file one.cubin
// CUBIN:    ptxas -m64 -O0 --gpu-name sm_100a --output-file one.cubin
// RUN: %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a -nocudainc -nocudalib --cuda-device-only -emit-llvm -S b.cu -o one.ll
// RUN: FileCheck %s --check-prefix=IR --input-file one.ll
// IR:       @arch = {{.*}} i32 1000
// IR:       "target-features"="{{.*}}+sm_100a
// RUN: not %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a,sm_120 -nocudainc -nocudalib --cuda-device-only -S b.cu -o two.s 2>&1 | FileCheck %s --check-prefix=TWO
// TWO:      clang++: error: cannot specify -o when generating multiple output files
// RUN: rm one.*

// Two files in one command, with dependencies; the objects hold what fatbinary made.
// RUN: env "TMPDIR=%t/with space/tmp" %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a,sm_120f -nocudainc -nocudalib -c -MD "%t/with space/a file.cu" b.cu
// RUN: ls | FileCheck %s --check-prefix=OBJECTS --match-full-lines
// RUN: cat b.d | FileCheck %s --check-prefix=DEPS
// RUN: grep -a -c "fatbinary.*kind=elf,sm=100a.*kind=ptx,sm=120f" "a file.o" b.o
// OBJECTS:      a file.d
// OBJECTS-NEXT: a file.o
// OBJECTS-NEXT: b.cu
// OBJECTS-NEXT: b.d
// OBJECTS-NEXT: b.o
// OBJECTS-NOT:  {{.}}
// DEPS:         b.o: b.cu
// RUN: rm *.o *.d

// Dependencies alone, to a file and with a target of one's own; preprocessed text.
// RUN: %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a -nocudainc -nocudalib -M -MT goal b.cu | FileCheck %s --check-prefix=GOAL
// RUN: %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a -nocudainc -nocudalib -c -MMD -MF x.d -MT goal b.cu -o b.o
// RUN: FileCheck %s --check-prefix=GOAL --input-file x.d
// RUN: %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a -nocudainc -nocudalib --cuda-device-only -E b.cu | FileCheck %s --check-prefix=TEXT
// RUN: %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a -nocudainc -nocudalib --cuda-host-only -E b.cu | FileCheck %s --check-prefix=HOST
// GOAL:     goal: b.cu
// TEXT:     int arch =
// TEXT:     1000;
// HOST:     list[] = {1000};
// RUN: rm *.o *.d

// All that is made on the way; here compilation goes by way of preprocessed text and IR.
// RUN: %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a,sm_80 -nocudainc -nocudalib -save-temps -c b.cu
// RUN: ls | FileCheck %s --check-prefix=TEMPS --match-full-lines
// RUN: FileCheck %s --check-prefix=SM100A --input-file b-cuda-nvptx64-nvidia-cuda-sm_100a.s
// RUN: FileCheck %s --check-prefix=FATBIN --input-file b.cu-cuda-nvptx64-nvidia-cuda.fatbin
// TEMPS:      b-cuda-nvptx64-nvidia-cuda-sm_100a.bc
// TEMPS-NEXT: b-cuda-nvptx64-nvidia-cuda-sm_100a.cui
// TEMPS-NEXT: b-cuda-nvptx64-nvidia-cuda-sm_100a.o
// TEMPS-NEXT: b-cuda-nvptx64-nvidia-cuda-sm_100a.s
// TEMPS-NEXT: b-cuda-nvptx64-nvidia-cuda-sm_80.bc
// TEMPS-NEXT: b-cuda-nvptx64-nvidia-cuda-sm_80.cui
// TEMPS-NEXT: b-cuda-nvptx64-nvidia-cuda-sm_80.o
// TEMPS-NEXT: b-cuda-nvptx64-nvidia-cuda-sm_80.s
// TEMPS-NEXT: b-host-x86_64-pc-linux-gnu.bc
// TEMPS-NEXT: b-host-x86_64-pc-linux-gnu.cui
// TEMPS-NEXT: b-host-x86_64-pc-linux-gnu.s
// TEMPS-NEXT: b.cu
// TEMPS-NEXT: b.cu-cuda-nvptx64-nvidia-cuda.fatbin
// TEMPS-NEXT: b.o
// TEMPS-NOT:  {{.}}
// FATBIN:     --image3=kind=elf,sm=100a,file=b-cuda-nvptx64-nvidia-cuda-sm_100a.o --image3=kind=ptx,sm=100a,file=b-cuda-nvptx64-nvidia-cuda-sm_100a.s
// RUN: rm b-* b.o *.fatbin

// Debug information reaches PTX and ptxas.
// RUN: %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a -nocudainc -nocudalib -O2 -gline-tables-only -save-temps -c b.cu
// RUN: FileCheck %s --check-prefix=LINES --input-file b-cuda-nvptx64-nvidia-cuda-sm_100a.s
// RUN: %clangxx "--cuda-path=%t/with space/sdk" --cuda-gpu-arch=sm_100a -nocudainc -nocudalib -g --cuda-noopt-device-debug --cuda-device-only -c b.cu -o g.cubin
// RUN: FileCheck %s --check-prefix=DEBUG --input-file g.cubin
// LINES:    .loc
// DEBUG:    ptxas -m64 -g --dont-merge-basicblocks --return-at-end

// Nothing is left among the temporary files.
// RUN: ls "%t/with space/tmp" | count 0

#define __device__ __attribute__((device))
extern "C" __device__ __attribute__((used)) int arch =
#ifdef __CUDA_ARCH__
    __CUDA_ARCH__;
#else
    0;
#endif
extern "C" __device__ void increment(int *p) { ++*p; }
#ifndef __CUDA_ARCH__
int list[] = {__CUDA_ARCH_LIST__};
#endif
