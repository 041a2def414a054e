//===- InstructionTemplates.h --------------------------------- -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts of instructions with locations for their registers. A kernel repeats few instructions, with
// other registers each time. LLVM's printer prints such an instruction once with marks in the place
// of registers; the others like it are printed by putting in their own.
//
// Instructions are alike if they have the same opcode and the same operands except for virtual
// registers. It knows no instruction, and no syntax.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_TARGET_INSTRUCTIONTEMPLATES_H
#define NVPTXTENSORCORE_CODEGEN_TARGET_INSTRUCTIONTEMPLATES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MachineInstr;
class MCInst;
class MCInstPrinter;
class MCSubtargetInfo;
class raw_ostream;
} // namespace llvm

namespace llvm::tensorcore {

class InstructionTemplates {
public:
  /// Prints an instruction and the end of its line. False if none like it is known.
  bool print(raw_ostream &OS, const MachineInstr &MI,
             function_ref<unsigned(unsigned)> EncodeRegister) const;

  /// Makes a template of an instruction. `Inst` is what LLVM makes of it. False if that is not
  /// possible.
  bool add(const MachineInstr &MI, const MCInst &Inst, MCInstPrinter &Printer,
           const MCSubtargetInfo &STI);

private:
  /// An operand that is no virtual register: an immediate, or a physical one.
  struct Fixed {
    unsigned Operand;
    bool IsImmediate;
    int64_t Value;

    bool operator==(const Fixed &Other) const {
      return Operand == Other.Operand && IsImmediate == Other.IsImmediate && Value == Other.Value;
    }
  };
  using Key = SmallVector<Fixed, 4>;

  /// A text, and the operand that follows it.
  struct Piece {
    unsigned End, Operand;
  };

  struct Template {
    unsigned Opcode = 0;
    unsigned NumOperands = 0;
    Key FixedOperands;
    std::string Text;
    SmallVector<Piece, 8> Pieces;
  };

  static bool getKey(const MachineInstr &MI, Key &Found);
  static size_t getLocation(const MachineInstr &MI, const Key &FixedOperands);

  std::vector<std::unique_ptr<Template>> Templates; ///< the last one for each remainder of a hash
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_TARGET_INSTRUCTIONTEMPLATES_H
