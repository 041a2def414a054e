//===- SpecialRegisters.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The special registers of PTX by their names.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_PROGRAM_SPECIALREGISTERS_H
#define NVPTXTENSORCORE_EMULATOR_PROGRAM_SPECIALREGISTERS_H

#include "Emulator/Program/Program.h"

namespace llvm::tensorcore::emulator {

struct SpecialRegister {
  enum Kind : uint8_t {
    OfWarp,     ///< constant while a warp runs, of 32 bits: Value is a WarpRegister
    Clock,      ///< of Value bits
    UpperClock, ///< the upper 32 bits of one
    Fixed,      ///< Value, which no launch of the emulator changes
    OfReserved, ///< the same, of the memory that the system reserves
  };
  Kind Is = OfWarp;
  uint64_t Value = 0;

  bool isClock() const { return Is == Clock || Is == UpperClock; }
  bool isFixed() const { return Is == Fixed || Is == OfReserved; }
};

/// Returns the special register that an operand names, if it names one.
std::optional<SpecialRegister> findSpecialRegister(const ptx::Operand &O);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_PROGRAM_SPECIALREGISTERS_H
