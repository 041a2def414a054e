//===- SanitizerOptions.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets the options of sanitizers in llc, opt and clang++: LLVM's archives are built without
// them, so that containers that are passed between the two have no annotations, and LLVM does
// not free all.
//
//===----------------------------------------------------------------------===//

extern "C" const char *__asan_default_options();
extern "C" const char *__ubsan_default_options();

const char *__asan_default_options() {
  return "detect_leaks=0:detect_odr_violation=0:detect_container_overflow=0:"
         "allow_user_poisoning=0";
}

const char *__ubsan_default_options() { return "print_stacktrace=1:halt_on_error=1"; }
