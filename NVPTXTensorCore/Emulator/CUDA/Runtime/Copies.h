//===- Copies.h -------------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's descriptions of copies as the driver's, and back.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CUDA_RUNTIME_COPIES_H
#define NVPTXTENSORCORE_EMULATOR_CUDA_RUNTIME_COPIES_H

#include "Emulator/CUDA/Runtime/Runtime.h"

namespace llvm::tensorcore::cuda {

Memcpy3D convert(const RuntimeMemcpy3D &M);
RuntimeMemcpy3D convert(const Memcpy3D &M);
/// Describes a copy of rows, and the distance between them in bytes.
Memcpy3D describeCopy(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width,
                      size_t Height, int Kind);

/// Calls a function with the address of `Bytes` bytes of a variable.
template <class F>
int callWithVariable(const void *Symbol, size_t Offset, size_t Bytes, F Function) {
  return call([&]() -> int {
    DevicePointer Address;
    size_t Size;
    if (const int Error = Runtime::get().getVariable(Symbol, Address, Size))
      return Error;
    if (Offset > Size || Bytes > Size - Offset)
      return InvalidValue;
    return Function(reinterpret_cast<char *>(Address) + Offset, Size);
  });
}

} // namespace llvm::tensorcore::cuda

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_RUNTIME_COPIES_H
