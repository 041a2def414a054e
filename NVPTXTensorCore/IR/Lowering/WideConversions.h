//===- WideConversions.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between floating point and integers of more than 64 bits. LLVM expands them, but
// makes calls of library functions of those that saturate, and does not expect an integer that is
// too large for floating point.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_WIDECONVERSIONS_H
#define NVPTXTENSORCORE_IR_LOWERING_WIDECONVERSIONS_H

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

bool lowerWideConversions(Module &M);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_WIDECONVERSIONS_H
