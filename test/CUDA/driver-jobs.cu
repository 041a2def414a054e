//===-- driver-jobs.cu - the jobs of our clang++ for CUDA -----------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What it runs for targets that clang 22 does not know. The SDK is a mock.
//
//===----------------------------------------------------------------------===//

// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/mock_sdk.py %t/sdk13 13.0
// RUN: %python %S/Inputs/mock_sdk.py %t/sdk128 12.8

// Several at once, in one option and in several; each has its own name everywhere. For the program with
// clang, sm_100f is sm_100.
// RUN: %clangxx --cuda-path=%t/sdk13 --cuda-gpu-arch=sm_100f,sm_80 --offload-arch=sm_120a -nocudainc -nocudalib -O2 -### %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// CHECK:      "-cc1" "-D__CUDA_ARCH_SPECIFIC__=1200" "-D__CUDA_ARCH_FAMILY_SPECIFIC__=1200" "-D__CUDA_ARCH_LIST__=800,1000,1200" {{.*}}"-triple"
// CHECK-SAME: "-target-cpu" "sm_120a" "-target-feature" "+ptx90" "-d
// CHECK:      ptxas" {{.*}}"--gpu-name" "sm_120a"
// CHECK:      "-cc1" "-U__CUDA_ARCH__" "-U__CUDA_ARCH_FEAT_SM100_ALL" "-D__CUDA_ARCH__=1000" "-D__CUDA_ARCH_FAMILY_SPECIFIC__=1000" "-D__CUDA_ARCH_LIST__=800,1000,1200" {{.*}}"-triple" "nvptx64-nvidia-cuda"
// CHECK-SAME: "-target-cpu" "sm_100" "-target-feature" "+sm_100f" "-target-feature" "+ptx90" "-d
// CHECK-SAME: "-load" "{{.*}}libNVPTXTensorCore.so"
// CHECK-SAME: "-o" "[[PTX100:[^"]*-sm_100f-[^"]*.s]]"
// CHECK:      sdk13/bin/ptxas" {{.*}}"-O2" "--gpu-name" "sm_100f" "--output-file" "[[ELF100:[^"]*-sm_100f-[^"]*.o]]" "[[PTX100]]"
// CHECK:      "-cc1" "-D__CUDA_ARCH_LIST__=800,1000,1200" {{.*}}"-triple" "nvptx64-nvidia-cuda"
// CHECK-SAME: "-target-cpu" "sm_80" "-target-feature" "+ptx90" "-d
// CHECK:      ptxas" {{.*}}"--gpu-name" "sm_80"
// CHECK:      sdk13/bin/fatbinary" "-64" "--create" "[[FATBIN:[^"]*]]"
// CHECK-SAME: "--image3=kind=elf,sm=120a,file={{[^"]*}}" "--image3=kind=ptx,sm=120a,file=
// CHECK-SAME: "--image3=kind=elf,sm=100f,file=[[ELF100]]" "--image3=kind=ptx,sm=100f,file=[[PTX100]]"
// CHECK-SAME: "--image3=kind=elf,sm=80,file={{[^"]*}}" "--image3=kind=ptx,sm=80,file=
// CHECK:      "-cc1" "-D__CUDA_ARCH_LIST__=800,1000,1200" {{.*}}"-triple" "x86_64
// CHECK-SAME: "-fcuda-include-gpubinary" "[[FATBIN]]"
// CHECK:      "{{[^"]*}}clang-linker-wrapper{{[^"]*}}"

// The options with a target's name in them.
// RUN: %clangxx --cuda-path=%t/sdk13 --cuda-gpu-arch=sm_100f --cuda-gpu-arch=sm_103 --cuda-gpu-arch=sm_90 --no-cuda-gpu-arch=sm_90 --no-cuda-include-ptx=all --cuda-include-ptx=sm_103 \
// RUN:   -Xarch_sm_100f -DONLY100F -Xarch_device -DDEVICE -Xarch_host -DHOST -Xcuda-ptxas --warn-on-spills -Xcuda-fatbinary --compress-all -nocudainc -nocudalib -g -c -### %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTIONS '--implicit-check-not="--gpu-name" "sm_90"' --implicit-check-not=sm=90 --implicit-check-not=kind=ptx,sm=100
// OPTIONS:      "-target-cpu" "sm_103"
// OPTIONS-NOT:  ONLY100F
// OPTIONS:      "-D__CUDA_ARCH__=1000"{{.*}} "-D" "ONLY100F" "-D" "DEVICE"
// OPTIONS:      ptxas" {{.*}}"-g" {{.*}}"--gpu-name" "sm_100f" {{.*}}"--warn-on-spills"
// OPTIONS:      fatbinary" {{.*}}kind=elf,sm=103,{{.*}}kind=ptx,sm=103,{{.*}}kind=elf,sm=100f,{{.*}}"--compress-all"
// OPTIONS:      "-D__CUDA_ARCH_LIST__=1000,1030" {{.*}}"-D" "HOST"

// PTX versions: the SDK's, but what the target needs; what was asked.
// RUN: %clangxx --cuda-path=%t/sdk128 --cuda-gpu-arch=sm_100a,sm_90a -nocudainc -nocudalib -c -### %s 2>&1 | FileCheck %s --check-prefix=SDK128
// SDK128:     "-target-cpu" "sm_100a" "-target-feature" "+ptx87" "-d
// SDK128:     "-target-cpu" "sm_90a" "-target-feature" "+ptx87" "-d
// RUN: %clangxx --cuda-path=%t/sdk128 --cuda-gpu-arch=sm_103a -nocudainc -nocudalib -S --cuda-device-only -### %s 2>&1 | FileCheck %s --check-prefix=MINIMUM
// MINIMUM:    "-target-cpu" "sm_103a" "-target-feature" "+ptx88" "-d
// RUN: %clangxx --cuda-path=%t/nothing --cuda-gpu-arch=sm_103a -nocudainc -nocudalib -S --cuda-device-only -### %s 2>&1 | FileCheck %s --check-prefix=MINIMUM
// RUN: %clangxx --cuda-path=%t/sdk13 --cuda-gpu-arch=sm_100f,sm_90 --cuda-feature=+ptx88 -nocudainc -nocudalib -c -### %s 2>&1 | FileCheck %s --check-prefix=ASKED
// ASKED-DAG:  "sm_100" "-target-feature" "+sm_100f" "-target-feature" "+ptx88" "
// ASKED-DAG:  "-target-cpu" "sm_90" "-target-feature" "+ptx88" "
// --ptxas-path: what that one takes.
// RUN: %clangxx --cuda-path=%t/sdk13 --ptxas-path=%t/sdk128/bin/ptxas --cuda-gpu-arch=sm_100a -nocudainc -nocudalib -c -### %s 2>&1 | FileCheck %s --check-prefix=PTXAS
// PTXAS:      "+ptx87"
// PTXAS:      sdk128/bin/ptxas"

// sm_101 has been sm_110 for NVIDIA's tools since CUDA 13.
// RUN: %clangxx --cuda-path=%t/sdk13 --cuda-gpu-arch=sm_101a -nocudainc -nocudalib -c -### %s 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: %clangxx --cuda-path=%t/sdk128 --cuda-gpu-arch=sm_101a -nocudainc -nocudalib -c -### %s 2>&1 | FileCheck %s --check-prefix=EARLIER
// LATER:      "-target-cpu" "sm_101a"
// LATER:      ptxas" {{.*}}"--gpu-name" "sm_110a"
// LATER:      "--image3=kind=elf,sm=110a,{{.*}}" "--image3=kind=ptx,sm=110a,
// EARLIER:    ptxas" {{.*}}"--gpu-name" "sm_101a"
// EARLIER:    "--image3=kind=elf,sm=101a,{{.*}}" "--image3=kind=ptx,sm=101a,

// nvcc's version is the SDK's, without one 13.0; relocatable code has a macro.
// RUN: %clangxx --cuda-path=%t/sdk128 --cuda-gpu-arch=sm_100a -nocudainc -nocudalib -fgpu-rdc -c -### %s 2>&1 | FileCheck %s --check-prefix=VERSION128
// VERSION128-COUNT-2: "-D__CUDACC_VER_MAJOR__=12" "-D__CUDACC_VER_MINOR__=8" "-D__CUDA_API_VER_MAJOR__=12" "-D__CUDA_API_VER_MINOR__=8" "-D__CUDACC_VER_BUILD__=0" "-D__CUDACC_RDC__"
// RUN: %clangxx --cuda-path=%t/nothing --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -S --cuda-device-only -### %s 2>&1 | FileCheck %s --check-prefix=VERSION --implicit-check-not=__CUDACC_RDC__
// VERSION:    "-D__CUDACC_VER_MAJOR__=13" "-D__CUDACC_VER_MINOR__=0" {{.*}}"-D__CUDACC_VER_BUILD__=88"
// nvcc's builtins come with an SDK's headers, between clang's own header and the user's.
// RUN: %clangxx --cuda-path=%t/sdk13 --cuda-gpu-arch=sm_90a -nocudalib -include user.h -c -### %s 2>&1 | FileCheck %s --check-prefix=BUILTINS
// BUILTINS-COUNT-2: "-include" "{{[^"]*}}sdk-shims/macros_aside.h" "-include" "__clang_cuda_runtime_wrapper.h" "-include" "{{[^"]*}}sdk-shims/nvcc_builtins.h" "-include" "{{[^"]*}}sdk-shims/macros_back.h"{{.*}} "-include" "user.h"

// The user's own words stay, whatever name of clang's stands in between.
// RUN: env WORD=sm_53 %clangxx --cuda-path=%t/sdk13 --cuda-gpu-arch=sm_100f,sm_107 -DA=sm_50 -DB=compute_52 -nocudainc -nocudalib -c -### %s -o %t/x-sm_60.o 2>&1 | FileCheck %s --check-prefix=WORDS
// WORDS:      "-D" "A=sm_50" "-D" "B=compute_52"
// WORDS:      kind=elf,sm=10{{.*}}kind=elf,sm=10
// WORDS:      "-D" "A=sm_50" "-D" "B=compute_52"{{.*}} "-o" "{{[^"]*}}x-sm_60.o"

// From a response file; from standard input.
// RUN: echo "--cuda-gpu-arch=sm_110f -x cuda --cuda-path=%t/sdk13 -nocudainc -nocudalib -c" > %t/options.rsp
// RUN: %clangxx @%t/options.rsp -### - 2>&1 | FileCheck %s --check-prefix=RESPONSE
// RESPONSE:   "+sm_110f"
// RESPONSE:   ptxas" {{.*}}"sm_110f"

// Host only: nothing for the device, but the list.
// RUN: %clangxx --cuda-path=%t/sdk13 --cuda-gpu-arch=sm_100a --cuda-host-only -nocudainc -nocudalib -c -### %s 2>&1 | FileCheck %s --check-prefix=HOST --implicit-check-not=ptxas --implicit-check-not=nvptx64-nvidia-cuda-
// HOST:       "-cc1" "-D__CUDA_ARCH_LIST__=1000" {{.*}}"-triple" "x86_64

// For a target of clang's own the jobs are clang's, but for what is named in %t/ours.sed.
// RUN: echo 's/ "-D__CUDA[A-Z_]*_VER_[A-Z]*__=[0-9]*"//g; s/ "-Rpass=[a-z-]*"//; s/ "-relaxed-aliasing"//; s/ "-fno-strict-return"//; s/ "-fno-finite-loops"//; s/ "-Wno-error=[a-z0-9+-]*"//g; s/ "-I" "[^"]*sdk-shims[^"]*"//g; s/ "-load" "[^"]*"//g; s/ "-internal-isystem" "[^"]*nvptx-tensorcore[^"]*"//g; s/ "-idirafter" "[^"]*"//' >%t/ours.sed
// RUN: echo 's/ "-D__CUDA_ARCH_LIST__=800"//; s/ "-Wno-unknown-cuda-version"//; s/-cuid=[0-9a-f]*//; s/-[0-9a-f]*\.\([a-z]*"\)/.\1/g' >%t/both.sed
// RUN: %clangxx --cuda-path=%t/sdk13 --cuda-gpu-arch=sm_80 -nocudainc -nocudalib -O2 -g -### %s 2>&1 | sed -f %t/ours.sed -f %t/both.sed >%t/ours
// RUN: %if stock-tools %{ %stock-clangxx -Wno-unknown-cuda-version --cuda-include-ptx=all --cuda-feature=+ptx90 --cuda-path=%t/sdk13 --cuda-gpu-arch=sm_80 -nocudainc -nocudalib -O2 -g -### %s 2>&1 | sed -f %t/both.sed >%t/stock %}
// RUN: %if stock-tools %{ diff %t/ours %t/stock %}

// An SDK newer than those that are known.
// RUN: %python %S/Inputs/mock_sdk.py %t/sdk14 14.1
// RUN: %clangxx --cuda-path=%t/sdk14 --cuda-gpu-arch=sm_100a -nocudainc -nocudalib --cuda-device-only -c %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=NEWER
// NEWER: clang++: warning: CUDA 14.1 in {{.*}}sdk14 is newer than the newest that is known here, 13.0
