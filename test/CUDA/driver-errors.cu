//===-- driver-errors.cu - what our clang++ for CUDA cannot do, and says so ===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sentence, clang's exit status, and nothing left behind. The SDK is a mock.
//
//===----------------------------------------------------------------------===//

// RUN: rm -rf %t && mkdir -p %t/tmp %t/empty
// RUN: %python %S/Inputs/mock_sdk.py %t/sdk 13.0
// RUN: %python %S/Inputs/mock_sdk.py %t/sdk128 12.8
// RUN: %python %S/Inputs/mock_sdk.py %t/sdk-without-ptxas 13.0 --without ptxas
// RUN: %python %S/Inputs/mock_sdk.py %t/sdk-without-fatbinary 13.0 --without fatbinary

// Unknown GPUs, alone and among others, in every option that names one.
// RUN: not %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=sm_99 -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN -DNAME=sm_99
// RUN: not %clangxx --cuda-path=%t/sdk --offload-arch=sm_100a,sm_100b -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN -DNAME=sm_100b
// RUN: not %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=compute_100 -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=MEANT -DNAME=compute_100 -DMEANT=sm_100
// RUN: not %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=sm90a -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=MEANT -DNAME=sm90a -DMEANT=sm_90a
// RUN: not %clangxx --cuda-path=%t/sdk -arch=90a -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=NVCC
// MEANT: clang++: error: unsupported CUDA gpu architecture: [[NAME]]; did you mean [[MEANT]]?{{$}}
// NVCC: clang++: error: '90a' names no target sm_NN; did you mean sm_90a?{{$}}
// RUN: not %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=sm_100 --no-cuda-gpu-arch=sm_130 -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN -DNAME=sm_130
// RUN: not %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=sm_100 --cuda-include-ptx=gfx90a -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN -DNAME=gfx90a
// UNKNOWN: clang++: error: unsupported CUDA gpu architecture: [[NAME]]; known are sm_20, {{.*}}, sm_90a, sm_100, {{.*}}, sm_121a{{$}}

// A GPU where clang wants the host's processor, a misspelt option of LLVM's, and input that is no source.
// RUN: not %clangxx -march=sm_90a --cuda-device-only -nocudainc -nocudalib -S %s -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=INPUT-MARCH
// INPUT-MARCH: clang++: error: '-march=sm_90a' names a GPU, and -march= is for the host's processor; expected --cuda-gpu-arch=sm_90a
// RUN: not %clangxx --cuda-gpu-arch=sm_90a --cuda-device-only -nocudainc -nocudalib -S %s -mllvm -nvptx-wgmma-hazard=error -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=INPUT-OPTION
// INPUT-OPTION: Unknown command line argument '-nvptx-wgmma-hazard=error'
// INPUT-OPTION: Did you mean '--nvptx-wgmma-hazards=error'?
// RUN: not %clangxx --cuda-gpu-arch=sm_90a --cuda-device-only -nocudainc -nocudalib -S %s -mllvm -nvptx-wgmma-hazards=eror -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=INPUT-VALUE
// INPUT-VALUE: for the --nvptx-wgmma-hazards option: there is no value 'eror'; expected one of error, warn, off, fix, fix-silently
// RUN: echo >%t/kernel.ptx
// RUN: not %clangxx --cuda-gpu-arch=sm_90a --cuda-device-only -S %t/kernel.ptx -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=INPUT-PTX
// INPUT-PTX: clang++: error: '{{.*}}kernel.ptx' is PTX, which ptx-run runs and ptxas assembles; expected a source file
// RUN: not %clangxx --cuda-gpu-arch=sm_90a --cuda-device-only -S %t/empty -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=INPUT-FOLDER
// INPUT-FOLDER: clang++: error: '{{.*}}empty' is a folder; expected a file
// RUN: test ! -e %t/x.ptx
// RUN: %clangxx --cuda-gpu-arch=sm_90a --cuda-device-only -nocudainc -nocudalib -S -x cuda /dev/null -mllvm -nvptx-wgmma-hazards=error -o %t/fine.ptx && rm %t/fine.ptx

// More at once than clang has names for.
// RUN: not %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=sm_50,sm_52,sm_53,sm_60,sm_61,sm_62,sm_70,sm_72,sm_75,sm_80,sm_86,sm_87,sm_88,sm_89,sm_90,sm_90a,sm_20,sm_21,sm_30,sm_32,sm_35,sm_37,sm_100,sm_100a,sm_101,sm_101a,sm_103,sm_103a,sm_110,sm_110a,sm_120,sm_120a,sm_121,sm_121a,sm_100f -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: clang++: error: too many GPU architectures in one command: for each that clang 22 does not know, one of the others has to stand in

// No SDK at all.
// RUN: not env PATH=%t/empty %clangxx --sysroot=%t/empty --cuda-gpu-arch=sm_100a -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=NOSDK --implicit-check-not=sm_5
// RUN: not %clangxx --cuda-path=%t/nothing --cuda-gpu-arch=sm_100a -S --cuda-device-only %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=NOSDK --implicit-check-not=sm_5
// NOSDK: clang++: error: cannot find libdevice for sm_100a;
// NOSDK: clang++: error: cannot find CUDA installation;
// NOSDK: clang++: note: an SDK is a folder with bin, include and nvvm/libdevice; without --cuda-path= clang looks for it around the ptxas on the PATH, then in /usr/local/cuda and /usr/lib/cuda. PTX of code that needs nothing of CUDA's is made with --cuda-device-only -S -nocudainc -nocudalib

// An SDK without a tool. PTX needs none.
// RUN: not env PATH=%t/empty %clangxx --cuda-path=%t/sdk-without-ptxas --cuda-gpu-arch=sm_100a,sm_103 -nocudainc -nocudalib -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=PTXAS
// RUN: not env PATH=%t/empty %clangxx --cuda-path=%t/sdk --ptxas-path=%t/no/ptxas --cuda-gpu-arch=sm_100a -nocudainc -nocudalib --cuda-device-only -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=PTXASPATH
// RUN: not env PATH=%t/empty %clangxx --cuda-path=%t/sdk-without-fatbinary --cuda-gpu-arch=sm_100a -nocudainc -nocudalib -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=FATBINARY
// RUN: env PATH=%t/empty %clangxx --cuda-path=%t/sdk-without-ptxas --cuda-gpu-arch=sm_100a -nocudainc -nocudalib --cuda-device-only -S %s -o - | FileCheck %s --check-prefix=PTX
// PTXAS: clang++: error: there is no ptxas in {{.*}}/sdk-without-ptxas/bin and none on the PATH; machine code needs ptxas and fatbinary of a CUDA SDK (--cuda-path=, --ptxas-path=), PTX alone is made with --cuda-device-only -S
// PTXAS-NOT: ptxas
// PTXASPATH: clang++: error: there is no ptxas at {{.*}}no/ptxas; machine code
// FATBINARY: clang++: error: there is no fatbinary in {{.*}}/sdk-without-fatbinary/bin and none on the PATH; machine code
// PTX: .target sm_100a

// An SDK that is too old for the target; and a PTX version.
// RUN: not %clangxx --cuda-path=%t/sdk128 --cuda-gpu-arch=sm_100a,sm_110f -nocudainc -nocudalib -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=OLD --implicit-check-not=error:
// RUN: not %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=sm_110f --cuda-feature=+ptx88 -nocudainc -nocudalib -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=LOW
// OLD: clang++: error: sm_110f needs PTX ISA 9.0 and so CUDA 13.0 or later; in {{.*}}sdk128 is CUDA 12.8
// LOW: error: PTX ISA 8.8 does not have the target sm_110f; it needs 9.0 or later

// What clang 22 itself cannot do for CUDA.
// RUN: not %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=sm_100f -nocudainc -nocudalib --offload-new-driver -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=NEW
// NEW: clang++: error: --offload-new-driver does not have sm_100f

// Failures of the jobs: of the front end for one target and of the back end (status 1),
// of ptxas (its own).
// RUN: env TMPDIR=%t/tmp not %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=sm_100a,sm_103,sm_80 -nocudainc -nocudalib -DBROKEN=1030 -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=FRONTEND
// RUN: env TMPDIR=%t/tmp not %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=sm_100a,sm_80 -nocudainc -nocudalib -DILLEGAL -gline-tables-only -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=BACKEND
// RUN: env TMPDIR=%t/tmp %python -c "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]) != 3)" %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=sm_100a,sm_80 -nocudainc -nocudalib -DPTXAS_FAILS -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: env TMPDIR=%t/tmp not %clangxx --cuda-path=%t/sdk --cuda-gpu-arch=sm_100a -nocudainc -nocudalib -DPTXAS_FAILS --cuda-device-only -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=FAILS
// FRONTEND: driver-errors.cu:[[#@LINE+16]]:2: error: broken
// BACKEND:  driver-errors.cu:[[#@LINE+23]]:{{[0-9]+}}: error: {{.*}}llvm.nvvm.tcgen05.fence.before.thread.sync is not supported on sm_80
// FAILS:    ptxas fatal   : mock
// FAILS:    clang++: error: ptxas command failed with exit code 3
// RUN: ls %t/tmp | count 0
// RUN: not ls %t/x.o
// RUN: not ls %t/x.exe

#define __device__ __attribute__((device))

#ifdef PTXAS_FAILS
__device__ void fail() { asm volatile("// FAIL"); }
#endif

#ifdef BROKEN
#if __CUDA_ARCH__ == BROKEN
#error broken
#endif
#endif

__device__ void fence() asm("llvm.nvvm.tcgen05.fence.before.thread.sync");

#ifdef ILLEGAL
__device__ void use() {
  fence();
}
#endif
