//===- Occupancy.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers of kernels as ptxas says them, and the occupancy that follows.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Interface/Occupancy.h"
#include "Emulator/Machine/Launch.h"
#include "Model/RegisterBudget.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <mutex>
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using namespace llvm::tensorcore::run;

std::string RegisterCount::print() const {
  return (IsOfPTXAS ? "" : "at most ") + utostr(OfThread) + " registers of a thread" +
         (IsOfPTXAS ? " (ptxas)" : "");
}

/// The environment of ptxas, which does not get the replacements of CUDA's libraries.
static std::vector<StringRef> getEnvironment() {
  std::vector<StringRef> Result;
  for (char **Each = environ; *Each; ++Each) {
    const StringRef Variable(*Each);
    if (!Variable.starts_with("LD_PRELOAD=") && !Variable.starts_with("LD_LIBRARY_PATH="))
      Result.push_back(Variable);
  }
  return Result;
}

/// "Used 24 registers" of what ptxas -v says of one kernel.
static std::optional<unsigned> findCount(StringRef Log) {
  const StringRef Rest = Log.substr(Log.find("Used ")).drop_front(std::min<size_t>(5, Log.size()));
  unsigned Count = 0;
  StringRef Digits = Rest.take_while(isDigit);
  return Digits.getAsInteger(10, Count) ? std::nullopt : std::optional(Count);
}

static std::optional<unsigned> askPTXAS(const emulator::Program &P, StringRef Kernel) {
  constexpr unsigned Seconds = 30;
  auto Found = sys::findProgramByName("ptxas");
  if (!Found)
    Found = sys::findProgramByName("ptxas", {"/usr/local/cuda/bin"});
  SmallString<0> Input, Log;
  if (!Found || sys::fs::createTemporaryFile("ptx-run", "ptx", Input) ||
      sys::fs::createTemporaryFile("ptx-run", "log", Log))
    return std::nullopt;
  const FileRemover Removers[] = {FileRemover(Input), FileRemover(Log)};
  std::error_code Failure;
  raw_fd_ostream File(Input, Failure);
  File << P.Text;
  File.close();
  if (File.has_error()) {
    File.clear_error();
    return std::nullopt;
  }
  const GPUTarget *GPU = lookupGPUTarget(P.getTarget());
  const StringRef Target =
      GPU && !GPU->LaterName.empty() ? StringRef(GPU->LaterName) : P.getTarget();
  const std::string Architecture = ("-arch=" + Target).str();
  const std::string Limit = "-maxrregcount=" + utostr(P.MaxRegisters);
  SmallVector<StringRef, 9> Arguments = {*Found, "-v",  Architecture, "--entry",
                                         Kernel, Input, "-o",         "/dev/null"};
  if (P.MaxRegisters)
    Arguments.push_back(Limit);
  const std::vector<StringRef> Environment = getEnvironment();
  const int Code = sys::ExecuteAndWait(*Found, Arguments, ArrayRef(Environment),
                                       {"", Log.str(), Log.str()}, Seconds);
  auto Said = MemoryBuffer::getFile(Log);
  return Code == 0 && Said ? findCount((*Said)->getBuffer()) : std::nullopt;
}

/// Without ptxas: what the kernel names, in units of 32 bits, and no more than it may have.
static unsigned getUpperBound(const emulator::Program &P, const emulator::Function &Kernel) {
  LaunchBounds Bounds;
  const auto Count = [](const std::array<unsigned, 3> &Size) {
    return Size[0] * std::max(Size[1], 1u) * std::max(Size[2], 1u);
  };
  Bounds.AreThreadsExact = Kernel.RequiredBlock[0];
  if (const unsigned Threads =
          Count(Bounds.AreThreadsExact ? Kernel.RequiredBlock : Kernel.MaxBlock))
    Bounds.Threads = Threads;
  if (Kernel.MinBlocks)
    Bounds.Blocks = Kernel.MinBlocks;
  if (Kernel.MaxRegisters || P.MaxRegisters)
    Bounds.Registers = Kernel.MaxRegisters ? Kernel.MaxRegisters : P.MaxRegisters;
  const unsigned SM = P.Target ? P.Target->GPU->FullSmVersion / 10 : DeviceLimits::UnknownSM;
  const unsigned Named = Kernel.RegisterBytes / getSlotBytes(32);
  return std::min({std::max(Named, MinRegistersPerThread), MaxRegistersPerThread,
                   getRegisterBudget(Bounds, SM).Registers});
}

RegisterCount run::countRegisters(const emulator::Program &P, const emulator::Function &Kernel) {
  static std::mutex Lock;
  static std::map<std::tuple<uint64_t, unsigned, std::string>, std::optional<unsigned>> Known;
  std::lock_guard<std::mutex> Guard(Lock);
  const auto [It, IsNew] =
      Known.try_emplace({xxh3_64bits(P.Text), P.MaxRegisters, Kernel.Name.str()});
  if (IsNew)
    It->second = askPTXAS(P, Kernel.Name);
  return It->second ? RegisterCount{*It->second, true}
                    : RegisterCount{getUpperBound(P, Kernel), false};
}

Occupancy run::getOccupancy(const emulator::Program &P, const emulator::Function &Kernel,
                            unsigned SM, unsigned Threads, uint64_t SharedBytes) {
  // Registers are given to whole warps, and warps to four parts of a multiprocessor.
  constexpr unsigned FileSize = 65536, NumParts = 4;
  Occupancy O;
  if (!Threads || Threads > MaxBlockThreads)
    return O;
  const MultiprocessorLimits M = getMultiprocessorLimits(SM);
  const auto Warps = unsigned(divideCeil(Threads, WarpSize));
  O.Registers = countRegisters(P, Kernel);
  const auto OfWarp =
      unsigned(alignTo(std::max(O.Registers.OfThread, 1u), RegisterUnit)) * WarpSize;
  const unsigned OfRegisters = FileSize / NumParts / OfWarp * NumParts / Warps;
  const unsigned OfThreads = M.Threads / (Warps * WarpSize);
  const auto OfShared =
      unsigned(M.SharedBytes / std::max<uint64_t>(SharedBytes + M.ReservedSharedBytes, 1));
  O.Blocks = std::min({M.Blocks, OfThreads, OfShared, OfRegisters});
  O.Warps = O.Blocks * Warps;
  O.MaxWarps = M.Threads / WarpSize;
  O.Limit = O.Blocks == OfThreads     ? "threads"
            : O.Blocks == OfShared    ? "shared memory"
            : O.Blocks == OfRegisters ? "registers"
                                      : "blocks";
  return O;
}
