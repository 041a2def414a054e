//===- NumPyFile.h ----------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays in NumPy's files: .npy, and the members of .npz (numpy.savez). The format is that of
// numpy.lib.format.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_RUN_NUMPYFILE_H
#define NVPTXTENSORCORE_TOOLS_RUN_NUMPYFILE_H

#include "Emulator/Interface/ElementTypes.h"
#include <vector>

namespace llvm::tensorcore::run {

/// Elements in the order of C: the last index is the fastest.
struct Array {
  ElementType Type;
  std::vector<uint64_t> Shape;
  std::vector<uint8_t> Bytes;

  uint64_t getCount() const;
  double get(uint64_t Index) const { return Type.get(Bytes.data(), Index); }
};

/// "128x64"
std::string printShape(ArrayRef<uint64_t> Shape);

/// "a.npy", or "a.npz/name" for a member.
Expected<Array> readNumPyFile(StringRef Path);

/// Types that NumPy does not have are written as f32, which has all of their numbers.
Error writeNumPyFile(StringRef Path, const Array &A);

/// The same numbers in another type. Codes are kept where the file has integers without a sign, as
/// wide as the type's elements: NumPy has no type for them.
Expected<Array> convert(const Array &A, const ElementType &To);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_TOOLS_RUN_NUMPYFILE_H
