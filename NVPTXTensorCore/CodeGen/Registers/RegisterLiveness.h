//===- RegisterLiveness.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes where some virtual registers are live. LLVM's LiveVariables wants SSA form, and
// LiveIntervals cost more than the few registers that are asked for.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_REGISTERS_REGISTERLIVENESS_H
#define NVPTXTENSORCORE_CODEGEN_REGISTERS_REGISTERLIVENESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SparseSet.h"
#include "llvm/CodeGen/Register.h"

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace llvm::tensorcore {

class RegisterLiveness {
public:
  RegisterLiveness(const MachineFunction &MF, ArrayRef<Register> Registers);

  /// The number of a register in the list; nothing if it is not in it.
  std::optional<unsigned> getIndex(Register R) const;

  /// The registers, by number, that are alive where a block begins.
  ArrayRef<unsigned> getLiveIn(const MachineBasicBlock &MBB) const;

  /// Goes backwards through blocks. What it costs is what changes.
  class Walk {
  public:
    /// Told of each register that begins or ends to be alive on the way.
    using Listener = function_ref<void(unsigned Index, bool IsAlive)>;

    explicit Walk(const RegisterLiveness &Liveness);

    /// Begins anew, with nothing alive but what is so at the end of a block.
    void startAtEnd(const MachineBasicBlock &MBB, Listener Changed);
    void stepOver(const MachineInstr &MI, Listener Changed);

    bool isAlive(unsigned Index) const { return Live.count(Index); }
    unsigned getCount() const { return Live.size(); }

  private:
    void set(unsigned Index, bool IsAlive, Listener Changed);

    const RegisterLiveness &Liveness;
    SparseSet<unsigned, unsigned, identity, uint16_t> Live;
  };

private:
  struct Blocks {
    SmallVector<unsigned, 2> Defining; ///< that write a register
    SmallVector<unsigned, 2> Wanting;  ///< that read it before they write it
  };

  void collect(const MachineBasicBlock &MBB, MutableArrayRef<Blocks> ByRegister) const;
  void propagate(const MachineFunction &MF, ArrayRef<Blocks> ByRegister);

  DenseMap<Register, unsigned> Indices;
  std::vector<SmallVector<unsigned, 0>> LiveIn; ///< by number of the block
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_REGISTERS_REGISTERLIVENESS_H
