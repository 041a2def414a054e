//===- SwitchChains.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Switches as chains of comparisons and branches, for analyses that read conditions of branches
// only. For reading: it is no faster code. LLVM's LowerSwitch makes a search tree of ranges, in
// which no branch compares with a case.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_SWITCHCHAINS_H
#define NVPTXTENSORCORE_IR_ANALYSIS_SWITCHCHAINS_H

namespace llvm {
class Function;
} // namespace llvm

namespace llvm::tensorcore {

void replaceSwitches(Function &F);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_SWITCHCHAINS_H
