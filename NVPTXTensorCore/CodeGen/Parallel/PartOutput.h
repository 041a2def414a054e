//===- PartOutput.h ------------------------------------------- -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where PTX goes when the functions of a module are compiled in parallel: to the file, or in a
// process that compiles a part of them, into memory. It knows what of a text depends on the
// functions before it: the numbers of call sites.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_PARALLEL_PARTOUTPUT_H
#define NVPTXTENSORCORE_CODEGEN_PARALLEL_PARTOUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>
#include <vector>

namespace llvm::tensorcore {

/// The text of some functions, and where it has numbers of call sites.
struct PartText {
  struct Number {
    uint64_t Position;
    uint64_t Length;
  };

  std::string Text;
  std::vector<Number> CallSites;

  /// Prints the text with other numbers: the first call site has `First`, and not `Own`.
  void print(raw_ostream &OS, unsigned Own, unsigned First) const;
};

class PartOutput : public raw_pwrite_stream {
public:
  explicit PartOutput(raw_pwrite_stream &File)
      : raw_pwrite_stream(/*Unbuffered=*/true), File(File) {}

  /// How to get what streams before this one still have.
  void setFlush(std::function<void()> Flush) { FlushText = std::move(Flush); }
  /// All that has been printed is in the file.
  void flushFile();

  /// From now on, what is printed stays in memory.
  void collect() { Goes = To::Memory; }
  /// Takes what has been collected.
  PartText take();
  /// From now on, what is printed is forgotten; until `reset`.
  void discard() { Goes = To::Nowhere; }
  void reset() { Goes = To::File; }
  /// What `Print` prints, which goes nowhere else.
  std::string capture(function_ref<void()> Print);

  /// An instruction that may have the number of a call site is about to be printed at a position.
  void addInstruction(uint64_t Position, StringRef Printed);

private:
  enum class To { File, Memory, Nowhere };

  void write_impl(const char *Text, size_t Size) override;
  void pwrite_impl(const char *Text, size_t Size, uint64_t Offset) override;
  uint64_t current_pos() const override;

  raw_pwrite_stream &File;
  std::function<void()> FlushText;
  To Goes = To::File;
  PartText Collected;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_PARALLEL_PARTOUTPUT_H
