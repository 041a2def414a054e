//===- BackEndOptions.h -----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM 22's tools ask of the back end, as options of the library: the target, features, how
// much to optimise, the checks' options, and those of LLVM 22's own NVPTX target that LLVM 19's
// has, too.
//
// Besides there are two options that only this plug-in has:
//
//   -nvptx-target=sm_100f  where a module is compiled for sm_100 or sm_100a, the target is sm_100f,
//                          which clang 22 does not know
//   -nvptx-llc=OPTION      any option of llc 19
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LLVM22_PLUGIN_BACKENDOPTIONS_H
#define NVPTXTENSORCORE_LLVM22_PLUGIN_BACKENDOPTIONS_H

#include "Library/nvptxtc.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;

namespace tensorcore {

class BackEndOptions {
public:
  BackEndOptions(const Module &M, const TargetMachine &TM);

  /// Pointers into this object.
  nvptxtc_options get() const;

private:
  std::string Target, Features, Name;
  nvptxtc_level CodeGen = NVPTXTC_DEFAULT;
  std::vector<std::string> LLCOptions;
  std::vector<const char *> LLCPointers;
};

} // namespace tensorcore
} // namespace llvm

#endif // NVPTXTENSORCORE_LLVM22_PLUGIN_BACKENDOPTIONS_H
