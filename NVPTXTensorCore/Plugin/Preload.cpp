//===- Preload.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plug-in for programs that use libLLVM.so's NVPTX target and load no plug-ins, such as
// mlir-opt. In LD_PRELOAD, these functions stand before libLLVM's. The plug-in takes the target
// over when all of it is initialised. By then, the program has read its command line, which does
// not have the options of this project: they are in the environment.
//
// Processes that the program starts inherit LD_PRELOAD: this library needs nothing but libc, and
// does nothing in a program without the target.
//
//===----------------------------------------------------------------------===//

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void loadPlugin() {
  Dl_info Self;
  char Path[4096];
  if (!dladdr(reinterpret_cast<void *>(&loadPlugin), &Self))
    return;
  const char *Slash = strrchr(Self.dli_fname, '/');
  const int Size = Slash ? int(Slash - Self.dli_fname) + 1 : 0;
  snprintf(Path, sizeof(Path), "%.*slibNVPTXTensorCore.so", Size, Self.dli_fname);
  void *Plugin = dlopen(Path, RTLD_NOW | RTLD_LOCAL);
  if (!Plugin) {
    // The program would go on with another compiler than the one that was asked for.
    fprintf(stderr, "NVPTXTensorCore: %s\n", dlerror());
    exit(1);
  }
  const char *Options = getenv("NVPTXTC_OPTIONS");
  void *SetOptions = dlsym(Plugin, "setNVPTXTensorCoreOptions");
  if (Options && !reinterpret_cast<bool (*)(const char *)>(SetOptions)(Options))
    exit(1);
}

/// Calls libLLVM's function. After the last part of the target, the plug-in is loaded; then, the
/// function would take the target back.
static void initialize(const char *Name, unsigned Part) {
  static unsigned Done = 0;
  static constexpr unsigned All = 0xF;
  if (Done == All)
    return;
  if (void *Function = dlsym(RTLD_NEXT, Name))
    reinterpret_cast<void (*)()>(Function)();
  Done |= Part;
  if (Done == All)
    loadPlugin();
}

#pragma GCC visibility push(default)
extern "C" {
void LLVMInitializeNVPTXTargetInfo() { initialize(__func__, 1); }
void LLVMInitializeNVPTXTarget() { initialize(__func__, 2); }
void LLVMInitializeNVPTXTargetMC() { initialize(__func__, 4); }
void LLVMInitializeNVPTXAsmPrinter() { initialize(__func__, 8); }
}
#pragma GCC visibility pop
