//===- MatrixDescriptor.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks a matrix descriptor: the first fault is the error.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

static Error checkFields(const BitLayout &Layout, ArrayRef<BitAssignment> Fields,
                         const TargetVersion *Target) {
  for (BitAssignment A : Fields)
    if (std::string Fault = Layout.findFault(A, Target); !Fault.empty())
      return makeError(Fault);
  BitFaults Faults = Layout.findRuleFaults(Fields, Target);
  return Faults.empty() ? Error::success() : makeError(Faults.front());
}

Error tensorcore::checkMatrixDescriptorFields(MatrixDescriptorFormat Format,
                                              ArrayRef<BitAssignment> Fields,
                                              const TargetVersion *Target) {
  return checkFields(getLayout(Format), Fields, Target);
}

Expected<MatrixDescriptor> MatrixDescriptor::encode(MatrixDescriptorFormat Format,
                                                    ArrayRef<BitAssignment> Fields) {
  const BitLayout &Layout = tensorcore::getLayout(Format);
  if (Error E = checkFields(Layout, Fields, /*Target=*/nullptr))
    return E;
  return MatrixDescriptor(Layout, Layout.pack(Fields));
}

Error tensorcore::checkMatrixDescriptor(uint64_t Word, MatrixDescriptorFormat Format,
                                        const TargetVersion *Target) {
  const BitLayout &Layout = getLayout(Format);
  Error E = Layout.checkBits(Word);
  if (!E)
    E = checkFields(Layout, Layout.unpack(Word), Target);
  if (!E)
    return E;
  return makeError("0x" + utohexstr(Word) + " is not " + Layout.Noun + ": " +
                   toString(std::move(E)));
}

Expected<MatrixDescriptor> MatrixDescriptor::decode(uint64_t Word, MatrixDescriptorFormat Format) {
  if (Error E = checkMatrixDescriptor(Word, Format))
    return E;
  return MatrixDescriptor(tensorcore::getLayout(Format), Word);
}
