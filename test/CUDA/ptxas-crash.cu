//===-- ptxas-crash.cu - a ptxas that crashes -----------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ptxas of this test crashes on one kernel at the levels that LEVELS names.
//
//===----------------------------------------------------------------------===//

// REQUIRES: ptxas, cuda-sdk
// RUN: rm -rf %t && split-file %s %t && chmod +x %t/ptxas
// RUN: env LEVELS=-O3 REAL=%ptxas TMPDIR=%t %clangxx --cuda-path=%cuda --ptxas-path=%t/ptxas --cuda-gpu-arch=sm_80 -O3 --cuda-device-only -c %t/k.cu -o %t/k.o 2>&1 | FileCheck %s
// RUN: ls %t/k.o
// CHECK: clang++: warning: ptxas crashes with -O3 on _Z5worsePi; its PTX is in [[KEPT:.*/ptxas-crash-.*\.ptx]]; -O2 was used for all its kernels
// RUN: grep -h .entry %t/ptxas-crash-*.ptx | count 2

// RUN: env LEVELS="-O3 -O2" REAL=%ptxas TMPDIR=%t %clangxx --cuda-path=%cuda --ptxas-path=%t/ptxas --cuda-gpu-arch=sm_80 -O3 --cuda-device-only -c %t/k.cu -o %t/k1.o 2>&1 | FileCheck %s --check-prefix=LOWER
// LOWER: clang++: warning: ptxas crashes with -O3 on _Z5worsePi; {{.*}}; -O1 was used for all its kernels

// All levels, and an error of ptxas, which is none of these.
// RUN: rm %t/k.o
// RUN: not env LEVELS="-O3 -O2 -O1 -O0" REAL=%ptxas TMPDIR=%t %clangxx --cuda-path=%cuda --ptxas-path=%t/ptxas --cuda-gpu-arch=sm_80 -O3 --cuda-device-only -c %t/k.cu -o %t/k.o 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not ls %t/k.o
// ALL: clang++: error: ptxas crashes with -O3 on _Z5worsePi; {{.*}}; so do lower levels
// RUN: not env LEVELS= REAL=%ptxas TMPDIR=%t %clangxx --cuda-path=%cuda --ptxas-path=%t/ptxas --cuda-gpu-arch=sm_80 -O3 -DWRONG --cuda-device-only -c %t/k.cu -o %t/k.o 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG-NOT: crashes
// WRONG:     clang++: error: ptxas command failed with exit code 255
// WRONG-NOT: crashes

//--- k.cu
__global__ void good(int *p) { *p = 1; }
__global__ void worse(int *p) { *p = 2; }
#ifdef WRONG
__global__ void wrong() { asm volatile("nothing;"); }
#endif

//--- ptxas
#!/bin/sh
entry=_Z5worsePi level=
for word; do
  [ "$before" = --entry ] && entry=$word
  case $word in -O?) level=$word;; esac
  before=$word
done
case " $LEVELS " in *" $level "*) [ "$entry" = _Z5worsePi ] && kill -SEGV $$;; esac
exec "$REAL" "$@"
