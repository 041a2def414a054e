//===- DividedPasses.h ---------------------------------------- -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of code generation, in managers that can leave functions to other processes. PTX and
// messages are those of one process, byte for byte.
//
// LLVM's passes over functions stand between passes over modules. The last two groups are divided,
// if the passes over modules between them have nothing to do. Each process takes block after block
// of functions, and counts functions as if it had compiled those before. Two things are not known
// there. Numbers of call sites, labels and files are put in afterwards (PartOutput). And what
// precedes all functions in PTX says which function uses which: if passes over a function change
// what it uses, or anything else goes wrong, the results are thrown away, and one process does
// everything.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_PARALLEL_DIVIDEDPASSES_H
#define NVPTXTENSORCORE_CODEGEN_PARALLEL_DIVIDEDPASSES_H

#include "CodeGen/Parallel/PartOutput.h"
#include "llvm/IR/LegacyPassManager.h"

namespace llvm {
class MachineModuleInfo;
class TargetMachine;
} // namespace llvm

namespace llvm::tensorcore {

/// In how many processes llc compiles functions: its option -threads. 0 is for all processors.
extern unsigned CodeGenThreads;

class Division;

/// Adds passes to a pass manager, with a Division where there are passes over functions.
class DividedPasses : public legacy::PassManagerBase {
public:
  DividedPasses(legacy::PassManagerBase &To, const TargetMachine &TM, MachineModuleInfo &MMI,
                raw_pwrite_stream &File);
  ~DividedPasses() override;

  void add(Pass *P) override;

  /// Returns the output to which PTX is printed.
  PartOutput &getOutput();

private:
  legacy::PassManagerBase &To;
  Division *All;
  bool IsInFunctions = false;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_PARALLEL_DIVIDEDPASSES_H
