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

static TargetMachine *create(const Target &, const Triple &Triple, StringRef CPU,
                             StringRef Features, const TargetOptions &Options,
                             std::optional<Reloc::Model> RM, std::optional<CodeModel::Model> CM,
                             CodeGenOptLevel Level, bool JIT) {
  if (tensorcore::lookupGPUTarget(CPU)) {
    const bool IsHost = Triple.str() == sys::getDefaultTargetTriple();
    errs() << "error: the module "
           << (IsHost ? "has no target triple, so that it would be compiled for " : "is for ")
           << Triple.str() << ", which does not have " << CPU
           << "; expected target triple = \"nvptx64-nvidia-cuda\" in the module, or "
              "-mtriple=nvptx64-nvidia-cuda\n";
    std::exit(1);
  }
  return Original.createTargetMachine(Triple, CPU, Features, Options, RM, CM, Level, JIT);
}

void tensorcore::refuseGPUsOnHostTarget() {
  std::string Error;
  const Target *Host = TargetRegistry::lookupTarget(Triple(sys::getDefaultTargetTriple()), Error);
  if (!Host || StringRef(Host->getName()).starts_with("nvptx") ||
      !cl::getRegisteredOptions().count("mcpu"))
    return;
  Original = *Host;
  TargetRegistry::RegisterTargetMachine(const_cast<Target &>(*Host), create);
}
