//===- MachinePlace.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks as the IR names them, or by number.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Instructions/MachinePlace.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"

using namespace llvm;
using namespace llvm::tensorcore;

std::string tensorcore::namePlace(const MachineInstr &MI) {
  if (const DebugLoc &Loc = MI.getDebugLoc())
    return "line " + std::to_string(Loc.getLine());
  const MachineBasicBlock &Block = *MI.getParent();
  return Block.getName().empty() ? "block " + std::to_string(Block.getNumber())
                                 : "block '" + Block.getName().str() + "'";
}

Place tensorcore::getPlace(const MachineInstr &MI) {
  return Place(MI.getMF()->getFunction(), MI.getDebugLoc(), namePlace(MI));
}
