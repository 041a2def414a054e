//===- TensorKernelTest.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test of a kernel that works on tensor memory: a case is a CTA, or a pair of them. Words are
// those of KernelTests.h.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_CONFORMANCE_TENSORKERNELTEST_H
#define NVPTXTENSORCORE_TOOLS_CONFORMANCE_TENSORKERNELTEST_H

#include "KernelTests.h"
#include "TensorOperands.h"

namespace llvm::tensorcore {

/// A word of the input that all threads get.
enum class TensorScalar {
  DescriptorOfA,
  DescriptorOfB,
  Word, ///< the instruction descriptor
  AddsD,
  ZeroColumns,
  Address,       ///< of what is moved, from the begin of tensor memory on
  DisabledLanes, ///< the first of eight
  End = DisabledLanes + 8
};
using TensorScalars = std::array<uint64_t, size_t(TensorScalar::End)>;

class TensorKernelTest : public KernelTest {
protected:
  static constexpr unsigned Threads = TensorBlock::Lanes;

  /// Registers of a thread besides.
  TensorKernelTest(unsigned NumBlocks, unsigned InRegisters = 0, unsigned OutRegisters = 0);

  /// A case; registers are in the order of blocks, registers, threads.
  void addCase(StringRef Pattern, ArrayRef<TensorBlock> Blocks, const TensorScalars &Scalars,
               ArrayRef<uint64_t> Registers = {});

  /// The words of the output that are tensor memory of these blocks.
  void storeMemory(ArrayRef<TensorBlock> Blocks, MutableArrayRef<uint64_t> Output) const;
  /// The word of the output that has a location of tensor memory, and the location's bit in it.
  std::pair<size_t, unsigned> getOutputLocation(const TensorMemoryLocation &P) const;
  size_t getOutputRegister(unsigned Block, unsigned Register, unsigned Thread) const {
    return (Block * OutputWordsOfBlock + TensorMemoryWords + Register) * Threads + Thread;
  }
  /// "CTA 1, lane 3, column 4 or the next one", or of a register.
  std::string describeLocation(size_t OutputWord) const;

private:
  unsigned InputWordsOfBlock, OutputWordsOfBlock;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_CONFORMANCE_TENSORKERNELTEST_H
