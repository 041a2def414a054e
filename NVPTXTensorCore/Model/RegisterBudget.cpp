//===- RegisterBudget.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of ptxas 13.0, found by asking it: the number in its error C7406, and
// "Used ... registers", for many launch bounds.
//
//===----------------------------------------------------------------------===//

#include "RegisterBudget.h"
#include "Model/Tables/TableIndex.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace llvm::tensorcore {

namespace {

struct SMRegisters {
  uint16_t SM;
  uint32_t Registers;
  uint8_t Parts;
  uint16_t Threads;
  uint8_t Blocks;
  uint16_t SharedKB;
  uint8_t ReservedKB;
  uint16_t Columns;
  uint16_t ExclusiveColumns;
};

#define GET_SMRegisterTable_IMPL
#include "TensorCoreModel.inc"

} // namespace

/// That of a target, and of one that nobody knows the closest one before it.
static const SMRegisters &getSMRegisters(unsigned SM) {
  const SMRegisters *Found = std::begin(SMRegisterTable);
  for (const SMRegisters &File : SMRegisterTable)
    if (File.SM <= SM)
      Found = &File;
  return *Found;
}

MultiprocessorLimits getMultiprocessorLimits(unsigned SM) {
  const SMRegisters &File = getSMRegisters(SM);
  return {File.Threads, File.Blocks,          File.SharedKB * 1024u, File.ReservedKB * 1024u,
          File.Columns, File.ExclusiveColumns};
}

unsigned getRegistersOfThread(unsigned Threads, unsigned Blocks, unsigned SM) {
  const SMRegisters &File = getSMRegisters(SM);
  unsigned Warps = divideCeil(Threads, WarpThreads) * Blocks;
  unsigned WarpsOfPart = std::max<unsigned>(divideCeil(Warps, File.Parts), 1);
  unsigned Registers = File.Registers / File.Parts / (WarpsOfPart * WarpThreads);
  return std::clamp<unsigned>(alignDown(Registers, RegisterUnit), MinRegistersPerThread,
                              MaxRegistersPerThread);
}

unsigned getMaxThreadsWith(unsigned Registers, unsigned SM) {
  if (Registers > MaxRegistersPerThread)
    return 0;
  const SMRegisters &File = getSMRegisters(SM);
  unsigned OfEach = alignTo(std::max(Registers, MinRegistersPerThread), RegisterUnit);
  return File.Registers / File.Parts / (OfEach * WarpThreads) * File.Parts * WarpThreads;
}

bool areBlocksPossible(unsigned Threads, unsigned Blocks, unsigned SM) {
  const SMRegisters &File = getSMRegisters(SM);
  return Blocks != 0 && Blocks <= File.Blocks &&
         alignTo(Threads, WarpThreads) * Blocks <= File.Threads;
}

static std::string printSource(const LaunchBounds &Bounds, unsigned Blocks, unsigned SM) {
  std::string Source = std::to_string(getSMRegisters(SM).Registers) + " registers for " +
                       std::to_string(*Bounds.Threads) + " threads (" +
                       Bounds.getThreadsDirective().str() + ")";
  if (Blocks)
    Source +=
        " of " + std::to_string(Blocks) + (Blocks == 1 ? " block" : " blocks") + " (.minnctapersm)";
  return Source;
}

/// Returns true if a second block of `Threads` threads cannot be on a multiprocessor because each
/// thread needs `Need` registers.
static bool isAlone(unsigned Threads, unsigned Need, unsigned SM) {
  return !areBlocksPossible(Threads, 2, SM) || Need > getRegistersOfThread(Threads, 2, SM);
}

RegisterBudget getRegisterBudget(const LaunchBounds &Bounds, unsigned SM) {
  RegisterBudget Budget = {MaxRegistersPerThread, false, false, "all that a thread can have"};
  // A .maxnreg that is too large limits nothing, but says what there is at entry.
  if (Bounds.Registers)
    Budget = {std::clamp(*Bounds.Registers, MinRegistersPerThread, MaxRegistersPerThread), true,
              true, ".maxnreg"};
  if (!Bounds.Threads || *Bounds.Threads == 0)
    return Budget;
  bool HasBlocks = Bounds.Blocks && areBlocksPossible(*Bounds.Threads, *Bounds.Blocks, SM);
  // If there are only .maxnreg and .maxntid, ptxas heeds the first.
  if (Bounds.Registers && !HasBlocks)
    return Budget;
  unsigned OfThread = getRegistersOfThread(*Bounds.Threads, HasBlocks ? *Bounds.Blocks : 1, SM);
  if (OfThread < Budget.Registers)
    Budget = {OfThread, false, false, printSource(Bounds, HasBlocks ? *Bounds.Blocks : 0, SM)};
  Budget.IsKnownAtEntry |= HasBlocks || isAlone(*Bounds.Threads, Bounds.Need.Min, SM);
  Budget.MayBeKnownAtEntry |= HasBlocks || isAlone(*Bounds.Threads, Bounds.Need.Max, SM);
  return Budget;
}

} // namespace llvm::tensorcore
