//===- FatBinary.h ----------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX in what programs load: text, or containers that nvcc and clang make (fatbinary), with
// compressed PTX or without.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CUDA_FATBINARY_H
#define NVPTXTENSORCORE_EMULATOR_CUDA_FATBINARY_H

#include "Emulator/CUDA/ABI.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm::tensorcore::cuda {

struct Image {
  std::vector<std::string> PTX;         ///< modules, in their order
  std::vector<unsigned> MachineCodeFor; ///< architectures that there is machine code for: 90
  std::vector<Image> Linked;            ///< of relocatable device code: what was linked
};

/// Fails if the bytes are nothing that a module is loaded from, or are damaged.
Expected<Image> readImage(const void *Data);

/// "sm_90a" of a `.target`; empty if there is none.
StringRef getTarget(StringRef PTX);
/// 90 of "sm_90a"; 0 if it is no target.
unsigned getArchitecture(StringRef Target);

/// Returns the text for a device: that of the newest architecture that the device can run. That of
/// relocatable device code is linked. Fails, with the reason, if there is none.
Expected<std::string> choosePTX(const Image &From, StringRef Device);

/// Makes one module of several, as cuLinkComplete does.
Expected<std::string> linkPTX(ArrayRef<std::string> Modules);

/// Decodes a block of LZ4. False if it is damaged.
bool decodeLZ4(StringRef From, std::string &To, size_t PlainBytes);

} // namespace llvm::tensorcore::cuda

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_FATBINARY_H
