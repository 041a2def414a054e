//===- ExplainFuzzer.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma-explain's command line, in this process. An input has an argument on each line.
//
//===----------------------------------------------------------------------===//

#include "Explain/CommandLine/Commands.h"
#include "Explain/CommandLine/Options.h"
#include "TextMutator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::fuzz;

/// What would end the process, read a terminal or other files.
static bool isForProcess(StringRef Argument) {
  StringRef Name = Argument.ltrim('-');
  return Argument == "-" || Argument.starts_with("@") || Name.starts_with("help") ||
         Name.starts_with("version") || Name == "h" || Name.starts_with("print-") ||
         Argument.contains('/');
}

/// What is made once must not count as an input's time.
extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  consumeError(explain::runList(nulls(), {}, {}, explain::OutputFormat::Text).takeError());
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Input = readText(Data, Size).str();
  SmallVector<StringRef> Lines;
  StringRef(Input).split(Lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  constexpr StringLiteral Commands[] = {"decode", "encode", "show", "list", "legal", "layout"};
  if (Lines.empty() || !is_contained(Commands, Lines.front()) || any_of(Lines, isForProcess))
    return 0;
  std::vector<std::string> Arguments = {"mma-explain"};
  for (StringRef Line : Lines)
    Arguments.push_back(Line.str());
  std::vector<const char *> Pointers;
  for (const std::string &Argument : Arguments)
    Pointers.push_back(Argument.c_str());
  cl::ResetAllOptionOccurrences();
  if (cl::ParseCommandLineOptions(Pointers.size(), Pointers.data(), "", &nulls()))
    consumeError(explain::runCommand(nulls()).takeError());
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize,
                                          unsigned Seed) {
  StringRef Input = readText(Data, Size);
  return writeText(mutateText(Input, Input, Seed), Data, MaxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *Data1, size_t Size1,
                                            const uint8_t *Data2, size_t Size2, uint8_t *Out,
                                            size_t MaxOutSize, unsigned Seed) {
  return writeText(mutateText(readText(Data1, Size1), readText(Data2, Size2), Seed), Out,
                   MaxOutSize);
}
