//===- TensorKernelTest.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words of the buffers.
//
//===----------------------------------------------------------------------===//

#include "TensorKernelTest.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr unsigned FirstScalar = TensorSharedWords + TensorMemoryWords,
                          FirstRegister = FirstScalar + unsigned(TensorScalar::End);
static_assert(TensorMemoryWords * 2 == TensorBlock::Columns);

TensorKernelTest::TensorKernelTest(unsigned Blocks, unsigned InRegisters, unsigned OutRegisters)
    : InputWordsOfBlock(FirstRegister + InRegisters),
      OutputWordsOfBlock(TensorMemoryWords + OutRegisters) {
  NumThreads = Threads;
  NumBlocks = Blocks;
  InputWords = NumBlocks * InputWordsOfBlock * Threads;
  OutputWords = NumBlocks * OutputWordsOfBlock * Threads;
}

/// Two columns of a lane.
static uint64_t getWord(const TensorBlock &Block, unsigned Lane, unsigned Word) {
  const uint32_t *Line = &Block.Tensor[Lane * TensorBlock::Columns];
  return Line[2 * Word] | uint64_t(Line[2 * Word + 1]) << 32;
}

void TensorKernelTest::addCase(StringRef Pattern, ArrayRef<TensorBlock> Blocks,
                               const TensorScalars &Scalars, ArrayRef<uint64_t> Registers) {
  KernelCase Case = {Pattern.str(), std::vector<uint64_t>(InputWords)};
  const size_t RegistersOfBlock = Registers.size() / NumBlocks;
  for (auto [Number, Block] : enumerate(Blocks)) {
    MutableArrayRef<uint64_t> Words =
        MutableArrayRef(Case.Input).slice(Number * InputWordsOfBlock * Threads);
    std::copy(Block.Shared.begin(), Block.Shared.end(), bytesOf(Words).begin());
    for (unsigned Lane = 0; Lane != Threads; ++Lane) {
      for (unsigned W = 0; W != TensorMemoryWords; ++W)
        Words[(TensorSharedWords + W) * Threads + Lane] = getWord(Block, Lane, W);
      for (auto [S, Value] : enumerate(Scalars))
        Words[(FirstScalar + S) * Threads + Lane] = Value;
    }
    copy(Registers.slice(Number * RegistersOfBlock, RegistersOfBlock),
         Words.begin() + FirstRegister * Threads);
  }
  Cases.push_back(std::move(Case));
}

void TensorKernelTest::storeMemory(ArrayRef<TensorBlock> Blocks,
                                   MutableArrayRef<uint64_t> Output) const {
  for (auto [Number, Block] : enumerate(Blocks))
    for (unsigned Lane = 0; Lane != Threads; ++Lane)
      for (unsigned W = 0; W != TensorMemoryWords; ++W)
        Output[(Number * OutputWordsOfBlock + W) * Threads + Lane] = getWord(Block, Lane, W);
}

std::pair<size_t, unsigned>
TensorKernelTest::getOutputLocation(const TensorMemoryLocation &P) const {
  return {(P.CTA * OutputWordsOfBlock + P.Column / 2) * Threads + P.Lane, P.Column % 2 * 32};
}

std::string TensorKernelTest::describeLocation(size_t OutputWord) const {
  const size_t Block = OutputWord / Threads / OutputWordsOfBlock,
               Word = OutputWord / Threads % OutputWordsOfBlock, Thread = OutputWord % Threads;
  const std::string CTA = ("CTA " + Twine(Block)).str();
  if (Word < TensorMemoryWords)
    return (CTA + ", lane " + Twine(Thread) + ", column " + Twine(Word * 2) + " or the next one")
        .str();
  return (CTA + ", thread " + Twine(Thread) + ", register " + Twine(Word - TensorMemoryWords))
      .str();
}
