//===- TiedAccumulators.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the accumulators that a wgmma reads and those that it writes the same
// registers, as PTX has them. TableGen's Constraints could not: a machine instruction
// ties 14 operands, and there are up to 128. NVPTX leaves registers virtual, so that
// a name in common is all it takes.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_WGMMA_TIEDACCUMULATORS_H
#define NVPTXTENSORCORE_CODEGEN_WGMMA_TIEDACCUMULATORS_H

namespace llvm {
class FunctionPass;
}

namespace llvm::tensorcore {

/// The pass, for the location behind TwoAddressInstruction. `Coalesce` is for pipelines in
/// which no register coalescer follows (-O0): copies between accumulators go here.
FunctionPass *createTiedAccumulatorsPass(bool Coalesce);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_WGMMA_TIEDACCUMULATORS_H
