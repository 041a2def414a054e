//===-- integrated-front-end.cu - the front end in clang++'s process ------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only job runs in the driver's process, like stock clang's; PTX, messages and status are those
// of a process of its own. More than one job, an option, what only the stock program does, other
// targets and others' plug-ins have processes.

// DEFINE: %{compile} = %clangxx -nocudainc -nocudalib --cuda-device-only -S -O2 %s
// RUN: %{compile} --cuda-gpu-arch=sm_100a -### 2>&1 | FileCheck %s --check-prefix=HERE
// RUN: %{compile} --cuda-gpu-arch=sm_100a -fno-integrated-cc1 -### 2>&1 | FileCheck %s --check-prefix=THERE
// RUN: %{compile} --cuda-gpu-arch=sm_100a --cuda-gpu-arch=sm_90a -### 2>&1 | FileCheck %s --check-prefix=THERE
// RUN: %{compile} --cuda-gpu-arch=sm_100a -Xclang -ftime-trace=%t.json -### 2>&1 | FileCheck %s --check-prefix=THERE
// RUN: %{compile} --cuda-gpu-arch=sm_100a -fpass-plugin=other.so -### 2>&1 | FileCheck %s --check-prefix=THERE
// RUN: %{compile} --cuda-gpu-arch=sm_100a -fplugin=other.so -### 2>&1 | FileCheck %s --check-prefix=THERE
// RUN: %{compile} --cuda-gpu-arch=sm_100a --analyze -### 2>&1 | FileCheck %s --check-prefix=THERE
// RUN: %clangxx -nocudainc -nocudalib --cuda-host-only -S %s -### 2>&1 | FileCheck %s --check-prefix=THERE
// RUN: not %{compile} --cuda-gpu-arch=sm_100a -fplugin=other.so 2>&1 | FileCheck %s --check-prefix=PLUGIN
// PLUGIN: error: unable to load plugin 'other.so'
// HERE: (in-process)
// THERE-NOT: (in-process)

// RUN: %{compile} --cuda-gpu-arch=sm_100a -o %t.here 2>%t.here.err
// RUN: %{compile} --cuda-gpu-arch=sm_100a -o %t.there -fno-integrated-cc1 2>%t.there.err
// RUN: cmp %t.here %t.there && cmp %t.here.err %t.there.err
// RUN: FileCheck %s --check-prefix=WARNING <%t.here.err
// WARNING: warning: function 'unused' has internal linkage but is not defined
// WARNING: 1 warning generated

// RUN: not %{compile} --cuda-gpu-arch=sm_90a -DWRONG -o %t.o 2>%t.here.err
// RUN: not %{compile} --cuda-gpu-arch=sm_90a -DWRONG -o %t.o -fno-integrated-cc1 2>%t.there.err
// RUN: cmp %t.here.err %t.there.err && FileCheck %s --check-prefix=ERROR <%t.here.err
// ERROR: error: the register count of setmaxnreg

// RUN: not %{compile} --cuda-gpu-arch=sm_80 -Xclang -no-such-option -o %t.o 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: unknown argument: '-no-such-option'
// RUN: %{compile} --cuda-gpu-arch=sm_80 -Xclang -ftime-trace=%t.json -o %t.o 2>&1 && FileCheck %s --check-prefix=TRACE <%t.json
// TRACE: ExecuteCompiler
// RUN: %{compile} --cuda-gpu-arch=sm_80 -ftime-report -o %t.o 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: Instruction Selection
// REPORT: {{Clang|Front end}}

static __attribute__((device)) int unused(int);

__attribute__((global)) void kernel(int *p) {
  extern __attribute__((shared)) int tile[];
#ifdef WRONG
  asm volatile("setmaxnreg.inc.sync.aligned.u32 7;");
#endif
  p[0] = tile[0] + unused(1);
}
