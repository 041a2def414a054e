// Options of nvcc for what is written: -ptx, -cubin, -rdc and -maxrregcount.

// RUN: rm -rf %t && mkdir %t && %python %S/Inputs/mock_sdk.py %t/sdk 13.0
// RUN: %clangxx -arch=sm_80 -nocudainc -nocudalib -Wno-unknown-cuda-version -ptx %s -o - | FileCheck %s
// RUN: %clangxx -arch=sm_80 -nocudainc -nocudalib -Wno-unknown-cuda-version --ptx %s -o - | FileCheck %s
// CHECK: .target sm_80
// CHECK: .entry store

// RUN: %clangxx -arch=sm_80 -nocudainc -nocudalib -Wno-unknown-cuda-version --cuda-path=%t/sdk -cubin -maxrregcount=40 -### %s 2>&1 | FileCheck %s --check-prefix=CUBIN
// RUN: %clangxx -arch=sm_80 -nocudainc -nocudalib -Wno-unknown-cuda-version --cuda-path=%t/sdk -cubin --maxrregcount 40 -### %s 2>&1 | FileCheck %s --check-prefix=CUBIN
// CUBIN: ptxas{{.*}}"--maxrregcount=40"
// CUBIN-NOT: "-triple" "x86_64

// RUN: %clangxx -arch=sm_80 -nocudainc -nocudalib -Wno-unknown-cuda-version -rdc=true -ptx -### %s 2>&1 | FileCheck %s --check-prefix=RDC
// RUN: %clangxx -arch=sm_80 -nocudainc -nocudalib -Wno-unknown-cuda-version -ptx -### %s 2>&1 | FileCheck %s --check-prefix=WHOLE --implicit-check-not=-fgpu-rdc
// RDC: "-fgpu-rdc"
// WHOLE: "-cc1"

extern "C" __attribute__((global)) void store(int *p) { *p = 1; }
