//===- RunFuzzer.cpp - PTX that is executed -------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX of anyone, loaded and run by the emulator with all checks: each kernel once, with small
// matrices as its arguments and a limit of steps.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Device.h"
#include "Emulator/Interface/ReportText.h"
#include "TextMutator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using namespace llvm::tensorcore::fuzz;

/// Memory for parameters of 8 bytes, a size for those of 4, and bytes for others.
static std::vector<uint8_t> makeParameters(const Function &Kernel, GlobalMemory &Memory) {
  constexpr uint64_t Bytes = 256 * 1024;
  constexpr uint32_t Size = 64;
  std::vector<uint8_t> Result(Kernel.ParameterBytes, 1);
  for (const Variable *V : Kernel.Parameters) {
    if (V->Size == 8) {
      const uint64_t Address = Memory.allocate(Bytes, 256, "memory");
      std::memcpy(Result.data() + V->Location, &Address, 8);
    } else if (V->Size == 4) {
      std::memcpy(Result.data() + V->Location, &Size, 4);
    }
  }
  return Result;
}

static void runKernel(Device &D, const Program &P, const Function &Kernel) {
  LaunchRequest Request;
  Request.Module = &P;
  Request.Kernel = &Kernel;
  Request.Grid = {2, 1, 1};
  Request.Block = {128, 1, 1};
  if (Kernel.RequiredBlock[0])
    Request.Block = {Kernel.RequiredBlock[0], Kernel.RequiredBlock[1], Kernel.RequiredBlock[2]};
  Request.DynamicSharedBytes = 64 * 1024;
  Request.Parameters = makeParameters(Kernel, D.getMemory());
  RunOptions Options;
  Options.MaxSteps = 20000;
  ReportList Reports(Options.Levels);
  consumeError(D.run(std::move(Request), Options, Reports, nulls()));
  const run::SourceText Source("input", P);
  for (const Report &R : Reports.getReports())
    printReport(R, Source, nulls());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Device D;
  Expected<const Program *> P = D.load(readText(Data, Size));
  if (!P) {
    consumeError(P.takeError());
    return 0;
  }
  for (const Function *Kernel : (*P)->getEntries().take_front(2))
    runKernel(D, **P, *Kernel);
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize,
                                          unsigned Seed) {
  if (Seed % 16 == 0)
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
