//===- MatrixInstructions.h -------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes matrix instructions in IR, as calls or in inline assembly.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_MATRIXINSTRUCTIONS_H
#define NVPTXTENSORCORE_IR_INTRINSICS_MATRIXINSTRUCTIONS_H

#include "Model/Tables/MMATables.h"
#include <string>

namespace llvm {
class CallBase;
class Function;
class Instruction;
} // namespace llvm

namespace llvm::tensorcore {

/// Returns true if a call is, or inline assembly has, an instruction of any matrix family.
bool isMatrixInstruction(const Instruction &I);

bool hasMatrixInstruction(const Function &F);

/// An attribute of functions that have one when code generation starts: its passes ask for this.
inline constexpr char MatrixFunctionAttribute[] = "nvptx-matrix-instructions";
/// The same of those of them that have setmaxnreg, which fixes the number of registers.
inline constexpr char FixedRegistersAttribute[] = "nvptx-fixed-registers";

/// Returns true if a call is, or inline assembly has, a multiplication whose accumulators are
/// registers: wmma.mma, mma or wgmma.mma_async.
bool isRegisterMultiplication(const Instruction &I);
bool isRegisterMultiplication(MMAFamily Family);
bool isRegisterMultiplication(StringRef AsmText);

/// Returns true if a call is, or inline assembly has, a multiplication that goes on while the
/// threads do something else: wgmma.mma_async or tcgen05.mma.
bool isAsynchronousMultiplication(const Instruction &I);

/// Returns true if a call is of the compiler's own that holds values where it stands.
bool isHold(const Instruction &I);

/// Returns the name of the instruction for messages.
std::string getMatrixInstructionName(const CallBase &Call);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_MATRIXINSTRUCTIONS_H
