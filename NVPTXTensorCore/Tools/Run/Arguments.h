//===- Arguments.h ----------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments of a kernel as the command line gives them: scalars, bytes, and memory with numbers
// from a file or a pattern.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_RUN_ARGUMENTS_H
#define NVPTXTENSORCORE_TOOLS_RUN_ARGUMENTS_H

#include "Run/NumPyFile.h"
#include "llvm/ADT/StringMap.h"

namespace llvm::tensorcore::run {

/// A tensor map over the memory of another argument: what cuTensorMapEncodeTiled is told.
struct TensorMapArgument {
  std::string Of;                            ///< the name of an argument with memory
  std::vector<uint32_t> Box, ElementStrides; ///< as its shape: the last one is the fastest
  std::string Swizzle, Interleave, Fill;     ///< "128B"; empty: none
};

struct Argument {
  enum Kind { Value, Memory, TensorMap };
  std::string Name; ///< "A"; "0" of the first one, if it has none
  std::string Text; ///< as it is written: "A=u32[4]"
  Kind Is = Value;
  bool IsMemoryAlone = false;  ///< not passed: tensor maps name it
  bool IsWritten = true;       ///< memory with a pattern or a file's numbers
  std::vector<uint8_t> Bytes;  ///< of a value
  std::optional<bool> IsFloat; ///< of a value with a type
  Array Contents;              ///< of memory
  TensorMapArgument Map;
};

/// `[NAME=]TYPE:NUMBER`, `hex:BYTES`, `TYPE[EXTENTxEXTENT][:PATTERN]`, `TYPE[…]:@FILE`, `@FILE`,
/// `map:NAME,box=…`. Random numbers are the same for a seed.
Expected<Argument> parseArgument(StringRef Text, unsigned Number, uint64_t Seed);

/// "no argument with memory has the name 'D'; those with memory are A, B and C".
std::string rejectName(StringRef Name, ArrayRef<Argument> Arguments);

/// `32x16`, or `32,16,1` of a grid.
Expected<std::vector<uint64_t>> parseShape(StringRef Text, char Separator);

/// Fills an array: "zeros", "ones", "iota", "const,2", "cycle,1,2,3", "normal", "uniform,0,1",
/// "integers,-3,3", "identity", "bits".
Error fillWithPattern(Array &A, StringRef Pattern, uint64_t Seed);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_TOOLS_RUN_ARGUMENTS_H
