//===- IntrinsicInfo.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The door for intrinsics that LLVM 19's IR library does not know: gives their
// declarations IDs, from Intrinsic::num_intrinsics on, so that instruction selection
// makes intrinsic nodes of their calls.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_TARGET_INTRINSICINFO_H
#define NVPTXTENSORCORE_CODEGEN_TARGET_INTRINSICINFO_H

#include "llvm/Target/TargetIntrinsicInfo.h"

namespace llvm::tensorcore {

class TensorCoreIntrinsicInfo final : public TargetIntrinsicInfo {
public:
  std::string getName(unsigned ID, Type **Types = nullptr, unsigned NumTypes = 0) const override;
  unsigned lookupName(const char *Name, unsigned Length) const override;
  unsigned getIntrinsicID(const Function *F) const override;
  bool isOverloaded(unsigned ID) const override;
  Function *getDeclaration(Module *M, unsigned ID, Type **Types = nullptr,
                           unsigned NumTypes = 0) const override;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_TARGET_INTRINSICINFO_H
