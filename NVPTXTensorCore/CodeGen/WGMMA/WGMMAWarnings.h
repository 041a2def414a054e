//===- WGMMAWarnings.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns, in plain words and with the source line, of what is right and yet makes ptxas
// serialise every wgmma of a function: calls, debug information, too many accumulators for
// the registers of a thread. docs/wgmma.md has ptxas' own words and codes.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAWARNINGS_H
#define NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAWARNINGS_H

namespace llvm {
class MachineFunction;
}

namespace llvm::tensorcore {

class WGMMAMachineProgram;

/// Warns of what a function does; nothing is wrong any more with its program.
void warnOfSerialization(MachineFunction &MF, const WGMMAMachineProgram &Program);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_WGMMA_WGMMAWARNINGS_H
