//===- ProgramReader.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a program of PTX text: places its variables in memory, and reads its functions.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_PROGRAMREADER_H
#define NVPTXTENSORCORE_EMULATOR_PROGRAMREADER_H

#include "Emulator/Program/Program.h"
#include "llvm/Support/Error.h"

namespace llvm::tensorcore::emulator {

class GlobalMemory;

/// Fails, with a sentence for each fault and its line, if the text is not PTX, or has an
/// instruction that the emulator does not know.
Expected<std::unique_ptr<Program>> readProgram(StringRef Text, GlobalMemory &Memory);

/// The name of the file that a `.file` gives a number; empty if none does.
StringRef getFileName(const ptx::Module &Of, const ptx::Operand &Number);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_PROGRAMREADER_H
