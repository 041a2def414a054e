//===- SwizzledOffsets.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Swizzled tiles in shared memory have indices such as
//
//     (row * 8 + chunk + 128) ^ 4
//
// The constant that is added does not change the bits that the `xor` changes, so that it can be
// added afterwards, as an offset in the address. Tiles of several rows then have one address each,
// not one for each row.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_OPTIMIZATIONS_SWIZZLEDOFFSETS_H
#define NVPTXTENSORCORE_IR_OPTIMIZATIONS_SWIZZLEDOFFSETS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// Makes the pass, which runs ahead of LLVM's separation of constant offsets.
FunctionPass *createSwizzledOffsetsPass();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_OPTIMIZATIONS_SWIZZLEDOFFSETS_H
