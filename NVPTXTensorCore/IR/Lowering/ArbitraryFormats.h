//===- ArbitraryFormats.h ---------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `llvm.convert.from.arbitrary.fp` and `llvm.convert.to.arbitrary.fp`, which LLVM has since 23:
// numbers of a format of 8, 6 or 4 bits, whose name is metadata, in integers. LLVM 23 expands them
// during selection, on every target.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_LOWERING_ARBITRARYFORMATS_H
#define NVPTXTENSORCORE_IR_LOWERING_ARBITRARYFORMATS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
}

namespace llvm::tensorcore {

/// Expands the calls whose types, format and rounding mode are known. True if there are any.
bool lowerArbitraryFormats(Module &M);

/// Says what may be wrong with a call that is not expanded; empty of other names.
std::string explainArbitraryFormat(StringRef Name);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_LOWERING_ARBITRARYFORMATS_H
