//===- HostTarget.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registry gives no access to a target's constructor; a copy of the Target keeps it.
//
//===----------------------------------------------------------------------===//

#include "HostTarget.h"
#include "Model/Tables/MMATables.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <cstdlib>

using namespace llvm;

/// The host's target as it was.
static Target Original;

static void refuseGPU(StringRef CPU, const Triple &Triple) {
  if (!tensorcore::lookupGPUTarget(CPU))
    return;
  errs() << "error: the module has no target triple, so that it would be compiled for "
         << Triple.str() << ", which does not have " << CPU
         << "; expected target triple = \"nvptx64-nvidia-cuda\" in the module, or "
            "-mtriple=nvptx64-nvidia-cuda\n";
  std::exit(1);
}

static TargetMachine *create(const Target &, const Triple &Triple, StringRef CPU, StringRef Features,
                             const TargetOptions &Options, std::optional<Reloc::Model> RM,
                             std::optional<CodeModel::Model> CM, CodeGenOptLevel Level, bool JIT) {
  refuseGPU(CPU, Triple);
  return Original.createTargetMachine(Triple.str(), CPU, Features, Options, RM, CM, Level, JIT);
}

static TargetMachine *createNone(const Target &, const Triple &Triple, StringRef CPU, StringRef,
                                 const TargetOptions &, std::optional<Reloc::Model>,
                                 std::optional<CodeModel::Model>, CodeGenOptLevel, bool) {
  refuseGPU(CPU, Triple);
  errs() << "error: the module is for " << Triple.str()
         << ", and this program compiles for NVPTX alone; expected target triple = "
            "\"nvptx64-nvidia-cuda\" in the module, or -mtriple=nvptx64-nvidia-cuda\n";
  std::exit(1);
}

void tensorcore::refuseGPUsOnHostTarget() {
  std::string Error;
  const Target *Host = TargetRegistry::lookupTarget(sys::getDefaultTargetTriple(), Error);
  if (!Host || StringRef(Host->getName()).starts_with("nvptx") ||
      !cl::getRegisteredOptions().count("mcpu"))
    return;
  Original = *Host;
  TargetRegistry::RegisterTargetMachine(const_cast<Target &>(*Host), create);
}

void tensorcore::registerOtherTargets() {
  static Target Other;
  TargetRegistry::RegisterTarget(Other, "other", "no code: llc-19 compiles for other targets", "",
                                 [](Triple::ArchType Architecture) {
                                   return Architecture != Triple::nvptx &&
                                          Architecture != Triple::nvptx64;
                                 });
  TargetRegistry::RegisterTargetMachine(Other, createNone);
}
