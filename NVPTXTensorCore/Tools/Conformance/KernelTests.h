//===- KernelTests.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The test of one kernel: what its buffers look like, what goes in, whether what comes out
// is right, and what a GPU would put there. A case is one block: a warp, of wgmma a warpgroup.
// A word is 64 bits, and word `I * threads + thread` is a thread's I-th. The kernels are made by
// scripts/conformance folder; what both agree on is
//
//   mma.sync     in: registers of A, B, C, then sparsity metadata, then scale_A, byte-id,
//                thread-id, scale_B, byte-id, thread-id, a word each; out: registers of D
//   ldmatrix     in: 8 words of shared memory, the offset of the lane's row; out: D
//   stmatrix     in: as ldmatrix, then the registers; out: 8 words of shared memory
//   movmatrix    in: A; out: D
//   wgmma        in: shared memory, 8 words for A if it is there, N / 8 words for B; the matrix
//                descriptors of A and B, as if shared memory began at 0; scale-d; registers of D,
//                of A if it is not in shared memory, metadata; out: registers of D
//   tcgen05      in: 40 words of shared memory, 256 of the thread's lane of tensor memory, two
//                columns each; the matrix descriptors, as if shared memory began at 0, the
//                instruction descriptor, whether D is added, a zero-column mask, an address of
//                what is moved, eight words of disabled lanes; registers that are stored; out:
//                tensor memory, registers that were loaded. D begins at column 0, metadata, the
//                scale factors of A and B, and A at 256, 288, 320 and 352
//   wmma         in: A, B and C in memory, 4096 bytes each; out: D in memory, 4096 bytes
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_CONFORMANCE_KERNELTESTS_H
#define NVPTXTENSORCORE_TOOLS_CONFORMANCE_KERNELTESTS_H

#include "FragmentBuffers.h"
#include "InputPatterns.h"
#include "Manifest.h"
#include "Numbers/Accuracy.h"
#include <memory>

namespace llvm::tensorcore {

inline constexpr unsigned SharedWords = 8;
inline constexpr unsigned MatrixBytes = 4096;
inline constexpr unsigned WGMMASharedWordsOfA = 8;
inline constexpr unsigned TensorSharedWords = 40, TensorMemoryWords = 256;
inline constexpr unsigned TensorFirstByteOfB = 16384; ///< of shared memory

/// Describes what goes wrong in a simulation, to see that it is found.
enum class Fault {
  None,
  SwappedLanes,   ///< lanes 0 and 1 (of wmma, elements 0 and 1) have each other's results
  FlippedBit,     ///< the lowest bit of the first result
  DroppedProduct, ///< column 0 of A does not count
  WrongSelector,  ///< sparsity selector or thread-id: the next one
  NoSaturation,   ///< .satfinite does nothing
  WrongRounding,  ///< .rm, .rp and .rz round to nearest
};

/// One input, and how it is called.
struct KernelCase {
  std::string Pattern;
  std::vector<uint64_t> Input;
};

struct CaseResult {
  bool IsRight = true;
  unsigned NotJudged = 0; ///< elements
  std::string Message;    ///< about the first wrong element
};

class KernelTest {
public:
  virtual ~KernelTest() = default;

  /// Returns the threads of a block.
  unsigned getNumThreads() const { return NumThreads; }
  /// Returns the blocks of a case; more than one are a cluster.
  unsigned getNumBlocks() const { return NumBlocks; }
  /// Returns the words of a case's input.
  unsigned getInputWords() const { return InputWords; }
  unsigned getOutputWords() const { return OutputWords; }
  const std::vector<KernelCase> &getCases() const { return Cases; }

  /// Writes over `Output` what a GPU would write in a case.
  virtual void simulate(unsigned Case, Fault Injected, MutableArrayRef<uint64_t> Output) const = 0;
  virtual CaseResult check(unsigned Case, ArrayRef<uint64_t> Output) const = 0;
  /// Returns true if a fault can change anything.
  virtual bool isTouchedBy(Fault Injected) const = 0;

protected:
  unsigned NumThreads = NumLanes, NumBlocks = 1;
  unsigned InputWords = 0, OutputWords = 0;
  std::vector<KernelCase> Cases;
};

/// The content of the output buffer before a kernel runs.
inline constexpr uint64_t UnwrittenWord = 0xA5A5A5A5A5A5A5A5;

/// Returns true if kernels of the variant's family can be tested.
bool hasKernelTest(const MMAVariant &Variant);

/// Fails, with a sentence, if the manifest's steps do not fit together.
Expected<std::unique_ptr<KernelTest>> makeKernelTest(const ConformanceKernel &Kernel,
                                                     uint64_t Seed);

std::unique_ptr<KernelTest> makeWGMMATest(const ConformanceKernel &Kernel, uint64_t Seed);
Expected<std::unique_ptr<KernelTest>> makeTensorMoveTest(const ConformanceKernel &Kernel,
                                                         uint64_t Seed);
Expected<std::unique_ptr<KernelTest>> makeTensorMultiplyTest(const ConformanceKernel &Kernel,
                                                             uint64_t Seed);
std::unique_ptr<KernelTest> makeMMASyncTest(const ConformanceKernel &Kernel, uint64_t Seed);
Expected<std::unique_ptr<KernelTest>> makeWMMATest(const ConformanceKernel &Kernel, uint64_t Seed);
std::unique_ptr<KernelTest> makeMatrixMoveTest(const ConformanceKernel &Kernel, uint64_t Seed);

/// D of a case against the reference. `Locate` says where an element is held; without `IsAsked`,
/// each counts.
CaseResult
compareTiles(const Multiplication &Mul, const OperandTiles &Tiles, const Tile &D, Demand Asked,
             function_ref<std::string(unsigned Row, unsigned Column, unsigned Matrix)> Locate,
             function_ref<bool(unsigned Row, unsigned Column)> IsAsked = nullptr);

/// Metadata that `Selector` looks at; every other selector gets other metadata, legal too.
void packMetadata(const MMASparsityGroup &Group, const MMAFragmentLayout &Layout, unsigned Selector,
                  const Tile &Right, RandomSource &Random, MutableArrayRef<uint64_t> Words);
Tile unpackMetadata(const MMAFragmentLayout &Layout, unsigned Selector, ArrayRef<uint64_t> Words);
/// Another value of the selector, if there is one.
unsigned getNextSelector(const MMAFragmentLayout &Layout, unsigned Value);

/// Returns what a GPU with this fault computes.
Tile multiply(Multiplication Mul, const OperandTiles &Tiles, Fault Injected);
bool canTouch(const Multiplication &Mul, Fault Injected);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_TOOLS_CONFORMANCE_KERNELTESTS_H
