//===- MMAInstructions.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the generated opcode table a home.
//
//===----------------------------------------------------------------------===//

#include "MMAInstructions.h"
#include "MCTargetDesc/NVPTXMCTargetDesc.h"

namespace llvm::tensorcore {

using namespace NVPTX; // the table names opcodes without their namespace

#define GET_MMAInstructions_IMPL
#include "TensorCoreInstructions.inc"

} // namespace llvm::tensorcore
