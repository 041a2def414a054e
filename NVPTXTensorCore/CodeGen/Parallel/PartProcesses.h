//===- PartProcesses.h ---------------------------------------- -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processes that each compile some blocks of a module's functions. They are copies of this one, so
// that none has to read the module again, and LLVM's global state is nobody else's.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_PARALLEL_PARTPROCESSES_H
#define NVPTXTENSORCORE_CODEGEN_PARALLEL_PARTPROCESSES_H

#include "CodeGen/Parallel/PartOutput.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <optional>

namespace llvm::tensorcore {

/// Holds the result of a block.
struct PartResult {
  unsigned Block = 0;
  PartText PTX;
  std::array<unsigned, NumNumbered> First = {}, Count = {}; ///< numbers; none of files
  std::vector<std::string> Files; ///< as PartOutput::getFiles says, when the block was printed
  /// The text on standard error, before and after all functions were prepared for selection.
  std::string Early, Late;
};

/// A file of this process's own in place of standard error.
class CapturedErrors {
public:
  /// False if that cannot be.
  static bool begin();
  static uint64_t getSize();
  static std::string read(uint64_t Begin, uint64_t End);
};

/// Calls `Compile` for each block, each in one of some processes, which take the blocks in their
/// order; the process that had the first block is asked for block number `Blocks`, too, when there
/// are no more. Results are in the order of blocks. Nothing if any was not had, for whatever
/// reason.
std::optional<std::vector<PartResult>>
compileInProcesses(unsigned Processes, unsigned Blocks,
                   function_ref<std::optional<PartResult>(unsigned Block)> Compile);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_PARALLEL_PARTPROCESSES_H
