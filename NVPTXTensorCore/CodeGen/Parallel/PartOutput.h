//===- PartOutput.h ------------------------------------------- -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Receives the PTX when the functions of a module are compiled in parallel: it goes to the file,
// or, in a process that compiles a part of them, into memory. It knows what of a text depends on
// the functions before it: the numbers of call sites, and with debug information those of labels
// and of files in .loc directives.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_PARALLEL_PARTOUTPUT_H
#define NVPTXTENSORCORE_CODEGEN_PARALLEL_PARTOUTPUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace llvm::tensorcore {

/// Names the things that PTX numbers over all functions of a module.
enum class Numbered : unsigned { CallSite, Label, FunctionBegin, FunctionEnd, File };
constexpr size_t NumNumbered = 5;

/// The text of some functions, and where it has such numbers.
struct PartText {
  struct Number {
    uint64_t Position;
    uint64_t Length;
    Numbered What;
  };

  std::string Text;
  std::vector<Number> Numbers; ///< in the order of their positions

  /// Finds the numbers of debug information.
  void findLocations();
  /// Prints the text with other numbers.
  void print(raw_ostream &OS, function_ref<unsigned(Numbered What, unsigned Own)> Renumber) const;
};

class PartOutput : public raw_pwrite_stream {
public:
  explicit PartOutput(raw_pwrite_stream &File)
      : raw_pwrite_stream(/*Unbuffered=*/true), File(File) {}

  /// From now on, what is printed stays in memory.
  void collect() { Goes = To::Memory; }
  /// Takes what has been collected.
  PartText take();
  /// From now on, what is printed is forgotten; until `reset`.
  void discard() { Goes = To::Nowhere; }
  void reset() { Goes = To::File; }
  /// Returns the text that `Print` prints, which goes nowhere else.
  std::string capture(function_ref<void()> Print);

  /// An instruction that may have the number of a call site is about to be printed at a position.
  void addInstruction(uint64_t Position, StringRef Printed);

  /// A .file directive, which stands at the end of PTX. Returns whether the process that prints the
  /// end prints it, and not this one.
  bool addFile(StringRef Directive);
  /// Returns the texts of .file directives behind their numbers, beginning with file 1.
  const std::vector<std::string> &getFiles() const { return Files; }
  void printFiles(ArrayRef<std::string> All, size_t Begin);

private:
  enum class To { File, Memory, Nowhere };

  void write_impl(const char *Text, size_t Size) override;
  void pwrite_impl(const char *Text, size_t Size, uint64_t Offset) override;
  uint64_t current_pos() const override;

  raw_pwrite_stream &File;
  To Goes = To::File;
  PartText Collected;
  std::vector<std::string> Files;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_PARALLEL_PARTOUTPUT_H
