//===- PTXFuzzer.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX text, of anyone: the reader of modules and of templates, and those who use it. What is read
// is spelled and read again; the second spelling must be the first.
//
//===----------------------------------------------------------------------===//

#include "Explain/PTX/PTXReport.h"
#include "Model/Instructions/WGMMAAssembly.h"
#include "PTX/Reader.h"
#include "PTX/TensorMapText.h"
#include "TextMutator.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::fuzz;

/// What is made once must not count as an input's time.
extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  explain::readPTX("mma.sync;");
  return 0;
}

/// What is PTX and is spelled is read as the same.
static void checkSpelling(StringRef Text) {
  std::string Spelled, Again;
  const ptx::StatementList Read = ptx::readStatements(Text, ptx::Dialect::Module);
  if (!Read.Faults.empty())
    return;
  for (const ptx::Statement &S : Read.Statements)
    Spelled += print(S) + " ";
  const ptx::StatementList Second = ptx::readStatements(Spelled, ptx::Dialect::Module);
  for (const ptx::Statement &S : Second.Statements)
    Again += print(S) + " ";
  if (!Second.Faults.empty() || Spelled != Again)
    abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Input = readText(Data, Size);
  explain::PTXReport Report = explain::readPTX(Input);
  print(nulls(), Report);
  json::OStream JSON(nulls());
  print(JSON, Report);
  consumeError(parseWGMMAAssembly(Input).takeError());
  getAsmAddressUse(Input, 0);
  checkSpelling(Input);
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize,
                                          unsigned Seed) {
  if (Seed % 4 == 0)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  StringRef Input = readText(Data, Size);
  return writeText(mutateText(Input, Input, Seed), Data, MaxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *Data1, size_t Size1,
                                            const uint8_t *Data2, size_t Size2, uint8_t *Out,
                                            size_t MaxOutSize, unsigned Seed) {
  return writeText(mutateText(readText(Data1, Size1), readText(Data2, Size2), Seed), Out,
                   MaxOutSize);
}
