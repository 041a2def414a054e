//===- TCGen05.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes instructions of tcgen05, and reads their statements.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_TCGEN05_H
#define NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_TCGEN05_H

#include "Emulator/Execute/Arithmetic/SparseSelection.h"
#include "Emulator/Execute/InstructionTable.h"
#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Descriptors/InstructionDescriptorUse.h"
#include "Model/Instructions/InstructionParser.h"
#include "TensorCoreModel/MMAWords.h"

namespace llvm::tensorcore::emulator {

class AsyncOperation;
class Block;
class ThreadGroup;
struct AsyncAuthor;

/// alloc, dealloc, relinquish_alloc_permit, shift, commit.
struct TensorManageDetails {
  unsigned CTAGroup = 1;
  bool IsExclusive = false;  ///< `.exclusive`
  bool OnlyReadsOfA = false; ///< of commit: `.sync_restrict::shared::read::mma::a`
};
/// The address is that of shared memory; the operand is the number of columns.
Step executeTensorAlloc(const Instruction &I, ThreadGroup &G);
/// The operands are the address and the number of columns.
Step executeTensorDealloc(const Instruction &I, ThreadGroup &G);
Step executeTensorRelinquish(const Instruction &I, ThreadGroup &G);

/// ld, ld.red, st.
struct TensorAccessDetails {
  /// Where an element of a register is: row, column, and which of the two halves.
  struct Location {
    uint8_t Row = 0, Half = 0;
    uint16_t Column = 0;
  };
  unsigned NumRows = 0, NumColumns = 0, NumHalves = 1;
  unsigned PerRegister = 1;        ///< 2 of .pack::16b and .unpack::16b
  std::vector<Location> Locations; ///< by register, element, lane
  int64_t HalfOffset = 0;          ///< columns, of .16x32bx2
  enum Reduction : uint8_t { None, Min, Max } Reduces = None;
  bool IsFloat = false, IsSigned = false, IsAbsolute = false, PropagatesNaN = false;
  unsigned NumMetadata = 0; ///< of .spcompress: registers with indices
  SparseCriterion Keeps = SparseCriterion::Max;
};
/// The address is one of tensor memory; the results are the registers, of .spcompress those with
/// indices first, and after them the reduced one.
Step executeTensorLoad(const Instruction &I, ThreadGroup &G);
/// The operands are the registers.
Step executeTensorStore(const Instruction &I, ThreadGroup &G);
Step executeTensorWaitLoad(const Instruction &I, ThreadGroup &G);
Step executeTensorWaitStore(const Instruction &I, ThreadGroup &G);

Step executeTensorFenceBefore(const Instruction &I, ThreadGroup &G);
Step executeTensorFenceAfter(const Instruction &I, ThreadGroup &G);

/// cp.
struct TensorCopyDetails {
  unsigned CTAGroup = 1;
  unsigned NumRows = 0, NumColumns = 0; ///< of the source, in tensor memory
  /// To which lanes a row goes: Row + each of these; of .4x256b Row * 32.
  std::vector<std::vector<unsigned>> Lanes;
  unsigned ElementBits = 8; ///< of elements that are decompressed to 8 bits: 4 or 6
};
/// The address is one of tensor memory; the operand is a matrix descriptor.
Step executeTensorCopy(const Instruction &I, ThreadGroup &G);
/// The address is one of tensor memory.
Step executeTensorShift(const Instruction &I, ThreadGroup &G);

/// commit. The address is that of an mbarrier; the operand, if there is one, a mask of blocks.
Step executeTensorCommit(const Instruction &I, ThreadGroup &G);

/// mma.
struct TensorMultiplyDetails {
  InstructionDescriptorKind Kind;
  InstructionDescriptorUse Use;
  const TargetVersion *Target = nullptr; ///< of the program
  Slot A, B, Word, EnableD; ///< A: a matrix descriptor; Word: the instruction descriptor
  Address D;
  std::optional<Address> InTensorA, Metadata, ScaleA, ScaleB;
  SmallVector<Slot, 8> DisabledLanes;
  Slot ZeroColumns;        ///< of .ws
  unsigned ScaleInput = 0; ///< D is divided by 2 to the power of it
  mma::Collector Collector = mma::Collector::Discard;
  unsigned Buffer = 0; ///< of the collector
};
Step executeTensorMultiply(const Instruction &I, ThreadGroup &G);

// Statements.

Error readTensorMultiply(InstructionReader &R, const FoundForm &Found);

/// The chain of multiplications, copies and shifts of a block; of .cta_group::2 that of the pair.
uint64_t getTensorChain(Block &B, unsigned CTAGroup);
using MakeTensorOperation =
    function_ref<std::unique_ptr<AsyncOperation>(const std::shared_ptr<AsyncAuthor> &Author)>;
/// Issues an operation of that chain by a thread.
void addTensorOperation(const Instruction &I, ThreadGroup &G, unsigned Lane, unsigned CTAGroup,
                        MakeTensorOperation Make);

/// The other block of a pair; null without one.
Block *getPeer(Block &B);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_EXECUTE_MATRIX_TCGEN05_H
