//===- PlainIntrinsics.h - intrinsics without rows ---------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The intrinsics that LLVM selects itself: mbarrier.init.shared, read.ptx.sreg.tid.x. The model has
// no rows for them; their PTX is read off the target's selection patterns. The project's own
// intrinsics that the compiler replaces by ordinary instructions have no rows either:
// tcgen05.idesc.encode.f16.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_PLAININTRINSICS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_PLAININTRINSICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm::tensorcore::explain {

struct PlainIntrinsic {
  StringRef Name;
  unsigned ID;                          ///< that of LLVM; not_intrinsic for the project's own
  SmallVector<StringRef, 1> Statements; ///< in PTX, without the semicolon
};

/// All of them but the overloaded ones, whose names say types.
ArrayRef<PlainIntrinsic> getPlainIntrinsics();

/// Returns "mov.u32" of "mov.u32 d, %tid.x".
StringRef getMnemonic(StringRef Statement);

/// Returns "tid.x" of "mov.u32 d, %tid.x"; an empty string if no special register is read.
StringRef getSpecialRegister(StringRef Statement);

/// Returns the name that an intrinsic has now, if LLVM reads modules with this older one.
StringRef getCurrentName(StringRef Name);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_PLAININTRINSICS_H
