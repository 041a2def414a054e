//===-- host.cpp - our clang++ on an ordinary program --------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plug-in is in the way of nothing: compiling, linking, or both, without a warning.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -Werror -Wall %s -o %t.exe 2>&1 | count 0
// RUN: %t.exe | FileCheck %s
// RUN: %clangxx -Werror -Wall -c %s -o %t.o 2>&1 | count 0
// RUN: %clangxx -Werror -Wall %t.o -o %t.linked.exe 2>&1 | count 0
// RUN: %t.linked.exe | FileCheck %s
// RUN: %clangxx -Werror -E %s -o %t.ii 2>&1 | count 0
// RUN: %clangxx --version | FileCheck %s --check-prefix=VERSION

// CHECK: 42
// VERSION: clang version 22.1.8

#include <cstdio>

int main() { std::puts("42"); }
